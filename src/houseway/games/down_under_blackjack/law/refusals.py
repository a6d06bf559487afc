"""What 685a forbids, act by act, beyond the core's own checks."""

from __future__ import annotations

from houseway.cardroom import procedures
from houseway.core import (
    Choose,
    Fact,
    Irregularity,
    NoMoreBets,
    Refusal,
    Remove,
    Repaired,
    Result,
    Stepped,
    Wager,
    Working,
)
from houseway.core.boxes import refuse_box
from houseway.core.wagering import find
from houseway.equipment.card_reader import READER
from houseway.games.down_under_blackjack.law import steps
from houseway.games.down_under_blackjack.law.hole_card import INSURE
from houseway.games.down_under_blackjack.law.irregularities import IRREGULARITIES
from houseway.games.down_under_blackjack.law.state import BET, DOUBLE, INSURANCE, MATCH, SPLIT, State
from houseway.law import Rules, cites
from houseway.law.roles import at_least, spoken
from houseway.money import dollars


def refuse_act(rules: Rules, state: State, fact: Fact) -> Refusal | None:
    """Why an act is unlawful, or None."""
    match fact:
        case Wager():
            return _wager(rules, state, fact)
        case Remove() | Working():
            return Refusal("a placed wager may not be touched until it is decided", cites("685a.6(c)"))
        case NoMoreBets():
            return _no_more_bets(rules, state, fact)
        case Result(by=by) if by not in ("", "dealer"):
            return Refusal(f"the dealer deals the cards, not {spoken(by)}", cites("685a.7(b)"))
        case Choose():
            return _choose(rules, fact)
        case Stepped():
            return steps.refuse(rules, state, fact)
        case Repaired(by=by) if not (at_least(by, "floorperson") or by in ("gaming-laboratory", "maintenance")):
            cite = cites("685a.12(i)") if fact.device == READER else (rules.cite("out_of_order"),)
            return Refusal(f"{spoken(by)} cannot put the device back into use", cite)
        case Irregularity(cite="685a.12(e)"):
            return Refusal("an empty shoe is not reported: the table detects it", cites("685a.12(e)"))
        case Irregularity(cite=cite):
            judge = IRREGULARITIES.get(cite)
            if judge is None:
                listed = ", ".join(IRREGULARITIES)
                return Refusal(f"{cite} is not an irregularity of this chapter; there are {listed}", cites("685a.12"))
            return judge[0](rules, state, fact)
    return None


def _no_more_bets(rules: Rules, state: State, fact: NoMoreBets) -> Refusal | None:
    if fact.by != "dealer":
        return Refusal(f"the dealer ends the betting and deals, not {spoken(fact.by)}", cites("685a.6(c)", "685a.7(e)"))
    if not state.placed:
        return Refusal("nobody has made a Bet Wager, so there is nobody to deal to", cites("685a.6(d)"))
    return steps.not_inspected(rules, state, fact) or procedures.too_old(rules, state.cards, fact)


NOT_YET = {
    INSURANCE: ("insurance can be made only when the dealer's first card is an ace", "685a.8(a)"),
    DOUBLE: ("a Double Down Wager can be made only on a hand's first two cards, on its turn", "685a.9(a)"),
    SPLIT: ("a pair can be split only on its turn, after its two cards are dealt", "685a.10(a)"),
}


def _wager(rules: Rules, state: State, fact: Wager) -> Refusal | None:
    """A verbal wager is treated like any other: its cash has been exchanged for chips, or the seat has none to wager."""
    if fact.id in NOT_YET:
        reason, cite = NOT_YET[fact.id]
        return Refusal(reason, cites(cite))
    if find(state.placed, fact.seat, fact.id) is not None:
        reason = f"seat {fact.seat} already has a wager there, which may not be changed until it is decided"
        return Refusal(reason, cites("685a.6(c)"))
    player = fact.player or fact.seat
    if player in state.barred:
        reason = f"seat {player} sat out a round: it may wager again after the next shuffle, or if the holder allows it"
        return Refusal(reason, cites("685a.6(b)"))
    if fact.id == MATCH and find(state.placed, fact.seat, BET) is None:
        reason = f"seat {fact.seat} has no Bet Wager, which a Match-the-Dealer Wager requires"
        return Refusal(reason, cites("685a.6(d)", "685a.6(e)"))
    return refuse_box(state.placed, fact, int(rules.option("adjacent_boxes")), cites("685a.6(f)"))


def _choose(rules: Rules, fact: Choose) -> Refusal | None:
    chip = int(rules.option("chip_cents"))
    if fact.choice in (INSURE, DOUBLE) and fact.cents % chip:
        reason = f"{dollars(fact.cents)} is not a whole number of chips; the smallest chip is {dollars(chip)}"
        return Refusal(reason, cites("685a.8(b)" if fact.choice == INSURE else "685a.6(a)"))
    return None
