// Replay: any past moment of a table on its felt, with a scrubber, a description, a link to the moment, and its proof.

import {get, whoever} from "./api.js";
import {cites, dollars, el, put} from "./dom.js";
import {Felt} from "./felt.js";
import {ProofPanel} from "./replay_proof.js";
import {Scrubber} from "./scrubber.js";
import {curled, takeAlong} from "./take.js";
import {ResultPicture, handsOf, inSight, meanwhile, showPuck, stacksOf} from "./table_drawing.js";

const PAGE = 400;

export async function show(main, id) {
  const me = await whoever({guest: true});
  const asked = new URLSearchParams(location.hash.slice(1));
  const about = await get(`/v1/tables/${id}/replay${asked.get("session") ? `?session=${Number(asked.get("session"))}` : ""}`);
  if (!about.rounds.length) {
    put(main, el("h1", {}, "Replay"), el("p", {}, `Nothing has happened at ${id} yet. `, el("a", {href: `/tables/${id}`}, "To the table")));
    return undefined;
  }
  const page = new ReplayPage(main, id, about, me);
  await page.to(Number(asked.get("seq")) || about.seq);
  page.scrubber.range.focus({preventScroll: true});
  return () => page.end();
}

class ReplayPage {
  /** @param {HTMLElement} main @param {string} id @param {any} about @param {any} me */
  constructor(main, id, about, me) {
    this.main = main;
    this.id = id;
    this.about = about;
    this.me = me;
    this.seq = -1;
    /** @type {any} */ this.round = null;
    /** @type {any} */ this.view = null;
    /** @type {Map<number, any[]>} */ this.told = new Map();
    /** @type {Map<number, any>} */ this.states = new Map();
    /** @type {Map<number, HTMLElement>} */ this.rows = new Map();
    const nothing = () => {};
    this.felt = new Felt(about.felt, {bet: nothing, remove: nothing, look: nothing}, (place) => this.spoken(place));
    this.felt.firstElementChild.setAttribute("aria-label", `The layout of ${about.felt.title} as it was`);
    this.result = new ResultPicture(about.rings);
    this.proof = new ProofPanel(id, about);
    this.build();
    document.documentElement.classList.add("past");
  }

  end() {
    this.scrubber.pause();
    document.documentElement.classList.remove("past");
  }

  build() {
    const {about} = this;
    this.hands = el("div", {class: "hands"});
    this.when = el("span", {class: "status"});
    this.says = el("p", {class: "moment", role: "status"});
    this.why = el("p", {class: "cites"});
    this.sight = el("dl", {class: "sight"});
    this.money = el("dl", {class: "sight"});
    this.list = el("ol", {class: "lines story", "aria-label": "This round, event by event"});
    this.scrubber = new Scrubber(about.rounds, about.seq, (seq) => this.to(seq));
    this.link = el("button", {class: "button", type: "button", onclick: () => this.copy()}, "Copy link");
    this.take = el("a", {class: "small", download: ""}, "This round as JSON");
    this.along = takeAlong(() => this.ways());
    this.along.hidden = true; // until there is a round to share
    this.scrubber.bar.append(this.link);
    const sessions = el("select", {"aria-label": "Session", onchange: (event) => this.session(Number(event.target.value))}, ...about.sessions.map((each) => el("option", {value: String(each), selected: each === about.session}, `Session ${each}`)));
    const live = el("a", {class: "button main", href: `/tables/${this.id}`}, "Back to live");
    put(this.main, el("div", {class: "past-banner", role: "note"}, el("strong", {}, "Replay"), el("span", {}, "This is a recording of past rounds. You cannot bet here."), live),
      el("div", {class: "room replay"},
        el("div", {class: "head"}, el("h1", {}, about.title), el("span", {class: "quiet"}, `${this.id} · ${about.edition}`), sessions, this.when),
        el("div", {class: "felt"}, this.hands, this.felt),
        el("div", {class: "tray"}, this.scrubber),
        el("div", {class: "side"}, el("section", {class: "panel", "aria-label": "This moment"}, el("h2", {}, "This moment"), this.says, this.why, this.result, this.sight),
          el("section", {class: "panel"}, el("h2", {}, "This round"), this.list, el("p", {}, this.take), this.along)),
        el("div", {class: "more"}, this.proof, el("section", {class: "panel"}, el("h2", {}, "Chips"), this.money))));
  }

  session(number) {
    history.replaceState(null, "", `#session=${number}`);
    this.end();
    show(this.main, this.id).then((leave) => (this.end = leave));
  }

  /** Go to the moment after an event. Text appears at once; chips and cards when the service has sent them. */
  async to(wanted) {
    const seq = Math.min(this.about.seq, Math.max(1, wanted));
    if (seq === this.seq) return;
    this.seq = seq;
    this.scrubber.show(seq);
    history.replaceState(null, "", `#session=${this.about.session}&seq=${seq}`);
    const round = this.scrubber.roundAt(seq);
    try {
      const events = await this.events(round);
      if (this.seq !== seq) return;
      this.drawRound(round, events);
      const state = await this.state(seq);
      if (state) this.drawState({...state, view: await this.viewAt(seq, events, state)}, (events.find((each) => each.seq === seq)?.together || [seq, seq])[1] === seq);
    } catch (problem) {
      put(this.says, problem.message);
      put(this.why, problem.right || "");
      this.scrubber.pause();
    }
  }

