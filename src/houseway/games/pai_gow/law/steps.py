"""The notes of the steps of 621a's procedures, and the refusals of steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from houseway.core import Deadline, Done, Moment, Refusal, Stepped
from houseway.equipment.dice import hours_after
from houseway.games.pai_gow.law.dealing import turning
from houseway.games.pai_gow.law.exposing import as_submitted
from houseway.games.pai_gow.law.state import Phase, State
from houseway.law import Citation, ProcedureStep, Rules, cites
from houseway.law.fields import inches
from houseway.law.roles import at_least


def normal_notes(rules: Rules, state: State, step: ProcedureStep) -> Mapping[str, Any]:
    """Default notes of a passing step."""
    match step.cite, step.item:
        case "621a.5(a)", _:
            return {"dice": rules.number("dice")}
        case "621a.3(b)(1)", _:
            return least_inches(rules)
        case "621a.3(a)", _:
            return {"tiles": rules.number("tiles")}
        case "621a.6(a)(1)", _:
            return {"pairs": rules.number("pairs")}
        case "621a.6(a)(3)(ii)", _:
            return {"table": "1", "signed": ["dealer", "floorperson"]}
        case "621a.6(d)", "mix":
            return {"circles": rules.number("circles_min")}
        case "621a.6(d)", _:
            return {"stacks": rules.number("stacks"), "of": rules.number("stack_tiles")}
        case "621a.8(a)(2)", _:
            return {"shakes": rules.number("shakes_min")}
        case "621a.11(i)", "indicate":
            return {"style": state.style, "signal": rules.option("delivery_signal")}
        case "621a.11(i)", _:
            return {"shakes": rules.number("bank_shakes_min")}
        case (("621a.10(c)" | "621a.11(e)"), _) if state.phase is Phase.SETTING:
            way = as_submitted(rules, state).setting
            return {"high": list(way.high), "low": list(way.low)}
    return {}


def only_people_note(rules: Rules, state: State, step: ProcedureStep) -> tuple[str, ...]:
    """Measurements of the tiles, and the text and signature on a sealed set."""
    return (*MEASURED, "table", "signed")


def refuse(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """Refuse a step that does not meet its paragraph."""
    judge = JUDGES.get(f"{fact.cite} {fact.item}".strip())
    return judge(rules, state, fact) if judge else None


INSPECTS = (
    "621a.3(a)",
    *(f"621a.3(b)({number})" for number in range(1, 7)),
    "621a.3(d)",
    "621a.6(a)(1)",
    "621a.6(a)(2)",
    "621a.6(a)(3)",
    "621a.6(a)",
)


def unsuitable(rules: Rules, state: State, fact: Stepped) -> bool:
    """621a.6(a)(3)(i): did the inspection find that the set is not suitable for use?

    A number of tiles or a size that falls short is refused as a slip of the pen, unless `verified` is false.
    """
    if fact.procedure != "inspect-tiles" or fact.cite not in INSPECTS:
        return False
    pairs = fact.data.get("pairs")
    return fact.data.get("verified") is False or (type(pairs) is int and pairs != rules.number("pairs"))


def set_wrongly(rules: Rules, state: State, fact: Stepped) -> bool:
    """621a.12(f): did the dealer set the four tiles differently from the submitted house way?"""
    if fact.cite not in ("621a.10(c)", "621a.11(e)") or state.phase is not Phase.SETTING:
        return False
    return differs_from_submitted(rules, state, fact.data)


def differs_from_submitted(rules: Rules, state: State, noted: Mapping[str, Any]) -> bool:
    """Do these notes name two hands of the dealer's four tiles that are not the submitted setting?"""
    hands = [noted.get(field) for field in ("high", "low")]
    if not all(isinstance(hand, list | tuple) and len(hand) == 2 for hand in hands):
        return False
    high, low = ([str(tile) for tile in hand or ()] for hand in hands)
    if Counter(high + low) != Counter(turning(state).tiles):
        return False
    return Counter(high) != Counter(as_submitted(rules, state).setting.high)


