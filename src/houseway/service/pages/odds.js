// Odds: every wager with its edge, variance and chance to win, exact, sortable.

import {get} from "./api.js";
import {cites, el, percent, put} from "./dom.js";

const number = (exact) => {
  const [top, below = "1"] = String(exact).split("/");
  return Number(top) / Number(below);
};
const COLUMNS = [["name", "Wager"], ["pays", "Pays"], ["strategy", "Played"], ["win", "Wins"], ["house_edge", "House edge"], ["variance", "Variance"]];
const FIGURES = new Set(["win", "house_edge", "variance"]);

export async function show(main, game) {
  const {games} = await get("/v1/games");
  if (!game) {
    put(main, el("h1", {}, "Odds"), el("p", {class: "quiet"}, "What every wager is exactly worth, by the rules that run the tables."), el("ul", {}, ...games.map((each) => el("li", {}, el("a", {href: `/odds/${each.id}`}, each.title)))));
    return;
  }
  put(main, el("h1", {}, "Odds"), el("p", {class: "quiet", role: "status"}, "Working them out…"));
  const title = games.find((each) => each.id === game)?.title || game;
  const sheet = await get(`/v1/games/${game}/odds`);
  let by = "house_edge", up = true;
  const body = el("tbody", {});
  const most = Math.max(...sheet.wagers.map((row) => Math.abs(number(row.house_edge))));
  const fill = () => {
    const value = (row) => (FIGURES.has(by) ? number(row[by]) : String(row[by] ?? ""));
    const rows = [...sheet.wagers].sort((one, other) => (value(one) < value(other) ? -1 : value(one) > value(other) ? 1 : 0) * (up ? 1 : -1));
    put(body, ...rows.map((row) => line(row, most, game)));
    for (const head of heads) head.setAttribute("aria-sort", head.dataset.by === by ? (up ? "ascending" : "descending") : "none");
  };
  const heads = COLUMNS.map(([name, label]) => el("th", {scope: "col", class: FIGURES.has(name) ? "num" : "", "data-by": name}, el("button", {type: "button", onclick: () => {
    up = by === name ? !up : true;
    by = name;
    fill();
  }}, label)));
  put(main, el("h1", {}, `Odds: ${title}`), el("p", {class: "quiet"}, `${sheet.edition}. Exact; per unit staked. The same in a terminal: houseway odds ${game}`), el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Odds"}, el("table", {}, el("thead", {}, el("tr", {}, ...heads, el("th", {scope: "col"}, "Paragraphs"))), body)));
  fill();
}

function line(row, most, game) {
  const edge = number(row.house_edge);
  const bar = el("span", {class: "bars", "aria-hidden": "true"});
  bar.style.width = `${(4 * Math.abs(edge)) / most}rem`;
  const where = row.situation ? ` (${row.situation})` : "";
  return el("tr", {}, el("th", {scope: "row"}, row.name + where), el("td", {}, row.pays), el("td", {}, row.strategy || ""), el("td", {class: "num"}, percent(row.win)), el("td", {class: "num", title: row.house_edge}, bar, " ", percent(row.house_edge)), el("td", {class: "num", title: row.variance}, number(row.variance).toFixed(3)), el("td", {class: "cites"}, ...cites(game, row.cites.slice(0, 3))));
}
