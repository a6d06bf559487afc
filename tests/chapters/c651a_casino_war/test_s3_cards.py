"""651a.3: how many decks, in which batches, dealt from what, and for how long."""

from __future__ import annotations

import pytest

from chapters.c651a_casino_war.hands import (
    COMMENT,
    DECIDING,
    EDITIONS,
    FINAL,
    PROPOSED,
    asked,
    at_war,
    by_hand,
    cards,
    cut_stack,
    played,
    wager,
    war,
)
from chapters.harness import HOUR, NO_MORE_BETS, Watch, complete, done, due, state, step
from houseway.core import Procedure, Wagers
from houseway.games import judged
from support import Bench, cites, law

LAWFUL = {
    (FINAL, "manual"): {6, 8},
    (FINAL, "batch"): {6, 7, 8},
    (FINAL, "continuous"): {6, 8},
    (PROPOSED, "manual"): {6, 8},
    (PROPOSED, "batch"): {6, 7, 8},
    (PROPOSED, "continuous"): set(),
    (COMMENT, "manual"): {6, 8},
    (COMMENT, "batch"): {3, 4, 5, 6, 7, 8},
    (COMMENT, "continuous"): set(range(6, 17)),
}


def problems(edition: str, *settings: str) -> list[tuple[str, str, tuple[str, ...]]]:
    found = judged("casino-war", [f"edition={edition}", *settings])[0].findings
    return [(finding.field, finding.problem, finding.cites) for finding in found]


@law("651a.3", "651a.3(a)", "651a.3(c)", "651a.3(c)(1)")
@pytest.mark.parametrize(("edition", "shuffler"), LAWFUL)
def test_651a_3_so_many_decks_go_with_so_they_are_shuffled(edition: str, shuffler: str) -> None:
    lawful = {n for n in range(1, 20) if not problems(edition, f"decks={n}", f"shuffler={shuffler}")}
    assert lawful == LAWFUL[edition, shuffler]


