"""A table's logbook: the inspections, log entries, equipment changes and device failures in its records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from houseway.core import AnyGame, Deadline, Event, Moment, fields_problem
from houseway.documents.field_names import UNITS, label
from houseway.law import BadInput, ProcedureStep, ProcedureText, Rules
from houseway.law.fields import inches
from houseway.law.local_time import local_time
from houseway.law.procedure import Bound
from houseway.money import dollars
from houseway.table import TablePosition, folded, unopened
from houseway.table.position import Plain

SIGNED = "signature"  # the field of a log entry with the name of the person who did the work
CLOCK = "%Y-%m-%d %H:%M:%S"


@dataclass(frozen=True, slots=True)
class Worker:
    """The person who did logged work, as far as noted. `role`: the role that recorded the work."""

    name: str = ""
    credential: str = ""
    role: str = ""

    @property
    def words(self) -> str:
        """The person in words: "A. Smith, credential C1 (maintenance)"; empty if nothing was noted."""
        who = ", ".join(filter(None, (self.name, f"credential {self.credential}" if self.credential else "")))
        role = self.role.replace("-", " ")
        return f"{who} ({role})" if who and role else who or role


@dataclass(frozen=True, slots=True)
class LoggedStep:
    """One completed step. `wrong`: problems of the noted values under the law; `absent`: fields that should be noted.

    `by` did the step; if the step is a log entry, `worker` did the work that it describes.
    """

    seq: int
    at: Moment
    by: str
    actor: str
    step: ProcedureStep
    noted: Mapping[str, Any]
    wrong: tuple[str, ...]
    absent: tuple[str, ...]
    worker: Worker | None = None

    def as_json(self, rules: Rules) -> dict[str, Any]:
        """The entry as plain values."""
        return {
            "event": self.seq, "at": clock(self.at, rules), "by": self.by, "account": self.actor or None,
            "cite": str(self.step.cite), "item": self.step.item or None, "says": self.step.says,
            "noted": dict(self.noted), "wrong": list(self.wrong), "not_noted": list(self.absent),
            "work_by": None if self.worker is None else {k: v or None for k, v in asdict(self.worker).items()},
        }  # fmt: skip


@dataclass(slots=True)
class LoggedProcedure:
    """A completed procedure: its steps, and the deadlines that follow from it. `late`: deadlines that had already passed."""

    procedure: ProcedureText
    round: int
    entries: list[LoggedStep] = field(default_factory=list)
    due: tuple[Deadline, ...] = ()
    late: tuple[Deadline, ...] = ()

    @property
    def at(self) -> Moment:
        """When its first step was done."""
        return self.entries[0].at

    @property
    def wrong(self) -> tuple[str, ...]:
        """All problems of its entries under the law."""
        return tuple(words for entry in self.entries for words in entry.wrong)

    def as_json(self, rules: Rules) -> dict[str, Any]:
        """The procedure as plain values."""
        return {
            "log": self.procedure.log, "procedure": self.procedure.name, "cite": str(self.procedure.cite),
            "round": self.round, "at": clock(self.at, rules), "late": [each.what for each in self.late],
            "due": [deadline_json(each, rules) for each in self.due],
            "steps": [entry.as_json(rules) for entry in self.entries],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Logbook:
    """The log entries of one table. `place`: its table and session, or its journal."""

    game: AnyGame
    rules: Rules
    place: str
    done: tuple[LoggedProcedure, ...]
    due: tuple[Deadline, ...]  # deadlines at the end of the records

    def as_json(self) -> dict[str, Any]:
        """The logbook as plain values."""
        return {
            "place": self.place, "game": self.game.id, "edition": self.rules.edition.id,
            "submission": self.rules.digest, "time_zone": self.rules.time_zone,
            "procedures": [each.as_json(self.rules) for each in self.done],
            "due": [deadline_json(each, self.rules) for each in self.due],
        }  # fmt: skip


def clock(moment: int, rules: Rules) -> str:
    """A time by the table's clock, with its UTC offset, in RFC 3339 format."""
    shown: datetime = local_time(moment, rules.time_zone)
    return shown.isoformat()


def deadline_json(due: Deadline, rules: Rules) -> dict[str, Any]:
    """A deadline as plain values."""
    return {
        "what": due.what, "at": clock(due.at, rules), "procedure": due.procedure or None, "cites": list(due.cites),
    }  # fmt: skip


def logbook(game: AnyGame, rules: Rules, batches: Iterable[Iterable[Event]], place: str) -> Logbook:
    """Read the events of a table, command by command."""
    plain, done, due = unopened(), list[LoggedProcedure](), tuple[Deadline, ...]()
    for batch in batches:
        before, last = len(done), len(done[-1].entries) if done else 0
        actor = ""
        for event in batch:
            actor = event.actor or actor
            plain = _after(game, plain, event)
            _enter(rules, done, event, actor)
        if len(done) > before or (done and len(done[-1].entries) > last):
            new = _deadlines(game, rules, plain)
            done[-1].late += tuple(each for each in due if each not in new and each.passed(done[-1].at))
            done[-1].due += tuple(each for each in new if each not in due)
            due = new
    return Logbook(game, rules, place, tuple(done), _deadlines(game, rules, plain))


def _after(game: AnyGame, plain: Plain, event: Event) -> Plain:
    """The table after an event; BadInput if no table of this game could record such an event here."""
    wrong = None if event.sealed else fields_problem(game, event.event, event.fields)
    if wrong is not None:
        raise BadInput(f"event {event.seq}, {event.event}: {wrong}")
    try:
        return folded(plain, event)
    except Exception as error:
        raise BadInput(f"event {event.seq}, {event.event}: does not fit the events before it") from error


