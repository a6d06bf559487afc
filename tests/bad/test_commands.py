"""Invalid commands: the error names the mistake and the remedy, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.law import BadInput
from houseway.table import fold
from support import bench

BAD: list[tuple[Any, str]] = [
    ([], r'a command is an object like \{"do": "no-more-bets"\}'),
    ({}, r"do is missing; there are buy-in"),
    ({"do": "bet"}, r"do: 'bet' is not a command"),
    (
        {"do": "wager", "seat": 1, "id": "smal", "cents": 500},
        r"wager: id: 'smal' is not a wager of sic-bo; did you mean small",
    ),
    ({"do": "wager", "seat": 1, "id": ["small"], "cents": 500}, r"is not a wager of sic-bo"),
    (
        {"do": "wager", "seat": 1, "id": "two-dice-combination:2-1", "cents": 500},
        r"is not a wager of sic-bo; did you mean two-dice-combination:1-2\?",
    ),
    (
        {"do": "wager", "seat": 1, "id": "total-value:2", "cents": 500},
        r"is not a wager of sic-bo; did you mean total-value",
    ),
    ({"do": "wager", "seat": 9, "id": "small", "cents": 500}, r"seat: 9 is not a seat at this table; write 1 to 8"),
    ({"do": "wager", "seat": True, "id": "small", "cents": 500}, r"seat: true is not a seat"),
    ({"do": "wager", "id": "small", "cents": 500}, r"wager: seat is missing"),
    (
        {"do": "wager", "seats": 1, "id": "small", "cents": 500},
        r"wager: seat is missing; seats is not a field of this command",
    ),
    ({"do": "wager", "seat": 1, "id": "small"}, r"wager: cents is missing"),
    ({"do": "wager", "seat": 1, "id": "small", "cents": 0}, r"cents: 0 is not an amount; write whole cents"),
    ({"do": "wager", "seat": 1, "id": "small", "cents": -5}, r"cents: -5 is not an amount"),
    ({"do": "wager", "seat": 1, "id": "small", "cents": 5.5}, r"cents: 5\.5 is not a whole number"),
    ({"do": "wager", "seat": 1, "id": "small", "cents": "500"}, r"cents: '500' is not an amount"),
    ({"do": "wager", "seat": 1, "id": "small", "cents": 10**13}, r"is not an amount"),
    (
        {"do": "wager", "seat": 1, "id": "small", "cents": 500, "colour": "red"},
        r"wager: colour is not a field of this command",
    ),
    ({"do": "wager", "seat": 1, "id": "small", "cents": 500, "how": "credit"}, r"how: 'credit' is not a way to wager"),
    ({"do": "result", "dice": [1, 2, 7]}, r"result: dice: 7 is not a face of a die; write 3 faces from 1 to 6"),
    ({"do": "result", "dice": [1, 2]}, r"result: dice: \[1, 2\] is not 3 dice"),
    ({"do": "result", "dice": [1, 2, True]}, r"dice: True is not a face of a die"),
    ({"do": "result", "dice": "123"}, r"dice: '123' is not 3 dice"),
    ({"do": "result"}, r"dice is missing; write 3 faces from 1 to 6"),
    ({"do": "result", "section": 3}, r"section is not a field of a throw"),
    ({"do": "irregularity", "cite": "625a.7(a)", "by": "croupier"}, r'"croupier" is not a role; there are dealer'),
    ({"do": "irregularity", "cite": "625a.7(a)"}, r"by is missing: name the role"),
    ({"do": "irregularity", "cite": "619a.2(d)", "by": "dealer"}, r"619a\.2\(d\) is not a paragraph of 2011-proposed"),
    ({"do": "irregularity", "cite": "seven", "by": "dealer"}, r'"seven" is not a citation; write it like'),
    ({"do": "irregularity", "cite": 7, "by": "dealer"}, r"cite: 7 is not a citation"),
    (
        {"do": "step", "cite": "625a.2(b)", "by": "floorperson", "dice_placed_at": "noon"},
        r"dice_placed_at: 'noon' is not a time",
    ),
    ({"do": "repaired", "by": "dealer"}, r"repaired: device is missing"),
    ({"do": "open", "procedure": "later"}, r"procedure: 'later' is not one of automatic"),
    ({"do": "step", "cite": "625a.1(a)", "by": "floorperson", "note": "\ud800"}, r"not proper Unicode"),
    ({"do": "step", "cite": "625a.1(a)", "by": "floorperson", "note": "x" * 2001}, r"longer than 2000"),
    (
        {"do": "step", "cite": "625a.1(a)", "by": "floorperson", "note": [[[[[[1]]]]]]},
        r"is larger than any field of a command can be",
    ),
]


@pytest.mark.parametrize(
    ("command", "message"), BAD, ids=[str(case[0])[:60].encode("ascii", "replace").decode() for case in BAD]
)
def test_a_command_that_cannot_be_understood_changes_nothing(command: Any, message: str) -> None:
    on = bench("sic-bo")
    on.table.wager(1, "small", 500)
    before, count = on.table.plain, len(on.table.events)
    with pytest.raises(BadInput, match=message):
        on.table.do(command)
    assert (on.table.plain, len(on.table.events)) == (before, count)
    assert fold(on.table.events) == before


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"section": 54}, "section: 54 is not a section of the wheel; count clockwise from the joker, 0 to 53"),
        ({"section": -1}, "section: -1 is not"),
        ({"section": "joker"}, "section: 'joker' is not"),
        ({"section": 3, "revolutions": "many"}, "revolutions: 'many' is not a whole number from 0 to 1000000"),
        ({"section": 3, "direction": "up"}, "direction: 'up' is not one of clockwise, counterclockwise"),
        ({"section": 3, "dice": [1]}, "dice is not a field of a spin"),
    ],
)
def test_a_spin_that_cannot_be(fields: dict[str, Any], message: str) -> None:
    on = bench("big-six")
    on.table.no_more_bets()
    with pytest.raises(BadInput, match=message):
        on.table.do({"do": "result", **fields})


def test_drawing_when_nothing_is_awaited() -> None:
    with pytest.raises(BadInput, match="draw: wagers are still taken; send"):
        bench("sic-bo").table.draw()


def test_a_table_that_is_not_open_or_closed_refuses_and_says_so() -> None:
    on = bench("sic-bo")
    assert on.refusal({"do": "open"})[0] == "the table is open already"
    on.table.close()
    assert on.refusal({"do": "buy-in", "seat": 1, "cents": 500})[0] == "the table is closed"


@pytest.mark.parametrize(
    ("cents", "reason"),
    [
        (50, "$0.50 is outside the limits of this table, $1.00 to $10,000.00"),
        (1_000_100, "$10,001.00 is outside the limits of this table, $1.00 to $10,000.00"),
        (200_000, "seat 1 has $1,000.00 in chips, and the wager is $2,000.00"),
    ],
)
def test_a_wager_beyond_limits_or_chips_is_refused_with_its_figures(cents: int, reason: str) -> None:
    on = bench("sic-bo")
    assert on.refusal({"do": "wager", "seat": 1, "id": "small", "cents": cents})[0] == reason


def test_limits_hold_for_what_lies_on_the_wager_together() -> None:
    on = bench("sic-bo", "limits.max_cents=800")
    assert on.table.wager(1, "small", 500)[0].event == "wager-placed"
    assert (
        "$10.00 with the $5.00 that is on it already is outside"
        in on.refusal({"do": "wager", "seat": 1, "id": "small", "cents": 500})[0]
    )
    assert "less than the minimum" in on.refusal({"do": "reduce", "seat": 1, "id": "small", "cents": 50})[0]


def test_nobody_takes_away_more_than_there_is() -> None:
    on = bench("sic-bo")
    reason, cites = on.refusal({"do": "cash-out", "seat": 1, "cents": 100_001})
    assert (reason, cites) == ("seat 1 has $1,000.00 in chips, not $1,000.01", ("601a.2",))
