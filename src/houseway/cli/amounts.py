"""Amounts in options, in dollars like 10 or 10.50; files, scripts and Python use whole cents."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from houseway.core.typed_wagers import amount_cents
from houseway.law import BadInput
from houseway.law.inputs import quoted, shown

if TYPE_CHECKING:
    from houseway.core import AnyGame
    from houseway.law import Rules

MOST_CENTS = 10**15
LONGEST = 30  # characters of an amount
RIGHT = "write dollars, like 10 or 10.50"


def option_cents(text: str | None, option: str) -> int:
    """An amount in dollars as whole cents; 0 if the option is not given."""
    if text is None:
        return 0
    try:
        cents = amount_cents(text.strip(), 0) if len(text) <= LONGEST and text.isascii() else None
    except BadInput:
        raise BadInput(f"{option}: {shown(text)} is not a number of whole cents from 0 up; {RIGHT}") from None
    if cents is None:
        raise BadInput(f"{option}: {shown(text)} is not an amount; {RIGHT}")
    if cents > MOST_CENTS:
        raise BadInput(f"{option}: {shown(text)} is more than ten trillion dollars; write less")
    return cents


def option_bets(game: AnyGame, rules: Rules, given: Iterable[str], option: str) -> dict[str, int]:
    """`pass=10`, any number of times: each wager with its amount in cents."""
    from houseway.simulate.request import judge_known

    bets: dict[str, int] = {}
    for text in given:
        wager, sign, amount = text.rpartition("=")
        if not sign:
            first = next(iter(game.law.catalogue(rules)))
            raise BadInput(f"{option}: {shown(text)} has no amount; write for example {first}=10, in dollars")
        judge_known(game, rules, wager, option)
        if wager in bets:
            raise BadInput(
                f"{option}: {quoted(wager)} is given twice; add the amounts up, since a seat has one of each"
            )
        bets[wager] = option_cents(amount, f"{option} {wager}")
    return bets
