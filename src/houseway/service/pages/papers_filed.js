// Submissions and their status: the holder's list, the Board's desk. The service decides which actions a user may take.

import {call, get, wordsOf} from "./api.js";
import {el, put} from "./dom.js";
import {sheet} from "./sheets.js";

const SAYS = {submitted: "Submit", withdrawn: "Withdraw", questioned: "Question", approved: "Approve", denied: "Deny"};
const LIFE = ["drafted", "submitted", "approved", "effective"];

/** @param {HTMLElement} panel @param {{games: any[], me: any}} about */
export function filed(panel, {games, me}) {
  let gone = false;
  const list = el("div", {});
  const one = el("div", {class: "one", "aria-live": "polite"});
  const titled = Object.fromEntries(games.map((each) => [each.id, each.title]));
  if (!me || me.account.startsWith("guest-")) {
    put(panel, el("p", {}, "Sign in to see submissions: a holder's compliance sees its own, the Board's staff those of all holders."));
    return null;
  }
  const wanted = el("select", {"aria-label": "State", onchange: () => load()}, ...["all", "drafted", "submitted", "questioned", "approved", "effective", "denied", "withdrawn", "superseded"].map((each) => el("option", {value: each}, each === "all" ? "in any state" : each)));
  const load = async () => {
    try {
      const {submissions} = await get("/v1/submissions");
      if (gone) return;
      const shown = submissions.filter((each) => wanted.value === "all" || each.state === wanted.value).reverse();
      const link = (each) => el("a", {href: `#filed/${each.id}`, onclick: (event) => {
        event.preventDefault();
        history.replaceState(null, "", `/papers#filed/${each.id}`);
        open(each.id);
      }}, each.id);
      put(list, sheet("Submissions", ["Submission", "Game", "Holder", "State", "Last step"], shown.map((each) => [link(each), titled[each.game] || each.game, each.holder, state(each.state), when(each.steps.at(-1).at)]), wanted.value === "all" ? "Nothing is filed yet." : "There is none in this state."));
    } catch (problem) {
      put(list, el("p", {class: "error", role: "alert"}, problem.message));
    }
  };
  const open = async (id) => {
    try {
      const each = await get(`/v1/submissions/${id}`);
      if (!gone) put(one, ...life(each), ...acts(each), el("details", {}, el("summary", {}, "The submission's text"), el("pre", {class: "file", tabindex: "0"}, each.text)));
    } catch (problem) {
      put(one, el("p", {class: "error", role: "alert"}, problem.message));
    }
  };
  const acts = (each) => {
    if (!each.may.length) return [el("p", {class: "quiet"}, "You have no step to take now.")];
    const note = el("textarea", {id: "step-note", rows: 2});
    const number = el("input", {id: "step-approval", autocomplete: "off"});
    const day = el("input", {id: "step-day", type: "date", value: new Date().toLocaleDateString("en-CA", {timeZone: "America/New_York"})});
    const says = el("p", {class: "error", role: "alert"});
    const approving = each.may.some((step) => step.approval);
    const take = async (step) => {
      says.textContent = "";
      const more = step.approval ? {approval: number.value, effective_on: day.value} : {};
      try {
        await call("POST", `/v1/submissions/${each.id}/steps`, {step: step.step, note: note.value, ...more});
        await Promise.all([open(each.id), load()]);
      } catch (problem) {
        says.textContent = wordsOf(problem);
      }
    };
    const buttons = each.may.map((step) => el("button", {type: "button", class: `button${["approved", "submitted"].includes(step.step) ? " main" : ""}`, onclick: () => take(step)}, SAYS[step.step] || step.step));
    return [el("div", {class: "panel steps"}, el("h3", {}, "Take a step"), el("label", {for: "step-note"}, "Note", each.may.some((step) => step.note) ? el("span", {class: "quiet small"}, " (needed to question or deny)") : null, note),
      approving ? el("div", {class: "asked"}, el("label", {for: "step-approval"}, "The Board's number", number), el("label", {for: "step-day"}, "In effect from", day)) : null, says, el("div", {class: "acts"}, ...buttons))];
  };
  const life = (each) => {
    const gone_through = new Set([...each.steps.map((step) => step.step), each.state]);
    const way = LIFE.map((name) => el("li", {class: gone_through.has(name) ? "done" : ""}, el("span", {"aria-hidden": "true"}, gone_through.has(name) ? "● " : "○ "), name, el("span", {class: "sr"}, gone_through.has(name) ? " (done)" : " (not yet)")));
    const steps = each.steps.map((step) => el("li", {}, el("b", {}, step.step), ` ${when(step.at)}, ${step.name ? `${step.name}, ` : ""}${step.role.replaceAll("-", " ")}`, step.approval ? `, number ${step.approval}` : "", step.effective_on ? `, in effect from ${step.effective_on}` : "", step.note ? el("q", {class: "note"}, step.note) : null));
    return [el("h2", {tabindex: "-1"}, each.id), el("p", {class: "quiet"}, `${titled[each.game] || each.game}, ${each.edition}, of ${each.holder}. `, state(each.state), each.supersedes ? `, supersedes ${each.supersedes}` : "", ". ", el("a", {href: `/papers?submission=${each.id}&game=${each.game}#print`}, "Its papers"), "."),
      el("ol", {class: "life", "aria-label": "Its life"}, ...way), el("ol", {class: "taken", "aria-label": "Steps"}, ...steps), el("p", {class: "quiet small digest"}, each.digest)];
  };
  put(panel, el("div", {class: "acts"}, wanted, el("button", {type: "button", class: "button", onclick: () => load()}, "Look again")), el("div", {class: "desk"}, list, one));
  load();
  const named = location.hash.split("/")[1];
  if (named) open(named);
  return () => {
    gone = true;
  };
}

const MARKS = {effective: "✓", approved: "✓", denied: "✗", withdrawn: "✗", questioned: "?", superseded: "–"};
const state = (name) => el("span", {class: `state ${name}`}, `${MARKS[name] || "…"} ${name}`);
const when = (at) => new Date(at).toLocaleString("en-US", {dateStyle: "medium", timeStyle: "short"});
