// Set a hand of tiles: drag a tile between the rows, tap it, or press its number. Two tiles make the high hand, two the low.

import {el, filled} from "./dom.js";
import {tile} from "./pieces.js";

/** `<houseway-tiles>` */
export class TileSetter extends HTMLElement {
  /** @param {string[]} tiles @param {(high: string[], low: string[]) => void} set */
  constructor(tiles, set) {
    super();
    this.tiles = tiles;
    /** @type {Set<number>} */ this.high = new Set();
    this.rows = {high: el("span", {class: "cards row", "aria-label": "High hand", role: "group"}), low: el("span", {class: "cards row", "aria-label": "Low hand", role: "group"})};
    this.says = el("span", {class: "small", role: "status"});
    this.done = el("button", {class: "button main", type: "button", onclick: () => this.high.size === 2 && set(this.hand(true), this.hand(false))}, "Set");
    this.buttons = tiles.map((name, n) => el("button", {class: "tile", type: "button", draggable: "true", "data-tile": n, onclick: () => this.move(n, !this.high.has(n))}, tile(name)));
    filled(this, {class: "setter"}, [el("div", {class: "zone"}, "High", this.rows.high), el("div", {class: "zone"}, "Low", this.rows.low), this.done, this.says]);
    this.addEventListener("keydown", (event) => this.key(event));
    this.byMouse();
    dragByFinger(this, (n, zone) => this.move(n, zone === this.rows.high.parentNode));
    this.move(0, false);
  }

  /** The tiles of one hand. @param {boolean} high */
  hand(high) {
    return this.tiles.filter((_, n) => this.high.has(n) === high);
  }

  /** Put a tile into the high or the low hand. @param {number} n @param {boolean} up */
  move(n, up) {
    const {buttons, high} = this;
    const had = document.activeElement === buttons[n];
    up ? high.add(n) : high.delete(n);
    for (const [each, button] of buttons.entries()) {
      const row = this.rows[high.has(each) ? "high" : "low"];
      if (button.parentNode !== row) row.append(button);
      button.setAttribute("aria-pressed", String(high.has(each)));
      button.setAttribute("aria-label", `tile ${each + 1}: ${this.tiles[each]}, in the ${high.has(each) ? "high" : "low"} hand; press to move it`);
    }
    if (had) buttons[n].focus();
    this.done.disabled = high.size !== 2;
    this.says.textContent = high.size === 2 ? "" : `The high hand has ${high.size} of 2 tiles.`;
  }

  byMouse() {
    this.addEventListener("dragstart", (event) => event.target instanceof HTMLElement && event.dataTransfer.setData("text/plain", event.target.closest("[data-tile]")?.getAttribute("data-tile") ?? ""));
    for (const [name, row] of Object.entries(this.rows)) {
      row.parentNode.addEventListener("dragover", (event) => event.preventDefault());
      row.parentNode.addEventListener("drop", (event) => {
        event.preventDefault();
        const n = event.dataTransfer.getData("text/plain");
        if (n !== "") this.move(Number(n), name === "high");
      });
    }
  }

  key(event) {
    const n = Number(event.key) - 1;
    if (!(n in this.buttons)) return;
    event.stopPropagation();
    this.move(n, !this.high.has(n));
  }
}

/** Touch dragging of a tile to a row; browsers provide dragging only for a mouse. @param {HTMLElement} node @param {(n: number, zone: Element) => void} drop */
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

customElements.define("houseway-tiles", TileSetter);
