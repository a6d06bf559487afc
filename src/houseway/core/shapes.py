"""Shapes of plain JSON values: Python type hints that are checked at run time and written as JSON Schema.

A kind is `int`, `str`, `bool`, `None`, `Any`, a `Literal`, `list[X]`, `tuple[X, Y]`, `tuple[X, ...]`, `dict[str, X]`, a union, a
`NewType` or a TypedDict. Checks are strict: true is not a whole number, floats are not allowed, and a TypedDict has no extra
keys. Tuples count as lists, since JSON does not distinguish them.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NotRequired, Required

from houseway.law.safe_text import is_unicode

Check = Callable[[Any], str | None]  # returns what is wrong with a value, or None
Schema = dict[str, Any]

DEEPEST = 50  # levels of lists and objects in a value of any kind
LONGEST_SHOWN = 60  # letters of a wrong value in a message
SIMPLE: Mapping[Any, tuple[str, str]] = {  # its name in messages, and its type in JSON Schema
    int: ("a whole number", "integer"),
    str: ("text", "string"),
    bool: ("true or false", "boolean"),
    type(None): ("null", "null"),
}


def problem(kind: Any, value: object) -> str | None:
    """The problem with a value of this kind, and its place, in one sentence; None if there is none."""
    return _check(kind)(value)


def check_of(kind: Any) -> Check:
    """The check behind `problem`, for repeated use."""
    return _check(kind)


@lru_cache(maxsize=2048)
def _check(kind: Any) -> Check:
    """The check of a kind, built once."""
    kind = _meant(kind)
    if kind in SIMPLE:
        return _simple(kind)
    if kind is Any:
        return _any
    if typing.is_typeddict(kind):
        return _record(kind)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return _literal(arguments)
    if origin in (typing.Union, types.UnionType):
        return _union(arguments)
    if origin is list:
        return _list(arguments[0])
    if origin is tuple:
        return _list(arguments[0]) if arguments[-1] is Ellipsis else _tuple(arguments)
    if origin is dict and arguments[0] is str:
        return _dict(arguments[1])
    raise AssertionError(f"{kind} is no kind of plain value")


def _meant(kind: Any) -> Any:
    """Unwrap a NewType; a bare list or dict holds anything."""
    while hasattr(kind, "__supertype__"):
        kind = kind.__supertype__
    return {None: type(None), list: list[Any], dict: dict[str, Any]}.get(kind, kind)


def _simple(kind: type) -> Check:
    if kind is str:
        return _text
    wanted = f"is not {SIMPLE[kind][0]}"

    def check(value: Any) -> str | None:
        if type(value) is kind or (kind is int and isinstance(value, int) and not isinstance(value, bool)):
            return None
        return f"{_shown(value)} {wanted}"

    return check


def _text(value: Any) -> str | None:
    if type(value) is str and value.isascii():
        return None
    if not isinstance(value, str):
        return f"{_shown(value)} is not text"
    return None if is_unicode(value) else f"{_shown(value)} is not proper Unicode"


def _any(value: Any, depth: int = DEEPEST) -> str | None:
    """Any plain value, which is one that a journal can store exactly."""
    kind = type(value)
    if kind is int or (kind is str and value.isascii()) or value is None or isinstance(value, int):
        return None
    if isinstance(value, str):
        return _text(value)
    if not isinstance(value, dict | list | tuple):
        return f"{_shown(value)} is not a plain value; use whole numbers, text, true, false, null, lists or objects"
    if not depth:
        return f"there are more than {DEEPEST} levels of lists and objects"
    wrong = _first_key(value) if isinstance(value, dict) else None
    if wrong is not None:
        return wrong
    for place, each in value.items() if isinstance(value, dict) else enumerate(value, 1):
        if type(each) is not int:
            wrong = _any(each, depth - 1)
            if wrong is not None:
                return f"{_place(place)}: {wrong}"
    return None


def _place(place: str | int) -> str:
    return f"item {place}" if isinstance(place, int) else place


def _first_key(value: dict[Any, Any]) -> str | None:
    for key in value:
        if not isinstance(key, str):
            return f"key {_shown(key)} is not text"
    return None


def _literal(choices: tuple[Any, ...]) -> Check:
    allowed = {(type(choice), choice) for choice in choices}
    wanted = f"is not {_one_of(choices)}"

    def check(value: Any) -> str | None:
        plain = str if isinstance(value, str) else type(value)  # a StrEnum member counts as text
        if plain in (str, int, bool, type(None)) and (plain, value) in allowed:
            return None
        return f"{_shown(value)} {wanted}"

    return check


def _one_of(choices: tuple[Any, ...]) -> str:
    shown = [repr(choice) for choice in choices]
    return shown[0] if len(shown) == 1 else f"one of {', '.join(shown)}"


def _list(inner: Any) -> Check:
    each, whole = _check(inner), _meant(inner) is int

    def check(value: Any) -> str | None:
        if type(value) is not list and not isinstance(value, list | tuple):
            return f"{_shown(value)} is not a list"
        for item in value if whole else (None,):
            if type(item) is not int:
                break
        else:
            return None
        for n, item in enumerate(value, 1):
            wrong = each(item)
            if wrong is not None:
                return f"item {n}: {wrong}"
        return None

    return check


def _tuple(kinds: tuple[Any, ...]) -> Check:
    checks, length = [_check(kind) for kind in kinds], len(kinds)

    def check(value: Any) -> str | None:
        if not isinstance(value, list | tuple) or len(value) != length:
            return f"{_shown(value)} is not a list of {length}"
        for n, (each, item) in enumerate(zip(checks, value, strict=True), 1):
            wrong = each(item)
            if wrong is not None:
                return f"item {n}: {wrong}"
        return None

    return check


def _dict(inner: Any) -> Check:
    each = _check(inner)

    def check(value: Any) -> str | None:
        if not isinstance(value, dict):
            return f"{_shown(value)} is not an object"
        wrong = _first_key(value)
        if wrong is not None:
            return wrong
        for name, item in value.items():
            wrong = each(item)
            if wrong is not None:
                return f"{name}: {wrong}"
        return None

    return check


def _union(kinds: tuple[Any, ...]) -> Check:
    """One of several kinds; if only one of them fits the value's type, the message says what is wrong with that."""
    checks = [_check(kind) for kind in kinds]
    likely = {like: _check(kind) for kind in reversed(kinds) for like in SIMPLE if _meant(kind) is like}
    likely |= {like: _check(kind) for kind in kinds for like in (list, dict) if _alike(kind, like())}
    wanted = " or ".join(dict.fromkeys(named for kind in kinds for named in _named(kind)))

    def check(value: Any) -> str | None:
        first = likely.get(type(value))  # avoids building messages that nobody reads
        if first is not None and first(value) is None:
            return None
        for each in checks:
            if each(value) is None:
                return None
        meant = [kind for kind in kinds if _alike(kind, value)]
        return problem(meant[0], value) if len(meant) == 1 else f"{_shown(value)} is not {wanted}"

    return check


