"""The best reply to a house way: the best setting of every hand, and a short list of rules for it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

import numpy as np

from houseway.games.pai_gow.house_way.conditions import View
from houseway.games.pai_gow.house_way.hand_kinds import hand_kinds
from houseway.games.pai_gow.house_way.house_ways import HouseWay
from houseway.games.pai_gow.house_way.rule_list import HIGH, Rule, hand_text
from houseway.games.pai_gow.law.settings import Setting, settings
from houseway.games.pai_gow.law.vigorish import vigorish
from houseway.games.pai_gow.mathematics.pair_counts import (
    PAIRS_OF_HANDS,
    PairCounts,
    Whole,
    against,
    all_ways,
    copies,
    facing,
    strengths,
)
from houseway.games.pai_gow.mathematics.rule_search import nearest_list
from houseway.money import exact

REPLY_RULES_MAX = 10
PHRASE_SHARE = 5000  # a phrase of a readable list must gain at least 1/5000 of a stake


@dataclass(frozen=True, slots=True)
class Reply:
    """The best setting of every kind of hand against one house way, and its result."""

    chosen: tuple[Setting, ...]
    counts: PairCounts
    stake_cents: int
    rounding_cents: int

    @property
    def expected(self) -> Fraction:
        """Expected result per unit staked."""
        return self.counts.expected(self.stake_cents, self.rounding_cents)


def _prices(stake_cents: int, rounding_cents: int) -> tuple[int, int]:
    """The win (after vigorish) and loss of a stake, as integers in one unit."""
    net = stake_cents - vigorish(stake_cents, rounding_cents)
    return net.numerator, stake_cents * net.denominator


@lru_cache(maxsize=8)
def results_against(way: HouseWay, by_value: bool = False) -> tuple[tuple[Whole, Whole], ...]:
    """For each of up to three settings of each kind of hand, the number of house hands it beats and loses to."""
    house = strengths(way.settings, by_value)
    return tuple(against(each, house) for each in all_ways(by_value))


def _worths(way: HouseWay, stake_cents: int, rounding_cents: int, by_value: bool = False) -> Whole:
    """The value of each setting of each kind of hand, in units of the prices."""
    won, lost = _prices(stake_cents, rounding_cents)
    return np.array([(won * wins - lost * losses) * copies() for wins, losses in results_against(way, by_value)])


def best_reply(way: HouseWay, stake_cents: int = 100, rounding_cents: int = 0, by_value: bool = False) -> Reply:
    """The best setting of every kind of hand against a house way."""
    results = results_against(way, by_value)
    best = _worths(way, stake_cents, rounding_cents, by_value).argmax(axis=0)
    won, lost = (np.choose(best, [result[side] for result in results]) for side in (0, 1))
    chosen = tuple(settings(hand.tiles)[int(slot)] for hand, slot in zip(hand_kinds(), best, strict=True))
    return Reply(chosen, PairCounts.of(won, lost), stake_cents, rounding_cents)


def best_bank(way: HouseWay, stake_cents: int = 100, rounding_cents: int = 0) -> Reply:
    """A bank's best settings against one player who copies the house way, with its counts; 621a.10(d) does not bind it."""
    players = strengths(way.settings)
    results = [facing(each, players) for each in all_ways()]
    won, lost = _prices(stake_cents, rounding_cents)
    best = np.array([won * wins - lost * losses for wins, losses in results]).argmax(axis=0)
    chosen = tuple(settings(hand.tiles)[int(slot)] for hand, slot in zip(hand_kinds(), best, strict=True))
    counts = PairCounts.of(*(np.choose(best, [result[side] for result in results]) for side in (0, 1)))
    return Reply(chosen, counts, stake_cents, rounding_cents)


@dataclass(frozen=True, slots=True)
class Departure:
    """A kind of hand that a list of rules does not set best."""

    tiles: str
    hands: int
    play: Setting
    costs: Fraction  # cost of following the list, per unit staked over all hands

    def __str__(self) -> str:
        return f"{self.tiles}: {self.play}"

    def as_json(self) -> dict[str, object]:
        """The hand and its best setting."""
        return {"tiles": self.tiles, "hands": self.hands, "play": str(self.play), "costs": exact(self.costs)}


@dataclass(frozen=True, slots=True)
class ReplyList:
    """A best reply as a list of rules and exceptions, which together are exact."""

    rules: tuple[Rule, ...]
    exceptions: tuple[Departure, ...]  # the costliest first

    @property
    def costs(self) -> Fraction:
        """The cost of following the rules without exceptions, per unit staked."""
        return sum((each.costs for each in self.exceptions), Fraction(0))

    def as_json(self) -> dict[str, object]:
        """Rules and exceptions."""
        rules = [{"when": rule.when, "play": rule.play} for rule in self.rules]
        return {"rules": rules, "costs": exact(self.costs), "exceptions": [each.as_json() for each in self.exceptions]}


@cache
def _player_views() -> tuple[View, ...]:
    return tuple(View.of(hand.tiles, settings(hand.tiles)) for hand in hand_kinds())


def reply_list(way: HouseWay, reply: Reply) -> ReplyList:
    """A best reply as a short list of rules, with every hand that they get wrong."""
    worth = _worths(way, reply.stake_cents, reply.rounding_cents)
    loss = worth.max(axis=0)[None, :] - worth
    views = _player_views()
    hands = [place for place, view in enumerate(views) if view.top.strengths != view.bottom.strengths]
    high, low = (np.array([loss[_slot(views[place], end), place] for place in hands]) for end in ("top", "bottom"))
    unit = _prices(reply.stake_cents, reply.rounding_cents)[1] * PAIRS_OF_HANDS
    rules = nearest_list([views[place] for place in hands], high, low, REPLY_RULES_MAX, unit // PHRASE_SHARE)
    wrong = []
    for place, high_loss, low_loss in zip(hands, high, low, strict=True):
        rule = next(rule for rule in rules if rule.applies(views[place]))
        costs = int(high_loss if rule.play == HIGH else low_loss)
        if costs:
            hand = hand_kinds()[place]
            wrong.append(Departure(hand_text(hand.tiles), hand.copies, reply.chosen[place], Fraction(costs, unit)))
    return ReplyList(rules, tuple(sorted(wrong, key=lambda each: -each.costs)))


def _slot(view: View, end: str) -> int:
    return view.ways.index(view.top if end == "top" else view.bottom)
