// The odds layer of a table: what the whole slip is worth on the next result, and the edge of every wager as a heat map.

import {get} from "./api.js";
import {dollars, el, percent, put} from "./dom.js";

const value = (exact) => {
  const [top, below = "1"] = String(exact).split("/");
  return Number(top) / Number(below);
};

export class Slip {
  /** @type {any} */ table; /** @type {any} */ felt; /** @type {any} */ word; /** @type {any} */ price; /** @type {any} */ rows; /** @type {any} */ seq; /** @type {any} */ wanted;

  /** @param {string} table @param {import("./felt.js").Felt} felt @param {string} word what the next result is called @param {() => void} price asks for all odds */
  constructor(table, felt, word, price) {
    Object.assign(this, {table, felt, word, price, rows: null, seq: -1, wanted: false});
    this.facts = el("div", {class: "slip-facts"});
    this.heatButton = el("button", {class: "button", type: "button", "aria-pressed": "false", title: "Key E", onclick: () => this.toggleHeat()}, "Edge on the layout");
    this.legend = el("p", {class: "small quiet", hidden: true}, "House edge by wager, in percent of the stake: ", ...["under 1.5", "under 3", "under 6", "under 12", "more"].map((text, n) => el("span", {class: `key hot-${n}`}, text)));
    this.node = el("details", {class: "panel slip"}, el("summary", {}, "What my wagers are worth"), this.facts, el("p", {class: "acts"}, this.heatButton), this.legend);
    this.node.addEventListener("toggle", () => this.ask(this.seq, true));
  }

  /** The odds sheet has come. */
  priced(rows) {
    this.rows = rows;
    this.heat();
  }

  toggleHeat() {
    this.heatButton.setAttribute("aria-pressed", String(this.heatButton.getAttribute("aria-pressed") !== "true"));
    if (!this.wanted) this.price();
    this.wanted = true;
    this.heat();
  }

  heat() {
    const on = this.heatButton.getAttribute("aria-pressed") === "true";
    this.legend.hidden = !on;
    this.felt.heat(on && this.rows ? new Map([...this.rows].map(([id, row]) => [id, value(row.house_edge)])) : null);
  }

  /** Ask what the slip is worth, where somebody wants to see it. */
  async ask(seq, always = false) {
    if (!this.node.open || (seq === this.seq && !always)) return;
    this.seq = seq;
    const {next} = await get(`/v1/tables/${this.table}/slip`).catch(() => ({next: null}));
    if (!next) return put(this.facts, el("p", {class: "quiet"}, "Where one result decides your wagers, this says what they are worth together. Point at a place for the edge of a single wager."));
    const fact = (name, text, more = "") => [el("dt", {}, name), el("dd", {}, text, more ? el("small", {class: "quiet"}, ` ${more}`) : null)];
    const mean = value(next.expected_cents);
    put(this.facts, el("dl", {}, ...fact(`on the next ${this.word}`, `${dollars(next.staked_cents)} staked`), ...fact("expected", `${mean > 0 ? "+" : mean < 0 ? "−" : ""}$${(Math.abs(mean) / 100).toFixed(4)}`, `exactly ${next.expected_cents} ¢`), ...fact("deviation", `$${(Number(next.deviation_cents) / 100).toFixed(2)}`),
      ...fact("ahead", percent(next.win, 2), next.win), ...fact("behind", percent(next.lose, 2), next.lose), ...fact("even or undecided", percent(next.even, 2), next.even), ...fact("best, worst", `${dollars(next.most_cents)}, ${dollars(next.least_cents)}`)));
  }
}
