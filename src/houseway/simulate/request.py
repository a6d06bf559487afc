"""A request for a simulation, checked before anything is played: rounds, wagers, strategy, seats."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.core import AnyGame, Refusal
from houseway.core.kernel import Sitting, alike
from houseway.law import BadInput, Rules
from houseway.law.errors import nearest, one_of
from houseway.law.inputs import quoted, shown
from houseway.law.safe_text import shortened
from houseway.money import dollars

MOST_ROUNDS = 10**15
MOST_CENTS = 10**15  # of an amount
MOST_SEED = 200  # characters
_NUMBER = re.compile(r"[-+]?[0-9]+(\.[0-9]+)?([eE][-+]?(?P<power>[0-9]+))?")


class RefusedWager(Exception):  # noqa: N818 - an unlawful act
    """A wager that the rules do not allow; the refusal says why."""

    def __init__(self, wager: str, refusal: Refusal, where: str = "") -> None:
        self.wager, self.refusal, self.where = wager, refusal, where
        super().__init__(self.told("wager"))

    def told(self, named: str) -> str:
        """The whole reason; `named` says where the wager came from, if `where` is empty."""
        return f"{self.where or named} {self.wager}: {self.refusal.reason} (§ {', '.join(self.refusal.cites)})"


@dataclass(frozen=True, slots=True)
class Request:
    """A complete request: together with the rules it fixes every digit of the answer."""

    sitting: tuple[Sitting, ...]  # one per seat
    rounds: int
    seed: str

    @property
    def players(self) -> list[tuple[Sitting, int]]:
        """Each different `Sitting`, and its number of seats."""
        return [(self.sitting[group[0]], len(group)) for group in alike(self.sitting)]


def seated(bets: Mapping[str, int], seats: int = 1, strategy: str | None = None) -> tuple[Sitting, ...]:
    """This many equal seats."""
    return (Sitting(bets, strategy),) * seats


def read_rounds(text: str, where: str = "rounds") -> int:
    """`1e9`, `1_000_000`: a whole number from 1 up to 10^15."""
    right = "write a whole number of rounds from 1 to 1e15, for example 1e9"
    plain = text.strip().replace("_", "").replace(",", "")
    number = _NUMBER.fullmatch(plain)
    if number is None:
        raise BadInput(f"{where}: {shown(text)} is not a number; {right}")
    small = len(plain) <= 40 and len(number["power"] or "") <= 2  # longer ones are never computed
    rounds = Fraction(plain) if small else Fraction(0)
    if rounds.denominator != 1 or not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{where}: {shortened(text)} is not possible; {right}")
    return int(rounds)


def read_seed(text: str, where: str = "seed") -> str:
    """Any printable text, since the answer repeats it."""
    if not text or len(text) > MOST_SEED or not text.isprintable():
        raise BadInput(f"{where}: {quoted(text)} is not a seed; write up to {MOST_SEED} letters or digits")
    return text


def least_cents(game: AnyGame, rules: Rules, wager: str) -> int:
    """The smallest lawful stake of a wager."""
    unit = game.law.catalogue(rules)[wager].unit_cents
    return -(-game.law.limits(rules, wager)[0][0] // unit) * unit


def read_bets(game: AnyGame, rules: Rules, given: Mapping[str, object], where: str = "bets") -> dict[str, int]:
    """Wagers with their amounts in cents; if none are given, every wager that is made with chips, at its minimum."""
    offers = game.law.catalogue(rules)
    bets: dict[str, int] = {}
    for wager, cents in given.items():
        judge_known(game, rules, wager, where)
        if type(cents) is not int or not 0 <= cents < MOST_CENTS:
            right = f'write whole cents, like "{wager}" and 1000 for $10.00'
            raise BadInput(f"{where}: {wager}: {shown(cents)} is not an amount; {right}")
        bets[wager] = cents
        judge_bet(game, rules, wager, cents, "" if where == "bets" else where)
    return bets or {wager: least_cents(game, rules, wager) for wager in offers if game.law.made_by(wager) is None}


def judge_known(game: AnyGame, rules: Rules, wager: str, where: str) -> None:
    """Refuse a wager that the game does not have."""
    offers = game.law.catalogue(rules)
    if wager not in offers and wager not in game.law.withheld(rules):
        raise BadInput(f"{where}: there is no wager {quoted(wager)}; {nearest(wager, offers)}")


def judge_bet(game: AnyGame, rules: Rules, wager: str, cents: int, where: str = "") -> None:
    """Refuse an amount that this table does not accept on this wager."""
    refusal = game.law.withheld(rules).get(wager)
    if refusal is None and game.law.made_by(wager) is not None:
        raise BadInput(
            f"{where or 'bets'}: {wager} is made by choosing {game.law.made_by(wager)}, in the amount that the rules give"
        )
    if refusal is None:
        offer, ((low, why_low), (high, why_high)) = game.law.catalogue(rules)[wager], game.law.limits(rules, wager)
        if cents < low:
            refusal = Refusal(f"{dollars(cents)} is less than the minimum of {dollars(low)}", why_low)
        elif cents > high:
            refusal = Refusal(f"{dollars(cents)} is more than the maximum of {dollars(high)}", why_high)
        elif cents % offer.unit_cents:
            cites = offer.multiple.cites if offer.multiple is not None else offer.cites
            right = f"wager a multiple of {dollars(offer.unit_cents)}"
            refusal = Refusal(f"{dollars(cents)} at {offer.pays} is not paid in whole cents; {right}", cites)
    if refusal is not None:
        raise RefusedWager(wager, refusal, where)


def read_strategy(
    game: AnyGame, rules: Rules, bets: Mapping[str, int], strategy: str | None, where: str = "strategy"
) -> str | None:
    """One of the game's named strategies; the first one if none is given."""
    named = tuple(dict.fromkeys(name for wager in bets for name in game.walk.strategies(rules, wager)))
    if strategy is None:
        return named[0] if named else None
    if strategy not in named:
        there = f"use {one_of(named)}" if named else f"{game.id} has no choices, so leave it out"
        raise BadInput(f"{where}: {game.id} has no strategy {quoted(str(strategy))}; {there}")
    return strategy


def read_seats(rules: Rules, seats: int, where: str = "seats") -> int:
    """Check the number of seats: from one to the table's boxes."""
    if not 1 <= seats <= rules.boxes:
        raise BadInput(
            f"{where}: {seats} is not possible at a table with {rules.boxes} boxes; write 1 to {rules.boxes}"
        )
    return seats
