"""External input: accepted and refused values, the speed of refusals, and the printed form."""

from __future__ import annotations

import io
import json
import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from houseway.law import BadInput
from houseway.law.inputs import (
    MOST_DEEP,
    NotUnderstood,
    json_text,
    quoted,
    read_json,
    read_stream,
    read_text,
    refuse_strange,
    shown,
    toml,
    visible,
)

DEEP = 5_000
NESTED = {"arrays": "[" * DEEP + "]" * DEEP, "unclosed": "[" * 200_000, "objects": '{"a":' * DEEP + "1" + "}" * DEEP}


def said(error: pytest.ExceptionInfo[BadInput]) -> str:
    """The sentence, which is one line that a terminal shows as it is."""
    sentence = str(error.value)
    assert sentence.isprintable()
    assert len(sentence) < 600
    return sentence


# Showing


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain ♣ 牌 é", "plain ♣ 牌 é"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\nb\r\t\0", "a\\nb\\r\\t\\x00"),
        ("\x7f\x9b", "\\x7f\\x9b"),
        ("\u2028\u2029\u202e\u2066\u200b\ufeff", "\\u2028\\u2029\\u202e\\u2066\\u200b\\ufeff"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
    ],
)
def test_what_a_terminal_would_obey_is_escaped(text: str, seen: str) -> None:
    assert visible(text) == seen
    assert quoted(text) == f'"{seen}"'


def test_long_texts_are_shortened_in_the_middle() -> None:
    assert quoted("a" * 200) == '"' + "a" * 200 + '"'
    assert quoted("a" * 500 + "z" * 500) == '"' + "a" * 100 + " … " + "z" * 100 + '"'
    assert len(shown([1] * 10**6)) < 300
    assert shown(10**5000) == "a value of type int that is too large to show"


def test_json_is_finite_and_every_reader_takes_it() -> None:
    text = json_text({"a": "\x1b\x7f\x9b\u202e\U000e0041", "b": "♣\ud800"})
    assert text.isprintable() and "♣" in text
    assert json.loads(text) == {"a": "\x1b\x7f\x9b\u202e\U000e0041", "b": "♣\ufffd"}
    with pytest.raises(ValueError, match="JSON compliant"):
        json_text({"a": float("nan")})


# Reading


def test_a_file_is_read_without_its_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(b"\xef\xbb\xbfa = 1\n")
    assert read_text(file, "a file") == "a = 1\n"


