"""Patches between plain values: whatever changes, the patch makes the new value of the old one, exactly."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.play import by_edition, session
from contract.play import new_table as contract_table
from houseway.core import AnyGame
from houseway.core.plain import canonical, diff, patched, plain, turned, turned_and_compared
from houseway.law import Rules
from houseway.numerics.sources import SeededSource
from support import sized

Path = tuple[str | int, ...]
SCALARS = st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab", max_size=2)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=20,
)


@st.composite
def changed(draw: st.DrawFn, value: Any) -> Any:
    """The value with a few changes somewhere in it."""
    if isinstance(value, list) and value and draw(st.booleans()):
        at = draw(st.integers(0, len(value) - 1))
        match draw(st.sampled_from(("inside", "insert", "delete", "twice"))):
            case "inside":
                return [*value[:at], draw(changed(value[at])), *value[at + 1 :]]
            case "insert":
                return [*value[:at], draw(SCALARS), *value[at:]]
            case "delete":
                return [*value[:at], *value[at + 1 :]]
            case _:
                return [*value, *value]
    if isinstance(value, dict) and value and draw(st.booleans()):
        name = draw(st.sampled_from(sorted(value)))
        return {**value, name: draw(changed(value[name]))}
    return draw(VALUES)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Any, Any]:
    """A value and what became of it: often nearly the same, sometimes quite another."""
    old = draw(VALUES)
    return old, draw(changed(old) | VALUES)


@given(pairs())
@settings(max_examples=sized(day=50, night=800), deadline=None, derandomize=True)
def test_a_patch_makes_the_new_value_of_the_old(pair: tuple[Any, Any]) -> None:
    old, new = pair
    assert canonical(patched(old, diff(old, new))) == canonical(new)


@given(pairs())
@settings(max_examples=sized(day=40, night=400), deadline=None, derandomize=True)
def test_a_patch_survives_being_written_and_read(pair: tuple[Any, Any]) -> None:
    old, new = pair
    patch = json.loads(canonical(diff(old, new)))
    assert canonical(patched(json.loads(canonical(old)), patch)) == canonical(new)


@given(pairs())
@settings(max_examples=sized(day=40, night=400), deadline=None, derandomize=True)
def test_patching_changes_nothing_in_place(pair: tuple[Any, Any]) -> None:
    old, new = pair
    before = canonical(old)
    patched(old, diff(old, new))
    assert canonical(old) == before


@given(VALUES)
@settings(max_examples=sized(day=30, night=200), deadline=None, derandomize=True)
def test_no_change_is_no_patch(value: Any) -> None:
    assert diff(value, json.loads(canonical(value))) == []


@given(st.lists(VALUES, min_size=2, max_size=6))
@settings(max_examples=sized(day=30, night=200), deadline=None, derandomize=True)
def test_patches_one_after_the_other_lead_to_the_last(values: list[Any]) -> None:
    where = values[0]
    for old, new in pairwise(values):
        where = patched(where, diff(old, new))
    assert canonical(where) == canonical(values[-1])


def test_true_is_not_one() -> None:
    """A journal writes them differently, though Python calls them equal."""
    assert canonical(patched({"on": 1}, diff({"on": 1}, {"on": True}))) == '{"on":true}'
    assert canonical(patched([0, 5], diff([0, 5], [False]))) == "[false]"


def simple_diff(old: Any, new: Any, path: Path = ()) -> list[Any]:
    """The patch found without comparing identity; the fast one must be equal."""
    if canonical(old) == canonical(new):
        return []
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        return [op for name in sorted(old) for op in simple_diff(old[name], new[name], (*path, name))]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [op for i, (a, b) in enumerate(zip(old, new, strict=True)) for op in simple_diff(a, b, (*path, i))]
    if isinstance(old, list) and isinstance(new, list):
        was, now = [canonical(each) for each in old], [canonical(each) for each in new]
        shorter = min(len(was), len(now))
        start = next((i for i in range(shorter) if was[i] != now[i]), shorter)
        tail = next((i for i in range(shorter - start) if was[-1 - i] != now[-1 - i]), shorter - start)
        return [["splice", list(path), start, len(old) - start - tail, new[start : len(new) - tail]]]
    return [["set", list(path), new]]


def simple_plain(value: Any) -> Any:
    """A value as JSON, field by field; the fast one must be equal."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str | Fraction):
        return str(value)
    if isinstance(value, tuple | list):
        return [simple_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {str(name): simple_plain(each) for name, each in value.items()}
    return {field.name: simple_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}


@given(pairs())
@settings(max_examples=sized(day=50, night=800), deadline=None, derandomize=True)
def test_the_fast_patch_is_the_simple_one(pair: tuple[Any, Any]) -> None:
    assert canonical(diff(*pair)) == canonical(simple_diff(*pair))


def as_tuples(value: Any) -> Any:
    """Lists as a state would hold them."""
    if isinstance(value, list):
        return tuple(as_tuples(each) for each in value)
    return {name: as_tuples(each) for name, each in value.items()} if isinstance(value, dict) else value


@given(pairs())
@settings(max_examples=sized(day=50, night=800), deadline=None, derandomize=True)
def test_what_was_turned_before_is_used_again(pair: tuple[Any, Any]) -> None:
    old, new = as_tuples(pair[0]), as_tuples(pair[1])
    before = plain(old)
    again = turned(old, before, new)
    assert canonical(again) == canonical(simple_plain(new))
    assert canonical(before) == canonical(simple_plain(old)), "what was turned before has not changed"
    assert (
        (again is before)
        or canonical(again) != canonical(before)
        or again is None
        or isinstance(again, bool | int | str)
    )


@given(pairs())
@settings(max_examples=sized(day=50, night=800), deadline=None, derandomize=True)
def test_comparing_while_turning_finds_the_simple_patch(pair: tuple[Any, Any]) -> None:
    old, new = as_tuples(pair[0]), as_tuples(pair[1])
    before, patch = simple_plain(old), list[Any]()
    after = turned_and_compared(old, before, new, (), patch)
    assert canonical(after) == canonical(simple_plain(new))
    assert canonical(patch) == canonical(simple_diff(before, after))


@pytest.mark.parametrize(("game", "rules"), by_edition())
def test_the_states_of_every_game_are_turned_and_compared_alike(game: AnyGame, rules: Rules) -> None:
    """Random play: each state by the one before it, and by one from long before, as the simple functions would."""
    table = contract_table(game, rules, SeededSource("turned"))
    first, before = table.state, table.state
    first_plain = before_plain = simple_plain(before)
    for _ in session(table, "turned", 60):
        state, right = table.state, simple_plain(table.state)
        assert canonical(plain(state)) == canonical(right)
        for old, old_plain in ((before, before_plain), (first, first_plain)):
            new_plain = turned(old, old_plain, state)
            assert canonical(new_plain) == canonical(right)
            patch: list[Any] = []
            assert canonical(turned_and_compared(old, old_plain, state, (), patch)) == canonical(right)
            expected = canonical(simple_diff(old_plain, right))
            assert canonical(diff(old_plain, new_plain)) == canonical(patch) == expected
        before, before_plain = state, turned(before, before_plain, state)
        assert canonical(table.plain["game"]) == canonical(right)
