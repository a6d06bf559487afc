"""Show untrusted text in messages: printable, on one line, short; and write JSON that every parser accepts."""

from __future__ import annotations

import json
import re
from typing import Any

MOST_SHOWN = 200  # characters of untrusted text in a message
LONGEST_SENTENCE = 2000  # characters of a message

SURROGATE = re.compile("[\ud800-\udfff]")


def is_unicode(text: str) -> bool:
    """Whether it can be written as UTF-8: it has no lone surrogate."""
    return text.isascii() or SURROGATE.search(text) is None


def visible(text: str) -> str:
    """The text on one line, with control, invisible and reordering characters escaped as \\xNN or \\uNNNN."""
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
    """The visible text in double quotes, shortened in the middle if it is long."""
    inside = shortened(text).replace('"', '\\"')
    return f'"{inside}"'


def shown(value: object) -> str:
    """Any plain value as Python writes it, visible and shortened, for messages."""
    try:
        return shortened(repr(value))
    except (ValueError, RecursionError):  # too many digits, or too deep
        return f"a value of type {type(value).__name__} that is too large to show"


def shown_json(value: object) -> str:
    """A value as `shown`, but true, false and null as JSON writes them: for messages about what was sent as JSON."""
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return "null"
    return shown(value)


def sentence(text: str) -> str:
    """A message on one line, without control characters and of limited length."""
    return shortened(text, LONGEST_SENTENCE)


def shortened(text: str, most: int = MOST_SHOWN) -> str:
    """The visible text, without its middle if it is long."""
    if len(text) <= most:
        return visible(text)
    half = most // 2
    return f"{visible(text[:half])} … {visible(text[-half:])}"


def json_text(document: Any, indent: int | None = None) -> str:
    """A document as JSON that every parser accepts: finite, no lone surrogates, unprintable characters escaped."""
    text = json.dumps(document, indent=indent, ensure_ascii=False, allow_nan=False, default=str)
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each == "\n" else _json_escaped(each) for each in text)


def _json_escaped(character: str) -> str:
    """The JSON escape of a character; a lone surrogate becomes U+FFFD."""
    if SURROGATE.match(character):
        return "\\ufffd"
    return json.dumps(character)[1:-1].replace("\x7f", "\\u007f")
