"""The journal: tampering with any byte, line or the tail is detected; nothing acknowledged is lost; a torn tail is put aside."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from houseway.games import load
from houseway.law import BadInput
from houseway.records import Desk, Journal, JournalReader, audit_journal, open_desk, read_events
from houseway.records.lines import GENESIS, chained, parsed
from houseway.table import Table, fold
from support import variants

Holds = Callable[[bytes], bool]


def written(path: Path, seal: bool = True, what: str = "sic-bo") -> Table:
    """A table of two rounds with a refusal and an irregularity, in a journal."""
    game, rules = load(what)
    desk = open_desk(game, rules, path, seed="journal")
    table = desk.table
    table.open()
    table.buy_in(1, 10_000)
    for wager in list(game.law.catalogue(rules))[:3]:
        table.wager(1, wager, 500)
    table.wager(2, "small" if what == "sic-bo" else "joker", 500)
    table.deal()
    table.wager(1, next(iter(game.law.catalogue(rules))), 500)
    table.no_more_bets()
    table.do({"do": "irregularity", "cite": "625a.7(a)" if what == "sic-bo" else "619a.2(d)", "by": "dealer"})
    if what == "big-six":
        table.draw()
    if seal:
        desk.finish()
    desk.close()
    return table


def read(path: Path) -> JournalReader:
    """A journal read to its end."""
    reading = JournalReader(path)
    for _ in reading.batches():
        pass
    return reading


def resumed(path: Path, seed: str = "journal", what: str = "sic-bo") -> Desk:
    return open_desk(*load(what), path, seed=seed)


@pytest.fixture(params=variants(["sic-bo"], ["big-six"]))
def sealed(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / "table.jsonl"
    written(path, what=request.param)
    return path


def test_a_sealed_journal_is_whole_and_folds_to_the_live_table(tmp_path: Path) -> None:
    table = written(tmp_path / "t.jsonl")
    found = audit_journal(tmp_path / "t.jsonl")
    assert (found.status, found.flaws, found.events) == ("whole", (), len(table.events))
    events = read_events(tmp_path / "t.jsonl")
    assert events == table.events
    assert fold(events) == table.plain


@pytest.fixture
def holds(monkeypatch: pytest.MonkeyPatch) -> Holds:
    """Does the chain hold to its seal? (An audit is whole only if it does, and then decides everything again.)"""
    data = [b""]
    monkeypatch.setattr("houseway.records.journal_reader._opened", lambda _path: BytesIO(data[0]))

    def judged(forged: bytes) -> bool:
        data[0] = forged
        reading = JournalReader(Path("in memory"))
        return all(not reading.flaws for _ in reading.batches()) and reading.sealed and not reading.flaws

    return judged


def test_reading_in_memory_is_reading_the_file(sealed: Path, holds: Holds) -> None:
    """The tests below forge journals in memory; the audit judges them just as it judges files."""
    data = sealed.read_bytes()
    at = len(data) // 2
    for forged in (data, data[:-1], data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]):
        sealed.write_bytes(forged)
        assert holds(forged) == (audit_journal(sealed).status == "whole") == (forged == data)


def test_changing_any_byte_is_detected(sealed: Path, holds: Holds) -> None:
    """Bytes all over the file, each changed to several others; none may pass."""
    data = sealed.read_bytes()
    assert holds(data)
    for at in range(1, len(data), 151):
        for new in {data[at] ^ 1, data[at] ^ 0x20, 0x0A, 0x20} - {data[at]}:
            assert not holds(data[:at] + bytes([new]) + data[at + 1 :]), f"byte {at}: {data[at]} became {new}"


def test_an_audit_of_a_changed_byte_says_tampered_and_where(sealed: Path) -> None:
    data = sealed.read_bytes()
    at = data.index(b'"cents":500')
    sealed.write_bytes(data[: at + 8] + b"9" + data[at + 9 :])
    found = audit_journal(sealed)
    assert (found.status, found.whole) == ("tampered", False)
    assert found.flaws[0].line == data[:at].count(b"\n") + 1


@pytest.mark.nightly
def test_changing_any_bit_of_every_byte_is_detected(sealed: Path, holds: Holds) -> None:
    data = sealed.read_bytes()
    for at in range(1, len(data)):
        for bit in range(8):
            assert not holds(data[:at] + bytes([data[at] ^ (1 << bit)]) + data[at + 1 :]), f"bit {bit} of byte {at}"


def test_inserting_or_deleting_any_byte_is_detected(sealed: Path, holds: Holds) -> None:
    data = sealed.read_bytes()
    for at in range(1, len(data), 127):
        for forged in (data[:at] + data[at + 1 :], data[:at] + b" " + data[at:], data[:at] + b"\n" + data[at:]):
            assert not holds(forged), at


def test_dropping_moving_or_repeating_a_line_is_detected(sealed: Path, holds: Holds) -> None:
    lines = sealed.read_bytes().splitlines(keepends=True)
    for at in range(len(lines)):
        without = lines[:at] + lines[at + 1 :]
        twice = [*lines[: at + 1], *lines[at:]]
        forgeries = [without, twice]
        if at:
            forgeries.append([*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]])
        for forged in forgeries:
            assert not holds(b"".join(forged)), at


def test_every_cut_of_the_tail_is_seen_against_seal_or_head(sealed: Path, holds: Holds) -> None:
    data = sealed.read_bytes()
    for size in range(2, len(data), 37):
        assert not holds(data[:size]), size


def test_a_tail_that_is_cut_between_lines_is_seen_against_seal_or_head(sealed: Path) -> None:
    data = sealed.read_bytes()
    head = audit_journal(sealed).head
    lines = data.splitlines(keepends=True)
    for count in (2, len(lines) // 2, len(lines) - 1):
        sealed.write_bytes(b"".join(lines[:count]))
        assert audit_journal(sealed).status in ("unsealed", "torn"), count
        assert audit_journal(sealed, head).status == "tampered", count


def test_without_seal_or_head_a_journal_is_unsealed_and_never_whole(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    written(path, seal=False)
    found = audit_journal(path)
    assert (found.status, found.whole, found.flaws) == ("unsealed", False, ())
    assert "missing final events cannot be detected" in found.note
    with_head = audit_journal(path, found.head)
    assert with_head.whole
    assert "head" in with_head.note


def test_a_head_from_before_proves_only_what_came_before_it(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    written(path, seal=False)
    found = audit_journal(path, parsed(path.read_bytes().splitlines(keepends=True)[-4])["hash"])
    assert (found.status, found.note) == (
        "unsealed",
        "It extends the head that was kept elsewhere; the 3 events after that are not proven.",
    )
    assert audit_journal(path, GENESIS).status == "unsealed"
    assert audit_journal(path, "0" * 64).status == "tampered"


def rechained(path: Path, change: dict[str, object], where: str) -> None:
    """Forge: change an event's record and recompute the whole chain."""
    head, lines = GENESIS, []
    for line in path.read_bytes().splitlines(keepends=True):
        record = parsed(line)
        record.pop("hash")
        if record["event"] == where:
            record = {**record, **change}
        written_line, head = chained(head, record)
        lines.append(written_line)
    path.write_bytes(b"".join(lines))


