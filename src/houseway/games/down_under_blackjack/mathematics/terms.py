"""The terms that a hand's value depends on besides the cards: the chapter's readings, and ordinary Blackjack to compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from houseway.games.down_under_blackjack.law.edition_schema import SHAPE
from houseway.law import BadInput, Chapter, Rules
from houseway.law.errors import nearest, one_of

DECKS: Final = (6, 4, 5, 8)  # 685a.3(a); the first is the default
READINGS: Final = {reading.name: reading for reading in Chapter(Path(__file__).parents[1], SHAPE).readings}
PRICED: Final = ("dealer_soft_22", "bust_on_22", "large_aces", "large_drawn", "large_after_split", "double_on_22")
QUESTIONS: Final = tuple(READINGS[name] for name in PRICED)  # the open questions that affect the value of a Bet Wager
MATCH_BOTH: Final = READINGS["match_both"]


@dataclass(frozen=True, slots=True)
class Terms:
    """One way to read the chapter. With `ranges` and `returns_on_22` off it is ordinary Blackjack with a peek."""

    dealer_soft_22: str = "never"
    bust_on_22: str = "lose"
    large_aces: str = "count"
    large_drawn: str = "two-cards-only"
    large_after_split: str = "no"
    double_on_22: str = "paid"
    ranges: bool = True  # 685a.7(h): do the players use the card reader's light?
    returns_on_22: bool = True  # 685a.7(n)(1); otherwise a dealer's 22 pays like any other total over 21

    def with_answers(self, answers: Mapping[str, str]) -> Terms:
        """The same with some answers changed."""
        for name, answer in answers.items():
            known = next((question for question in QUESTIONS if question.name == name), None)
            if known is None:
                names = [question.name for question in QUESTIONS]
                raise BadInput(f"reading.{name}: is not an open question here; {nearest(name, names)}")
            if answer not in known.ids:
                raise BadInput(f"reading.{name}: {answer!r} is not one of {one_of(known.ids)} ({known.cite})")
        changed: dict[str, Any] = dict(answers)
        return replace(self, **changed)

    @property
    def answers(self) -> dict[str, str]:
        """The answer to every open question."""
        return {question.name: getattr(self, question.name) for question in QUESTIONS}

    @property
    def dealer_soft_limit(self) -> int:
        """The most that a dealer's hand may count with an ace at 11: 685a.3(d)(3)."""
        return 22 if self.dealer_soft_22 == "literal" else 21


ORDINARY: Final = Terms(ranges=False, returns_on_22=False)


def terms_of(rules: Rules) -> Terms:
    """The readings of a table's rules; a question that its edition does not have keeps the default."""
    asked = {question.name for question in QUESTIONS}
    return Terms().with_answers({name: rules.reading(name) for name in rules.readings if name in asked})
