"""The verbs of the staff: steps of procedures, irregularities, repairs, fills, credits and counts."""

from __future__ import annotations

import json
import shlex
from typing import Any

from houseway.cli.terminal.choosing import list_choices
from houseway.cli.terminal.seat import TerminalSeat
from houseway.core import Chance, Stopped, Wagers, awaited
from houseway.core.typed_wagers import amount_cents
from houseway.law import BadInput, Citation, ProcedureStep
from houseway.law.inputs import NotUnderstood, read_json


def list_steps(seat: TerminalSeat, words: list[str]) -> None:
    """`steps`: what must be done now and what may be done, in the words to type."""
    due = seat.table.due
    seat.say(f"Now {awaited(due)}.")
    needed = seat.table.steps()
    for step in needed:
        seat.say(f"{typed_step(seat, step)}   {step.says}", "cyan", indent="    ")
    others = [step for step in seat.table.steps(optional=True) if step not in needed]
    if others:
        seat.out.print("  Optional steps:")
    for step in others:
        seat.say(f"{typed_step(seat, step)}   {step.says}", "dim", indent="    ")
    if isinstance(due, Stopped):
        seat.out.print(f"    repaired {due.device} floorperson", style="cyan")


def typed_step(seat: TerminalSeat, step: ProcedureStep) -> str:
    """The line to type for a step that passes."""
    usual = seat.game.law.normal_notes(seat.rules, seat.table.state, step)
    fields = {**({"item": step.item} if step.item else {}), **usual}
    noted = [f"{name}={_spelled(value)}" for name, value in fields.items()]
    return " ".join(["do", step.cite, step.by, *(shlex.quote(each) for each in noted)])


def next_step(seat: TerminalSeat, words: list[str]) -> None:
    """`next`: do the first step that must be done, as it usually goes."""
    steps = seat.table.steps()
    if not steps:
        go = f"; {seat.game.present.chance_word} goes on" if isinstance(seat.table.due, Wagers | Chance) else ""
        raise BadInput(f"no step must be done now: {awaited(seat.table.due)}{go}")
    do_step(seat, shlex.split(typed_step(seat, steps[0]))[1:])


def do_step(seat: TerminalSeat, words: list[str]) -> None:
    """`do CITE ROLE field=value`: a step of a procedure."""
    steps = seat.table.steps(optional=True)
    if not words and not steps:
        raise BadInput(f"no step of a procedure can be done now: {awaited(seat.table.due)}")
    cite, by, fields = _act(words, typed_step(seat, steps[0]) if steps else "")
    seat.tell(seat.table.do({"do": "step", "cite": cite, "by": by, **fields}), quiet=())


def report(seat: TerminalSeat, words: list[str]) -> None:
    """`report CITE ROLE field=value`: an irregularity. `report` alone lists those of the chapter."""
    if not words:
        _list_reports(seat)
        return
    cite, by, fields = _act(words, "")
    seat.tell(seat.table.do({"do": "irregularity", "cite": cite, "by": by, **fields}))
    list_choices(seat)


def _list_reports(seat: TerminalSeat) -> None:
    says = {paragraph.cite: paragraph.says for paragraph in seat.rules.paragraphs}
    seat.out.print("  What can be reported; fields add details (seat=1):")
    for cite in seat.game.law.reports:
        if cite in says:
            seat.say(f"report {cite} dealer   {says[Citation(cite)]}", "cyan", indent="    ")


def repaired(seat: TerminalSeat, words: list[str]) -> None:
    """`repaired DEVICE ROLE`: a device works again."""
    due = seat.table.due
    if not words:
        type_this = f"Type: repaired {due.device} floorperson" if isinstance(due, Stopped) else ""
        raise BadInput(f"which device? {type_this or 'none has stopped the table'}")
    by = words[1] if len(words) > 1 else "floorperson"
    seat.tell(seat.table.do({"do": "repaired", "device": words[0], "by": by}))


def fill(seat: TerminalSeat, words: list[str]) -> None:
    """`fill 500 F-1042`: chips from the cage for the table inventory."""
    _with_slip(seat, "fill", words)


def credit(seat: TerminalSeat, words: list[str]) -> None:
    """`credit 500 C-77`: chips of the table inventory back to the cage."""
    _with_slip(seat, "credit", words)


def count(seat: TerminalSeat, words: list[str]) -> None:
    """`count 500`: the drop box is taken off and counted."""
    cents = amount_cents(words[0]) if words else None
    if cents is None:
        raise BadInput("how much was in the drop box? Type for example: count 500")
    seat.tell(seat.table.do({"do": "count-drop", "cents": cents, **_by(words[1:])}), quiet=())


def _with_slip(seat: TerminalSeat, do: str, words: list[str]) -> None:
    cents = amount_cents(words[0]) if words else None
    if cents is None or len(words) < 2:
        raise BadInput(f"how much, with which slip? Type for example: {do} 500 {do[0].upper()}-1042")
    seat.tell(seat.table.do({"do": do, "cents": cents, "slip": words[1], **_by(words[2:])}), quiet=())


def _by(words: list[str]) -> dict[str, str]:
    return {"by": words[0]} if words else {}


def _act(words: list[str], example: str) -> tuple[str, str, dict[str, Any]]:
    """The paragraph, the role and the fields of a typed step or report."""
    if not words:
        raise BadInput(f"which paragraph? Type for example: {example}")
    fields: dict[str, Any] = {}
    rest: list[str] = []
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if equals:
            fields[name] = _value(value)
        else:
            rest.append(word)
    return words[0].removeprefix("§"), rest[0] if rest else "dealer", fields


def _spelled(value: Any) -> str:
    """A value as it is typed: words as they are, everything else as JSON."""
    plain = isinstance(value, str) and _value(value) == value
    return str(value) if plain else json.dumps(value, separators=(",", ":"))


def _value(text: str) -> Any:
    """A typed value: JSON where it is JSON, otherwise the words themselves."""
    try:
        return read_json(text, "a value")
    except NotUnderstood:
        return text
