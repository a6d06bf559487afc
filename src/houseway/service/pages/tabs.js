// Tabs: a single tab stop, with arrow keys to move between them; the URL holds the selected one.

import {el} from "./dom.js";

/** `<houseway-tabs>` */
export class Tabs extends HTMLElement {
  /** @param {string} label @param {[string, string][]} names @param {(name: string) => void} opened */
  constructor(label, names, opened) {
    super();
    this.names = names.map(([name]) => name);
    this.opened = opened;
    this.now = "";
    this.panels = Object.fromEntries(names.map(([name]) => [name, el("div", {role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`})]));
    this.buttons = names.map(([name, words]) => el("button", {type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => this.open(name)}, words));
    this.bar = el("div", {role: "tablist", class: "tabs", "aria-label": label, onkeydown: (event) => this.move(event)}, ...this.buttons);
    this.append(this.bar, ...Object.values(this.panels));
  }

  /** Open the tab named in the URL, or the first. */
  begin() {
    const named = location.hash.slice(1).split("/")[0];
    this.open(this.names.includes(named) ? named : this.names[0], false);
  }

  open(name, told = true) {
    for (const [n, each] of this.names.entries()) {
      this.panels[each].hidden = each !== name;
      this.buttons[n].setAttribute("aria-selected", String(each === name));
      this.buttons[n].tabIndex = each === name ? 0 : -1;
    }
    this.now = name;
    if (told && location.hash.slice(1).split("/")[0] !== name) history.replaceState(null, "", `${location.pathname}${location.search}${name === this.names[0] ? "" : `#${name}`}`);
    this.opened(name);
  }

  move(event) {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!step) return;
    const next = (this.names.indexOf(this.now) + step + this.names.length) % this.names.length;
    this.buttons[next].focus();
    this.open(this.names[next]);
    event.preventDefault();
  }
}

customElements.define("houseway-tabs", Tabs);
