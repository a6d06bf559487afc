// Long work: the service answers 202 with what it is doing until the answer is there; the page asks again and tells.

import {call, whoever} from "./api.js";

const PAUSE = 400;
const wait = (ms) => new Promise((go) => setTimeout(go, ms));

/** Ask until it is worked out. `tell` hears what is being done; `gone` says that nobody waits any more.
 * @param {string} method @param {string} path @param {any} [body] @param {(doing: string, told: any) => void} [tell] @param {() => boolean} [gone] */
export async function worked(method, path, body, tell = () => {}, gone = () => false) {
  for (;;) {
    const told = await call(method, path, body);
    if (gone()) return null;
    if (!told?.working) return told;
    tell(`${told.working.doing}, ${Math.round(told.working.seconds)} s`, told);
    await wait(PAUSE);
    if (gone()) return null;
  }
}

/** What needs somebody who is signed in: on this machine a guest will do. */
export const somebody = () => whoever({guest: true});

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A number from an exact text like 7/495 or 0.0142. */
export function number(exact) {
  const [top, below = "1"] = String(exact).split("/");
  return Number(top) / Number(below);
}

/** Dollars as somebody types them, in cents; NaN if they are none. */
export function cents(text) {
  const found = /^\s*\$?\s*([0-9][0-9,]*)(?:\.([0-9]{1,2}))?\s*$/.exec(String(text));
  return found ? Number(found[1].replaceAll(",", "")) * 100 + Number((found[2] || "0").padEnd(2, "0")) : NaN;
}

/** Wait until somebody stops typing. */
export function after(ms, act) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...given), ms);
  };
}

/** What the address asks of a tab, after its name: #simulation/small/5. @param {string} tab @returns {string[]} */
export function asked(tab) {
  const [name, ...rest] = location.hash.slice(1).split("/").map(decodeURIComponent);
  return name === tab ? rest : [];
}

/** Put into the address what is asked of a tab, so that the link brings it back. @param {string} tab @param {...string} parts */
export function remember(tab, ...parts) {
  history.replaceState(null, "", `${location.pathname}${location.search}#${[tab, ...parts].map(encodeURIComponent).join("/")}`);
}