  async events(round) {
    if (this.told.has(round.round)) return this.told.get(round.round);
    const found = [];
    for (let since = round.first - 1; since < round.last; since += PAGE) {
      const page = await get(`/v1/tables/${this.id}/told?session=${this.about.session}&since=${since}&limit=${Math.min(PAGE, round.last - since)}`);
      found.push(...page.events);
    }
    this.told.set(round.round, found);
    return found;
  }

  async state(seq) {
    await new Promise((done) => setTimeout(done, this.states.has(seq) ? 0 : 40)); // during a drag, load only where it pauses
    if (this.seq !== seq) return null;
    if (!this.states.has(seq)) this.states.set(seq, await get(`/v1/tables/${this.id}/state?session=${this.about.session}&seq=${seq}`));
    return this.seq === seq ? this.states.get(seq) : null;
  }

  /** Between the events of one command: the state before it, plus the events so far. The recorded state changes only once per command. */
  async viewAt(seq, events, state) {
    const [first, last] = events.find((each) => each.seq === seq)?.together || [seq, seq];
    if (seq === last || first < 2) return state.view;
    const before = this.states.get(first - 1) || (await get(`/v1/tables/${this.id}/state?session=${this.about.session}&seq=${first - 1}`));
    this.states.set(first - 1, before);
    return meanwhile(before.view, events.filter((each) => each.seq >= first && each.seq <= seq));
  }

  drawRound(round, events) {
    if (this.round !== round) {
      this.round = round;
      this.rows = new Map(events.map((event) => [event.seq, el("li", {class: event.event === "wager-settled" ? event.result : ""}, el("button", {class: "plain", type: "button", onclick: () => this.to(event.seq)}, el("span", {class: "quiet num"}, `${event.seq} `), event.says))]));
      put(this.list, ...this.rows.values());
      this.proof.of(round, events);
      this.along.hidden = false;
      this.take.href = `/v1/tables/${this.id}/rounds/${round.round}?session=${this.about.session}`;
      this.take.download = `${this.id}-${this.about.session}-round-${round.round}.json`;
    }
    for (const [seq, row] of this.rows) row.toggleAttribute("data-now", seq === this.seq);
    const row = this.rows.get(this.seq);
    if (row) this.list.scrollTop = row.offsetTop - this.list.clientHeight / 2;
    const event = events.find((each) => each.seq === this.seq);
    this.when.textContent = `${round.round ? `Round ${round.round}` : "Opening"} · event ${this.seq} of ${this.about.seq}${event?.at ? ` · ${event.at.replace("T", " ").replace("Z", " UTC")}` : ""}`;
    put(this.says, event?.says || "");
    put(this.why, ...cites(this.about.game, event?.cites || []));
    this.result.show(events.findLast((each) => each.event === "result" && each.seq <= this.seq) || null);
    const lit = events.findLast((each) => each.seq <= this.seq && ["illuminated", "cleared", "wager-placed"].includes(each.event));
    this.felt.light(new Set(lit?.areas || []));
  }

  /** @param {any} state @param {boolean} settled whether all events of the command have happened; only then is it known what is due */
  drawState(state, settled) {
    this.view = state.view;
    const hands = handsOf(state.view);
    put(this.hands, ...hands);
    this.hands.hidden = !hands.length;
    const fact = ([name, value]) => [el("dt", {}, name), el("dd", {}, value)];
    put(this.sight, ...[...(settled ? [["Now", state.says || state.phase]] : []), ...inSight(state.view)].flatMap(fact));
    const accounts = Object.entries(state.accounts).filter(([name, cents]) => cents && name !== "cage");
    put(this.money, ...(accounts.length ? accounts.flatMap(([name, cents]) => fact([name.replace("seat:", "Seat ").replace(/^./, (first) => first.toUpperCase()).replace("-", " "), dollars(cents)])) : [el("dt", {}, "Chips"), el("dd", {}, "Nobody has any yet.")]));
    const mine = new Set(state.yours || []);
    this.felt.show(stacksOf(this.about.felt, state.view.wagers, mine.size ? mine : new Set((state.view.wagers || []).map((each) => each.player || each.seat))));
    showPuck(this.felt, state.view);
  }

  spoken(place) {
    const there = (this.view?.wagers || []).filter((each) => place.wagers.includes(each.id));
    const name = this.about.wagers[place.wager]?.name || place.label;
    return `${name}${there.length ? there.map((each) => `, seat ${each.seat} has ${dollars(each.cents)}`).join("") : ", no chips"}`;
  }

  /** The round in other tools. @returns {import("./take.js").Ways} */
  ways() {
    const {id, about: {session}, round: {round}} = this, guest = this.me.account.startsWith("guest-");
    const path = `/v1/tables/${id}/rounds/${round}?session=${session}`;
    const columns = ["seq", "round", "at", "event", "says", "cites"];
    return {
      terminal: `houseway replay sqlite:///pit.db --table ${id} --session ${session} --round ${round} --as player`,
      python: `from houseway.client import Client\n\nwith Client(${JSON.stringify(location.origin)}${guest ? "" : ', "TOKEN"'}) as pit:\n${guest ? "    pit.guest()\n" : ""}    print(pit.round(${JSON.stringify(id)}, ${round}, ${session}).words)`,
      curl: curled(path, this.me),
      note: "The terminal reads the pit's database, in its folder.",
      csv: () => [`${id}-${session}-round-${round}.csv`, [columns, ...(this.told.get(round) || []).map((event) => columns.map((name) => (name === "cites" ? event.cites.join(" ") : event[name])))]],
    };
  }

  async copy() {
    await navigator.clipboard?.writeText(location.href).catch(() => null);
    this.link.textContent = "Copied";
    setTimeout(() => (this.link.textContent = "Copy link"), 1500);
  }
}
