"""Approvals: which paragraphs require one, how a submission names it, and which are outstanding."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from houseway.law.citation import Citation
from houseway.law.errors import LawError, one_of, shown
from houseway.law.toml_file import citation_of, only_keys, text_of

BODIES = (
    "Bureau of Gaming Operations",
    "Bureau of Gaming Laboratory Operations",
    "Bureau of Casino Compliance",
    "Executive Director",
)
BOARD = "Pennsylvania Gaming Control Board"  # where a paragraph names none of its offices
APPROVERS = (*BODIES, BOARD)
PARTS = ("by", "number", "date")  # the fields of an approval in a submission
APPROVALS = "approvals"  # its table
LONGEST_NUMBER = 60
KEYS = ("key", "says", "by", "cite", "when", "changed", "number_in")


@dataclass(frozen=True, slots=True)
class Approval:
    """Something that a paragraph wants approved, and by whom.

    `when`: the choices and readings under which it is needed, each with the values that count. `changed`: keys of which at
    least one must differ from its default. `number_in`: a key that older submissions name the number by.
    """

    key: str
    says: str
    by: str
    cite: Citation
    when: tuple[tuple[str, tuple[object, ...]], ...] = ()
    changed: tuple[str, ...] = ()
    number_in: str = ""

    @property
    def field(self) -> str:
        """Its table in a submission."""
        return f"{APPROVALS}.{self.key}"


@dataclass(frozen=True, slots=True)
class Condition:
    """An approval that is outstanding. It makes no submission unlawful: its table is a practice table."""

    approval: Approval
    problem: str

    @property
    def key(self) -> str:
        """The approval's key."""
        return self.approval.key

    def as_json(self) -> dict[str, Any]:
        """The condition as plain values."""
        wanted = self.approval
        return {
            "approval": wanted.key,
            "field": wanted.field,
            "by": wanted.by,
            "problem": self.problem,
            "cites": [str(wanted.cite)],
        }

    def __str__(self) -> str:
        return f"{self.approval.field}: {self.problem} ({self.approval.cite})"


def load_approvals(
    file: str, rows: object, known: Iterable[str], options: Mapping[str, object]
) -> tuple[Approval, ...]:
    """Read the `[[approval]]` tables of an edition. A key may occur several times, for choices that exclude each other."""
    if not isinstance(rows, list):
        raise LawError(file, "approval", f"{rows!r} is not a list of tables", "write [[approval]] above each")
    found = tuple(_approval(file, number, row, frozenset(known)) for number, row in enumerate(rows, 1))
    for each in found:
        for key in (*(key for key, _ in each.when), *each.changed):
            option = key if key in options or key.startswith("reading.") else key.rpartition(".")[0]
            if option not in options and not key.startswith("reading."):
                raise LawError(
                    file, f"approval {each.key}", f'"{key}" is not an option', f"there are {one_of(options)}"
                )
    return found


def _approval(file: str, number: int, row: object, known: frozenset[str]) -> Approval:
    place = f"approval {number}"
    table = only_keys(file, place, row, KEYS, ("key", "says", "by"))
    key = text_of(file, f"{place}.key", table["key"])
    says, by = (text_of(file, f"{place}.{name}", table[name]) for name in ("says", "by"))
    if by not in APPROVERS:
        raise LawError(file, f"{place}.by", f'"{by}" approves nothing', f"there are {one_of(APPROVERS)}")
    when = table.get("when", {})
    if not isinstance(when, dict) or not all(isinstance(values, list) for values in when.values()):
        raise LawError(file, f"{place}.when", "does not list values by key", 'write when = { shaker = ["automated"] }')
    cite = citation_of(file, place, table, known)
    choices = tuple((name, tuple(values)) for name, values in when.items())
    return Approval(key, says, by, cite, choices, tuple(table.get("changed", ())), str(table.get("number_in", "")))


def keys_of(approvals: Iterable[Approval]) -> tuple[str, ...]:
    """The dotted keys by which a submission names these approvals."""
    return tuple(dict.fromkeys(f"{each.field}.{part}" for each in approvals for part in PARTS))


