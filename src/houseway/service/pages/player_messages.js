// Messages of a player's table: about the selected place, refusals with reasons, and the result of every wager.

import {Betting, upper} from "./betting.js";
import {cites, dollars, el, percent, put} from "./dom.js";
import {play} from "./sound.js";
import {asMade, lay} from "./table_drawing.js";

/** The payout ratio in lowest terms. */
function ratio(net, cents) {
  const divisor = (a, b) => (b ? divisor(b, a % b) : a);
  const by = divisor(net, cents);
  return by ? `${net / by} to ${cents / by}` : "";
}

/** The messages of a table page, which has the view, the felt, the log and the live connection. */
export class Telling extends Betting {
  nameOf(wager) {
    return this.limits[wager]?.name || this.limits[asMade(this.felt.felt, wager)]?.name || wager;
  }

  on(place) {
    return this.felt ? this.mine.filter((each) => this.placeOf(each.id, each.seat)?.id === place.id).reduce((sum, each) => sum + each.cents, 0) : 0;
  }

  spoken(place) {
    const mine = this.on(place), why = this.whyNot(place), stays = mine && this.staysAt(place);
    return `${this.limits?.[this.wagerAt(place)]?.name || place.label}${place.seat ? `, seat ${place.seat}` : ""}${place.pays ? `, pays ${place.pays}` : ""}${mine ? `, you have ${dollars(mine)}` : ""}${stays ? `, locked: ${stays.reason}` : ""}${why ? `, not now: ${why.reason}` : ""}`;
  }

  /** Why the wager here cannot be taken down. */
  staysAt(place) {
    return this.cannot.locked.find(({id, seat}) => this.placeOf(id, seat)?.id === place.id);
  }

  /** Why the last act cannot be undone; empty if it can. */
  whyNoUndo() {
    const last = this.history.at(-1);
    if (!last) return "There is nothing to undo.";
    const stays = !last.again && this.cannot.locked.find((each) => each.id === last.id && each.seat === last.seat);
    return stays ? `${upper(stays.reason)}.` : "";
  }

  /** Why none of the player's wagers can be changed; empty if one can. @param {any[]} refused */
  whyNone(refused) {
    if (!this.mine.length) return "You have nothing on the layout.";
    const not = new Map(refused.map((each) => [`${each.seat} ${each.id}`, each]));
    return this.mine.every(({seat, id}) => not.has(`${seat} ${id}`)) ? `${upper(refused[0].reason)}.` : "";
  }

  tellWhyNot(place) {
    const why = this.whyNot(place);
    this.refused(place, why ? {message: `${upper(why.reason)}.`, cites: why.cites} : {message: "You may bet here now.", cites: []});
  }

  look(place) {
    this.looked = place;
    const wager = this.wagerAt(place), limit = this.limits[wager], row = this.odds?.get(wager), why = this.whyNot(place), mine = this.on(place);
    const fact = (name, text) => (text ? [el("dt", {}, name), el("dd", {}, text)] : []);
    const stays = mine ? this.staysAt(place) : null;
    const sign = JSON.stringify([place.id, wager, mine, stays, why, row?.house_edge]);
    if (this.info.dataset.sign === sign) return; // a focused link keeps the focus
    this.info.dataset.sign = sign;
    put(this.info, el("p", {class: "place"}, el("strong", {}, limit?.name || place.label), stays ? el("span", {}, ` It must stay: ${stays.reason}. `, ...cites(this.game, stays.cites)) : null, why && String(why.cites) !== String(stays?.cites) ? el("span", {class: "why"}, ` Not now: ${why.reason}. `, ...cites(this.game, why.cites)) : null),
      el("dl", {}, ...fact("pays", place.pays), ...fact("you have", mine ? dollars(mine) : ""), ...fact("limits", limit ? `${dollars(limit.min_cents)} to ${dollars(limit.max_cents)}` : ""), ...fact("house edge", row ? `${percent(row.house_edge)} (${row.house_edge})` : ""), ...fact("wins", row ? percent(row.win) : "")),
      el("p", {class: "cites"}, ...cites(this.game, [...new Set([...place.cites, ...(row?.cites || [])])].slice(0, 4))));
  }

