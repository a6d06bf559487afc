"""The Rules Submission of these games."""

from __future__ import annotations

import pytest

from chapters.c623a_craps.hand import Hand
from houseway.law import BadInput, Unlawful
from support import cites, law


@law("623a.3(a)")
def test_623a_3_a_only_what_is_offered_can_be_wagered() -> None:
    hand = Hand("craps", 'wagers=["pass","hardway:6","hop"]')
    assert list(hand.game.law.catalogue(hand.rules))[:2] == ["pass", "hardway:6"]
    assert "odds:pass" in hand.game.law.catalogue(hand.rules)  # comes with the wager that it supports
    assert len(hand.game.law.catalogue(hand.rules)) == 2 + 17 + 1
    reason, because = hand.refused("wager", seat=1, id="hardway:4", cents=500)
    assert "is not offered" in reason and because == cites("623a.3(a)(7)")
    with pytest.raises(BadInput, match="is not a wager of craps"):
        hand.do("wager", seat=1, id="hardway:5", cents=500)


@law("623a.3(a)", "623a.8(a)")
@pytest.mark.parametrize(
    ("wagers", "problem", "cite"),
    [('["pass","fieldd"]', "did you mean field", "623a.3(a)"), ('["field"]', "a shooter must make one", "623a.8(a)"),
     ('"pass"', "is not a list of wagers", "623a.3(a)"), ("[1]", "is not a list of wagers", "623a.3(a)")],
)  # fmt: skip
def test_623a_3_a_a_list_of_wagers_that_does_not_do(wagers: str, problem: str, cite: str) -> None:
    with pytest.raises(Unlawful) as caught:
        Hand("craps", f"wagers={wagers}")
    assert problem in caught.value.findings[0].problem and caught.value.findings[0].cites == cites(cite)


@law("623a.6(e)")
@pytest.mark.parametrize("multiple", [0, 11])
def test_623a_6_e_the_multiple_is_from_one_to_ten(multiple: int) -> None:
    with pytest.raises(Unlawful) as caught:
        Hand("craps", f"odds.multiple={multiple}")
    (finding,) = caught.value.findings
    assert (finding.problem, finding.cites) == (f"{multiple} is not from 1 to 10", cites("623a.6(e)"))


@law("623a.6(e)")
@pytest.mark.parametrize("multiple", ['"2.5"', '"3-4-5"', "1", '"10-10-10"'])
def test_623a_6_e_the_multiple_may_have_a_fraction_or_go_by_the_point(multiple: str) -> None:
    assert str(Hand("craps", f"odds.multiple={multiple}").rules.option("odds.multiple")) == multiple.strip('"')


@law("623a.6(e)")
@pytest.mark.parametrize("multiple", ['"3-4"', '"x"', "true", '"-1"', '"0.5"', '"3-4-11"', "[]", '""', '"1e1"'])
def test_623a_6_e_and_nothing_else(multiple: str) -> None:
    with pytest.raises(Unlawful) as caught:
        Hand("craps", f"odds.multiple={multiple}")
    (finding,) = caught.value.findings
    assert (finding.field, finding.cites) == ("odds.multiple", cites("623a.6(e)"))


@law("623a.3(a)(41)", "623a.3(a)(42)")
def test_623a_3_a_41_buy_bets_come_in_addition_to_place_bets_and_lay_bets_may_stand_alone() -> None:
    for wagers in ('["pass","buy"]', '["pass","buy:4","place-to-win:5"]', '["pass","buy","place-to-win:4"]'):
        with pytest.raises(Unlawful) as caught:
            Hand("craps", f"wagers={wagers}")
        (finding,) = caught.value.findings
        assert "in addition to Place Bets to Win" in finding.problem and finding.cites == cites("623a.3(a)(41)")
    for wagers in ('["pass","buy","place-to-win"]', '["pass","buy:4","place-to-win:4"]', '["pass","lay"]'):
        assert Hand("craps", f"wagers={wagers}").rules.game == "craps"


@law("623a.5", "623a.5(a)")
def test_623a_5_the_odds_are_fixed_unless_read_as_the_least() -> None:
    with pytest.raises(Unlawful) as caught:
        Hand("craps", 'payout.field-2-12="3 to 1"')
    assert "which the law fixes" in caught.value.findings[0].problem
    hand = Hand("craps", 'payout.field-2-12="3 to 1"', "reading.payout_odds=minimum").point(5)
    hand.wager("field", 500)
    assert hand.ended(hand.roll(12), "field").returned_cents == 2000
    for line, odds in (("field-2-12", "1 to 1"), ("odds-pass-4-10", "3 to 1")):  # no less, and 623a.6 is not 623a.5
        with pytest.raises(Unlawful):
            Hand("craps", f'payout.{line}="{odds}"', "reading.payout_odds=minimum")


@law("623a.5(g)(3)", "623a.5(f)", "623a.7(a)")
def test_623a_5_g_3_every_finding_at_once() -> None:
    with pytest.raises(Unlawful) as caught:
        Hand(
            "craps",
            "vigorish.rate=7%",
            "vigorish.when=later",
            "fire.paytable=C",
            "odds.multiple=20",
            "stickperson=maybe",
        )
    assert {finding.field for finding in caught.value.findings} == {
        "vigorish.rate", "vigorish.when", "fire.paytable", "odds.multiple", "stickperson",
    }  # fmt: skip


def test_623a_3_a_the_default_submission_offers_everything() -> None:
    hand = Hand()
    assert len(hand.game.law.catalogue(hand.rules)) == 79
    assert hand.rules.option("vigorish.rate") == "5%" and hand.rules.option("vigorish.when") == "on-win"
    assert hand.rules.option("odds.multiple") == 10 and hand.rules.option("fire.paytable") == "A"


def test_623a_two_games_share_the_chapter() -> None:
    craps, mini = Hand("craps"), Hand("mini-craps")
    assert craps.game.chapter is mini.game.chapter
    assert craps.game.chapter.outline.games == (craps.game.id, mini.game.id) == ("craps", "mini-craps")
