"""The results of a page can be taken along: a link, and commands for a terminal, Python and curl, each of which is run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import houseway
from pages.running_pit import RunningPit
from pages.seeing import expect

HERE = {**os.environ, "PYTHONPATH": str(Path(houseway.__file__).parents[1])}  # the Houseway that is tested

NIGHT = pytest.mark.nightly
PLACES = (
    pytest.param("/odds/roulette?wheel=single-zero", marks=NIGHT),
    "/odds/big-six?limits.min_cents=500",
    pytest.param("/rules/big-six?edition=2011-comment#619a.2", marks=NIGHT),
    pytest.param("/odds/big-six#simulation/joker/5/", marks=NIGHT),
    pytest.param("/odds/big-six#tonight/joker/5/2/8/60", marks=NIGHT),
    pytest.param("/odds/casino-war#strategy", marks=NIGHT),
    pytest.param("/rules/big-six?was=2011-proposed&now=2011-comment", marks=NIGHT),
)


def taken(page: Any, path: str) -> dict[str, str]:
    """The offered commands by their headings."""
    page.goto(path)
    page.locator(".take:visible summary").first.wait_for()
    page.locator(".take:visible summary").first.click()
    page.locator(".way pre").first.wait_for()
    ways = page.locator(".take:visible").first.locator(".way")
    return {each.locator("h3").inner_text(): each.locator("pre").inner_text() for each in ways.all()}


def ran(*command: str, cwd: Path, codes: tuple[int, ...] = (0,)) -> str:
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120, cwd=cwd, env=HERE)
    assert done.returncode in codes, (command, done.stderr)
    return done.stdout


@pytest.mark.parametrize("path", PLACES)
def test_what_is_offered_runs_and_tells_the_same(page: Any, path: str, tmp_path: Path) -> None:
    ways = taken(page, path)
    assert ways["Link"].endswith(path) and "/v1/" in ways["With curl"]
    terminal = ways["In a terminal"].replace("houseway", f"{sys.executable} -m houseway", 1)
    figures = re.compile(r"\d+\.\d{2,}%|\$[\d,]+\.\d\d|§ ?\d{3}a\.[\d()a-z]+")
    found = ran(
        "sh", "-c", terminal, cwd=tmp_path, codes=(0, 1) if " diff " in terminal else (0,)
    )  # 1: the texts differ
    assert figures.search(found), found
    assert ran(sys.executable, "-c", ways["In Python"], cwd=tmp_path).strip()
    if shutil.which("curl"):
        answer = ran("sh", "-c", ways["With curl"], cwd=tmp_path)
        assert answer.startswith("{") and '"code"' not in answer[:200], answer[:300]


def test_a_round_is_taken_along_by_whoever_saw_it(page: Any, pit: RunningPit, tmp_path: Path) -> None:
    table = pit.table("big-six", opened=True)
    ways = taken(page, f"/tables/{table}/replay#session=1&seq=1")  # a guest on this machine
    words = ran(sys.executable, "-c", ways["In Python"], cwd=tmp_path)
    assert words.startswith("The table is set up for big-six under 2011-proposed. A practice table")
    with page.expect_download() as made:
        page.get_by_role("button", name="Save as CSV").click()
    made.value.save_as(tmp_path / "round.csv")
    lines = (tmp_path / "round.csv").read_text().splitlines()
    assert lines[0] == '"seq","round","at","event","says","cites"' and '"table-opened"' in lines[1]


@NIGHT
def test_the_link_of_a_night_brings_its_answer_back(page: Any) -> None:
    page.goto("/odds/big-six#tonight")
    page.get_by_label("Each plays").select_option("joker")
    page.get_by_label("Seats").fill("2")
    page.get_by_role("button", name="What will it hold?").click()
    page.locator(".answer").wait_for()
    told, link = page.locator(".answer").inner_text(), page.url
    page.goto("/rules")
    page.goto(link)
    expect(page.locator(".answer")).to_have_text(told, use_inner_text=True)
