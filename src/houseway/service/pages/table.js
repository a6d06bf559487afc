// A player's table: bet by click, tap or keyboard, see what every wager came to and why. The server says what is lawful.

import {get, post, whoever} from "./api.js";
import {cites, dollars, el, percent, put} from "./dom.js";
import {Felt, colorOf} from "./felt.js";
import {Live} from "./live.js";
import {tile} from "./pieces.js";
import {ResultPicture, handsOf, placeOf, stacksOf} from "./standing.js";

const CHIPS = [100, 500, 2500, 10000, 50000];
const STAKE = 100000;

export async function show(main, id) {
  await whoever({guest: true});
  const [{felt, rings}, view] = await Promise.all([get(`/v1/tables/${id}/felt`), get(`/v1/tables/${id}`)]);
  const page = new TablePage(main, id, felt, rings, view);
  await page.start();
  return () => page.end();
}

class TablePage {
  constructor(main, id, felt, rings, view) {
    Object.assign(this, {main, id, view, limits: view.limits, chip: 500, history: [], last: [], pending: new Map(), settled: [], odds: null, looked: null, lit: new Set()});
    this.game = view.game;
    this.felt = new Felt(felt, {bet: (place) => this.bet(place), remove: (place) => this.remove(place), look: (place) => this.look(place)}, (place) => this.spoken(place));
    this.result = new ResultPicture(rings);
    this.build();
  }

  build() {
    this.status = el("span", {class: "status", role: "status"});
    this.money = el("b", {});
    this.onTable = el("span", {class: "small quiet"});
    this.result.text.textContent = "Place your wagers.";
    this.lines = el("ul", {class: "lines", role: "log", "aria-live": "polite", "aria-label": "What happened"});
    this.info = el("div", {class: "spot-info"}, el("p", {class: "quiet"}, "Point at a place, or move to it with Tab and the arrow keys, to see what it pays."));
    this.hands = el("div", {class: "hands"});
    this.choices = el("div", {class: "choices", hidden: true, role: "group", "aria-label": "Your choice"});
    this.alert = el("div", {class: "sr", role: "alert"});
    this.chipButtons = CHIPS.map((cents, n) => el("button", {class: "chip", type: "button", role: "radio", "aria-checked": String(cents === this.chip), "aria-label": `${dollars(cents)} chips, key ${n + 1}`, onclick: () => this.choose(cents)}, dollars(cents)));
    for (const [n, button] of this.chipButtons.entries()) button.style.setProperty("--chip", colorOf(CHIPS[n]));
    const act = (name, label, keys, doing) => (this[name] = el("button", {class: "button", type: "button", title: `${label} (${keys})`, onclick: doing}, label));
    const acts = el("div", {class: "acts"}, act("undoButton", "Undo", "U", () => this.undo()), act("clearButton", "Clear", "C", () => this.clear()), act("repeatButton", "Repeat", "R", () => this.repeat()), act("doubleButton", "Double", "D", () => this.double()));
    this.dealButton = el("button", {class: "button main", type: "button", title: "Space or Enter here; key G", onclick: () => this.deal()}, "Deal");
    this.sitButton = el("button", {class: "button main", type: "button", onclick: () => this.sit()}, `Sit down with ${dollars(STAKE)}`);
    this.typed = el("input", {type: "text", placeholder: "17 straight 5, or / to come here", "aria-label": "Type a wager", autocomplete: "off"});
    const typedForm = el("form", {class: "typed"}, this.typed, el("button", {class: "button"}, "Bet"));
    typedForm.addEventListener("submit", (event) => {
      event.preventDefault();
      this.typedBet();
    });
    this.feltBox = el("div", {class: "felt"}, this.hands, this.felt.node);
    const range = this.rangeOfLimits();
    put(this.main, el("div", {class: "room"},
      el("div", {class: "head"}, el("h1", {}, this.view.title), el("span", {class: "quiet"}, `${this.id} · ${this.view.edition} · ${range}`), this.view.practice ? el("span", {class: "practice"}, "practice") : null, this.status,
        el("span", {}, el("a", {href: `/tables/${this.id}/replay`}, "Past rounds"), " · ", el("a", {href: `/tables/${this.id}/dealer`}, this.view.practice ? "Deal or train" : "Dealer's console"), " · ", el("a", {href: `/rules/${this.game}`}, "Rulebook"))),
      this.feltBox,
      el("div", {class: "tray"}, this.sitButton, el("div", {class: "money"}, el("span", {class: "small quiet"}, "Your chips"), this.money, this.onTable), el("fieldset", {class: "chips", role: "radiogroup", "aria-label": "Chip to bet with"}, ...this.chipButtons), acts, this.dealButton, this.choices),
      el("div", {class: "side"}, el("section", {class: "panel", "aria-label": "Result"}, el("h2", {}, "Result"), this.result.node), el("section", {class: "panel"}, el("h2", {}, "This place"), this.info), el("section", {class: "panel"}, el("h2", {}, "Type a wager"), typedForm), el("section", {class: "panel"}, el("h2", {}, "What happened"), this.lines)),
      this.alert));
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
  }

