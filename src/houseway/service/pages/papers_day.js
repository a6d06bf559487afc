// What falls due by the clock, what was inspected, and what a day brought in.

import {get} from "./api.js";
import {cites, dollars, el, put} from "./dom.js";

const when = (at) => new Date(at).toLocaleString("en-US", {dateStyle: "medium", timeStyle: "short"});
const sheet = (label, heads, rows, none) => rows.length ? el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": label}, el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", {scope: "col"}, head)))), el("tbody", {}, ...rows))) : el("p", {class: "quiet"}, none);
const staff = (me) => me && !me.account.startsWith("guest-");

/** @param {HTMLElement} panel @param {{me: any}} about */
export function due(panel, {me}) {
  if (!staff(me)) {
    put(panel, el("p", {}, "Sign in as staff of a holder or of the Board to see what is due and what was inspected."));
    return null;
  }
  let gone = false, timer = 0;
  const timers = el("div", {}), log = el("div", {}), says = el("p", {class: "error", role: "alert"});
  const left = (seconds) => {
    const minutes = Math.abs(Math.round(seconds / 60));
    const words = minutes < 90 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
    return seconds < 0 ? `${words} ago` : `in ${words}`;
  };
  const look = async () => {
    try {
      const [now, done] = await Promise.all([get("/v1/timers"), get("/v1/inspections?most=200")]);
      if (gone) return;
      put(timers, sheet("What is due", ["Table", "What", "Due", "State", "Says"], now.timers.map((each) => el("tr", {}, el("th", {scope: "row"}, each.table), el("td", {}, each.what.replaceAll("-", " ")), el("td", {}, `${when(each.due)}, ${left(each.seconds)}`), el("td", {}, el("span", {class: `state ${each.state}`}, each.state === "passed" ? "✗ passed" : each.state === "near" ? "! near" : "… running")), el("td", {}, each.says, " ", el("span", {class: "cites"}, each.cites.map((cite) => `§ ${cite}`).join(", "))))), "Nothing is due at any open table that you run or supervise."));
      put(log, sheet("Inspections", ["When", "Table", "By", "What", "Paragraph"], done.steps.map((each) => el("tr", {}, el("td", {}, when(each.at)), el("th", {scope: "row"}, el("a", {href: `/tables/${each.table}/replay#session=${each.session}&seq=${each.seq}`}, each.table)), el("td", {}, each.by), el("td", {}, el("b", {}, each.procedure), ` ${each.says}`, noted(each.noted)), el("td", {class: "cites"}, ...cites(each.game, each.cites)))), "No inspection is recorded at a table whose records you may see."));
    } catch (problem) {
      says.textContent = problem.message;
    }
    if (!gone) timer = setTimeout(look, 15_000);
  };
  put(panel, says, el("h2", {}, "Due by the clock"), timers, el("h2", {}, "Inspections and changes"), log);
  look();
  return () => {
    gone = true;
    clearTimeout(timer);
  };
}

const noted = (data) => {
  const words = Object.entries(data).map(([name, value]) => `${name.replaceAll("_", " ")}: ${Array.isArray(value) ? value.join(" ") : value}`);
  return words.length ? el("span", {class: "quiet small"}, ` (${words.join("; ")})`) : null;
};

/** @param {HTMLElement} panel @param {{me: any}} about */
export function revenue(panel, {me}) {
  if (!staff(me)) {
    put(panel, el("p", {}, "Sign in as a shift manager, compliance or the Board to see revenue."));
    return null;
  }
  let gone = false;
  const day = el("input", {id: "rev-day", type: "date", onchange: () => look()});
  const practice = el("input", {id: "rev-practice", type: "checkbox", onchange: () => look()});
  const csv = el("a", {class: "button", download: "revenue.csv"}, "Save as CSV");
  const answer = el("div", {}), says = el("p", {class: "error", role: "alert"});
  const money = (each) => [each.drop_cents, each.handle_cents, each.fills_cents, each.credits_cents, each.win_cents].map((amount) => el("td", {class: "num"}, amount === undefined || amount === null ? "" : dollars(amount)));
  const look = async () => {
    says.textContent = "";
    const query = new URLSearchParams({...(day.value ? {day: day.value} : {}), ...(practice.checked ? {practice: "true"} : {}), ...(me.holder ? {holder: me.holder} : {})});
    csv.href = `/v1/reports/revenue.csv?${query}`;
    try {
      const found = await get(`/v1/reports/revenue?${query}`);
      if (gone) return;
      const heads = ["Drop", "Handle", "Fills", "Credits", "Win"];
      const line = (each, names) => el("tr", {}, ...names.map((name, n) => el(n ? "td" : "th", n ? {} : {scope: "row"}, each[name] ?? "")), ...money(each));
      const tax = found.taxes.map((each) => el("tr", {}, ...Object.values(plain(each)).map((value) => el("td", {}, value))));
      put(answer, el("h2", {}, "By day"), sheet("By day", ["Day", "Holder", ...heads], found.by_day.map((each) => line(each, ["day", "holder"])), "No revenue: practice tables play for nothing. Tick the box to see them too."),
        el("h2", {}, "By table"), sheet("By table", ["Table", "Game", "Day", ...heads], found.by_table.map((each) => line(each, ["table", "game", "day"])), "No table."),
        el("h2", {}, "Tax"), sheet("Tax", Object.keys(plain(found.taxes[0] || {})).map((name) => name.replace("_cents", "").replaceAll("_", " ")), tax, "No tax is worked out: the holder's terms are not set, or there is no revenue."),
        ...found.tax_terms.map((words) => el("p", {class: "quiet small"}, words)), ...found.problems.map((words) => el("p", {class: "error"}, words)));
    } catch (problem) {
      says.textContent = problem.message;
    }
  };
  const plain = (each) => Object.fromEntries(Object.entries(each).filter(([, value]) => typeof value !== "object" || value === null).map(([name, value]) => [name, name.endsWith("_cents") && typeof value === "number" ? dollars(value) : String(value ?? "")]));
  put(panel, el("div", {class: "asked"}, el("label", {for: "rev-day"}, "Gaming day", day), el("label", {for: "rev-practice", class: "tick-box"}, practice, "Practice tables too"), csv), says, answer);
  look();
  return () => {
    gone = true;
  };
}
