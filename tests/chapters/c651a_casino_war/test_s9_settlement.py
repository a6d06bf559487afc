"""651a.9 and 651a.10: comparing, surrendering, going to War, paying and racking."""

from __future__ import annotations

import pytest

from chapters.c651a_casino_war.hands import (
    COMMENT,
    EARLIER,
    EDITIONS,
    FINAL,
    PROPOSED,
    cards,
    dealt_to,
    played,
    surrender,
    tie,
    tied,
    to_war,
    wager,
    war,
)
from chapters.harness import NO_MORE_BETS, Row, done, due, of, settled, state, the
from houseway.core import Choices, Wagers
from houseway.games import load
from houseway.law import BadInput
from houseway.money import Odds
from support import cites, law

EACH = pytest.mark.parametrize("edition", EDITIONS)
LOWER, HIGHER, EQUAL = ("2H", "KC"), ("KH", "2C"), ("KH", "KC")


def original(edition: str, mine: str, dealers: str) -> list[Row]:
    return settled(played(war(edition), [wager(1), tie(1)], "?", mine, dealers))


@law("651a.9(a)(1)", "651a.9(b)")
@EACH
def test_651a_9_a_1_a_lower_card_loses_both_wagers(edition: str) -> None:
    because = cites("651a.9(a)(1)")
    assert original(edition, *LOWER) == [(1, "initial", "lost", 0, because), (1, "tie", "lost", 0, because)]


@law("651a.9(a)(2)", "651a.9(b)", "651a.10(1)")
@EACH
def test_651a_9_a_2_a_higher_card_wins_the_initial_and_loses_the_tie(edition: str) -> None:
    assert original(edition, *HIGHER) == [
        (1, "initial", "won", 2000, cites("651a.9(a)(2)", "651a.10(1)")),
        (1, "tie", "lost", 0, cites("651a.9(a)(2)")),
    ]


@law("651a.9(a)(3)", "651a.9(b)", "651a.10(2)")
@EACH
def test_651a_9_a_3_on_a_tie_the_tie_wager_wins_at_once_and_the_player_chooses(edition: str) -> None:
    assert original(edition, *EQUAL) == [(1, "tie", "won", 2200, cites("651a.9(a)(3)", "651a.10(2)"))]


@law("651a.9", "651a.9(a)")
@EACH
def test_651a_9_from_the_right_in_the_final_text_from_the_left_in_the_others(edition: str) -> None:
    events = played(war(edition), [wager(1), wager(2), wager(3), tie(2)], "?", "9H", "2H", "3H", "5C")
    expected = [(1, "initial"), (2, "initial"), (2, "tie"), (3, "initial")]
    if edition == FINAL:
        expected = [(3, "initial"), (2, "initial"), (2, "tie"), (1, "initial")]
    assert [row[:2] for row in settled(events)] == expected


@law("651a.9(b)")
@EACH
def test_651a_9_b_what_is_lost_goes_into_the_table_inventory(edition: str) -> None:
    table = war(edition)
    before = table.table.accounts["inventory"]
    played(table, [wager(1), tie(1), wager(2)], "?", "2H", "9H", "5C")
    assert table.table.accounts["inventory"] == before + 1000 + 200 - 1000
    assert (table.table.chips(1), table.table.chips(2)) == (98_800, 101_000)


@law("651a.9(c)")
@EACH
def test_651a_9_c_every_tie_hand_is_asked_and_nobody_else_in_any_order(edition: str) -> None:
    table = war(edition)
    played(table, [wager(1), wager(2), wager(3)], "?", "7H", "9H", "7S", "7C")
    now = due(table)
    assert isinstance(now, Choices) and now.cites == cites("651a.9(c)")
    assert [each.who for each in now.open] == ["seat:1", "seat:3"]
    done(table, surrender(3))
    assert "seat 3 has nothing to choose now" in table.refusal(to_war(3))[0]
    with pytest.raises(BadInput, match="'stand' is not a choice of casino-war; there are go-to-war, surrender"):
        table.do({"do": "choose", "seat": 1, "choice": "stand"})
    done(table, surrender(1))
    assert isinstance(due(table), Wagers)


@law("651a.9(c)(1)")
@EACH
def test_651a_9_c_1_half_is_collected_and_half_returned_clockwise(edition: str) -> None:
    table = tied(edition, seats=(1, 2, 3))
    assert settled(done(table, surrender(3), surrender(2))) == []
    rows = settled(done(table, surrender(1)))
    assert rows == [(seat, "initial", "lost", 500, cites("651a.9(c)(1)")) for seat in (1, 2, 3)]
    assert [table.table.chips(seat) for seat in (1, 2, 3)] == [99_500] * 3


