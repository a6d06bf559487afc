// The felt, drawn from the same shapes that are filed with the Board. Nodes are created once; chips are patched.

import {dollars, svg} from "./dom.js";

const INKS = {none: "none", line: "var(--felt-line)", red: "var(--red)", black: "var(--black)", green: "var(--green)", gold: "var(--yellow)", white: "#fffdf7", blue: "#2f5fa8", shade: "var(--felt-deep)"};
const path = (outline, closed = true) => `M${outline.map(([x, y]) => `${x} ${y}`).join("L")}${closed ? "Z" : ""}`;
const DENOMINATIONS = [[100000, "#5b3b8c"], [50000, "#7b4b1f"], [10000, "#191919"], [2500, "#0f7a4c"], [500, "#b3202c"], [100, "#4a6fa5"], [0, "#6b675d"]];
export const colorOf = (cents) => DENOMINATIONS.find(([least]) => cents >= least)[1];

function words(each, n, id) {
  const ink = INKS[each.ink];
  const outlined = each.ink === "red" ? {stroke: INKS.line, "stroke-width": each.size * 0.09, "stroke-linejoin": "round", "paint-order": "stroke"} : {}; // an edge also distinguishes red from green
  if (each.bend) {
    const [x, y, radius, below] = each.bend;
    const along = svg("path", {id: `${id}-bend-${n}`, fill: "none", d: `M${x - radius} ${y}A${radius} ${radius} 0 0 ${below ? 0 : 1} ${x + radius} ${y}`});
    const run = svg("textPath", {href: `#${id}-bend-${n}`, startOffset: "50%"}, each.text);
    return svg("g", {class: "note"}, along, svg("text", {"font-size": each.size, fill: ink, ...outlined}, run));
  }
  const turned = each.turn ? `rotate(${each.turn} ${each.at[0]} ${each.at[1]})` : undefined;
  return svg("text", {x: each.at[0], y: each.at[1], "font-size": each.size, fill: ink, transform: turned, class: "note", ...outlined}, each.text);
}

function mark(each) {
  return svg("path", {d: path(each.outline, each.closed), fill: INKS[each.fill], stroke: INKS[each.stroke], "stroke-width": 24, "stroke-dasharray": each.dashed ? "72 48" : undefined, class: "note"});
}

/** A small picture without betting areas. */
export function miniature(felt) {
  const areas = felt.bettings.filter((each) => !each.spot).map((each) => svg("path", {d: path(each.outline), fill: INKS[each.ink], stroke: INKS.line, "stroke-width": 30}));
  return svg("svg", {viewBox: `0 0 ${felt.width} ${felt.height}`, "aria-hidden": "true", class: "layout mini"}, ...areas, ...felt.marks.map(mark), ...felt.inscriptions.map((each, n) => words(each, n, `mini-${felt.title.replaceAll(" ", "-")}`)));
}

const extent = (outline, axis) => Math.max(...outline.map((point) => point[axis])) - Math.min(...outline.map((point) => point[axis]));

const around = (points, room = 0) => {
  const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
  return [Math.min(...xs) - room, Math.min(...ys) - room, Math.max(...xs) + room, Math.max(...ys) + room];
};

/** The approximate box of a line of text. */
function wordBox({text, at: [x, y], size, turn}) {
  const half = text.length * size * 0.27;
  return turn % 180 ? [x - size, y - half, x + size, y + half] : [x - half, y - size, x + half, y + size * 0.3];
}

/**
 * The part of the felt that a player needs to see: every betting area once (a second copy is for the other end of the table),
 * and any text at its edges in full, with a margin.
 */
function cropped(felt) {
  const twice = felt.bettings.some((each) => each.copy);
  const points = felt.bettings.filter((each) => !each.copy && !(twice && each.seat)).flatMap((each) => each.outline);
  const [left, top, right, bottom] = around(points);
  const room = Math.max(right - left, bottom - top) * 0.03;
  const other = Math.min(right + room, ...felt.bettings.filter((each) => each.copy).map((each) => around(each.outline)[0] - room / 4).filter((x) => x > right));
  const box = [left - room, top - room, other, bottom + room];
  const printed = [...felt.marks.map((each) => around(each.outline)), ...felt.inscriptions.filter((each) => !each.bend).map(wordBox), ...(twice ? felt.bettings.filter((each) => each.seat).map((each) => around(each.outline)) : [])];
  const small = ([a, b, c, d]) => c - a < (right - left) / 2 && d - b < (bottom - top) / 2;
  const touches = ([a, b, c, d]) => a < box[2] && (!twice || c < box[2]) && c > box[0] && b < box[3] && d > box[1];
  const whole = [box, ...printed.filter((each) => small(each) && touches(each)).map(([a, b, c, d]) => [a - room / 4, b - room / 4, c + room / 4, d + room / 4])];
  const [x, y] = [Math.min(...whole.map((each) => each[0])), Math.min(...whole.map((each) => each[1]))];
  return [x, y, Math.max(...whole.map((each) => each[2])) - x, Math.max(...whole.map((each) => each[3])) - y];
}

