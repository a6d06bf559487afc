"""Refusals that every card chapter shares, each under its own paragraph."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.cardroom import procedures
from houseway.cardroom.card_round import BETTING, CardState
from houseway.core import (
    Fact,
    Irregularity,
    NoMoreBets,
    Placed,
    Refusal,
    Remove,
    Repaired,
    Result,
    Stepped,
    Wager,
    Working,
)
from houseway.core.acts import Irregularities, refuse_report
from houseway.core.wagering import find
from houseway.law import Citation, Rules
from houseway.law.roles import at_least, role_name

Cites = tuple[Citation, ...]
REPAIRERS = ("gaming-laboratory", "maintenance")  # in addition to a floorperson or above


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """A chapter's paragraphs for rules that all card chapters have."""

    untouched: Cites  # a wager that has been placed stays until it is decided
    deals: Cites  # the dealer deals
    irregularities: Cites  # the section that lists them


def refuse_common(
    rules: Rules, state: CardState, fact: Fact, where: Paragraphs, irregularities: Irregularities, round_cards: int = 0
) -> Refusal | None:
    """Why an act that all card chapters treat the same way is unlawful, or None; `round_cards`: the most in a round."""
    match fact:
        case Remove() | Working():
            return Refusal("a placed wager may not be touched until it is decided", where.untouched)
        case Result(by=by) if by not in ("", "dealer"):
            return Refusal(f"the dealer deals the cards, not {role_name(by)}", where.deals)
        case Stepped():
            return procedures.refuse_step(rules, state.cards, fact, round_cards)
        case Repaired():
            return refuse_repairer(fact, (rules.cite("out_of_order"),))
        case Irregularity():
            return refuse_report(rules, state, fact, irregularities, where.irregularities)
    return None


def refuse_repairer(fact: Repaired, because: Cites) -> Refusal | None:
    """Only a floorperson or above, or the repairer, puts a device back into use."""
    if at_least(fact.by, "floorperson") or fact.by in REPAIRERS:
        return None
    return Refusal(f"{role_name(fact.by)} cannot put the device back into use", because)


def refuse_deal(rules: Rules, state: CardState, fact: NoMoreBets, wager: str, because: Cites) -> Refusal | None:
    """Refuse to start a round without the `wager` ("an Initial Wager") that gets a box dealt in, or with old decks."""
    if state.phase != BETTING:
        return None
    if not state.placed:
        return Refusal(f"nobody has made {wager}, so there is nobody to deal to", because)
    return procedures.too_old(rules, state.cards, fact)


def refuse_twice(placed: tuple[Placed, ...], fact: Wager, because: Cites) -> Refusal | None:
    """A wager of the box is there already."""
    if find(placed, fact.seat, fact.id) is None:
        return None
    return Refusal(f"seat {fact.seat} already has a wager there, which may not be changed until it is decided", because)


def refuse_alone(
    placed: tuple[Placed, ...], fact: Wager, needed: str, names: tuple[str, str], because: Cites
) -> Refusal | None:
    """Refuse a wager without the other one that it requires (`needed`); `names`: of this one and of the other."""
    if find(placed, fact.seat, needed) is not None:
        return None
    return Refusal(f"seat {fact.seat} has no {names[1]}, which a {names[0]} requires", because)
