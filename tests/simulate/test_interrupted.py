"""A run that is stopped shows the figures so far, says how to continue, and resumes to the same digits."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import houseway
from houseway.cli import app
from houseway.cli.run_display import watched
from houseway.simulate import Interrupted
from houseway.simulate import chunks as running
from houseway.simulate.chunks import CHUNK
from support import variants
from warm_python import PROGRAM, warm_pipes

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
BETS = ["--bet", "pass=10", "--bet", "come=5"]
VERB, TYPED = ["simulate", "craps", *BETS, "--json"], "from houseway.cli import main; main()"
SMALL = 1 << 14


def finished(*arguments: str) -> dict[str, Any]:
    done = CliRunner().invoke(app, ["simulate", "craps", *BETS, "--json", *arguments])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("number", variants([signal.SIGINT], [signal.SIGTERM]))
def test_a_run_that_is_stopped_shows_its_figures_and_goes_on_to_the_same_digits(
    number: signal.Signals, tmp_path: Path
) -> None:
    file = tmp_path / "run.json"
    kept = ["--checkpoint", str(file)]
    call = (*VERB, "--rounds", "1e14", "--threads", "1", *kept)
    process = warm_pipes(PROGRAM, TYPED, *call, environment=ENVIRONMENT, pipes=("stdout", "stderr"))
    assert process.stdout is not None and process.stderr is not None
    try:
        for _ in range(1200):
            if file.exists() or process.poll() is not None:
                break
            time.sleep(0.05)
        process.send_signal(number)
        shown, told = process.stdout.read(), process.stderr.read()
        process.wait(60)
    finally:
        process.kill()
        process.stdout.close()
        process.stderr.close()
    chunks = json.loads(file.read_text())["chunks"]
    so_far = json.loads(shown)
    assert chunks >= 1 and process.returncode == 130
    assert json.loads(told)["error"] == {
        "kind": "interrupted",
        "message": f"interrupted after {chunks * CHUNK:,} of 100,000,000,000,000 rolls; they are in {file}: "
        "run the same command again to continue",
    }
    assert so_far["interrupted"] and (so_far["rounds"], so_far["rounds_asked"]) == (chunks * CHUNK, 10**14)
    if number == signal.SIGTERM:
        return  # from here on it is the same file, whatever the signal
    assert so_far["wagers"] == finished("--rounds", str(chunks * CHUNK))["wagers"]
    rounds = ["--rounds", str((chunks + 3) * CHUNK + 12_345)]
    resumed, whole = finished(*rounds, *kept), finished(*rounds)
    assert resumed["wagers"] == whole["wagers"] and not resumed["interrupted"]
    assert resumed["rounds"] == whole["rounds"] == (chunks + 3) * CHUNK + 12_345


@pytest.fixture
def _stopped_after_five(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the sixth of many small chunks."""
    monkeypatch.setattr(running, "CHUNK", SMALL)
    monkeypatch.setattr("houseway.simulate.checkpoint.CHUNK", SMALL)
    honest = running.Reached.and_one

    def and_one(self: running.Reached, counts: Any, size: int) -> running.Reached:
        if self.chunks == 5:
            raise KeyboardInterrupt
        return honest(self, counts, size)

    monkeypatch.setattr(running.Reached, "and_one", and_one)


@pytest.mark.usefixtures("_stopped_after_five")
def test_the_figures_so_far_stay_on_the_screen(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        app, ["simulate", "craps", *BETS, "--rounds", "1e6", "--csv", str(tmp_path / "so-far.csv")]
    )
    assert done.exit_code == 130
    assert f"{5 * SMALL:,} rolls" in done.stdout and "come" in done.stdout and "-1.4141%" in done.stdout
    assert done.stderr == (
        f"houseway: interrupted after {5 * SMALL:,} of 1,000,000 rolls; they are not saved: with --checkpoint FILE "
        "a run can continue where it stopped\n"
    )
    assert (tmp_path / "so-far.csv").read_text().count("\n") == 3, "what was asked for is written"
    file = tmp_path / "run.json"
    done = CliRunner().invoke(app, ["simulate", "craps", *BETS, "--rounds", "1e6", "--checkpoint", str(file)])
    assert f"they are in {file}: run the same command again to continue" in done.stderr


@pytest.mark.usefixtures("_stopped_after_five")
def test_python_finds_the_figures_so_far_in_the_interruption() -> None:
    with pytest.raises(KeyboardInterrupt) as raised:
        houseway.load("craps").simulate(10**6, {"pass": 1000}, threads=2)
    assert isinstance(raised.value, Interrupted)
    so_far = raised.value.so_far
    assert so_far.interrupted and so_far.played.rounds == 5 * SMALL
    assert so_far.wagers == houseway.load("craps").simulate(5 * SMALL, {"pass": 1000}).wagers


def test_before_the_first_chunk_there_is_nothing_to_show(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("houseway.simulate.run", stop)
    done = CliRunner().invoke(app, ["simulate", "craps", *BETS, "--rounds", "1e6"])
    assert (done.exit_code, done.stdout) == (130, "")
    assert done.stderr == "houseway: interrupted before the first rounds were counted\n"


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_at_a_terminal_the_first_rounds_stay_on_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = houseway.load("craps").simulate(SMALL, {"pass": 1000}).wagers
    monkeypatch.setattr("sys.stderr", screen := _Terminal())

    def interrupted() -> None:
        with watched(10**6, quiet=False) as seen:
            assert seen.preview is not None
            seen.preview(tuple(rows), SMALL)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    left = screen.getvalue().rpartition("\x1b[2K")[2]  # after the last line that was erased
    assert "pass" in left and f"the first {SMALL:,} rounds, by the rules themselves" in left


@pytest.mark.parametrize("after", [0, 2])
def test_sessions_so_far_are_shown(after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from houseway.simulate import sessions

    followed, honest = list[int](), sessions.Sessions.add

    def add(self: sessions.Sessions, *parts: Any) -> None:
        if len(followed) == after:
            raise KeyboardInterrupt
        followed.append(1)
        honest(self, *parts)

    monkeypatch.setattr(sessions.Sessions, "add", add)
    call = ["simulate", "roulette", "--bet", "red=10", "--rounds", "1e6", "--session", "100", "--json"]
    done = CliRunner().invoke(app, call)
    document = json.loads(done.stdout)
    assert done.exit_code == 130 and document["interrupted"] and document["rounds"] == 10**6
    assert [row["sessions"] for row in document.get("sessions", [])] == ([after * (65536 // 100)] if after else [])
    assert "interrupted in the sessions, after all 1,000,000 spins" in done.stderr
