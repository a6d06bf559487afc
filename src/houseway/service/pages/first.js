// The page behind the first-start link: create the administrator. The link works once.

import {post} from "./api.js";
import {el, put} from "./dom.js";

export async function show(main) {
  const says = el("p", {class: "error", role: "alert"});
  const name = el("input", {name: "name", required: true, maxlength: "60", autocomplete: "username"});
  const password = el("input", {name: "password", type: "password", required: true, minlength: "12", maxlength: "200", autocomplete: "new-password"});
  const form = el("form", {class: "card narrow-form"}, el("label", {}, "Name", name), el("label", {}, "Password (12 characters or more)", password), says, el("button", {class: "button main"}, "Create"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const made = await post("/v1/first", {secret: location.hash.slice(1), name: name.value, password: password.value});
      put(main, el("h1", {}, "The administrator is created"), el("p", {}, `Now sign in as ${made.name}.`), el("p", {}, el("a", {class: "button main", href: "/#sign-in"}, "To the tables")));
    } catch (problem) {
      says.textContent = problem.message;
    }
  });
  put(main, el("h1", {}, "Create the administrator"), el("p", {class: "quiet"}, "This link works once, for an hour. The administrator creates all other accounts."), form);
  name.focus();
}
