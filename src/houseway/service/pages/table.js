// A player's table: bet by click, tap or keyboard, see the result of every wager and the reason. The server decides what is lawful.

import {get, whoever} from "./api.js";
import {CHIPS, STAKE, upper} from "./betting.js";
import {choiceControl} from "./choices.js";
import {dollars, el, put} from "./dom.js";
import {Felt} from "./felt.js";
import {Live} from "./live.js";
import {Log} from "./log.js";
import {Slip} from "./slip.js";
import {LastHands, ResultPicture, handsOf, placeOf, showPuck, stacksOf} from "./table_drawing.js";
import {audible, setAudible} from "./sound.js";
import {ChipRow, TypedLine, allow, limitsInWords} from "./table_controls.js";
import {help} from "./table_dialogs.js";
import {Telling} from "./player_messages.js";
import {worked} from "./working.js";

export async function show(main, id) {
  await whoever({guest: true});
  const [drawn, view] = await Promise.all([get(`/v1/tables/${id}/felt`), get(`/v1/tables/${id}`)]);
  const page = new TablePage(main, id, drawn, view);
  await page.start();
  return () => page.end();
}

class TablePage extends Telling {
  constructor(main, id, {felt, rings, chance, example}, view) {
    super();
    Object.assign(this, {main, id, view, limits: view.limits, history: [], last: [], pending: new Map(), flights: new Set(), odds: null, looked: null, lit: new Set(), cannot: {closed: null, refused: {}, locked: [], fixed: []}});
    this.chips = new ChipRow(CHIPS, 500);
    this.typed = new TypedLine(example, (text) => this.typedBet(text));
    this.game = view.game;
    this.chance = upper(chance || "deal");
    const acts = {bet: (place) => this.bet(place), remove: (place) => this.remove(place), look: (place) => this.look(place), choose: (places) => this.offer("Which wager?", places), hold: (place, near) => this.held(place, near), movable: (place) => this.on(place), drag: (from, to) => this.moveTo(from, to), drop: (place, cents) => this.bet(place, cents)};
    this.felt = new Felt(felt, acts, (place) => this.spoken(place));
    this.result = new ResultPicture(rings);
    this.result.text.textContent = "Place your wagers.";
    this.lastHands = new LastHands();
    this.slip = new Slip(id, this.felt, chance || "deal", () => this.price());
    this.log = new Log(this.game, view.edition);
    this.build();
  }

  build() {
    this.status = el("span", {class: "status"});
    this.money = el("b", {});
    this.onTable = el("span", {class: "small quiet"});
    this.seats = el("p", {class: "small quiet seats"});
    this.info = el("div", {class: "spot-info"}, el("p", {class: "quiet"}, "Point at a place, or move to it with Tab and the arrow keys, to see what it pays."));
    this.hands = el("div", {class: `hands ${"hands" in this.view.view || this.felt.felt.bettings[0]?.seat ? "reserved" : ""}`});
    this.choices = el("div", {class: "choices", hidden: true, role: "group", "aria-label": "Your choice"});
    this.whisper = el("p", {class: "whisper small", role: "status"});
    this.strip = el("p", {class: "strip", "aria-hidden": "true"}); // repeats the result if its panel is below the fold; screen readers have the log
    this.alert = el("div", {class: "sr", role: "alert"});
    const act = (name, label, keys, doing) => (this[name] = el("button", {class: "button", type: "button", title: `${label} (${keys})`, onclick: (event) => this.unlessDisabled(event.currentTarget, doing)}, label));
    const acts = el("div", {class: "acts"}, act("undoButton", "Undo", "U", () => this.undo()), act("clearButton", "Clear", "C", () => this.clear()), act("repeatButton", "Repeat", "R", () => this.repeat()), act("doubleButton", "Double", "D", () => this.double()),
      act("listButton", "All wagers", "L", () => this.offer("All wagers", this.felt.felt.bettings.filter((each) => !each.copy && (!each.seat || this.view.yours.includes(each.seat))))), act("helpButton", "Keys", "?", help));
    this.dealButton = el("button", {class: "button main", type: "button", title: "Key G", onclick: () => this.unlessDisabled(this.dealButton, () => this.deal())}, this.chance);
    this.sitButton = el("button", {class: "button main sit", type: "button", onclick: () => this.sit()}, `Sit down with ${dollars(STAKE)}`);
    this.feltBox = el("div", {class: "felt"}, this.hands, this.felt);
    const head = el("div", {class: "head"}, el("h1", {}, this.view.title), el("span", {class: "quiet"}, `${this.id} · ${this.view.edition} · ${limitsInWords(this.limits)}`), this.view.practice ? el("span", {class: "practice"}, "practice") : null, this.status,
      el("span", {class: "ways-out"}, el("a", {href: `/tables/${this.id}/replay`}, "Past rounds"), " · ", el("a", {href: `/tables/${this.id}/dealer`}, this.view.practice ? "Deal or train" : "Dealer's console"), " · ", el("a", {href: `/rules/${this.game}`}, "Rulebook"), " · ", this.soundButton()));
    const tray = el("div", {class: "tray"}, this.strip, this.sitButton, el("div", {class: "money"}, el("span", {class: "small quiet"}, "Your chips"), this.money, this.onTable), this.chips, acts, this.dealButton, el("div", {class: `slot ${this.felt.felt.bettings[0]?.seat || Object.keys(this.felt.felt.pucks).length ? "reserved" : ""}`}, this.choices));
    const side = el("div", {class: "side"}, el("section", {class: "panel", "aria-label": "Result"}, el("h2", {}, "Result"), this.result), el("section", {class: "panel"}, el("h2", {}, "This place"), this.info), el("section", {class: "panel"}, el("h2", {}, "What happened"), this.log));
    const more = el("div", {class: "more"}, this.slip, el("section", {class: "panel"}, el("h2", {}, "Type a wager"), this.typed), this.seats);
    this.room = el("div", {class: "room"}, head, this.feltBox, tray, side, more, this.alert);
    put(this.main, this.room);
    this.keys = (event) => this.key(event);
    this.main.addEventListener("keydown", this.keys);
    this.turned = () => {
      this.room.querySelector(".refusal")?.remove(); // the place it refers to has moved
      this.findSeat(true);
    };
    addEventListener("resize", this.turned);
    if (document.activeElement === document.body) this.main.focus({preventScroll: true});
  }