const middle = (outline, axis) => (Math.min(...outline.map((point) => point[axis])) + Math.max(...outline.map((point) => point[axis]))) / 2;

/** A place at the other end of the table is drawn where the dealer moves its chips, if that is in view. */
function within(felt) {
  const [left, top, width, height] = cropped(felt);
  const seen = (/** @type {number[]} */ [x, y]) => x >= left && x <= left + width && y >= top && y <= top + height;
  const brought = new Map(felt.marks.filter((each) => each.brought).map((each) => [each.brought, each.outline]));
  const moved = (each) => {
    const outline = brought.get(each.id);
    if (!outline || seen(each.chip)) return each;
    const chip = [middle(outline, 0), middle(outline, 1)];
    return seen(chip) ? {...each, outline, chip, near: {}} : each;
  };
  return {...felt, bettings: felt.bettings.map(moved)};
}

const FINGER = 22; // half of a touch target, in pixels
const LEGIBLE = 7; // pixels: the smallest type on a phone
const LONG = 550; // milliseconds until a press counts as long
const STILL = 10; // pixels that a finger may move during a press
const SIGNS = {won: "✓", lost: "✕", returned: "↩"};

/** The mark of a wager that cannot be taken down. */
function padlock(x, y, size) {
  return svg("g", {class: "lock"}, svg("path", {d: `M${x - size * 0.45} ${y}v${-size * 0.35}a${size * 0.45} ${size * 0.45} 0 0 1 ${size * 0.9} 0v${size * 0.35}`, fill: "none", "stroke-width": size * 0.28}),
    svg("rect", {x: x - size * 0.7, y: y - size * 0.05, width: size * 1.4, height: size, rx: size * 0.15, "stroke-width": size * 0.12}));
}

/** `<houseway-felt>`: a picture of the layout, and a button for each place that takes chips. */
export class Felt extends HTMLElement {
  /**
   * `hold` handles a long press of a finger; it may return a function to call when the finger is lifted. `drag` moves the `movable`
   * chips (in cents) of a place to another place; `drop` places a chip from outside.
   * @param {any} felt @param {{bet: Function, remove: Function, look: Function, choose?: Function, hold?: Function, movable?: (place: any) => number, drag?: Function, drop?: Function}} acts @param {(place: any) => string} say
   */
  constructor(felt, acts, say) {
    super();
    this.className = "pan";
    this.felt = within(felt);
    felt = this.felt;
    this.acts = acts;
    this.say = say;
    this.places = new Map(felt.bettings.map((each) => [each.id, each]));
    this.nodes = new Map();
    this.stacks = new Map();
    this.radius = Math.min(...felt.bettings.filter((each) => !each.spot).map(({outline}) => Math.min(extent(outline, 0), extent(outline, 1)))) * 0.34;
    this.radius = Math.min(Math.max(this.radius, cropped(felt)[2] * 0.0137), cropped(felt)[2] * 0.028); // legible even if the smallest place is tiny
    this.append(this.drawn());
    this.current = [...this.nodes.keys()][0];
    this.nodes.get(this.current)?.setAttribute("tabindex", "0");
  }

