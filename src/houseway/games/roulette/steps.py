"""The notes of the steps of 617a's procedures, and the refusals of steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from houseway.core import Refusal, Stepped, acts
from houseway.core.frozen import replace
from houseway.games.roulette.settlement import winning_fives
from houseway.games.roulette.state import NO_WORK, Phase, State
from houseway.games.roulette.wheel import colour_of, order, physical
from houseway.law import Citation, ProcedureStep, Rules, cites
from houseway.law.fields import inches
from houseway.money import dollars

NO_WORK_FIELDS = ("table_number", "work", "inspected")
MADE_WITHIN = 24 * 3600  # seconds by which work may precede its record
LOG_FIELDS = ("table_number", "work", "description", "inspected", "signature", "credential")
MEASURED = ("diameter_sixteenths", "diameter_inches")
ON_PAPER = "on paper"  # the parts of a log entry that the table does not know


def normal_notes(rules: Rules, state: State, step: ProcedureStep) -> Mapping[str, Any]:
    """Default notes of a passing step."""
    if step.item in ("ball", "new-ball"):
        size = {"nonmetallic": True, "diameter_sixteenths": rules.number("ball_sixteenths_min")}
        magnet = step.item == "new-ball" and rules.reading("new_ball") == "and-not-magnetic"
        return {**size, "nonmagnetic": True} if magnet else size
    match step.cite:
        case "617a.1(b)":
            return {"diameter_inches": rules.number("wheel_inches_min")}
        case "617a.1(c)" | "617a.1(d)" if step.item == "order":
            return {"order": list(order(rules))}
        case "617a.2(a)(1)":
            return {"nonmagnetic": True}
        case "617a.2(b)":
            return {"present": "security"}
        case "617a.2(d)" if rules.reading("who_replaces") == "before-security":
            return {"present": "security"}
        case "617a.2(e)":
            return _log_entry(state)
        case "617a.5(c)":
            return {"marker": state.pocket, "colour": colour_of(state.pocket, rules)}
        case "617a.5(d)" | "617a.5(d)(ii)":
            return {"moved": moved(rules, state)}
        case "617a.6(b)" | "617a.6(c)" if step.item == "inspect":
            return {"damaged": False}
    return {}


def only_people_note(rules: Rules, state: State, step: ProcedureStep) -> tuple[str, ...]:
    """Measurements, a signature, and details of logged work that were not given."""
    if step.cite == "617a.2(e)":
        made = state.works[0]
        unknown = ("description",) * (not made.description) + ("credential",) * (not made.credential)
        return ("table_number", "signature", *unknown)
    return MEASURED


def _log_entry(state: State) -> dict[str, Any]:
    """617a.2(e): the parts of an entry that the table knows; the rest is on paper."""
    made = state.works[0]
    entry: dict[str, Any] = {"table_number": ON_PAPER, "work": made.kind, "inspected": _inspected(state)}
    if made.kind == NO_WORK:
        return entry
    person = {"signature": made.name or ON_PAPER, "credential": made.credential or ON_PAPER}
    return {**entry, "description": made.description or ON_PAPER, **person}


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
    if fact.item == "new-ball" and rules.reading("new_ball") == "and-not-magnetic":
        return _nonmagnetic(rules, state, replace(fact, cite=Citation("617a.2(a)(1)")))
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
    if isinstance(seen, list) and right[0] in seen:  # the ring may be read from any number on
        start = seen.index(right[0])
        seen = [*seen[start:], *seen[:start]]
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
    if state.phase in (Phase.BETTING, Phase.SPINNING) and rules.reading("adjusted_while_open") == "not-allowed":
        reason = "the inspections are complete: parts are adjusted before them, when the table is closed"
        return Refusal(reason, cites("617a.2(c)"))
    if fact.data.get("present") != "security":
        reason = 'adjustments need a member of the security department present: add "present": "security"'
        return Refusal(reason, cites(fact.cite))
    return None


def _replaced(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """617a.2(d): a reading says whether security must be present, as for adjustments."""
    if rules.reading("who_replaces") == "before-security" and fact.data.get("present") != "security":
        reason = 'replacements need a member of the security department present: add "present": "security"'
        return Refusal(reason, cites(fact.cite, "617a.2(b)"))
    return None


def _log(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """617a.2(e): the log entry needs all its fields; its date and time are the record's unless `made_at` is noted."""
    made = state.works[0]
    needed = LOG_FIELDS if made.kind != NO_WORK else NO_WORK_FIELDS
    missing = [field for field in needed if _blank(fact.data.get(field))]
    if missing:
        return Refusal(f"the inspection log entry needs {', '.join(missing)}", cites(fact.cite))
    if fact.data["work"] != made.kind:
        what = f"name the {made.kind} that was made" if made.kind != NO_WORK else "say that no work was done"
        reason = f'the entry must {what}: note "work": "{made.kind}"'
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
    if not made.at - MADE_WITHIN <= fact.data.get("made_at", made.at) <= max(made.at, fact.at):
        reason = '"made_at" must be the time when the work was done: no more than a day before the table recorded it'
        return Refusal(f"{reason}, and not later than now", cites(fact.cite))
    return None


def _blank(field: object) -> bool:
    """Is the field empty?"""
    return field is None or (isinstance(field, str) and not field.strip())


def _marker(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """617a.5(c): the point marker stands on the number of the compartment."""
    marker, colour = fact.data.get("marker", state.pocket), colour_of(state.pocket, rules)
    if marker != state.pocket:
        reason = f"the ball rests in {state.pocket}: the point marker goes there, not on {marker!r}"
        return Refusal(reason, cites(fact.cite))
    if fact.data.get("colour", colour) != colour:
        return Refusal(f"{state.pocket} is {colour}, not {fact.data['colour']}", cites(fact.cite, "617a.1"))
    return None


def _fifths(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """617a.5(d): a fifth of each winning wager moves to the number, and nothing else does."""
    right = moved(rules, state)
    if sorted(fact.data.get("moved", right)) == sorted(right):
        return None
    return Refusal(f'a fifth of each winning wager moves to {state.pocket}: note "moved": {right}', cites(fact.cite))


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
    "617a.2(d)": _replaced,
    "617a.2(e)": _log,
    "617a.5(c)": _marker,
    "617a.5(d)": _fifths,
    "617a.5(d)(ii)": _fifths,
    "617a.6(b)": _found,
    "617a.6(c)": _found,
}
