// Use this elsewhere: a link, and the same request for a terminal, Python and curl, ready to copy; and the figures as CSV.

import {el, put} from "./dom.js";
import {save} from "./working.js";

/** @typedef {{terminal?: string, python?: string, curl?: string, csv?: () => [string, any[][]], link?: () => string, note?: string}} Ways */

const LABELS = {link: "Link", terminal: "In a terminal", python: "In Python", curl: "With curl"};

/** A disclosure with all the ways to get this elsewhere; it is filled when opened, so it matches what is shown then.
 * @param {() => Ways} ways */
export function takeAlong(ways) {
  const inside = el("div", {class: "ways"});
  const box = el("details", {class: "take"}, el("summary", {}, "Take along"), inside);
  box.addEventListener("toggle", () => box.open && put(inside, ...shown(ways())));
  return box;
}

/** @param {Ways} found */
function shown(found) {
  const texts = {link: found.link ? found.link() : location.href, terminal: found.terminal, python: found.python, curl: found.curl};
  const rows = Object.entries(texts).filter(([, text]) => text).map(([name, text]) => way(LABELS[name], String(text)));
  const csv = found.csv ? el("button", {type: "button", class: "button", onclick: () => saved(found.csv())}, "Save as CSV") : null;
  return [...rows, found.note ? el("p", {class: "quiet small"}, found.note) : null, csv];
}

function way(label, text) {
  const copy = el("button", {type: "button", class: "button", "aria-label": `Copy: ${label}`}, "Copy");
  copy.addEventListener("click", async () => {
    const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    copy.textContent = done ? "Copied" : "Select it and copy";
    setTimeout(() => (copy.textContent = "Copy"), 2000);
  });
  return el("div", {class: "way"}, el("h3", {}, label), el("pre", {class: "file", tabindex: "0", "aria-label": label}, text), copy);
}

const cell = (value) => `"${String(value ?? "").replaceAll('"', '""')}"`;

/** @param {[string, any[][]]} sheet the file's name and its rows, the header first */
function saved([name, rows]) {
  save(new Blob([rows.map((row) => row.map(cell).join(",")).join("\n") + "\n"], {type: "text/csv"}), name);
}

/** A word for a POSIX shell. @param {string} text */
export const quoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Settings as command-line options. @param {Record<string, string>} settings */
export const setting = (settings) => Object.entries(settings).map(([key, value]) => ` --set ${quoted(`${key}=${value}`)}`).join("");

/** Settings in Python syntax. @param {Record<string, string>} settings */
export const literals = (settings) => `{${Object.entries(settings).map(([key, value]) => `${JSON.stringify(key)}: ${literal(value)}`).join(", ")}}`;

/** The first lines of a Python program: the game under these settings. @param {string} game @param {Record<string, string>} settings */
export function loaded(game, settings) {
  return `import houseway\n\nbook = houseway.load(${JSON.stringify(game)}${Object.keys(settings).length ? `, ${literals(settings)}` : ""})\n`;
}

/** A submission value in Python syntax: numbers, lists and booleans keep their types. @param {string} value */
function literal(value) {
  if (value === "true" || value === "false") return value === "true" ? "True" : "False";
  return /^(-?\d+|\[.*\])$/s.test(value) ? value : JSON.stringify(value);
}

/** A curl request for the signed-in user; `open`: no sign-in is needed. @param {string} path @param {any} me @param {{body?: any, open?: boolean}} [how] */
export function curled(path, me, {body, open = false} = {}) {
  const guest = !open && (!me || me.account.startsWith("guest-"));
  const who = open ? "" : guest ? " -b jar" : ' -H "Authorization: Bearer $TOKEN"';
  const sent = body === undefined ? "" : ` -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`;
  return `${guest ? `curl -s -o /dev/null -c jar -X POST ${location.origin}/v1/guest\n` : ""}curl -s${who}${sent} ${quoted(location.origin + path)}`;
}