  rangeOfLimits() {
    const all = Object.values(this.limits);
    return `${dollars(Math.min(...all.map((each) => each.min_cents)))} to ${dollars(Math.max(...all.map((each) => each.max_cents)))}`;
  }

  async start() {
    this.live = new Live(this.id, {
      events: (events) => this.happened(events),
      snapshot: () => {},
      state: (state) => this.connected(state),
      again: () => this.refresh(),
    });
    if (this.view.practice && this.view.due === null) await this.deal();
    await this.refresh();
    get(`/v1/tables/${this.id}/odds`).then(({wagers}) => {
      this.odds = new Map(wagers.map((row) => [row.id, row]));
      if (this.looked) this.look(this.looked);
    }, () => {});
  }

  end() {
    this.live.end();
    document.removeEventListener("keydown", this.keys);
    this.connected("live");
  }

  connected(state) {
    const shown = document.getElementById("connection");
    shown.hidden = state === "live";
    shown.textContent = state === "live" ? "" : "The connection is lost. It heals by itself; nothing you bet is lost or bet twice.";
    if (state === "live") this.refresh();
  }

  /** The table as it stands now; asked for once at a time. */
  async refresh() {
    if (this.asking) return (this.askAgain = true);
    this.asking = true;
    try {
      this.view = {...(await get(`/v1/tables/${this.id}?limits=false`))};
      this.draw();
    } catch (problem) {
      if (problem.code !== "offline") this.tell(problem.message);
    } finally {
      this.asking = false;
      if (this.askAgain) {
        this.askAgain = false;
        this.refresh();
      }
    }
  }

  get seat() {
    return this.view.yours[0];
  }

  get mine() {
    const seats = new Set(this.view.yours);
    return (this.view.view.wagers || []).filter((each) => seats.has(each.player || each.seat));
  }

  draw() {
    const {view} = this;
    const due = view.due;
    this.status.dataset.phase = view.phase;
    this.status.textContent = due ? `Round ${view.round}: ${due.says}` : "Not open yet";
    const seated = this.seat !== undefined;
    this.sitButton.hidden = seated || !view.acts.some((act) => act.do === "buy-in");
    this.money.textContent = seated ? dollars(view.chips[`seat:${this.seat}`] || 0) : "—";
    this.onTable.textContent = seated ? `${dollars(this.mine.reduce((sum, each) => sum + each.cents, 0))} on the layout` : "";
    const betting = view.acts.some((act) => act.do === "wager");
    this.dealButton.hidden = !view.practice;
    const asked = (due?.asked || []).filter((each) => view.yours.includes(Number(each.who.split(":")[1])));
    const ours = (due?.asked || []).some((each) => !each.who.startsWith("seat:")); // the dealer may go on meanwhile
    const must = view.phase === "choices" && asked.length > 0 && !ours;
    this.dealButton.disabled = !seated || must;
    this.dealButton.textContent = {roulette: "Spin", "big-six": "Spin", craps: "Roll", "mini-craps": "Roll", "sic-bo": "Shake"}[this.game] || "Deal";
    for (const button of [this.undoButton, this.clearButton, this.repeatButton, this.doubleButton]) button.disabled = !betting;
    this.undoButton.disabled ||= !this.history.length;
    this.repeatButton.disabled ||= !this.last.length;
    this.doubleButton.disabled ||= !this.mine.length;
    this.clearButton.disabled ||= !this.mine.length;
    this.drawChips();
    this.drawHands();
    this.drawChoices(asked);
  }