@pytest.mark.parametrize(
    ("content", "why"), [(b"a" * 1001, "is larger than 1,000 bytes"), (b"ab\xff", "is not UTF-8 text (byte 2)")]
)
def test_a_file_that_is_too_large_or_no_text_is_refused(tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(content)
    with pytest.raises(BadInput) as error:
        read_text(file, "a script", 1000)
    assert f"a.toml: {why}" in said(error)


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/full", "/dev/null"])
def test_devices_are_no_files(device: str) -> None:
    with pytest.raises(BadInput) as error:
        read_text(Path(device), "a script", pipe=True)
    assert said(error) == f"{device}: is not a regular file; give the path of a script"


def test_folders_missing_files_and_impossible_names(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is a folder; give the path of a script"):
        read_text(tmp_path, "a script")
    with pytest.raises(BadInput, match="there is no such file; make one"):
        read_text(tmp_path / "none", "a script", missing="make one")
    for name in ("a\0b", "\ud800", "a" * 5000):
        with pytest.raises(BadInput) as error:
            read_text(tmp_path / name, "a script")
        assert "give the path of a script" in said(error)


@pytest.mark.parametrize("pipe", [False, True])
def test_a_pipe_that_nobody_writes_to_is_refused_at_once(tmp_path: Path, pipe: bool) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with pytest.raises(BadInput) as error:
        read_text(fifo, "a script", pipe=pipe)
    assert ("nothing came through this pipe" if pipe else "is not a regular file") in said(error)


def test_what_comes_through_a_pipe_is_read_within_the_same_limits(tmp_path: Path) -> None:
    for count, patience in ((100, True), (2000, False)):
        reading, writing = os.pipe()
        writer = threading.Thread(target=_write_slowly, args=(writing, count))
        writer.start()
        try:
            if patience:
                assert read_text(Path(f"/dev/fd/{reading}"), "a script", 1000, pipe=True) == "a" * 100
            else:
                with pytest.raises(BadInput, match="is larger than 1,000 bytes"):
                    read_text(Path(f"/dev/fd/{reading}"), "a script", 1000, pipe=True)
        finally:
            writer.join()
            os.close(reading)


def _write_slowly(number: int, count: int) -> None:
    for _ in range(2):
        time.sleep(0.05)
        os.write(number, b"a" * (count // 2))
    os.close(number)


def test_a_pipe_that_never_ends_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.law.inputs.PATIENCE_SECONDS", 0.1)
    reading, writing = os.pipe()
    os.write(writing, b"a")
    with pytest.raises(BadInput, match=r"did not end within 0\.1 seconds; write a script to a file"):
        read_text(Path(f"/dev/fd/{reading}"), "a script", pipe=True)
    os.close(reading)
    os.close(writing)


def test_a_stream_is_read_within_the_same_limits() -> None:
    assert read_stream(io.BytesIO("é".encode()), "standard input", "a script") == "é"
    with pytest.raises(BadInput, match="standard input: is larger than 10 bytes"):
        read_stream(io.BytesIO(b"a" * 11), "standard input", "a script", 10)
    closed = io.BytesIO()
    closed.close()
    with pytest.raises(BadInput, match="standard input: cannot be read"):
        read_stream(closed, "standard input", "a script")


# Understanding


def test_what_is_right_is_taken_as_it_is() -> None:
    assert read_json('{"a": [1, -2.5, "\\ud83d\\ude00", null, true]}', "x") == {"a": [1, -2.5, "😀", None, True]}
    assert toml('a.b = [1, 1.5]\nc = "....[[[["  # [[[', "x") == {"a": {"b": [1, 1.5]}, "c": "....[[[["}
    many = ", ".join(["[1.5, {a = 1}]"] * 200)
    assert len(toml(f"a = [{many}]", "x")["a"]) == 200
    assert len(read_json(json.dumps([[1.5, {"a": "[["}]] * 200), "x")) == 200
    assert read_json("[" * MOST_DEEP + "]" * MOST_DEEP, "x")
    assert toml("a = [[[[[[[[[[[[]]]]]]]]]]]]" + "\nb = 1.5" + "\n#" + "." * 99, "x")["b"] == 1.5


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("9" * 5000, "a number has more than 40 digits"),
        ("-" + "9" * 41, "a number has more than 40 digits"),
        ("NaN", "NaN is not a number"),
        ("[-Infinity]", "-Infinity is not a number"),
        ("1e999999999", "1e999999999 is not a finite number"),
        ('{"a": 1, "a": 2}', 'the key "a" is given twice'),
        ('{"' + "k" * 10**5 + '": 1}', "a key is 100,000 characters long"),
        ('"\\ud800"', "has half a character in it"),
        ('"\ud800"', "has half a character in it"),
        ('{"\\udc00\\ud800": 1}', "has half a character in it"),
        ('"' + "a" * 2_000_000 + '"', "is longer than 1,048,576 characters"),
        *((text, "are nested more than 32 levels deep") for text in NESTED.values()),
    ],
    ids=lambda text: text[:20].encode("ascii", "backslashreplace").decode(),
)
def test_json_beyond_a_limit_is_refused_with_its_reason(text: str, why: str) -> None:
    with pytest.raises(BadInput) as error:
        read_json(text, "script, line 3")
    assert said(error).startswith("script, line 3: ") and why in said(error)
    assert not isinstance(error.value, NotUnderstood)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = " + "9" * 5000, "a number has more than 40 digits"),
        ("a = 0x" + "f" * 5000, "a number has more than 40 digits"),
        ("a = nan", "nan is not a finite number"),
        ("a = -inf", "-inf is not a finite number"),
        ("a = 1e999", "1e999 is not a finite number"),
        ("k" * 10**5 + " = 1", "is longer than 200 characters"),
        ("a = " + NESTED["arrays"], "are nested more than 32 levels deep"),
        ('a = ["""x"""", ' + NESTED["arrays"] + "]", "are nested more than 32 levels deep"),
        ("a = " + "{a=" * DEEP + "1" + "}" * DEEP, "are nested more than 32 levels deep"),
        ("a." * 60_000 + "a = 1", "are nested more than 32 levels deep"),
        ("[" + '"a" . ' * 20_000 + "a ]", "are nested more than 32 levels deep"),
        ("#" * 300_000, "is longer than 262,144 characters"),
    ],
    ids=lambda text: text[:20],
)
def test_toml_beyond_a_limit_is_refused_with_its_reason(text: str, why: str) -> None:
    with pytest.raises(BadInput) as error:
        toml(text, "a.toml")
    assert said(error).startswith("a.toml: ") and why in said(error)
    assert not isinstance(error.value, NotUnderstood)


@pytest.mark.parametrize("last", [0, 50_000])
def test_a_key_given_twice_among_many_is_found_at_once(last: int) -> None:
    keys = ",".join(f'"a{n}":1' for n in range(last + 1))
    with pytest.raises(BadInput, match=f'the key "a{last}" is given twice'):
        read_json(f'{{{keys},"a{last}":2}}', "x")


def test_the_slowest_toml_takes_a_second_or_two() -> None:
    assert toml("".join(f"[a{n}{'.b' * 31}]\n" for n in range(3600)), "x")


@pytest.mark.parametrize("text", ["", "[1", '{"a" 1}', "nul", '"\x1b"', "\ufeff[]"])
def test_what_is_no_json_is_told_with_its_place(text: str) -> None:
    with pytest.raises(NotUnderstood) as error:
        read_json(text, "x")
    assert "is not JSON" in said(error) and "line 1 column" in said(error)


@pytest.mark.parametrize("text", ["a", "a = \x1b", "a = 1\na = 2", "\x00", 'a = "\\ud800"'])
def test_what_is_no_toml_is_told_with_its_place(text: str) -> None:
    with pytest.raises(NotUnderstood) as error:
        toml(text, "x")
    assert "is not TOML" in said(error) and "correct it there" in said(error)


def _nest(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [_nest(DEEP), 10**5000, float("inf"), {"a": ["\udfff"]}, {"\ud800": 1}, {1: 1}, {"k" * 10**6: 1}],
    ids=["deep", "digits", "infinite", "surrogate", "key-surrogate", "key-number", "key-long"],
)
def test_values_that_come_in_as_objects_are_held_to_the_same_limits(value: object) -> None:
    with pytest.raises(BadInput) as error:
        refuse_strange({"a": value}, "x")
    assert said(error).startswith("x: ")
