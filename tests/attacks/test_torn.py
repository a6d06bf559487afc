"""Files truncated anywhere: the table resumes with a complete prefix of its commands, or says why it cannot; nothing is lost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from attacks.forging import Base, play_on
from attacks.test_forgeries import base, put
from houseway.core import Wagers
from houseway.law import BadInput
from houseway.records import Desk, audit_journal, house_path
from houseway.records.files import torn_path
from support import variants

WAGERS = {"sic-bo": "small", "casino-war": "initial", "blackjack": "bet", "pai-gow": "wager"}


def play_and_finish(honest: Base, desk: Desk) -> None:
    """Finish the round, play another, then close and seal."""
    table = desk.table
    if table.position.state is None:
        table.open()
    play_on(table)
    if isinstance(table.due, Wagers) and not table.game.law.placed(table.state):
        table.buy_in(1, 10_000)
        table.wager(1, WAGERS[honest.name], 1000)
    if isinstance(table.due, Wagers):
        table.no_more_bets()
    play_on(table)
    desk.finish()
    desk.close()


def batches_of(journal: bytes) -> list[int]:
    """The byte at which each command ends."""
    ends, at = [], 0
    for n, line in enumerate(journal.splitlines(keepends=True)):
        at += len(line)
        start = line.index(b'"batch":[') + 9 if n else 0
        place, count = line[start : line.index(b"]", start)].split(b",") if n else (b"1", b"1")
        if place == count:
            ends.append(at)
    return ends


def cut_journal(honest: Base, size: int, folder: Path, play: bool) -> None:
    """The journal is truncated: complete batches stay, the torn one is moved aside, and the table resumes."""
    path = folder / f"{size}.jsonl"
    whole = honest.open_journal
    house = put(path, whole[:size], honest.open_house)
    keep = max((end for end in batches_of(whole) if end <= size), default=0)
    honest.desk(path).close()
    left = path.read_bytes()
    if keep:
        assert left == whole[:keep], size
    else:  # not even the first line was whole: a new one was written
        assert left.count(b"\n") == 1 and left.startswith(b'{"edition"'), size
        assert size == 0 or torn_path(path).read_bytes() == whole[:size]
        assert torn_path(house).read_bytes() == honest.open_house
    if size > keep:
        assert torn_path(path).read_bytes() == whole[keep:size], size
        assert torn_path(path).stat().st_mode & 0o777 == 0o600
    desk = honest.desk(path)  # a second time nothing is torn any more
    assert not desk.notes and path.read_bytes() == left
    if play:
        play_and_finish(honest, desk)
        assert audit_journal(path, house=house).status == "whole", (size, audit_journal(path, house=house).flaws)
    else:
        desk.close()
    for each in folder.iterdir():
        each.unlink()


def cut_house(honest: Base, size: int, folder: Path) -> bool:
    """The house file is truncated: the table resumes and stays auditable, or nothing changes and an error names the file."""
    path = folder / f"{size}.jsonl"
    house = put(path, honest.open_journal, honest.open_house[:size])
    try:
        desk = honest.desk(path)
    except BadInput as error:
        refused = str(error)
    else:
        refused = ""
        play_and_finish(honest, desk)
        assert audit_journal(path, house=house).status == "whole", size
    if refused:
        assert f"{size}.jsonl" in refused
        assert (path.read_bytes(), house.read_bytes()) == (honest.open_journal, honest.open_house[:size])
    for each in folder.iterdir():
        each.unlink()
    return not refused


@pytest.mark.parametrize(
    "name", variants(["sic-bo", "blackjack"], [each for each in WAGERS if each not in ("sic-bo", "blackjack")])
)
def test_a_journal_that_is_cut_goes_on_with_a_whole_prefix(name: str, tmp_path: Path) -> None:
    honest = base(name)
    step = max(1, len(honest.open_journal) // (37 * 40)) * 37
    for n, size in enumerate([0, 1, 200, *range(37, len(honest.open_journal), step)]):
        cut_journal(honest, size, tmp_path, play=n % 12 == 1)


@pytest.mark.nightly
@pytest.mark.parametrize("name", WAGERS)
def test_a_journal_that_is_cut_at_any_byte_goes_on_with_a_whole_prefix(name: str, tmp_path: Path) -> None:
    honest = base(name)
    for size in range(len(honest.open_journal) + 1):
        cut_journal(honest, size, tmp_path, play=size % 37 == 0)


@pytest.mark.parametrize("name", variants(["pai-gow"], ["casino-war", "blackjack"]))
def test_a_house_file_that_is_cut_is_enough_or_named(name: str, tmp_path: Path) -> None:
    honest = base(name)
    size = len(honest.open_house)
    assert cut_house(honest, size, tmp_path)
    assert not any(cut_house(honest, each, tmp_path) for each in range(1, size, 37 * 11))


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["casino-war", "blackjack", "pai-gow"])
def test_a_house_file_that_is_cut_at_any_byte_is_enough_or_named(name: str, tmp_path: Path) -> None:
    honest = base(name)
    went_on = [size for size in range(len(honest.open_house) + 1) if cut_house(honest, size, tmp_path)]
    assert went_on[-1] == len(honest.open_house)
    print(f"\n{name}: of {len(honest.open_house) + 1} cuts of the house file the table went on after {len(went_on)}")


def test_torn_bytes_of_a_house_file_are_put_aside(tmp_path: Path) -> None:
    honest, path = base("casino-war"), tmp_path / "t.jsonl"
    house = put(path, honest.open_journal, honest.open_house + b'{"sealed":"half a sec')
    honest.desk(path).close()
    assert house.read_bytes() == honest.open_house
    assert torn_path(house).read_bytes() == b'{"sealed":"half a sec'
    assert torn_path(house).stat().st_mode & 0o777 == 0o600


def test_a_damaged_line_in_the_middle_of_a_house_file_costs_nothing_behind_it(tmp_path: Path) -> None:
    honest, path = base("pai-gow"), tmp_path / "t.jsonl"
    lines = honest.open_house.splitlines(keepends=True)
    damaged = b"".join([*lines[:3], lines[3].replace(b'"salt"', b"'salt'"), *lines[4:]])
    house = put(path, honest.open_journal, damaged)
    with pytest.raises(BadInput, match=r"t\.jsonl\.house: line 4 is damaged and is not the last line"):
        honest.desk(path)
    assert house.read_bytes() == damaged


@pytest.mark.parametrize("house", [None, b"", b'{"hou', b'{"house":"houseway-house/1","key":"00"}\n'])
def test_a_table_that_was_killed_while_its_files_were_made_is_begun_anew(house: bytes | None, tmp_path: Path) -> None:
    honest, path = base("casino-war"), tmp_path / "t.jsonl"
    beside = put(path, b"", house or b"")
    if house is None:
        beside.unlink()
    desk = honest.desk(path)
    play_and_finish(honest, desk)
    assert audit_journal(path, house=beside).whole
    assert not house or torn_path(beside).read_bytes() == house


# Links and other people


def lay(how: str, there: Path, elsewhere: Path) -> None:
    """Something that is already where our file should be."""
    if how in ("link", "hard-link"):
        elsewhere.write_bytes(b"others")
        elsewhere.chmod(0o600)
    match how:
        case "link" | "dangling-link":
            there.symlink_to(elsewhere)
        case "hard-link":
            there.hardlink_to(elsewhere)
        case "open-to-all":
            there.write_bytes(b"others")
            there.chmod(0o666)
        case "folder":
            there.mkdir()
        case "fifo":
            os.mkfifo(there)


@pytest.mark.parametrize("which", ["journal", "house", "torn"])
@pytest.mark.parametrize("how", ["link", "dangling-link", "open-to-all", "folder", "fifo", "hard-link"])
def test_what_lies_in_the_way_is_refused_and_never_followed(which: str, how: str, tmp_path: Path) -> None:
    honest, path, elsewhere = base("casino-war"), tmp_path / "t.jsonl", tmp_path / "elsewhere"
    before = honest.open_journal[:-5]
    if which == "torn":
        put(path, before, honest.open_house)
    there = {"journal": path, "house": house_path(path), "torn": torn_path(path)}[which]
    lay(how, there, elsewhere)
    with pytest.raises(BadInput, match=r"t\.jsonl"):
        honest.desk(path)
    assert which != "torn" or path.read_bytes() == before
    assert which != "house" or not path.exists()  # nothing is begun
    assert how not in ("link", "hard-link") or elsewhere.read_bytes() == b"others"
    assert how != "dangling-link" or not elsewhere.exists()
    assert how != "open-to-all" or there.read_bytes() == b"others"


def test_only_the_journal_is_for_others_to_read(tmp_path: Path) -> None:
    honest, path = base("casino-war"), tmp_path / "t.jsonl"
    before = os.umask(0)
    try:
        desk = honest.desk(path)
        desk.table.open()
        desk.close()
        path.write_bytes(path.read_bytes() + b'{"torn')
        honest.desk(path).close()
    finally:
        os.umask(before)
    modes = {each.name: each.stat().st_mode & 0o777 for each in tmp_path.iterdir()}
    assert modes == {"t.jsonl": 0o644, "t.jsonl.house": 0o600, "t.jsonl.torn": 0o600}
