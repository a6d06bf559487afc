"""Printed answers: any width, plain ASCII if the terminal has no more, times, searches and exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

import houseway
from houseway.cli import app
from houseway.cli.common import say
from houseway.cli.encoding import is_ascii_only, plain
from houseway.cli.widths import columns_unseen
from houseway.games import games
from support import variants
from warm_python import PROGRAM, warm_python

TYPED = "from houseway.cli import main; main()"
REFUSED = """\
{"do": "buy-in", "seat": 1, "cents": 10000}
{"do": "wager", "seat": 1, "id": "small", "cents": 500}
{"do": "result", "dice": [1, 2, 3], "by": "player"}
"""


def called(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A verb in a process of its own, with its output in a pipe."""
    names = ("LANG", "LC_ALL", "LC_CTYPE", "COLUMNS", "PYTHONIOENCODING", "PYTHONUTF8")
    here = {name: value for name, value in os.environ.items() if name not in names}
    here = {**here, "PYTHONPATH": str(Path(houseway.__file__).parents[1]), **environment}
    done = subprocess.run([sys.executable, "-c", TYPED, *arguments], capture_output=True, check=False, env=here)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("width", ["1", "12", "20", "40", "79", "80", "110", "200"])
def test_games_never_cuts_the_id_that_one_must_type(width: str) -> None:
    shown = CliRunner().invoke(app, ["games"], env={"COLUMNS": width}).stdout
    assert set(games()) <= {line.split()[0] for line in shown.splitlines() if line[:1].strip()}


@pytest.mark.parametrize(("width", "longest"), [("50", 50), ("120", 120)])
def test_columns_is_honoured_in_a_pipe(width: str, longest: int) -> None:
    here = {**os.environ, "COLUMNS": width, "LANG": "C.UTF-8"}
    shown = warm_python(PROGRAM, TYPED, "rules", "sic-bo", "625a.5", environment=here).stdout
    lines = [len(line) for line in shown.splitlines()]
    assert longest - 15 < max(lines) <= longest


@pytest.mark.parametrize(
    ("columns", "width"), [("", 150), ("0", 150), ("-5", 150), ("abc", 150), ("60", 60), ("9" * 30, 150)]
)
def test_columns_that_are_no_width_are_passed_over(columns: str, width: int) -> None:
    assert columns_unseen({"COLUMNS": columns}) == width


