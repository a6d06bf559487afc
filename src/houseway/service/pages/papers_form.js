// Fill in a Rules Submission: checked by the service during typing, saved as a draft, downloaded as a file.

import {call, get} from "./api.js";
import {el, put} from "./dom.js";
import {SubmissionForm, verdict} from "./form.js";
import {curled, literals, setting, takeAlong} from "./take.js";
import {after, save} from "./working.js";

/** @param {HTMLElement} panel @param {{games: any[], me: any, open: (tab: string) => void}} about */
export function fillIn(panel, {games, me, open}) {
  let gone = false, turn = 0, choosing = 0, text = null, fields = null, edition = "";
  const files = me?.roles.includes("compliance");
  const game = el("select", {id: "new-game", onchange: () => choose("")}, ...games.map((each) => el("option", {value: each.id, selected: each.id === new URLSearchParams(location.search).get("game")}, each.title)));
  const law = el("select", {id: "new-edition", onchange: () => choose(law.value)});
  const holder = el("select", {id: "new-holder"});
  const supersedes = el("select", {id: "new-supersedes"});
  const box = el("div", {class: "fields-box"});
  const judged = el("div", {class: "verdict", role: "status"});
  const says = el("p", {class: "error", role: "alert"});
  const shown = el("pre", {class: "file", tabindex: "0", "aria-label": "The submission as a file"});
  const draft = el("button", {type: "button", class: "button main", disabled: true, onclick: () => keep()}, "Save as a draft");
  const file = el("button", {type: "button", class: "button", disabled: true, onclick: () => save(new Blob([text], {type: "application/toml"}), `${game.value}.toml`)}, "Save as a file");

  const check = async (settings) => {
    const own = ++turn;
    try {
      const told = await call("POST", `/v1/games/${game.value}/check`, {settings: {...settings, edition}});
      if (gone || own !== turn) return;
      fields.ask(told.texts);
      const rest = fields.tell(told.findings);
      put(judged, ...verdict(game.value, told), takeAlong(() => ways(told)));
      if (rest.length) judged.classList.add("more");
      text = told.text;
      shown.textContent = text || "An unlawful submission cannot be filed.";
      draft.disabled = !text || !holder.value;
      file.disabled = !text;
    } catch (problem) {
      if (own === turn) put(judged, el("p", {class: "error"}, problem.message));
    }
  };
  const ways = (told) => {
    const settings = {...fields.settings(), ...(edition ? {edition} : {})};
    const counted = Object.fromEntries(Object.entries(settings).filter(([key]) => !key.startsWith("texts."))); // texts change no odds
    return {link: () => `${location.origin}/odds/${game.value}?${new URLSearchParams(counted)}`, terminal: `houseway check ${game.value}${setting(settings)}`,
      python: `import houseway\n\nprint(houseway.check(${JSON.stringify(game.value)}, ${literals(settings)}))`, curl: curled(`/v1/games/${game.value}/check`, me, {open: true, body: {settings}}),
      note: told.lawful ? "The link opens its odds." : ""};
  };
  const later = after(200, check);
  const choose = async (wanted) => {
    const own = ++choosing; // an earlier form must not overwrite a later choice
    says.textContent = "";
    const form = await get(`/v1/games/${game.value}/form${wanted ? `?settings=${encodeURIComponent(`edition=${wanted}`)}` : ""}`);
    if (gone || own !== choosing) return;
    edition = form.edition;
    put(law, ...form.editions.map((each) => el("option", {value: each.id, selected: each.id === edition, title: each.standing}, each.id)));
    fields = new SubmissionForm(form, later, {}, {closed: ["Approvals"]});
    put(box, fields.node);
    earlier();
    await check({});
  };
  const earlier = () => put(supersedes, el("option", {value: ""}, "none"), ...before.filter((each) => each.game === game.value).map((each) => el("option", {value: each.id}, each.id)));
  const keep = async () => {
    says.textContent = "";
    draft.disabled = true;
    try {
      const made = await call("POST", "/v1/submissions", {holder: holder.value, text, supersedes: supersedes.value});
      history.replaceState(null, "", `/papers#filed/${made.id}`);
      open("filed");
    } catch (problem) {
      says.textContent = problem.message;
      draft.disabled = false;
    }
  };
  let before = [];
  const mine = async () => {
    const [{holders}, {submissions}] = await Promise.all([get("/v1/holders"), get("/v1/submissions")]);
    put(holder, ...holders.filter((each) => !me.holder || each.id === me.holder).map((each) => el("option", {value: each.id}, each.name)));
    before = submissions.filter((each) => ["approved", "effective"].includes(each.state));
    earlier();
    draft.disabled = !text || !holder.value;
  };
  const begin = () => Promise.all([choose(""), files ? mine() : null]);
  const filing = files ? [el("label", {for: "new-holder"}, "Certificate holder", holder), el("label", {for: "new-supersedes"}, "It supersedes", supersedes), draft]
    : [el("p", {class: "quiet"}, "Sign in as the holder's compliance staff to save a draft. Anybody can fill in the form, check it and save the file.")];
  put(panel, el("div", {class: "filling"}, el("div", {}, el("div", {class: "asked"}, el("label", {for: "new-game"}, "Game", game), el("label", {for: "new-edition"}, "Text of the law", law)), box),
    el("aside", {class: "panel", "aria-label": "What comes of it"}, judged, ...filing, says, file, el("details", {}, el("summary", {}, "The file"), shown))));
  begin().catch((problem) => put(judged, el("p", {class: "error"}, problem.message)));
  return () => {
    gone = true;
  };
}
