"""A receipt proves that a round is in the log, without the log; any change to it is noticed."""

from __future__ import annotations

import asyncio
import copy
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import houseway
from houseway.law import BadInput
from houseway.records.checkpoint import Checkpoint
from houseway.records.merkle import Peaks, leaf_hash, root_of
from houseway.records.proofs import consistency, inclusion
from houseway.records.receipts import in_words, read_receipt, receipt_text, verify_receipt
from houseway.service.pit import Pit
from houseway.store.database import Database, open_database
from houseway.store.keys import Keys
from houseway.store.receipts import make_receipt
from houseway.store.schema import snapshots
from houseway.store.session_lines import SessionLines
from houseway.store.session_tree import SessionTree
from houseway.store.snapshots import snapshot_row
from houseway.table import ticking, unopened
from merkle_oracle import consistency_proof, inclusion_proof
from store.conftest import KEYS
from store.played_pit import NOW, Player

WAR = "casino-war-1"


def _root(leaves: list[bytes], start: int, end: int) -> bytes:
    return root_of(leaves[start:end])


def test_proofs_of_parts_are_those_of_rfc_6962() -> None:
    for size in range(1, 40):
        lines = [b"%d\n" % number for number in range(size)]
        leaves = [leaf_hash(line) for line in lines]
        root = partial(_root, leaves)
        for index in range(size):
            assert inclusion(root, index, size) == inclusion_proof(leaves, index)
        for earlier in range(size + 1):
            assert consistency(root, earlier, size) == consistency_proof(leaves, earlier)


@pytest.mark.parametrize("known", [True, False])
def test_a_session_s_tree_is_that_of_its_lines_and_needs_few_of_them(pit: Database, known: bool) -> None:
    """With stored positions that keep peaks; without keys they cannot be read, and the lines are."""
    lines = list(SessionLines(pit, WAR, 1).rows())
    leaves = [leaf_hash(line) for line in lines]
    with pit.read() as connection:
        stored = {row.size for row in connection.execute(select(snapshots.c.size).where(snapshots.c.table_id == WAR))}
    for size in (number for number in range(2, len(lines), 2) if number not in stored):  # as in a long session
        peaks = Peaks().extended(leaves[:size])
        row = snapshot_row(KEYS, WAR, 1, size, "", peaks, unopened(), NOW, 0, {})
        with pit.write() as connection:
            connection.execute(snapshots.insert().values(row))
    read = []
    for index in range(0, len(lines), 5):
        tree = SessionTree(pit, KEYS if known else None, WAR, 1, block=2)
        assert inclusion(tree.root, index, len(lines)) == inclusion_proof(leaves, index)
        assert consistency(tree.root, index, len(lines)) == consistency_proof(leaves, index)
        assert tree.root(0, index) == root_of(leaves[:index])
        read.append(tree.lines_read)
    assert not known or max(read) < len(lines) / 2


def test_a_receipt_shows_a_whole_round(pit: Database) -> None:
    made = read_receipt(receipt_text(make_receipt(pit, WAR, None, 2)))
    found = verify_receipt(made, key=KEYS.public)
    assert (found.proven, found.complete, found.problems) == (True, True, [])
    assert found.events[0]["event"] == "wager-placed"
    assert {each["round"] for each in found.events} == {2}


def test_the_last_round_is_not_known_to_be_whole(pit: Database) -> None:
    found = verify_receipt(make_receipt(pit, WAR, None, 3))
    assert (found.proven, found.complete) == (True, False)


def test_a_hidden_hand_stays_hidden(pit: Database) -> None:
    text = receipt_text(make_receipt(pit, "pai-gow-1", None, 1))
    assert verify_receipt(read_receipt(text)).proven
    assert '\\"sealed\\":\\"sha256:' in text
    whole = make_receipt(pit, "pai-gow-1", None, 1)
    seen = [line["line"] for line in whole["lines"] if '"to":' in line["line"]]
    assert seen
    assert not [line for line in seen if '"fields":' in line], "what not everybody may see is a commitment"


def _swap(made: Any) -> None:
    made["lines"][2], made["lines"][3] = made["lines"][3], made["lines"][2]


