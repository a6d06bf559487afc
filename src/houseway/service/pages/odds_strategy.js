// Best play: the game's own advice, drawn as grids. Letters carry the meaning; colour only helps.

import {cites, el, put} from "./dom.js";
import {somebody, worked} from "./working.js";

/** @param {HTMLElement} panel @param {{game: string, settings: Record<string, string>}} about */
export function strategy(panel, {game, settings}) {
  let gone = false;
  const says = el("p", {class: "quiet", role: "status"}, "Working it out…");
  put(panel, says);
  const query = Object.entries(settings).map(([key, value]) => `${key}=${value}`).join("\n");
  const ask = async () => {
    try {
      await somebody();
      const advice = await worked("GET", `/v1/games/${game}/strategy?settings=${encodeURIComponent(query)}`, undefined, (doing) => put(says, `Working it out: ${doing}. The first time takes minutes at some games; then it is kept.`), () => gone);
      if (advice) put(panel, ...chart(game, advice));
    } catch (problem) {
      if (!gone) put(says, problem.message);
    }
  };
  ask();
  return () => {
    gone = true;
  };
}

function chart(game, advice) {
  const legend = advice.legend.map(([cell, meaning]) => el("li", {}, el("span", {class: `code ${cell.style}`}, cell.code), ` ${meaning}`));
  return [el("h2", {}, advice.title), ...advice.summary.map((line) => el("p", {}, line)), legend.length ? el("ul", {class: "legend", "aria-label": "Codes"}, ...legend) : null,
    el("p", {class: "cites"}, ...cites(game, advice.cites.slice(0, 8))),
    el("div", {class: "sections"}, ...advice.sections.map(section))];
}

function section(each) {
  return el("section", {}, el("h3", {}, each.title), ...each.grids.map((one) => grid(one, each.title)), each.notes.length ? el("ul", {class: "notes small"}, ...each.notes.map((note) => el("li", {}, note.trim()))) : null);
}

function grid(each, title) {
  const head = el("tr", {}, el("th", {scope: "col"}, each.corner), ...each.columns.map((column) => column ? el("th", {scope: "col"}, column) : el("td", {})));
  const lines = each.lines.map((line) => el("tr", {}, el("th", {scope: "row"}, line.label), ...line.cells.map((cell) => el("td", {class: `code ${cell.style}`}, cell.code))));
  return el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": `${title}: ${each.corner}`}, el("table", {class: "advice"}, el("thead", {}, head), el("tbody", {}, ...lines)));
}
