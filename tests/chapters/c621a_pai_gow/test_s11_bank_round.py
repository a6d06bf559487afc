"""621a.11(e) to (m): the round of a bank: co-banking, the dealer's wager, deliveries, shaking and dealing."""

from __future__ import annotations

import pytest

from chapters.c621a_pai_gow.sitting import (
    BEST,
    CHIPS,
    EXPOSE,
    GOOD,
    POOR,
    Sitting,
    after_a_round,
    banking,
    set_as,
    sitting,
    wager,
)
from chapters.harness import NO_MORE_BETS, choose, report, step, the
from houseway.core import Chance, Procedure
from houseway.games.pai_gow.law.positions import starting_position
from houseway.law import cites
from support import law


@law("621a.11(h)", "621a.11(d)(2)")
def test_621a_11_h_a_dealers_wager_that_cannot_be_covered_is_told() -> None:
    here = banking(1, chips=(10_000, *(CHIPS,) * 5))
    has = here.table.chips(1)
    here.do(wager(2, has - 400))
    lowered = the(here.do(NO_MORE_BETS), "dealer-wager-lowered")
    assert (lowered.fields["directed_cents"], lowered.fields["cents"]) == (1000, 400)
    assert lowered.cites == cites("621a.11(d)(2)", "621a.11(h)")
    assert the(here.table.events, "dealer-wager-placed").fields["cents"] == 400
    here = banking(1, chips=(10_000, *(CHIPS,) * 5))
    here.do(wager(2, here.table.chips(1)))
    assert the(here.do(NO_MORE_BETS), "dealer-wager-lowered").fields["cents"] == 0
    assert "dealer-wager-placed" not in [event.event for event in here.table.events]


@law("621a.11(e)", "621a.1[Marker]")
def test_621a_11_e_a_co_bank_is_asked_for_and_marked_and_the_dealer_makes_no_wager() -> None:
    here = banking(2)
    marked = the(here.do(choose(2, "co-bank")), "co-bank-taken")
    assert marked.cites == cites("621a.11(e)", "621a.1[Marker]")
    assert here.asked()["seat:2"] == ["cut"]
    refused = here.refusal(choose(2, "dealer-wager", cents=0))
    assert refused == ("with a co-bank the dealer makes no wager", cites("621a.11(e)", "621a.11(h)"))
    here.do(wager(1, 1000), NO_MORE_BETS)
    assert "dealer-wager-placed" not in [event.event for event in here.table.events]


@law("621a.11(e)")
def test_621a_11_e_co_banking_is_for_the_bank_of_a_table_that_offers_it() -> None:
    here = banking(1, "co_bank=false")
    assert "co-bank" not in here.asked()["seat:1"]
    assert here.refusal(choose(1, "co-bank")) == ("the house does not co-bank at this table", cites("621a.11(e)"))
    assert banking(1).refusal(choose(2, "co-bank")) == (
        "only the player who banks may choose co-bank",
        cites("621a.11(e)"),
    )


@law("621a.11(e)")
@pytest.mark.parametrize(("reading", "times"), [("all", 1), ("half", 2)])
def test_621a_11_e_what_a_co_bank_must_cover_is_a_reading(reading: str, times: int) -> None:
    here = banking(1, f"reading.co_bank_cover={reading}", chips=(10_000, *(CHIPS,) * 5))
    most = times * here.table.chips(1)
    here.do(choose(1, "co-bank"))
    assert here.refusal(wager(2, most + 20))[1] == cites("621a.11(d)(2)")
    here.do(wager(2, most))


@law("621a.11(f)")
def test_621a_11_f_the_bank_plays_its_own_box_and_makes_no_wager() -> None:
    here = banking(2)
    refused = "the bank plays its own position and makes no wager"
    assert here.refusal(wager(2, 1000)) == (refused, cites("621a.11(f)"))
    assert here.refusal(wager(3, 1000, player=2)) == (refused, cites("621a.11(f)"))
    here.do(wager(1, 1000))
    assert here.refusal(wager(2, 1000, player=1)) == ("box 2 is the position of the bank", cites("621a.11(f)"))


@law("621a.11(f)")
def test_621a_11_f_who_has_a_wager_takes_it_down_before_banking() -> None:
    here = after_a_round()
    here.do(wager(1, 1000))
    reason, because = here.refusal(choose(1, "bank"))
    assert reason.startswith("the bank plays its own box without a wager") and because == cites("621a.11(f)")
    here.do({"do": "remove", "seat": 1, "id": "wager"}, choose(1, "bank"))


@law("621a.11(h)")
def test_621a_11_h_the_dealer_wagers_what_the_bank_last_wagered_against_the_dealer() -> None:
    here = banking(1)
    before = here.table.accounts["inventory"]
    placed = the(here.do(wager(2, 2000), NO_MORE_BETS), "dealer-wager-placed")
    assert (placed.fields["cents"], placed.cites) == (1000, cites("621a.11(h)"))
    assert here.table.accounts["inventory"] == before - 1000
    assert here.table.accounts["layout"] == 3000


