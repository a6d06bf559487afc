// Groups of equal wagers, and the chart of all wagers: house edge against standard deviation.

import {el, percent, svg} from "./dom.js";
import {number} from "./working.js";

/** Wagers of one kind with the same figures, in the order of the sheet. @param {any[]} rows @returns {any[][]} */
export function alike(rows) {
  const groups = new Map();
  for (const row of rows) {
    const name = [row.id.split(":")[0], row.pays, row.strategy, row.situation, row.win, row.house_edge, row.variance].join("|");
    groups.set(name, [...(groups.get(name) || []), row]);
  }
  return [...groups.values()];
}

const HIGH = 300, LEFT = 52, RIGHT = 16, TOP = 14, BELOW = 44;

/** Each group of wagers as a dot: the house edge to the right, the standard deviation per unit staked upward, on a logarithmic axis.
 * @param {any[][]} groups @param {number} room the available width, in pixels */
export function scatter(groups, room) {
  const wide = Math.max(300, Math.min(900, room || 720));
  const dots = groups.map((group) => ({group, edge: number(group[0].house_edge), swing: Math.sqrt(number(group[0].variance))})).filter(({swing}) => swing > 0);
  if (!dots.length) return null;
  const low = Math.min(0, ...dots.map(({edge}) => edge)), high = Math.max(0.01, ...dots.map(({edge}) => edge)) * 1.04;
  const swings = dots.map(({swing}) => Math.log10(swing)), least = Math.min(-0.05, ...swings) - 0.05, most = Math.max(0.1, ...swings) + 0.08;
  const x = (edge) => LEFT + ((edge - low) / (high - low)) * (wide - LEFT - RIGHT), y = (swing) => TOP + ((most - Math.log10(swing)) / (most - least)) * (HIGH - TOP - BELOW);
  const drawn = svg("svg", {viewBox: `0 0 ${wide} ${HIGH}`, role: "img", class: "scatter", "aria-label": `House edge and standard deviation of ${dots.length} kinds of wagers; the table above has the figures`});
  for (const swing of [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].filter((each) => Math.log10(each) > least && Math.log10(each) < most))
    drawn.append(svg("line", {x1: LEFT, x2: wide - RIGHT, y1: y(swing), y2: y(swing), class: "grid-line"}), svg("text", {x: LEFT - 6, y: y(swing) + 4, class: "tick end"}, String(swing)));
  const step = [0.005, 0.01, 0.02, 0.05, 0.1].find((each) => (high - low) / each < wide / 70) || 0.2;
  for (let edge = Math.ceil(low / step) * step; edge <= high; edge += step) drawn.append(svg("text", {x: x(edge), y: HIGH - 24, class: "tick mid"}, `${Math.round(edge * 1000) / 10}%`));
  drawn.append(svg("text", {x: (LEFT + wide) / 2, y: HIGH - 5, class: "tick mid"}, "house edge"), svg("text", {x: 4, y: TOP + 2, class: "tick"}, "swing"));
  for (const {group, edge, swing} of dots) {
    const [row] = group;
    const name = [row.name + (group.length > 1 ? ` and ${group.length - 1} alike` : ""), row.situation, row.strategy].filter(Boolean).join(", ");
    drawn.append(svg("circle", {cx: x(edge), cy: y(swing), r: 5.5, class: "dot"}, svg("title", {}, `${name}: house edge ${percent(row.house_edge)}, standard deviation ${swing.toFixed(2)}`)));
  }
  return el("div", {}, drawn, el("p", {class: "quiet small"}, "A dot is a kind of wager; point at one for its name. To the right it costs more; above, results swing more (standard deviation per unit staked, each line a step of a logarithmic scale)."));
}
