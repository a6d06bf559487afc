"""Forged journals: one place changed and the whole chain recomputed. None audits as whole, and none crashes a reader."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from typer.testing import CliRunner

from attacks.forging import (
    SCRIPTS,
    Base,
    Forgery,
    changed_value,
    commands_of,
    forged,
    places,
    rechained,
    records_of,
    written,
)
from houseway.cli import app
from houseway.core.plain import canonical
from houseway.law import BadInput
from houseway.records import audit_journal, house_path, read_events
from houseway.records.house_file import read_house
from houseway.records.lines import event_of, mark_of
from houseway.table import fold
from support import variants

AT_NIGHT = 700  # forgeries of each journal
BY_DAY = {"sic-bo": 25, "roulette": 15, "craps": 15}
FOUND = ("tampered", "differs")
SAMPLE = ("sic-bo", "craps", "blackjack", "pai-gow-by-hand")
BY_DAY_AND_NIGHT = pytest.mark.parametrize("name", variants(SAMPLE, [name for name in SCRIPTS if name not in SAMPLE]))


@cache
def base(name: str) -> Base:
    """A base journal, written once a session."""
    with TemporaryDirectory() as folder:
        return written(name, Path(folder))


def put(path: Path, journal: bytes, house: bytes) -> Path:
    """A journal with its house file; where that lies."""
    path.write_bytes(journal)
    beside = house_path(path)
    beside.unlink(missing_ok=True)
    beside.touch(0o600)
    beside.write_bytes(house)
    return beside


# What an audit cannot find without a head that was kept elsewhere


def lawful(honest: list[Any], forgery: Forgery) -> bool:
    """Is a forged journal the record of another history that is just as lawful? Only these few are:

    - A command was left out, moved or repeated, and nothing came of it: all that lies at the table in the end is as it was.
      Refused acts are such commands. Nothing in a journal's content can tell that somebody once asked in vain.
    - Another lawful actor, of a command whose events do not say who gave it: the record says so in one place only.
    - Another time of a command with one event, between those of its neighbours.
    - Another version of the software, which no decision rests on.
    - How far a seed had come when an order was arranged from which no card was drawn afterwards: nothing later depends on it.
    """
    path, records = forgery.path, forgery.records
    if forgery.whole_lines:
        return bool(end_of(honest) == end_of(records))
    event = records[forgery.line - 1]
    if path == ("command", "by"):
        return all("by" not in each["fields"] for each in command_with(records, event))
    if path == ("at",):
        return bool(event["batch"] == [1, 1]) or len({each["at"] for each in command_with(records, event)}) == 1
    if path == ("fields", "source", "position"):
        return not any(drawn_under(each) == event["seq"] for each in records)
    return path == ("software",)


def command_with(records: list[Any], event: Any) -> list[Any]:
    return next(batch for batch in commands_of(records) if event in batch)


def drawn_under(record: Any) -> Any:
    source = record.get("fields", {}).get("source")
    return source.get("seal") if isinstance(source, dict) else None


def end_of(records: list[Any]) -> Any:
    """The position after the recorded events, without event numbers, which change when one is left out."""
    plain = fold(event_of(record) for record in _unmarked(records[1:-1]))
    orders = [{**order, "seq": 0} for order in plain["table"]["orders"]]
    return {**plain, "table": {**plain["table"], "orders": orders}}


def attack(name: str, count: int, seed: object, folder: Path) -> Counter[str]:
    """Forgeries of one journal, each audited with the house file and without: how they were found."""
    honest, path, found = base(name), folder / "forged.jsonl", Counter[str]()
    house = put(path, honest.journal, honest.house)
    head = audit_journal(path).head
    without = audit_journal(path).status
    records, random = records_of(honest.journal), Random(f"{name} {seed}")
    for _ in range(count):
        forgery = forged(records, random)
        path.write_bytes(rechained(forgery.records))
        audit = audit_journal(path, house=house)
        found[audit.status] += 1
        assert audit.status in (*FOUND, "unverified", "whole"), forgery
        if audit.status == "whole":
            assert lawful(records, forgery), f"{name}: {forgery}: passes as whole"
            assert audit_journal(path, head).status == "tampered", forgery  # the head gives every forgery away
            found["of these another lawful history"] += 1
        else:
            assert audit.flaws and audit.flaws[0].problem, forgery
        status = audit_journal(path).status
        found[f"{status} without the house file"] += 1
        only_mark = status == "whole" and _unmarked(forgery.records) == _unmarked(
            records
        )  # nobody else can check a mark
        assert status != "whole" or only_mark or without == audit.status == "whole" or lawful(records, forgery), (
            f"{name}: {forgery}: passes without the house file"
        )
    return found


def _unmarked(records: list[Any]) -> list[Any]:
    return [{name: value for name, value in record.items() if name != "mark"} for record in records]


def test_the_honest_journals_are_whole(tmp_path: Path) -> None:
    for name in SCRIPTS:
        honest = base(name)
        house = put(tmp_path / "t.jsonl", honest.journal, honest.house)
        found = audit_journal(tmp_path / "t.jsonl", house=house)
        assert (found.status, found.flaws) == ("whole", ()), name
        assert audit_journal(tmp_path / "t.jsonl").status in ("whole", "unverified"), name
        names = {event.event for event in read_events(tmp_path / "t.jsonl")}
        assert names & {"wager-refused", "act-refused"}, name


@BY_DAY_AND_NIGHT
def test_no_forgery_passes_as_whole(name: str, tmp_path: Path) -> None:
    assert attack(name, BY_DAY.get(name, 7), 1, tmp_path).total()


@pytest.mark.nightly
@pytest.mark.parametrize("name", SCRIPTS)
def test_no_forgery_of_thousands_passes_as_whole(name: str, tmp_path: Path) -> None:
    found = attack(name, AT_NIGHT, "night", tmp_path)
    assert found.total() >= AT_NIGHT
    print(f"\n{name}: {AT_NIGHT} forgeries: {dict(found)}")


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["sic-bo", "casino-war", "blackjack-by-hand"])
def test_every_place_of_a_journal_is_covered(name: str, tmp_path: Path) -> None:
    """Each value of each line becomes another of its kind, one after the other."""
    honest, path = base(name), tmp_path / "t.jsonl"
    house = put(path, honest.journal, honest.house)
    records, tried = records_of(honest.journal), 0
    for line, record in enumerate(records, 1):
        for place in places(record):
            if place[1:2] == ("faces",) and isinstance(place[-1], int) and place[-1] % 9:
                continue
            random = Random(f"{line} {place}")
            forgery = changed_value(json.loads(json.dumps(records)), random, (line, place))
            path.write_bytes(rechained(forgery.records))
            tried += 1
            whole = audit_journal(path, house=house).whole
            assert not whole or lawful(records, forgery), forgery
    print(f"\n{name}: {tried} places")


# Nothing in a file crashes a reader


def answers(*arguments: str) -> int:
    """The exit code of a verb, which ends with an answer or with a sentence."""
    done = CliRunner().invoke(app, list(arguments))
    assert done.exception is None or isinstance(done.exception, SystemExit), (arguments, repr(done.exception))
    assert done.exit_code in (0, 1, 2), arguments
    assert done.exit_code == 0 or done.output.strip() or done.stderr.strip(), arguments
    return done.exit_code


def read_in_every_way(path: Path, house: Path, random: Random) -> list[int]:
    """The exit codes of the verbs that read a journal."""
    who = random.choice(["house", "dealer", "seat:1", "seat:2", "surveillance"])
    asked = [
        ["audit", str(path)],
        ["audit", str(path), "--house", str(house), "--json"],
        ["replay", str(path), "--as", who],
        ["replay", str(path), "--as", who, "--house", str(house)],
        ["replay", str(path), "--json", "--house", str(house)],
        ["replay", str(path), "--round", "1"],
    ]
    return [answers(*arguments) for arguments in random.sample(asked, 2)]


def resume(honest: Base, path: Path) -> bool:
    """Does the table go on from this file? Where it does not, BadInput says why, and the file is as it was."""
    before, refused = path.read_bytes(), ""
    try:
        honest.desk(path).close()
    except BadInput as error:
        refused = str(error)
    assert not refused or path.name in refused
    assert not refused or path.read_bytes() == before or "it is sealed now" in refused
    return not refused


@BY_DAY_AND_NIGHT
def test_no_forgery_crashes_a_verb_or_a_resumed_table(name: str, tmp_path: Path) -> None:
    crash(name, 2, 2, tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("name", SCRIPTS)
def test_none_of_many_forgeries_crashes_a_verb_or_a_resumed_table(name: str, tmp_path: Path) -> None:
    print(f"\n{name}: {crash(name, 300, 'night', tmp_path)}")


def crash(name: str, count: int, seed: object, folder: Path) -> Counter[str]:
    """Forgeries of a journal, each read by verbs and continued as a table: what became of them."""
    honest, path, ended = base(name), folder / "t.jsonl", Counter[str]()
    random = Random(f"{name} {seed}")
    sealed, opened = records_of(honest.journal), records_of(honest.open_journal)
    house = put(path, honest.journal, honest.house)
    for _ in range(count):
        path.write_bytes(rechained(forged(sealed, random).records))
        ended.update(f"exit {code}" for code in read_in_every_way(path, house, random))
        forgery = forged([*opened, {"event": "journal-sealed", "events": 0}], random)
        put(path, rechained([r for r in forgery.records if r != forgery.records[-1]]), honest.open_house)
        ended["resumed" if resume(honest, path) else "not resumed"] += 1
        house = put(path, honest.journal, honest.house)
    return ended


def forged_house(house: bytes, random: Random) -> bytes:
    """A house file with one place changed, or a line dropped, repeated or damaged."""
    lines = house.splitlines(keepends=True)
    n = random.randrange(len(lines))
    match random.randrange(5):
        case 0:
            del lines[n]
        case 1:
            lines.insert(random.randrange(len(lines)), lines[n])
        case 2:
            at = random.randrange(len(lines[n]))
            lines[n] = lines[n][:at] + bytes([random.randrange(256)]) + lines[n][at + 1 :]
        case _:
            records = [json.loads(line) for line in lines]
            forgery = changed_value(records, random)
            lines = [
                json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=random.random() < 0.5).encode(
                    errors="surrogatepass"
                )
                + b"\n"
                for record in forgery.records
            ]
    return b"".join(lines)


@pytest.mark.parametrize("name", variants(["blackjack-by-hand"], ["casino-war", "pai-gow"]))
def test_a_forged_house_file_proves_nothing_and_crashes_nothing(name: str, tmp_path: Path) -> None:
    with_house_files(name, 5, tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["casino-war", "blackjack-by-hand", "pai-gow", "pai-gow-by-hand"])
def test_many_forged_house_files_prove_nothing_and_crash_nothing(name: str, tmp_path: Path) -> None:
    print(f"\n{name}: {with_house_files(name, 600, tmp_path)}")


def with_house_files(name: str, count: int, folder: Path) -> Counter[str]:
    """Forged house files with an honest journal: the result of the audit, and whether the table resumes."""
    honest, path, random, ended = base(name), folder / "t.jsonl", Random(name), Counter[str]()
    for _ in range(count):
        house = put(path, honest.journal, forged_house(honest.house, random))
        try:
            ended[audit_journal(path, house=house).status] += 1
        except BadInput:
            ended["no house file"] += 1
        answers("replay", str(path), "--house", str(house))
        put(path, honest.open_journal, forged_house(honest.open_house, random))
        ended["resumed" if resume(honest, path) else "not resumed"] += 1
    return ended


# One flaw does not blind the audit to the rest


@BY_DAY_AND_NIGHT
def test_three_independent_forgeries_are_all_reported(name: str, tmp_path: Path) -> None:
    honest, path = base(name), tmp_path / "t.jsonl"
    house = put(path, honest.journal, honest.house)
    records = records_of(honest.journal)
    settled = [n for n, record in enumerate(records) if record["event"] == "wager-settled"]
    lines = [
        next(n for n, record in enumerate(records) if record["event"] == "bought-in"),
        settled[0],
        len(records) - 2,
    ]
    lines[2] = next(n for n, record in enumerate(records) if record["event"] == "table-closed")
    records[lines[0]]["moves"][0][2] += 100
    records[lines[1]]["fields"]["returned_cents"] += 500
    records[lines[2]]["fields"]["rounds"] += 1
    path.write_bytes(rechained(records))
    found = audit_journal(path, house=house)
    reported = list(dict.fromkeys(flaw.line for flaw in found.flaws))  # by their marks, and by what the rules decide
    assert reported == [n + 1 for n in lines], [str(flaw)[:150] for flaw in found.flaws]


@BY_DAY_AND_NIGHT
def test_a_broken_line_is_reported_with_at_most_a_handful_around_it(name: str, tmp_path: Path) -> None:
    around_broken_lines(name, 17, tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("name", SCRIPTS)
def test_any_broken_line_is_reported_with_at_most_a_handful_around_it(name: str, tmp_path: Path) -> None:
    print(f"\n{name}: flaws for a broken line, and how often: {sorted(around_broken_lines(name, 1, tmp_path).items())}")


def around_broken_lines(name: str, step: int, folder: Path) -> Counter[int]:
    """The number of flaws reported for each unreadable line; check that it is small and includes that line."""
    honest, path, counts = base(name), folder / "t.jsonl", Counter[int]()
    house = put(path, honest.journal, honest.house)
    lines = honest.journal.splitlines(keepends=True)
    for n in range(1, len(lines) - 1, step):
        path.write_bytes(b"".join([*lines[:n], lines[n].replace(b'"event"', b'"ev\x00nt', 1), *lines[n + 1 :]]))
        found = audit_journal(path, house=house)
        assert found.status == "tampered" and n + 1 in [flaw.line for flaw in found.flaws], n
        assert len(found.flaws) <= 16, [str(flaw)[:150] for flaw in found.flaws]
        counts[len(found.flaws)] += 1
    return counts


def test_a_flaw_at_the_beginning_of_a_long_journal_stays_alone(tmp_path: Path) -> None:
    """A lost wager of the first round is named where it is missed, and a hundred rounds after it are decided again."""
    honest, path = base("sic-bo"), tmp_path / "long.jsonl"
    desk = honest.desk(path)
    desk.table.open()
    desk.table.buy_in(1, 1_000_000)
    for _ in range(100):
        desk.table.wager(1, "small", 500)
        desk.table.deal()
    desk.finish()
    desk.close()
    lines = path.read_bytes().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if b"wager-placed" in line)
    path.write_bytes(b"".join([*lines[:at], lines[at].replace(b"wager", b"wag\x00r"), *lines[at + 1 :]]))
    found = audit_journal(path)
    assert found.status == "tampered" and found.flaws[0].line == at + 1
    assert len(found.flaws) <= 10 and len(lines) > 700, [str(flaw) for flaw in found.flaws]
    records = records_of(b"".join(lines))
    settled = [n for n, record in enumerate(records) if record["event"] == "wager-settled"][75]
    records[at]["fields"]["cents"] = 600
    records[settled]["cites"] = ["625a.3(7)"]
    path.write_bytes(rechained(records))
    assert [flaw.line for flaw in audit_journal(path).flaws] == [at + 1, settled + 1]


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_phase_that_the_game_does_not_have_is_refused_even_with_the_mark_of_the_house(
    name: str, tmp_path: Path
) -> None:
    honest, path = base(name), tmp_path / "t.jsonl"
    house = put(path, honest.open_journal, honest.open_house)
    records = records_of(honest.open_journal)
    changes = [(n, op) for n, record in enumerate(records) for op in record.get("patch", ()) if op[1][-1] == "phase"]
    line, change = changes[-1]
    change[2] = "flying"
    del records[line]["mark"]
    records[line]["mark"] = mark_of(read_house(house).key, canonical(records[line]))
    path.write_bytes(rechained(records))
    flaws = [flaw for flaw in audit_journal(path, house=house).flaws if flaw.line == line + 1]
    assert [flaw.kind for flaw in flaws] == ["differs"] and "'phase'], 'flying']" in flaws[0].problem
    problem = r"not lead to a position of this game \('flying' is not a (Card)?Phase of houseway\.[a-z_.]+; there are [a-z, -]+"
    with pytest.raises(BadInput, match=problem):
        honest.desk(path)
