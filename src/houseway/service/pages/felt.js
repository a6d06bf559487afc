// The felt, drawn from the same shapes that are filed with the Board. Nodes are made once; chips are patched.

import {dollars, svg} from "./dom.js";

const INKS = {none: "none", line: "var(--felt-line)", red: "var(--red)", black: "var(--black)", green: "var(--green)", gold: "var(--yellow)", white: "#fffdf7", blue: "#2f5fa8", shade: "var(--felt-deep)"};
const path = (outline, closed = true) => `M${outline.map(([x, y]) => `${x} ${y}`).join("L")}${closed ? "Z" : ""}`;
const DENOMINATIONS = [[100000, "#5b3b8c"], [50000, "#7b4b1f"], [10000, "#191919"], [2500, "#0f7a4c"], [500, "#b3202c"], [100, "#4a6fa5"], [0, "#6b675d"]];
export const colorOf = (cents) => DENOMINATIONS.find(([least]) => cents >= least)[1];

function words(each, n, id) {
  const ink = INKS[each.ink];
  if (each.bend) {
    const [x, y, radius, below] = each.bend;
    const along = svg("path", {id: `${id}-bend-${n}`, fill: "none", d: `M${x - radius} ${y}A${radius} ${radius} 0 0 ${below ? 0 : 1} ${x + radius} ${y}`});
    const run = svg("textPath", {href: `#${id}-bend-${n}`, startOffset: "50%"}, each.text);
    return svg("g", {class: "note"}, along, svg("text", {"font-size": each.size, fill: ink}, run));
  }
  const turned = each.turn ? `rotate(${each.turn} ${each.at[0]} ${each.at[1]})` : undefined;
  return svg("text", {x: each.at[0], y: each.at[1], "font-size": each.size, fill: ink, transform: turned, class: "note"}, each.text);
}

function mark(each) {
  return svg("path", {d: path(each.outline, each.closed), fill: INKS[each.fill], stroke: INKS[each.stroke], "stroke-width": 24, "stroke-dasharray": each.dashed ? "72 48" : undefined, class: "note"});
}

/** A small picture without any places to bet on. */
export function miniature(felt) {
  const areas = felt.bettings.filter((each) => !each.spot).map((each) => svg("path", {d: path(each.outline), fill: INKS[each.ink], stroke: INKS.line, "stroke-width": 30}));
  return svg("svg", {viewBox: `0 0 ${felt.width} ${felt.height}`, "aria-hidden": "true", class: "layout mini"}, ...areas, ...felt.marks.map(mark), ...felt.inscriptions.map((each, n) => words(each, n, `mini-${felt.title.replaceAll(" ", "-")}`)));
}

const extent = (outline, axis) => Math.max(...outline.map((point) => point[axis])) - Math.min(...outline.map((point) => point[axis]));

/** What one needs to see in order to bet: every place for chips, with some room around. */
function cropped(felt) {
  const points = [...felt.bettings.flatMap((each) => each.outline), ...felt.inscriptions.filter((each) => each.at && !each.bend).map((each) => each.at)];
  const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = Math.max(right - left, bottom - top) * 0.05;
  return `${left - room} ${top - room} ${right - left + 2 * room} ${bottom - top + 2 * room}`;
}

/** The whole felt: a picture, and a button for each place that takes chips. */
export class Felt {
  /** @param {any} felt @param {{bet: Function, remove: Function, look: Function}} acts @param {(place: any) => string} say */
  constructor(felt, acts, say) {
    this.felt = felt;
    this.acts = acts;
    this.say = say;
    this.places = new Map(felt.bettings.map((each) => [each.id, each]));
    this.nodes = new Map();
    this.stacks = new Map();
    this.radius = Math.min(...felt.bettings.filter((each) => !each.spot).map(({outline}) => Math.min(extent(outline, 0), extent(outline, 1)))) * 0.34;
    this.radius = Math.max(this.radius, felt.width * 0.009); // legible also where the smallest place is tiny
    this.node = this.drawn();
    this.current = felt.bettings[0]?.id;
    this.nodes.get(this.current)?.setAttribute("tabindex", "0");
  }

