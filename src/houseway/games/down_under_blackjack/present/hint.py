"""685a.7(i)(2), 685a.8(a): a player's best choice, given every card seen since the shuffle."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.core import Asked
from houseway.games.down_under_blackjack.law.hole_card import EVEN_MONEY, INSURE, NO_INSURANCE
from houseway.games.down_under_blackjack.law.player_turns import STAND
from houseway.games.down_under_blackjack.law.points import POINTS
from houseway.games.down_under_blackjack.law.state import State, acting
from houseway.games.down_under_blackjack.mathematics.best_play import solve
from houseway.games.down_under_blackjack.mathematics.side_wagers import insurance_worth
from houseway.games.down_under_blackjack.mathematics.situation import Situation, choices
from houseway.games.down_under_blackjack.mathematics.terms import terms_of
from houseway.law import Rules

EXPOSED = "large"  # an exposed hole card was read as Large


def best_play(rules: Rules, state: State, asked: Asked) -> tuple[str, ...]:
    """The best choice and the value of each; nothing for irregularities, which the analysis does not cover."""
    options = {option.choice for option in asked.options}
    if NO_INSURANCE in options:
        return _insurance(state, options)
    return _hand(rules, state, options) if STAND in options else ()


def _insurance(state: State, options: Iterable[str]) -> tuple[str, ...]:
    worth = insurance_worth(_unseen(state))
    takes = EVEN_MONEY if EVEN_MONEY in options else INSURE
    return (
        f"Best play: {takes if worth > 0 else NO_INSURANCE}.",
        f"A unit of insurance is worth {float(worth):+.4f}, given the unseen cards.",
    )


def _hand(rules: Rules, state: State, options: Iterable[str]) -> tuple[str, ...]:
    hand = acting(state)
    assert hand is not None, "a seat that is asked has a hand"
    cards, up, light = _kinds(hand.cards), _kinds((state.up,))[0], state.hole_range or EXPOSED
    shown = (*cards, up, *_kinds((state.hole,) if state.hole else ()), *(cards[:1] if hand.part else ()))
    shoe = tuple(count + shown.count(kind) for kind, count in enumerate(_unseen(state)))
    here = Situation(shoe, cards, up, (light,), bool(hand.part), False)
    worth = choices(here, solve(shoe, terms_of(rules)), light)
    assert worth is not None, "the light that was read is possible"
    listed = {choice: value for choice, value in worth.items() if choice in options}
    each = ", ".join(f"{choice} {value:+.4f}" for choice, value in listed.items())
    return (
        f"Best play: {next(iter(listed))}.",
        f"Expected value in Bet Wagers, given the unseen cards: {each}.",
    )


def _unseen(state: State) -> tuple[int, ...]:
    """The unseen cards by kind, including the one face down."""
    counts = [0] * 10
    for card, count in state.cards.shoe.weights().items():
        counts[POINTS[card] - 1] += count
    return tuple(counts)


def _kinds(cards: Iterable[str]) -> tuple[int, ...]:
    return tuple(POINTS[card] - 1 for card in cards)