@law("621a.11(h)")
def test_621a_11_h_or_what_the_submission_says() -> None:
    here = banking(1, "dealer_wager_cents=2500")
    placed = the(here.do(NO_MORE_BETS), "dealer-wager-placed")
    assert placed.fields["cents"] == 2500


@law("621a.11(h)")
@pytest.mark.parametrize("cents", [0, 20, 980])
def test_621a_11_h_the_bank_may_have_it_lower_or_none(cents: int) -> None:
    here = banking(1)
    assert here.refusal(choose(1, "dealer-wager", cents=1020))[1] == cites("621a.11(h)")
    here.do(choose(1, "dealer-wager", cents=cents), wager(2, 1000), NO_MORE_BETS)
    placed = [event.fields["cents"] for event in here.table.events if event.event == "dealer-wager-placed"]
    assert placed == ([cents] if cents else [])


@law("621a.11(h)")
def test_621a_11_h_without_any_wager_there_is_no_round() -> None:
    here = banking(1)
    here.do(choose(1, "dealer-wager", cents=0))
    assert here.refusal(NO_MORE_BETS) == ("nobody has made a wager", cites("621a.7(c)"))


@law("621a.11(i)", "621a.9")
def test_621a_11_i_the_bank_chooses_a_delivery_after_no_more_bets() -> None:
    here = banking(1)
    assert "dealer" not in here.asked()
    here.do(wager(2, 1000), NO_MORE_BETS)
    assert list(here.asked()) == ["seat:1", "dealer"] and here.asked()["seat:1"][:2] == [
        "standard",
        "house-way-from-the-left",
    ]
    events = here.do(choose(1, "jung-quat"))
    assert the(events, "delivery-chosen").cites == cites("621a.9(4)")
    steps = [event for event in events if event.event == "step-done"]
    assert [(event.fields["by"], event.fields["item"]) for event in steps] == [
        ("dealer", "indicate"),
        ("player", "shake"),
    ]
    assert steps[0].fields["noted"] == {"style": "jung-quat", "signal": here.rules.option("delivery_signal")}
    assert {event.cites for event in steps} == {cites("621a.11(i)")}


@law("621a.11(i)")
def test_621a_11_i_the_signal_to_surveillance_is_the_submitted_one() -> None:
    here = banking(1, "delivery_signal=Two fingers on the rail")
    here.by_hand()
    here.do(wager(2, 1000), NO_MORE_BETS, choose(1, "jung-quat"))
    show = step("621a.11(i)", item="indicate", style="jung-quat", signal="A nod")
    reason, because = here.refusal(show)
    assert reason == "signal to surveillance as submitted: Two fingers on the rail"
    assert because == cites("621a.11(i)")
    done = here.do({**show, "signal": "Two fingers on the rail"})[0]
    assert done.fields["noted"] == {"style": "jung-quat", "signal": "Two fingers on the rail"}


@law("621a.11(i)", "621a.8(d)")
def test_621a_11_i_where_the_bank_says_nothing_the_deal_is_standard() -> None:
    here = banking(1)
    here.do(wager(2, 1000), NO_MORE_BETS)
    assert here.refusal({"do": "choose", "by": "dealer", "choice": "jung-quat"})[1] == cites("621a.11(i)", "621a.9")
    chosen = the(here.do({"do": "choose", "by": "dealer", "choice": "standard"}), "delivery-chosen")
    assert chosen.fields["text"] == "The bank chooses no delivery. The delivery is Standard."
    assert chosen.cites == cites("621a.8(d)", "621a.11(i)") and here.chance.what == "total of the dice"


@law("621a.11(i)")
def test_621a_11_i_where_no_delivery_is_submitted_the_deal_is_standard() -> None:
    here = banking(1, "deliveries=[]")
    here.do(wager(2, 1000), NO_MORE_BETS)
    assert here.chance.what == "total of the dice" and here.table.state.style == "standard"


def by_hand_to_the_shaker() -> Sitting:
    """A bank's round at which the steps of the shaker are done by hand."""
    here = banking(1)
    here.do(wager(2, 1000), NO_MORE_BETS)
    here.by_hand()
    here.do(choose(1, "chee-yee"))
    return here


@law("621a.11(i)")
def test_621a_11_i_the_dealer_repeats_the_delivery_and_the_bank_shakes_three_times() -> None:
    here = by_hand_to_the_shaker()
    reason, because = here.refusal(step("621a.11(i)", item="indicate", style="jung-quat"))
    assert 'note "style": "chee-yee"' in reason and because == cites("621a.11(i)")
    here.do(step("621a.11(i)", item="indicate", style="chee-yee"))
    reason, because = here.refusal(step("621a.11(i)", "player", item="shake", shakes=2))
    assert "at least 3 times" in reason and because == cites("621a.11(i)")
    reason, because = here.refusal(step("621a.11(i)", "dealer", item="shake", shakes=3))
    assert "this is for the player" in reason
    here.do(step("621a.11(i)", "player", item="shake", shakes=3))
    assert isinstance(here.table.due, Chance)


