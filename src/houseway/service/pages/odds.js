// Odds: every wager exactly, sortable and charted; what a change would do; a simulation; best play; what a table will hold.

import {get} from "./api.js";
import {cites, el, percent, put} from "./dom.js";
import {SubmissionForm, verdict} from "./form.js";
import {strategy} from "./odds_strategy.js";
import {simulation} from "./odds_simulation.js";
import {tonight} from "./odds_tonight.js";
import {Tabs} from "./tabs.js";
import {after, number, save, worked} from "./working.js";

const COLUMNS = [["name", "Wager"], ["pays", "Pays"], ["strategy", "Played"], ["win", "Wins"], ["house_edge", "House edge"], ["variance", "Variance"]];
const FIGURES = new Set(["win", "house_edge", "variance"]);
const TABS = [["wagers", "Wagers"], ["simulation", "Simulation"], ["strategy", "Best play"], ["tonight", "Tonight"]];

export async function show(main, game) {
  const {games} = await get("/v1/games");
  if (!game) {
    put(main, el("h1", {}, "Odds"), el("p", {class: "quiet"}, "What every wager is exactly worth, by the rules that run the tables. Change an option and see what it does."),
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
  }

  async begin() {
    put(this.main, el("h1", {}, `Odds: ${this.title}`));
    const edition = this.settings.edition ? `?settings=${encodeURIComponent(`edition=${this.settings.edition}`)}` : "";
    this.form = await get(`/v1/games/${this.game}/form${edition}`);
    this.under = el("p", {class: "quiet"}, `${this.form.edition}, ${this.form.standing}. Exact, per unit staked.`);
    this.judged = el("div", {class: "verdict", role: "status"});
    this.says = el("p", {class: "quiet working", role: "status"}, "Working them out…");
    this.tabs = new Tabs("Odds", TABS, () => this.fill());
    put(this.main, el("h1", {}, `Odds: ${this.title}`), this.under, el("div", {class: "odds"}, el("div", {class: "answers"}, ...this.tabs.nodes), this.changer()));
    this.table();
    this.tabs.begin();
    this.work();
  }

  /** What the chosen tab shows is made when it is opened, and anew when the settings change. */
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
    }}, ...this.form.editions.map((each) => el("option", {value: each.id, selected: each.id === this.form.edition}, `${each.id} (${each.standing})`)));
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
    this.command = el("code", {class: "small"});
    put(this.tabs.panels.wagers, this.says, el("div", {class: "acts"}, this.find, el("button", {type: "button", class: "button", onclick: () => this.csv()}, "Save as CSV")),
      el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Odds of every wager"}, el("table", {class: "sheet"}, el("thead", {}, el("tr", {}, ...this.heads, el("th", {scope: "col"}, "Paragraphs"))), this.body)),
      el("p", {class: "quiet small"}, "The same in a terminal: ", this.command));
  }

  async work() {
    const turn = ++this.turn;
    const over = () => this.gone || turn !== this.turn;
    const ask = (settings, tell) => worked("POST", `/v1/games/${this.game}/odds`, {settings}, tell, over);
    this.command.textContent = `houseway odds ${this.game}${Object.entries(this.settings).map(([key, value]) => ` --set '${key}=${value}'`).join("")}`;
    const tell = (doing, told) => {
      if (told.lawful !== undefined) this.judge(told);
      this.says.textContent = `Working them out: ${doing}`;
    };
    this.says.textContent = "Working them out…";
    try {
      const told = await ask(this.settings, tell);
      if (!told || over()) return;
      this.judge(told);
      this.says.textContent = told.odds ? "" : "What is not lawful has no odds. The table shows the last lawful choice.";
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
    const wanted = this.find.value.trim().toLowerCase();
    const value = (row) => (FIGURES.has(this.by) ? number(row[this.by]) : String(row[this.by] ?? ""));
    const shown = this.sheet.filter((row) => !wanted || `${row.name} ${row.id} ${row.strategy || ""}`.toLowerCase().includes(wanted));
    shown.sort((one, other) => (value(one) < value(other) ? -1 : value(one) > value(other) ? 1 : 0) * (this.up ? 1 : -1));
    this.body.parentElement.classList.toggle("no-strategy", !this.sheet.some((row) => row.strategy));
    const most = Object.fromEntries([...FIGURES].map((name) => [name, Math.max(1e-9, ...this.sheet.map((row) => Math.abs(number(row[name]))))]));
    put(this.body, ...shown.map((row) => this.line(row, most)));
    for (const head of this.heads) head.setAttribute("aria-sort", head.dataset.by === this.by ? (this.up ? "ascending" : "descending") : "none");
  }

  line(row, most) {
    const before = this.usual?.get(named(row));
    const figure = (name, text, old) => {
      const bar = el("span", {class: `bars of-${name}${number(row[name]) < 0 ? " minus" : ""}`, "aria-hidden": "true"});
      bar.style.width = `${(3.2 * Math.abs(number(row[name]))) / most[name]}rem`;
      const was = before && before[name] !== row[name] ? el("span", {class: "was small"}, `was ${old(before[name])}`) : null;
      return el("td", {class: "num", title: row[name]}, el("span", {class: "figure"}, bar, text), was);
    };
    const plain = (exact) => number(exact).toFixed(3);
    const where = row.situation ? ` (${row.situation})` : "";
    const other = before && before.pays !== row.pays ? el("span", {class: "was small"}, ` was ${before.pays}`) : null;
    return el("tr", {}, el("th", {scope: "row"}, row.name + where), el("td", {}, row.pays, other), el("td", {}, row.strategy || ""),
      figure("win", percent(row.win, 2), (old) => percent(old, 2)), figure("house_edge", percent(row.house_edge), percent), figure("variance", plain(row.variance), plain),
      el("td", {class: "cites"}, ...cites(this.game, row.cites.slice(0, 3)), row.cites.length > 3 ? ` and ${row.cites.length - 3} more` : ""));
  }

  csv() {
    const columns = ["id", "name", "situation", "strategy", "pays", "win", "push", "lose", "expected", "house_edge", "variance"];
    const cell = (value) => `"${String(value ?? "").replaceAll('"', '""')}"`;
    const lines = [columns.join(","), ...(this.sheet || []).map((row) => columns.map((name) => cell(row[name])).join(","))];
    save(new Blob([lines.join("\n") + "\n"], {type: "text/csv"}), `${this.game}-odds.csv`);
  }

  leave() {
    this.gone = true;
    this.stop?.();
    this.stop = null;
  }
}

const named = (row) => `${row.id} ${row.situation || ""} ${row.strategy || ""}`;
