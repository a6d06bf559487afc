"""The docket of an edition: its numbers and dates, its authority, and what it replaces.

It is in `docket.toml` next to the editions and not in their files: it decides nothing, and an edition's digest is that of what
decides. What our texts do not say is listed as absent; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from houseway.law.dates import read_day
from houseway.law.errors import BadArgument, LawError, one_of
from houseway.law.toml_file import only_keys, read_toml, short, text_of

DATES = ("adopted", "received", "published", "effective")
TEXTS = ("board", "irrc", "bulletin")
LISTS = ("authority", "replaces")
FIELDS = (*TEXTS, *DATES, *LISTS, "temporary")


@dataclass(frozen=True, slots=True)
class Temporary:
    """Where and when temporary regulations were adopted."""

    at: str
    on: str

    def as_json(self) -> dict[str, str]:
        """Plain values."""
        return {"at": self.at, "on": self.on}


@dataclass(frozen=True, slots=True)
class Docket:
    """Numbers, dates, authority. None: our texts do not say; an empty list: they say that there is none."""

    board: str | None = None  # number of the Board's filing
    irrc: str | None = None  # number at the Independent Regulatory Review Commission
    bulletin: str | None = None  # its place in the Pennsylvania Bulletin
    adopted: str | None = None  # dates are YYYY-MM-DD
    received: str | None = None  # by the Commission
    published: str | None = None
    effective: str | None = None
    authority: tuple[str, ...] | None = None
    replaces: tuple[str, ...] | None = None  # chapters
    temporary: tuple[Temporary, ...] | None = None  # the temporary regulations in those chapters
    as_of: str = ""  # the state of the Code that an adopted text is from
    note: str = ""

    @property
    def absent(self) -> tuple[str, ...]:
        """The facts that our texts do not state."""
        return tuple(name for name in FIELDS if getattr(self, name) is None)

    def as_json(self) -> dict[str, Any]:
        """Plain values; null for what our texts do not say."""
        plain = {name: getattr(self, name) for name in (*TEXTS, *DATES)}
        listed = {name: None if (value := getattr(self, name)) is None else list(value) for name in LISTS}
        temporary = None if self.temporary is None else [each.as_json() for each in self.temporary]
        return {
            **plain,
            **listed,
            "temporary": temporary,
            "absent": list(self.absent),
            "as_of": self.as_of or None,
            "note": self.note or None,
        }

    def in_words(self) -> list[str]:
        """A few lines in words; the last one lists what is absent."""
        numbers = [
            f"{says}{value}"
            for says, value in (("Board filing ", self.board), ("IRRC ", self.irrc), ("", self.bulletin))
            if value
        ]
        dates = [f"{name} {day}" for name in DATES if (day := getattr(self, name))]
        dates += [f"Code pages of {self.as_of}"] if self.as_of else []
        lines = [", ".join(numbers), ", ".join(dates)]
        lines += [f"under {'; '.join(self.authority)}"] if self.authority else []
        lines += [f"replaces {_chapters(self.replaces, self.temporary)}"] if self.replaces else []
        lines += ["replaces nothing"] if self.replaces == () else []
        lines += [self.note] if self.note else []
        lines += [f"not in our texts: {', '.join(self.absent)}"] if self.absent else []
        return [line for line in lines if line]


def _chapters(replaced: tuple[str, ...], temporary: tuple[Temporary, ...] | None) -> str:
    named = f"Chapter{'s' if len(replaced) > 1 else ''} {', '.join(replaced)}"
    adopted = "; ".join(f"{each.at}, {each.on}" for each in temporary or ())
    return f"{named} (temporary regulations, {adopted})" if adopted else named


NO_DOCKET = Docket()


def load_dockets(path: Path, editions: tuple[str, ...]) -> Mapping[str, Docket]:
    """Read `docket.toml`: one table for each edition. A chapter without the file has dockets in which everything is absent."""
    if not path.exists():
        return dict.fromkeys(editions, NO_DOCKET)
    file = short(path)
    data = only_keys(file, "", read_toml(path), editions, editions)
    return {edition: _docket(file, edition, data[edition]) for edition in editions}


def _docket(file: str, key: str, row: object) -> Docket:
    table = only_keys(file, key, row, (*FIELDS, "absent", "as_of", "note"))
    absent = _listed(file, f"{key}.absent", table.get("absent", []))
    for name in absent:
        if name not in FIELDS:
            raise LawError(file, f"{key}.absent", f'"{name}" is not a field of a docket', f"there are {one_of(FIELDS)}")
        if name in table:
            raise LawError(file, f"{key}.{name}", "is given and listed as absent", "leave one of them out")
    for name in FIELDS:
        if name not in table and name not in absent:
            remedy = f'write it, or list it where the texts do not say: absent = ["{name}"]'
            raise LawError(file, key, f"has no {name}", remedy)
    found: dict[str, Any] = {name: text_of(file, f"{key}.{name}", table[name]) for name in TEXTS if name in table}
    found |= {name: _day(file, f"{key}.{name}", table[name]) for name in DATES if name in table}
    found |= {name: _listed(file, f"{key}.{name}", table[name]) for name in LISTS if name in table}
    if "temporary" in table:
        found["temporary"] = _temporary(file, f"{key}.temporary", table["temporary"])
    for earlier, later in pairwise(name for name in DATES if name in found):
        if found[earlier] > found[later]:
            raise LawError(file, f"{key}.{later}", f"{found[later]} is before {earlier} {found[earlier]}", "correct it")
    found |= {name: text_of(file, f"{key}.{name}", table[name]) for name in ("as_of", "note") if name in table}
    return Docket(**found)


def _listed(file: str, key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise LawError(file, key, f"{value!r} is not a list", 'write ["…"], or [] for none')
    return tuple(text_of(file, key, each) for each in value)


def _temporary(file: str, key: str, value: object) -> tuple[Temporary, ...]:
    if not isinstance(value, list):
        raise LawError(file, key, f"{value!r} is not a list", "write [{ at = …, on = … }], or [] for none")
    rows = [only_keys(file, key, each, ("at", "on"), ("at", "on")) for each in value]
    return tuple(Temporary(text_of(file, f"{key}.at", row["at"]), _day(file, f"{key}.on", row["on"])) for row in rows)


def _day(file: str, key: str, value: object) -> str:
    text = text_of(file, key, value)
    try:
        return read_day(text).isoformat()
    except BadArgument as error:
        raise LawError(file, key, error.problem.removeprefix(": "), "write it as YYYY-MM-DD") from error
