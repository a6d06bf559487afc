// A choice of a player or of the crew as controls: a button, an amount where less than the most may be chosen, and what else it takes.

import {Fields} from "./dealer_forms.js";
import {dollars, el} from "./dom.js";
import {TileSetter} from "./tile_setter.js";

const ALL = 10_000_000_000; // cents: more than anybody has, so that all one's chips are meant

/** @param {any} option @param {{name?: string, tiles?: string[], send: (more: any) => void}} how `tiles`: those of the hand, if one may see them; `send` gets what was entered */
export function choiceControl(option, {name = "", tiles, send}) {
  if (tiles && option.fields?.high) return new TileSetter(tiles, (high, low) => send({high, low}));
  const {low_cents: low, high_cents: high, label} = option;
  const fields = option.fields ? new Fields(option.fields) : null;
  for (const {kind, input} of fields?.inputs || []) input.placeholder = {names: "two tiles", wholes: "numbers"}[kind] || input.placeholder;
  const amount = low < high && high < ALL ? el("input", {type: "number", min: String(low / 100), max: String(high / 100), step: "0.01", inputmode: "decimal", placeholder: `up to ${dollars(high)}`, "aria-label": `${label}: dollars`}) : null;
  const go = () => {
    if (amount && !amount.reportValidity()) return;
    send({...(amount?.value ? {cents: Math.round(Number(amount.value) * 100)} : {}), ...fields?.read()});
  };
  const exact = low && low === high ? ` (${dollars(high)})` : "";
  const button = el("button", {class: "button", type: "button", title: option.cites.map((cite) => `§ ${cite}`).join(", "), "aria-label": name ? `${name}: ${label}${exact}` : undefined, onclick: go}, label + exact);
  if (!amount && !fields) return button;
  const node = el("span", {class: "choice"}, fields?.node, amount, button);
  node.addEventListener("keydown", (event) => event.key === "Enter" && event.target instanceof HTMLInputElement && go());
  return node;
}
