"""651a.8: the burn, the deal and the cover card."""

from __future__ import annotations

import pytest

from chapters.c651a_casino_war.hands import (
    COMMENT,
    EDITIONS,
    FINAL,
    by_hand,
    cards,
    dealt_to,
    played,
    tied,
    to_war,
    wager,
    war,
)
from chapters.harness import NO_MORE_BETS, done, due, of, settled, state, step, the
from houseway.core import Chance, Procedure, Wagers
from support import Bench, cites, law

EACH = pytest.mark.parametrize("edition", EDITIONS)
NEW_DEALER = step("651a.8(b)")


@law("651a.8", "651a.8(a)")
@EACH
@pytest.mark.parametrize("role", ["player", "floorperson"])
def test_651a_8_the_dealer_deals(edition: str, role: str) -> None:
    table = war(edition)
    done(table, wager(1), NO_MORE_BETS)
    reason, because = table.refusal({**cards("?"), "by": role})
    assert reason == f"the dealer deals the cards, not a {role}" and because == cites("651a.8(a)")


@law("651a.8(b)")
@EACH
def test_651a_8_b_the_first_card_of_a_fresh_shoe_is_burned_unseen(edition: str) -> None:
    table = war(edition)
    events = played(table, [wager(1)], "KS", "9H", "5C")
    burned = the(events, "card-burned")
    assert burned.cites == cites("651a.8(b)") and burned.fields["cards"] == ["?"]
    assert state(table).cards.rack == ("?", "9H", "5C")
    assert state(table).cards.shoe.weights()["KS"] == 6  # nobody knows that it was the king of spades
    assert of(played(table, [wager(1)], "8H", "5D"), "card-burned") == []


@law("651a.8(b)")
@EACH
def test_651a_8_b_a_new_dealer_burns_one_too(edition: str) -> None:
    table = war(edition)
    played(table, [wager(1)], "?", "9H", "5C")
    done(table, wager(1), NEW_DEALER, NO_MORE_BETS)
    now = due(table)
    assert isinstance(now, Chance) and (now.what, now.cites) == ("burned card", cites("651a.8(b)"))
    events = done(table, cards("?", "8H", "5D"))
    assert [to for to, _ in dealt_to(events)] == ["discard-rack", "seat:1", "dealer"]


@law("651a.8(b)")
def test_651a_8_b_not_in_the_middle_of_a_round() -> None:
    table = tied()
    assert "is not a step that is due now" in table.refusal(NEW_DEALER)[0]
    assert "is not a step that is due now" in table.refusal(to_war(1), cards("?"), NEW_DEALER)[0]


@law("651a.8(b)")
@pytest.mark.parametrize("edition", [FINAL, COMMENT])
def test_651a_8_b_from_a_device_only_a_new_dealer_burns(edition: str) -> None:
    table = war(edition, "shuffler=continuous")
    assert of(played(table, [wager(1)], "9H", "5C"), "card-burned") == []
    done(table, NEW_DEALER)
    assert the(played(table, [wager(1)], "?", "9H", "5C"), "card-burned").cites == cites("651a.8(b)")


@law("651a.8(b)")
def test_651a_8_b_burning_does_not_empty_the_shoe() -> None:
    table = war(FINAL, "shuffler=continuous")
    refusal, burns = None, 0
    while refusal is None and burns < 400:
        event = table.do(NEW_DEALER)[-1]
        refusal = event.fields.get("reason")
        burns += refusal is None
    assert refusal is not None and "too few cards are left in the shoe" in refusal and event.cites == cites("651a.8(b)")
    done(table, wager(1), wager(2), wager(3), NO_MORE_BETS)
    assert table.table.draw()[-1].event in ("result", "cards-collected", "shoe-revealed")


