"""The page behind the one-time link of the first start: a form that creates the administrator."""

from __future__ import annotations

import base64
import hashlib

from fastapi import APIRouter
from fastapi.responses import Response

router = APIRouter()

SCRIPT = """
const form = document.querySelector("form"), says = document.querySelector("output");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = {secret: location.hash.slice(1), name: form.elements.name.value, password: form.elements.password.value};
  const options = {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(given)};
  const answer = await fetch("/v1/first", options);
  const told = await answer.json();
  says.textContent = answer.ok ? "The administrator " + told.name + " is created. Now sign in." : told.detail;
  if (answer.ok) setTimeout(() => location.replace("/#sign-in"), 900);
});
"""
STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 30rem; margin: 3rem auto; padding: 0 1rem; }
label, input, button, output { display: block; width: 100%; box-sizing: border-box; font: inherit; margin-bottom: 0.75rem; }
"""
PAGE = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Houseway: create the administrator</title><style>{STYLE}</style></head>
<body><h1>Create the administrator</h1>
<p>The link works once, for an hour. The administrator creates all other accounts.</p>
<form><label>Name <input name="name" required maxlength="60" autocomplete="username"></label>
<label>Password (12 characters or more) <input name="password" type="password" required minlength="12" maxlength="200"
autocomplete="new-password"></label><button>Create</button></form><output role="status"></output>
<script>{SCRIPT}</script></body></html>
"""


def _source(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


POLICY = (
    f"default-src 'none'; script-src {_source(SCRIPT)}; style-src {_source(STYLE)}; connect-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)


@router.get("/first", include_in_schema=False)
async def first_page() -> Response:
    """The form."""
    return Response(PAGE, media_type="text/html", headers={"Content-Security-Policy": POLICY})
