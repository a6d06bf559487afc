"""What the value of a hand depends on besides the cards: the readings of the chapter, and ordinary Blackjack beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from houseway.law import BadInput, Rules
from houseway.law.errors import nearest, one_of

DECKS: Final = (6, 4, 5, 8)  # 685a.3(a); the first is the default


@dataclass(frozen=True, slots=True)
class Question:
    """An open question of the text that moves money: the answers (the default first), and where it stands."""

    name: str
    answers: tuple[str, ...]
    cite: str
    asks: str
    why: str


QUESTIONS: Final = (
    Question(
        "dealer_soft_22",
        ("never", "literal"),
        "685a.3(d)(3)",
        "Does a dealer's ace count 11 when that makes exactly 22?",
        "To the letter it does: two aces are 22, and 11 with an ace is 22. 685a.2(b)(4)(iii) has the layout promise a dealer who "
        "draws to 16 and stands on 17s, which is how the game is known elsewhere, with an ace at 1 rather than over 21.",
    ),
    Question(
        "bust_on_22",
        ("lose", "return"),
        "685a.7(n)(1)",
        "When the dealer has 22, do players over 21 get their wagers back?",
        "685a.12(h) speaks of wagers of players over 21 as something that has to be given back expressly, and (q)(1) makes such "
        "a hand lose whatever the dealer has; what remains when the dealer is done are the hands that have not lost.",
    ),
    Question(
        "large_aces",
        ("count", "do-not-count"),
        "685a.7(n)(1)",
        "Are two aces two original Large cards, paid when the dealer has 22?",
        "685a.1 counts an ace as Large without exception.",
    ),
    Question(
        "large_drawn",
        ("two-cards-only", "also-after-drawing"),
        "685a.7(n)(1)",
        "Is a hand that began with two Large cards still paid on a dealer's 22 after it has drawn?",
        "The paragraph wants exactly two cards, so that a third one ends it.",
    ),
    Question(
        "large_after_split",
        ("no", "yes"),
        "685a.7(n)(1)",
        "Are two Large cards in a hand that was split paid on a dealer's 22?",
        "The paragraph wants original cards; the second card of a split hand is dealt after the split (685a.10(b)).",
    ),
    Question(
        "double_on_22",
        ("paid", "returned"),
        "685a.7(n)(1)",
        "When a dealer's 22 pays a doubled 21, is the Double Down Wager paid with the Bet Wager?",
        "(n) to (q) settle Bet Wagers and never mention a Double Down Wager, so that it can only share the fate of the wager "
        "that it doubles, here as elsewhere.",
    ),
)  # fmt: skip
MATCH_BOTH: Final = Question(
    "match_both",
    ("each", "once"),
    "685a.7(f)",
    "When both cards match the dealer's up card, is the Match-the-Dealer Wager paid for each of them?",
    "The preamble's 4.06% and 3.67% come out exactly when it is, and only then.",
)


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
        """The same with some questions answered otherwise."""
        for name, answer in answers.items():
            known = next((question for question in QUESTIONS if question.name == name), None)
            if known is None:
                names = [question.name for question in QUESTIONS]
                raise BadInput(f"reading.{name}: is no open question here; {nearest(name, names)}")
            if answer not in known.answers:
                raise BadInput(f"reading.{name}: {answer!r} is not one of {one_of(known.answers)} ({known.cite})")
        changed: dict[str, Any] = dict(answers)
        return replace(self, **changed)

    @property
    def answers(self) -> dict[str, str]:
        """How every open question is answered."""
        return {question.name: getattr(self, question.name) for question in QUESTIONS}

    @property
    def dealer_soft_limit(self) -> int:
        """The most that a dealer's hand may count with an ace at 11: 685a.3(d)(3)."""
        return 22 if self.dealer_soft_22 == "literal" else 21


ORDINARY: Final = Terms(ranges=False, returns_on_22=False)


def terms_of(rules: Rules) -> Terms:
    """The readings of a table's rules; a question that its edition does not ask keeps our default."""
    asked = {question.name for question in QUESTIONS}
    return Terms().with_answers({name: rules.reading(name) for name in rules.readings if name in asked})
