// What this browser keeps: settings, my name, and for each match its seat's token.
// Tokens stay here; they go to the service in the Authorization header and nowhere else.

const MATCHES = "tiledraft.matches";
const unkept = new Map(); // where a browser keeps nothing, everything works until the page is closed

function read(key, otherwise) {
  try {
    return JSON.parse(unkept.get(key) ?? localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key, value) {
  const written = JSON.stringify(value);
  try {
    localStorage.setItem(key, written);
    unkept.delete(key);
  } catch {
    unkept.set(key, written);
  }
}

export const setting = (name) => read(`tiledraft.${name}`, false);
export const myName = () => (typeof setting("name") === "string" ? setting("name") : "");
export const set = (name, value) => write(`tiledraft.${name}`, value);
export const kept = (match) => matches()[match] || {};

// Anything may stand there, from an earlier version too: what does not read as a match is as if it were not there.
export function matches() {
  const all = Object.entries(Object(read(MATCHES, {})));
  return Object.fromEntries(all.filter(([, held]) => reads(held)));
}

function reads(held) {
  if (!held || typeof held !== "object") return false;
  const { token = "M.0.x", game = "", since = 0, seen = {} } = held;
  if ([token, game].some((each) => typeof each !== "string")) return false;
  return /^[\w-]+\.\d+\.\w+$/.test(token) && Number.isFinite(since) && Boolean(seen) && typeof seen === "object";
}

export function keep(match, further) {
  const all = matches();
  write(MATCHES, { ...all, [match]: { ...all[match], ...further } });
}

// What was kept of a match, for who wants it back.
export function forget(match) {
  const { [match]: held, ...others } = matches();
  write(MATCHES, others);
  return held;
}

// A token reads MATCH.SEAT.SECRET.
export const seatOf = (token) => (token ? Number(token.split(".")[1]) : null);
