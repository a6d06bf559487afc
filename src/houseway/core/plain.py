"""States as plain JSON values and back, and structural patches between them.

An event keeps its patch; folding applies patches without any rules, so a replay never decides anything again.
"""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from collections.abc import Callable, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import Any

import orjson

from houseway.law.errors import BadInput, one_of, shown

PatchOp = list[
    Any
]  # ["set", path, value], ["splice", path, start, deleted, inserted], or ["set-private", …] for what not all may see
PRIVATE = "set-private"


CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def canonical(value: object) -> str:
    """The canonical JSON text of a plain value, as hashed and as written in a journal."""
    return CANONICAL.encode(value)


def canonical_bytes(value: object) -> bytes:
    """`canonical` in UTF-8, about five times as fast, for values without floats (orjson may format those differently)."""
    try:
        return orjson.dumps(value, option=_SPELLING)
    except TypeError:  # integers over 64 bits, keys that are not text, hundreds of levels, a lone surrogate
        return canonical(value).encode()


_SPELLING = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME


def plain(value: Any) -> Any:
    """A state or fact as JSON values: records become objects, tuples lists."""
    kind = type(value)
    if kind in AS_IT_IS:
        return value
    if kind is tuple or kind is list:
        return [each if type(each) in AS_IT_IS else plain(each) for each in value]
    if isinstance(value, str):  # a text of a kind, like a seat or a member of an enumeration
        return str.__str__(value)
    flat = None if kind is dict else _FLAT[kind] if kind in _FLAT else _flat(kind)
    if flat is not None:
        return flat(value)
    if kind is dict or isinstance(value, Mapping):
        return {str(name): plain(each) for name, each in value.items()}
    return _plain_kind(value)


def _plain_kind(value: Any) -> Any:
    """Enumerations, fractions, and subclasses of int, str, tuple and list."""
    if isinstance(value, int):
        return value
    if isinstance(value, Fraction):
        return str(value)
    assert isinstance(value, tuple | list), f"a state cannot hold a {type(value)}"
    return [plain(each) for each in value]


AS_IT_IS = frozenset((type(None), bool, int, str))
_Flat = Callable[[Any], dict[str, Any]]
_FLAT: dict[type, _Flat | None] = {}
_Changed = Callable[[Any, Any], list[str]]
_CHANGED: dict[type, _Changed | None] = {}


