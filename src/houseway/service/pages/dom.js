// Small helpers to create nodes once and patch them later.

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, any>} [with_] @param {...any} children */
export function el(tag, with_ = {}, ...children) {
  return filled(document.createElement(tag), with_, children);
}

/** @param {string} tag @param {Record<string, any>} [with_] @param {...any} children */
export function svg(tag, with_ = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), with_, children);
}

/** Give a node attributes, listeners and children; custom elements call it on themselves. @param {any} node @param {Record<string, any>} with_ @param {any[]} [children] @returns {any} */
export function filled(node, with_, children = []) {
  for (const [name, value] of Object.entries(with_)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.setAttribute("class", value);
    else if (name in node && name !== "list" && typeof value !== "string" && !(node instanceof SVGElement)) node[name] = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export function put(parent, ...children) {
  parent.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return parent;
}

export function dollars(cents) {
  const amount = Math.abs(cents) / 100;
  const text = amount.toLocaleString("en-US", {minimumFractionDigits: cents % 100 ? 2 : 0, maximumFractionDigits: 2});
  return `${cents < 0 ? "−" : ""}$${text}`;
}

/** Citations as links into the rulebook. */
export function cites(game, list) {
  return list.flatMap((cite, n) => [n ? ", " : "", el("a", {href: `/rules/${game}#${cite}`}, `§ ${cite}`)]);
}

export function percent(exact, digits = 3) {
  const [top, below = "1"] = String(exact).split("/");
  return `${((100 * Number(top)) / Number(below)).toFixed(digits)}%`;
}
