"""621a.13: a player on several adjacent betting areas."""

from __future__ import annotations

import pytest

from chapters.c621a_pai_gow.sitting import BEST, GOOD, MIDDLE, POOR, Sitting, set_as, settled, sitting, wager
from chapters.harness import NO_MORE_BETS, choose, report
from houseway.games import judged
from houseway.law import cites
from support import law


def two_boxes(own: int, beside: int) -> Sitting:
    """Seat 2 on boxes 2 and 3, with these wagers, and tiles dealt."""
    here = sitting()
    here.do(wager(2, own), wager(3, beside, player=2))
    here.deal({0: MIDDLE, 2: BEST, 3: GOOD})
    return here


@law("621a.13")
def test_621a_13_a_players_chips_lie_on_both_boxes() -> None:
    here = sitting()
    events = here.do(wager(2, 1000), wager(3, 2000, player=2))
    assert events[-1].fields == {
        "seat": 3, "wager": "wager", "cents": 2000, "total_cents": 2000, "player": 2,
    }  # fmt: skip
    assert (here.table.chips(2), here.table.chips(3)) == (97_000, 100_000)
    here.do({"do": "remove", "seat": 3, "id": "wager"})
    assert here.table.chips(2) == 99_000


@law("621a.13(a)")
@pytest.mark.parametrize("most", [1, 2, 3])
def test_621a_13_a_no_more_boxes_than_submitted(most: int) -> None:
    here = sitting(f"adjacent_boxes={most}")
    here.do(wager(2, 1000), *(wager(2 + n, 1000, player=2) for n in range(1, most)))
    reason, because = here.refusal(wager(2 + most, 1000, player=2))
    words = "one box" if most == 1 else f"{most} adjacent boxes"
    assert reason == f"a player may wager on {words} in one round" and because == cites("621a.13(a)")


@law("621a.13(a)")
def test_621a_13_a_boxes_are_in_a_row_with_the_players_own() -> None:
    here = sitting("adjacent_boxes=6")
    assert here.refusal(wager(3, 1000, player=2))[0] == "a wager on the player's own box comes first"
    here.do(wager(2, 1000))
    assert here.refusal(wager(4, 1000, player=2)) == ("box 4 is not adjacent to box 2", cites("621a.13(a)"))
    here.do(wager(3, 1000, player=2), wager(1, 1000, player=2), wager(4, 1000, player=2))
    for box in (2, 3):
        reason, because = here.refusal({"do": "remove", "seat": box, "id": "wager"})
        assert reason.startswith("take down the outer wagers first") and because == cites("621a.13(a)")
    here.do({"do": "remove", "seat": 4, "id": "wager"}, {"do": "remove", "seat": 3, "id": "wager"})


@law("621a.13(a)")
def test_621a_13_a_a_box_has_one_player() -> None:
    here = sitting()
    here.do(wager(2, 1000), wager(3, 1000, player=2))
    assert here.refusal(wager(3, 1000)) == ("box 3 is played by seat 2 in this round", cites("621a.13(a)"))
    here.do(wager(4, 1000))
    assert here.refusal(wager(3, 1000, player=4))[1] == cites("621a.13(a)")
    assert here.refusal(wager(4, 1000, player=2))[1] == cites("621a.13(a)")
    here.do(wager(3, 1000, player=2))  # more on the same box
    assert [placed.cents for placed in here.table.state.placed] == [1000, 2000, 1000]


@law("621a.13(a)")
def test_621a_13_a_the_number_is_submitted() -> None:
    for value in (0, 7):
        (finding,) = judged("pai-gow", [f"adjacent_boxes={value}"])[0].findings
        assert (finding.field, finding.value, finding.cites) == ("adjacent_boxes", value, cites("621a.13(a)"))


@law("621a.13(b)")
@pytest.mark.parametrize(("own", "beside", "first"), [(1000, 2000, 3), (2000, 1000, 2), (1000, 1000, 2)])
def test_621a_13_b_the_larger_wager_is_set_first_and_equal_ones_counterclockwise(
    own: int, beside: int, first: int
) -> None:
    here = two_boxes(own, beside)
    second, hands = 5 - first, {2: BEST, 3: GOOD}
    assert list(here.asked()) == [f"seat:{first}"]
    assert [len(hand.tiles) for hand in here.table.state.hands if hand.position == second] == [0]  # not looked at yet
    reason, because = here.refusal(set_as(second, hands[second]))
    assert reason == f"set the hand of box {first} first" and because == cites("621a.13(b)")
    here.do(set_as(first, hands[first]))
    assert list(here.asked()) == [f"seat:{second}"]
    reason, because = here.refusal(set_as(first, hands[first]))
    assert "laid down and may not be touched again" in reason and because == cites("621a.10(b)", "621a.13(b)")
    here.do(set_as(second, hands[second]))
    assert here.asked() == {"dealer": ["expose"], "seat:2": ["surrender"], "seat:3": ["surrender"]}


@law("621a.13(b)")
def test_621a_13_b_each_box_is_played_by_itself() -> None:
    here = two_boxes(1000, 2000)
    here.do(set_as(3, GOOD), set_as(2, BEST), choose(2, "surrender"))
    events = here.expose()
    assert settled(events) == [(3, "won", 3900)]
    assert events[[event.event for event in events].index("wager-settled")].fields["seat"] == 3
    assert here.table.chips(2) == 100_000 - 1000 + 1900


@law("621a.13(b)", "621a.12(d)")
def test_621a_13_b_of_a_voided_hand_only_its_own_wager_goes_back() -> None:
    here = sitting()
    here.do(wager(2, 1000), wager(3, 2000, player=2), NO_MORE_BETS, {"do": "result", "total": 9})
    here.do(report("621a.12(d)", position=3), choose(3, "void"))
    assert (here.table.chips(2), [placed.seat for placed in here.table.state.placed]) == (99_000, [2])


@law("621a.13(b)", "621a.7(b)")
def test_621a_13_b_who_leaves_abandons_both_boxes() -> None:
    here = two_boxes(1000, 2000)
    here.do(report("621a.7(b)", "floorperson", seat=2))
    assert settled(here.expose()) == [(2, "lost", 0), (3, "lost", 0)]


def test_tiles_of_both_boxes_are_seen_by_their_player() -> None:
    here = two_boxes(1000, 2000)
    here.do(set_as(3, GOOD))
    hands = {hand["position"]: hand["tiles"] for hand in here.table.view("seat:2")["hands"]}
    assert (hands[2], hands[3]) == (list(BEST), list(GOOD))
    assert {hand["position"]: hand["tiles"] for hand in here.table.view("seat:3")["hands"]}[3] == 4
    assert POOR not in hands.values()


@law("621a.13(b)", "621a.10(b)")
def test_621a_13_b_what_is_refused_of_a_neighbouring_box_is_for_the_player_who_plays_it() -> None:
    here = sitting()
    here.do(wager(1, 1000), wager(2, 2000, player=1), NO_MORE_BETS, here.tiles({0: MIDDLE, 1: POOR, 2: BEST}))
    (refused,) = here.table.do(choose(2, "set", high=["1-1", "1-1"], low=["6-6", "6-6"]))
    assert refused.event == "act-refused" and "lower than the low hand" in refused.fields["reason"]
    assert refused.to == "seat:1"  # seat 2 may be somebody else's
    (other,) = here.table.do(choose(3, "set", high=["1-1", "1-1"], low=["6-6", "6-6"]))
    assert (other.event, other.to) == ("act-refused", "seat:3")
