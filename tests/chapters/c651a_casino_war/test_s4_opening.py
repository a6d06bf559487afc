"""651a.4: the cards are inspected, spread, turned over and stacked."""

from __future__ import annotations

import pytest

from chapters.c651a_casino_war.hands import COMMENT, EARLIER, EDITIONS, FINAL, asked, wager, war
from chapters.harness import complete, done, due, step, the, usual
from houseway.core import Procedure, Wagers
from houseway.games import load
from houseway.numerics.sources import SeededSource
from houseway.table import Table
from support import Bench, cites, law


def card_steps(edition: str, *settings: str) -> list[tuple[str, str]]:
    steps = asked(war(edition, *settings, procedure="by-hand"))
    return [each for each in steps if each[0].startswith("651a.4")]


@law("651a.4", "651a.4(a)", "651a.4(b)", "651a.4(c)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_4_inspect_spread_and_stack(edition: str) -> None:
    verified = [("651a.4(a)", "verify")] if edition == FINAL else []
    assert card_steps(edition) == [("651a.4(a)", ""), *verified, ("651a.4(b)", ""), ("651a.4(c)", "")]


@law("651a.4(a)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_4_a_the_dealer_inspects_and_under_the_final_text_the_floorperson_verifies(edition: str) -> None:
    table = war(edition, procedure="by-hand")
    while asked(table)[0][0] != "651a.4(a)":
        done(table, usual(table, table.table.steps()[0]))
    reason, because = table.refusal(step("651a.4(a)", "floorperson", item=""))
    assert "this is for the dealer, not for a floorperson" in reason and because == cites("651a.4(a)")
    reason, because = table.refusal(step("651a.4(b)"))
    assert reason == "first: Inspect the cards for defects." and because == cites("651a.4(a)")
    done(table, step("651a.4(a)"))
    if edition == FINAL:
        assert (
            "this is for the floorperson, not for a pit manager" in table.refusal(step("651a.4(a)", "pit-manager"))[0]
        )
        done(table, step("651a.4(a)", "floorperson"))
    assert asked(table) == [("651a.4(b)", ""), ("651a.4(c)", "")]


@law("651a.4(a)")
@pytest.mark.parametrize("edition", [*EDITIONS, "2011-filing"])
def test_651a_4_a_cards_with_a_defect_are_not_used(edition: str) -> None:
    table = war(edition, procedure="by-hand")
    while asked(table)[0][0] != "651a.4(a)":
        done(table, usual(table, table.table.steps()[0]))
    for noted in ({"defects": True}, {"verified": False}):
        reason, because = table.refusal(step("651a.4(a)", **noted))
        assert reason.endswith("Inspect the cards for defects.") and because == cites("651a.4(a)")
        assert table.refusal(step("651a.4(b)"))[1] == cites("651a.4(a)")  # the inspection is not complete
        assert table.refusal(wager(1))[0].startswith("no wager is taken now") and table.table.chips(1) == 100_000
    done(table, step("651a.4(a)", defects=False))


@law("651a.4(c)", "651a.4(b)")
def test_651a_4_c_nothing_is_turned_over_before_the_first_player_could_look() -> None:
    table = war(procedure="by-hand")
    while asked(table)[0][0] != "651a.4(b)":
        done(table, usual(table, table.table.steps()[0]))
    reason, because = table.refusal(step("651a.4(c)"))
    assert reason.startswith("first: Spread the cards face up") and because == cites("651a.4(b)")
    done(table, step("651a.4(b)"), step("651a.4(c)"))
    assert due(table) == Procedure("shuffle", cites("651a.5(a)"), ("change-cards",))
    assert table.refusal(wager(1))[1] == cites("651a.5(a)")


@law("651a.4(b)", "651a.4(c)", "651a.4(d)")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("shuffler", ["manual", "batch"])
def test_651a_4_b_the_opening_waits_for_the_first_player(edition: str, shuffler: str) -> None:
    game, rules = load("casino-war", [f"edition={edition}", f"shuffler={shuffler}"])
    table = Bench(game, rules, Table(game, rules, SeededSource("tests")))
    table.do({"do": "open"})
    assert asked(table)[0] == ("651a.4(b)", "") and "651a.4(b)" not in [str(e.cites[0]) for e in table.table.events]
    reason, because = table.refusal(step("651a.4(b)"))
    assert reason.startswith("no player is at the table yet") and because == cites("651a.4(b)")
    events = done(table, {"do": "buy-in", "seat": 3, "cents": 10000})
    steps = [str(e.cites[0]) for e in events if e.event == "step-done"]
    assert steps[:2] == ["651a.4(b)", "651a.4(c)" if shuffler == "manual" else "651a.4(d)"]
    assert isinstance(due(table), Wagers)


@law("651a.4(d)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_4_d_batches_lie_apart_and_are_not_washed(edition: str) -> None:
    steps = [cite for cite, _ in card_steps(edition, "shuffler=batch")]
    assert "651a.4(d)" in steps and "651a.4(c)" not in steps and steps[-2:] == ["651a.4(b)", "651a.4(d)"]


@law("651a.4(d)", "651a.4(c)")
@pytest.mark.parametrize("edition", [FINAL, COMMENT])
def test_651a_4_d_one_set_of_cards_in_a_device_is_no_batch_of_two(edition: str) -> None:
    steps = [cite for cite, _ in card_steps(edition, "shuffler=continuous")]
    assert steps[-2:] == ["651a.4(b)", "651a.4(c)"]


@law("651a.4(e)", "651a.5(a)")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("shuffler", ["manual", "batch"])
def test_651a_4_e_preshuffled_cards_are_not_inspected_nor_shuffled_only_cut(edition: str, shuffler: str) -> None:
    assert card_steps(edition, "preshuffled=true", f"shuffler={shuffler}") == [("651a.4(e)", "")]
    table = war(edition, "preshuffled=true", f"shuffler={shuffler}", procedure="by-hand")
    events = complete(table, "opening")
    assert {e.event for e in events} - {"shoe-sealed"} == {"step-done"}
    stored = [e for e in events if e.cites == cites("651a.3(c)(3)")]
    assert len(stored) == (shuffler == "batch")
    now = due(table)
    assert isinstance(now, Procedure) and now.name == "cut"


@law("651a.4(e)")
@pytest.mark.parametrize("edition", EARLIER)
def test_651a_4_e_who_brought_them_is_for_the_floorperson_to_say(edition: str) -> None:
    table = war(edition, "preshuffled=true")
    assert (
        the([e for e in table.table.events if e.cites == cites("651a.4(e)")], "step-done").fields["by"] == "floorperson"
    )
