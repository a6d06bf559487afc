// Dialogs of a table: the keys, and a list of wagers to choose from where places are too small for a finger.

import {el} from "./dom.js";

export const KEYS = [
  ["Tab", "to the layout, and on to the next control"],
  ["arrows", "to the nearest place on the layout"],
  ["Enter, Space", "bet the chosen chip on the place"],
  ["Backspace, Delete, right click", "take the wager down"],
  ["1 to 5", "choose a chip"],
  ["U", "undo"],
  ["C", "clear: take down what may be taken down"],
  ["R", "repeat the last round's wagers, those that may be made now"],
  ["D", "double"],
  ["G", "go: spin, roll, shake or deal (at practice tables)"],
  ["E", "show the house edge of every wager on the layout"],
  ["W", "why not? says why the place cannot be bet on now"],
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

/**
 * A list of places to bet on, each a target for a finger.
 * @param {string} title @param {any[]} places @param {{name: (place: any) => string, about: (place: any) => string, why: (place: any) => string, bet: (place: any) => void, remove: (place: any) => void, mine: (place: any) => number}} of
 */
export function choosePlace(title, places, of) {
  const list = el("ul", {class: "wagers"});
  const draw = (word) => list.replaceChildren(...places.filter((place) => of.name(place).toLowerCase().includes(word)).map((place) => {
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
  }));
  const filter = places.length > 20 ? el("input", {type: "search", placeholder: "Find a wager", "aria-label": "Find a wager", oninput: (event) => draw(event.target.value.trim().toLowerCase())}) : null;
  draw("");
  const box = dialog(title, filter, list);
  return box;
}