  placeOf(wager, seat) {
    return placeOf(this.felt.felt, wager, seat);
  }

  drawChips() {
    this.felt.show(stacksOf(this.felt.felt, this.view.view.wagers, new Set(this.view.yours), this.pending.values()));
    this.felt.light(this.lit);
  }

  drawHands() {
    const nodes = handsOf(this.view.view);
    put(this.hands, ...nodes);
    this.hands.hidden = !nodes.length;
  }

  drawChoices(asked) {
    const options = asked.flatMap((each) => each.options.map((option) => ({seat: Number(each.who.split(":")[1]), option})));
    const sign = JSON.stringify(options) + this.view.seq;
    if (this.choices.dataset.sign === sign) return;
    this.choices.dataset.sign = sign;
    this.choices.hidden = !options.length;
    const focused = this.choices.contains(document.activeElement);
    put(this.choices, options.length ? el("strong", {}, this.view.phase === "choices" ? "Your turn:" : "You may:") : null, ...options.map(({seat, option}) => this.choiceOf(seat, option)));
    if (focused) this.choices.querySelector("button")?.focus();
  }

  choiceOf(seat, option) {
    const name = option.choice.replaceAll("-", " ");
    const label = name[0].toUpperCase() + name.slice(1);
    if (option.choice === "set") return this.setter(seat);
    const amount = option.high_cents ? ` (${dollars(option.high_cents)})` : "";
    return el("button", {class: "button", type: "button", title: option.cites.map((cite) => `§ ${cite}`).join(", "), onclick: () => this.send({do: "choose", seat, choice: option.choice})}, label + amount);
  }

  /** Pai Gow: two of the four tiles become the high hand. */
  setter(seat) {
    const own = (this.view.view.hands || []).find((each) => each.player === seat && each.tiles?.length === 4);
    if (!own) return null;
    const chosen = new Set();
    const done = el("button", {class: "button main", type: "button", disabled: true, onclick: () => {
      const high = [...chosen].map((n) => own.tiles[n]), low = own.tiles.filter((_, n) => !chosen.has(n));
      this.send({do: "choose", seat, choice: "set", high, low});
    }}, "Set");
    const buttons = own.tiles.map((name, n) => el("button", {class: "tile", type: "button", "aria-pressed": "false", "aria-label": `tile ${name}, high hand`, onclick: (event) => {
      chosen.has(n) ? chosen.delete(n) : chosen.add(n);
      event.currentTarget.setAttribute("aria-pressed", String(chosen.has(n)));
      done.disabled = chosen.size !== 2;
    }}, tile(name)));
    return el("span", {class: "acts"}, el("span", {}, "Choose the two tiles of your high hand:"), ...buttons, done);
  }

  // What somebody does

  choose(cents) {
    this.chip = cents;
    for (const [n, button] of this.chipButtons.entries()) button.setAttribute("aria-checked", String(CHIPS[n] === cents));
  }

  async sit() {
    const taken = this.view.acts.find((act) => act.do === "buy-in" && !this.view.chips[`seat:${act.seat}`]);
    if (!taken) return this.tell("Every seat is taken; choose another table.");
    await this.send({do: "buy-in", seat: taken.seat, cents: STAKE});
  }

