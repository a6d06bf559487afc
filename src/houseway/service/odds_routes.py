"""Endpoints for the odds page: whether settings are lawful and their odds, strategies, live simulations and a table's hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from houseway.core import AnyGame
from houseway.core.plain import plain
from houseway.law import BadInput, Rules
from houseway.service.api_common import Caller, ServiceOf, answered, problems
from houseway.service.game_routes import odds_of
from houseway.service.models import LARGEST
from houseway.service.problems import Problem
from houseway.service.request_rules import ChosenRules, in_lines, judged, lawful, verdict
from houseway.service.serving import Service
from houseway.service.shared_computations import NotReady
from houseway.service.simulations import MOST_ROUNDS
from houseway.service.submission_fields import fields_of

if TYPE_CHECKING:
    from houseway.simulate.sessions import Player

router = APIRouter(prefix="/v1", tags=["odds"])
WORKING: dict[int | str, dict[str, Any]] = {
    202: {"description": "The answer is being computed: `working` says how far. Send the same request again."}
}
SettingLines = Annotated[str, Query(max_length=8000, description="KEY=VALUE, one per line.")]
Wager = Annotated[str, StringConstraints(min_length=1, max_length=60)]
Cents = Annotated[int, Field(strict=True, ge=0, le=LARGEST)]
Bets = Annotated[dict[Wager, Cents], Field(max_length=200)]
Strategy = Annotated[str, StringConstraints(max_length=60)]
SimulationId = Annotated[str, Path(max_length=40)]
SEED = "houseway"
MOST_HOLD_ROUNDS = 100_000
VERDICT = 0.2  # seconds to wait for the odds before answering only whether the settings are lawful


class SimulationAsked(ChosenRules):
    """A simulation: wagers in cents (every wager at its minimum by default), rounds and a seed."""

    bets: Bets = Field(default_factory=dict)
    strategy: Strategy = ""
    rounds: Annotated[int, Field(strict=True, ge=1, le=MOST_ROUNDS)] = MOST_ROUNDS
    seed: Annotated[str, StringConstraints(max_length=200)] = SEED


class PlayersAsked(BaseModel):
    """Seats that play alike: their wagers in cents, and their strategy."""

    model_config = ConfigDict(extra="forbid")

    bets: Bets
    strategy: Strategy = ""
    seats: Annotated[int, Field(strict=True, ge=1, le=20)] = 1


class HoldAsked(ChosenRules):
    """A table's hold over some hours: wagers in cents, number of seats that play alike, hours and rounds per hour.

    For a table with different players, `players` has several groups of seats instead of `bets`, `strategy` and `seats`.
    """

    players: Annotated[list[PlayersAsked], Field(max_length=20)] = Field(default_factory=list)
    bets: Bets = Field(default_factory=dict)
    strategy: Strategy = ""
    seats: Annotated[int, Field(strict=True, ge=1, le=20)] = 1
    hours: Annotated[int, Field(strict=True, ge=1, le=100)] = 8
    pace: Annotated[int, Field(strict=True, ge=1, le=2000)] = 60


@router.get("/games/{game}/form", responses=problems(), summary="The submission of a game as a form")
async def form(game: str, settings: SettingLines = "") -> Response:
    """Every key of a submission with its help, choices, bounds, default and citation, under the edition in `settings`."""
    chosen = in_lines(settings)
    found, verdict_of = judged(game, {key: value for key, value in chosen.items() if key == "edition"})
    assert verdict_of.rules is not None, "defaults are lawful"
    return answered(fields_of(found, verdict_of.rules))


@router.post("/games/{game}/check", responses=problems(), summary="Check a submission")
async def check(game: str, given: ChosenRules) -> Response:
    """Every finding with its citations, the missing approvals and, if the settings are lawful, the submission's text."""
    found, judgment = judged(game, given.settings)
    text = None
    if judgment.rules is not None:
        from houseway.documents.submission_text import submission_text

        text = submission_text(found.title, judgment.rules)
    return answered({**verdict(found, judgment), "text": text})


@router.post("/games/{game}/odds", responses={**problems(), **WORKING}, summary="Check settings and compute their odds")
async def changed_odds(service: ServiceOf, game: str, given: ChosenRules) -> Response:
    """The findings against these settings or, if they are lawful, the exact odds of every wager."""
    found, judgment = judged(game, given.settings)
    shown = {**verdict(found, judgment), "odds": None}
    if judgment.rules is None:
        return answered(shown)
    odds = await worked_odds(service, found, judgment.rules, VERDICT)
    if isinstance(odds, NotReady):
        return answered({**shown, "working": odds.as_json()}, 202)
    return answered({**shown, "odds": odds})


async def worked_odds(service: Service, game: AnyGame, rules: Rules, patience: float = 1.0) -> Any:
    """The odds sheet; `NotReady` if it is not ready within `patience` seconds."""
    key = ("odds", game.id, rules.digest, rules.edition.digest)
    return await service.computations.result(key, lambda: odds_of(game, rules), patience)


