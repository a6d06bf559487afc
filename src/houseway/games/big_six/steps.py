"""The notes of an inspection under 619a.1, and when the wheel or layout fails it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core import Refusal, Stepped, acts
from houseway.games.big_six.symbols import SYMBOLS, approval
from houseway.law import ProcedureStep, Rules, cites
from houseway.law.fields import inches

ODDS_SHOWN = ("619a.1(d)", "619a.1(g)(3)")


def normal_notes(rules: Rules, state: object, step: ProcedureStep) -> Mapping[str, Any]:
    """Default notes of a passing step."""
    if (step.cite, step.item) == ("619a.1(a)", "diameter"):
        return {"diameter_inches": rules.number("diameter_inches_min")}
    if (step.cite, step.item) == ("619a.1(a)", "sections"):
        return {"sections": {symbol: rules.number(f"sections_{symbol}") for symbol in SYMBOLS}}
    if step.cite == "619a.1(b)":
        return {"order": list(rules.names("order"))}
    if step.cite == "619a.1(c)":
        return {"approval": approval(rules)}
    if step.cite in ODDS_SHOWN:
        return {"odds": odds_shown(rules, step.cite)}
    return {}


def odds_shown(rules: Rules, cite: str) -> list[str]:
    """The odds on the wheel (619a.1(d), a reading where more is paid) or on the layout (619a.1(g)(3)), symbol by symbol."""
    least = cite == "619a.1(d)" and rules.reading("odds_on_wheel") == "least"
    return [str((rules.edition.payouts[symbol] if least else rules.payout(symbol)).odds) for symbol in SYMBOLS]


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
    if fact.cite == "619a.1(b)":
        return _order(rules, fact)
    if fact.cite in ODDS_SHOWN and fact.data.get("odds") != (odds := odds_shown(rules, fact.cite)):
        reason = f"the odds of {', '.join(SYMBOLS)} must be {', '.join(odds)}"
        reason += "" if "odds" in fact.data else ': note what is shown, in this order, as "odds"'
        return Refusal(reason, cites(fact.cite, "619a.3"))
    if fact.cite == "619a.1(c)" and fact.data.get("approval", approval(rules)) != approval(rules):
        reason = (
            f"the approval of the symbols is {approval(rules)!r} in the Rules Submission, not {fact.data['approval']!r}"
        )
        return Refusal(reason, cites(fact.cite))
    return acts.refuse_approval(fact)


def _order(rules: Rules, fact: Stepped) -> Refusal | None:
    """619a.1(b): the symbols clockwise from the joker."""
    seen, right = fact.data.get("order"), list(rules.names("order"))
    if seen is None:
        return Refusal(f'note the {len(right)} sections clockwise from the joker as "order"', cites(fact.cite))
    if right[0] in seen:  # the rim may be read from any section on
        start = seen.index(right[0])
        seen = [*seen[start:], *seen[:start]]
    if seen == right:
        return None
    if len(seen) != len(right):
        reason = f'the wheel has {len(right)} sections, not {len(seen)}: note them clockwise from the joker as "order"'
    else:
        at = next(n for n, symbol in enumerate(right) if seen[n] != symbol)
        reason = f"clockwise from the joker at 0, section {at} must be {right[at]}, not {seen[at]!r}"
    return Refusal(reason, cites(fact.cite))


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} of {symbol}" for symbol, count in counts.items())