  drawn() {
    const {felt} = this;
    const areas = [], points = [];
    for (const each of felt.bettings) {
      const shape = svg("path", {class: "shape", d: path(each.outline), fill: INKS[each.ink], stroke: INKS.line});
      const node = svg("g", {class: `spot ${each.spot ? "point" : each.ink === "none" ? "bare" : ""}`, role: "button", tabindex: "-1", "data-id": each.id, "data-chip": each.chip.join(" "), "aria-label": this.say(each)}, shape);
      this.nodes.set(each.id, node);
      (each.spot ? points : areas).push(node);
    }
    this.chips = svg("g", {class: "all-chips"});
    const node = svg("svg", {class: "layout", viewBox: cropped(felt), role: "group", "aria-label": `The layout of ${felt.title}`},
      felt.edge.length ? svg("path", {d: path(felt.edge), fill: "none", stroke: INKS.line, "stroke-width": 24, class: "note"}) : null,
      ...areas, ...felt.marks.map(mark), ...felt.inscriptions.map((each, n) => words(each, n, "felt")), ...points, this.chips);
    node.addEventListener("click", (event) => this.on(event, "bet"));
    node.addEventListener("contextmenu", (event) => {
      if (this.at(event)) event.preventDefault();
      this.on(event, "remove");
    });
    node.addEventListener("pointerover", (event) => this.on(event, "look"));
    node.addEventListener("focusin", (event) => this.on(event, "look"));
    node.addEventListener("keydown", (event) => this.typed(event));
    return node;
  }

  at(event) {
    return event.target instanceof Element ? event.target.closest(".spot")?.dataset.id ?? event.target.closest(".spot")?.getAttribute("data-id") : undefined;
  }

  on(event, what) {
    const id = this.at(event);
    if (id) this.acts[what](this.places.get(id), event);
  }

  typed(event) {
    const id = this.at(event);
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = {ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down"}[event.key];
    if (way) {
      event.preventDefault();
      const next = this.places.get(id).near[way];
      if (next) this.focus(next);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.acts.bet(this.places.get(id), event);
    } else if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      this.acts.remove(this.places.get(id), event);
    }
  }

  focus(id) {
    this.nodes.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = id;
    const node = this.nodes.get(id);
    node.setAttribute("tabindex", "0");
    node.focus();
  }

  /** Put chips on the places: a list of {id, cents, mine, pending, mark}. */
  show(list) {
    const wanted = new Map(list.map((each) => [`${each.id}|${each.mine}`, each]));
    for (const [name, node] of this.stacks) {
      if (!wanted.has(name)) {
        node.remove();
        this.stacks.delete(name);
      }
    }
    for (const [name, each] of wanted) {
      const text = `${each.cents}${each.pending}${each.mark}`;
      const there = this.stacks.get(name);
      if (there?.dataset.is === text) continue;
      const drawn = this.stack(each);
      drawn.dataset.is = text;
      there ? there.replaceWith(drawn) : this.chips.append(drawn);
      this.stacks.set(name, drawn);
    }
    for (const [id, node] of this.nodes) node.setAttribute("aria-label", this.say(this.places.get(id)));
  }

  stack(each) {
    const [x, y] = this.places.get(each.id).chip;
    const radius = this.radius;
    const discs = Math.min(5, Math.max(1, Math.round(Math.log2(each.cents / 100 + 1))));
    const nodes = [...Array(discs).keys()].map((n) => svg("circle", {class: "disc", cx: x + (each.mine ? 0 : radius), cy: y - n * radius * 0.18, r: radius, fill: colorOf(each.cents), "stroke-width": radius * 0.1, "stroke-dasharray": each.pending ? `${radius * 0.14} ${radius * 0.14}` : `${radius * 0.42} ${radius * 0.28}`}));
    const text = svg("text", {x: x + (each.mine ? 0 : radius), y: y + radius * 0.3, "font-size": radius * 0.95, "stroke-width": radius * 0.3}, dollars(each.cents).replace(".00", ""));
    return svg("g", {class: `stack ${each.mine ? "" : "other"} ${each.pending ? "pending" : ""} ${each.mark || ""}`}, ...nodes, text);
  }

  light(ids) {
    for (const [id, node] of this.nodes) node.classList.toggle("lit", ids.has(id));
  }
}
