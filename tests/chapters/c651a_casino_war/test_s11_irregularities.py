"""651a.11(a) to (c): cards found face up, drawn in error, or not dealt."""

from __future__ import annotations

import pytest

from chapters.c651a_casino_war.hands import (
    COMMENT,
    EARLIER,
    EDITIONS,
    FINAL,
    by_hand,
    cards,
    dealt_to,
    played,
    report,
    surrender,
    tie,
    tied,
    to_war,
    wager,
    war,
)
from chapters.harness import NO_MORE_BETS, done, due, of, settled, state, step, the
from contract.play import seen_by_hand
from houseway.core import Chance, Wagers
from houseway.law.roles import role_name
from support import cites, law

EACH = pytest.mark.parametrize("edition", EDITIONS)
FACE_UP = report("a")


@law("651a.11", "651a.11(a)")
@EACH
def test_651a_11_a_a_face_up_card_goes_into_the_rack_and_the_next_one_is_used(edition: str) -> None:
    table = war(edition)
    done(table, wager(1), NO_MORE_BETS, cards("?"))
    (event,) = done(table, FACE_UP)
    assert (event.event, event.cites) == ("irregularity", cites("651a.11(a)"))
    now = due(table)
    assert isinstance(now, Chance) and (now.what, now.cites) == ("card found face up", cites("651a.11(a)"))
    events = done(table, cards("KD", "9H", "5C"))
    assert dealt_to(events) == [
        ("discard-rack", "651a.11(a)"),
        ("seat:1", "651a.8(c)(1)"),
        ("dealer", "651a.8(c)(2)"),
    ]
    assert state(table).cards.rack == ("?", "KD", "9H", "5C")
    assert state(table).cards.shoe.weights()["KD"] == 5  # everybody saw it


@law("651a.11(a)")
@EACH
def test_651a_11_a_one_that_was_to_be_burned_does_not_count_as_burned(edition: str) -> None:
    table = war(edition)
    done(table, wager(1), NO_MORE_BETS, FACE_UP)
    events = done(table, cards("KD", "?", "9H", "5C"))
    assert [to for to, _ in dealt_to(events)] == ["discard-rack", "discard-rack", "seat:1", "dealer"]
    assert len(of(events, "card-burned")) == 1


@law("651a.11(a)", "651a.9(f)")
@EACH
@pytest.mark.parametrize("burned", [0, 1, 3, 4])
def test_651a_11_a_in_a_war_three_are_burned_all_the_same(edition: str, burned: int) -> None:
    table = tied(edition)
    war_cards = ["?", "?", "?", "KH", "2C"]
    done(table, to_war(1), NO_MORE_BETS)
    first = done(table, cards(*war_cards[:burned])) if burned else []
    done(table, FACE_UP)
    events = [*first, *done(table, cards("QS", *war_cards[burned:]))]
    assert len(of(events, "card-burned")) == 3
    assert [e.fields["cards"] for e in of(events, "result") if e.fields["place"] == "discard-rack"] == [["QS"]]
    assert (1, "war", "won") in {row[:3] for row in settled(events)}


@law("651a.11(a)")
def test_651a_11_a_under_the_final_text_it_may_be_found_at_any_time() -> None:
    table = war()
    done(table, FACE_UP, wager(1))
    assert isinstance(due(table), Wagers)
    done(table, NO_MORE_BETS, cards("KD", "?", "7H", "7C"), FACE_UP)  # while the player chooses
    done(table, surrender(1), wager(2), NO_MORE_BETS)
    now = due(table)
    assert isinstance(now, Chance) and now.what == "card found face up"  # it lies there still
    done(table, cards("QD", "7S", "7D"), to_war(2), FACE_UP)
    assert [to for to, _ in dealt_to(done(table, cards("JD")))] == ["discard-rack"]


@law("651a.11(a)")
@pytest.mark.parametrize("edition", EARLIER)
def test_651a_11_a_under_the_2011_texts_only_while_cards_are_dealt(edition: str) -> None:
    nothing_dealt = ("no card is being dealt from the shoe", cites("651a.11(a)"))
    table = war(edition)
    assert table.refusal(FACE_UP) == nothing_dealt
    done(table, wager(1), NO_MORE_BETS, cards("?", "7H", "7C"))
    assert table.refusal(FACE_UP) == nothing_dealt
    assert table.refusal(to_war(1), FACE_UP) == nothing_dealt


