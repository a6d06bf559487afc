// One document; the address decides which page it shows. Each page is a module, loaded when it is first needed.

import {forget, post, sentence, whoever} from "./api.js";
import {el, put} from "./dom.js";

/** @type {[RegExp, () => Promise<any>, string][]} */
const PAGES = [
  [/^\/$/, () => import("./lobby.js"), "Tables"],
  [/^\/tables\/([^/]+)$/, () => import("./table.js"), "Table"],
  [/^\/tables\/([^/]+)\/dealer$/, () => import("./dealer.js"), "Dealer's console"],
  [/^\/tables\/([^/]+)\/replay$/, () => import("./replay.js"), "Replay"],
  [/^\/odds(?:\/([^/]+))?$/, () => import("./odds.js"), "Odds"],
  [/^\/rules(?:\/([^/]+))?$/, () => import("./rulebook.js"), "Rulebook"],
  [/^\/papers$/, () => import("./papers.js"), "Papers"],
  [/^\/first$/, () => import("./first.js"), "Create the administrator"],
  [/^\/people$/, () => import("./people.js"), "People"],
];

const main = document.getElementById("main");
let leave = null;
let at = "", moves = false;

async function show(path) {
  if (leave) leave();
  leave = null;
  at = path + location.search;
  const found = PAGES.find(([pattern]) => pattern.test(path));
  for (const link of document.querySelectorAll(".bar nav a")) {
    const here = link.getAttribute("href") === "/" ? path === "/" || path.startsWith("/tables") : path.startsWith(link.getAttribute("href"));
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (!found) {
    put(main, el("h1", {}, "There is no such page"), el("p", {}, el("a", {href: "/"}, "To the tables")));
    return;
  }
  const [pattern, load, title] = found;
  document.title = `${title} · Houseway`;
  try {
    const page = await load();
    moves = Boolean(page.moves);
    leave = (await page.show(main, ...path.match(pattern).slice(1))) || null;
  } catch (problem) {
    put(main, el("h1", {}, title), el("p", {class: "error", role: "alert"}, sentence(problem.message)), problem.right ? el("p", {}, sentence(problem.right)) : null, problem.code === "session-ended" ? again() : el("p", {}, el("a", {href: "/"}, "To the tables")));
  }
  await tellWho();
}

/** After a session has ended: sign in again, or choose to continue as a guest. */
function again() {
  const guest = () => {
    forget();
    show(location.pathname);
  };
  return el("div", {class: "acts"}, el("button", {class: "button main", type: "button", onclick: signIn}, "Sign in again"), el("button", {class: "button", type: "button", onclick: guest}, "Go on as a guest"));
}

async function tellWho() {
  const who = document.getElementById("who");
  const me = await whoever().catch(() => null);
  if (!me) {
    put(who, el("button", {class: "button", onclick: signIn}, "Sign in"));
    return;
  }
  const out = async () => {
    await post("/v1/sign-out").catch(() => null);
    forget();
    go("/");
  };
  const guest = me.account.startsWith("guest-");
  put(who, el("span", {}, guest ? me.name : el("a", {href: "/people"}, me.name), el("span", {class: "quiet"}, ` · ${me.roles.join(", ").replaceAll("-", " ")}`)),
    guest ? el("button", {class: "button", onclick: signIn}, "Sign in") : el("button", {class: "button", onclick: out}, "Sign out"));
}

function signIn() {
  const says = el("p", {class: "error", role: "alert"});
  const name = el("input", {name: "name", required: true, autocomplete: "username"});
  const password = el("input", {name: "password", type: "password", required: true, autocomplete: "current-password"});
  const form = el("form", {method: "dialog"}, el("h2", {}, "Sign in"), el("label", {}, "Name", name), el("label", {}, "Password", password), says,
    el("div", {class: "acts"}, el("button", {class: "button main"}, "Sign in"), el("button", {class: "button", type: "button", onclick: () => box.close()}, "Cancel")));
  const box = el("dialog", {"aria-label": "Sign in"}, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await post("/v1/sign-in", {name: name.value, password: password.value});
      forget(name.value);
      box.close();
      show(location.pathname).then(() => location.hash === "#sign-in" && signIn());
    } catch (problem) {
      says.textContent = problem.message;
    }
  });
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

/** Go to another page of this service. */
export function go(path) {
  history.pushState(null, "", path);
  show(new URL(path, location.href).pathname);
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href^='/']") : null;
  if (event.target instanceof Element && event.target.closest(".skip")) {
    event.preventDefault(); // the URL's fragment holds the page's location
    main.focus();
    return;
  }
  if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || link.hasAttribute("download")) return;
  event.preventDefault();
  go(link.getAttribute("href"));
  if (link.getAttribute("href") === "/#sign-in") signIn();
  if (!link.getAttribute("href").includes("#")) main.focus({preventScroll: false});
});
addEventListener("popstate", () => {
  if (!moves || location.pathname + location.search !== at) show(location.pathname); // a page with `moves` handles fragments itself
});
show(location.pathname).then(() => location.hash === "#sign-in" && signIn());
