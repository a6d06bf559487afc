"""A running table notices at its next command that somebody removed, replaced or changed its records, and stops for good."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from houseway.cli.play import finish
from houseway.games import load
from houseway.law import BadInput
from houseway.records import Desk, RecordLost, house_path, open_desk
from warm_python import PROGRAM, warm_pipes


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def append(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"{}\n")


def replace(path: Path) -> None:
    content = path.read_bytes()
    path.unlink()
    path.touch(0o600)
    path.write_bytes(content)


def link(path: Path) -> None:
    """A link to the very same file in another place."""
    path.rename(path.with_name("moved"))
    path.symlink_to(path.with_name("moved"))


def remove_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("gone"))


HOW: list[tuple[Callable[[Path], None], str]] = [
    (Path.unlink, "was removed"),
    (truncate, "another process changed it"),
    (append, "another process changed it"),
    (replace, "was replaced"),
    (link, "was replaced"),
    (remove_folder, "was removed"),
]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    (tmp_path / "table").mkdir()
    desk = open_desk(*load("casino-war"), tmp_path / "table" / "t.jsonl")
    desk.table.open()
    desk.table.buy_in(1, 100_000)
    return desk


@pytest.mark.parametrize("which", ["journal", "house"])
@pytest.mark.parametrize(("how", "why"), HOW, ids=lambda value: getattr(value, "__name__", ""))
def test_a_running_table_notices_and_stops(desk: Desk, which: str, how: Callable[[Path], None], why: str) -> None:
    assert desk.journal is not None
    path = desk.journal.path
    harmed = path if which == "journal" else house_path(path)
    how(harmed)
    before = {each: each.read_bytes() for each in path.parents[1].rglob("t.jsonl*")}
    plain = desk.table.plain
    named = path if how is remove_folder else harmed
    for _ in range(2):  # it stays so
        with pytest.raises(RecordLost, match=f"{named.name}: .*{why}.*nothing more is recorded"):
            desk.table.wager(1, "initial", 1000)
    assert desk.table.plain == plain
    assert {each: each.read_bytes() for each in path.parents[1].rglob("t.jsonl*")} == before
    with pytest.raises(RecordLost):
        desk.finish()
    desk.close()


def test_a_table_whose_journal_was_put_back_stays_stopped(desk: Desk) -> None:
    assert desk.journal is not None
    path = desk.journal.path
    path.rename(path.with_name("elsewhere"))
    with pytest.raises(RecordLost):
        desk.table.wager(1, "initial", 1000)
    path.with_name("elsewhere").rename(path)
    with pytest.raises(RecordLost, match="was removed"):
        desk.table.wager(1, "initial", 1000)
    desk.close()
    desk = open_desk(*load("casino-war"), path)  # started again it goes on
    desk.table.wager(1, "initial", 1000)
    desk.close()


def test_a_journal_that_goes_before_it_is_sealed_is_an_error_of_the_command_line(desk: Desk) -> None:
    assert desk.journal is not None
    desk.table.close()
    desk.journal.path.unlink()
    with pytest.raises(RecordLost, match="was removed"):
        finish(desk)
    desk.close()


def test_a_table_goes_on_when_its_process_changes_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    desk = open_desk(*load("sic-bo"), Path("t.jsonl"))
    desk.table.open()
    monkeypatch.chdir("/")
    desk.table.buy_in(1, 1000)
    desk.close()
    assert b'"bought-in"' in (tmp_path / "t.jsonl").read_bytes()


def test_a_disk_that_fills_up_while_secrets_are_written_changes_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert desk.journal is not None
    path = desk.journal.path
    before = path.read_bytes(), house_path(path).read_bytes(), desk.table.plain
    real = os.pwrite

    def half(descriptor: int, data: bytes, offset: int) -> int:
        real(descriptor, data[: len(data) // 2], offset)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "pwrite", half)
    with pytest.raises(BadInput, match="No space left on device"):
        desk.table.wager(1, "initial", 1000)
    monkeypatch.undo()
    assert (path.read_bytes(), house_path(path).read_bytes(), desk.table.plain) == before
    desk.table.wager(1, "initial", 1000)
    desk.close()


def test_the_command_line_ends_with_2_when_its_journal_goes(tmp_path: Path) -> None:
    """The journal is removed after the first wager is shown."""
    path, script = tmp_path / "t.jsonl", tmp_path / "script"
    rounds = [{"do": "wager", "seat": 1, "id": "small", "cents": 500}, {"do": "no-more-bets"}, {"do": "draw"}] * 3000
    commands = [{"do": "buy-in", "seat": 1, "cents": 5_000_000}, *rounds]
    script.write_text("".join(json.dumps(command) + "\n" for command in commands))
    run, call = "from houseway.cli import main; main()", ("play", "sic-bo", "--script", str(script))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"}
    given, pipes = (*call, "--journal", str(path), "--json"), ("stdout", "stderr")
    with warm_pipes(PROGRAM, run, *given, environment=environment, pipes=pipes) as process:
        assert process.stdout is not None and process.stderr is not None
        while "wager-placed" not in process.stdout.readline():
            pass
        path.unlink()
        process.stdout.read()
        said = process.stderr.read()
    assert process.returncode == 2, said
    assert "t.jsonl: was removed while the table was open" in said
    assert not path.exists()
