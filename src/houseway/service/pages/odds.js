// Odds: exact figures of every wager, sortable and charted; effects of changes; a simulation; best play; the expected hold.

import {get} from "./api.js";
import {cites, el, percent, put} from "./dom.js";
import {SubmissionForm, verdict} from "./form.js";
import {alike, scatter} from "./odds_chart.js";
import {strategy} from "./odds_strategy.js";
import {simulation} from "./odds_simulation.js";
import {tonight} from "./odds_tonight.js";
import {Tabs} from "./tabs.js";
import {curled, loaded, setting, takeAlong} from "./take.js";
import {after, asked, number, worked} from "./working.js";

const COLUMNS = [["name", "Wager"], ["pays", "Pays"], ["strategy", "Played"], ["win", "Wins"], ["house_edge", "House edge"], ["variance", "Variance"]];
const FIGURES = new Set(["win", "house_edge", "variance"]);
/** @type {[string, string][]} */
const TABS = [["wagers", "Wagers"], ["simulation", "Simulation"], ["strategy", "Best play"], ["tonight", "Tonight"]];

export async function show(main, game) {
  const {games} = await get("/v1/games");
  if (!game) {
    put(main, el("h1", {}, "Odds"), el("p", {class: "quiet"}, "The exact value of every wager, computed from the rules that run the tables. Change an option and see its effect."),
      el("ul", {class: "doors"}, ...games.map((each) => el("li", {}, el("a", {class: "card", href: `/odds/${each.id}`}, el("b", {}, each.title), el("span", {class: "quiet"}, `Chapter ${each.chapter}`))))));
    return null;
  }
  const page = new OddsPage(main, game, games);
  await page.begin();
  return () => page.leave();
}

class OddsPage {
  constructor(main, game, games) {
    this.main = main;
    this.game = game;
    this.title = games.find((each) => each.id === game)?.title || game;
    this.settings = Object.fromEntries(new URLSearchParams(location.search));
    this.turn = 0;
    this.gone = false;
    this.by = "house_edge";
    this.up = true;
    this.usual = null;
    this.sheet = null;
    this.opened = new Set(); // expanded groups of equal wagers
  }

  async begin() {
    put(this.main, el("h1", {}, `Odds: ${this.title}`));
    const edition = this.settings.edition ? `?settings=${encodeURIComponent(`edition=${this.settings.edition}`)}` : "";
    this.form = await get(`/v1/games/${this.game}/form${edition}`);
    this.under = el("p", {class: "quiet"}, `${this.form.edition}, ${this.form.standing}. Exact, per unit staked.`);
    this.judged = el("div", {class: "verdict", role: "status"});
    this.says = el("p", {class: "quiet working", role: "status"}, "Working them out…");
    this.tabs = new Tabs("Odds", TABS, () => this.fill());
    put(this.main, el("h1", {}, `Odds: ${this.title}`), this.under, el("div", {class: "odds"}, el("div", {class: "answers"}, this.tabs), this.changer()));
    this.table();
    this.tabs.begin();
    this.work();
  }

  /** The content of a tab is built when it is opened, and again when the settings change. */
  fill() {
    this.stop?.();
    this.stop = null;
    const make = {simulation, strategy, tonight}[this.tabs.now];
    if (make) this.stop = make(this.tabs.panels[this.tabs.now], {game: this.game, form: this.form, settings: this.settings});
  }

