"""axe-core finds nothing on odds, rulebook and papers, and the keyboard reaches everything there in sight."""

from __future__ import annotations

from typing import Any

import pytest

from support import variants

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
def test_axe_finds_nothing(page: Any, path: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    complete(page, path)
    found = axe.Axe().run(page).response["violations"]
    assert not found, [(each["id"], each["nodes"][0]["html"]) for each in found]


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