  /** @param {any} place @param {any} problem */
  refused(place, {message, cites: why, right, cents, about}) {
    if (cents) this.felt.slideBack(place.id, cents);
    const said = `${upper(message)}${right ? `; ${right}` : ""}`;
    play("refused");
    this.note(this.felt.nodes.get(place.id) || this.listButton, said, why, about);
    this.tell(`${this.limits[this.wagerAt(place)]?.name || place.label}: ${said}`, why, "refused");
  }

  /** Show a message at the place that it is about. */
  note(node, said, why = [], about = "") {
    this.room.querySelector(".refusal")?.remove();
    const box = node.getBoundingClientRect(), around = this.room.getBoundingClientRect();
    const note = el("div", {class: "refusal", "data-about": about}, said, " ", ...cites(this.game, why || []), " ", el("button", {type: "button", class: "dismiss", "aria-label": "Dismiss", onclick: () => note.remove()}, "×"));
    note.style.left = `${Math.max(4, Math.min(around.width - 290, box.left - around.left))}px`;
    note.style.top = `${Math.min(box.bottom, innerHeight - 90) - around.top + 4}px`;
    this.room.append(note);
    clearTimeout(this.noting);
    this.noting = setTimeout(() => !note.matches(":hover, :focus-within") && note.remove(), 9000);
  }

  tell(message, why = [], sort = "") {
    if (sort === "refused") put(this.alert, message);
    this.log.line(sort, message, why);
  }

  happened(events) {
    const seats = new Set(this.view.yours), marks = [], own = [];
    for (const event of events) {
      this.lastHands.heard(event);
      if (event.event === "dealer-set") this.result.say(event.text);
      if (event.event === "result") this.resulted(event);
      else if (event.event === "no-more-bets") this.betsAreClosed(event);
      else if (event.event === "illuminated" && event.areas?.length) this.lit = new Set(event.areas);
      else if (event.event === "wager-placed") this.lit = new Set();
      else if (event.event === "wager-settled") {
        const mine = seats.has(event.player || event.seat);
        marks.push(this.settle(event, mine));
        if (mine) own.push(event.returned_cents - event.cents);
      }
      else if (["point-established", "point-made", "wager-moved", "shooter", "revealed", "dealer-set"].includes(event.event)) this.log.line("", event.text, event.cites);
      else if (event.to?.startsWith("seat:") && event.text) this.whispered(event);
      else if (["round-voided", "table-stopped"].includes(event.event) && event.text) this.log.line("refused", event.text, event.cites);
    }
    const shown = marks.filter((each) => each?.id);
    if (shown.length) this.felt.results(shown);
    if (own.length) this.result.together(own.reduce((sum, net) => sum + net, 0), own.length);
    if (events.some((event) => event.event === "result")) play("result");
    if (own.length || events.some((event) => ["result", "dealer-set", "no-more-bets"].includes(event.event))) this.strip.textContent = [this.result.text.textContent, this.result.net.textContent].filter(Boolean).join(" ");
    this.refresh();
  }

  /** A message for this player only: in the log, and next to the choices if one is open. */
  whispered(event) {
    this.log.line("", event.text, event.cites);
    put(this.whisper, event.text);
    this.whisper.scrollIntoView({block: "nearest"});
  }

  betsAreClosed(event) {
    if (this.mine.length) this.last = this.mine.map(({seat, id, cents}) => ({seat, id, cents}));
    this.history = [];
    this.felt.results([]);
    this.result.together(null, 0);
    put(this.alert, event.text || "No more bets.");
    this.log.line("", event.text || "No more bets.", event.cites);
  }

  settle(event, mine) {
    const net = event.returned_cents - event.cents;
    const id = lay(this.felt.felt, event);
    const place = this.placeOf(id, event.seat);
    const amount = event.result === "won" ? `+${dollars(net)}` : event.result === "lost" ? `−${dollars(-net)}` : `${dollars(event.returned_cents)} back`;
    this.log.settled({who: mine ? "You" : `Seat ${event.seat}`, name: this.nameOf(event.wager), event, amount, result: this.result.text.textContent, pays: event.result === "won" ? ratio(net + (event.vigorish_cents || 0), event.cents) : ""});
    return {id: place?.id, result: event.result, text: amount};
  }

  resulted(event) {
    if (!event.tiles) this.result.show(event); // dealt tiles are shown in front of the player
    this.log.line("", event.text, event.cites);
  }
}
