"""Texts of others in sentences of ours: visible, in one line, short; and JSON that every reader takes."""

from __future__ import annotations

import json
import re
from typing import Any

MOST_SHOWN = 200  # characters of somebody else's text in a sentence of ours
LONGEST_SENTENCE = 2000  # of ours, whatever it speaks of

SURROGATE = re.compile("[\ud800-\udfff]")


def is_unicode(text: str) -> bool:
    """Can it be written as UTF-8? Half of a surrogate pair cannot."""
    return text.isascii() or SURROGATE.search(text) is None


def visible(text: str) -> str:
    """The text in one line, with everything that a terminal would obey, hide or reorder escaped as \\xNN or \\uNNNN."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each == "\u00a0" else _escaped(each) for each in text)


def _escaped(character: str) -> str:
    number = ord(character)
    if character in "\n\r\t":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[character]
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def quoted(text: str) -> str:
    """The text in double quotes, visible, and shortened in the middle where it is long."""
    inside = shortened(text).replace('"', '\\"')
    return f'"{inside}"'


def shown(value: object) -> str:
    """Any plain value as one writes it in Python, visible and shortened: for sentences about it."""
    try:
        return shortened(repr(value))
    except (ValueError, RecursionError):  # more digits than are ever printed, or too deep
        return f"a value of type {type(value).__name__} that is too large to show"


def sentence(text: str) -> str:
    """A sentence of ours that speaks of somebody else's text: one line that no terminal obeys, and never endless."""
    return shortened(text, LONGEST_SENTENCE)


def shortened(text: str, most: int = MOST_SHOWN) -> str:
    """The visible text, without its middle where it is long."""
    if len(text) <= most:
        return visible(text)
    half = most // 2
    return f"{visible(text[:half])} … {visible(text[-half:])}"


def json_text(document: Any, indent: int | None = None) -> str:
    """A document as JSON that every reader takes: finite, without lone surrogates, nothing unprintable in it unescaped."""
    text = json.dumps(document, indent=indent, ensure_ascii=False, allow_nan=False, default=str)
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each == "\n" else _json_escaped(each) for each in text)


def _json_escaped(character: str) -> str:
    """The same character to a reader of JSON; a lone surrogate, which no text may have, becomes U+FFFD."""
    if SURROGATE.match(character):
        return "\\ufffd"
    return json.dumps(character)[1:-1].replace("\x7f", "\\u007f")
