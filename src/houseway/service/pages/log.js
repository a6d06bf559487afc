// The log of a table, newest first; each settlement expands to the paragraphs that decided it.

import {get} from "./api.js";
import {cites, dollars, el, filled, put} from "./dom.js";

const WORDS = {won: "✓ won", lost: "✕ lost", returned: "↩ returned"};

/** `<houseway-log>`: a polite log for screen readers. */
export class Log extends HTMLElement {
  /** @type {any} */ game; /** @type {any} */ edition; /** @type {any} */ rules;

  constructor(game, edition) {
    super();
    Object.assign(this, {game, edition, rules: null});
    this.list = el("ul", {class: "lines"});
    filled(this, {class: "log", role: "log", "aria-live": "polite", "aria-label": "What happened", tabindex: "0"}, [this.list]);
  }

  line(sort, words, why) {
    this.add(el("li", {class: sort}, ...[words].flat(), why?.length ? el("span", {class: "cites"}, " ", ...cites(this.game, why)) : null));
  }

  add(node) {
    this.list.prepend(node);
    while (this.list.children.length > 80) this.list.lastChild.remove();
  }

  /** One line: who, what, how much, won or lost, and why on request. */
  settled({who, name, event, amount, result, pays}) {
    const why = el("details", {class: "reasons"}, el("summary", {}, "Why?"));
    why.addEventListener("toggle", () => why.open && why.children.length === 1 && this.explain(why, event.cites, result));
    const vigorish = event.vigorish_cents ? `, vigorish ${dollars(event.vigorish_cents)}` : "";
    this.add(el("li", {class: event.result}, `${who}: ${name}, ${dollars(event.cents)}, ${WORDS[event.result] || event.result}${pays ? `, paid ${pays}` : ""}${vigorish}, `, el("b", {class: "amount"}, amount), why));
  }

  async explain(box, why, result) {
    const list = el("ul", {});
    box.append(el("p", {}, result), list);
    this.rules ??= await get(`/v1/games/${this.game}/rules?edition=${encodeURIComponent(this.edition)}`).catch(() => null);
    const says = new Map((this.rules?.paragraphs || []).map((each) => [each.cite, each.says]));
    put(list, ...why.map((cite) => el("li", {}, ...cites(this.game, [cite]), says.get(cite) ? ` ${says.get(cite)}` : "")));
  }
}

customElements.define("houseway-log", Log);
