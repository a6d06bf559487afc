"""Procedures such as opening, shaking, inspecting and closing: who does what, in what order, by which paragraph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from houseway.law.citation import Citation
from houseway.law.errors import LawError, one_of
from houseway.law.fields import Field, load_fields
from houseway.law.roles import ROLES, Role, at_least, the_role
from houseway.law.toml_file import citation_of, only_keys, read_toml, short, text_of

LOGS = ("inspection", "log", "change", "device")  # the parts of a table's logbook that procedures are entered in
BOUND_KEYS = ("least", "most", "is")


@dataclass(frozen=True, slots=True)
class Bound:
    """The requirement for a field that a step notes: limits, as names of the edition's values, or yes or no."""

    field: str
    least: str = ""
    most: str = ""
    exactly: bool | None = None


@dataclass(frozen=True, slots=True)
class ProcedureStep:
    """One act. `item` distinguishes several acts of the same paragraph."""

    cite: Citation
    item: str
    says: str
    by: Role
    or_above: bool
    when: tuple[tuple[str, tuple[str, ...]], ...]  # applies only with these settings of the table (or these editions)
    or_by: tuple[Role, ...] = ()  # other roles that may also do it
    fields: Mapping[str, Field] = field(default_factory=dict, hash=False)  # the fields that may be noted
    must: Mapping[str, Any] = field(default_factory=dict, hash=False)  # what a field must say for the step to be done
    present: str = ""  # "player": it takes a player at the table
    within: tuple[Bound, ...] = ()  # the edition's figures that a noted measurement keeps to

    def may(self, role: str) -> bool:
        """Whether this role may do it."""
        return role in (self.by, *self.or_by) or (self.or_above and at_least(role, self.by))

    @property
    def who(self) -> str:
        """The roles that may do it, in words: "the floorperson or above", "the floorperson or security", "surveillance"."""
        above = " or above" if self.or_above else ""
        return the_role(self.by) + above + "".join(f" or {role.replace('-', ' ')}" for role in self.or_by)


_Asked = tuple[Mapping[str, str] | None, frozenset[Citation] | None, tuple[ProcedureStep, ...]]


