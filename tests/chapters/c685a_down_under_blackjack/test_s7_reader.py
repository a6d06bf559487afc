"""685a.7(g), (h) and 685a.8: insurance, the reader's light, two Large cards, the dealer's Blackjack."""

from __future__ import annotations

from fractions import Fraction

import pytest

from chapters.c685a_down_under_blackjack.hands import (
    awaited,
    cards,
    choose,
    dealt,
    ended,
    felt,
    light,
    options,
    played,
    wager,
)
from chapters.harness import NO_MORE_BETS, done, of, settled, state
from houseway.games import judged, load
from houseway.games.down_under_blackjack.law.hole_card import insurance_most
from houseway.odds.sheet import rows_of
from support import cites, law


@law("685a.7(h)")
@pytest.mark.parametrize(("up", "hole"), [("9C", "3D"), ("KC", "3D"), ("9C", "KD"), ("AC", "9D"), ("5C", "AD")])
def test_685a_7_h_the_hole_card_stays_down_unless_both_are_large(up: str, hole: str) -> None:
    table, _ = dealt(f"9H {up} 8H {hole}")
    if up == "AC":
        done(table, choose("1 no-insurance"))
    assert state(table).hole == "" and state(table).hole_range
    assert options(table)["seat:1"][:2] == ("stand", "hit")


@law("685a.7(h)")
@pytest.mark.parametrize(("up", "hole", "count"), [("KC", "QD", 20), ("10C", "JD", 20)])
def test_685a_7_h_two_large_cards_are_shown_before_anybody_acts(up: str, hole: str, count: int) -> None:
    table, events = dealt(f"9H {up} 8H {hole}")
    shown = events[-1]
    assert (shown.fields["cards"], shown.fields["hole"], shown.cites) == ([hole], True, cites("685a.7(h)"))
    assert shown.fields["text"].endswith(f"{count}.")
    assert options(table)["seat:1"][:2] == ("stand", "hit")


@law("685a.7(h)")
@pytest.mark.parametrize(("reading", "count", "result"), [("never", 12, "lost"), ("literal", 22, "returned")])
def test_685a_7_h_an_exposed_pair_of_aces_is_12_or_by_the_letter_22(reading: str, count: int, result: str) -> None:
    settings = [f"reading.dealer_soft_22={reading}"]
    table, events = played("9H AC 8H AD 9S", "1 no-insurance", "1 stand", settings=settings)
    assert next(e for e in events if e.fields.get("hole")).fields["text"].endswith(f"{count}.")
    assert ended(events)[0] == result  # 17 against 12 and 9, or against 22
    assert state(table).phase == "betting"


@law("685a.7(h)")
def test_685a_7_h_where_the_face_is_not_known_the_light_is_entered() -> None:
    table, _ = dealt("9H 7C 8H ?")
    assert awaited(table).outcomes() == {"small": 96, "medium": 96 - 3, "large": 120}
    (event,) = done(table, light("yellow"))
    assert (event.fields["range"], event.fields["area"]) == ("large", "large")
    done(table, choose("1 stand"))
    assert awaited(table).what == "hole card (large by the light)"
    assert awaited(table).cites == cites("685a.7(l)", "685a.3(d)[range]")
    assert ended(done(table, cards("QD"))) == ("returned", 1000, ("685a.7(p)",))


@law("685a.7(h)")
def test_685a_7_h_cards_entered_ahead_are_not_taken_for_what_lies_on_the_table() -> None:
    table, _ = dealt("9H 7C 4H ? 5S 8S")
    assert awaited(table).what == "light of the card reader"
    done(table, light("yellow"))
    events = done(table, choose("1 hit"))
    assert events[-1].fields["cards"] == ["5S"]
    done(table, choose("1 stand"))
    assert awaited(table).slots == (state(table).hole_slot,)
    events = done(table, cards("JH"))
    assert ended(events) == ("won", 2000, ("685a.7(o)(2)", "685a.11(a)"))  # 18 against 17
    assert table.table.waiting == ["8S"]


@law("685a.7(h)(1)", "685a.7(h)(2)")
@pytest.mark.parametrize("up", ["AC", "KC"])
def test_685a_7_h_1_a_dealers_blackjack_ends_the_round(up: str) -> None:
    hole = "KD" if up == "AC" else "AD"
    bets = {1: 1000, 2: 1000, 3: 1000}
    answers = [f"{seat} no-insurance" for seat in bets] if up == "AC" else []
    table, events = played(f"AH 10H 9H {up} QH 10S 7H {hole}", *answers, bets=bets)
    assert settled(events) == [
        (3, "bet", "lost", 0, ("685a.7(h)(2)",)),
        (2, "bet", "lost", 0, ("685a.7(h)(2)",)),
        (1, "bet", "returned", 1000, ("685a.7(h)(1)",)),
    ]
    assert state(table).phase == "betting"
    assert table.refusal(choose("2 hit"))[0].startswith("no choice is asked for")


# Insurance


@law("685a.8", "685a.7(g)", "685a.8(a)", "685a.8(c)", "685a.11(b)")
def test_685a_8_a_insurance_wins_when_the_hole_card_counts_ten() -> None:
    table, _ = dealt("9H AC 8H KD")
    events = done(table, choose("1 insure", cents=500))
    assert ended(events, "insurance") == ("won", 1500, ("685a.8(a)", "685a.8(c)", "685a.11(b)"))
    assert ended(events) == ("lost", 0, ("685a.7(h)(2)",))
    assert table.table.chips(1) == 100_000  # half insured: nothing is lost


