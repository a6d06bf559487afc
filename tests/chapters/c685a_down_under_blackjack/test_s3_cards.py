"""685a.3(a) to (c), 685a.4 and 685a.5(g), (h): decks, batches, the opening, idle tables and devices."""

from __future__ import annotations

import pytest

from chapters.c685a_down_under_blackjack.hands import GAME, cards, choose, felt, steps_of, up_to, wager
from chapters.harness import NO_MORE_BETS, complete, done, due, of, state, step
from houseway.core import Procedure, Wagers
from houseway.games import judged
from support import cites, law

DECKS = pytest.mark.parametrize("decks", [4, 5, 6, 8])


def findings(*settings: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(finding.field, finding.cites) for finding in judged(GAME, settings)[0].findings]


@law("685a.3", "685a.3(a)")
@DECKS
@pytest.mark.parametrize("shuffler", ["manual", "batch", "continuous"])
def test_685a_3_a_four_five_six_or_eight_decks(decks: int, shuffler: str) -> None:
    table = felt(f"decks={decks}", f"shuffler={shuffler}")
    assert state(table).cards.shoe.size == decks * 52
    assert set(state(table).cards.shoe.unseen) == {decks}


@law("685a.3(a)")
@pytest.mark.parametrize("decks", [1, 2, 3, 7, 9])
def test_685a_3_a_no_other_number_of_decks(decks: int) -> None:
    assert findings(f"decks={decks}") == [("decks", cites("685a.3(a)"))]


@law("685a.3(b)", "685a.3(b)(1)", "685a.3(b)(2)")
def test_685a_3_b_a_batch_shuffler_has_two_batches_of_two_colours() -> None:
    asked = steps_of(felt("shuffler=batch", procedure="by-hand"), "opening")
    assert {"685a.3(b)(1)", "685a.3(b)(2)", "685a.4(d)"} <= {cite for cite, _, _ in asked}
    for other in ("manual", "continuous"):
        single = steps_of(felt(f"shuffler={other}", procedure="by-hand"), "opening")
        assert not {"685a.3(b)(1)", "685a.3(b)(2)", "685a.4(d)"} & {cite for cite, _, _ in single}
    same = 'backs=["red", "red"]'
    assert findings("shuffler=batch", same) == [("backs", cites("685a.3(b)(2)"))]
    assert findings(same) == []


@law("685a.3(b)(3)", "685a.3(b)(4)", "685a.3(b)(5)")
def test_685a_3_b_3_the_batches_take_turns_and_the_rack_holds_one_of_them() -> None:
    table = felt("shuffler=batch")
    colors = []
    for _ in range(4):
        colors.append(state(table).cards.color)
        done(table, wager(1), NO_MORE_BETS, cards("? 10H 9C 10D 10S"), choose("1 stand"))
        assert len(state(table).cards.rack) == 5
        events = done(table, step("685a.5(f)", "floorperson"))
        done_by = [e.cites[0] for e in of(events, "step-done") if e.fields["procedure"] == "shuffle"]
        assert {"685a.3(b)(3)", "685a.3(b)(4)", "685a.3(b)(5)"} < set(done_by)
        assert state(table).cards.rack == ()
    assert colors == ["red", "blue", "red", "blue"]


@law("685a.3(c)")
def test_685a_3_c_decks_older_than_a_day_are_changed_first() -> None:
    table = felt("gaming_day_hour=0")
    done(table, wager(1))
    clock = table.table.clock() + 24 * 3600 + 60
    table.table.clock = lambda: clock  # type: ignore[return-value,assignment]
    done(table, step("685a.2(d)", "floorperson"))
    reason, because = table.refusal(NO_MORE_BETS)
    assert "more than 24 hours" in reason and because == cites("685a.3(c)")
    done(table, step("685a.3(c)", "floorperson"), NO_MORE_BETS)


@law("685a.4", "685a.4(a)", "685a.4(b)", "685a.4(c)")
def test_685a_4_a_the_dealer_inspects_the_floorperson_verifies_then_they_are_spread_and_washed() -> None:
    table = felt(procedure="by-hand")
    asked = [each for each in steps_of(table, "opening") if each[0].startswith("685a.4")]
    assert asked == [
        ("685a.4(a)", "", "dealer"),
        ("685a.4(a)", "verify", "floorperson"),
        ("685a.4(b)", "", "dealer"),
        ("685a.4(c)", "", "dealer"),
    ]
    assert table.refusal(step("685a.4(a)", "pit-manager", item="verify"))[1] == cites("685a.4(a)")
    complete(table, "opening")
    assert due(table) == Procedure("shuffle", cites("685a.5(a)"), ("change-cards",))


