"""Endpoints for the parts of a game that are not its table's state: the felt, the wheels, the odds and the rulebook."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response

from houseway.core import AnyGame, Figure
from houseway.core.citation_graph import citations_of
from houseway.core.plain import plain
from houseway.documents.paragraph_values import in_words, values_at
from houseway.games import games
from houseway.law import Rules
from houseway.service.api_common import Caller, ServiceOf, TableId, answered, problems
from houseway.service.problems import Problem
from houseway.service.request_rules import in_lines, lawful
from houseway.service.serving import Service
from houseway.service.shared_computations import NotReady
from houseway.service.socket import look_at
from houseway.service.typed_examples import example

router = APIRouter(tags=["games"])
WAIT = 60.0  # seconds that a request for odds waits


@router.get("/v1/games", responses=problems(), summary="List the games")
async def list_games() -> Response:
    """Every game with its chapter and editions."""
    return answered(
        {
            "games": [
                {
                    "id": game.id,
                    "title": game.title,
                    "chapter": game.chapter.outline.chapter,
                    "editions": list(game.chapter.outline.editions),
                }
                for game in games().values()
            ]
        }
    )


@router.get("/v1/tables/{table_id}/felt", responses=problems(), summary="The layout of a table")
async def table_felt(service: ServiceOf, caller: Caller, table_id: TableId) -> Response:
    """The felt to scale with every betting area, and the wheels; the same shapes that are filed with the Board."""
    seen = await service.seen(table_id)
    look_at(caller, seen)
    return answered(felt_of(seen.game, seen.rules))


@router.get("/v1/tables/{table_id}/odds", responses=problems(), summary="The odds of a table's wagers")
async def table_odds(service: ServiceOf, caller: Caller, table_id: TableId, quick: bool = False) -> Response:
    """The exact odds of every wager under the table's submission; `quick` leaves out wagers that take long to compute."""
    seen = await service.seen(table_id)
    look_at(caller, seen)
    slow = seen.game.walk.takes_long if quick else ()
    only = tuple(wager for wager in seen.game.priced(seen.rules) if wager not in slow) if slow else ()
    return answered(await _odds(service, seen.game, seen.rules, only))


@router.get("/v1/games/{game}/rules", responses=problems(422), summary="The rulebook of a game")
async def game_rules(game: str, edition: str = "") -> Response:
    """Every paragraph in our words, with its values and the places where it is cited."""
    found, rules = lawful(game, {"edition": edition} if edition else {})
    return answered(rules_document(found, rules))


@router.get("/v1/games/{game}/odds", responses=problems(422), summary="The odds of a game's wagers")
async def game_odds(service: ServiceOf, game: str, settings: str = "") -> Response:
    """The exact odds under the default submission, or with `settings`: KEY=VALUE, one per line."""
    return answered(await _odds(service, *lawful(game, in_lines(settings))))


async def _odds(service: Service, game: AnyGame, rules: Rules, only: tuple[str, ...] = ()) -> dict[str, Any]:
    """The odds, computed in another thread; a client that does not want to wait uses POST."""
    key = ("odds", game.id, rules.digest, rules.edition.digest, *only)
    found = await service.computations.result(key, lambda: odds_of(game, rules, only), WAIT)
    if isinstance(found, NotReady):
        raise Problem("too-long", "the odds are still being computed", right="ask again later")
    return dict(found)


@lru_cache(maxsize=64)
def felt_of(game: AnyGame, rules: Rules) -> dict[str, Any]:
    """The felt as plain values, with the wheels."""
    drawn = game.present.drawn_felt(rules).as_json()
    rings = [
        {
            "title": ring.title,
            "bets": ring.bets,
            "sectors": [{"label": each.label, "ink": each.ink, "wager": each.wager} for each in ring.sectors],
        }
        for ring in game.present.rings(rules)
    ]
    return {
        "game": game.id,
        "felt": plain(drawn),
        "rings": rings,
        "chance": game.present.chance_word,
        "example": example(game, rules),
    }


@lru_cache(maxsize=64)
def odds_of(game: AnyGame, rules: Rules, only: tuple[str, ...] = ()) -> dict[str, Any]:
    """The odds sheet as plain values."""
    from houseway.odds.sheet import odds_sheet

    wagers = [row.as_json() for row in odds_sheet(game, rules, only=only)]
    return {"game": game.id, "edition": rules.edition.id, "submission": rules.digest, "wagers": wagers}


def plain_figure(figure: Figure) -> dict[str, str]:
    """A figure as text and as a drawing."""
    return {"text": figure.text, "svg": figure.svg}


@lru_cache(maxsize=32)
def rules_document(game: AnyGame, rules: Rules) -> dict[str, Any]:
    """The outline as plain values: each paragraph with its values in words and the places where the code applies and cites it."""
    cited, figures = citations_of(game, rules), game.present.figures(rules)
    return {
        "game": game.id,
        "title": game.title,
        "chapter": rules.chapter.outline.chapter,
        "edition": rules.edition.id,
        "standing": rules.edition.standing,
        "editions": list(rules.chapter.outline.editions),
        "paragraphs": [
            {
                "cite": str(each.cite),
                "depth": each.cite.depth,
                "says": each.says,
                "modelled": bool(each.modelled),
                "not_modelled": each.not_modelled,
                "values": [in_words(row) for row in values_at(rules, each.cite)],
                "acts_in": list(each.modelled),
                "cited_in": [place.as_json() for place in cited.get(each.cite, ())],
                **({"figure": plain_figure(figures[each.cite])} if each.cite in figures else {}),
            }
            for each in rules.paragraphs
        ],
    }
