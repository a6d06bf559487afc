"""617a.5(d), (e): settling. All losing wagers are collected first, then all winning ones paid."""

from __future__ import annotations

from houseway.core import INVENTORY, LAYOUT, Move, Placed, Settled
from houseway.core.frozen import replace
from houseway.core.wagering import collect, pay
from houseway.games.roulette.offers import FIVE
from houseway.games.roulette.state import State
from houseway.games.roulette.wagers import decide
from houseway.law import Citation, Payout, Rules


def settle(rules: Rules, state: State) -> tuple[Settled, ...]:
    """Each wager by its place on the layout when the ball fell."""
    lost: list[Settled] = []
    won: list[Settled] = []
    for placed in state.placed:
        payout, because = decide(placed.id, state.pocket, rules)
        if payout is None:
            lost.append(collect(placed, because))
        elif placed.id.startswith(FIVE):
            won.append(pay_fifth(rules, placed, payout, because))
        else:
            won.append(pay(placed, payout, because))
    return (*lost, *won)


def pay_fifth(rules: Rules, placed: Placed, payout: Payout, because: tuple[Citation, ...]) -> Settled:
    """617a.3(e)(1)(iii): of five equal Straight Wagers one wins; the other four are collected, then it is paid.

    The citation says where the fifth is paid, in the number's box or on the replica; this moves no money.
    """
    fifth = placed.cents // rules.number("five_adjacent_numbers")
    paid = pay(replace(placed, cents=fifth), payout, because)
    four_lost = Move(LAYOUT, INVENTORY, placed.cents - fifth)
    return replace(paid, cents=placed.cents, moves=(four_lost, *paid.moves))


def winning_fives(rules: Rules, state: State) -> list[tuple[Placed, int]]:
    """The winning Five Adjacent Number Wagers, each with the value of its fifth."""
    parts = rules.number("five_adjacent_numbers")
    return [
        (placed, placed.cents // parts)
        for placed in state.placed
        if placed.id.startswith(FIVE) and state.pocket and decide(placed.id, state.pocket, rules)[0] is not None
    ]
