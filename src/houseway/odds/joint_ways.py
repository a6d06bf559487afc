"""The next steps of two sides in lockstep: outcomes of chance, choices, wagers within a round, and where the sides differ."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any

from houseway.core import (
    Asked,
    Chance,
    Choices,
    Choose,
    NoMoreBets,
    Option,
    Outcome,
    Refusal,
    Result,
    Wager,
    Wagers,
    Who,
)
from houseway.law import Citation
from houseway.odds.joint_round import Dues, Made, Sides, States, Way
from houseway.odds.traces import Unlike

Amounts = Callable[[int, int], Iterable[int]]
TakeNote = Callable[
    [str, int | None, str, tuple[Citation, ...]], None
]  # its kind, the position, the text, the paragraphs


def is_choice(dues: Dues) -> bool:
    """Does somebody decide here, rather than chance?"""
    windows = [isinstance(due, Wagers) for due in dues]
    return all(windows) or (not any(windows) and any(isinstance(due, Choices) for due in dues))


class JointWays:
    """Finds the facts that can come next. `amounts` picks those to try for an option; differences in what is due are noted."""

    def __init__(self, sides: Sides, made: Made, amounts: Amounts, note: TakeNote) -> None:
        self.sides, self.made, self.amounts, self.note = sides, made, amounts, note

    def ways(self, number: int, states: States, dues: Dues) -> Iterator[Way]:
        """The ways out of a position, where this is due on the two sides."""
        match dues:
            case (Chance() as one, Chance() as other):
                yield from self._chances(number, states, (one, other))
            case (Choices() as one, Choices() as other):
                yield from self._choices(number, (one, other))
            case (Wagers(), Wagers()):
                yield Way(NoMoreBets(), "window")
                yield from self._window(states)
            case (Wagers() as due, _) | (_, Wagers() as due):
                at = int(not isinstance(dues[0], Wagers))
                self.note("asked", number, f"only under {self.sides[at].called} wagers may be made then", due.cites)
                yield Way(NoMoreBets(), "window", _only(at))
            case (Choices() as due, _) | (_, Choices() as due):
                at = int(not isinstance(dues[0], Choices))
                who, what = due.open[0].who, ", ".join(option.choice for option in due.open[0].options)
                self.note("asked", number, f"only under {self.sides[at].called} {who} is asked: {what}", due.cites)
                yield from self._alone(at, due.open[0])
            case (Chance() as due, _) | (_, Chance() as due):
                at = int(not isinstance(dues[0], Chance))
                self.note("longer", number, f"only under {self.sides[at].called} the {due.what} is awaited", due.cites)
                for outcomes, weight in _lumped(due.outcomes(), self._lump(at, states[at])):
                    yield Way(Result(outcomes[0]), due.what, _only(at), (weight, weight))

    def _chances(self, number: int, states: States, dues: tuple[Chance, Chance]) -> Iterator[Way]:
        """Group outcomes that have the same effect on both sides; an outcome of only one side ends the comparison."""
        one, other = (dict(due.outcomes()) for due in dues)  # a plain dict is faster to compare and look up
        what, cites = dues[0].what, (*dues[0].cites, *dues[1].cites)
        if not _proportional(one, other):
            self.note("chance", number, f"the {what} has other chances", cites)
        if dues[0].slots != dues[1].slots:
            self.note("slots", number, f"the {what} is read at another place ({_places(dues)})", cites)
        lump_one, lump_other = self._lump(0, states[0]), self._lump(1, states[1])
        shared = {outcome: weight for outcome, weight in one.items() if outcome in other}
        for outcomes, weight in _lumped(shared, lambda outcome: (lump_one(outcome), lump_other(outcome))):
            weights = (weight, sum(other[outcome] for outcome in outcomes))
            yield Way(Result(outcomes[0]), what, weights=weights)
        for at, (own, theirs) in enumerate(((one, other), (other, one))):
            for outcome, weight in own.items():
                if outcome not in theirs:
                    weights = (weight, 0) if at == 0 else (0, weight)
                    yield Way(Result(outcome), what, _only(at), weights, ends=Unlike.UNSHARED)

    def _window(self, states: States) -> Iterator[Way]:
        """Wagers that can be added within the round, except those that both sides refuse."""
        for seat in sorted(self.sides[0].seats):
            for wager, cents in self.made.within.items():
                fact = Wager(seat, wager, cents)
                both = zip(self.sides, states, strict=True)
                if not all(isinstance(side.after(state, fact), Refusal) for side, state in both):
                    yield Way(fact, "")

    def _lump(self, at: int, state: Any) -> Callable[[Outcome], Hashable]:
        side = self.sides[at]
        return lambda outcome: side.game.round_lump(side.rules, state, outcome)

    def _choices(self, number: int, dues: tuple[Choices, Choices]) -> Iterator[Way]:
        """The choices of one seat or role that must choose on both sides; the order of several makes no difference."""
        asked = [{each.who: each for each in due.open} for due in dues]
        for at, due in enumerate(dues):
            for who in asked[at]:
                if who not in asked[1 - at]:
                    self.note("asked", number, f"only under {self.sides[at].called} {who} is asked", due.cites)
        both = [who for who in asked[0] if who in asked[1]]
        if not both:
            yield from self._alone(0, dues[0].open[0])
            return
        who = both[0]
        options = [{option.choice: option for option in each[who].options} for each in asked]
        for at in (0, 1):
            for name, option in options[at].items():
                if name not in options[1 - at]:
                    text = f"only under {self.sides[at].called} {who} may choose {name}"
                    self.note("option", number, text, option.cites)
        for name in options[0]:
            if name in options[1]:
                yield from self._amounts(number, who, options[0][name], options[1][name])

    def _amounts(self, number: int, who: Who, one: Option, other: Option) -> Iterator[Way]:
        """The amounts that both sides accept for an option."""
        ranges = [(option.low_cents, option.high_cents) for option in (one, other)]
        if ranges[0] != ranges[1]:
            self.note("amount", number, f"{who} may put other amounts on {one.choice}", (*one.cites, *other.cites))
        low, high = max(ranges[0][0], ranges[1][0]), min(ranges[0][1], ranges[1][1])
        if low <= high:
            for cents in self.amounts(low, high):
                yield Way(Choose(who, one.choice, cents), "choice")

    def _alone(self, at: int, asked: Asked) -> Iterator[Way]:
        for option in asked.options:
            for cents in self.amounts(option.low_cents, option.high_cents):
                yield Way(Choose(asked.who, option.choice, cents), "choice", _only(at))


def _only(at: int) -> tuple[bool, bool]:
    return at == 0, at == 1


def _places(dues: tuple[Chance, Chance]) -> str:
    return " and ".join("/".join(due.slots) or "nowhere" for due in dues)


def _proportional(one: Mapping[Outcome, int], other: Mapping[Outcome, int]) -> bool:
    """Does every outcome have the same chance on both sides?"""
    if one == other:
        return True
    total_one, total_other = sum(one.values()), sum(other.values())
    return one.keys() == other.keys() and all(one[o] * total_other == other[o] * total_one for o in one)


def _lumped(
    weights: Mapping[Outcome, int], lump: Callable[[Outcome], Hashable]
) -> Iterator[tuple[tuple[Outcome, ...], int]]:
    """Outcomes of the same lump, with the sum of their weights."""
    members: dict[Hashable, list[Outcome]] = {}
    for outcome in weights:
        members.setdefault(lump(outcome), []).append(outcome)
    for outcomes in members.values():
        yield tuple(outcomes), sum(weights[outcome] for outcome in outcomes)
