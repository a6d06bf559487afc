"""Commands as a journal keeps them: `to_record` writes every command, `from_record` reads only what `to_record` writes.

A command that somebody sent is recorded in the form in which it was sent, so the same reader reads it and it can say no more.
A record that our own writer would not have written is refused.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from houseway.core import AnyGame, Seat, read_who
from houseway.core.frozen import replace
from houseway.core.plain import AS_IT_IS, canonical, plain
from houseway.core.secret import SALT, SEALED, conceal, disclosed, is_concealed, is_sealed
from houseway.law import BadInput, Rules
from houseway.table import commands as asked
from houseway.table.reader import read_command, read_correction, shown_results

PRIVATE = "private"  # data of a choice that only its maker may know
DEFAULTS = {
    "how": "chips",
    "chips": "",
    "account": "",
    "player": 0,
    "cash_cents": 0,
    "confirmed": False,
    "practice": False,
    "last_closing_cents": None,
}  # omitted from records when they have these values
AS_SENT: frozenset[type] = frozenset((
    asked.OpenTable, asked.BuyChips, asked.BringChips, asked.CashOutChips, asked.PlaceWager, asked.TakeDown, asked.CallWager,
    asked.CallNoMoreBets, asked.ReportRepair, asked.CloseTable, asked.FillTable, asked.CreditTable, asked.TipDealer,
    asked.CountDrop, asked.Correct,
))  # fmt: skip  # commands whose fields are simple values
_NONE = object()  # the value of a missing field
_SENT = {
    kind: tuple([(each.name, DEFAULTS.get(each.name, _NONE)) for each in dataclasses.fields(kind)]) for kind in AS_SENT
}  # the fields of these commands, and the values with which they are omitted
FACES = "faces"  # in the record of a result: the faces that may be face down, each concealed with its own salt


def to_record(game: AnyGame, rules: Rules, command: asked.Decidable) -> dict[str, Any]:
    """A command as plain values."""
    fields = _SENT.get(type(command))
    if fields is not None:
        record: dict[str, Any] = {"do": asked.DO[type(command)]}
        for name, default in fields:
            value = getattr(command, name)
            if value != default:
                record[name] = value if type(value) in AS_IT_IS else plain(value)
        return record
    match command:
        case asked.EnterResult():
            record = _result(game, rules, command)
        case asked.Drawn():
            shown = conceal(plain(game.present.show_result(rules, command.outcome)), command.salt)
            record = {"shown": shown, "source": command.source, "slot": command.slot, "position": command.position}
        case asked.MakeChoice(who=who, choice=choice, cents=cents, data=data):
            said = {PRIVATE: plain(data)} if data and choice in game.law.private_choices else plain(data)
            record = {"who": str(who), "choice": choice, "cents": cents, "data": said}
        case asked.ReportIrregularity(cite=cite, by=by, about=about):
            record = {"cite": str(cite), "by": str(by), "about": plain(about)}
        case asked.DoStep(cite=cite, item=item, by=by, data=data):
            record = {"cite": str(cite), "item": item, "by": str(by), "data": plain(data)}
        case _:
            raise AssertionError(f"{command} has no record")
    return {"do": asked.DO[type(command)], **record}


def _result(game: AnyGame, rules: Rules, command: asked.EnterResult) -> dict[str, Any]:
    """The record of a result; faces that may be face down are separate from the rest, in their order."""
    salted = tuple(zip(command.outcomes, command.salts or [""] * len(command.outcomes), strict=True))
    faces, others = tuple(o for o, salt in salted if salt), tuple(o for o, salt in salted if not salt)
    record = {**plain(shown_results(game, rules, others)), **plain(command.data), "by": str(command.by)}
    if faces:
        ((name, listed),) = plain(shown_results(game, rules, faces)).items()
        salts = [salt for salt in command.salts if salt]
        record[FACES] = {name: [conceal(face, salt) for face, salt in zip(listed, salts, strict=True)]}
    return record


def from_record(game: AnyGame, rules: Rules, record: object) -> asked.Decidable:
    """The command in a record; raises BadInput if our own writer would not have written the record."""
    if not isinstance(record, Mapping) or not isinstance(record.get("do"), str):
        raise BadInput("is not the record of a command")
    command = _drawn(game, rules, record) if record["do"] == "drawn" else _sent(game, rules, dict(record))
    if canonical(to_record(game, rules, command)) != canonical(record):
        raise BadInput(f"{record['do']}: is not in the form in which this table records it")
    return command


def _drawn(game: AnyGame, rules: Rules, record: Mapping[str, Any]) -> asked.Drawn:
    shown, source, slot, position = (record.get(name) for name in ("shown", "source", "slot", "position"))
    if not isinstance(shown, Mapping) or not isinstance(source, str) or not isinstance(slot, str):
        raise BadInput("drawn: is not the record of a drawn result")
    if not isinstance(position, int) or isinstance(position, bool):
        raise BadInput("drawn: position is not a whole number")
    salt = str(shown[SALT]) if is_concealed(shown) else ""
    if is_sealed(shown):
        raise Unreadable("the drawn result is not known here")
    (outcome, *more), data = game.present.read_result(rules, dict(disclosed(shown)))
    if more or data:
        raise BadInput("drawn: is more than one result")
    return asked.Drawn(outcome, source, slot, position, salt)


def _sent(game: AnyGame, rules: Rules, record: dict[str, Any]) -> asked.Decidable:
    """A command that somebody sent, from its record."""
    if record["do"] == "correct":
        return read_correction(game, rules, record)
    salts: list[str] = []
    match record["do"]:
        case "result":
            record, salts = _with_faces(record)
        case "choose":
            record = _with_who(record)
        case "irregularity" | "step" as do:
            inner = record.pop("about" if do == "irregularity" else "data", None)
            if not isinstance(inner, Mapping) or inner.keys() & record.keys():
                raise BadInput(f"{do}: does not have the notes as an object")
            record.update(inner)
    command = read_command(game, rules, record)
    if isinstance(command, asked.Draw):
        raise BadInput("draw: is never recorded")
    if isinstance(command, asked.EnterResult) and salts:
        command = with_salts(game, command, salts)
    return command


def _with_faces(record: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The record with its faces in their field, and their salts."""
    apart = record.pop(FACES, {})
    if not isinstance(apart, Mapping) or len(apart) > 1 or apart.keys() & record.keys():
        raise BadInput("result: is not the record of a result")
    salts: list[str] = []
    for name, listed in apart.items():
        if not isinstance(listed, list) or not all(is_concealed(each) for each in listed):
            raise Unreadable("the entered faces are not known here")
        record[name] = [disclosed(each) for each in listed]
        salts = [str(each["salt"]) for each in listed]
    return record, salts


