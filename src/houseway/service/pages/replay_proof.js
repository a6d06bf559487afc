// The proof of a round, checked in the page, with a sentence for each thing that was proven.

import {get} from "./api.js";
import {el, filled, put} from "./dom.js";
import {commitment, misplaced, signed, wrongLines} from "./proof.js";

const brief = (digits) => el("code", {title: digits}, `${digits.replace("sha256:", "").slice(0, 12)}…`);

/** `<houseway-proof>` */
export class ProofPanel extends HTMLElement {
  /** @param {string} id @param {any} about */
  constructor(id, about) {
    super();
    this.table = id;
    this.about = about;
    /** @type {any} */ this.round = null;
    /** @type {any[]} */ this.events = [];
    this.found = el("ul", {class: "lines proofs"});
    this.button = el("button", {class: "button", type: "button", onclick: () => this.check()}, "Check the proof here");
    filled(this, {class: "panel", role: "region", "aria-label": "Proof"}, [el("h2", {}, "Proof"), el("p", {class: "small quiet"}, "Your browser computes the hashes itself and compares; it does not take the service's word."), this.button, el("div", {role: "status"}, this.found)]);
  }

  of(round, events) {
    this.round = round;
    this.events = events;
    put(this.found);
  }

  async check() {
    const {round} = this;
    this.button.disabled = true;
    put(this.found, el("li", {}, "Checking…"));
    const lines = [];
    try {
      if (!crypto.subtle) throw new Error("This page was not loaded over a secure address, so the browser computes no hashes. Open it with https, or on this machine.");
      lines.push(await this.journal(), ...(await this.orders()));
    } catch (problem) {
      lines.push(el("li", {class: "refused"}, problem.message));
    }
    this.button.disabled = false;
    if (this.round === round) put(this.found, ...lines);
  }

  /** The round's lines are in the journal, under the root that a checkpoint signs. */
  async journal() {
    const {round, about} = this;
    const {checkpoints} = await get("/v1/checkpoints?last=20").catch(() => ({checkpoints: []}));
    const held = checkpoints.map((each) => [each, each.tables.find((entry) => entry.table === this.table && entry.session === about.session)]).find(([, entry]) => entry && entry.size > round.last);
    const size = held ? `&size=${held[1].size}` : "";
    const proof = await get(`/v1/tables/${this.table}/proofs/rounds/${round.round}?session=${about.session}${size}`);
    const wrong = await wrongLines(proof, new Map(this.events.map((event) => [event.seq, event])));
    const all = this.events.every((event) => proof.lines.some((line) => line.seq === event.seq));
    if (wrong.length || !all) return failed(`This round is NOT proven: ${wrong[0] || "an event has no line in the journal"}.`);
    const hidden = proof.lines.filter((line) => line.line === undefined).length;
    const told = [`All ${proof.lines.length} lines of this round are in the journal of ${proof.size} lines with the root `, brief(proof.root), ", and their fields are those of the events shown here. (The sentences, and where chips and cards lie, are the service's telling of them and are not proven.)", ...(hidden ? [` Of ${hidden === 1 ? "one line" : `${hidden} lines`} with the house's own money you have only the hash.`] : [])];
    if (!held) return proven(...told, " No checkpoint signs that root yet: it shows order and content, but nobody outside holds the house to it before the next checkpoint.");
    const [checkpoint, entry] = held;
    if (entry.root !== proof.root) return failed("This round is NOT proven: the journal's root is not the one that the checkpoint signs.");
    const genuine = await signed(checkpoint);
    if (genuine === false) return failed("The checkpoint's signature is NOT genuine.");
    const by = genuine === null ? " This browser cannot check Ed25519 signatures, so the checkpoint's own signature was not checked." : [" That root stands in the checkpoint of ", checkpoint.at.replace("T", " ").replace("Z", " UTC"), ", whose signature by the key that it names, ", brief(checkpoint.key), ", is genuine; compare that key with one you hold. Whoever keeps that checkpoint would notice any later change of this round."];
    return proven(...told, ...[by].flat());
  }

  /** The orders used in this round were sealed before it and match what was revealed later. */
  async orders() {
    const used = new Set(this.events.map((event) => event.source?.seal).filter(Boolean));
    if (!used.size) {
      const entered = this.events.some((event) => event.event === "result" && event.source === "observed");
      const any = this.events.some((event) => event.event === "result");
      return [el("li", {}, !any ? "Nothing was drawn in this round." : entered ? "The results of this round were entered by the crew, who saw them: there was no order to seal." : "No order was sealed for this round: each result was drawn by itself, when it was due.")];
    }
    return Promise.all([...used].map((seq) => this.order(this.about.seals.find((each) => each.seq === seq), seq)));
  }

  async order(seal, number) {
    if (!seal) return failed(`The draw names the seal of event ${number}, which is NOT in this session.`);
    const before = this.events.every((event) => event.source?.seal !== number || event.seq > number);
    if (!before) return failed("A card was drawn BEFORE its order was sealed.");
    const sealed = ["The order of ", String(seal.cards), ` was sealed at event ${seal.seq}, before anything was drawn from it: `, brief(seal.commitment), "."];
    if (!seal.revealed) return el("li", {}, ...sealed, seal.voided ? " It was given up when cards were entered by hand." : " It has not been shown yet: the house shows it when it is spent or the table is closed. Until then the seal proves nothing; it only holds the house to one order.");
    const {events: [shown]} = await get(`/v1/tables/${this.table}/told?session=${this.about.session}&since=${seal.revealed - 1}&limit=1`);
    if (!shown.faces) return el("li", {}, ...sealed, " It was shown only to others.");
    if ((await commitment(shown.salt, shown.faces)) !== seal.commitment) return failed(`The order that was shown at event ${seal.revealed} is NOT the one that was sealed.`);
    const {drawn, wrong} = misplaced(seal, shown.faces, this.events);
    if (wrong.length) return failed(`The order was NOT kept: ${wrong[0]}.`);
    return proven(...sealed, ` At event ${seal.revealed} it was shown, with its salt: SHA-256 of both, computed here, is that very commitment. ${drawn ? `The ${drawn} faces shown in this round lie at the places they were drawn from.` : "No face of this round can be compared."} So those faces came from the order that was fixed then.`);
  }
}

const proven = (...words) => el("li", {class: "won"}, el("strong", {}, "Proven. "), ...words);
const failed = (...words) => el("li", {class: "refused"}, el("strong", {}, "Failed. "), ...words);

customElements.define("houseway-proof", ProofPanel);
