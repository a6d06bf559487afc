// The scrubber of a replay: a range with a tick for each round, buttons, and keys. It holds the current position and reports where to go.

import {el, filled} from "./dom.js";

const PACE = 900; // milliseconds per event during playback

/** `<houseway-scrubber>` */
export class Scrubber extends HTMLElement {
  /** @type {any} */ rounds; /** @type {any} */ last; /** @type {any} */ go;

  /** @param {{round: number, first: number, last: number}[]} rounds @param {number} last the last event @param {(seq: number) => void} go */
  constructor(rounds, last, go) {
    super();
    Object.assign(this, {rounds, last, go});
    this.seq = 0;
    this.playing = 0;
    this.range = el("input", {type: "range", min: "1", max: String(Math.max(1, last)), step: "1", "aria-label": "Moment", title: "Arrows: one event. Shift and arrows: one round. Space: play."});
    this.range.addEventListener("input", () => go(Number(this.range.value)));
    this.playButton = el("button", {class: "button main", type: "button", onclick: () => this.play()}, "Play");
    const act = (label, name, doing) => el("button", {class: "button", type: "button", "aria-label": name, title: name, onclick: doing}, label);
    this.bar = el("div", {class: "acts"}, act("«", "Back one round (Shift and left arrow)", () => this.skip(-1)), act("‹", "Back one event (left arrow)", () => go(this.seq - 1)), this.playButton,
      act("›", "Forward one event (right arrow)", () => go(this.seq + 1)), act("»", "Forward one round (Shift and right arrow)", () => this.skip(1)));
    filled(this, {class: "scrubber"}, [this.range, this.ticks(), this.bar]);
    this.keys = (event) => this.key(event);
  }

  connectedCallback() {
    document.addEventListener("keydown", this.keys);
  }

  disconnectedCallback() {
    this.pause();
    document.removeEventListener("keydown", this.keys);
  }

  /** A tick at the start of each round, with as many numbers as fit. */
  ticks() {
    const every = Math.max(1, Math.ceil(this.rounds.length / 12));
    return el("div", {class: "ticks", "aria-hidden": "true"}, ...this.rounds.map(({round, first}) => {
      const tick = el("span", {class: round % every ? "minor" : ""}, round % every ? "" : round ? String(round) : "opening");
      tick.style.left = `${(100 * (first - 1)) / Math.max(1, this.last - 1)}%`;
      return tick;
    }));
  }

  /** Set the current position. @param {number} seq */
  show(seq) {
    this.seq = seq;
    this.range.value = String(seq);
    const {round} = this.roundAt(seq);
    this.range.setAttribute("aria-valuetext", `event ${seq} of ${this.last}, ${round ? `round ${round}` : "the opening"}`);
  }

  roundAt(seq) {
    return this.rounds.findLast((each) => each.first <= seq) || this.rounds[0];
  }

  /** Go to the start of this round, the previous one or the next. @param {number} by */
  skip(by) {
    const here = this.roundAt(this.seq), at = this.rounds.indexOf(here);
    const next = by < 0 && this.seq > here.first ? here : this.rounds[Math.min(this.rounds.length - 1, Math.max(0, at + by))];
    this.go(by > 0 && next === here ? here.last : next.first);
  }

  play() {
    if (this.playing) return this.pause();
    if (this.seq >= this.last) this.go(this.roundAt(this.seq).first);
    this.playButton.textContent = "Pause";
    this.playing = setInterval(() => (this.seq >= this.last ? this.pause() : this.go(this.seq + 1)), PACE);
  }

  pause() {
    clearInterval(this.playing);
    this.playing = 0;
    this.playButton.textContent = "Play";
  }

  key(event) {
    const inside = event.target instanceof Element && event.target.closest("select, dialog, input:not([type=range])");
    if (inside || event.ctrlKey || event.metaKey || event.altKey) return;
    const on = event.target instanceof Element && event.target.closest("button, a, summary, .spot");
    const way = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (way && !event.target.closest?.(".spot")) event.shiftKey ? this.skip(way) : this.go(this.seq + way);
    else if (event.key === " " && !on) this.play();
    else if (event.key === "Home" && !on) this.go(1);
    else if (event.key === "End" && !on) this.go(this.last);
    else return;
    event.preventDefault();
  }
}

customElements.define("houseway-scrubber", Scrubber);
