"""Visible text of a page, with waits that are long enough for a busy machine."""

from __future__ import annotations

from typing import Any

from pages.running_pit import PATIENCE_MS
from service.places import PASSWORD
from support import WANTED


def expect(what: Any) -> Any:
    """Playwright's assertions about a place of a page: each waits until it is so."""
    from playwright.sync_api import expect as expected

    expected.set_options(timeout=PATIENCE_MS)
    return expected(what)


def enter(page: Any, name: str) -> None:
    """Sign in on the page that is shown, by the form and with the keyboard alone."""
    page.get_by_role("button", name="Sign in").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Sign out").wait_for()


WIDTHS = (360, 1360, 2560)


def axe(page: Any) -> list[str]:
    """The violations that axe-core finds, each with its places."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {[node['html'][:120] for node in each['nodes'][:3]]}" for each in found]


def look_over(page: Any) -> None:
    """The page as it stands: axe-core finds nothing, and nothing is wider than the window at three widths."""
    assert axe(page) == []
    before = page.viewport_size
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert fits(page), width
    page.set_viewport_size(before)


def look_over_by_night(page: Any) -> None:
    """The same for a page whose like is looked over by day elsewhere: it takes longer than all else that a test does there."""
    if WANTED.night:
        look_over(page)


def fits(page: Any) -> bool:
    """Is nothing wider than the window?"""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
