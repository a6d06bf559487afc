"""Compares the hold of a wager as stated by the Board with the hold under every reading and every choice of an option."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction

from houseway.core import AnyGame
from houseway.core.advice import Claim
from houseway.core.progress import working_on
from houseway.law import Rules
from houseway.questions.pricing import RowKey, price
from houseway.questions.readings import Answers, Explored, Variants, combinations

THREADS = 2  # the arithmetic of slow wagers releases the GIL


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """The hold under one combination of answers, for each choice of the option; None if the wager is not offered."""

    changed: Answers
    holds: tuple[Fraction | None, ...]


@dataclass(frozen=True, slots=True)
class ClaimTable:
    """A stated hold, and the hold under all combinations of these readings."""

    claim: Claim
    strategy: str
    choices: tuple[str, ...]
    readings: tuple[str, ...]
    rows: tuple[ClaimRow, ...]
    rounded: bool

    def inside(self, hold: Fraction | None) -> bool:
        """Does a hold round into the stated range, at hundredths of a percent?"""
        return hold is not None and self.claim.low <= Fraction(round(hold * 10_000), 10_000) <= self.claim.high

    @property
    def figures(self) -> int:
        """The number of combinations of answers and choices in which the wager is offered."""
        return sum(hold is not None for row in self.rows for hold in row.holds)

    @property
    def inside_count(self) -> int:
        """The number of those combinations with a hold that rounds into the stated range."""
        return sum(self.inside(hold) for row in self.rows for hold in row.holds)


def claim_tables(variants: Variants, explored: dict[str, Explored]) -> tuple[ClaimTable, ...]:
    """A table for each hold that the chapter's preamble states."""
    game = variants.game
    claims = game.advise.claims if game.advise is not None else ()
    return tuple(_table(variants, claim, explored[claim.wager]) for claim in claims if claim.wager in explored)


def _table(variants: Variants, claim: Claim, unit: Explored) -> ClaimTable:
    rules = variants.rules
    strategies = variants.game.walk.strategies(rules, claim.wager)
    strategy = next((each for each in strategies if each == "optimal"), strategies[0] if strategies else "")
    option = rules.edition.options[claim.by]
    choices = tuple(sorted(option.choices))
    questions = [unit.open[name] for name in unit.movers]
    every = [
        tuple((name, answer) for name, answer in answers if answer != rules.reading(name))
        for answers in combinations(questions)
    ]
    columns = {}
    with ThreadPoolExecutor(THREADS) as pool:
        found = pool.map(lambda choice: _column(variants, claim, strategy, every, unit, choice), choices)
        for number, (choice, column) in enumerate(zip(choices, found, strict=True), 1):
            working_on(f"{claim.wager} with {claim.by} {choice} ({number} of {len(choices)})")
            columns[choice] = column
    rows = (ClaimRow(answers, tuple(columns[choice][answers] for choice in choices)) for answers in every)
    return ClaimTable(claim, strategy, tuple(map(str, choices)), unit.movers, tuple(rows), unit.rounded)


def _column(
    variants: Variants, claim: Claim, strategy: str, every: Iterable[Answers], unit: Explored, choice: object
) -> dict[Answers, Fraction | None]:
    """The holds for one choice of the option."""
    found: dict[Answers, Fraction | None] = {}
    for answers in every:
        if choice == variants.rules.option(claim.by):
            priced = unit.prices.get(tuple(sorted(answers)))
            found[answers] = None if priced is None else priced.edges.get(RowKey(claim.wager, "", strategy))
            continue
        rules = variants.set_to(answers, f"{claim.by}={choice}")
        found[answers] = None if rules is None else hold_of(variants.game, rules, claim.wager, strategy)
    return found


def hold_of(game: AnyGame, rules: Rules, wager: str, strategy: str) -> Fraction | None:
    """The hold of one wager under one strategy; None if it is not offered."""
    if wager not in game.priced(rules):
        return None
    if game.walk.expected_result is not None and wager in game.walk.takes_long:
        return -game.walk.expected_result(rules, wager, strategy)
    return price(game, rules, wager).edges.get(RowKey(wager, "", strategy))
