"""623a.5: payout odds, the Fire Bet's pay tables, and the vigorish."""

from __future__ import annotations

import pytest

from chapters.c623a_craps.hand import Hand
from houseway.law import Unlawful
from support import cites, law

TABLE = {  # 623a.5(a), in the order of the print
    "pass": "1 to 1", "dont-pass": "1 to 1", "come": "1 to 1", "dont-come": "1 to 1",
    "place-to-win-4": "9 to 5", "place-to-win-5": "7 to 5", "place-to-win-6": "7 to 6", "place-to-win-8": "7 to 6",
    "place-to-win-9": "7 to 5", "place-to-win-10": "9 to 5", "place-to-lose-4": "5 to 11", "place-to-lose-5": "5 to 8",
    "place-to-lose-6": "4 to 5", "place-to-lose-8": "4 to 5", "place-to-lose-9": "5 to 8", "place-to-lose-10": "5 to 11",
    "hardway-4": "7 to 1", "hardway-6": "9 to 1", "hardway-8": "9 to 1", "hardway-10": "7 to 1", "field": "1 to 1",
    "field-2-12": "2 to 1", "any-seven": "4 to 1", "any-craps": "7 to 1", "craps-2": "30 to 1", "craps-3": "15 to 1",
    "craps-12": "30 to 1", "eleven": "15 to 1", "hop-2-2": "30 to 1", "hop-3-3": "30 to 1", "hop-4-4": "30 to 1",
    "hop-5-5": "30 to 1", "hop-1-3": "15 to 1", "hop-1-4": "15 to 1", "hop-1-5": "15 to 1", "hop-1-6": "15 to 1",
    "hop-2-3": "15 to 1", "hop-2-4": "15 to 1", "hop-2-5": "15 to 1", "hop-2-6": "15 to 1", "hop-3-4": "15 to 1",
    "hop-3-5": "15 to 1", "hop-3-6": "15 to 1", "hop-4-5": "15 to 1", "hop-4-6": "15 to 1", "6-7-8": "1 to 1",
    "6-7-8-hard": "2 to 1",
}  # fmt: skip
FIRE = {"A": {4: 24, 5: 249, 6: 999}, "B": {4: 39, 5: 199, 6: 499}}


@law("623a.5", "623a.5(a)")
def test_623a_5_the_edition_holds_the_table_as_printed() -> None:
    payouts = Hand().rules.payouts
    assert {line: str(payouts[line].odds) for line in payouts if payouts[line].cite == "623a.5(a)"} == TABLE


@law("623a.5(a)")
def test_623a_5_a_the_law_fixes_these_odds() -> None:
    with pytest.raises(Unlawful, match="8 to 1 is not 7 to 1, which the law fixes"):
        Hand("craps", "payout.hardway-4=8 to 1")


@law("623a.5(a)")
def test_623a_5_a_a_stake_that_is_not_paid_in_whole_cents_is_not_taken() -> None:
    hand = Hand()
    reason, because = hand.refused("wager", seat=1, id="place-to-win:6", cents=500)
    assert "multiple of $0.06" in reason and because == cites("623a.5(a)")


@law("623a.5(f)", "623a.3(a)(40)(i)", "623a.11(a)(5)")
@pytest.mark.parametrize("paytable", ["A", "B"])
@pytest.mark.parametrize("made", [4, 5, 6])
def test_623a_5_f_a_fire_bet_is_paid_once_for_the_most_points(paytable: str, made: int) -> None:
    hand = Hand("craps", f"fire.paytable={paytable}")
    hand.wager("fire", 200)
    for point in (4, 5, 6, 8, 9, 10)[:made]:
        hand.roll(point)
        hand.roll(point)
    hand.roll(6)
    ended = hand.ended(hand.roll(7), "fire")
    assert (ended.result, ended.returned_cents) == ("won", 200 * (FIRE[paytable][made] + 1))
    assert ended.because == cites("623a.3(a)(40)(i)", "623a.11(a)(5)", "623a.5(f)")


@law("623a.5(f)")
def test_623a_5_f_more_may_be_paid_and_not_less() -> None:
    with pytest.raises(Unlawful, match="the least that the law allows"):
        Hand("craps", "payout.fire-a-4=23 to 1")
    assert str(Hand("craps", "payout.fire-a-4=25 to 1").rules.payout("fire-a-4").odds) == "25 to 1"
    with pytest.raises(Unlawful, match="is not one of A, B"):
        Hand("craps", "fire.paytable=C")


