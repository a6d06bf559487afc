// Long-running work: the service answers 202 with its progress until the answer is ready; the page polls and shows it.

import {call, whoever} from "./api.js";

const PAUSE = 400;
const wait = (ms) => new Promise((go) => setTimeout(go, ms));

/** Poll until the answer is ready. `tell` gets the progress; `gone` returns true if nobody is waiting any more.
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

/** For requests that need a signed-in user: on this machine, a guest is enough. */
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

/** A number from exact text such as 7/495 or 0.0142. */
export function number(exact) {
  const [top, below = "1"] = String(exact).split("/");
  return Number(top) / Number(below);
}

/** Typed dollars as cents; NaN if invalid. */
export function cents(text) {
  const found = /^\s*\$?\s*([0-9][0-9,]*)(?:\.([0-9]{1,2}))?\s*$/.exec(String(text));
  return found ? Number(found[1].replaceAll(",", "")) * 100 + Number((found[2] || "0").padEnd(2, "0")) : NaN;
}

/** Wait until the user stops typing (debounce). */
export function after(ms, act) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...given), ms);
  };
}

/** The tab's parameters in the URL, after its name: #simulation/small/5. @param {string} tab @returns {string[]} */
export function asked(tab) {
  const [name, ...rest] = location.hash.slice(1).split("/").map(decodeURIComponent);
  return name === tab ? rest : [];
}

/** Put the tab's parameters into the URL, so that a link restores them. @param {string} tab @param {...string} parts */
export function remember(tab, ...parts) {
  history.replaceState(null, "", `${location.pathname}${location.search}#${[tab, ...parts].map(encodeURIComponent).join("/")}`);
}
