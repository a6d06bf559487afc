// A player's actions at a table: sit, bet, take down, undo, repeat, double, choose. Each is a command with a unique id.

import {get, post, wordsOf} from "./api.js";
import {dollars} from "./dom.js";
import {number} from "./working.js";
import {play} from "./sound.js";
import {choosePlace} from "./table_dialogs.js";

export const CHIPS = [100, 500, 2500, 10000, 50000];
export const STAKE = 100000;
const PRECONDITIONED = ["wager", "remove", "reduce", "choose", "working"];
/** Where a command belongs: rounds are counted anew in each session. @param {any} view */
const inPhase = ({session, round, phase}) => ({session, round, phase});
export const upper = (text) => text[0].toUpperCase() + text.slice(1);

/** The actions of a table page, which has the view, the felt and the live connection. */
export class Betting extends /** @type {{new (): any}} */ (Object) {
  get chip() {
    return this.chips.cents;
  }

  async sit() {
    const found = () => this.view.acts.find((act) => act.do === "buy-in" && !this.view.chips[`seat:${act.seat}`]);
    if (!found() && this.view.deals) await post(`/v1/tables/${this.id}/deal`).then(() => this.refresh(), () => null); // frees the seats of players who have left
    const free = found();
    if (!free) return this.tell("Every seat is taken; choose another table.");
    const focused = document.activeElement === this.sitButton;
    await this.send({do: "buy-in", seat: free.seat, cents: STAKE});
    if (focused) this.felt.goTo(this.felt.current);
  }

  /** Choose; at a practice table the dealer then continues automatically, unless a player must choose again. */
  async chosen(command) {
    if (!(await this.send(command))) return;
    const asks = (this.view.due?.asked || []).some((each) => each.who.startsWith("seat:"));
    if (this.view.deals && this.view.phase !== "wagers" && !asks) await this.deal();
  }

  /** The wager that a click on a place makes: during a round, only some can be made. @param {{wager: string, wagers: string[]}} place */
  wagerAt({wager, wagers}) {
    const takes = this.view.due?.takes;
    return (takes && wagers.find((each) => takes.includes(each))) || wager;
  }

  /** Choose among places by name. */
  offer(title, places) {
    const name = (place) => this.limits[this.wagerAt(place)]?.name || place.label;
    const edge = (place) => (this.odds?.has(place.wager) ? number(this.odds.get(place.wager).house_edge) : null);
    const about = (place) => [place.pays && `pays ${place.pays}`, edge(place) === null ? "" : `house edge ${(100 * edge(place)).toFixed(2)}%`, `bet ${dollars(this.chip)}`].filter(Boolean).join(" · ");
    choosePlace(title, places, {name, about, edge, why: (place) => this.whyNot(place)?.reason || "", bet: (place) => this.bet(place), remove: (place) => this.remove(place), mine: (place) => this.on(place)});
  }

  async bet(place, cents = this.chip) {
    this.look(place);
    if (this.seat === undefined) return this.refused(place, {message: "Take a seat first.", cites: [], about: "seat"});
    if (place.seat && !this.view.yours.includes(place.seat)) return this.refused(place, {message: this.othersPlace(place), cites: []});
    await this.wager(place, place.seat || this.seat, this.wagerAt(place), cents);
  }

  /** @param {{seat: number}} place */
  othersPlace({seat}) {
    return `this place belongs to seat ${seat}${this.seat === undefined ? "" : `; yours is seat ${this.view.yours.join(" and ")}`}`;
  }

  /** Take a wager down and make it at another place. If it is refused there, it is made again where it was. */
  async moveTo(from, to) {
    const {seat, id, cents} = this.mine.findLast((each) => this.placeOf(each.id, each.seat)?.id === from.id) || {};
    const why = this.whyNot(to);
    if (why) return this.refused(to, {message: `${upper(why.reason)}.`, cites: why.cites});
    if (!id || !(await this.send({do: "remove", seat, id}, from))) return;
    if (!(await this.wager(to, to.seat || this.seat, this.wagerAt(to), cents))) await this.wager(from, seat, id, cents);
  }

  /** Track a request to the service; the practice dealer waits for it. @template T @param {Promise<T>} work @returns {Promise<T>} */
  tracked(work) {
    this.flights.add(work);
    return work.finally(() => this.flights.delete(work));
  }

  /** Whether it was recorded. @returns {Promise<boolean>} */
  wager(place, seat, id, cents) {
    return this.tracked(this.wagerNow(place, seat, id, cents));
  }

