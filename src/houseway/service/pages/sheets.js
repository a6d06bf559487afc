// Tables of records: on a wide screen a table, on a phone a card a row with the head of each column beside its cell.

import {el} from "./dom.js";

/** @typedef {{label: string, num?: boolean}} Head */

/** @param {string} label @param {(string | Head)[]} heads @param {any[][]} rows cells; the first of a row names it @param {string} none said if there are no rows */
export function sheet(label, heads, rows, none) {
  if (!rows.length) return el("p", {class: "quiet"}, none);
  const named = heads.map((each) => (typeof each === "string" ? {label: each, num: false} : each));
  const kind = (n) => (named[n].num ? "num" : "");
  const head = el("tr", {role: "row"}, ...named.map((each, n) => el("th", {scope: "col", role: "columnheader", class: kind(n)}, each.label)));
  const lines = rows.map((cells) => el("tr", {role: "row"}, ...cells.map((cell, n) => el(n ? "td" : "th", {...(n ? {role: "cell"} : {scope: "row", role: "rowheader"}), class: kind(n), "data-head": named[n].label}, el("span", {}, ...[cell].flat())))));
  return el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": label}, el("table", {class: "records", role: "table"}, el("thead", {role: "rowgroup"}, head), el("tbody", {role: "rowgroup"}, ...lines)));
}
