// A live simulation: the running mean of a wager, its error, and the exact value that it approaches.

import {call, get} from "./api.js";
import {dollars, el, percent, put, svg} from "./dom.js";
import {curled, loaded, quoted, setting, takeAlong} from "./take.js";
import {asked, cents, number, remember, somebody} from "./working.js";

const HIGH = 300, LEFT = 64, RIGHT = 12, TOP = 12, BELOW = 34;

/** @param {HTMLElement} panel @param {{game: string, form: any, settings: Record<string, string>}} about */
export function simulation(panel, {game, form, settings}) {
  let run = null, points = [], timer = 0, gone = false, rounds = 0, latest = null, me = null;
  const wager = el("select", {id: "sim-wager"}, ...form.wagers.map((each) => el("option", {value: each.id}, each.name)));
  const stake = el("input", {id: "sim-stake", inputmode: "decimal", size: 8});
  const played = el("select", {id: "sim-strategy"});
  const strategies = el("label", {for: "sim-strategy"}, "Played", played);
  const chosen = () => form.wagers.find((each) => each.id === wager.value) || form.wagers[0];
  const usual = () => {
    stake.value = String(chosen().least_cents / 100);
    put(played, ...chosen().strategies.map((each) => el("option", {value: each}, each)));
    strategies.hidden = !chosen().strategies.length;
  };
  const [first, dollarsAsked, playedAsked] = asked("simulation");
  if (form.wagers.some((each) => each.id === first)) wager.value = first;
  wager.addEventListener("input", () => {
    usual();
    remember("simulation", wager.value, stake.value, played.value);
  });
  usual();
  if (dollarsAsked) stake.value = dollarsAsked;
  if (chosen().strategies.includes(playedAsked)) played.value = playedAsked;
  const start = el("button", {type: "submit", class: "button main"}, "Start");
  const says = el("p", {class: "error", role: "alert"});
  const told = el("p", {class: "quiet", role: "status"}, "One seat, the same wager every round. The mean approaches the exact value; the band is two standard errors.");
  const figures = el("dl", {class: "figures"});
  const chart = el("div", {class: "chart"});
  const tell = (now, row) => {
    [rounds, latest] = [now, row];
    const exact = row?.exact ? percent(row.exact) : "not known yet";
    put(figures, ...[["Rounds", now.toLocaleString("en-US")], ["Mean result", row?.mean === null || !row ? "" : `${(100 * row.mean).toFixed(4)}%`], ["Standard error", row?.standard_error ? `${(100 * row.standard_error).toFixed(4)}%` : ""], ["Exact", exact], ["Off by", row?.z ? `${row.z.toFixed(2)} standard errors` : ""], ["Won", row ? `${((100 * row.win) / Math.max(1, row.count)).toFixed(3)}%` : ""]]
      .map(([label, value]) => el("div", {}, el("dt", {}, label), el("dd", {class: "num"}, value))));
  };
  const draw = (row) => put(chart, picture(points.map((each) => [each.rounds, ...(each.of[wager.value] || [null, null])]), row?.exact ? number(row.exact) : null, chart.clientWidth));
  const end = (words) => {
    start.textContent = "Start";
    wager.disabled = stake.disabled = played.disabled = false;
    if (words) told.textContent = words;
    run = null;
  };
  const look = async () => {
    try {
      const now = await get(`/v1/simulations/${run}?since=${points.length}`);
      if (gone || !run) return;
      points.push(...now.trail);
      const row = now.wagers.find((each) => each.id === wager.value);
      tell(now.rounds, row);
      draw(row);
      if (now.state === "preparing") told.textContent = "Preparing: the rules are compiled…";
      if (now.state === "running") told.textContent = "Running.";
      if (now.state === "failed") says.textContent = now.problem;
      if (["done", "stopped", "failed"].includes(now.state)) end(now.state === "failed" ? "" : `After ${now.rounds.toLocaleString("en-US")} rounds.`);
      else timer = setTimeout(look, 150);
    } catch (problem) {
      says.textContent = problem.message;
      end("");
    }
  };
  const stop = () => {
    clearTimeout(timer);
    if (run) fetch(`/v1/simulations/${run}`, {method: "DELETE", keepalive: true}).catch(() => null);
  };
  const begin = async (event) => {
    event.preventDefault();
    if (run) {
      stop();
      timer = setTimeout(look, 200);
      return;
    }
    says.textContent = "";
    points = [];
    const amount = cents(stake.value);
    if (Number.isNaN(amount)) {
      says.textContent = `Write dollars, like ${dollars(chosen().least_cents).slice(1)}.`;
      return;
    }
    try {
      me = await somebody();
      remember("simulation", wager.value, stake.value, played.value);
      const made = await call("POST", `/v1/games/${game}/simulations`, {settings, bets: {[wager.value]: amount}, strategy: strategies.hidden ? "" : played.value, seed: `page ${Date.now()}`});
      if (gone) return;
      run = made.id;
      start.textContent = "Stop";
      wager.disabled = stake.disabled = played.disabled = true;
      look();
    } catch (problem) {
      says.textContent = problem.message;
    }
  };
  /** The same simulation in other tools, with the number of rounds played here. @returns {import("./take.js").Ways} */
  const ways = () => {
    const amount = cents(stake.value) || chosen().least_cents, many = rounds || 1_000_000, how = strategies.hidden ? "" : played.value;
    return {
      terminal: `houseway simulate ${game} --bet ${quoted(`${wager.value}=${amount / 100}`)} --rounds ${many}${how ? ` --strategy ${quoted(how)}` : ""}${setting(settings)}`,
      python: `${loaded(game, settings)}found = book.simulate(${many}, {${JSON.stringify(wager.value)}: ${amount}}${how ? `, strategy=${JSON.stringify(how)}` : ""})\nprint(found.wagers[0].mean, found.wagers[0].standard_error)`,
      curl: curled(`/v1/games/${game}/simulations`, me, {body: {settings, bets: {[wager.value]: amount}, strategy: how, rounds: many}}),
      note: `curl starts it and gets its id; look at ${location.origin}/v1/simulations/ID. ${latest ? "The terminal draws other random numbers, so the last digits differ." : ""}`,
      csv: () => [`${game}-simulation.csv`, [["rounds", "mean", "standard_error"], ...points.map((each) => [each.rounds, ...(each.of[wager.value] || ["", ""])])]],
    };
  };
  put(panel, el("form", {class: "asked", onsubmit: begin}, el("label", {for: "sim-wager"}, "Wager", wager), el("label", {for: "sim-stake"}, "Dollars", stake), strategies, start), says, told, figures, chart, takeAlong(ways));
  tell(0, null);
  draw(null);
  return () => {
    gone = true;
    stop();
  };
}

