"""A Craps wager as a small automaton: on each roll it wins, loses, is returned or stays, and may move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from houseway.core import Multiple, Offer, Placed
from houseway.games.craps.roll import Roll
from houseway.law import Citation, Rules, cites


@dataclass(frozen=True, slots=True)
class Won:
    """It wins on a line of the paytable. In a combined wager, `units` of its `of` units win."""

    line: str
    because: tuple[Citation, ...]
    units: int = 1
    of: int = 1


@dataclass(frozen=True, slots=True)
class Lost:
    """It loses."""

    because: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Back:
    """It is returned to the player, neither won nor lost."""

    because: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Stays:
    """It stays on the layout, as `placed` now says."""

    placed: Placed


Fate = Won | Lost | Back | Stays
# (rules, the roll, the wager, its choice) -> its fate
Follow = Callable[[Rules, Roll, Placed, Any], Fate]


@dataclass(frozen=True, slots=True)
class CrapsWager:
    """A kind of wager with its choices; `cite` and `lines` may depend on the choice."""

    id: str
    name: str
    says: str
    cite: Callable[[Any], str]
    lines: Callable[[Any], tuple[str, ...]]
    follow: Follow
    choices: Mapping[str, Any]
    label: Callable[[Any], str]
    multiple: Callable[[Rules, Any], Multiple | None]
    parts: int = 1  # its odds are paid on this part of it

    def offers(self, rules: Rules) -> list[Offer]:
        """Every wager of this kind."""
        found = []
        for choice, argument in self.choices.items() or (("", None),):
            payouts = tuple(
                rules.payout(line.format(table=rules.option("fire.paytable").lower())) for line in self.lines(argument)
            )
            name = self.label(argument) if choice else self.name
            wager = f"{self.id}:{choice}" if choice else self.id
            cite, multiple = Citation(self.cite(argument)), self.multiple(rules, argument)
            found.append(Offer(wager, self.id, name, self.says, cite, payouts, argument, multiple, self.parts))
        return found


@lru_cache(maxsize=1024)
def won(line: str, *because: str, units: int = 1, of: int = 1) -> Won:
    """A win on this line, under these paragraphs."""
    return Won(line, cites(*because), units, of)


@lru_cache(maxsize=1024)
def lost(*because: str) -> Lost:
    """A loss under these paragraphs."""
    return Lost(cites(*because))


def _always(value: Any) -> Callable[[Any], Any]:
    return lambda _argument: value


def kind(
    wager: str,
    cite: str | Callable[[Any], str],
    name: str,
    lines: tuple[str, ...] | Callable[[Any], tuple[str, ...]],
    choices: Mapping[str, Any] | None = None,
    label: Callable[[Any], str] | None = None,
    multiple: Callable[[Rules, Any], Multiple | None] | None = None,
    parts: int = 1,
) -> Callable[[Follow], CrapsWager]:
    """Decorate the function that follows a wager from roll to roll."""

    def make(follow: Follow) -> CrapsWager:
        return CrapsWager(
            wager,
            name,
            (follow.__doc__ or "").strip().splitlines()[0],
            cite if callable(cite) else _always(cite),
            lines if callable(lines) else _always(lines),
            follow,
            choices or {},
            label or (lambda argument: f"{name} {argument}"),
            multiple or (lambda _rules, _argument: None),
            parts,
        )

    return make
