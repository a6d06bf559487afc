// Papers: fill in and file a submission, the Board's desk, printing, inspections and deadlines, the day's revenue.

import {get, whoever} from "./api.js";
import {el, put} from "./dom.js";
import {due} from "./papers_day.js";
import {filed} from "./papers_filed.js";
import {fillIn} from "./papers_form.js";
import {printed} from "./papers_print.js";
import {revenue} from "./papers_revenue.js";
import {Tabs} from "./tabs.js";

/** @type {[string, string][]} */
const TABS = [["new", "Fill in"], ["filed", "Submissions"], ["print", "To print"], ["due", "Inspections"], ["revenue", "Revenue"]];
const MAKE = {new: fillIn, filed, print: printed, due, revenue};

export async function show(main) {
  const [{games}, me] = await Promise.all([get("/v1/games"), whoever()]);
  let stop = null;
  const tabs = new Tabs("Papers", TABS, (name) => {
    stop?.();
    stop = MAKE[name](tabs.panels[name], {games, me, open: (other) => tabs.open(other)}) || null;
  });
  put(main, el("h1", {}, "Papers"), el("p", {class: "quiet"}, "Submissions of certificate holders, the Board's decisions, and papers to print."), tabs);
  tabs.begin();
  return () => stop?.();
}
