// The page of a match: it draws what the service shows, chooses moves, follows, and steps through the past.
import { offerAgain, settleAgain } from "./again.js";
import { offerAnalysis, settleAnalysis } from "./analysis.js";
import { api, call, complain } from "./api.js";
import { offerBranch, settleBranch } from "./branching.js";
import { Choosing, Typing } from "./choosing.js";
import { find, letGo, made, onReturn, say, show, text } from "./frame.js";
import { askHint, isHint, settleHint } from "./hinting.js";
import { kept, seatOf, setting } from "./kept.js";
import { Live } from "./live.js";
import { offerProof, settleProof } from "./proof.js";
import { Retelling, sentence } from "./retelling.js";
import { arrived, offerArrival, settleArrival } from "./arriving.js";
import { offerSeats, settleSeats } from "./seats.js";

const root = find("match");
const match = root.dataset.match;
const game = document.querySelector("h1").textContent;
const table = find("table");
const retelling = new Retelling(table, redrawn);
const typing = new Typing();

let choosing = new Choosing();
let shown = null; // what the service showed last
let shownTo = null; // the seat that it was shown to: who sits down sees moves where there were none
let log = []; // every entry so far
let at = "past" in root.dataset ? Number(root.dataset.at) : null; // a past version, or null for the present
let live = null;
let asking = null; // the request under way
let away = null; // what is said since the last request was not answered
let turnTold = null; // how many moves of mine there were at the last turn that was told; null before all
let previewed = 0; // how often a preview was asked for
let helpFrom = null; // where the focus and the page were before the list of keys was opened
let sending = false;
let waiting = false; // whether nothing was pressed or scrolled since a move of mine

const NO_TURN = -1;
const TOO_MANY = 429;
const token = () => kept(match).token;
const seat = () => seatOf(token());

// --- asking and drawing -------------------------------------------------------------------------------

function path() {
  const query = new URLSearchParams();
  if (seat() !== null) query.set("seat", seat());
  if (at !== null) query.set("at", at);
  query.set("after", log.length);
  const to = at ?? log.length;
  if (retelling.wanted && shown && shown.at <= to && to <= shown.at + 1) query.set("since", shown.at);
  return `/matches/${match}/shown?${query}`;
}

// One request at a time; who asks meanwhile gets one more after it.
function refresh() {
  if (asking) {
    asking.again = true;
    return asking.done;
  }
  const now = { again: false };
  asking = now;
  now.done = (async () => {
    try {
      const [wanted, asker] = [at, seat()];
      const found = await call(path());
      await letGo();
      if (away && find("alert").textContent === away) say(find("alert"), "");
      away = null;
      if (wanted === at && asker === seat()) draw(found);
      else now.again = true;
    } catch (error) {
      if (error.status === 400 && log.length && at === null) return location.reload(); // a store of before is back
      await letGo();
      complain(find("alert"), error);
      away = find("alert").textContent;
    } finally {
      asking = null;
    }
    if (now.again) await refresh();
  })();
  return now.done;
}

const isOver = () => shown.winners.length > 0;

function draw(found) {
  const first = shown === null;
  const waited = !first && !mine();
  const changed = first || found.at !== shown.at || found.head !== shown.head || shownTo !== seat();
  const fresh = found.log.filter((entry) => entry.version > log.length);
  log = log.concat(fresh);
  const reseated = shownTo !== seat();
  shown = found;
  shownTo = seat();
  if (changed) {
    typing.clear();
    chooseAgain(at === null && playing() ? found.moves : [], reseated || fresh.some(isMyMove));
    redrawn(() => retelling.draw(found.table || "", found.retold)); // made by the service, where every name is escaped
  }
  say(find("plain"), found.plain);
  find("headline").textContent = found.headline;
  find("notices").replaceChildren(...found.notices.map((notice) => made("li", { content: notice })));
  drawScores();
  drawLog(first ? log : fresh);
  drawReplay();
  settleSeats(match, found);
  settleAgain(match, found);
  settleBranch(match, found);
  settleProof(found);
  settleAnalysis(match, found);
  settle();
  if (changed && !found.retold.length) lightLast(first, fresh);
  if (first || (waited && waiting && (mine() || isOver()))) bringNextIntoSight();
  if (mine()) waiting = false;
  if (!first && at === null && fresh.length) {
    const said = stepsOf(fresh).map((step) => step.text);
    if (mine()) said.push(text("yours"));
    find("live").textContent = said.join(" ");
  }
  tellTurn();
  if (!live && ["open", "playing"].includes(found.now)) {
    live = new Live(match, found.version, { news, connected: (yes) => say(find("connection"), yes ? "" : text("disconnected")) });
  } else if (live && !["open", "playing"].includes(found.now)) live.end();
}

