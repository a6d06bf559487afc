"""States as plain JSON values and back, and structural patches between them.

An event keeps the patch that it made; folding applies patches without any rules, so replaying never decides again.
"""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any

PatchOp = list[
    Any
]  # ["set", path, value], ["splice", path, start, deleted, inserted], or for what is not for all ["set-private", …]
PRIVATE = "set-private"


CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def canonical(value: object) -> str:
    """The one JSON text of a plain value: what is hashed and what stands in a journal."""
    return CANONICAL.encode(value)


def plain(value: Any) -> Any:
    """A state or fact as JSON values: records become objects, tuples lists."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str | Fraction):
        return str(value)
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {str(name): plain(each) for name, each in value.items()}
    assert dataclasses.is_dataclass(value), f"{type(value)} has no place in a state"
    return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}


def build(kind: Any, value: Any) -> Any:
    """The typed value that `plain` made plain."""
    return _builder(kind)(value)


@lru_cache(maxsize=256)
def _builder(kind: Any) -> Callable[[Any], Any]:
    kind = getattr(kind, "__supertype__", kind)  # a NewType is what it stands for
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any or kind in (int, str, bool, type(None)):
        return lambda value: value
    if origin is tuple:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            each = _builder(arguments[0])
            return lambda value: tuple(each(v) for v in value)
        parts = [_builder(argument) for argument in arguments]
        return lambda value: tuple(part(v) for part, v in zip(parts, value, strict=True))
    if origin in (typing.Union, types.UnionType):
        return _union(arguments)
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        makers = {f.name: _builder(hints[f.name]) for f in dataclasses.fields(kind)}
        make = typing.cast("Callable[..., Any]", kind)
        return lambda value: make(**{name: maker(value[name]) for name, maker in makers.items()})
    if isinstance(kind, type):  # an enumeration or a string of a kind: made from its plain value
        return kind
    raise AssertionError(f"a state may not hold {kind}")


def _union(arguments: tuple[Any, ...]) -> Callable[[Any], Any]:
    rich = [a for a in arguments if a not in (int, str, bool, type(None))]
    assert len(rich) <= 1, f"a state may hold at most one record in a union, not {arguments}"
    if not rich:
        return lambda value: value
    inner = _builder(rich[0])
    return lambda value: value if value is None or isinstance(value, int | str) else inner(value)


def diff(old: Any, new: Any, path: tuple[str | int, ...] = ()) -> list[PatchOp]:
    """The smallest patch we can find that makes `new` of `old`."""
    if type(old) is type(new):
        if _same(old, new):
            return []
        if isinstance(old, dict) and old.keys() == new.keys():
            return [op for name in sorted(old) for op in diff(old[name], new[name], (*path, name))]
        if isinstance(old, list):
            return _diff_list(old, new, path)
    return [["set", list(path), new]]


def _same(old: Any, new: Any) -> bool:
    """Equal as JSON: Python's `1 == True` is not."""
    if type(old) is not type(new):
        return False
    if isinstance(old, dict):
        return old.keys() == new.keys() and all(_same(old[name], new[name]) for name in old)
    if isinstance(old, list):
        return len(old) == len(new) and all(map(_same, old, new))
    return bool(old == new)


def _diff_list(old: list[Any], new: list[Any], path: tuple[str | int, ...]) -> list[PatchOp]:
    if len(old) == len(new):
        return [op for i, (a, b) in enumerate(zip(old, new, strict=True)) for op in diff(a, b, (*path, i))]
    shorter = min(len(old), len(new))
    start = next((i for i in range(shorter) if not _same(old[i], new[i])), shorter)
    tail = next((i for i in range(shorter - start) if not _same(old[-1 - i], new[-1 - i])), shorter - start)
    return [["splice", list(path), start, len(old) - start - tail, new[start : len(new) - tail]]]


def patched(value: Any, patch: list[PatchOp]) -> Any:
    """The value with a patch applied; what is not touched is shared, nothing is changed in place."""
    for operation, path, *rest in patch:
        value = _applied(value, list(path), operation, rest)
    return value


def _applied(value: Any, path: list[Any], operation: str, rest: list[Any]) -> Any:
    if path:
        head, *below = path
        if isinstance(value, dict):
            return {**value, head: _applied(value[head], below, operation, rest)}
        return [*value[:head], _applied(value[head], below, operation, rest), *value[head + 1 :]]
    if operation in ("set", PRIVATE):
        return rest[0]
    start, deleted, inserted = rest
    return [*value[:start], *inserted, *value[start + deleted :]]