  drawn() {
    const {felt} = this;
    const areas = [], points = [], box = cropped(felt);
    for (const each of felt.bettings) {
      const [x, y] = each.chip;
      if (each.copy || x < box[0] || x > box[0] + box[2] || y < box[1] || y > box[1] + box[3]) continue; // out of view: only in the list of wagers
      const shape = svg("path", {class: "shape", d: path(each.outline), fill: INKS[each.ink], stroke: INKS.line});
      const node = svg("g", {class: `spot ${each.spot ? "point" : each.ink === "none" ? "bare" : ""}`, role: "button", tabindex: "-1", "data-id": each.id, "data-chip": each.chip.join(" "), "aria-label": this.say(each)}, shape);
      this.nodes.set(each.id, node);
      (each.spot ? points : areas).push(node);
    }
    this.chips = svg("g", {class: "all-chips"});
    this.heats = svg("g", {class: "heats", "aria-hidden": "true"});
    this.badges = svg("g", {class: "badges", "aria-hidden": "true"});
    this.pucks = svg("g", {class: "pucks"});
    const node = svg("svg", {class: "layout", viewBox: box.join(" "), role: "group", "aria-label": `The layout of ${felt.title}`},
      felt.edge.length ? svg("path", {d: path(felt.edge), fill: "none", stroke: INKS.line, "stroke-width": 24, class: "note"}) : null,
      ...areas, ...felt.marks.map(mark), ...felt.inscriptions.map((each, n) => words(each, n, "felt")), ...points, this.heats, this.pucks, this.chips, this.badges);
    const smallest = Math.min(...felt.bettings.filter((each) => !each.spot).map(({outline}) => Math.min(extent(outline, 0), extent(outline, 1))));
    const print = Math.min(...felt.inscriptions.map((each) => each.size), box[2]);
    node.style.setProperty("--least", `${Math.round(Math.min(1100, Math.max(320, (box[2] * 2 * FINGER) / smallest, (box[2] * LEGIBLE) / print)))}px`);

    node.style.setProperty("--ratio", `${box[2] / box[3]}`);
    node.addEventListener("click", (event) => this.tapped(event));
    node.addEventListener("pointerdown", (event) => this.pressed(event));
    node.addEventListener("pointermove", (event) => this.moved(event));
    node.addEventListener("pointerup", (event) => this.lifted(event));
    node.addEventListener("dragover", (event) => this.acts.drop && this.at(event) && event.preventDefault());
    node.addEventListener("drop", (event) => {
      event.preventDefault();
      const cents = Number(event.dataTransfer.getData("text/x-houseway-chip"));
      if (cents && this.at(event)) this.acts.drop?.(this.places.get(this.at(event)), cents);
    });
    node.addEventListener("pointercancel", (event) => (this.press?.held ? this.lifted(event) : this.released(true)));
    node.addEventListener("contextmenu", (event) => {
      if (!this.at(event)) return;
      event.preventDefault();
      if (event.pointerType === "touch" || this.press?.timer) this.held();
      else if (!this.press?.held) this.on(event, "remove");
    });
    node.addEventListener("pointerover", (event) => this.on(event, "look"));
    node.addEventListener("focusin", (event) => {
      const id = this.at(event);
      if (id && id !== this.current) this.start(id);
      this.on(event, "look");
    });
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

  /** Remember where a press began: a redraw may move things under it, and a long press has another meaning. */
  pressed(event) {
    this.released(true);
    const id = this.at(event);
    if (id) this.press = {id, x: event.clientX, y: event.clientY, held: false, drags: event.pointerType !== "touch" && event.button === 0, timer: event.pointerType === "touch" ? setTimeout(() => this.held(), LONG) : 0};
  }

  /** A finger that moves scrolls. A mouse that moves drags the chips of the place where it was pressed. */
  moved(event) {
    const {press} = this;
    if (!press || (press.held && !press.ghost) || (!press.ghost && Math.hypot(event.clientX - press.x, event.clientY - press.y) <= STILL)) return;
    const cents = press.drags && this.acts.drag ? this.acts.movable(this.places.get(press.id)) : 0;
    if (!press.ghost && !cents) return this.released(true);
    if (!press.ghost) {
      press.held = true; // the click that follows is not a bet
      press.ghost = this.stack({id: press.id, cents, mine: true, pending: true});
      this.chips.append(press.ghost);
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    const {a, d} = this.chips.getScreenCTM();
    press.ghost.setAttribute("transform", `translate(${(event.clientX - press.x) / a} ${(event.clientY - press.y) / d})`);
    const over = this.pointedAt(event);
    for (const [id, node] of this.nodes) node.classList.toggle("held", id === over && id !== press.id);
  }

  /** The place under the pointer, regardless of pointer capture. */
  pointedAt(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest(".spot")?.getAttribute("data-id");
  }

  released(forget) {
    clearTimeout(this.press?.timer);
    if (this.press) this.press.timer = 0;
    for (const node of this.nodes.values()) node.classList.remove("held");
    this.press?.ghost?.remove();
    if (forget) this.press = null;
  }

  /** Handle a long press once; ignore the tap that a browser may send afterwards. */
  held() {
    const {press} = this;
    this.released(false);
    if (!press || press.held) return;
    press.held = true;
    this.nodes.get(press.id).classList.add("held");
    const place = this.places.get(press.id);
    if (this.acts.hold) press.then = this.acts.hold(place, this.under(press.id, press.x, press.y));
    else this.acts.remove(place);
  }

  /** Run the long press's action after the finger is lifted; otherwise the finger would tap what opens under it. */
  lifted(event) {
    const {press} = this;
    const to = press?.ghost && event.type === "pointerup" ? this.pointedAt(event) : undefined;
    if (to && to !== press.id) this.acts.drag(this.places.get(press.id), this.places.get(to));
    if (press?.held && press.then) setTimeout(() => press.then(), 120);
    this.released(false);
  }

  /** A mouse points at one place. If a finger covers several, `choose` asks which one. */
  tapped(event) {
    const id = this.at(event) || this.press?.id;
    const held = this.press?.held;
    this.released(true);
    if (!id || held) return;
    const near = event.pointerType === "touch" && this.acts.choose ? this.under(id, event.clientX, event.clientY) : [];
    if (near.length > 1) this.acts.choose(near, event);
    else this.acts.bet(this.places.get(id), event);
  }

  /** The places under a finger and all places with the same number; the touched place first. */
  under(id, x, y) {
    const touched = this.places.get(id);
    const near = this.felt.bettings.filter((each) => {
      if (each.id === id || !this.nodes.has(each.id)) return false;
      if (touched.numbers?.length === 1 && each.numbers?.includes(touched.numbers[0])) return true;
      const box = this.nodes.get(each.id).getBoundingClientRect();
      const far = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
      return far < FINGER / 2 && Math.min(box.width, box.height) < 2 * FINGER;
    });
    return [touched, ...near];
  }

  typed(event) {
    const id = this.at(event);
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = {ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down"}[event.key];
    if (way) {
      event.preventDefault();
      const given = this.places.get(id).near[way], next = this.nodes.has(given) ? given : this.nearest(id, event.key);
      if (next) this.goTo(next);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.acts.bet(this.places.get(id), event);
    } else if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      this.acts.remove(this.places.get(id), event);
    }
  }

  /** The nearest visible place in the direction of an arrow key. @param {string} id @param {string} key */
  nearest(id, key) {
    const [x, y] = this.places.get(id).chip, [right, down] = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[key];
    const far = (each) => {
      const along = (each.chip[0] - x) * right + (each.chip[1] - y) * down, aside = Math.abs((each.chip[0] - x) * down) + Math.abs((each.chip[1] - y) * right);
      return along > 0 && aside <= along * 2 ? along + 2 * aside : Infinity;
    };
    const found = [...this.nodes.keys()].map((each) => [each, far(this.places.get(each))]).sort((one, other) => one[1] - other[1])[0];
    return found && found[1] < Infinity ? found[0] : undefined;
  }

  /** The place that gets the focus when Tab enters the layout. */
  start(id) {
    this.nodes.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = id;
    this.nodes.get(id).setAttribute("tabindex", "0");
  }

  /** Move the keyboard focus to a place. @param {string} id */
  goTo(id) {
    this.start(id);
    this.nodes.get(id).focus();
  }

  /** Put chips on the places: a list of {id, cents, mine, pending, mark}. */
  show(list) {
    const wanted = new Map(list.map((each) => [`${each.id}|${each.mine}|${each.shift || 0}`, each]));
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
    const radius = this.radius;
    const [left, top] = this.places.get(each.id).chip;
    const [x, y] = [left + (each.mine ? 0 : radius) + (each.shift || 0) * radius * 1.05, top];
    const discs = Math.min(5, Math.max(1, Math.round(Math.log2(each.cents / 100 + 1))));
    const nodes = [...Array(discs).keys()].map((n) => svg("use", {class: "disc", href: each.pending ? "#chip-hollow" : "#chip", x: x - radius, y: y - radius - n * radius * 0.18, width: 2 * radius, height: 2 * radius, fill: colorOf(each.cents)}));
    const text = svg("text", {x, y: y + radius * 0.3, "font-size": radius * 0.95, "stroke-width": radius * 0.3}, dollars(each.cents).replace(".00", ""));
    const lock = each.mark === "locked" ? padlock(x + radius * 0.78, y - radius * (0.62 + 0.18 * (discs - 1)), radius * 0.5) : null;
    return svg("g", {class: `stack ${each.mine ? "" : "other"} ${each.pending ? "pending" : ""} ${each.mark || ""}`}, ...nodes, text, lock);
  }

  disconnectedCallback() {
    clearTimeout(this.fading);
    this.released(true);
  }

  /** A refused chip slides back toward the player. */
  slideBack(id, cents) {
    const ghost = this.stack({id, cents, mine: true, pending: true});
    ghost.classList.add("refused");
    ghost.addEventListener("animationend", () => ghost.remove());
    setTimeout(() => ghost.remove(), 1200);
    this.chips.append(ghost);
  }

  /** Show the results of wagers at their places for a few seconds: a list of {id, result, text}. */
  results(list) {
    clearTimeout(this.fading);
    const at = new Map();
    for (const each of list) at.set(each.id, [...(at.get(each.id) || []), each]);
    const size = this.radius * 0.95, taken = [];
    this.badges.replaceChildren(...[...at].map(([id, found]) => {
      let [x, y] = this.places.get(id).chip;
      const lines = found.slice(0, 3).map((each) => `${SIGNS[each.result] || ""} ${each.text}`);
      const width = Math.max(...lines.map((line) => line.length)) * size * 0.56 + size * 0.6, height = lines.length * size * 1.15 + size * 0.3;
      while (taken.some((each) => Math.abs(each.x - x) < (each.width + width) / 2 && Math.abs(each.y - y) < (each.height + height) / 2)) y += height / 2; // avoid overlaps
      taken.push({x, y, width, height});
      return svg("g", {class: `badge ${found[0].result}`, "data-id": id}, svg("rect", {x: x - width / 2, y: y - height / 2, width, height, rx: size * 0.3}),
        ...lines.map((line, n) => svg("text", {x, y: y - height / 2 + size * (1.05 + n * 1.15), "font-size": size}, line)));
    }));
    if (list.length) this.fading = setTimeout(() => this.badges.replaceChildren(), 7000);
  }

  /** Remove an old result, so that it does not hide a new chip. @param {string} id */
  bare(id) {
    for (const each of this.badges.children) if (each.getAttribute("data-id") === id) each.remove();
  }

  /** Place the puck: on at a place, or off beside the layout. */
  puck(id, on, text) {
    const place = this.places.get(id);
    if (!place) return this.pucks.replaceChildren();
    const sign = `${id}|${text}`;
    if (this.pucks.dataset.is === sign) return;
    this.pucks.dataset.is = sign;
    const ys = place.outline.map((point) => point[1]), radius = this.radius * 1.15;
    const [x, y] = [place.chip[0], on ? Math.min(...ys) + radius * 0.5 : place.chip[1] + radius * 2.4];
    this.pucks.replaceChildren(svg("g", {class: `puck ${on ? "on" : "off"}`, role: "img", "aria-label": text}, svg("circle", {cx: x, cy: y, r: radius, "stroke-width": radius * 0.12}), svg("text", {x, y: y + radius * 0.32, "font-size": radius * 0.9}, on ? "ON" : "OFF")));
  }

  /** The edge of each wager as a heat map; the figure is shown next to the color. @param {Map<string, number> | null} edges by wager */
  heat(edges) {
    if (!edges) return this.heats.replaceChildren();
    const shown = [];
    for (const each of this.felt.bettings) {
      const edge = edges.get(each.wager);
      if (edge === undefined || each.copy) continue;
      const hot = edge < 0.015 ? 0 : edge < 0.03 ? 1 : edge < 0.06 ? 2 : edge < 0.12 ? 3 : 4;
      const [x, y] = each.chip, size = Math.min(extent(each.outline, 0) / 3.2, extent(each.outline, 1) / 1.6, this.radius * 1.1);
      shown.push(svg("path", {class: `hot hot-${hot}`, d: path(each.outline)}));
      const low = Math.max(...each.outline.map((point) => point[1]));
      if (!each.spot) shown.push(svg("text", {x, y: Math.min(low - size * 0.25, y + extent(each.outline, 1) / 2), "font-size": size, "stroke-width": size * 0.28}, `${(100 * edge).toFixed(edge < 0.0995 ? 2 : 1)}%`));
    }
    this.heats.replaceChildren(...shown);
  }

  /** Mark the places where no wager can be made now. @param {(place: any) => boolean} off */
  closed(off) {
    for (const [id, node] of this.nodes) {
      const now = off(this.places.get(id));
      node.classList.toggle("off", now);
      if (now) node.setAttribute("aria-disabled", "true");
      else node.removeAttribute("aria-disabled");
    }
  }

  light(ids) {
    for (const [id, node] of this.nodes) node.classList.toggle("lit", ids.has(id));
  }
}

customElements.define("houseway-felt", Felt);
