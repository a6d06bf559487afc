"""Endpoints for the rulebook page: two editions side by side, example rounds for paragraphs, and a search in all chapters."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from houseway.compare.texts import reworded, text_changes, unchanged
from houseway.compare.values import value_changes
from houseway.core import AnyGame
from houseway.documents.rule_search import search
from houseway.games import games, load
from houseway.law import BadInput, Rules
from houseway.service.api_common import Caller, ServiceOf, answered, problems
from houseway.service.problems import Problem, not_found
from houseway.service.request_rules import in_lines, lawful
from houseway.service.shared_computations import NotReady

router = APIRouter(prefix="/v1", tags=["rulebook"])
Edition = Annotated[str, Query(min_length=1, max_length=40)]
Settings = Annotated[str, Query(max_length=8000, description="KEY=VALUE, one per line.")]
Cite = Annotated[str, Path(max_length=40, description="A paragraph, such as 625a.5(b).")]
Word = Annotated[str, Query(min_length=1, max_length=80, description="The beginning of a word, or several.")]
MOST_HITS = 300
WORKING: dict[int | str, dict[str, Any]] = {
    202: {"description": "The answer is being computed: `working` says how far. Send the same request again."}
}


@router.get("/games/{game}/diff", responses=problems(), summary="Two editions side by side")
async def diff(game: str, was: Edition, now: Edition) -> Response:
    """The texts and values that differ."""
    found = _game(game)
    try:
        return answered(await asyncio.to_thread(_texts, found, was, now))
    except BadInput as error:
        raise Problem("bad-request", str(error)) from None


@router.get("/games/{game}/diff/rounds", responses={**problems(), **WORKING}, summary="Two editions, round by round")
async def diff_rounds(service: ServiceOf, caller: Caller, game: str, was: Edition, now: Edition) -> Response:
    """The texts and values that differ, the rounds that change, and the odds of each wager under both editions."""
    del caller
    found = _game(game)
    try:
        made = await service.computations.result(("diff", game, was, now), lambda: _compared(found, was, now))
    except BadInput as error:
        raise Problem("bad-request", str(error)) from None
    return answered({"working": made.as_json()}, 202) if isinstance(made, NotReady) else answered(made)


def _game(name: str) -> AnyGame:
    if name not in games():
        raise not_found()
    return games()[name]


def _texts(game: AnyGame, was: str, now: str) -> dict[str, Any]:
    chapter = game.chapter
    first, second = chapter.edition(was), chapter.edition(now)
    return {
        "game": game.id,
        "chapter": chapter.outline.chapter,
        "was": {"edition": first.id, "standing": first.standing},
        "now": {"edition": second.id, "standing": second.standing},
        "texts": {
            "unchanged": unchanged(chapter, was, now),
            "reworded": [each.as_json() for each in reworded(chapter, was, now)],
            "changes": [each.as_json() for each in text_changes(chapter, was, now)],
        },
        "values": [each.as_json() for each in value_changes(chapter, game.id, first, second)],
    }


def _compared(game: AnyGame, was: str, now: str) -> dict[str, Any]:
    from houseway.compare import compare

    return compare(game, was, now).as_json()


@router.get(
    "/games/{game}/examples/{cite}", responses={**problems(422), **WORKING}, summary="A round that shows a paragraph"
)
async def example(service: ServiceOf, caller: Caller, game: str, cite: Cite, settings: Settings = "") -> Response:
    """A short round in which a paragraph decides something: its events in words, its script, and whether a shorter one exists."""
    del caller
    found, rules = lawful(game, in_lines(settings))
    try:
        made = await service.computations.result(
            ("example", game, rules.digest, cite), lambda: _shown(found, rules, cite)
        )
    except BadInput as error:
        raise Problem("bad-request", str(error)) from None
    return answered({"working": made.as_json()}, 202) if isinstance(made, NotReady) else answered(made)


def _shown(game: AnyGame, rules: Rules, cite: str) -> dict[str, Any]:
    from houseway.questions.example_report import asked_for, document, examples_of, report_on
    from houseway.table.event_words import transcript

    paragraph = asked_for(game, rules, cite)
    examples = examples_of(game, rules.edition.id)
    shown = report_on(game, rules, examples, paragraph)
    found = dict(document(shown, examples))
    events = found.pop("events", [])
    lines = transcript(game, shown.rules, shown.events, lead=lambda event: "▸" if shown.decides(event) else " ")
    return {**found, "words": [_line(line) for line in lines.splitlines() if line], "count": len(events)}


def _line(line: str) -> dict[str, Any]:
    """A line of the transcript: a heading, or an event, marked if the paragraph decides it."""
    heading = not line.startswith(("▸", " "))
    return {"heading": heading, "decides": line.startswith("▸"), "says": line.lstrip("▸ ")}


@router.get("/rules/search", responses=problems(), summary="Search all chapters")
async def search_rules(word: Word) -> Response:
    """Every paragraph, reading and step of all games that contains a word."""
    try:
        hits = await asyncio.to_thread(lambda: search(_everything(), word))
    except BadInput as error:
        raise Problem("bad-request", str(error)) from None
    return answered({"word": word, "count": len(hits), "found": [each.as_json() for each in hits[:MOST_HITS]]})


@lru_cache(maxsize=1)
def _everything() -> list[tuple[AnyGame, Rules]]:
    return [load(name) for name in games()]
