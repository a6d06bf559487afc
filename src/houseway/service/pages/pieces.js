// Pictures of dice, cards, tiles and wheels. They show the table's data and contain no rules.

import {el, svg} from "./dom.js";

const PIPS = {1: [[1, 1]], 2: [[0, 0], [2, 2]], 3: [[0, 0], [1, 1], [2, 2]], 4: [[0, 0], [2, 0], [0, 2], [2, 2]], 5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]], 6: [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]]};
const SUITS = {S: "♠", H: "♥", D: "♦", C: "♣"};
const SUIT_NAMES = {S: "spades", H: "hearts", D: "diamonds", C: "clubs"};

export function die(value) {
  const pips = PIPS[value].map(([x, y]) => svg("circle", {cx: 26 + x * 24, cy: 26 + y * 24, r: 9, fill: value === 1 || value === 4 ? "#b3202c" : "#191919"}));
  return svg("svg", {class: "die", viewBox: "0 0 100 100", role: "img", "aria-label": `die ${value}`}, svg("rect", {x: 4, y: 4, width: 92, height: 92, rx: 16, fill: "#fffdf7", stroke: "#8a8578", "stroke-width": 3}), ...pips);
}

export function card(name) {
  if (name === "?") return el("span", {class: "playing-card back", role: "img", "aria-label": "a card face down"});
  const suit = name.slice(-1), rank = name.slice(0, -1);
  return el("span", {class: `playing-card ${suit === "H" || suit === "D" ? "red" : ""}`, role: "img", "aria-label": `${rank} of ${SUIT_NAMES[suit]}`}, rank, el("br"), SUITS[suit]);
}

export function tile(name) {
  const [top, below] = name.split("-").map(Number);
  const half = (value, down) => (PIPS[value] || []).map(([x, y]) => svg("circle", {cx: 16 + x * 16, cy: 16 + down + y * 16, r: 6, fill: value === 1 || value === 4 ? "#e04a4a" : "#fffdf7"}));
  return svg("svg", {viewBox: "0 0 64 128", role: "img", "aria-label": `tile ${name}`}, ...half(top, 0), ...half(below, 64));
}

/** The light of a card reader: a lamp and its text. */
export function lamp(light, range) {
  return el("span", {class: `lamp ${light}`, role: "img", "aria-label": `The reader lights ${light}${range ? `: the hole card is ${range}` : ""}`}, el("i", {}), el("span", {}, light, range ? el("small", {}, range) : null));
}

/** `<houseway-wheel>`: turns to a sector; on a wheel with a ball, the ball ends there. */
export class Wheel extends HTMLElement {
  constructor(ring) {
    super();
    this.ring = ring;
    this.turns = 0;
    const count = ring.sectors.length, step = 360 / count;
    const inks = {red: "#b3202c", black: "#191919", green: "#0f7a4c", gold: "#c79a2b", line: "#e8e0c5", shade: "#2b4a3d", none: "#35503f"};
    const at = (radius, degrees) => [100 + radius * Math.sin((degrees * Math.PI) / 180), 100 - radius * Math.cos((degrees * Math.PI) / 180)].map((each) => each.toFixed(2)).join(" ");
    const sectors = ring.sectors.map((each, n) => {
      const from = (n - 0.5) * step, to = (n + 0.5) * step;
      const shape = svg("path", {d: `M${at(60, from)}L${at(94, from)}A94 94 0 0 1 ${at(94, to)}L${at(60, to)}Z`, fill: inks[each.ink] || inks.none, stroke: "#f3efdc", "stroke-width": 0.6});
      const text = svg("text", {x: 100, y: 16, "font-size": count > 45 ? 6.5 : 8.5, fill: each.ink === "line" || each.ink === "gold" ? "#191919" : "#fff", "text-anchor": "middle", "font-weight": 600, transform: `rotate(${n * step} 100 100)`}, each.label);
      return svg("g", {}, shape, text);
    });
    this.rotor = svg("g", {class: "spin"}, svg("circle", {cx: 100, cy: 100, r: 97, fill: "#5b3a1c"}), ...sectors, svg("circle", {cx: 100, cy: 100, r: 58, fill: "#6d4824"}), svg("circle", {cx: 100, cy: 100, r: 12, fill: "#d7b56d"}));
    const clapper = ring.sectors.length > 45;
    this.mark = clapper ? svg("path", {class: "clapper", d: "M96 0h8l-2.5 15h-3z", fill: "#f3d9a4", stroke: "#191919", "stroke-width": 0.8}) : svg("g", {class: "ball"}, svg("circle", {cx: 100, cy: 32, r: 4.4, fill: "#fff", stroke: "#555", "stroke-width": 0.8}));
    this.picture = svg("svg", {class: "wheel", viewBox: "0 0 200 200", role: "img", "aria-label": ring.title}, this.rotor, this.mark);
    this.append(this.picture);
  }

  /** Turn until a sector is at the top. */
  show(index) {
    this.turns += 2;
    this.rotor.style.transform = `rotate(${360 * this.turns - (index * 360) / this.ring.sectors.length}deg)`;
    if (this.mark.classList.contains("ball")) this.mark.style.transform = `rotate(${-720 * this.turns}deg)`;
    this.picture.setAttribute("aria-label", `${this.ring.title}: ${this.ring.sectors[index]?.label ?? ""}`);
  }

  find(label) {
    return this.ring.sectors.findIndex((each) => each.label === label);
  }
}

customElements.define("houseway-wheel", Wheel);
