"""The positions of a wager before a result: those that the rules reach after the wager is made.

A position is kept if some result there ends the wager in a new way: a repeated point, a moved wager that wins, the next line
of a paytable. So every ending appears in some row, and positions that show nothing new are left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from houseway.core import AnyGame, Chance, Choices, Choose, Fact, Outcome, Result, Settled, Wager, Working
from houseway.core.driver import BY_ITSELF, Driver
from houseway.core.due import Due, Stopped
from houseway.documents.example_rounds import stake_of
from houseway.law import Rules
from houseway.odds.graph import SEAT, lumps, ready

CALLED_ON: Final = "called on"  # for a wager that would otherwise be off
STAYS: Final = "stays"


@dataclass(frozen=True, slots=True)
class WagerEffect:
    """The effect of some results on the wager: how it ends and what is returned, or that it stays up, and under which name."""

    outcomes: tuple[Outcome, ...]
    ends: str
    returned_cents: int | str = ""
    vigorish_cents: int | str = ""
    lies_as: str = ""
    cites: str = ""


@dataclass(frozen=True, slots=True)
class Position:
    """A table just before a result. `situation`: how the wager was made; `after`: the results since then."""

    situation: str
    after: tuple[Outcome, ...]
    state: Any
    due: Chance
    others: frozenset[str]  # the seat's other wagers
    ends: tuple[WagerEffect, ...] = ()


def positions(game: AnyGame, rules: Rules, wager: str, stake: int) -> Iterator[Position]:
    """The first position of each situation, then those with a new ending; also the first position with the wager called on,
    if that makes a difference."""
    met: set[WagerEffect] = set()
    made = Wager(SEAT, wager, stake)
    for situation, setup in game.walk.setups(rules, wager).items():
        facts = tuple(_at_the_table(game, rules, setup))
        plain = _first(game, rules, facts, made, situation, called=False)
        if plain is None:
            continue
        found = list(_reached(game, rules, plain, met))
        yield from found
        called = _first(game, rules, facts, made, situation, called=True)
        if called is not None:
            first = next(_reached(game, rules, called, set()))
            if first.ends != found[0].ends:
                yield first


def _at_the_table(game: AnyGame, rules: Rules, setup: tuple[Fact, ...]) -> Iterator[Fact]:
    """The setup with amounts that a table accepts; a walk may use any amount, since it only compares results."""
    scale = Fraction(1)
    for fact in setup:
        if isinstance(fact, Wager):
            stake = stake_of(game, rules, fact.id)
            scale = Fraction(stake, fact.cents)
            yield replace(fact, cents=stake)
        elif isinstance(fact, Choose):
            yield replace(fact, cents=int(fact.cents * scale))  # a wager made by a choice scales with the one before it
        else:
            yield fact


def _first(
    game: AnyGame, rules: Rules, facts: tuple[Fact, ...], made: Wager, situation: str, called: bool
) -> Position | None:
    """The position after the wager is made, and called on if the rules allow it; None if no result follows."""
    driver = Driver(game, rules, ready(game, rules))
    for fact in facts:
        driver.play(fact)
    mine = {fact.id for fact in facts if isinstance(fact, Wager) and fact.seat == SEAT}
    others = frozenset(mine | {each.id for each in game.law.placed(driver.state) if each.seat == SEAT})
    driver.play(made)
    if called:
        call = Working(SEAT, made.id, on=True)
        if driver.refusal(call) is not None:
            return None
        driver.play(call)
        situation = f"{situation} {CALLED_ON}".strip()
    for _ in driver.until(_waits, BY_ITSELF):
        pass
    return Position(situation, (), driver.state, driver.due, others) if isinstance(driver.due, Chance) else None


def _reached(game: AnyGame, rules: Rules, first: Position, met: set[WagerEffect]) -> Iterator[Position]:
    """Reachable positions, those after the fewest results first."""
    seen, waiting = {game.round_key(rules, first.state)}, deque([first])
    while waiting:
        here = waiting.popleft()
        ends: list[WagerEffect] = []
        for outcomes, _ in lumps(game, rules, here.state, here.due):
            end, there = _after(game, rules, here, outcomes)
            ends.append(end)
            key = None if there is None else game.round_key(rules, there.state)
            if there is not None and key not in seen:
                seen.add(key)
                waiting.append(there)
        new = {end for end in ends if end.ends != STAYS} - met
        if new or here is first:
            met |= new
            yield Position(here.situation, here.after, here.state, here.due, here.others, tuple(ends))


def _after(
    game: AnyGame, rules: Rules, before: Position, outcomes: tuple[Outcome, ...]
) -> tuple[WagerEffect, Position | None]:
    """The effect of one of several equivalent results on the wager, and the position after it if the wager stays up."""
    driver = Driver(game, rules, before.state, before.due)
    settled: list[Settled] = list(driver.play(Result(outcomes[0])).settled)
    for step in driver.until(lambda due, state: _waits(due, state) or not game.law.placed(state), BY_ITSELF):
        settled += step.settled
    ended = next((each for each in settled if each.seat == SEAT and each.wager not in before.others), None)
    if ended is not None:
        cites = " ".join(ended.because)
        return WagerEffect(outcomes, str(ended.result), ended.returned_cents, ended.vigorish_cents, cites=cites), None
    lying = [p.id for p in game.law.placed(driver.state) if p.seat == SEAT and p.id not in before.others]
    end = WagerEffect(outcomes, STAYS, lies_as=lying[0] if lying else "")
    if not isinstance(driver.due, Chance):
        return end, None
    after = (*before.after, outcomes[0])
    return end, Position(before.situation, after, driver.state, driver.due, before.others)


def _waits(due: Due, _: Any) -> bool:
    return isinstance(due, Chance | Choices | Stopped)
