// A submission as a form, built from the service's description of its keys. It has no rules: findings come from the service.

import {cites, dollars, el, put} from "./dom.js";

export class SubmissionForm {
  /** @param {any} form the answer of /v1/games/…/form @param {(settings: Record<string, string>) => void} changed @param {Record<string, string>} settings @param {{groups?: string[], closed?: string[]}} [only] */
  constructor(form, changed, settings = {}, only = {}) {
    this.game = form.game;
    this.fields = new Map();
    this.node = el("div", {class: "submission"});
    const groups = only.groups ? only.groups.map((title) => form.groups.find((each) => each.title === title)).filter(Boolean) : form.groups;
    for (const group of groups) {
      const rows = group.fields.map((field) => this.row(field, settings[field.key]));
      const set = group.fields.some((field) => settings[field.key] !== undefined && settings[field.key] !== field.default);
      this.node.append(el("details", {class: "group", open: set || (rows.length < 13 && !only.closed?.includes(group.title))}, el("summary", {}, group.title, el("span", {class: "quiet"}, ` · ${rows.length}`)), el("div", {class: "rows"}, ...rows)));
    }
    this.node.addEventListener("input", () => changed(this.settings()));
  }

  row(field, chosen) {
    const id = `f-${field.key.replaceAll(/[^\w-]/g, "-")}`;
    const input = control(field, id);
    input.value = written(field, chosen ?? field.default);
    const problem = el("p", {class: "error", id: `${id}-problem`, hidden: true});
    const money = field.key.endsWith("_cents");
    const means = () => (money ? worth(input.value) : field.meanings?.[input.value] || "");
    const meaning = field.meanings || money ? el("p", {class: "quiet small"}, means()) : null;
    input.setAttribute("aria-describedby", `${id}-help ${id}-problem`);
    input.addEventListener("input", () => {
      if (meaning) meaning.textContent = means();
      row.classList.toggle("changed", this.value(field.key) !== field.default);
    });
    const citing = el("span", {class: "cites"}, ...cites(this.game, [field.cite]));
    const help = el("div", {class: "help small quiet", id: `${id}-help`}, field.says, " ", el("code", {title: "its name in the file"}, field.key), ...example(field), " ", citing);
    const row = el("div", {class: "field"}, el("label", {for: id}, spoken(field.key), field.fixed ? el("span", {class: "quiet small"}, " fixed by law") : null), input, help, meaning, problem);
    this.fields.set(field.key, {field, input, problem, row, citing});
    row.classList.toggle("changed", this.value(field.key) !== field.default);
    return row;
  }

  /** A field's value in the service's format. @param {string} key */
  value(key) {
    const {field, input} = this.fields.get(key);
    return read(field, input.value);
  }

  /** Only the settings that differ from the defaults. */
  settings() {
    const found = {};
    for (const [key, {field, input}] of this.fields) if (input.value.trim() && this.value(key) !== field.default) found[key] = this.value(key);
    return found;
  }

  reset() {
    for (const {field, input} of this.fields.values()) {
      input.value = written(field, field.default);
      input.dispatchEvent(new Event("input", {bubbles: true}));
    }
  }

  /** Show the texts that the choices require, and those already written. @param {any[] | null} texts */
  ask(texts) {
    if (!texts) return;
    const wanted = new Map(texts.map((each) => [each.field, each]));
    for (const [key, {field, input, row, citing}] of this.fields) {
      if (field.kind !== "steps") continue;
      const cited = wanted.get(key)?.cites;
      row.hidden = !cited && !input.value.trim();
      if (cited) put(citing, ...cites(this.game, cited));
      const group = row.closest("details");
      const rows = [...group.querySelectorAll(".field")].filter((each) => !each.hidden);
      group.hidden = !rows.length;
      group.querySelector("summary span").textContent = ` · ${rows.length}`;
    }
  }

  /** Show each finding at its field. Returns the findings without a field. */
  tell(findings) {
    const rest = [];
    for (const {input, problem} of this.fields.values()) {
      problem.hidden = true;
      input.removeAttribute("aria-invalid");
    }
    for (const each of findings) {
      const at = this.fields.get(each.field) || [...this.fields.values()].find(({field}) => field.key.startsWith(`${each.field}.`));
      if (!at) {
        rest.push(each);
        continue;
      }
      put(at.problem, each.problem, " ", el("span", {class: "cites"}, ...cites(this.game, each.cites)));
      at.problem.hidden = false;
      at.input.setAttribute("aria-invalid", "true");
      at.row.closest("details").open = true;
    }
    return rest;
  }
}