def problems(
    approvals: Iterable[Approval], given: Mapping[str, Any]
) -> tuple[dict[str, dict[str, str]], list[tuple[str, object, str, Approval, bool]]]:
    """The approvals that a submission names, and the problems with them.

    A problem is (field, value, words, approval, malformed).
    """
    named: dict[str, dict[str, str]] = {}
    wrong: list[tuple[str, object, str, Approval, bool]] = []
    for each in {each.key: each for each in approvals}.values():
        parts = {part: given[f"{each.field}.{part}"] for part in PARTS if f"{each.field}.{part}" in given}
        if not parts:
            continue
        before = len(wrong)
        for part, value in parts.items():
            words, malformed = _problem(each, part, value)
            if words:
                wrong.append((f"{each.field}.{part}", value, words, each, malformed))
        missing = [part for part in PARTS if part not in parts]
        if missing:
            words = f"an approval names by, number and date; add {' and '.join(missing)}"
            wrong.append((each.field, parts, words, each, True))
        if len(wrong) == before:
            named[each.key] = {part: str(parts[part]) for part in PARTS}
    return named, wrong


def _problem(wanted: Approval, part: str, value: object) -> tuple[str, bool]:
    """The problem with one part of an approval, and whether it is malformed."""
    if part == "date":
        if _is_date(value):
            return "", False
        return f"{shown(value)} is not a date; write it like 2012-04-17", True
    longest = LONGEST_NUMBER if part == "number" else max(map(len, APPROVERS))
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > longest:
        right = f"write a text of at most {LONGEST_NUMBER} letters" if part == "number" else f'write "{wanted.by}"'
        return f"{shown(value)} is not a {'number' if part == 'number' else 'name'}; {right}", not isinstance(
            value, str
        )
    if part == "by" and value != wanted.by:
        return f'{shown(value)} does not approve this; write "{wanted.by}"', False
    return "", False


def _is_date(value: object) -> bool:
    if isinstance(value, date):
        return not isinstance(value, datetime)
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def outstanding(
    approvals: Iterable[Approval],
    named: Mapping[str, Mapping[str, str]],
    chosen: Mapping[str, Any],
    defaults: Mapping[str, Any],
    day: date | None = None,
) -> tuple[Condition, ...]:
    """The approvals that these choices need and that are not named, or that are dated after `day`.

    `chosen` has the options and, as `reading.…`, the readings; `defaults` those of the options.
    """
    found: list[Condition] = []
    for each in approvals:
        if not applies(each.when, each.changed, chosen, defaults):
            continue
        approved = named.get(each.key)
        if approved is None:
            found.append(Condition(each, _missing(each, chosen)))
        elif day is not None and approved["date"] > day.isoformat():
            problem = f"the approval of {each.says} is dated {approved['date']}, after {day.isoformat()}"
            found.append(Condition(each, problem))
    return tuple(found)


def _missing(wanted: Approval, chosen: Mapping[str, Any]) -> str:
    number = _value(wanted.number_in, chosen) if wanted.number_in else None
    if isinstance(number, str):
        return f'the approval "{number}" of {wanted.says} has neither by nor date; name by, number and date'
    return f"no approval of {wanted.says} by the {wanted.by} is named; add by, number and date"


def applies(
    when: Iterable[tuple[str, tuple[object, ...]]],
    changed: Collection[str],
    chosen: Mapping[str, Any],
    defaults: Mapping[str, Any],
) -> bool:
    """Do the choices have one of the values of each key of `when`, and differ from the default in one of `changed`?"""
    for key, values in when:
        value = _value(key, chosen)
        listed = value if isinstance(value, list | tuple) else [value]
        if not any(_names(each, wanted) for each in listed for wanted in values):
            return False
    different = (_value(key, chosen) not in (None, defaults.get(key)) for key in changed)
    return not changed or any(different)


def _names(listed: object, wanted: object) -> bool:
    """Is it the wanted value, its kind, or one of its choices (`hardway` and `hardway:6` name each other)?"""
    if isinstance(listed, str) and isinstance(wanted, str):
        return listed == wanted or listed.startswith(f"{wanted}:") or wanted.startswith(f"{listed}:")
    return listed == wanted


def _value(key: str, chosen: Mapping[str, Any]) -> object:
    """The value of a key, also of one within an option that is a table (`symbols.1`); None where there is none."""
    if key in chosen:
        return chosen[key]
    above, _, inner = key.rpartition(".")
    table = chosen.get(above)
    return table.get(inner) if isinstance(table, Mapping) else None
