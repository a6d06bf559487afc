"""The weights of chance at every point: the cards seen and the known range of the hole card decide them exactly."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from chapters.c685a_down_under_blackjack.hands import awaited, cards, choose, dealt, light
from chapters.harness import done, state
from houseway.equipment.card_reader import FACES, range_of
from houseway.equipment.cards import DECK
from houseway.equipment.shoe import Shoe


@pytest.mark.parametrize("told", ["small", "medium", "large"])
def test_the_next_card_weighs_as_all_orders_of_a_small_shoe_count_it(told: str) -> None:
    """Three unseen cards, one of them the hole card of a known range, and one burned: every order is gone through."""
    for unseen in (("2C", "3C", "2C"), ("KD", "2C", "7H"), ("AS", "KS", "9D"), ("6H", "7H", "8H")):
        orders = [order for order in permutations(unseen) if range_of(order[0]) == told]
        if not orders:
            continue
        counted = Counter(order[1] for order in orders)
        counts = Counter(unseen)
        shoe = Shoe(1, tuple(counts[card] for card in DECK))
        weights = shoe.weights(FACES[told])
        total = sum(weights.values())
        shares = {card: Fraction(weight, total) for card, weight in weights.items()}
        assert shares == {card: Fraction(n, len(orders)) for card, n in counted.items()}
        holes, possible = Counter(order[0] for order in orders), shoe.among(FACES[told])
        assert {c: Fraction(n, sum(possible.values())) for c, n in possible.items()} == {
            c: Fraction(n, len(orders)) for c, n in holes.items()
        }


def test_face_down_and_unread_the_hole_card_changes_nothing() -> None:
    table, _ = dealt("9H AC 8H KD")
    done(table, choose("1 no-insurance"))
    seen, _ = dealt("9H AC 8H")
    before = awaited(seen).weights
    assert {card: before[card] for card in ("9H", "AC", "8H", "2C")} == {"9H": 5, "AC": 5, "8H": 5, "2C": 6}


def test_with_a_range_told_a_card_of_that_range_is_a_little_rarer() -> None:
    table, _ = dealt("9H 7C 8H ?")
    done(table, light("blue"), choose("1 hit"))
    weights = awaited(table).weights
    small = 4 * 24  # of each of four ranks, six decks of four suits
    assert weights["2C"] == 6 * (small - 1)
    assert weights["KC"] == 6 * small
    assert weights["9H"] == 5 * small
    assert sum(weights.values()) == (309 - small) * small + small * (small - 1)
    done(table, cards("2H"), choose("1 stand"))
    turned = awaited(table)
    assert set(map(range_of, turned.weights)) == {"small"}
    assert turned.weights["2H"] == 5 and turned.weights["2C"] == 6 and sum(turned.weights.values()) == small - 1


def test_once_exposed_the_hole_card_is_out_of_the_count() -> None:
    table, _ = dealt("9H KC 8H QD")
    assert state(table).hole == "QD"
    done(table, choose("1 hit"))
    assert awaited(table).weights["QD"] == 5
    assert sum(awaited(table).weights.values()) == 312 - 4
