"""651a.6 and 651a.7: ranks, and how wagers are made."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c651a_casino_war.hands import (
    EDITIONS,
    FINAL,
    PROPOSED,
    cards,
    played,
    surrender,
    tie,
    tied,
    to_war,
    wager,
    war,
)
from chapters.harness import NO_MORE_BETS, done, due, settled
from houseway.core import Choices
from houseway.equipment.cards import DECK, RANKS, SUITS
from houseway.games import judged
from houseway.games.casino_war.wagers import compare
from houseway.law import BadInput
from support import Bench, cites, law

EACH = pytest.mark.parametrize("edition", EDITIONS)
FROM_THE_TOP = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]


@law("651a.6")
def test_651a_6_aces_are_high_and_suits_count_for_nothing() -> None:
    assert list(RANKS) == FROM_THE_TOP[::-1] and len(DECK) == 52
    for mine in DECK:
        for other in DECK:
            places = FROM_THE_TOP.index(mine[:-1]), FROM_THE_TOP.index(other[:-1])
            expected = "equal" if places[0] == places[1] else "higher" if places[0] < places[1] else "lower"
            assert compare(mine, other) == expected


@law("651a.6")
@EACH
def test_651a_6_of_two_suits_of_a_rank_neither_beats_the_other(edition: str) -> None:
    for suit in SUITS:
        table = war(edition)
        played(table, [wager(1)], "?", "QH", f"Q{suit}")
        assert isinstance(due(table), Choices)


@law("651a.7", "651a.7(a)")
@EACH
def test_651a_7_wagers_are_chips_or_plaques_and_no_words_with_cash(edition: str) -> None:
    table = war(edition)
    reason, because = table.refusal(wager(1, how="verbal"))
    assert "a verbal wager with cash is not accepted" in reason and because == cites("651a.7(a)")
    for seat, how in ((1, "chips"), (2, "plaques")):
        (event,) = table.do(wager(seat, how=how))
        assert (event.event, event.cites) == ("wager-placed", cites("651a.7(a)"))


@law("651a.7(a)")
def test_651a_7_a_only_chips_that_are_there() -> None:
    reason, because = war().refusal(wager(1, 100_002))
    assert reason == "seat 1 has $1,000.00 in chips, and the wager is $1,000.02" and because == cites("651a.7(a)")


@law("651a.7(b)")
@EACH
def test_651a_7_b_nobody_is_dealt_in_without_an_initial_wager(edition: str) -> None:
    reason, because = war(edition).refusal(NO_MORE_BETS)
    assert "nobody has made an Initial Wager" in reason and because == cites("651a.7(b)")


@law("651a.7(c)", "651a.7(b)")
@EACH
def test_651a_7_c_a_tie_wager_needs_an_initial_wager_in_its_box(edition: str) -> None:
    table = war(edition)
    because = cites("651a.7(b)", "651a.7(c)")
    assert table.refusal(tie(1)) == ("seat 1 has no Initial Wager, which a Tie Wager requires", because)
    done(table, wager(2))
    assert table.refusal(tie(1))[1] == because
    assert table.do(tie(2))[0].event == "wager-placed"


@law("651a.7(c)")
@EACH
@pytest.mark.parametrize("cents", [100, 5000])
def test_651a_7_c_a_tie_wager_is_of_any_amount_within_the_limits(edition: str, cents: int) -> None:
    table = war(edition, "limits.min_cents=100", "limits.max_cents=5000")
    done(table, wager(1, 1000), tie(1, cents))
    assert table.refusal(wager(2, 1000), tie(2, 5001))[1] == cites("601a.2")
    assert table.refusal(tie(2, 99))[0] == "$0.99 is outside the limits of this table, $1.00 to $50.00"


@law("651a.7(c)", "651a.9(e)")
@EACH
def test_651a_7_c_with_a_war_wager_another_tie_wager_may_be_made(edition: str) -> None:
    table = tied(edition)
    (event, made, *_) = done(table, to_war(1, tie_on_war_cents=300))
    shown = {name: made.fields[name] for name in ("seat", "wager", "cents", "total_cents")}
    assert (made.event, shown) == (
        "wager-placed",
        {"seat": 1, "wager": "tie-on-war", "cents": 300, "total_cents": 300},
    )
    assert made.cites == cites("651a.7(c)", "651a.9(e)")
    assert event.event == "chosen"
    assert [(p.id, p.cents) for p in table.game.law.placed(table.table.state) if p.id == "tie-on-war"] == [
        ("tie-on-war", 300)
    ]
    assert table.refusal(wager(1, 300, "tie-on-war"))[1] == cites("651a.7(d)")


@law("651a.7(c)", "651a.9(e)")
@EACH
@pytest.mark.parametrize(
    ("command", "words"),
    [
        (surrender(1) | {"tie_on_war_cents": 300}, "can be made only with a War Wager"),
        (to_war(1, tie_on_war_cents=1), "outside the limits of this table, $1.00 to $10,000.00"),
    ],
)
def test_651a_7_c_what_goes_with_a_choice_must_be_right(edition: str, command: dict[str, object], words: str) -> None:
    reason, because = tied(edition, "limits.min_cents=100", "limits.max_cents=1000000").refusal(command)
    assert words in reason and because[0] == "651a.9(e)"


@law("651a.7(c)")
def test_651a_7_c_a_tie_wager_on_the_war_deal_has_no_place_on_the_original_deal() -> None:
    table = war()
    reason, because = table.refusal(wager(1), wager(1, 300, "tie-on-war"))
    assert "only with a War Wager" in reason and because == cites("651a.9(e)", "651a.7(c)")


@law("651a.7(d)")
@EACH
def test_651a_7_d_a_wager_is_not_touched_until_it_is_decided(edition: str) -> None:
    table = war(edition)
    done(table, wager(1), tie(1))
    because = cites("651a.7(d)")
    touched = ("a placed wager may not be touched until it is decided", because)
    assert table.refusal({"do": "remove", "seat": 1, "id": "tie"}) == touched
    assert table.refusal({"do": "reduce", "seat": 1, "id": "initial", "cents": 500}) == touched
    added = table.refusal(wager(1))
    assert added == ("seat 1 already has a wager there, which may not be changed until it is decided", because)
    done(table, NO_MORE_BETS)
    assert table.refusal({"do": "remove", "seat": 1, "id": "tie"}) == touched


@law("651a.7(d)", "651a.8(c)")
@EACH
def test_651a_7_d_no_wager_after_no_more_bets_save_those_of_a_war(edition: str) -> None:
    table = war(edition)
    done(table, wager(1), NO_MORE_BETS)
    assert table.refusal(wager(2))[0].startswith("no wager is taken now")
    done(table, cards("?", "7H"))
    assert table.refusal(tie(1))[1] == cites("651a.7(d)", "651a.8(c)(2)")
    done(table, cards("7C"))
    assert table.refusal(wager(2))[1] == cites("651a.7(d)", "651a.9(c)")
    done(table, to_war(1))
    reason, because = table.refusal(wager(2))
    assert reason == "only a Tie Wager on the War deal can be made now" and because == cites("651a.7(d)", "651a.9(e)")


@law("651a.7(e)")
@EACH
def test_651a_7_e_as_many_adjacent_boxes_as_the_submission_states(edition: str) -> None:
    table = war(edition)
    assert table.refusal(wager(1), wager(2, player=1)) == ("a player may wager on 1 box in a round", cites("651a.7(e)"))
    two = war(edition, "adjacent_boxes=2")
    done(two, wager(1), wager(2, player=1))
    reason, because = two.refusal(wager(3, player=1))
    assert reason == "a player may wager on 2 adjacent boxes in a round" and because == cites("651a.7(e)")
    apart = war(edition, "adjacent_boxes=3")
    reason, because = apart.refusal(wager(1), wager(3, player=1))
    assert reason == "boxes 1, 3 are not adjacent" and because == cites("651a.7(e)")
    done(apart, wager(2, player=1), wager(3, player=1))


@law("651a.7(e)")
@EACH
def test_651a_7_e_more_boxes_than_the_table_has_are_no_submission(edition: str) -> None:
    (finding,) = judged("casino-war", [f"edition={edition}", "boxes=4", "adjacent_boxes=5"])[0].findings
    assert finding.field == "adjacent_boxes" and finding.cites == cites("651a.7(e)")


@law("651a.7(e)")
@EACH
def test_651a_7_e_a_box_belongs_to_one_player_for_the_round(edition: str) -> None:
    table = war(edition, "adjacent_boxes=2")
    played_by_1 = ("box 2 is played by seat 1 in this round", cites("651a.7(e)"))
    done(table, wager(2, player=1))
    assert table.refusal(wager(2)) == (
        "seat 2 already has a wager there, which may not be changed until it is decided",
        cites("651a.7(d)"),
    )
    assert table.refusal(tie(2)) == played_by_1
    assert table.do(tie(2, player=1))[0].event == "wager-placed"
    done(table, NO_MORE_BETS, cards("?", "7H", "7C"), to_war(2))
    assert table.refusal(wager(2, 100, "tie-on-war")) == played_by_1
    assert table.refusal(wager(2, 100, "tie-on-war", player=3)) == played_by_1
    assert table.do(wager(2, 100, "tie-on-war", player=1))[0].event == "wager-placed"


@law("651a.7(e)")
@pytest.mark.parametrize("edition", [FINAL, PROPOSED])
def test_651a_7_e_who_plays_two_boxes_pays_and_is_paid_for_both(edition: str) -> None:
    table = war(edition, "adjacent_boxes=2")
    played(table, [wager(1), wager(2, player=1)], "?", "7H", "7D", "7C")
    assert table.table.chips(1) == 98_000
    done(table, surrender(1), to_war(2))
    assert table.table.chips(1) == 97_500
    events = done(table, cards("?", "?", "?", "KH", "KC"))
    assert (table.table.chips(1), table.table.chips(2)) == (101_500, 100_000)
    assert {row[0] for row in settled(events)} == {2}


@law("651a.7(e)", "651a.9(c)")
def test_651a_7_e_each_box_is_its_own_hand_with_its_own_choice() -> None:
    table = war(FINAL, "adjacent_boxes=2")
    played(table, [wager(1), wager(2, player=1)], "?", "7H", "7D", "7C")
    now = due(table)
    assert isinstance(now, Choices) and [each.who for each in now.open] == ["seat:1", "seat:2"]


@law("651a.9(c)(1)")
@EACH
@pytest.mark.parametrize("cents", [501, 1001])
def test_651a_9_c_1_an_initial_wager_that_has_no_half_is_refused(edition: str, cents: int) -> None:
    reason, because = war(edition).refusal(wager(1, cents))
    assert "cannot be split into 2 equal parts on a surrender" in reason and because == cites("651a.9(c)(1)")
    assert war(edition).do(wager(1), tie(1, 501))[-1].event == "wager-placed"


@pytest.mark.parametrize("cards_entered", [["1X"], ["7"], ["H7"], [7], [None], [], "7H KD", None, ["7H"] * 1001])
def test_a_strange_card_is_not_understood_and_nothing_changes(cards_entered: object) -> None:
    table = war()
    done(table, wager(1), NO_MORE_BETS)
    before = table.table.plain
    with pytest.raises(BadInput, match="result: cards: "):
        table.do({"do": "result", "cards": cards_entered})
    assert table.table.plain == before


def test_a_strange_card_is_told_what_would_be_right() -> None:
    with pytest.raises(BadInput) as error:
        war().do({"do": "result", "cards": ["1X"]})
    assert str(error.value).startswith("result: cards: '1X' is not a card; write rank and suit, like \"7H\"")
    with pytest.raises(BadInput, match="dice is not a field of a deal"):
        war().do({"do": "result", "cards": ["7H"], "dice": [1]})


@law("651a.3(a)", "651a.8(c)(1)")
@pytest.mark.parametrize("decks", [6, 8])
def test_651a_3_a_one_more_of_a_card_than_the_decks_have_is_a_misdeal(decks: int) -> None:
    table = war(FINAL, f"decks={decks}", "limits.max_cents=100000")
    for n in range(decks):
        played(table, [wager(1, 100)], *(["?"] if not n else []), "7H", "2C" if n < 4 else "2D")
    held = table.table.chips(1)
    events = done(table, wager(1, 100), NO_MORE_BETS, cards("7H"))
    assert settled(events) == [(1, "initial", "returned", 100, ("651a.3(a)",))] and table.table.chips(1) == held
    (over,) = [e for e in events if e.event == "round-voided"]
    assert over.cites == cites("651a.3(a)")
    opened = [e.fields["procedure"] for e in events if e.event == "step-done"]
    assert opened[0] == "opening" and opened[-1] == "load"  # other decks
    events = done(table, wager(1, 100), NO_MORE_BETS, cards("?", "7H", "2H"))
    assert [row[:3] for row in settled(events)] == [(1, "initial", "won")]


@law("651a.9(e)", "651a.7(c)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_9_e_a_tie_wager_on_the_war_deal_while_another_seat_still_chooses(edition: str) -> None:
    table = tied(edition, seats=(1, 2))
    added = wager(1, 200, "tie-on-war")
    assert "no wager is taken now" in table.refusal(added)[0]  # nobody is at War yet
    done(table, to_war(1))
    reason, because = table.refusal(wager(2, 200, "tie-on-war"))
    assert reason == "seat 2 has not gone to War" and because == cites("651a.9(e)")
    (event,) = done(table, added)
    assert (event.event, event.fields["cents"], event.cites) == ("wager-placed", 200, cites("651a.9(e)"))
    assert table.refusal(added)[1] == cites("651a.7(d)")
    events = done(table, surrender(2), cards("?", "?", "?", "9H", "9D"))
    won = [e for e in events if e.event == "wager-settled" and e.fields["wager"] == "tie-on-war"]
    assert [(e.fields["result"], e.fields["returned_cents"]) for e in won] == [("won", 2200)]


def at_war_with_cards_ahead(edition: str, *seats: int) -> Bench:
    """These seats have gone to War, whose cards were entered with the original deal."""
    table = war(edition)
    sevens = ["7H", "7D", "7S"][: len(seats)]
    played(table, [wager(seat) for seat in seats], "?", *sevens, "7C", "?", "?", "?", *["9H"] * len(seats), "9D")
    events = done(table, *(to_war(seat) for seat in seats))
    assert "war-confirmed" not in [event.event for event in events]
    return table


@law("651a.9(e)", "651a.7(c)")
@pytest.mark.parametrize("edition", [*EDITIONS, "2011-filing"])
def test_651a_9_e_cards_that_were_entered_ahead_wait_for_tie_wagers_on_the_war_deal(edition: str) -> None:
    table = at_war_with_cards_ahead(edition, 1, 2)
    assert table.table.waiting == ["?", "?", "?", "9H", "9H", "9D"]
    (placed,) = done(table, wager(1, 300, "tie-on-war"))
    assert (placed.event, placed.cites) == ("wager-placed", cites("651a.9(e)"))
    events = done(table, wager(2, 200, "tie-on-war"))  # nobody is left who could make one: the War is dealt
    won = [row[:4] for row in settled(events) if row[1] == "tie-on-war"]
    assert sorted(won) == [(1, "tie-on-war", "won", 3300), (2, "tie-on-war", "won", 2200)]


@law("651a.9(f)", "651a.9(e)")
@pytest.mark.parametrize(
    "command",
    [NO_MORE_BETS, {"do": "draw"}, wager(1, 500), {"do": "cash-out", "seat": 1, "cents": 100}],
    ids=["no-more-bets", "draw", "next-round", "cash-out"],
)
def test_651a_9_f_the_war_is_dealt_with_the_next_command_that_comes_after_it(command: dict[str, Any]) -> None:
    table = at_war_with_cards_ahead(FINAL, 1)
    reason, _ = table.refusal(wager(1, 1, "tie-on-war"))
    assert "outside the limits" in reason and table.table.waiting  # a refused Tie Wager leaves the window open
    done(table, {"do": "buy-in", "seat": 1, "cents": 100})
    events = done(table, command)
    assert [(row[1], row[2]) for row in settled(events)] == [("initial", "returned"), ("war", "won")]
    assert events[0].event == "war-confirmed" and not table.table.waiting