// Where several choose at the same time, what others do leaves my choice as it was. In another seat there is none,
// nor after a move of mine: it may be that one, whose answer was lost.
function chooseAgain(moves, afresh) {
  const before = afresh ? [] : choosing.chosen;
  choosing = new Choosing(moves);
  before.every((name) => choosing.choose(name));
}

const news = (version) => {
  if (version === undefined || version > log.length) refresh();
};
const entryAt = (version) => log[version - 1];
const isMyMove = (entry) => entry.kind === "move" && entry.seat === seat();
const part = (name) => table.querySelector(`[data-part="${CSS.escape(name)}"]`);

const stepsOf = (entries) => entries.flatMap((entry) => entry.steps);

// A change of the drawing: what can be chosen is marked again, and what had the focus keeps it.
function redrawn(change) {
  const focused = document.activeElement?.closest?.("[data-part]")?.dataset.part;
  change();
  settle();
  if (focused) part(focused)?.focus();
}

// What led to the table as it is drawn; when the page is opened or the past is left, the last choice and what
// followed, and nothing of a match that is over.
function lightLast(first, fresh) {
  const last = shown.winners.length ? -1 : log.findLastIndex((entry) => entry.kind === "move");
  const lately = first || !fresh.length ? log.slice(last < 0 ? log.length : last) : fresh;
  retelling.light(stepsOf(at === null ? lately : [entryAt(at)]));
}

function drawScores() {
  const names = shown.players.map((player) => {
    const cell = made("th", { scope: "col", content: player.name });
    if (shown.winners.includes(player.seat)) cell.className = "winner";
    return cell;
  });
  const head = find("scores").tHead.rows[0];
  head.replaceChildren(head.cells[0], ...names);
  find("scores").tBodies[0].replaceChildren(...shown.scores.map((row) => {
    const line = made("tr", row.total ? { className: "total" } : {});
    line.append(made("th", { scope: "row", content: row.text }), ...row.points.map((points) => made("td", { content: points })));
    return line;
  }));
}

// --- the log and the past -----------------------------------------------------------------------------

function drawLog(entries) {
  const list = find("log");
  if (entries === log) list.replaceChildren();
  list.prepend(...entries.map(logged).reverse());
  for (const link of list.querySelectorAll("li > a")) {
    const current = Number(link.textContent) === shown.at;
    if (current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    if (current && (!entries.length || entries === log)) bringIntoSight(list, link.parentElement);
  }
}

// Within the box alone: the page stays where it is. What is read in the log when news come stays too.
function bringIntoSight(box, item) {
  box.scrollTop = item.offsetTop - (box.clientHeight - item.offsetHeight) / 2;
}

function logged(entry) {
  const item = made("li", { value: entry.version });
  item.append(made("a", { href: `?at=${entry.version}`, content: entry.version }));
  for (const step of entry.steps) item.append(" ", sentence(step));
  return item;
}

function drawReplay() {
  const slider = find("slider");
  slider.max = shown.version;
  slider.value = shown.at;
  for (const kind of ["svg", "png"]) {
    const link = find(`picture-${kind}`);
    if (link) link.href = `/matches/${match}/table.${kind}?at=${shown.at}`;
  }
}

// Look at a version; the last one is the present.
function goTo(version) {
  const wanted = Math.max(1, Math.min(version, log.length));
  at = wanted >= log.length ? null : wanted;
  history.replaceState(null, "", at === null ? location.pathname : `?at=${at}`);
  say(find("alert"), "");
  retelling.skip();
  refresh().then(() => away && find("alert").scrollIntoView({ block: "nearest" }));
}

find("slider").addEventListener("input", ({ target }) => shown && goTo(Number(target.value)));
find("log").addEventListener("click", (event) => {
  const link = event.target.closest("li > a");
  if (!shown || !link || event.ctrlKey || event.metaKey) return; // before the first answer it is a plain link
  event.preventDefault();
  goTo(Number(link.textContent));
});
const here = () => at ?? log.length; // what is wanted, drawn already or not
const STEPS = { first: () => 1, previous: () => here() - 1, next: () => here() + 1, last: () => Infinity };
const step = (name) => shown && goTo(STEPS[name]()); // nowhere from before the first answer
for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", () => step(button.dataset.step));
}