@law("621a.11(i)")
def test_621a_11_i_a_bank_that_lifts_the_lid_shakes_again() -> None:
    here = banking(1)
    here.do(wager(2, 1000), NO_MORE_BETS, choose(1, "standard"))
    assert here.refusal({"do": "result", "total": 9, "by": "player"})[1] == cites("621a.11(i)", "621a.11(j)")
    events = here.do(report("621a.11(i)"))
    assert events[0].event == "reshaken"
    assert [event.fields["item"] for event in events if event.event == "step-done"] == ["indicate", "shake"]
    assert here.chance.what == "total of the dice"
    house = sitting()
    house.do(wager(1, 1000), NO_MORE_BETS)
    assert house.refusal(report("621a.11(i)"))[0] == "no player is the bank and has the shaker"


@law("621a.11(i)")
def test_621a_11_i_a_generator_is_not_used_when_a_player_banks() -> None:
    here = banking(1, "starting_position=generator")
    here.do(wager(2, 1000), NO_MORE_BETS, choose(1, "standard"))
    assert here.chance.what == "total of the dice" and min(here.chance.weights) == 3


@law("621a.11(j)")
def test_621a_11_j_the_count_begins_with_the_bank_and_passes_dealer_and_dead_hand() -> None:
    ring = ["dealer", 1, 2, 3, 4, 5, 6, "Dead Hand"]
    for bank in range(1, 7):
        turned = ring[bank:] + ring[:bank]
        assert [ring[starting_position(total, bank)] for total in range(1, 9)] == turned
    here = banking(4)
    here.do(wager(2, 1000), NO_MORE_BETS, choose(4, "standard"))
    announced = here.do({"do": "result", "total": 5})[0]
    assert announced.fields["text"] == "The dice total 5: the dealer is dealt first."
    assert announced.cites == cites("621a.11(j)")


@law("621a.11(k)", "621a.11(l)", "621a.11(m)")
def test_621a_11_k_all_positions_are_dealt_and_those_without_a_wager_collected() -> None:
    here = banking(4)
    events = here.do(wager(2, 1000), NO_MORE_BETS, choose(4, "standard"), {"do": "result", "total": 5})
    dealt = [event.cites[0] for event in events if event.fields.get("procedure") == "deal"]
    assert dealt == list(cites("621a.11(k)", "621a.11(l)", "621a.11(m)"))
    assert [hand.position for hand in here.table.state.hands] == [0, 2, 4]


@law("621a.11(l)", "621a.11(n)")
def test_621a_11_l_a_dealer_without_a_wager_keeps_no_tiles() -> None:
    here = banking(4)
    here.do(choose(4, "dealer-wager", cents=0), wager(2, 1000), NO_MORE_BETS, choose(4, "standard"))
    here.do(here.tiles({2: POOR}), set_as(2, POOR))
    assert [hand.position for hand in here.table.state.hands] == [2, 4]
    events = here.do(choose(4, "house-way"))
    assert [event.event for event in events][-2:] == ["step-done", "revealed"]  # the bank's hands come next
    assert not isinstance(here.table.due, Procedure)


@law("621a.11(i)")
def test_621a_11_i_the_bank_shakes_only_after_the_delivery_was_shown() -> None:
    here = by_hand_to_the_shaker()
    reason, because = here.refusal(step("621a.11(i)", "player", item="shake", shakes=3))
    assert reason.startswith("first: Repeat the chosen delivery aloud") and because == cites("621a.11(i)")


@law("621a.11(a)", "621a.11(k)", "621a.11(n)", "621a.11(o)")
def test_621a_11_a_in_a_banks_round_its_own_paragraphs_say_what_is_due() -> None:
    here = by_hand_to_the_shaker()
    found = [here.table.due.cites]
    here.do(step("621a.11(i)", item="indicate", style="chee-yee"), step("621a.11(i)", "player", item="shake", shakes=3))
    here.do(here.tiles({0: BEST, 1: POOR, 2: GOOD}))
    found.append(here.table.due.cites)
    here.do(step("621a.9(5)"), *(step(f"621a.11({letter})") for letter in "klm"), set_as(1, POOR), set_as(2, GOOD))
    found.append(here.table.due.cites)
    way = here.table.game.law.normal_notes(here.table.rules, here.table.state, here.table.steps()[0])
    here.do(step("621a.10(c)", **way), step("621a.11(n)"), EXPOSE)
    found.append(here.table.due.cites)
    right = (("621a.11(i)",), ("621a.11(k)", "621a.9(5)"), ("621a.11(n)",), ("621a.11(o)",))
    assert found == [cites(*each) for each in right]