def _named(kind: Any) -> tuple[str, ...]:
    """The names of a kind in messages."""
    kind = _meant(kind)
    arguments = typing.get_args(kind)
    match typing.get_origin(kind) or kind:
        case typing.Literal:
            return tuple(repr(choice) for choice in arguments)
        case typing.Union | types.UnionType:
            return tuple(named for each in arguments for named in _named(each))
        case origin if origin in SIMPLE:
            return (SIMPLE[origin][0],)
        case origin if origin in (list, tuple):
            return ("a list",)
    return ("any plain value" if kind is Any else "an object",)


def _alike(kind: Any, value: object) -> bool:
    """Are the kind and the value both lists, or both objects?"""
    named = _named(kind)
    return (named == ("a list",) and isinstance(value, list | tuple)) or (
        named == ("an object",) and isinstance(value, dict)
    )


def fields_of(kind: Any) -> dict[str, tuple[Any, bool]]:
    """A TypedDict's keys: the kind of each, and whether it is required."""
    found = {}
    for name, hint in typing.get_type_hints(kind, include_extras=True).items():
        origin = typing.get_origin(hint)
        marked = origin in (Required, NotRequired)  # with postponed annotations only the evaluated hint has it
        required = origin is Required if marked else name in kind.__required_keys__
        found[name] = (typing.get_args(hint)[0] if marked else hint, required)
    return found


