// Printed papers of a game: the service makes them in the background; the page downloads them when they are ready.

import {get} from "./api.js";
import {el, put} from "./dom.js";
import {save, somebody} from "./working.js";

const PAPERS = [
  ["layout.pdf", "Layout", "The felt to scale, with its dimensions and what the law requires on it."],
  ["signs.pdf", "Signs", "What must be posted at the table."],
  ["guide.pdf", "Gaming guide", "For patrons: how to play, what each wager pays and costs."],
  ["par.pdf", "PAR sheet", "Exact odds, hold, open readings, and a simulation that agrees. It takes a while."],
  ["controls.pdf", "Internal controls", "Every procedure by role, step by step."],
  ["rules.pdf", "Rules", "The chapter in our words, for public inspection."],
  ["submission.pdf", "Submission", "The Rules Submission as a form."],
  ["submission.toml", "Submission's file", "For houseway serve, and to file again."],
  ["filing.zip", "The whole filing", "All of it with a manifest of digests. It takes a while."],
];
const wait = (ms) => new Promise((go) => setTimeout(go, ms));

/** @param {HTMLElement} panel @param {{games: any[], me: any}} about */
export function printed(panel, {games, me}) {
  let gone = false;
  const asked = new URLSearchParams(location.search);
  const game = el("select", {id: "print-game", onchange: () => choices()}, ...games.map((each) => el("option", {value: each.id, selected: each.id === asked.get("game")}, each.title)));
  const under = el("select", {id: "print-under"});
  const size = el("select", {id: "print-size"}, el("option", {value: "letter"}, "US Letter"), el("option", {value: "a4"}, "A4"));
  let known = [];
  const choices = () => put(under, el("option", {value: ""}, "the default submission"), ...known.filter((each) => each.game === game.value).map((each) => el("option", {value: each.id, selected: each.id === asked.get("submission")}, `${each.id} (${each.state})`)));
  const make = async (name, button, says) => {
    button.disabled = true;
    says.textContent = "Being made…";
    try {
      await somebody();
      const query = new URLSearchParams({size: size.value, ...(under.value ? {submission: under.value} : {})});
      const began = Date.now();
      for (;;) {
        const answer = await fetch(`/v1/games/${game.value}/papers/${name}?${query}`);
        if (gone) return;
        if (answer.status === 202) {
          const {working} = await answer.json();
          says.textContent = `Being made: ${working.doing}, ${Math.round((Date.now() - began) / 1000)} s`;
          await wait(600);
          if (gone) return;
          continue;
        }
        if (!answer.ok) throw new Error((await answer.json()).detail);
        save(await answer.blob(), `${under.value || game.value}-${name}`);
        says.textContent = "Saved.";
        break;
      }
    } catch (problem) {
      says.textContent = problem.message;
    }
    button.disabled = false;
  };
  const cards = PAPERS.map(([name, title, about]) => {
    const says = el("p", {class: "small working", role: "status"});
    const button = el("button", {type: "button", class: "button", "aria-label": `Download: ${title}`, onclick: () => make(name, button, says)}, "Download ", el("span", {class: "quiet"}, name.split(".")[1].toUpperCase()));
    return el("div", {class: "card paper"}, el("h2", {}, title), el("p", {class: "quiet small"}, about), button, says);
  });
  put(panel, el("div", {class: "asked"}, el("label", {for: "print-game"}, "Game", game), el("label", {for: "print-under"}, "Under", under), el("label", {for: "print-size"}, "Paper", size)), el("div", {class: "grid"}, ...cards));
  choices();
  if (me && !me.account.startsWith("guest-")) get("/v1/submissions").then((told) => {
    known = told.submissions;
    choices();
  }).catch(() => null);
  return () => {
    gone = true;
  };
}
