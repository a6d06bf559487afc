"""Patches between plain values: whatever changes, the patch makes the new value of the old one, exactly."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.core.plain import canonical, diff, patched

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
@settings(max_examples=400, deadline=None, derandomize=True)
def test_a_patch_makes_the_new_value_of_the_old(pair: tuple[Any, Any]) -> None:
    old, new = pair
    assert canonical(patched(old, diff(old, new))) == canonical(new)


@given(pairs())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_a_patch_survives_being_written_and_read(pair: tuple[Any, Any]) -> None:
    old, new = pair
    patch = json.loads(canonical(diff(old, new)))
    assert canonical(patched(json.loads(canonical(old)), patch)) == canonical(new)


@given(pairs())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_patching_changes_nothing_in_place(pair: tuple[Any, Any]) -> None:
    old, new = pair
    before = canonical(old)
    patched(old, diff(old, new))
    assert canonical(old) == before


@given(VALUES)
@settings(max_examples=100, deadline=None, derandomize=True)
def test_no_change_is_no_patch(value: Any) -> None:
    assert diff(value, json.loads(canonical(value))) == []


@given(st.lists(VALUES, min_size=2, max_size=6))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_patches_one_after_the_other_lead_to_the_last(values: list[Any]) -> None:
    where = values[0]
    for old, new in pairwise(values):
        where = patched(where, diff(old, new))
    assert canonical(where) == canonical(values[-1])


def test_true_is_not_one() -> None:
    """What a journal writes differs, though Python calls them equal."""
    assert canonical(patched({"on": 1}, diff({"on": 1}, {"on": True}))) == '{"on":true}'
    assert canonical(patched([0, 5], diff([0, 5], [False]))) == "[false]"
