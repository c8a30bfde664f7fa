// Who sits where: joining by invite, the link to send, seats for bots, my seat on another device.
import { api, call, complain, drawn, isAnswered } from "./api.js";
import { find, say, show, single, text } from "./frame.js";
import { keep, kept, seatOf, set } from "./kept.js";
import { fillIn, nameIn } from "./wishes.js";

let asking = false; // whether an invite is asked for
let giving = null; // the seat that was given to a bot, until an answer came

const address = () => document.body.dataset.address;

export function offerSeats(match, refresh) {
  const form = find("join-form");
  const name = form.querySelector("input");
  fillIn(name);
  const sitDown = single(async () => {
    say(find("alert"), "");
    if (!kept(match).token) await join(match, nameIn(name)); // another tab may have done it
    await refresh();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sitDown();
  });
  const giveSeat = single(async () => {
    say(find("alert"), "");
    giving ??= { seat: Number(find("invite").dataset.open), bot: find("fill").value };
    const { seat, bot } = giving;
    try {
      await call(api(`/matches/${match}/seats/${seat}`), { method: "PUT", body: { bot }, token: kept(match).token });
      giving = null;
    } catch (error) {
      if (giving) complain(find("alert"), error); // or news came first that it was done
      if (isAnswered(error)) giving = null;
    }
    await refresh();
  });
  find("fill-seat").addEventListener("click", giveSeat);
  find("show-seat").addEventListener("click", () => {
    find("seat-link").value = `${address()}/matches/${match}#seat=${kept(match).token}`;
    show(find("seat-shown"));
    find("seat-link").select();
  });
}

// What was not answered is asked for again as it was, from any tab: the service may have given the seat already.
async function join(match, name) {
  const { joining, attempt } = kept(match);
  const asked = attempt ?? { key: drawn(16), body: { name, invite: joining, nonce: drawn(32) } };
  keep(match, { attempt: asked });
  try {
    const { token } = await call(api(`/matches/${match}/seats`), asked);
    const game = document.querySelector("h1").textContent;
    keep(match, { token, joining: undefined, attempt: undefined, creator: false, since: Date.now(), game });
    set("name", asked.body.name);
  } catch (error) {
    const closed = { 403: "badInvite", 409: "full" }[error.status];
    if (closed) keep(match, { joining: undefined });
    if (isAnswered(error)) keep(match, { attempt: undefined });
    if (closed) say(find("alert"), text(closed));
    else complain(find("alert"), error);
  }
}

// What of all this is offered now.
export function settleSeats(match, shown) {
  const { token, invite, joining, attempt } = kept(match);
  const past = shown.at !== shown.version; // in it seats were open that somebody has now
  if (giving && !past && shown.players[giving.seat].kind === "bot") {
    giving = null; // what was not answered was done
    say(find("alert"), "");
  }
  const open = past ? undefined : shown.players.find((player) => player.kind === "open");
  show(find("join"), Boolean((open || (attempt && !past)) && joining && !token));
  if (joining && !open && !past && !token && !attempt) {
    keep(match, { joining: undefined });
    say(find("alert"), text("full"));
  }
  // Who opened a match for others alone has the link to send, and no seat to give others' seats away from.
  show(find("invite"), Boolean(open && invite));
  show(find("fill-open"), Boolean(token));
  if (open && invite) {
    find("invite-link").value = `${address()}/matches/${match}#join=${invite}`;
    find("invite").dataset.open = open.seat;
  }
  show(find("move-device"), shown.players[seatOf(token)]?.kind === "person");
  if (open && token && !invite) askInvite(match, shown);
}

// On another device the creator's seat arrives without the invite: ask for it, until it is known whose seat it is.
async function askInvite(match, shown) {
  if (asking || kept(match).creator === false) return;
  asking = true;
  try {
    const { invite } = await call(api(`/matches/${match}/invite`), { body: {}, token: kept(match).token });
    keep(match, { invite });
    settleSeats(match, shown);
  } catch (error) {
    if (error.status === 403) keep(match, { creator: false });
  } finally {
    asking = false;
  }
}
