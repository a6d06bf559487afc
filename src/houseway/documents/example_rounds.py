"""Example rounds: makes a wager at a live table with a seeded source, and puts the events into words.

No round is entered by hand: seeds are tried in order until a round ends as wanted, so the same rules give the same example.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

from houseway.core import AnyGame, Chance, Event, Fact, Policy, Result, Wager, Wagers, seat_of
from houseway.core.due import Choices
from houseway.core.who import seat_account
from houseway.law import Rules
from houseway.numerics.sources import SeededSource
from houseway.table import Table
from houseway.table.event_words import tell
from houseway.table.table import Resumed, ticking

SEAT = 1
SEAL = re.compile(r" \(seal \d+\)")  # a card's sealed order: useful in a dispute, not in a guide
MOST_SEEDS = 200
MOST_STEPS = 60
HOPELESS = 8  # give up after this many seeds without a decided round: the wager is not decided by itself
RARE = 150  # the same for a wager that first needs a result, such as a tie or a certain number
BEST = "optimal"  # the name of best play, if the game names it
TOLD = (
    "wager-placed", "result", "shooter", "card-burned", "chosen", "wager-settled", "illuminated", "point-established",
    "hand-set", "dealer-set",
)  # fmt: skip
SET = ("hand-set", "dealer-set")
RULE = re.compile(r", (by|the only) .*")
WHOSE = re.compile(r"([A-Z][^:.]*(?:: | has ))([^,:]*)$")  # the owner of a tile or card, and the tile or card


@dataclass(frozen=True, slots=True)
class RoundSentence:
    """One sentence about what happened, and its citations."""

    says: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExampleRound:
    """One round with one wager, and its events."""

    wager: str
    strategy: str
    seed: int
    stake_cents: int
    events: tuple[Event, ...]

    @property
    def settled(self) -> tuple[Event, ...]:
        """The settlement of each of the seat's wagers."""
        return tuple(each for each in self.events if _settles(each))

    @property
    def ended(self) -> Event:
        """The settlement of the wager itself."""
        return next(each for each in self.settled if each.fields["wager"] == self.wager)

    @property
    def result(self) -> str:
        """Won, lost or returned."""
        return str(self.ended.fields["result"])

    @property
    def returned_cents(self) -> int:
        """The amount returned to the seat."""
        return int(self.ended.fields["returned_cents"])

    @property
    def gains(self) -> bool:
        """Did the seat get back more than it staked? A win of a part of a wager may only make up for the others."""
        return self.returned_cents > int(self.ended.fields["cents"])

    @property
    def length(self) -> int:
        """The number of results in the round."""
        return sum(each.event == "result" for each in self.events)

    @property
    def ways(self) -> frozenset[Any]:
        """A key of the round's results: each wager's result, its return, and the deciding paragraphs."""
        ends = {(each.fields["wager"], each.fields["result"], _times(each)) for each in self.settled}
        return frozenset(ends) | {(each.fields["wager"], cite) for each in self.settled for cite in each.cites}

    def lines(self, game: AnyGame, rules: Rules) -> tuple[RoundSentence, ...]:
        """The events in sentences; consecutive deals or throws share a line."""
        lines: list[RoundSentence] = []
        before, in_a_row = "", 0
        for event in self.events[: self.events.index(self.settled[-1]) + 1]:
            if event.event not in TOLD or _of_others(event):
                continue
            says, cites = _said(game, rules, event), tuple(map(str, event.cites))
            in_a_row = in_a_row + 1 if event.event == before else 1
            if in_a_row > 1 and event.event in ("result", "card-burned"):
                last = lines.pop()
                says = _burned(in_a_row) if event.event == "card-burned" else _joined(last.says, says)
                cites = tuple(dict.fromkeys((*last.cites, *cites)))
            before = event.event
            lines.append(RoundSentence(says, cites))
        return tuple(lines)