def _common(kind: Any) -> type | frozenset[str] | None:
    """A simple kind, or the allowed texts; None if the full check is needed."""
    if kind in SIMPLE:
        return typing.cast("type", kind)
    if typing.get_origin(kind) is typing.Literal:
        return frozenset(choice for choice in typing.get_args(kind) if type(choice) is str)
    return None


def _record(kind: Any) -> Check:
    """Compile the check. It runs for every event: the common type of each field is tested inline, anything else by `wrong`."""
    fields = fields_of(kind)
    checks = {name: _check(hint) for name, (hint, _) in fields.items()}
    required = frozenset(name for name, (_, needed) in fields.items() if needed)

    def wrong(value: Any) -> str | None:
        if not isinstance(value, dict):
            return f"{_shown(value)} is not an object"
        for name, item in value.items():
            each = checks.get(name)
            if each is None:
                return f"{name if isinstance(name, str) else _shown(name)} is not a field of {kind.__name__}"
            found = each(item)
            if found is not None:
                return f"{name}: {found}"
        if required <= value.keys():
            return None
        return f"{next(name for name in fields if name in required and name not in value)} is missing"

    names: dict[str, Any] = {"_wrong": wrong}
    lines = ["if type(value) is not dict: return _wrong(value)", "left = len(value)"]
    for n, (name, (hint, needed)) in enumerate(fields.items()):
        names |= {f"_check{n}": checks[name], f"_common{n}": (common := _common(_meant(hint)))}
        test = f"_check{n}(item) is None" if common is None else f"type(item) is _common{n}"
        if common is str:
            test = "type(item) is str and item.isascii()"
        elif type(common) is frozenset:
            test = f"type(item) is str and item in _common{n}"
        lines += [f"if {name!r} in value:", f" item = value[{name!r}]", f" if not ({test}): return _wrong(value)"]
        lines += [" left -= 1", *(["else: return _wrong(value)"] if needed else [])]
    exec("def check(value):\n " + "\n ".join([*lines, "return _wrong(value) if left else None"]), names)
    check: Check = names["check"]
    return check


def _shown(value: object) -> str:
    """A wrong value in a message: short, and it never raises."""
    if isinstance(value, int) and value.bit_length() > 256:
        return "a number of many digits"
    if isinstance(value, dict | list | tuple):  # it may be long, or contain itself
        return ("an object" if isinstance(value, dict) else "a list") + f" of {len(value)}"
    shown = repr(value[: LONGEST_SHOWN + 1] if isinstance(value, str) else value)
    return shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}…"


# JSON Schema


def json_schema(kind: Any) -> Schema:
    """JSON Schema (2020-12) of a kind; a TypedDict's docstring is its description."""
    kind = _meant(kind)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any:
        return {}
    if kind in SIMPLE:
        return {"type": SIMPLE[kind][1]}
    if typing.is_typeddict(kind):
        return _record_schema(kind)
    if origin is typing.Literal:
        return {"const": arguments[0]} if len(arguments) == 1 else {"enum": list(arguments)}
    if origin in (typing.Union, types.UnionType):
        return _union_schema([json_schema(each) for each in arguments])
    if origin is dict and arguments[0] is str:
        return {"type": "object", "additionalProperties": json_schema(arguments[1])}
    if origin is list or (origin is tuple and arguments[-1] is Ellipsis):
        return {"type": "array", "items": json_schema(arguments[0])}
    if origin is tuple:
        each = [json_schema(argument) for argument in arguments]
        return {"type": "array", "prefixItems": each, "items": False, "minItems": len(each)}
    raise AssertionError(f"{kind} is no kind of plain value")


def _union_schema(parts: list[Schema]) -> Schema:
    if all(part.keys() == {"type"} for part in parts):
        return {"type": [part["type"] for part in parts]}
    return {"anyOf": parts}


def _record_schema(kind: Any) -> Schema:
    fields = fields_of(kind)
    schema: Schema = {
        "title": kind.__name__,
        "type": "object",
        "properties": {name: json_schema(hint) for name, (hint, _) in fields.items()},
        "required": [name for name, (_, needed) in fields.items() if needed],
        "additionalProperties": False,
    }
    told = kind.__dict__.get("__doc__")
    return {**schema, "description": inspect.cleandoc(told)} if told else schema
