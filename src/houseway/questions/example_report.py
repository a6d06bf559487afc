"""The report on an example: what was played or checked, which events cite the paragraph, and whether it is a shortest one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.core import AnyGame, Event
from houseway.games import games
from houseway.law import BadInput, Citation, Judged, Paragraph, Rules
from houseway.law.errors import nearest
from houseway.questions.edition_search import SearchLimits
from houseway.questions.example import BORROWED, CHECK, ROUND, Examples, ParagraphExample, shipped
from houseway.questions.example_finder import find, holds
from houseway.questions.search_node import REFUSES_REPORT, best_rank, played
from houseway.questions.variants import under

LIVE = SearchLimits(
    exhaust=3_000, roam=6_000, episodes=2, variant=600, pair=0, most_pairs=0, walk=300, table=0, deplete=0
)  # for games that ship no examples
NONE_SHORTER = (
    "no wager is settled",
    "nothing happens",
    "nothing is refused",
    "nothing is even refused",
)  # … under this paragraph


def examples_of(game: AnyGame, edition: str) -> Examples:
    """The examples shipped with a game or, if it ships none, those found by a short search now."""
    return shipped(game, edition) or find(game, edition, LIVE)


def asked_for(game: AnyGame, rules: Rules, cite: str) -> Paragraph:
    """The requested paragraph of an edition, or an error that says why it is not a modeled one."""
    own = {paragraph.cite: paragraph for paragraph in rules.paragraphs}
    paragraph = next((each for known, each in own.items() if known == cite), None)
    if paragraph is None:
        others = [
            each.only or game.chapter.outline.editions for each in game.chapter.outline.paragraphs if each.cite == cite
        ]
        having = list(dict.fromkeys(edition for each in others for edition in each))
        if having:
            raise BadInput(
                f"{cite} is a paragraph of {' and '.join(having)}, not of {rules.edition.id}; choose edition={having[0]}"
            )
        raise BadInput(f"{cite} is not a paragraph of {rules.edition.id}; {nearest(cite, list(own))}")
    if not paragraph.modelled:
        raise BadInput(f"{cite} is not modeled, so no round shows it: {paragraph.not_modelled}")
    return paragraph


def shown_at(game: AnyGame, edition: str, cite: str) -> AnyGame | None:
    """Another game of the same chapter at which a paragraph decides, if one has an example of it."""
    chapter = game.chapter.outline.chapter
    for other in games().values():
        if other.id != game.id and other.chapter.outline.chapter == chapter:
            found = shipped(other, edition)
            if found is not None and found.found[Citation(cite)].kind == ROUND:
                return other
    return None


@dataclass(frozen=True, slots=True)
class ExampleReport:
    """An example with the events from a live table, or with the answer of a check.

    `own`: the paragraph's own example, which may be borrowed; `example`: the example to show.
    """

    paragraph: Paragraph
    own: ParagraphExample
    example: ParagraphExample
    rules: Rules
    events: tuple[Event, ...] = ()
    rank: int | None = None
    judged: Judged | None = None
    note: str = ""
    elsewhere: str = ""  # another game of the chapter that has an example of the paragraph

    def decides(self, event: Event) -> bool:
        """Does an event cite the example's paragraph?"""
        return self.example.cite in event.cites


def report_on(game: AnyGame, rules: Rules, examples: Examples, paragraph: Paragraph) -> ExampleReport:
    """The example of a paragraph, played now; under these rules if the paragraph still decides there."""
    own = examples.found[paragraph.cite]
    example = examples.found[Citation(own.of)] if own.kind == BORROWED else own
    if example.kind == CHECK:
        return ExampleReport(paragraph, own, example, rules, judged=under(game, rules.edition.id, example.settings))
    if example.kind != ROUND:
        other = shown_at(game, rules.edition.id, paragraph.cite)
        return ExampleReport(paragraph, own, example, rules, elsewhere=other.id if other is not None else "")
    script = tuple(dict(each) for each in example.script)
    answer = under(game, rules.edition.id, example.settings)
    assert answer is not None and answer.rules is not None, f"{example.cite}: {example.settings} is no longer lawful"
    note, chosen = "", answer.rules
    if rules.digest != chosen.digest and not example.settings:
        if holds(game, rules, example.cite, REFUSES_REPORT, script):
            chosen = rules
        else:
            note = "under the submission that was asked for, this script does not show it; it is under the default one"
    went = played(game, chosen, script)
    assert went is not None, f"{example.cite}: the script is no longer understood"
    events = tuple(event for _, events in went for event in events)
    return ExampleReport(paragraph, own, example, chosen, events, best_rank(went, example.cite), note=note)


def certainty(shown: ExampleReport, examples: Examples) -> str:
    """Whether the example is known to be a shortest one, in words."""
    example = shown.example
    if example.kind == CHECK:
        return "No event cites it; a check of the Rules Submission does."
    if example.kind != ROUND or shown.rank is None:
        return f"{example.why[:1].upper()}{example.why[1:]}. Tried: {examples.bound}."
    count = len(example.script)
    commands = f"{count} command{'s' if count > 1 else ''}"
    if example.shortest:
        tried = f"The search tried every shorter script of its commands: {NONE_SHORTER[shown.rank]}"
        return f"Shortest: {commands}. {tried} under this paragraph in any of them."
    return f"Short: {commands}, none of which can be dropped. Whether another round is shorter was not settled."


def document(shown: ExampleReport, examples: Examples) -> Mapping[str, Any]:
    """The report as plain values."""
    example = shown.example
    found: dict[str, Any] = {
        "game": shown.rules.game,
        "edition": shown.rules.edition.id,
        "submission_digest": shown.rules.digest,
        "cite": str(shown.paragraph.cite),
        "says": shown.paragraph.says,
        "kind": shown.own.kind,
        "borrowed_of": shown.own.of or None,
        "why": shown.own.why or None,
        "settings": list(example.settings),
        "shortest": example.shortest if example.kind == ROUND else None,
        "certainty": certainty(shown, examples),
        "bound": examples.bound,
        "note": shown.note or None,
        "decides_at": shown.elsewhere or None,
    }
    if example.kind == ROUND:
        events = [{**event.seen_by("house"), "decides": shown.decides(event)} for event in shown.events]
        found |= {"script": list(example.script), "events": events}
    if shown.judged is not None:
        found["findings"] = [each.as_json() for each in shown.judged.findings]
        found["conditions"] = [each.as_json() for each in shown.judged.conditions]
    return found
