"""Readings: open or wrong passages of the text, our answer, the reason, and the answers a submission may choose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from houseway.law.citation import Citation
from houseway.law.errors import LawError
from houseway.law.toml_file import citation_of, only_keys, read_toml, short, text_of


@dataclass(frozen=True, slots=True)
class Reading:
    """One open question of a text. The first answer is the default; with a single answer there is no setting."""

    name: str
    cite: Citation
    question: str
    answers: tuple[tuple[str, str], ...]  # (id, meaning)
    why: str
    only: tuple[str, ...]

    @property
    def default(self) -> str:
        """Our answer."""
        return self.answers[0][0]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the answers."""
        return tuple(answer for answer, _ in self.answers)


KEYS = ("name", "cite", "question", "answers", "why", "only")


def load_readings(path: Path, known: Iterable[str]) -> tuple[Reading, ...]:
    """Read `readings.toml`; empty if the chapter has none."""
    if not path.exists():
        return ()
    file, known = short(path), frozenset(known)
    data = only_keys(file, "", read_toml(path), ("reading",))
    readings = tuple(_reading(file, n, row, known) for n, row in enumerate(data.get("reading", ()), 1))
    names = [reading.name for reading in readings]
    for name in names:
        if names.count(name) > 1:
            raise LawError(file, name, "stands twice", "give each question its own name")
    return readings


def _reading(file: str, number: int, row: object, known: frozenset[str]) -> Reading:
    key = f"reading {number}"
    table = only_keys(file, key, row, KEYS, ("name", "question", "answers", "why"))
    name = text_of(file, f"{key}.name", table["name"])
    answers = only_keys(file, f"{name}.answers", table["answers"], table["answers"])
    if not answers:
        raise LawError(file, f"{name}.answers", "is empty", 'give at least ours: answers = { id = "what it means" }')
    return Reading(
        name,
        citation_of(file, name, table, known),
        text_of(file, f"{name}.question", table["question"]),
        tuple((each, text_of(file, f"{name}.answers.{each}", says)) for each, says in answers.items()),
        text_of(file, f"{name}.why", table["why"]),
        tuple(table.get("only", ())),
    )