// --- choosing -----------------------------------------------------------------------------------------

// Who gave a seat to a bot does not play it any more.
const playing = () => shown?.players[seat()]?.kind === "person";
const mine = () => at === null && playing() && shown.acting.includes(seat());
const hintable = () => mine() && shown.hints;

function settle() {
  const next = choosing.next;
  const ready = choosing.ready;
  const fitting = typing.fitting(keyed(next));
  for (const element of table.querySelectorAll("[data-part]")) {
    const name = element.dataset.part;
    const can = next.has(name);
    const chosen = choosing.chosen.includes(name);
    element.classList.toggle("can", can);
    element.classList.toggle("chosen", chosen);
    element.classList.toggle("fitting", fitting.includes(name));
    element.setAttribute("role", can || chosen ? "button" : "img");
    if (can || chosen) element.setAttribute("tabindex", "0");
    else element.removeAttribute("tabindex");
    if (chosen) element.setAttribute("aria-pressed", "true");
    else element.removeAttribute("aria-pressed");
  }
  drawOptions([...next].filter((name) => !part(name)));
  show(find("bar"), shown.status === "playing" || at !== null);
  find("prompt").textContent = prompt(ready);
  settleHint(hintable());
  show(find("confirm"), Boolean(ready));
  show(find("back"), choosing.chosen.length > 0);
  find("confirm").disabled = find("back").disabled = sending;
  preview(ready);
}

const named = (names) => names.map((name) => shown.captions[name]).join(" → ");

function prompt(ready) {
  if (at !== null) return text("past", { at: shown.at, version: shown.version });
  if (sending) return text("sending");
  if (ready) return text(isHint(shown.at, ready[0]) ? "hinted" : "ready", { move: named(ready.slice(1)) });
  if (choosing.chosen.length) return text("goOn", { chosen: named(choosing.chosen) });
  if (mine()) return text(shown.table ? "yourTurn" : "choose");
  return playing() ? text("waiting") : text("watching");
}

function drawOptions(names) {
  const chosen = choosing.chosen.filter((name) => !part(name));
  const options = find("options");
  const focused = options.contains(document.activeElement) ? document.activeElement.dataset.part : null;
  options.replaceChildren(...[...chosen, ...names].map((name) => {
    const button = made("button", { type: "button", content: shown.captions[name], "data-part": name });
    if (chosen.includes(name)) button.setAttribute("aria-pressed", "true");
    return button;
  }));
  show(options, chosen.length + names.length > 0);
  if (focused) (options.querySelector(`[data-part="${CSS.escape(focused)}"]`) ?? first())?.focus();
}

// What the move would bring; an answer that is no longer the last is dropped. Confirm stays where it was.
async function preview(ready) {
  const list = find("preview");
  previewed += 1;
  const asked = previewed;
  if (!ready) return list.replaceChildren();
  const query = new URLSearchParams({ seat: seat(), move: ready[0], at: shown.at });
  const found = await call(`/matches/${match}/preview?${query}`).catch(() => []);
  await letGo();
  if (asked !== previewed) return undefined;
  const top = () => find("confirm").getBoundingClientRect().top;
  const before = top();
  list.replaceChildren(...found.map((each) => made("li", { content: each })));
  return scrollBy(0, top() - before);
}

function choose(name, byKeyboard) {
  retelling.skip();
  if (sending || !mine() || !choosing.choose(name)) return;
  typing.clear();
  settle();
  part(name)?.scrollIntoView({ block: "nearest" }); // not below the bar
  if (!byKeyboard) return bringNextIntoSight();
  if (choosing.ready) find("confirm").focus({ preventScroll: true }); // it is in sight, wherever its place is
  else first()?.focus();
  return undefined;
}