  changer() {
    const changed = after(250, (settings) => {
      this.settings = settings;
      if (this.form.edition !== this.form.editions[0].id) this.settings.edition = this.form.edition;
      const query = new URLSearchParams(this.settings).toString();
      history.replaceState(null, "", `${location.pathname}${query ? `?${query}` : ""}${location.hash}`);
      this.work();
      this.fill();
    });
    this.fields = new SubmissionForm(this.form, changed, this.settings, {groups: ["Options of the chapter", "Payouts", "Open questions", "Table"], closed: ["Table"]});
    const edition = el("select", {"aria-label": "Text of the law", onchange: async () => {
      const query = edition.value === this.form.editions[0].id ? "" : `?edition=${edition.value}`;
      history.replaceState(null, "", location.pathname + query + location.hash);
      this.leave();
      this.gone = false;
      this.settings = query ? {edition: edition.value} : {};
      this.usual = null;
      await this.begin();
    }}, ...this.form.editions.map((each) => el("option", {value: each.id, selected: each.id === this.form.edition, title: each.standing}, each.id)));
    const wide = matchMedia("(min-width: 64.01rem)").matches;
    return el("details", {class: "changer panel", open: wide}, el("summary", {}, "Change an option or a payout"), this.judged,
      el("div", {class: "field"}, el("label", {}, "Text of the law", edition)), this.fields.node,
      el("div", {class: "acts"}, el("button", {type: "button", class: "button", onclick: () => this.fields.reset()}, "Back to the defaults")));
  }

  table() {
    this.body = el("tbody", {});
    this.heads = COLUMNS.map(([name, label]) => el("th", {scope: "col", class: FIGURES.has(name) ? "num" : "", "data-by": name}, el("button", {type: "button", onclick: () => {
      this.up = this.by === name ? !this.up : true;
      this.by = name;
      this.rows();
    }}, label)));
    this.find = el("input", {type: "search", placeholder: "Find a wager", "aria-label": "Find a wager", oninput: () => this.rows()});
    this.find.value = asked("wagers")[0] || "";
    this.each = el("input", {type: "checkbox", checked: true, oninput: () => this.rows()});
    this.chart = el("div", {});
    this.below = el("div", {hidden: true}, // shown together with its first rows, to avoid layout shifts
      el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Odds of every wager"}, el("table", {class: "sheet"}, el("thead", {}, el("tr", {}, ...this.heads, el("th", {scope: "col"}, "Paragraphs"))), this.body)),
      this.chart, takeAlong(() => this.ways()));
    put(this.tabs.panels.wagers, el("div", {class: "acts"}, this.find, el("label", {class: "tick-box"}, this.each, "Alike wagers in one row")), this.says, this.below);
  }

  /** The same figures in other tools. @returns {import("./take.js").Ways} */
  ways() {
    const lines = Object.entries(this.settings).map(([key, value]) => `${key}=${value}`).join("\n");
    return {terminal: `houseway odds ${this.game}${setting(this.settings)}`, python: `${loaded(this.game, this.settings)}for row in book.odds():\n    print(row.name, row.pays, row.win, row.house_edge, row.variance)`,
      curl: curled(`/v1/games/${this.game}/odds${lines ? `?settings=${encodeURIComponent(lines)}` : ""}`, null, {open: true}), csv: () => this.csv()};
  }

  async work() {
    const turn = ++this.turn;
    const over = () => this.gone || turn !== this.turn;
    const ask = (settings, tell) => worked("POST", `/v1/games/${this.game}/odds`, {settings}, tell, over);
    const tell = (doing, told) => {
      if (told.lawful !== undefined) this.judge(told);
      this.says.textContent = `Working them out: ${doing}`;
    };
    this.says.textContent = "Working them out…";
    try {
      const told = await ask(this.settings, tell);
      if (!told || over()) return;
      this.judge(told);
      this.says.textContent = told.odds ? "" : `Unlawful settings have no odds.${this.sheet ? " The table shows the last lawful ones." : ""}`;
      if (told.odds) this.sheet = told.odds.wagers;
      const own = Object.keys(this.settings).filter((key) => key !== "edition").length;
      if (told.odds && !own) this.usual = new Map(told.odds.wagers.map((row) => [named(row), row]));
      this.rows();
      if (own && !this.usual) {
        const first = await ask(this.settings.edition ? {edition: this.settings.edition} : {}, () => {});
        if (!first?.odds || over()) return;
        this.usual = new Map(first.odds.wagers.map((row) => [named(row), row]));
        this.rows();
      }
    } catch (problem) {
      if (!over()) this.says.textContent = problem.message;
    }
  }

  judge(told) {
    this.fields.tell(told.findings);
    put(this.judged, ...verdict(this.game, told));
  }