@law("651a.3(a)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_3_a_seven_decks_are_not_dealt_by_hand(edition: str) -> None:
    ((field, problem, because),) = problems(edition, "decks=7")
    assert (field, because) == ("decks", cites("651a.3(a)"))
    assert problem == "7 decks are not 6 or 8, as a manual shuffle requires"


@law("651a.3(c)")
def test_651a_3_c_too_many_decks_in_a_batch_cite_the_batches() -> None:
    ((field, problem, because),) = problems(COMMENT, "decks=9", "shuffler=batch")
    assert (field, because) == ("decks", cites("651a.3(c)"))
    assert problem == (
        "9 decks in each of two batches, 18 in all, are not 3, 4, 5, 6, 7 or 8 (6, 8, 10, 12, 14 or 16 in all), "
        "as a batch shuffle requires"
    )


@law("651a.3(c)(2)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_3_c_2_two_batches_of_one_colour_are_refused(edition: str) -> None:
    same = ["shuffler=batch", 'backs=["red", " RED "]']
    ((field, problem, because),) = problems(edition, *same)
    assert (field, because) == ("backs", cites("651a.3(c)(2)")) and problem.startswith("both batches are red")
    assert problems(edition, same[1]) == []  # by hand there is one batch only
    ((field, problem, because),) = problems(edition, "shuffler=batch", 'backs=["red"]')
    assert "is not two colors" in problem and because == cites("651a.3(c)(2)")


@law("651a.3(a)", "651a.3(b)", "651a.3(c)(1)", "651a.3(c)(2)", "651a.3(e)")
@pytest.mark.parametrize(("edition", "shuffler"), [key for key in LAWFUL if LAWFUL[key]])
def test_651a_3_a_what_is_looked_at_before_the_table_is_opened(edition: str, shuffler: str) -> None:
    steps = asked(war(edition, f"shuffler={shuffler}", procedure="by-hand"))
    expected = {("651a.3(a)", "")}
    if shuffler != "continuous":
        expected |= {("651a.3(b)", "")}
    if shuffler == "batch":
        expected |= {("651a.3(c)(1)", ""), ("651a.3(c)(2)", "")}
    if shuffler == "continuous":
        expected |= {("651a.3(e)", "") if edition == FINAL else ("651a.3(b)", "continuous")}
    assert {each for each in steps if each[0].startswith("651a.3")} == expected


def shoe_after_shoe(table: Bench) -> list[int]:
    """Which batch is dealt, over four shoes."""
    found = []
    for _ in range(4):
        complete(table, *DECIDING)
        assert isinstance(due(table), Wagers)
        found.append(state(table).cards.in_play)
        cite = "651a.5(f)" if table.rules.edition.id == FINAL else "651a.5(g)"
        done(table, step(cite, "floorperson", item="reshuffle"))
    return found


@law("651a.3(c)(3)", "651a.3(c)(4)", "651a.3(c)(5)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_3_c_3_batches_take_turns_and_the_other_one_is_in_the_device(edition: str) -> None:
    table = war(edition, "shuffler=batch", 'backs=["green", "grey"]', procedure="by-hand")
    assert shoe_after_shoe(table) == [0, 1, 0, 1]
    assert state(table).cards.colors == ("green", "grey")
    order = ["651a.5(a)", "651a.3(c)(4)", "651a.3(c)(3)", "651a.3(c)(5)", "651a.5(a)"]
    assert [cite for cite, _ in asked(table)] == order
    reason, because = table.refusal(step("651a.3(c)(3)"))
    assert "first: Let the device shuffle" in reason and because == cites("651a.5(a)")


@law("651a.3(c)(4)")
@pytest.mark.parametrize(("edition", "shuffler"), [(FINAL, "manual"), (COMMENT, "manual")])
def test_651a_3_c_4_without_batches_nothing_alternates(edition: str, shuffler: str) -> None:
    table = war(edition, f"shuffler={shuffler}", procedure="by-hand")
    assert shoe_after_shoe(table) == [0, 0, 0, 0] and len(state(table).cards.colors) == 1


@law("651a.3(c)(5)")
def test_651a_3_c_5_the_rack_is_empty_when_the_other_batch_comes_into_play() -> None:
    table = war(FINAL, "shuffler=batch")
    played(table, [wager(1)], "?", "9H", "8D")
    assert state(table).cards.rack == ("?", "9H", "8D")
    done(table, step("651a.5(f)", "floorperson", item="reshuffle"))
    assert (state(table).cards.rack, state(table).cards.in_play) == ((), 1)


def a_day_later(table: Bench, watch: Watch) -> None:
    watch.now += 24 * HOUR
    done(table, wager(1), NO_MORE_BETS, cards("?", "9H", "5C"))
    watch.now += 1
    done(table, wager(1))
    reason, because = table.refusal(NO_MORE_BETS)
    assert "in use for more than 24 hours: change the cards first" in reason and because == cites("651a.3(d)")


@law("651a.3(d)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_3_d_after_24_hours_the_cards_are_changed_even_with_wagers_on_the_layout(edition: str) -> None:
    table, watch = at_war(edition)
    a_day_later(table, watch)
    events = done(table, step("651a.3(d)", "floorperson"))
    again = [str(e.cites[0]) for e in events if e.event == "step-done" and e.fields["procedure"] == "opening"]
    assert again == ["651a.3(a)", *(["651a.4(a)"] * (2 if edition == FINAL else 1)), "651a.4(b)", "651a.4(c)"]
    assert done(table, NO_MORE_BETS)[0].event == "no-more-bets"
    assert state(table).cards.opened_at == watch.now and state(table).cards.rack == ()


@law("651a.3(d)")
def test_651a_3_d_a_shuffle_of_old_cards_is_refused_and_the_way_on_is_open() -> None:
    table, watch = at_war(procedure="by-hand")
    complete(table, "opening", "shuffle")
    cut_stack(table, 1, stop=2)
    complete(table, "load")
    done(table, wager(1), NO_MORE_BETS, cards("?", "9H", "5C"))
    watch.now += 24 * HOUR + 1
    reason, because = table.refusal(step("651a.5(a)", item="shuffle"))
    assert "change the cards first" in reason and because == cites("651a.3(d)")
    assert "for the floorperson or above" in table.refusal(step("651a.3(d)"))[0]
    done(table, step("651a.3(d)", "pit-manager"))
    assert due(table) == Procedure("opening", cites("651a.4(a)"))
    assert ("651a.2(a)", "") not in asked(table)


@law("651a.3(e)", "651a.5(h)")
def test_651a_3_e_an_approved_device_takes_the_place_of_shoe_batches_and_cut() -> None:
    table = war(FINAL, "shuffler=continuous", procedure="by-hand")
    complete(table, "opening")
    assert asked(table) == [("651a.5(a)", "device")]
    complete(table, "shuffle")
    assert isinstance(due(table), Wagers)
    events = played(table, [wager(1)], "9H", "5C")  # and no card is burned
    assert [e.fields["place"] for e in events if e.event == "result"] == ["seat:1", "dealer"]
    assert state(table).cards.shoe.left == 312  # the device has taken the cards back


@law("651a.3(b)")
def test_651a_3_b_the_proposed_text_knows_no_continuous_shuffler() -> None:
    ((field, problem, because),) = problems(PROPOSED, "shuffler=continuous")
    assert field == "shuffler" and "manual, batch" in problem and because == cites("651a.5(a)")


@law("651a.3(c)(1)", "651a.3(c)(4)", "651a.5(g)", "651a.5(h)(3)")
def test_651a_3_c_1_the_comments_continuous_shuffler_holds_one_batch_and_asks_for_no_cut_nor_spread() -> None:
    table = by_hand(COMMENT, "shuffler=continuous", "decks=9")
    now = due(table)
    assert isinstance(now, Wagers) and now.may == ("direct-reshuffle", "new-dealer", "change-cards")
    assert len(state(table).cards.colors) == 1


@law("651a.3(c)", "651a.3(a)")
def test_651a_3_c_read_the_other_way_a_batch_has_six_or_eight_decks() -> None:
    settings = ["shuffler=batch", "decks=7"]
    assert judged("casino-war", settings)[0].findings == ()
    (finding,) = judged("casino-war", [*settings, "reading.batch_of_seven=not-lawful"])[0].findings
    assert finding.field == "decks" and finding.cites == cites("651a.3(a)", "651a.3(c)")
    for decks in (6, 8):
        read = ["shuffler=batch", f"decks={decks}", "reading.batch_of_seven=not-lawful"]
        assert judged("casino-war", read)[0].findings == ()