@law("651a.11(a)")
@EACH
def test_651a_11_a_the_dealer_or_somebody_above_reports_it_and_one_card_at_a_time(edition: str) -> None:
    table = war(edition)
    done(table, wager(1), NO_MORE_BETS)
    for by in ("player", "surveillance"):
        reason, because = table.refusal(report("a", by))
        assert f"{role_name(by)} cannot report this" in reason and because == cites("651a.11(a)")
    done(table, report("a", "floorperson"))
    assert table.refusal(FACE_UP) == ("take out the card that is face up first", cites("651a.11(a)"))


@law("651a.11(a)")
def test_651a_11_a_there_must_be_cards_in_the_shoe() -> None:
    for until in ("cut", "load"):
        table = by_hand(until=until)
        assert table.refusal(FACE_UP) == ("there are no cards in the shoe", cites("651a.11(a)"))


@law("651a.11(a)")
def test_651a_11_a_a_reshuffle_turns_it_over() -> None:
    table = by_hand()
    done(table, FACE_UP, step("651a.5(f)", "floorperson", item="reshuffle"))
    assert state(table).face_up == 0
    device = war(FINAL, "shuffler=continuous")
    played(device, [wager(1)], "7H", "7C")
    done(device, FACE_UP, surrender(1))
    assert state(device).face_up == 0  # the device has shuffled all cards


@law("651a.11(a)")
def test_651a_11_a_face_up_cards_do_not_empty_the_shoe() -> None:
    table = by_hand(COMMENT, "shuffler=batch", "decks=3", stop=2)
    done(table, wager(1), NO_MORE_BETS, cards("?"))
    taken = 0
    while table.do(FACE_UP)[0].event == "irregularity" and taken < 200:
        now = due(table)
        assert isinstance(now, Chance)
        done(table, {"do": "result", **seen_by_hand(table.table, now)})
        taken += 1
    assert table.refusal(FACE_UP)[0] == "too few cards would be left in the shoe to complete the round"
    assert 100 < taken < 156
    while isinstance(now := due(table), Chance):
        done(table, {"do": "result", **seen_by_hand(table.table, now)})
    assert settled(table.table.events) or due(table).cites == cites("651a.9(c)")


@law("651a.11(b)")
@EACH
def test_651a_11_b_a_card_drawn_in_error_and_not_exposed_is_the_next_card(edition: str) -> None:
    table = war(edition)
    done(table, wager(1), wager(2), NO_MORE_BETS, cards("?", "9H"))
    before = table.table.due
    (event,) = done(table, report("b"))
    assert (event.event, event.cites) == ("irregularity", cites("651a.11(b)"))
    assert table.table.due == before
    events = done(table, cards("8H", "5C"))
    assert [to for to, _ in dealt_to(events)] == ["seat:2", "dealer"]
    assert "a player cannot report this" in table.refusal(report("b", "player"))[0]


@law("651a.11(b)")
@EACH
def test_651a_11_b_between_rounds_it_is_the_first_of_the_next(edition: str) -> None:
    table = war(edition)
    done(table, report("b"))
    assert table.table.round == 1 and isinstance(due(table), Wagers)
    assert by_hand(edition, until="cut").refusal(report("b")) == (
        "there are no cards in the shoe to be drawn",
        cites("651a.11(b)"),
    )


@law("651a.11(c)")
@EACH
def test_651a_11_c_a_box_that_was_passed_over_gets_its_wagers_back(edition: str) -> None:
    table = war(edition)
    done(table, wager(1), wager(2), tie(2), wager(3), NO_MORE_BETS, cards("?", "9H"))
    because = cites("651a.11(c)")
    (noted,) = done(table, report("c", seat=2))
    assert (noted.event, noted.fields["seat"], noted.cites) == ("irregularity", 2, because)
    assert table.table.chips(2) == 98_800  # nothing is returned before the card that was due has gone to another box
    again, why = table.refusal(report("c", seat=2))
    assert "has been reported already" in again and why == because
    events = done(table, cards("8H"))
    voided = the(events, "hand-voided")
    assert (voided.fields["seat"], voided.cites) == (2, because)
    assert settled(events) == [(2, "initial", "returned", 1000, because), (2, "tie", "returned", 200, because)]
    assert [to for to, _ in dealt_to(events)] == ["seat:3"]
    assert [to for to, _ in dealt_to(done(table, cards("5C")))] == ["dealer"]
    assert table.do(wager(2))[0].event == "wager-placed"  # in the next round