  soundButton() {
    const button = el("button", {class: "linked", type: "button", onclick: () => {
      setAudible(!audible());
      say();
    }});
    const say = () => {
      button.textContent = audible() ? "Sound on" : "Sound off";
      button.setAttribute("aria-pressed", String(audible()));
    };
    say();
    return button;
  }

  async start() {
    this.live = new Live(this.id, {events: (events) => this.happened(events), snapshot: () => {}, state: (state) => this.connected(state), again: () => this.refresh()});
    this.draw();
    if (this.view.deals && (this.view.due === null || this.view.phase === "closed")) await this.deal();
    await this.refresh();
    this.price("?quick=true");
  }

  /** Load the value of each wager; slow ones only if the user wants to see them. */
  async price(which = "") {
    const {wagers} = await get(`/v1/tables/${this.id}/odds${which}`).catch(() => ({}));
    if (!wagers) return;
    this.odds = new Map([...wagers].reverse().map((row) => [row.id, row])); // keep the first row of each wager
    this.slip.priced(this.odds);
    if (this.looked) this.look(this.looked);
  }

  end() {
    this.live.end();
    this.main.removeEventListener("keydown", this.keys);
    removeEventListener("resize", this.turned);
    this.connected("live");
  }

  connected(state) {
    const shown = document.getElementById("connection");
    shown.hidden = state === "live";
    shown.textContent = state === "live" ? "" : "Connection lost. Reconnecting… No wager is lost or made twice.";
    if (state === "live") this.refresh();
  }

  /** Fetch the table's current state, one request at a time. The awaited answer includes all events received before. */
  refresh() {
    if (this.asking) this.askAgain = true;
    else this.asking = this.ask();
    return this.asking;
  }

  async ask() {
    do {
      this.askAgain = false;
      try {
        const [view, cannot] = await Promise.all([get(`/v1/tables/${this.id}?limits=false`), get(`/v1/tables/${this.id}/wagers`)]);
        Object.assign(this, {view, cannot});
        this.draw();
      } catch (problem) {
        if (problem.code !== "offline") this.tell(problem.message);
      }
    } while (this.askAgain);
    this.asking = null;
  }

  get seat() {
    return this.view.yours[0];
  }

  get mine() {
    const seats = new Set(this.view.yours);
    return (this.view.view.wagers || []).filter((each) => seats.has(each.player || each.seat));
  }

  placeOf(wager, seat) {
    return placeOf(this.felt.felt, wager, seat);
  }

