"""The discard rack: whatever is played, every hand since the shuffle can be rebuilt from it, and no card is lost."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.play import carry_out, new_table, next_command, reported
from houseway.core import Event
from houseway.equipment.cards import DECK, FACE_DOWN
from houseway.games import load
from houseway.law import BadInput
from houseway.numerics.sources import SeededSource
from houseway.records.reconstruct import hands_by_round
from houseway.table import Table
from support import bench, sized

EDITIONS = ("2012-final", "2011-proposed", "2011-comment")
SHUFFLERS = ("manual", "batch", "continuous")
OTHERS = ("651a.11(a)", "651a.11(b)", "651a.11(c)", "651a.11(d)", "651a.11(e)")
EMPTIED_BY = ("shuffle", "spread", "resume", "change-cards", "opening")


def dealt_since_the_rack_was_empty(events: list[Event]) -> dict[int, dict[str, tuple[str, ...]]]:
    """The cards of each box by the journal, round by round, since the cards were last gathered."""
    found: dict[int, dict[str, tuple[str, ...]]] = {}
    for event in events:
        if event.event == "step-done" and event.fields["procedure"] in EMPTIED_BY:
            found = {}
        if event.event == "result" and event.fields["place"] != "discard-rack":
            hands = found.setdefault(event.round, {})
            hands[event.fields["place"]] = (*hands.get(event.fields["place"], ()), *event.fields["cards"])
    return found


def on_the_table(state: Any) -> list[str]:
    hands = [card for hand in state.hands for card in (hand.card, hand.war_card) if card]
    return [*hands, *state.dealer]


def checked(table: Table) -> None:
    """Cards are conserved, and the hands rebuilt from the rack are those in the journal."""
    state, events = table.state, table.events
    shoe, rack = state.cards.shoe, state.cards.rack
    if state.cards.phase == "play":
        assert shoe.left + len(rack) + len(on_the_table(state)) == shoe.decks * len(DECK)
        seen = Counter(card for card in (*rack, *on_the_table(state)) if card != FACE_DOWN)
        assert all(seen[card] + unseen == shoe.decks for card, unseen in zip(DECK, shoe.unseen, strict=True))
    if state.cards.method == "continuous" or state.cards.device == "covered":
        return  # the device takes the cards back after each round
    rebuilt = {each.round: each.hands for each in hands_by_round(events, rack) if each.hands}
    dealt = dealt_since_the_rack_was_empty(events)
    lying = {f"seat:{hand.seat}" for hand in state.hands} | ({"dealer"} if state.dealer else set())
    for number, hands in dealt.items():
        racked = {who: cards for who, cards in hands.items() if number != table.round or who not in lying}
        assert rebuilt.get(number, {}) == racked
    if state.cards.phase == "play":
        assert set(rebuilt) <= set(dealt)


def random_command(table: Table, rng: Random) -> dict[str, Any]:
    if rng.random() < 0.05:
        return reported(table.rules, rng.choice(OTHERS), "dealer", seat=rng.randint(1, 3))
    return next_command(table, rng, ("initial", "initial", "tie"))


@settings(max_examples=sized(day=12, night=40), deadline=None)
@given(
    st.sampled_from(EDITIONS),
    st.sampled_from(SHUFFLERS),
    st.sampled_from(["automatic", "by-hand"]),
    st.integers(0, 10**6),
)
def test_every_hand_is_rebuilt_from_the_rack_and_no_card_is_lost(
    edition: str, shuffler: str, mode: str, seed: int
) -> None:
    if (edition, shuffler) == ("2011-proposed", "continuous"):
        shuffler = "batch"
    game, rules = load("casino-war", [f"edition={edition}", f"shuffler={shuffler}"])
    table, rng = new_table(game, rules, SeededSource(str(seed)), mode), Random(seed)
    for _ in range(sized(day=60, night=150)):
        carry_out(table, random_command(table, rng))
        checked(table)


def three_rounds() -> Table:
    table = bench("casino-war").table
    for first in (True, False, False):
        for seat in (1, 2):
            table.wager(seat, "initial", 1000)
        table.no_more_bets()
        table.result(cards=[*(["?"] if first else []), "7H", "9D", "7C"])
        table.do({"do": "choose", "seat": 1, "choice": "go-to-war"})
        table.result(cards=["?", "?", "?", "KH", "2C"])
    return table


def test_a_disputed_hand_is_found_round_by_round() -> None:
    table = three_rounds()
    rounds = hands_by_round(table.events, table.state.cards.rack)
    assert [each.round for each in rounds] == [1, 2, 3]
    assert all(each.hands == {"seat:2": ("9D",), "seat:1": ("7H", "KH"), "dealer": ("7C", "2C")} for each in rounds)
    assert [len(each.burned) for each in rounds] == [4, 3, 3]


def test_burned_cards_may_be_turned_over_when_the_rack_is_read() -> None:
    table = three_rounds()
    rack = ["QS" if card == FACE_DOWN else card for card in table.state.cards.rack]
    assert hands_by_round(table.events, rack)[0].burned == ("QS",) * 4


def test_two_cards_exchanged_in_the_rack_show_in_the_hands() -> None:
    table = three_rounds()
    rack = list(table.state.cards.rack)
    first, second = rack.index("9D"), rack.index("KH")
    rack[first], rack[second] = rack[second], rack[first]
    assert hands_by_round(table.events, rack)[0].hands["seat:2"] == ("KH",)


@pytest.mark.parametrize(
    ("rack", "message"),
    [
        (lambda rack: rack[-1:], "it ends within the hand of dealer of round 3"),
        (lambda rack: rack[-3:], "it ends within the hand of seat 1 of round 3"),
        (lambda rack: ("2C", *rack), "1 cards at its bottom are from before the first event"),
    ],
)
def test_a_rack_that_cannot_be_of_these_rounds_is_not_understood(rack: Any, message: str) -> None:
    table = three_rounds()
    with pytest.raises(BadInput, match=message):
        hands_by_round(table.events, rack(table.state.cards.rack))
