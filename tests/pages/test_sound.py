"""Every page: accessible by axe-core's rules, without overflow, complete by keyboard, quick, without shifts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from houseway.games import games
from pages.conftest import Sits, Window
from pages.running_pit import RunningPit
from pages.seeing import expect, look_over
from support import variants

SHIFTS = """() => new Promise((done) => new PerformanceObserver((list) =>
    done(list.getEntries().filter((each) => !each.hadRecentInput).reduce((sum, each) => sum + each.value, 0)))
    .observe({type: "layout-shift", buffered: true}) || setTimeout(() => done(0), 400))"""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
CLICKED = """() => new Promise((done) => {
    document.querySelector('.spot[tabindex="0"]').dispatchEvent(new MouseEvent("click", {bubbles: true}));
    requestAnimationFrame(() => requestAnimationFrame(done));
})"""


@pytest.mark.nightly
@pytest.mark.parametrize("game", games())
def test_a_table_is_accessible_and_fits(sits: Sits, game: str) -> None:
    """By day, tests/pages/test_tables.py looks over three of them."""
    page = sits(game, color_scheme="light" if len(game) % 2 else "dark").page
    page.locator(".status", has_text="wagers may be made").wait_for()
    look_over(page)
    expect(page.locator('.layout .spot[tabindex="0"]')).to_have_count(1)


@pytest.mark.parametrize("scheme", variants(day=["dark"], night=["light"]))
def test_the_lobby_is_accessible_and_fits(window: Window, another: RunningPit, scheme: str) -> None:
    for game in games():
        another.table(game)
    page = window(address=another.address, color_scheme=scheme)
    page.goto("/")
    expect(page.get_by_role("link", name="Play at")).to_have_count(8)
    look_over(page)


def busy_ms(page: Any, act: Callable[[], object]) -> float:
    """The processor time of the page's main thread for an act, in milliseconds: the same on a busy machine."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def so_far() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))

    before = so_far()
    act()
    return (so_far() - before) * 1000


def test_a_table_paints_soon_answers_at_once_and_does_not_shift(
    page: Any, pit: RunningPit, record_property: Callable[[str, object], None]
) -> None:
    page.goto(f"/tables/{pit.table('roulette', opened=True)}")
    page.locator(".status", has_text="wagers may be made").wait_for()
    figures = {
        "load": busy_ms(page, lambda: (page.reload(), page.locator(".status", has_text="wagers").wait_for())),
        "answer": min(busy_ms(page, lambda: page.evaluate(CLICKED)) for _ in range(3)),
        "shift": page.evaluate(SHIFTS),
        "paint": page.evaluate(PAINT),
    }
    for name, value in figures.items():
        record_property(name, value)
    assert figures["load"] < 1000, figures  # ms
    assert figures["answer"] < 50, figures
    assert figures["shift"] < 0.1, figures


@pytest.mark.nightly
def test_a_table_paints_within_a_second_by_the_clock(page: Any, pit: RunningPit) -> None:
    page.goto(f"/tables/{pit.table('roulette', opened=True)}")
    paints = []
    for _ in range(15):
        page.reload()
        page.locator(".status", has_text="wagers may be made").wait_for()
        paints.append(page.evaluate(PAINT))
        if paints[-1] < 1000:
            return
    raise AssertionError(paints)


DIFF = "/rules/big-six?was=2011-proposed&now=2011-comment"
THERE = {  # by path: what is there when the page is complete
    "/papers#filed": "#panel-filed *",
    "/papers#due": "text=Sign in as staff",
    "/papers#revenue": "text=Sign in as a shift manager",
    "/rules/pai-gow": ".paragraph",
    "/odds/big-six": ".sheet tbody tr",
    "/odds/casino-war#strategy": "text=The best is go-to-war",
    "/rules/big-six#619a.2(e)": ".paragraph.found",
    "/papers": ".lawful",
    "/papers#print": "text=Download",
    "/odds": "main a[href^='/odds/']",
    "/odds/big-six#simulation": "button:has-text('Start')",
    "/odds/big-six#tonight": "button:has-text('What will it hold?')",
    "/rules": "main a[href^='/rules/']",
    DIFF: ".change",
}


def complete(page: Any, path: str) -> None:
    page.goto(path)
    page.locator("main h1").wait_for()
    page.locator(THERE[path]).first.wait_for()


@pytest.mark.nightly
@pytest.mark.parametrize("path", THERE)
def test_the_books_are_accessible_and_fit(page: Any, path: str) -> None:
    """By day, the tests of each page look over what they have opened."""
    complete(page, path)
    assert page.evaluate(SHIFTS) < 0.1  # what comes later moves nothing
    look_over(page)


FOCUSED = """() => {
    const node = document.activeElement;
    if (node === document.body) return null;
    const box = node.getBoundingClientRect(), style = getComputedStyle(node);
    const name = node.getAttribute("aria-label") || node.labels?.[0]?.textContent || node.textContent || "";
    const inside = (box.top >= -1 && box.bottom <= innerHeight + 1) || box.height > innerHeight;
    return {name: name.trim(), seen: box.width > 0 && inside, ring: style.outlineStyle !== "none"};
}"""


@pytest.mark.parametrize("path", variants(day=["/papers#print"], night=["/odds/big-six", DIFF]))
def test_each_stop_of_the_keyboard_is_named_in_sight_and_ringed(page: Any, path: str) -> None:
    complete(page, path)
    look_over(page)
    stops = []
    for _ in range(60):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUSED)
        if stop is None:
            break
        assert stop["name"] and stop["seen"] and stop["ring"], stop
        stops.append(stop["name"])
    assert stops[0] == "Skip to the page" and len(set(stops)) > 9
    page.keyboard.press("Tab")
    page.get_by_role("link", name="Skip to the page").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.url.endswith(path)  # the address still says what is shown
