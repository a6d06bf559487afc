// The live events of a table over a WebSocket: reconnects automatically and continues after the last event it saw.

import {Problem} from "./api.js";

const AWAY = 20_000; // milliseconds in the background after which a connection may be dead without notice
const PATIENCE = 8_000; // milliseconds for the answer to a command

export class Live {
  /** @param {string} table @param {{events: Function, snapshot: Function, state: Function, again?: Function, timer?: Function}} told */
  constructor(table, told) {
    this.table = table;
    this.told = told;
    this.after = null;
    this.ended = false;
    this.wait = 250;
    this.waiting = new Map();
    this.hiddenAt = Infinity;
    this.visible = () => this.seen();
    this.woken = () => this.again();
    document.addEventListener("visibilitychange", this.visible);
    document.addEventListener("resume", this.woken); // after the browser has frozen the page
    addEventListener("online", this.woken);
    this.watch = setInterval(() => this.watched(), PATIENCE / 4);
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/v1/tables/${this.table}/socket`, "houseway.v1");
    this.socket.onopen = () => {
      const hello = {type: "hello"};
      if (this.after) [hello.session, hello.seq] = this.after;
      this.socket.send(JSON.stringify(hello));
    };
    this.socket.onmessage = ({data}) => this.heard(JSON.parse(data));
    this.socket.onclose = () => this.lost();
  }

  seen() {
    if (document.visibilityState !== "visible") {
      this.hiddenAt = Date.now();
      return;
    }
    if (Date.now() - this.hiddenAt > AWAY) this.again();
    this.hiddenAt = Infinity;
    this.told.again?.();
  }

  /** A command got no answer: the connection may look open but be dead. */
  watched() {
    const late = Date.now() - PATIENCE;
    if (this.socket.readyState === WebSocket.OPEN && [...this.waiting.values()].some((each) => each.at < late)) this.again();
  }

  /** Drop the connection and open another at once. Unanswered commands are sent again with their ids. */
  again() {
    if (this.ended) return;
    clearTimeout(this.retry);
    this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.wait = 250;
    for (const each of this.waiting.values()) each.at = Date.now();
    this.connect();
  }

  heard(message) {
    if (message.type === "events") {
      this.after = [message.session, message.seq];
      this.told.events(message.events, message);
    } else if (message.type === "snapshot") {
      this.told.snapshot(message.view);
    } else if (message.type === "caught-up") {
      this.after = [message.session, message.seq];
      this.wait = 250;
      this.told.state("live");
      for (const {text} of this.waiting.values()) this.socket.send(text);
    } else if (message.type === "ack" || message.type === "nack") {
      const sent = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (sent) message.type === "ack" ? sent.done(message) : sent.failed(new Problem(message.problem));
    } else if (message.type === "timer") {
      this.told.timer?.(message.timer || message);
    } else if (message.type === "drain") {
      this.told.state("lost");
    }
  }

  lost() {
    if (this.ended) return;
    this.told.state("lost");
    this.retry = setTimeout(() => !this.ended && this.connect(), this.wait);
    this.wait = Math.min(5000, this.wait * 1.7);
  }

  /** Send a command with a unique id; after a lost connection it is sent again with the same id, so it is executed only once. */
  send(command, expect, acting) {
    const id = crypto.randomUUID();
    const text = JSON.stringify({type: "command", id, command, expect, ...(acting ? {as: acting} : {})});
    return new Promise((done, failed) => {
      this.waiting.set(id, {text, done, failed, at: Date.now()});
      if (this.socket.readyState === WebSocket.OPEN && this.after) this.socket.send(text);
    });
  }

  end() {
    this.ended = true;
    clearTimeout(this.retry);
    clearInterval(this.watch);
    document.removeEventListener("visibilitychange", this.visible);
    document.removeEventListener("resume", this.woken);
    removeEventListener("online", this.woken);
    this.socket.close();
  }
}
