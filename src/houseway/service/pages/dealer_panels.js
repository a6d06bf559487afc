// Panels of the dealer's console: opening, chips of players, fills and credits, reports of irregularities.

import {cites, dollars, el, put} from "./dom.js";
import {Fields, readBack} from "./dealer_forms.js";

const CHIPS = [100, 500, 2500, 10000];
const centsOf = (input) => Math.round(Number(input.value) * 100);
const money = (label) => el("input", {type: "number", min: "0.01", step: "0.01", inputmode: "decimal", required: true, "aria-label": label});

function formed(inside, doing) {
  const form = el("form", {class: "fields"}, ...inside);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    doing();
  });
  return form;
}

/** The count at closing, and the next session. @param {any} view @param {(how: any) => void} begin */
export function closedForm(view, begin) {
  const counted = Object.entries(view.closing.counted_cents).filter(([name, cents]) => cents || name === "inventory" || name === "drop box");
  const facts = el("dl", {class: "sight"}, ...counted.flatMap(([name, cents]) => [el("dt", {}, `Counted: ${name}`), el("dd", {}, dollars(cents))]));
  if (!view.closing.may_begin) return el("div", {}, facts, el("p", {class: "quiet"}, "A floorperson or a superior begins the next session."));
  const source = el("select", {}, ...[["", view.source === "manual" ? "are entered, as before" : "are drawn by the table, as before"], view.source === "manual" ? ["system", "are drawn by the table"] : ["manual", "are entered, from real equipment"]].map(([value, says]) => el("option", {value}, says)));
  return el("div", {}, facts, formed([el("label", {}, "Results", source), el("button", {class: "button main"}, "Begin the next session")], () => begin(source.value ? {source: source.value} : {})));
}

/** @param {any} view @param {(command: any) => void} send */
export function openingForm(view, send) {
  const how = el("select", {}, ...[["automatic", "the table records the steps itself"], ["opening-by-hand", "the opening step by step"], ["by-hand", "every procedure step by step"]].map(([value, says]) => el("option", {value}, says)));
  const inventory = el("input", {type: "number", min: "0", step: "1", placeholder: String(view.opening_cents / 100), title: "as it was closed before, unless another amount was counted"});
  return formed([el("label", {}, "Procedures", how), el("label", {}, "Table inventory, dollars", inventory), el("button", {class: "button main"}, "Open the table")], () => send({do: "open", procedure: how.value, ...(inventory.value ? {inventory_cents: centsOf(inventory)} : {})}));
}

/** Chips of players: the seat for which the dealer enters wagers, buy-ins and cash-outs. */
export function chipsPanel(page) {
  const seat = el("select", {"aria-label": "Seat"});
  const chip = el("select", {"aria-label": "Chips to enter on the felt"}, ...CHIPS.map((cents) => el("option", {value: String(cents), selected: cents === 500}, dollars(cents))));
  const cents = money("Amount in dollars");
  const account = el("input", {type: "text", placeholder: "name, if they have an account", "aria-label": "Account of the player", autocomplete: "off"});
  const list = el("dl", {class: "sight"});
  const order = (name) => ({do: name, seat: Number(seat.value), cents: centsOf(cents), ...(account.value.trim() && name !== "cash-out" ? {account: account.value.trim()} : {})});
  const act = (name, label) => el("button", {class: "button", type: "button", "data-do": name, onclick: () => cents.reportValidity() && page.send(order(name), label)}, label);
  const acts = [act("buy-in", "Cash for chips"), act("chips-in", "Comes with chips"), act("cash-out", "Color up")];
  const node = el("section", {class: "panel", "aria-label": "Players' chips"}, el("h2", {}, "Players' chips"), list, el("div", {class: "fields"}, el("label", {}, "Seat", seat), el("label", {}, "Dollars", cents), el("label", {}, "Player", account), el("label", {}, "On the felt, a click enters", chip)), el("div", {class: "acts"}, ...acts));
  return {
    node,
    chosen: () => ({seat: Number(seat.value), cents: Number(chip.value)}),
    show(view) {
      node.hidden = Boolean(page.training) || !view.due;
      if (seat.options.length !== view.seats) put(seat, ...Array.from({length: view.seats}, (_, n) => el("option", {value: String(n + 1)}, `Seat ${n + 1}`)));
      const held = Object.entries(view.chips);
      put(list, ...(held.length ? held.flatMap(([name, amount]) => [el("dt", {}, name.replace("seat:", "Seat ")), el("dd", {}, dollars(amount))]) : [el("dt", {}, "Chips"), el("dd", {}, "Nobody has any yet.")]));
    },
  };
}

