"""651a.1: the words of the chapter, as a table uses them."""

from __future__ import annotations

import pytest

from chapters.c651a_casino_war.hands import (
    EARLIER,
    EDITIONS,
    FINAL,
    cards,
    dealt_to,
    played,
    surrender,
    tied,
    to_war,
    wager,
    war,
)
from chapters.harness import NO_MORE_BETS, done, due, settled, the
from houseway.core import Choices, Wagers
from houseway.money import dollars
from support import cites, law


@law("651a.1", "651a.1[Initial Wager]")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_1_initial_wager_before_any_card_is_dealt(edition: str) -> None:
    table = war(edition)
    assert table.do(wager(1))[0].event == "wager-placed"
    done(table, NO_MORE_BETS)
    reason, because = table.refusal(wager(2))
    assert "no more bets are taken" in reason and because == cites("651a.7(d)", "651a.8(b)")


@law("651a.1[Initial Wager]", "651a.7(b)")
def test_651a_1_initial_wager_is_what_gets_a_box_a_card() -> None:
    events = played(war(), [wager(2)], "?", "9H", "5C")
    assert dealt_to(events) == [
        ("discard-rack", "651a.8(b)"),
        ("seat:2", "651a.8(c)(1)"),
        ("dealer", "651a.8(c)(2)"),
    ]


@law("651a.1[Original deal]")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_1_original_deal_one_card_each_decides_the_initial_wager(edition: str) -> None:
    events = played(war(edition), [wager(1), wager(3)], "?", "9H", "4D", "5C")
    assert {row[:3] for row in settled(events)} == {(1, "initial", "won"), (3, "initial", "lost")}
    assert [to for to, _ in dealt_to(events)] == ["discard-rack", "seat:1", "seat:3", "dealer"]


@law("651a.1[Round of play]")
@pytest.mark.parametrize("edition", EARLIER)
def test_651a_1_round_of_play_lasts_until_every_wager_is_paid_or_collected(edition: str) -> None:
    table = tied(edition, seats=(1, 2))
    number = table.table.round
    done(table, surrender(1), to_war(2))
    assert table.table.round == number and table.table.accounts["layout"] > 0
    done(table, cards("?", "?", "?", "9H", "5C"))
    assert table.table.round == number + 1 and table.table.accounts["layout"] == 0


@law("651a.1[Round of play]")
def test_651a_1_round_of_play_is_defined_by_the_2011_texts_only() -> None:
    assert {edition: "651a.1[Round of play]" in war(edition).rules.cites for edition in EDITIONS} == {
        edition: edition in EARLIER for edition in EDITIONS
    }


@law("651a.1[Tie hand]")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_1_tie_hand_is_one_of_equal_rank_in_either_deal(edition: str) -> None:
    table = tied(edition)
    asked = due(table)
    assert isinstance(asked, Choices) and asked.cites == cites("651a.9(c)")
    done(table, to_war(1, tie_on_war_cents=100))
    events = done(table, cards("?", "?", "?", "KH", "KC"))
    assert (1, "tie-on-war", "won", 1100, cites("651a.9(g)(3)", "651a.10(2)")) in settled(events)


@law("651a.1[War]")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_1_war_is_chosen_on_a_tie_hand_of_the_original_deal_only(edition: str) -> None:
    table = war(edition)
    for commands in ([], [wager(1)], [NO_MORE_BETS]):
        done(table, *commands)
        reason, because = table.refusal(to_war(1))
        assert reason == "no choice is asked for: War and surrender are for a tie hand of the original deal"
        assert because == cites("651a.9(c)")
    done(table, cards("?", "7H", "7C"))
    (option, other) = due(table).open[0].options  # type: ignore[union-attr]
    assert (option.choice, option.cites) == ("go-to-war", cites("651a.9(c)(2)"))
    assert (other.choice, other.cites) == ("surrender", cites("651a.9(c)(1)"))


@law("651a.1[War deal]")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_1_war_deal_follows_the_war_wager(edition: str) -> None:
    table = tied(edition)
    assert "seat 1 must choose first" in table.refusal(cards("?"))[0]
    done(table, to_war(1))
    assert isinstance(due(table), Wagers)
    events = done(table, cards("?", "?", "?", "2H", "3C"))
    assert the(events, "war-confirmed").cites == cites("651a.9(e)", "651a.9(f)")
    assert [to for to, _ in dealt_to(events)] == ["discard-rack"] * 3 + ["seat:1", "dealer"]


@law("651a.1[War Wager]", "651a.9(c)(2)")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("cents", [0, 500, 998, 1002, 2000])
def test_651a_1_war_wager_is_as_large_as_the_initial_wager(edition: str, cents: int) -> None:
    reason, because = tied(edition).refusal(to_war(1, cents=cents))
    assert reason == f"go-to-war takes $10.00, not {dollars(cents)}" and because == cites("651a.9(c)(2)")


@law("651a.1[War Wager]", "651a.9(c)(2)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_1_war_wager_may_be_put_down_as_a_wager(edition: str) -> None:
    table = tied(edition)
    reason, because = table.refusal(wager(1, 2000, "war"))
    assert reason == "go-to-war takes $10.00, not $20.00" and because == cites("651a.9(c)(2)")
    event = table.do(wager(1, 1000, "war"))[0]
    assert (event.event, event.fields["choice"], event.cites) == ("chosen", "go-to-war", cites("651a.9(c)(2)"))
    stays = edition != "2011-proposed"
    assert table.table.accounts["layout"] == (2000 if stays else 1000)


@law("651a.1[War Wager]")
def test_651a_1_war_wager_is_made_by_nobody_else_and_at_no_other_time() -> None:
    table = war()
    reason, because = table.refusal(wager(1, 1000, "war"))
    assert "only on a tie hand" in reason and because == cites("651a.9(c)(2)")
    table = tied(FINAL, seats=(1,))
    assert "seat 2 has nothing to choose now" in table.refusal(to_war(2))[0]
    done(table, to_war(1))
    reason, because = table.refusal(wager(1, 1000, "war"))
    assert "may not be changed" in reason and because == cites("651a.7(d)")
