"""The notes of the steps of 625a's procedures, and the refusals of steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from houseway.core import Deadline, Done, Moment, Refusal, Stepped, acts
from houseway.core.frozen import replace
from houseway.equipment.dice import FACES, Dice, Shaker, hours_after, months_after
from houseway.games.sic_bo.state import State
from houseway.games.sic_bo.wagers import WAGERS
from houseway.law import ProcedureStep, Rules, cites

NEVER = Moment(0)
OF_AGE = ("dice_placed_at", "complies")  # a note of the step of 625a.2(b), and of 625a.2(a) when a shaker returns


def normal_notes(rules: Rules, shaker: Shaker, step: ProcedureStep) -> Mapping[str, Any]:
    """Default notes of a passing step."""
    match step.cite:
        case "625a.2(a)":
            return {"dice": rules.number("dice")}
        case "625a.5(a)(1)":
            return {"values": device_values(rules), "verified": True}
        case "625a.5(a)(2)":
            return {"operations": rules.number("shaker_test_operations"), "verified": True}
        case "625a.5(b)(1)":
            return {"shakes": rules.number("shakes_min")}
    return {}


def refuse(rules: Rules, shaker: Shaker, fact: Stepped) -> Refusal | None:
    """Refuse a step that does not meet its paragraph."""
    judge = JUDGES.get(fact.cite)
    return judge(rules, shaker, fact) if judge else acts.refuse_approval(fact)


def dice_put_in(fact: Done) -> tuple[Moment, bool]:
    """When the dice were put in the shaker, as the step of 625a.2(b) noted or else when it was done; and whether they comply."""
    step = fact.data.get("625a.2(b)", {"at": fact.at, "noted": {}})
    return Moment(step["noted"].get("dice_placed_at", step["at"])), bool(step["noted"].get("complies", True))


def left_in(shaker: Shaker, noted: Mapping[str, Any], now: Moment) -> tuple[Moment, bool]:
    """The same for a shaker that returns: without a noted time, its dice are those that were in it, if any."""
    since = Moment(noted.get("dice_placed_at", shaker.other_since or now))
    return since, bool(noted.get("complies", shaker.other_complies if since == shaker.other_since else True))


def _three_dice(rules: Rules, shaker: Shaker, fact: Stepped) -> Refusal | None:
    wrong = _not_three(rules, fact.data.get("dice"))
    if wrong is None and fact.procedure != "return-automated-shaker" and not fact.data.keys().isdisjoint(OF_AGE):
        return Refusal(
            f"note {' and '.join(OF_AGE)} with the step of 625a.2(b), which is about them", cites("625a.2(b)")
        )
    if wrong is not None or fact.procedure != "return-automated-shaker":
        return wrong
    return _back_in_use(rules, shaker, fact, "automated")


def _back_in_use(rules: Rules, shaker: Shaker, fact: Stepped, kind: str) -> Refusal | None:
    """625a.2(b): the dice of a shaker that returns: those that were in it, or others put in since then."""
    since, complies = left_in(shaker, fact.data, NEVER if kind == "automated" else fact.at)
    old = _refuse_dice(rules, replace(shaker, kind=kind, complies=complies), fact, since)
    if old is not None and "dice_placed_at" not in fact.data and complies:
        were = "taken out" if kind == "automated" else "in it"
        reason = f'the dice that were {were} are too old ({old.reason}); note when others were put in: "dice_placed_at"'
        return Refusal(reason, old.cites)
    if old is not None or not shaker.other_since or since == shaker.other_since or since >= shaker.other_until:
        return old
    reason = (
        f"other dice were in the {kind} shaker then: note when these were put in, after the others had been taken out, "
        'or leave "dice_placed_at" out if they are the same'
    )
    return Refusal(reason, cites("625a.2(b)"))


def _not_three(rules: Rules, dice: object) -> Refusal | None:
    count = rules.number("dice")
    if dice == count:
        return None
    seen = f'note "dice": {count}' if dice is None else f"not {dice!r}"
    return Refusal(f"there must be {count} dice in the shaker: {seen}", cites("625a.2(a)"))


def _device_test(rules: Rules, shaker: Shaker, fact: Stepped) -> Refusal | None:
    """625a.5(a)(1): three values or more are entered, and every winning area must light up."""
    cite, count, least = cites("625a.5(a)(1)"), rules.number("device_test_values"), device_values(rules)
    values = fact.data.get("values")
    if not isinstance(values, list | tuple) or len(values) < len(least) or not all(_is_face(v) for v in values):
        return Refusal(f'enter at least {len(least)} die values in the device and note them: "values": {least}', cite)
    if "lit" in fact.data:
        entries = [tuple(values[n : n + count]) for n in range(0, len(values) - count + 1, count)]
        return _as_lit(rules, entries, fact.data["lit"])
    if fact.data.get("verified") is not True:
        return Refusal('check that every winning area lights up: note "lit": [areas], or "verified": true', cite)
    return None


def device_values(rules: Rules) -> list[int]:
    """625a.5(a)(1): the fewest values that a test enters, one entry of three or three of them (a reading)."""
    values = list(FACES[: rules.number("device_test_values")])
    return values * len(values) if rules.reading("device_test") == "three-throws" else values


def _as_lit(rules: Rules, entries: list[Dice], seen: object) -> Refusal | None:
    """Refuse if the lit areas are not exactly those that win on some complete entry."""
    cite, areas = cites("625a.5(a)(1)"), WAGERS.catalogue(rules)
    if not isinstance(seen, list | tuple) or not all(isinstance(area, str) and area in areas for area in seen):
        return Refusal('"lit" must list the areas that lit up, by wager id, like ["small"]', cite)
    right = tuple(dict.fromkeys(area for values in entries for area in WAGERS.winning(values, rules)))
    dark, wrong = ", ".join(a for a in right if a not in seen), ", ".join(a for a in seen if a not in right)
    parts = [f"{dark} should be lit and is not"] * bool(dark) + [f"{wrong} is lit and should not be"] * bool(wrong)
    return Refusal(f"the device is not in working order: {'; '.join(parts)}", cite) if parts else None


def _is_face(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in FACES


def _shaker_test(rules: Rules, shaker: Shaker, fact: Stepped) -> Refusal | None:
    """625a.5(a)(2): the automated shaker is operated three times."""
    refusal = _at_least(fact, "operations", rules.number("shaker_test_operations"), "operate the automated shaker")
    if refusal is None and fact.data.get("verified") is not True:
        return Refusal('check that the dice are tossed properly and note it: "verified": true', cites(fact.cite))
    return refusal


def _shake(rules: Rules, shaker: Shaker, fact: Stepped) -> Refusal | None:
    """625a.5(b)(1), with dice that are not too old."""
    return _at_least(fact, "shakes", rules.number("shakes_min"), "shake the covered shaker") or _too_old(
        rules, shaker, fact, shaker.dice_since
    )


def _activate(rules: Rules, shaker: Shaker, fact: Stepped) -> Refusal | None:
    """625a.5(b)(2), with dice that are not too old."""
    return _too_old(rules, shaker, fact, shaker.dice_since)


def _dice_put_in(rules: Rules, shaker: Shaker, fact: Stepped) -> Refusal | None:
    """625a.2(b): the dice must not have been in the shaker too long."""
    if "dice" in fact.data and (wrong := _not_three(rules, fact.data["dice"])):
        return wrong
    if fact.procedure == "substitute-manual-shaker":
        return _back_in_use(rules, shaker, fact, "manual")
    complies = bool(fact.data.get("complies", True))
    return _refuse_dice(rules, replace(shaker, complies=complies), fact, fact.data.get("dice_placed_at", fact.at))


def _refuse_dice(rules: Rules, shaker: Shaker, fact: Stepped, since: object) -> Refusal | None:
    """625a.2(b): refuse dice that may not be used in this shaker, or not any more."""
    if shaker.kind == "automated" and not shaker.complies and rules.reading("automated_dice") == "not-used":
        reason = "dice that do not comply with 603a.12(c) are not used in an automated shaker"
        return Refusal(reason, cites("625a.2(b)", "603a.12(c)"))
    if not isinstance(since, int) or since > fact.at:
        return Refusal(
            f'"dice_placed_at" must be the time when the dice were put in, not later than now, not {since!r}',
            cites("625a.2(b)"),
        )
    return _too_old(rules, shaker, fact, Moment(since))


def _too_old(rules: Rules, shaker: Shaker, fact: Stepped, since: Moment) -> Refusal | None:
    return refuse_age(rules, replace(shaker, dice_since=since), fact.at)


def refuse_age(rules: Rules, shaker: Shaker, at: Moment) -> Refusal | None:
    """625a.2(b): refuse dice that have been in the shaker for too long at this time."""
    return dice_deadline(rules, shaker).refusal(at)


def dice_deadline(rules: Rules, shaker: Shaker) -> Deadline:
    """625a.2(b): until when the dice in a shaker may be used: hours as they pass, or a month by the table's own calendar."""
    since, hours, months = (
        shaker.dice_since,
        rules.number("dice_hours_max_manual"),
        rules.number("dice_months_max_automated"),
    )
    if shaker.kind == "manual" or not shaker.complies:
        limit, end = f"{hours} hours", hours_after(since, hours)
    elif rules.reading("month") == "30-days":
        limit, end = f"{months * 30} days", hours_after(since, months * 30 * 24)
    else:
        limit, end = f"{months} month", months_after(since, months, rules.time_zone)
    says = f"the dice have been in the {shaker.kind} shaker for more than {limit}: replace them first"
    return Deadline("dice", end, cites("625a.2(b)"), says, "replace-dice")


