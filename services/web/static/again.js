// Another match of the same kind, with the same bots and the same people asked, when this one is over.
import { complain, opened } from "./api.js";
import { find, show, single } from "./frame.js";
import { kept, myName, seatOf } from "./kept.js";
import { goTo } from "./wishes.js";

let shown = null; // what is looked at

export function offerAgain(match) {
  const { ruleset, options } = find("match").dataset;
  const again = async () => {
    const mine = seatOf(kept(match).token);
    const seats = shown.players.map(({ seat, person, bot }) => {
      if (seat === mine) return { name: myName() || person };
      return bot ? { bot } : {};
    });
    try {
      const answer = await opened("/matches", { ruleset, options: JSON.parse(options), seats, hints: shown.hints });
      return goTo(answer, document.querySelector("h1").textContent);
    } catch (error) {
      return complain(find("alert"), error);
    }
  };
  find("again").addEventListener("click", single(again));
}

export function settleAgain(match, found) {
  shown = found;
  const me = found.players[seatOf(kept(match).token)];
  show(find("again"), found.winners.length > 0 && me?.kind === "person");
}
