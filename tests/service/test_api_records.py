"""The API of records: events and earlier states, proofs against checkpoints, and exports."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from houseway.client import ServiceProblem
from houseway.games import load
from houseway.records.checkpoint import read_checkpoint
from houseway.records.merkle import extends, included, leaf_hash
from houseway.store.database import Database
from service.api_calls import bearer, is_problem, play, run
from service.places import Place
from service.whole_rounds import whole_round

# Records


def test_events_are_paged_without_gap_and_any_state_can_be_looked_at(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        await play(there, "war", "casino-war")
        anna, floor = there.client("player"), there.client("floorperson")
        seqs, since = [], 0
        while True:
            page = await anna.events("war", since=since, limit=7)
            seqs += [event["seq"] for event in page.events]
            if page.next is None:
                break
            since = page.next
        last = (await anna.table("war")).seq
        assert seqs == list(range(1, last + 1))
        game, rules = load("casino-war")
        from houseway.core import Event
        from houseway.table import fold
        from houseway.table.position import TablePosition

        alone: list[Event] = [event for sent in whole_round("casino-war") for event in sent.events]
        for seq in (1, 5, last // 2, last, 3):
            found = await anna.state("war", seq=seq)
            position = TablePosition.of(game, fold(alone[:seq]))
            assert found["view"] == json.loads(json.dumps(dict(game.law.view(rules, position.state, "player"))))
            whole = dict(sorted(position.accounts.items()))
            assert found["accounts"] == {name: whole[name] for name in whole if name == "layout" or "seat:" in name}
            assert (await floor.state("war", seq=seq))["accounts"] == whole
        with pytest.raises(ServiceProblem, match="not-found"):
            await anna.state("war", seq=last + 1)

    run(sqlite_database, test)


def test_a_round_and_an_extension_are_proven_against_a_signed_checkpoint(database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        await play(there, "dice", "sic-bo")
        boss = bearer(there, "shift-manager")
        first = await http.post("/v1/checkpoints", headers=boss)
        assert first.status_code == 201
        is_problem(await http.post("/v1/checkpoints", headers=bearer(there, "player")), 403, "forbidden")
        anyone = bearer(there, "player")
        latest = await http.get("/v1/checkpoints/latest", headers=anyone)
        assert latest.json() == first.json()
        listed = (await http.get("/v1/checkpoints", headers=anyone)).json()
        assert listed["checkpoints"][0] == first.json()
        checkpoint = read_checkpoint(latest.text)
        assert checkpoint.genuine(listed["key"])
        head = checkpoint.of("dice", 1)
        assert head is not None
        proof = (await http.get(f"/v1/tables/dice/proofs/rounds/1?size={head.size}", headers=anyone)).json()
        assert proof["root"] == head.root and proof["lines"]
        for each in proof["lines"]:
            path = [bytes.fromhex(text) for text in each["proof"]]
            leaf = leaf_hash(each["line"].encode())
            assert included(leaf, each["seq"], head.size, path, bytes.fromhex(head.root))
        await there.client("player").command("dice", {"do": "buy-in", "seat": 3, "cents": 1000})
        grown = (await http.get(f"/v1/tables/dice/proofs/consistency?earlier={head.size}", headers=anyone)).json()
        assert grown["earlier_root"] == head.root and grown["size"] > head.size
        path = [bytes.fromhex(text) for text in grown["proof"]]
        roots = bytes.fromhex(head.root), bytes.fromhex(grown["root"])
        assert extends(head.size, grown["size"], *roots, path)
        is_problem(await http.get("/v1/tables/dice/proofs/rounds/99", headers=anyone), 404, "not-found")
        is_problem(
            await http.get("/v1/tables/dice/proofs/consistency?earlier=9999", headers=anyone), 400, "bad-request"
        )

    run(database, test)


def test_the_export_of_a_session_is_its_journal_for_those_who_may_see_records(
    sqlite_database: Database, tmp_path: Any
) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        await play(there, "war", "casino-war")
        journal = await there.client("surveillance").export("war", 1)
        file = tmp_path / "war.jsonl"
        file.write_bytes(journal)
        from houseway.records import audit_journal

        found = audit_journal(file, None, None)
        assert found.rounds >= 1 and {flaw.kind for flaw in found.flaws} <= {"unsealed", "unverified"}
        with pytest.raises(ServiceProblem, match="forbidden"):
            await there.client("player").export("war", 1)
        with pytest.raises(ServiceProblem, match="not-found"):
            await there.client("surveillance").export("war", 2)

    run(sqlite_database, test)
