// Deadlines and inspections.

import {get} from "./api.js";
import {cites, el, put} from "./dom.js";
import {sheet} from "./sheets.js";

const when = (at) => new Date(at).toLocaleString("en-US", {dateStyle: "medium", timeStyle: "short"});
export const staff = (me) => me && !me.account.startsWith("guest-");
const STATES = {passed: "✗ passed", near: "! soon", running: "… running"};

/** @param {HTMLElement} panel @param {{me: any}} about */
export function due(panel, {me}) {
  if (!staff(me)) {
    put(panel, el("p", {}, "Sign in as staff of a holder or of the Board to see timers and inspections."));
    return null;
  }
  let gone = false, timer = 0;
  const timers = el("div", {}), log = el("div", {}), says = el("p", {class: "error", role: "alert"});
  const shown = {timers: "", log: ""}; // unchanged parts are not redrawn while somebody reads them
  const changed = (name, told) => {
    const was = shown[name];
    shown[name] = JSON.stringify(told);
    return shown[name] !== was;
  };
  const look = async () => {
    try {
      const [now, done] = await Promise.all([get("/v1/timers"), get("/v1/inspections?most=500")]);
      if (gone) return;
      says.textContent = "";
      const minutes = now.timers.map((each) => ({...each, seconds: Math.round(each.seconds / 60) * 60}));
      if (changed("timers", minutes)) put(timers, sheet("What is due", ["Table", "What", "Due", "State", "To do"], minutes.map(dueRow), "Nothing is due at any open table that you run or supervise."));
      if (changed("log", done)) put(log, sheet("Inspections", ["Table", "When", "By", "What"], together(done.steps).map(stepRow), "No inspection is recorded at a table whose records you may see."), done.more ? el("p", {class: "quiet"}, `These are the latest ${done.steps.length} steps; the replay of a table and `, el("code", {}, "houseway log"), " have all of them.") : null);
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

function left(seconds) {
  const minutes = Math.abs(Math.round(seconds / 60));
  const words = minutes < 90 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  return seconds < 0 ? `${words} ago` : `in ${words}`;
}

const dueRow = (each) => [el("a", {href: `/tables/${each.table}/dealer`}, each.table), each.what.replaceAll("-", " "), `${when(each.due)}, ${left(each.seconds)}`, el("span", {class: `state ${each.state}`}, STATES[each.state] || each.state),
  [`${(each.procedure || each.what).replaceAll("-", " ")} `, el("span", {class: "cites"}, ...cites(each.game, each.cites))]];

/** Consecutive steps of one procedure, in the order in which they were done. @param {any[]} steps the latest first */
function together(steps) {
  const groups = [];
  for (const step of steps) {
    const last = groups.at(-1)?.[0];
    if (last && ["table", "session", "procedure"].every((name) => last[name] === step[name])) groups.at(-1).unshift(step);
    else groups.push([step]);
  }
  return groups;
}

/** @param {any[]} steps of one procedure */
function stepRow(steps) {
  const [each] = steps, roles = [...new Set(steps.map((step) => step.by.replaceAll("-", " ")))].join(", ");
  const told = (step) => [step.says, noted(step.noted), " ", el("span", {class: "cites"}, ...cites(step.game, step.cites))];
  const name = el("b", {}, each.procedure.replaceAll("-", " "));
  const what = steps.length === 1 ? [name, " ", ...told(each)] : el("details", {}, el("summary", {}, name, `: ${steps.length} steps`), el("ol", {}, ...steps.map((step) => el("li", {}, ...told(step)))));
  return [el("a", {href: `/tables/${each.table}/replay#session=${each.session}&seq=${each.seq}`}, each.table), when(each.at), roles, what];
}

const noted = (data) => {
  const words = Object.entries(data).map(([name, value]) => `${name.replaceAll("_", " ")}: ${Array.isArray(value) ? value.join(" ") : {true: "yes", false: "no"}[String(value)] || value}`);
  return words.length ? el("span", {class: "quiet small"}, ` (${words.join("; ")})`) : null;
};
