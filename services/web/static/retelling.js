// What has just happened, shown in the drawing one step after the other. It never blocks anything, it can be
// skipped, and it does not run in a hidden tab or for who wants less motion.
import { find, made, show, text } from "./frame.js";

const STEP = 900;

export class Retelling {
  constructor() {
    this.timer = null;
    this.left = [];
  }

  play(steps) {
    this.skip();
    clear();
    const still = document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (still || steps.length < 2) {
      steps.forEach(mark);
      const last = steps.at(-1);
      if (last) tell(last, null);
      return;
    }
    this.left = [...steps];
    this.next();
  }

  next() {
    const step = this.left.shift();
    mark(step);
    tell(step, this.left.length ? () => this.skip() : null);
    if (this.left.length) this.timer = setTimeout(() => this.next(), STEP);
  }

  skip() {
    clearTimeout(this.timer);
    this.left.forEach(mark);
    if (this.left.length) tell(this.left.at(-1), null);
    this.left = [];
  }
}

function clear() {
  for (const each of document.querySelectorAll(".fresh")) each.classList.remove("fresh");
}

function mark(step) {
  for (const part of step.parts) {
    for (const each of document.querySelectorAll(`[data-part="${CSS.escape(part)}"]`)) each.classList.add("fresh");
  }
}

function tell(step, skip) {
  const told = find("told");
  const said = made("span");
  said.innerHTML = step.html; // made by the service, where every name is escaped
  told.replaceChildren(said);
  if (step.points) told.append(made("b", { className: "points", content: (step.points > 0 ? "+" : "") + step.points }));
  if (skip) {
    const button = made("button", { type: "button", content: text("skip") });
    button.addEventListener("click", skip);
    told.append(button);
  }
  show(told);
}