@pytest.mark.parametrize(
    ("where", "change"),
    [
        (
            "wager-settled",
            {
                "fields": {
                    "seat": 1,
                    "wager": "small",
                    "cents": 500,
                    "result": "won",
                    "returned_cents": 9,
                    "vigorish_cents": 0,
                }
            },
        ),
        ("wager-settled", {"moves": [["inventory", "seat:1", 100_000]]}),
        ("wager-settled", {"cites": ["625a.3(7)"]}),
        (
            "result",
            {"command": {"do": "result", "dice": [6, 6, 6], "by": "dealer"}},
        ),
        (
            "result",
            {"command": {"do": "result", "dice": [6, 6, 9], "by": "dealer"}},
        ),
        ("result", {"command": {"do": "nonsense"}}),
        ("wager-placed", {"patch": []}),
        ("wager-placed", {"command": None}),
        ("wager-refused", {"event": "wager-placed"}),
        ("table-opened", {"fields": {}}),
        ("bought-in", {"at": "2001-01-01T00:00:00Z"}),
    ],
    ids=lambda value: value if isinstance(value, str) else next(iter(value)),
)
def test_a_forger_who_recomputes_the_chain_is_caught_by_deciding_again(
    tmp_path: Path, where: str, change: dict[str, object]
) -> None:
    path = tmp_path / "t.jsonl"
    written(path)
    head = audit_journal(path).head
    rechained(path, change, where)
    found = audit_journal(path)
    assert found.status in ("differs", "tampered")
    assert found.flaws
    assert audit_journal(path, head).status == "tampered"