@law("685a.8(d)")
@pytest.mark.parametrize("hole", ["9D", "3D", "AD"])
def test_685a_8_d_insurance_is_collected_before_any_further_card(hole: str) -> None:
    table, _ = dealt(f"9H AC 8H {hole} 2S 10S 10D")
    events = done(table, choose("1 insure", cents=500))
    assert ended(events, "insurance") == ("lost", 0, ("685a.8(d)",))
    assert events[-1].event == "wager-settled" and options(table)["seat:1"][0] == "stand"


@law("685a.8(d)")
def test_685a_8_d_it_is_collected_from_the_dealers_right_whoever_insured_first() -> None:
    table, _ = dealt("9H 10H 9C AC 8H 7H 8C ?", bets={1: 1000, 2: 1000, 3: 1000})
    done(table, *(choose(f"{seat} insure") for seat in (3, 1, 2)))
    assert [row[:3] for row in settled(done(table, light("blue")))] == [
        (seat, "insurance", "lost") for seat in (3, 2, 1)
    ]


@law("685a.8(b)")
def test_685a_8_b_the_smallest_chip_is_no_more_than_the_smallest_wager() -> None:
    (finding,) = judged("down-under-blackjack", ["chip_cents=10000", "limits.min_cents=500"])[0].findings
    assert (finding.field, finding.cites) == ("chip_cents", cites("685a.8(b)")) and "$5.00" in finding.problem
    assert judged("down-under-blackjack", ["chip_cents=500", "limits.min_cents=500"])[0].findings == ()


@law("685a.8(a)", "685a.7(g)")
@pytest.mark.parametrize("up", ["KC", "10C", "9C", "2C"])
def test_685a_8_a_only_against_an_ace(up: str) -> None:
    table, _ = dealt(f"9H {up} 8H 5D")
    assert "insure" not in options(table)["seat:1"]
    assert table.refusal({"do": "wager", "seat": 1, "id": "insurance", "cents": 500})[0].startswith(
        "insure is not available"
    )


@law("685a.8(b)")
@pytest.mark.parametrize(
    ("bet", "chip", "most"),
    [(1000, 50, 500), (500, 100, 300), (500, 50, 250), (700, 100, 400), (1000, 1, 500), (150, 50, 100)],
)
def test_685a_8_b_up_to_half_or_the_next_amount_that_chips_can_make(bet: int, chip: int, most: int) -> None:
    assert insurance_most(load("down-under-blackjack", [f"chip_cents={chip}"])[1], bet) == most
    table, _ = dealt("9H AC 8H ?", f"chip_cents={chip}", bets={1: bet})
    assert table.refusal(choose("1 insure", cents=most + chip))[1] == cites("685a.8(b)")
    if chip > 1:
        assert "not a whole number of chips" in table.refusal(choose("1 insure", cents=most - 1))[0]
    done(table, choose("1 insure", cents=most))
    assert awaited(table).what == "light of the card reader"


@law("685a.8(b)", "685a.7(g)")
def test_685a_8_b_all_players_answer_in_any_order_before_the_reader_is_used() -> None:
    table, _ = dealt("9H 10H AC 8H 7H ?", bets={1: 1000, 2: 2000})
    assert options(table) == {"seat:1": ("insure", "no-insurance"), "seat:2": ("insure", "no-insurance")}
    done(table, {"do": "wager", "seat": 2, "id": "insurance", "cents": 1000})
    assert set(options(table)) == {"seat:1"}
    assert table.refusal(light("red"))[0].startswith("no result is awaited")
    done(table, choose("1 no-insurance"), light("red"))


@law("685a.7(g)")
@pytest.mark.parametrize("hole", ["KD", "9D"])
def test_685a_7_g_a_blackjack_may_take_even_money(hole: str) -> None:
    table, events = played(f"AH AC QH {hole} 9S", "1 even-money")
    assert ended(events) == ("won", 2000, ("685a.7(g)", "685a.11(a)"))
    assert [hand.seat for hand in state(table).hands] == [] and state(table).phase == "betting"
    other, _ = dealt("9H AC QH KD")
    assert "even-money" not in options(other)["seat:1"]


@law("685a.8(c)")
def test_685a_8_c_what_insurance_is_worth_is_counted_from_the_cards_seen() -> None:
    game, rules = load("down-under-blackjack")
    worth = {row.situation: row.expected for row in rows_of(game, rules, "insurance")}
    for tens, situation in enumerate(worth):
        assert worth[situation] == Fraction(2 * (96 - tens) - (309 - 96 + tens), 309)


@law("685a.7(h)")
def test_685a_7_h_nobody_has_looked_at_a_hole_card_when_the_round_is_drawn_by_the_table() -> None:
    table = felt()
    done(table, wager(1), NO_MORE_BETS)
    table.table.draw()
    assert not of(table.table.events, "revealed") and state(table).hole_range
    assert (
        state(table).hole == "" or state(table).hole_range == "large"
    )  # exposed by the chapter where both cards are Large


@law("685a.7(g)", "685a.8(b)")
def test_685a_7_g_read_the_other_way_there_is_no_even_money_and_insurance_comes_to_the_same() -> None:
    table, _ = dealt("AH AC KH ?", "reading.even_money=not-offered")
    assert options(table) == {"seat:1": ("insure", "no-insurance")}
    assert "even-money is not available" in table.refusal(choose("1 even-money"))[0]
    done(table, choose("1 insure", cents=500), light("yellow"), cards("KC"))
    assert table.table.chips(1) == 101_000  # as even money would have paid