@law("651a.11(c)")
@EACH
def test_651a_11_c_if_nobody_is_left_the_round_is_void(edition: str) -> None:
    table = war(edition)
    done(table, wager(1), NO_MORE_BETS, cards("?"))
    done(table, report("c", "floorperson", seat=1))
    assert table.table.chips(1) == 99_000  # the last box is not passed over before the dealer has a card
    events = done(table, cards("5C"))
    assert [to for to, _ in dealt_to(events)] == ["dealer"] and state(table).cards.rack == ("?", "5C")
    assert the(events, "round-voided").cites == cites("651a.11(c)")
    assert settled(events) == [(1, "initial", "returned", 1000, cites("651a.11(c)"))]
    assert isinstance(due(table), Wagers) and table.table.chips(1) == 100_000


@law("651a.11(c)")
@EACH
def test_651a_11_c_the_last_player_passed_over_leaves_the_dealers_card(edition: str) -> None:
    table = war(edition)
    done(table, wager(1), wager(2), NO_MORE_BETS, cards("?", "9H"), report("c", seat=2))
    now = due(table)
    assert isinstance(now, Chance) and now.what == "dealer's card"


@law("651a.11(c)")
@EACH
@pytest.mark.parametrize(
    ("about", "reason"),
    [
        ({}, "name the seat that got no card; seats without a card: 2"),
        ({"seat": 3}, "name the seat that got no card; seats without a card: 2"),
        ({"seat": 1}, "seat 1 has a card"),
    ],
)
def test_651a_11_c_it_must_be_a_box_without_a_card(edition: str, about: dict[str, object], reason: str) -> None:
    table = war(edition)
    done(table, wager(1), wager(2), NO_MORE_BETS, cards("?", "9H"))
    assert table.refusal(report("c", **about)) == (reason, cites("651a.11(c)"))


@law("651a.11(c)")
@EACH
def test_651a_11_c_speaks_of_the_original_deal_only(edition: str) -> None:
    table = tied(edition)
    assert table.refusal(report("c", seat=1)) == ("this applies only during the original deal", cites("651a.11(c)"))
    done(table, to_war(1), NO_MORE_BETS)
    assert table.refusal(report("c", seat=1)) == ("this applies only during the original deal", cites("651a.11(c)"))


@law("651a.11(c)", "651a.7(e)")
def test_651a_11_c_the_wagers_go_back_to_whom_they_came_from() -> None:
    table = war(FINAL, "adjacent_boxes=2")
    done(table, wager(2, player=1), wager(3), NO_MORE_BETS, cards("?"), report("c", seat=2))
    assert table.table.chips(1) == 99_000
    done(table, cards("8H"))
    assert table.table.chips(1) == 100_000


@law("651a.11")
@EACH
def test_651a_11_what_is_no_irregularity_is_refused(edition: str) -> None:
    reason, because = war(edition).refusal({"do": "irregularity", "cite": "651a.10", "by": "dealer"})
    assert reason.startswith("651a.10 is not an irregularity of this chapter; there are 651a.11(a), 651a.11(b)")
    assert because == cites("651a.11")


@law("651a.11(c)", "651a.7(d)")
@EACH
def test_651a_11_c_no_box_is_passed_over_before_its_card_is_due(edition: str) -> None:
    table = war(edition)
    done(table, wager(1), wager(2), wager(3), NO_MORE_BETS)
    for seat in (1, 2, 3):  # the card to be burned comes first
        reason, because = table.refusal(report("c", seat=seat))
        assert "is not due yet" in reason and because == cites("651a.11(c)")
    done(table, cards("?", "9H"))
    assert "is not due yet" in table.refusal(report("c", seat=3))[0]
    assert settled(done(table, report("c", seat=2), report("c", seat=3))) == []
    events = done(table, cards("5C"))
    assert [row[:4] for row in settled(events)] == [(seat, "initial", "returned", 1000) for seat in (2, 3)] + [
        (1, "initial", "won", 2000)
    ]