def deadlines(rules: Rules, state: State) -> tuple[Deadline, ...]:
    """625a.2(b): the next change of the dice, once there are some."""
    return (dice_deadline(rules, state.shaker),) if state.shaker.dice_since else ()


def _out_of_order(rules: Rules, shaker: Shaker, fact: Stepped) -> Refusal | None:
    """625a.7(d): the automated shaker is covered, or a sign says that it is out of order."""
    if fact.data.get("shown") == "nothing":
        return Refusal("cover the automated shaker, or put an out of order sign on it", cites(fact.cite))
    return None


def _at_least(fact: Stepped, field: str, least: int, act: str) -> Refusal | None:
    count = fact.data.get(field)
    if not isinstance(count, int) or isinstance(count, bool) or count < least:
        return Refusal(f'{act} at least {least} times and note it: "{field}": {least}', cites(fact.cite))
    return None


JUDGES: Mapping[str, Callable[[Rules, Shaker, Stepped], Refusal | None]] = {
    "625a.2(a)": _three_dice,
    "625a.2(b)": _dice_put_in,
    "625a.5(a)(1)": _device_test,
    "625a.5(a)(2)": _shaker_test,
    "625a.5(b)(1)": _shake,
    "625a.5(b)(2)": _activate,
    "625a.7(d)": _out_of_order,
}
