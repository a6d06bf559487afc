"""The value of a player's wagers in a game with choices, under each of the game's named strategies.

If the round can be walked, the walk starts from the remaining cards. Otherwise the value comes from the rows of the odds
sheet, which apply to a round from a full shoe: the values of several wagers add up, but their chances do not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.core import AnyGame
from houseway.core.kernel import Sitting
from houseway.core.step import Placed
from houseway.law import Rules
from houseway.law.errors import BadArgument
from houseway.odds.sheet import rows_of
from houseway.odds.slip import NotWorkedOut, played_by
from houseway.questions.round_distribution import one_wager

APART = (
    "The odds of each of these wagers are counted by themselves, so their deviation and chances together are not known."
)
FULL_SHOE = "This is for a full shoe. Cards that have already been dealt would change it a little."


@dataclass(frozen=True, slots=True)
class PlayedSlip:
    """Some wagers under one or more strategies that give the same figures.

    `nets` is the distribution of the net result in cents, or None if only the mean is known. `rounded`: computed in floats.
    """

    strategies: tuple[str, ...]
    mean: Fraction
    nets: Mapping[int, Fraction] | None
    rounded: bool = False
    about: tuple[str, ...] = ()


def strategies_of(game: AnyGame, rules: Rules, placed: Collection[Placed]) -> tuple[str, ...]:
    """The named strategies of the first of these wagers that has any."""
    named = (game.walk.strategies(rules, each.id) for each in placed if each.id in game.law.catalogue(rules))
    return next(filter(None, named), ())


def played_slip(
    game: AnyGame, rules: Rules, state: Any, placed: Sequence[Placed], before_the_deal: bool
) -> tuple[PlayedSlip, ...]:
    """The value of these wagers under each named strategy; raises NotWorkedOut with a reason if there is none."""
    strategies = strategies_of(game, rules, placed)
    counted = any(each.id in game.walk.takes_long or game.walk.counted(rules, each.id) for each in placed)
    if not counted:
        try:
            return tuple(_merged(_walked(game, rules, state, placed, each) for each in strategies))
        except NotWorkedOut:
            if not before_the_deal:
                raise
    if not before_the_deal:
        raise NotWorkedOut("the round has begun, and its odds are counted from the deal")
    if why := game.walk.not_counted_now(rules, state):
        raise NotWorkedOut(why)
    try:
        priced = {row.strategy for each in placed for row in rows_of(game, rules, each.id)}
        return tuple(_merged(_from_rows(game, rules, placed, each) for each in strategies if each in priced))
    except BadArgument as error:
        raise NotWorkedOut(str(error)) from error


def _walked(game: AnyGame, rules: Rules, state: Any, placed: Sequence[Placed], strategy: str) -> PlayedSlip:
    nets = played_by(game, rules, state, {each.player or each.seat for each in placed}, strategy).nets
    return PlayedSlip((strategy,), sum((net * chance for net, chance in nets.items()), Fraction(0)), nets)


def _from_rows(game: AnyGame, rules: Rules, placed: Sequence[Placed], strategy: str) -> PlayedSlip:
    """The sum of the rows of these wagers; for a single wager, also its distribution."""
    chains = [one_wager(game, rules, Sitting({each.id: each.cents}, strategy))[0].for_player() for each in placed]
    rounded = any(chain.input_error for chain in chains)
    about = () if game.series(rules) is None else (FULL_SHOE,)
    if len(chains) > 1:
        return PlayedSlip(
            (strategy,), sum((chain.mean for chain in chains), Fraction(0)), None, rounded, (*about, APART)
        )
    ((ways,), total) = chains[0].ways, chains[0].total
    nets: dict[int, Fraction] = {}
    for (_, net, _), weight in ways.items():
        nets[net] = nets.get(net, Fraction(0)) + Fraction(weight, total)
    return PlayedSlip((strategy,), chains[0].mean, nets, rounded, about)


def _merged(every: Iterator[PlayedSlip]) -> Iterator[PlayedSlip]:
    """Merge strategies with the same figures."""
    found: dict[Any, PlayedSlip] = {}
    for each in every:
        key = (each.mean, None if each.nets is None else tuple(sorted(each.nets.items())))
        before = found.get(key)
        names = each.strategies if before is None else (*before.strategies, *each.strategies)
        found[key] = PlayedSlip(names, each.mean, each.nets, each.rounded, each.about)
    yield from found.values()
