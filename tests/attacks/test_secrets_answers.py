"""Answers do not depend on face-down cards: refusals, command-line output, and the house file that alone opens them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from attacks.hidden_faces import HEX, lines, loaded, recorded
from attacks.recorded import Recorded, audited
from contract.play import Command
from houseway.cli import app
from houseway.core import Chance, Choices
from houseway.core.plain import canonical
from houseway.equipment.card_reader import range_of
from houseway.equipment.tiles import TILES
from houseway.law import BadInput
from houseway.numerics.sources import SeededSource
from houseway.records import house_path, open_desk
from houseway.table import Table


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here tests a power loss."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


# Reasons


def dealt_to(path: Path, hole: str, more: Sequence[str] = ()) -> Table:
    """Down Under Blackjack with one copy of a card left that anybody knows of, and a hole card entered by hand."""
    game, rules = loaded("down-under-blackjack", ["decks=4"])
    table = recorded(game, rules, SeededSource("reasons"), path)
    for seat in (1, 2, 3):
        table.do({"do": "wager", "seat": seat, "id": "bet", "cents": 1000})
    table.do({"do": "no-more-bets"})
    table.do({"do": "result", "cards": ["?", "8H", "8H", "8H", "5C", "5D", "5S", "2C", hole, *more]})
    return table


ENTRIES: list[Command] = [
    {"do": "result", "cards": ["?"]},
    {"do": "result", "cards": ["8H"]},
    {"do": "result", "cards": ["KS"]},
    {"do": "result", "light": "blue"},
    {"do": "result", "light": "red"},
    {"do": "choose", "seat": 2, "choice": "hit"},
    {"do": "choose", "seat": 1, "choice": "insure"},
    {"do": "irregularity", "cite": "685a.12(h)", "by": "player"},
    {"do": "irregularity", "cite": "685a.12(j)", "by": "dealer"},
    {"do": "wager", "seat": 1, "id": "insurance", "cents": 500},
    {"do": "close"},
]


@pytest.mark.parametrize("entry", ENTRIES, ids=[str(n) for n, _ in enumerate(ENTRIES)])
@pytest.mark.parametrize("asked", [False, True], ids=["choosing", "awaiting"])
def test_every_act_is_answered_with_the_same_words_whatever_the_hole_card_is(
    entry: Command, asked: bool, tmp_path: Path
) -> None:
    tables = [dealt_to(tmp_path / f"{hole}.jsonl", hole) for hole in ("6C", "9D", "8H")]
    for table in tables:
        if asked:
            table.do({"do": "choose", "seat": 1, "choice": "hit"})
    batches = [table.do(entry) for table in tables]
    first = [HEX.sub(b"#", canonical(event.seen_by("dealer")).encode()) for event in batches[0]]
    for batch in batches[1:]:
        again = [HEX.sub(b"#", canonical(event.seen_by("dealer")).encode()) for event in batch]
        assert again == first


def test_a_light_that_contradicts_the_drawn_hole_card_is_taken_alike_whatever_that_card_is(tmp_path: Path) -> None:
    """The table knows the drawn card, but must not reveal to the dealer whether an entered light fits it."""
    told = set()
    for n in range(12):
        game, rules = loaded("down-under-blackjack", ["shuffler=continuous"])
        table = recorded(game, rules, SeededSource(f"light {n}"), tmp_path / f"{n}.jsonl")
        table.do({"do": "wager", "seat": 1, "id": "bet", "cents": 1000})
        table.do({"do": "no-more-bets"})
        while isinstance(due := table.due, Chance) and "light" not in due.what:
            table.draw(once=True)
        if isinstance(table.due, Choices):
            table.do({"do": "choose", "seat": 1, "choice": "no-insurance"})
        if range_of(table.state.up) == "large":
            continue
        events = table.do({"do": "result", "light": "red"})
        assert events[0].event == "result" and not any(event.event == "act-refused" for event in events)
        told.add("seal-voided" in [event.event for event in events])
    assert told == {True}


def test_a_refused_tile_does_not_tell_which_tiles_can_still_come(tmp_path: Path) -> None:
    """Only seat 1 has seen its two copies of a tile: the refusal of a third is the same whatever seat 1 has."""
    reasons = set()
    for n, hand in enumerate((["6-6", "6-6", "1-1", "1-3"], ["6-6", "6-6", "2-2", "5-5"])):
        game, rules = loaded("pai-gow")
        table = recorded(game, rules, SeededSource("reasons"), tmp_path / f"{n}.jsonl")
        for seat in (1, 2):
            table.do({"do": "wager", "seat": seat, "id": "wager", "cents": 1000})
        table.do({"do": "no-more-bets"})
        table.do({"do": "result", "total": 9, "tiles": hand})
        (event,) = table.do({"do": "result", "tiles": ["6-6"]})
        assert event.event == "act-refused" and event.to in ("dealer", "seat:2")
        assert event.seen_by("seat:1")["event"] == "withheld"
        reasons.add(event.fields["reason"])
    assert len(reasons) == 1
    assert reasons.pop() == "6-6 is not possible for the tile of box 2; enter the tile that is actually there, like 6-6"


@pytest.mark.parametrize("when", ["unopened", "betting", "choosing", "closed"])
def test_cards_that_are_entered_at_the_wrong_time_are_told_to_nobody_else(when: str, tmp_path: Path) -> None:
    """Whatever the reason for the refusal, only the person who entered the cards sees them."""
    path = tmp_path / "t.jsonl"
    sitting = Recorded(*loaded("casino-war"), path, "wrong time")
    if when != "unopened":
        sitting.seated()
    if when == "choosing":
        sitting.do({"do": "wager", "seat": 1, "id": "initial", "cents": 1000})
        sitting.do({"do": "no-more-bets"})
        sitting.do({"do": "result", "cards": ["?", "KH", "KD"]})
    if when == "closed":
        sitting.table.close()
    (event,) = sitting.do({"do": "result", "cards": ["?", "7S", "QC"]})
    sitting.desk.close()
    assert event.event == "act-refused" and event.to == "dealer"
    assert event.seen_by("dealer")["cards"] == ["?", "7S", "QC"] and event.seen_by("seat:1")["event"] == "withheld"
    assert b'"7S"' not in lines(path)[event.seq] and b'"QC"' not in lines(path)[event.seq]


# The command line


SCRIPT = (
    {"do": "buy-in", "seat": 1, "cents": 50_000},
    {"do": "buy-in", "seat": 2, "cents": 50_000},
    {"do": "wager", "seat": 1, "id": "wager", "cents": 1000},
    {"do": "wager", "seat": 2, "id": "wager", "cents": 1000},
    {"do": "no-more-bets"},
    {"do": "draw"},
    {"do": "choose", "seat": 1, "choice": "house-way"},
)


def called(*arguments: str) -> list[dict[str, Any]]:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 0, done.output
    if arguments[0] == "replay":
        events: list[dict[str, Any]] = json.loads(done.stdout)["events"]
        return events
    return [json.loads(line) for line in done.stdout.splitlines()]


def stubs(events: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for event in events:
        assert "to" in event and (
            event["event"] != "withheld" or event.keys() - {"at"} == {"event", "seq", "round", "to", "cites"}
        )
        if event["event"] == "withheld":
            assert event["cites"] == []
            yield event


def test_play_and_replay_say_for_whom_an_event_is_and_show_stubs_to_others(tmp_path: Path) -> None:
    script, journal = tmp_path / "s.jsonl", tmp_path / "t.jsonl"
    script.write_text("".join(json.dumps(command) + "\n" for command in SCRIPT))
    played = ["play", "pai-gow", "--script", str(script), "--json", "--seed", "cli"]
    everything = called(*played, "--journal", str(journal))
    private = {event["seq"]: event for event in everything if event["to"] not in ("all",)}
    assert {event["to"] for event in private.values()} == {"seat:1", "seat:2"} and not list(stubs(everything))
    mine = called(*played, "--as", "seat:1")
    assert [e["seq"] for e in mine] == [e["seq"] for e in everything]
    assert {e["seq"] for e in stubs(mine)} == {seq for seq, e in private.items() if e["to"] == "seat:2"}
    house = ["--house", str(house_path(journal))]
    again = [{k: v for k, v in e.items() if k != "at"} for e in called("replay", str(journal), "--json", *house)]
    assert again[: len(everything)] == everything
    seat = called("replay", str(journal), "--json", "--as", "seat:1", *house)
    assert {e["seq"] for e in stubs(seat)} == {e["seq"] for e in stubs(mine)}
    without = called("replay", str(journal), "--json")
    assert {e["seq"] for e in stubs(without)} == set(private)
    shown = CliRunner().invoke(app, ["replay", str(journal), "--as", "seat:1", *house]).stdout
    for event in private.values():
        assert (event["text"] in shown) == (event["to"] == "seat:1")


# The house file


def test_the_house_file_alone_opens_what_is_hidden_and_a_changed_face_is_found(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    sitting = Recorded(*loaded("pai-gow"), path, "house").seated()
    sitting.do({"do": "wager", "seat": 1, "id": "wager", "cents": 1000})
    sitting.do({"do": "no-more-bets"})
    tiles = [str(tile) for tile in TILES]
    Random("house").shuffle(tiles)
    sitting.do({"do": "result", "total": 9, "tiles": tiles})
    sitting.desk.close()
    house = house_path(path)
    assert house.stat().st_mode & 0o777 == 0o600
    assert audited(path).status == "unsealed"
    without = audited(path, house=False)
    assert without.status == "unverified" and {flaw.kind for flaw in without.flaws} == {"unverified"}
    kept = house.read_bytes()
    entries = [json.loads(line) for line in kept.splitlines()]
    faces = [entry["sealed"] for entry in entries if isinstance(entry.get("value"), str)]
    assert len(set(faces)) >= 32
    for sealed in (faces[0], faces[-1]):
        other = [
            {**entry, "value": "6-6" if entry["value"] != "6-6" else "1-1"} if entry.get("sealed") == sealed else entry
            for entry in entries
        ]
        changed = [(canonical(entry) + "\n").encode() for entry in other]
        house.write_bytes(b"".join(changed))
        assert audited(path).status in ("unverified", "tampered", "differs")
        with pytest.raises(BadInput, match="does not reveal it|does not hold the cards that lie face down"):
            open_desk(*loaded("pai-gow"), path, seed="house")
    house.write_bytes(kept)
    moved = house.rename(tmp_path / "elsewhere")
    with pytest.raises(BadInput, match=r"t\.jsonl\.house: is missing"):
        open_desk(*loaded("pai-gow"), path, seed="house")
    moved.rename(house)
    again = Recorded(*loaded("pai-gow"), path, "house")
    again.play_out(Random("house"))
    assert again.finish().whole


def test_a_face_that_was_opened_is_proven_by_the_journal_alone(tmp_path: Path) -> None:
    """Cards entered ahead and then shown: each opens its commitment, and nothing else is needed to check it."""
    path = tmp_path / "t.jsonl"
    sitting = Recorded(*loaded("casino-war"), path, "opened").seated()
    for _ in range(3):
        sitting.do({"do": "wager", "seat": 1, "id": "initial", "cents": 1000})
        sitting.do({"do": "no-more-bets"})
        sitting.do({"do": "result", "cards": ["?", "KH", "2D"] if sitting.table.state.cards.burns else ["KH", "2D"]})
    opened = [event for event in sitting.table.events if "opened" in event.fields]
    assert sum(event.event == "result" for event in opened) == 6
    assert sitting.finish().whole
    assert audited(path, house=False).status == "whole"
