// Best play: the game's advice, drawn as grids. Letters carry the meaning; color is only an aid.

import {cites, el, put} from "./dom.js";
import {curled, loaded, setting, takeAlong} from "./take.js";
import {somebody, worked} from "./working.js";

/** @param {HTMLElement} panel @param {{game: string, form: any, settings: Record<string, string>}} about */
export function strategy(panel, {game, form, settings}) {
  let gone = false;
  if (!form.advises) {
    put(panel, el("p", {}, `${form.title} leaves no choice once the wagers are made. Best play is to choose wagers: `, el("a", {href: `/odds/${game}`}, "the least house edge comes first"), "."));
    return null;
  }
  const says = el("p", {class: "quiet", role: "status"}, "Working it out…");
  put(panel, says);
  const query = Object.entries(settings).map(([key, value]) => `${key}=${value}`).join("\n");
  const ask = async () => {
    try {
      const me = await somebody();
      const path = `/v1/games/${game}/strategy?settings=${encodeURIComponent(query)}`;
      const advice = await worked("GET", path, undefined, (doing) => put(says, `Working it out: ${doing}. The first time takes minutes in some games; then the answer is kept.`), () => gone);
      if (advice) put(panel, ...chart(game, advice), takeAlong(() => ({terminal: `houseway strategy ${game}${setting(settings)}`, python: `${loaded(game, settings)}print(*book.strategy().summary, sep="\\n")`, curl: curled(path, me)})));
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
  const legend = advice.legend.map(([cell, meaning]) => el("li", {}, el("span", {class: `code is-${cell.style}`}, cell.code), ` ${meaning}`));
  return [el("h2", {}, advice.title), ...advice.summary.map((line) => el("p", {}, line)), legend.length ? el("ul", {class: "legend", "aria-label": "Codes"}, ...legend) : null,
    el("p", {class: "cites"}, ...cites(game, advice.cites.slice(0, 8))),
    el("div", {class: "sections"}, ...advice.sections.map(section))];
}

function section(each) {
  return el("section", {}, el("h3", {}, each.title), ...each.grids.map((one) => grid(one, each.title)), each.notes.length ? el("ul", {class: "notes small"}, ...each.notes.map((note) => el("li", {}, note.trim()))) : null);
}

function grid(each, title) {
  const head = el("tr", {}, el("th", {scope: "col"}, each.corner), ...each.columns.map((column) => column ? el("th", {scope: "col"}, column) : el("td", {})));
  const lines = each.lines.map((line) => el("tr", {}, el("th", {scope: "row"}, line.label), ...line.cells.map((cell) => el("td", {class: `code is-${cell.style}`}, cell.code))));
  return el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": `${title}: ${each.corner}`}, el("table", {class: "advice"}, el("thead", {}, head), el("tbody", {}, ...lines)));
}