  async wagerNow(place, seat, id, cents) {
    const token = crypto.randomUUID();
    this.pending.set(token, {place, cents, id});
    play("chip");
    this.room.querySelector(".refusal")?.remove(); // clear the earlier refusal
    this.felt.bare(place.id);
    this.drawChips();
    await this.asking; // a chip placed right after a result belongs to the new round
    const before = this.mine.find((each) => each.id === id && each.seat === seat)?.cents || 0;
    try {
      await this.live.send({do: "wager", seat, id, cents}, inPhase(this.view));
      this.history.push({seat, id, before});
      return true;
    } catch (problem) {
      this.refused(place, {message: problem.message, cites: problem.cites, right: problem.right, cents});
      return false;
    } finally {
      await this.refresh();
      this.pending.delete(token);
      this.drawChips();
    }
  }

  async remove(place) {
    const mine = this.mine.filter((each) => this.placeOf(each.id, each.seat)?.id === place.id);
    if (!mine.length) return;
    const {seat, id, cents} = mine[mine.length - 1];
    if (await this.send({do: "remove", seat, id}, place)) this.history.push({seat, id, again: cents});
  }

  async undo() {
    const last = this.history.pop();
    if (!last) return;
    const place = this.placeOf(last.id, last.seat);
    if (last.again) await this.send({do: "wager", seat: last.seat, id: last.id, cents: last.again}, place);
    else await this.send(last.before ? {do: "reduce", seat: last.seat, id: last.id, cents: last.before} : {do: "remove", seat: last.seat, id: last.id}, place);
  }

  async clear() {
    const stay = new Set(this.cannot.locked.map(({seat, id}) => `${seat} ${id}`));
    for (const {seat, id} of [...this.mine]) if (!stay.has(`${seat} ${id}`)) await this.send({do: "remove", seat, id}, this.placeOf(id, seat));
    for (const {reason, cites: why} of this.cannot.locked) this.tell(upper(reason), why, "refused");
    this.history = [];
  }

  /** Repeat the last round's wagers, as far as they can be made now. */
  async repeat() {
    for (const {seat, id, cents} of this.last) {
      const left = cents - (this.mine.find((each) => each.id === id && each.seat === seat)?.cents || 0);
      const place = this.placeOf(id, seat), why = place && this.whyNot(place);
      if (place && left > 0 && !why) await this.wager(place, seat, id, left);
      else if (why) this.tell(`Not repeated: ${this.nameOf(id)}; ${why.reason}.`, why.cites, "refused");
    }
  }

  async double() {
    const not = new Set(this.cannot.fixed.map(({seat, id}) => `${seat} ${id}`));
    for (const {seat, id, cents} of [...this.mine]) if (!not.has(`${seat} ${id}`)) await this.wager(this.placeOf(id, seat), seat, id, cents);
    for (const {id, reason, cites: why} of this.cannot.fixed) this.tell(`Not doubled: ${this.nameOf(id)}; ${reason}.`, why, "refused");
  }

  /** Spin, roll, deal or continue. A second press before the request is sent is ignored; later, it waits for the answer. */
  async deal() {
    if (this.view.due && this.view.phase !== "closed" && this.dealButton.getAttribute("aria-disabled")) return;
    if (this.dealing && this.view.seq === this.dealtAt) return;
    await this.dealing;
    if (this.dealing) return;
    this.dealtAt = this.view.seq;
    this.dealing = this.dealNow();
    await this.dealing;
  }

  async dealNow() {
    try {
      await Promise.allSettled(this.flights); // chips in flight belong to this round
      await post(`/v1/tables/${this.id}/deal`);
    } catch (problem) {
      const said = wordsOf(problem);
      this.note(this.dealButton, said, problem.cites);
      this.tell(said, problem.cites, "refused");
    } finally {
      this.dealing = null;
      await this.refresh();
    }
  }

  /** Whether it was done. @returns {Promise<boolean>} */
  send(command, place) {
    return this.tracked(this.sendNow(command, place));
  }

  async sendNow(command, place) {
    await this.asking;
    try {
      await this.live.send(command, PRECONDITIONED.includes(command.do) ? inPhase(this.view) : {});
      return true;
    } catch (problem) {
      place ? this.refused(place, {message: problem.message, cites: problem.cites}) : this.tell(wordsOf(problem), problem.cites, "refused");
      return false;
    } finally {
      await this.refresh();
    }
  }

  /** A typed line: the service says what it means. @param {string} text */
  async typedBet(text) {
    const {wager, cents} = await get(`/v1/tables/${this.id}/typed?text=${encodeURIComponent(text)}`);
    const place = this.placeOf(wager, this.seat);
    if (!place) throw new Error("This wager has no place on the layout; tell the dealer.");
    if (this.seat === undefined) throw new Error("Take a seat first.");
    this.wager(place, place.seat || this.seat, wager, cents);
  }
}
