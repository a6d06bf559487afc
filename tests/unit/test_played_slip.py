"""The value of several wagers of a game with choices, under each named strategy."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from houseway.core import AnyGame, Wager
from houseway.core.driver import Driver
from houseway.core.frozen import replace
from houseway.games import load
from houseway.games.casino_war.hint import choice_values
from houseway.games.pai_gow.law.state import Against
from houseway.law import Rules
from houseway.odds.graph import ready
from houseway.odds.sheet import rows_of
from houseway.odds.slip import NotWorkedOut
from houseway.questions.played_slip import played_slip


def made(game: AnyGame, rules: Rules, *bets: tuple[int, str, int]) -> Driver[Any]:
    """A table that has just been opened, with these wagers."""
    driver = Driver(game, rules, ready(game, rules))
    for bet in bets:
        driver.play(Wager(*bet))
    return driver


def test_651a_9_initial_and_tie_wagers_are_worth_together_what_their_rows_add_up_to() -> None:
    game, rules = load("casino-war")
    table = made(game, rules, (2, "initial", 500), (2, "tie", 1000))
    war, surrender = played_slip(game, rules, table.state, game.law.placed(table.state), True)
    initial = {row.strategy: row.expected for row in rows_of(game, rules, "initial")}
    (tie,) = rows_of(game, rules, "tie")
    assert war.strategies == ("go-to-war", "optimal") and surrender.strategies == ("surrender",)
    assert war.mean == 500 * initial["go-to-war"] + 1000 * tie.expected
    assert surrender.mean == 500 * initial["surrender"] + 1000 * tie.expected
    assert war.nets is not None and sum(war.nets.values()) == 1
    assert war.nets[-1500] == Fraction(144, 311)  # the dealer's card is higher: both wagers are lost
    assert surrender.nets == {-1500: Fraction(144, 311), -500: Fraction(144, 311), 9750: Fraction(23, 311)}


def test_651a_9_c_after_a_tie_the_cards_that_are_left_decide() -> None:
    game, rules = load("casino-war")
    table = Driver(game, rules, ready(game, rules))
    for fact in game.walk.setup(rules, "war"):  # an Initial Wager, and two deuces
        table.play(fact)
    placed = game.law.placed(table.state)
    war, surrender = played_slip(game, rules, table.state, placed, before_the_deal=False)
    worth = choice_values(rules, table.state, 1, placed[0].cents)
    assert war.mean == worth["go-to-war"] * placed[0].cents
    assert surrender.nets == {-placed[0].cents // 2: Fraction(1)}


def test_621a_10_one_box_has_its_distribution_and_two_boxes_their_expectation() -> None:
    game, rules = load("pai-gow")
    rows = {row.strategy: row for row in rows_of(game, rules, "wager")}
    one = made(game, rules, (1, "wager", 1000))
    house, best = played_slip(game, rules, one.state, game.law.placed(one.state), True)
    assert (house.strategies, best.strategies) == (("house-way",), ("optimal",))
    assert house.mean == 1000 * rows["house-way"].expected and best.mean == 1000 * rows["optimal"].expected
    assert house.nets is not None and house.nets[950] == rows["house-way"].win  # 5% of what is won is the house's
    two = made(game, rules, (1, "wager", 1000), (2, "wager", 500))
    both = played_slip(game, rules, two.state, game.law.placed(two.state), True)[0]
    assert both.mean == 1500 * rows["house-way"].expected and both.nets is None and both.about


def test_621a_11_against_a_players_bank_and_after_the_deal_a_wager_has_no_value() -> None:
    game, rules = load("pai-gow", ["player_bank=true"])
    table = made(game, rules, (1, "wager", 500))
    placed = game.law.placed(table.state)
    assert played_slip(game, rules, table.state, placed, True)  # nobody banks the first round
    with pytest.raises(NotWorkedOut, match="the round has begun"):
        played_slip(game, rules, table.state, placed, before_the_deal=False)
    later = replace(table.state, first_round=False, bank=replace(table.state.bank, against=(Against(2, 500),)))
    with pytest.raises(NotWorkedOut, match="a player may take the bank"):
        played_slip(game, rules, later, placed, True)
    taken = replace(later, bank=replace(later.bank, seat=2))
    with pytest.raises(NotWorkedOut, match="seat 2 banks this round"):
        played_slip(game, rules, taken, placed, True)
