"""kill -9 at every seam: acknowledged commands are recorded, none is half recorded, and the table continues."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

import houseway
from houseway.service.hosted import Expected, ReceivedCommand, Sender
from houseway.service.pit import Pit
from houseway.store.database import open_database
from houseway.store.keys import load_keys
from service.dying import SEAMS, TABLE
from service.soundness import Ack, contiguous, sound
from support import sized
from warm_python import PROGRAM, warm_pipes

DYING = "from service.dying import main; main()"


def killed(address: str, folder: Path, deaths: int, seed: str = "kills", *more: str) -> None:
    """Kill pits on one database so many times; after each death and at the end its records hold."""
    keys_file = folder / "pit.keys"
    keys = load_keys(keys_file, create=True)
    database = open_database(address)

    async def opened() -> None:
        pit = Pit.open(database, keys, "us")
        book = houseway.load("casino-war")
        await pit.open_table(TABLE, book.game, book.rules, "Parx", "seeded", seed)
        for command, sender in (
            ({"do": "open"}, Sender("flo", "floorperson")),
            ({"do": "buy-in", "seat": 1, "cents": 100_000_000}, Sender("anna", "player")),
        ):
            await pit.command(TABLE, ReceivedCommand(command, str(command["do"]), "d"), sender, Expected())
        pit.close()

    asyncio.run(opened())
    paths = [path for path in sys.path if path]
    acks: list[Ack] = []
    environment, given = (
        {**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        (str(keys_file), seed, str(deaths), *more),
    )
    with warm_pipes(PROGRAM, DYING, address, *given, environment=environment) as program:
        assert program.stdout is not None
        seen = 0
        for line in program.stdout:
            said = json.loads(line)
            assert said["killed"], said
            assert said["seam"] == SEAMS[seen % len(SEAMS)]
            seen += 1
            acks += [(actor, key, first, last) for actor, key, first, last in said["acks"]]
            if seen % 50 == 0:
                contiguous(database, TABLE, acks)
    assert seen == deaths and program.returncode == 0
    assert len({(actor, key) for actor, key, _, _ in acks}) == len(acks), "no command was answered as new twice"
    sound(database, keys, {TABLE: acks})
    database.close()


# The service writes a command that comes alone only with SQLite; the other process writes to both
OTHERS = (("sqlite", "apart"), ("postgresql", "here"))


def test_a_kill_at_every_seam_loses_nothing_that_was_acknowledged(address: str, tmp_path: Path) -> None:
    killed(address, tmp_path, len(SEAMS))


@pytest.mark.parametrize(
    ("store", "way"),
    [("sqlite", "here"), ("postgresql", "apart"), *(pytest.param(*each, marks=pytest.mark.nightly) for each in OTHERS)],
)
def test_a_kill_where_another_process_writes_and_where_the_service_writes_what_comes_alone(
    address: str, tmp_path: Path, way: str
) -> None:
    killed(address, tmp_path, sized(day=3, night=5), way, way)  # by day, the seams of the writer


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("way", ["apart", "here"])
def test_hundreds_of_kills_of_both_processes_and_while_the_service_writes_what_comes_alone(
    address: str, tmp_path: Path, way: str, part: int
) -> None:
    """200 in each way."""
    killed(address, tmp_path, 50, f"hundreds {way} {part}", way)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_a_thousand_kills(address: str, tmp_path: Path, part: int) -> None:
    """In ten pits, which can die beside each other (`-n`): a death mostly waits."""
    killed(address, tmp_path, 100, f"a thousand {part}")
