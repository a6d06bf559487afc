import {el, put} from "./dom.js";

export async function show(main) {
  put(main, el("h1", {}, "Not there yet"), el("p", {}, "This page is being built."));
}
