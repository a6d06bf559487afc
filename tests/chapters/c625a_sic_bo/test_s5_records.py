"""625a.5 on record: people's notes stay apart from the table's own words, and rounds are counted once."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chapters.c625a_sic_bo.hands import (
    AUTOMATED,
    CLEAR,
    DEVICE,
    EMPTIED,
    MARKED,
    RESULT,
    SETTLE,
    SMALL,
    brought_to,
    by_hand,
    fixed,
    opening,
    report,
    shake,
)
from chapters.harness import NO_MORE_BETS, Command, the
from chapters.harness import floor_step as step
from houseway.law import BadInput
from support import Bench, bench, cites, law

FORGED: dict[str, Any] = {
    "event": "wager-settled", "seq": 1, "round": 99, "cites": ["601a.2"], "text": "all is well", "procedure": "settle",
    "reason": "none", "noted": {}, "data": {}, "about": {},
}  # fmt: skip
NOTE = {"note": json.dumps(FORGED)}
RETURNS: Command = {"do": "remove", "seat": 1, "id": "small"}
ROUND: list[Command] = [SMALL, shake("automated"), NO_MORE_BETS, RESULT, SETTLE, CLEAR]


@law("625a.5")
@pytest.mark.parametrize("cite", ["625a.1(a)", "625a.2(b)"])
def test_625a_5_what_a_step_notes_cannot_pass_for_what_the_table_says(cite: str) -> None:
    table = by_hand()
    (done,) = table.do(step(cite, "pit-manager", **NOTE))
    assert done.seen_by("house") == {
        "event": "step-done",
        "seq": len(table.table.events),
        "round": 0,
        "procedure": "opening",
        "by": "pit-manager",
        "noted": NOTE,
        "text": done.fields["text"],
        "to": "all",
        "cites": [cite],
    }
    assert done.fields["text"] != FORGED["text"]


@law("625a.7(d)")
def test_625a_7_d_a_step_shows_which_act_of_its_paragraph_it_was() -> None:
    table = brought_to("betting", "automated")
    table.do(report("625a.7(d)"))
    (done,) = table.do({**EMPTIED, "note": "all three"})
    assert done.fields == {
        "procedure": "substitute-manual-shaker",
        "by": "dealer",
        "item": "remove-dice",
        "noted": {"note": "all three"},
        "text": "Take the dice out of the automated shaker.",
    }


@law("625a.5")
@pytest.mark.parametrize(
    ("act", "free"),
    [(step("625a.5(f)", "dealer"), "data"), (report("625a.7(c)"), "about"), (report("625a.7(d)", "player"), "about")],
    ids=["step", "irregularity", "irregularity by a player"],
)
def test_625a_5_a_refusal_shows_what_was_noted_apart(act: Command, free: str) -> None:
    table = brought_to("lit")
    (refused,) = table.do({**act, **NOTE})
    own = {name: act[name] for name in ("do", "cite", "by")}
    shown = {"event": "act-refused", "seq": len(table.table.events), "round": 1, **own, free: NOTE}
    assert refused.seen_by("house") == {
        **shown,
        "reason": refused.fields["reason"],
        "to": "all",
        "cites": list(refused.cites),
    }
    assert refused.fields["reason"] != FORGED["reason"] and refused.cites != cites(*FORGED["cites"])


@law("625a.5")
@pytest.mark.parametrize(
    "act",
    [SMALL, RETURNS, {**RETURNS, "do": "reduce", "cents": 100}, NO_MORE_BETS, RESULT, fixed(DEVICE), {"do": "close"}],
    ids=lambda act: str(act["do"]),
)
@pytest.mark.parametrize("name", ["event", "seq", "round", "text", "reason", "cites"])
def test_625a_5_an_act_in_which_nothing_is_noted_takes_no_other_field(act: Command, name: str) -> None:
    table = brought_to("shaken")
    before = table.table.plain
    with pytest.raises(BadInput, match=f"{act['do']}: .*{name} is not a field of "):
        table.do({**act, name: FORGED[name]})
    assert table.table.plain == before


@law("625a.5")
def test_625a_5_where_a_result_came_from_is_for_the_table_to_say() -> None:
    table = brought_to("thrown")
    before = table.table.plain
    for source in (FORGED, "system", {"name": "system"}, {"name": "seeded", "slot": "1:x"}):
        with pytest.raises(BadInput, match="source is not a field of this command: the table itself records"):
            table.do({**RESULT, "source": source})
    assert table.table.plain == before
    result = table.do(RESULT)[0].seen_by("house")
    assert (result["source"], result["text"], result["cites"]) == ("observed", "1, 2, 3: total 6.", ["625a.5(d)"])


@law("625a.5")
def test_625a_5_events_are_numbered_one_after_the_other_and_keep_the_number_of_their_round() -> None:
    table = by_hand("automated")
    table.do(*opening("automated"), *ROUND, *ROUND)
    public = [event.seen_by("house") for event in table.table.events]
    assert [each["seq"] for each in public] == list(range(1, len(public) + 1))
    placed = [each["seq"] for each in public if each["event"] == "wager-placed"]
    cleared = [each["seq"] for each in public if each["event"] == "cleared"]
    rounds = [sum(seq > end for end in cleared) + 1 if seq >= placed[0] else 0 for seq in range(1, len(public) + 1)]
    assert [each["round"] for each in public] == rounds


def opened() -> Bench:
    """An automated shaker, the opening done, nothing wagered."""
    table = by_hand("automated")
    table.do(*opening("automated"))
    return table


TO_THE_THROW: list[Command] = [shake("automated"), NO_MORE_BETS]
PLAYED: list[tuple[str, list[Command], int, int]] = [
    ("nothing", [], 0, 1),
    ("a wager that was taken back", [SMALL, RETURNS], 0, 1),
    ("no more bets, and no result", TO_THE_THROW, 0, 1),
    ("a result", [*TO_THE_THROW, RESULT], 1, 1),
    ("a result, settled", [*TO_THE_THROW, RESULT, SETTLE], 1, 1),
    ("a round", ROUND, 1, 2),
    ("two rounds", ROUND * 2, 2, 3),
    ("a no roll", [SMALL, *TO_THE_THROW, report("625a.7(a)")], 1, 2),
    ("a shaker that failed", [SMALL, report("625a.7(c)")], 1, 1),
    ("a shaker that failed, mended", [SMALL, report("625a.7(c)"), fixed(AUTOMATED)], 1, 2),
    ("a shaker that failed, replaced", [SMALL, report("625a.7(c)"), EMPTIED, MARKED], 1, 2),
    ("a shaker that cannot be used", [report("625a.7(d)")], 0, 1),
    ("a shaker that cannot be used, mended", [report("625a.7(d)"), fixed(AUTOMATED)], 0, 1),
    ("a shaker that cannot be used, replaced", [report("625a.7(d)"), EMPTIED, MARKED], 0, 1),
    ("no device", [SMALL, report("625a.1(b)")], 1, 1),
    ("no device, mended", [SMALL, report("625a.1(b)"), fixed(DEVICE)], 1, 2),
    ("settled by hand", [SMALL, *TO_THE_THROW, report("625a.7(b)"), RESULT, SETTLE], 1, 1),
    ("settled by hand, mended", [SMALL, *TO_THE_THROW, report("625a.7(b)"), RESULT, SETTLE, fixed(DEVICE)], 1, 2),
    ("a device that failed once all was paid", [*ROUND[:-1], report("625a.7(b)"), fixed(DEVICE)], 1, 2),
]


@law("625a.5")
@pytest.mark.parametrize(("commands", "rounds", "number"), [row[1:] for row in PLAYED], ids=[row[0] for row in PLAYED])
def test_625a_5_a_round_is_over_once_a_result_or_a_void_came(commands: list[Command], rounds: int, number: int) -> None:
    table = opened()
    assert not [e for e in table.do(*commands) if e.event.endswith("-refused")]
    assert table.table.round == number
    closed = the(table.do({"do": "close"}), "table-closed")
    assert (closed.fields["rounds"], closed.cites) == (rounds, cites("601a.2"))


@law("625a.7(d)")
@pytest.mark.parametrize("way", [[fixed(AUTOMATED)], [EMPTIED, MARKED]], ids=["repaired", "substituted"])
def test_625a_7_d_wagers_on_the_layout_are_decided_in_the_same_round(way: list[Command]) -> None:
    table = brought_to("shaken", "automated")
    table.do(report("625a.7(d)"), *way)
    shaker = str(table.table.view()["shaker"])
    events = table.do(shake(shaker), NO_MORE_BETS, RESULT, SETTLE)
    assert {event.round for event in events} == {1} and [e.event for e in events].count("wager-settled") == 2


@law("625a.5(a)")
def test_625a_5_a_a_table_that_closes_before_its_opening_is_complete_has_played_nothing() -> None:
    table = by_hand()
    table.do(*opening("manual")[:3])
    assert table.table.round == 0
    assert the(table.do({"do": "close"}), "table-closed").fields["rounds"] == 0


@law("625a.5")
def test_625a_5_a_table_that_completes_its_own_procedures_counts_alike() -> None:
    table = bench("sic-bo")
    for played in range(3):
        assert table.table.round == played + 1
        table.do(SMALL, NO_MORE_BETS, RESULT)
    assert the(table.do({"do": "close"}), "table-closed").fields["rounds"] == 3
