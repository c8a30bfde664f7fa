// A bot's hint in my turn, where the match was opened with hints.
import { api, call, complain } from "./api.js";
import { find, say, show, text } from "./frame.js";

let asking = false;
let given = null; // the last hint: its move, and the version that has the event of its asking

export const isHint = (version, move) => given?.version === version && given.move === move;

export function settleHint(offered) {
  const button = find("hint");
  show(button, offered);
  button.textContent = text(asking ? "asking" : "hint");
  button.setAttribute("aria-disabled", asking); // disabled it would lose the focus
}

// What a bot would do at a version; null where that is not told, and then why is said.
export async function askHint(match, token, version) {
  asking = true;
  given = null;
  settleHint(true);
  say(find("alert"), "");
  find("live").textContent = text("asking");
  try {
    const { moves, version: at } = await call(api(`/matches/${match}/hint`), { body: {}, token, version });
    given = { move: moves[0].text, version: at };
  } catch (error) {
    if (error.body?.type === "conflict") say(find("alert"), text("late"));
    else complain(find("alert"), error);
  } finally {
    asking = false;
  }
  return given;
}
