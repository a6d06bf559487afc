// A day's revenue compared with its expectation, and the tax on it; the tax terms for users who may set them.

import {call, get, wordsOf} from "./api.js";
import {dollars, el, percent, put} from "./dom.js";
import {staff} from "./papers_day.js";
import {sheet} from "./sheets.js";
import {curled, takeAlong} from "./take.js";
import {number} from "./working.js";

const money = (label) => ({label, num: true});
const FIGURES = ["Drop", "Handle", "Fills", "Credits", "Win", "Expected win"].map(money);
const LINES = {"in-line": "✓ in line", above: "▲ above what chance allows", below: "▼ below what chance allows"};

/** @param {HTMLElement} panel @param {{games: any[], me: any}} about */
export function revenue(panel, {games, me}) {
  if (!staff(me)) {
    put(panel, el("p", {}, "Sign in as a shift manager, compliance or the Board to see revenue."));
    return null;
  }
  let gone = false, turn = 0, query = "";
  const titled = Object.fromEntries(games.map((each) => [each.id, each.title]));
  const day = el("input", {id: "rev-day", type: "date", onchange: () => look()});
  const practice = el("input", {id: "rev-practice", type: "checkbox", onchange: () => look()});
  const csv = el("a", {class: "button", download: "revenue.csv"}, "Save as CSV");
  const answer = el("div", {}), says = el("p", {class: "error", role: "alert"});
  const look = async () => {
    const own = ++turn; // ignore an earlier answer that arrives late
    says.textContent = "";
    query = new URLSearchParams({...(day.value ? {day: day.value} : {}), ...(practice.checked ? {practice: "true"} : {}), ...(me.holder ? {holder: me.holder} : {})}).toString();
    csv.href = `/v1/reports/revenue.csv?${query}`;
    try {
      const found = await get(`/v1/reports/revenue?${query}`);
      if (!gone && own === turn) put(answer, ...told(found, titled, practice.checked));
    } catch (problem) {
      says.textContent = wordsOf(problem);
    }
  };
  const along = takeAlong(() => ({curl: curled(`/v1/reports/revenue?${query}`, me), terminal: `houseway report sqlite:///pit.db${day.value ? ` --day ${day.value}` : ""}${practice.checked ? " --practice" : ""}`, note: "The terminal reads the pit's database, in its folder. Make a token on the page of your account."}));
  put(panel, el("div", {class: "asked"}, el("label", {for: "rev-day"}, "Gaming day (none: all)", day), el("label", {for: "rev-practice", class: "tick-box"}, practice, "Practice tables too"), csv), says, answer, terms(me, look), along);
  look();
  return () => {
    gone = true;
  };
}

function told(found, titled, practice) {
  const tax = found.taxes.map((each) => [each.day, each.holder, dollars(each.revenue_cents), dollars(each.taxed_cents), each.rate === null ? "" : percent(each.rate, 0), each.tax_cents === null ? each.missing || "" : dollars(each.tax_cents), each.local_share_cents === null ? "" : dollars(each.local_share_cents)]);
  return [el("h2", {}, "By day"), sheet("By day", ["Day", "Holder", ...FIGURES], found.by_day.map((each) => [each.day, each.holder, ...figures(each)]), practice ? "No revenue: nobody has played." : "No revenue: practice tables play for no money. Tick the box to include them."),
    el("h2", {}, "By table"), sheet("By table", ["Table", "Game", "Day", ...FIGURES], found.by_table.map((each) => [each.table, titled[each.game] || each.game, each.day, ...figures(each)]), "No table."),
    el("h2", {}, "Tax"), sheet("Tax", ["Day", "Holder", ...["Revenue", "Taxed", "Rate", "Tax", "Local share"].map(money)], tax, "No tax: there is no revenue, or the terms of the holder's tax are not set."),
    ...found.tax_terms.map((words) => el("p", {class: "quiet small"}, words)), ...found.problems.map((words) => el("p", {class: "error"}, words))];
}

function figures(each) {
  const amounts = [each.drop_cents, each.handle_cents, each.fills_cents, each.credits_cents, each.win_cents].map((cents) => (cents === undefined || cents === null ? "" : dollars(cents)));
  const {expected} = each;
  return [...amounts, expected?.wagers ? [dollars(Math.round(number(expected.expected_cents))), el("span", {class: `small block state ${expected.line === "in-line" ? "" : "passed"}`, title: `with ${expected.confidence}, within ${dollars(expected.band_cents)}`}, LINES[expected.line] || expected.line)] : ""];
}

/** A holder's tax terms: the start of its table games, losses, the local share. */
function terms(me, done) {
  if (!["compliance", "bureau-of-casino-compliance"].some((role) => me.roles.includes(role))) return null;
  const holder = el("input", {id: "tax-holder", required: true, value: me.holder, readonly: Boolean(me.holder), autocomplete: "off"});
  const commenced = el("input", {id: "tax-commenced", type: "date", required: true});
  const loss = el("select", {id: "tax-loss"}, el("option", {value: "no-tax"}, "no tax on that day"), el("option", {value: "carried"}, "carried to later days"));
  const share = el("input", {id: "tax-share", placeholder: "2%", size: 6}), source = el("input", {id: "tax-source", placeholder: "the law that sets it"});
  const says = el("p", {class: "error", role: "alert"});
  const set = async (event) => {
    event.preventDefault();
    says.textContent = "";
    try {
      await call("PUT", `/v1/holders/${encodeURIComponent(holder.value)}/tax-terms`, {commenced: commenced.value, loss_day: loss.value, ...(share.value.trim() ? {local_percent: share.value.trim(), local_source: source.value} : {})});
      done();
    } catch (problem) {
      says.textContent = wordsOf(problem);
    }
  };
  return el("details", {}, el("summary", {}, "Terms of a holder's tax"), el("form", {class: "asked", onsubmit: set}, el("label", {for: "tax-holder"}, "Holder", holder), el("label", {for: "tax-commenced"}, "Table games commenced", commenced), el("label", {for: "tax-loss"}, "A day's loss is", loss),
    el("label", {for: "tax-share"}, "Local share", share), el("label", {for: "tax-source"}, "By", source), el("button", {class: "button main"}, "Set the terms")), says);
}
