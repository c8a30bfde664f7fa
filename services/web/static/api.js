// Requests to the API of this service, and the sentences for what can go wrong.
import { known, made, say, text } from "./frame.js";

// Of these the sentence does not tell all: what the service said, in English, stands behind it.
const DETAILED = ["anchor-gone", "bad-record", "illegal", "invalid", "ruleset-missing"];

export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || String(status));
    this.status = status;
    this.body = body;
  }
}

// Whether it is known that nothing was done; a service that fails may have done it.
export const isAnswered = ({ status }) => status < 500;

// The JSON that a path answers; Problem for a refusal, TypeError when nobody answers.
export async function call(path, { method, body, token, version, key } = {}) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  if (key) headers["Idempotency-Key"] = key;
  const answer = await fetch(path, {
    method: method || (body === undefined ? "GET" : "POST"),
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: "same-origin",
  });
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Problem(answer.status, { ...found, retry: answer.headers.get("Retry-After") });
  return found;
}

export const api = (path) => `/api/v1${path}`;

export function sentence(error) {
  if (!(error instanceof Problem)) return text("unreachable");
  const { type, sentence: said, still_legal: legal, retry } = error.body;
  if (said) return said; // the page's own paths speak its language
  if (type === "conflict" && legal) return text("conflictLegal");
  const key = `problem.${type}`;
  return known(key) ? text(key, { seconds: retry || 5 }) : text("failed");
}

// Say what went wrong, or without an error nothing.
export function complain(element, error) {
  say(element, error ? sentence(error) : "");
  const { type, sentence: said, detail } = error?.body ?? {};
  if (detail && (said || DETAILED.includes(type))) element.append(" ", made("small", { lang: "en", content: detail }));
}

// Bytes of the browser's own chance, in hex: nonces and idempotency keys.
export function drawn(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((each) => each.toString(16).padStart(2, "0")).join("");
}

let unanswered = null; // an opening that may have reached the service

// Open a match: take its anchor first, and only then choose a nonce. What was not answered is asked for again as
// it was, for then nothing is opened twice.
export async function opened(path, body) {
  const asked = JSON.stringify([path, body]);
  if (unanswered?.asked !== asked) {
    const { match } = await call(api("/anchors"), { body: {} });
    const seats = body.seats?.map((seat) => ("name" in seat ? { ...seat, nonce: drawn(32) } : seat));
    unanswered = { asked, key: drawn(16), body: { ...body, ...(seats && { seats }), match } };
  }
  try {
    const answer = await call(api(path), unanswered);
    unanswered = null;
    return answer;
  } catch (error) {
    if (isAnswered(error)) unanswered = null;
    throw error;
  }
}
