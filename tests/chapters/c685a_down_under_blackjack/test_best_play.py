"""Best play against brute force in rationals on small shoes, and against known figures on whole ones."""

from __future__ import annotations

from fractions import Fraction
from importlib import util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chapters.c685a_down_under_blackjack.oracle import Oracle, without
from houseway.games.down_under_blackjack.mathematics.best_play import Solved, solve
from houseway.games.down_under_blackjack.mathematics.card_counts import full_shoe
from houseway.games.down_under_blackjack.mathematics.chart import charted
from houseway.games.down_under_blackjack.mathematics.dealer_hand import ENDINGS, ending_chances, signals
from houseway.games.down_under_blackjack.mathematics.player_hands import hands_of
from houseway.games.down_under_blackjack.mathematics.split_hands import split_seeing_all
from houseway.games.down_under_blackjack.mathematics.terms import ORDINARY, Terms

CLOSE = 1e-12
AT_NIGHT = pytest.mark.nightly
SHOES = [(3, 2, 0, 0, 0, 0, 3, 0, 2, 5), (2, 0, 3, 0, 0, 2, 0, 0, 2, 6)]
WIDE = (2, 0, 0, 2, 2, 2, 0, 2, 0, 5)
READINGS = [
    Terms(),
    Terms(dealer_soft_22="literal"),
    Terms(bust_on_22="return", large_after_split="yes"),
    Terms(double_on_22="returned", large_aces="do-not-count"),
    Terms("literal", "return", "count", "also-after-drawing", "yes", "returned"),
    Terms(ranges=False),
    ORDINARY,
]


def test_a_small_shoe_agrees_with_brute_force() -> None:
    shoe, terms = SHOES[1], READINGS[4]  # another answer to every question
    assert solve(shoe, terms).expected == pytest.approx(float(Oracle(shoe, terms).expected()), abs=CLOSE)


@pytest.mark.nightly
@pytest.mark.parametrize("terms", READINGS, ids=lambda terms: "-".join(map(str, terms.answers.values())))
@pytest.mark.parametrize("shoe", SHOES, ids=str)
def test_small_shoes_agree_with_brute_force(shoe: tuple[int, ...], terms: Terms) -> None:
    assert solve(shoe, terms).expected == pytest.approx(float(Oracle(shoe, terms).expected()), abs=CLOSE)


@pytest.mark.nightly
@pytest.mark.parametrize("terms", [Terms(), READINGS[4]], ids=["default", "every-other"])
def test_a_wider_shoe_agrees_with_brute_force(terms: Terms) -> None:
    assert solve(WIDE, terms).expected == pytest.approx(float(Oracle(WIDE, terms).expected()), abs=CLOSE)


def test_every_choice_is_worth_what_brute_force_says() -> None:
    shoe, terms = SHOES[0], Terms()
    oracle, solved = Oracle(shoe, terms), solve(shoe, terms)
    compared = 0
    for cards in ((7, 7), (2, 9), (1, 7), (10, 10), (1, 1)):
        for up in (2, 10):
            unseen = without(shoe, *cards, up)
            for light, holes in oracle.signals(up, unseen).items():
                chance = sum(weight for _, weight in holes)
                wanted = oracle.choices(cards, up, holes, unseen, seeing_all=False)
                found = worths(solved, cards, up, light)
                assert found == pytest.approx({k: float(v / chance) for k, v in wanted.items()}, abs=CLOSE)
                compared += len(wanted)
    assert compared > 80


def worths(solved: Solved, cards: tuple[int, ...], up: int, light: str) -> dict[str, float]:
    """The value of each choice by the analyzer."""
    from houseway.games.down_under_blackjack.mathematics.situation import Situation, choices

    hand = tuple(value - 1 for value in cards)
    found = choices(Situation(solved.position.shoe, hand, up - 1, (light,), False, False), solved, light)
    assert found is not None
    return found


SPLITS = [(9, 7), (7, 2), (10, 10), (1, 7)]


