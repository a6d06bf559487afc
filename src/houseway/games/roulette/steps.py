"""What the steps of 617a's procedures note, and when a step is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from houseway.core import Refusal, Stepped, acts
from houseway.games.roulette.settlement import winning_fives
from houseway.games.roulette.state import Phase, State
from houseway.games.roulette.wheel import colour_of, order, physical
from houseway.law import ProcedureStep, Rules, cites
from houseway.law.fields import inches
from houseway.money import dollars

LOG_FIELDS = ("table_number", "work", "description", "inspected", "signature", "credential")
ON_PAPER = "on paper"  # a table that completes its own procedures cannot know the rest of the log entry
OPPOSITE = "opposite"  # direction of the ball relative to the wheel; the other value is "same"


def normal_notes(rules: Rules, state: State, step: ProcedureStep) -> Mapping[str, Any]:
    """Default notes of a passing step."""
    if step.item in ("ball", "new-ball"):
        return {"nonmetallic": True, "diameter_sixteenths": rules.number("ball_sixteenths_min")}
    match step.cite:
        case "617a.1(b)":
            return {"diameter_inches": rules.number("wheel_inches_min")}
        case "617a.1(c)" | "617a.1(d)" if step.item == "order":
            return {"order": list(order(rules))}
        case "617a.2(a)(1)":
            return {"nonmagnetic": True}
        case "617a.2(b)":
            return {"present": "security"}
        case "617a.2(e)":
            return {
                "table_number": "1",
                "work": state.works[0].kind,
                "inspected": _inspected(state),
                "description": ON_PAPER,
                "signature": state.works[0].name or ON_PAPER,
                "credential": state.works[0].credential or ON_PAPER,
            }
        case "617a.5(a)":
            return {"direction": OPPOSITE}
        case "617a.5(c)":
            return {"marker": state.pocket, "colour": colour_of(state.pocket, rules)}
        case "617a.5(d)" | "617a.5(d)(ii)":
            return {"moved": moved(rules, state)}
        case "617a.6(b)" | "617a.6(c)" if step.item == "inspect":
            return {"damaged": False}
    return {}


def _inspected(state: State) -> bool:
    """617a.2(e): was the inspection made after the work to be logged?"""
    return state.phase is Phase.LOGGING


def moved(rules: Rules, state: State) -> list[str]:
    """617a.5(d): the fifths moved from the replica to the number's box."""
    return [
        f"{dollars(fifth)} of {placed.id}, seat {placed.seat}, to {state.pocket}"
        for placed, fifth in winning_fives(rules, state)
    ]


def refuse(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """Refuse a step that does not meet its paragraph."""
    if fact.procedure == "secure-wheel":
        return refuse_cover(state)
    if fact.item in ("ball", "new-ball"):
        return _ball(rules, state, fact)
    judge = JUDGES.get(fact.cite)
    return judge(rules, state, fact) if judge else acts.refuse_approval(fact)


def refuse_cover(state: State) -> Refusal | None:
    """617a.2(f): refuse to cover the wheel while wagers are undecided."""
    return (
        Refusal("there are wagers on the layout: finish the round first", cites("617a.2(f)")) if state.placed else None
    )


def _ball(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """617a.1(a): no metal, and the right size."""
    low, high = rules.number("ball_sixteenths_min"), rules.number("ball_sixteenths_max")
    if fact.data.get("nonmetallic") is not True:
        reason = 'the ball must be made entirely of a nonmetallic material: note "nonmetallic": true'
        return Refusal(reason, cites("617a.1(a)"))
    size = fact.data.get("diameter_sixteenths")
    if not isinstance(size, int) or isinstance(size, bool) or not low <= size <= high:
        reason = f'the ball must be {low}/16 to {high}/16 inch across: note "diameter_sixteenths": {low}'
        return Refusal(reason, cites("617a.1(a)"))
    return None


def _wheel_size(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    least, size = rules.number("wheel_inches_min"), inches(fact.data.get("diameter_inches"))
    if size is None or size < least:
        reason = f'the wheel must be at least {least} inches across: note "diameter_inches": {least}'
        return Refusal(reason, cites(fact.cite))
    return None


def _wheel_order(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """617a.1(c), (d): the numbers in clockwise order from 0."""
    if fact.item != "order":
        return None
    seen, right = fact.data.get("order"), list(order(rules))
    if seen == right:
        return None
    if not isinstance(seen, list) or len(seen) != len(right):
        reason = f'the {physical(rules)} zero wheel has {len(right)} numbers: note them clockwise from 0 as "order"'
    else:
        at = next(n for n, number in enumerate(right) if seen[n] != number)
        reason = f"clockwise from 0, place {at + 1} of the wheel must be {right[at]}, not {seen[at]!r}"
    return Refusal(reason, cites(fact.cite))


def _nonmagnetic(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    if fact.data.get("nonmagnetic") is not True:
        reason = 'pass the ball over a magnet or compass, and use another if it reacts: note "nonmagnetic": true'
        return Refusal(reason, cites(fact.cite))
    return None


def _before_security(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    if fact.data.get("present") != "security":
        reason = 'adjustments need a member of the security department present: add "present": "security"'
        return Refusal(reason, cites(fact.cite))
    return None


def _log(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """617a.2(e): the log entry needs all its fields; its date and time are the record's unless `made_at` is noted."""
    missing = [field for field in LOG_FIELDS if _blank(fact.data.get(field))]
    if missing:
        return Refusal(f"the inspection log entry needs {', '.join(missing)}", cites(fact.cite))
    made = state.works[0]
    if fact.data["work"] != made.kind:
        reason = f'the entry must name the {made.kind} that was made: note "work": "{made.kind}"'
        return Refusal(reason, cites(fact.cite))
    for field, right in (("signature", made.name), ("credential", made.credential)):
        if right and fact.data[field] != right:
            reason = f'the entry is signed by the person who made the {made.kind}: note "{field}": "{right}"'
            return Refusal(reason, cites(fact.cite))
    if _inspected(state) and fact.data["inspected"] is not True:
        reason = 'the entry must certify that the inspection was completed: note "inspected": true'
        return Refusal(reason, cites(fact.cite))
    if not _inspected(state) and fact.data["inspected"] is not False:
        reason = 'no inspection has been completed since: note "inspected": false'
        return Refusal(reason, cites(fact.cite))
    if fact.data.get("made_at", fact.at) > fact.at:
        return Refusal('"made_at" must be the time when the work was done, not later than now', cites(fact.cite))
    return None


def _blank(field: object) -> bool:
    """Is the field empty?"""
    return field is None or (isinstance(field, str) and not field.strip())


def _marker(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """617a.5(c): the point marker stands on the number of the compartment."""
    marker = fact.data.get("marker", state.pocket)
    if marker == state.pocket:
        return None
    return Refusal(
        f"the ball rests in {state.pocket}: the point marker goes there, not on {marker!r}", cites(fact.cite)
    )


def _found(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    if fact.item == "inspect" and not isinstance(fact.data.get("damaged"), bool):
        return Refusal('inspect the ball and note what was found: "damaged": true or false', cites(fact.cite))
    return None


JUDGES: Mapping[str, Callable[[Rules, State, Stepped], Refusal | None]] = {
    "617a.1(b)": _wheel_size,
    "617a.1(c)": _wheel_order,
    "617a.1(d)": _wheel_order,
    "617a.2(a)(1)": _nonmagnetic,
    "617a.2(b)": _before_security,
    "617a.2(e)": _log,
    "617a.5(c)": _marker,
    "617a.6(b)": _found,
    "617a.6(c)": _found,
}
