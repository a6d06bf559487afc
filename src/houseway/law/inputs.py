"""Untrusted files and texts: read within limits, checked, and shown safely.

All untrusted input is read here. Each function returns a value of limited size or raises `BadInput` with one sentence that names
the file or argument. No function waits longer than `PATIENCE_SECONDS` or reads more than its limit.
"""

from __future__ import annotations

import json
import math
import os
import re
import select
import stat
import time
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, Any, NoReturn

from houseway.law.errors import BadInput
from houseway.law.safe_text import SURROGATE, json_text, quoted, shortened, shown, visible

__all__ = [
    "MOST_BYTES", "MOST_DEEP", "MOST_DIGITS", "MOST_KEY", "MOST_TOML", "NotUnderstood", "is_file", "json_text", "quoted",
    "read_json", "read_stream", "read_text", "refuse_strange", "refuse_unwritable", "shown", "toml", "unwritten", "visible",
]  # fmt: skip

MOST_BYTES = 1 << 20  # of a file or text, unless the caller passes another limit
MOST_TOML = 1 << 18  # of a TOML file, whose parser is a hundred times slower than JSON's
MOST_DEEP = 32  # levels of nested tables and lists
MOST_DIGITS = 40  # of a whole number
MOST_KEY = 200  # characters of a key
PATIENCE_SECONDS = 10  # to read all of a pipe

_JSON_MARKS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_TOML_MARKS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\Z)|\'\'\'(?:[^\']|\'(?!\'\'))*+(?:\'{3,5}|\Z)'
    r'|"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*+\'?|#[^\n]*+|[\[\]{}.,=\n]',
    re.DOTALL,
)


class NotUnderstood(BadInput):
    """A text that is not valid JSON or TOML, as opposed to one beyond a limit."""


# Reading


def read_text(path: Path, what: str, most_bytes: int = MOST_BYTES, *, pipe: bool = False, missing: str = "") -> str:
    """Read a file's text: UTF-8, at most `most_bytes`, without its byte-order mark.

    `what` describes the expected file ("a submission's TOML file"). Only regular files are read, and with `pipe` also pipes,
    which must end within `PATIENCE_SECONDS`. `missing` is the remedy if there is no such file.
    """
    name, right = shortened(str(path)), f"give the path of {what}"
    try:
        content = _content(path, name, what, most_bytes, pipe)
    except FileNotFoundError:
        raise BadInput(f"{name}: there is no such file; {missing or right}") from None
    except OSError as error:
        raise BadInput(f"{name}: cannot be read ({error.strerror}); {right}") from None
    except ValueError:  # a NUL or a lone surrogate in its name
        raise BadInput(f"{name}: is not a file name; {right}") from None
    return _decoded(content, name, what, most_bytes)


def read_stream(stream: IO[bytes], name: str, what: str, most_bytes: int = MOST_BYTES) -> str:
    """Read the text of an open binary stream such as `sys.stdin.buffer`, within the same limits."""
    try:
        content = stream.read(most_bytes + 1)
    except (OSError, ValueError) as error:  # a closed stream is a ValueError
        raise BadInput(f"{name}: cannot be read ({error}); give {what}") from None
    return _decoded(content or b"", name, what, most_bytes)


