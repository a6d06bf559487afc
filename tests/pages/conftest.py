"""A pit on a free port, with accounts and no tables, and one Chromium for all tests of pages, or for those of a file.

Where there is no Chromium, or no Playwright, these tests are skipped, and say so loudly.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from pages.browser_player import Player
from pages.running_pit import PATIENCE_MS, RunningPit
from service.places import PASSWORD

# No process waits in advance for a page that may come, no window draws suggestions below an address line that nobody sees; the
# rest is what Playwright itself switches off, since only one list counts.
WITHOUT = (
    "SpareRendererForSitePerProcess", "BackForwardCache", "WebUIOmniboxPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxAimPopup",
    "DestroyProfileOnBrowserClose", "HttpsUpgrades", "MediaRouter", "OptimizationHints", "PaintHolding", "RenderDocument",
    "Translate",
)  # fmt: skip
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    f"--disable-features={','.join(WITHOUT)}",
)  # fmt: skip
Window = Callable[..., Any]
Sits = Callable[..., Player]


def _skip(why: str) -> None:
    says = f"THE PAGES ARE NOT TESTED: {why}. Debian: apt-get install chromium-headless-shell; pip install playwright."
    print(f"\n{says}", file=sys.stderr)
    pytest.skip(says)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Debian's Chromium is, or the one that HOUSEWAY_CHROMIUM names.

    The shell is the same engine without a window's frame, tabs and menus, and costs half the processor time.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    path = os.environ.get("HOUSEWAY_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not path:
        _skip("there is no chromium here")
    if importlib.util.find_spec("playwright") is None:
        _skip("there is no Playwright here")
    return str(path)


@pytest.fixture(scope="session")
def pit(tmp_path_factory: pytest.TempPathFactory, chromium: str) -> Iterator[RunningPit]:
    """A pit with accounts. A test opens the tables that it needs: `pit.table("craps")`."""
    del chromium  # without one, no pit is started
    running = RunningPit(tmp_path_factory.mktemp("pit"))
    running.start()
    yield running
    running.end()


@pytest.fixture
def another(tmp_path: Path, chromium: str) -> Iterator[RunningPit]:
    """A pit of the test's own, which it may end."""
    del chromium  # without one, no pit is started
    running = RunningPit(tmp_path)
    running.start()
    yield running
    running.end()


def _while_only_pages_are_tested(fixture_name: str, config: pytest.Config) -> Literal["session", "module"]:
    """While a browser is open, an event loop runs in this thread. Tests of other folders need the thread without one."""
    del fixture_name
    if config.getoption("forks"):  # then these tests have a process of their own
        return "session"
    here = Path(__file__).parent
    asked = [Path(config.invocation_params.dir, each.partition("::")[0]).resolve() for each in config.args]
    return "session" if all(path.is_relative_to(here) for path in asked) else "module"


@pytest.fixture(scope=_while_only_pages_are_tested)
def browser(chromium: str) -> Iterator[Any]:
    """A browser for this run, or for one file where other folders are tested too."""
    from playwright.sync_api import sync_playwright

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with sync_playwright() as playwright:
            started = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
            yield started
            started.close()


@pytest.fixture(scope=_while_only_pages_are_tested)
def usual(browser: Any, pit: RunningPit) -> Iterator[Any]:
    """One context for the first window of each test: modules, styles and fonts come from its cache."""
    context = browser.new_context(reduced_motion="reduce", base_url=pit.address)
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def window(browser: Any, pit: RunningPit, usual: Any) -> Iterator[Window]:
    """Opens windows signed in as somebody or as nobody, each with its own cookies.

    An error in a page's code, a violation of its security policy or a request to another host fails the test.
    """
    contexts: list[Any] = []
    wrong: list[str] = []
    unused = [usual]

    def context_of(options: dict[str, Any]) -> Any:
        if not options and unused:
            return unused.pop()
        context = browser.new_context(**{"reduced_motion": "reduce", "base_url": pit.address, **options})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        return context

    def opened(
        name: str = "", width: int = 1360, height: int = 860, address: str = "", color_scheme: str = "", **options: Any
    ) -> Any:
        context = context_of({**options, **({"base_url": address} if address else {})})
        if name:
            sign_in(context, name)
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        if color_scheme:
            page.emulate_media(color_scheme=color_scheme)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda told: wrong.append(told.text) if "Content Security" in told.text else None)
        page.on("request", lambda asked: None if _own(asked.url, address or pit.address) else wrong.append(asked.url))
        return page

    yield opened
    for context in contexts:
        context.close()
    for page in usual.pages:
        if page.url.startswith(pit.address):
            page.evaluate("localStorage.clear()")
        page.close()
    usual.clear_cookies()
    assert not wrong, wrong


def _own(url: str, address: str) -> bool:
    return url.startswith((address, "blob:", "data:"))


@pytest.fixture
def page(window: Window) -> Any:
    """A window of its own, signed in as nobody."""
    return window()


@pytest.fixture
def sits(window: Window, pit: RunningPit) -> Sits:
    """A new guest in a window of their own who takes a seat: at a new table of a game, or at `table`."""

    def seated(game: str = "", table: str = "", **options: Any) -> Player:
        return Player(window(**options), table or pit.table(game)).sit()

    return seated


def sign_in(context: Any, name: str) -> None:
    """Sign in without the form: tests/pages/test_papers_page.py uses it."""
    answer = context.request.post("/v1/sign-in", data={"name": name, "password": PASSWORD})
    assert answer.ok, answer.text()
