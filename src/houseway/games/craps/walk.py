"""Computing one wager's exact odds: the setup, who shoots, and which states count as the same."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from houseway.core import Done, Fact, NoMoreBets, Outcome, Result, Wager
from houseway.games.craps.roll import POINTS
from houseway.games.craps.shooter import SUPPORTER, needs_shooter, passer, taker
from houseway.games.craps.state import Phase, State
from houseway.law import Rules

WALKED = 1  # the seat whose wager's odds are computed
ENOUGH = 6000  # a line wager large enough for any supplemental wager computed here
READS_FACES = ("hardway", "hop", "6-7-8")
THROW = {4: (1, 3), 5: (1, 4), 6: (1, 5), 8: (2, 6), 9: (3, 6), 10: (4, 6)}


def _line_bet(rules: Rules) -> str:
    offered = rules.option("wagers")
    return "pass" if "pass" in offered else "dont-pass"


def _roll(total: int, first: bool) -> tuple[Fact, ...]:
    taken = (Done("offer-dice"), Done("select-dice")) if first else ()
    return (*taken, NoMoreBets(), Result(THROW[total]), Done("settle"))


def setups(rules: Rules, wager: str) -> Mapping[str, tuple[Fact, ...]]:
    """A point for a Come Bet, the line wager at each point for its odds, nothing for other wagers."""
    shoots = Wager(SUPPORTER, _line_bet(rules), rules.min_cents)
    if wager in ("come", "dont-come"):
        return {"": (shoots, *_roll(4, first=True))}
    if wager in ("odds:pass", "odds:dont-pass"):
        line = Wager(WALKED, wager.removeprefix("odds:"), ENOUGH)
        return {f"point-{point}": (line, *_roll(point, first=True)) for point in POINTS}
    if wager.startswith("odds:"):
        _, line_id, number = wager.split(":")
        other = next(point for point in POINTS if point != int(number))
        placed = (*_roll(other, first=True), Wager(WALKED, line_id, ENOUGH), *_roll(int(number), first=False))
        return {"": (shoots, *placed)}
    return {"": ()}


def supporting_wagers(rules: Rules, state: State) -> tuple[Fact, ...]:
    """A line bet by another seat, if a come out roll is next and there is no other shooter."""
    if (
        state.point == 0
        and needs_shooter(state)
        and taker(rules, state) in (None, (state.shooter or state.previous, True))
    ):
        return (Wager(SUPPORTER, _line_bet(rules), rules.min_cents),)
    return ()


def key(rules: Rules, state: State) -> Hashable:
    """Leave out what affects no wager: the dice in the cup, the day's first roll and, on a come out roll, a new shooter."""
    fresh = state.fresh and not (state.point == 0 and state.phase is Phase.THROWN)
    shooter_may_pass = passer(rules, state) != 0
    return (
        state.phase, state.point, state.shooter, state.previous, state.offered if state.shooter == 0 else 0, state.holding,
        fresh, state.deciding, lump(rules, state, state.dice), state.fire_waiting, state.notify, state.withdrawn, state.placed,
        state.present, state.ordered, state.rejected, state.stale, shooter_may_pass, state.rethrow, state.disputed,
        state.deciding and state.decided_on,
    )  # fmt: skip


def lump(rules: Rules, state: State, dice: Outcome) -> Hashable:
    """Group throws by total, or by both faces if a wager on the layout depends on them."""
    assert isinstance(dice, tuple)
    faces = any(placed.id.partition(":")[0] in READS_FACES for placed in state.placed)
    return tuple(sorted(dice)) if faces else sum(dice)
