"""Refusals that are the same in every game: not due, impossible, or out of range. The game's own refusals come after these."""

from __future__ import annotations

from typing import TypeVar

from houseway.core.due import Asked, Chance, Choices, Due, Procedure, Stopped, Wagers, awaited, window
from houseway.core.facts import (
    Choose,
    Done,
    Fact,
    Irregularity,
    NoMoreBets,
    Outcome,
    Remove,
    Repaired,
    Result,
    Stepped,
    Wager,
    Working,
)
from houseway.core.game import Game
from houseway.core.offers import Offer
from houseway.core.step import Refusal
from houseway.core.wagering import find
from houseway.core.who import in_words
from houseway.law import Rules
from houseway.law.errors import one_of
from houseway.money import dollars

S = TypeVar("S")

NOT_ASKED = "no choice is asked for"


def refuse(game: Game[S], rules: Rules, state: S, fact: Fact, due: Due | None = None) -> Refusal | None:
    """Why this act is unlawful now, or None; `due` is what the game waits for, if the caller already knows."""
    awaits = due if due is not None else game.law.due(rules, state)
    refusal = _generic(game, rules, state, fact, awaits)
    if type(fact) is Irregularity and not game.law.reports:
        return Refusal("this chapter has no irregularities to report", awaits.cites)
    return game.law.refuse(rules, state, fact) if refusal is None else refusal


def procedures_open(due: Due) -> tuple[str, ...]:
    """The procedures that may be done now."""
    if isinstance(due, Procedure):
        return (due.name, *due.may)
    if isinstance(due, Wagers):
        return (*due.needs, *due.may)
    return due.instead if isinstance(due, Stopped) else ()


def _generic(game: Game[S], rules: Rules, state: S, fact: Fact, due: Due) -> Refusal | None:
    if type(fact) is Stepped or type(fact) is Done:  # the most common facts
        return _refuse_procedure(fact.procedure, due)
    match fact:
        case Result():
            return _result(game, rules, fact, due)
        case Wager():
            return _wager(game, rules, state, fact, due)
        case NoMoreBets():
            return _no_more_bets(rules, due)
        case Remove():
            return _remove(game, rules, state, fact, due)
        case Choose():
            refusal = _choose(fact, due)
            return refusal and (game.law.refuse(rules, state, fact) or refusal)  # the chapter may know a better reason
        case Working(seat=seat, id=wager):
            if find(game.law.placed(state), seat, wager) is None:
                return Refusal(_nothing_on(game, rules, seat, wager), game.law.called_on_by(rules, wager) or due.cites)
        case Repaired(device=device):
            if not isinstance(due, Stopped) or due.device != device:
                named = f"; {due.device} has" if isinstance(due, Stopped) else f": {awaited(due)}"
                return Refusal(f"{device} has not stopped the table{named}", due.cites)
    return None


def _refuse_procedure(name: str, due: Due) -> Refusal | None:
    if (type(due) is Procedure and due.name == name) or name in procedures_open(due):
        return None
    return Refusal(f"the procedure '{name}' is not due: {awaited(due)}", due.cites)


def _wager(game: Game[S], rules: Rules, state: S, fact: Wager, due: Due) -> Refusal | None:
    if not isinstance(window(due), Wagers):
        because = tuple(dict.fromkeys((*game.law.closed_by(rules, state), *due.cites)))
        return Refusal(f"no wager is taken now: {awaited(due)}", because)
    if fact.player not in (0, fact.seat) and not game.law.plays_boxes:
        reason = (
            f"seat {fact.player} cannot wager for seat {fact.seat}: in this game players wager only at their own seat"
        )
        return Refusal(reason, due.cites)
    if fact.how == "instrument" and not game.law.instrument(rules):
        return Refusal("this table takes no other instrument than value chips and plaques", window(due).cites)
    withheld = game.law.withheld(rules).get(fact.id)
    if withheld is not None:
        return withheld
    return _amount(game.law.offered(rules, state, fact.id), fact.cents)


def _amount(offer: Offer, cents: int) -> Refusal | None:
    """Refuse an amount that the wager cannot be made in, or that some line would not pay in whole cents."""
    multiple = offer.multiple
    if multiple is not None and cents % multiple.cents:
        return Refusal(multiple.says, multiple.cites)
    if cents % offer.unit_cents:
        unit = dollars(offer.unit_cents)
        reason = f"{dollars(cents)} at {offer.pays} is not paid in whole cents; wager a multiple of {unit}"
        return Refusal(reason, tuple(dict.fromkeys(payout.cite for payout in offer.payouts)))
    return None


