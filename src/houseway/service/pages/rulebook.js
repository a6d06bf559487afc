// The rulebook: chapters, paragraphs, readings, editions side by side, the effects of each paragraph, an example round, a search.

import {get} from "./api.js";
import {el, put} from "./dom.js";
import {sideBySide} from "./rulebook_diff.js";
import {example} from "./rulebook_example.js";
import {curled, loaded, quoted, setting, takeAlong} from "./take.js";
import {after} from "./working.js";

export const moves = true; // this page handles fragments itself

export async function show(main, game) {
  const {games} = await get("/v1/games");
  if (!game) {
    const list = games.map((each) => el("li", {}, el("a", {class: "card", href: `/rules/${each.id}`}, el("b", {}, each.title), el("span", {class: "quiet"}, `Chapter ${each.chapter}, ${each.editions.length} text${each.editions.length > 1 ? "s" : ""}`))));
    put(main, el("h1", {}, "Rulebook"), el("p", {class: "quiet"}, "58 Pa. Code, each chapter in our own words. The text of the Code decides."), everywhere(games), el("ul", {class: "doors"}, ...list));
    return null;
  }
  const asked = new URLSearchParams(location.search);
  if (asked.get("was") && asked.get("now")) return sideBySide(main, games.find((each) => each.id === game) || {id: game, title: game}, asked.get("was"), asked.get("now"));
  const book = new Book(main, game, games);
  await book.load(asked.get("edition") || "");
  return () => book.leave();
}

/** Search all chapters. */
function everywhere(games) {
  const titled = Object.fromEntries(games.map((each) => [each.id, each.title]));
  const found = el("div", {}), says = el("p", {class: "quiet", role: "status"});
  let turn = 0;
  const look = after(200, async () => {
    const word = input.value.trim(), own = ++turn;
    if (!word) {
      put(found);
      says.textContent = "";
      return;
    }
    try {
      const told = await get(`/v1/rules/search?word=${encodeURIComponent(word)}`);
      if (own !== turn) return;
      says.textContent = `${told.count} line${told.count === 1 ? "" : "s"} with “${word}”${told.count > told.found.length ? `, the first ${told.found.length} of them` : ""}.`;
      const byGame = Map.groupBy ? Map.groupBy(told.found, (hit) => hit.game) : new Map([["", told.found]]);
      put(found, ...[...byGame].flatMap(([game, hits]) => [el("h2", {}, titled[game] || game), el("ul", {class: "hits"}, ...hits.map((hit) => el("li", {}, el("a", {href: `/rules/${hit.game}#${hit.cite}`}, `§ ${hit.cite}`), hit.name ? el("span", {class: "quiet"}, ` ${hit.kind} ${hit.name}`) : "", " ", ...marked(hit.line, word))))]));
    } catch (problem) {
      says.textContent = problem.message;
    }
  });
  const input = el("input", {type: "search", id: "everywhere", placeholder: "shooter, cut card, tie…", oninput: look});
  return el("div", {class: "everywhere"}, el("label", {for: "everywhere"}, "Search all chapters", input), says, found);
}

function marked(line, word) {
  const at = line.toLowerCase().indexOf(word.toLowerCase());
  return at < 0 ? [line] : [line.slice(0, at), el("mark", {}, line.slice(at, at + word.length)), line.slice(at + word.length)];
}

class Book {
  constructor(main, game, games) {
    this.game = game;
    this.games = games;
    this.box = el("div", {class: "paragraphs", onclick: (event) => this.pressed(event)});
    this.found = el("p", {class: "quiet", role: "status"});
    this.head = el("div", {});
    this.lines = [];
    this.gone = false;
    this.turned = () => this.mark(decodeURIComponent(location.hash.slice(1)));
    addEventListener("hashchange", this.turned);
    this.along = takeAlong(() => this.ways());
    this.along.hidden = true; // shown together with the paragraphs, to avoid layout shifts
    put(main, this.head, this.found, this.box, this.along);
  }

  /** The chapter or the marked section in other tools. @returns {import("./take.js").Ways} */
  ways() {
    const {game, rules} = this, settings = rules.edition === rules.editions[0] ? {} : {edition: rules.edition};
    const section = decodeURIComponent(location.hash.slice(1));
    return {
      terminal: `houseway rules ${game}${section ? ` ${quoted(section)}` : ""}${setting(settings)}`,
      python: `${loaded(game, settings)}for each in book.outline(${section ? JSON.stringify(section) : ""}):\n    print(each.cite, each.says)`,
      curl: curled(`/v1/games/${game}/rules${settings.edition ? `?edition=${settings.edition}` : ""}`, null, {open: true}),
      csv: () => [`${game}-${rules.edition}.csv`, [["paragraph", "says", "values", "not modelled"], ...rules.paragraphs.map((each) => [each.cite, each.says, each.values.join("; "), each.not_modelled])]],
    };
  }

