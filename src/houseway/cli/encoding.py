"""Output for terminals without our characters: ASCII replacements, or escapes in JSON."""

from __future__ import annotations

import codecs
import io
from collections.abc import Mapping
from typing import TextIO

LOCALES = ("C", "POSIX")  # the plain locales, which guarantee only ASCII
COERCED = ("C.UTF-8", "C.utf8", "UTF-8")  # what Python turns them into in LC_CTYPE at startup (PEP 538)
PLAIN = {
    "§": "Sec.", "●": "*", "…": "...", "–": "-", "—": "-", "−": "-", "±": "+/-", "×": "x", "÷": "/", "·": "*",
    "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "♠": "S", "♥": "H", "♦": "D", "♣": "C",
    "→": "->", "←": "<-", "‘": "'", "’": "'", "“": '"', "”": '"', "\u00a0": " ",
    "½": "1/2", "¼": "1/4", "¾": "3/4",
    "│": "|", "─": "-", "━": "-", "█": "#",
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯", "+"),
    **dict.fromkeys("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "*"),
}  # fmt: skip


def is_ascii_only(encoding: str, environment: Mapping[str, str]) -> bool:
    """Whether the terminal shows only ASCII. Python writes UTF-8 even in the C locale, so the locale is checked by name."""
    try:
        "│§●".encode(encoding)
    except UnicodeEncodeError:
        return True
    if environment.get("PYTHONIOENCODING") or environment.get("PYTHONUTF8"):
        return False
    everything, kind, language = (environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    chosen = everything or ("" if kind in COERCED and language in LOCALES else kind) or language
    return chosen in LOCALES


def plain(text: str, ascii_only: bool) -> str:
    """The text as an ASCII terminal shows it: `Sec. 625a.3`, `+--+`."""
    if not ascii_only or text.isascii():
        return text
    return "".join(
        _spelled(each, text[place + 1 : place + 2]) if not each.isascii() else each for place, each in enumerate(text)
    )


def _spelled(character: str, following: str) -> str:
    if character == "§" and following and not following.isspace():
        return "Sec. "
    return PLAIN.get(character, "?")


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """The codec's error handler: replace characters by ASCII."""
    assert isinstance(error, UnicodeEncodeError)
    after = error.object[error.end : error.end + 1]
    bad = error.object[error.start : error.end]
    return "".join(_spelled(each, (bad + after)[n + 1 : n + 2]) for n, each in enumerate(bad)), error.end


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """The JSON escapes of characters: \\u00a7, or a surrogate pair beyond the basic plane."""
    assert isinstance(error, UnicodeEncodeError)
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[n]:02x}{units[n + 1]:02x}" for n in range(0, len(units), 2)), error.end


codecs.register_error("houseway-plain", _replaced)
codecs.register_error("houseway-json", _escaped)


def fit(stream: TextIO, environment: Mapping[str, str], as_json: bool) -> None:
    """Make a standard stream write only characters that its terminal can show."""
    if not isinstance(stream, io.TextIOWrapper):
        return
    errors = "houseway-json" if as_json else "houseway-plain"
    if is_ascii_only(stream.encoding, environment):
        ascii_or_less = stream.encoding if not _is_unicode(stream.encoding) else "ascii"
        stream.reconfigure(encoding=ascii_or_less, errors=errors)
    else:
        stream.reconfigure(errors=errors)


def _is_unicode(encoding: str) -> bool:
    return codecs.lookup(encoding).name.startswith("utf")
