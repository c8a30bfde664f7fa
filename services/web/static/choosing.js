// Choosing a move by its parts. This knows parts and moves, and no game.
//
// A move is its text and the parts that lead to it. Choosing a part keeps the moves that go through it; of
// each that is left, the first part not yet chosen can be chosen next.

export class Choosing {
  constructor(moves = []) {
    this.moves = moves;
    this.chosen = [];
  }

  get left() {
    return this.moves.filter(([, ...parts]) => this.chosen.every((part) => parts.includes(part)));
  }

  // The parts that can be chosen now.
  get next() {
    const found = new Set();
    for (const [, ...parts] of this.left) {
      const part = parts.find((each) => !this.chosen.includes(each));
      if (part !== undefined) found.add(part);
    }
    return found;
  }

  // The move that needs nothing more, or undefined.
  get ready() {
    if (!this.chosen.length) return undefined;
    const left = this.left;
    if (left.length === 1) return left[0];
    return left.find(([, ...parts]) => parts.length === this.chosen.length);
  }

  // Choose a part, perhaps in place of later ones; whether that was possible.
  choose(part) {
    if (this.chosen.includes(part)) {
      this.chosen = this.chosen.slice(0, this.chosen.indexOf(part));
      return true;
    }
    const before = this.chosen;
    for (let keep = before.length; keep >= 0; keep -= 1) {
      this.chosen = before.slice(0, keep);
      if (this.next.has(part)) {
        this.chosen.push(part);
        return true;
      }
    }
    this.chosen = before;
    return false;
  }

  back() {
    this.chosen.pop();
  }

  clear() {
    this.chosen = [];
  }
}

// Keys typed one after the other, until they name one of the parts.
export class Typing {
  constructor() {
    this.typed = "";
  }

  // The part that the keys name now, of [part, keys] pairs; undefined while more are wanted or none fits.
  part(key, pairs) {
    for (const typed of [this.typed + key, key]) {
      const fitting = pairs.filter(([, keys]) => keys.startsWith(typed));
      if (!fitting.length) continue;
      const exact = fitting.find(([, keys]) => keys === typed);
      this.typed = exact && fitting.length === 1 ? "" : typed;
      return this.typed ? undefined : exact[0];
    }
    this.typed = "";
    return undefined;
  }

  // The parts that may still be meant.
  fitting(pairs) {
    return this.typed ? pairs.filter(([, keys]) => keys.startsWith(this.typed)).map(([part]) => part) : [];
  }

  clear() {
    this.typed = "";
  }
}