def fails(rules: Rules, state: State, fact: Stepped) -> bool:
    """Does a step note something that the chapter gives a consequence to?"""
    return unsuitable(rules, state, fact) or set_wrongly(rules, state, fact)


def dice_since(fact: Done) -> Moment:
    """When the dice were brought to the table: as the step noted, or else when it was done."""
    step = fact.data.get("621a.5(c)", {"at": fact.at, "noted": {}})
    return Moment(step["noted"].get("dice_placed_at", step["at"]))


def tile_deadline(rules: Rules, since: Moment) -> Deadline:
    """621a.3(e): until when tiles may be used."""
    hours = rules.number("tile_hours_max")
    says = f"the tiles have been in use for more than {hours} hours: change them"
    return Deadline("tiles", hours_after(since, hours), cites("621a.3(e)"), says, "change-tiles")


def dice_deadline(rules: Rules, since: Moment) -> Deadline:
    """621a.5(c): until when dice may be on the table."""
    hours = rules.number("dice_hours_max")
    says = f"the dice have been on the table for more than {hours} hours: replace them"
    return Deadline("dice", hours_after(since, hours), cites("621a.5(c)"), says, "replace-dice")


def deadlines(rules: Rules, state: State) -> tuple[Deadline, ...]:
    """The next change of the tiles and of the dice, once there are some."""
    tiles = (tile_deadline(rules, state.tiles_since),) if state.tiles_since else ()
    return (*tiles, *((dice_deadline(rules, state.dice_since),) if state.dice_since else ()))


