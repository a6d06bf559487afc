"""What an inspection under 619a.1 notes, and when the wheel or layout fails it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core import Refusal, Stepped
from houseway.games.big_six.symbols import SYMBOLS
from houseway.law import ProcedureStep, Rules, cites
from houseway.law.fields import inches


def normal_notes(rules: Rules, state: object, step: ProcedureStep) -> Mapping[str, Any]:
    """Default notes of a passing step."""
    if (step.cite, step.item) == ("619a.1(a)", "diameter"):
        return {"diameter_inches": rules.number("diameter_inches_min")}
    if (step.cite, step.item) == ("619a.1(a)", "sections"):
        return {"sections": {symbol: rules.number(f"sections_{symbol}") for symbol in SYMBOLS}}
    return {}


def refuse(rules: Rules, fact: Stepped) -> Refusal | None:
    """Refuse a wheel that is too small or has the wrong sections."""
    if (fact.cite, fact.item) == ("619a.1(a)", "diameter"):
        least, measured = rules.number("diameter_inches_min"), inches(fact.data.get("diameter_inches"))
        if measured is None or measured < least:
            return Refusal(
                f'the wheel must be at least {least} inches across; note what it measures: "diameter_inches": {least}',
                cites(fact.cite),
            )
    if (fact.cite, fact.item) == ("619a.1(a)", "sections"):
        right = {symbol: rules.number(f"sections_{symbol}") for symbol in SYMBOLS}
        if fact.data.get("sections") != right:
            return Refusal(
                f"the wheel has the wrong sections: it must have {_listed(right)}",
                cites(fact.cite),
            )
    return None


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} of {symbol}" for symbol, count in counts.items())