def _fields(kind: type) -> tuple[str, ...] | None:
    """The names of a record's fields, in their order; None: it is no record."""
    return tuple(field.name for field in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else None


def _flat(kind: type) -> _Flat | None:
    """A function that builds an object of this record class, field by field; None if it is not one."""
    if kind not in _FLAT:
        fields, names = _fields(kind), dict[str, Any](AS_IT_IS=AS_IT_IS, plain=plain)
        if fields is not None:
            values = [f"{name!r}: v if type(v := value.{name}) in AS_IT_IS else plain(v)" for name in fields]
            exec(f"def flat(value):\n return {{{', '.join(values)}}}", names)
        _FLAT[kind] = names.get("flat")
    return _FLAT[kind]


def _changed_fields(kind: type) -> _Changed | None:
    """A function that lists the fields in which two records differ by identity, in patch order; None for other classes."""
    if kind not in _CHANGED:
        fields, names = _fields(kind), dict[str, Any]()
        if fields is not None:  # generated code: most steps change few fields of a state
            tests = [f"if old.{name} is not new.{name}: found.append({name!r})" for name in sorted(fields)]
            exec("def changed(old, new):\n found = []\n " + "\n ".join([*tests, "return found"]), names)
        _CHANGED[kind] = names.get("changed")
    return _CHANGED[kind]


def turned(old: Any, old_plain: Any, new: Any) -> Any:
    """`plain(new)`, given that `old_plain` is `plain(old)`: the plain values share whatever did not change.

    Equal parts are the same object as before, so a comparison can skip them.
    """
    if new is old:
        return old_plain
    kind: Any = type(new)
    if kind is not type(old):
        return plain(new)
    if kind in AS_IT_IS:
        return old_plain if new == old else new
    if kind is tuple:
        return _turned_tuple(old, old_plain, new)
    changed = _CHANGED[kind] if kind in _CHANGED else _changed_fields(kind)
    if changed is None:
        fresh = plain(new)
        return old_plain if _same(old_plain, fresh) else fresh
    table = None
    for name in changed(old, new):
        before = old_plain[name]
        after = turned(getattr(old, name), before, getattr(new, name))
        if after is not before:
            table = dict(old_plain) if table is None else table
            table[name] = after
    return old_plain if table is None else table


def turned_and_compared(old: Any, old_plain: Any, new: Any, path: tuple[str | int, ...], patch: list[PatchOp]) -> Any:
    """`turned`, and add to a patch what `diff` would find at that path, in one pass over the changes."""
    if new is old:
        return old_plain
    kind = type(new)
    if kind is not type(old):
        changed = None
    elif kind is tuple:
        return _tuple_turned_and_compared(old, old_plain, new, path, patch)
    else:
        changed = _CHANGED[kind] if kind in _CHANGED else _changed_fields(kind)
    if changed is None:
        after = turned(old, old_plain, new)
        if after is not old_plain:
            _diff(old_plain, after, path, patch)
        return after
    table = None
    for name in changed(old, new):
        before, b = old_plain[name], getattr(new, name)
        kind = type(b)
        if kind not in AS_IT_IS and isinstance(b, str):
            b, kind = str.__str__(b), str
        if kind not in AS_IT_IS:
            after = turned_and_compared(getattr(old, name), before, b, (*path, name), patch)
            if after is before:
                continue
        elif kind is type(before) and b == before:
            continue
        else:
            after = b
            patch.append(["set", [*path, name], b])
        table = dict(old_plain) if table is None else table
        table[name] = after
    return old_plain if table is None else table


def _tuple_turned_and_compared(
    old: tuple[Any, ...], old_plain: list[Any], new: tuple[Any, ...], path: tuple[str | int, ...], patch: list[PatchOp]
) -> list[Any]:
    """The same for a tuple: items that are the same object at both ends are not looked at again."""
    was, now = len(old), len(new)
    if was == now:
        parts = old_plain
        for n in compress(range(now), map(is_not, old, new)):  # long ones differ in few places
            before, a, b = old_plain[n], old[n], new[n]
            if type(a) is int and type(b) is int and type(before) is int:
                if a == b:
                    continue
                after = b
                patch.append(["set", [*path, n], b])
            else:
                after = turned_and_compared(a, before, b, (*path, n), patch)
                if after is before:
                    continue
            parts = list(old_plain) if parts is old_plain else parts
            parts[n] = after
        return parts
    after_all = _turned_tuple(old, old_plain, new)
    _diff_list(old_plain, after_all, path, patch)
    return after_all


def _turned_tuple(old: tuple[Any, ...], old_plain: list[Any], new: tuple[Any, ...]) -> list[Any]:
    """Compare items by index; if the length changed, compare items at the end by their distance from the end."""
    was, now = len(old), len(new)
    if was == now:
        parts = old_plain
        for n, (a, b) in enumerate(zip(old, new, strict=True)):
            if a is not b:
                after = turned(a, old_plain[n], b)
                if after is not old_plain[n]:
                    parts = list(old_plain) if parts is old_plain else parts
                    parts[n] = after
        return parts
    if not was or not now:
        return [plain(each) for each in new]
    shorter, start, tail = min(was, now), 0, 0
    while start < shorter and old[start] is new[start]:
        start += 1
    while tail < shorter - start and old[-1 - tail] is new[-1 - tail]:
        tail += 1
    if start == was:  # most often something is added at the end
        return old_plain + [plain(each) for each in new[start:]]
    parts = old_plain[:start]
    parts += [
        turned(old[n], old_plain[n], new[n]) if n < was - tail else plain(new[n]) for n in range(start, now - tail)
    ]
    return parts + old_plain[was - tail :]


def build(kind: Any, value: Any) -> Any:
    """The typed value of a plain one: the inverse of `plain`."""
    return _builder(kind)(value)


@lru_cache(maxsize=256)
def _builder(kind: Any) -> Callable[[Any], Any]:
    kind = getattr(kind, "__supertype__", kind)  # unwrap a NewType
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
    if origin is Mapping:
        inner = _builder(arguments[1])
        return lambda value: {name: inner(v) for name, v in value.items()}
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        makers = {f.name: _builder(hints[f.name]) for f in dataclasses.fields(kind)}
        make = typing.cast("Callable[..., Any]", kind)
        return lambda value: make(**{name: maker(value[name]) for name, maker in makers.items()})
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _member(kind)
    if isinstance(kind, type):  # a string of a kind: made from its plain value
        return kind
    raise AssertionError(f"a state may not hold {kind}")


def _member(kind: type[StrEnum]) -> Callable[[Any], Any]:
    """A function that finds a member of an enumeration by its text; BadInput if there is none."""
    members = {member.value: member for member in kind}

    def member(value: Any) -> StrEnum:
        found = members.get(value) if isinstance(value, str) else None
        if found is None:
            raise BadInput(f"{shown(value)} is not a {kind.__name__} of {kind.__module__}; there are {one_of(members)}")
        return found

    return member


def _union(arguments: tuple[Any, ...]) -> Callable[[Any], Any]:
    rich = [a for a in arguments if a not in (int, str, bool, type(None))]
    assert len(rich) <= 1, f"a state may hold at most one record in a union, not {arguments}"
    if not rich:
        return lambda value: value
    inner = _builder(rich[0])
    if rich == [Fraction] and len(arguments) == 2 and type(None) in arguments:  # its plain value is a text
        return lambda value: None if value is None else inner(value)
    return lambda value: value if value is None or isinstance(value, int | str) else inner(value)


def diff(old: Any, new: Any, path: tuple[str | int, ...] = ()) -> list[PatchOp]:
    """The smallest patch we can find that turns `old` into `new`."""
    patch: list[PatchOp] = []
    if old is not new:
        _diff(old, new, path, patch)
    return patch


def _diff(old: Any, new: Any, path: tuple[str | int, ...], patch: list[PatchOp]) -> None:
    """Add the changes to a patch; the caller has checked that the two are not the same object."""
    kind = type(old)
    if kind is type(new):
        if kind is dict and old.keys() == new.keys():
            changed = [name for name, value in old.items() if value is not new[name]]
            changed.sort()
            for name in changed:
                _diff(old[name], new[name], (*path, name), patch)
            return
        if kind is list:
            _diff_list(old, new, path, patch)
            return
        if _same(old, new):
            return
    patch.append(["set", list(path), new])


def _same(old: Any, new: Any) -> bool:
    """Equal as JSON, where 1 and true differ."""
    if old is new:
        return True
    if type(old) is not type(new):
        return False
    if isinstance(old, dict):
        return old.keys() == new.keys() and all(_same(old[name], new[name]) for name in old)
    if isinstance(old, list):
        return len(old) == len(new) and all(map(_same, old, new))
    return bool(old == new)


def _diff_list(old: list[Any], new: list[Any], path: tuple[str | int, ...], patch: list[PatchOp]) -> None:
    was, now = len(old), len(new)
    if was == now:
        for i, (a, b) in enumerate(zip(old, new, strict=True)):
            if a is not b:
                _diff(a, b, (*path, i), patch)
        return
    shorter, start, tail = min(was, now), 0, 0
    while start < shorter and (old[start] is new[start] or _same(old[start], new[start])):
        start += 1
    while tail < shorter - start and (old[-1 - tail] is new[-1 - tail] or _same(old[-1 - tail], new[-1 - tail])):
        tail += 1
    patch.append(["splice", list(path), start, was - start - tail, new[start : now - tail]])


def patched(value: Any, patch: list[PatchOp]) -> Any:
    """The value with a patch applied; untouched parts are shared, and nothing is changed in place."""
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
