"""685a.6: the wagers, when they are made, and the players who may make them."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c685a_down_under_blackjack.hands import GAME, cards, choose, dealt, ended, felt, match, wager
from chapters.harness import HOUR, NO_MORE_BETS, done, due, of, state, step, timed
from houseway.core import Wagers
from houseway.games import judged, load
from support import Bench, bench, cites, law


@law("685a.6")
def test_685a_6_the_wagers_of_the_chapter() -> None:
    game, rules = load(GAME)
    assert {wager: offer.cite for wager, offer in game.law.catalogue(rules).items()} == {
        "bet": "685a.6(d)",
        "insurance": "685a.8(a)",
        "double-down": "685a.9(a)",
        "split": "685a.10(a)",
        "match-the-dealer": "685a.6(e)",
    }


TICKET = "wagering_instrument=Promotional ticket"
APPROVED = [
    f"approvals.wagering_instrument.{part}"
    for part in ("by=Pennsylvania Gaming Control Board", "number=685-7", "date=2018-10-01")
]


@law("685a.6(a)")
def test_685a_6_a_another_wagering_instrument_is_named_with_the_boards_approval() -> None:
    found = {each.key: each for each in load(GAME, [TICKET])[1].outstanding()}
    assert found["wagering_instrument"].as_json() == {
        "approval": "wagering_instrument",
        "field": "approvals.wagering_instrument",
        "by": "Pennsylvania Gaming Control Board",
        "problem": "no approval of the other wagering instrument by the Pennsylvania Gaming Control Board is named; "
        "add by, number and date",
        "cites": ["685a.6(a)"],
    }
    assert judged(GAME, [TICKET])[0].findings == ()
    for settings in ([], [TICKET, *APPROVED]):
        assert "wagering_instrument" not in {each.key for each in load(GAME, settings)[1].outstanding()}


@law("685a.6(a)")
def test_685a_6_a_only_a_table_that_names_another_instrument_takes_one() -> None:
    made = wager(1, how="instrument")
    reason, because = felt().refusal(made)
    assert reason == "this table takes no other instrument than value chips and plaques" and because == cites(
        "685a.6(a)"
    )
    (placed,) = done(felt(TICKET, *APPROVED), made)
    assert (placed.fields["how"], placed.fields["cents"], placed.cites) == ("instrument", 1000, cites("685a.6(a)"))
    assert bench("casino-war").refusal(wager(1, wager="initial", how="instrument"))[1] == cites("651a.7(a)")


SPOKEN: dict[str, Any] = {"how": "verbal", "cash_cents": 1000, "confirmed": True}


@law("685a.6(a)")
@pytest.mark.parametrize(
    "lacking",
    [{"cash_cents": None}, {"confirmed": None}, {"confirmed": False}, {"cash_cents": 999}],
    ids=["no-cash", "not-said", "not-confirmed", "too-little"],
)
def test_685a_6_a_a_verbal_wager_needs_cash_and_the_dealers_word(lacking: dict[str, Any]) -> None:
    spoken = {name: value for name, value in {**SPOKEN, **lacking}.items() if value is not None}
    reason, because = felt().refusal(wager(1, **spoken))
    assert reason.startswith("a verbal wager is accompanied by cash and confirmed") and because == cites("685a.6(a)")


@law("685a.6(a)")
def test_685a_6_a_the_cash_of_a_verbal_wager_becomes_chips_at_once() -> None:
    table = felt()
    bought, placed = done(table, wager(4, **SPOKEN))  # nobody had bought in there
    assert (bought.event, bought.fields["cents"]) == ("bought-in", 1000)
    assert (placed.event, placed.fields["cash_cents"], placed.cites) == ("wager-placed", 1000, cites("685a.6(a)"))
    assert table.table.chips(4) == 0


@law("685a.6(c)", "685a.7(c)")
@pytest.mark.parametrize("dealt", ["? 9H", "9H"])
def test_685a_6_c_the_first_card_ends_the_betting_without_a_word(dealt: str) -> None:
    table = felt()
    done(table, wager(1))
    if dealt == "9H":
        done(table, cards("?"), wager(3))  # one that is burned unseen leaves the betting open
        table = felt()
        done(table, wager(1), cards("?"))
    events = done(table, cards(dealt))
    assert [e.cites for e in events if e.fields.get("text") == "No more bets."] == [cites("685a.6(c)", "685a.7(e)")]
    assert table.refusal(wager(2))[1][0] == "685a.6(c)"
    events = done(table, cards("7C 10H 10D"), choose("1 stand"))
    assert ended(events) == ("won", 2000, cites("685a.7(o)(2)", "685a.11(a)"))


@law("685a.6(c)", "685a.6(d)", "685a.2(d)")
def test_685a_6_c_a_first_card_is_refused_as_the_end_of_the_betting_would_be() -> None:
    reason, because = felt().refusal(cards("? 9H"))
    assert reason == '"no more bets" has not been announced yet' and because == cites("685a.6(c)")
    table, watch = timed("down-under-blackjack")
    done(table, wager(1), cards("?"))
    watch.now += 24 * HOUR - 60
    assert table.refusal(cards("9H"))[1] == cites("685a.2(d)")


@law("685a.8(a)", "685a.8(b)")
def test_685a_8_a_who_has_no_bet_in_the_round_insures_nothing() -> None:
    table = felt()
    done(table, wager(1), NO_MORE_BETS, cards("? 9H AC 8H ?"))
    for cents in (502, 550):
        reason, because = table.refusal(choose("2 insure", cents=cents))
        assert reason == "there is no Bet Wager in this round to insure" and because == cites("685a.8(a)")


def out_of_three(*settings: str) -> Bench:
    """Seats 1 and 2 have played a round, seat 3 has sat it out."""
    table = felt(*settings)
    done(
        table, wager(1), wager(2), NO_MORE_BETS, cards("? 10H 10C 9C 10D 10S 10C"), choose("1 stand"), choose("2 stand")
    )
    return table


@law("685a.6(b)")
def test_685a_6_b_who_sat_out_a_round_is_barred_where_the_holder_says_so() -> None:
    done(out_of_three(), wager(3))
    table = out_of_three("mid_shoe_entry=prohibited")
    reason, because = table.refusal(wager(3))
    assert reason.startswith("seat 3 sat out a round") and because == cites("685a.6(b)")
    done(table, wager(1))
    assert state(table).barred == (3, 4, 5, 6)  # patrons who are not seated yet as well


@law("685a.6(b)(1)")
def test_685a_6_b_1_the_holder_may_let_that_player_wager_again() -> None:
    table = out_of_three("mid_shoe_entry=prohibited")
    now = due(table)
    assert isinstance(now, Wagers) and "permit" in now.may
    assert table.refusal(step("685a.6(b)(1)", "floorperson", seat=2))[1] == cites("685a.6(b)(1)")
    assert table.refusal(step("685a.6(b)(1)", "dealer", seat=3))[1] == cites("685a.6(b)(1)")
    done(table, step("685a.6(b)(1)", "floorperson", seat=3), wager(3))
    assert state(table).barred == (4, 5, 6)


@law("685a.6(b)(2)")
def test_685a_6_b_2_after_a_reshuffle_everybody_may_wager() -> None:
    table = out_of_three("mid_shoe_entry=prohibited")
    done(table, step("685a.5(f)", "floorperson"))
    assert state(table).barred == ()
    done(table, wager(3))


@law("685a.6(b)(2)")
def test_685a_6_b_2_a_continuous_shuffler_bars_nobody() -> None:
    table = felt("mid_shoe_entry=prohibited", "shuffler=continuous")
    done(table, wager(1), NO_MORE_BETS, cards("10H 9C 10D 10S"), choose("1 stand"), wager(3))


@law("685a.6(c)")
@pytest.mark.parametrize(
    ("late", "cite"), [("insurance", "685a.8(a)"), ("double-down", "685a.9(a)"), ("split", "685a.10(a)")]
)
def test_685a_6_c_insurance_doubling_and_splitting_come_later(late: str, cite: str) -> None:
    table = felt()
    assert table.refusal(wager(1), wager(1, 500, late))[1] == cites(cite)


@law("685a.6(c)")
def test_685a_6_c_a_wager_is_made_before_the_first_card_and_then_not_touched() -> None:
    table = felt()
    done(table, wager(1))
    assert table.refusal(wager(1, 200))[1] == cites("685a.6(c)")
    assert table.refusal({"do": "remove", "seat": 1, "id": "bet"})[1] == cites("685a.6(c)")
    assert table.refusal({"do": "reduce", "seat": 1, "id": "bet", "cents": 500})[1] == cites("685a.6(c)")
    assert table.refusal({"do": "no-more-bets", "by": "player"})[1] == cites("685a.6(c)", "685a.7(e)")
    (event,) = done(table, NO_MORE_BETS)
    assert event.cites == cites("685a.6(c)", "685a.7(e)")
    assert table.refusal(wager(2))[0].startswith("no wager is taken now")


@law("685a.6(d)")
def test_685a_6_d_without_a_bet_there_is_no_hand_and_no_round() -> None:
    table = felt()
    assert table.refusal(NO_MORE_BETS)[1] == cites("685a.6(d)")
    assert table.refusal(match(1))[1] == cites("685a.6(d)", "685a.6(e)")
    done(table, wager(2), NO_MORE_BETS)
    assert [hand.seat for hand in state(table).hands] == [2]


@law("685a.6(e)")
@pytest.mark.parametrize("decks", [4, 5, 6, 8])
def test_685a_6_e_match_the_dealer_needs_six_or_eight_decks(decks: int) -> None:
    found = judged(GAME, [f"decks={decks}", "match_the_dealer=true"])[0].findings
    lawful = decks in (6, 8)
    assert [(f.field, f.cites) for f in found] == ([] if lawful else [("match_the_dealer", cites("685a.6(e)"))])
    game, rules = load(GAME, [f"decks={decks}"])  # who says nothing offers it where it may be
    assert rules.option("match_the_dealer") is lawful and ("match-the-dealer" in game.law.catalogue(rules)) is lawful


@law("685a.6(e)")
@pytest.mark.parametrize("setting", ["match_the_dealer=false", "decks=4"])
def test_685a_6_e_where_it_is_not_offered_it_is_refused_with_the_reason(setting: str) -> None:
    reason, because = felt(setting).refusal(wager(1), match(1))
    assert reason.startswith("this table does not offer") and because == cites("685a.6(e)")
    assert ("with 4 decks it may not" in reason) is (setting == "decks=4")


@law("685a.6(f)")
def test_685a_6_f_one_player_wagers_on_as_many_adjacent_boxes_as_submitted() -> None:
    table = felt("adjacent_boxes=2")
    done(table, wager(1), wager(2, player=1))
    assert table.refusal(wager(3, player=1)) == (
        "a player may wager on 2 adjacent boxes in a round",
        cites("685a.6(f)"),
    )
    assert table.refusal(match(2))[0] == "box 2 is played by seat 1 in this round"
    apart = felt("adjacent_boxes=3")
    assert apart.refusal(wager(1), wager(3, player=1))[0] == "boxes 1, 3 are not adjacent"
    assert felt().refusal(wager(1), wager(2, player=1))[0] == "a player may wager on 1 box in a round"
    assert [f.cites for f in judged(GAME, ["adjacent_boxes=7"])[0].findings] == [cites("685a.6(f)")]
    done(table, NO_MORE_BETS, cards("? 10H 8C 9C 10D 8S 10S"))
    done(table, choose("1 stand"), choose("2 split"))
    assert table.table.chips(1) == 100_000 - 3000  # the player pays for both boxes
    assert table.table.chips(2) == 100_000


@law("685a.6(d)", "685a.11(a)")
def test_685a_6_d_a_bet_is_of_an_amount_that_a_blackjack_can_be_paid_on() -> None:
    reason, because = felt("chip_cents=1").refusal(wager(1, 1001))
    assert "not paid in whole cents" in reason and because == cites("685a.11(a)")
    _, events = dealt("AH 9C KD 5S 10H")
    assert of(events, "wager-settled")[0].fields["returned_cents"] == 2500


@law("685a.6(a)")
@pytest.mark.parametrize(("cents", "lawful"), [(1000, True), (1050, True), (1010, False)])
def test_685a_6_a_a_wager_is_made_of_whole_chips(cents: int, lawful: bool) -> None:
    table = felt("chip_cents=50")
    if lawful:
        done(table, wager(1, cents))
        return
    reason, because = table.refusal(wager(1, cents))
    assert reason == "it must be a whole number of chips, and the smallest chip is $0.50" and because == cites(
        "685a.6(a)"
    )