/** Fills, credits and the drop count: entered by slip and read back. */
export function cashPanel(page) {
  const cents = money("Amount in dollars"), slip = el("input", {type: "text", required: true, "aria-label": "Number of the slip", autocomplete: "off"});
  const act = (name, label) => el("button", {class: "button", type: "button", "data-do": name, onclick: () => {
    if (!cents.reportValidity() || (name !== "count-drop" && !slip.reportValidity())) return;
    const command = {do: name, cents: centsOf(cents), ...(name === "count-drop" ? {} : {slip: slip.value.trim()})};
    readBack(label, `${dollars(command.cents)}${command.slip ? `, slip ${command.slip}` : ""}`, [], () => page.send(command, label));
  }}, label);
  const acts = {fill: act("fill", "Fill"), credit: act("credit", "Credit"), "count-drop": act("count-drop", "Count the drop")};
  const node = el("section", {class: "panel", "aria-label": "Fills and credits"}, el("h2", {}, "Fills and credits"), el("div", {class: "fields"}, el("label", {}, "Dollars", cents), el("label", {}, "Slip", slip)), el("div", {class: "acts"}, ...Object.values(acts)));
  return {
    node,
    show(view) {
      node.hidden = !view.orders.length || Boolean(page.training);
      for (const [name, button] of Object.entries(acts)) button.hidden = !view.orders.includes(name);
    },
  };
}

/** Irregularities and device faults: the paragraph determines what follows. */
export function reportPanel(page) {
  const which = el("select", {"aria-label": "What happened"});
  const says = el("p", {class: "small"}), where = el("div", {});
  let fields = null, drawn = "";
  const chosen = () => page.view.reports.find((each) => each.cite === which.value);
  const draw = () => {
    const report = chosen(), sign = JSON.stringify(report);
    if (sign === drawn) return; // keep values that are being entered
    drawn = sign;
    fields = report ? new Fields(report.fields) : null;
    put(says, ...(report ? [report.says, " ", el("span", {class: "cites"}, ...cites(page.game, [report.cite]))] : []));
    put(where, fields?.node);
  };
  which.addEventListener("change", draw);
  const send = el("button", {class: "button", type: "button", onclick: () => {
    const report = chosen(), noted = fields.read();
    const told = Object.entries(noted).map(([name, value]) => `${name.replaceAll("_", " ")}: ${value}`).join(", ");
    readBack(`§ ${report.cite}`, report.says.split(". ")[0] + (told ? ` (${told})` : ""), [], () => page.send({do: "irregularity", cite: report.cite, ...noted}, `§ ${report.cite}`));
  }}, "Report it");
  const node = el("section", {class: "panel", "aria-label": "Irregularities and faults"}, el("h2", {}, "Irregularities and faults"), el("label", {}, "What happened", which), says, where, el("p", {class: "small quiet"}, "The consequences appear under “What happened”."), send);
  return {
    node,
    show(view) {
      node.hidden = !view.due || !view.reports.length;
      const was = which.value;
      if ([...which.options].map((each) => each.value).join() === view.reports.map((each) => each.cite).join()) return;
      put(which, ...view.reports.map((each) => el("option", {value: each.cite, selected: each.cite === was}, `§ ${each.cite} ${each.says.slice(0, 70)}${each.says.length > 70 ? "…" : ""}`)));
      draw();
    },
  };
}
