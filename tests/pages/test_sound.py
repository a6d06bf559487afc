"""Every table and the lobby: accessible by axe-core's rules, without overflow, with one tab stop, quick, without shifts."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.games import games
from pages.playing import WHERE

WIDTHS = (360, 1360, 2560)
SHIFTS = """() => new Promise((done) => new PerformanceObserver((list) =>
    done(list.getEntries().filter((each) => !each.hadRecentInput).reduce((sum, each) => sum + each.value, 0)))
    .observe({type: "layout-shift", buffered: true}) || setTimeout(() => done(0), 400))"""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
INTERACTION = """() => new Promise((done) => {
    const node = document.querySelector('.spot[tabindex="0"]');
    const began = performance.now();
    node.dispatchEvent(new MouseEvent("click", {bubbles: true}));
    requestAnimationFrame(() => done(performance.now() - began));
})"""


def axe(page: Any) -> list[str]:
    """What axe-core finds, each with its places."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {[node['html'][:120] for node in each['nodes'][:3]]}" for each in found]


BY_DAY = ("roulette", "craps", "down-under-blackjack")  # a layout of each kind


@pytest.mark.parametrize(
    "game", [pytest.param(each, marks=() if each in BY_DAY else pytest.mark.nightly) for each in games()]
)
def test_a_table_is_accessible_and_fits(page: Any, game: str) -> None:
    page.emulate_media(reduced_motion="reduce", color_scheme="dark" if len(game) % 2 else "light")
    page.goto(f"/tables/{game}-1")
    page.get_by_role("button", name="Sit down").click()
    page.locator(".status", has_text="wagers may be made").wait_for()
    assert axe(page) == []
    assert page.locator('.layout .spot[tabindex="0"]').count() == 1
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lobby_is_accessible_and_fits(page: Any, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto("/")
    page.get_by_role("link", name="Play at roulette-1").wait_for()
    assert axe(page) == []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


def test_a_dialog_and_a_refusal_are_accessible_and_focus_comes_back(page: Any) -> None:
    page.goto("/tables/roulette-1")
    page.locator(".status", has_text="wagers may be made").wait_for()
    page.mouse.click(*page.evaluate(WHERE, "red"))
    page.locator(".refusal", has_text="Take a seat first").wait_for()
    assert axe(page) == []
    page.locator('.spot[tabindex="0"]').focus()
    page.keyboard.press("l")
    page.get_by_role("dialog", name="All wagers").wait_for()
    assert axe(page) == []
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.classList.contains('spot')")


def test_a_table_paints_soon_answers_at_once_and_does_not_shift(page: Any) -> None:
    page.goto("/tables/roulette-1")
    page.locator(".status", has_text="wagers may be made").wait_for()
    page.reload()
    page.locator(".status", has_text="wagers may be made").wait_for()
    page.wait_for_timeout(300)
    figures = {
        each: page.evaluate(script) for each, script in (("paint", PAINT), ("shift", SHIFTS), ("answer", INTERACTION))
    }
    assert figures["paint"] < 1000, figures  # ms, also on a busy machine
    assert figures["answer"] < 50, figures
    assert figures["shift"] < 0.1, figures
