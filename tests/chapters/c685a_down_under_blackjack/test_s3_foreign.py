"""685a.3(a) and 685a.12(h): a card that cannot be, wherever its face is read, leads to a misdeal or to the dealer's ruling."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chapters.c685a_down_under_blackjack.hands import (
    cards,
    choose,
    ended,
    felt,
    light,
    options,
    report,
    wager,
)
from chapters.harness import NO_MORE_BETS, Command, done, names, of, settled, state
from houseway.core import Chance, Event, Result, Wagers
from houseway.equipment.card_reader import FACES
from houseway.equipment.cards import NUMBER
from houseway.games.down_under_blackjack.law import dealing
from support import Bench, cites, law

NEXT_ROUND = {"do": "step", "cite": "685a.7(c)", "item": "new-dealer", "by": "dealer"}
MISDEAL = cites("685a.3(a)")


def seen(*settings: str) -> Bench:
    """A table of four decks at which all four sevens of hearts have been dealt, between rounds."""
    table = felt("decks=4", *settings)
    done(table, wager(1), wager(2), NO_MORE_BETS, cards("? 7H 7H 2C 7H 7H 10D"))
    done(table, choose("1 stand"), choose("2 stand"), cards("KC"))
    assert state(table).cards.shoe.copies("7H") == 0 and isinstance(table.table.due, Wagers)
    return table


PLACES: dict[str, tuple[Command, ...]] = {
    "burned": (NEXT_ROUND, wager(1), NO_MORE_BETS, cards("7H")),
    "box": (wager(1), NO_MORE_BETS, cards("7H")),
    "up": (wager(1), NO_MORE_BETS, cards("2H 7H")),
    "second": (wager(1), NO_MORE_BETS, cards("2H 3H 7H")),
    "drawn": (wager(1), NO_MORE_BETS, cards("2H 3H 5H 9C"), choose("1 hit"), cards("7H")),
    "dealers": (wager(1), NO_MORE_BETS, cards("10H 3H 9H 9C"), choose("1 stand"), cards("7H")),
    "face up": (wager(1), NO_MORE_BETS, report("a"), cards("7H")),
    "in error": (wager(1), NO_MORE_BETS, cards("2H 3H 5H 9C"), report("c"), cards("7H")),
    "hole, no range": (
        *(wager(1), NO_MORE_BETS, cards("10H 3H 9H ?"), light("red"), report("h")),
        *(choose("dealer continue"), choose("1 stand"), cards("7H")),
    ),
    "hole, right range": (wager(1), NO_MORE_BETS, cards("10H 3H 9H ?"), light("red"), choose("1 stand"), cards("7H")),
    "hole, wrong range": (wager(1), NO_MORE_BETS, cards("10H 3H 9H ?"), light("blue"), choose("1 stand"), cards("7H")),
    "hole, entered": (wager(1), NO_MORE_BETS, cards("10H 3H 9H 7H"), choose("1 stand")),
    "hole, exposed": (wager(1), NO_MORE_BETS, cards("10H KH 9H ?"), light("yellow"), cards("7H")),
}


def voided(events: list[Event]) -> list[tuple[int, str, str, int]]:
    """Check that the decks void the round and new ones are opened; return the settlements."""
    (over,) = of(events, "round-voided")
    assert over.cites == MISDEAL and of(events, "act-refused") == []
    opened = [e.fields["procedure"] for e in of(events, "step-done")]
    assert "opening" in opened and "load" in opened
    return [row[:4] for row in settled(events) if row[4] == MISDEAL]


@law("685a.3(a)")
@pytest.mark.parametrize("place", PLACES)
def test_685a_3_a_one_card_too_many_is_a_misdeal_wherever_it_comes_up(place: str) -> None:
    table = seen()
    held = table.table.chips(1)
    assert voided(done(table, *PLACES[place])) == [(1, "bet", "returned", 1000)]
    assert table.table.chips(1) == held and isinstance(table.table.due, Wagers)
    done(table, wager(1), NO_MORE_BETS, cards("? 7H"))  # other decks, which have one


@law("685a.3(a)", "685a.12(d)")
def test_685a_3_a_a_card_that_a_standing_dealer_draws_changes_the_decks_only() -> None:
    table = seen()
    events = done(table, report("d"), cards("7H"))
    assert of(events, "round-voided") == [] and settled(events) == []
    assert "opening" in [e.fields["procedure"] for e in of(events, "step-done")]


@law("685a.3(a)")
def test_685a_3_a_cards_that_were_entered_ahead_do_not_count_for_the_new_decks() -> None:
    table = seen()
    events = done(table, wager(1), NO_MORE_BETS, cards("2H 3H 7H 9C KC"))
    assert [(e.fields["left"], e.cites) for e in of(events, "entered-dropped")] == [(2, MISDEAL)]
    assert table.table.waiting == []


@law("685a.3(a)")
def test_685a_3_a_a_burned_card_that_was_seen_counts_among_the_copies() -> None:
    table = felt("decks=4")
    done(table, wager(1), wager(2), NO_MORE_BETS, cards("7H 7H 7H 2C 7H 9H 10D"))
    done(table, choose("1 stand"), choose("2 stand"), cards("KC"))
    assert voided(done(table, wager(1), NO_MORE_BETS, cards("7H"))) == [(1, "bet", "returned", 1000)]


@law("685a.7(h)", "685a.3(a)")
def test_685a_7_h_a_hole_card_that_cannot_be_comes_out_only_when_it_is_turned_up() -> None:
    """The fourth seven that everybody sees is lawful; nobody may know before that the hole card is the fifth."""
    table = felt("decks=4")
    done(table, wager(1), wager(2), wager(3), NO_MORE_BETS)
    done(table, cards("? 7H 7H 7H 2C 5C 5D 5S 7H"))
    events = done(table, choose("1 hit"), cards("7H"))
    assert [e.fields["cards"] for e in of(events, "result")] == [["7H"]] and "7H" not in str(
        table.table.view("dealer")["dealer"]
    )
    events = done(table, choose("1 stand"), choose("2 stand"), choose("3 stand"))
    assert voided(events) == [(seat, "bet", "returned", 1000) for seat in (1, 2, 3)]


@law("685a.3(a)")
@pytest.mark.parametrize("place", [each for each in PLACES if not each.startswith("hole")])
def test_685a_3_a_read_the_other_way_the_card_is_set_aside_and_the_decks_change_after_the_round(place: str) -> None:
    table = seen("reading.foreign_card=set-aside")
    events = done(table, *PLACES[place])
    aside = [e for e in of(events, "result") if e.fields.get("place") == "set-aside"]
    assert [(e.fields["cards"], e.cites) for e in aside] == [(["7H"], MISDEAL)]
    assert of(events, "round-voided") == []
    after: dict[str, tuple[Command, ...]] = {
        "burned": (cards("? 10H 9H 9S 10C"), choose("1 stand")),
        "box": (cards("10H 9H 9S 10C"), choose("1 stand")),
        "up": (cards("8H 10S 9C"), choose("1 stand")),
        "second": (cards("10C 10S"), choose("1 stand"), cards("6C")),
        "drawn": (cards("10C"), choose("1 stand"), cards("10S")),
        "dealers": (cards("10C"),),
        "face up": (cards("10H 9H 9S 10C"), choose("1 stand")),
        "in error": (choose("1 hit"), cards("10C"), choose("1 stand"), cards("10S")),
    }
    events = done(table, *after[place])
    assert len(settled(events)) == 1
    steps = [str(e.cites[0]) for e in of(events, "step-done")]
    assert steps[0] == "685a.3(c)" and "685a.4(a)" in steps  # the decks are changed and inspected
    assert state(table).cards.shoe.copies("7H") == 4


@law("685a.3(a)")
def test_685a_3_a_a_hole_card_cannot_be_replaced_so_that_the_round_is_void_either_way() -> None:
    table = seen("reading.foreign_card=set-aside")
    assert voided(done(table, *PLACES["hole, right range"])) == [(1, "bet", "returned", 1000)]


# A light that what has been seen contradicts


def without_small(table: Bench, left: int) -> None:
    """Almost all small cards have been seen."""
    shoe = state(table).cards.shoe
    small = sorted(FACES["small"])
    unseen = [0 if face in small else count for face, count in zip(NUMBER, shoe.unseen, strict=True)]
    unseen[NUMBER["2C"]] = left
    changed = replace(state(table), cards=replace(state(table).cards, shoe=replace(shoe, unseen=tuple(unseen))))
    table.table.position = replace(table.table.position, state=changed, due=table.game.law.due(table.rules, changed))


@law("685a.12(h)")
def test_685a_12_h_a_light_that_stands_for_no_unseen_card_is_wrong() -> None:
    table = felt()
    done(table, wager(1), NO_MORE_BETS, cards("? 10H 9H 8H ?"))
    game, rules = table.game, table.rules
    without_small(table, 0)
    due = table.table.due
    assert isinstance(due, Chance) and due.may_bring("small")
    step = game.law.advance(rules, table.table.state, Result("small"))
    assert [said.cites for said in step.said][-1] == cites("685a.12(h)")
    assert step.state.hole_range == "" and [hand.ruling for hand in step.state.hands] == [True]


@law("685a.12(h)")
def test_685a_12_h_the_last_card_that_the_light_stands_for_shows_that_it_was_wrong() -> None:
    table = felt()
    done(table, wager(1), NO_MORE_BETS, cards("? 8H 9H 3H ?"), light("blue"), choose("1 hit"))
    without_small(table, 1)
    due = table.table.due
    assert isinstance(due, Chance) and "2C" not in due.weights and due.may_bring("2C")
    step = dealing.card(table.rules, table.table.state, "2C")
    assert step.state.hands[0].cards == ("8H", "3H", "2C") and step.state.hands[0].ruling
    assert step.state.hole_range == "" and step.said[-1].cites == cites("685a.12(h)")


@law("685a.12(h)")
def test_685a_12_h_a_king_under_the_blue_light_is_ruled_on_and_never_refused() -> None:
    table = felt()
    done(table, wager(1), NO_MORE_BETS, cards("? 10H 9H 8H ?"), light("blue"), choose("1 stand"))
    events = done(table, cards("KD"))
    assert "act-refused" not in names(events) and options(table) == {"dealer": ("continue", "dead-hand")}
    events = done(table, choose("dealer dead-hand"))
    assert ended(events) == ("returned", 1000, cites("685a.12(h)"))