@law("651a.8(c)")
@EACH
def test_651a_8_c_the_dealer_announces_no_more_bets_before_any_card(edition: str) -> None:
    table = war(edition)
    done(table, wager(1))
    reason, because = table.refusal({"do": "no-more-bets", "by": "floorperson"})
    assert "is announced by the dealer, not by a floorperson" in reason and because == cites("651a.8(c)")
    (event,) = table.do(NO_MORE_BETS)
    assert (event.event, event.cites) == ("no-more-bets", cites("651a.8(c)"))


@law("651a.8(b)", "651a.8(c)")
@EACH
def test_651a_8_b_a_card_burned_unseen_before_no_more_bets_leaves_the_betting_open(edition: str) -> None:
    table = war(edition)
    done(table, wager(1))
    (burned, *_) = done(table, cards("?"))
    assert (burned.event, burned.cites) == ("card-burned", cites("651a.8(b)"))
    done(table, wager(2), NO_MORE_BETS)
    assert due(table).what == "card of seat 1"  # type: ignore[union-attr]


@law("651a.8(c)", "651a.7(d)")
@EACH
@pytest.mark.parametrize("dealt", [("?", "9H"), ("9H",)], ids=["with-the-burn", "after-it"])
def test_651a_8_c_a_card_that_is_seen_closes_the_betting(edition: str, dealt: tuple[str, ...]) -> None:
    table = war(edition)
    done(table, wager(1))
    if dealt[0] != "?":
        done(table, cards("?"))
    events = done(table, cards(*dealt))
    assert [e.cites for e in events if "seen before" in e.fields.get("text", "")] == [cites("651a.8(c)")]
    for late in (wager(2), wager(1, 200, "tie")):
        assert table.refusal(late)[1][0] == "651a.7(d)"  # nobody wagers on what has been seen
    events = done(table, cards("2C"))
    assert settled(events) == [(1, "initial", "won", 2000, cites("651a.9(a)(2)", "651a.10(1)"))]


@law("651a.8(c)")
@EACH
def test_651a_8_c_read_the_other_way_a_card_dealt_before_no_more_bets_voids_the_round(edition: str) -> None:
    table = war(edition, "reading.result_before_no_more_bets=void")
    events = done(table, wager(1), cards("?"), cards("9H"))
    assert settled(events) == [(1, "initial", "returned", 1000, cites("651a.8(c)"))]
    assert the(events, "round-voided").cites == cites("651a.8(c)") and state(table).cards.rack == ("?", "9H")
    assert [row[:3] for row in settled(played(table, [wager(1)], "9H", "2C"))] == [(1, "initial", "won")]