@law("651a.9(c)(1)")
@EACH
def test_651a_9_c_1_it_ends_the_round_for_that_player(edition: str) -> None:
    table = tied(edition, seats=(1, 2))
    done(table, surrender(1), to_war(2))
    reason, because = table.refusal(wager(1, 100, "tie-on-war"))
    assert reason == "seat 1 has not gone to War" and because == cites("651a.9(e)")
    events = done(table, cards("?", "?", "?", "KH", "2C"))
    assert {row[0] for row in settled(events)} == {2}


@law("651a.9(c)(2)", "651a.9(e)")
@EACH
def test_651a_9_c_2_the_initial_wager_is_given_up_under_the_proposed_text_only(edition: str) -> None:
    table = tied(edition)
    rows = settled(done(table, to_war(1)))
    if edition == PROPOSED:
        assert rows == [(1, "initial", "lost", 0, cites("651a.9(c)(2)", "651a.9(e)"))]
    else:
        assert rows == []
    on_layout = {(placed.id, placed.cents) for placed in state(table).placed}
    assert on_layout == {("war", 1000)} | ({("initial", 1000)} if edition != PROPOSED else set())


@law("651a.9(e)")
def test_651a_9_e_under_the_proposed_text_they_are_collected_after_the_surrenders_clockwise() -> None:
    table = tied(PROPOSED, seats=(1, 2, 3))
    rows = settled(done(table, to_war(3), surrender(2), to_war(1)))
    assert [(row[0], row[3]) for row in rows] == [(2, 500), (1, 0), (3, 0)]


@law("651a.9(c)(2)")
@EACH
def test_651a_9_c_2_who_cannot_cover_it_surrenders_or_buys_chips(edition: str) -> None:
    table = war(edition)
    table.table.cash_out(1, 99_000)
    played(table, [wager(1)], "?", "7H", "7C")
    reason, because = table.refusal(to_war(1))
    assert reason == "seat 1 has $0.00 in chips, and this takes $10.00" and because == cites("651a.9(c)(2)")
    table.table.buy_in(1, 1100)
    assert table.refusal(to_war(1, tie_on_war_cents=200))[0] == "seat 1 has $11.00 in chips, and this takes $12.00"
    done(table, to_war(1, tie_on_war_cents=100))
    assert table.table.chips(1) == 0


@law("651a.9(c)(2)")
def test_651a_9_c_2_the_limits_of_the_table_do_not_stand_in_the_way_of_a_war() -> None:
    table = tied(FINAL, "limits.max_cents=1000")
    done(table, to_war(1))
    assert table.table.accounts["layout"] == 2000


@law("651a.9(d)")
@EACH
def test_651a_9_d_all_cards_but_those_at_war_go_into_the_rack(edition: str) -> None:
    table = war(edition)
    played(table, [wager(1), wager(2), wager(3)], "?", "7H", "9H", "7S", "7C")
    event = the(done(table, surrender(1), to_war(3)), "cards-collected")
    assert event.cites == cites("651a.9(d)")
    assert event.fields["hands"] == [{"from": "seat:2", "cards": 1}, {"from": "seat:1", "cards": 1}]
    assert state(table).cards.rack == ("?", "9H", "7H")
    shown = table.table.view()
    assert shown["hands"] == [{"seat": 3, "cards": ["7S"], "choice": "go-to-war"}] and shown["dealer"] == ["7C"]


@law("651a.9(d)")
@EACH
def test_651a_9_d_without_a_war_the_dealers_card_goes_too(edition: str) -> None:
    table = war(edition)
    event = the(played(table, [wager(1), wager(2)], "?", "9H", "8H", "7C"), "cards-collected")
    assert [each["from"] for each in event.fields["hands"]] == ["seat:2", "seat:1", "dealer"]
    assert state(table).cards.rack == ("?", "8H", "9H", "7C")


@law("651a.9(e)")
@EACH
def test_651a_9_e_war_wagers_are_confirmed_and_a_tie_wager_is_offered_before_more_cards(edition: str) -> None:
    table = tied(edition)
    done(table, to_war(1))
    now = due(table)
    assert isinstance(now, Wagers) and now.within and now.cites == cites("651a.9(e)")
    (placed,) = done(table, wager(1, 300, "tie-on-war"))
    assert (placed.event, placed.cites) == ("wager-placed", cites("651a.9(e)"))
    events = done(table, cards("?"))
    assert [e.event for e in events] == ["war-confirmed", "card-burned"]
    assert table.refusal(wager(1, 300, "tie-on-war"))[1] == cites("651a.7(d)", "651a.9(f)")


