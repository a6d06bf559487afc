// What a table will hold tonight: the distribution of the house's result, worked out and not simulated.

import {dollars, el, put, svg} from "./dom.js";
import {curled, loaded, quoted, setting, takeAlong} from "./take.js";
import {asked, cents, remember, somebody, worked} from "./working.js";

const USUAL = 1000; // cents that are offered first, where the limits allow it
const HIGH = 260, BELOW = 30;

/** @param {HTMLElement} panel @param {{game: string, form: any, settings: Record<string, string>}} about */
export function tonight(panel, {game, form, settings}) {
  let turn = 0;
  const wager = el("select", {id: "hold-wager"}, ...form.wagers.map((each) => el("option", {value: each.id}, each.name)));
  const stake = el("input", {id: "hold-stake", inputmode: "decimal", size: 8});
  const seats = el("input", {id: "hold-seats", type: "number", min: 1, max: 20, value: "1"});
  const hours = el("input", {id: "hold-hours", type: "number", min: 1, max: 100, value: "8"});
  const pace = el("input", {id: "hold-pace", type: "number", min: 1, max: 2000, value: "60"});
  const usual = () => {
    const {least_cents: least, unit_cents: unit} = form.wagers.find((each) => each.id === wager.value) || form.wagers[0];
    stake.value = String(Math.max(least, Math.ceil(USUAL / unit) * unit) / 100);
  };
  const given = asked("tonight");
  if (form.wagers.some((each) => each.id === given[0])) wager.value = given[0];
  wager.addEventListener("input", usual);
  usual();
  if (given.length === 5) [stake, seats, hours, pace].forEach((input, n) => (input.value = given[n + 1]));
  const says = el("p", {class: "quiet", role: "status"}, "Say who plays what, and for how long.");
  const answer = el("div", {});
  const ask = async (event) => {
    event?.preventDefault();
    const own = ++turn;
    const amount = cents(stake.value);
    if (Number.isNaN(amount)) {
      says.textContent = "Write the stake in dollars, like 5.";
      return;
    }
    says.textContent = "Working it out…";
    try {
      const me = await somebody();
      remember("tonight", wager.value, stake.value, seats.value, hours.value, pace.value);
      const body = {settings, bets: {[wager.value]: amount}, seats: Number(seats.value), hours: Number(hours.value), pace: Number(pace.value)};
      const hold = await worked("POST", `/v1/games/${game}/hold`, body, (doing) => put(says, `Working it out: ${doing}`), () => own !== turn);
      if (!hold) return;
      says.textContent = "";
      put(answer, ...told(hold, answer.clientWidth), takeAlong(() => ways(hold, game, settings, body, me)));
    } catch (problem) {
      if (own === turn) says.textContent = problem.message;
    }
  };
  put(panel, el("form", {class: "asked", onsubmit: ask}, el("label", {for: "hold-wager"}, "Everybody plays", wager), el("label", {for: "hold-stake"}, "Dollars", stake), el("label", {for: "hold-seats"}, "Seats", seats), el("label", {for: "hold-hours"}, "Hours", hours), el("label", {for: "hold-pace"}, "Rounds an hour", pace), el("button", {class: "button main"}, "What will it hold?")), says, answer);
  if (given.length === 5) ask();
  return () => {
    turn += 1;
  };
}

/** @returns {import("./take.js").Ways} */
function ways(hold, game, settings, body, me) {
  const [[id, amount]] = Object.entries(body.bets);
  return {
    terminal: `houseway hold ${game} --bet ${quoted(`${id}=${amount / 100}`)} --hours ${body.hours} --pace ${body.pace}${body.seats > 1 ? ` --seats ${body.seats}` : ""}${setting(settings)}`,
    python: `${loaded(game, settings)}night = book.hold(${hold.rounds}, {${JSON.stringify(id)}: ${amount}}${body.seats > 1 ? `, seats=${body.seats}` : ""})\nprint(night.mean_cents, night.deviation_cents, night.house_loses)`,
    curl: curled(`/v1/games/${game}/hold`, me, {body}),
    csv: () => [`${game}-night.csv`, [["from_cents", "below_cents", "chance"], ...hold.histogram.map((each) => [each.from_cents, each.below_cents, each.chance])]],
  };
}

function told(hold, room) {
  const loses = hold.house_loses.value;
  const rows = hold.percentiles.map((row) => el("tr", {}, el("th", {scope: "row"}, `${row.percent}%`), el("td", {class: "num"}, dollars(row.cents))));
  return [el("p", {class: "answer"}, `On average the house wins `, el("b", {}, dollars(Math.round(hold.mean_cents.value))), ` of ${dollars(hold.staked_cents)} that is decided (${(100 * hold.house_edge.value).toFixed(3)}%), give or take ${dollars(Math.round(hold.deviation_cents.value))}. It loses on `, el("b", {}, loses < 1e-6 ? "fewer than one in a million" : `${(100 * loses).toPrecision(3)}%`), " of such nights."),
    histogram(hold, room), ...hold.about.map((line) => el("p", {class: "quiet small"}, line)),
    el("table", {class: "narrow"}, el("caption", {}, "In this share of nights the house wins at most"), el("tbody", {}, ...rows)),
    el("p", {class: "quiet small"}, `${hold.rounds.toLocaleString("en-US")} rounds, ${hold.method}.`)];
}

function histogram(hold, room) {
  const WIDE = Math.max(300, Math.min(900, room || 720));
  const columns = hold.histogram.filter((each) => each.chance > 1e-7);
  if (!columns.length) return null;
  const low = columns[0].from_cents, high = columns.at(-1).below_cents, most = Math.max(...columns.map((each) => each.chance));
  const x = (amount) => 8 + ((amount - low) / (high - low || 1)) * (WIDE - 16), y = (chance) => (HIGH - BELOW) * (1 - chance / most) + 4;
  const drawn = svg("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", class: "histogram", "aria-label": `The house's result, from ${dollars(low)} to ${dollars(high)}`});
  for (const each of columns) {
    const bar = svg("rect", {x: x(each.from_cents), y: y(each.chance), width: Math.max(1, x(each.below_cents) - x(each.from_cents) - 0.7), height: Math.max(0, HIGH - BELOW + 4 - y(each.chance)), class: each.below_cents <= 0 ? "loss" : "win"});
    bar.append(svg("title", {}, `${dollars(each.from_cents)} to ${dollars(each.below_cents)}: ${(100 * each.chance).toPrecision(3)}%`));
    drawn.append(bar);
  }
  const mean = Math.round(hold.mean_cents.value);
  const apart = Math.abs(x(0) - x(mean)) > 90;
  const [from, upto] = [x(mean) - x(low) > 110, x(high) - x(mean) > 110];
  const marks = [...(from ? [[low, "start"]] : []), ...(upto ? [[high, "end"]] : []), ...(low < 0 && high > 0 && apart ? [[0, "mid"]] : []), [mean, "mid"]];
  for (const [amount, place] of marks) drawn.append(svg("text", {x: x(amount), y: HIGH - 8, class: `tick ${place}`}, amount === mean ? `mean ${dollars(amount)}` : dollars(amount)));
  if (low < 0 && high > 0) drawn.append(svg("line", {x1: x(0), x2: x(0), y1: 0, y2: HIGH - BELOW + 8, class: "exact"}));
  return drawn;
}