  // Drawing

  draw() {
    const {view} = this;
    const due = view.due;
    Object.assign(this.status.dataset, {phase: view.phase, seq: view.seq});
    const asked = (due?.asked || []).filter((each) => view.yours.includes(Number(each.who.split(":")[1])));
    const crew = (due?.asked || []).some((each) => !each.who.startsWith("seat:"));
    const must = view.phase === "choices" && asked.length > 0 && !crew;
    this.status.textContent = !due ? "Not open yet" : must ? `Round ${view.round}: your turn` : view.phase === "choices" && asked.length ? `Round ${view.round}: you may choose, or go on` : due.takes ? `Round ${view.round}: you may add ${due.takes.map((each) => this.nameOf(each)).join(" or ")}` : view.round ? `Round ${view.round}: ${due.says}` : upper(due.says);
    const seated = this.seat !== undefined;
    const free = view.acts.some((act) => act.do === "buy-in");
    this.sitButton.hidden = seated || !(free || (view.deals && due));
    this.money.textContent = seated ? dollars(view.chips[`seat:${this.seat}`] || 0) : "—";
    this.onTable.textContent = seated ? `${dollars(this.mine.reduce((sum, each) => sum + each.cents, 0))} on the layout` : !free && due ? "Every seat is taken." : "";
    this.seats.textContent = Object.entries(view.chips).map(([seat, cents]) => `${seat.replace("seat:", "Seat ")}${view.yours.includes(Number(seat.slice(5))) ? " (you)" : ""} ${dollars(cents)}`).join(" · ");
    this.dealButton.hidden = !view.deals;
    allow(this.dealButton, !seated ? "Take a seat first." : must ? "It is your turn to choose." : "");
    this.dealButton.textContent = view.phase === "choices" && !must ? "Go on" : this.chance;
    const closed = this.cannot.closed ? `${upper(this.cannot.closed.reason)}.` : "";
    allow(this.undoButton, closed || this.whyNoUndo());
    allow(this.repeatButton, closed || (this.last.length ? "" : "There is no earlier round to repeat."));
    allow(this.clearButton, closed || this.whyNone(this.cannot.locked));
    allow(this.doubleButton, closed || this.whyNone(this.cannot.fixed));
    if (seated) this.room.querySelector(".refusal[data-about=seat]")?.remove();
    this.feltBox.classList.toggle("shut", Boolean(this.cannot.closed));
    this.felt.closed((place) => Boolean(this.whyNot(place)));
    this.findSeat();
    this.drawChips();
    this.drawHands();
    this.drawChoices(asked, must);
    if (this.looked) this.look(this.looked);
    this.slip.ask(view.seq);
  }

  /** Scroll to the player's own box and start the keyboard there; done once, and again when the window is rotated. */
  findSeat(again = false) {
    const own = (again || this.seat !== this.found) && this.felt.felt.bettings.find((each) => each.seat === this.seat && !each.copy);
    this.found = this.seat;
    if (!own || !this.felt.nodes.has(own.id) || !this.felt.felt.bettings[0].seat) return; // if most places are shared, start at the first
    const elsewhere = this.felt.places.get(this.felt.current)?.seat;
    if (elsewhere && elsewhere !== this.seat) this.felt.contains(document.activeElement) ? this.felt.goTo(own.id) : this.felt.start(own.id);
    if (this.felt.press) return; // do not move the layout under a finger
    const pan = this.felt, box = this.felt.nodes.get(own.id).getBoundingClientRect(), around = pan.getBoundingClientRect();
    pan.scrollLeft += box.left + box.width / 2 - around.left - around.width / 2;
  }

  /** Controls that cannot be used now say why. */
  unlessDisabled(button, doing) {
    if (!button.getAttribute("aria-disabled")) return doing();
    this.note(button, button.title);
    put(this.alert, button.title);
  }

  /** A long press takes a wager down; if there is none, it asks which place is meant, after the finger is lifted. */
  held(place, near) {
    if (!this.on(place)) return () => this.offer("Which wager?", near);
    this.remove(place);
    return null;
  }

  whyNot(place) {
    const {closed, refused} = this.cannot;
    if (closed) return closed;
    if (place.seat && !this.view.yours.includes(place.seat)) return {reason: this.othersPlace(place), cites: []};
    return refused[this.wagerAt(place)] || null;
  }