def with_salts(game: AnyGame, command: asked.EnterResult, salts: list[str]) -> asked.EnterResult:
    """A result with a salt for each of its faces."""
    hidden = [game.law.is_face(getattr(outcome, "face", outcome)) for outcome in command.outcomes]
    if sum(hidden) != len(salts):
        raise BadInput("result: the number of salts is not the number of faces")
    waiting = iter(salts)
    return replace(command, salts=tuple(next(waiting) if each else "" for each in hidden))


def _with_who(record: dict[str, Any]) -> dict[str, Any]:
    who, cents, data = record.pop("who", None), record.pop("cents", None), record.pop("data", None)
    data = data[PRIVATE] if isinstance(data, Mapping) and data.keys() == {PRIVATE} else data
    if (
        not isinstance(who, str)
        or not isinstance(data, Mapping)
        or data.keys() & {"do", "choice", "seat", "by", "cents"}
    ):
        raise BadInput("choose: is not the record of a choice")
    if SEALED in data:
        raise Unreadable("the data of the choice is not known here")
    known = read_who(who)
    maker = {"seat": known.number} if isinstance(known, Seat) else {"by": known}
    return {**record, **maker, **({} if cents is None else {"cents": cents}), **data}


class Unreadable(BadInput):
    """A record with a part that only the house knows."""
