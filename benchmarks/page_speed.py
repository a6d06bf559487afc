"""The speed of the pages by Chromium's performance API: `make speed-pages`. Prints the table of docs/pages.md.

First contentful paint of a second load, the time from a click to the frame with the chip, and the layout shift of loading and
of a round. Run it on a machine that does nothing else.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from page_pictures import ARGUMENTS, SIZES, chromium_path, play_some_rounds, played, running_pit

LOADS, CLICKS = 5, 7
# by name: the address, the widths (light or dark), and the places on which to bet in the round
PAGES: dict[str, tuple[str, tuple[tuple[int, bool], ...], tuple[str, ...]]] = {
    "lobby": ("/", ((1360, False), (360, True)), ()),
    "Roulette": ("/tables/roulette-1", ((1360, False), (360, False)), ("straight:17", "red")),
    "Craps": ("/tables/craps-1", ((1360, True), (360, True)), ("pass", "field", "any-seven")),
    "Sic Bo": ("/tables/sic-bo-1", ((1360, False),), ("small", "total-value:10")),
    "Down Under Blackjack": ("/tables/down-under-blackjack-1", ((2560, True),), ("bet@1",)),
    "odds of Roulette": ("/odds/roulette", ((1360, False),), ()),
    "rulebook": ("/rules/roulette", ((1360, False),), ()),
    "papers": ("/papers?game=sic-bo", ((1360, False),), ()),
}
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
SHIFT = """() => new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => { for (const each of list.getEntries()) if (!each.hadRecentInput) sum += each.value; })
        .observe({type: "layout-shift", buffered: true});
    setTimeout(() => done(sum), 400);
})"""
CLICK = """(id) => new Promise((done) => {
    const spot = document.querySelector(`.spot[data-id="${id}"]`), before = document.querySelector(".layout").innerHTML;
    const began = performance.now();
    spot.dispatchEvent(new MouseEvent("click", {bubbles: true}));
    const look = () => document.querySelector(".layout").innerHTML === before
        ? requestAnimationFrame(look) : requestAnimationFrame(() => done(performance.now() - began));
    requestAnimationFrame(look);
})"""


def _row(page: Any, name: str, address: str, width: int, dark: bool, spots: tuple[str, ...]) -> str:
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    page.emulate_media(color_scheme="dark" if dark else "light")
    page.goto(address)
    paints = []
    for _ in range(LOADS):
        page.goto("about:blank")
        page.goto(address)
        page.locator("main h1").wait_for()
        page.wait_for_timeout(300)
        paints.append(page.evaluate(PAINT))
    clicks: list[float] = []
    if spots:
        page.locator(".status", has_text="wagers may be made").wait_for()
        for _ in range(CLICKS):
            clicks.append(page.evaluate(CLICK, spots[0]))
            page.locator(".stack.pending").first.wait_for(state="detached")
        played(*spots)(page)
    shift = page.evaluate(SHIFT)
    clicked = f"{min(clicks):.0f} to {max(clicks):.0f} ms" if clicks else ""
    where = f"{name}, {width} px{', dark' if dark else ''}"
    return f"| {where} | {median(paints):.0f} ms | {clicked} | {shift:.4f} |"


def main() -> None:
    """Measure, and print the table."""
    from playwright.sync_api import sync_playwright

    chromium = chromium_path()
    with tempfile.TemporaryDirectory() as folder, running_pit(Path(folder)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        page = browser.new_context(base_url=address, reduced_motion="reduce").new_page()
        page.set_default_timeout(120_000)
        page.goto("/")
        play_some_rounds(page)
        print("| | first contentful paint | from a click to the drawn chip | layout shift, loading and a round |")
        print("| --- | --- | --- | --- |")
        for name, (path, kinds, spots) in PAGES.items():
            for width, dark in kinds:
                print(_row(page, name, path, width, dark, spots), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