@pytest.mark.parametrize("terms", [Terms(), pytest.param(READINGS[4], marks=AT_NIGHT)], ids=["default", "every-other"])
@pytest.mark.parametrize(("pair", "up"), [SPLITS[0], *(pytest.param(*each, marks=AT_NIGHT) for each in SPLITS[1:])])
def test_a_split_on_own_cards_and_with_every_card_seen(pair: int, up: int, terms: Terms) -> None:
    """Dealt one after the other, two hands on their own cards are worth twice one; the exact optimum is a little more."""
    oracle, solved = Oracle(SHOES[0], terms), solve(SHOES[0], terms)
    here, row = solved.position, solved.position.hands.pairs[pair - 1]
    unseen = without(oracle.shoe, pair, pair, up)
    for light, holes in oracle.signals(up, unseen).items():
        chance = sum(weight for _, weight in holes)
        signal = next(n for n, each in enumerate(signals(True)) if (each.up, each.light) == (up - 1, light))
        own = float(solved.split[pair - 1, signal] - here.lost[row, signal]) / float(here.signal[row, signal])
        every = split_seeing_all(here, pair - 1, signal)
        assert own == pytest.approx(float(oracle.split_seeing_own(pair, up, holes, unseen) / chance), abs=CLOSE)
        assert every == pytest.approx(float(oracle.split_seeing_all(pair, up, holes, unseen) / chance), abs=CLOSE)
        assert every >= own - CLOSE


def test_ordinary_blackjack_from_six_decks() -> None:
    """No light, a 22 busts, soft 17 stands, double after one split, peek: a figure known elsewhere."""
    assert round(100 * solve(full_shoe(6), ORDINARY).expected, 3) == -0.457


def test_the_dealer_ends_in_every_way_with_chances_that_add_up() -> None:
    removed = hands_of(False).removed[::97]
    chances = ending_chances(full_shoe(6), removed, 21, True)
    assert chances.shape == (len(ENDINGS), 30, len(removed))
    assert chances.min() > -1e-15
    left = np.array(full_shoe(6)) - removed
    cards = left.sum(axis=1)
    blackjack = 2 * left[:, 0] * left[:, 9] / (cards * (cards - 1))
    assert chances.sum(axis=(0, 1)) + blackjack == pytest.approx(np.ones(len(removed)), abs=CLOSE)


HOLDS = [(6, "0.382"), *(pytest.param(*each, marks=AT_NIGHT) for each in ((4, "0.320"), (5, "0.358"), (8, "0.413")))]


@pytest.mark.parametrize(("decks", "percent"), HOLDS)
def test_the_hold_of_best_play(decks: int, percent: str) -> None:
    """Found here first; the plain recursion of the benchmark agrees to 1e-15 with six decks."""
    assert f"{-100 * charted(full_shoe(decks), Terms())[0].expected:.3f}" == percent


def plain_recursion() -> Any:
    path = Path(__file__).parents[3] / "benchmarks" / "plain_blackjack.py"
    spec = util.spec_from_file_location("plain_blackjack", path)
    assert spec is not None and spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.nightly
@pytest.mark.parametrize(("soft_limit", "reading"), [(21, "never"), (22, "literal")])
@pytest.mark.parametrize("decks", [1, 6])
def test_whole_decks_agree_with_a_plain_recursion(decks: int, soft_limit: int, reading: str) -> None:
    wanted = plain_recursion().expected(full_shoe(decks), soft_limit)
    assert solve(full_shoe(decks), Terms(dealer_soft_22=reading)).expected == pytest.approx(wanted, abs=CLOSE)


def test_the_oracle_itself_on_a_shoe_that_can_be_done_by_hand() -> None:
    """Tens only: 20 against 20, always returned."""
    shoe = (0, 0, 0, 0, 0, 0, 0, 0, 0, 12)
    assert Oracle(shoe, Terms()).expected() == Fraction(0)
    assert solve(shoe, Terms()).expected == pytest.approx(0, abs=CLOSE)