/** limits.min_cents as "Limits: least, in cents". @param {string} key */
function spoken(key) {
  const words = key.replace(/^(payout|reading|approvals|texts)\./, "").replaceAll(/[_-]/g, " ").replaceAll(".", ": ").replace(/\bmin cents$/, "least, in cents").replace(/\bmax cents$/, "most, in cents").replace(/(?<!, in) cents$/, ", in cents");
  return /^\d+$/.test(words) ? `Payout of ${words}` : words[0].toUpperCase() + words.slice(1);
}

const BETWEEN = {list: ", ", steps: "\n"};

/** Show a list with commas, and steps one per line. @param {any} field @param {string} value */
function written(field, value) {
  if (!(field.kind in BETWEEN)) return value;
  try {
    return JSON.parse(value).join(BETWEEN[field.kind]);
  } catch {
    return value; // as given in the URL
  }
}

/** @param {any} field @param {string} text */
function read(field, text) {
  if (!(field.kind in BETWEEN) || (field.kind === "list" && text.trim().startsWith("["))) return text;
  const items = text.split(BETWEEN[field.kind].trim() || "\n").map((each) => each.trim()).filter(Boolean);
  return `[${items.map((each) => JSON.stringify(each)).join(", ")}]`; // in the service's format
}

const worth = (cents) => (/^\d+$/.test(cents.trim()) ? dollars(Number(cents)) : "");
const choice = (value) => ({true: "yes", false: "no"})[value] || value.replaceAll("-", " ");

/** The example of a file's key, without TOML syntax if it is a single value. */
function example(field) {
  if (!field.example) return [];
  const lines = field.example.split("\n").map((line) => /^[\w.]+ = "?([^"]*)"?$/.exec(line.trim())?.[1]);
  return lines.every(Boolean) ? [` For example: ${lines.join(" or ")}.`] : [el("details", {}, el("summary", {}, "In a file"), el("pre", {class: "file", tabindex: "0"}, field.example))];
}

function control(field, id) {
  if (field.kind === "choice") return el("select", {id, name: field.key}, ...field.choices.map((each) => el("option", {value: each}, choice(each))));
  if (field.kind === "number") return el("input", {id, name: field.key, type: "number", inputmode: "numeric", min: field.low, max: field.high, step: 1});
  if (["free", "list"].includes(field.kind) && (field.default.length > 40 || field.default.includes("\n"))) return el("textarea", {id, name: field.key, rows: 3, spellcheck: "false"});
  if (field.kind === "steps") return el("textarea", {id, name: field.key, rows: 4, placeholder: "One step to a line"});
  if (field.kind === "date") return el("input", {id, name: field.key, type: "date"});
  return el("input", {id, name: field.key, type: "text", placeholder: field.offered, spellcheck: "false", autocomplete: "off"});
}

/** Whether the submission is lawful, in words, with every finding and citation. */
export function verdict(game, told) {
  const count = told.findings.length;
  const head = told.lawful
    ? el("p", {class: "lawful"}, el("b", {}, "✓ Lawful"), ` under ${told.edition} (${told.standing}).`)
    : el("p", {class: "unlawful"}, el("b", {}, "✗ Not lawful"), ` under ${told.edition}: ${count} finding${count > 1 ? "s" : ""}.`);
  const found = told.findings.map((each) => el("li", {}, el("b", {}, each.field), `: ${each.problem} `, el("span", {class: "cites"}, ...cites(game, each.cites))));
  const open = told.conditions.map((each) => el("li", {}, `${each.problem} `, el("span", {class: "cites"}, ...cites(game, each.cites))));
  const texts = (told.texts || []).filter((each) => each.problem).map((each) => el("li", {}, `${each.says} `, el("span", {class: "cites"}, ...cites(game, each.cites))));
  return [head, found.length ? el("ul", {class: "findings"}, ...found) : null,
    texts.length ? el("details", {class: "small"}, el("summary", {}, `${texts.length} text${texts.length > 1 ? "s" : ""} still to be submitted`), el("ul", {}, ...texts)) : null,
    open.length ? el("details", {class: "small"}, el("summary", {}, `${open.length} approval${open.length > 1 ? "s" : ""} outstanding: until then a practice table`), el("ul", {}, ...open)) : null];
}
