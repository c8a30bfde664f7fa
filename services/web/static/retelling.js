// What has just happened, shown in the drawing one step after the other: each step puts the boards as they
// stood then, lights its parts and says its sentence. It never blocks anything, it can be skipped, and it does
// not run in a hidden tab or for who wants less motion: then all steps are lit at once.
import { find, letGo, made, show, text } from "./frame.js";

const STEP = 900;
const MOST = 30; // who is further behind sees the present
const MOST_SAID = 4; // of more steps: how they began, and the last ones

export class Retelling {
  // `change` makes a change of the drawing, and then marks again what can be chosen.
  constructor(table, change) {
    this.table = table;
    this.change = change;
    this.present = new Map();
    this.left = [];
    this.told = [];
    this.timer = null;
    this.button = made("button", { type: "button", content: text("skip") });
    this.button.addEventListener("click", () => this.skip());
    find("told").append(made("span"), this.button);
    document.addEventListener("visibilitychange", () => document.hidden && this.skip());
  }

  get wanted() {
    return !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  // Draw the table anew; boards that the steps lead to stay as they stand until it is their turn.
  draw(html, steps) {
    if (this.left.length > MOST) this.skip();
    const running = this.left.length > 0;
    const before = boards(this.table);
    this.table.innerHTML = html;
    this.present = boards(this.table);
    this.left.push(...steps);
    if (!running && steps.length < 2) {
      this.left = [];
      if (steps.length) this.light(steps);
      return;
    }
    for (const name of this.left.flatMap((step) => Object.keys(step.boards))) put(name, before.get(name));
    if (!running) this.next();
  }

  next() {
    const step = this.left.shift();
    this.told.push(step);
    if (!this.left.length) return this.end();
    this.change(() => Object.entries(step.boards).forEach(([name, html]) => put(name, panel(html))));
    mark([step]);
    this.say([step]);
    this.timer = setTimeout(() => this.goOn(), STEP);
    return undefined;
  }

  async goOn() {
    const { timer } = this;
    await letGo();
    if (timer === this.timer) this.next();
  }

  skip() {
    if (!this.left.length) return;
    this.told.push(...this.left.splice(0));
    this.end();
  }

  // The table as it stands, with all that led to it.
  end() {
    clearTimeout(this.timer);
    this.timer = null;
    this.change(() => this.present.forEach((board, name) => put(name, board)));
    this.light(this.told.splice(0));
  }

  // Steps that need no showing one after the other; without any nothing is lit or said.
  light(steps) {
    this.skip();
    mark(steps);
    this.say(steps);
  }

  say(steps) {
    const few = steps.length <= MOST_SAID;
    const said = few ? steps.map(sentence) : [sentence(steps[0]), "…", ...steps.slice(1 - MOST_SAID).map(sentence)];
    find("told").firstElementChild.replaceChildren(...said.flatMap((each) => [each, " "]));
    show(this.button, this.left.length > 0);
    show(find("told"), steps.length > 0);
  }
}

// What a step says, with the points that it brought.
export function sentence(step) {
  const said = made("span", { className: "said" });
  said.innerHTML = step.html; // made by the service, where every name is escaped
  const className = step.points < 0 ? "points lost" : "points";
  if (step.points) said.append(" ", made("b", { className, content: signed(step.points) }));
  return said;
}

const signed = (points) => (points > 0 ? `+${points}` : `−${-points}`);

function boards(table) {
  return new Map([...table.querySelectorAll(".panel:not(.middle)")].map((each) => [each.id, each]));
}

function panel(html) {
  const holder = made("template");
  holder.innerHTML = html; // made by the service, where every name is escaped
  return holder.content.firstElementChild;
}

function put(name, board) {
  const shown = find(name);
  if (board && shown && shown !== board) shown.replaceWith(board);
}

// Light the parts of these steps, and write beside each what it brought.
function mark(steps) {
  for (const each of document.querySelectorAll(".gain")) each.remove();
  for (const each of document.querySelectorAll(".fresh")) each.classList.remove("fresh");
  const gains = new Map();
  for (const step of steps) {
    for (const name of step.parts) {
      for (const each of document.querySelectorAll(`[data-part="${CSS.escape(name)}"]`)) each.classList.add("fresh");
    }
    const last = step.parts.at(-1);
    if (step.points && last) gains.set(last, (gains.get(last) ?? 0) + step.points);
  }
  gains.forEach(gain);
}

function gain(points, name) {
  const part = document.querySelector(`svg [data-part="${CSS.escape(name)}"]`);
  if (!part || !points) return;
  const { x, y } = part.querySelector(".halo").getBBox();
  const made = (tag, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    return element;
  };
  const place = `translate(${Math.max(x, 17)} ${Math.max(y, 12)})`;
  const badge = made("g", { class: points < 0 ? "gain lost" : "gain", transform: place, "aria-hidden": "true" });
  const number = made("text", { y: 4.5 });
  number.textContent = signed(points);
  badge.append(made("rect", { x: -15, y: -9, width: 30, height: 18, rx: 9 }), number);
  part.ownerSVGElement.append(badge);
}
