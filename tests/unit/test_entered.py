"""Cards entered by hand: what lies face down cannot come again, and a refusal says what would be right."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.core import Event
from houseway.core.judging import outcome_text
from houseway.core.secret import disclosed
from houseway.table import fold
from support import Bench, bench


def cards(text: str) -> dict[str, Any]:
    return {"do": "result", "cards": text.split()}


def war_rounds(table: Bench, *hands: str) -> list[Event]:
    """Rounds of Casino War with one Initial Wager each; the events of the last."""
    events: list[Event] = []
    for hand in hands:
        wager = {"do": "wager", "seat": 1, "id": "initial", "cents": 1000}
        events = table.do(wager, {"do": "no-more-bets"}, cards(hand))
    return events


def voided(events: list[Event]) -> bool:
    return any(event.event == "round-voided" for event in events)


def refusals(events: list[Event]) -> list[str]:
    return [event.fields["reason"] for event in events if event.event.endswith("-refused")]


def test_a_burned_card_that_was_seen_counts_among_the_copies() -> None:
    table = bench("casino-war", "decks=6")
    copies = 6
    events = war_rounds(table, "AS AS 2C", *["AS 3C"] * (copies - 2))
    assert not refusals(events) and not voided(events)
    events = war_rounds(table, "AS 4C")
    assert not refusals(events) and voided(events)
    assert not refusals(war_rounds(table, "? AS 4C"))
    assert fold(table.table.events) == table.table.plain


def test_a_burned_card_that_nobody_saw_keeps_nothing_back() -> None:
    table = bench("casino-war", "decks=6")
    assert not refusals(war_rounds(table, "? AS 2C", *["AS 3C"] * 5))
    assert table.table.position.table.buried == ()


def test_what_was_burned_is_forgotten_when_the_cards_are_shuffled() -> None:
    table = bench("casino-war", "decks=6")
    war_rounds(table, "AS AS 2C")
    assert [disclosed(face) for face in table.table.position.table.buried] == ["AS"]
    table.do({"do": "step", "cite": "651a.5(f)", "item": "reshuffle", "by": "floorperson"})
    assert table.table.position.table.buried == ()


def test_nothing_tells_what_the_hole_card_is_that_was_entered_before_it_is_turned_up() -> None:
    """The fourth 8H that everybody sees is taken, although the hole card was entered as one, too."""
    table = bench("down-under-blackjack", "decks=4")
    for seat in (1, 2, 3):
        table.do({"do": "wager", "seat": seat, "id": "bet", "cents": 1000})
    table.do({"do": "no-more-bets"}, cards("? 8H 8H 8H 5C 5D 5S 2C 8H"))
    events = table.do({"do": "choose", "seat": 1, "choice": "hit"}, cards("8H"))
    assert not refusals(events) and not voided(events)
    events = table.do(*({"do": "choose", "seat": seat, "choice": "stand"} for seat in (2, 3)))
    assert not refusals(events) and voided(events)


def test_a_choice_is_not_both_made_and_refused() -> None:
    """If an entered face turns out to be impossible, the face is refused, not the choice that led to it."""
    table = bench("down-under-blackjack", "decks=4")
    for seat in (1, 2, 3):
        table.do({"do": "wager", "seat": seat, "id": "bet", "cents": 1000})
    table.do({"do": "no-more-bets"}, cards("? 8H 8H 8H 5C 5D 5S 2C 8H"))
    events = table.do(*({"do": "choose", "seat": seat, "choice": "stand"} for seat in (1, 2, 3)))
    assert [e.event for e in events].count("chosen") == 3
    assert not refusals(events)


@pytest.mark.parametrize(
    ("game", "wager", "result", "reason"),
    [
        (
            "casino-war",
            "initial",
            {"cards": ["?", "?"]},
            "? is not possible for the card of seat 1; enter its face, like 7H",
        ),
        (
            "down-under-blackjack",
            "bet",
            {"cards": ["?", "7H", "5C", "?"]},
            "? is not possible for the card of seat 1; enter its face, like 7H",
        ),
        (
            "down-under-blackjack",
            "bet",
            {"light": "red"},
            'red is not possible for the burned card; enter "?", or its face if it was seen, like 7H',
        ),
    ],
)
def test_a_result_that_cannot_be_says_what_would_be_right(
    game: str, wager: str, result: dict[str, Any], reason: str
) -> None:
    table = bench(game)
    table.do({"do": "wager", "seat": 1, "id": wager, "cents": 1000}, {"do": "no-more-bets"})
    assert refusals(table.do({"do": "result", **result})) == [reason]


def test_outcomes_are_spoken_as_they_are_entered() -> None:
    table = bench("sic-bo")
    assert outcome_text(table.game, table.rules, (1, 2, 3)) == "1 2 3"
    table = bench("down-under-blackjack")
    assert outcome_text(table.game, table.rules, "medium") == "red"
