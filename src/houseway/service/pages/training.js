// Training: the trainee deals to practice players. The table says what was wrong and under which paragraph; the page keeps score.

import {call, key, post, sentence} from "./api.js";
import {cites, dollars, el, filled, put} from "./dom.js";
import {chipWords, lessVigorish} from "./dealer_forms.js";

/** `<houseway-training>` */
export class Training extends HTMLElement {
  /** @type {any} */ table; /** @type {any} */ game; /** @type {any} */ page; /** @type {any} */ open; /** @type {any} */ seen;

  /** @param {string} table @param {string} game @param {{changed: Function, name: (wager: string) => string, last: () => string}} page */
  constructor(table, game, page) {
    super();
    Object.assign(this, {table, game, page, open: [], seen: new Set()});
    this.score = this.kept();
    this.question = el("div", {class: "question"});
    this.says = el("p", {class: "answer", role: "status"});
    this.figures = el("dl", {class: "sight score"});
    this.missed = el("ul", {class: "lines", "aria-label": "What was missed"});
    const over = el("button", {class: "button", type: "button", onclick: () => this.restart()}, "Start over");
    filled(this, {class: "panel training", role: "region", "aria-label": "Training"}, [el("h2", {}, "Training"), this.question, this.says, this.figures, el("h3", {}, "What was missed"), this.missed, over]);
    this.draw();
  }

  kept() {
    const none = {payouts: 0, paid: 0, acts: 0, right: 0, streak: 0};
    try {
      return {...none, ...JSON.parse(localStorage.getItem(`training-${this.game}`) || "{}")};
    } catch {
      return none;
    }
  }

  restart() {
    localStorage.removeItem(`training-${this.game}`);
    this.score = this.kept();
    put(this.missed);
    this.draw();
  }

  get waiting() {
    return this.open.length > 0;
  }

  hides(event) {
    return event.event === "wager-settled" && this.open.some((each) => each.seq === event.seq);
  }

  /** Process events: each settled wager becomes a question. */
  happened(events) {
    for (const event of events) {
      if (event.event !== "wager-settled" || event.reversed || this.seen.has(event.seq)) continue;
      this.seen.add(event.seq);
      this.open.push(event);
    }
    this.draw();
  }

  draw() {
    localStorage.setItem(`training-${this.game}`, JSON.stringify(this.score));
    const {payouts, paid, acts, right, streak} = this.score;
    const share = (top, below) => (below ? `${top} of ${below} (${Math.round((100 * top) / below)}%)` : "none yet");
    put(this.figures, ...[["Payouts right", share(paid, payouts)], ["Acts in order", share(right, acts)], ["In a row", String(streak)]].flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
    const event = this.open[0];
    if (this.question.dataset.seq === String(event?.seq)) return;
    this.question.dataset.seq = String(event?.seq);
    put(this.question, ...(event ? this.ask(event) : [el("p", {class: "quiet"}, "When wagers are settled you are asked, for each, what you do. Amounts stay hidden until you have answered.")]));
    this.question.querySelector("input")?.focus({preventScroll: true});
  }

  ask(event) {
    const amount = el("input", {type: "number", min: "0", step: "0.01", inputmode: "decimal", "aria-label": "Pay, in dollars", placeholder: "dollars"});
    const form = el("form", {class: "acts"}, amount, el("button", {class: "button main"}, "Pay this"),
      el("button", {class: "button", type: "button", onclick: () => this.answer(event, "lost", 0)}, "Collect it"),
      el("button", {class: "button", type: "button", onclick: () => this.answer(event, "returned", 0)}, "Give it back"),
      el("button", {class: "button", type: "button", onclick: () => this.answer(event, "", 0)}, "Show me"));
    form.addEventListener("submit", (submitted) => {
      submitted.preventDefault();
      this.answer(event, "won", Math.round(Number(amount.value) * 100));
    });
    return [el("p", {class: "quiet"}, this.page.last()), el("p", {}, el("strong", {}, `Seat ${event.seat}: ${this.page.name(event.wager)}, ${dollars(event.cents)}. `), "What do you do?", this.open.length > 1 ? el("span", {class: "quiet"}, ` (${this.open.length - 1} more)`) : null), form];
  }

  answer(event, result, cents) {
    const net = event.returned_cents - event.cents;
    const right = result === event.result && (result !== "won" || cents === net);
    const truth = event.result === "won" ? `pay ${dollars(net)}${lessVigorish(event)}: ${chipWords(net)}` : event.result === "lost" ? "collect it" : `give ${dollars(event.returned_cents)} back`;
    this.score.payouts += 1;
    this.marked(right, "paid");
    const name = `Seat ${event.seat}, ${this.page.name(event.wager)}, ${dollars(event.cents)}`;
    put(this.says, el("strong", {}, right ? "Right: " : "Wrong: "), `${truth}. `, el("span", {class: "cites"}, ...cites(this.game, event.cites)));
    if (!right) this.miss(`${name}: ${truth}`, event.cites);
    this.open.shift();
    this.draw();
    this.page.changed();
  }

  marked(right, name) {
    if (right) this.score[name] += 1;
    this.score.streak = right ? this.score.streak + 1 : 0;
  }

  miss(says, why) {
    this.missed.prepend(el("li", {class: "refused"}, `${says}. `, el("span", {class: "cites"}, ...cites(this.game, why || []))));
    while (this.missed.children.length > 30) this.missed.lastChild.remove();
  }

  /** An action of the trainee: the table accepts it or says what was wrong. */
  async act(command, seq, label, by) {
    this.score.acts += 1;
    try {
      await call("POST", `/v1/tables/${this.table}/training/acts`, {command, expect: {seq}, ...(by ? {as: by} : {})}, {"Idempotency-Key": key()});
      this.marked(true, "right");
    } catch (problem) {
      this.marked(false, "right");
      put(this.says, el("strong", {}, "Not now: "), `${sentence(problem.message)} `, el("span", {class: "cites"}, ...cites(this.game, problem.cites)));
      this.miss(`${label}: ${problem.message}`, problem.cites);
    }
    this.draw();
  }

  async players() {
    await post(`/v1/tables/${this.table}/training/players`);
  }
}

customElements.define("houseway-training", Training);
