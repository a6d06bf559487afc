"""The table's own state: typed for the table, plain for its events."""

from __future__ import annotations

from typing import Any

import pytest

from contract.play import new_table, session
from houseway.core import AnyGame
from houseway.core.plain import build, canonical, plain
from houseway.games import games, load
from houseway.law import BadInput
from houseway.table import TablePosition, fold, unopened
from houseway.table.commands import ProcedureMode
from houseway.table.table_state import Order, TableState


def test_a_table_before_its_first_event() -> None:
    assert unopened()["table"] == {
        "round": 0, "over": True, "open": False, "closed": False, "practice": False, "procedure": "automatic",
        "steps": {}, "notes": {}, "pending": [], "faces": {}, "buried": [], "orders": [],
    }  # fmt: skip


def test_the_typed_and_the_plain_form_are_made_of_each_other() -> None:
    state = TableState(
        round=3, procedure=ProcedureMode.BY_HAND, steps={"opening": (("619a.1", "wheel"),)},
        notes={"opening": {"619a.1 wheel": {"at": 7, "noted": {}}}}, pending=("7H",), faces={"hole": {"concealed": "2C"}},
        orders=(Order("shoe", "all", "sha256:00", by_hand=False, seq=4),),
    )  # fmt: skip
    flat = plain(state)
    assert flat["steps"] == {"opening": [["619a.1", "wheel"]]} and flat["procedure"] == "by-hand"
    assert flat["orders"] == [{"fill": "shoe", "to": "all", "commitment": "sha256:00", "by_hand": False, "seq": 4}]
    assert build(TableState, flat) == state


@pytest.mark.parametrize("mode", ProcedureMode)
@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_played_table_is_where_its_events_lead(game: AnyGame, mode: ProcedureMode) -> None:
    _, rules = load(game.id, ())
    table = new_table(game, rules, mode=mode.value)
    for _ in session(table, "table state", 60):
        assert canonical(plain(table.position.table)) == canonical(table.plain["table"])
    again = TablePosition.of(game, fold(table.events))
    assert again.table.procedure is mode
    assert canonical(plain(again.table)) == canonical(plain(table.position.table))


@pytest.mark.parametrize("value", ["flying", 7, None])
def test_a_mode_that_there_is_not_is_refused(value: Any) -> None:
    game, _ = load("big-six", ())
    forged = unopened()
    forged["table"]["procedure"] = value
    with pytest.raises(BadInput, match="is not a ProcedureMode of .*; there are automatic, opening-by-hand, by-hand"):
        TablePosition.of(game, forged)
