// Forms of the dealer's console: the notes of a step or a report, an observed result, and its read-back before it counts.

import {dollars, el, put} from "./dom.js";
import {card, die, tile} from "./pieces.js";

const ROLES = ["dealer", "boxperson", "floorperson", "pit-manager", "shift-manager", "table-games-manager", "player", "stickperson", "surveillance", "security", "gaming-laboratory", "maintenance"];
const words = (name) => name.replaceAll("_", " ").replaceAll("-", " ");
const title = (name) => words(name[0].toUpperCase() + name.slice(1));

/** Inputs for declared fields; `read()` returns the values of the fields that were filled in. */
export class Fields {
  /** @param {Record<string, string>} kinds by name @param {Record<string, any>} [normal] */
  constructor(kinds, normal = {}) {
    this.normal = normal;
    this.inputs = Object.entries(kinds).map(([name, kind]) => ({name, kind, input: inputOf(kind, name, normal[name])}));
    const all = this.inputs.some(({name}) => normal[name] !== undefined) ? el("button", {class: "button", type: "button", onclick: () => this.fill()}, "All as it should be") : null;
    this.node = this.inputs.length ? el("div", {class: "fields"}, ...this.inputs.map(({name, input}) => el("label", {}, title(name.replace(/_cents$/, "")), input)), all) : null;
  }

  fill() {
    for (const {name, kind, input} of this.inputs) if (this.normal[name] !== undefined) input.value = written(kind, this.normal[name]);
  }

  read() {
    const found = {};
    for (const {name, kind, input} of this.inputs) if (input.value.trim() !== "") found[name] = readAs(kind, input.value.trim());
    return found;
  }
}

function choice(options, name) {
  return el("select", {"aria-label": words(name)}, el("option", {value: ""}, "—"), ...options.map((each) => el("option", {value: each}, words(each))));
}

function inputOf(kind, name, normal) {
  const placeholder = normal === undefined ? undefined : `normally ${written(kind, normal)}`.slice(0, 60);
  if (kind === "yes-no") return choice(["yes", "no"], name);
  if (kind.startsWith("one of ")) return choice(kind.slice(7).split("|"), name);
  if (kind === "role") return choice(ROLES, name);
  if (kind === "moment") return el("input", {type: "datetime-local"});
  if (["whole", "seat"].includes(kind)) return el("input", {type: "number", min: "0", step: "1", placeholder});
  if (kind === "cents") return el("input", {type: "number", min: "0", step: "0.01", placeholder: "dollars"});
  return el("input", {type: "text", placeholder: placeholder || (kind.endsWith("s") || kind.startsWith("list of") ? "separated by commas" : undefined), title: kind});
}

function written(kind, value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ");
  if (kind === "counts") return Object.entries(value).map(([name, count]) => `${name}=${count}`).join(", ");
  if (kind === "cents") return String(value / 100);
  if (kind === "moment") return typeof value === "number" ? new Date(value * 1000).toISOString().slice(0, 16) : String(value).slice(0, 16);
  return String(value);
}

function readAs(kind, text) {
  const number = (each) => (/^\d+$/.test(each) ? Number(each) : each);
  const list = () => text.split(/^[\d\s,-]+$/.test(text) ? /[\s,]+/ : ",").map((each) => each.trim()).filter(Boolean); // numbers and tiles may also be separated by spaces
  if (kind === "yes-no") return text === "yes";
  if (kind === "cents") return Math.round(Number(text) * 100);
  if (kind === "moment") return new Date(text).toISOString().replace(".000Z", "Z");
  if (kind === "whole" || kind === "seat" || kind.startsWith("seat or")) return number(text);
  if (kind === "wholes" || kind === "seats") return list().map(number);
  if (["names", "roles"].includes(kind) || kind.startsWith("list of")) return list();
  if (kind === "counts") return Object.fromEntries(list().map((each) => each.split("=")).map(([name, count]) => [name.trim(), number((count || "").trim())]));
  return text;
}

/** `<houseway-entry>`: enter a result of real equipment: choose, read it back in large type, commit. */
export class ResultEntry extends HTMLElement {
  /** @param {(result: any) => Promise<any>} commit @param {any[]} rings the wheels, for labels and colors */
  constructor(commit, rings) {
    super();
    this.className = "entry";
    this.commit = commit;
    this.ring = rings.find((ring) => !ring.bets) || rings[0];
    this.sign = "";
    this.busy = false;
    this.latest = null;
  }

