"""States as plain JSON values and back, and structural patches between them.

An event keeps the patch that it made; folding applies patches without any rules, so replaying never decides again.
"""

from __future__ import annotations

import dataclasses
import json
import operator
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


def canonical(value: object) -> str:
    """The one JSON text of a plain value: what is hashed and what stands in a journal."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


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
    kind: Any = type(value)
    names = _names(kind)
    assert names is not None, f"{type(value)} has no place in a state"
    return {name: plain(getattr(value, name)) for name in names}


@lru_cache(maxsize=256)
def _names(kind: Any) -> tuple[str, ...] | None:
    """The fields of a record's type; None: it is no record."""
    return tuple(field.name for field in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else None


def turned(old: Any, old_plain: Any, new: Any) -> Any:
    """`plain(new)`, where `old_plain` is `plain(old)`: frozen values share what did not change, and so do the plain ones.

    What is equal is the very same object as before, so that a comparison need not look into it.
    """
    if new is old:
        return old_plain
    kind: Any = type(new)
    if kind is not type(old):
        return plain(new)
    if kind is tuple and len(new) >= len(old):
        parts = [p if b is a else turned(a, p, b) for a, p, b in zip(old, old_plain, new, strict=False)]
        parts += map(plain, new[len(old) :])
        return old_plain if len(new) == len(old) and all(map(operator.is_, parts, old_plain)) else parts
    names = _names(kind)
    if names is None:
        fresh = plain(new)
        return old_plain if _same(old_plain, fresh) else fresh
    table = {name: turned(getattr(old, name), old_plain[name], getattr(new, name)) for name in names}
    return old_plain if all(table[name] is old_plain[name] for name in names) else table


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
    if old is new:
        return []
    if type(old) is type(new):
        if isinstance(old, dict) and old.keys() == new.keys():
            changed = [name for name in old if old[name] is not new[name]]
            return [op for name in sorted(changed) for op in diff(old[name], new[name], (*path, name))]
        if _same(old, new):
            return []
        if isinstance(old, list):
            return _diff_list(old, new, path)
    return [["set", list(path), new]]


def _same(old: Any, new: Any) -> bool:
    """Equal as JSON: Python's `1 == True` is not."""
    if old is new:
        return True
    if type(old) is not type(new):
        return False
    if isinstance(old, dict):
        return old.keys() == new.keys() and all(_same(old[name], new[name]) for name in old)
    if isinstance(old, list):
        return len(old) == len(new) and all(map(_same, old, new))
    return bool(old == new)


def _diff_list(old: list[Any], new: list[Any], path: tuple[str | int, ...]) -> list[PatchOp]:
    if len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [op for i, (a, b) in pairs if a is not b for op in diff(a, b, (*path, i))]
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
