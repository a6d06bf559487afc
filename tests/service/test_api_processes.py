"""Two processes on one PostgreSQL database: commands are sent on to the owner, watchers see all, and a table is taken over."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from houseway.client import AsyncClient, Frame, ServiceProblem
from houseway.service.forwarding import AT, SIGNATURE, signature
from houseway.store.database import open_database
from houseway.store.keys import Keys
from houseway.store.sessions import release
from service.places import STAFF, Place, opened, place
from service.stores import STORES, new_address, open_sqlite


@pytest.mark.parametrize("store", STORES)
def test_a_table_is_played_and_watched_through_the_process_that_does_not_run_it(store: str, tmp_path: Path) -> None:
    async def test() -> None:
        keys = Keys.new()
        with new_address(store, tmp_path) as address:
            one, two = open_database(address), open_database(address)
            async with (
                place(one, keys, {"dice": "sic-bo"}, owner="one") as owner,
                place(two, keys, owner="two") as other,
            ):
                floor, player = owner.client(*STAFF), owner.account("player")
                await opened(floor, "dice")
                far = other.client(principal=player)
                frames: list[Frame] = []
                watching = asyncio.create_task(_watch(far, frames))
                bought = await far.command("dice", {"do": "buy-in", "seat": 1, "cents": 50_000}, key="b")
                assert (await far.command("dice", {"do": "buy-in", "seat": 1, "cents": 50_000}, key="b")).repeated
                assert other.service.forwarding.forwarded == 2 and "dice" not in other.pit.hosted
                now = await far.table("dice")
                assert (now.seq, now.viewer, now.phase) == (bought.last, "seat:1", "wagers")
                wager = {"do": "wager", "seat": 1, "id": "small", "cents": 500}
                with pytest.raises(ServiceProblem, match="elsewhere"):
                    await far.command("dice", wager, {"round": 9, "phase": "wagers"})
                with pytest.raises(ServiceProblem, match="forbidden"):
                    await far.command("dice", {"do": "close"}, now.after_this)
                await far.command("dice", wager, now.in_phase)
                await _seen_upto(frames, owner.pit.hosted["dice"].standing.seq)
                await _corrected_from_afar(other)
                # an account that is connected elsewhere has not left
                assert owner.pit.hosted["dice"]._visits.pop(player.account), "a command that was sent on is a visit"
                owner.pit.hosted["dice"]._since -= 3600
                assert owner.pit.hosted["dice"].quiet_seconds(player.account) > 3000
                await other.service.forwarding.tell_presence(other.service.feed.away_from(other.pit.hosted))
                assert owner.pit.hosted["dice"].quiet_seconds(player.account) < 60
                # the owner lets go, and the other process takes the table over
                owner.pit.hosted["dice"].suspended = "it lets go"
                await asyncio.to_thread(release, one, "one")
                other.service.forwarding._owners.clear()
                await far.command("dice", {"do": "remove", "seat": 1, "id": "small"}, now.in_phase)
                await far.command("dice", wager, now.in_phase)
                assert "dice" in other.pit.hosted
                last = other.pit.hosted["dice"].standing.seq
                await _seen_upto(frames, last)
                near = owner.client(principal=player)  # and now the first one sends on
                await near.command("dice", {"do": "remove", "seat": 1, "id": "small"}, now.in_phase)
                assert owner.service.forwarding.forwarded == 1
                await _seen_upto(frames, last + 1)
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
                numbers = [event["seq"] for frame in frames for event in frame.events]
                assert numbers == list(range(1, last + 2))
            one.close()
            two.close()

    asyncio.run(test())


async def _corrected_from_afar(other: Place) -> None:
    """Propose and confirm a correction at the process that does not run the table."""
    wrong = {"taken_from": "inventory", "given_to": "seat:1", "cents": 700, "corrects": 3, "why": "paid short"}
    async with httpx.AsyncClient(base_url=other.address) as http:
        floor, manager = (
            {"Authorization": f"Bearer {other.token(other.account(role))}"} for role in ("floorperson", "pit-manager")
        )
        made = await http.post("/v1/tables/dice/corrections", json=wrong, headers=floor)
        path = f"/v1/tables/dice/corrections/{made.json()['number']}/confirm"
        done = [(await http.post(path, headers=manager)).json() for _ in range(2)]
    assert [each["repeated"] for each in done] == [False, True] and done[0]["last"] == done[1]["last"]
    assert done[0]["events"][0]["event"] == "corrected" and "dice" not in other.pit.hosted


async def _watch(client: AsyncClient, frames: list[Frame]) -> None:
    async for frame in client.watch("dice", 1, 0):
        frames.append(frame)  # noqa: PERF401  it never ends


async def _seen_upto(frames: list[Frame], seq: int) -> None:
    async with asyncio.timeout(10):
        while not frames or frames[-1].seq < seq:
            await asyncio.sleep(0.01)


def test_processes_on_postgresql_tell_each_other_of_new_events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.service.feed.NOTIFIED_SECONDS", 600.0)  # only a notification makes it look

    async def test() -> None:
        keys = Keys.new()
        with new_address("postgresql", tmp_path) as address:
            one, two = open_database(address), open_database(address)
            async with (
                place(one, keys, {"dice": "sic-bo"}, owner="one") as owner,
                place(two, keys, owner="two") as other,
            ):
                floor = owner.client(*STAFF)
                await opened(floor, "dice")
                frames: list[Frame] = []
                watching = asyncio.create_task(_watch(other.client("player"), frames))
                owner.service.notifications.others = True
                async with asyncio.timeout(30):
                    while not (other.service.feed.notified and other.service.feed.watchers):
                        await asyncio.sleep(0.01)
                bought = await owner.client("player").command("dice", {"do": "buy-in", "seat": 1, "cents": 50_000})
                await _seen_upto(frames, bought.last)
                assert owner.service.notifications.sent and other.service.notifications.heard
                watching.cancel()
            one.close()
            two.close()

    asyncio.run(test())


def test_the_port_between_processes_hears_only_those_with_the_keys(tmp_path: Path) -> None:
    async def test() -> None:
        keys = Keys.new()
        database = open_sqlite(tmp_path / "pit.db")
        async with place(database, keys, {"dice": "sic-bo"}, owner="one") as there:
            between = there.service.forwarding._address("one")
            assert between is not None and between.startswith("http://127.0.0.1:") and between != there.address
            async with httpx.AsyncClient(base_url=between, verify=False, timeout=60) as http:
                body = b'{"table": "dice"}'
                for at, key in (("0", keys.between), ("1795000000", b"other"), ("x", keys.between)):
                    headers = {AT: at, SIGNATURE: signature(key, at, body)}
                    assert (await http.post("/commands", content=body, headers=headers)).status_code == 403
                    assert (await http.post("/presence", content=body, headers=headers)).status_code == 403
                assert (await http.post("/commands", content=body)).status_code == 403
                assert (await http.get("/v1/tables")).status_code == 404
            async with httpx.AsyncClient(base_url=there.address, verify=False, timeout=60) as http:
                assert (await http.post("/commands", content=b"")).status_code == 404
        database.close()

    asyncio.run(test())
