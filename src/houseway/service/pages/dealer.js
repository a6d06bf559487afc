// The dealer's console: only what may lawfully be done next, results read back before they count, payouts in table order.

import {get, post, whoever, wordsOf} from "./api.js";
import {cites, dollars, el, put} from "./dom.js";
import {choiceControl} from "./choices.js";
import {correctionPanel} from "./dealer_corrections.js";
import {ResultEntry, chipWords, lessVigorish, readBack} from "./dealer_forms.js";
import {cashPanel, chipsPanel, closedForm, openingForm, reportPanel} from "./dealer_panels.js";
import {ProcedurePanel} from "./dealer_steps.js";
import {Felt} from "./felt.js";
import {Live} from "./live.js";
import {Log} from "./log.js";
import {ResultPicture, handsOf, inSight, showPuck, stacksOf} from "./table_drawing.js";
import {Training} from "./training.js";

const named = (text) => text.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());

export async function show(main, id) {
  const me = await whoever({guest: true});
  const crew = me.roles.some((role) => role !== "player");
  const training = location.hash === "#training" || !crew; // users without a crew role may still train, if training is available
  const [{felt, rings}, view] = await Promise.all([get(`/v1/tables/${id}/felt`), get(`/v1/tables/${id}/console?training=${training}`).catch((problem) => {
    if (!crew && problem.status === 403) problem.message = `This console is for the crew of the table. Training: ${problem.message}`;
    throw problem;
  })]);
  const page = new DealerPage(main, id, felt, rings, view, training, me.roles);
  await page.start();
  return () => page.end();
}

class DealerPage {
  /** @type {any} */ main; /** @type {any} */ id; /** @type {any} */ view; /** @type {any} */ roles; /** @type {any} */ limits; /** @type {any} */ game; /** @type {any} */ settled; /** @type {any[]} */ money; /** @type {any} */ told; /** @type {any} */ timers; /** @type {any} */ pressed; /** @type {any} */ session;

  constructor(main, id, felt, rings, view, training, roles) {
    Object.assign(this, {main, id, view, roles, limits: view.limits, game: view.game, settled: [], money: [], told: 0, session: view.session, timers: new Map()});
    this.training = training ? new Training(id, view.game, {changed: () => this.draw(), name: (wager) => this.nameOf(wager), last: () => this.last?.says || ""}) : null;
    this.felt = new Felt(felt, {bet: (place) => this.bet(place), remove: (place) => this.takeDown(place), look: () => {}}, (place) => this.spoken(place));
    this.result = new ResultPicture(rings);
    this.result.say("No result yet.");
    this.entry = new ResultEntry((command) => this.send(command, "The result", this.view.acts.find((act) => act.do === "result")?.by), rings);
    this.build();
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
  }