  async bet(place, event) {
    event?.preventDefault?.();
    if (this.seat === undefined) return this.refused(place, {message: "Take a seat first.", cites: []});
    if (place.seat && !this.view.yours.includes(place.seat)) return this.refused(place, {message: `This place is seat ${place.seat}'s.`, cites: []});
    await this.wager(place, place.seat || this.seat, place.wager, this.chip);
  }

  async wager(place, seat, id, cents) {
    const token = crypto.randomUUID();
    const before = this.mine.find((each) => each.id === id && each.seat === seat)?.cents || 0;
    this.pending.set(token, {place, cents});
    this.drawChips();
    const expect = {round: this.view.round, phase: this.view.phase};
    try {
      await this.live.send({do: "wager", seat, id, cents}, expect);
      this.history.push({seat, id, before});
    } catch (problem) {
      this.refused(place, {message: problem.detail, cites: problem.cites, right: problem.right});
    } finally {
      this.pending.delete(token);
      await this.refresh();
    }
  }

  async remove(place) {
    const mine = this.mine.filter((each) => place.wagers.includes(each.id) && (!place.seat || place.seat === each.seat));
    if (!mine.length) return;
    const {seat, id} = mine[mine.length - 1];
    await this.send({do: "remove", seat, id}, place);
  }

  async undo() {
    const last = this.history.pop();
    if (!last) return;
    const command = last.before ? {do: "reduce", seat: last.seat, id: last.id, cents: last.before} : {do: "remove", seat: last.seat, id: last.id};
    await this.send(command, this.placeOf(last.id, last.seat));
  }

  async clear() {
    for (const {seat, id} of [...this.mine]) await this.send({do: "remove", seat, id}, this.placeOf(id, seat));
    this.history = [];
  }

  async repeat() {
    for (const {seat, id, cents} of this.last) await this.wager(this.placeOf(id, seat), seat, id, cents);
  }

  async double() {
    for (const {seat, id, cents} of [...this.mine]) await this.wager(this.placeOf(id, seat), seat, id, cents);
  }

  async deal() {
    if (this.dealing) return;
    this.dealing = true;
    this.dealButton.disabled = true;
    if (this.mine.length) this.last = this.mine.map(({seat, id, cents}) => ({seat, id, cents}));
    this.history = [];
    try {
      await post(`/v1/tables/${this.id}/deal`);
    } catch (problem) {
      this.tell(`${problem.message}${problem.right ? `; ${problem.right}` : ""}`, problem.cites);
    } finally {
      this.dealing = false;
      await this.refresh();
    }
  }

  async send(command, place) {
    const expect = ["wager", "remove", "reduce", "choose", "working"].includes(command.do) ? {round: this.view.round, phase: this.view.phase} : {};
    try {
      await this.live.send(command, expect);
    } catch (problem) {
      const told = {message: problem.detail, cites: problem.cites, right: problem.right};
      place ? this.refused(place, told) : this.tell(told.message, told.cites);
    }
    await this.refresh();
  }

  typedBet() {
    const text = this.typed.value.trim().toLowerCase();
    const amount = Number(text.match(/\$?(\d+(?:\.\d\d)?)$/)?.[1]);
    const name = text.replace(/\$?\d+(?:\.\d\d)?$/, "").trim().replace(/\s+/g, " ");
    if (!amount || !name) return this.tell("Type a wager and an amount in dollars: straight 17 5, or pass 10.");
    const wanted = name.split(" ").sort().join(" ");
    const found = Object.entries(this.limits).find(([id, {name: says}]) => [id, says.toLowerCase()].some((each) => each === name || each.replaceAll(/[:-]/g, " ").split(" ").sort().join(" ") === wanted));
    if (!found) return this.tell(`There is no wager called “${name}” at this table.`);
    this.typed.value = "";
    const place = this.placeOf(found[0], this.seat);
    if (place) this.wager(place, this.seat, found[0], Math.round(amount * 100));
  }

