"""685a.7(h): nobody at the table sees the hole card before it is turned up, and nothing that is told gives it away."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chapters.c685a_down_under_blackjack.hands import cards, choose, report, wager
from chapters.harness import NO_MORE_BETS, Command
from houseway.core import Event
from houseway.games import load
from houseway.law.roles import ROLES
from houseway.numerics.sources import SeededSource
from houseway.records import open_desk
from houseway.table import Table
from support import law

WHO = (*ROLES, "all", *(f"seat:{seat}" for seat in range(1, 7)))
HOLE = "5S"  # no other card of these rounds
TURNS: dict[str, tuple[Command, ...]] = {
    "plain": (choose("1 stand"), choose("2 hit"), cards("10D"), choose("2 stand")),
    "refused acts": (choose("2 stand"), choose("1 split"), wager(3), cards("2D"), choose("1 stand"), choose("2 stand")),
    "wrong place": (
        report("h", wrong="place"),
        choose("dealer continue"),
        choose("dealer continue"),
        choose("1 stand"),
    ),
    "wrong light": (report("h", wrong="light"), choose("dealer dead-hand"), choose("dealer continue")),
    "card in error": (report("c"), cards("10D"), choose("1 hit")),
    "reader fails": (report("i"), {"do": "repaired", "device": "masque-card-reader", "by": "floorperson"}),
    "other copies": (choose("1 hit"), cards("5H"), choose("1 stand")),
}


def told(events: list[Event], who: str) -> str:
    """All events that a viewer sees."""
    return json.dumps([event.seen_by(who) for event in events])


def shown(events: list[Event]) -> int:
    """The event that turns up the hole card."""
    return next((at for at, event in enumerate(events) if event.fields.get("hole")), len(events))


@law("685a.7(h)", "685a.7(e)(4)")
@pytest.mark.parametrize("turn", TURNS)
def test_685a_7_h_nobody_is_told_the_hole_card_that_was_entered(turn: str, tmp_path: Path) -> None:
    """The dealer who enters all cards of a round knows them; the dealer at the table, and everybody else, is told nothing."""
    game, rules = load("down-under-blackjack")
    path = tmp_path / "table.jsonl"
    with_file = open_desk(game, rules, path, "hole")
    table: Table = with_file.table
    table.open()
    for seat in (1, 2):
        table.buy_in(seat, 100_000)
    events: list[Event] = []
    for command in (wager(1), wager(2), NO_MORE_BETS, cards(f"? 8H 8C 9D 9H 3C {HOLE}"), *TURNS[turn]):
        events += table.do(command)
        if shown(events) == len(events):
            for who in WHO:
                assert HOLE not in told(events, who), who
                assert HOLE not in json.dumps(table.view(who)), who
            assert HOLE not in path.read_text()  # the journal that everybody may read
    with_file.close()
    before, after = events[: shown(events)], events[shown(events) :]
    assert all(HOLE not in told(before, who) for who in WHO)
    if after:
        assert all(HOLE in told(after, who) for who in WHO)


@law("685a.7(h)")
def test_685a_7_h_a_refused_entry_of_several_cards_is_not_told_around_the_table() -> None:
    game, rules = load("down-under-blackjack")
    table = Table(game, rules, SeededSource("hole"))
    table.open()
    table.buy_in(1, 100_000)
    entered = [*table.do(wager(1)), *table.do({**cards(f"? 8H 9D 9H {HOLE}"), "by": "floorperson"})]
    assert entered[-1].event == "act-refused"
    for who in ("dealer", "player", "surveillance", "all", *(f"seat:{seat}" for seat in range(1, 7))):
        assert HOLE not in told(entered, who), who
    assert HOLE in told(entered, "floorperson")
