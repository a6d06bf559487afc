// Tonight's hold of a table: the distribution of the house's result, computed rather than simulated.

import {dollars, el, put, svg} from "./dom.js";
import {curled, loaded, quoted, setting, takeAlong} from "./take.js";
import {asked, cents, remember, somebody, worked} from "./working.js";

const USUAL = 1000; // cents: the initial stake, if the limits allow it
const HIGH = 260, BELOW = 30;

/** `<houseway-players>`: seats that play the same one or more wagers. */
class Players extends HTMLElement {
  /** @param {any[]} wagers of the form @param {number} n @param {{seats: number, bets: [string, string][]}} given @param {() => void} leave removes this group */
  constructor(wagers, n, given, leave) {
    super();
    this.wagers = wagers;
    this.seats = el("input", {id: `hold-seats-${n}`, type: "number", min: 1, max: 20, value: String(given.seats)});
    this.list = el("div", {class: "made"});
    /** @type {{wager: HTMLSelectElement, stake: HTMLInputElement, node: HTMLElement}[]} */ this.rows = [];
    const more = el("button", {type: "button", class: "button", onclick: () => this.add()}, "And another wager");
    const away = n ? el("button", {type: "button", class: "button", onclick: leave}, "Take these players away") : null;
    this.append(el("fieldset", {class: "asked"}, el("legend", {}, n ? "Other players" : "Players"), el("label", {for: `hold-seats-${n}`}, "Seats", this.seats), this.list, el("div", {class: "acts"}, more, away)));
    for (const bet of given.bets) this.add(bet);
    if (!this.rows.length) this.add();
  }

  /** @param {[string, string]} [bet] a wager and dollars */
  add(bet) {
    const wager = el("select", {}, ...this.wagers.map((each) => el("option", {value: each.id}, each.name)));
    const stake = el("input", {inputmode: "decimal", size: 8});
    const usual = () => {
      const {least_cents: least, unit_cents: unit} = this.wagers.find((each) => each.id === wager.value) || this.wagers[0];
      stake.value = String(Math.max(least, Math.ceil(USUAL / unit) * unit) / 100);
    };
    const row = {wager, stake, node: el("div", {class: "asked"})};
    const away = this.rows.length ? el("button", {type: "button", class: "button", onclick: () => {
      this.rows.splice(this.rows.indexOf(row), 1);
      row.node.remove();
    }}, "Leave it out") : null;
    row.node.append(...[el("label", {}, "Each plays", wager), el("label", {}, "Dollars", stake), away].filter(Boolean));
    if (bet && this.wagers.some((each) => each.id === bet[0])) wager.value = bet[0];
    wager.addEventListener("input", usual);
    usual();
    if (bet?.[1]) stake.value = bet[1];
    this.rows.push(row);
    this.list.append(row.node);
  }

  /** The request to the service; null if an amount is invalid. */
  read() {
    const bets = {};
    for (const {wager, stake} of this.rows) {
      const amount = cents(stake.value);
      if (Number.isNaN(amount)) return null;
      bets[wager.value] = (bets[wager.value] || 0) + amount;
    }
    return {bets, seats: Number(this.seats.value)};
  }

  /** The group as written in the URL: 2*pass=10+field=5. */
  get text() {
    return `${this.seats.value}*${this.rows.map(({wager, stake}) => `${wager.value}=${stake.value}`).join("+")}`;
  }
}

customElements.define("houseway-players", Players);

/** Read a night from the URL: hours, rounds per hour and groups of players; also in the older form for equal players. */
function addressed() {
  const [first, ...rest] = asked("tonight");
  if (rest.length === 4 && first !== "night") return {hours: rest[2], pace: rest[3], groups: [{seats: Number(rest[1]), bets: [[first, rest[0]]]}]};
  if (first !== "night" || rest.length < 3) return null;
  const groups = rest.slice(2).map((text) => {
    const [seats, bets = ""] = text.split("*");
    return {seats: Number(seats) || 1, bets: bets.split("+").map((each) => /** @type {[string, string]} */ ([each.slice(0, each.lastIndexOf("=")), each.slice(each.lastIndexOf("=") + 1)]))};
  });
  return {hours: rest[0], pace: rest[1], groups};
}

