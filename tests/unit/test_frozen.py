"""Frozen values that are made faster are what `dataclasses` makes, in every other way."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict, field, replace
from typing import Any, Generic, TypeVar

import pytest

from houseway.core.frozen import changer, frozen, maker
from houseway.core.frozen import replace as replace_fast

T = TypeVar("T")


@frozen
class Pair(Generic[T]):
    first: T
    second: int = 2
    more: dict[str, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        assert self.second > 0, self


@frozen
class Base:
    seat: int


@frozen
class Derived(Base):
    name: str = ""


def test_fields_defaults_and_names() -> None:
    pair = Pair("a")
    assert (pair.first, pair.second, pair.more) == ("a", 2, {})
    assert Pair("a", second=3, more={"x": 1}) == Pair("a", 3, {"x": 1})
    assert repr(pair) == "Pair(first='a', second=2, more={})"
    assert type(pair) is Pair and isinstance(pair, Pair)
    assert Pair("a").more is not Pair("a").more, "each has a dict of its own"
    assert asdict(Derived(3, "x")) == {"seat": 3, "name": "x"}


def test_equality_and_hash() -> None:
    assert Pair("a", 2) == Pair("a") and hash(Pair("a", 2)) == hash(Pair("a"))
    assert Pair("a") != Pair("b")
    assert {Derived(1): "here"}[Derived(1)] == "here"


@pytest.mark.parametrize("value", [Pair("a"), Base(1), Derived(1, "x")])
def test_they_are_frozen_all_the_same(value: Any) -> None:
    name = "first" if isinstance(value, Pair) else "seat"
    with pytest.raises(FrozenInstanceError, match=f"cannot assign to field '{name}'"):
        setattr(value, name, 5)
    with pytest.raises(FrozenInstanceError, match=f"cannot delete field '{name}'"):
        delattr(value, name)
    assert not hasattr(value, "__dict__")


def test_what_is_missing_or_too_much_is_an_error() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'first'"):
        Pair()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'third'"):
        Pair("a", third=3)  # type: ignore[call-arg]
    with pytest.raises(AssertionError, match=r"Pair\(first='a', second=0, more=\{\}\)"):
        Pair("a", 0)


@pytest.mark.parametrize("value", [Pair("a", 5, {"x": 1}), Derived(4, "x")])
def test_they_are_copied_and_pickled(value: Any) -> None:
    for other in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert other == value and type(other) is type(value)


def test_they_can_be_changed_into_others() -> None:
    assert replace(Derived(1, "x"), seat=2) == replace_fast(Derived(1, "x"), seat=2) == Derived(2, "x")
    assert replace_fast(Base(1), seat=2) == Base(2)


def test_a_change_is_checked_like_a_new_value() -> None:
    assert replace_fast(Pair("a", 5, {"x": 1}), first="b", second=6) == Pair("b", 6, {"x": 1})
    with pytest.raises(AssertionError, match=r"Pair\(first='a', second=0, more=\{\}\)"):
        replace_fast(Pair("a"), second=0)
    with pytest.raises(TypeError, match="Pair has no field third"):
        replace_fast(Pair("a"), third=3)


def test_a_maker_makes_what_calling_the_kind_makes() -> None:
    pair, derived = maker(Pair[str]), maker(Derived)
    assert pair("a") == Pair("a") and pair("a", more={"x": 1}) == Pair("a", 2, {"x": 1})
    assert type(pair("a")) is Pair and pair("a").more is not pair("a").more
    assert derived(1, name="x") == Derived(1, "x")
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'seat'"):
        setattr(derived(1), "seat", 2)  # noqa: B010 - mypy knows that it is frozen
    with pytest.raises(AssertionError, match="second=0"):
        pair("a", 0)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'seat'"):
        derived()  # type: ignore[call-arg]


def test_a_changer_does_what_replace_does() -> None:
    pair = Pair("a", 3, {"x": 1})
    assert changer(Pair, "second")(pair, second=4) == replace(pair, second=4) == replace_fast(pair, second=4)
    swapped = replace_fast(pair, second=5, first="b")
    assert swapped == replace_fast(pair, first="b", second=5) == changer(Pair, "second", "first")(pair, 5, "b")
    assert pair == Pair("a", 3, {"x": 1}), "the old one stays as it was"
    with pytest.raises(AssertionError):
        changer(Pair, "second")(pair, second=0)  # checks of the class hold
    with pytest.raises(TypeError, match="Pair has no field third"):
        changer(Pair, "third")
