"""Results entered by hand for later: ahead of time, for a slot that is read later, or for a card that stays face down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from houseway.core import AnyGame, Chance, Due, Fill, InSlot, Outcome
from houseway.core.frozen import replace
from houseway.core.plain import plain
from houseway.core.secret import conceal, disclosed
from houseway.law import Rules
from houseway.table.commands import EnterResult
from houseway.table.reader import shown_results
from houseway.table.table_state import TableState


def hashable(value: Any) -> Any:
    """A plain value as an outcome: lists become tuples again."""
    return tuple(hashable(each) for each in value) if isinstance(value, list) else value


def as_read(due: Chance, face: Any) -> Any:
    """A face as the table sees it: if a device reads it, only what the device shows."""
    return due.read(face) if due.read is not None and _is_read(due, face) else face


def _is_read(due: Chance, face: Any) -> bool:
    """Is it a possible face, or (for a card that is read again later) an impossible one that is detected then?"""
    return face in due.weights or (due.again and due.copies is not None and due.copies(face) == 0)


def listed(shown: Mapping[str, Any]) -> Iterator[Any]:
    """The values of a result's fields, one after the other."""
    for value in shown.values():
        yield from value if isinstance(value, list | tuple) else [value]


def shown(game: AnyGame, rules: Rules, command: EnterResult) -> dict[str, Any]:
    """An entered result, as the fields of an event."""
    return {**shown_results(game, rules, command.outcomes), **command.data, "by": str(command.by)}


def in_places(due: Due, command: EnterResult) -> tuple[Any, list[Any], dict[str, Any]]:
    """The result for what is due, the results after it, and the faces entered for slots, each concealed with its salt."""
    salts = command.salts or ("",) * len(command.outcomes)
    faces: dict[str, Any] = {}
    others: list[Any] = []
    for outcome, salt in zip(command.outcomes, salts, strict=True):
        if isinstance(outcome, InSlot):
            faces[outcome.slot] = conceal(plain(outcome.face), salt)
        else:
            others.append(conceal(plain(outcome), salt))
    if not others:
        others = [faces.pop("".join(due.slots) if isinstance(due, Chance) else "", None)]
    return others[0], others[1:], faces


def kept(table: TableState, due: Chance, face: Any) -> TableState:
    """The table with a face remembered that is only partly read now: it is read later, or at least cannot come again."""
    if due.read is None or not due.slots or not _is_read(due, hashable(disclosed(face))):
        return table
    if due.again:
        return replace(table, faces={**table.faces, "".join(due.slots): face})
    return replace(table, buried=(*table.buried, face)) if due.copies is not None else table


def mixed_in(table: TableState, fill: Fill) -> TableState:
    """The table after a shuffle: it forgets faces that were entered for these slots or were face down among them."""
    again = {fill.slot(n) for n, _ in enumerate(fill.faces, 1)} - set(fill.apart)
    left = {slot: face for slot, face in table.faces.items() if slot not in again}
    return replace(table, faces=left, buried=()) if table.faces or table.buried else table


def left_of(due: Chance, face: Outcome, table: TableState) -> int | None:
    """How many copies of a face can still come, without those entered for other slots; None if faces are not used up."""
    unseen = None if due.copies is None else due.copies(face)
    if unseen is None:
        return None
    elsewhere = [kept for slot, kept in table.faces.items() if slot != "".join(due.slots)]
    return unseen - [hashable(disclosed(kept)) for kept in (*elsewhere, *table.buried)].count(face)


def surplus(due: Chance, face: Outcome, table: TableState) -> bool:
    """Is it one copy more than there can be, by what was shown and by the burned cards that were entered with their faces?

    A card that is still face down on the table does not count: it is checked when it is turned up.
    """
    unseen = None if due.copies is None or due.irregular is None or due.again else due.copies(face)
    return unseen is not None and unseen <= [hashable(disclosed(kept)) for kept in table.buried].count(face)


def without_entered(due: Chance, table: TableState) -> Chance:
    """The chance without the faces that were entered for cards that are face down."""
    if due.copies is None or not (table.faces or table.buried):
        return due
    weights = {
        face: weight // copies * left
        for face, weight in due.weights.items()
        if (copies := due.copies(face)) and (left := left_of(due, face, table) or 0) > 0
    }
    return replace(due, weights=weights)
