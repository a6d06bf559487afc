// Controls for a choice of a player or the crew: a button, an amount if it can vary, and other inputs that the choice needs.

import {Fields} from "./dealer_forms.js";
import {dollars, el} from "./dom.js";
import {TileSetter} from "./tile_setter.js";

const ALL = 10_000_000_000; // cents: more than anybody has, which means all of a player's chips

/** @param {any} option @param {{name?: string, tiles?: string[], send: (more: any) => void}} how `tiles`: the hand's tiles, if visible; `send` gets the entered values */
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
