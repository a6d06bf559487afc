// Procedures as steps: which are done, who is next, and which may be done now.

import {cites, el, put} from "./dom.js";
import {Fields} from "./dealer_forms.js";

/** `<houseway-steps>` */
export class ProcedurePanel extends HTMLElement {
  /** @type {any} */ send; /** @type {any} */ training; /** @type {any} */ game; /** @type {any} */ sign; /** @type {Map<string, Fields>} */ filled;

  /** @param {(command: any, label: string) => void} send @param {boolean} training all steps are offered, in any order */
  constructor(send, training, game) {
    super();
    this.className = "procedures";
    Object.assign(this, {send, training, game, sign: "", filled: new Map()});
  }

  show(view) {
    const byHand = view.phase === "procedure" || (view.due?.needs?.length && !view.acts.some((act) => act.do === "no-more-bets"));
    const open = new Set(view.acts.filter((act) => act.do === "step").map((act) => `${act.cite}|${act.item || ""}`));
    const sign = JSON.stringify([view.procedures, [...open], byHand]);
    if (sign === this.sign) return;
    this.sign = sign;
    const focused = this.contains(document.activeElement) && document.activeElement, opened = new Set([...this.querySelectorAll("details")].filter((each) => each.open).map((each) => each.dataset.of));
    const needed = view.procedures.filter((each) => each.needed && byHand);
    const others = view.procedures.filter((each) => !needed.includes(each));
    put(this, ...needed.map((each) => this.procedure(each, open, opened)), others.length ? el("details", {open: opened.has("others"), "data-of": "others"}, el("summary", {}, `Other procedures that may begin now (${others.length})`), ...others.map((each) => this.procedure(each, open, opened))) : null);
    if (focused instanceof HTMLElement) (this.contains(focused) ? focused : /** @type {HTMLElement | null} */ (this.querySelector("button:not(:disabled)")))?.focus();
  }

  procedure({name, says, cite, ordered, steps}, open, opened) {
    const left = steps.filter((step) => !step.done);
    const listed = this.training ? [...steps].sort((one, other) => mixed(one) - mixed(other)) : steps;
    const rows = listed.map((step) => {
      const first = !ordered || step === left[0];
      const mine = open.has(`${step.cite}|${step.item}`);
      return this.step(name, step, step.done ? "done" : step.waits && first ? "awaits" : this.training || (first && mine) ? "now" : mine ? "later" : "others");
    });
    const done = left.length && !this.training ? rows.filter((_, n) => listed[n].done) : [];
    const folded = done.length > 3 ? el("details", {open: opened.has(name), "data-of": name}, el("summary", {class: "small"}, `${done.length} steps are done`), el("ol", {}, ...done)) : null; // the next step stays in view
    return el("section", {class: "procedure", "aria-label": name}, el("h3", {}, `${says} `, el("span", {class: "quiet small"}, `${steps.length - left.length} of ${steps.length} done${ordered ? ", in this order" : ""} `), el("span", {class: "cites"}, ...cites(this.game, [cite]))), folded, el("ol", {start: folded && ordered ? String(done.length + 1) : undefined}, ...(folded ? rows.filter((row) => !done.includes(row)) : rows)));
  }

  /** The inputs of a step, which keep their values when the rest is redrawn. */
  fieldsOf(procedure, step, when) {
    const name = JSON.stringify([procedure, step.cite, step.item, step.fields, step.normal]);
    const there = this.filled.get(name) || new Fields(when === "now" ? step.fields : {}, step.normal);
    if (when === "now") this.filled.set(name, there);
    else this.filled.delete(name);
    return when === "now" ? there : new Fields({});
  }

  step(procedure, step, when) {
    const fields = this.fieldsOf(procedure, step, when);
    const command = (verified) => ({do: "step", cite: step.cite, ...(step.item ? {item: step.item} : {}), ...fields.read(), ...(verified ? {} : {verified: false})});
    const acts = when === "now" ? el("div", {class: "acts"}, el("button", {class: "button main", type: "button", onclick: () => this.send(command(true), step.says)}, "Done"), this.training ? null : el("button", {class: "button", type: "button", onclick: () => this.send(command(false), step.says)}, "The check failed")) : null;
    const mark = {done: "✓ done", now: "", later: "then", awaits: "waits for a player with chips", others: `waits for ${step.who}`}[when];
    return el("li", {class: `step ${when}`}, el("div", {}, el("span", {}, step.says, " "), el("span", {class: "quiet small"}, `${step.who}. `), el("span", {class: "cites"}, ...cites(this.game, [step.cite])), mark ? el("strong", {class: "small"}, ` ${mark}`) : null), fields.node, acts);
  }
}

const mixed = ({says}) => [...says].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1009, 7);

customElements.define("houseway-steps", ProcedurePanel);
