// What every page does: its texts, its settings.
import { set, setting } from "./kept.js";

const COPIED = 3000; // how long a button says so
const HELD = 3000; // and what is pressed is waited for
const FRAME = 16;
export const LEAVING = "leaving";
const TEXTS = JSON.parse(document.getElementById("texts").textContent);

export const known = (key) => key in TEXTS;

export function text(key, values = {}) {
  return TEXTS[key].replace(/%\((\w+)\)s/g, (_, name) => values[name]);
}

export const find = (id) => document.getElementById(id);

export function show(element, shown = true) {
  element.hidden = !shown;
}

export function say(element, sentence) {
  element.textContent = sentence;
  show(element, Boolean(sentence));
}

// An action that is not begun again while it is under way, nor when it has led elsewhere, until somebody comes back.
export function single(act) {
  let busy = false;
  onReturn(() => (busy = false));
  return async (...given) => {
    if (busy) return;
    busy = true;
    busy = (await act(...given)) === LEAVING;
  };
}

// What is pressed stays in its place until it is let go: moved away it would not be clicked. A slider is drawn
// for while it is held.
export async function letGo() {
  const end = performance.now() + HELD;
  while (document.querySelector("main :active:not(:has(:active), input)") && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, FRAME));
  }
}

// The browser's Back brings a page as it was left.
export function onReturn(act) {
  window.addEventListener("pageshow", ({ persisted }) => persisted && act());
}

// An element with a class or text; what comes from others is only ever set as text.
export function made(name, { className, content, ...attributes } = {}) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (content !== undefined) element.textContent = content;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

document.documentElement.classList.remove("no-script");
for (const box of document.querySelectorAll("[data-setting]")) {
  const name = box.dataset.setting;
  box.checked = setting(name);
  document.documentElement.classList.toggle(name, box.checked);
  box.addEventListener("change", async () => {
    if (name === "notify" && box.checked) box.checked = (await globalThis.Notification?.requestPermission()) === "granted";
    set(name, box.checked);
    document.documentElement.classList.toggle(name, box.checked);
  });
}
for (const link of document.querySelectorAll(".languages a")) {
  const language = link.href.split("language=")[1];
  link.addEventListener("click", () => {
    const address = new URL(location.href);
    address.hash = "";
    address.searchParams.set("language", language);
    link.href = address.pathname + address.search;
  });
}
for (const button of document.querySelectorAll("[data-copy]")) {
  const copy = button.textContent;
  let timer = null;
  button.addEventListener("click", async () => {
    const field = find(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy");
    }
    clearTimeout(timer);
    const live = find("live");
    button.textContent = text("copied");
    live.textContent = text("copied");
    timer = setTimeout(() => {
      button.textContent = copy;
      if (live.textContent === text("copied")) live.textContent = ""; // what is copied again is said again
    }, COPIED);
  });
}
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const open of document.querySelectorAll("details.menu[open]")) {
    event.stopImmediatePropagation(); // it closes this and nothing else
    if (open.contains(document.activeElement)) open.querySelector("summary").focus();
    open.open = false;
  }
});
document.addEventListener("click", ({ target }) => {
  for (const open of document.querySelectorAll("details.menu[open]")) {
    if (!open.contains(target)) open.open = false;
  }
});
