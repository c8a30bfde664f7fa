// What a link brings in its fragment: an invite, or a seat.
//
// The service is asked whose the seat is, and a seat that this browser holds is never given up for another unless
// I say so: anybody can write a link.
import { call, complain } from "./api.js";
import { find, say, show, text } from "./frame.js";
import { keep, kept } from "./kept.js";

// Taken at once, and removed from the address bar.
export function arrived(match) {
  const [, kind, value] = /^#(join|seat)=([\w.-]+)$/.exec(location.hash) ?? [];
  if (!kind) return;
  history.replaceState(null, "", location.pathname + location.search);
  keep(match, kind === "join" ? { joining: value } : { arriving: value });
}

export function offerArrival(match, refresh) {
  find("take-seat").addEventListener("click", () => {
    take(match);
    show(find("arrival"), false);
    refresh();
  });
  find("keep-seat").addEventListener("click", () => {
    keep(match, { arriving: undefined });
    show(find("arrival"), false);
  });
}

export async function settleArrival(match) {
  const { arriving, token } = kept(match);
  if (!arriving) return;
  if (token === arriving) return take(match);
  try {
    await call(`/matches/${match}/mine`, { token: arriving });
  } catch (error) {
    if (error.status === 403) {
      keep(match, { arriving: undefined });
      say(find("alert"), text("badSeat"));
    } else complain(find("alert"), error);
    return undefined;
  }
  if (token) return show(find("arrival"));
  return take(match);
}

function take(match) {
  const game = document.querySelector("h1").textContent;
  keep(match, { token: kept(match).arriving, arriving: undefined, creator: undefined, since: Date.now(), game });
  say(find("alert"), text("seatArrived"));
}
