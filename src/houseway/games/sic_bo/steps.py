"""What the steps of 625a's procedures note, and when a step is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from houseway.core import Done, Moment, Refusal, Stepped, acts
from houseway.core.frozen import replace
from houseway.equipment.dice import FACES, Dice, Shaker, hours_after, months_after
from houseway.games.sic_bo.wagers import WAGERS
from houseway.law import ProcedureStep, Rules, cites


def normal_notes(rules: Rules, shaker: Shaker, step: ProcedureStep) -> Mapping[str, Any]:
    """Default notes of a passing step."""
    match step.cite:
        case "625a.2(a)":
            return {"dice": rules.number("dice")}
        case "625a.5(a)(1)":
            return {"values": list(FACES[: rules.number("device_test_values")]), "verified": True}
        case "625a.5(a)(2)":
            return {"operations": rules.number("shaker_test_operations"), "verified": True}
        case "625a.5(b)(1)":
            return {"shakes": rules.number("shakes_min")}
    return {}


def refuse(rules: Rules, shaker: Shaker, fact: Stepped) -> Refusal | None:
    """Refuse a step that does not meet its paragraph."""
    judge = JUDGES.get(fact.cite)
    return judge(rules, shaker, fact) if judge else acts.refuse_approval(fact)


def dice_since(fact: Done) -> Moment:
    """When the dice were put in the shaker: as the step of 625a.2(b) noted, or else when that step was done."""
    step = fact.data.get("625a.2(b)", {"at": fact.at, "noted": {}})
    return Moment(step["noted"].get("dice_placed_at", step["at"]))


def _three_dice(rules: Rules, shaker: Shaker, fact: Stepped) -> Refusal | None:
    if fact.data.get("dice") != rules.number("dice"):
        return Refusal(
            f"there must be {rules.number('dice')} dice in the shaker, not {fact.data.get('dice')!r}",
            cites("625a.2(a)"),
        )
    return None


def _device_test(rules: Rules, shaker: Shaker, fact: Stepped) -> Refusal | None:
    """625a.5(a)(1): three values or more are entered, and every winning area must light up."""
    cite, count = cites("625a.5(a)(1)"), rules.number("device_test_values")
    values = fact.data.get("values")
    if not isinstance(values, list | tuple) or len(values) < count or not all(_is_face(v) for v in values):
        return Refusal(
            f'enter at least {count} die values in the device and note them: "values": {list(FACES[:count])}', cite
        )
    if "lit" in fact.data:
        entries = [tuple(values[n : n + count]) for n in range(0, len(values) - count + 1, count)]
        return _as_lit(rules, entries, fact.data["lit"])
    if fact.data.get("verified") is not True:
        return Refusal('check that every winning area lights up: note "lit": [areas], or "verified": true', cite)
    return None


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
    if shaker.kind == "automated" and fact.data.get("complies") is False:
        reason = "dice that do not comply with 603a.12(c) are not used in an automated shaker"
        return Refusal(reason, cites("625a.2(b)", "603a.12(c)"))
    since = fact.data.get("dice_placed_at", fact.at)
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
    since = shaker.dice_since
    if shaker.kind == "manual":
        limit, end = f"{(hours := rules.number('dice_hours_max_manual'))} hours", hours_after(since, hours)
    else:
        limit, end = (
            f"{(months := rules.number('dice_months_max_automated'))} month",
            months_after(since, months, rules.time_zone),
        )
    if at > end:
        return Refusal(
            f"the dice have been in the {shaker.kind} shaker for more than {limit}: replace them first",
            cites("625a.2(b)"),
        )
    return None


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