// Of the parts to choose from next half are in sight, neither off the screen nor below the bar, or those of the
// panel with most of them; where nothing more is needed the page stays.
function bringNextIntoSight() {
  if (isOver()) return find("headline").scrollIntoView({ block: "nearest" });
  const parts = [...table.querySelectorAll(".can")];
  if (choosing.ready || 2 * parts.filter(isInSight).length >= parts.length) return undefined;
  const panels = [...table.querySelectorAll(".panel")].map((panel) => [...panel.querySelectorAll(".can")]);
  const [most] = panels.sort((a, b) => b.length - a.length);
  most[0].closest(".panel").scrollIntoView({ block: "nearest" });
  if (!most.some(isInSight)) most[0].scrollIntoView({ block: "center" });
  return undefined;
}

for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) {
  addEventListener(kind, () => (waiting = false), { passive: true, capture: true });
}

function isInSight(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return table.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

const first = () => table.querySelector(".can") || find("options").querySelector("button");

// What had the focus may be gone.
const onButton = () => [find("confirm"), find("back")].includes(document.activeElement);

function back() {
  if (sending) return undefined;
  if (!choosing.chosen.length) return retelling.skip();
  choosing.back();
  typing.clear();
  settle();
  if (onButton() || document.activeElement === document.body) first()?.focus();
  return undefined;
}

// The hint's move is chosen as if I had done it: Enter confirms it, U takes it back. While the bot thinks the
// focus stays on its button, which takes no key then; elsewhere it stays all the while.
async function hint() {
  if (sending || !hintable() || find("hint").ariaDisabled === "true") return;
  const before = choosing.chosen.join();
  const given = await askHint(match, token(), shown.version);
  await refresh();
  const move = given && isHint(shown.at, given.move) && shown.moves.find(([name]) => name === given.move);
  const own = choosing.chosen.length > 0 && choosing.chosen.join() !== before; // chosen while the bot thought
  const chosen = Boolean(move && mine() && !own);
  if (chosen) {
    retelling.skip();
    typing.clear();
    choosing.clear();
    move.slice(1).forEach((name) => choosing.choose(name));
  } else if (move && own) say(find("alert"), text("hintBeside", { move: named(move.slice(1)) }));
  else if (given && at === null && !away) say(find("alert"), text("late"));
  settle();
  if (chosen) find("live").textContent = find("prompt").textContent;
  if (chosen && document.activeElement === find("hint")) find("confirm").focus({ preventScroll: true });
}

// What others did meanwhile takes nothing from a move that can still be made: it is sent for what stands now.
// After a move of mine from another tab, or when that took another seat, it is not.
async function sendMove(move) {
  const [mine, version] = [token(), shown.version];
  try {
    await call(api(`/matches/${match}/moves`), { body: { text: move }, token: mine, version });
  } catch (error) {
    if (error.body?.type !== "conflict") throw error;
    await refresh();
    if (log.slice(version).some(isMyMove) || token() !== mine || shown.version === version) throw error;
    if (choosing.ready?.[0] !== move) throw error;
    await sendMove(move);
  }
}

async function send(byKeyboard) {
  const ready = choosing.ready;
  if (!ready || sending) return;
  if (shownTo !== seat()) return refresh(); // another tab took another seat
  say(find("alert"), "");
  sending = true;
  settle();
  try {
    await sendMove(ready[0]);
    choosing.clear();
  } catch (error) {
    complain(find("alert"), error);
    if (isRefusal(error)) choosing.clear();
  } finally {
    sending = false;
  }
  await refresh();
  settle();
  if (!byKeyboard) {
    bringNextIntoSight();
    waiting = !mine();
    return;
  }
  if (choosing.ready) return find("confirm").focus();
  const next = mine() && first();
  return next ? next.focus() : find("prompt").focus({ preventScroll: true });
}

// Of the move, and not of the moment.
const isRefusal = ({ status }) => status >= 400 && status < 500 && status !== TOO_MANY;

table.addEventListener("click", (event) => {
  retelling.skip();
  const element = clicked(event);
  if (element) choose(element.dataset.part, false);
});

// The part that a click means: itself, or one of those that are alike, or one that lies below it.
function clicked({ target, clientX, clientY }) {
  const direct = target.closest("[data-part]");
  if (direct?.matches(".can, .chosen")) return direct;
  const below = document.elementsFromPoint(clientX, clientY);
  const can = below.map((each) => each.closest(".can") ?? each.closest(".alike")?.querySelector(".can"));
  return can.find(Boolean) ?? direct;
}

find("options").addEventListener("click", (event) => {
  const element = event.target.closest("[data-part]");
  if (element) choose(element.dataset.part, event.detail === 0);
});
find("confirm").addEventListener("click", (event) => send(event.detail === 0));
find("back").addEventListener("click", back);
find("hint").addEventListener("click", hint);

// --- keys ---------------------------------------------------------------------------------------------

function keyed(names) {
  return [...names].map((name) => [name, part(name)?.dataset.keys]).filter(([, keys]) => keys);
}

const ARROWS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  if (event.target.closest("summary") && [" ", "Enter"].includes(event.key)) return;
  if (event.repeat && !ARROWS[event.key]) {
    // A key that is held chooses and confirms once, on a button too.
    if (event.target.closest("button, [data-part]")) event.preventDefault();
    return;
  }
  const element = event.target.closest("[data-part]");
  if (element && table.contains(element) && (event.key === " " || (event.key === "Enter" && !choosing.ready))) {
    event.preventDefault();
    choose(element.dataset.part, true);
  } else if (event.key === "Enter" && choosing.ready && !event.target.closest("a, button")) {
    event.preventDefault();
    send(true);
  } else if (event.key === "Escape") find("help").open && event.target.closest("#help") ? toggleHelp() : back();
  else if (ARROWS[event.key] && !event.target.closest("#log, .scroll")) {
    event.preventDefault();
    step(ARROWS[event.key]);
  } else if (!setting("nokeys") && /^\S$/.test(event.key)) single(event.key.toLowerCase());
});

