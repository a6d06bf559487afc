// The state of a table, drawn from the game's view: stacks of chips, hands, the puck, the shoe. Live tables, the dealer's console
// and replays share it.

import {dollars, el, filled, put} from "./dom.js";
import {Wheel, card, die, lamp, tile} from "./pieces.js";

const ofSeat = (each, seat) => !each.seat || each.seat === seat;

/** The place of a wager on the felt: where it was made, or where the table moved it. @param {any} felt @param {string} wager @param {number} seat */
export function placeOf(felt, wager, seat) {
  return felt.bettings.find((each) => each.wagers.includes(wager) && ofSeat(each, seat)) || felt.bettings.find((each) => holds(each, wager) && ofSeat(each, seat));
}

const holds = (place, wager) => place.holds.some((each) => each.wager === wager);

/** The place id of a settled wager, if it had moved to a number. @param {any} felt @param {{wager: string, number?: number}} event */
export function lay(felt, {wager, number}) {
  const moved = felt.bettings.flatMap((each) => each.holds).find((each) => each.made === wager && each.number === number);
  return moved?.wager || wager;
}

/** The id of a wager as it was made, which has its name and limits. */
export function asMade(felt, wager) {
  return felt.bettings.flatMap((each) => each.holds).find((each) => each.wager === wager)?.made || wager;
}

/** One stack per place for the player's chips and one for others', for Felt.show. A wager that moved to a place is shown next to wagers made there. */
export function stacksOf(felt, wagers, seats, pending = []) {
  const stacks = new Map();
  const moved = new Set((wagers || []).filter((each) => holds(placeOf(felt, each.id, each.seat) || {holds: []}, each.id)).map((each) => placeOf(felt, each.id, each.seat).id));
  const add = (place, cents, mine, hollow, id) => {
    if (!place) return;
    const shift = holds(place, id) ? -1 : moved.has(place.id) ? 1 : 0;
    const name = `${place.id}|${mine}|${shift}`;
    const there = stacks.get(name) || {id: place.id, cents: 0, mine, pending: false, mark: "", shift, wagers: []};
    stacks.set(name, {...there, cents: there.cents + cents, pending: there.pending || hollow, wagers: [...there.wagers, id]});
  };
  for (const each of wagers || []) add(placeOf(felt, each.id, each.seat), each.cents, seats.has(each.player || each.seat), false, each.id);
  for (const each of pending) add(each.place, each.cents, true, true, each.id || each.place.wager);
  return [...stacks.values()];
}

/** Show the marker of a point, if this table has one. @param {import("./felt.js").Felt} felt @param {any} view */
export function showPuck(felt, {marker, point}) {
  if (!marker) return;
  const on = marker === "on";
  felt.puck(felt.felt.pucks[on ? point : 0], on, on ? `The puck is on ${point}` : "The puck is off");
}

/** The hands of a view as nodes: the dealer's first. */
export function handsOf({hands, dealer}) {
  const nodes = [];
  const dealt = Array.isArray(dealer) ? {cards: dealer} : dealer;
  if (dealt?.cards?.length) nodes.push(hand("Dealer", dealt.cards, dealt.total ? `${dealt.total}` : "", dealt.light ? lamp(dealt.light, dealt.range) : null));
  for (const each of hands || []) {
    if (each.cards) each.cards.length && nodes.push(hand(`Seat ${each.seat}${each.hand ? ` (${each.hand})` : ""}`, each.cards, [each.total, each.status].filter(Boolean).join(", "), null, each.turn));
    else if (each.tiles === undefined) continue;
    else if (each.tiles.length || each.tiles > 0 || each.high?.length) nodes.push(tiles(each));
  }
  return nodes;
}

function hand(title, cards, about, beside = null, turn = false) {
  return el("div", {class: turn ? "hand turn" : "hand"}, el("span", {}, `${turn ? "▸ " : ""}${title}${about ? `: ${about}` : ""}`, turn ? el("span", {class: "sr"}, " (to be decided now)") : null), el("span", {class: "cards"}, ...cards.map(card), beside));
}

function tiles(each) {
  const title = each.position ? `Box ${each.position}` : "Dealer";
  const row = (names) => el("span", {class: "cards"}, ...names.map((name) => el("span", {class: "tile"}, tile(name))));
  const back = () => el("span", {class: "tile back", role: "img", "aria-label": "a tile face down"});
  const lying = Array.isArray(each.tiles) ? row(each.tiles) : el("span", {class: "cards"}, ...Array.from({length: each.tiles}, back));
  const part = (name, names) => el("span", {class: "part"}, el("span", {class: "small"}, name), row(names));
  const parts = each.high?.length ? [el("span", {class: "parts"}, part("high", each.high), part("low", each.low))] : [lying];
  return el("div", {class: "hand", title: each.rule}, el("span", {}, `${title}${each.verdict ? `: ${each.verdict}` : ""}`), ...parts);
}

/** The hands of the round that just ended, collected from its events, since the table has been cleared. */
export class LastHands {
  constructor() {
    this.forget();
  }

  forget() {
    this.round = null;
    this.places = new Map();
    this.boxes = new Map();
  }