@pytest.mark.parametrize(
    ("encoding", "environment", "ascii_only"),
    [
        ("ascii", {}, True),
        ("latin-1", {}, True),
        ("utf-8", {}, False),
        ("utf-8", {"LANG": "C"}, True),
        ("utf-8", {"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),  # as Python itself changes it at its start
        ("utf-8", {"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, True),
        ("utf-8", {"LANG": "C", "LC_CTYPE": "en_US.UTF-8"}, False),
        ("utf-8", {"LANG": "C.UTF-8"}, False),
        ("utf-8", {"LANG": "C", "PYTHONIOENCODING": "utf-8"}, False),
    ],
)
def test_a_terminal_is_plain_by_its_encoding_or_its_locale(
    encoding: str, environment: dict[str, str], ascii_only: bool
) -> None:
    assert is_ascii_only(encoding, environment) is ascii_only


def test_characters_are_spelled_in_ascii() -> None:
    assert plain("[§625a.3, § 625a.6] ●$5 … ─│┼", True) == "[Sec. 625a.3, Sec. 625a.6] *$5 ... -|+"
    assert plain("§ 625a.3 ●", False) == "§ 625a.3 ●"


@pytest.mark.parametrize("environment", variants([{"LANG": "C"}], [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}]))
def test_nothing_in_a_plain_locale_is_beyond_ascii_or_a_question_mark(environment: dict[str, str]) -> None:
    drawn = called("play", "sic-bo", "--seed", "7", **environment).stdout
    assert drawn.isascii() and "?" not in drawn
    assert "+--" in drawn and "*$5" in drawn and "[Sec. 625a.4(a)]" in drawn
    told = called("rules", "sic-bo", "625a.3(6)", **environment).stdout
    assert told.isascii() and "Sec. 625a.3(6)  The Small Bet" in told


def test_json_in_a_plain_locale_escapes_and_loses_nothing() -> None:
    arguments = ("new", "sic-bo", "--set", "holder=Café 🎲", "--json")
    here = {**os.environ, "LANG": "C.UTF-8"}
    escaped, written = (
        called(*arguments, LANG="C").stdout,
        warm_python(PROGRAM, TYPED, *arguments, environment=here).stdout,
    )
    assert escaped.isascii() and not written.isascii()
    assert json.loads(escaped) == json.loads(written)
    assert json.loads(escaped)["holder"] == "Café 🎲"


def test_a_script_whose_every_result_was_refused_says_so_and_ends_with_1(tmp_path: Path) -> None:
    script = tmp_path / "refused.jsonl"
    script.write_text(REFUSED)
    done = CliRunner().invoke(app, ["play", "sic-bo", "--script", str(script)])
    assert done.exit_code == 1 and "Refused: result by the player" in done.stdout
    told = "the table refused the only result of the script, so no round was decided; line 3: the dealer uncovers"
    assert told in done.stderr
    script.write_text(REFUSED + '{"do": "no-more-bets"}\n{"do": "result", "dice": [1, 2, 3]}\n')
    one_taken = CliRunner().invoke(app, ["play", "sic-bo", "--script", str(script)])
    assert (one_taken.exit_code, one_taken.stderr) == (0, "")
    script.write_text("".join(REFUSED.splitlines(keepends=True)[:2]))
    without = CliRunner().invoke(app, ["play", "sic-bo", "--script", str(script)])
    assert (without.exit_code, without.stderr) == (0, "")


def test_replay_has_times_and_event_numbers_and_play_has_none(tmp_path: Path) -> None:
    script, journal = tmp_path / "round.jsonl", str(tmp_path / "table.jsonl")
    script.write_text(
        REFUSED.replace('{"do": "result"', '{"do": "no-more-bets"}\n{"do": "result"').replace(', "by": "player"', "")
    )
    played = CliRunner().invoke(app, ["play", "sic-bo", "--script", str(script), "--seed", "7", "--journal", journal])
    assert "#14" not in played.stdout and "00:00:02" not in played.stdout
    shown = CliRunner().invoke(app, ["replay", journal]).stdout.splitlines()
    assert shown[:2] == ["Opening", "  2011-06-01, times in UTC"]
    assert "  00:00:01  #1   The table is set up for sic-bo" in shown[2]
    assert "  00:00:02  #14  Seat 1 buys in for $100.00." in shown
    alone = CliRunner().invoke(app, ["replay", journal, "--round", "1"]).stdout.splitlines()
    assert alone[:2] == ["Round 1", "  2011-06-01, times in UTC"]


def test_rules_are_searched_for_a_word() -> None:
    found = CliRunner().invoke(app, ["rules", "craps", "--search", "Shooter", "--json"])
    hits = json.loads(found.stdout)["found"]
    assert {hit["kind"] for hit in hits} == {"paragraph", "reading", "step"}
    assert all("shooter" in hit["line"].lower() and hit["cite"].startswith("623a.") for hit in hits)
    everywhere = json.loads(CliRunner().invoke(app, ["rules", "--search", "shooter", "--json"]).stdout)["found"]
    assert [(hit["cite"], hit["line"]) for hit in everywhere] == [(hit["cite"], hit["line"]) for hit in hits]
    shown = CliRunner().invoke(app, ["rules", "craps", "--search", "shooter"]).stdout
    assert "  § 623a.10(a)(1)  On a loser 7 the shooter must pass the dice." in shown
    within = json.loads(CliRunner().invoke(app, ["rules", "craps", "10", "--search", "shooter", "--json"]).stdout)
    assert {hit["cite"].partition("(")[0] for hit in within["found"]} == {"623a.10"}


def test_rules_are_searched_for_nicknames_of_wagers() -> None:
    """Casino words that no text contains: the wagers that they mean, each with its paragraph."""
    yo = CliRunner().invoke(app, ["rules", "craps", "--search", "YO"]).stdout
    assert "§ 623a.3(b)" not in yo and " wager eleven:  " in yo and 'players also say "yo", ' in yo
    assert '"hi lo yo" can mean Craps Two Bet, Craps Twelve Bet or 11 in One Roll Bet.' in yo
    corner = json.loads(CliRunner().invoke(app, ["rules", "roulette", "--search", "corner", "--json"]).stdout)["found"]
    (wager,) = [hit for hit in corner if hit["kind"] == "wager"]
    assert wager["name"] == "four-numbers" and wager["line"].startswith(
        '22 wagers: players also say "corner 1 2 4 5", '
    )


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["rules", "--search", "zebra"], 1, 'no paragraph, reading, step or nickname of any game contains "zebra"'),
        (
            ["rules", "sic-bo", "--search", "ooter"],
            1,
            'no paragraph, reading, step or nickname of sic-bo contains "ooter"',
        ),
        (["rules", "--search", " "], 2, "--search: is empty; write a word"),
        (["rules"], 2, "which game? Type: houseway rules GAME|FILE"),
        (["rules", "--search", "die", "--set", "a=b"], 2, "--set needs one game"),
    ],
)
def test_a_search_that_finds_nothing_ends_with_1(arguments: list[str], code: int, message: str) -> None:
    done = CliRunner().invoke(app, arguments)
    assert (done.exit_code, done.stdout) == (code, "")
    assert message in done.stderr