@law("623a.5(g)", "623a.5(g)(3)", "623a.5(h)")
@pytest.mark.parametrize(
    ("wager", "decides", "winnings"), [("buy:4", 4, 8000), ("buy:9", 9, 6000), ("lay:10", 7, 2000), ("lay:6", 7, 3500)]
)
@pytest.mark.parametrize("rate", ["5%", "4%", "5/2%", "2.5%", "0%"])
def test_623a_5_g_a_vigorish_of_the_amount_wagered_on_a_win(wager: str, decides: int, winnings: int, rate: str) -> None:
    stake = 4200 if wager == "lay:6" else 4000
    vigorish = {"5%": stake // 20, "4%": stake // 25, "5/2%": stake // 40, "2.5%": stake // 40, "0%": 0}[rate]
    hand = Hand("craps", f"vigorish.rate={rate}").point(5)
    before = hand.table.chips(1)
    hand.wager(wager, stake)
    assert hand.table.chips(1) == before - stake
    events = hand.roll(decides)
    ended = hand.ended(events, wager)
    assert ended.returned_cents == stake + winnings - vigorish
    assert ("623a.5(g)(3)" in ended.because) == (vigorish > 0)
    assert hand.table.accounts.get("vigorish", 0) == vigorish


@law("623a.5(g)(3)")
def test_623a_5_g_3_on_a_win_only_a_loser_pays_none() -> None:
    hand = Hand().point(5)
    hand.wager("buy:4", 2000)
    assert hand.ended(hand.roll(7), "buy:4").returned_cents == 0
    assert hand.table.accounts.get("vigorish", 0) == 0


@law("623a.5(g)(3)")
@pytest.mark.parametrize(("decides", "result", "returned"), [(4, "won", 6000), (7, "lost", 0)])
def test_623a_5_g_3_up_front_it_is_collected_when_the_wager_is_made(decides: int, result: str, returned: int) -> None:
    hand = Hand("craps", "vigorish.when=up-front").point(5)
    before = hand.table.chips(1)
    hand.wager("buy:4", 2000)
    assert (before - hand.table.chips(1), hand.table.accounts["vigorish"]) == (2100, 100)
    ended = hand.ended(hand.roll(decides), "buy:4")
    assert (ended.result, ended.returned_cents) == (result, returned)


@law("623a.5(g)(3)")
def test_623a_5_g_3_a_player_must_have_the_vigorish_too() -> None:
    hand = Hand("craps", "vigorish.when=up-front").point(5)
    hand.table.cash_out(1, 98_000)
    reason, _ = hand.refused("wager", seat=1, id="buy:4", cents=2000)
    assert reason == "seat 1 has $20.00 in chips, and the wager is $21.00"


@law("623a.5(g)(3)")
def test_623a_5_g_3_the_vigorish_is_whole_cents() -> None:
    reason, because = Hand().refused("wager", seat=1, id="buy:4", cents=510)
    assert "multiple of $0.20" in reason and because == cites("623a.5(g)(3)")


@law("623a.5(g)(3)")
@pytest.mark.parametrize("rate", ["6%", "501/100%", "5.01%"])
def test_623a_5_g_3_at_most_five_percent(rate: str) -> None:
    with pytest.raises(Unlawful) as caught:
        Hand("craps", f"vigorish.rate={rate}")
    (finding,) = caught.value.findings
    assert "the most that may be charged" in finding.problem and finding.cites == cites("623a.5(g)(3)")


@law("623a.5(g)(3)")
@pytest.mark.parametrize("rate", ["five", "5", "-1%", "1/0%", "%"])
def test_623a_5_g_3_a_rate_is_a_percentage(rate: str) -> None:
    with pytest.raises(Unlawful, match="is not a percentage"):
        Hand("craps", f'vigorish.rate="{rate}"')


@law("623a.5(h)")
def test_623a_5_h_no_other_wager_costs_a_fee() -> None:
    hand = Hand("craps", "vigorish.when=up-front").point(5)
    for wager, offer in hand.game.law.catalogue(hand.rules).items():
        if wager.startswith(("buy", "lay", "odds")) or wager in ("pass", "dont-pass", "fire"):
            continue
        stake = offer.unit_cents * 100
        before = hand.table.chips(1)
        hand.wager(wager, stake)
        assert hand.table.chips(1) == before - stake
        hand.do("remove", seat=1, id=wager)
    assert hand.table.accounts.get("vigorish", 0) == 0


@law("623a.5(i)")
def test_623a_5_i_the_posted_maximum_holds() -> None:
    hand = Hand("craps", "limits.max_cents=1000")
    reason, because = hand.refused("wager", seat=1, id="any-seven", cents=1100)
    assert "$1.00 to $10.00" in reason and because == cites("623a.3(b)(2)", "623a.5(i)")
