"""Replaces values that not everybody may see with salted commitments, and restores them.

Hidden values are the fields of events that are not public, entered faces that are not shown yet, parts of a game's state that
only some viewers have seen, and data of choices that reveal a hand. Money, public citations and the order of events are never
hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from houseway.core import EVERYBODY, Event
from houseway.core.frozen import replace
from houseway.core.plain import AS_IT_IS, PRIVATE, canonical_bytes
from houseway.core.secret import CONCEALED, SALT, SEALED, commitment_to, conceal, derived_salt, is_concealed, is_sealed
from houseway.core.shapes import problem
from houseway.law import cites
from houseway.table.command_records import PRIVATE as SAID
from houseway.table.position import Plain


@dataclass(frozen=True, slots=True)
class Secret:
    """A value behind a commitment."""

    commitment: str
    salt: str
    value: Any


class HiddenPart(TypedDict):
    """The hidden part of an event that is not public."""

    cites: list[str]
    fields: dict[str, Any]


Find = Callable[[str], Secret | None]


def sealed_event(event: Event, key: bytes) -> tuple[Event, list[Secret]]:
    """The event with commitments in place of hidden values, and its secrets."""
    secrets: list[Secret] = []

    def hide(value: Any, *about: int | str) -> dict[str, str]:
        salt = derived_salt(key, *about)
        secrets.append(Secret(commitment_to(value, salt), salt, value))
        return {SEALED: secrets[-1].commitment}

    if event.to != EVERYBODY:
        told = {
            "cites": list(event.cites),
            "fields": dict(event.fields),
        }  # the rule by which a hand was set reveals its content
        event = replace(event, cites=(), fields={}, sealed=hide(told, event.seq, "fields")[SEALED])
    if event.command is None or not conceals(canonical_bytes((event.command, event.patch))):
        return event, secrets
    command = dict(event.command)
    if isinstance(command.get("data"), Mapping) and command["data"].keys() == {SAID}:
        command["data"] = {SAID: hide(command["data"][SAID], event.seq, "said")}
    patch = [
        [kind, path, hide(rest[0], event.seq, *path)] if kind == PRIVATE else [kind, path, *rest]
        for kind, path, *rest in event.patch
    ]
    command, patch = _covered(command, secrets), _covered(patch, secrets)
    return replace(event, command=command, patch=tuple(patch)), secrets


def conceals(spelled: bytes) -> bool:
    """Whether a command or patch, as canonical JSON, may contain hidden values; a fast check for a few words."""
    return _QUOTED_CONCEALED in spelled or _QUOTED_SAID in spelled or _QUOTED_PRIVATE in spelled


_QUOTED_CONCEALED, _QUOTED_SAID, _QUOTED_PRIVATE = (b'"%b"' % word.encode() for word in (CONCEALED, SAID, PRIVATE))


def _covered(value: Any, secrets: list[Secret]) -> Any:
    """The value with commitments in place of concealed values."""
    if type(value) in AS_IT_IS:
        return value
    if is_concealed(value):
        secrets.append(Secret(commitment_to(value[CONCEALED], value[SALT]), value[SALT], value[CONCEALED]))
        return {SEALED: secrets[-1].commitment}
    if isinstance(value, dict):
        return {name: _covered(each, secrets) for name, each in value.items()}
    return [_covered(each, secrets) for each in value] if isinstance(value, list) else value


def holds_sealed(event: Event) -> bool:
    """Whether an event, its command or its patch has a value that is not known here."""
    return bool(event.sealed) or _any_sealed([event.command, list(event.patch)])


def _any_sealed(value: Any) -> bool:
    if type(value) is list:
        return any(_any_sealed(each) for each in value if type(each) not in AS_IT_IS)
    if not isinstance(value, Mapping):
        return False
    return is_sealed(value) or any(_any_sealed(each) for each in value.values() if type(each) not in AS_IT_IS)


def opened_event(event: Event, find: Find) -> Event:
    """The event with all known secrets restored; unknown values stay commitments."""
    if event.sealed:
        secret = find(event.sealed)
        if secret is not None and problem(HiddenPart, secret.value) is None:
            because = cites(*secret.value["cites"])
            event = replace(event, cites=because, fields=secret.value["fields"], sealed="")
    if event.command is None:
        return event
    command = dict(event.command)
    said = command.get("data")
    if isinstance(said, Mapping) and said.keys() == {SAID}:
        command["data"] = {SAID: _value(said[SAID], find)}
    patch = [
        [op[0], op[1], _value(op[2], find)] if isinstance(op, list) and len(op) == 3 and op[0] == PRIVATE else op
        for op in event.patch
    ]
    return replace(event, command=_uncovered(command, find), patch=tuple(_uncovered(patch, find)))


def _value(value: Any, find: Find) -> Any:
    secret = find(str(value[SEALED])) if is_sealed(value) else None
    return value if secret is None else secret.value


def _uncovered(value: Any, find: Find) -> Any:
    if is_sealed(value):
        secret = find(str(value[SEALED]))
        return value if secret is None else conceal(secret.value, secret.salt)
    if isinstance(value, dict):
        return {name: each if type(each) in AS_IT_IS else _uncovered(each, find) for name, each in value.items()}
    return (
        [each if type(each) in AS_IT_IS else _uncovered(each, find) for each in value]
        if isinstance(value, list)
        else value
    )


def unknown_in(plain: Plain) -> bool:
    """Whether a table's position has commitments in place of values."""
    table, game = plain["table"], plain["game"] or {}
    waiting = (*table["pending"], *table["faces"].values(), *table["buried"], *game.values())
    return any(is_sealed(each) for each in waiting)
