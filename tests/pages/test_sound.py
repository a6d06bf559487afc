"""Every page: accessible by axe-core's rules, without overflow, complete by keyboard, quick, without shifts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from houseway.games import games
from pages.conftest import Sits, Window
from pages.playing import click_spot
from pages.running_pit import RunningPit
from pages.seeing import expect, fits
from support import variants

WIDTHS = (360, 1360, 2560)
SHIFTS = """() => new Promise((done) => new PerformanceObserver((list) =>
    done(list.getEntries().filter((each) => !each.hadRecentInput).reduce((sum, each) => sum + each.value, 0)))
    .observe({type: "layout-shift", buffered: true}) || setTimeout(() => done(0), 400))"""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
CLICKED = """() => new Promise((done) => {
    document.querySelector('.spot[tabindex="0"]').dispatchEvent(new MouseEvent("click", {bubbles: true}));
    requestAnimationFrame(() => requestAnimationFrame(done));
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


def test_the_lobby_is_accessible_and_fits(window: Window, another: RunningPit) -> None:
    for game in games():
        another.table(game)
    page = window(address=another.address)
    page.goto("/")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect(page.get_by_role("link", name="Play at")).to_have_count(8)
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
PATHS = list(THERE)


def complete(page: Any, path: str) -> None:
    page.goto(path)
    page.locator("main h1").wait_for()
    page.locator(THERE[path]).first.wait_for()


@pytest.mark.parametrize("path", variants(day=PATHS[:5], night=PATHS[5:]))
def test_axe_finds_nothing_in_the_books(page: Any, path: str) -> None:
    complete(page, path)
    assert axe(page) == []


def test_axe_finds_nothing_where_people_work(window: Window, pit: RunningPit) -> None:
    table = pit.table("craps", opened=True)
    page = window("Flo")
    for path, there in {
        f"/tables/{table}/dealer": ".do",
        f"/tables/{table}/dealer#training": "houseway-training",
        f"/tables/{table}/replay": "houseway-scrubber",
        "/people": "h2",
    }.items():
        page.goto("about:blank")  # the next address may differ only in its fragment
        page.goto(path)
        page.locator(there).first.wait_for()
        assert axe(page) == [], path


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
