// The odds layer of a table: the value of the whole slip, until everything is decided and on the next result; the edge of every
// wager as a heat map.

import {dollars, el, percent, put} from "./dom.js";
import {worked} from "./working.js";

const value = (exact) => {
  const [top, below = "1"] = String(exact).split("/");
  return Number(top) / Number(below);
};

/** The result of each roll of two dice: 36 cells, with the amount in words and signs. @param {{dice: number[], cents: number}[]} cells */
function throwTable(cells) {
  const net = new Map();
  for (const {dice: [one, other], cents} of cells) {
    net.set(`${one} ${other}`, cents);
    if (cells.length < 36) net.set(`${other} ${one}`, cents);
  }
  const faces = [1, 2, 3, 4, 5, 6];
  const cell = (one, other) => {
    const cents = net.get(`${one} ${other}`) ?? 0;
    return el("td", {class: cents > 0 ? "won" : cents < 0 ? "lost" : "", title: `${one} and ${other}: ${one + other}`}, cents > 0 ? `+${dollars(cents)}` : cents < 0 ? dollars(cents) : "·");
  };
  return el("div", {class: "scroll"}, el("table", {class: "throws"}, el("caption", {}, "What each throw brings at once (a dot: nothing is decided)"),
    el("thead", {}, el("tr", {}, el("td", {}), ...faces.map((face) => el("th", {scope: "col"}, String(face))))), el("tbody", {}, ...faces.map((one) => el("tr", {}, el("th", {scope: "row"}, String(one)), ...faces.map((other) => cell(one, other)))))));
}

/** `<houseway-slip>`: expands to the value of all of the player's wagers. */
export class Slip extends HTMLElement {
  /** @type {any} */ table; /** @type {any} */ felt; /** @type {any} */ word; /** @type {any} */ price; /** @type {any} */ rows; /** @type {any} */ seq; /** @type {any} */ wanted;

  /** @param {string} table @param {import("./felt.js").Felt} felt @param {string} word what the next result is called @param {() => void} price requests all odds */
  constructor(table, felt, word, price) {
    super();
    Object.assign(this, {table, felt, word, price, rows: null, seq: -1, wanted: false});
    this.facts = el("div", {class: "slip-facts"});
    this.heatButton = el("button", {class: "button", type: "button", "aria-pressed": "false", title: "Key E", onclick: () => this.toggleHeat()}, "Edge on the layout");
    this.legend = el("p", {class: "small quiet", hidden: true}, "House edge by wager, in percent of the stake: ", ...["under 1.5", "under 3", "under 6", "under 12", "more"].map((text, n) => el("span", {class: `key hot-${n}`}, text)));
    this.box = el("details", {class: "panel slip"}, el("summary", {}, "What my wagers are worth"), this.facts, el("p", {class: "acts"}, this.heatButton), this.legend);
    this.append(this.box);
    this.box.addEventListener("toggle", () => this.ask(this.seq, true));
  }

  /** The odds sheet has arrived. */
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

  /** Request the slip's value, if the panel is open. */
  async ask(seq, always = false) {
    if (!this.box.open || (seq === this.seq && !always)) return;
    this.seq = seq;
    const found = await worked("GET", `/v1/tables/${this.table}/slip`, undefined, (doing) => put(this.facts, el("p", {class: "quiet"}, `Working it out: ${doing}`)), () => seq !== this.seq).catch((problem) => ({why: problem.message}));
    if (!found || seq !== this.seq) return;
    const {next, decided, played = [], why} = found;
    const same = next && decided && next.expected_cents === decided.expected_cents && next.variance_cents === decided.variance_cents;
    put(this.facts, decided && !same ? this.told("Until all are decided", decided) : null, next ? this.told(same ? `The next ${this.word} decides` : `The next ${this.word} alone`, next) : null, next?.cells ? throwTable(next.cells) : null, ...played.map((each) => this.told(`If you play: ${each.name}`, each)), decided || played.length ? null : el("p", {class: "quiet"}, `${why[0].toUpperCase()}${why.slice(1)}. Point at a place to see the edge of a single wager.`));
  }

  /** @param {string} title what these figures cover @param {any} of */
  told(title, of) {
    const fact = (name, text, more = "") => [el("dt", {}, name), el("dd", {}, text, more ? el("small", {class: "quiet"}, ` ${more}`) : null)];
    const mean = value(of.expected_cents), brief = (exact) => (!of.rounded && String(exact).length < 24 ? exact : "");
    const chances = of.win === null ? [] : [...fact("deviation", `$${(Number(of.deviation_cents) / 100).toFixed(2)}`), ...fact("ahead", percent(of.win, 2), brief(of.win)), ...fact("behind", percent(of.lose, 2), brief(of.lose)),
      ...fact(of.results || of.about ? "even" : "even or undecided", percent(of.even, 2), brief(of.even)), ...fact("best, worst", `${dollars(of.most_cents)}, ${dollars(of.least_cents)}`)];
    return el("section", {"aria-label": title}, el("h3", {}, title), el("dl", {}, ...fact("staked", dollars(of.staked_cents), of.results ? `${value(of.results).toFixed(2)} ${this.word}s on average` : ""),
      ...fact("expected", `${mean > 0 ? "+" : mean < 0 ? "−" : ""}$${(Math.abs(mean) / 100).toFixed(4)}`, of.rounded ? `${of.expected_cents} ¢, rounded` : `exactly ${of.expected_cents} ¢`), ...chances), ...(of.about || []).map((line) => el("p", {class: "small quiet"}, line)));
  }
}

customElements.define("houseway-slip", Slip);
