"""Three texts of a chapter: the outcome, in the third, of each change that the second would make to the first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from houseway.compare.texts import TextChange, text_changes
from houseway.compare.values import Side, ValueChange, side_json, value_changes
from houseway.core import AnyGame
from houseway.law import BadInput, Chapter, Citation, Edition
from houseway.law.outcomes import ADOPTED, BECAME, CHANGED, REFUSED


@dataclass(frozen=True, slots=True)
class ProposedChange:
    """One change that the second text would make, and what the third made of it.

    `now` are the paragraphs of the third text that deal with it. `derived`: the outlines tell it; otherwise it is ours to say.
    """

    change: TextChange
    became: str  # adopted, changed or refused
    now: tuple[Citation, ...]
    says: str | None
    derived: bool

    @property
    def cites(self) -> tuple[Citation, ...]:
        """Its paragraphs in the second text, or in the first if they are dropped."""
        return tuple(p.cite for p in (self.change.now or self.change.was))

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            **self.change.as_json(),
            "became": self.became,
            "later": list(self.now),
            "later_how": self.says,
            "derived": self.derived,
        }


@dataclass(frozen=True, slots=True)
class ProposedValue:
    """A value that the second text would change, in all three."""

    group: str
    key: str
    sides: tuple[Side, Side, Side]

    @property
    def became(self) -> str:
        """The outcome in the third text, by the values alone."""
        first, second, third = (None if side is None else side[0] for side in self.sides)
        return ADOPTED if third == second else REFUSED if third == first else CHANGED

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        was, proposed, later = map(side_json, self.sides)
        return {
            "group": self.group,
            "key": self.key,
            "was": was,
            "proposed": proposed,
            "later": later,
            "became": self.became,
        }


@dataclass(frozen=True, slots=True)
class ThreeTexts:
    """The table: each proposal of the second text, each value, and what the third changes without being asked."""

    title: str
    game: str
    chapter: str
    editions: tuple[Edition, Edition, Edition]
    proposals: tuple[ProposedChange, ...]
    values: tuple[ProposedValue, ...]
    unasked: tuple[TextChange, ...]  # changes from the first to the third that no proposal is about

    @property
    def names(self) -> tuple[str, str, str]:
        """The ids of the three texts."""
        first, second, third = self.editions
        return first.id, second.id, third.id

    @property
    def counts(self) -> dict[str, int]:
        """How many proposals were adopted, changed and refused."""
        found = Counter(each.became for each in self.proposals)
        return {became: found[became] for became in BECAME}

    @property
    def answer(self) -> str:
        """The table in a sentence."""
        first, second, third = self.names
        if not self.proposals:
            return f"{second} would change nothing in {first}."
        adopted, changed, refused = (self.counts[became] for became in BECAME)
        places = f"{len(self.proposals)} place{'s' if len(self.proposals) > 1 else ''}"
        return (
            f"{second} would change {first} in {places}. Of these changes, {third} has adopted {adopted}, changed {changed} "
            f"and refused {refused}."
        )

    @property
    def differs(self) -> bool:
        """Whether the second text would change anything."""
        return bool(self.proposals)

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        keys = ("was", "proposed", "later")
        heads = {
            key: {"id": e.id, "title": e.title, "status": e.status, "published": e.published, "source": e.source}
            for key, e in zip(keys, self.editions, strict=True)
        }
        return {
            "game": self.game,
            "chapter": self.chapter,
            **heads,
            "differs": self.differs,
            "answer": self.answer,
            "counts": self.counts,
            "proposals": [each.as_json() for each in self.proposals],
            "values": [each.as_json() for each in self.values],
            "unasked": [change.as_json() for change in self.unasked],
        }

    def __repr__(self) -> str:
        return f"<ThreeTexts of {self.title}: {self.answer}>"

    def _repr_html_(self) -> str:
        from houseway.compare.three_page import fragment

        return fragment(self)


def three_texts(game: AnyGame, first: str, second: str, third: str) -> ThreeTexts:
    """The outcome, in the third text, of each change that the second would make to the first."""
    chapter, names = game.chapter, (first, second, third)
    one, two, three = (chapter.edition(name) for name in names)  # raises an error that lists the editions
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"{name} is named twice; name three texts of {', '.join(chapter.outline.editions)}")
    proposals = tuple(_proposal(chapter, change, names) for change in text_changes(chapter, first, second))
    asked = {cite for each in proposals for cite in each.cites}
    was = {p.cite for each in proposals for p in each.change.was}
    places = {cite for each in proposals for cite in each.now}
    unasked = tuple(
        change
        for change in text_changes(chapter, first, third)
        if was.isdisjoint(p.cite for p in change.was)
        and (change.was or (asked | places).isdisjoint(p.cite for p in change.now))
    )
    values = tuple(_values(chapter, game.id, (one, two, three)))
    return ThreeTexts(game.title, game.id, chapter.outline.chapter, (one, two, three), proposals, values, unasked)


def _proposal(chapter: Chapter, change: TextChange, names: tuple[str, str, str]) -> ProposedChange:
    first, second, third = names
    cites = {p.cite for p in (change.now or change.was)}
    said = next((each for each in chapter.outcomes if each.about(first, second, third, cites)), None)
    became, now = derived(chapter, change, names)
    if said is None:
        return ProposedChange(change, became or CHANGED, now, None, derived=became is not None)
    if became not in (None, said.became) and (became, said.became) != (REFUSED, CHANGED):
        raise BadInput(
            f"changes.toml: {', '.join(sorted(cites))} is said to be {said.became} in {third}; by outline.toml it is {became}"
        )
    return ProposedChange(change, said.became, said.now, said.says, derived=False)


def derived(
    chapter: Chapter, change: TextChange, names: tuple[str, str, str]
) -> tuple[str | None, tuple[Citation, ...]]:
    """The outcome of a proposal by the outlines, and where it is in the third text; None if they do not show it.

    Adopted: the third text has all paragraphs that the second would have, with their content (or none of those that it
    drops). Refused: it has all paragraphs of the first, with their content (or none of those that the second adds).
    """
    first, second, third = names
    if change.now and all(p.stands_in(third) for p in change.now):
        return ADOPTED, tuple(p.cite for p in change.now)
    if change.was and all(p.stands_in(third) for p in change.was):
        return REFUSED, tuple(p.cite for p in change.was)
    own = {p.cite for p in (change.now or change.was)}
    before = second if change.now else first
    later = [each for each in text_changes(chapter, before, third) if not own.isdisjoint(p.cite for p in each.was)]
    now = tuple(dict.fromkeys(p.cite for each in later for p in each.now))
    if not now:  # the third text has nothing for it
        return (REFUSED if change.now else ADOPTED), ()
    return None, now


def _values(chapter: Chapter, game: str, editions: tuple[Edition, Edition, Edition]) -> list[ProposedValue]:
    """The values that the second text would change, as all three have them."""
    first, second, third = editions
    later = {(change.group, change.key): change for change in value_changes(chapter, game, first, third)}
    found = []
    for change in value_changes(chapter, game, first, second):
        if change.group not in ("value", "payout", "option"):  # steps and readings are shown with their paragraphs
            continue
        other = later.get((change.group, change.key))
        third_side = change.was if other is None else other.now
        if change.was is not None and other is None:
            third_side = (change.was[0], _cite_in(third, change, change.was[1]))
        found.append(ProposedValue(change.group, change.key, (change.was, change.now, third_side)))
    return found


def _cite_in(edition: Edition, change: ValueChange, cite: Citation) -> Citation:
    """The paragraph of an unchanged value, which may have another number in this edition."""
    tables: dict[str, Any] = {"value": edition.values, "payout": edition.payouts, "option": edition.options}
    table = tables.get(change.group, {})
    return table[change.key].cite if change.key in table else cite