  build() {
    const {view} = this;
    this.status = el("span", {class: "status", role: "status"});
    this.sight = el("dl", {class: "in-sight", "aria-label": "Always in sight"});
    this.hands = el("div", {class: "hands"});
    this.now = el("div", {class: "acts now", role: "group", "aria-label": "What may be done now"});
    this.choices = el("fieldset", {class: "choices-of", hidden: true, "aria-label": "Choices"});
    this.turn = el("p", {class: "turn"});
    this.alert = el("p", {class: "error", role: "alert"});
    this.payouts = el("ol", {class: "payouts"});
    this.paid = el("p", {class: "small quiet"});
    this.log = new Log(this.game, view.edition);
    this.clock = el("ul", {class: "lines"});
    this.opening = el("div", {});
    this.steps = new ProcedurePanel((command, label) => this.send(command, label), Boolean(this.training), this.game);
    this.chips = chipsPanel(this);
    this.cash = cashPanel(this);
    this.reports = reportPanel(this);
    this.corrections = correctionPanel(this);
    const mode = this.training ? el("a", {href: `/tables/${this.id}/dealer`, class: "button"}, "Leave training") : view.practice ? el("a", {href: `/tables/${this.id}/dealer#training`, class: "button"}, "Train here") : null;
    const panel = (title, ...inside) => el("section", {class: "panel", "aria-label": title}, el("h2", {}, title), ...inside);
    put(this.main, el("div", {class: "room console"},
      el("div", {class: "head"}, el("h1", {}, view.title), (this.about = el("span", {class: "quiet"})), view.practice ? el("span", {class: "practice"}, this.training ? "training" : "practice") : null, this.status, mode, el("span", {}, el("a", {href: `/tables/${this.id}/replay`}, "Past rounds"))),
      el("div", {class: "deck"}, this.sight, (this.feltBox = el("div", {class: "felt"}, this.hands, this.felt))),
      el("div", {class: `tray ${this.training ? "trained" : ""}`}, this.training, el("section", {class: "panel do", "aria-label": "Now"}, this.turn, this.opening, this.now, this.choices, this.entry, this.alert, this.steps), this.chips.node, el("div", {class: "under"}, this.reports.node, this.cash.node, this.corrections.node)),
      el("div", {class: "side"}, panel("Result", this.result), panel("Payouts, in table order", this.paid, this.payouts), panel("What happened", this.log), panel("Timers", el("div", {role: "status", "aria-label": "Timers"}, this.clock)))));
  }

  connect() {
    this.live?.end();
    this.live = new Live(this.id, {events: () => this.refresh(), snapshot: () => {}, state: (state) => this.connected(state), again: () => this.refresh(), timer: (timer) => this.timed(timer)});
  }

  async start() {
    this.told = Math.max(0, this.view.seq - 30);
    this.draw(); // draw at once, so that no button is active before it has an action
    this.connect();
    await this.refresh();
    if (this.training) return;
    if (!this.corrections.node.hidden) this.corrections.draw();
    const {timers} = await get("/v1/timers").catch(() => ({timers: []}));
    for (const timer of timers) if (timer.table === this.id) this.timed(timer);
  }

  end() {
    this.live.end();
    document.removeEventListener("keydown", this.keys);
    document.getElementById("connection").hidden = true;
  }

  connected(state) {
    const shown = document.getElementById("connection");
    shown.hidden = state === "live";
    shown.textContent = state === "live" ? "" : "Connection lost. Reconnecting… Nothing you sent is lost or done twice.";
    if (state === "live") this.refresh();
  }

  async refresh() {
    if (this.asking) {
      this.again = true;
      return this.asking;
    }
    return (this.asking = this.look());
  }

  async look() {
    try {
      this.view = await get(`/v1/tables/${this.id}/console?training=${Boolean(this.training)}`);
      if (this.view.session !== this.session) this.begun();
      await this.hear();
      this.draw();
    } catch (problem) {
      if (problem.code !== "offline") this.tell(problem);
    }
    if (this.again) {
      this.again = false;
      return this.look();
    }
    this.asking = null;
  }

  /** Start of another session: its event numbers start over. */
  begun() {
    Object.assign(this, {session: this.view.session, told: 0, settled: [], money: [], last: null});
    this.connect();
  }

  /** Log new events in words. */
  async hear() {
    while (this.told < this.view.seq) {
      const {events} = await get(`/v1/tables/${this.id}/told?session=${this.view.session}&since=${this.told}&limit=200`);
      if (!events.length) return;
      const first = this.heard === undefined; // log events from before the page was opened, but do not ask about them
      this.told = events.at(-1).seq;
      for (const event of events) this.take(event);
      if (this.training && !first) this.training.happened(events);
    }
    this.heard = true;
  }

