// Another match of the same kind, with the same bots and the same people asked, when this one is over.
import { complain, opened } from "./api.js";
import { find, show } from "./frame.js";
import { kept, seatOf, setting } from "./kept.js";
import { goTo } from "./wishes.js";

let shown = null; // what is looked at

export function offerAgain(match) {
  const { ruleset, options } = find("match").dataset;
  find("again").addEventListener("click", async () => {
    const mine = seatOf(kept(match).token);
    const seats = shown.players.map(({ seat, name, bot }) => {
      if (seat === mine) return { name: setting("name") || name };
      return bot ? { bot } : {};
    });
    try {
      const answer = await opened("/matches", { ruleset, options: JSON.parse(options), seats, hints: shown.hints });
      goTo(answer, document.querySelector("h1").textContent);
    } catch (error) {
      complain(find("alert"), error);
    }
  });
}

export function settleAgain(match, found) {
  shown = found;
  show(find("again"), found.winners.length > 0 && seatOf(kept(match).token) !== null);
}