  /** @param {any} event */
  heard(event) {
    if (event.event === "no-more-bets" && event.round !== this.round) {
      this.forget();
      this.round = event.round;
    } else if (event.event === "result" && event.cards && event.place) {
      const name = event.place + (event.hand ? ` ${event.hand}` : ""), there = this.places.get(name) || {cards: []};
      const hole = event.hole ? there.cards.indexOf("?") : -1;
      if (hole >= 0) there.cards[hole] = event.cards[0];
      else there.cards.push(...event.cards);
      this.places.set(name, {...there, total: event.total || there.total});
    } else if ((event.event === "revealed" || event.event === "dealer-set") && event.high) {
      this.boxes.set(event.position, {position: event.position, tiles: [], high: event.high, low: event.low, verdict: event.verdict || (event.by ? `house way, ${event.by}` : ""), rule: event.rule});
    }
  }

  nodes() {
    const title = (place) => (place === "dealer" ? "Dealer" : place.replace("seat:", "Seat "));
    return [...[...this.places].sort(([a], [b]) => Number(b === "dealer") - Number(a === "dealer")).map(([place, {cards, total}]) => hand(title(place), cards, total)), ...[...this.boxes.values()].sort((a, b) => a.position - b.position).map(tiles)];
  }
}

/** `<houseway-result>`: the last result in words first, its picture, and the wheel turned to it. */
export class ResultPicture extends HTMLElement {
  constructor(rings) {
    super();
    this.wheel = rings.length ? new Wheel(rings.find((ring) => !ring.bets) || rings[0]) : null;
    this.art = el("div", {class: "acts"});
    this.text = el("p", {class: "text"});
    this.net = el("p", {class: "net"});
    filled(this, {class: "result"}, [this.wheel, this.art, this.text, this.net]);
  }

  /** Show the latest message. @param {string} text */
  say(text) {
    put(this.art);
    this.text.textContent = text;
  }

  /** Show the total result of the player's wagers. @param {number | null} cents @param {number} count of wagers that were decided */
  together(cents, count) {
    this.net.textContent = cents === null ? "" : `Your ${count === 1 ? "wager" : `${count} wagers`}: ${cents > 0 ? `+${dollars(cents)}` : cents < 0 ? dollars(cents) : "even"}`;
    this.net.classList.toggle("ahead", cents > 0);
  }

  /** @param {any} event a `result`, or null for none */
  show(event) {
    this.text.textContent = event?.says || event?.text || "";
    if (event?.dice) put(this.art, ...event.dice.map(die));
    else if (event?.cards) put(this.art, ...event.cards.map(card));
    else put(this.art);
    if (!this.wheel || !event) return;
    const at = event.section ?? this.wheel.find(String(event.pocket ?? ""));
    if (at >= 0) this.wheel.show(at);
  }
}

/** Status that must always be visible, in words: the puck, the shoe, the shaker, the reader, the shooter. */
export function inSight(view) {
  const found = [];
  if (view.marker) found.push(["Puck", view.marker === "on" ? `ON ${view.point}` : view.marker.toUpperCase()]);
  if (view.shooter) found.push(["Shooter", `seat ${view.shooter}`]);
  if (view.wheel) found.push(["Wheel", view.wheel.replaceAll("-", " ")]);
  if (view.pocket) found.push(["Ball in", view.pocket]);
  if (view.cards) found.push(["Shoe", `${view.cards.left} cards left, ${view.cards.rack} in the rack${view.cards.cover_card ? ", cover card out" : ""}`]);
  if (view.cards?.shuffler) found.push(["Shuffler", view.cards.shuffler]);
  if (view.reader) found.push(["Card reader", view.reader]);
  if (view.shaker) found.push(["Shaker", view.shaker]);
  if (view.bank) found.push(["Bank", view.bank.seat ? `seat ${view.bank.seat}${view.bank.co_bank ? " and the house" : ""}, ${dollars(view.bank.chips_cents)}` : "the house"]);
  for (const [seat, color] of Object.entries(view.chips || {})) found.push([`Seat ${seat}'s chips`, `${color}`]);
  return found;
}

/** A view updated with later events: dealt cards added, settled wagers removed. */
export function meanwhile(view, events) {
  const now = structuredClone(view);
  for (const event of events) {
    if (event.event === "wager-settled") now.wagers = (now.wagers || []).filter((each) => each.id !== event.wager || each.seat !== event.seat);
    if (event.event !== "result" || !event.cards || !event.place) continue;
    const cards = cardsAt(now, event.place);
    const down = event.opened ? cards?.indexOf("?") ?? -1 : -1;
    if (down >= 0) cards[down] = event.cards[0];
    else cards?.push(...event.cards);
  }
  return now;
}

function cardsAt(view, place) {
  if (place === "dealer") {
    if (Array.isArray(view.dealer)) return view.dealer;
    if (view.dealer) return (view.dealer.cards ||= []);
    return null;
  }
  const seat = Number(place.replace("seat:", ""));
  if (!Number.isInteger(seat) || !Array.isArray(view.hands)) return null;
  const there = view.hands.findLast((each) => each.seat === seat);
  if (there) return (there.cards ||= []);
  view.hands.push({seat, cards: []});
  return view.hands.at(-1).cards;
}

customElements.define("houseway-result", ResultPicture);
