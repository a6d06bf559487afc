"""Consequences: what the law requires because of a choice of the submission, by paragraph."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from houseway.law.approval import applies
from houseway.law.citation import Citation
from houseway.law.edition import Edition
from houseway.law.errors import LawError, one_of
from houseway.law.toml_file import citation_of, only_keys, read_toml, short, text_of

SHOWN = ("layout", "sign", "equipment", "procedure")  # where a consequence shows
KEYS = ("cite", "says", "on", "when", "unless", "changed", "above", "only")
GAME = "game"  # a key of `when` that is not an option: one of the chapter's games


@dataclass(frozen=True, slots=True)
class Consequence:
    """Something that a paragraph requires because of a choice.

    `when`: the choices, each with the values that count; `unless`: choices with the values that exclude it; `changed`: keys of
    which one differs from its default; `above`: keys whose number is larger. `only`: the editions, empty: all that have the
    paragraph.
    """

    cite: Citation
    says: str
    on: str
    when: tuple[tuple[str, tuple[object, ...]], ...] = ()
    changed: tuple[str, ...] = ()
    above: tuple[tuple[str, int], ...] = ()
    only: tuple[str, ...] = ()
    unless: tuple[tuple[str, tuple[object, ...]], ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The options that it follows from."""
        named = (*(key for key, _ in (*self.when, *self.unless)), *self.changed, *(key for key, _ in self.above))
        return tuple(dict.fromkeys(key for key in named if key != GAME))

    def follows(self, chosen: Mapping[str, Any], defaults: Mapping[str, Any]) -> bool:
        """Does it follow from these choices?"""
        larger = all(isinstance(chosen[key], int) and chosen[key] > number for key, number in self.above)
        excluded = any(applies((each,), (), chosen, defaults) for each in self.unless)
        return larger and not excluded and applies(self.when, self.changed, chosen, defaults)

    def as_json(self) -> dict[str, Any]:
        """The consequence as plain values."""
        return {"because": list(self.keys), "requires": self.says, "on": self.on, "cites": [str(self.cite)]}

    def __str__(self) -> str:
        return f"{', '.join(self.keys)}: {self.says} ({self.cite})"


@dataclass(frozen=True, slots=True)
class Consequences:
    """Those of a chapter, and the options that have none, each with the reason."""

    listed: tuple[Consequence, ...] = ()
    none: Mapping[str, str] = field(default_factory=dict)

    def of(
        self, edition: Edition, cites: Collection[str], chosen: Mapping[str, Any], defaults: Mapping[str, Any]
    ) -> tuple[Consequence, ...]:
        """The consequences of these choices under an edition, in the file's order."""
        return tuple(
            each
            for each in self.listed
            if each.cite in cites
            and (not each.only or edition.id in each.only)
            and all(_option(key, edition.options) for key in each.keys)
            and each.follows(chosen, defaults)
        )


def load_consequences(path: Path, known: Iterable[str], editions: Collection[Edition]) -> Consequences:
    """Read `consequences.toml`; nothing if the chapter has none. Keys, values and editions must exist."""
    if not path.exists():
        return Consequences()
    file, known = short(path), frozenset(known)
    data = only_keys(file, "", read_toml(path), ("consequence", "none"))
    found = tuple(_consequence(file, n, row, known) for n, row in enumerate(data.get("consequence", ()), 1))
    for number, each in enumerate(found, 1):
        _check(file, f"consequence {number}", each, editions)
    none = only_keys(file, "none", data.get("none", {}), data.get("none", {}))
    for key, why in none.items():
        text_of(file, f"none.{key}", why)
        _refuse_unknown(file, "none", key, editions)
        if any(key in each.keys for each in found):
            raise LawError(file, f"none.{key}", "has a consequence above", "leave it out here")
    return Consequences(found, none)


def _consequence(file: str, number: int, row: object, known: frozenset[str]) -> Consequence:
    place = f"consequence {number}"
    table = only_keys(file, place, row, KEYS, ("says", "on"))
    on = table["on"]
    if on not in SHOWN:
        raise LawError(file, f"{place}.on", f"{on!r} is not where it shows", f"there are {', '.join(SHOWN)}")
    when, unless, above = (table.get(key, {}) for key in ("when", "unless", "above"))
    for key, listed in (("when", when), ("unless", unless)):
        if not isinstance(listed, dict) or not all(isinstance(values, list) for values in listed.values()):
            right = f'write {key} = {{ shaker = ["automated"] }}'
            raise LawError(file, f"{place}.{key}", "does not list values by key", right)
    if not isinstance(above, dict) or not all(type(number) is int for number in above.values()):
        raise LawError(file, f"{place}.above", "has no number by key", "write above = { adjacent_boxes = 1 }")
    made = Consequence(
        citation_of(file, place, table, known),
        text_of(file, f"{place}.says", table["says"]),
        on,
        tuple((key, tuple(values)) for key, values in when.items()),
        tuple(table.get("changed", ())),
        tuple(above.items()),
        tuple(table.get("only", ())),
        tuple((key, tuple(values)) for key, values in unless.items()),
    )
    if not made.keys:
        raise LawError(file, place, "follows from no choice", "name an option in when, changed or above")
    return made


def _check(file: str, place: str, each: Consequence, editions: Collection[Edition]) -> None:
    for edition in each.only:
        if edition not in {known.id for known in editions}:
            right = f"there are {one_of(known.id for known in editions)}"
            raise LawError(file, place, f'"{edition}" is not an edition', right)
    for key in each.keys:
        _refuse_unknown(file, place, key, editions)
    for key, values in (*each.when, *each.unless):
        choices = [choice for edition in editions if key in edition.options for choice in edition.options[key].choices]
        for value in values if choices else ():
            if not any(value == choice and type(value) is type(choice) for choice in choices):
                right = f"there are {one_of(dict.fromkeys(map(str, choices)))}"
                raise LawError(file, f"{place}.when.{key}", f"{value!r} is not a choice", right)


def _refuse_unknown(file: str, place: str, key: str, editions: Collection[Edition]) -> None:
    options = {name: option for edition in editions for name, option in edition.options.items()}
    if not _option(key, options):
        raise LawError(file, place, f'"{key}" is not an option', f"there are {one_of(options, 40)}")


def _option(key: str, options: Mapping[str, object]) -> bool:
    """Is it an option, or within one that is a table (`symbols.1`)?"""
    return key in options or key.rpartition(".")[0] in options
