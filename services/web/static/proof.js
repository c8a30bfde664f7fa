// Whether a match's hashes and deal links follow from one another, computed in this browser.
import { api, call, complain } from "./api.js";
import { find, made, say, text } from "./frame.js";
import { keep, kept } from "./kept.js";

const NO_HEAD = "0".repeat(64);
const LINK = "tiledraft-link/1";
const encoder = new TextEncoder();

export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value && typeof value === "object") {
    return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

async function sha256(bytes) {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((each) => each.toString(16).padStart(2, "0")).join("");
}

function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
}

function joined(first, second) {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

// {broken} the first version that does not follow, {deal} the first link that leads nowhere, or what was found.
export async function checked(stream) {
  let head = NO_HEAD;
  let link = null;
  const links = [];
  for (const [index, { hash, ...event }] of stream.entries()) {
    head = await sha256(encoder.encode(`${head}\n${canonical(event)}`));
    if (head !== hash || event.version !== index + 1) return { broken: index + 1 };
    if (event.anchor) link = event.anchor;
    if (event.kind === "chance" && event.link) {
      if ((await sha256(joined(encoder.encode(LINK), bytesOf(event.link)))) !== link) return { deal: event.deal };
      link = event.link;
    }
    if (event.kind === "chance") links.push(event);
  }
  return { head, links };
}

async function check(match) {
  const verdict = find("verdict");
  if (!globalThis.crypto?.subtle) return say(verdict, text("noCrypto"));
  say(verdict, text("checking"));
  const { stream } = await call(api(`/matches/${match}/record`));
  const found = await checked(stream);
  if (found.broken) return say(verdict, text("broken", { version: found.broken }));
  if (found.deal) return say(verdict, text("badLink", { deal: found.deal }));
  const seen = kept(match).seen;
  if (seen && stream[seen.version - 1]?.hash !== seen.head) return say(verdict, text("badHead"));
  const proven = found.links.filter((event) => event.link).length;
  const sentences = [text("proven", { events: stream.length, links: proven })];
  if (seen) sentences.push(text("headKnown", { version: seen.version }));
  say(verdict, sentences.join(" "));
  keep(match, { seen: { version: stream.length, head: found.head } });
  find("links").replaceChildren(...found.links.map((event) => {
    const item = made("li", { content: text("link", { deal: event.deal ?? "–", version: event.version }) + ": " });
    item.append(made("code", { content: event.link || text("copiedDeal") }));
    return item;
  }));
  return undefined;
}

export function settleProof({ at, head }) {
  find("head-at").textContent = text("headAt", { version: at });
  find("head").textContent = head;
}

export function offerProof(match) {
  find("check").addEventListener("click", () => check(match).catch((error) => complain(find("verdict"), error)));
  if (!globalThis.crypto?.subtle) say(find("verdict"), text("noCrypto"));
}
