// How a match went that is over: begun by a button, drawn by the service when every position was judged. What
// somebody has begun already is shown without.
import { api, call, complain } from "./api.js";
import { find, show, text } from "./frame.js";

const AGAIN = 1000;
const FINISHED = ["over", "stopped", "archived"];

let looked = null; // the version that is looked at
let over = false; // whether the match was seen to be over

export function offerAnalysis(match, goTo) {
  find("analyse").addEventListener("click", async () => {
    await analyse(match);
    if (find("analysed").firstChild) find("analysed").focus();
  });
  find("analysed").addEventListener("click", (event) => {
    const link = event.target.closest("a[data-at]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    goTo(Number(link.dataset.at));
  });
}

// What of all this is offered now: nothing of a match that is under way.
export function settleAnalysis(match, shown) {
  looked = shown.at;
  if (!over && FINISHED.includes(shown.now)) {
    over = true;
    lookFor(match);
  }
  show(find("analysis"), over);
  settleJudged();
}

// What somebody has begun. Nobody asked for this look: where it fails the button says what is wrong.
async function lookFor(match) {
  const { status, html } = await call(`/matches/${match}/analysed`).catch(() => ({}));
  if (status === "done") put(html);
  else if (status === "running") analyse(match);
  else show(find("analysis-offer"));
}

async function analyse(match) {
  show(find("analysis-offer"), false);
  show(find("analysis-running"));
  complain(find("analysis-wrong"));
  try {
    await judged(match);
    put((await call(`/matches/${match}/analysed`)).html);
  } catch (error) {
    complain(find("analysis-wrong"), error);
    show(find("analysis-offer"));
  } finally {
    show(find("analysis-running"), false);
  }
}

function put(html) {
  find("analysed").innerHTML = html; // made by the service, where every name is escaped
  settleJudged();
}

// Ask until every position was judged, and show how far it is.
async function judged(match) {
  for (;;) {
    const found = await call(api(`/matches/${match}/analysis`));
    if (found.status === "done") return;
    find("analysis-bar").max = found.questions;
    find("analysis-bar").value = found.judged;
    find("analysis-far").textContent = text("judged", { n: found.judged, all: found.questions });
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

// What was found at the event that is looked at, and where that is on the curve.
function settleJudged() {
  const blocks = [...find("analysed").querySelectorAll("[data-judged]")];
  if (!blocks.length) return;
  const here = blocks.find((block) => Number(block.dataset.judged) === looked);
  for (const block of blocks) show(block, block === here);
  show(find("analysed").querySelector("[data-otherwise]"), !here);
  const line = find("curve-here");
  line.toggleAttribute("hidden", !here);
  if (!here) return;
  line.setAttribute("x1", here.dataset.x);
  line.setAttribute("x2", here.dataset.x);
}
