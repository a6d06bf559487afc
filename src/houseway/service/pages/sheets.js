// Tables of records: a table on a wide screen; on a phone, one card per row, with column headings next to the cells.

import {el, put} from "./dom.js";

/** @typedef {{label: string, num?: boolean}} Head */

const AT_ONCE = 40; // rows; longer tables show only some at first and have a search box

/** @param {string} label @param {(string | Head)[]} heads @param {any[][]} rows cells; the first of a row names it @param {string} none said if there are no rows */
export function sheet(label, heads, rows, none) {
  if (!rows.length) return el("p", {class: "quiet"}, none);
  const named = heads.map((each) => (typeof each === "string" ? {label: each, num: false} : each));
  const kind = (n) => (named[n].num ? "num" : "");
  const head = el("tr", {role: "row"}, ...named.map((each, n) => el("th", {scope: "col", role: "columnheader", class: kind(n)}, each.label)));
  const lines = rows.map((cells) => el("tr", {role: "row"}, ...cells.map((cell, n) => el(n ? "td" : "th", {...(n ? {role: "cell"} : {scope: "row", role: "rowheader"}), class: kind(n), "data-head": named[n].label}, el("span", {}, ...[cell].flat())))));
  const body = el("tbody", {role: "rowgroup"});
  const table = el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": label}, el("table", {class: "records", role: "table"}, el("thead", {role: "rowgroup"}, head), body));
  if (lines.length <= AT_ONCE) {
    body.append(...lines);
    return table;
  }
  return el("div", {}, ...finder(label, lines, body, table));
}

/** A search box above the rows, and a button for more rows below. @param {string} label @param {HTMLElement[]} lines @param {HTMLElement} body @param {HTMLElement} table */
function finder(label, lines, body, table) {
  const texts = lines.map((line) => line.textContent.toLowerCase());
  const says = el("span", {class: "quiet", role: "status"});
  const word = el("input", {type: "search", "aria-label": `Find in ${label}`, placeholder: "find a word", oninput: () => draw(AT_ONCE)});
  const more = el("button", {class: "button", type: "button", onclick: () => draw(body.children.length + AT_ONCE)}, `Show ${AT_ONCE} more`);
  const draw = (count) => {
    const wanted = word.value.trim().toLowerCase(), found = lines.filter((_, n) => texts[n].includes(wanted));
    put(body, ...found.slice(0, count));
    more.hidden = found.length <= count;
    says.textContent = `${Math.min(count, found.length)} of ${found.length}${wanted ? ` with “${word.value.trim()}”` : ""}`;
  };
  draw(AT_ONCE);
  return [el("div", {class: "acts found"}, word, says), table, more];
}