function single(key) {
  if (key === "?") toggleHelp();
  else if (!shown) return; // there is nothing to choose from before the first answer
  else if (key === "u") back();
  else if (key === "h" && hintable()) hint();
  else {
    retelling.skip();
    const name = typing.part(key, keyed(choosing.next));
    if (name) choose(name, true);
    else settle();
  }
}

// The focus goes to the list of keys, and afterwards it and the page are where they were.
function toggleHelp() {
  const help = find("help");
  help.open = !help.open;
  if (help.open) {
    helpFrom = [document.activeElement, document.activeElement.dataset.part, scrollY];
    help.querySelector("summary").focus({ preventScroll: true });
    help.scrollIntoView({ block: "nearest" });
  } else if (helpFrom) {
    const [element, name, y] = helpFrom;
    document.activeElement.blur(); // nothing had it, perhaps
    (part(name) ?? element).focus({ preventScroll: true });
    scrollTo(0, y);
  }
}
find("help").addEventListener("toggle", () => {
  if (!find("help").open) helpFrom = null;
});

// --- my turn ------------------------------------------------------------------------------------------

// Once for each turn; not for the one that the page was opened in.
function tellTurn() {
  const turn = mine() && shown.version === log.length;
  document.title = `${turn ? "● " : ""}${shown.headline} · ${game}`;
  const icon = find("icon");
  icon.dataset.calm ??= icon.href;
  icon.href = turn ? icon.dataset.turn : icon.dataset.calm;
  const moved = log.filter(isMyMove).length;
  const told = turnTold;
  turnTold = turn ? moved : told ?? NO_TURN;
  if (!turn || told === null || told === moved) return;
  if (setting("sound")) beep();
  if (setting("notify") && document.hidden && globalThis.Notification?.permission === "granted") notify();
}

function notify() {
  try {
    new Notification(text("yours"), { body: game, tag: match }).onclick = () => window.focus();
  } catch {
    // On Android a page alone may not: the title and the icon have to do.
  }
}

function beep() {
  const context = new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.1, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.4);
  tone.frequency.value = 660;
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.4);
  tone.onended = () => context.close();
}

arrived(match);
offerSeats(match, refresh);
offerArrival(match, refresh);
offerAgain(match);
offerBranch(match);
offerProof(match);
offerAnalysis(match, goTo);
settleArrival(match).then(refresh);
onReturn(refresh);
window.addEventListener("hashchange", () => {
  arrived(match);
  settleArrival(match).then(refresh);
});
// Another tab took another seat.
window.addEventListener("storage", () => shown && shownTo !== seat() && refresh());