@law("651a.8(c)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_8_c_cards_entered_with_one_that_voids_the_round_are_dropped(edition: str) -> None:
    table = war(edition, "reading.result_before_no_more_bets=void")
    events = done(table, wager(1), cards("?", "9H", "2D", "KH"))
    dropped = the(events, "entered-dropped")
    assert (dropped.fields["left"], dropped.cites) == (2, cites("651a.8(c)")) and table.table.waiting == []
    assert state(table).cards.rack == ("?", "9H") and table.table.chips(1) == 100_000
    assert settled(done(table, wager(1), NO_MORE_BETS)) == []  # no card of the void round is dealt to it
    assert settled(done(table, cards("KD", "5C")))[0][:4] == (1, "initial", "won", 2000)


@law("651a.8(c)")
def test_651a_8_c_no_card_is_dealt_where_nobody_has_wagered() -> None:
    table = war(FINAL)
    reason, because = table.refusal(cards("?", "9H"))
    assert reason == '"no more bets" has not been announced yet' and because == cites("651a.8(c)")


@law("651a.8(c)(1)", "651a.8(c)(2)", "651a.8(c)")
@EACH
def test_651a_8_c_1_clockwise_from_the_dealers_left_and_the_dealer_last(edition: str) -> None:
    events = played(war(edition), [wager(3), wager(1), wager(2)], "?", "9H", "8H", "7H", "2C")
    assert dealt_to(events) == [
        ("discard-rack", "651a.8(b)"),
        ("seat:1", "651a.8(c)(1)"),
        ("seat:2", "651a.8(c)(1)"),
        ("seat:3", "651a.8(c)(1)"),
        ("dealer", "651a.8(c)(2)"),
    ]


def covered(edition: str, stop: int, *then: str, seats: tuple[int, ...] = (1, 2)) -> tuple[Bench, list[str], str]:
    """A round in which the cover card comes up after `stop` cards: its event, and the next act."""
    table = by_hand(edition, stop=stop)
    events = played(table, [wager(seat) for seat in seats], "?", *then)
    (event,) = of(events, "cover-card")
    assert event.cites == cites("651a.8(d)")
    now = due(table)
    return table, [event.fields["place"]], now.name if isinstance(now, Procedure) else type(now).__name__


@law("651a.8(d)", "651a.5(f)", "651a.5(g)")
@EACH
@pytest.mark.parametrize(("stop", "at"), [(1, "seat:1"), (2, "seat:2"), (3, "dealer")])
def test_651a_8_d_the_round_is_completed_then_the_cards_are_reshuffled(edition: str, stop: int, at: str) -> None:
    _, where, after = covered(edition, stop, "9H", "8H", "2C")
    assert (where, after) == ([at], "shuffle")


@law("651a.8(d)")
@EACH
def test_651a_8_d_a_cover_card_that_is_first_in_the_shoe_lets_one_more_round_be_dealt(edition: str) -> None:
    table = by_hand(edition, stop=3)
    played(table, [wager(1)], "?", "9H", "5C")
    assert isinstance(due(table), Wagers) and state(table).cards.cover == ""
    events = played(table, [wager(2)], "9D", "5D")
    assert the(events, "cover-card").fields["place"] == "seat:2"
    assert due(table).cites == cites("651a.5(a)")


@law("651a.8(d)", "651a.9(f)")
@EACH
@pytest.mark.parametrize(
    ("stop", "at"),
    [(3, "seat:1"), (4, "seat:1"), (5, "seat:1"), (6, "seat:1"), (7, "dealer")],
)
def test_651a_8_d_in_a_war_it_is_no_card_and_the_war_is_finished(edition: str, stop: int, at: str) -> None:
    table = by_hand(edition, stop=stop)
    played(table, [wager(1)], "?", "7H", "7C")
    done(table, to_war(1))
    events = done(table, cards("?", "?", "?", "KH", "2C"))
    assert the(events, "cover-card").fields["place"] == at and len(of(events, "card-burned")) == 3
    now = due(table)
    assert isinstance(now, Procedure) and now.name == "shuffle"
    assert state(table).cards.rack == ("?", "?", "?", "?", "7H", "KH", "7C", "2C")


@law("651a.8(d)")
def test_651a_8_d_it_comes_up_on_a_new_dealers_burn() -> None:
    table = by_hand(FINAL, stop=3)
    played(table, [wager(1)], "?", "9H", "5C")
    done(table, NEW_DEALER)
    events = played(table, [wager(2)], "?", "9D", "5D")
    assert [e.event for e in events if e.event in ("card-burned", "cover-card", "result")] == [
        "card-burned",
        "cover-card",
        "result",
        "result",
    ]
    assert the(events, "cover-card").fields["place"] == "seat:2"  # the hand that gets the next card


@law("651a.8(d)")
def test_651a_8_d_it_comes_up_behind_a_card_that_lay_face_up() -> None:
    table = by_hand(FINAL, stop=1)
    done(table, wager(1), NO_MORE_BETS, cards("?"), {"do": "irregularity", "cite": "651a.11(a)", "by": "dealer"})
    events = done(table, cards("KD", "9H", "5C"))
    assert the(events, "cover-card").fields["place"] == "seat:1"
    assert [to for to, _ in dealt_to(events)] == ["discard-rack", "seat:1", "dealer"]
