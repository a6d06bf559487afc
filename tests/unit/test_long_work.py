"""What a long command says of itself: nothing under two seconds, then what it does and an estimate, on standard error."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

import houseway
from houseway.cli.long_work import FIRST_NOTE, NEXT_NOTES, Notes, Pace, showing
from houseway.cli.run_display import watched
from houseway.core.progress import stage, working_on


class Clock:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def paced(*reports: tuple[float, str], at: float) -> str:
    """What is told at one moment, after these reports at theirs."""
    clock = Clock()
    pace = Pace(clock)
    for moment, what in reports:
        clock.now = moment
        pace.heard(what)
    clock.now = at
    return pace.told()


def test_the_time_left_comes_from_what_is_done() -> None:
    assert paced(at=7) == "7 s so far"
    assert paced((0, "pass (1 of 10 wagers)"), at=5) == "5 s so far"
    assert paced((0, "pass (1 of 10 wagers)"), (4, "come (3 of 10 wagers)"), at=6) == "6 s so far, about 14 s left"
    assert paced((0, "1 of 1,000 rounds"), (60, "101 of 1,000 rounds"), at=60) == "60 s so far, about 9 min left"
    assert paced((0, "5 of 5"), (9, "1 of 5"), at=9) == "9 s so far"  # it began anew


def test_parts_within_parts_are_estimated_by_the_innermost() -> None:
    reports = ((0, "part 1 of 3"), (10, "part 2 of 3: a (1 of 4)"), (20, "part 2 of 3: b (2 of about 4): 7 positions"))
    assert paced(*reports, at=20) == "20 s so far, about 30 s left of this part"
    assert paced(*reports, (21, "part 3 of 3"), at=25).startswith("25 s so far")


def test_nothing_is_said_of_what_is_done_at_once_and_notes_come_seldom() -> None:
    assert (FIRST_NOTE, NEXT_NOTES) == (2.0, 5.0)
    said: list[str] = []
    with Notes(said.append, first=5, following=5) as notes:
        notes.heard("3 of 4")
    assert said == []
    with Notes(said.append, first=0.05, following=60) as notes:
        notes.heard("part 1 of 2")
        time.sleep(0.3)
    assert said == ["houseway: part 1 of 2 (0 s so far)"]


def test_in_a_pipe_it_is_told_on_standard_error_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Notes.__init__, "__defaults__", (*(Notes.__init__.__defaults__ or ())[:1], 0.05, 60))
    with showing(), stage("odds (2 of 9 wagers)"):
        working_on("250 positions")
        time.sleep(0.3)
    out, err = capsys.readouterr()
    assert (out, err) == ("", "houseway: odds (2 of 9 wagers): 250 positions (0 s so far)\n")
    with showing(quiet=True), stage("odds"):  # with --json, standard error is for one JSON object
        time.sleep(0.3)
    assert capsys.readouterr() == ("", "")
    with watched(1_000_000, quiet=False) as seen:
        seen.heard(250_000, lambda: ())
        time.sleep(0.3)
    assert capsys.readouterr() == ("", "houseway: playing: 250,000 of 1,000,000 rounds (0 s so far)\n")


def test_a_long_command_in_a_pipe_keeps_standard_output_clean(tmp_path: Path) -> None:
    typed = "from houseway.cli import long_work, main; long_work.Notes.__init__.__defaults__ = (long_work.say, .01, .1); main()"
    here = {
        "PYTHONPATH": str(Path(houseway.__file__).parents[1]),
        "HOUSEWAY_CACHE": str(tmp_path),
        "PATH": "/usr/bin:/bin",
    }
    arguments = [sys.executable, "-c", typed, "odds", "craps", "pass", "come"]
    plain = subprocess.run(arguments, capture_output=True, text=True, check=True, env={**here, "LANG": "C.UTF-8"})
    assert "so far" in plain.stderr and "so far" not in plain.stdout
    assert all(line.startswith("houseway: ") for line in plain.stderr.splitlines())
    document = subprocess.run([*arguments, "--json"], capture_output=True, text=True, check=True, env=here)
    assert document.stderr == "" and json.loads(document.stdout)["game"] == "craps"
