"""Make the pictures of docs/pages.md: `make pictures-pages`, or only some: `make pictures-pages PAGES="odds replay"`.

A pit from a seed in a folder of its own, a guest who plays some rounds, and Debian's Chromium at three widths, light and dark.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
FOLDER = HERE / "docs" / "pictures"
SIZES = {360: 740, 1360: 860, 2560: 1440}
GAMES = ("roulette", "craps", "sic-bo", "casino-war", "pai-gow", "down-under-blackjack")
BETS = {
    "roulette": ("straight:17", "red"),
    "craps": ("pass", "field"),
    "sic-bo": ("small",),
    "casino-war": ("initial",),
}
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--hide-scrollbars")
WHOLE = tuple((width, dark) for width in SIZES for dark in (False, True))
Act = Callable[[Any], None]


def _nothing(page: Any) -> None:
    page.wait_for_timeout(600)


def _changed(page: Any) -> None:
    page.locator(".was").first.wait_for()


def _answered(page: Any) -> None:
    page.locator(".answer").first.wait_for(timeout=120_000)


def _trained(page: Any) -> None:
    """The practice players have bet, and the trainee is about to roll."""
    status = page.locator(".status")
    status.wait_for()
    if status.get_attribute("data-phase") == "unopened":
        page.get_by_role("button", name="Open the table", exact=True).click()
    for name in ("Have the players bet", "No more bets"):
        page.wait_for_timeout(900)
        if status.get_attribute("data-phase") == "wagers":
            page.get_by_role("button", name=name, exact=True).click()
    page.locator(".status[data-phase=chance]").wait_for()
    page.evaluate("scrollTo(0, 0)")


def _at_the_light(page: Any) -> None:
    page.locator(".spot.lit").first.wait_for()
    page.get_by_role("button", name="Check the proof here").click()
    page.locator(".proofs li").first.wait_for()
    page.evaluate("scrollTo(0, 0)")


def played(*spots: str) -> Act:
    """Bet on those of these places that take a wager now, and have the result."""

    def act(page: Any) -> None:
        page.locator(".status", has_text="wagers may be made").wait_for()
        for spot in spots:
            place = page.locator(f'.spot[data-id="{spot}"]')
            if place.get_attribute("aria-disabled"):
                continue  # no Pass Bet after the come out roll
            place.focus()
            page.keyboard.press("Enter")
            page.locator(".stack.pending").first.wait_for(state="detached")
        page.keyboard.press("g")
        page.locator(".net:not(:empty), .choices.must:not([hidden])").first.wait_for(state="attached")
        page.wait_for_timeout(1000)
        page.evaluate("scrollTo(0, 0)")

    return act


# by name: the address, what to wait for, and which widths, light or dark
PICTURES: Mapping[str, tuple[str, Act, tuple[tuple[int, bool], ...]]] = {
    "lobby": ("/", _nothing, ((1360, False),)),
    "roulette": ("/tables/roulette-1", played("straight:17", "red", "dozen:2"), ((1360, False), (360, False))),
    "craps": ("/tables/craps-1", played("pass", "field", "any-seven", "hardway:8"), ((1360, True), (360, True))),
    "blackjack": ("/tables/down-under-blackjack-1", played("bet@1", "match-the-dealer@1"), ((2560, True),)),
    "sic-bo": ("/tables/sic-bo-1", played("small", "total-value:10", "one-of-a-kind:2"), ((1360, False),)),
    "pai-gow": ("/tables/pai-gow-1", played("wager@1"), ((1360, True),)),
    "training": ("/tables/mini-craps-1/dealer#training", _trained, ((1360, False), (2560, True), (360, True))),
    "odds": ("/odds/roulette?wheel=single-zero", _changed, WHOLE),
    "tonight": ("/odds/craps#tonight/pass/10/5/8/60", _answered, ((1360, False), (360, True))),
    "rulebook": ("/rules/big-six?was=2011-proposed&now=2011-comment", _answered, WHOLE),
    "replay": ("/tables/sic-bo-1/replay#session=1&seq={lit}", _at_the_light, WHOLE),
    "papers": ("/papers?game=sic-bo", lambda page: page.locator(".lawful").wait_for(), WHOLE),
}


def chromium_path() -> str:
    """The path of Debian's Chromium."""
    path = os.environ.get("HOUSEWAY_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-headless-shell")
    if not path:
        raise SystemExit("there is no chromium here; Debian: apt-get install chromium")
    return path


