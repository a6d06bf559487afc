"""The kinds of wager that a chapter permits: one function per paragraph, registered under its citation."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Concatenate, Generic, NewType, ParamSpec, TypeVar

from houseway.core.wagering import Decision
from houseway.law import Citation, Payout, Rules

Line = NewType("Line", str)  # a line of the paytable: a key of an edition's [payout]
O = TypeVar("O")  # noqa: E741 - what chance brings
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Multiple:
    """The unit that a wager must be a multiple of (four chips, whole dollars), and the paragraphs that say so."""

    cents: int
    says: str
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """One wager on offer: its id, its paragraph, and the payout lines that can pay it."""

    id: str
    kind: str
    name: str
    says: str
    cite: Citation
    payouts: tuple[Payout, ...]
    argument: Any = None
    multiple: Multiple | None = None
    parts: int = 1  # equal parts of one stake, each paid by its own odds; while one wins, others lose
    unit_cents: int = field(
        init=False, compare=False, repr=False
    )  # of which stakes are multiples, so that payouts are whole

    def __post_init__(self) -> None:
        least = 1 if self.multiple is None else self.multiple.cents
        whole = math.lcm(least, *(payout.odds.unit_cents for payout in self.payouts))
        object.__setattr__(self, "unit_cents", whole)

    @property
    def pays(self) -> str:
        """The payout odds in words: "1, 2 or 3 to 1"."""
        odds = list(dict.fromkeys(str(payout.odds) for payout in self.payouts))
        if len(odds) > 1 and all(each.endswith(" to 1") for each in odds):
            odds = [each.removesuffix(" to 1") for each in odds[:-1]] + odds[-1:]
        text = odds[0] if len(odds) == 1 else f"{', '.join(odds[:-1])} or {odds[-1]}"
        return text if self.parts == 1 else f"{text} on 1/{self.parts}"

    @property
    def cites(self) -> tuple[Citation, ...]:
        """The paragraphs on when it wins and what it pays."""
        return tuple(dict.fromkeys((self.cite, *(payout.cite for payout in self.payouts))))


@dataclass(frozen=True, slots=True)
class WagerKind(Generic[O]):
    """A kind of wager: `wins` returns the payout line of a winning wager, or None if it loses."""

    id: str
    name: str
    says: str
    numbered: tuple[Citation, ...]  # its paragraph; several where editions number it differently
    choices: Mapping[str, Any]
    lines: Callable[[Any], tuple[str, ...]]
    label: str
    wins: Callable[..., Line | None]

    def cite(self, rules: Rules) -> Citation:
        """Its paragraph, as the edition numbers it."""
        return next((cite for cite in self.numbered if cite in rules.cites), self.numbered[0])

    def offers(self, rules: Rules) -> list[Offer]:
        """Every wager of this kind, one for each choice."""
        found = []
        for choice, argument in self.choices.items() or (("", None),):
            payouts = tuple(rules.payout(line) for line in self.lines(argument))
            full = f"{self.id}:{choice}" if choice else self.id
            name = self.label.format(choice=choice) if choice else self.name
            found.append(Offer(full, self.id, name, self.says, self.cite(rules), payouts, argument))
        return found


class Kinds(Generic[O]):
    """The permissible wagers of a chapter, in the law's order."""

    def __init__(self) -> None:
        self._kinds: dict[str, WagerKind[O]] = {}
        self.catalogue: Callable[[Rules], Mapping[str, Offer]] = lru_cache(maxsize=64)(self._catalogue)
        self.winning: Callable[[O, Rules], tuple[str, ...]] = lru_cache(maxsize=4096)(self._winning)

    def kind(
        self,
        *cites: str,
        name: str,
        choices: Mapping[str, Any] | None = None,
        label: str = "",
        lines: tuple[str, ...] | Callable[[Any], tuple[str, ...]] = (),
        wager: str | None = None,
    ) -> Callable[[Callable[Concatenate[O, Rules, P], Line | None]], Callable[Concatenate[O, Rules, P], Line | None]]:
        """Register the function that decides a kind. The id is its name in kebab case, with any choice after a colon.

        Of several citations each edition uses the first that it has.
        """

        def register(
            wins: Callable[Concatenate[O, Rules, P], Line | None],
        ) -> Callable[Concatenate[O, Rules, P], Line | None]:
            own = wager or wins.__name__.replace("_", "-")
            given = lines or (own,)
            of = given if callable(given) else lambda _argument, fixed=given: fixed
            says = (wins.__doc__ or "").strip().splitlines()[0]
            assert own not in self._kinds, own
            self._kinds[own] = WagerKind(
                own, name, says, tuple(map(Citation, cites)), choices or {}, of, label or name + " {choice}", wins
            )
            return wins

        return register

    def __iter__(self) -> Any:
        return iter(self._kinds.values())

    def _catalogue(self, rules: Rules) -> Mapping[str, Offer]:
        return {offer.id: offer for kind in self for offer in kind.offers(rules)}

    def decide(self, wager: str, outcome: O, rules: Rules) -> Decision:
        """The payout line that it wins, or None if it loses; with the paragraph of the kind."""
        offer = self.catalogue(rules)[wager]
        kind = self._kinds[offer.kind]
        line = kind.wins(outcome, rules, offer.argument) if kind.choices else kind.wins(outcome, rules)
        return (None if line is None else rules.payout(line)), (offer.cite,)

    def _winning(self, outcome: O, rules: Rules) -> tuple[str, ...]:
        """Every wager that wins on an outcome, for the layout to light up."""
        return tuple(wager for wager in self.catalogue(rules) if self.decide(wager, outcome, rules)[0] is not None)