  take(event) {
    if (event.cents && !event.event.startsWith("wager-placed") && !event.event.endsWith("-refused")) this.money = [event, ...this.money].slice(0, 40); // candidates for a correction
    if (event.event === "result") this.result.show((this.last = event));
    if (["wager-placed", "no-more-bets"].includes(event.event) && this.settled.length && this.settled[0].round !== event.round) this.settled = []; // already paid
    if (event.event === "wager-settled") {
      if (this.settled.length && this.settled[0].round !== event.round) this.settled = [];
      this.settled.push(event);
      if (this.training) return; // logged after the answer
    }
    this.line(event.event.endsWith("-refused") ? "refused" : event.result || "", event.says, event.cites);
  }

  line(sort, says, why) {
    this.log.line(sort, says, why);
  }

  tell(problem) {
    put(this.alert, `${wordsOf(problem)} `, ...cites(this.game, problem.cites || []));
  }

  timed(timer) {
    this.timers.set(timer.what, timer);
    put(this.clock, ...[...this.timers.values()].map((each) => el("li", {class: each.state === "passed" ? "refused" : each.state === "near" ? "returned" : ""}, el("strong", {}, `${named(each.state)}: `), each.says, " ", el("span", {class: "cites"}, ...cites(this.game, each.cites)))));
  }

  // Drawing

