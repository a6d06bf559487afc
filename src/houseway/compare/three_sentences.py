"""The sentences about three texts, shared by terminal, page and notebook."""

from __future__ import annotations

from houseway.compare.three_texts import ProposedChange, ThreeTexts
from houseway.law.outcomes import ADOPTED, REFUSED

MEANINGS = (
    "Adopted: the last text has all of it, whatever else it says. Changed: it has part of it, or another form of it. Refused: it "
    "has none of it."
)


def proposed_says(proposal: ProposedChange) -> str:
    """Our summary of a proposed change."""
    return proposal.change.says or proposal.change.kind.capitalize()


def later_says(proposal: ProposedChange, found: ThreeTexts) -> str:
    """The outcome of a proposal in the last text, and where to find it."""
    first, second, _ = found.names
    where = f"§\u00a0{', '.join(proposal.now)}" if proposal.now else "No such paragraph."
    if proposal.says is not None:
        return f"{where}: {proposal.says}"
    if proposal.became == ADOPTED:
        return f"{where}: as in {second}." if proposal.now else where
    if proposal.became == REFUSED:
        return f"{where}: as in {first}." if proposal.now else where
    return f"{where}: as in neither."


def unasked_line(found: ThreeTexts) -> str:
    """The changes of the last text that no proposal is about."""
    first, second, third = found.names
    cites = ", ".join(f"§\u00a0{(change.now or change.was)[0].cite}" for change in found.unasked)
    count = len(found.unasked)
    changes = f"{count} change{'s' if count > 1 else ''}"
    return f"{third} makes {changes} to {first} that {second} does not ask for: {cites}."
