"""What the tests of odds, rulebook and papers share: the holder and the Board's people, windows, and what fits into them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pages.conftest import PagesPit
from pages.playing import PATIENCE_MS
from service.places import ADMINISTRATOR, PASSWORD

FILER = "parx"  # a certificate holder that files
PEOPLE = {
    "Cleo": (("compliance",), FILER),
    "Bo": (("bureau-of-gaming-operations",), ""),
}


def people(pit: PagesPit, browser: Any) -> None:
    """Enter the holder that files, its compliance and the Board's office."""
    pit.api(browser, "Ada").post("/v1/holders", {"id": FILER, "name": "Parx"})
    for name, (roles, holder) in PEOPLE.items():
        pit.principals[name] = pit.people.create(ADMINISTRATOR, name, PASSWORD, roles, holder)


@contextmanager
def window(pit: PagesPit, browser: Any, width: int = 1360) -> Iterator[Any]:
    """A window of its own, signed in as nobody. An error in a page's code, or what its policy blocks, fails the test."""
    context = browser.new_context(viewport={"width": width, "height": 860}, base_url=pit.address)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda told: wrong.append(told.text) if "Content Security" in told.text else None)
    yield page
    context.close()
    assert not wrong, wrong


def enter(page: Any, name: str) -> None:
    """Sign in on the page that is shown, by the form and with the keyboard alone."""
    page.get_by_role("button", name="Sign in").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Sign out").wait_for()


def fits(page: Any) -> bool:
    """Is nothing wider than the window?"""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