@router.get("/games/{game}/strategy", responses={**problems(422), **WORKING}, summary="Best play")
async def strategy(service: ServiceOf, caller: Caller, game: str, settings: SettingLines = "") -> Response:
    """The game's advice as sections of tables; a problem if the game has no choices."""
    del caller
    found, rules = lawful(game, in_lines(settings))

    def make() -> dict[str, Any]:
        from houseway.odds.advice import advice_of

        advice = advice_of(found, rules, {})
        shown = plain(advice)
        kept = {name: shown[name] for name in ("game", "title", "summary", "legend", "sections", "cites")}
        return {**kept, "edition": rules.edition.id, "submission": rules.digest}

    return await _answered(service, ("strategy", found.id, rules.digest), make)


async def _answered(service: Service, key: tuple[str, ...], make: Any) -> Response:
    try:
        made = await service.computations.result(key, make)
    except BadInput as error:
        raise Problem("bad-request", str(error)) from None
    if isinstance(made, NotReady):
        return answered({"working": made.as_json()}, 202)
    return answered(made)


@router.post(
    "/games/{game}/simulations", status_code=201, responses=problems(422), summary="Start a simulation to watch"
)
async def simulate(service: ServiceOf, caller: Caller, game: str, given: SimulationAsked) -> Response:
    """Start a simulation of one seat in growing chunks. It stops by itself if nobody reads its figures for some seconds."""
    from houseway.simulate.request import RefusedWager, Request, read_bets, read_seed, read_strategy, seated

    del caller
    found, rules = lawful(game, given.settings)
    try:
        bets = read_bets(found, rules, given.bets)
        played = read_strategy(found, rules, bets, given.strategy or None)
        asked = Request(seated(bets, 1, played), given.rounds, read_seed(given.seed))
    except RefusedWager as refused:
        raise _refused(refused) from None
    return answered(service.simulations.start(found, rules, asked).as_json(), 201)


def _refused(refused: Any) -> Problem:
    return Problem("refused", str(refused), cites=[str(cite) for cite in refused.refusal.cites])


@router.get("/simulations/{simulation}", responses=problems(), summary="Read a simulation's figures")
async def look(
    service: ServiceOf, simulation: SimulationId, since: Annotated[int, Query(ge=0, le=LARGEST)] = 0
) -> Response:
    """The figures so far, with the history from point `since` on. Reading them keeps the simulation running."""
    return answered(service.simulations.look(simulation).as_json(since))


@router.delete("/simulations/{simulation}", status_code=204, responses=problems(), summary="Stop a simulation")
async def stop(service: ServiceOf, simulation: SimulationId) -> Response:
    """Stop a simulation."""
    service.simulations.stop(simulation)
    return Response(status_code=204)


@router.post("/games/{game}/hold", responses={**problems(422), **WORKING}, summary="The hold of a table")
async def hold(service: ServiceOf, caller: Caller, game: str, given: HoldAsked) -> Response:
    """The distribution of the house's win over the given hours, with percentiles and the chance of a loss."""
    from houseway.questions.hold import HoldRequest, usual_bets
    from houseway.questions.hold import hold as ask
    from houseway.simulate.request import RefusedWager

    del caller
    found, rules = lawful(game, given.settings)
    rounds = given.hours * given.pace
    if rounds > MOST_HOLD_ROUNDS:
        raise Problem(
            "bad-request", f"{rounds:,} rounds are more than the {MOST_HOLD_ROUNDS:,} that this service computes"
        )
    usual = given.bets or usual_bets(found, rules)
    groups = given.players or [PlayersAsked(bets=usual, strategy=given.strategy, seats=given.seats)]
    try:
        players = _players(found, rules, groups)
    except RefusedWager as refused:
        raise _refused(refused) from None
    asked = HoldRequest(players, rounds, None, 0, given.pace)

    def make() -> dict[str, Any]:
        shown = ask(found, rules, asked).as_json()
        edge, mean = shown["house_edge"]["value"], shown["mean_cents"]["value"]
        once = rounds * sum(each.seats * sum(each.bets.values()) for each in players)  # if every round decides them all
        return {**shown, "staked_cents": round(mean / edge) if edge else once}

    told = [f"{sorted(each.bets.items())} {each.strategy} {each.seats}" for each in players]
    return await _answered(service, ("hold", found.id, rules.digest, str(told), f"{rounds} {given.pace}"), make)


def _players(game: AnyGame, rules: Rules, groups: list[PlayersAsked]) -> tuple[Player, ...]:
    """The groups of seats of one table, each with lawful wagers."""
    from houseway.simulate.request import read_bets, read_seats, read_strategy
    from houseway.simulate.sessions import Player

    seats = sum(each.seats for each in groups)
    if len(groups) > 1 and seats > rules.boxes:
        raise Problem("bad-request", f"{seats} seats are more than the {rules.boxes} of the table")
    found = []
    for n, each in enumerate(groups, 1):
        bets = read_bets(game, rules, each.bets)
        played = read_strategy(game, rules, bets, each.strategy or None)
        name = "seat" if len(groups) == 1 else f"group {n}"
        found.append(Player(name, bets, strategy=played, seats=read_seats(rules, each.seats)))
    return tuple(found)
