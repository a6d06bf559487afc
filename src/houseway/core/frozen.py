"""Create and copy frozen values, about three times as fast as `dataclasses` does: most of the time of tables and walks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ParamSpec, TypeVar, dataclass_transform, get_origin

T = TypeVar("T")
P = ParamSpec("P")
_TWINS: dict[type[Any], type[Any]] = {}  # by each class that is `frozen`
_CHANGERS: dict[tuple[Any, ...], Callable[..., Any]] = {}  # by class and the names of the fields that change


def replace(value: T, /, **changes: Any) -> T:
    """A copy of a value with some fields changed."""
    kind = type(value)
    change = _CHANGERS.get((kind, *changes)) or _changer(kind, tuple(changes))
    changed: T = change(value, *changes.values())  # it takes them in the order of their names here
    return changed


def changer(kind: type[T], *names: str) -> Callable[..., T]:
    """A function that does the same as `replace` for exactly these fields, in half the time."""
    return _changer(kind, names)


def _changer(kind: type[Any], changes: tuple[str, ...]) -> Callable[..., Any]:
    """A function that copies a value of this class and changes these fields."""
    given = [each.name for each in fields(kind) if each.init]
    values = {name: name if name in changes else f"_old.{name}" for name in given}
    unknown = [name for name in changes if name not in values]
    if unknown:
        raise TypeError(f"{kind.__name__} has no field {unknown[0]}")
    names: dict[str, Any] = {"_kind": kind}
    made = _filled(kind, values, names) if kind in _TWINS else [f"return _kind({', '.join(values.values())})"]
    change = _CHANGERS[kind, *changes] = _function(", ".join(["_old", *changes]), made, names)
    return change


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(plain: type[T]) -> type[T]:
    """Make a class a frozen dataclass with slots and a fast constructor.

    The constructor of `dataclasses` sets each field with a call of `object.__setattr__`. Here a new value has a twin class, with
    the same slots but not frozen, until its fields are set. No other code sees it before that.
    """
    kind = dataclass(frozen=True, slots=True)(plain)
    twin = _TWINS[kind] = _twin(kind)
    names: dict[str, Any] = {"_become": object.__dict__["__class__"].__set__, "_twin": twin, "_kind": kind}
    given, values = _given(kind, names)
    lines = ["_become(self, _twin)", *(f"self.{name} = {value}" for name, value in values.items())]
    lines.append("self.__class__ = _kind")
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    setattr(kind, "__init__", _function(f"self, {given}", lines, names))  # noqa: B010 - mypy forbids assigning to a method
    return kind


def maker(kind: Callable[P, T]) -> Callable[P, T]:
    """A function that does the same as calling a `frozen` class, in half the time: for values that are made by the thousand."""
    made: Any = get_origin(kind) or kind  # a generic kind is made like any other
    names: dict[str, Any] = {"_kind": made}
    given, values = _given(made, names)
    return _function(given, _filled(made, values, names), names)


def _given(kind: type[Any], names: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """The parameters of a constructor, and the expression for each field; adds the globals of both to `names`."""
    given, values = [], {}
    names["_missing"] = MISSING
    for each in fields(kind):
        assert each.init and not each.kw_only, f"{kind}: {each.name}"
        name, default, values[each.name] = each.name, f"_default_{each.name}", each.name
        if each.default_factory is not MISSING:
            names |= {default: MISSING, f"_new_{name}": each.default_factory}
            values[name] = f"_new_{name}() if {name} is _missing else {name}"
        elif each.default is not MISSING:
            names[default] = each.default
        given.append(f"{name}={default}" if default in names else name)
    return ", ".join(given), values


def _filled(kind: type[Any], values: dict[str, str], names: dict[str, Any]) -> list[str]:
    """Lines that create a value: first as a twin, which is not frozen, then as its own class."""
    names |= {"_blank": object.__new__, "_twin": _TWINS[kind]}
    lines = ["_new = _blank(_twin)", *(f"_new.{name} = {value}" for name, value in values.items())]
    checks = ["_new.__post_init__()"] if hasattr(kind, "__post_init__") else []
    return [*lines, "_new.__class__ = _kind", *checks, "return _new"]


def _function(given: str, lines: list[str], names: dict[str, Any]) -> Callable[..., Any]:
    exec(f"def __init__({given}):\n " + "\n ".join(lines), names)
    function: Callable[..., Any] = names["__init__"]
    return function


def _twin(kind: type[Any]) -> type[Any]:
    """A class with the same slots that is not frozen."""
    described: dict[str, Any] = {"__slots__": kind.__dict__["__slots__"], "__setattr__": object.__setattr__}
    if "__orig_bases__" in kind.__dict__:
        described["__orig_bases__"] = kind.__dict__["__orig_bases__"]
    return type(kind.__name__, kind.__bases__, described)
