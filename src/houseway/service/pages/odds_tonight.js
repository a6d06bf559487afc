// What a table will hold tonight: the distribution of the house's result, worked out and not simulated.

import {dollars, el, put, svg} from "./dom.js";
import {cents, somebody, worked} from "./working.js";

const WIDE = 720, HIGH = 260, BELOW = 30;

/** @param {HTMLElement} panel @param {{game: string, form: any, settings: Record<string, string>}} about */
export function tonight(panel, {game, form, settings}) {
  let turn = 0;
  const wager = el("select", {id: "hold-wager"}, ...form.wagers.map((each) => el("option", {value: each.id}, each.name)));
  const stake = el("input", {id: "hold-stake", inputmode: "decimal", size: 8});
  const seats = el("input", {id: "hold-seats", type: "number", min: 1, max: 20, value: "1"});
  const hours = el("input", {id: "hold-hours", type: "number", min: 1, max: 100, value: "8"});
  const pace = el("input", {id: "hold-pace", type: "number", min: 1, max: 2000, value: "60"});
  const usual = () => {
    stake.value = String((form.wagers.find((each) => each.id === wager.value) || form.wagers[0]).least_cents / 100);
  };
  wager.addEventListener("input", usual);
  usual();
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
      await somebody();
      const body = {settings, bets: {[wager.value]: amount}, seats: Number(seats.value), hours: Number(hours.value), pace: Number(pace.value)};
      const hold = await worked("POST", `/v1/games/${game}/hold`, body, (doing) => put(says, `Working it out: ${doing}`), () => own !== turn);
      if (!hold) return;
      says.textContent = "";
      put(answer, ...told(hold, game));
    } catch (problem) {
      if (own === turn) says.textContent = problem.message;
    }
  };
  put(panel, el("form", {class: "asked", onsubmit: ask}, el("label", {for: "hold-wager"}, "Everybody plays", wager), el("label", {for: "hold-stake"}, "Dollars", stake), el("label", {for: "hold-seats"}, "Seats", seats), el("label", {for: "hold-hours"}, "Hours", hours), el("label", {for: "hold-pace"}, "Rounds an hour", pace), el("button", {class: "button main"}, "What will it hold?")), says, answer);
  return () => {
    turn += 1;
  };
}

function told(hold, game) {
  const bets = hold.players.map((each) => Object.entries(each.bets).map(([id, amount]) => `${id}=${amount / 100}`).join(" --bet ")).join(" ");
  const loses = hold.house_loses.value;
  const rows = hold.percentiles.map((row) => el("tr", {}, el("th", {scope: "row"}, `${row.percent}%`), el("td", {class: "num"}, dollars(row.cents))));
  return [el("p", {class: "answer"}, `On average the house wins `, el("b", {}, dollars(Math.round(hold.mean_cents.value))), ` of ${dollars(hold.staked_cents)} that is decided (${(100 * hold.house_edge.value).toFixed(3)}%), give or take ${dollars(Math.round(hold.deviation_cents.value))}. It loses on `, el("b", {}, loses < 1e-6 ? "fewer than one in a million" : `${(100 * loses).toPrecision(3)}%`), " of such nights."),
    histogram(hold), ...hold.about.map((line) => el("p", {class: "quiet small"}, line)),
    el("table", {class: "narrow"}, el("caption", {}, "In this share of nights the house wins at most"), el("tbody", {}, ...rows)),
    el("p", {class: "quiet small"}, `${hold.rounds.toLocaleString("en-US")} rounds, ${hold.method}. The same in a terminal: `, el("code", {}, `houseway hold ${game} --bet ${bets} --hours ${hold.hours} --pace ${hold.rounds_per_hour}`))];
}

function histogram(hold) {
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
  const marks = [[low, "start"], [high, "end"], ...(low < 0 && high > 0 && apart ? [[0, "mid"]] : []), [mean, "mid"]];
  for (const [amount, place] of marks) drawn.append(svg("text", {x: x(amount), y: HIGH - 8, class: `tick ${place}`}, amount === mean ? `mean ${dollars(amount)}` : dollars(amount)));
  if (low < 0 && high > 0) drawn.append(svg("line", {x1: x(0), x2: x(0), y1: 0, y2: HIGH - BELOW + 8, class: "exact"}));
  return drawn;
}