def _content(path: Path, name: str, what: str, most_bytes: int, pipe: bool) -> bytes:
    """Read at most one byte more than is allowed, without blocking."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    number = os.open(path, flags)
    try:
        mode = os.fstat(number).st_mode
        if stat.S_ISFIFO(mode) and pipe:
            return _piped(number, name, what, most_bytes)
        if not stat.S_ISREG(mode):
            kind = "a folder" if stat.S_ISDIR(mode) else "not a regular file"
            raise BadInput(f"{name}: is {kind}; give the path of {what}")
        with os.fdopen(number, "rb", closefd=False) as file:
            return file.read(most_bytes + 1)
    finally:
        os.close(number)


def _piped(number: int, name: str, what: str, most_bytes: int) -> bytes:
    """Read a pipe until it ends; a pipe without a writer ends at once."""
    content, end = bytearray(), time.monotonic() + PATIENCE_SECONDS
    while len(content) <= most_bytes:
        try:
            part = os.read(number, min(most_bytes + 1 - len(content), 1 << 16))
        except BlockingIOError:  # a writer has the pipe open but has not written yet
            if not select.select([number], [], [], max(0, end - time.monotonic()))[0]:
                late = f"did not end within {PATIENCE_SECONDS} seconds"
                raise BadInput(f"{name}: {late}; write {what} to a file and give that") from None
            continue
        if not part:
            break
        content += part
    if not content:
        raise BadInput(f"{name}: nothing came through this pipe; write {what} to a file and give that")
    return bytes(content)


def _decoded(content: bytes, name: str, what: str, most_bytes: int) -> str:
    if len(content) > most_bytes:
        raise BadInput(f"{name}: is larger than {most_bytes:,} bytes, more than {what} may have")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{name}: is not UTF-8 text (byte {error.start:,}); save it as UTF-8") from None


def is_file(name: str) -> bool:
    """Whether there is a regular file of this name; False for impossible names."""
    return os.path.isfile(name)


def refuse_unwritable(path: Path | None, option: str) -> None:
    """Raise BadInput, before long work begins, if a file cannot be written: a folder, a pipe without a reader."""
    if path is None:
        return
    flags = os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    why = ""
    try:
        os.close(os.open(path, flags))
    except FileNotFoundError:
        if not os.path.isdir(path.parent):
            why = "there is no such folder"
        elif reason := _takes_no_files(path.parent):
            why = f"that folder cannot be written to: {reason}"
    except OSError as error:  # a pipe without a reader, a folder, a name that is too long
        why = error.strerror or str(error)
    except ValueError:
        why = "is not a file name"
    if why:
        right = "name a file in an existing folder that you can write to"
        raise BadInput(f"{option} {shortened(str(path))}: cannot be written ({why}); {right}")


def refuse_unwritable_folder(path: Path, option: str) -> None:
    """Raise BadInput, before long work begins, if files cannot be written into a folder, which need not be there yet."""
    there = next(each for each in (path, *path.absolute().parents) if os.path.lexists(each))
    if not there.is_dir():
        why = f"{shortened(str(there))} is a file"
        raise BadInput(f"{option} {shortened(str(path))}: cannot be written ({why}); name a folder")
    if reason := _takes_no_files(there):
        right = "name a folder that you can write to"
        raise BadInput(f"{option} {shortened(str(path))}: cannot be written ({reason}); {right}")


def _takes_no_files(folder: Path) -> str:
    """Why no file can be created in a folder, or nothing. Permissions alone do not tell: an administrator has all of them."""
    import tempfile  # rarely needed, and slow to load

    try:
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except FileNotFoundError:  # /proc
        return "no files can be created there"
    except OSError as error:
        return error.strerror or str(error)


def unwritten(path: Path, option: str, error: OSError) -> BadInput:
    """The error for a file that could not be written: a full disk, a folder that was removed."""
    return BadInput(
        f"{option} {shortened(str(path))}: cannot be written ({error.strerror or error}); choose another place"
    )


# Understanding


def read_json(text: str, what: str, most_characters: int = MOST_BYTES) -> Any:
    """Parse one JSON value within limits of size, depth and digits; refuse duplicate keys, NaN and lone surrogates.

    `what` names the text in errors ("script.jsonl, line 3"). Floats are allowed; the caller decides whether they fit.
    """
    _refuse_long(text, what, most_characters)
    _refuse_deep(text, what, _JSON_MARKS)
    try:
        value = json.loads(
            text, parse_int=_whole, parse_float=_finite, parse_constant=_no_number, object_pairs_hook=_each_key_once
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise NotUnderstood(f"{what}: is not JSON: {error.msg} ({where}); correct it there") from None
    except _LimitError as refused:
        raise BadInput(f"{what}: {refused}") from None
    except RecursionError:  # the parser counts nesting differently than we do
        raise BadInput(f"{what}: {_too_deep()}") from None
    if "\\u" in text or SURROGATE.search(text):
        refuse_strange(value, what)
    return value


def toml(text: str, what: str, most_characters: int = MOST_TOML) -> dict[str, Any]:
    """Parse one TOML document within the same limits; `what` names it in errors. NaN and infinity are refused."""
    _refuse_long(text, what, most_characters)
    _refuse_deep(text, what, _TOML_MARKS)
    try:
        data = tomllib.loads(text, parse_float=_finite)
    except tomllib.TOMLDecodeError as error:
        raise NotUnderstood(f"{what}: is not TOML: {shortened(str(error))}; correct it there") from None
    except _LimitError as refused:
        raise BadInput(f"{what}: {refused}") from None
    except RecursionError:
        raise BadInput(f"{what}: {_too_deep()}") from None
    except ValueError as error:  # thousands of digits, or an impossible date
        problem = _too_many_digits() if "digit" in str(error) else f"is not TOML: {shortened(str(error))}"
        raise BadInput(f"{what}: {problem}") from None
    refuse_strange(data, what)
    return data


def refuse_strange(value: object, what: str, most_entries: int | None = None) -> None:
    """Raise BadInput for an untrusted plain value that is too deep, not finite, too large a number, or has lone surrogates.

    `most_entries` limits the length of each list or table.
    """
    waiting: list[tuple[object, int]] = [(value, 0)]
    while waiting:
        each, depth = waiting.pop()
        if depth > MOST_DEEP:
            raise BadInput(f"{what}: {_too_deep()}")
        problem = _strange(each)
        if problem:
            raise BadInput(f"{what}: {problem}")
        if isinstance(each, Mapping | list | tuple) and most_entries is not None and len(each) > most_entries:
            raise BadInput(f"{what}: a list or table has {len(each):,} entries; it may have {most_entries:,}")
        if isinstance(each, Mapping):
            for key in each:
                _refuse_key(key, what)
            waiting += [(inner, depth + 1) for inner in each.values()]
        elif isinstance(each, list | tuple):
            waiting += [(inner, depth + 1) for inner in each]


class _LimitError(ValueError):
    """A value beyond a limit, found while parsing."""


def _strange(value: object) -> str:
    if isinstance(value, str) and SURROGATE.search(value):
        return f"{quoted(value)} has half a character in it (a lone surrogate); write the whole character"
    if isinstance(value, int) and value.bit_length() > MOST_DIGITS * 10 // 3:
        return _too_many_digits()
    if isinstance(value, float) and not math.isfinite(value):
        return f"{value} is not a number; write one"
    return ""


def _refuse_key(key: object, what: str) -> None:
    if not isinstance(key, str):
        raise BadInput(f"{what}: the key {shown(key)} is not a text")
    if len(key) > MOST_KEY:
        raise BadInput(f"{what}: the key {quoted(key)} is longer than {MOST_KEY} characters")
    if SURROGATE.search(key):
        raise BadInput(
            f"{what}: the key {quoted(key)} has half a character in it (a lone surrogate); write the whole character"
        )


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise _LimitError(_too_many_digits())
    return int(text)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise _LimitError(f"{shortened(text)} is not a finite number; write one that is")
    return value


def _no_number(text: str) -> NoReturn:
    raise _LimitError(f"{text} is not a number; write one")


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _LimitError(f"the key {quoted(twice)} is given twice")
    longest = max(map(len, made), default=0)
    if longest > MOST_KEY:
        raise _LimitError(f"a key is {longest:,} characters long; the longest may have {MOST_KEY}")
    return made


def _refuse_long(text: str, what: str, most_characters: int) -> None:
    if len(text) > most_characters:
        raise BadInput(f"{what}: is longer than {most_characters:,} characters")


def _refuse_deep(text: str, what: str, marks: re.Pattern[str]) -> None:
    """Refuse deep nesting before parsing: parsers recurse, and tomllib is slow with many dots in a key."""
    if sum(map(text.count, "[{.")) <= MOST_DEEP:
        return
    depth = dots = 0
    for mark in _single(marks, text):
        depth = max(0, depth + (mark in "[{") - (mark in "]}"))
        dots = dots + 1 if mark == "." else 0
        if depth > MOST_DEEP or dots > MOST_DEEP:
            raise BadInput(f"{what}: {_too_deep()}")


def _single(marks: re.Pattern[str], text: str) -> Iterable[str]:
    """Brackets, dots and the characters that end a key, except in strings and comments."""
    return (found for found in marks.findall(text) if len(found) == 1 and found not in "\"'#")


def _too_deep() -> str:
    return f"tables or lists are nested more than {MOST_DEEP} levels deep; write it flatter"


def _too_many_digits() -> str:
    return f"a number has more than {MOST_DIGITS} digits; write a smaller one"
