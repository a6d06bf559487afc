// Dialogs of a table: the keys, and a list of wagers to choose from if places are too small for a finger.

import {el} from "./dom.js";

export const KEYS = [
  ["Tab", "to the layout, and on to the next control"],
  ["arrows", "to the nearest place on the layout"],
  ["Enter, Space", "bet the chosen chip on the place"],
  ["Backspace, Delete, right click", "take the wager down; dragging moves it to another place"],
  ["1 to 5", "choose a chip"],
  ["U", "undo"],
  ["C", "clear: take down every wager that may be taken down"],
  ["R", "repeat the wagers of the last round that may be made now"],
  ["D", "double"],
  ["G", "go: spin, roll, shake or deal (at practice tables)"],
  ["E", "show the house edge of every wager on the layout"],
  ["W", "why not? Says why you cannot bet on the place now"],
  ["L", "list all wagers"],
  ["/", "type a wager: straight 17 5, or pass 10"],
  ["?", "this help"],
];

function dialog(title, ...content) {
  const back = document.activeElement;
  const box = el("dialog", {"aria-label": title, class: "sheet"}, el("div", {class: "sheet-head"}, el("h2", {}, title), el("button", {class: "button", type: "button", onclick: () => box.close()}, "Close")), ...content);
  box.addEventListener("close", () => {
    box.remove();
    if (back instanceof HTMLElement || back instanceof SVGElement) back.focus({preventScroll: true});
  });
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  return box;
}

export function help() {
  dialog("Keys", el("p", {class: "quiet"}, "Single letters work while the table has the focus."), el("dl", {class: "keys"}, ...KEYS.flatMap(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])));
}

const ORDERS = {pays: "by payout odds", edge: "by house edge", law: "as in the rulebook"};

/** The most that a line like "7 to 6" or "1, 2 or 3 to 1" pays, to sort by. @param {string} pays */
function most(pays) {
  const [tops, below] = String(pays || "").split(" to ");
  return Math.max(0, ...(tops.match(/\d+/g) || []).map(Number)) / (parseInt(below, 10) || 1);
}

/** Places by group, with group headings. @param {any[]} places @param {string} order @param {(place: any) => number | null} edge @returns {[string, any[]][]} */
function grouped(places, order, edge) {
  if (order === "law") return [["", places]];
  if (order === "edge") return [["", [...places].sort((one, other) => (edge(one) ?? 9) - (edge(other) ?? 9))]];
  const groups = new Map();
  for (const place of [...places].sort((one, other) => most(one.pays) - most(other.pays))) groups.set(place.pays, [...(groups.get(place.pays) || []), place]);
  return [...groups].map(([pays, found]) => [pays ? `Pays ${pays}` : "Other", found]);
}

/**
 * A list of places to bet on, each large enough to tap.
 * @param {string} title @param {any[]} places @param {{name: (place: any) => string, about: (place: any) => string, why: (place: any) => string, bet: (place: any) => void, remove: (place: any) => void, mine: (place: any) => number, edge: (place: any) => number | null}} of
 */
export function choosePlace(title, places, of) {
  const list = el("ul", {class: "wagers"});
  const row = (place) => {
    const why = of.why(place);
    const bet = el("button", {class: "button", type: "button", "aria-disabled": why ? "true" : undefined, onclick: () => {
      box.close();
      of.bet(place);
    }}, el("span", {}, el("b", {}, of.name(place)), el("small", {class: "quiet"}, of.about(place)), why ? el("small", {class: "why"}, `Not now: ${why}.`) : null));
    const off = of.mine(place) ? el("button", {class: "button", type: "button", "aria-label": `Take down ${of.name(place)}`, onclick: () => {
      box.close();
      of.remove(place);
    }}, "Take down") : null;
    return el("li", {}, bet, off);
  };
  const many = places.length > 20;
  const find = el("input", {type: "search", placeholder: "Find a wager", "aria-label": "Find a wager", oninput: () => draw()});
  const order = el("select", {"aria-label": "Order", onchange: () => draw()}, ...Object.entries(ORDERS).map(([name, words]) => el("option", {value: name}, words)));
  const draw = () => list.replaceChildren(...grouped(places.filter((place) => of.name(place).toLowerCase().includes(find.value.trim().toLowerCase())), many ? order.value : "law", of.edge)
    .flatMap(([name, found]) => [name ? el("li", {class: "by"}, name) : null, ...found.map(row)]).filter(Boolean));
  draw();
  const box = dialog(title, many ? find : null, many ? el("label", {class: "order"}, "Order", order) : null, list);
  return box;
}
