"""The notes of the steps of 651a's procedures, and the refusals of steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.cardroom import procedures
from houseway.core import Refusal, Stepped
from houseway.games.casino_war.state import State, round_cards
from houseway.law import Citation, ProcedureStep, Rules

KEPT = "kept"  # was a stored batch kept as it must be, if it is to be dealt without being spread?


def normal_notes(rules: Rules, state: State, step: ProcedureStep) -> Mapping[str, Any]:
    """Default notes of a passing step. A batch is kept as approved only if there is an approval."""
    if KEPT in step.fields:
        return {KEPT: not _outstanding(rules, step.cite)}
    return procedures.normal_notes(rules, state.cards, step)


def refuse(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """651a.5(g)(2)(i), (ii) (2011: 651a.5(h)(2)): the exemption has conditions, each of which is answered."""
    if KEPT in rules.step_fields(fact.cite, fact.item):
        if KEPT not in fact.data:
            return Refusal('note "kept": true or false', (fact.cite,))
        if fact.data[KEPT] and _outstanding(rules, fact.cite):
            reason = "the approval for this is outstanding, so the batch is spread and reshuffled"
            return Refusal(f'{reason}: note "kept": false', (fact.cite,))
    return procedures.refuse_step(rules, state.cards, fact, round_cards(rules))


def _outstanding(rules: Rules, cite: Citation) -> bool:
    return any(condition.approval.cite == cite for condition in rules.outstanding())
