"""Every table and the lobby: accessible by axe-core's rules, without overflow, with one tab stop, quick, without shifts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from houseway.games import games
from pages.conftest import Sits, Window
from pages.playing import click_spot
from pages.running_pit import RunningPit
from pages.seeing import expect, fits

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
def test_a_table_is_accessible_and_fits(sits: Sits, game: str) -> None:
    page = sits(game, color_scheme="dark" if len(game) % 2 else "light").page
    page.locator(".status", has_text="wagers may be made").wait_for()
    assert axe(page) == []
    expect(page.locator('.layout .spot[tabindex="0"]')).to_have_count(1)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert fits(page), width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lobby_is_accessible_and_fits(window: Window, pit: RunningPit, scheme: str) -> None:
    page, table = window(color_scheme=scheme), pit.table("roulette")
    page.goto("/")
    page.get_by_role("link", name=f"Play at {table}", exact=True).wait_for()
    assert axe(page) == []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert fits(page), width


def test_a_dialog_and_a_refusal_are_accessible_and_focus_comes_back(page: Any, pit: RunningPit) -> None:
    page.goto(f"/tables/{pit.table('roulette', opened=True)}")
    page.locator(".status", has_text="wagers may be made").wait_for()
    click_spot(page, "red")
    page.locator(".refusal", has_text="Take a seat first").wait_for()
    assert axe(page) == []
    page.locator('.spot[tabindex="0"]').focus()
    page.keyboard.press("l")
    page.get_by_role("dialog", name="All wagers").wait_for()
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(page.locator('.spot[tabindex="0"]')).to_be_focused()


def best(page: Any, script: str, most: float, again: Callable[[], object]) -> float:
    """The best of some tries: what a page can do it does in one of them, also on a busy machine."""
    found = page.evaluate(script)
    for _ in range(15):
        if found < most:
            break
        again()
        found = min(found, page.evaluate(script))
    return float(found)


def test_a_table_paints_soon_answers_at_once_and_does_not_shift(page: Any, pit: RunningPit) -> None:
    page.goto(f"/tables/{pit.table('roulette', opened=True)}")

    def reload() -> None:
        page.reload()
        page.locator(".status", has_text="wagers may be made").wait_for()

    reload()
    shift = page.evaluate(SHIFTS)
    figures = {
        "shift": shift,
        "paint": best(page, PAINT, 1000, reload),
        "answer": best(page, INTERACTION, 50, lambda: None),
    }
    assert figures["paint"] < 1000, figures  # ms
    assert figures["answer"] < 50, figures
    assert figures["shift"] < 0.1, figures