  key(event) {
    const inside = event.target instanceof Element && event.target.closest("input, select, dialog");
    if (inside || event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = Number(event.key);
    if (digit >= 1 && digit <= CHIPS.length) this.choose(CHIPS[digit - 1]);
    const act = {u: "undoButton", c: "clearButton", r: "repeatButton", d: "doubleButton", g: "dealButton"}[event.key.toLowerCase()];
    if (act && !this[act].disabled && !this[act].hidden) this[act].click();
    if (event.key === "/") {
      event.preventDefault();
      this.typed.focus();
    }
  }

  // What is told

  spoken(place) {
    const limit = this.limits?.[place.wager];
    const mine = this.view ? this.mine.filter((each) => place.wagers.includes(each.id)).reduce((sum, each) => sum + each.cents, 0) : 0;
    return `${limit?.name || place.label}${place.pays ? `, pays ${place.pays}` : ""}${mine ? `, you have ${dollars(mine)}` : ""}`;
  }

  look(place) {
    this.looked = place;
    const limit = this.limits[place.wager];
    const row = this.odds?.get(place.wager);
    const fact = (name, value) => (value ? [el("dt", {}, name), el("dd", {}, value)] : []);
    put(this.info, el("strong", {}, limit?.name || place.label), el("dl", {}, ...fact("pays", place.pays), ...fact("limits", limit ? `${dollars(limit.min_cents)} to ${dollars(limit.max_cents)}` : ""),
      ...fact("house edge", row ? `${percent(row.house_edge)} (${row.house_edge})` : ""), ...fact("wins", row ? percent(row.win) : "")), el("p", {class: "cites"}, ...cites(this.game, [...new Set([...place.cites, ...(row?.cites || [])])].slice(0, 4))));
  }

  refused(place, {message, cites: why, right}) {
    this.feltBox.querySelector(".refusal")?.remove();
    const box = this.felt.nodes.get(place.id).getBoundingClientRect(), around = this.feltBox.getBoundingClientRect();
    const note = el("div", {class: "refusal"}, message, right ? ` ${right}.` : "", " ", ...cites(this.game, why || []));
    note.style.left = `${Math.max(4, Math.min(around.width - 290, box.left - around.left + this.feltBox.scrollLeft))}px`;
    note.style.top = `${box.bottom - around.top + this.feltBox.scrollTop + 4}px`;
    this.feltBox.append(note);
    setTimeout(() => note.remove(), 6000);
    this.tell(message, why, "refused");
  }

  tell(message, why = [], sort = "") {
    if (sort === "refused") put(this.alert, message);
    this.line(sort, message, why);
  }

  line(sort, words, why) {
    this.lines.prepend(el("li", {class: sort}, ...[words].flat(), why?.length ? el("span", {class: "cites"}, " ", ...cites(this.game, why)) : null));
    while (this.lines.children.length > 80) this.lines.lastChild.remove();
  }

  happened(events) {
    const seats = new Set(this.view.yours);
    for (const event of events) {
      if (event.event === "result") this.resulted(event);
      else if (event.event === "no-more-bets") this.line("", "No more bets.", event.cites);
      else if (event.event === "illuminated" && event.lit) this.lit = new Set(event.lit);
      else if (event.event === "wager-placed") this.lit = new Set();
      else if (event.event === "wager-settled") this.settle(event, seats.has(event.player || event.seat));
      else if (["round-voided", "table-stopped", "act-refused", "wager-refused"].includes(event.event) && event.text) this.line("refused", event.text || event.reason, event.cites);
    }
    this.refresh();
  }

  settle(event, mine) {
    const net = event.returned_cents - event.cents;
    const name = this.limits[event.wager]?.name || event.wager;
    const amount = event.result === "won" ? `+${dollars(net)}` : event.result === "lost" ? `−${dollars(-net)}` : `${dollars(event.returned_cents)} back`;
    const whose = mine ? "You" : `Seat ${event.seat}`;
    this.line(event.result, [`${whose}: ${name}, ${dollars(event.cents)}, ${event.result}, `, el("b", {}, amount)], event.cites);
  }

  resulted(event) {
    this.line("", event.text, event.cites);
    this.result.show(event);
  }
}
