"""The progress of a long command on standard error: nothing under two seconds, then the current work and an estimate."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console
from rich.spinner import Spinner
from typer.testing import CliRunner

import houseway
from houseway.cli import app
from houseway.cli.long_work import FIRST_NOTE, NEXT_NOTES, Notes, Pace, showing
from houseway.cli.run_display import watched
from houseway.core.progress import stage, told_to, working_on
from houseway.games import load
from houseway.odds import graph, solve
from houseway.odds.sheet import rows_of
from houseway.records import journal_reader, read_events
from support import advised
from warm_python import PROGRAM, warm_python


class Clock:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def paced(*reports: tuple[float, str], at: float) -> str:
    """The text shown at one moment, after these reports at their own moments."""
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
    assert (
        paced((0, "7 positions, 0.0% done"), (10, "9 positions, 25.0% done"), at=10) == "10 s so far, about 30 s left"
    )


def test_there_is_no_estimate_before_there_is_evidence() -> None:
    """The first hundredth of the work says little about the rest, unless it took long."""
    assert paced((0, "0.0% done"), (10, "1.0% done"), at=10) == "10 s so far"
    assert paced((0, "0.0% done"), (20, "1.0% done"), at=20) == "20 s so far, about 33 min left"  # it will be long
    assert paced((0, "0.0% done"), (10, "2.0% done"), at=10) == "10 s so far, about 8 min left"
    assert paced((0, "1 of 100,000 bytes"), (10, "1,001 of 100,000 bytes"), at=10) == "10 s so far"
    assert paced((0, "1 of 100,000 bytes"), (10, "25,001 of 100,000 bytes"), at=10) == "10 s so far, about 30 s left"


def test_at_a_terminal_the_line_is_made_when_it_is_drawn() -> None:
    clock = Clock()
    pace = Pace(clock)
    out = Console(file=io.StringIO(), width=80, force_terminal=True, color_system=None)
    assert drawn(out, pace) == "working it out (0 s so far) …"
    pace.heard("best play [with every hand]")
    clock.now = 7
    assert drawn(out, pace) == "best play [with every hand] (7 s so far) …"  # nobody has reported since


def drawn(out: Console, pace: Pace) -> str:
    """A spinner's line, without the spinner."""
    with out.capture() as taken:
        out.print(Spinner("line", pace), markup=False)
    return taken.get().strip()[1:].strip()


def reports(work: Callable[[], object]) -> list[str]:
    """Everything that work tells to a listener."""
    heard: list[str] = []
    with told_to(heard.append):
        work()
    return heard


def test_a_walk_tells_how_far_it_is_and_so_does_its_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (graph, solve):
        monkeypatch.setattr(module, "TOLD_EVERY", 10)
    game, rules = load("casino-war", [])
    other_players = game.walk.other_players(rules, "tie", 2) or ()
    heard = reports(lambda: list(rows_of(game, rules, "tie", other_players)))
    walked = [float(found[1]) for each in heard if (found := re.search(r"([0-9.]+)% done", each))]
    assert len(walked) > 1 and walked == sorted(walked) and walked[-1] <= 100
    solved = [each for each in heard if re.fullmatch(r"solving [0-9,]+ of [0-9,]+ positions", each)]
    assert solved


def test_a_large_journal_is_told_by_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "table.jsonl"
    desk = houseway.load("sic-bo").recorded(journal, seed=7)
    for _ in range(10):
        desk.table.deal()
    desk.finish()
    assert reports(lambda: read_events(journal)) == []  # short work says nothing
    monkeypatch.setattr(journal_reader, "TOLD_BYTES", 2000)
    size = journal.stat().st_size
    for work in (lambda: houseway.replay(journal), lambda: houseway.audit(journal)):
        heard = reports(work)
        assert len(heard) > 2 and all(each.endswith(f" of {size:,} bytes") for each in heard)


def test_audit_and_replay_name_what_they_do_with_the_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "table.jsonl"
    houseway.load("sic-bo").recorded(journal, seed=7).finish()
    monkeypatch.setattr(journal_reader, "TOLD_BYTES", 500)
    for verb, doing in (("audit", "deciding every command of the journal again"), ("replay", "reading the journal")):
        heard: list[str] = []
        monkeypatch.setattr(Notes, "heard", lambda _self, what, heard=heard: heard.append(what))
        assert CliRunner().invoke(app, [verb, str(journal)]).exit_code == 0
        assert any(re.fullmatch(rf"{doing}: [0-9,]+ of [0-9,]+ bytes", each) for each in heard)


@pytest.mark.nightly
def test_a_split_with_every_card_seen_tells_its_light_and_how_far_it_is() -> None:
    book = houseway.load("down-under-blackjack")
    heard: list[str] = []
    advised(book.game)(book.rules, {"hand": "10,10", "up": "6", "exact": "yes"}, heard.append)
    assert any(
        re.fullmatch(
            r"a split under the small light \(1 of 3\): the second hand after [0-9,]+ of [0-9,]+ first hands", each
        )
        for each in heard
    )


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
    arguments = ("odds", "craps", "pass", "come")
    plain = warm_python(PROGRAM, typed, *arguments, environment={**here, "LANG": "C.UTF-8"})
    assert plain.returncode == 0 and "so far" in plain.stderr and "so far" not in plain.stdout
    assert all(line.startswith("houseway: ") for line in plain.stderr.splitlines())
    document = warm_python(PROGRAM, typed, *arguments, "--json", environment=here)
    assert document.returncode == 0 and document.stderr == "" and json.loads(document.stdout)["game"] == "craps"
