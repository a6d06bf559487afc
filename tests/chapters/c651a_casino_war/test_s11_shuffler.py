"""651a.11(d) and (e): the shuffler jams, or cannot be used."""

from __future__ import annotations

import pytest

from chapters.c651a_casino_war.hands import (
    COMMENT,
    EDITIONS,
    FINAL,
    PROPOSED,
    asked,
    by_hand,
    cards,
    cut_stack,
    dealt_to,
    played,
    report,
    tied,
    to_war,
    wager,
    war,
)
from chapters.harness import NO_MORE_BETS, complete, done, due, of, settled, state, step, the
from houseway.core import Procedure, Stopped, Wagers
from support import Bench, cites, law

EACH = pytest.mark.parametrize("edition", EDITIONS)
CONTINUOUS = pytest.mark.parametrize("edition", [FINAL, COMMENT])
RESHUFFLE = {FINAL: "651a.5(f)", PROPOSED: "651a.5(g)", COMMENT: "651a.5(g)"}
COVERED = step("651a.11(e)")
STOPPED = Stopped("shuffler", cites("651a.11(e)"), ("out-of-order",))
FIXED = {"do": "repaired", "device": "shuffler", "by": "floorperson"}


def at_its_shuffle(edition: str, *settings: str) -> Bench:
    """A batch shuffler whose turn it is."""
    table = war(edition, "shuffler=batch", *settings, procedure="by-hand")
    complete(table, "opening")
    return table


@law("651a.11(d)")
@EACH
def test_651a_11_d_a_jam_in_the_shuffle_means_a_reshuffle_from_the_beginning(edition: str) -> None:
    table = at_its_shuffle(edition)
    done(table, step("651a.5(a)", item="device"))
    (event,) = done(table, report("d"))
    assert (event.event, event.fields["device"], event.cites) == ("device-failed", "shuffler", cites("651a.11(d)"))
    assert due(table) == Procedure("reshuffle", cites("651a.11(d)"))
    done(table, step("651a.11(d)"))
    assert asked(table)[0] == ("651a.5(a)", "device") and state(table).cards.device == "working"


@law("651a.11(d)")
@EACH
def test_651a_11_d_the_shoe_in_play_goes_on_and_the_batch_in_the_device_is_reshuffled_meanwhile(edition: str) -> None:
    table = by_hand(edition, "shuffler=batch")
    done(table, wager(1), NO_MORE_BETS, cards("?"), report("d"))
    assert of(done(table, cards("9H", "5C")), "wager-settled")
    now = due(table)
    assert isinstance(now, Wagers) and "reshuffle" in now.may
    done(table, step("651a.11(d)"))
    assert state(table).cards.device == "working" and state(table).cards.in_play == 0


@law("651a.11(d)")
@EACH
def test_651a_11_d_it_comes_before_the_next_shuffle_at_the_latest(edition: str) -> None:
    table = by_hand(edition, "shuffler=batch")
    done(table, report("d"), step(RESHUFFLE[edition], "floorperson", item="reshuffle"))
    assert due(table) == Procedure("reshuffle", cites("651a.11(d)"))
    complete(table, "reshuffle", "shuffle")
    assert state(table).cards.in_play == 1


@law("651a.11(d)")
@CONTINUOUS
def test_651a_11_d_from_a_continuous_device_the_round_waits_and_no_wager_is_touched(edition: str) -> None:
    table = war(edition, "shuffler=continuous", procedure="by-hand")
    complete(table, "opening", "shuffle")
    done(table, wager(1), wager(2), NO_MORE_BETS, cards("9H"), report("d"))
    assert table.refusal(cards("5C"))[1] == cites("651a.11(d)")
    complete(table, "reshuffle")
    assert table.table.accounts["layout"] == 2000 and state(table).cards.shoe.out == 1
    assert [to for to, _ in dealt_to(done(table, cards("8H", "5C")))] == ["seat:2", "dealer"]


@law("651a.11(d)")
@CONTINUOUS
def test_651a_11_d_after_a_jam_the_cards_that_were_not_seen_are_in_another_order(edition: str) -> None:
    table = tied(edition, "shuffler=continuous")
    done(table, to_war(1), NO_MORE_BETS)
    table.do(cards("?"))
    done(table, report("d"))  # this table reshuffles by itself
    shoe = state(table).cards.shoe
    assert shoe.slot == "2:1" and (shoe.out, shoe.left) == (3, shoe.size - 3)
    assert sum(shoe.unseen) == shoe.size - 2  # the burned card is among them: nobody has seen it
    assert settled(table.table.draw())


