"""Outcomes: what a later text made of a proposal, if the outlines of the three texts do not show it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from houseway.law.changes import TABLES
from houseway.law.citation import Citation
from houseway.law.errors import LawError, one_of
from houseway.law.outline import Outline
from houseway.law.toml_file import citation_of, numbered_rows, only_keys, text_of

ADOPTED, CHANGED, REFUSED = "adopted", "changed", "refused"
BECAME = (ADOPTED, CHANGED, REFUSED)
KEYS = ("against", "proposal", "later", "cites", "became", "now", "says")


@dataclass(frozen=True, slots=True)
class ProposalOutcome:
    """How much of a proposal the later text adopted: all, part or another form, or nothing; and the paragraphs that show it."""

    against: tuple[str, ...]  # the texts that the proposal would change
    proposal: str
    later: str
    cites: tuple[Citation, ...]  # paragraphs of the proposal; of a dropped one, those that it drops
    became: str
    now: tuple[Citation, ...]  # paragraphs of the later text that deal with it
    says: str

    def about(self, first: str, proposal: str, later: str, cites: set[Citation]) -> bool:
        """Whether it is about this proposal."""
        return (
            first in self.against
            and (self.proposal, self.later) == (proposal, later)
            and not cites.isdisjoint(self.cites)
        )


def load_outcomes(path: Path, outline: Outline) -> tuple[ProposalOutcome, ...]:
    """Read the outcomes of `changes.toml`."""
    return tuple(_outcome(*each, outline) for each in numbered_rows(path, "outcome", TABLES))


def _outcome(file: str, key: str, row: object, outline: Outline) -> ProposalOutcome:
    table = only_keys(file, key, row, KEYS, KEYS)
    against = table["against"]
    if not isinstance(against, list) or not against:
        raise LawError(file, f"{key}.against", f"{against!r} is not a list of editions", 'write against = ["…"]')
    for edition in (*against, table["proposal"], table["later"]):
        if edition not in outline.editions:
            raise LawError(file, key, f'"{edition}" is not an edition', f"there are {', '.join(outline.editions)}")
    if len({*against, table["proposal"], table["later"]}) != len(against) + 2:
        raise LawError(file, key, "names an edition twice", "name the texts before it, the proposal and a later text")
    if table["became"] not in BECAME:
        raise LawError(file, f"{key}.became", f"{table['became']!r} is no outcome", f"write {one_of(BECAME)}")
    known = {cite for edition in (*against, table["proposal"]) for cite in outline.cites(edition)}
    cites = _cites(file, f"{key}.cites", table["cites"], known)
    if not cites:
        raise LawError(file, f"{key}.cites", "names no paragraph", "name those of the proposal")
    now = _cites(file, f"{key}.now", table["now"], set(outline.cites(table["later"])))
    says = text_of(file, f"{key}.says", table["says"])
    return ProposalOutcome(tuple(against), table["proposal"], table["later"], cites, table["became"], now, says)


def _cites(file: str, key: str, listed: object, known: set[Citation]) -> tuple[Citation, ...]:
    if not isinstance(listed, list):
        raise LawError(file, key, f"{listed!r} is not a list", 'write ["…"], or [] for none')
    return tuple(citation_of(file, key, {"cite": text}, known) for text in listed)
