// Set a hand of tiles: drag a tile between the rows, tap it, or press its number. Two tiles make the high hand, two the low.

import {el} from "./dom.js";
import {tile} from "./pieces.js";

/** @param {string[]} tiles @param {(high: string[], low: string[]) => void} set */
export function tileSetter(tiles, set) {
  const high = new Set();
  const rows = {high: el("span", {class: "cards row", "aria-label": "High hand", role: "group"}), low: el("span", {class: "cards row", "aria-label": "Low hand", role: "group"})};
  const says = el("span", {class: "small", role: "status"});
  const done = el("button", {class: "button main", type: "button", onclick: () => {
    if (high.size === 2) set(tiles.filter((_, n) => high.has(n)), tiles.filter((_, n) => !high.has(n)));
  }}, "Set");
  const buttons = tiles.map((name, n) => el("button", {class: "tile", type: "button", draggable: "true", "data-tile": n, onclick: () => move(n, !high.has(n))}, tile(name)));
  const move = (n, up) => {
    const had = document.activeElement === buttons[n];
    up ? high.add(n) : high.delete(n);
    for (const [each, button] of buttons.entries()) {
      const row = rows[high.has(each) ? "high" : "low"];
      if (button.parentNode !== row) row.append(button);
      button.setAttribute("aria-pressed", String(high.has(each)));
      button.setAttribute("aria-label", `tile ${each + 1}: ${tiles[each]}, in the ${high.has(each) ? "high" : "low"} hand; press to move it`);
    }
    if (had) buttons[n].focus();
    done.disabled = high.size !== 2;
    says.textContent = high.size === 2 ? "" : `The high hand has ${high.size} of 2 tiles.`;
  };
  const node = el("div", {class: "setter"}, el("div", {class: "zone"}, "High", rows.high), el("div", {class: "zone"}, "Low", rows.low), done, says);
  node.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", event.target.closest("[data-tile]")?.dataset.tile ?? ""));
  for (const [name, row] of Object.entries(rows)) {
    row.parentNode.addEventListener("dragover", (event) => event.preventDefault());
    row.parentNode.addEventListener("drop", (event) => {
      event.preventDefault();
      const n = event.dataTransfer.getData("text/plain");
      if (n !== "") move(Number(n), name === "high");
    });
  }
  dragByFinger(node, (n, zone) => move(n, zone === rows.high.parentNode));
  node.addEventListener("keydown", (event) => {
    const n = Number(event.key) - 1;
    if (!(n in buttons)) return;
    event.stopPropagation();
    move(n, !high.has(n));
  });
  move(0, false);
  return node;
}

/** A finger drags a tile to a row; browsers drag by themselves only for a mouse. @param {HTMLElement} node @param {(n: number, zone: Element) => void} drop */
function dragByFinger(node, drop) {
  let drag = null;
  node.addEventListener("pointerdown", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-tile]") : null;
    drag = button && event.pointerType === "touch" ? {button, x: event.clientX, y: event.clientY, moved: false} : null;
  });
  node.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [right, down] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.moved ||= Math.hypot(right, down) > 8;
    if (drag.moved) drag.button.style.transform = `translate(${right}px, ${down}px)`;
  });
  const end = (event) => {
    if (!drag) return;
    drag.button.style.transform = "";
    const zone = event.type === "pointerup" && drag.moved ? document.elementsFromPoint(event.clientX, event.clientY).find((each) => each.matches(".zone")) : null;
    if (zone && node.contains(zone)) drop(Number(drag.button.dataset.tile), zone);
    if (!drag.moved) drag = null;
  };
  for (const type of ["pointerup", "pointercancel"]) node.addEventListener(type, end);
  node.addEventListener("click", (event) => {
    if (drag?.moved) event.stopPropagation(); // the tap that may follow a drag
    drag = null;
  }, true);
}