@law("651a.11(d)", "651a.11(e)")
@EACH
@pytest.mark.parametrize("letter", ["d", "e"])
def test_651a_11_d_by_hand_no_device_can_fail(edition: str, letter: str) -> None:
    because = cites(f"651a.11({letter})")
    assert war(edition).refusal(report(letter)) == (
        "no automated device is in use: the cards are shuffled by hand",
        because,
    )
    table = at_its_shuffle(edition)
    done(table, report("e"), COVERED)
    assert table.refusal(report(letter)) == ("no automated device is in use: it is already covered or marked", because)


@law("651a.11(d)", "651a.11(e)")
@EACH
@pytest.mark.parametrize("letter", ["d", "e"])
def test_651a_11_d_who_reports_it_and_when(edition: str, letter: str) -> None:
    because = cites(f"651a.11({letter})")
    early = war(edition, "shuffler=batch", procedure="by-hand")
    assert early.refusal(report(letter)) == ("the cards are not in the device yet", because)
    table = at_its_shuffle(edition)
    reason, cited = table.refusal(report(letter, "player"))
    assert "a player cannot report this" in reason and cited == because
    done(table, report(letter, "pit-manager"))
    assert table.refusal(report(letter)) == ("the shuffler has failed already", because)


@law("651a.11(e)")
@EACH
def test_651a_11_e_a_device_that_cannot_be_used_is_covered_before_the_cards_are_shuffled_by_hand(edition: str) -> None:
    table = at_its_shuffle(edition)
    events = done(table, report("e"))
    assert [e.event for e in events] == ["device-failed", "table-stopped"] and due(table) == STOPPED
    assert table.refusal(step("651a.5(a)", item="shuffle"))[1] == cites("651a.5(a)", "651a.11(e)")
    reason, because = table.refusal(step("651a.11(e)", "player"))
    assert "the dealer or above" in reason and because == cites("651a.11(e)")
    assert [e.event for e in done(table, COVERED)] == ["step-done", "table-resumed"]
    assert asked(table) == [("651a.5(a)", "shuffle"), ("651a.5(a)", "stack")]
    complete(table, "shuffle", "cut", "load")
    assert isinstance(due(table), Wagers) and table.table.view()["cards"]["shuffler"] == "covered"


@law("651a.11(e)")
@EACH
def test_651a_11_e_the_shoe_in_play_is_dealt_out_while_the_device_is_out_of_order(edition: str) -> None:
    table = by_hand(edition, "shuffler=batch", stop=3)
    done(table, wager(1), NO_MORE_BETS, cards("?"), report("e"))
    assert settled(done(table, cards("9H", "5C")))
    now = due(table)
    assert isinstance(now, Wagers) and "out-of-order" in now.may
    played(table, [wager(1)], "9D", "5D")
    assert due(table) == STOPPED  # now the device is wanted


@law("651a.11(e)")
@EACH
def test_651a_11_e_it_may_be_covered_at_once_and_the_batches_stop_alternating(edition: str) -> None:
    table = by_hand(edition, "shuffler=batch")
    done(table, report("e"), COVERED)
    assert isinstance(due(table), Wagers) and state(table).cards.method == "manual"
    done(table, step(RESHUFFLE[edition], "floorperson", item="reshuffle"))
    complete(table, "shuffle", "cut", "load")
    assert state(table).cards.in_play == 0


@law("651a.11(e)", "651a.3(a)")
@pytest.mark.parametrize(("edition", "decks"), [(FINAL, 7), (PROPOSED, 7), (COMMENT, 3), (COMMENT, 5)])
def test_651a_11_e_a_batch_that_may_not_be_dealt_by_hand_is_changed(edition: str, decks: int) -> None:
    table = at_its_shuffle(edition, f"decks={decks}")
    done(table, report("e"), COVERED)
    assert due(table) == Procedure("change-cards", cites("651a.11(e)", "651a.3(a)"))
    done(table, step("651a.3(d)", "floorperson"))
    assert state(table).cards.shoe.decks == 6
    assert ("651a.3(a)", "") in asked(table) and ("651a.2(a)", "") not in asked(table)
    complete(table, "opening", "shuffle", "cut", "load")
    assert isinstance(due(table), Wagers)
    done(table, step("651a.11(e)", "floorperson", item="return"))
    assert (state(table).cards.shoe.decks, state(table).cards.method) == (decks, "batch")
    assert due(table) == Procedure("opening", cites("651a.4(a)"))  # both batches come to the table again
    complete(table, "opening", "shuffle", "cut", "load")
    assert state(table).cards.shoe.left == 52 * decks


