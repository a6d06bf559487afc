"""621a.1: the terms, as a table uses them."""

from __future__ import annotations

from chapters.c621a_pai_gow.sitting import banking, because, set_as, settled, sitting
from chapters.harness import choose, the
from houseway.games import load
from houseway.law import cites
from support import law

DEALER = ("3-3", "3-3", "5-6", "1-6")  # a pair of 3-3 over 8
TERMS = ("Copy hand", "High hand", "Low hand", "Marker", "Setting the hands", "Supreme Pair", "Value")


@law("621a.1", *(f"621a.1[{term}]" for term in TERMS))
def test_621a_1_seven_terms_have_a_meaning_of_their_own() -> None:
    outline = load("pai-gow")[0].chapter.outline
    defined = [p.cite for p in outline.paragraphs if p.cite.section == "621a.1" and p.cite.depth]
    assert defined == [f"621a.1[{term}]" for term in TERMS]


@law("621a.1[Copy hand]", "621a.4(g)", "621a.10(g)")
def test_621a_1_copy_hand_a_player_who_copies_both_hands_loses() -> None:
    """9 with the high tile 5-5 and 2 with the high tile 3-3, on both sides."""
    here = sitting("house_way=highest-high")
    events = here.round({0: ("5-5", "4-5", "3-3", "1-5"), 1: ("5-5", "3-6", "3-3", "1-5")}, 1000)
    assert (the(events, "dealer-set").fields["high"], the(events, "dealer-set").fields["low"]) == (
        ["5-5", "4-5"],
        ["3-3", "1-5"],
    )
    assert settled(events) == [(1, "lost", 0)]
    assert because(events, 1) == cites("621a.10(f)", "621a.10(g)", "621a.4(e)", "621a.4(g)")


@law("621a.1[High hand]", "621a.1[Low hand]")
def test_621a_1_high_hand_the_higher_of_two_and_the_low_hand_the_other() -> None:
    here = sitting()
    here.wager(1000)
    here.deal({0: DEALER, 1: ("6-6", "6-6", "1-1", "4-6")})
    reason, cited = here.refusal(set_as(1, ("1-1", "4-6", "6-6", "6-6")))
    assert "is lower than the low hand" in reason
    assert cited == cites("621a.1[High hand]", "621a.1[Low hand]", "621a.10(a)")


@law("621a.1[Marker]")
def test_621a_1_marker_shows_who_is_bank_and_co_bank() -> None:
    here = banking(3)
    events = here.do(choose(3, "co-bank"))
    assert the(events, "co-bank-taken").fields["text"] == "The co-bank marker is placed before seat 3."
    assert here.table.view("seat:1")["bank"] == {
        "seat": 3, "co_bank": True, "chips_cents": here.table.state.bank.chips_cents,
    }  # fmt: skip


@law("621a.1[Supreme Pair]", "621a.10(d)(1)")
def test_621a_1_supreme_pair_beats_every_other() -> None:
    here = sitting()
    events = here.round({0: ("2-4", "1-2", "5-5", "4-6"), 1: ("6-6", "6-6", "1-1", "1-1")}, 1000)
    assert set(the(events, "dealer-set").fields["high"]) == {"2-4", "1-2"}
    assert settled(events) == [(1, "returned", 1000)]  # the low hand alone is higher: the dealer's is zero


@law("621a.1[Value]", "621a.4(c)")
def test_621a_1_value_is_the_last_digit_of_the_spots() -> None:
    here = sitting()
    shown = the(here.round({0: DEALER, 1: ("5-6", "1-6", "2-2", "5-5")}, 1000), "revealed")
    assert "5-6 1-6 (8, high tile Eleven (5-6)) over 2-2 5-5 (4, high tile Ten (5-5))" in shown.fields["text"]
