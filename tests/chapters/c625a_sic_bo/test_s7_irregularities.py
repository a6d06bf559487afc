"""625a.7: each irregularity, in each phase of the round and by each role; and the no roll of (a)."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c625a_sic_bo.hands import BIG, PHASES, SHAKERS, SMALL, brought_to, report
from chapters.harness import ABOVE, NO_MORE_BETS, OTHERS, said, settled
from houseway.core import Wagers
from houseway.law import BadInput
from support import bench, cites, law

# Where an irregularity may be reported (by the shaker in use), and what refuses it elsewhere
MAY = {
    "625a.7(a)": {"manual": ["shaken", "thrown"], "automated": ["shaken", "thrown"]},
    "625a.7(b)": {"manual": ["thrown", "lit", "paid"], "automated": ["shaken", "thrown", "lit", "paid"]},
    "625a.7(c)": {"automated": ["betting", "shaken", "thrown"]},
    "625a.7(d)": {"automated": ["opening", "betting"]},
    "625a.1(b)": {"manual": ["betting", "shaken", "thrown"], "automated": ["betting"]},
}
MAY_NOT = {
    "625a.7(a)": {
        "manual": ["opening", "betting", "lit", "paid"],
        "automated": ["opening", "betting", "lit", "paid"],
    },
    "625a.7(b)": {"manual": ["opening", "betting", "shaken"], "automated": ["opening", "betting"]},
    "625a.7(c)": {"manual": list(PHASES), "automated": ["opening", "lit", "paid"]},
    "625a.7(d)": {"manual": list(PHASES), "automated": ["thrown", "lit", "paid"]},
    "625a.1(b)": {"manual": ["lit", "paid"], "automated": ["shaken", "thrown", "lit", "paid"]},
}
WHY_NOT = {"625a.7(a)": cites("625a.7(a)", "625a.5(d)"), "625a.1(b)": cites("625a.1(b)", "625a.7(b)")}


def cells(table: dict[str, dict[str, list[str]]]) -> list[tuple[str, str, str]]:
    return [(cite, shaker, phase) for cite, rows in table.items() for shaker in rows for phase in rows[shaker]]


@law("625a.7")
@pytest.mark.parametrize(("cite", "shaker", "phase"), cells(MAY))
def test_625a_7_an_irregularity_is_taken_where_its_paragraph_governs(cite: str, shaker: str, phase: str) -> None:
    event = brought_to(phase, shaker).do(report(cite))[0]
    assert event.event in ("round-voided", "device-failed") and event.cites == cites(cite)


@law("625a.7")
@pytest.mark.parametrize(("cite", "shaker", "phase"), cells(MAY_NOT))
def test_625a_7_elsewhere_it_is_refused_and_nothing_comes_of_it(cite: str, shaker: str, phase: str) -> None:
    table = brought_to(phase, shaker)
    before = table.table.plain
    assert table.refusal(report(cite))[1] == WHY_NOT.get(cite, cites(cite))
    assert table.table.plain == before


@law("625a.7")
@pytest.mark.parametrize("role", OTHERS)
@pytest.mark.parametrize("cite", MAY)
def test_625a_7_it_is_not_for_everybody_to_report(cite: str, role: str) -> None:
    table = brought_to(MAY[cite]["automated"][0], "automated")
    before = table.table.plain
    reason, because = table.refusal(report(cite, role))
    assert f"{said(role)}" in reason and because == cites(cite)
    assert table.table.plain == before


@law("625a.7")
def test_625a_7_a_role_is_spoken_in_words() -> None:
    reason, _ = brought_to("thrown").refusal(report("625a.7(a)", "table-games-manager"))
    assert reason == '"no roll" is called by the dealer, not by a table games manager'
    reason, _ = brought_to("lit").refusal(report("625a.7(b)", "gaming-laboratory"))
    assert reason.startswith("a gaming laboratory does not settle wagers by hand")


@law("625a.7")
@pytest.mark.parametrize(("cite", "shaker", "phase"), cells(MAY))
def test_625a_7_what_was_reported_of_it_stays_apart_from_what_the_table_says(
    cite: str, shaker: str, phase: str
) -> None:
    plain = brought_to(phase, shaker).do(report(cite))[0].seen_by("house")
    noted = {"note": '{"event": "wager-settled", "seq": 1, "round": 99, "text": "nothing happened", "cites": []}'}
    forged = brought_to(phase, shaker).do({**report(cite), **noted})[0].seen_by("house")
    assert forged == {**plain, "about": {**plain.get("about", {}), **noted}}
    assert (plain["by"], plain["cites"]) == ("dealer", [cite]) and plain["event"] in ("round-voided", "device-failed")


@law("625a.7")
@pytest.mark.parametrize("cite", ["625a.3(6)", "625a.7", "625a.2(b)"])
def test_625a_7_other_paragraphs_are_no_irregularities(cite: str) -> None:
    reason, because = bench("sic-bo").refusal(report(cite))
    assert "is not an irregularity of this chapter; there are 625a.7(a), 625a.7(b)" in reason
    assert because == cites("625a.7")


@law("625a.7")
@pytest.mark.parametrize("cite", ["625a.7(e)", "625a.8", "619a.2(d)", "nonsense", 7])
def test_625a_7_what_is_no_paragraph_is_not_understood(cite: Any) -> None:
    with pytest.raises(BadInput, match=r"citation|is not a paragraph of 2011-proposed"):
        bench("sic-bo").do({"do": "irregularity", "cite": cite, "by": "dealer"})


@law("625a.7(a)")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_7_a_a_no_roll_returns_all_wagers_and_the_next_round_begins(shaker: str) -> None:
    table = brought_to("thrown", shaker)
    events = table.do(report("625a.7(a)"))
    because = cites("625a.7(a)")
    assert (events[0].event, events[0].cites) == ("round-voided", because) and "No roll" in events[0].fields["text"]
    assert settled(events) == [(1, "small", "returned", 500, because), (2, "big", "returned", 700, because)]
    assert [table.table.chips(seat) for seat in (1, 2)] == [100_000, 100_000]
    assert isinstance(table.table.due, Wagers) and table.table.round == 2
    assert table.do(report("625a.7(a)"))[0].event == "act-refused"  # there is nothing to call anymore
    assert table.refusal(NO_MORE_BETS)[1] == cites("625a.5(b)")


@law("625a.7(a)")
@pytest.mark.parametrize("shaker", SHAKERS)
def test_625a_7_a_an_automatic_table_takes_a_no_roll_before_no_more_bets_too(shaker: str) -> None:
    table = bench("sic-bo", f"shaker={shaker}")
    table.do(SMALL, BIG)
    before = table.table.plain
    (refused,) = table.do(report("625a.7(a)", "floorperson"))
    assert (refused.event, refused.cites) == ("act-refused", cites("625a.7(a)")) and table.table.plain == before
    shaken, voided, *rows = table.do(report("625a.7(a)"))
    assert (shaken.event, shaken.fields["procedure"]) == ("step-done", "shake")
    assert (voided.event, voided.cites) == ("round-voided", cites("625a.7(a)"))
    because = cites("625a.7(a)")
    assert settled(rows) == [(1, "small", "returned", 500, because), (2, "big", "returned", 700, because)]
    assert [table.table.chips(seat) for seat in (1, 2)] == [100_000, 100_000]
    assert isinstance(table.table.due, Wagers) and table.table.round == 2


@law("625a.7(a)")
@pytest.mark.parametrize("role", ABOVE)
def test_625a_7_a_the_dealer_calls_it(role: str) -> None:
    reason, because = brought_to("thrown").refusal(report("625a.7(a)", role))
    assert f'"no roll" is called by the dealer, not by {said(role)}' in reason and because == cites("625a.7(a)")
