"""Players never see the house's money (inventory, drop box, vigorish) in an event, state, sentence or proof."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.client import Refused
from houseway.client.asynchronous import hello
from houseway.records.merkle import included, leaf_hash
from houseway.store.keys import Keys
from service.places import STAFF, place
from service.stores import open_sqlite

TABLE = "dice"
INVENTORY, BOUGHT, DROP = 123_456_700, 4_321_00, 4_320_00  # figures that nothing else comes to
FILLED, ASKED = 7_777_700, 999_999_900  # by a slip; back to the cage, which is more than there is
FIGURES = re.compile(
    rf"(?<![0-9a-f])({INVENTORY}|{DROP}|{FILLED}|{ASKED})(?![0-9a-f])|1,23[0-9],[0-9]{{3}}|4,320\b|77,777|9,999,999"
)  # not in the middle of a hash
HOUSE = ("inventory_cents", "drop_cents", "vigorish_cents", "cage_cents", "count_room_cents", "expected_cents")


async def _night(there: Any) -> tuple[Any, Any, list[str]]:
    """Open with an inventory, sell chips, count the drop box, close. Returns staff, a player, and the frames of the player."""
    staff, player = there.client(*STAFF), there.client("player")
    frames: list[str] = []

    async def act(client: Any, **command: Any) -> None:
        await client.command(TABLE, command, (await client.table(TABLE)).after_this)

    async with player.socket(TABLE) as socket:
        await socket.send(hello(None, None))
        await act(staff, do="open", inventory_cents=INVENTORY)
        await player.command(TABLE, {"do": "buy-in", "seat": 1, "cents": BOUGHT})
        await act(staff, do="fill", cents=FILLED, slip="F-1")
        with pytest.raises(Refused, match="the table inventory holds"):
            await act(staff, do="credit", cents=ASKED, slip="C-1")
        await act(staff, do="count-drop", cents=DROP, by="floorperson")
        await act(staff, do="close", by="floorperson")
        while not frames or "table-closed" not in frames[-1]:
            frames.append(await asyncio.wait_for(socket.recv(), 30))
    return staff, player, frames


def _told(http: httpx.Client, client: Any) -> dict[str, Any]:
    """Everything about the session that an address of the records gives."""
    headers = {"Authorization": f"Bearer {client.credentials.token}"}
    paths = ("events?limit=1000", "told?limit=400", "state", "rounds/0", "replay", "proofs/rounds/0", "proofs/rounds/1")
    answers = {path: http.get(f"/v1/tables/{TABLE}/{path}", headers=headers) for path in paths}
    return {path: answer.json() for path, answer in answers.items() if answer.status_code == 200}


def test_a_player_reads_no_figure_of_the_house_and_staff_reads_them_all(tmp_path: Path) -> None:
    async def test() -> None:
        database = open_sqlite(tmp_path / "pit.db")
        async with place(database, Keys.new(), {TABLE: "sic-bo"}) as there:
            staff, player, frames = await _night(there)
            with httpx.Client(base_url=there.address, verify=False) as http:
                seen = await asyncio.to_thread(_told, http, player)
                full = await asyncio.to_thread(_told, http, staff)
        database.close()
        for told in (*frames, *map(json.dumps, seen.values())):
            assert not any(name in told for name in HOUSE), told
            assert not FIGURES.search(told), told
        assert seen.keys() == full.keys() and len(seen) >= 6
        assert seen["state"]["accounts"] == {"seat:1": BOUGHT}
        assert full["state"]["accounts"]["inventory"] == INVENTORY - BOUGHT + FILLED
        says = [each["says"] for each in seen["told?limit=400"]["events"]]
        assert 'The table inventory is filled from the cage (slip "F-1", floorperson).' in says
        assert "(Something for the house alone: act refused.)" in says
        assert says[0].startswith("The table is set up for sic-bo under 2011-proposed.")
        assert (
            "(Something for the house alone: drop counted.)" in says and "The table is closed after 0 rounds." in says
        )
        assert "with $1,234,567.00 in its inventory" in full["told?limit=400"]["events"][0]["says"]
        _prove(seen["proofs/rounds/0"], hidden=1)
        _prove(seen["proofs/rounds/1"], hidden=4)
        _prove(full["proofs/rounds/0"], hidden=0)

    asyncio.run(test())


def _prove(proof: dict[str, Any], hidden: int) -> None:
    """Each line, or the hash of one that its reader may not see, is in the journal."""
    assert sum("leaf" in each for each in proof["lines"]) >= hidden
    for each in proof["lines"]:
        leaf = leaf_hash(each["line"].encode()) if "line" in each else bytes.fromhex(each["leaf"])
        path = [bytes.fromhex(text) for text in each["proof"]]
        assert included(leaf, each["seq"], proof["size"], path, bytes.fromhex(proof["root"]))
    if not hidden:
        assert all("line" in each for each in proof["lines"])