@law("685a.4(d)")
def test_685a_4_d_each_batch_is_opened_apart_from_the_other() -> None:
    asked = [each for each in steps_of(felt("shuffler=batch", procedure="by-hand"), "opening") if "685a.4" in each[0]]
    assert asked == [
        ("685a.4(a)", "", "dealer"),
        ("685a.4(a)", "verify", "floorperson"),
        ("685a.4(b)", "", "dealer"),
        ("685a.4(d)", "", "dealer"),
    ]


@law("685a.4(a)", "685a.4(b)", "685a.4(c)", "685a.4(d)")
@pytest.mark.parametrize(("shuffler", "last"), [("manual", "685a.4(c)"), ("batch", "685a.4(d)")])
def test_685a_4_a_nothing_is_verified_spread_or_washed_before_its_time(shuffler: str, last: str) -> None:
    table = up_to(felt(f"shuffler={shuffler}", procedure="by-hand"), "685a.4(a)")
    for early in (step("685a.4(a)", "floorperson", item="verify"), step("685a.4(b)"), step(last)):
        assert "Inspect the cards for defects" in table.refusal(early)[0]
    done(table, step("685a.4(a)"))
    assert "Verify the inspection" in table.refusal(step("685a.4(b)"))[0]


@law("685a.3(b)(3)", "685a.4(e)")
def test_685a_3_b_3_a_preshuffled_batch_is_put_into_the_device_too() -> None:
    table = felt("shuffler=batch", "preshuffled=true", procedure="by-hand")
    assert steps_of(table, "opening")[-1] == ("685a.3(b)(3)", "opening", "dealer")


@law("685a.4(e)", "685a.5(a)")
def test_685a_4_e_preshuffled_cards_are_only_cut() -> None:
    table = felt("preshuffled=true", procedure="by-hand")
    assert [each[0] for each in steps_of(table, "opening") if "685a.4" in each[0]] == ["685a.4(e)"]
    complete(table, "opening")
    assert due(table) == Procedure("cut", cites("685a.5(b)"))


@law("685a.5(g)")
@pytest.mark.parametrize("shuffler", ["manual", "batch"])
def test_685a_5_g_an_idle_table_is_spread_and_opened_again(shuffler: str) -> None:
    table = felt(f"shuffler={shuffler}", procedure="by-hand")
    complete(table, "opening", "shuffle", "cut", "load")
    done(table, step("685a.5(g)", "dealer"))
    assert due(table) == Procedure("resume", cites("685a.5(g)"))
    assert [each[0] for each in steps_of(table, "resume")] == [
        "685a.5(g)",
        "685a.4(a)",
        "685a.4(a)",
        "685a.4(b)",
        "685a.4(c)",
    ]
    complete(table, "resume")
    assert due(table) == Procedure("shuffle", cites("685a.5(a)"), ("change-cards",))
    complete(table, "shuffle", "cut", "load")
    done(table, wager(1))
    reason, _ = table.refusal(step("685a.5(g)", "dealer"))
    assert "not a step that is due" in reason


@law("685a.5(h)")
def test_685a_5_h_a_device_that_shuffles_all_the_time_needs_no_cut_and_no_cover_card() -> None:
    table = felt("shuffler=continuous", procedure="by-hand")
    assert "685a.5(h)" in [each[0] for each in steps_of(table, "opening")]
    complete(table, "opening", "shuffle")
    now = due(table)
    assert isinstance(now, Wagers) and "spread" not in now.may
    done(table, wager(1), NO_MORE_BETS, cards("10H 9C 10D 10S"), choose("1 stand"))
    assert (state(table).cards.shoe.out, state(table).cards.shoe.stop, state(table).cards.rack) == (0, 0, ())


@law("685a.3(c)", "685a.4(a)")
def test_685a_3_c_other_decks_are_inspected_and_the_table_is_not_looked_over_again() -> None:
    table = felt(procedure="by-hand")
    opening = [each.cite for each in table.table.steps()]
    assert "685a.2(b)(1)" in opening and "685a.2(d)" in opening
    for _ in range(len(opening)):
        first = table.table.steps()[0]
        noted = table.game.law.normal_notes(table.rules, table.table.state, first)
        item = {"item": first.item} if first.item else {}
        done(table, {"do": "step", "cite": first.cite, "by": first.by, **item, **noted})
    inspected_at = table.table.state.reader.inspected_at
    done(table, {"do": "step", "cite": "685a.3(c)", "by": "floorperson"})
    again = [each.cite for each in table.table.steps()]
    assert again == ["685a.2(e)", "685a.3(a)", "685a.4(a)", "685a.4(a)", "685a.4(b)", "685a.4(c)"]
    assert table.table.state.reader.inspected_at == inspected_at