  draw() {
    const {view} = this;
    this.status.textContent = view.due ? `Round ${view.round}` : view.closing ? "Closed" : "Not open";
    this.about.textContent = `${this.id} · ${view.edition} · session ${view.session} · ${view.source === "manual" ? "results are entered" : "the table draws its results"}`;
    this.feltBox.classList.toggle("unopened", !view.due);
    this.feltBox.dataset.says = view.closing ? "Closed" : "Not open";
    this.status.dataset.phase = view.phase;
    const facts = [...inSight(view.view), ["Inventory", dollars(view.inventory_cents)]];
    put(this.sight, ...facts.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
    const hands = handsOf(view.view);
    put(this.hands, ...hands);
    this.hands.hidden = !hands.length;
    const asked = (this.training?.open || []).map((event) => ({id: event.wager, seat: event.seat, player: event.player, cents: event.cents})); // their chips stay until the trainee answers
    const lying = [...(view.view.wagers || []), ...asked];
    this.felt.show(stacksOf(this.felt.felt, lying, new Set(lying.map((each) => each.player || each.seat))));
    showPuck(this.felt, view.view);
    put(this.turn, el("strong", {}, view.due ? named(view.due.says) : view.closing ? "The table is closed" : "The table is not open"), " ", el("span", {class: "cites"}, ...cites(this.game, view.due?.cites || [])), this.whose());
    this.drawOpening();
    this.drawActs();
    this.entry.show(view.acts.some((act) => act.do === "result") ? view.entry : null);
    this.steps.show(view);
    this.chips.show(view);
    this.cash.show(view);
    this.reports.show(view);
    this.corrections.show(view);
    this.drawPayouts();
    this.timers.size || put(this.clock, el("li", {class: "quiet"}, "Nothing is due."));
  }

  whose() {
    const asked = (this.view.due?.asked || []).map((each) => named(each.who.replace("seat:", "seat ")));
    return asked.length && this.view.phase !== "choices" ? el("span", {class: "quiet"}, ` ${asked.join(", ")} may choose.`) : null; // the phase already says who must choose
  }

  /** The opening, or the next session after closing: drawn once, so that entered values survive a redraw. */
  drawOpening() {
    const {view} = this;
    const opens = view.acts.some((act) => act.do === "open");
    const sign = JSON.stringify([opens, view.closing, view.session]);
    if (this.opening.dataset.sign === sign) return;
    this.opening.dataset.sign = sign;
    put(this.opening, opens ? openingForm(view, (command) => this.send(command, "Opening")) : view.closing ? closedForm(view, (how) => this.begin(how)) : null);
  }

  drawActs() {
    const {view, training} = this;
    this.drawChoices();
    const acts = view.acts.filter((act) => ["no-more-bets", "draw", "repaired", "close"].includes(act.do));
    if (training && view.due) for (const offered of ["draw", "no-more-bets"]) acts.some((act) => act.do === offered) || acts.unshift({do: offered});
    const sign = JSON.stringify([acts, view.session, view.seq, view.phase, training?.waiting, this.busy]);
    if (this.now.dataset.sign === sign) return;
    this.now.dataset.sign = sign;
    const focused = this.now.contains(document.activeElement) && document.activeElement.textContent;
    const asked = (view.due?.asked || []).some((each) => each.who.startsWith("seat:")) || ["wagers", "procedure"].includes(view.phase);
    const practice = training && view.due && asked ? el("button", {class: "button", type: "button", disabled: training.waiting || Boolean(this.busy), onclick: () => this.players()}, {wagers: "Have the players bet", procedure: "Have players sit down"}[view.phase] || "Have the players choose") : null;
    put(this.now, practice, ...acts.map((act) => this.button(act)));
    if (focused) [...this.now.children].find((each) => each.textContent === focused && !each.disabled)?.focus() ?? this.now.querySelector("button:not(:disabled)")?.focus();
  }

  /** Open choices of seats and roles that this account may answer: drawn once, so that entered values are not lost. */
  drawChoices() {
    const {view} = this;
    const own = (who, {choice}) => view.acts.some((act) => act.do === "choose" && act.choice === choice && (act.seat ? `seat:${act.seat}` : act.by) === who);
    const asked = (view.due?.asked || []).map((each) => ({...each, options: each.options.filter((option) => own(each.who, option))})).filter((each) => each.options.length);
    this.choices.disabled = Boolean(this.training?.waiting || this.busy);
    const sign = JSON.stringify([asked, view.session, view.round, view.view.hands?.map((each) => each.turn)]);
    if (this.choices.dataset.sign === sign) return;
    this.choices.dataset.sign = sign;
    this.choices.hidden = !asked.length;
    put(this.choices, ...asked.map((each) => this.choiceRow(each)));
  }

  choiceRow({who, options}) {
    const name = named(who.replace("seat:", "seat ")), seat = Number(who.split(":")[1]);
    const send = (option, more) => this.send({do: "choose", ...(seat ? {seat} : {by: who}), choice: option.choice, ...more}, `${name}: ${option.label}`, seat ? undefined : who);
    const row = (...inside) => el("div", {class: "acts", role: "group", "aria-label": name}, el("b", {}, `${name}:`), ...inside);
    if (options.length <= 4) return row(...options.map((option) => choiceControl(option, {name, send: (more) => send(option, more)})));
    const which = el("select", {"aria-label": `${name}: choice`}, ...options.map((option, n) => el("option", {value: String(n)}, option.label)));
    return row(which, el("button", {class: "button", type: "button", onclick: () => send(options[Number(which.value)], {})}, "Choose"));
  }

  button(act) {
    const {by, ...sent} = act;
    const label = {"no-more-bets": "No more bets", draw: named(this.view.chance), close: "Close the table", repaired: `The ${act.device?.replaceAll("-", " ")} works again`}[act.do];
    const main = !this.training && ["no-more-bets", "draw"].includes(act.do);
    const doing = () => (act.do === "close" ? readBack("close the table", "Close the table?", [], () => this.send(sent, label, by)) : this.send(sent, label, by));
    return el("button", {class: `button ${main ? "main" : ""}`, type: "button", disabled: Boolean(this.training?.waiting || this.busy), title: {"no-more-bets": "key N", draw: "key G"}[act.do], "data-do": act.do, onclick: doing}, label);
  }

  drawPayouts() {
    const rows = this.settled.map((event) => {
      const net = event.returned_cents - event.cents;
      const hidden = this.training?.hides(event);
      const what = hidden ? "?" : event.result === "won" ? `pay ${dollars(net)}${lessVigorish(event)}` : event.result === "lost" ? `collect ${dollars(event.cents)}` : `give back ${dollars(event.returned_cents)}`;
      const chips = !hidden && event.result === "won" ? el("span", {class: "quiet small"}, ` ${chipWords(net)}`) : null;
      return el("li", {class: hidden ? "" : event.result}, el("label", {}, el("input", {type: "checkbox", "aria-label": "done"}), el("span", {}, `Seat ${event.seat}: ${this.nameOf(event.wager)}, ${dollars(event.cents)}: `, el("b", {}, what), chips, hidden ? null : el("span", {class: "cites"}, " ", ...cites(this.game, event.cites)))));
    });
    this.paid.textContent = this.settled.length ? `Round ${this.settled[0].round}` : "";
    const sign = rows.map((row) => row.textContent).join("|");
    if (this.payouts.dataset.sign === sign) return;
    this.payouts.dataset.sign = sign;
    put(this.payouts, ...(rows.length ? rows : [el("li", {class: "quiet"}, "Nothing is to be paid or collected.")]));
  }

  nameOf(wager) {
    return this.limits[wager]?.name || wager;
  }

  spoken(place) {
    const there = (this.view?.view.wagers || []).filter((each) => place.wagers.includes(each.id));
    return `${this.nameOf(place.wager) || place.label}${there.map((each) => `, seat ${each.seat} has ${dollars(each.cents)}`).join("")}`;
  }

  // Actions

  /** Send commands one at a time: each names the last event that this page has seen. */
  send(command, label, by) {
    return (this.sending = (this.sending || Promise.resolve()).then(() => this.sendNow(command, label, by)));
  }

  async sendNow(command, label, by) {
    const acting = this.training || this.roles.includes(by) ? by : undefined; // the role that the law names, if the user has it
    put(this.alert);
    this.busy = true;
    this.drawActs();
    try {
      if (this.training) await this.training.act(command, this.view.seq, label || named(command.do), acting);
      else await this.live.send(command, {session: this.view.session, seq: this.view.seq}, acting);
    } catch (problem) {
      this.tell(problem);
    }
    await this.refresh();
    this.busy = false;
    this.drawActs();
  }

  /** Begin the next session of a closed table. @param {any} how the source of results, if it changes */
  async begin(how) {
    await (this.training ? post(`/v1/tables/${this.id}/training/session`) : post(`/v1/tables/${this.id}/sessions`, how)).catch((problem) => this.tell(problem));
    await this.refresh();
  }

  async players() {
    this.busy = true;
    this.drawActs();
    await this.training.players().catch((problem) => this.tell(problem));
    await this.refresh();
    this.busy = false;
    this.drawActs();
  }

  /** Wagers of a player without an account: the dealer enters them. */
  bet(place) {
    const {seat, cents} = this.chips.chosen();
    const at = place.seat || seat, takes = this.view.due?.takes; // during a round, only some wagers can be made
    const id = (takes && place.wagers.find((each) => takes.includes(each))) || place.wager;
    if (!this.view.acts.some((act) => act.do === "wager" && act.seat === at)) return this.tell({message: this.training ? "The practice players bet by themselves" : "Players with an account bet themselves; you enter wagers of others where results are entered by hand"});
    this.send({do: "wager", seat: at, id, cents}, "A wager");
  }

  takeDown(place) {
    const {seat} = this.chips.chosen();
    const there = (this.view.view.wagers || []).findLast((each) => place.wagers.includes(each.id) && each.seat === (place.seat || seat));
    if (there) this.send({do: "remove", seat: there.seat, id: there.id}, "A wager");
  }

  key(event) {
    const inside = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
    if (inside || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {n: "no-more-bets", g: "draw"}[event.key.toLowerCase()];
    if (!act || event.repeat || this.pressed === act) return; // ignore a double press
    event.preventDefault();
    this.pressed = act;
    const press = () => this.now.querySelector(`[data-do="${act}"]:not(:disabled)`)?.click();
    Promise.resolve(this.sending).then(press).then(() => this.sending).then(() => (this.pressed = null)); // earlier commands go first
  }
}
