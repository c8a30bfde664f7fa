// The start page: open a match, find mine, look at a record.
import { api, call, complain, opened, Problem } from "./api.js";
import { find, made, say, show, text } from "./frame.js";
import { forget, keep, matches, seatOf, set, setting } from "./kept.js";

const ORDER = ["waitsForYou", "open", "running", "over", "gone"];
const SHOWN = 30;
const name = find("name");
name.value = setting("name") || name.value;

function wishes(form) {
  const me = name.value.trim() || name.defaultValue;
  set("name", me);
  return [...form.querySelectorAll(".seats li:not([hidden]) [data-seat]")].map(({ value }) => {
    if (value === "me") return { name: me };
    return value === "open" ? {} : { bot: value.slice(4) };
  });
}

function options(form) {
  const found = {};
  for (const field of form.querySelectorAll("[data-option]")) {
    const value = field.type === "checkbox" ? field.checked : field.value;
    found[field.dataset.option] = field.type === "number" ? Number(value) : value;
  }
  return found;
}

export function remember(answer, game, further = {}) {
  const mine = answer.seats.find((seat) => seat.token);
  keep(answer.match, { token: mine?.token, invite: answer.invite, game, since: Date.now(), ...further });
}

async function open(form) {
  say(find("alert"), "");
  const game = form.dataset.game;
  try {
    const answer = await opened("/matches", { ruleset: game, options: options(form), seats: wishes(form) });
    remember(answer, form.querySelector("h3").textContent);
    location.assign(`/matches/${answer.match}`);
  } catch (error) {
    complain(find("alert"), error);
  }
}

function settleSeats(form) {
  const count = Number(form.querySelector("[data-seats]").value);
  form.querySelectorAll(".seats li").forEach((seat, at) => show(seat, at < count));
}

// Only one seat is mine: who takes a second one leaves the first to somebody else.
function settleMe(form, changed) {
  if (changed.value !== "me") return;
  for (const seat of form.querySelectorAll("[data-seat]")) {
    if (seat !== changed && seat.value === "me") seat.value = "open";
  }
}

for (const form of document.querySelectorAll("form.game")) {
  const bot = form.querySelector("[data-usual]")?.value;
  form.querySelector("[data-seats]").addEventListener("change", () => settleSeats(form));
  form.querySelectorAll("[data-seat]").forEach((seat) => seat.addEventListener("change", () => settleMe(form, seat)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    open(form);
  });
  form.querySelector("[data-do=bot]").addEventListener("click", () => {
    form.querySelectorAll("[data-seat]").forEach((seat, at) => (seat.value = at ? bot : "me"));
    open(form);
  });
}

async function standing(match, { token }) {
  try {
    const found = await call(api(`/matches/${match}`));
    if (found.status === "open") return "open";
    if (found.status !== "playing") return "over";
    return token && found.position.to_act.includes(seatOf(token)) ? "waitsForYou" : "running";
  } catch (error) {
    return error instanceof Problem && error.status === 404 ? "gone" : "running";
  }
}

async function listed() {
  const newest = Object.entries(matches()).sort(([, a], [, b]) => (b.since || 0) - (a.since || 0));
  const found = await Promise.all(
    newest.slice(0, SHOWN).map(async ([match, held]) => ({ match, held, status: await standing(match, held) })),
  );
  found.sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
  show(find("mine"), found.length > 0);
  find("mine").querySelector("ul").replaceChildren(...found.map(entry));
}

function entry({ match, held, status }) {
  const item = made("li", { className: status });
  const link = made("a", { href: `/matches/${match}`, content: held.game || match });
  const date = held.since ? new Date(held.since).toLocaleString(document.documentElement.lang) : "";
  const away = made("button", { type: "button", content: "×", "aria-label": text("forget", { match }) });
  away.addEventListener("click", () => {
    forget(match);
    item.remove();
    show(find("mine"), Boolean(find("mine").querySelector("li")));
  });
  item.append(link, made("span", { className: "tag", content: text(status) }), made("small", { content: date }), away);
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
    const answer = await call(api("/records"), { body: { record } });
    location.assign(`/matches/${answer.match}`);
  } catch (error) {
    complain(find("alert"), error);
  }
}

find("record").addEventListener("change", ({ target }) => take(target.files[0]));
for (const kind of ["dragover", "drop"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    find("drop").classList.toggle("over", kind === "dragover");
    if (kind === "drop") take(event.dataTransfer.files[0]);
  });
}
listed();