const brief = (rounds) => (rounds >= 1e6 ? `${rounds / 1e6} million` : rounds.toLocaleString("en-US"));

/** The running mean over the rounds, on a logarithmic axis. */
function picture(points, exact, room) {
  const WIDE = Math.max(300, Math.min(900, room || 720));
  const seen = points.filter((each) => each[1] !== null);
  const drawn = svg("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", class: "converging", "aria-label": seen.length ? `Mean ${(100 * seen.at(-1)[1]).toFixed(3)}% after ${seen.at(-1)[0]} rounds${exact === null ? "" : `, exactly ${(100 * exact).toFixed(3)}%`}` : "No rounds yet"});
  const first = Math.log10(seen[0]?.[0] || 50), last = Math.max(first + 1, Math.log10(seen.at(-1)?.[0] || 5000));
  const middle = exact ?? seen.at(-1)?.[1] ?? 0;
  const recent = seen.slice(Math.floor(seen.length / 2));
  const reach = Math.max(0.005, 1.15 * Math.max(0, ...recent.map(([, mean, error]) => Math.abs(mean - middle) + 2 * (error || 0)))) || 0.1;
  const x = (rounds) => LEFT + ((Math.log10(rounds) - first) / (last - first)) * (WIDE - LEFT - RIGHT);
  const y = (value) => Math.min(HIGH, Math.max(-HIGH, TOP + ((middle + reach - value) / (2 * reach)) * (HIGH - TOP - BELOW)));
  for (const at of [-1, -0.5, 0, 0.5, 1]) {
    const value = middle + at * reach;
    drawn.append(svg("line", {x1: LEFT, x2: WIDE - RIGHT, y1: y(value), y2: y(value), class: "grid-line"}), svg("text", {x: LEFT - 6, y: y(value) + 4, class: "tick end"}, `${(100 * value).toFixed(reach < 0.02 ? 2 : 1)}%`));
  }
  const apart = Math.max(1, Math.ceil((last - first) / (WIDE / 90)));
  for (let power = Math.ceil(first); power <= last; power += apart) drawn.append(svg("text", {x: x(10 ** power), y: HIGH - 12, class: "tick mid"}, brief(10 ** power)));
  const clip = svg("svg", {x: LEFT, y: TOP, width: WIDE - LEFT - RIGHT, height: HIGH - TOP - BELOW, viewBox: `${LEFT} ${TOP} ${WIDE - LEFT - RIGHT} ${HIGH - TOP - BELOW}`});
  if (seen.length > 1) {
    const up = seen.map(([rounds, mean, error]) => `${x(rounds)},${y(mean + 2 * (error || 0))}`), down = seen.map(([rounds, mean, error]) => `${x(rounds)},${y(mean - 2 * (error || 0))}`);
    clip.append(svg("polygon", {points: [...up, ...down.reverse()].join(" "), class: "band"}), svg("polyline", {points: seen.map(([rounds, mean]) => `${x(rounds)},${y(mean)}`).join(" "), class: "mean"}));
  }
  drawn.append(clip);
  if (exact !== null) drawn.append(svg("line", {x1: LEFT, x2: WIDE - RIGHT, y1: y(exact), y2: y(exact), class: "exact"}), svg("text", {x: WIDE - RIGHT - 4, y: y(exact) - 6, class: "tick end halo"}, `exactly ${(100 * exact).toFixed(3)}%`));
  return drawn;
}
