"""Health, metrics, the page of the first link, and the schemas of commands and events in the documentation."""

from __future__ import annotations

import httpx
import jsonschema
import pytest

from houseway.core.event_kinds import event_schema
from houseway.games import games, load
from houseway.service.app import documentation, the_api
from houseway.service.schemas import command_schema
from houseway.store.database import Database
from service.api_calls import bearer, is_problem, play, run
from service.places import Place, opened
from service.whole_rounds import whole_round

# Operations


def test_health_and_figures(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        assert (await http.get("/health")).json()["status"] == "ok"
        await opened(there.client("floorperson"), "dice")
        is_problem(await http.get("/metrics", headers=bearer(there, "player")), 403, "forbidden")
        answer = await http.get("/metrics", headers=bearer(there, "administrator"))
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        lines = answer.text.splitlines()
        assert 'houseway_commands_total{do="open",outcome="done"} 1' in lines
        assert "houseway_tables 2" in lines
        assert any(line.startswith('houseway_command_seconds_bucket{le="+Inf"} ') for line in lines)
        for line in lines:
            assert line.startswith("# ") or float(line.rpartition(" ")[2]) >= 0

    run(sqlite_database, test)


def test_the_page_behind_the_first_link_runs_only_its_own_script(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        page = await http.get("/first")
        policy = page.headers["content-security-policy"]
        assert page.status_code == 200 and "script-src 'self';" in policy and "unsafe" not in policy
        assert "<script>" not in page.text
        assert (await http.get("/health")).headers["x-content-type-options"] == "nosniff"

    run(sqlite_database, test)


def test_the_documentation_has_the_commands_and_events_of_every_game() -> None:
    document = documentation(the_api())
    schemas = document["components"]["schemas"]
    assert document["paths"].keys() >= {"/v1/tables", "/v1/tables/{table_id}/commands", "/v1/sign-in", "/health"}
    for game in games(outside=False).values():
        assert len(schemas[f"Events-{game.id}"]["oneOf"]) == len(event_schema(game)["oneOf"])
    dos = [each["properties"]["do"]["const"] for each in schemas["Command"]["oneOf"]]
    from houseway.table.reader import READERS

    assert dos == list(READERS)


@pytest.mark.parametrize("name", list(games(outside=False)))
def test_every_command_of_a_round_fits_its_derived_schema(name: str) -> None:
    game, rules = load(name)
    valid = jsonschema.Draft202012Validator(command_schema(game, rules)).is_valid
    commands = [dict(sent.command) for sent in whole_round(name)]
    assert all(map(valid, commands))
    for command in commands:
        if command["do"] in ("wager", "buy-in", "open"):
            assert not valid({**command, "luck": 7})
    assert not valid({"do": "wager", "seat": 1, "cents": 500}) and not valid({"do": "drawn"})


def test_shown_events_fit_the_schema_of_their_game(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        await play(there, "dice", "sic-bo")
        validator = jsonschema.Draft202012Validator(event_schema(load("sic-bo")[0]))
        for event in (await there.client("surveillance").events("dice", limit=1000)).events:
            assert validator.is_valid(event), event

    run(sqlite_database, test)
