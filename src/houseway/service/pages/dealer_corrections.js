// Corrections: a new event with a reason, proposed by one person and confirmed by another. Recorded events never change.

import {get, post} from "./api.js";
import {dollars, el, put} from "./dom.js";

/** @param {{id: string, view: any, money: any[], tell: (problem: any) => void, refresh: () => Promise<any>, training?: any}} page */
export function correctionPanel(page) {
  const from = el("select", {}), to = el("select", {});
  const cents = el("input", {type: "number", min: "0.01", step: "0.01", required: true});
  const number = el("input", {type: "number", min: "1", step: "1", "aria-label": "Number of the event", placeholder: "its number, from Past rounds"});
  const corrects = el("select", {onchange: () => other()});
  const other = () => {
    number.hidden = number.disabled = corrects.value !== "";
    number.required = !number.hidden;
  };
  const why = el("input", {type: "text", required: true, maxlength: "300", autocomplete: "off"});
  const list = el("ul", {class: "lines"});
  const path = `/v1/tables/${page.id}/corrections`;
  const form = el("form", {class: "fields"}, el("label", {}, "Take from", from), el("label", {}, "Give to", to), el("label", {}, "Dollars", cents), el("label", {}, "Corrects", corrects), number, el("label", {}, "Why", why), el("button", {class: "button"}, "Propose"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(() => post(path, {taken_from: from.value, given_to: to.value, cents: Math.round(Number(cents.value) * 100), corrects: Number(corrects.value || number.value), why: why.value.trim()}));
  });
  const node = el("section", {class: "panel", "aria-label": "Corrections"}, el("h2", {}, "Corrections"), el("p", {class: "small quiet"}, "One person proposes a correction, another confirms it. Both are recorded."), form, list);
  const name = (account) => account.replace("seat:", "seat ");
  const decide = (each, verb, label, body) => el("button", {class: "button", type: "button", onclick: () => act(() => post(`${path}/${each.number}/${verb}`, body))}, label);
  const draw = async () => {
    const found = await get(path).catch(() => []);
    put(list, ...found.map((each) => {
      const {taken_from: taken, given_to: given, cents: amount, corrects: about, why: reason} = each.correction;
      const open = !each.decided_by && each.state !== "expired";
      return el("li", {}, `${dollars(amount)} from ${name(taken)} to ${name(given)}, for event ${about}: ${reason}. `, el("strong", {}, each.state), open ? el("span", {class: "acts"}, decide(each, "confirm", "Confirm", {}), decide(each, "reject", "Reject", {why: "not confirmed at the table"})) : null);
    }));
  };
  const act = async (doing) => {
    await doing().catch((problem) => page.tell(problem));
    await page.refresh();
    await draw();
  };
  return {
    node,
    draw,
    show(view) {
      node.hidden = Boolean(page.training) || !view.orders.includes("fill");
      const listed = page.money.map((event) => String(event.seq)).join();
      if (corrects.dataset.listed !== listed) {
        const was = corrects.value;
        corrects.dataset.listed = listed;
        put(corrects, ...page.money.map((event) => el("option", {value: String(event.seq), selected: String(event.seq) === was}, `${event.seq}: ${event.says}`)), el("option", {value: "", selected: was === "" && Boolean(number.value)}, "another event, by its number"));
        other();
      }
      if (from.options.length) return;
      const accounts = ["inventory", ...Array.from({length: view.seats}, (_, n) => `seat:${n + 1}`)];
      for (const select of [from, to]) put(select, ...accounts.map((each) => el("option", {value: each}, name(each))));
    },
  };
}