@dataclass(frozen=True, slots=True)
class ProcedureText:
    """A named procedure; `ordered` if the law prescribes the order of its steps. `log`: the part of the logbook it is in."""

    name: str
    cite: Citation
    says: str
    ordered: bool
    steps: tuple[ProcedureStep, ...]
    log: str = ""
    _for: dict[Any, tuple[ProcedureStep, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _last: list[_Asked] = field(default_factory=lambda: [(None, None, ())], init=False, repr=False, compare=False)

    def steps_for(self, settings: Mapping[str, str], known: frozenset[Citation]) -> tuple[ProcedureStep, ...]:
        """The steps that apply under an edition and the table's settings."""
        last = self._last[0]
        if last[0] is settings and last[1] is known:  # a game that keeps its settings is answered at once
            return last[2]
        key = (*settings.items(), known)
        if key not in self._for:
            self._for[key] = tuple(
                s for s in self.steps if s.cite in known and all(settings.get(k) in v for k, v in s.when)
            )
        self._last[0] = (settings, known, self._for[key])
        return self._for[key]


PROCEDURE_KEYS = ("name", "cite", "says", "ordered", "log", "step")
STEP_KEYS = ("cite", "item", "says", "by", "or_above", "or_by", "when", "fields", "must", "present", "within")
REPORT_KEYS = ("cite", "fields")
Reports = Mapping[Citation, Mapping[str, Field]]


def load_procedures(path: Path, known: Iterable[str], values: Iterable[str] = ()) -> Mapping[str, ProcedureText]:
    """Read the procedures of `procedure.toml`. `values`: the figures of an edition, which limits of measurements name."""
    file, known = short(path), frozenset(known)
    found = [_procedure(file, n, row, known) for n, row in enumerate(_tables(file, path)["procedure"], 1)]
    steps = [step for each in found for step in each.steps]
    _refuse_two_kinds(file, steps)
    _refuse_unknown_figures(file, steps, tuple(values))
    return {each.name: each for each in found}


def load_reports(path: Path, known: Iterable[str]) -> Reports:
    """Read the irregularities that can be reported, by paragraph, each with its fields."""
    file, known = short(path), frozenset(known)
    reports: dict[Citation, Mapping[str, Field]] = {}
    for n, row in enumerate(_tables(file, path).get("report", []), 1):
        table = only_keys(file, f"report {n}", row, REPORT_KEYS)
        cite = citation_of(file, f"report {n}", table, known)
        if cite in reports:
            raise LawError(file, f"report {n} {cite}", "stands twice", "put all its fields into one report")
        reports[cite] = load_fields(file, f"report {n}", table.get("fields", {}))
    return reports


def _tables(file: str, path: Path) -> dict[str, Any]:
    return only_keys(file, "", read_toml(path), ("procedure", "report"), ("procedure",))


def _refuse_two_kinds(file: str, steps: Iterable[ProcedureStep]) -> None:
    """Refuse a field with two kinds: commands name only the paragraph, so its fields must agree in all procedures."""
    kinds: dict[tuple[Citation, str], str] = {}
    for step in steps:
        for each in step.fields.values():
            if kinds.setdefault((step.cite, each.name), each.kind) != each.kind:
                remedy = "give it one kind in all steps of the paragraph"
                raise LawError(file, f"{step.cite} fields.{each.name}", "has two kinds", remedy)


def _refuse_unknown_figures(file: str, steps: Iterable[ProcedureStep], values: tuple[str, ...]) -> None:
    for step in steps:
        for name in (name for bound in step.within for name in (bound.least, bound.most) if name):
            if name not in values:
                remedy = f"name a [value] of the edition: {one_of(values, 40)}"
                raise LawError(file, f"{step.cite} within", f'"{name}" is not a figure of the edition', remedy)


def _procedure(file: str, number: int, row: object, known: frozenset[str]) -> ProcedureText:
    table = only_keys(file, f"procedure {number}", row, PROCEDURE_KEYS, ("name", "says", "step"))
    name = text_of(file, f"procedure {number}.name", table["name"])
    steps = tuple(_step(file, f"{name} step {n}", each, known) for n, each in enumerate(table["step"], 1))
    marks = [(step.cite, step.item, step.when) for step in steps]
    for mark in marks:
        if marks.count(mark) > 1:
            raise LawError(file, f"{name} {mark[0]}", "stands twice", 'tell the acts apart with item = "…"')
    log = table.get("log", "")
    if log not in ("", *LOGS):
        raise LawError(file, f"{name}.log", f"{log!r} is not a part of the logbook", f"there are {', '.join(LOGS)}")
    return ProcedureText(
        name,
        citation_of(file, name, table, known),
        text_of(file, name, table["says"]),
        bool(table.get("ordered", False)),
        steps,
        log,
    )


def _within(file: str, key: str, table: object, fields: Mapping[str, Field]) -> tuple[Bound, ...]:
    """The limits of a step's measurements: within = { diameter_inches = { least = "wheel_inches_min" } }."""
    rows = only_keys(file, f"{key}.within", table, fields)
    found = []
    for name, row in rows.items():
        limits = only_keys(file, f"{key}.within.{name}", row, BOUND_KEYS)
        exactly = limits.pop("is", None)
        texts = {each: text_of(file, f"{key}.within.{name}.{each}", value) for each, value in limits.items()}
        if isinstance(exactly, bool) == bool(texts):
            right = "write least or most with the name of a figure, or is = true"
            raise LawError(file, f"{key}.within.{name}", "has no limit", right)
        found.append(Bound(name, **texts, exactly=exactly))
    return tuple(found)


def _step(file: str, key: str, row: object, known: frozenset[str]) -> ProcedureStep:
    table = only_keys(file, key, row, STEP_KEYS, ("says", "by"))
    or_by = tuple(table.get("or_by", ()))
    for role in (table["by"], *or_by):
        if role not in ROLES:
            raise LawError(file, f"{key}.by", f"{role!r} is not a role", f"there are {', '.join(ROLES)}")
    fields = load_fields(file, key, table.get("fields", {}))
    must = only_keys(file, f"{key}.must", table.get("must", {}), fields)
    present = table.get("present", "")
    if present not in ("", "player"):
        raise LawError(file, f"{key}.present", f"{present!r} cannot be awaited", 'write "player", or leave it out')
    given = only_keys(file, f"{key}.when", table.get("when", {}), table.get("when", {}))
    when = tuple((name, (value,) if isinstance(value, str) else tuple(value)) for name, value in given.items())
    return ProcedureStep(
        citation_of(file, key, table, known), table.get("item", ""), text_of(file, f"{key}.says", table["says"]),
        Role(table["by"]), bool(table.get("or_above", False)), when, tuple(Role(role) for role in or_by), fields, must,
        present, _within(file, key, table.get("within", {}), fields),
    )  # fmt: skip