def _burned(count: int) -> str:
    return f"{('Two', 'Three')[count - 2] if count <= 3 else count} cards are burned face down."


def _times(event: Event) -> Fraction:
    """The amount returned, in units of the stake and before any vigorish."""
    back = int(event.fields["returned_cents"]) + int(event.fields.get("vigorish_cents", 0))
    return Fraction(back, max(1, int(event.fields["cents"])))


def _joined(before: str, says: str) -> str:
    """Two sentences, or one if both are about the same hand: "Box 1: 5-5, 1-2."."""
    whose = WHOSE.match(says)
    if whose is not None and before.rpartition(". ")[2].startswith(whose[1]):
        return f"{before.removesuffix('.')}, {whose[2]}"
    return f"{before} {says}"


def _of_others(event: Event) -> bool:
    """Is the event a choice by the house, or a supporting wager that the round needed?"""
    if event.event == "chosen":
        return seat_of(event.fields["who"]) is None
    return event.event in ("wager-placed", "wager-settled") and event.fields["seat"] != SEAT


def _said(game: AnyGame, rules: Rules, event: Event) -> str:
    says = SEAL.sub("", tell(game, rules, event))
    if event.event in SET:  # the rule of the house way belongs in the rule book
        return RULE.sub("", says).rstrip(".") + "."
    choice = str(event.fields.get("choice", ""))
    return says.replace(choice, choice.replace("-", " ")) if event.event == "chosen" else says


def example_round(game: AnyGame, rules: Rules, wager: str, result: str) -> ExampleRound | None:
    """The first seeded round with this result for the wager ("won", "lost"); None if the first seeds have none."""
    return next((each for each in rounds(game, rules, wager) if each.result == result), None)


def rounds(
    game: AnyGame, rules: Rules, wager: str, strategy: str = "", most: int = MOST_SEEDS
) -> Iterator[ExampleRound]:
    """Seeded rounds with this wager; none if it cannot be decided with only this seat playing."""
    found = 0
    patience = RARE if any(isinstance(fact, Result) for fact in _setup(game, rules, wager)) else HOPELESS
    for seed in range(1, most + 1):
        each = round_of(game, rules, wager, strategy, seed)
        if each is not None:
            found += 1
            yield each
        elif not found and seed >= patience:
            return


def round_of(game: AnyGame, rules: Rules, wager: str, strategy: str, seed: int) -> ExampleRound | None:
    """The round of one seed; None if the wager is not made or not decided in it."""
    stake = stake_of(game, rules, wager)
    events = played(game, rules, wager, stake, seed, policy_of(game, rules, wager, strategy))
    return None if events is None else ExampleRound(wager, strategy, seed, stake, tuple(events))


def strategies_to_show(game: AnyGame, rules: Rules, wager: str) -> tuple[str, ...]:
    """Named strategies that answer choices; best play only if it is the only one."""
    named = [each for each in game.walk.strategies(rules, wager) if game.walk.policy(rules, each) is not None]
    return tuple(each for each in named if each != BEST) or tuple(named) or ("",)