CHANGES: dict[str, tuple[Any, str]] = {
    "a changed line": (lambda made: made["lines"][3].update(line=made["lines"][4]["line"]), "is not in the log"),
    "another place": (lambda made: made["lines"][3].update(index=made["lines"][3]["index"] + 1), "is not in the log"),
    "another proof": (lambda made: made["lines"][3]["proof"].pop(), "is not in the log"),
    "another order": (_swap, "order"),
    "a line left out": (lambda made: made["lines"].pop(3), "missing between"),
    "no first line": (lambda made: made["lines"].pop(0), "its first line is not that of this table"),
    "another round": (lambda made: made.update(round=9), "it has no line of round 9"),
    "another table": (lambda made: made.update(table="roulette-1"), "is not in the log"),
    "an unknown table": (lambda made: made.update(table="x"), "does not name x session 1"),
    "another size": (lambda made: made["checkpoint"]["tables"][0].update(size=10), "signature of its checkpoint is not genuine"),
}  # fmt: skip


@pytest.mark.parametrize("how", CHANGES)
def test_a_changed_receipt_proves_nothing(sqlite_pit: Database, how: str) -> None:
    change, says = CHANGES[how]
    made = copy.deepcopy(make_receipt(sqlite_pit, WAR, None, 2))
    change(made)
    found = verify_receipt(made)
    assert not found.proven
    assert says in " | ".join(found.problems)


def test_a_receipt_of_another_house_is_refused(sqlite_pit: Database) -> None:
    made = make_receipt(sqlite_pit, WAR, None, 2)
    found = verify_receipt(made, key=Keys.new().public)
    assert "was signed with the key" in found.problems[0]
    other = Checkpoint("other", NOW, ()).signed(Keys.new().private)
    assert "is of another pit or key" in verify_receipt(made, other).problems[0]


def test_todays_log_extends_yesterdays(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path}/pit.db")
    signed: list[Checkpoint] = []

    async def two_days() -> None:
        pit = Pit.open(database, KEYS, clock=ticking(NOW))
        built = houseway.load("roulette")
        await pit.open_table("roulette-1", built.game, built.rules, "Parx", "seeded", "7")
        player = Player(pit, "roulette-1")
        await player.buy_in()
        for _ in range(3):
            await player.round()
            signed.append(pit.checkpoint())
        pit.close()

    asyncio.run(two_days())
    first, second = signed[0], signed[1]
    made = make_receipt(database, "roulette-1", None, 1, first)
    found = verify_receipt(made, first)
    assert (found.problems, found.complete) == ([], True)
    assert found.since == first
    assert "ask for a receipt that was made since" in verify_receipt(made, second).problems[0]
    made["since"]["proof"][0] = "00" * 32
    assert "does not extend the earlier one" in verify_receipt(made).problems[0]
    with pytest.raises(BadInput, match="has no round 99"):
        make_receipt(database, "roulette-1", 1, 99)
    with pytest.raises(BadInput, match="since: that checkpoint does not name roulette-1"):
        make_receipt(database, "roulette-1", 1, 1, Checkpoint(first.pit, NOW, ()))
    database.close()


def test_lines_with_figures_of_the_house_are_hashes_and_the_receipt_is_whole(tmp_path: Path) -> None:
    """The opening, a fill between two rounds and one within a round: the house's money is in no receipt."""
    database = open_database(f"sqlite:///{tmp_path}/pit.db")

    async def night() -> None:
        pit = Pit.open(database, KEYS, clock=ticking(NOW))
        built = houseway.load("roulette")
        await pit.open_table("roulette-1", built.game, built.rules, "Parx", "seeded", "7")
        player = Player(pit, "roulette-1")
        await player.do({"do": "open", "inventory_cents": 123_456_700}, "flo", "floorperson")
        await player.do({"do": "buy-in", "seat": 1, "cents": 10_000_000}, "anna", "player")
        for _ in range(2):
            await player.round()
            await player.do({"do": "fill", "cents": 777_700, "slip": "F-1"}, "flo", "floorperson")
        await player.round()
        pit.checkpoint()
        pit.close()

    asyncio.run(night())
    for number in (0, 1, 2):
        made = make_receipt(database, "roulette-1", None, number)
        text = receipt_text(made)
        assert "123456700" not in text and "777700" not in text
        found = verify_receipt(read_receipt(text), key=KEYS.public)
        assert (found.proven, found.complete, found.problems) == (True, True, [])
        assert "withheld" in [each["event"] for each in found.events]
        assert "(A line with figures that are for the house alone: its hash is proven.)" in in_words(found)
        hashed = next(each for each in made["lines"] if "leaf" in each)
        hashed["leaf"] = "00" * 32
        assert "is not in the log" in verify_receipt(made).problems[0]
        made["lines"].remove(hashed)
        without = verify_receipt(made)
        assert not (without.proven and without.complete)
    with pytest.raises(BadInput, match="each has either a line or its hash"):
        read_receipt(receipt_text({**made, "lines": [{"index": 0, "proof": []}]}))
    database.close()