@pytest.mark.parametrize(
    "arguments", [["check", "casino-war"], ["check", "craps", "--set", "decks=0"], ["play", "big-six", "--seed", "1"]]
)
def test_text_is_folded_at_the_width_that_is_asked_for(arguments: list[str]) -> None:
    """Without COLUMNS, lines in a pipe stay whole."""
    asked, whole = (CliRunner().invoke(app, arguments, env={"COLUMNS": width}).stdout for width in ("80", ""))
    assert max(map(len, asked.splitlines())) <= 80 < max(map(len, whole.splitlines()))
    assert asked.split() == whole.split() or arguments[0] == "play"  # at play the layout is drawn as wide as it may be


@pytest.mark.parametrize(
    "arguments", [["odds", "sic-bo"], ["readings", "big-six"], ["design", "big-six", "--edge", "15%"]]
)
def test_no_line_in_a_pipe_ends_with_blanks(arguments: list[str]) -> None:
    shown = CliRunner().invoke(app, arguments, env={"COLUMNS": "80"}).stdout.splitlines()
    assert shown and [line for line in shown if line != line.rstrip()] == []


def test_a_file_that_cannot_be_written_is_found_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(*_: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr("houseway.documents.vectors.as_files", work)
    (tmp_path / "file").touch()
    for verb, option, name in (
        (["vectors", "sic-bo"], "--out", "file/folder"),
        (["diff", "sic-bo", "x", "y"], "--html", "none/x.html"),
        (["readings", "sic-bo"], "--chart", "none/x.svg"),
        (["hold", "sic-bo"], "--chart", "none/x.svg"),
        (["design", "sic-bo", "--edge", "1%"], "--out", "none/x.toml"),
        (["report", "none.jsonl"], "--csv", "none/x.csv"),
    ):
        done = CliRunner().invoke(app, [*verb, option, str(tmp_path / name)])
        assert done.exit_code == 2 and f"{option} " in done.stderr and "cannot be written" in done.stderr, verb


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_an_error_at_a_terminal_is_folded_between_words_and_in_a_pipe_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "houseway: sic-bo.toml: no such file; write the name of a game or of a file that there is"
    monkeypatch.setenv("COLUMNS", "40")
    terminal, pipe = _Terminal(), StringIO()
    for stream in (terminal, pipe):
        monkeypatch.setattr(sys, "stderr", stream)
        say(text)
    assert pipe.getvalue() == text + "\n"
    lines = terminal.getvalue().splitlines()
    assert len(lines) == 3 and all(len(line) <= 40 for line in lines)
    assert " ".join(line.strip() for line in lines) == text