  async load(edition) {
    const rules = await get(`/v1/games/${this.game}/rules${edition ? `?edition=${edition}` : ""}`);
    if (this.gone) return;
    this.rules = rules;
    const text = (each) => each === rules.editions[0] ? `/rules/${this.game}` : `/rules/${this.game}?edition=${each}`;
    const select = el("select", {id: "book-edition", onchange: () => {
      history.replaceState(null, "", text(select.value));
      this.load(select.value);
    }}, ...rules.editions.map((each) => el("option", {value: each, selected: each === rules.edition}, each)));
    const others = rules.editions.filter((each) => each !== rules.edition);
    const compare = others.length ? el("span", {class: "compare"}, "Side by side with ", ...others.flatMap((each, n) => [n ? ", " : "", el("a", {href: `/rules/${this.game}?was=${rules.edition}&now=${each}`}, each)])) : null;
    const search = el("input", {type: "search", id: "book-search", oninput: (event) => this.look(event.target.value)});
    put(this.head, el("h1", {}, rules.title), el("p", {class: "quiet"}, `Chapter ${rules.chapter}. ${rules.edition}: ${rules.standing}. `, el("a", {href: `/odds/${this.game}`}, "Its odds"), ", ", el("a", {href: "/rules"}, "all chapters"), "."),
      el("div", {class: "asked"}, el("label", {for: "book-edition"}, "Text", select), el("label", {for: "book-search", class: "wide"}, "Search this chapter", search), compare),
      el("details", {class: "contents"}, el("summary", {}, "Sections"), el("ol", {}, ...rules.paragraphs.filter((each) => !each.depth).map((each) => el("li", {}, el("a", {href: `#${each.cite}`, onclick: (event) => this.pressed(event)}, `§ ${each.cite}`), ` ${each.says}`)))));
    this.lines = rules.paragraphs.map((each) => this.paragraph(each));
    put(this.box, ...this.lines);
    this.along.hidden = false;
    if (location.hash) this.turned();
  }

  paragraph(each) {
    const values = each.values.map((value) => el("span", {class: "value"}, value.replaceAll("_", " ")));
    const acts = this.acts(each);
    const not = each.not_modelled ? el("span", {class: "quiet small block"}, `Not modeled: ${each.not_modelled}`) : null;
    const round = each.modelled ? el("button", {type: "button", class: "link small", "data-example": each.cite, "aria-expanded": "false"}, "Show a round") : null;
    const figure = each.figure ? el("img", {class: "figure", alt: each.figure.text, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(each.figure.svg)}`, loading: "lazy"}) : null;
    return el("div", {id: each.cite, class: `paragraph d${Math.min(5, each.depth)}`, tabindex: "-1"}, el(each.depth ? "p" : "h2", {}, el("a", {href: `#${each.cite}`, class: "cite"}, `§ ${each.cite}`), " ", each.says), ...values, not, figure, acts || round ? el("p", {class: "small quiet where"}, acts, acts && round ? " · " : "", round) : null);
  }

  /** Where a paragraph applies: wagers, odds, steps, reports, and references to it. */
  acts(each) {
    const words = {wager: "the wager", odds: "the odds of", step: "a step of", reading: "the reading", report: "a report", paragraph: ""};
    const list = each.cited_in.slice(0, 10).map((place) => {
      const label = place.kind === "paragraph" ? `§ ${place.cite}` : `${words[place.kind] ?? place.kind} ${(place.name || "").replaceAll("_", " ")}`.trim();
      const href = ["wager", "odds"].includes(place.kind) ? `/odds/${this.game}#wagers/${encodeURIComponent(place.name || "")}` : `#${place.cite}`;
      return el("a", {href}, label);
    });
    if (!list.length) return null;
    return el("span", {}, "Acts in ", ...list.flatMap((link, n) => [n ? ", " : "", link]), each.cited_in.length > 10 ? ` and ${each.cited_in.length - 10} more` : "");
  }

  pressed(event) {
    const button = event.target instanceof Element ? event.target.closest("[data-example]") : null;
    const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
    if (link) {
      event.preventDefault();
      history.replaceState(null, "", `${location.pathname}${location.search}${link.getAttribute("href")}`);
      this.turned();
    }
    if (button) example(button, this.game, this.rules.edition, () => this.gone);
  }

  /** Scroll to a paragraph and mark it; if this edition lacks it, use the paragraph above it. */
  mark(cite) {
    if (!cite || this.gone) return;
    for (const line of this.box.querySelectorAll(".found")) line.classList.remove("found");
    let there = cite;
    while (there && !document.getElementById(there)) there = there.includes("(") ? there.slice(0, there.lastIndexOf("(")) : there.includes("[") ? there.slice(0, there.lastIndexOf("[")) : "";
    const line = there && document.getElementById(there);
    this.found.textContent = there === cite ? "" : there ? `§ ${cite} is not in ${this.rules.edition}; this is § ${there}.` : `§ ${cite} is not in Chapter ${this.rules.chapter} as ${this.rules.edition} has it.`;
    if (!line) return;
    line.classList.add("found");
    line.scrollIntoView({block: line.offsetHeight > innerHeight * 0.6 ? "start" : "center"});
    line.focus({preventScroll: true});
  }

  look(word) {
    const wanted = word.trim().toLowerCase();
    let count = 0;
    for (const line of this.lines) {
      const there = !wanted || line.textContent.toLowerCase().includes(wanted);
      line.hidden = !there;
      count += there;
    }
    this.found.textContent = wanted ? `${count} paragraph${count === 1 ? "" : "s"} with “${word}”.` : "";
  }

  leave() {
    this.gone = true;
    removeEventListener("hashchange", this.turned);
  }
}
