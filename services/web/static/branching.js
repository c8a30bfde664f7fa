// A new match from a version of this one, with a choice of who sits where.
import { complain, opened } from "./api.js";
import { find, say, show, single } from "./frame.js";
import { kept, seatOf } from "./kept.js";
import { fillIn, goTo, offerWishes, wishesOf } from "./wishes.js";

const BEGUN = ["playing", "over", "stopped", "archived"];

let shown = null; // what is looked at

export function offerBranch(match) {
  const form = find("branch-form");
  const name = find("branch-name");
  fillIn(name);
  offerWishes(form);
  // At once: the event of the opening itself comes later, when something may have been chosen already.
  find("branch").querySelector("summary").addEventListener("click", () => find("branch").open || choose(form, match));
  const branch = single(async () => {
    say(find("alert"), "");
    try {
      const answer = await opened(`/matches/${match}/branches`, { at: shown.at, seats: wishesOf(form, name) });
      return goTo(answer, document.querySelector("h1").textContent);
    } catch (error) {
      complain(find("alert"), error);
      return find("alert").scrollIntoView({ block: "nearest" });
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    branch();
  });
}

// There is something to go on with where the match had begun and is not over.
export function settleBranch(match, found) {
  const first = shown === null;
  shown = found;
  const possible = BEGUN.includes(found.status) && found.winners.length === 0;
  show(find("branch"), possible);
  if (!first) return;
  choose(find("branch-form"), match);
  if (found.now === "archived" && possible) find("branch").open = true;
}

// At first: my seat is mine (or the first one), bots stay the same, a bot takes every other seat.
function choose(form, match) {
  const mine = seatOf(kept(match).token) ?? 0;
  const usual = form.querySelector("[data-usual]").value;
  form.querySelectorAll("[data-seat]").forEach((choice, seat) => {
    const { bot } = shown.players[seat];
    choice.value = seat === mine ? "me" : bot ? `bot:${bot}` : usual;
  });
}
