// Who shall sit where in a match to be opened: reads the choices of seats, and keeps what the opening answers.
import { LEAVING } from "./frame.js";
import { keep, myName, set } from "./kept.js";

// The name that was taken last, if it is one that the field takes.
export function fillIn(field) {
  if (myName() && myName().length <= field.maxLength) field.value = myName();
}

// As the service takes names: one blank is enough.
export const nameIn = (field) => field.value.trim().replace(/\s+/g, " ") || field.defaultValue;

// What is asked for each seat that is shown.
export function wishesOf(form, name) {
  const me = nameIn(name);
  return [...form.querySelectorAll("li:not([hidden]) > [data-seat]")].map(({ value }) => {
    if (value === "me") return { name: me };
    return value === "open" ? {} : { bot: value.slice(4) };
  });
}

export function offerWishes(form) {
  for (const seat of form.querySelectorAll("[data-seat]")) {
    seat.addEventListener("change", () => settleMe(form, seat));
  }
}

// Only one seat is mine: who takes a second one leaves the first to somebody else.
function settleMe(form, changed) {
  if (changed.value !== "me") return;
  for (const seat of form.querySelectorAll("[data-seat]")) {
    if (seat !== changed && seat.value === "me") seat.value = "open";
  }
}

export function goTo(answer, game) {
  const mine = answer.seats.find((seat) => seat.token);
  if (mine) set("name", mine.name);
  keep(answer.match, { token: mine?.token, invite: answer.invite, game, since: Date.now() });
  location.assign(`/matches/${answer.match}`);
  return LEAVING;
}
