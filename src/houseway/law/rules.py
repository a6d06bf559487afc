"""Rules: an edition, a submission and readings, frozen together. Every decision depends on them alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from houseway.law.approval import Condition, outstanding
from houseway.law.chapter import Chapter
from houseway.law.citation import Citation
from houseway.law.consequence import GAME, Consequence
from houseway.law.edition import Edition, Payout
from houseway.law.fields import STEP_FIELDS, Field
from houseway.law.outline import Paragraph
from houseway.law.procedure import ProcedureText
from houseway.law.submitted_text import TEXTS, SubmittedText


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The rules in force at one table. Two are equal if their edition and submission are."""

    game: str
    chapter: Chapter = field(repr=False)
    edition: Edition = field(repr=False)
    options: Mapping[str, Any] = field(repr=False)
    payouts: Mapping[str, Payout] = field(repr=False)
    readings: Mapping[str, str] = field(repr=False)
    approvals: Mapping[str, Mapping[str, str]] = field(repr=False)  # by, number and date of each that is named
    submission: Mapping[str, Any]  # every setting, with defaults filled in
    digest: str
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)  # those that are given, by key

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and (self.digest, self.edition.digest) == (
            other.digest,
            other.edition.digest,
        )

    def number(self, name: str) -> int:
        """A whole number of the edition."""
        value = self.edition.values[name].value
        assert isinstance(value, int), name
        return value

    def text(self, name: str) -> str:
        """A text of the edition: also a length that is no whole number, in decimals."""
        value = self.edition.values[name].value
        assert isinstance(value, str), name
        return value

    def names(self, name: str) -> tuple[str, ...]:
        """A list of names of the edition."""
        value = self.edition.values[name].value
        assert isinstance(value, tuple), name
        return value

    def cite(self, name: str) -> Citation:
        """The citation of a value of the edition."""
        return self.edition.values[name].cite

    def payout(self, line: str) -> Payout:
        """The payout of a line of the paytable."""
        return self.payouts[line]

    def option(self, key: str) -> Any:
        """The submission's choice for an option."""
        return self.options[key]

    def reading(self, name: str) -> str:
        """The answer to an open question."""
        return self.readings[name]

    @property
    def boxes(self) -> int:
        """Player positions."""
        return int(self.options["boxes"])

    @property
    def min_cents(self) -> int:
        """The smallest wager."""
        return int(self.options["limits.min_cents"])

    @property
    def max_cents(self) -> int:
        """The largest wager."""
        return int(self.options["limits.max_cents"])

    @property
    def time_zone(self) -> str:
        """The table's own time zone, by its IANA name."""
        return str(self.options["time_zone"])

    def outstanding(self, day: date | None = None) -> tuple[Condition, ...]:
        """The approvals that this table needs and lacks; with `day`, also those that are dated later."""
        return outstanding(self.edition.approvals, self.approvals, self._chosen(), self._defaults(), day)

    def consequences(self) -> tuple[Consequence, ...]:
        """The law's requirements that follow from the choices."""
        chosen = {GAME: self.game, **self._chosen()}
        return self.chapter.consequences.of(self.edition, self.cites, chosen, self._defaults())

    def texts_wanted(self) -> tuple[SubmittedText, ...]:
        """The texts that paragraphs of this edition want submitted because of the choices."""
        chosen = self._chosen()
        return tuple(each for each in self.chapter.texts if each.cite in self.cites and each.wanted(chosen))

    def texts_known(self) -> dict[str, SubmittedText]:
        """Every text that this edition knows, by key; where two paragraphs ask for one, by the paragraph that applies."""
        listed = (*self.chapter.texts, *self.texts_wanted())
        return {each.key: each for each in listed if each.cite in self.cites}

    def texts_missing(self) -> tuple[SubmittedText, ...]:
        """Those that are wanted and not given."""
        return tuple(each for each in self.texts_wanted() if each.key not in self.texts)

    def texts_idle(self) -> tuple[str, ...]:
        """The keys of texts that are given, but are about something that was not chosen."""
        wanted = {each.key for each in self.texts_wanted()}
        return tuple(f"{TEXTS}.{key}" for key in self.texts if key not in wanted)

    def _chosen(self) -> dict[str, Any]:
        return {**self.options, **{f"reading.{name}": answer for name, answer in self.readings.items()}}

    def _defaults(self) -> dict[str, Any]:
        return {key: option.default for key, option in self.edition.options.items()}

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """The chapter's paragraphs in this edition."""
        return self.chapter.outline.of(self.edition.id)

    @property
    def cites(self) -> frozenset[Citation]:
        """All citations that are valid under this edition."""
        return self.chapter.outline.cites(self.edition.id)

    def as_data(self) -> dict[str, Any]:
        """The complete submission in the form of a file, with dotted keys as tables."""
        return nested(self.submission)

    def procedure(self, name: str) -> ProcedureText:
        """A procedure of the chapter."""
        return self.chapter.procedures[name]

    def step_fields(self, cite: str, item: str = "") -> Mapping[str, Field]:
        """The fields that steps of this paragraph may note, in any procedure; with `item`, only those of that item."""
        own = self.chapter.steps.get(cite, ()) if cite in self.cites else ()
        asked = [step for step in own if item in ("", step.item)]
        return {**{name: each for step in asked for name, each in step.fields.items()}, **STEP_FIELDS}

    def report_fields(self, cite: str) -> Mapping[str, Field] | None:
        """The fields of a report by this paragraph; None if it cannot be reported under this edition."""
        return self.chapter.reports.get(Citation(cite)) if cite in self.cites else None


def nested(resolved: Mapping[str, Any]) -> dict[str, Any]:
    """Turn dotted keys into nested tables."""
    data: dict[str, Any] = {}
    for key, value in resolved.items():
        *above, last = key.split(".")
        table = data
        for name in above:
            table = table.setdefault(name, {})
        table[last] = value
    return data
