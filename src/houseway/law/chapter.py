"""A chapter's folder: its outline, readings, procedures and editions, loaded on first use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from houseway.law.changes import Change, Wording, load_changes, load_wordings
from houseway.law.citation import Citation
from houseway.law.consequence import Consequences, load_consequences
from houseway.law.docket import Docket, load_dockets
from houseway.law.edition import Edition, Shape, load_edition
from houseway.law.errors import BadInput, LawError, nearest
from houseway.law.outcomes import ProposalOutcome, load_outcomes
from houseway.law.outline import Outline, load_outline
from houseway.law.procedure import ProcedureStep, ProcedureText, Reports, load_procedures, load_reports
from houseway.law.reading import Reading, load_readings
from houseway.law.submitted_text import SubmittedText, load_texts
from houseway.law.toml_file import short


@dataclass(frozen=True)
class Chapter:
    """The law of one folder under `games/`, loaded on first use and checked while loading."""

    folder: Path
    shape: Shape
    _editions: dict[str, Edition] = field(default_factory=dict, repr=False)

    @cached_property
    def outline(self) -> Outline:
        """Every numbered paragraph."""
        return load_outline(self.folder / "outline.toml")

    @cached_property
    def _cited(self) -> frozenset[Citation]:
        """Citations that any edition of the chapter may use."""
        return frozenset(p.cite for p in (*self.outline.paragraphs, *self.outline.elsewhere))

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """Open questions of the texts."""
        readings = load_readings(self.folder / "readings.toml", self._cited)
        for reading in readings:
            for edition in reading.only:
                if edition not in self.outline.editions:
                    raise LawError(
                        short(self.folder / "readings.toml"),
                        reading.name,
                        f'"{edition}" is not an edition',
                        self._editions_are(),
                    )
        return readings

    @cached_property
    def procedures(self) -> Mapping[str, ProcedureText]:
        """The procedures by name: the steps, their order, and the role that does each step."""
        return load_procedures(self.folder / "procedure.toml", self._cited, self.shape.values)

    @cached_property
    def steps(self) -> Mapping[str, tuple[ProcedureStep, ...]]:
        """The steps of all procedures, by paragraph."""
        found: dict[str, tuple[ProcedureStep, ...]] = {}
        for step in (step for text in self.procedures.values() for step in text.steps):
            found[step.cite] = (*found.get(step.cite, ()), step)
        return found

    @cached_property
    def reports(self) -> Reports:
        """The paragraphs by which irregularities are reported, each with its fields."""
        return load_reports(self.folder / "procedure.toml", self._cited)

    @cached_property
    def consequences(self) -> Consequences:
        """The law's requirements that follow from choices."""
        editions = tuple(map(self.edition, self.outline.editions))
        return load_consequences(self.folder / "consequences.toml", self._cited, editions)

    @cached_property
    def texts(self) -> tuple[SubmittedText, ...]:
        """The texts that paragraphs want submitted, of all editions."""
        return load_texts(self.folder / "texts.toml", self._cited, self.shape.options)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """Changes of paragraphs between editions."""
        return load_changes(self.folder / "changes.toml", self.outline)

    @cached_property
    def dockets(self) -> Mapping[str, Docket]:
        """Numbers and dates of each edition."""
        return load_dockets(self.folder / "docket.toml", self.outline.editions)

    @cached_property
    def wordings(self) -> tuple[Wording, ...]:
        """Paragraphs whose words differ between editions, but not their content."""
        return load_wordings(self.folder / "changes.toml", self.outline)

    @cached_property
    def outcomes(self) -> tuple[ProposalOutcome, ...]:
        """The outcomes of proposals that the outlines alone do not show."""
        return load_outcomes(self.folder / "changes.toml", self.outline)

    def _editions_are(self) -> str:
        listed = ", ".join(self.outline.editions)
        return f"there is only {listed}" if len(self.outline.editions) == 1 else f"there are {listed}"

    def edition(self, name: str | None = None) -> Edition:
        """One edition, by default the chapter's first. An unknown edition is refused."""
        name = self.outline.editions[0] if name is None else name
        if name not in self.outline.editions:
            right = nearest(name, self.outline.editions)
            right = right if self._editions_are() in right else f"{right} ({self._editions_are()})"
            raise BadInput(f'chapter {self.outline.chapter} has no edition "{name}"; {right}')
        if name not in self._editions:
            path = self.folder / "editions" / f"{name}.toml"
            edition = load_edition(path, self.shape, self.outline.cites(name))
            self._editions[name] = replace(edition, docket=self.dockets[name])
        return self._editions[name]
