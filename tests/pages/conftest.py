"""A pit with every game on a free port, accounts of its crew, and one Chromium for all tests of the pages.

Where there is no Chromium, or no Playwright, these tests are skipped, and say so loudly.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
import sys
import threading
import uuid
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from houseway.games import games, load
from houseway.service.access import SCOPES, Principal
from houseway.service.people import People
from pages.playing import PATIENCE_MS
from service.places import ADMINISTRATOR, HOLDER, PASSWORD, Place, place
from service.stores import new_database

ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
BY_HAND = ("roulette", "craps", "casino-war", "big-six")  # games that have a second table, where results are entered
ACCOUNTS = {
    "Ada": (("administrator",), ""),
    "Flo": (("floorperson", "dealer", "boxperson", "stickperson"), HOLDER),
    "Dee": (("dealer",), HOLDER),
    "Sam": (("shift-manager",), HOLDER),
    "Anna": (("player",), ""),
}


@dataclass(frozen=True, slots=True)
class PagesPit:
    """A running pit and its people."""

    address: str
    people: People
    principals: dict[str, Principal]

    def api(self, browser: Any, name: str) -> Api:
        """The API for an account, to prepare what a page then shows."""
        token = self.people.make_token(self.principals[name], SCOPES, self.people.clock() + 3600)
        headers = {"Authorization": f"Bearer {token}"}
        return Api(browser.new_context(base_url=self.address, extra_http_headers=headers).request)


@dataclass(frozen=True, slots=True)
class Api:
    """Requests of one account."""

    request: Any

    def get(self, path: str) -> Any:
        """What is there."""
        answer = self.request.get(path)
        assert answer.ok, answer.text()
        return answer.json()

    def post(self, path: str, body: object) -> Any:
        """The answer, which is no problem."""
        answer = self.request.post(path, data=body, headers={"Idempotency-Key": uuid.uuid4().hex})
        assert answer.ok, answer.text()
        return answer.json()

    def table(self, table: str) -> Any:
        """A table as this account sees it."""
        return self.get(f"/v1/tables/{table}?limits=false")

    def send(self, table: str, **command: Any) -> Any:
        """Send a command to a table as it is now."""
        now = self.table(table)
        expect = {name: now[name] for name in ("seq", "round", "phase")}
        return self.post(f"/v1/tables/{table}/commands", {"command": command, "expect": expect})


async def _run(folder: Path, told: Callable[[Place], None], ends: threading.Event) -> None:
    from houseway.store.keys import Keys

    with new_database("sqlite", folder) as database:
        keys = Keys.new()
        async with place(database, keys, {f"{name}-1": name for name in games()}) as running:
            for name in BY_HAND:
                game, rules = load(name)
                await running.pit.open_table(f"{name}-hand", game, rules, HOLDER, "manual")
            told(running)
            await asyncio.to_thread(ends.wait)


@pytest.fixture(scope="session")
def pit(tmp_path_factory: pytest.TempPathFactory, chromium: str) -> Iterator[PagesPit]:
    """All eight games, each at a practice table that draws from a seed, and some at tables run by hand."""
    del chromium  # without one, no pit is started
    ready, ends = threading.Event(), threading.Event()
    found: list[Place] = []

    def tell(running: Place) -> None:
        found.append(running)
        ready.set()

    folder = tmp_path_factory.mktemp("pit")
    thread = threading.Thread(target=lambda: asyncio.run(_run(folder, tell, ends)), daemon=True)
    thread.start()
    assert ready.wait(60), "the pit did not start"
    people = found[0].people
    made = {name: people.create(ADMINISTRATOR, name, PASSWORD, roles, of) for name, (roles, of) in ACCOUNTS.items()}
    yield PagesPit(found[0].address, people, made)
    ends.set()
    thread.join(30)


def _skip(why: str) -> None:
    says = f"THE PAGES ARE NOT TESTED: {why}. Debian: apt-get install chromium; pip install playwright."
    print(f"\n{says}", file=sys.stderr)
    pytest.skip(says)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Debian's Chromium is, or the one that HOUSEWAY_CHROMIUM names."""
    path = os.environ.get("HOUSEWAY_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not path:
        _skip("there is no chromium here")
    if importlib.util.find_spec("playwright") is None:
        _skip("there is no Playwright here")
    return str(path)


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Any]:
    """A browser for one file: while it is open, an event loop runs in this thread, which tests of other folders cannot bear."""
    from playwright.sync_api import sync_playwright

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with sync_playwright() as playwright:
            started = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
            yield started
            started.close()


@pytest.fixture
def page(browser: Any, pit: PagesPit) -> Iterator[Any]:
    """A window of its own, signed in as nobody. An error in a page's code fails the test."""
    context = browser.new_context(viewport={"width": 1360, "height": 860}, base_url=pit.address)
    context.set_default_timeout(PATIENCE_MS)
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda told: wrong.append(told.text) if "Content Security" in told.text else None)
    yield opened
    context.close()
    assert not wrong, wrong


def sign_in(page: Any, name: str) -> None:
    """Sign in by the form, as people do."""
    page.goto("/rules")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_text(name, exact=False).first.wait_for()
    page.get_by_role("button", name="Sign out").wait_for()


def click_spot(page: Any, spot: str) -> None:
    """Click a place of the felt where its chips lie."""
    where = """id => {
        const node = document.querySelector(`.spot[data-id="${id}"]`);
        const [x, y] = node.getAttribute("data-chip").split(" ").map(Number);
        node.scrollIntoView({block: "center"});
        const to = node.ownerSVGElement.getScreenCTM();
        return [to.a * x + to.e, to.d * y + to.f];
    }"""
    x, y = page.evaluate(where, spot)
    page.mouse.click(x, y)
