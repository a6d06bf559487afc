"""Texts that the law wants submitted: procedures and descriptions that no choice among options can give.

They stand in `[texts]` of a submission, each as one text or as a list of steps. A submission without them has the digest that it
always had; a text that is needed and not given is reported, and makes no submission unlawful.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.law.approval import applies
from houseway.law.citation import Citation
from houseway.law.errors import LawError, one_of, shown
from houseway.law.toml_file import citation_of, only_keys, read_toml, short, text_of

TEXTS = "texts"  # their table in a submission
LONGEST = 600  # letters of one step
MOST = 60  # steps of one text
KEYS = ("key", "says", "about", "cite", "when")
ABOUT = ("procedure", "equipment")


@dataclass(frozen=True, slots=True)
class SubmittedText:
    """A text that a paragraph wants submitted. `when`: the choices under which it does, each with the values that count."""

    key: str
    says: str
    about: str  # "procedure" or "equipment": the part of the papers that it belongs to
    cite: Citation
    when: tuple[tuple[str, tuple[object, ...]], ...] = ()

    @property
    def field(self) -> str:
        """Its key in a submission."""
        return f"{TEXTS}.{self.key}"

    @property
    def problem(self) -> str:
        """The problem if it is required but missing."""
        return f"{self.says.rstrip('.')}: no text is given; write it in [{TEXTS}], as one text or as a list of steps"

    def wanted(self, chosen: Mapping[str, Any]) -> bool:
        """Do these choices make it necessary?"""
        return applies(self.when, (), chosen, {})

    def as_json(self, given: tuple[str, ...] | None) -> dict[str, Any]:
        """The text and what was given, as plain values."""
        return {
            "field": self.field,
            "says": self.says,
            "given": None if given is None else list(given),
            "problem": self.problem if given is None else None,
            "cites": [str(self.cite)],
        }

    def __str__(self) -> str:
        return f"{self.field}: {self.problem} ({self.cite})"


def load_texts(path: Path, known: Iterable[str], options: Collection[str]) -> tuple[SubmittedText, ...]:
    """Read `texts.toml`; nothing if the chapter has none. A key may stand several times, once for each edition's paragraph."""
    if not path.exists():
        return ()
    file, known = short(path), frozenset(known)
    rows = only_keys(file, "", read_toml(path), ("text",)).get("text", [])
    return tuple(_text(file, f"text {number}", row, known, options) for number, row in enumerate(rows, 1))


def _text(file: str, place: str, row: object, known: frozenset[str], options: Collection[str]) -> SubmittedText:
    table = only_keys(file, place, row, KEYS, ("key", "says", "about", "when"))
    key, says, about = (text_of(file, f"{place}.{name}", table[name]) for name in ("key", "says", "about"))
    if about not in ABOUT:
        raise LawError(file, f"{place}.about", f"{about!r} is not a part of the papers", f"write {one_of(ABOUT)}")
    when = only_keys(file, f"{place}.when", table["when"], options)
    if not all(isinstance(values, list) for values in when.values()):
        raise LawError(file, f"{place}.when", "does not list values by key", 'write when = { shaker = ["automated"] }')
    choices = tuple((name, tuple(values)) for name, values in when.items())
    return SubmittedText(key, says, about, citation_of(file, place, table, known), choices)


def lines_of(value: object) -> tuple[tuple[str, ...], str]:
    """The steps of a text as given, and the problem with it. Line breaks within one text divide it into steps, too."""
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        return (), f"{shown(value)} is neither a text nor a list of texts"
    lines = tuple(line.strip() for each in listed for line in each.splitlines() if line.strip())
    if not lines:
        return (), "is empty; write the text, or leave the key out"
    if len(lines) > MOST:
        return (), f"has {len(lines)} steps; write at most {MOST}"
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST:
            return (), f"step {number} has {len(line)} letters; write at most {LONGEST}, in several steps if needed"
        if not line.isprintable():
            return (), f"step {number} has a character that cannot be printed: {shown(line)}"
    return lines, ""