def _enter(rules: Rules, done: list[LoggedProcedure], event: Event, actor: str) -> None:
    """Enter a step in the current procedure or in a new one."""
    if event.event != "step-done" or event.sealed:
        return
    text = rules.chapter.procedures.get(str(event.fields["procedure"]))
    step = None if text is None else _step(text, event)
    if text is None or step is None or not text.log:
        return
    noted = dict(event.fields.get("noted", {}))
    absent = tuple(_absent(step, noted, text.log))
    lacking = (f"{label(name)}: not noted, but the log must have it" for name in absent if text.log == "log")
    entry = LoggedStep(
        event.seq, event.at, str(event.fields["by"]), actor, step, noted, (*_wrong(rules, step, noted), *lacking), absent,
        _worker(step, noted, done),
    )  # fmt: skip
    under_way = done[-1] if done and done[-1].procedure.name == text.name and done[-1].round == event.round else None
    if under_way is None or any(
        (each.step.cite, each.step.item) == (step.cite, step.item) for each in under_way.entries
    ):
        done.append(LoggedProcedure(text, event.round))
    done[-1].entries.append(entry)


def _worker(step: ProcedureStep, noted: Mapping[str, Any], done: list[LoggedProcedure]) -> Worker | None:
    """The person who did the work that an entry signs for: named in the entry, or else in the record of that work."""
    if SIGNED not in step.fields:
        return None
    before = [entry for each in done if each.procedure.log == "log" for entry in each.entries]
    last = before[-1] if before and SIGNED not in before[-1].step.fields else None
    work = Worker() if last is None else Worker(_text(last, "name"), _text(last, "credential"), last.by)
    return Worker(str(noted.get(SIGNED, work.name)), str(noted.get("credential", work.credential)), work.role)


def _text(entry: LoggedStep, name: str) -> str:
    return str(entry.noted.get(name, ""))


def _step(text: ProcedureText, event: Event) -> ProcedureStep | None:
    """The step that an event reports. Steps that differ only in when they apply are distinguished by their words."""
    item = event.fields.get("item", "")
    found = [step for step in text.steps if step.cite in event.cites and step.item == item]
    same = [step for step in found if step.says == event.fields.get("text")]
    return next(iter(same or found), None)


def _absent(step: ProcedureStep, noted: Mapping[str, Any], log: str) -> Iterator[str]:
    """Measured or entered fields that were not noted. Times are left out, since the record has its own time."""
    entered = (name for name, field in step.fields.items() if field.kind != "moment")
    wanted = tuple(entered) if log == "log" else tuple(bound.field for bound in step.within)
    return (name for name in wanted if name not in noted)


def _wrong(rules: Rules, step: ProcedureStep, noted: Mapping[str, Any]) -> Iterator[str]:
    if noted.get("verified") is False:
        yield "it did not pass"
    for name, wanted in step.must.items():
        if name in noted and noted[name] != wanted:
            yield f"{label(name)}: {shown(wanted)} is required"
    for bound in step.within:
        if bound.field in noted and not _keeps(rules, bound, noted[bound.field]):
            yield f"{label(bound.field)}: {limits(rules, bound)} is required"


def _keeps(rules: Rules, bound: Bound, value: object) -> bool:
    if bound.exactly is not None:
        return value is bound.exactly
    size = inches(value)
    least, most = (inches(_figure(rules, name)) if name else None for name in (bound.least, bound.most))
    return size is not None and (least is None or size >= least) and (most is None or size <= most)


def _figure(rules: Rules, name: str) -> object:
    return rules.edition.values[name].value


def limits(rules: Rules, bound: Bound) -> str:
    """The requirement for a field: "at least 30", "12 to 14", "yes"."""
    if bound.exactly is not None:
        return shown(bound.exactly)
    named = f"{bound.least}_{bound.most}".split("_")  # the unit, if the field's name does not include it
    unit = next((f" {words}" for each, words in UNITS.items() if each in named and each not in bound.field), "")
    if bound.least and bound.most:
        return f"{_figure(rules, bound.least)} to {_figure(rules, bound.most)}{unit}"
    figure = _figure(rules, bound.least or bound.most)
    one = unit == f" {UNITS['inches']}" and str(figure) == "1"
    return f"at {'least' if bound.least else 'most'} {figure}{' inch' if one else unit}"


def _deadlines(game: AnyGame, rules: Rules, plain: Plain) -> tuple[Deadline, ...]:
    """The next deadlines, by the table's clock. Hidden cards do not affect them."""
    try:
        state = TablePosition.of(game, plain).state
    except Exception as error:
        raise BadInput("its events do not lead to a position of this game") from error
    return (
        () if state is None else tuple(sorted(game.law.deadlines(rules, state), key=lambda each: (each.at, each.what)))
    )


def shown(value: object) -> str:
    """A noted value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {shown(each)}" for name, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value)) or "none"
    return str(value)


def noted_words(rules: Rules, step: ProcedureStep, name: str, value: object) -> str:
    """A noted value formatted for its field: amounts in dollars, times by the table's clock."""
    kind = step.fields[name].kind if name in step.fields else ""
    if kind == "cents" and isinstance(value, int):
        return dollars(value)
    if kind == "moment" and isinstance(value, int):
        return local_time(value, rules.time_zone).strftime(CLOCK)
    return shown(value)
