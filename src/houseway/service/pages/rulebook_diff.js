// Two editions side by side: text, figures, and then the service's comparison of every round and of each wager's value.

import {get} from "./api.js";
import {el, percent, put} from "./dom.js";
import {curled, takeAlong} from "./take.js";
import {number, somebody, worked} from "./working.js";

const KINDS = {added: "+ added", dropped: "− dropped", altered: "≠ altered", renumbered: "# renumbered", redrafted: "≠ redrafted"};

/** @param {HTMLElement} main @param {{id: string, title: string}} about @param {string} was @param {string} now */
export async function sideBySide(main, {id: game, title}, was, now) {
  let gone = false;
  const told = await get(`/v1/games/${game}/diff?was=${encodeURIComponent(was)}&now=${encodeURIComponent(now)}`);
  const rounds = el("div", {"aria-live": "polite"}, el("p", {class: "quiet"}, "Walking every round under both texts…"));
  const changes = told.texts.changes;
  put(main, el("h1", {}, `${title}: ${was} and ${now}`), el("p", {class: "quiet"}, `Chapter ${told.chapter}, `, el("a", {href: `/rules/${game}`}, title), `. ${was}: ${told.was.standing}. ${now}: ${told.now.standing}. `, el("a", {href: `/rules/${game}?was=${now}&now=${was}`}, "The other way round"), "."),
    el("h2", {}, "Does anything change for a player?"), rounds,
    el("h2", {}, `${changes.length} change${changes.length === 1 ? "" : "s"} of the text`), el("p", {class: "quiet"}, `${told.texts.unchanged} paragraphs have the same content.`),
    el("div", {class: "sides", role: "table", "aria-label": "Both texts"}, el("div", {class: "side-head", role: "row"}, el("b", {role: "columnheader"}, was), el("b", {role: "columnheader"}, now)), ...changes.map((each) => change(each, game, was, now))),
    told.values.length ? el("h2", {}, "Figures") : null, told.values.length ? figures(told.values, was, now) : null,
    told.texts.reworded.length ? el("details", {}, el("summary", {}, `${told.texts.reworded.length} paragraphs in other words`), el("ul", {}, ...told.texts.reworded.map((each) => el("li", {}, `§ ${each.cites.join(", ")}: ${each.how}`)))) : null, takeAlong(() => ways(told, game, was, now)));
  const walk = async () => {
    try {
      await somebody();
      const whole = await worked("GET", `/v1/games/${game}/diff/rounds?was=${encodeURIComponent(was)}&now=${encodeURIComponent(now)}`, undefined, (doing) => put(rounds, el("p", {class: "quiet"}, `Walking every round under both texts: ${doing}`)), () => gone);
      if (whole) put(rounds, ...answer(whole, was, now));
    } catch (problem) {
      if (!gone) put(rounds, el("p", {class: "error", role: "alert"}, problem.message));
    }
  };
  walk();
  return () => {
    gone = true;
  };
}

/** @returns {import("./take.js").Ways} */
function ways(told, game, was, now) {
  const said = (list) => list.map((each) => `${each.cite} ${each.says}`).join("\n");
  return {
    terminal: `houseway diff ${game} ${was} ${now}`,
    python: `import houseway\n\nfound = houseway.diff(${[game, was, now].map((each) => JSON.stringify(each)).join(", ")})\nprint(found.answer)`,
    curl: curled(`/v1/games/${game}/diff?was=${was}&now=${now}`, null, {open: true}),
    csv: () => [`${game}-${was}-${now}.csv`, [["kind", "how", was, now], ...told.texts.changes.map((each) => [each.kind, each.how, said(each.was), said(each.now)])]],
  };
}

function change(each, game, was, now) {
  const [before, behind] = each.was.length === 1 && each.now.length === 1 ? words(each.was[0].says, each.now[0].says) : [each.was.map((p) => [p.says]), each.now.map((p) => [p.says])];
  const side = (list, said, edition) => el("div", {class: "side", role: "cell"}, ...list.map((p, n) => el("p", {}, el("a", {class: "cite", href: `/rules/${game}?edition=${edition}#${p.cite}`}, `§ ${p.cite}`), " ", ...(said[n] || said))), list.length ? null : el("p", {class: "quiet"}, "not there"));
  const pair = each.was.length === 1 && each.now.length === 1;
  return el("div", {class: `change ${each.kind}`, role: "row"}, el("p", {class: "kind small", role: "cell"}, el("b", {}, KINDS[each.kind] || each.kind), each.how ? ` ${each.how}` : ""), side(each.was, pair ? [before] : before, was), side(each.now, pair ? [behind] : behind, now));
}

/** Mark the words that only one side has (longest common subsequence). */
function words(one, other) {
  const a = one.split(/(\s+)/), b = other.split(/(\s+)/);
  const table = Array.from({length: a.length + 1}, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) for (let j = b.length - 1; j >= 0; j -= 1) table[i][j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
  const left = [], right = [];
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      left.push(a[i]);
      right.push(b[j]);
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && table[i + 1][j] >= table[i][j + 1])) left.push(el("del", {}, a[i++]));
    else right.push(el("ins", {}, b[j++]));
  }
  return [left, right];
}

function figures(values, was, now) {
  const side = (each) => each ? [each.is, " ", el("span", {class: "cites"}, `§ ${each.cite}`)] : el("span", {class: "quiet"}, "not there");
  const rows = values.map((each) => el("tr", {}, el("th", {scope: "row"}, `${each.group} ${each.key}`), el("td", {}, side(each.was)), el("td", {}, side(each.now))));
  return el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Figures"}, el("table", {}, el("thead", {}, el("tr", {}, el("th", {scope: "col"}, "What"), el("th", {scope: "col"}, was), el("th", {scope: "col"}, now))), el("tbody", {}, ...rows)));
}

function answer(whole, was, now) {
  const differing = whole.wagers.filter((each) => each.differs);
  const edge = (row) => row ? percent(row.house_edge) : "not there";
  const rows = differing.map((each) => el("tr", {}, el("th", {scope: "row"}, [each.now?.name || each.was?.name || each.id, each.situation, each.strategy].filter(Boolean).join(", ")), el("td", {class: "num"}, edge(each.was)), el("td", {class: "num"}, edge(each.now)), el("td", {class: "num"}, each.was && each.now ? `${(100 * (number(each.now.house_edge) - number(each.was.house_edge))).toFixed(3)}` : "")));
  return [el("p", {class: "answer"}, whole.answer), rows.length ? el("table", {class: "narrow"}, el("caption", {}, "House edge"), el("thead", {}, el("tr", {}, ...["Wager", was, now, "Points"].map((label, n) => el("th", {scope: "col", class: n ? "num" : ""}, label)))), el("tbody", {}, ...rows)) : el("p", {class: "quiet"}, "No wager changes its value.")];
}
