// Controls of a player's table: the chips, the typed line, and the explanation of a disabled control.

import {wordsOf} from "./api.js";
import {dollars, el, filled, svg} from "./dom.js";
import {colorOf} from "./felt.js";

/** `<houseway-chips>`: a choice of one chip, like radio buttons. */
export class ChipRow extends HTMLElement {
  /** @param {number[]} values in cents @param {number} cents the initial choice */
  constructor(values, cents) {
    super();
    this.values = values;
    this.buttons = values.map((each, n) => el("button", {class: "chip", type: "button", role: "radio", draggable: "true", "aria-label": `${dollars(each)} chips, key ${n + 1}`, onclick: () => this.choose(each), ondragstart: (event) => this.dragged(event, each)},
      svg("svg", {viewBox: "0 0 20 20", "aria-hidden": "true"}, svg("use", {href: "#chip", width: 20, height: 20, fill: colorOf(each)})), el("span", {}, dollars(each))));
    filled(this, {class: "chips", role: "radiogroup", "aria-label": "Chip to bet with", onkeydown: (event) => this.key(event)}, this.buttons);
    this.choose(cents);
  }

  /** Drag a chip onto the layout to bet it. */
  dragged(event, cents) {
    this.choose(cents);
    event.dataTransfer.setData("text/x-houseway-chip", String(cents));
  }

  choose(cents) {
    this.cents = cents;
    for (const [n, button] of this.buttons.entries()) {
      button.setAttribute("aria-checked", String(this.values[n] === cents));
      button.setAttribute("tabindex", this.values[n] === cents ? "0" : "-1");
    }
  }

  key(event) {
    const step = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1}[event.key];
    if (!step) return;
    event.preventDefault();
    const n = (this.values.indexOf(this.cents) + step + this.values.length) % this.values.length;
    this.choose(this.values[n]);
    this.buttons[n].focus();
  }
}

/** `<houseway-typed>`: a line to type wagers. */
export class TypedLine extends HTMLElement {
  /** @param {string} example of this game @param {(text: string) => Promise<void>} bet rejects with the problem */
  constructor(example, bet) {
    super();
    this.input = el("input", {type: "text", placeholder: example, "aria-label": "Type a wager", autocomplete: "off", maxlength: "80", "aria-describedby": "typed-says typed-how"});
    this.says = el("p", {class: "error small", id: "typed-says", role: "alert"});
    const form = el("form", {class: "typed"}, this.input, el("button", {class: "button"}, "Bet"), this.says, el("p", {class: "small quiet", id: "typed-how"}, "A wager, then dollars. Press / to type here."));
    this.append(form);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = this.input.value.trim();
      this.says.textContent = "";
      if (!text) return (this.says.textContent = `Type a wager and an amount in dollars: ${example}.`);
      try {
        await bet(text);
        this.input.value = "";
      } catch (problem) {
        this.says.textContent = wordsOf(problem);
      }
    });
  }
}

/** A disabled control stays focusable and says why. @param {HTMLElement} button @param {string} why */
export function allow(button, why) {
  const known = button.dataset.title || (button.dataset.title = button.title);
  button.title = why || known;
  if (why) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}

/** The limits of most wagers; "This place" shows those of a particular wager. @param {Record<string, {min_cents: number, max_cents: number}>} limits */
export function limitsInWords(limits) {
  const counts = new Map();
  for (const {min_cents: low, max_cents: high} of Object.values(limits)) {
    const name = `${dollars(low)} to ${dollars(high)}`;
    counts.set(name, (counts.get(name) || 0) + 1);
  }
  const [most] = [...counts].sort((one, other) => other[1] - one[1]);
  return counts.size > 1 ? `most wagers ${most[0]}` : `wagers ${most[0]}`;
}

customElements.define("houseway-chips", ChipRow);
customElements.define("houseway-typed", TypedLine);