def stake_of(game: AnyGame, rules: Rules, wager: str) -> int:
    """Ten dollars, or the nearest lawful amount above that for this wager."""
    (low, _), (high, _) = game.law.limits(rules, wager)
    unit = game.law.catalogue(rules)[wager].unit_cents
    wanted = max(low, min(1_000, high))
    whole = -(-wanted // lcm(unit, 100)) * lcm(unit, 100)  # in whole dollars, if the limits allow it
    return whole if whole <= high else -(-wanted // unit) * unit


def played(
    game: AnyGame, rules: Rules, wager: str, stake: int, seed: int, policy: Policy | None = None
) -> list[Event] | None:
    """The events of a round with this wager and the wagers it needs; None if it is not made or not decided."""
    table = _open_table(game, rules, f"guide {seed}")
    table.buy_in(SEAT, 100 * stake)  # a table without players does not continue automatically
    events: list[Event] = []

    def put(wanted: str, cents: int, seat: int = SEAT) -> bool:
        if not table.chips(seat):
            table.buy_in(seat, 100 * cents)
        made = table.wager(seat, wanted, cents)
        if made[-1].event != "wager-placed":
            return False
        events.extend(made)
        return True

    needed = tuple(_needed(game, rules, wager))
    wanted = [*needed, wager]
    for _ in range(MOST_STEPS):
        ended = [each.fields["wager"] for each in events if _settles(each)]
        if wager in ended and all(any(end == each or end.startswith(f"{each}:") for end in ended) for each in needed):
            return events
        if wanted and ended:
            return None  # a wager that it needs was decided before it could be made
        match table.due:
            case Wagers():
                while wanted and put(wanted[0], stake if wanted[0] == wager else stake_of(game, rules, wanted[0])):
                    del wanted[0]
                if not _close(game, rules, table, events, put):
                    return None
            case Chance():
                events += table.draw()
            case Choices(open=asked):
                events += table.do(_chosen(game, rules, table, asked[0], policy))
            case _:
                return None
    return None


def _open_table(game: AnyGame, rules: Rules, seed: str) -> Table:
    """A newly opened table."""
    opened = _opened(game, rules)
    return Table(game, rules, SeededSource(seed), clock=ticking(opened.at), resumed=opened)


@lru_cache(maxsize=2)
def _opened(game: AnyGame, rules: Rules) -> Resumed:
    """The position of a table after opening. Opening draws nothing, so it is the same for any seed."""
    source = SeededSource("")
    table = Table(game, rules, source)
    table.open("automatic")
    assert source.position == 0, game.id
    return Resumed(table.position, len(table.events), table.events[-1].at)


def _needed(game: AnyGame, rules: Rules, wager: str) -> Iterator[str]:
    """The seat's wagers that must be made before this one, in order."""
    return (fact.id for fact in _setup(game, rules, wager) if isinstance(fact, Wager) and fact.seat == SEAT)


def _setup(game: AnyGame, rules: Rules, wager: str) -> tuple[Fact, ...]:
    """The condition for making this wager, in words."""
    return next(iter(game.walk.setups(rules, wager).values()))


def _settles(event: Event) -> bool:
    return event.event == "wager-settled" and event.fields["seat"] == SEAT


def _close(
    game: AnyGame, rules: Rules, table: Table, events: list[Event], put: Callable[[str, int, int], bool]
) -> bool:
    """Close the betting, after another seat's wagers if the game needs them to continue."""
    for _ in range(2):
        moved = table.do({"do": "no-more-bets"})
        if moved[-1].event != "act-refused":
            events += moved
            return True
        lacking = [fact for fact in game.walk.supporting_wagers(rules, table.state) if isinstance(fact, Wager)]
        if not all(put(fact.id, stake_of(game, rules, fact.id), fact.seat) for fact in lacking):
            return False
    return False


def _chosen(game: AnyGame, rules: Rules, table: Table, asked: Any, policy: Policy | None) -> dict[str, Any]:
    """The choice of the player by the policy; anyone else takes the first option."""
    box = seat_of(asked.who)
    who = {"seat": box.number} if box is not None else {"by": str(asked.who)}
    choice, data = asked.options[0].choice, dict[str, object]()
    if policy is not None and asked.who == seat_account(SEAT):
        chosen = policy(game, rules, table.state, asked)
        choice, data = chosen.choice, dict(chosen.data)
    return {"do": "choose", **who, "choice": choice, **data}


def policy_of(game: AnyGame, rules: Rules, wager: str, strategy: str = "") -> Policy | None:
    """The player's policy: this strategy, or else the first strategy of any wager that answers choices."""
    if strategy:
        return game.walk.policy(rules, strategy)
    for each in (wager, *game.priced(rules)):
        for named in game.walk.strategies(rules, each):
            found = game.walk.policy(rules, named)
            if found is not None:
                return found
    return None
