"""Compare two editions of a game: changes of the texts, changes of the values, and the effect on a player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from houseway.compare.rounds import Rounds, rounds
from houseway.compare.sentences import answer
from houseway.compare.settings import alike
from houseway.compare.texts import Reworded, TextChange, reworded, text_changes, unchanged
from houseway.compare.value_changes import OddsChange, odds_changes
from houseway.compare.values import ValueChange, value_changes
from houseway.compare.variants import Variant, variants
from houseway.core import AnyGame
from houseway.core.progress import stage
from houseway.law import BadInput, Edition, Rules
from houseway.odds.lockstep import MOST_POSITIONS


@dataclass(frozen=True, slots=True)
class Comparison:
    """The three parts of a comparison. `settings` tells what was set so that both sides play the same game."""

    title: str
    rules: tuple[Rules, Rules]
    texts: tuple[TextChange, ...]
    unchanged: int
    reworded: tuple[Reworded, ...]
    values: tuple[ValueChange, ...]
    settings: tuple[str, ...]
    odds_changes: tuple[OddsChange, ...]
    rounds: Rounds
    variants: tuple[Variant, ...]
    variants_left: int  # number of other settings that would have taken too long

    @property
    def editions(self) -> tuple[Edition, Edition]:
        """Both editions."""
        return self.rules[0].edition, self.rules[1].edition

    @property
    def names(self) -> tuple[str, str]:
        """The ids of both editions."""
        return self.editions[0].id, self.editions[1].id

    @property
    def same_words(self) -> int:
        """The number of paragraphs that both have in the same words."""
        return self.unchanged - sum(len(each.cites) for each in self.reworded)

    @property
    def player_differs(self) -> bool:
        """Whether a player's result can differ in any round that both editions allow, or a wager has other odds.

        Wagers made within a round are not counted by themselves: another wager of the round may offset them.
        """
        shared = (variant.rounds for variant in self.variants if variant.only is None)
        whole = (worth for worth in self.odds_changes if not worth.within or worth.was is None or worth.now is None)
        return any(each.differs for each in (self.rounds, *shared)) or any(worth.differs for worth in whole)

    @property
    def differs(self) -> bool:
        """Whether there is any difference."""
        return bool(self.texts or self.reworded or self.values) or self.player_differs

    @property
    def answer(self) -> str:
        """The answer in one or two sentences: can a player's result differ in any round?"""
        return answer(self.names, self.rounds, self.odds_changes, self.variants)

    def as_json(self) -> dict[str, Any]:
        """The comparison as plain values."""
        heads = [
            {"id": e.id, "title": e.title, "status": e.status, "published": e.published, "source": e.source}
            for e in self.editions
        ]
        return {
            "game": self.rules[0].game,
            "chapter": self.rules[0].chapter.outline.chapter,
            "was": {**heads[0], "submission": self.rules[0].digest},
            "now": {**heads[1], "submission": self.rules[1].digest},
            "differs": self.differs,
            "player_differs": self.player_differs,
            "answer": self.answer,
            "texts": {
                "unchanged": self.unchanged,
                "same_words": self.same_words,
                "reworded": [each.as_json() for each in self.reworded],
                "changes": [change.as_json() for change in self.texts],
            },
            "values": [change.as_json() for change in self.values],
            "settings": list(self.settings),
            "wagers": [worth.as_json() for worth in self.odds_changes],
            "rounds": self.rounds.as_json(),
            "other_settings": [variant.as_json() for variant in self.variants],
            "other_settings_left": self.variants_left,
        }

    def __repr__(self) -> str:
        return f"<Comparison of {self.title}: {' with '.join(self.names)}: {self.answer}>"

    def _repr_html_(self) -> str:
        from houseway.compare.page import fragment

        return fragment(self)


def compare(
    game: AnyGame, first: str, second: str, settings: Iterable[str] = (), most: int = MOST_POSITIONS
) -> Comparison:
    """Compare two editions of a game; `most` limits the positions that each walk of rounds visits."""
    chapter = game.chapter
    editions = chapter.outline.editions
    if len(editions) < 2:
        raise BadInput(f"{game.id} has only one edition, {editions[0]}: there is nothing to compare it with")
    for name in (first, second):
        chapter.edition(name)  # raises an error that lists the editions
    if first == second:
        others = ", ".join(each for each in editions if each != first)
        raise BadInput(f"{first} is named twice; compare it with another: {others}")
    found = alike(game, first, second, settings)
    with stage("part 1 of 3"):
        worth = odds_changes(game, found.rules)
    with stage("part 2 of 3"):
        compared = rounds(game, found.rules, most)
    with stage("part 3 of 3"):
        otherwise = variants(game, found, most // 2)
    return Comparison(
        game.title,
        found.rules,
        text_changes(chapter, first, second),
        unchanged(chapter, first, second),
        reworded(chapter, first, second),
        value_changes(chapter, game.id, first, second),
        found.notes,
        worth,
        compared,
        *otherwise,
    )
