"""651a.9(c): surrender or War? The exact value of each, given the unseen cards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from houseway.core import Asked, Placed, seat_number
from houseway.core.frozen import replace
from houseway.core.wagering import find
from houseway.equipment.cards import HEIGHT
from houseway.games.casino_war.state import GO_TO_WAR, SURRENDER, State
from houseway.games.casino_war.wagers import INITIAL, TIE_ON_WAR, WAR, settle_war
from houseway.law import Rules
from houseway.money import signed


def best_play(rules: Rules, state: State, asked: Asked) -> tuple[str, ...]:
    """The better choice on a tie, and the value of both in Initial Wagers."""
    options = {option.choice: option.high_cents for option in asked.options}
    if not {GO_TO_WAR, SURRENDER} <= set(options):
        return ()
    worth = choice_values(rules, state, seat_number(asked.who), options[GO_TO_WAR])
    best = max(worth, key=lambda choice: worth[choice])
    listed = ", ".join(f"{choice} {signed(value)}" for choice, value in worth.items())
    return (f"Best play: {best}.", f"Expected value in Initial Wagers, given the unseen cards: {listed}.")


def choice_values(rules: Rules, state: State, seat: int, war_cents: int) -> dict[str, Fraction]:
    """Expected values of War and surrender, in Initial Wagers, over every pair of War cards (651a.9(g))."""
    initial, hand = find(state.placed, seat, INITIAL), state.hand(seat)
    assert initial is not None and hand is not None, "only a box with a tie hand is asked"
    collected = rules.edition.values["initial_at_war"].value == "collected"
    others = tuple(p for p in state.placed if p.seat == seat and p.id not in (WAR, TIE_ON_WAR))
    kept = tuple(placed for placed in others if not (collected and placed.id == INITIAL))
    at_war = replace(state, placed=(*kept, Placed(seat, WAR, war_cents, player=initial.player)))
    unseen, faces = Counter[int](), dict[int, str]()
    for card, count in state.cards.shoe.weights().items():
        unseen[HEIGHT[card]] += count
        faces[HEIGHT[card]] = card
    total, back = unseen.total() * (unseen.total() - 1), 0
    for mine, count in unseen.items():
        for dealers, other in unseen.items():
            settled = settle_war(rules, at_war, replace(hand, war_card=faces[mine]), faces[dealers])
            back += count * (other - (mine == dealers)) * sum(each.returned_cents for each in settled)
    gained = Fraction(back, total) - initial.cents - war_cents
    lost = initial.cents // rules.number("surrender_parts")
    return {GO_TO_WAR: gained / initial.cents, SURRENDER: Fraction(-lost, initial.cents)}