@law("651a.11(c)", "651a.7(d)")
@pytest.mark.parametrize("edition", [*EDITIONS, "2011-filing"])
def test_651a_11_c_no_wager_is_returned_before_a_card_of_the_round_is_dealt(edition: str) -> None:
    table = war(edition)
    done(table, wager(1), NO_MORE_BETS, cards("?", "9H", "5C"))  # the second round burns no card
    before = [table.table.chips(seat) for seat in (1, 2, 3)]
    done(table, wager(1), wager(2), wager(3), NO_MORE_BETS)
    for seat in (1, 2, 3):
        (noted,) = done(table, report("c", seat=seat))
        assert (noted.event, noted.cites) == ("irregularity", cites("651a.11(c)"))
    assert [table.table.chips(seat) for seat in (1, 2, 3)] == [chips - 1000 for chips in before]
    now = due(table)
    assert isinstance(now, Chance) and now.what == "dealer's card"
    events = done(table, cards("QD"))
    assert [row[:4] for row in settled(events)] == [(seat, "initial", "returned", 1000) for seat in (1, 2, 3)]
    assert the(events, "round-voided").cites == cites("651a.11(c)")
    assert [table.table.chips(seat) for seat in (1, 2, 3)] == before


@law("651a.11(b)")
@EACH
@pytest.mark.parametrize("reading", ["as-face-up", "next-card"])
def test_651a_11_b_a_card_drawn_in_error_and_seen(edition: str, reading: str) -> None:
    table = war(edition, f"reading.exposed_in_error={reading}")
    (said,) = done(table, wager(1), NO_MORE_BETS, cards("?"), report("b", exposed=True))[-1:]
    assert said.cites == cites("651a.11(b)")
    events = done(table, cards("KH", "9H", "10C") if reading == "as-face-up" else cards("KH", "10C"))
    if reading == "as-face-up":
        taken = of(events, "result")[0]
        assert (taken.fields["place"], taken.cites) == ("discard-rack", cites("651a.11(b)"))
        assert (
            taken.fields["text"] == "The king of hearts was drawn in error and exposed, and goes into the discard rack."
        )
    assert [row[:3] for row in settled(events)] == [(1, "initial", "lost" if reading == "as-face-up" else "won")]
    assert state(table).cards.rack == (("?", "KH", "9H", "10C") if reading == "as-face-up" else ("?", "KH", "10C"))


@law("651a.11(c)", "651a.9(f)")
@pytest.mark.parametrize("edition", [*EDITIONS, "2011-filing"])
def test_651a_11_c_read_the_other_way_a_box_without_a_war_card_gets_all_of_its_wagers_back(edition: str) -> None:
    table = tied(edition, "reading.not_dealt_at_war=returned", seats=(1, 2))
    done(table, to_war(1), to_war(2, tie_on_war_cents=200))
    done(table, cards("?"))
    assert "is not due yet" in table.refusal(report("c", seat=1))[0]  # two more cards are burned first
    done(table, cards("?", "?", "9H"))
    assert table.refusal(report("c", seat=1))[0] == "seat 1 has a card"
    assert settled(done(table, report("c", seat=2))) == []
    events = done(table, cards("2C"))
    rows = [row for row in settled(events) if row[0] == 2 and row[2] == "returned"]
    assert [row[:4] for row in rows] == [
        (2, "initial", "returned", 1000),
        (2, "war", "returned", 1000),
        (2, "tie-on-war", "returned", 200),
    ]
    assert {row[4] for row in rows} == {cites("651a.11(c)")} and table.table.chips(2) == 100_000
    assert (1, "war", "won") in [row[:3] for row in settled(events)]


@law("651a.11(c)")
def test_651a_11_c_the_last_box_at_war_ends_the_round_and_its_cards_go_into_the_rack() -> None:
    table = tied(FINAL, "reading.not_dealt_at_war=returned")
    events = done(table, to_war(1), cards("?", "?", "?"), report("c", seat=1), cards("2C"))
    assert the(events, "round-voided").cites == cites("651a.11(c)") and table.table.chips(1) == 100_000
    assert state(table).cards.rack == ("?", "?", "?", "?", "7H", "7C", "2C")


@law("651a.11(c)", "651a.9(f)")
@EACH
def test_651a_11_c_by_default_a_war_card_is_dealt_after_all(edition: str) -> None:
    table = tied(edition)
    done(table, to_war(1), cards("?", "?", "?"))
    reason, because = table.refusal(report("c", seat=1))
    assert reason == "this applies only during the original deal" and because == cites("651a.11(c)")
