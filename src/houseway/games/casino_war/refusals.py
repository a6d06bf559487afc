"""The refusals of 651a, act by act, beyond the core's own checks."""

from __future__ import annotations

from houseway.cardroom.refusals import Paragraphs, refuse_alone, refuse_common, refuse_deal, refuse_twice
from houseway.core import Choose, Fact, NoMoreBets, Refusal, Result, Role, Stepped, Wager
from houseway.core.acts import refuse_announcer, refuse_verbal
from houseway.core.boxes import refuse_box
from houseway.equipment.cards import FACE_DOWN
from houseway.games.casino_war import steps
from houseway.games.casino_war.irregularities import IRREGULARITIES
from houseway.games.casino_war.state import GO_TO_WAR, Phase, State, at_war, round_cards
from houseway.games.casino_war.wagers import INITIAL, TIE, TIE_ON_WAR, WAR, catalogue
from houseway.law import Rules, cites
from houseway.money import dollars

WHERE = Paragraphs(untouched=cites("651a.7(d)"), deals=cites("651a.8(a)"), irregularities=cites("651a.11"))


def refuse_act(rules: Rules, state: State, fact: Fact) -> Refusal | None:
    """Why an act is unlawful, or None."""
    match fact:
        case Wager():
            return _wager(rules, state, fact)
        case NoMoreBets():
            nobody = refuse_announcer(fact, cites("651a.8(c)"))
            return nobody or refuse_deal(rules, state, fact, "an Initial Wager", cites("651a.7(b)"))
        case Choose():
            return _not_tied(state, fact) or _choose(rules, fact)
        case Result(value=card, by=by, at=at) if (
            state.phase is Phase.BETTING and card != FACE_DOWN and by in ("", "dealer")
        ):
            return refuse_deal(rules, state, NoMoreBets(Role.DEALER, at), "an Initial Wager", cites("651a.7(b)"))
        case Stepped():
            return steps.refuse(rules, state, fact)
    return refuse_common(rules, state, fact, WHERE, IRREGULARITIES, round_cards(rules))


def _wager(rules: Rules, state: State, fact: Wager) -> Refusal | None:
    if fact.how == "verbal":
        return refuse_verbal(cites("651a.7(a)"))
    twice = refuse_twice(state.placed, fact, cites("651a.7(d)"))
    if twice is not None:
        return twice
    if state.phase in (Phase.CHOICES, Phase.CONFIRM):
        return _during_war(rules, state, fact)
    if fact.id == WAR:
        return Refusal("a War Wager can be made only on a tie hand, by going to War", cites("651a.9(c)(2)"))
    if fact.id == TIE_ON_WAR:
        return Refusal("a Tie Wager on the War deal can be made only with a War Wager", cites("651a.9(e)", "651a.7(c)"))
    alone = None
    if fact.id == TIE:
        names, because = ("Tie Wager", "Initial Wager"), cites("651a.7(b)", "651a.7(c)")
        alone = refuse_alone(state.placed, fact, INITIAL, names, because)
    return alone or _boxes(rules, state, fact)


def _during_war(rules: Rules, state: State, fact: Wager) -> Refusal | None:
    if fact.id != TIE_ON_WAR:
        return Refusal("only a Tie Wager on the War deal can be made now", cites("651a.7(d)", "651a.9(e)"))
    if not any(hand.seat == fact.seat for hand in at_war(state)):
        return Refusal(f"seat {fact.seat} has not gone to War", cites("651a.9(e)"))
    return _boxes(rules, state, fact)


def _boxes(rules: Rules, state: State, fact: Wager) -> Refusal | None:
    """651a.7(e): a player's boxes must be adjacent, and no more than the submission allows."""
    return refuse_box(state.placed, fact, int(rules.option("adjacent_boxes")), cites("651a.7(e)"))


def _not_tied(state: State, fact: Choose) -> Refusal | None:
    """651a.9(a)(3), (c): only a tie hand of the original deal has a choice."""
    if state.phase is Phase.CHOICES:
        return None
    return Refusal(
        "no choice is asked for: War and surrender are for a tie hand of the original deal", cites("651a.9(c)")
    )


def _choose(rules: Rules, fact: Choose) -> Refusal | None:
    """651a.7(c), 651a.9(e): a Tie Wager may go with a War Wager."""
    if "tie_on_war_cents" not in fact.data:
        return None
    cents = fact.data["tie_on_war_cents"]
    if fact.choice != GO_TO_WAR:
        return Refusal("a Tie Wager on the War deal can be made only with a War Wager", cites("651a.9(e)", "651a.7(c)"))
    if not rules.min_cents <= cents <= rules.max_cents:
        limits = f"{dollars(rules.min_cents)} to {dollars(rules.max_cents)}"
        return Refusal(f"tie_on_war_cents: {cents!r} is outside the limits of this table, {limits}", cites("651a.9(e)"))
    if cents % catalogue(rules)[TIE_ON_WAR].unit_cents:
        return Refusal("the Tie Wager would not be paid in whole cents", (rules.payout("tie").cite,))
    return None
