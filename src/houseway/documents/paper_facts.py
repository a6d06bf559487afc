"""The facts that every paper states: the game, the edition of the law, the submission, and the software that made it."""

from __future__ import annotations

from houseway import __version__
from houseway.core import AnyGame
from houseway.law import Rules
from houseway.law.edition import Edition


def facts(game: AnyGame, rules: Rules, *, submission: bool = True) -> tuple[tuple[str, str], ...]:
    """The lines below a paper's title."""
    outline = rules.chapter.outline
    lines = [
        ("Chapter", f"58 Pa. Code Chapter {outline.chapter}, {outline.title}"),
        ("Text", standing_of(rules)),
    ]
    if submission:
        lines += [("Certificate holder", str(rules.option("holder"))), ("Rules Submission", rules.digest)]
    return tuple(lines)


def standing_of(rules: Rules) -> str:
    """The edition, and whether it is in force or which other edition is."""
    other = superseding(rules)
    instead = "" if other is None else f"; superseded by {other.id}, {other.standing}"
    return f"{rules.edition.id}: {rules.edition.standing}{instead}"


def superseding(rules: Rules) -> Edition | None:
    """The edition of the chapter that is in force instead of this one, if there is one."""
    if rules.edition.in_force:
        return None
    editions = (rules.chapter.edition(each) for each in rules.chapter.outline.editions)
    return next((each for each in editions if each.in_force), None)


def foot(game: AnyGame, rules: Rules, what: str) -> str:
    """The line at the foot of each page."""
    return f"{game.title}: {what}. {rules.edition.id}, houseway {__version__}"


NOT_THE_LAW = (
    "The paragraphs are restated in our own words, with citations. The text of the Pennsylvania Code is authoritative; a reading "
    "of an open question is marked as ours."
)
