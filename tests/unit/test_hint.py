"""`hint` at a terminal table: best play for the open choice, and its value."""

from __future__ import annotations

import re
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

import pytest

from houseway.core import Asked, Choices, Seat
from houseway.games import games, load
from houseway.games.casino_war.hint import choice_values
from houseway.games.pai_gow.present import hint as pai_gow_hint
from houseway.odds.sheet import rows_of
from support import advised
from terminal_seat import seated, told


def test_casino_war_tells_surrender_or_war_with_exact_worths() -> None:
    session, out = seated("casino-war")
    session.line("initial 10")
    session.table.no_more_bets()
    session.table.result(cards=["?", "8C", "8D"])
    assert isinstance(session.table.due, Choices)
    answer = told(session, out, "hint")
    assert answer.startswith("Best play: go-to-war. Expected value in Initial Wagers, given the unseen cards:")
    assert "go-to-war -0.3151" in answer and "surrender -0.5000" in answer


def test_the_worth_of_a_war_is_what_the_walk_of_all_rounds_says() -> None:
    """Always War minus always surrender, per tie, is what both choices differ by; every tie of a fresh shoe is alike."""
    game, rules = load("casino-war")
    rows = {row.strategy: row for row in rows_of(game, rules, "initial")}
    decks = int(rules.option("decks"))
    tie = Fraction(4 * decks - 1, 52 * decks - 1)
    session, _ = seated("casino-war")
    session.line("initial 10")
    session.table.no_more_bets()
    session.table.result(cards=["?", "8C", "8D"])
    found = choice_values(rules, session.table.state, 1, 1000)
    apart = found["go-to-war"] - found["surrender"]
    assert apart == (rows["go-to-war"].expected - rows["surrender"].expected) / tie


def test_down_under_blackjack_tells_the_best_choice_as_strategy_does() -> None:
    session, out = seated("down-under-blackjack")
    session.line("bet 10")
    session.table.no_more_bets()
    session.table.result(cards=["?", "7H", "5C", "9D", "9C"])
    answer = told(session, out, "hint")
    game, rules = session.game, session.rules
    about = {"hand": "7,9", "up": "5", "hole": "medium"}
    advice = advised(game)(rules, about, lambda _what: None)
    assert advice is not None
    worth = {choice: float(value) for choice, value in advice.data["choices"]["medium"].items()}
    best = max(worth, key=lambda choice: worth[choice])
    assert answer.startswith(f"Best play: {best}. Expected value in Bet Wagers,")
    shown = dict(re.findall(r"([a-z-]+) ([+-][0-9.]+[0-9])", answer))
    assert {choice: float(value) for choice, value in shown.items()} == pytest.approx(worth, abs=6e-5)


def test_down_under_blackjack_tells_whether_to_insure() -> None:
    session, out = seated("down-under-blackjack")
    session.line("bet 10")
    session.table.no_more_bets()
    session.table.result(cards=["?", "7H", "AC", "9D", "?"])
    decks = int(session.rules.option("decks"))
    worth = 3 * Fraction(16 * decks, 52 * decks - 3) - 1
    answer = told(session, out, "hint")
    assert answer.startswith(f"Best play: no-insurance. A unit of insurance is worth {float(worth):+.4f}")


def test_pai_gow_tells_the_best_setting_beside_the_house_way() -> None:
    session, out = seated("pai-gow")
    session.line("wager 10")
    session.line("")
    assert isinstance(session.table.due, Choices)
    answer = told(session, out, "hint")
    hand = next(hand for hand in session.table.state.hands if hand.position == 1)
    advice = advised(session.game)(session.rules, {"hand": ",".join(hand.tiles)}, lambda _what: None)
    assert advice is not None
    best = re.findall(r"[1-6]-[1-6]", advice.data["best"])
    assert answer.startswith(f"Best play: set {' '.join(best)}, worth ")
    session.line(f"set {' '.join(best)}")  # it can be typed as it is told
    assert "Best play: set" not in told(session, out, "hint")


def test_pai_gow_tells_what_the_house_would_do_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = SimpleNamespace(tiles=("4-6", "2-6", "3-3", "4-4"), cents=1000)
    monkeypatch.setattr(pai_gow_hint, "hand_at", lambda state, number: hand)
    rules, asked = load("pai-gow")[1], Asked(Seat(1), ())
    best, house = pai_gow_hint._setting(rules, cast(Any, None), asked)
    assert best.startswith("Best play: set 4-4 4-6 3-3 2-6, ") and house.startswith(
        "The house would set 4-6 2-6 4-4 3-3 (-"
    )


@pytest.mark.parametrize("name", games())
def test_a_hint_while_nobody_is_asked_says_so(name: str) -> None:
    session, out = seated(name)
    answer = told(session, out, "hint")
    if any(session.game.walk.strategies(session.rules, wager) for wager in session.offers):
        assert "no choice is open now: wagers may be made" in answer or "only of the dealer" in answer
    else:
        assert f"no choice at {session.game.title} changes the value of a wager" in answer