@law("651a.11(e)")
@CONTINUOUS
def test_651a_11_e_between_rounds_a_continuous_device_gives_way_to_a_stack_that_is_cut(edition: str) -> None:
    table = by_hand(edition, "shuffler=continuous")
    done(table, wager(1), report("e"))
    assert due(table) == STOPPED
    done(table, COVERED)
    assert due(table) == Procedure("shuffle", cites("651a.5(a)"), ("change-cards",))
    complete(table, "shuffle")
    cut_stack(table, 3)
    complete(table, "load")
    events = done(table, NO_MORE_BETS, cards("?", "9H", "5C"))  # and a card is burned, as from any fresh shoe
    assert the(events, "card-burned").cites == cites("651a.8(b)")


@law("651a.11(e)")
@CONTINUOUS
def test_651a_11_e_in_a_round_its_cards_are_dealt_by_hand_and_then_shuffled_and_cut(edition: str) -> None:
    table = by_hand(edition, "shuffler=continuous")
    done(table, wager(1), NO_MORE_BETS, cards("9H"), report("e"))
    assert table.refusal(cards("5C"))[1] == cites("651a.11(e)")
    done(table, COVERED)
    assert settled(done(table, cards("5C"))) == [(1, "initial", "won", 2000, cites("651a.9(a)(2)", "651a.10(1)"))]
    assert due(table) == Procedure("shuffle", cites("651a.5(a)"), ("change-cards",))


@law("651a.11(e)", "651a.3(a)")
def test_651a_11_e_nine_decks_of_a_device_are_changed_for_six() -> None:
    table = by_hand(COMMENT, "shuffler=continuous", "decks=9")
    done(table, report("e"), COVERED)
    assert due(table) == Procedure("change-cards", cites("651a.11(e)", "651a.3(a)"))
    complete(table, "change-cards", "opening", "shuffle", "cut", "load")
    assert state(table).cards.shoe.left == 6 * 52
    done(table, step("651a.11(e)", "floorperson", item="return"))
    complete(table, "opening", "shuffle")
    assert isinstance(due(table), Wagers) and state(table).cards.shoe.left == 9 * 52


@law("651a.11(e)")
@EACH
def test_651a_11_e_a_device_that_works_again_takes_over_with_a_shuffle(edition: str) -> None:
    table = by_hand(edition, "shuffler=batch")
    done(table, report("e"), COVERED)
    assert "for the floorperson or above" in table.refusal(step("651a.11(e)", item="return"))[0]
    assert "not a step that is due" in table.refusal(wager(1), step("651a.11(e)", "floorperson", item="return"))[0]
    done(table, NO_MORE_BETS, cards("?", "9H", "5C"), step("651a.11(e)", "floorperson", item="return"))
    assert asked(table)[0] == ("651a.5(a)", "device")
    complete(table, "shuffle", "cut", "load")
    assert state(table).cards.in_play == 1


@law("651a.11(e)", "651a.11(d)")
@EACH
def test_651a_11_e_repaired_before_it_was_covered_and_a_jam_is_not_forgotten(edition: str) -> None:
    table = at_its_shuffle(edition)
    done(table, report("d"), report("e"))
    assert due(table) == STOPPED
    reason, because = table.refusal({**FIXED, "by": "dealer"})
    assert reason == "a dealer cannot put the device back into use" and because == cites("651a.11(e)")
    assert [e.event for e in done(table, FIXED)] == ["device-repaired", "table-resumed"]
    assert due(table) == Procedure("reshuffle", cites("651a.11(d)"))
    complete(table, "reshuffle")
    assert asked(table)[0] == ("651a.5(a)", "device")


@law("651a.11(e)")
def test_651a_11_e_repaired_without_a_jam_it_just_goes_on() -> None:
    table = at_its_shuffle(FINAL)
    done(table, report("e"), {**FIXED, "by": "maintenance"})
    assert asked(table)[0] == ("651a.5(a)", "device")
