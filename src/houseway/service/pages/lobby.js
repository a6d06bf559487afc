// The lobby: every table with its game and players, and a practice seat one click away.

import {get, whoever} from "./api.js";
import {dollars, el, put} from "./dom.js";
import {miniature} from "./felt.js";

export async function show(main) {
  const me = await whoever({guest: true}).catch((problem) => {
    if (problem.code === "session-ended") throw problem;
    return null;
  });
  if (!me) {
    put(main, el("h1", {}, "The pit"), el("p", {}, "Sign in to see the tables."));
    return;
  }
  const [{tables}, {games}] = await Promise.all([get("/v1/tables"), get("/v1/games")]);
  const staff = me.roles.some((role) => role !== "player");
  const cards = games.map((game) => card(game, tables.filter((table) => table.game === game.id), staff));
  put(main, el("h1", {}, "The pit"), el("p", {class: "quiet"}, "Choose a table. Each follows its chapter of 58 Pa. Code and can tell you why at every step."), el("div", {class: "grid"}, ...cards));
  for (const [n, game] of games.entries()) {
    const table = tables.find((each) => each.game === game.id);
    if (table) draw(cards[n].querySelector(".cloth"), table.id);
  }
}

async function draw(place, id) {
  const {felt} = await get(`/v1/tables/${id}/felt`).catch(() => ({}));
  if (felt) place.append(miniature(felt));
}

function card(game, tables, staff) {
  const lines = tables.map((table) => {
    const seats = table.seats ? `${table.taken} of ${table.seats} seats taken` : "";
    const limits = table.seats ? `${dollars(table.min_cents)} to ${dollars(table.max_cents)}` : "";
    const state = [table.practice ? "practice" : "", table.state === "open" ? `round ${table.round}` : table.state === "closed" ? "closed" : "not open yet", seats, limits].filter(Boolean).join(" · ");
    const play = el("a", {class: "button main", href: `/tables/${table.id}`, "aria-label": `Play at ${table.id}`}, "Play");
    const deal = staff ? el("a", {class: "button", href: `/tables/${table.id}/dealer`, "aria-label": `The console of ${table.id}`}, "Console") : null;
    return el("li", {}, el("span", {}, table.id, el("span", {class: "quiet small"}, ` · ${state}`)), deal, play);
  });
  const rules = el("p", {class: "small quiet"}, el("a", {href: `/rules/${game.id}`}, `Chapter ${game.chapter}`), " · ", el("a", {href: `/odds/${game.id}`}, "odds"));
  return el("section", {class: "card game", "aria-label": game.title}, el("div", {class: "cloth"}),
    el("div", {class: "about"}, el("h2", {}, game.title), tables.length ? el("ul", {}, ...lines) : el("p", {class: "quiet"}, "No table of this game is open."), rules));
}
