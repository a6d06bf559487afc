"""JSON Schemas for commands and events, derived from the typed commands, their reader and the event kinds."""

from __future__ import annotations

import dataclasses
import re
import typing
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from houseway.core import AnyGame, Who
from houseway.core.event_kinds import event_schema
from houseway.law import BadInput, Citation, Rules
from houseway.law.roles import ROLES, Role
from houseway.money import LARGEST_CENTS
from houseway.table import commands as asked
from houseway.table.reader import HOW, READERS, read_command

Schema = dict[str, Any]
HOUSE_FIELDS = frozenset(("salts", "outcomes"))  # senders do not write these
OPEN_ENDED = frozenset(("data", "about", "outcomes"))  # hold fields that depend on the game and the paragraph


def command_schema(game: AnyGame, rules: Rules) -> Schema:
    """The JSON Schema of all commands that people can send to a table of this game."""
    return {"title": f"Commands of {game.title}", "oneOf": [_command(game, rules, do) for do in READERS]}


def any_command_schema(games: Iterable[tuple[AnyGame, Rules]]) -> Schema:
    """The JSON Schema of commands to a table of any game: names and required fields do not depend on the game."""
    game, rules = next(iter(games))
    return {"title": "Command", "oneOf": [_command(game, rules, do, general=True) for do in READERS]}


def _command(game: AnyGame, rules: Rules, do: str, general: bool = False) -> Schema:
    kind = _kind(do)
    hints = typing.get_type_hints(kind)
    fields = [each for each in dataclasses.fields(kind) if each.name not in HOUSE_FIELDS]
    more = any(each.name in OPEN_ENDED for each in dataclasses.fields(kind))
    properties: Schema = {"do": {"const": do}}
    for each in fields:
        if each.name in OPEN_ENDED:
            continue
        for name, schema in _field(each.name, hints[each.name]).items():
            properties[name] = schema
    if not general:
        properties.update(_of_game(game, rules, do, properties))
    required = ["do", *(name for name in _required(game, rules, do) if name in properties)]
    told = (kind.__doc__ or "").strip().splitlines()[0]
    return {
        "title": do,
        "description": told,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": more,
    }


def _kind(do: str) -> type[Any]:
    named = {name: kind for kind, name in asked.DO.items()}
    return named.get(do, asked.TakeDown)  # `reduce` is a form of `remove`


def _field(name: str, hint: Any) -> Schema:
    if hint == Who or name == "who":
        return {"seat": _seat(), "by": _role()}
    if name in ("seat", "player"):
        return {name: _seat()}
    if name.endswith("cents"):
        return {name: {"type": "integer", "minimum": 0, "maximum": LARGEST_CENTS}}
    if name == "how":
        return {name: {"enum": list(HOW)}}
    if hint is Role:
        return {name: _role()}
    if hint is bool:
        return {name: {"type": "boolean"}}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {name: {"enum": [each.value for each in hint]}}
    if hint is Citation:
        return {name: {"type": "string", "pattern": "^[0-9]+a\\.[0-9]+"}}
    return {name: {"type": "string", "maxLength": 2000}}


def _seat() -> Schema:
    return {"type": "integer", "minimum": 1}


def _role() -> Schema:
    return {"enum": [str(role) for role in ROLES]}


def _of_game(game: AnyGame, rules: Rules, do: str, properties: Mapping[str, Any]) -> Schema:
    """The values that depend on the game: seats, wagers and choices."""
    known: Schema = {}
    for name in ("seat", "player"):
        if name in properties:
            known[name] = {"type": "integer", "minimum": 1, "maximum": rules.boxes}
    if "id" in properties:
        names = game.law.catalogue(rules) if do == "wager" else game.law.known_names(rules)
        known["id"] = {"enum": sorted({*names, *game.law.withheld(rules)})}
    if "choice" in properties and game.law.choices:
        known["choice"] = {"enum": sorted(game.law.choices)}
    return known


MISSING = re.compile(r"(?:^|: )(\w+) is missing")


def _required(game: AnyGame, rules: Rules, do: str) -> list[str]:
    """The required fields, found by giving the command reader each field that it reports as missing."""
    samples: dict[str, Any] = {
        "seat": 1,
        "cents": 1,
        "id": next(iter(game.law.catalogue(rules))),
        "on": True,
        "choice": next(iter(game.law.choices), "any"),
        "cite": str(next(p.cite for p in rules.paragraphs)),
        "device": "any",
        "by": "dealer",
    }
    given: dict[str, Any] = {"do": do}
    while True:
        try:
            read_command(game, rules, given)
        except BadInput as error:
            missing = MISSING.search(str(error))
            name = missing.group(1) if missing else ""
            if name in samples and name not in given:
                given[name] = samples[name]
                continue
        found = [name for name in given if name != "do"]
        return [name for name in found if name != "by" or do != "choose"]  # a choice names a seat or a role


def event_components(games: Iterable[tuple[AnyGame, Rules]]) -> dict[str, Schema]:
    """The schemas of each game's commands and events, by their names in the OpenAPI document."""
    found: dict[str, Schema] = {}
    for game, rules in games:
        events = {name: value for name, value in event_schema(game).items() if name != "$schema"}
        found[f"Events-{game.id}"] = events
        found[f"Commands-{game.id}"] = command_schema(game, rules)
    return found
