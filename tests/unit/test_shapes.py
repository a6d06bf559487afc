"""Plain values against type hints: what fits, what does not and why, and the same as JSON Schema."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal, NewType, NotRequired, Required, TypedDict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.core.shapes import DEEPEST, fields_of, json_schema, problem
from houseway.law import Citation

Cents = NewType("Cents", int)


class Verdict(StrEnum):
    WON = "won"


class Chips(TypedDict):
    """Chips in front of a seat."""

    seat: int
    cents: Cents
    note: NotRequired[str | None]


class Layout(Chips, total=False):
    """A wager with them.

    And more.
    """

    result: Required[Literal["won", "lost"]]
    stacks: list[Chips]
    counts: dict[str, int]
    pair: tuple[int, str]
    data: Any


GOOD = {"seat": 1, "cents": 500, "result": "won"}

FITS: list[tuple[Any, Any]] = [
    (int, 3), (int, -(10**400)), (str, ""), (str, "§ 1"), (str, Citation("625a.3")), (bool, False), (None, None),
    (Any, None), (Any, {"a": [1, {"b": True}], "c": "d"}), (Any, (1, 2)), (list, [1, "a"]), (dict, {"a": None}),
    (Cents, 5), (Literal["won", 2], 2), (Literal["won"], Verdict.WON), (Literal[True], True),
    (list[int], []), (list[int], (1, 2)), (tuple[int, ...], [1, 2, 3]), (tuple[int, str], [1, "a"]),
    (dict[str, list[int]], {"a": [1]}), (int | None, None), (int | str, "a"), (list[int] | dict[str, int], {"a": 1}),
    (Chips, {"seat": 1, "cents": 5}), (Chips, {"seat": 1, "cents": 5, "note": None}), (Layout, GOOD),
    (Layout, {**GOOD, "note": "a", "stacks": [{"seat": 2, "cents": 5}], "counts": {"red": 2}, "pair": [1, "a"]}),
    (list[Layout], [GOOD, GOOD]),
]  # fmt: skip

NOT_PLAIN = "is not a plain value; use whole numbers, text, true, false, null, lists or objects"
DOES_NOT: list[tuple[Any, Any, str]] = [
    (int, True, "True is not a whole number"),
    (int, 1.0, "1.0 is not a whole number"),
    (int, "x", "'x' is not a whole number"),
    (int, None, "None is not a whole number"),
    (bool, 1, "1 is not true or false"),
    (str, 5, "5 is not text"),
    (str, "\ud800", "'\\ud800' is not proper Unicode"),
    (str, 10**400, "a number of many digits is not text"),
    (str, b"a", "b'a' is not text"),
    (None, 0, "0 is not null"),
    (Any, 0.5, f"0.5 {NOT_PLAIN}"),
    (Any, {1: 2}, "key 1 is not text"),
    (Any, {"a": [1, {"b": {2}}]}, "a: item 2: b: {2} " + NOT_PLAIN),
    (Literal["won", "lost"], "draw", "'draw' is not one of 'won', 'lost'"),
    (Literal["won"], ["won"], "a list of 1 is not 'won'"),
    (Literal[1], True, "True is not 1"),
    (Literal[True], 1, "1 is not True"),
    (list[int], "abc", "'abc' is not a list"),
    (list[int], [1, "a"], "item 2: 'a' is not a whole number"),
    (tuple[int, str], [1], "a list of 1 is not a list of 2"),
    (tuple[int, str], [1, 2], "item 2: 2 is not text"),
    (dict[str, int], {"a": "b"}, "a: 'b' is not a whole number"),
    (dict[str, int], {1: 2}, "key 1 is not text"),
    (dict[str, int], [], "a list of 0 is not an object"),
    (int | None, "a", "'a' is not a whole number or null"),
    (Literal["a", "b"] | int, "c", "'c' is not 'a' or 'b' or a whole number"),
    (list[int] | None, [1, "a"], "item 2: 'a' is not a whole number"),
    (Chips | str, {"seat": 1}, "cents is missing"),
    (Chips | Layout, {"seat": 1}, "an object of 1 is not an object"),
    (Chips, [], "a list of 0 is not an object"),
    (Chips, {"cents": 5}, "seat is missing"),
    (Chips, {"seat": 1, "cents": True}, "cents: True is not a whole number"),
    (Chips, {"seat": 1, "cents": 5, "colour": "red"}, "colour is not a field of Chips"),
    (Chips, {"seat": 1, "cents": 5, 7: "red"}, "7 is not a field of Chips"),
    (Layout, {"seat": 1, "cents": 5}, "result is missing"),
    (Layout, {**GOOD, "note": 5}, "note: 5 is not text or null"),
    (Layout, {**GOOD, "stacks": [{"seat": 1, "cents": 5}, {"seat": "x"}]}, "stacks: item 2: seat: 'x' is not a whole number"),
    (str, "x" * 1000 + "\ud800", "'" + "x" * 59 + "… is not proper Unicode"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "value"), FITS)
def test_what_fits_has_no_problem(kind: Any, value: Any) -> None:
    assert problem(kind, value) is None


@pytest.mark.parametrize(("kind", "value", "why"), DOES_NOT)
def test_what_does_not_fit_says_what_and_where(kind: Any, value: Any, why: str) -> None:
    assert problem(kind, value) == why


@pytest.mark.parametrize("kind", [float, set[int], dict[int, str], object, list["Chips"] | bytes])
def test_what_is_no_kind_of_plain_value_is_our_own_mistake(kind: Any) -> None:
    with pytest.raises(AssertionError, match="is no kind of plain value"):
        problem(kind, None)
    with pytest.raises(AssertionError, match="is no kind of plain value"):
        json_schema(kind)


def test_a_value_that_goes_round_in_a_circle_is_no_endless_loop() -> None:
    circle: list[Any] = []
    circle.append(circle)
    assert problem(Any, circle) == "item 1: " * DEEPEST + f"there are more than {DEEPEST} levels of lists and objects"
    assert problem(str, circle) == "a list of 1 is not text"


def test_inherited_fields_keep_whether_they_must_be_there() -> None:
    needed = {name: required for name, (_, required) in fields_of(Layout).items()}
    assert needed == {
        "seat": True, "cents": True, "note": False, "result": True, "stacks": False, "counts": False, "pair": False,
        "data": False,
    }  # fmt: skip


def test_the_schema_of_a_record() -> None:
    assert json_schema(Chips) == {
        "title": "Chips",
        "description": "Chips in front of a seat.",
        "type": "object",
        "properties": {"seat": {"type": "integer"}, "cents": {"type": "integer"}, "note": {"type": ["string", "null"]}},
        "required": ["seat", "cents"],
        "additionalProperties": False,
    }
    assert json_schema(Layout)["description"] == "A wager with them.\n\nAnd more."
    assert json_schema(Layout)["properties"]["result"] == {"enum": ["won", "lost"]}


# Properties: a checker and a validator that were written by different people agree

SIMPLE = st.sampled_from([int, str, bool, None, Literal["a", 1, None], Literal["b"], Literal[True, 0]])


def _record(fields: dict[str, tuple[Any, bool]]) -> Any:
    hints = {name: Required[kind] if needed else NotRequired[kind] for name, (kind, needed) in fields.items()}
    return TypedDict("Made", hints)  # type: ignore[operator]


def _deeper(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    names = st.sampled_from("abc")
    return st.one_of(
        inner.map(lambda kind: list[kind]),  # type: ignore[valid-type]
        inner.map(lambda kind: dict[str, kind]),  # type: ignore[valid-type]
        st.tuples(inner, inner).map(lambda kinds: tuple[kinds]),  # type: ignore[valid-type]
        st.tuples(inner, inner).map(lambda kinds: kinds[0] | kinds[1] if kinds != (None, None) else None),
        st.dictionaries(names, st.tuples(inner, st.booleans()), max_size=3).map(_record),
    )


KINDS = st.recursive(SIMPLE, _deeper, max_leaves=5)
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(-1, 2), st.sampled_from("abc"))
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
)


@given(KINDS, VALUES)
@settings(deadline=None)  # the first one loads jsonschema
def test_what_has_no_problem_is_valid_by_its_schema_and_only_that(kind: Any, value: Any) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json_schema(kind)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert jsonschema.Draft202012Validator(schema).is_valid(value) == (problem(kind, value) is None)


def _fitting(kind: Any) -> st.SearchStrategy[Any]:
    """Values that fit a kind, read off its schema."""
    return _from_schema(json_schema(kind))


def _from_schema(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "anyOf" in schema:
        return st.one_of(*map(_from_schema, schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return st.sampled_from(schema.get("enum", [schema.get("const")]))
    match schema["type"]:
        case [*names]:
            return st.one_of(*(_from_schema({"type": name}) for name in names))
        case "array" if "prefixItems" in schema:
            return st.tuples(*map(_from_schema, schema["prefixItems"])).map(list)
        case "array":
            return st.lists(_from_schema(schema["items"]), max_size=3)
        case "object" if "properties" in schema:
            parts = {name: _from_schema(part) for name, part in schema["properties"].items()}
            needed = {name: parts.pop(name) for name in schema["required"]}
            return st.fixed_dictionaries(needed, optional=parts)
        case "object":
            return st.dictionaries(st.text("ab§", max_size=3), _from_schema(schema["additionalProperties"]), max_size=3)
        case name:
            simple: dict[Any, st.SearchStrategy[Any]]
            simple = {"integer": st.integers(), "string": st.text("ab§"), "boolean": st.booleans(), "null": st.none()}
            return simple[name]


@given(KINDS.flatmap(lambda kind: st.tuples(st.just(kind), _fitting(kind))))
def test_what_is_made_to_fit_has_no_problem(made: tuple[Any, Any]) -> None:
    kind, value = made
    assert problem(kind, value) is None


@given(VALUES, st.data())
def test_one_float_anywhere_spoils_a_plain_value(value: Any, data: st.DataObject) -> None:
    assert problem(Any, value) is None
    holder = [value, 0.5] if data.draw(st.booleans()) else {"a": value, "b": [{"c": 0.5}]}
    assert "0.5 is not a plain value" in str(problem(Any, holder))
