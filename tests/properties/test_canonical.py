"""Lines are written by orjson: the same bytes as `json.dumps` writes, for every plain value."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.core import Verdict
from houseway.core.plain import canonical, canonical_bytes
from houseway.law import Citation
from houseway.records.lines import GENESIS, chained, mark_of, marked_lines, parsed
from support import sized

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.text(
    st.sampled_from(
        '\x00\x01\x08\t\n\x0b\x0c\r\x1f "/\\\x7f\x80\x9f\u2028\u2029\ufeff\ufffe\uffff\ue000\U0001f0a1\U0010ffffaAé<&'
    ),
    max_size=12,
)
NUMBERS = st.integers() | st.sampled_from(
    [sign * 2**n + d for sign in (1, -1) for n in (31, 53, 63, 64, 65) for d in (-1, 0, 1)]
)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5),
    max_leaves=30,
)


def by_json(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


@given(VALUES)
@settings(max_examples=sized(day=50, night=1200), deadline=None, derandomize=True)
def test_the_bytes_are_those_of_json(value: Any) -> None:
    assert canonical_bytes(value) == by_json(value) == canonical(value).encode()


@pytest.mark.parametrize("plane", range(17))
def test_every_character_is_written_alike(plane: int) -> None:
    """As a value and as a key, each with others so that their order is tested too."""
    points = [n for n in range(plane << 16, (plane + 1) << 16) if not 0xD800 <= n <= 0xDFFF]
    for start in range(0, len(points), 4096):
        letters = [chr(n) for n in points[start : start + 4096]]
        assert canonical_bytes(["".join(letters)]) == by_json(["".join(letters)])
        keys = {letter + "k": n for n, letter in enumerate(letters)}
        assert canonical_bytes(keys) == by_json(keys)


@pytest.mark.parametrize(
    "value",
    [
        {"n": 10**40},
        {"n": -(2**63) - 1},
        {1: "a number as a key"},
        {"deep": json.loads("[" * 400 + "]" * 400)},
        (1, ("two", [3])),
        {"cite": Citation("625a.3(6)"), "result": Verdict.WON},
        {Citation("625a.3(6)"): 1},
    ],
)
def test_what_orjson_refuses_or_knows_otherwise_is_written_all_the_same(value: Any) -> None:
    assert canonical_bytes(value) == by_json(value)


@pytest.mark.parametrize(("value", "error"), [("\ud800", UnicodeEncodeError), (object(), TypeError), (b"x", TypeError)])
def test_what_has_no_text_has_none(value: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        by_json([value])
    with pytest.raises(error):
        canonical_bytes([value])


@given(
    st.dictionaries(TEXTS.filter(lambda name: name != "hash"), VALUES, max_size=6),
    st.text("0123456789abcdef", max_size=64),
)
@settings(max_examples=sized(day=25, night=600), deadline=None, derandomize=True)
def test_a_line_is_the_record_with_its_hash_in_its_place(others: dict[str, Any], previous: str) -> None:
    record = others
    line, digest = chained(previous, record)
    assert digest == hashlib.sha256(previous.encode() + b"\n" + by_json(record)).hexdigest()
    assert line == by_json({**record, "hash": digest}) + b"\n"
    assert parsed(line) == {**record, "hash": digest}


@pytest.mark.parametrize("spelled", ["0.5", "1e+16", "1e-07", "-0.0", "123456789.25"])
def test_floats_in_foreign_lines_are_spelled_as_json_does(spelled: str) -> None:
    """They are refused later, because they are floats."""
    record = parsed(f'{{"n":{spelled}}}\n'.encode())
    assert isinstance(record["n"], float) and repr(record["n"]) == spelled


@pytest.mark.parametrize("spelled", ["1e16", "0.50", "1E400"])
def test_floats_that_json_spells_otherwise_are_not_ours(spelled: str) -> None:
    with pytest.raises(ValueError, match="a byte was changed|is not valid Unicode text"):
        parsed(f'{{"n":{spelled}}}\n'.encode())


@pytest.mark.parametrize("spelled", ["NaN", "Infinity", "-Infinity"])
def test_no_number_is_no_text(spelled: str) -> None:
    with pytest.raises(ValueError, match="is not valid Unicode text"):
        parsed(f'{{"n":{spelled}}}\n'.encode())


@given(
    st.lists(st.dictionaries(TEXTS.filter(lambda name: not "hash" <= name <= "mark"), VALUES, max_size=6), max_size=4)
)
@settings(max_examples=sized(day=25, night=200), deadline=None, derandomize=True)
def test_marked_lines_are_chained_lines_with_a_mark(records: list[dict[str, Any]]) -> None:
    head, expected = GENESIS, []
    for record in records:
        line, head = chained(head, {**record, "mark": mark_of(b"key", canonical(record))})
        expected.append((line, head))
    assert marked_lines(GENESIS, b"key", records) == expected