  show(entry) {
    this.latest = entry;
    if (this.busy) return;
    const sign = JSON.stringify(entry);
    if (sign === this.sign) return;
    this.sign = sign;
    this.entry = entry;
    this.chosen = [];
    put(this);
    if (!entry) return;
    this.says = el("p", {class: "chosen", role: "status"}, "Nothing entered yet.");
    this.done = el("button", {class: "button main", type: "button", disabled: true, onclick: () => this.ready()}, "Read it back");
    const again = el("button", {class: "button", type: "button", onclick: () => this.clear()}, "Clear");
    const typed = el("input", {type: "text", autocomplete: "off", "aria-label": "Type the result", placeholder: `or type: ${entry.example}`});
    typed.addEventListener("input", () => this.take(typed.value.trim().split(/[\s,]+/).filter(Boolean), true));
    typed.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // otherwise the same key press would also commit
      if (this.complete) this.ready();
      else this.says.textContent = this.lacking();
    });
    this.typed = typed;
    put(this, el("p", {}, el("strong", {}, `Enter the ${words(entry.what)}`), entry.right ? ` (${entry.right})` : ""), this.pads(entry), typed, this.says, el("div", {class: "acts"}, this.done, again));
    if (document.activeElement === document.body && matchMedia("(hover: hover)").matches) typed.focus(); // the pressed button no longer exists
  }

  pads(entry) {
    const pad = (values, at) => el("div", {class: "pad", role: "group", "aria-label": at === undefined ? words(entry.what) : `Die ${at + 1}`}, ...values.map((value) => {
      const sector = this.sector(value);
      const shown = entry.field === "section" && this.ring ? el("span", {class: "section"}, String(value), el("small", {}, this.neighbors(value).join(" · "))) : entry.field === "dice" ? die(value) : entry.field === "cards" ? (value === "?" ? "face down" : card(value)) : entry.field === "tiles" ? tile(value) : this.label(value);
      return el("button", {class: `button pick ${entry.faces ? "face" : ""} ${sector ? `ink-${sector.ink}` : ""}`, type: "button", "aria-label": this.label(value), "aria-pressed": entry.faces ? undefined : "false", "data-value": String(value), "data-at": String(at ?? 0), onclick: () => this.pick(value, at)}, shown);
    }));
    if (entry.field === "section" && this.ring) return this.bySymbol(entry, pad);
    if (entry.count) return el("div", {class: "pads"}, ...Array.from({length: entry.count}, (_, at) => pad(entry.values, at)));
    const all = pad(entry.faces || entry.values);
    return entry.faces ? el("details", {open: entry.field === "tiles"}, el("summary", {}, `All ${entry.field}`), all) : all;
  }

  /** Sections of a wheel by symbol, since people see that first; sections with the same symbol differ in their neighbors. */
  bySymbol(entry, pad) {
    const groups = new Map();
    for (const value of entry.values) {
      const name = this.ring.sectors[value].label;
      groups.set(name, [...(groups.get(name) || []), value]);
    }
    return el("div", {class: "groups"}, ...[...groups].flatMap(([name, values]) => [el("span", {}, name), pad(values)]));
  }

  sector(value) {
    if (!this.ring || !["pocket", "section"].includes(this.entry.field)) return null;
    return this.entry.field === "section" ? this.ring.sectors[value] : this.ring.sectors.find((each) => each.label === value);
  }

  /** The symbols before and after a section, clockwise. @param {number} value */
  neighbors(value) {
    const {sectors} = this.ring;
    return [sectors.at(value - 1).label, sectors[(value + 1) % sectors.length].label];
  }

  label(value) {
    return this.entry.field === "section" && this.sector(value) ? `${value}: ${this.sector(value).label}, between ${this.neighbors(value).join(" and ")}` : String(value);
  }

  pick(value, at) {
    if (this.entry.count) this.chosen[at] = value;
    else if (this.entry.faces) this.chosen.push(value);
    else this.chosen = [value];
    this.take(this.chosen, false);
  }

  take(values, typed) {
    this.chosen = values.map((each) => (typed ? this.meant(each) : each));
    if (!typed) this.typed.value = "";
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".pick[aria-pressed]"))) each.setAttribute("aria-pressed", String(String(this.chosen[Number(each.dataset.at)]) === each.dataset.value));
    this.done.disabled = !this.complete;
    this.says.textContent = this.chosen.some((each) => each !== undefined) ? [...this.chosen].map((each) => (each === undefined ? "…" : this.label(each))).join("  ") : "Nothing entered yet.";
  }

  /** The possible values; empty if the table accepts anything. */
  get known() {
    return this.entry.faces || this.entry.values || [];
  }

  /** The typed value in its standard spelling; impossible values stay as typed. @param {string} text */
  meant(text) {
    const same = (value) => String(value).toLowerCase() === text.toLowerCase();
    const turned = text.split("-").reverse().join("-"); // a tile can be written from either end
    return this.known.find(same) ?? this.known.find((value) => String(value) === turned) ?? text;
  }

  get complete() {
    const {count, faces} = this.entry, least = count || 1, most = count || (faces ? Infinity : 1);
    return this.chosen.length >= least && this.chosen.length <= most && [...this.chosen].every((each) => !this.known.length || this.known.includes(each));
  }

  /** What is wrong with the entered values, and what would be right. */
  lacking() {
    const {count, faces, example} = this.entry;
    const wrong = this.chosen.find((each) => each !== undefined && this.known.length && !this.known.includes(each));
    if (wrong !== undefined) return `${wrong} cannot come. Type, for example: ${example}`;
    const most = count || (faces ? this.chosen.length : 1);
    return this.chosen.length && this.chosen.length !== most ? `That takes ${most === 1 ? "one value" : `${most} values`}. Type, for example: ${example}` : `Type, for example: ${example}`;
  }

  clear() {
    this.take([], false);
  }

  ready() {
    const {field, count, faces} = this.entry;
    const value = count || faces ? [...this.chosen] : this.chosen[0];
    const pictures = field === "dice" ? value.map(die) : field === "cards" ? value.map(card) : field === "tiles" ? value.map((each) => el("span", {class: "tile"}, tile(each))) : [];
    const sector = this.sector(value);
    const says = Array.isArray(value) ? value.join("  ") : `${this.label(value)}${field === "pocket" && sector ? ` ${sector.ink}` : ""}`;
    readBack(`${words(this.entry.what)}`, says, pictures, () => {
      this.sign = "";
      this.busy = true; // no typing while the answer is pending
      put(this);
      this.commit({do: "result", [field]: value}).finally(() => {
        this.busy = false;
        this.show(this.latest);
      });
    });
  }
}