@contextmanager
def running_pit(folder: Path) -> Iterator[str]:
    """A running pit; its address."""
    command = [sys.executable, "-m", "houseway", "serve", "--port", "0", "--seed", "pictures"]
    environment = {**os.environ, "PYTHONPATH": str(HERE / "src"), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if found := re.search(r"serving (http://\S+)", line):
                yield found[1]
                break
    finally:
        process.terminate()
        process.wait(30)


def play_some_rounds(page: Any) -> int:
    """Some rounds at each table, as a guest. Returns the last event at which Sic Bo's layout was lit."""
    call = """async ([method, path, body, key]) => {
        const headers = {"Content-Type": "application/json", "Idempotency-Key": key};
        return (await fetch(path, {method, ...(body ? {body: JSON.stringify(body), headers} : {})})).json();
    }"""

    def ask(method: str, path: str, body: object = None) -> Any:
        return page.evaluate(call, [method, path, body, uuid.uuid4().hex])

    def send(table: str, **command: Any) -> None:
        now = ask("GET", f"/v1/tables/{table}?limits=false")
        expect = {name: now[name] for name in ("seq", "round", "phase")}
        ask("POST", f"/v1/tables/{table}/commands", {"command": command, "expect": expect})

    ask("POST", "/v1/guest", {})
    for game in GAMES:
        table = f"{game}-1"
        ask("POST", f"/v1/tables/{table}/deal", {})
        send(table, do="buy-in", seat=1, cents=100_000)
        for _ in range(3 if game in BETS else 0):
            for wager in BETS.get(game, ()):
                send(table, do="wager", seat=1, id=wager, cents=500)
            ask("POST", f"/v1/tables/{table}/deal", {})
    told = ask("GET", "/v1/tables/sic-bo-1/told?limit=400")["events"]
    return max(int(each["seq"]) for each in told if each["event"] == "illuminated")


def _made_small(file: Path) -> None:
    """With few colors a picture of a page takes a third of the room. Without Pillow it stays as it is."""
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(file) as picture:
        few = picture.convert("RGB").quantize(224, dither=Image.Dither.NONE)
    few.save(file, optimize=True)


def main(wanted: list[str]) -> None:
    """Make the wanted pictures, or all."""
    from playwright.sync_api import sync_playwright

    chromium = chromium_path()
    for name in wanted:
        if name not in PICTURES:
            raise SystemExit(f'pictures: "{name}" is none of {", ".join(PICTURES)}')
    with (
        tempfile.TemporaryDirectory() as folder,
        running_pit(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        page = browser.new_context(base_url=address, reduced_motion="reduce").new_page()
        page.set_default_timeout(120_000)  # also on a busy machine
        page.goto("/")
        lit = play_some_rounds(page)
        for name, (path, ready, kinds) in PICTURES.items():
            for width, dark in kinds if not wanted or name in wanted else ():
                page.set_viewport_size({"width": width, "height": SIZES[width]})
                page.emulate_media(color_scheme="dark" if dark else "light")
                page.goto("about:blank")
                page.goto(path.format(lit=lit))
                page.locator("main h1").wait_for()
                ready(page)
                _nothing(page)
                file = FOLDER / f"page-{name}-{width}{'-dark' if dark else ''}.png"
                page.screenshot(path=file)
                _made_small(file)
                print(f"{file.relative_to(HERE)}: {file.stat().st_size // 1000} kB")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