def _nothing_on(game: Game[S], rules: Rules, seat: int, wager: str) -> str:
    offers = game.law.catalogue(rules)
    return f"seat {seat} has nothing on {offers[wager].name if wager in offers else wager}"


def _remove(game: Game[S], rules: Rules, state: S, fact: Remove, due: Due) -> Refusal | None:
    there = find(game.law.placed(state), fact.seat, fact.id)
    because = game.law.taken_down_by(fact.id) or due.cites
    if there is None:
        return Refusal(_nothing_on(game, rules, fact.seat, fact.id), because)
    if not fact.cents < there.cents:
        was, left = dollars(there.cents), dollars(fact.cents)
        return Refusal(f"the wager is {was}; reduce it to less than that, not to {left}", because)
    return _amount(game.law.offered(rules, state, fact.id), fact.cents)


def _no_more_bets(rules: Rules, due: Due) -> Refusal | None:
    if not isinstance(due, Wagers):
        return Refusal(f"the betting window is not open: {awaited(due)}", due.cites)
    if due.needs:
        missing = [rules.procedure(name) for name in due.needs]
        return Refusal(f"first: {missing[0].says}", tuple(each.cite for each in missing))
    return None


def outcome_text(game: Game[S], rules: Rules, outcome: Outcome) -> str:
    """An outcome as a dealer enters it: 7H, yellow, 2 3 4."""
    shown = list(game.present.show_result(rules, outcome).values())
    return " ".join(str(each) for value in shown for each in (value if isinstance(value, list | tuple) else [value]))


def _cannot_come(game: Game[S], rules: Rules, outcome: Outcome, due: Chance) -> str:
    """Why a result is impossible, and what would be right, using only what everybody may know.

    The number of copies left of a card counts what everyone has seen (`copies`). Other faces in slots may be known only to their
    players, so for them neither the possible faces nor the reason is given.
    """
    copies = None if due.copies is None else due.copies(outcome)
    why = {None: "", 0: ": all copies have been dealt"}.get(copies, ": the remaining copies are face down")
    if outcome in due.weights or (due.already_dealt and copies):  # the reason is something else
        why = ""
    right = "another face" if why else due.right
    if not right and due.slots:
        right = f"what is actually there, like {game.present.typed_example}"
    if not right:
        right = one_of([outcome_text(game, rules, each) for each in due.outcomes()], 8)
    return f"{outcome_text(game, rules, outcome)} is not possible for the {due.what}{why}; enter {right}"


def _result(game: Game[S], rules: Rules, fact: Result, due: Due) -> Refusal | None:
    if isinstance(due, Wagers) and due.early is not None:
        missing = [rules.procedure(name) for name in due.needs]
        if missing:
            return Refusal(f"first: {missing[0].says}", tuple(each.cite for each in missing))
        due = due.early
    if isinstance(due, Procedure) and due.early is not None:
        due = due.early
    if isinstance(due, Wagers):
        return Refusal('"no more bets" has not been announced yet', due.closes or due.cites)
    if not isinstance(due, Chance):
        return Refusal(f"no result is awaited: {awaited(due)}", due.cites)
    if not (fact.surplus and due.irregular is not None) and not due.may_bring(fact.value):
        return Refusal(_cannot_come(game, rules, fact.value, due), due.cites)
    return None


def choices_open(due: Due) -> tuple[Asked, ...]:
    """The questions that are open now."""
    return due.open if isinstance(due, Choices) else due.asked if isinstance(due, Wagers) else ()


def _choose(fact: Choose, due: Due) -> Refusal | None:
    open_now = choices_open(due)
    if not open_now:
        return Refusal(f"{NOT_ASKED}: {awaited(due)}", due.cites)
    asked = next((each for each in open_now if each.who == fact.who), None)
    if asked is None:
        others = ", ".join(in_words(each.who) for each in open_now)
        return Refusal(f"{in_words(fact.who)} has nothing to choose now; waiting for {others}", due.cites)
    option = next((each for each in asked.options if each.choice == fact.choice), None)
    if option is None:
        listed = ", ".join(each.choice for each in asked.options)
        return Refusal(f"{fact.choice} is not available to {in_words(fact.who)}; choose from {listed}", due.cites)
    if not option.low_cents <= fact.cents <= option.high_cents:
        low, high = dollars(option.low_cents), dollars(option.high_cents)
        amount = low if option.low_cents == option.high_cents else f"{low} to {high}"
        amount = amount if option.high_cents else "no amount"
        return Refusal(f"{fact.choice} takes {amount}, not {dollars(fact.cents)}", option.cites)
    return None
