"""685a.7(i) to (m), 685a.9 and 685a.10: players in turn, doubling, splitting, and the dealer's draw."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c685a_down_under_blackjack.hands import awaited, cards, choose, dealt, ended, light, options, played
from chapters.harness import done, of, settled, state
from support import cites, law

TWO = {1: 1000, 2: 1000}


@law("685a.7(i)")
def test_685a_7_i_one_after_the_other_from_the_dealers_left() -> None:
    table, _ = dealt("9H 10H 7C 3H 7H ? 2S 3S 4S", bets=TWO)
    done(table, light("red"))
    assert set(options(table)) == {"seat:1"}
    assert table.refusal(choose("2 hit"))[0] == "seat 2 has nothing to choose now; waiting for seat 1"
    done(table, choose("1 hit"), choose("1 stand"))
    assert set(options(table)) == {"seat:2"}


@law("685a.7(i)(1)", "685a.11(a)")
def test_685a_7_i_1_a_blackjack_is_paid_three_to_two_in_its_turn_and_its_cards_go() -> None:
    table, events = dealt("9H AH 7C 3H KH 8D", bets=TWO)
    assert not of(events, "blackjack")  # seat 1 is first
    events = done(table, choose("1 stand"))
    assert ended(events, seat=2) == ("won", 2500, ("685a.7(i)(1)", "685a.11(a)"))
    (said,) = of(events, "blackjack")
    assert said.fields["seat"] == 2 and said.cites == cites("685a.7(i)(1)")
    first = of(events, "cards-collected")[0]
    assert first.fields["hands"] == [{"from": "seat:2", "cards": 2}]


@law("685a.7(i)(2)")
def test_685a_7_i_2_nobody_may_surrender() -> None:
    table, _ = dealt("9H 7C 3H 8D")
    assert options(table)["seat:1"] == ("stand", "hit", "double-down")
    assert table.refusal(choose("1 surrender"))[0].startswith("surrender is not available to seat 1")


@law("685a.7(j)")
def test_685a_7_j_a_card_is_dealt_face_up_for_each_decision() -> None:
    table, _ = dealt("9H 7C 3H 8D 2S 5S")
    event = done(table, choose("1 hit"))[-1]
    assert (event.fields["cards"], event.fields["place"], event.fields["total"]) == (["2S"], "seat:1", 14)
    assert event.cites == cites("685a.7(j)")


@law("685a.7(k)", "685a.7(k)(1)")
@pytest.mark.parametrize(("drawn", "over"), [("9S", "twenty-one"), ("8S", ""), ("10S", "over"), ("AS", "")])
def test_685a_7_k_a_player_below_21_may_draw_and_with_21_nobody(drawn: str, over: str) -> None:
    table, _ = dealt(f"9H 9H 7C 3H 7H ? {drawn}", bets=TWO)
    done(table, light("red"), choose("1 hit"))
    assert state(table).hands[0].status == over
    assert set(options(table)) == {"seat:2" if over else "seat:1"}


@law("685a.7(k)(1)")
def test_685a_7_k_1_a_soft_21_does_not_draw_either() -> None:
    table, _ = dealt("AH 9H 7C 3H 7H ? 7S", bets=TWO)
    done(table, light("red"), choose("1 hit"))
    assert state(table).hands[0].status == "twenty-one" and set(options(table)) == {"seat:2"}


# Doubling down


@law("685a.9", "685a.9(a)", "685a.9(c)", "685a.7(k)(2)")
def test_685a_9_a_doubling_brings_one_card_sideways_and_no_more() -> None:
    table, _ = dealt("5H 9H 7C 6H 7H ? 2S", bets=TWO)
    done(table, light("red"))
    events = done(table, choose("1 double-down"))
    assert events[-1].fields["sideways"] is True
    assert events[-1].cites == cites("685a.7(k)(2)", "685a.9(c)")
    assert state(table).hands[0].status == "doubled" and set(options(table)) == {"seat:2"}
    assert table.table.chips(1) == 100_000 - 2000


@law("685a.9(a)")
@pytest.mark.parametrize(("cents", "lawful"), [(1000, True), (100, True), (50, False), (1050, False)])
def test_685a_9_a_for_as_much_as_the_bet_or_less(cents: int, lawful: bool) -> None:
    table, _ = dealt("5H 7C 6H 8D KS 9S")
    if lawful:
        events = done(table, choose("1 double-down", cents=cents))
        assert ended(events, "double-down") == ("won", 2 * cents, ("685a.7(o)(1)", "685a.11(a)"))
    else:
        assert table.refusal(choose("1 double-down", cents=cents))[1] == cites("685a.9(a)")


@law("685a.9(a)")
def test_685a_9_a_on_the_first_two_cards_only() -> None:
    table, _ = dealt("5H 7C 3H 8D 2S")
    done(table, choose("1 hit"))
    assert options(table)["seat:1"] == ("stand", "hit")


@law("685a.9(a)", "685a.10(c)")
def test_685a_9_a_also_on_both_hands_of_a_split_pair() -> None:
    _, events = played("8H 7C 8D 10D 3S KS 2S 10H", "1 split", "1 double-down", "1 double-down")
    assert settled(events) == [
        (1, "split", "won", 2000, ("685a.7(o)(2)", "685a.11(a)")),
        (1, "double-down", "won", 2000, ("685a.7(o)(2)", "685a.11(a)")),
        (1, "bet", "won", 2000, ("685a.7(o)(2)", "685a.11(a)")),
        (1, "double-down", "won", 2000, ("685a.7(o)(2)", "685a.11(a)")),
    ]
    assert [e.fields["hand"] for e in of(events, "wager-settled")] == ["second", "second", "first", "first"]


# Splitting


@law("685a.10", "685a.10(a)")
@pytest.mark.parametrize(
    ("pair", "may"), [("8H 8D", True), ("KH QD", True), ("10H JD", True), ("8H 9D", False), ("AH AD", True)]
)
def test_685a_10_a_two_cards_of_one_value_may_be_split(pair: str, may: bool) -> None:
    one, two = pair.split()
    table, _ = dealt(f"{one} 7C {two} 8D")
    assert ("split" in options(table)["seat:1"]) is may


@law("685a.10(a)")
def test_685a_10_a_the_second_wager_equals_the_first() -> None:
    table, _ = dealt("8H 7C 8D 8D")
    for cents in (999, 1001, 500):
        assert table.refusal(choose("1 split", cents=cents))[1] == cites("685a.10(a)")
    done(table, {"do": "wager", "seat": 1, "id": "split", "cents": 1000})
    assert [(p.id, p.cents) for p in state(table).placed] == [("bet", 1000), ("split", 1000)]


@law("685a.10(b)", "685a.10(c)")
def test_685a_10_b_the_first_hand_is_finished_before_the_second_gets_a_card() -> None:
    table, _ = dealt("8H 7C 8D ?")
    done(table, light("red"), choose("1 split"))
    assert awaited(table).what == "card of seat 1, first hand" and awaited(table).cites == cites("685a.10(b)")
    done(table, cards("2S"), choose("1 hit"), cards("5S"))
    first, second = state(table).hands
    assert (first.cards, second.cards) == (("8H", "2S", "5S"), ("8D",))
    done(table, choose("1 stand"), cards("8S"))
    assert options(table)["seat:1"] == ("stand", "hit", "double-down")  # a pair again: one split is all


@law("685a.10(e)")
def test_685a_10_e_each_split_ace_gets_one_card() -> None:
    table, events = played("AH 7C AD 8D 5S AS 4S", "1 split")
    assert [hand for hand in of(events, "result") if hand.fields.get("place") == "seat:1"][-1].fields["total"] == 12
    assert settled(events) == [
        (1, "split", "lost", 0, ("685a.7(q)(2)",)),
        (1, "bet", "lost", 0, ("685a.7(q)(2)",)),
    ]
    assert state(table).phase == "betting"


# Refusals


@law("685a.10(c)")
@pytest.mark.parametrize("how", [choose("1 split"), {"do": "wager", "seat": 1, "id": "split", "cents": 1000}])
def test_685a_10_c_a_pair_is_split_only_once(how: Any) -> None:
    table, _ = dealt("8H 7C 8D ?")
    done(table, light("red"), choose("1 split"), cards("8S"))
    reason, because = table.refusal(how)
    assert reason == "a player splits pairs only once, for two hands in all" and because == cites("685a.10(c)")
    assert [(p.id, p.cents) for p in state(table).placed] == [("bet", 1000), ("split", 1000)]


@law("685a.10(a)")
def test_685a_10_a_cards_of_two_values_are_not_split() -> None:
    table, _ = dealt("8H 7C 9D 8D")
    assert table.refusal(choose("1 split"))[1] == cites("685a.10(a)")


@law("685a.9(a)")
def test_685a_9_a_nobody_doubles_down_after_a_hit() -> None:
    table, _ = dealt("2H 7C 3D ?")
    done(table, light("red"), choose("1 hit"), cards("4S"))
    reason, because = table.refusal(choose("1 double-down"))
    assert reason == "doubling down is for the first two cards of a hand, before it draws"
    assert because == cites("685a.9(a)") and state(table).hands[0].cards == ("2H", "3D", "4S")


@law("685a.7(k)", "685a.7(k)(1)", "685a.7(k)(2)", "685a.10(e)")
@pytest.mark.parametrize(
    ("hand", "answer", "drawn", "cite"),
    [("9H 5D", "hit", "7S", "685a.7(k)(1)"), ("AH 5D", "hit", "5S", "685a.7(k)(1)"), ("9H 5D", "hit", "10S", "685a.7(k)"),
     ("9H 2D", "double-down", "5S", "685a.7(k)(2)"), ("AH AD", "split", "5S 5C", "685a.10(e)")],
)  # fmt: skip
@pytest.mark.parametrize("seats", [1, 2])
def test_685a_7_k_1_a_hit_on_21_is_refused_by_its_paragraph(
    hand: str, answer: str, drawn: str, cite: str, seats: int
) -> None:
    one, two = hand.split()
    bets = dict.fromkeys(range(1, seats + 1), 1000)
    others = ["10H", "10D"][: seats - 1], ["9C", "9D"][: seats - 1]
    table, _ = dealt(" ".join([one, *others[0], "7C", two, *others[1], "?"]), bets=bets)
    done(table, light("red"), choose(f"1 {answer}"), cards(drawn))
    assert table.refusal(choose("1 hit"))[1] == cites(cite)


# The dealer


@law("685a.7(l)")
def test_685a_7_l_the_hole_card_is_turned_up_when_all_are_done() -> None:
    table, _ = dealt("9H 7C 8H ?")
    done(table, light("red"), choose("1 stand"))
    assert awaited(table).cites == cites("685a.7(l)", "685a.3(d)[range]")
    event = done(table, cards("8D"))[0]
    assert (event.fields["cards"], event.cites) == (["8D"], cites("685a.7(l)"))
    exposed, events = played("9H KC 8H QD", "1 stand")
    assert len([e for e in events if e.fields.get("hole")]) == 1 and state(exposed).phase == "betting"


@law("685a.7(m)")
@pytest.mark.parametrize(
    ("dealer", "draws", "count"),
    [("10C 7D", "", 17), ("AC 6D", "", 17), ("10C 6D", "AS", 17), ("6C 5D", "5S 6S", 22), ("6C 6D", "10S", 22),
     ("10C 6D", "7S", 23), ("AC 5D", "6S 4S AH", 17), ("2C 3D", "AS AH", 17), ("9C 9D", "", 18)],
)  # fmt: skip
def test_685a_7_m_the_dealer_draws_to_17_and_announces_each_count(dealer: str, draws: str, count: int) -> None:
    up, hole = dealer.split()
    answers = ["1 no-insurance"] * up.startswith("A") + ["1 stand"]
    table, events = played(f"10H {up} 9H {hole} {draws} 2H", *answers)
    counts = [e.fields["total"] for e in of(events, "result") if "685a.7(m)" in e.cites]
    assert len(counts) == len(draws.split()) and counts[-1:] == [count] * bool(draws)
    assert state(table).phase == "betting" and table.table.waiting == ["2H"]


@law("685a.7(m)", "685a.3(d)(3)")
@pytest.mark.parametrize(("reading", "count"), [("never", 19), ("literal", 22)])
def test_685a_7_m_by_the_letter_a_soft_22_stands(reading: str, count: int) -> None:
    _, events = played("10H 6C 9H 5D AS 7S", "1 stand", settings=[f"reading.dealer_soft_22={reading}"])
    drawn = [e for e in of(events, "result") if "685a.7(m)" in e.cites]
    counts = [e.fields["total"] for e in drawn]
    assert counts == ([12, 19] if reading == "never" else [22])
    assert drawn[0].cites == cites("685a.7(m)", "685a.3(d)(3)")  # the ace that 11 brings to 22
    assert all(e.cites == cites("685a.7(m)") for e in drawn[1:])
    assert counts[-1] == count
    assert ended(events)[0] == "returned"  # 19 against 19, or against a 22


@law("685a.7(m)", "685a.7(l)")
def test_685a_7_m_with_no_bet_left_the_hole_card_is_shown_and_nothing_drawn() -> None:
    table, events = dealt("AH 7C KH 8D 2S")
    assert ended(events)[0] == "won" and state(table).phase == "betting"
    assert table.table.waiting == ["2S"]
    assert of(events, "result")[-1].fields["cards"] == ["8D"]


@law("685a.9(a)")
@pytest.mark.parametrize(("reading", "least"), [("minimum-to-bet", 500), ("any-chips", 50)])
def test_685a_9_a_the_least_double_down_wager_is_read(reading: str, least: int) -> None:
    table, _ = dealt("5H 7C 6H 8C", "limits.min_cents=500", f"reading.double_for_less={reading}")
    reason, because = table.refusal(choose("1 double-down", cents=least - 50))
    assert because == cites("685a.9(a)") and "double-down takes" in reason
    done(table, choose("1 double-down", cents=least))
