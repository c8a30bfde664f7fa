// What a link brings in its fragment: an invite, or a seat.
//
// The service is asked whose the seat is, and a seat that this browser holds is never given up for another unless
// I say so: anybody can write a link.
import { call, complain } from "./api.js";
import { find, say, show, text } from "./frame.js";
import { keep, kept } from "./kept.js";

let proven = null; // the seat's token that the last link brought, if the service knows it

// Taken at once, and removed from the address bar whatever it is.
export function arrived(match) {
  const [, kind, value] = /^#(join|seat)=(.*)$/.exec(location.hash) ?? [];
  if (!kind) return;
  history.replaceState(null, "", location.pathname + location.search);
  if (!/^[\w.-]+$/.test(value)) say(find("alert"), text(kind === "join" ? "badInvite" : "badSeat"));
  else keep(match, kind === "join" ? { joining: value } : { arriving: value });
}

export function offerArrival(match, refresh) {
  find("take-seat").addEventListener("click", () => {
    take(match, proven);
    refresh();
  });
  find("keep-seat").addEventListener("click", () => {
    keep(match, { arriving: undefined });
    show(find("arrival"), false);
  });
}

export async function settleArrival(match) {
  const { arriving, token } = kept(match);
  if (!arriving) return undefined;
  if (token === arriving) return take(match, arriving);
  try {
    await call(`/matches/${match}/mine`, { token: arriving });
  } catch (error) {
    if (kept(match).arriving !== arriving) return undefined;
    if (error.status === 403) {
      keep(match, { arriving: undefined });
      say(find("alert"), text("badSeat"));
    } else complain(find("alert"), error);
    return undefined;
  }
  if (kept(match).arriving !== arriving) return undefined; // another link came meanwhile
  proven = arriving;
  const mine = kept(match).token; // another tab may have settled it meanwhile
  return mine && mine !== proven ? show(find("arrival")) : take(match, proven);
}

// With another seat goes the invite of who opened the match; whether it is this one's is asked.
function take(match, token) {
  const game = document.querySelector("h1").textContent;
  if (token !== kept(match).token) keep(match, { invite: undefined, creator: undefined });
  keep(match, { token, arriving: undefined, since: Date.now(), game });
  show(find("arrival"), false);
  say(find("alert"), text("seatArrived"));
}
