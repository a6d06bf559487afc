"""904a.4: the settlement of wagers by dice and choices, in each edition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from houseway.core import Placed, Settled
from houseway.core.wagering import collect, find, give_back, pay
from houseway.law import Rules, cites

COLLECTED, WINS_ON_TIE = "collected", "wins-on-tie"
Layout = tuple[Placed, ...]


def around(rules: Rules, seats: Iterable[int]) -> list[int]:
    """904a.4(c): in which order the seats are settled."""
    return sorted(seats, reverse=rules.edition.values["around"].value == "from-the-right")


def tied(
    rules: Rules, layout: Layout, dice: Mapping[int, int], dealer: int
) -> tuple[tuple[Settled, ...], Layout, tuple[int, ...]]:
    """The settlements by the first dice, the wagers that stay on the layout, and the seats with a tie."""
    because = cites("904a.4")
    settled: list[Settled] = []
    left: list[Placed] = []
    for seat in around(rules, dice):
        for placed in (each for each in layout if each.seat == seat):
            equal = dice[seat] == dealer
            if placed.id == "initial" and equal:
                left.append(placed)
            elif equal if placed.id == "tie" else dice[seat] > dealer:
                settled.append(pay(placed, rules.payout(placed.id), because))
            else:
                settled.append(collect(placed, because))
    return tuple(settled), tuple(sorted(left, key=lambda p: p.seat)), tuple(sorted(p.seat for p in left))


def at_war(rules: Rules, layout: Layout, seat: int, choice: str) -> tuple[tuple[Settled, ...], Layout]:
    """904a.4(a): a player who surrenders loses it. 904a.4(b): an edition may collect the initial wager here."""
    placed = find(layout, seat, "initial")
    assert placed is not None
    left = tuple(each for each in layout if each is not placed)
    if choice == "surrender":
        return (collect(placed, cites("904a.4(a)")),), left
    if rules.edition.values["initial_at_war"].value == COLLECTED:
        return (collect(placed, cites("904a.4(b)")),), left
    return (), layout


def war_settled(rules: Rules, layout: Layout, warring: tuple[int, ...], dice: tuple[int, ...]) -> tuple[Settled, ...]:
    """904a.4(b): the second dice decide the war wager, and the initial wager where it is still there."""
    because, dealer = cites("904a.4(b)"), dice[-1]
    own = dict(zip(warring, dice, strict=False))
    settled: list[Settled] = []
    for seat in around(rules, warring):
        war, initial = find(layout, seat, "war"), find(layout, seat, "initial")
        assert war is not None
        won, equal = own[seat] >= dealer, own[seat] == dealer
        if initial is not None and not won:
            settled.append(collect(initial, because))
        elif initial is not None:
            wins = equal and rules.edition.values["initial_at_war"].value == WINS_ON_TIE
            settled.append(pay(initial, rules.payout("initial"), because) if wins else give_back(initial, because))
        settled.append(pay(war, rules.payout("war_tie" if equal else "war"), because) if won else collect(war, because))
    return tuple(settled)