/** @param {HTMLElement} panel @param {{game: string, form: any, settings: Record<string, string>}} about */
export function tonight(panel, {game, form, settings}) {
  let turn = 0;
  const given = addressed();
  const groups = el("div", {class: "groups-of-players"});
  const every = () => /** @type {Players[]} */ ([...groups.children]);
  const add = (group) => {
    const made = new Players(form.wagers, every().length, group, () => made.remove());
    groups.append(made);
  };
  for (const group of given?.groups || [{seats: 1, bets: []}]) add(group);
  const hours = el("input", {id: "hold-hours", type: "number", min: 1, max: 100, value: given?.hours || "8"});
  const pace = el("input", {id: "hold-pace", type: "number", min: 1, max: 2000, value: given?.pace || "60"});
  const says = el("p", {class: "quiet", role: "status"}, "Say who plays what, and for how long.");
  const answer = el("div", {});
  const ask = async (event) => {
    event?.preventDefault();
    const own = ++turn;
    const players = every().map((each) => each.read());
    if (players.includes(null)) {
      says.textContent = "Write each stake in dollars, like 5.";
      return;
    }
    says.textContent = "Working it out…";
    try {
      const me = await somebody();
      remember("tonight", "night", hours.value, pace.value, ...every().map((each) => each.text));
      const body = {settings, ...(players.length > 1 ? {players} : players[0]), hours: Number(hours.value), pace: Number(pace.value)};
      const hold = await worked("POST", `/v1/games/${game}/hold`, body, (doing) => put(says, `Working it out: ${doing}`), () => own !== turn);
      if (!hold) return;
      says.textContent = "";
      put(answer, ...told(hold, answer.clientWidth), takeAlong(() => ways(hold, game, settings, body, me)));
    } catch (problem) {
      if (own === turn) says.textContent = problem.message;
    }
  };
  const other = el("button", {type: "button", class: "button", onclick: () => add({seats: 1, bets: []})}, "Add other players");
  put(panel, el("form", {onsubmit: ask}, groups, el("div", {class: "asked"}, other, el("label", {for: "hold-hours"}, "Hours", hours), el("label", {for: "hold-pace"}, "Rounds per hour", pace), el("button", {class: "button main"}, "What will it hold?"))), says, answer);
  if (given) ask();
  return () => {
    turn += 1;
  };
}

/** @returns {import("./take.js").Ways} */
function ways(hold, game, settings, body, me) {
  const curl = curled(`/v1/games/${game}/hold`, me, {body});
  /** @type {() => [string, any[][]]} */
  const csv = () => [`${game}-night.csv`, [["from_cents", "below_cents", "chance"], ...hold.histogram.map((each) => [each.from_cents, each.below_cents, each.chance])]];
  const length = `--hours ${body.hours} --pace ${body.pace}`;
  if (body.players) {
    const file = body.players.map(({bets, seats}, n) => `[[player]]\nname = "group ${n + 1}"\nseats = ${seats}\nbets = { ${Object.entries(bets).map(([id, amount]) => `${JSON.stringify(id)} = ${amount}`).join(", ")} }\n`).join("\n");
    return {terminal: `cat > players.toml <<'END'\n${file}END\nhouseway hold ${game} --players players.toml ${length}${setting(settings)}`, curl, csv};
  }
  const bets = Object.entries(body.bets), seats = body.seats > 1 ? body.seats : 0;
  return {
    terminal: `houseway hold ${game}${bets.map(([id, amount]) => ` --bet ${quoted(`${id}=${amount / 100}`)}`).join("")} ${length}${seats ? ` --seats ${seats}` : ""}${setting(settings)}`,
    python: `${loaded(game, settings)}night = book.hold(${hold.rounds}, {${bets.map(([id, amount]) => `${JSON.stringify(id)}: ${amount}`).join(", ")}}${seats ? `, seats=${seats}` : ""})\nprint(night.mean_cents, night.deviation_cents, night.house_loses)`,
    curl,
    csv,
  };
}

function told(hold, room) {
  const loses = hold.house_loses.value;
  const rows = hold.percentiles.map((row) => el("tr", {}, el("th", {scope: "row"}, `${row.percent}%`), el("td", {class: "num"}, dollars(row.cents))));
  return [el("p", {class: "answer"}, "On average the house wins ", el("b", {}, dollars(Math.round(hold.mean_cents.value))), ` of the ${dollars(hold.staked_cents)} in wagers that are decided (${(100 * hold.house_edge.value).toFixed(3)}%), give or take ${dollars(Math.round(hold.deviation_cents.value))}. It loses on `, el("b", {}, loses < 1e-6 ? "fewer than one in a million" : `${(100 * loses).toPrecision(3)}%`), " of such nights."),
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
