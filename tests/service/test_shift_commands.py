"""Fills, credits, tips, counts of the drop box and corrections at a table: the money moved, and the refusals."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from contract.play import by_edition
from houseway.cli.terminal.session import Session
from houseway.core import HOUSE, AnyGame, Choices, Event
from houseway.games import load
from houseway.law import BadInput, Rules
from houseway.law.roles import ROLES, at_least
from houseway.law.submission import SUBMISSION
from houseway.numerics.sources import SeededSource
from houseway.records import audit_journal
from houseway.records.desk import open_desk
from houseway.table import Table, fold, from_record, imbalance, read_command
from houseway.table.event_words import tell
from service.shift_play import Clock, batches, correct, random_session, table_of
from support import law


def refusal(events: tuple[Event, ...]) -> str:
    (event,) = events
    assert event.event == "act-refused"
    assert event.cites == (SUBMISSION,)
    return str(event.fields["reason"])


def told(table: Table, event: Event) -> str:
    return tell(table.game, table.rules, event)


@law("601a.2")
def test_a_fill_and_a_credit_move_chips_between_cage_and_inventory() -> None:
    table = table_of("roulette", inventory=100_000)
    (filled,) = table.do({"do": "fill", "cents": 50_000, "slip": "F-1042"})
    assert (table.accounts["inventory"], table.accounts["cage"]) == (150_000, -150_000)
    assert filled.fields == {"cents": 50_000, "slip": "F-1042", "by": "floorperson"}
    assert (
        told(table, filled) == 'The table inventory is filled with $500.00 from the cage (slip "F-1042", floorperson).'
    )
    (credited,) = table.do({"do": "credit", "cents": 30_000, "slip": "C-7", "by": "pit-manager"})
    assert (table.accounts["inventory"], table.accounts["cage"]) == (120_000, -120_000)
    assert told(table, credited) == '$300.00 of the table inventory go back to the cage (slip "C-7", pit manager).'
    short = refusal(table.do({"do": "credit", "cents": 120_001, "slip": "C-8"}))
    assert short == "the table inventory holds $1,200.00, so $1,200.01 cannot go back to the cage"


@law("601a.2")
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("do", ["fill", "credit", "count-drop"])
def test_a_floorperson_or_above_orders_fills_credits_and_counts(role: str, do: str) -> None:
    table = table_of("sic-bo")
    slip = {} if do == "count-drop" else {"slip": "S-1"}
    events = table.do({"do": do, "cents": 100, "by": role, **slip})
    if at_least(role, "floorperson"):
        assert events[0].event in ("table-filled", "table-credited", "drop-counted")
    else:
        assert "a floorperson or above can" in refusal(events)


@pytest.mark.parametrize("slip", ["", "   ", "x" * 41, "a\nb", 7, None])
def test_a_slip_is_a_short_text(slip: Any) -> None:
    with pytest.raises(BadInput, match="fill: slip: .* is not a text of one line"):
        table_of("sic-bo").do({"do": "fill", "cents": 100, "slip": slip})


def test_a_tip_goes_into_the_tip_box() -> None:
    table = table_of("roulette")
    table.buy_in(1, 10_000)
    tipped, *_ = table.do({"do": "tip", "seat": 1, "cents": 500})
    assert told(table, tipped) == "Seat 1 puts $5.00 into the tip box."
    assert (table.chips(1), table.accounts["tips"]) == (9_500, 500)
    assert refusal(table.do({"do": "tip", "seat": 1, "cents": 9_501})) == "seat 1 has $95.00 in chips, not $95.01"


def test_a_tip_is_asked_of_the_chapter_like_chips_that_leave() -> None:
    """At Mini-Craps nobody leaves while wagers of theirs are on the layout."""
    table = table_of("mini-craps")
    table.buy_in(1, 1_000)
    while isinstance(table.due, Choices):
        table.choose(1, "accept-dice")
    assert table.wager(1, "field", 500)[0].event == "wager-placed"
    (refused,) = table.do({"do": "tip", "seat": 1, "cents": 500})
    assert refused.cites == ("623a.4(e)",)
    assert "the player must stay until they are decided" in refused.fields["reason"]
    assert table.do({"do": "tip", "seat": 1, "cents": 499})[0].event == "tipped"


@law("601a.2")
def test_a_counted_drop_box_goes_to_the_count_room_with_its_difference() -> None:
    table = table_of("roulette")
    table.buy_in(1, 10_000)
    (counted,) = table.do({"do": "count-drop", "cents": 9_000})
    assert counted.fields == {
        "expected_cents": 10_000,
        "counted_cents": 9_000,
        "difference_cents": -1_000,
        "by": "floorperson",
    }
    assert told(table, counted) == "The drop box is counted: $90.00, $10.00 less than recorded (floorperson)."
    assert (table.accounts["drop"], table.accounts["count-room"]) == (0, 10_000)
    (empty,) = table.do({"do": "count-drop", "cents": 0})
    assert told(table, empty) == "The drop box is counted: $0.00, as recorded (floorperson)."


@law("601a.2")
def test_the_closing_count_adds_up_with_tips_and_counted_boxes() -> None:
    table = table_of("roulette", inventory=500_000)
    table.buy_in(1, 10_000)
    table.do({"do": "tip", "seat": 1, "cents": 500})
    table.do({"do": "count-drop", "cents": 9_000})  # short: the ledger keeps what was recorded
    table.buy_in(2, 3_000)
    closed = table.close()[-1]
    given = closed.fields
    parts = ("inventory_cents", "drop_cents", "seats_cents", "vigorish_cents", "tips_cents", "count_room_cents")
    assert sum(given[name] for name in parts) == given["cage_cents"] == 513_000
    assert given["count_room_cents"] == 10_000
    assert told(table, closed).endswith("$5.00 in the tip box, $100.00 recorded as gone to the count room.")


def test_without_these_commands_the_closing_has_the_fields_it_always_had() -> None:
    table = table_of("sic-bo")
    table.buy_in(1, 10_000)
    assert set(table.close()[-1].fields) == {
        "rounds", "inventory_cents", "drop_cents", "seats_cents", "vigorish_cents", "cage_cents", "text",
    }  # fmt: skip


# Corrections


def test_nobody_sends_a_correction_to_a_table() -> None:
    table = table_of("sic-bo")
    with pytest.raises(BadInput, match="one person proposes it to the service, and another confirms it"):
        table.do(correct("inventory", "seat:1", 100))
    with pytest.raises(BadInput, match="another confirms it"):
        read_command(table.game, table.rules, {"do": "correct"})


@law("601a.2")
def test_a_correction_moves_chips_and_only_another_correction_undoes_it() -> None:
    table = table_of("roulette")
    table.buy_in(1, 10_000)
    corrected, *_ = table.correct(correct("inventory", "seat:1", 700, corrects=3))
    assert (corrected.event, corrected.actor, corrected.role) == ("corrected", "u-ben", "pit-manager")
    assert told(table, corrected) == (
        "Correction of event 3: $7.00 go from the inventory to seat 1, proposed by the floorperson, "
        'confirmed by the pit manager: "the dealer paid too little".'
    )
    assert table.chips(1) == 10_700
    assert "u-ann" not in str(corrected.seen_by("seat:1"))
    assert "u-ben" not in str(corrected.seen_by("seat:1"))
    assert corrected.command is not None
    assert corrected.command["proposer"] == "u-ann"
    table.correct(correct("seat:1", "inventory", 700, corrects=corrected.seq))
    assert table.chips(1) == 10_000


@law("601a.2")
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"confirmer": "u-ann"}, "the person who proposed a correction cannot confirm it; another one has to"),
        ({"proposed_by": "dealer"}, "a dealer cannot propose a correction; a floorperson or above can"),
        ({"confirmed_by": "floorperson"}, "a floorperson cannot confirm a correction; a pit manager or above can"),
        (
            {"confirmed_by": "surveillance"},
            "a member of surveillance cannot confirm a correction; a pit manager or above can",
        ),
        ({"corrects": 99_999}, "there is no event 99999 yet: the last one is {last}"),
        ({"taken_from": "seat:2"}, "seat 2 has $0.00 in chips, and the correction takes $7.00"),
    ],
)
def test_a_correction_is_refused(change: dict[str, Any], reason: str) -> None:
    table = table_of("roulette")
    table.buy_in(1, 10_000)
    before = table.accounts
    events = table.correct({**correct("inventory", "seat:1", 700), **change})
    assert refusal(events) == reason.format(last=events[0].seq - 1)
    assert table.accounts == before
    assert "u-ann" not in str(events[0].seen_by(HOUSE))


@pytest.mark.parametrize(
    "place", ["layout", "drop", "cage", "tips", "vigorish", "seat:0", "seat:99", "seat:1 ", 3, None]
)
def test_a_correction_reaches_seats_and_the_inventory_only(place: Any) -> None:
    with pytest.raises(BadInput, match="is not a place that a correction reaches"):
        table_of("roulette").correct({**correct("inventory", "seat:1", 700), "given_to": place})
    with pytest.raises(BadInput, match="gives chips to itself"):
        table_of("roulette").correct(correct("seat:1", "seat:1", 700))


def test_a_short_inventory_is_filled_before_a_correction_takes_from_it() -> None:
    table = table_of("sic-bo", inventory=0)
    events = table.correct(correct("inventory", "seat:1", 700))
    assert [event.event for event in events][:2] == ["table-filled", "corrected"]
    assert "slip" not in events[0].fields


def test_a_terminal_table_has_words_for_them() -> None:
    table = table_of("roulette")
    table.buy_in(1, 10_000)
    out = Console(file=StringIO(), width=200)
    session = Session(table, out)
    for line in (
        "fill 500 F-1",
        "credit 20 C-1 dealer",
        "credit 20 C-1",
        "tip 5",
        "count 90",
        "tip",
        "fill 5",
        "count",
        "help",
    ):
        session.line(line)
    said = out.file.getvalue()  # type: ignore[attr-defined]
    for words in (
        'is filled with $500.00 from the cage (slip "F-1", floorperson)',
        "a dealer cannot order a credit; a floorperson or above can",
        '$20.00 of the table inventory go back to the cage (slip "C-1", floorperson)',
        "puts $5.00 into the tip box",
        "$90.00, $10.00 less than recorded",
        "tip how much? Type for example: tip 5",
        "how much, with which slip? Type for example: fill 500 F-1042",
        "how much was in the drop box?",
        "fill 500 SLIP [ROLE]",
    ):
        assert words in said, words


# Records


def journal_of(tmp_path: Path, name: str, seed: str) -> Path:
    game, rules = load(name, [])
    path = tmp_path / "table.jsonl"
    desk = open_desk(game, rules, path, seed)
    desk.table.open()
    for seat in (1, 2):
        desk.table.buy_in(seat, 100_000)
    random_session(desk.table, seed, 80)
    desk.close()
    return path


@pytest.mark.parametrize("name", ["roulette", "casino-war", "pai-gow"])
def test_a_journal_with_all_of_them_is_decided_again(tmp_path: Path, name: str) -> None:
    found = audit_journal(journal_of(tmp_path, name, "audited"))
    assert [flaw for flaw in found.flaws if flaw.kind not in ("unverified",)] == []
    assert found.commands > 60


def test_a_forged_confirmer_in_a_journal_is_found(tmp_path: Path) -> None:
    """The same person twice is refused when it is decided again."""
    game, rules = load("roulette", [])
    record = correct("inventory", "seat:1", 700)
    assert from_record(game, rules, record) is not None
    for changed in ({"by": "dealer"}, {"why": ""}, {"proposer": ""}, {"corrects": 0}, {"proposed_by": "king"}):
        with pytest.raises(BadInput):
            from_record(game, rules, {**record, **changed})


@pytest.mark.parametrize(("game", "rules"), by_edition())
def test_money_is_conserved_and_replay_equals_live(game: AnyGame, rules: Rules) -> None:
    table = Table(game, rules, SeededSource("shifts"), clock=Clock())
    table.open(inventory_cents=5_000_000)
    for seat in (1, 2):
        table.buy_in(seat, 1_000_000)
    random_session(table, f"conserved {game.id}", 60)
    assert imbalance(game, table.position) is None
    assert fold(table.events) == table.plain
    assert sum(len(batch) for batch in batches(table.events)) == len(table.events)
    assert {"table-filled", "tipped", "drop-counted", "corrected"} & {event.event for event in table.events}
