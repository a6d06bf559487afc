// People: change your own password; for an administrator, all accounts: create, set a password, unlock, revoke.

import {call, get, post, whoever, wordsOf} from "./api.js";
import {el, put} from "./dom.js";
import {sheet} from "./sheets.js";

const words = (roles) => roles.join(", ").replaceAll("-", " ");

export async function show(main) {
  const me = await whoever();
  if (!me) {
    put(main, el("h1", {}, "People"), el("p", {}, "Sign in to see your account."));
    return;
  }
  if (me.account.startsWith("guest-")) {
    put(main, el("h1", {}, "People"), el("p", {}, `You are ${me.name}, for practice on this machine. A guest has no password; sign in to see your account.`));
    return;
  }
  const own = el("section", {class: "card"}, el("h2", {}, "Your password"), password((old, fresh) => call("PUT", "/v1/me/password", {old, new: fresh})));
  const parts = [el("h1", {}, "People"), el("p", {class: "quiet"}, `You are ${me.name}: ${words(me.roles)}.`)];
  if (me.roles.includes("administrator")) {
    const list = el("div", {});
    const refresh = async () => put(list, sheet("Accounts", ["Name", "Roles", "Holder", "To do"], (await get("/v1/accounts")).accounts.map((each) => row(each, refresh)), "There is no account."));
    const {roles} = await get("/v1/accounts");
    parts.push(el("section", {class: "card"}, el("h2", {}, "A new account"), creation(refresh, roles)),
      el("section", {class: "card"}, el("h2", {}, "Accounts"), list));
    await refresh();
  }
  put(main, ...parts, own, el("section", {class: "card"}, el("h2", {}, "A token for programs"), token()));
}

function said(form, work, done) {
  const says = el("p", {class: "error", role: "alert"});
  form.append(says);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    says.className = "error";
    try {
      await work();
      says.className = "status";
      says.textContent = done;
      form.reset();
    } catch (problem) {
      says.textContent = wordsOf(problem);
    }
  });
  return form;
}

function password(change) {
  const old = el("input", {type: "password", required: true, autocomplete: "current-password"});
  const fresh = el("input", {type: "password", required: true, minlength: "12", autocomplete: "new-password"});
  const form = el("form", {}, el("label", {}, "Current password", old), el("label", {}, "New password, 12 characters or more", fresh), el("button", {class: "button main"}, "Change it"));
  return said(form, () => change(old.value, fresh.value), "Your password is changed. Your other sessions have ended.");
}

/** A read-only token for one day, for curl and Python. */
function token() {
  const shown = el("pre", {class: "file", tabindex: "0", "aria-label": "The token", hidden: true});
  const form = el("form", {}, el("p", {class: "quiet"}, "For a day, it can read the tables and rounds that you can. It is shown once: put it into TOKEN."), el("button", {class: "button"}, "Make a token"), shown);
  return said(form, async () => {
    const made = await post("/v1/tokens", {scopes: ["see-table", "recall-rounds"], seconds: 86_400});
    shown.textContent = `export TOKEN=${made.token}`;
    shown.hidden = false;
  }, "It is made.");
}

/** Ask for a new password for another account. */
function another(name, set) {
  const fresh = el("input", {type: "password", required: true, minlength: "12", autocomplete: "new-password"});
  const form = el("form", {}, el("h2", {}, `A new password for ${name}`), el("label", {}, "New password, 12 characters or more", fresh), el("p", {class: "quiet"}, "All sessions and tokens of the account end."), el("div", {class: "acts"}, el("button", {class: "button main"}, "Set it"), el("button", {class: "button", type: "button", onclick: () => box.close()}, "Cancel")));
  const box = /** @type {HTMLDialogElement} */ (el("dialog", {"aria-label": `A new password for ${name}`}, said(form, async () => {
    await set(fresh.value);
    box.close();
  }, "It is set.")));
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

function creation(refresh, roles) {
  const name = el("input", {required: true, maxlength: "60", autocomplete: "off"});
  const secret = el("input", {type: "password", required: true, minlength: "12", autocomplete: "new-password"});
  const holder = el("input", {maxlength: "60", autocomplete: "off", placeholder: "practice"});
  const group = (title, ids) => el("fieldset", {}, el("legend", {}, title), ...ids.map((id) => el("label", {class: "check"}, el("input", {type: "checkbox", name: "role", value: id}), id.replaceAll("-", " "))));
  const form = el("form", {}, el("label", {}, "Name", name), el("label", {}, "Password, 12 characters or more", secret), el("div", {class: "grid"}, ...Object.entries(roles).map(([title, ids]) => group(title[0].toUpperCase() + title.slice(1), ids))),
    el("label", {}, "Certificate holder (for everybody at its tables; the Board and players may have none)", holder), el("button", {class: "button main"}, "Create"));
  return said(form, async () => {
    const chosen = [...form.querySelectorAll("input[name=role]:checked")].map((each) => each.value);
    await post("/v1/accounts", {name: name.value, password: secret.value, roles: chosen, holder: holder.value.trim()});
    await refresh();
  }, "The account is created.");
}

function row(each, refresh) {
  const says = el("span", {class: "error", role: "alert"});
  const act = (label, doing) => el("button", {class: "button", type: "button", onclick: async () => {
    try {
      await doing();
      await refresh();
    } catch (problem) {
      says.textContent = problem.message;
    }
  }}, label);
  const path = `/v1/accounts/${each.account}`;
  const acts = each.revoked ? [el("span", {class: "quiet"}, "revoked")] : [el("button", {class: "button", type: "button", onclick: () => another(each.name, (fresh) => call("PUT", `${path}/password`, {new: fresh}))}, "Set a password"), act("Unlock", () => post(`${path}/unlock`)), act("Revoke", () => call("DELETE", path))];
  return [each.name, words(each.roles), each.holder || "", el("span", {class: "acts"}, ...acts, says)];
}
