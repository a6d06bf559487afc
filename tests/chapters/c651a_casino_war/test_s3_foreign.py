"""651a.3(a): one copy of a card more than the decks have is a misdeal, wherever its face is read."""

from __future__ import annotations

import pytest

from chapters.c651a_casino_war.hands import EDITIONS, FINAL, cards, played, report, to_war, wager, war
from chapters.harness import NO_MORE_BETS, Command, done, of, settled, state
from houseway.core import Wagers
from support import Bench, cites, law

NEW_DEALER = {"do": "step", "cite": "651a.8(b)", "item": "new-dealer", "by": "dealer"}
MISDEAL = cites("651a.3(a)")
PLACES: dict[str, tuple[tuple[Command, ...], tuple[str, ...]]] = {
    "burned": ((NEW_DEALER, wager(1), NO_MORE_BETS, cards("7H")), ("?", "9H", "2D")),
    "box": ((wager(1), NO_MORE_BETS, cards("7H")), ("9H", "2D")),
    "dealer": ((wager(1), NO_MORE_BETS, cards("9H", "7H")), ("2D",)),
    "face up": ((wager(1), NO_MORE_BETS, report("a"), cards("7H")), ("9H", "2D")),
    "burned in a War": (
        (wager(1), NO_MORE_BETS, cards("9H", "9D"), to_war(1), cards("?", "7H")),
        ("?", "?", "8H", "2D"),
    ),
    "War card": ((wager(1), NO_MORE_BETS, cards("9H", "9D"), to_war(1), cards("?", "?", "?", "7H")), ("8H", "2D")),
    "dealer's War card": (
        (wager(1), NO_MORE_BETS, cards("9H", "9D"), to_war(1), cards("?", "?", "?", "8H", "7H")),
        ("2D",),
    ),
}


def seen(edition: str, *settings: str) -> Bench:
    """A table of six decks at which all six sevens of hearts have been dealt, between rounds."""
    table = war(edition, *settings)
    for n in range(6):
        played(table, [wager(1)], *(["?"] if not n else []), "7H", "2C" if n < 4 else "2D")
    assert state(table).cards.shoe.copies("7H") == 0
    return table


@law("651a.3(a)")
@pytest.mark.parametrize("edition", [*EDITIONS, "2011-filing"])
@pytest.mark.parametrize("place", PLACES)
def test_651a_3_a_one_card_too_many_is_a_misdeal_wherever_it_comes_up(place: str, edition: str) -> None:
    table = seen(edition)
    held = table.table.chips(1)
    events = done(table, *PLACES[place][0])
    (over,) = of(events, "round-voided")
    assert over.cites == MISDEAL
    rows = [(row[1], row[2], row[3]) for row in settled(events) if row[4] == MISDEAL and row[2] == "returned"]
    assert rows == [("initial", "returned", 1000), ("war", "returned", 1000)][: 1 + ("War" in place)]
    assert table.table.chips(1) == held
    # summed over the round, the settlements come to nothing, also where the Initial Wager had been collected for the War
    assert sum(e.fields["returned_cents"] - e.fields["cents"] for e in of(events, "wager-settled")) == 0
    assert "opening" in [e.fields["procedure"] for e in of(events, "step-done")]
    assert isinstance(table.table.due, Wagers) and state(table).cards.shoe.copies("7H") == 6


@law("651a.3(a)")
@pytest.mark.parametrize("place", PLACES)
def test_651a_3_a_read_the_other_way_the_card_is_set_aside_and_the_decks_change_after_the_round(place: str) -> None:
    table = seen(FINAL, "reading.foreign_card=set-aside")
    before, after = PLACES[place]
    events = done(table, *before)
    aside = [e for e in of(events, "result") if e.fields["place"] == "set-aside"]
    assert [(e.fields["cards"], e.cites) for e in aside] == [(["7H"], MISDEAL)] and not of(events, "round-voided")
    events = done(table, cards(*after))
    paid = {row[1]: row[2] for row in settled(events)}
    assert paid == ({"initial": "returned", "war": "won"} if "War" in place else {"initial": "won"})
    steps = [str(e.cites[0]) for e in of(events, "step-done")]
    assert steps[0] == "651a.3(d)" and "651a.4(a)" in steps and state(table).cards.shoe.copies("7H") == 6
