"""The notes of the steps of 685a's procedures, and the refusals of steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.cardroom import card_round, mid_round_shuffle, procedures
from houseway.core import Deadline, Moment, NoMoreBets, Refusal, Stepped
from houseway.games.down_under_blackjack.law.state import State
from houseway.law import ProcedureStep, Rules, cites
from houseway.law.local_time import last_second_of_day

RACKS = {"equal": "685a.2(e)(1)", "marked": "685a.2(e)(2)"}  # as high as the decks, or higher with a mark


def normal_notes(rules: Rules, state: State, step: ProcedureStep) -> Mapping[str, Any]:
    """Default notes of a passing step."""
    match step.cite:
        case "685a.2(e)":
            return {"rack": "equal"}
        case "685a.6(b)(1)":
            return {"seat": state.barred[0]} if state.barred else {}
    if step.cite == rules.cite("too_few"):
        return mid_round_shuffle.normal_notes(rules, state.cards, step)
    return procedures.normal_notes(rules, state.cards, step)


def refuse(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """Refuse a step that does not meet its paragraph."""
    match fact.cite:
        case "685a.2(e)" if fact.data.get("rack") not in RACKS:
            return Refusal('note "rack": "equal" or "marked"', cites(*RACKS.values()))
        case "685a.6(b)(1)" if fact.data.get("seat") not in state.barred:
            listed = ", ".join(map(str, state.barred)) or "nobody"
            return Refusal(f'note the seat: "seat"; seats barred from wagering: {listed}', cites("685a.6(b)(1)"))
    if fact.procedure in (mid_round_shuffle.REPLENISH, mid_round_shuffle.RECUT):
        return mid_round_shuffle.refuse_cut(rules, state.cards, fact)
    return procedures.refuse_step(rules, state.cards, fact, 0)


def not_inspected(rules: Rules, state: State, fact: NoMoreBets) -> Refusal | None:
    """685a.2(d): on a new gaming day the reader is inspected first."""
    return inspection_deadline(rules, state).refusal(fact.at) if state.reader.inspected_at else None


def inspection_deadline(rules: Rules, state: State) -> Deadline:
    """685a.2(d): the inspection of the reader holds until the gaming day ends, by the clock of the table's time zone."""
    hour = int(rules.option("gaming_day_hour"))
    at = Moment(last_second_of_day(hour, state.reader.inspected_at, rules.time_zone))
    says = "a new gaming day has begun: the floorperson inspects the card reader first"
    return Deadline("card-reader", at, (rules.cite("reader_inspection"),), says, "inspect-reader")


def deadlines(rules: Rules, state: State) -> tuple[Deadline, ...]:
    """685a.2(d), 685a.3(c): the next inspection of the reader, and the next change of the cards."""
    reader = (inspection_deadline(rules, state),) if state.reader.inspected_at else ()
    return (*reader, *card_round.deadlines(rules, state))
