// A round that shows a paragraph in action: played by the service, described in words, with a script to replay it.

import {el, put} from "./dom.js";
import {save, somebody, worked} from "./working.js";

/** Open or close the example below a paragraph. */
export async function example(button, game, edition, gone) {
  const below = button.closest(".paragraph");
  const open = below.querySelector(".example");
  if (open) {
    open.remove();
    button.setAttribute("aria-expanded", "false");
    button.textContent = "Show a round";
    return;
  }
  const box = el("div", {class: "example panel", role: "region", "aria-label": `A round that shows § ${button.dataset.example}`}, el("p", {class: "quiet", role: "status"}, "Playing it…"));
  below.append(box);
  button.setAttribute("aria-expanded", "true");
  button.textContent = "Hide the round";
  try {
    await somebody();
    const path = `/v1/games/${game}/examples/${encodeURIComponent(button.dataset.example)}?settings=${encodeURIComponent(`edition=${edition}`)}`;
    const told = await worked("GET", path, undefined, (doing) => put(box, el("p", {class: "quiet", role: "status"}, `Looking for one: ${doing}`)), gone);
    if (told) put(box, ...shown(told, game));
  } catch (problem) {
    put(box, el("p", {class: "error", role: "alert"}, problem.message));
  }
}

function shown(told, game) {
  const settings = told.settings.length ? el("p", {}, `With ${told.settings.join(", ")}.`) : null;
  const borrowed = told.borrowed_of ? el("p", {title: told.why}, `Shown by the example of § ${told.borrowed_of}, which the same rule decides.`) : null;
  const elsewhere = told.decides_at ? el("p", {}, "It decides at ", el("a", {href: `/rules/${told.decides_at}#${told.cite}`}, told.decides_at), ".") : null;
  if (told.kind === "check" || told.findings) {
    const list = [...(told.findings || []), ...(told.conditions || [])].map((each) => el("li", {}, `${each.field}: ${each.problem}`));
    return [settings, el("p", {}, told.certainty), el("ul", {}, ...list), el("code", {class: "block"}, told.check || "")];
  }
  if (!told.script) return [settings, el("p", {}, told.certainty), elsewhere];
  const lines = folded(told.words).map((line) => line.heading ? el("li", {class: "heading"}, line.says) : el("li", {class: line.decides ? "decides" : ""}, line.decides ? el("b", {}, "▸ ") : null, line.says));
  const script = told.script.map((each) => JSON.stringify(each)).join("\n") + "\n";
  return [settings, borrowed, told.note ? el("p", {class: "quiet"}, `Note: ${told.note}.`) : null, el("ol", {class: "story"}, ...lines), el("p", {class: "quiet small"}, `▸ is what cites the paragraph. ${told.certainty}`),
    el("details", {}, el("summary", {}, "The script, and how to play it"), el("code", {class: "block"}, told.play), el("pre", {class: "file", tabindex: "0"}, script), el("button", {type: "button", class: "button", onclick: () => save(new Blob([script], {type: "application/jsonl"}), `${game}-${told.cite}.jsonl`)}, "Save the script"))];
}

/** Merge consecutive steps that do not cite the paragraph into one line. */
function folded(words) {
  const found = [];
  let steps = [];
  const flush = () => {
    if (steps.length > 2) found.push({says: `(${steps.length} steps, as they usually go.)`});
    else found.push(...steps);
    steps = [];
  };
  for (const line of words) {
    if (!line.heading && !line.decides && /^\S+( \S+)? \[[\w-]+\]:/.test(line.says)) steps.push(line);
    else {
      flush();
      found.push(line);
    }
  }
  flush();
  return found;
}