def _exactly(field: str, name: str, says: str) -> Judge:
    """Require exactly the count that the law gives."""

    def judge(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
        number = rules.number(name)
        if fact.data.get(field) == number:
            return None
        return Refusal(f'{says.format(number=number)}: note "{field}": {number}', cites(fact.cite))

    return judge


def _at_least(fact: Stepped, field: str, least: int, act: str) -> Refusal | None:
    count = fact.data.get(field)
    if type(count) is not int or count < least:
        return Refusal(f'{act} at least {least} times and note it: "{field}": {least}', cites(fact.cite))
    return None


def _three_dice(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    return _exactly("dice", "dice", "there must be {number} dice in the shaker")(rules, state, fact)


UNFIT = '; if the set is unfit, note "verified": false'
MEASURED = ("length", "width", "thickness")


def least_inches(rules: Rules) -> Mapping[str, str | int]:
    """621a.3(b)(1): the least sizes of a tile, as a step notes them."""
    least = {name: rules.text(f"tile_{name}_inches_min") for name in MEASURED}
    return {name: int(size) if size.isdecimal() else size for name, size in least.items()}


def _counted(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """621a.3(a): the tiles of a set."""
    short = _exactly("tiles", "tiles", "a set has {number} tiles")(rules, state, fact)
    return short and Refusal(short.reason + UNFIT, short.cites)


def _large_enough(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """621a.3(b)(1): a tile is measured and is not below the least size."""
    for field, least in least_inches(rules).items():
        measured = inches(fact.data.get(field))
        if measured is None or measured < Fraction(least):
            found = f", not {fact.data[field]}" if field in fact.data else f': note "{field}": "{least}"'
            reason = f"the {field} of a tile in inches is at least {least}{found}{UNFIT}"
            return Refusal(reason, cites("621a.3(b)(1)"))
    return None


def _sorted(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """621a.6(a)(1): the Supreme Pair and 15 others."""
    return _exactly("pairs", "pairs", "a complete set is {number} pairs, including the Supreme Pair")(
        rules, state, fact
    )


def _mixed(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """621a.6(d), with tiles that are not too old."""
    circles = _at_least(fact, "circles", rules.number("circles_min"), "move each hand in a circle")
    return circles or too_old_tiles(rules, state, fact.at)


def too_old_tiles(rules: Rules, state: State, now: Moment) -> Refusal | None:
    """621a.3(e): tiles that are due for a change may not be mixed or dealt."""
    return tile_deadline(rules, state.tiles_since).refusal(now)


def _stacked(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    stacks, each = rules.number("stacks"), rules.number("stack_tiles")
    if (fact.data.get("stacks"), fact.data.get("of")) != (stacks, each):
        reason = f'form {stacks} stacks of {each} tiles and note it: "stacks": {stacks}, "of": {each}'
        return Refusal(reason, cites("621a.6(d)"))
    return None


def _shaken(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """621a.8(a)(2), 621a.11(i): at least three times, with dice that are not too old."""
    least = rules.number("shakes_min" if fact.cite == "621a.8(a)(2)" else "bank_shakes_min")
    too_few = _at_least(fact, "shakes", least, "shake the covered shaker")
    return too_few or too_old_dice(rules, fact.at, state.dice_since)


def too_old_dice(rules: Rules, now: Moment, since: Moment) -> Refusal | None:
    """621a.5(c): dice that have been on the table for too long are neither shaken nor revealed."""
    return dice_deadline(rules, since).refusal(now)


def _generated(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """621a.5(c): the dice in the shaker also age while the generator is used."""
    return too_old_dice(rules, fact.at, state.dice_since)


def _dice_put_in(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    since = fact.data.get("dice_placed_at", fact.at)
    if type(since) is not int or since > fact.at:
        reason = f'"dice_placed_at" must be the time when the dice came to the table, not later than now, not {since!r}'
        return Refusal(reason, cites("621a.5(c)"))
    return too_old_dice(rules, fact.at, Moment(since))


def _indicated(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """621a.11(i): the dealer repeats the chosen delivery, and signals it to surveillance as submitted."""
    if fact.data.get("style") != state.style:
        return Refusal(f'repeat the chosen delivery: note "style": "{state.style}"', cites("621a.11(i)"))
    signal = rules.option("delivery_signal")
    if fact.data.get("signal", signal) != signal:
        return Refusal(f"signal to surveillance as submitted: {signal}", cites("621a.11(i)"))
    return None


def _sealed(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """621a.6(a)(3)(ii): the sealed set must name its table and be signed by the dealer and a floorperson or above."""
    signed, because = fact.data.get("signed"), cites("621a.6(a)(3)(ii)")
    roles = [str(role) for role in signed] if isinstance(signed, list | tuple) else []
    if "dealer" not in roles or not any(at_least(role, "floorperson") for role in roles):
        reason = 'the dealer and a floorperson or above must sign: note "signed": ["dealer", "floorperson"]'
        return Refusal(reason, because)
    if not fact.data.get("table"):
        return Refusal('the sealed set must show the table number: note "table": "7"', because)
    return None


def _as_submitted(rules: Rules, state: State, fact: Stepped) -> Refusal | None:
    """621a.10(c), (d): the noted hands must be made of the four tiles, and set as submitted."""
    way = as_submitted(rules, state)
    for field, tiles in (("high", way.setting.high), ("low", way.setting.low)):
        noted = fact.data.get(field)
        listed = [str(each) for each in noted] if isinstance(noted, list | tuple) else []
        if Counter(listed) != Counter(tiles):
            right = f"{' '.join(way.setting.high)} over {' '.join(way.setting.low)}"
            reason = f"the hands must be set as submitted, {right} ({way.how}); {field}: {noted!r} differs"
            return Refusal(reason, (Citation("621a.12(f)"), *way.cites))
    return None


Judge = Callable[[Rules, State, Stepped], Refusal | None]
JUDGES: Mapping[str, Judge] = {
    "621a.3(a)": _counted,
    "621a.3(b)(1)": _large_enough,
    "621a.5(a)": _three_dice,
    "621a.5(c)": _dice_put_in,
    "621a.6(a)(1)": _sorted,
    "621a.6(a)(3)(ii)": _sealed,
    "621a.6(d) mix": _mixed,
    "621a.6(d) stack": _stacked,
    "621a.8(a)(1)": _generated,
    "621a.8(a)(2)": _shaken,
    "621a.11(i) indicate": _indicated,
    "621a.11(i) shake": _shaken,
    "621a.10(c)": _as_submitted,
    "621a.11(e)": _as_submitted,
}