@law("651a.9(e)", "651a.7(d)")
@EACH
def test_651a_9_e_the_dealer_may_say_so(edition: str) -> None:
    table = tied(edition)
    done(table, to_war(1))
    assert "by the dealer, not by a player" in table.refusal({"do": "no-more-bets", "by": "player"})[0]
    (event,) = done(table, NO_MORE_BETS)
    assert (event.event, event.cites) == ("war-confirmed", cites("651a.9(e)", "651a.9(f)"))


@law("651a.9(f)")
@EACH
def test_651a_9_f_three_are_burned_then_each_at_war_clockwise_and_the_dealer(edition: str) -> None:
    table = tied(edition, seats=(1, 2, 3))
    done(table, to_war(3), surrender(2), to_war(1))
    events = done(table, cards("?", "?", "?", "KH", "2H", "9C"))
    burn = ("discard-rack", "651a.9(f)")
    assert dealt_to(events) == [
        burn,
        burn,
        burn,
        ("seat:1", "651a.9(f)"),
        ("seat:3", "651a.9(f)"),
        ("dealer", "651a.9(f)"),
    ]
    assert all(e.fields["cards"] == ["?"] for e in of(events, "card-burned"))


# What a War makes of $10 on the Initial and the War Wager and $2 on the Tie: (initial, war, tie) as result and money back
AFTER_WAR = {
    (FINAL, LOWER): (("lost", 0), ("lost", 0), ("lost", 0)),
    (FINAL, HIGHER): (("returned", 1000), ("won", 2000), ("lost", 0)),
    (FINAL, EQUAL): (("returned", 1000), ("won", 3000), ("won", 2200)),
    (PROPOSED, LOWER): (None, ("lost", 0), ("lost", 0)),
    (PROPOSED, HIGHER): (None, ("won", 3000), ("lost", 0)),
    (PROPOSED, EQUAL): (None, ("won", 4000), ("won", 2200)),
    (COMMENT, LOWER): (("lost", 0), ("lost", 0), ("lost", 0)),
    (COMMENT, HIGHER): (("returned", 1000), ("won", 2000), ("lost", 0)),
    (COMMENT, EQUAL): (("won", 2000), ("won", 3000), ("won", 2200)),
}
PARAGRAPH = {LOWER: "651a.9(g)(1)", HIGHER: "651a.9(g)(2)", EQUAL: "651a.9(g)(3)"}
PAID_BY = {"initial": "651a.10(1)", "war": "651a.10(3)", "tie-on-war": "651a.10(2)"}


@law("651a.9(g)(1)", "651a.9(g)(2)", "651a.9(g)(3)", "651a.10(3)", "651a.10")
@pytest.mark.parametrize(("edition", "dealt"), AFTER_WAR)
def test_651a_9_g_1_2_3_what_a_war_makes_of_each_wager(edition: str, dealt: tuple[str, str]) -> None:
    table = tied(edition)
    done(table, to_war(1, tie_on_war_cents=200))
    rows = settled(done(table, cards("?", "?", "?", *dealt)))
    expected = dict(zip(("initial", "war", "tie-on-war"), AFTER_WAR[edition, dealt], strict=True))
    for name, ended in expected.items():
        if ended is None:
            assert name not in {row[1] for row in rows}
            continue
        paid = cites(PAID_BY[name]) if ended[0] == "won" else ()
        assert (1, name, *ended, (*cites(PARAGRAPH[dealt]), *paid)) in rows
    assert len(rows) == sum(ended is not None for ended in expected.values())


@law("651a.9(g)", "651a.9(h)")
@EACH
def test_651a_9_g_all_that_lost_is_collected_around_the_table_then_the_rest_is_paid(edition: str) -> None:
    table = tied(edition, seats=(1, 2, 3))
    done(table, *(to_war(seat, tie_on_war_cents=200) for seat in (1, 2, 3)))
    rows = settled(done(table, cards("?", "?", "?", "2H", "KH", "9H", "9C")))
    kept = ["initial", "war"] if edition != PROPOSED else ["war"]
    lost = {1: [*kept, "tie-on-war"], 2: ["tie-on-war"], 3: []}
    after = {1: [], 2: kept, 3: [*kept, "tie-on-war"]}
    around = (1, 2, 3) if edition == PROPOSED else (3, 2, 1)
    assert [row[:2] for row in rows] == [
        *((seat, name) for seat in around for name in lost[seat]),
        *((seat, name) for seat in around for name in after[seat]),
    ]
    assert [row[2] == "lost" for row in rows] == sorted((row[2] == "lost" for row in rows), reverse=True)


