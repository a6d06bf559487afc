"""What 651a forbids, act by act, beyond the generic order of things."""

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
from houseway.games.casino_war.irregularities import IRREGULARITIES
from houseway.games.casino_war.state import GO_TO_WAR, State, at_war, round_cards
from houseway.games.casino_war.wagers import INITIAL, TIE, TIE_ON_WAR, WAR, catalogue
from houseway.law import Rules, cites
from houseway.law.roles import at_least, spoken
from houseway.money import dollars


def refuse_act(rules: Rules, state: State, fact: Fact) -> Refusal | None:
    """Why an act is unlawful, or None."""
    match fact:
        case Wager():
            return _wager(rules, state, fact)
        case Remove() | Working():
            return Refusal("a wager that has been placed is not touched until it is decided", cites("651a.7(d)"))
        case NoMoreBets():
            return _no_more_bets(rules, state, fact)
        case Result(by=by) if by not in ("", "dealer"):
            return Refusal(f"the dealer deals the cards, not {spoken(by)}", cites("651a.8(a)"))
        case Choose():
            return _choose(rules, fact)
        case Stepped():
            return procedures.refuse_step(rules, state.cards, fact, round_cards(rules))
        case Repaired(by=by) if not (at_least(by, "floorperson") or by in ("gaming-laboratory", "maintenance")):
            return Refusal(f"{spoken(by)} cannot put the device back into use", (rules.cite("out_of_order"),))
        case Irregularity(cite=cite):
            judge = IRREGULARITIES.get(cite)
            if judge is None:
                listed = ", ".join(IRREGULARITIES)
                return Refusal(f"{cite} is not an irregularity of this chapter; there are {listed}", cites("651a.11"))
            return judge[0](rules, state, fact)
    return None


def _no_more_bets(rules: Rules, state: State, fact: NoMoreBets) -> Refusal | None:
    if fact.by != "dealer":
        return Refusal(f'"no more bets" is announced by the dealer, not by {spoken(fact.by)}', cites("651a.8(c)"))
    if state.phase != "betting":
        return None
    if not state.placed:
        return Refusal("nobody has made an Initial Wager, so that there is nobody to deal to", cites("651a.7(b)"))
    return procedures.too_old(rules, state.cards, fact)


def _wager(rules: Rules, state: State, fact: Wager) -> Refusal | None:
    if fact.how == "verbal":
        reason = "a verbal wager with cash is not accepted: place value chips or plaques on the layout"
        return Refusal(reason, cites("651a.7(a)"))
    if find(state.placed, fact.seat, fact.id) is not None:
        return Refusal(
            f"seat {fact.seat} has a wager there, and it is not altered until it is decided", cites("651a.7(d)")
        )
    if state.phase == "confirm":
        return _during_war(rules, state, fact)
    if fact.id == WAR:
        return Refusal("a War Wager is made on a tie hand only, by going to War", cites("651a.9(c)(2)"))
    if fact.id == TIE_ON_WAR:
        return Refusal("a Tie Wager on the War deal is made with a War Wager only", cites("651a.9(e)", "651a.7(c)"))
    if fact.id == TIE and find(state.placed, fact.seat, INITIAL) is None:
        reason = f"seat {fact.seat} has no Initial Wager: a Tie Wager is made beside one"
        return Refusal(reason, cites("651a.7(b)", "651a.7(c)"))
    return _boxes(rules, state, fact)


def _during_war(rules: Rules, state: State, fact: Wager) -> Refusal | None:
    if fact.id != TIE_ON_WAR:
        return Refusal("only a Tie Wager on the War deal can be made now", cites("651a.7(d)", "651a.9(e)"))
    if not any(hand.seat == fact.seat for hand in at_war(state)):
        return Refusal(f"seat {fact.seat} has not gone to War", cites("651a.9(e)"))
    return _boxes(rules, state, fact)


def _boxes(rules: Rules, state: State, fact: Wager) -> Refusal | None:
    """651a.7(e): a player's boxes are next to each other, and no more than the submission states."""
    return refuse_box(state.placed, fact, int(rules.option("adjacent_boxes")), cites("651a.7(e)"))


def _choose(rules: Rules, fact: Choose) -> Refusal | None:
    """651a.7(c), 651a.9(e): a Tie Wager may go with a War Wager."""
    if "tie_on_war_cents" not in fact.data:
        return None
    cents = fact.data["tie_on_war_cents"]
    if fact.choice != GO_TO_WAR:
        return Refusal("a Tie Wager on the War deal is made with a War Wager only", cites("651a.9(e)", "651a.7(c)"))
    if not rules.min_cents <= cents <= rules.max_cents:
        limits = f"{dollars(rules.min_cents)} to {dollars(rules.max_cents)}"
        return Refusal(f"tie_on_war_cents: {cents!r} is outside the limits of this table, {limits}", cites("651a.9(e)"))
    if cents % catalogue(rules)[TIE_ON_WAR].unit_cents:
        return Refusal("the Tie Wager would not be paid in whole cents", (rules.payout("tie").cite,))
    return None
