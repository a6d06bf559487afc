"""axe-core finds nothing on odds, rulebook and papers."""

from __future__ import annotations

from typing import Any

import pytest

PATHS = (
    "/odds", "/odds/big-six", "/odds/big-six#simulation", "/odds/casino-war#strategy", "/odds/big-six#tonight", "/rules",
    "/rules/big-six#619a.2(e)", "/rules/big-six?was=2011-proposed&now=2011-comment", "/papers", "/papers#print",
)  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_nothing(page: Any, path: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page.goto(path)
    page.locator("main h1").wait_for()
    page.wait_for_timeout(400)
    found = axe.Axe().run(page).response["violations"]
    assert not found, [(each["id"], each["nodes"][0]["html"]) for each in found]
