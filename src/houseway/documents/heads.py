"""What every paper says of itself: the game, the text of the law, the submission, and the software that made it."""

from __future__ import annotations

from houseway import __version__
from houseway.core import AnyGame
from houseway.law import Rules


def facts(game: AnyGame, rules: Rules, *, submission: bool = True) -> tuple[tuple[str, str], ...]:
    """The lines below a paper's title."""
    outline, edition = rules.chapter.outline, rules.edition
    lines = [
        ("Chapter", f"58 Pa. Code Chapter {outline.chapter}, {outline.title}"),
        ("Text", f"{edition.id}: {edition.standing}"),
    ]
    if submission:
        lines += [("Certificate holder", str(rules.option("holder"))), ("Rules Submission", rules.digest)]
    return tuple(lines)


def foot(game: AnyGame, rules: Rules, what: str) -> str:
    """The line at the foot of each page."""
    return f"{game.title}: {what}. {rules.edition.id}, houseway {__version__}"


NOT_THE_LAW = (
    "The paragraphs are told in our own words, and cite what they tell. The text of the Pennsylvania Code decides; a reading "
    "of an open question is marked as ours."
)
