// The start page: open a match, find mine, look at a record.
import { api, call, complain, opened, Problem } from "./api.js";
import { find, letGo, made, onReturn, say, show, single, text } from "./frame.js";
import { forget, keep, matches, seatOf } from "./kept.js";
import { fillIn, goTo, offerWishes, wishesOf } from "./wishes.js";

const ORDER = ["waitsForYou", "open", "running", "over", "gone"];
const SHOWN = 30;
const name = find("name");
fillIn(name);

function options(form) {
  const found = {};
  for (const field of form.querySelectorAll("[data-option]")) {
    const value = field.type === "checkbox" ? field.checked : field.value;
    found[field.dataset.option] = field.type === "number" ? Number(value) : value;
  }
  return found;
}

const open = single(async (form) => {
  say(find("alert"), "");
  const game = form.dataset.game;
  try {
    const hints = form.querySelector("[data-hints]").checked;
    const body = { ruleset: game, options: options(form), seats: wishesOf(form, name), hints };
    const answer = await opened("/matches", body);
    return goTo(answer, form.querySelector("h3").textContent);
  } catch (error) {
    return complain(find("alert"), error);
  }
});

function settleSeats(form) {
  const count = Number(form.querySelector("[data-seats]").value);
  const wishes = [...form.querySelectorAll("[data-seat]")];
  form.querySelectorAll(".seats li").forEach((seat, at) => show(seat, at < count));
  // My seat is not lost with those that are taken away.
  if (wishes.findIndex(({ value }) => value === "me") >= count) wishes[0].value = "me";
}

const isChanged = (field) =>
  field.type === "checkbox" ? field.checked !== field.defaultChecked : [...(field.options ?? [])].some((each) => each.selected !== each.defaultSelected);

// The browser's Back brings back what was chosen, and tells of no change.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form.game")) {
    settleSeats(form);
    if ([...form.elements].some(isChanged)) form.querySelector("details").open = true;
  }
});

for (const form of document.querySelectorAll("form.game")) {
  const bot = form.querySelector("[data-usual]")?.value;
  form.querySelector("[data-seats]").addEventListener("change", () => settleSeats(form));
  offerWishes(form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    open(form);
  });
  form.querySelector("[data-do=bot]").addEventListener("click", () => {
    const count = form.querySelector("[data-seats]");
    // Alone there is nobody to play against, unless the game is for one.
    if (Number(count.value) < 2) (count.querySelector("[value='2']") ?? count.selectedOptions[0]).selected = true;
    settleSeats(form);
    form.querySelectorAll("[data-seat]").forEach((seat, at) => (seat.value = at ? bot : "me"));
    open(form);
  });
}

// How a match stands, and with whom it is played.
async function standing(match, { token }) {
  try {
    const found = await call(api(`/matches/${match}`));
    const others = found.seats
      .filter(({ seat }) => seat !== seatOf(token))
      .map(({ name, bot }) => name ?? (bot && botTitle(bot)));
    return { status: statusOf(found, token), others: others.filter(Boolean) };
  } catch (error) {
    return { status: error instanceof Problem && error.status === 404 ? "gone" : "running", others: [] };
  }
}

const botTitle = (bot) => document.querySelector(`[data-seat] [value="bot:${CSS.escape(bot)}"]`)?.dataset.title ?? bot;

function statusOf({ status, position }, token) {
  if (status === "open") return "open";
  if (status !== "playing") return "over";
  return token && position.to_act.includes(seatOf(token)) ? "waitsForYou" : "running";
}

async function listed() {
  const newest = Object.entries(matches()).sort(([, a], [, b]) => (b.since || 0) - (a.since || 0));
  const found = await Promise.all(
    newest.slice(0, SHOWN).map(async ([match, held]) => ({ match, held, ...(await standing(match, held)) })),
  );
  found.sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
  await letGo();
  show(find("mine"), found.length > 0);
  find("mine").querySelector("ul").replaceChildren(...found.map(entry));
}

function entry(found) {
  const { match, held, status, others } = found;
  const item = made("li", { className: status });
  const link = made("a", { href: `/matches/${match}`, content: held.game || match });
  const date = held.since ? new Date(held.since).toLocaleString(document.documentElement.lang) : "";
  const away = made("button", { type: "button", content: "×", "aria-label": text("forget", { match }) });
  away.addEventListener("click", () => {
    const forgotten = forget(match); // another tab may have kept more than was listed
    const undo = made("button", { type: "button", content: text("undo") });
    undo.addEventListener("click", ({ detail }) => {
      if (detail > 1) return; // the second click of two on ×
      keep(match, forgotten);
      const again = entry(found);
      item.replaceWith(again);
      again.querySelector("a").focus();
    });
    item.replaceChildren(made("span", { content: text("forgotten", { game: link.textContent }) }), undo);
    undo.focus();
  });
  const about = [others.length ? text("with", { names: others.join(", ") }) : "", date].filter(Boolean).join(" · ");
  item.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
  item.append(link, made("span", { className: "tag", content: text(status) }), made("small", { content: about }), away);
  return item;
}

async function take(file) {
  if (!file) return;
  let record;
  try {
    record = JSON.parse(await file.text());
  } catch {
    return say(find("alert"), text("notRecord"));
  }
  try {
    const answer = await opened("/records", { record });
    location.assign(`/matches/${answer.match}`);
  } catch (error) {
    complain(find("alert"), error);
  }
}

find("record").addEventListener("change", ({ target }) => {
  take(target.files[0]);
  target.value = ""; // or the same file could not be chosen again
});
for (const kind of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    find("drop").classList.toggle("over", kind === "dragover");
    if (kind === "drop") take(event.dataTransfer.files[0]);
  });
}
listed();
onReturn(listed);