@law("651a.9(h)")
@EACH
def test_651a_9_h_then_all_cards_go_into_the_rack_hand_by_hand(edition: str) -> None:
    table = tied(edition, seats=(1, 2))
    done(table, to_war(1), to_war(2))
    *_, event, shown = done(table, cards("?", "?", "?", "2H", "KH", "9C"))
    assert shown.event == "shoe-revealed"  # the order that was not dealt from
    assert (event.event, event.cites) == ("cards-collected", cites("651a.9(h)"))
    assert event.fields["hands"] == [
        {"from": "seat:2", "cards": 2},
        {"from": "seat:1", "cards": 2},
        {"from": "dealer", "cards": 2},
    ]
    assert state(table).cards.rack == ("?", "?", "?", "?", "7D", "KH", "7H", "2H", "7C", "9C")


@law("651a.10(1)", "651a.10(2)", "651a.10(3)")
@EACH
def test_651a_10_1_2_3_the_payout_odds_are_fixed(edition: str) -> None:
    rules = load("casino-war", [f"edition={edition}"])[1]
    wars = ("2 to 1", "3 to 1") if edition == PROPOSED else ("1 to 1", "2 to 1")
    expected = {"initial": "1 to 1", "tie": "10 to 1", "war": wars[0], "war-tie": wars[1]}
    assert {line: str(rules.payout(line).odds) for line in expected} == expected
    assert rules.payout("war-tie").odds == Odds.parse(wars[1])


def purse(edition: str, *settings: str, dealt: tuple[str, str]) -> int:
    """The player's win or loss after a War, in cents."""
    table = tied(edition, *settings)
    done(table, to_war(1), cards("?", "?", "?", *dealt))
    return table.table.chips(1) - 100_000


@law("651a.9(g)", "651a.10(3)")
@pytest.mark.parametrize(("dealt", "cents"), [(LOWER, -2000), (HIGHER, 1000), (EQUAL, 2000)])
def test_651a_9_g_the_proposed_and_the_final_text_leave_the_same_in_the_purse(
    dealt: tuple[str, str], cents: int
) -> None:
    assert purse(FINAL, dealt=dealt) == purse(PROPOSED, dealt=dealt) == cents


@law("651a.9(g)(2)")
@pytest.mark.parametrize(("answer", "cents"), [("returned", 1000), ("won", 2000), ("lost", 0)])
def test_651a_9_g_2_the_comment_does_not_say_what_becomes_of_the_initial_wager(answer: str, cents: int) -> None:
    assert purse(COMMENT, f"reading.initial_on_war_win={answer}", dealt=HIGHER) == cents


@law("651a.9(g)(3)")
@pytest.mark.parametrize(("answer", "cents"), [("won", 3000), ("returned", 2000)])
def test_651a_9_g_3_the_comment_lets_the_initial_wager_win_on_a_war_tie(answer: str, cents: int) -> None:
    assert purse(COMMENT, f"reading.initial_on_war_tie={answer}", dealt=EQUAL) == cents


@law("651a.9(g)(3)")
@EACH
def test_651a_9_g_3_a_war_tie_is_no_second_war(edition: str) -> None:
    table = tied(edition)
    done(table, to_war(1), cards("?", "?", "?", *EQUAL))
    now = due(table)
    assert isinstance(now, Wagers) and not now.within


@law("651a.9(e)")
@pytest.mark.parametrize("edition", EARLIER)
def test_651a_9_e_a_tie_wager_on_the_war_deal_needs_none_before(edition: str) -> None:
    table = tied(edition)
    done(table, to_war(1), wager(1, 300, "tie-on-war"))
    rows = settled(done(table, cards("?", "?", "?", *EQUAL)))
    assert (1, "tie-on-war", "won", 3300, cites("651a.9(g)(3)", "651a.10(2)")) in rows


@law("651a.9(b)")
@EACH
@pytest.mark.parametrize("reading", ["box-by-box", "losing-first"])
def test_651a_9_b_the_order_of_collecting_and_paying_is_read(edition: str, reading: str) -> None:
    table = war(edition, f"reading.order_of_settlement={reading}")
    rows = settled(played(table, [wager(1), wager(2), wager(3)], "?", "9H", "2H", "9D", "5C"))
    order = [(row[0], row[2]) for row in rows]
    around = [(3, "won"), (2, "lost"), (1, "won")]
    if edition != FINAL:
        around = around[::-1]
    assert order == (around if reading == "box-by-box" else sorted(around, key=lambda row: row[1] != "lost"))
