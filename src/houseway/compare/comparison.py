"""Compare two sides of a game: changes of the texts, changes of the values, and the effect on a player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from houseway.compare.effects import SPEC_EFFORT, Effects, effects
from houseway.compare.round_results import ComparedRounds
from houseway.compare.rounds import Bounds
from houseway.compare.sentences import answer
from houseway.compare.settings import alike
from houseway.compare.specs import Spec, read_spec
from houseway.compare.texts import Reworded, TextChange, redrafted, reworded, text_changes, unchanged
from houseway.compare.value_changes import OddsChange
from houseway.compare.values import ValueChange, setting_changes, value_changes
from houseway.compare.variants import Variant
from houseway.core import AnyGame
from houseway.law import BadInput, Edition, Rules
from houseway.law.edition import NOT_LAW
from houseway.odds.joint_round import Effort
from houseway.odds.lockstep import MOST_POSITIONS


@dataclass(frozen=True, slots=True)
class Comparison:
    """The three parts of a comparison. `settings` tells what was set so that both sides play the same game.

    `specs` are the two sides as they were given, if not two editions were named.
    """

    title: str
    rules: tuple[Rules, Rules]
    texts: tuple[TextChange, ...]
    unchanged: int
    reworded: tuple[Reworded, ...]
    values: tuple[ValueChange, ...]
    settings: tuple[str, ...]
    odds_changes: tuple[OddsChange, ...]
    rounds: ComparedRounds
    variants: tuple[Variant, ...]
    variants_left: int  # number of other settings that would have taken too long
    specs: tuple[Spec, Spec] | None = None

    @property
    def editions(self) -> tuple[Edition, Edition]:
        """Both editions."""
        return self.rules[0].edition, self.rules[1].edition

    @property
    def names(self) -> tuple[str, str]:
        """The names of both sides: the ids of the editions, or A and B."""
        return (self.editions[0].id, self.editions[1].id) if self.specs is None else spec_names(self.specs)

    @property
    def notices(self) -> tuple[str, ...]:
        """The warning that a side is a redraft."""
        sides = zip(self.names, self.editions, strict=True)
        return tuple(f"{name} is {NOT_LAW}: {e.redraft}, based on {e.id}." for name, e in sides if e.redraft)

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
        was, now = (_head(rules, at, self.specs) for at, rules in enumerate(self.rules))
        return {
            "game": self.rules[0].game,
            "chapter": self.rules[0].chapter.outline.chapter,
            "was": was,
            "now": now,
            **({"notices": list(self.notices)} if self.specs is not None else {}),
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
        marks = "".join(f" {notice}" for notice in self.notices)
        return f"<Comparison of {self.title}: {' with '.join(self.names)}: {self.answer}{marks}>"

    def _repr_html_(self) -> str:
        from houseway.compare.page import fragment

        return fragment(self)


def _head(rules: Rules, at: int, specs: tuple[Spec, Spec] | None) -> dict[str, Any]:
    """One side as plain values. A redraft has no id of its own, so that nobody takes its base's for it."""
    edition = rules.edition
    named = {"id": None if edition.redraft else edition.id, "title": edition.title, "status": edition.status}
    dated = {"published": None if edition.redraft else edition.published, "source": edition.source}
    more = {} if specs is None else specs[at].as_json()
    return {**named, **dated, "submission": rules.digest, **more}


def spec_names(specs: tuple[Spec, Spec]) -> tuple[str, str]:
    """A and B; redrafts are always labeled as redrafts."""
    first, second = (f"{name} (redraft)" if spec.redraft else name for name, spec in zip("AB", specs, strict=True))
    return first, second


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
    return _compared(game, found.rules, effects(game, found, Bounds(most)), found.notes)


def compare_specs(first: str, second: str, settings: Iterable[str] = (), most: int | None = None) -> Comparison:
    """Compare two sides, each a submission's file, a redraft's file, or `GAME@EDITION,KEY=VALUE,...`.

    Each side plays exactly what it says, with its own defaults; `settings` hold on both. `most` limits the positions that each
    walk of rounds visits; without it, the work of all walks together is limited.
    """
    settings = list(settings)
    one, other = read_spec(first, settings), read_spec(second, settings)
    if one.game.chapter.outline.chapter != other.game.chapter.outline.chapter or one.game.id != other.game.id:
        sides = [
            f"{each.given} is for {each.game.title} ({each.game.chapter.outline.chapter})" for each in (one, other)
        ]
        raise BadInput(f"{' and '.join(sides)}; compare two of the same game")
    specs = (one, other)
    bounds = Bounds(MOST_POSITIONS, Effort(SPEC_EFFORT)) if most is None else Bounds(most)
    found = effects(one.game, (one.rules, other.rules), bounds, spec_names(specs))
    return _compared(one.game, (one.rules, other.rules), found, found.notes, specs)


def _compared(
    game: AnyGame,
    rules: tuple[Rules, Rules],
    found: Effects,
    notes: tuple[str, ...],
    specs: tuple[Spec, Spec] | None = None,
) -> Comparison:
    chapter = game.chapter
    one, other = (each.edition for each in rules)
    own = redrafted(chapter, game.id, (one, other))
    stands = {p.cite for p in chapter.outline.of(one.id) if p.stands_in(other.id)}
    return Comparison(
        game.title,
        rules,
        (*text_changes(chapter, one.id, other.id), *own),
        unchanged(chapter, one.id, other.id) - len(stands & {p.cite for change in own for p in change.now}),
        reworded(chapter, one.id, other.id),
        (*value_changes(chapter, game.id, one, other), *(setting_changes(*rules) if specs is not None else ())),
        notes,
        found.odds_changes,
        found.rounds,
        found.variants,
        found.variants_left,
        specs,
    )
