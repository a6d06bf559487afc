"""Editions: a dated, complete text of a chapter as data, with a citation for every value."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from houseway.law.approval import Approval, load_approvals
from houseway.law.citation import Citation
from houseway.law.docket import NO_DOCKET, Docket
from houseway.law.errors import LawError, one_of
from houseway.law.toml_file import citation_of, only_keys, read_toml, short, text_of
from houseway.money import Odds, OddsError

Plain = int | str | bool | tuple[str, ...]
NOT_LAW = "a redraft, not a text of the Board"


@dataclass(frozen=True, slots=True)
class Value:
    """A figure or fact of the law, with its citation."""

    value: Plain
    cite: Citation


@dataclass(frozen=True, slots=True)
class Payout:
    """The odds of a line of the paytable; `at_least` where the law says "no less than"."""

    line: str
    odds: Odds
    cite: Citation
    at_least: bool = False


@dataclass(frozen=True, slots=True)
class SubmissionOption:
    """A choice that the law leaves to the certificate holder's Rules Submission.

    Either one of `choices` (the default first), or a whole number from `low` to `high`, or, where
    `form` names it, something that the game itself checks.
    """

    key: str
    says: str
    cite: Citation
    choices: tuple[str | bool | int, ...] = ()
    low: int | None = None
    high: int | None = None
    default: Any = None
    form: str = "choice"
    example: str = ""  # TOML for the comment in a new submission


@dataclass(frozen=True, slots=True)
class Shape:
    """The keys that an edition of a game must have; a missing or unknown key is refused by name."""

    values: Mapping[str, type]
    lines: tuple[str, ...]
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edition:
    """One text of a chapter."""

    id: str
    title: str
    status: str
    published: str
    source: str
    values: Mapping[str, Value]
    payouts: Mapping[str, Payout]
    options: Mapping[str, SubmissionOption]
    approvals: tuple[Approval, ...]
    digest: str = field(repr=False)  # of the bytes of the edition's file
    docket: Docket = NO_DOCKET
    redraft: str = ""  # the file of a redraft, which is not law; `id` is then the edition that it is based on

    @property
    def in_force(self) -> bool:
        """Whether this text was adopted; proposals and comments are not in force."""
        return self.status == "final" and not self.redraft

    @property
    def standing(self) -> str:
        """The status of the text in words: in force, proposed, a comment, or a redraft."""
        if self.redraft:
            return f"{NOT_LAW}, based on {self.id}"
        if self.in_force:
            return f"in force since {self.published}"
        kinds = {"proposed": "a proposal", "comment": "a public comment"}
        return f"{kinds.get(self.status, f'a text ({self.status})')} of {self.published}, not in force"


TOP = ("edition", "value", "payout", "option", "approval")
HEAD = ("id", "title", "status", "published", "source")
OPTION_KEYS = ("choices", "default", "low", "high", "form", "example", "says", "cite")


def load_edition(path: Path, shape: Shape, known: Iterable[str]) -> Edition:
    """Read one edition's file; refuse floats, unknown keys, values without a citation, and missing values."""
    file = short(path)
    data = only_keys(file, "", read_toml(path), TOP, ("edition", "payout"))
    head = only_keys(file, "edition", data["edition"], HEAD, HEAD)
    texts = {name: text_of(file, f"edition.{name}", head[name]) for name in HEAD}
    if texts["id"] != path.stem:
        raise LawError(file, "edition.id", f'"{texts["id"]}" is not the file\'s name', f'write id = "{path.stem}"')
    digest = "sha256:" + hashlib.sha256(path.read_bytes()).hexdigest()
    return edition_of(file, data, texts, shape, known, digest)