  rows() {
    if (!this.sheet) return;
    this.below.hidden = false;
    const wanted = this.find.value.trim().toLowerCase();
    const value = (row) => (FIGURES.has(this.by) ? number(row[this.by]) : String(row[this.by] ?? ""));
    const shown = this.sheet.filter((row) => !wanted || `${row.name} ${row.id} ${row.strategy || ""}`.toLowerCase().includes(wanted));
    shown.sort((one, other) => (value(one) < value(other) ? -1 : value(one) > value(other) ? 1 : 0) * (this.up ? 1 : -1));
    this.body.parentElement.classList.toggle("no-strategy", !this.sheet.some((row) => row.strategy));
    const most = Object.fromEntries([...FIGURES].map((name) => [name, Math.max(1e-9, ...this.sheet.map((row) => Math.abs(number(row[name]))))]));
    const groups = this.each.checked ? alike(shown) : shown.map((row) => [row]);
    put(this.body, ...groups.flatMap((group) => this.lines(group, most)));
    put(this.chart, el("h2", {}, "Cost and variance of each wager"), scatter(alike(this.sheet), this.chart.clientWidth));
    for (const head of this.heads) head.setAttribute("aria-sort", head.dataset.by === this.by ? (this.up ? "ascending" : "descending") : "none");
  }

  /** One row for equal wagers, with the single wagers below it when it is expanded. */
  lines(group, most) {
    if (group.length === 1) return [this.line(group[0], most)];
    const name = named(group[0]);
    const open = this.opened.has(name);
    const turn = () => {
      if (open) this.opened.delete(name);
      else this.opened.add(name);
      this.rows();
      /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-group="${CSS.escape(name)}"]`))?.focus();
    };
    const more = el("button", {type: "button", class: "link small", "data-group": name, "aria-expanded": String(open), onclick: turn}, open ? "hide them" : `${group.length} alike`);
    const first = {...group[0], name: `${group[0].name} … ${group.at(-1).name}`};
    return [this.line(first, most, more), ...(open ? group.map((row) => this.line(row, most, null, true)) : [])];
  }

  line(row, most, more = null, inside = false) {
    const before = this.usual?.get(named(row));
    const figure = (name, text, old) => {
      const bar = el("span", {class: `bars of-${name}${number(row[name]) < 0 ? " minus" : ""}`, "aria-hidden": "true"});
      bar.style.width = `${(3.2 * Math.abs(number(row[name]))) / most[name]}rem`;
      const was = before && before[name] !== row[name] ? el("span", {class: "was small"}, `was ${old(before[name])}`) : null;
      return el("td", {class: "num", title: row[name]}, el("span", {class: "figure"}, bar, text), was);
    };
    const plain = (exact) => number(exact).toFixed(3);
    const where = row.situation ? ` (${row.situation.replaceAll("-", " ")})` : "";
    const other = before && before.pays !== row.pays ? el("span", {class: "was small"}, ` was ${before.pays}`) : null;
    return el("tr", {class: inside ? "inside" : ""}, el("th", {scope: "row"}, row.name + where, row.strategy ? el("span", {class: "played small quiet"}, row.strategy) : null, more ? " " : null, more), el("td", {class: "pays"}, row.pays, other), el("td", {}, row.strategy || ""),
      figure("win", percent(row.win, 2), (old) => percent(old, 2)), figure("house_edge", percent(row.house_edge), percent), figure("variance", plain(row.variance), plain),
      el("td", {class: "cites"}, ...cites(this.game, row.cites.slice(0, 3)), row.cites.length > 3 ? ` and ${row.cites.length - 3} more` : ""));
  }

  /** @returns {[string, any[][]]} */
  csv() {
    const columns = ["id", "name", "situation", "strategy", "pays", "win", "push", "lose", "expected", "house_edge", "variance"];
    return [`${this.game}-odds.csv`, [columns, ...(this.sheet || []).map((row) => columns.map((name) => row[name]))]];
  }

  leave() {
    this.gone = true;
    this.stop?.();
    this.stop = null;
  }
}

const named = (row) => `${row.id} ${row.situation || ""} ${row.strategy || ""}`;
