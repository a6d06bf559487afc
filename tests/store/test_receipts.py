"""A receipt proves that a round is in the log, without the log; any change to it is noticed."""

from __future__ import annotations

import asyncio
import copy
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.law import BadInput
from houseway.records.checkpoint import Checkpoint
from houseway.records.merkle import consistency_proof, inclusion_proof, leaf_hash
from houseway.records.receipts import read_receipt, receipt_text, verify_receipt
from houseway.service.pit import Pit
from houseway.store.database import Database, open_database
from houseway.store.keys import Keys
from houseway.store.proofs import consistency_ranges, inclusion_ranges, make_receipt, range_roots
from houseway.table import ticking
from store.conftest import KEYS
from store.playing import NOW, Player

WAR = "casino-war-1"


def test_proofs_from_one_reading_are_those_of_rfc_6962() -> None:
    for size in range(1, 40):
        lines = [b"%d\n" % number for number in range(size)]
        leaves = [leaf_hash(line) for line in lines]
        for index in range(size):
            parts = inclusion_ranges(index, size)
            roots = range_roots(lines, parts)
            assert [roots[part] for part in parts] == inclusion_proof(leaves, index)
        for earlier in range(size + 1):
            parts = consistency_ranges(earlier, size)
            roots = range_roots(lines, parts)
            assert [roots[part] for part in parts] == consistency_proof(leaves, earlier)


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