def edition_of(
    file: str, data: Mapping[str, Any], texts: Mapping[str, str], shape: Shape, known: Iterable[str], digest: str
) -> Edition:
    """The edition that a file's tables make; `texts` is its head."""
    known = frozenset(known)
    values = {k: _value(file, k, row, known, shape) for k, row in data.get("value", {}).items()}
    payouts = {k: _payout(file, k, row, known) for k, row in data["payout"].items()}
    options = {k: _option(file, k, row, known) for k, row in _options(data.get("option", {}))}
    _complete(file, "value", values, shape.values)
    _complete(file, "payout", payouts, shape.lines)
    _complete(file, "option", options, shape.options)
    approvals = load_approvals(file, data.get("approval", []), known, options)
    known_as, title, status, published, source = (texts[name] for name in HEAD)
    return Edition(known_as, title, status, published, source, values, payouts, options, approvals, digest)


def _complete(file: str, table: str, found: Iterable[str], needed: Iterable[str]) -> None:
    found, needed = list(found), list(needed)
    for name in found:
        if name not in needed:
            raise LawError(file, f"{table}.{name}", "is not a known key", f"the game knows {one_of(needed, 40)}")
    for name in needed:
        if name not in found:
            raise LawError(
                file,
                f"{table}.{name}",
                "is missing, so the edition is not complete",
                "add it with its citation",
            )


def _value(file: str, name: str, row: object, known: frozenset[str], shape: Shape) -> Value:
    key = f"value.{name}"
    table = only_keys(file, key, row, ("value", "cite"), ("value",))
    cite, value = citation_of(file, key, table, known), table["value"]
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        value = tuple(value)
    expected = shape.values.get(name)
    if expected is not None and type(value) is not expected:
        raise LawError(file, key, f"{value!r} is not {_kind(expected)}", f"write {_kind(expected)}")
    if not isinstance(value, int | str | bool | tuple):
        raise LawError(
            file, key, f"{value!r} is not a value that a game reads", "write a number, a text or a list of texts"
        )
    return Value(value, cite)


def _kind(expected: type) -> str:
    return {int: "a whole number", str: "a text", bool: "true or false", tuple: "a list of texts"}[expected]


def _payout(file: str, line: str, row: object, known: frozenset[str]) -> Payout:
    key = f"payout.{line}"
    table = only_keys(file, key, row, ("pays", "at_least", "cite"))
    cite = citation_of(file, key, table, known)
    if "pays" not in table:
        raise LawError(file, key, "has no pays", 'write pays = "35 to 1"')
    try:
        odds = Odds.parse(text_of(file, f"{key}.pays", table["pays"]))
    except OddsError as error:
        raise LawError(file, f"{key}.pays", str(error), "correct it") from error
    at_least = table.get("at_least", False)
    if not isinstance(at_least, bool):
        raise LawError(file, f"{key}.at_least", f"{at_least!r} is not true or false", "write true or false")
    return Payout(line, odds, cite, at_least)


def _options(table: Mapping[str, Any], above: str = "") -> list[tuple[str, object]]:
    """Options by dotted key: `[option.fire.paytable]` is `fire.paytable`."""
    found: list[tuple[str, object]] = []
    for name, row in table.items():
        key = above + name
        if isinstance(row, dict) and row and all(isinstance(inner, dict) for inner in row.values()):
            found += _options(row, key + ".")
        else:
            found.append((key, row))
    return found


def _option(file: str, name: str, row: object, known: frozenset[str]) -> SubmissionOption:
    key = f"option.{name}"
    table = only_keys(file, key, row, OPTION_KEYS, ("says",))
    cite, says = citation_of(file, key, table, known), text_of(file, f"{key}.says", table["says"])
    choices = tuple(table.get("choices", ()))
    default = table.get("default", choices[0] if choices else None)
    form = table.get("form", "choice" if choices else "number")
    if default is None or (form == "choice" and default not in choices):
        raise LawError(
            file,
            key,
            "has no default among its choices",
            "list the default first in choices, or add default = …",
        )
    example = table.get("example", "").replace("\\n", "\n")  # also where a literal string writes a line break as \n
    return SubmissionOption(name, says, cite, choices, table.get("low"), table.get("high"), default, form, example)