/** Show a result in large type and wait for confirmation. Enter commits, Escape goes back. */
export function readBack(title, says, pictures, yes) {
  const go = el("button", {class: "button main", type: "submit"}, "Commit");
  const back = el("button", {class: "button", type: "button", onclick: () => box.close()}, "Go back");
  const form = el("form", {method: "dialog"}, el("p", {class: "quiet"}, `You enter: ${title}`), el("div", {class: "acts big"}, ...pictures), el("p", {class: "read-back"}, says), el("div", {class: "acts"}, go, back));
  const box = el("dialog", {"aria-label": `Read back: ${title} ${says}`}, form);
  form.addEventListener("submit", () => yes());
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  go.focus();
}

const UNITS = [100000, 50000, 10000, 2500, 500, 100, 50, 25, 1];

/** An amount as chips, the largest first: [["$25", 2], ["$5", 1]]. */
export function chipsFor(cents) {
  const found = [];
  let left = cents;
  for (const unit of UNITS) {
    const count = Math.floor(left / unit);
    if (count) found.push([unit, count]);
    left -= count * unit;
  }
  return found;
}

/** How a payout with vigorish was computed. @param {any} event a settled wager */
export const lessVigorish = ({returned_cents: back, cents, vigorish_cents: kept}) => (kept ? ` (${dollars(back - cents + kept)} less ${dollars(kept)} vigorish)` : "");

export const chipWords = (cents) => chipsFor(cents).map(([unit, count]) => `${count} × ${dollars(unit)}`).join(" + ");

customElements.define("houseway-entry", ResultEntry);