@pytest.mark.parametrize("key", ["submission_digest", "edition_digest"])
def test_a_journal_under_another_text_is_not_called_whole(tmp_path: Path, key: str) -> None:
    path = tmp_path / "t.jsonl"
    written(path)
    opened = read_events(path)[0]
    rechained(path, {"fields": {**opened.fields, key: "sha256:0"}}, "table-opened")
    found = audit_journal(path)
    assert (found.status, found.flaws[0].line) == ("differs", 2)
    rechained(path, {key: "sha256:0"}, "journal-started")
    found = audit_journal(path)
    assert (found.status, found.flaws[0].line) == ("differs", 1)


@pytest.mark.parametrize("every", [37, pytest.param(3, marks=pytest.mark.nightly)])
def test_a_torn_last_line_is_put_aside_and_the_table_goes_on_before_it(tmp_path: Path, every: int) -> None:
    path = tmp_path / "t.jsonl"
    events = written(path, seal=False).events
    whole = path.read_bytes()
    last = events[-1].batch[1]  # the last command wrote this many lines
    keep = b"".join(whole.splitlines(keepends=True)[:-last])
    for cut in range(len(keep) + 1, len(whole), every):
        path.write_bytes(whole[:cut])
        assert [flaw.kind for flaw in read(path).flaws] == ["torn"]
        desk = resumed(path)
        assert path.read_bytes() == keep
        assert desk.table.events == events[:-last]
        assert len(desk.notes) == 1 and "was moved to" in desk.notes[0]
        torn = path.with_name("t.jsonl.torn")
        assert torn.read_bytes() == whole[len(keep) : cut]
        torn.unlink()
        desk.close()


def test_a_resumed_table_is_the_same_table(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    table = written(path, seal=False)
    desk = resumed(path)
    assert desk.table.plain == table.plain
    desk.table.wager(1, "small", 500)
    desk.table.deal()
    desk.finish()
    desk.close()
    assert audit_journal(path).whole


def test_a_sealed_or_tampered_journal_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    written(path)
    with pytest.raises(BadInput, match="is sealed"):
        resumed(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:4], *lines[5:-1]]))
    before = path.read_bytes()
    with pytest.raises(BadInput, match="line 5: .*cannot be continued"):
        resumed(path)
    assert path.read_bytes() == before


def test_a_journal_is_never_written_over_and_never_by_two(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    _, rules = load("sic-bo")
    journal = Journal.create(path, rules, bytes(32))
    with pytest.raises(BadInput, match="already exists"):
        Journal.create(path, rules, bytes(32))
    with pytest.raises(BadInput, match="another table is writing"):
        Journal.resume(path, rules, bytes(32))
    journal.close()


def test_a_full_disk_records_nothing_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.jsonl"
    game, rules = load("sic-bo")
    table = open_desk(game, rules, path, seed=1).table
    table.open()
    table.buy_in(1, 1000)
    before, plain, events = path.read_bytes(), table.plain, len(table.events)
    real = os.pwrite

    def half(descriptor: int, data: bytes, offset: int) -> int:
        real(descriptor, data[: len(data) // 2], offset)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "pwrite", half)
    with pytest.raises(BadInput, match="No space left on device.*changed nothing"):
        table.wager(1, "small", 500)
    monkeypatch.undo()
    assert (path.read_bytes(), table.plain, len(table.events)) == (before, plain, events)
    table.wager(1, "small", 500)
    assert read_events(path) == table.events


@pytest.mark.parametrize("text", ["hello\n", "\x00\x01", "[1]\n"])
def test_what_is_no_journal_says_so(tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(text)
    with pytest.raises(BadInput, match="is not a journal"):
        read(path)


def test_a_byte_order_mark_before_a_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(b"\xef\xbb\xbf{}\n")
    with pytest.raises(BadInput, match="begins with a byte-order mark, which no journal has"):
        read(path)


def test_a_journal_that_is_not_there_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no such journal; give the path of a table's journal"):
        read(tmp_path / "nothing.jsonl")
    with pytest.raises(BadInput, match="is not a file"):
        read(tmp_path)
