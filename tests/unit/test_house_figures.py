"""Players do not see the house's money in a replay, as in the service; nobody can guess it from a hash."""

from __future__ import annotations

from pathlib import Path

import pytest

import houseway
from houseway.core import Event
from houseway.numerics.sources import SeededSource
from houseway.records import open_desk
from houseway.records.line_writer import event_lines
from houseway.records.lines import GENESIS, parsed
from houseway.records.merkle import leaf_hash
from houseway.table import Table, ticking
from houseway.table.event_words import transcript
from houseway.table.house_figures import for_reader, seen_accounts, seen_event
from houseway.table.position import COUNT_ROOM

INVENTORY = 123_456_700
FIGURES = ("123456700", "1,234,567", "1234", "inventory_cents", "777", "expected_cents")


def night() -> Table:
    """A table on which every figure of the house comes up: refused and done, and a fill that nobody ordered."""
    book = houseway.load("sic-bo")
    table = Table(book.game, book.rules, SeededSource("a seed"), clock=ticking())
    for command in (
        {"do": "open", "inventory_cents": INVENTORY, "by": "dealer"},
        {"do": "open", "inventory_cents": INVENTORY, "last_closing_cents": INVENTORY - 7770},
        {"do": "fill", "cents": 77_700, "slip": "F-1"},
        {"do": "fill", "cents": 77_700, "slip": "F-1", "by": "dealer"},
        {"do": "credit", "cents": 777_000_000, "slip": "C-1"},
        {"do": "credit", "cents": 77_700, "slip": "C-2"},
        {"do": "buy-in", "seat": 1, "cents": 50_000},
        {"do": "buy-in", "seat": 2, "cents": INVENTORY - 50_000 + 77_700},
        {"do": "count-drop", "cents": 77_700, "by": "dealer"},
        {"do": "count-drop", "cents": 77_700},
        {"do": "close"},
    ):
        table.do(command)
    return table


def test_no_figure_of_the_house_is_told_to_whoever_plays_and_all_of_them_to_staff() -> None:
    table = night()
    events, names = table.events, [event.event for event in table.events]
    assert names.count("act-refused") == 4 and names.count("table-filled") == 2, names
    bought = str(INVENTORY - 50_000 + 77_700)  # by a player, so it is no secret
    for who in ("player", "seat:1"):
        told = " ".join(str(seen_event(event, who)).replace(bought, "") for event in events)
        said = transcript(table.game, table.rules, events, who).replace("1,234,844", "")
        for text in (told, said):
            assert not [figure for figure in FIGURES if figure in text], text
        assert seen_accounts(table.accounts, who).keys() == {"seat:1", "seat:2"}
        assert "The table is closed after 0 rounds." in said
    for who in ("house", "floorperson", "surveillance"):
        assert all(for_reader(event, who) is event for event in events)
        assert seen_accounts(table.accounts, who)[COUNT_ROOM] == INVENTORY + 77_700


def test_what_is_left_out_is_left_out_once() -> None:
    for event in night().events:
        once = for_reader(event, "player")
        assert for_reader(once, "player") == once


def line(event: Event, key: bytes) -> bytes:
    return event_lines(GENESIS, key, [event])[0][0][0]


def test_the_hash_of_a_line_confirms_no_guess_of_its_figures() -> None:
    """Two houses record the same: without the key of the house, nobody can make the line that has this hash."""
    opened = night().events[1]
    one, other = line(opened, b"one house"), line(opened, b"other house")
    assert leaf_hash(one) != leaf_hash(other)
    same, known = parsed(one), parsed(other)
    differing = {name for name in same if same[name] != known[name]}
    assert differing == {"hash", "mark"} and len(same["mark"]) == 64


@pytest.mark.parametrize("who", ["player", "seat:1"])
def test_a_replay_for_a_player_says_nothing_of_the_inventory(tmp_path: Path, who: str) -> None:
    book = houseway.load("sic-bo")
    desk = open_desk(book.game, book.rules, tmp_path / "table.jsonl", "a seed")
    desk.table.do({"do": "open", "inventory_cents": INVENTORY})
    desk.close()
    assert "1,234,567" in houseway.replay(tmp_path / "table.jsonl")
    told = houseway.replay(tmp_path / "table.jsonl", who=who)
    assert "1,234,567" not in told and "The table is set up for sic-bo" in told