  drawChips() {
    const stacks = stacksOf(this.felt.felt, this.view.view.wagers, new Set(this.view.yours), this.pending.values());
    const locked = new Set(this.cannot.locked.map(({id}) => id));
    this.felt.show(stacks.map((each) => (each.mine && each.wagers.some((id) => locked.has(id)) ? {...each, mark: "locked"} : each)));
    const lit = this.view.view.lit?.length ? new Set(this.view.view.lit) : this.lit;
    this.felt.light(lit);
    showPuck(this.felt, this.view.view);
  }

  drawHands() {
    const now = handsOf(this.view.view);
    const past = now.length ? [] : this.lastHands.nodes();
    put(this.hands, past.length ? el("span", {class: "small past"}, "Last round") : null, ...now, ...past, this.delivery());
    this.hands.hidden = !this.hands.childNodes.length && !this.hands.classList.contains("reserved");
  }

  /** Tiles: the bank if not the house, the delivery if not the usual one, and the box that is dealt first. */
  delivery() {
    const {start, total, bank, style} = this.view.view;
    const says = [bank?.seat ? `Seat ${bank.seat}${this.view.yours.includes(bank.seat) ? " (you)" : ""} banks${bank.co_bank ? " with the house" : ""}.` : "", style && style !== "standard" ? `Delivery: ${style.replaceAll("-", " ")}.` : "", total && start >= 0 ? `The dice total ${total}: ${start ? `box ${start}` : "the dealer"} is dealt first.` : ""].filter(Boolean);
    return says.length ? el("span", {class: "small past"}, says.join(" ")) : null;
  }

  drawChoices(asked, must) {
    const options = asked.flatMap((each) => each.options.map((option) => ({seat: Number(each.who.split(":")[1]), option})));
    const sign = JSON.stringify([options, this.view.round, must, options.some(({option}) => option.choice === "set") && this.view.view.hands]);
    if (this.choices.dataset.sign === sign) return;
    this.choices.dataset.sign = sign;
    const focused = this.choices.contains(document.activeElement);
    this.choices.hidden = !options.length;
    this.choices.classList.toggle("must", must);
    put(this.whisper);
    put(this.choices, options.length ? el("strong", {}, must ? "Your turn:" : "You may:") : null, ...options.map(({seat, option}) => this.choiceOf(seat, option)), this.worthOf(options), this.whisper);
    if (focused) (this.choices.querySelector("button") || this.dealButton).focus();
    if (!options.length || !must) return;
    put(this.alert, `Your turn: ${options.map(({option}) => option.label).join(", ")}`);
    this.hands.scrollIntoView({block: "nearest"}); // keep the cards visible while choosing, even on a phone
  }

  /** Show the value of each choice, if the user wants to see it. @param {any[]} options */
  worthOf(options) {
    if (!options.length || !this.view.practice || this.view.phase !== "choices") return null;
    const says = el("div", {class: "worth small", role: "status"}), {seq} = this.view;
    const told = (lines) => {
      put(says, ...lines.map((line) => el("p", {}, line)));
      says.scrollIntoView({block: "nearest"});
    };
    const ask = () => worked("GET", `/v1/tables/${this.id}/hint`, undefined, (doing) => told([`Working it out: ${doing}`]), () => seq !== this.view.seq)
      .then((found) => found && told(found.says.length ? found.says : ["There is no advice on this choice."]), (problem) => told([problem.message]));
    return [el("button", {class: "button", type: "button", onclick: ask}, "What is each worth?"), says];
  }

  choiceOf(seat, option) {
    const own = (this.view.view.hands || []).find((each) => each.player === seat && each.tiles?.length === 4);
    return choiceControl(option, {tiles: own?.tiles, send: (more) => this.chosen({do: "choose", seat, choice: option.choice, ...more})});
  }

  key(event) {
    const inside = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
    if (inside || event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = Number(event.key);
    if (digit >= 1 && digit <= CHIPS.length) this.chips.choose(CHIPS[digit - 1]);
    const act = {u: "undoButton", c: "clearButton", r: "repeatButton", d: "doubleButton", g: "dealButton", l: "listButton", "?": "helpButton"}[event.key.toLowerCase()];
    if (act && !this[act].hidden) this[act].click();
    else if (event.key.toLowerCase() === "e") this.slip.toggleHeat();
    else if (event.key.toLowerCase() === "w" && this.looked) this.tellWhyNot(this.looked);
    else if (event.key === "/") this.typed.input.focus();
    else return;
    event.preventDefault();
  }
}
