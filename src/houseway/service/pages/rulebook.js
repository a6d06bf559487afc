// The rulebook: chapters, paragraphs with what an edition and our readings say there, and a search.

import {get} from "./api.js";
import {el, put} from "./dom.js";

export async function show(main, game) {
  const {games} = await get("/v1/games");
  if (!game) {
    const list = games.map((each) => el("li", {}, el("a", {href: `/rules/${each.id}`}, `${each.title}`), el("span", {class: "quiet"}, ` · Chapter ${each.chapter}, ${each.editions.length} text${each.editions.length > 1 ? "s" : ""}`)));
    put(main, el("h1", {}, "Rulebook"), el("p", {class: "quiet"}, "58 Pa. Code, each chapter in our own words. The text of the Code decides."), el("ul", {}, ...list));
    return;
  }
  const box = el("div", {class: "paragraphs"});
  const found = el("p", {class: "quiet", role: "status"});
  const head = el("div", {});
  put(main, head, found, box);
  let lines = [];
  const load = async (edition) => {
    const rules = await get(`/v1/games/${game}/rules${edition ? `?edition=${edition}` : ""}`);
    const select = el("select", {"aria-label": "Text", onchange: (event) => load(event.target.value)}, ...rules.editions.map((each) => el("option", {value: each, selected: each === rules.edition}, each)));
    const search = el("input", {type: "search", placeholder: "Search this chapter", "aria-label": "Search this chapter", oninput: (event) => look(event.target.value)});
    put(head, el("h1", {}, `${rules.title}`), el("p", {class: "quiet"}, `Chapter ${rules.chapter}. ${rules.edition}: ${rules.standing}.`), el("div", {class: "acts"}, select, search));
    lines = rules.paragraphs.map(paragraph);
    put(box, ...lines);
    const target = location.hash.slice(1) && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) {
      target.classList.add("found");
      target.scrollIntoView({block: "center"});
    }
  };
  const look = (word) => {
    const wanted = word.trim().toLowerCase();
    let count = 0;
    for (const line of lines) {
      const there = !wanted || line.textContent.toLowerCase().includes(wanted);
      line.hidden = !there;
      count += there;
    }
    found.textContent = wanted ? `${count} paragraphs have “${word}”.` : "";
  };
  await load("");
}

function paragraph(each) {
  const cite = el("a", {href: `#${each.cite}`, class: "quiet small", onclick: () => {}}, `§ ${each.cite}`);
  const values = each.values.map((value) => el("span", {class: "value"}, el("br"), value));
  const not = each.not_modelled ? el("span", {class: "quiet small"}, el("br"), `Not modelled: ${each.not_modelled}`) : null;
  return el(each.depth ? "p" : "h2", {id: each.cite, class: `d${Math.min(5, each.depth)}`}, cite, " ", each.says, ...values, not);
}
