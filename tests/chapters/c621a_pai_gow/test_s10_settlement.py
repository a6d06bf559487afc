"""621a.10: setting, surrender, exposure, settlement and vigorish."""

from __future__ import annotations

import pytest

from chapters.c621a_pai_gow.sitting import BEST, EXPOSE, GOOD, MIDDLE, POOR, Sitting, because, set_as, settled, sitting
from chapters.c621a_pai_gow.test_s8_dealing import closed_by_hand
from chapters.harness import choose, step, the
from houseway.games import judged, load
from houseway.games.pai_gow.law.settlement import verdict
from houseway.games.pai_gow.law.state import Hand
from houseway.law import BadInput, cites
from support import law

DEALER = ("3-3", "3-3", "5-6", "1-6")  # a pair of 3-3 over 8, high tile 5-6


def dealt(hands: dict[int, tuple[str, ...]], *cents: int, settings: tuple[str, ...] = ()) -> Sitting:
    """Wagers and tiles, before anybody sets."""
    here = sitting(*settings)
    here.wager(*(cents or (1000,) * max(hands)))
    here.deal(hands)
    return here


@law("621a.10")
def test_621a_10_set_turn_over_surrender_expose_pay_in_the_laws_order() -> None:
    here = dealt({0: DEALER, 1: BEST, 2: POOR})
    assert [event.event for event in here.do(set_as(1, BEST))] == ["chosen", "hand-set"]
    turned = [event.event for event in here.do(set_as(2, POOR))]
    assert turned == ["chosen", "hand-set", "result", "result", "result", "result", "step-done", "dealer-set"]
    assert here.asked() == {"dealer": ["expose"], "seat:1": ["surrender"], "seat:2": ["surrender"]}
    told = [(event.event, event.fields.get("procedure")) for event in here.expose()][:8]
    assert told == [
        ("chosen", None),
        ("revealed", None),
        ("chosen", None),
        ("revealed", None),
        ("wager-settled", None),  # the loser at once
        ("step-done", "pay"),
        ("wager-settled", None),
        ("step-done", "collect-tiles"),
    ]


@law("621a.10(a)", "621a.1[Setting the hands]", "621a.1[High hand]", "621a.1[Low hand]")
def test_621a_10_a_each_player_sets_a_high_and_a_low_hand_of_the_own_four_tiles() -> None:
    here = dealt({0: MIDDLE, 1: POOR, 2: GOOD})
    assert here.asked() == {"seat:1": ["set", "house-way", "ask"], "seat:2": ["set", "house-way", "ask"]}
    (chosen, told) = here.do(set_as(2, GOOD))
    assert (chosen.event, chosen.fields) == ("chosen", {"who": "seat:2", "choice": "set", "cents": 0})
    assert (told.event, told.to, told.fields["high"]) == ("hand-set", "seat:2", ["4-4", "4-4"])
    assert here.asked() == {"seat:1": ["set", "house-way", "ask"]}


@law("621a.10(a)")
@pytest.mark.parametrize(
    ("data", "reason", "cited"),
    [
        ({}, "name the two tiles of the high hand", "621a.10(a)"),
        ({"high": ["5-6", "1-5"]}, "name the two tiles of the high hand", "621a.10(a)"),
        ({"high": ["5-6", "1-5"], "low": ["4-6", "6-6"]}, "6-6 is not among the four tiles dealt", "621a.10(a)"),
        ({"high": ["5-6", "1-5"], "low": ["4-6", "4-6"]}, "a second 4-6 is not among the four", "621a.10(a)"),
        ({"high": ["4-6", "2-3"], "low": ["5-6", "1-5"]}, "is lower than the low hand", "621a.1[High hand]"),
    ],
)
def test_621a_10_a_a_setting_that_is_none(data: dict[str, object], reason: str, cited: str) -> None:
    here = dealt({0: MIDDLE, 1: POOR})
    event = here.table.do(choose(1, "set", **data))[-1]
    assert event.event == "act-refused" and reason in event.fields["reason"]
    assert cites(cited)[0] in event.cites
    assert event.to == "seat:1"  # what it says of the tiles is not for the others
    assert "seat:1" in here.asked()


@law("621a.10(a)")
@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"high": ["6-7", "1-1"], "low": ["1-1", "2-2"]}, "high: '6-7' is not a tile"),
        ({"high": ["6-6"], "low": ["1-1", "2-2"]}, "high: ['6-6'] is not 2 tiles"),
        ({"high": "6-6 1-1"}, "high: '6-6 1-1' is not 2 tiles"),
        ({"middle": ["6-6"]}, "middle is not part of setting a hand"),
    ],
)
def test_621a_10_a_what_is_no_tile_is_bad_input(data: dict[str, object], problem: str) -> None:
    here = dealt({0: MIDDLE, 1: POOR})
    with pytest.raises(BadInput) as raised:
        here.table.do(choose(1, "set", **data))
    assert problem in str(raised.value)


@law("621a.10(b)")
def test_621a_10_b_who_is_told_how_the_house_sets_may_set_otherwise() -> None:
    here = dealt({0: MIDDLE, 1: ("6-6", "3-3", "6-6", "2-2")}, settings=("house_way=highest-high",))
    told = the(here.do(choose(1, "ask")), "house-way-told")
    assert told.to == "seat:1" and told.cites[0] == "621a.10(b)"
    assert (told.fields["high"], sorted(told.fields["low"])) == (["6-6", "6-6"], ["2-2", "3-3"])
    assert the(here.do(choose(1, "ask")), "house-way-told").fields == told.fields  # as often as the player asks
    assert here.asked()["seat:1"] == ["set", "house-way", "ask"]  # and it is still the player's to set
    here.do(choose(1, "set", high=["6-6", "3-3"], low=["6-6", "2-2"]))


@law("621a.10(b)")
def test_621a_10_b_or_has_the_hands_set_as_the_house_would() -> None:
    here = dealt({0: MIDDLE, 1: ("6-6", "3-3", "6-6", "2-2")}, settings=("house_way=highest-high",))
    told = the(here.do(choose(1, "house-way")), "hand-set")
    assert told.to == "seat:1" and told.cites[0] == "621a.10(b)"
    assert (told.fields["high"], sorted(told.fields["low"])) == (["6-6", "6-6"], ["2-2", "3-3"])


@law("621a.10(b)")
def test_621a_10_b_hands_once_laid_down_are_not_touched_again() -> None:
    here = dealt({0: MIDDLE, 1: POOR, 2: GOOD})
    here.do(set_as(1, POOR))
    reason, cited = here.refusal(set_as(1, POOR))
    assert reason == "the hands of box 1 have been laid down and may not be touched again"
    assert cited == cites("621a.10(b)", "621a.13(b)")


@law("621a.10(b)")
def test_621a_10_b_nobody_sets_for_another() -> None:
    here = dealt({0: MIDDLE, 1: POOR, 2: GOOD})
    for role in ("dealer", "floorperson"):
        command = {"do": "choose", "by": role, "choice": "set", "high": list(POOR[:2]), "low": list(POOR[2:])}
        reason, cited = here.refusal(command)
        assert reason == f"players set their own hands; a {role} cannot" and cited == cites("621a.10(b)")
    reason, cited = here.refusal(set_as(1, GOOD))
    assert reason.startswith("4-4 is not among the four tiles dealt") and cited == cites("621a.10(a)")


@law("621a.10(b)", "621a.10(a)")
def test_621a_10_b_a_players_tiles_are_that_players_alone() -> None:
    here = dealt({0: MIDDLE, 1: POOR, 2: GOOD})
    private = [event for event in here.table.events if event.event == "result" and event.to == "seat:2"]
    assert [event.fields["tiles"] for event in private] == [[tile] for tile in GOOD]
    for who, seen in (("seat:2", list(GOOD)), ("seat:1", 4), ("dealer", 4), ("surveillance", 4)):
        hands = {hand["position"]: hand["tiles"] for hand in here.table.view(who)["hands"]}
        assert hands[2] == seen
        assert hands[0] == []  # nobody has turned the dealer's over
    assert here.table.game.law.hidden_from(here.table.rules, here.table.state, "seat:1")


@law("621a.10(c)")
def test_621a_10_c_the_dealers_tiles_are_turned_over_when_all_have_set() -> None:
    here = dealt({0: DEALER, 1: POOR, 2: GOOD})
    here.do(set_as(1, POOR))
    assert here.table.state.hands[0].tiles == ()
    events = here.do(set_as(2, GOOD))
    assert [event.fields["tiles"] for event in events if event.event == "result"] == [[tile] for tile in DEALER]
    assert {event.to for event in events if event.event == "result"} == {"all"}
    shown = the(events, "dealer-set")
    assert sorted(shown.fields["high"] + shown.fields["low"]) == sorted(DEALER)
    assert shown.cites == cites("621a.10(c)", "621a.10(d)(2)")


@law("621a.10(d)", "621a.10(d)(1)", "621a.10(d)(2)", "621a.10(d)(3)", "621a.10(d)(4)")
@pytest.mark.parametrize(
    ("tiles", "high", "cite"),
    [
        (("1-2", "6-6", "2-4", "1-1"), {"1-2", "2-4"}, "621a.10(d)(1)"),
        (("3-5", "6-6", "5-6", "1-5"), {"6-6", "3-5"}, "621a.10(d)(2)"),
        (("4-4", "1-6", "1-5", "5-6"), {"4-4", "5-6"}, "621a.10(d)(3)"),
        (("2-2", "4-4", "3-3", "2-6"), {"4-4", "2-6"}, "621a.10(d)(4)"),
    ],
)
def test_621a_10_d_the_dealer_sets_by_the_first_paragraph_that_applies(
    tiles: tuple[str, ...], high: set[str], cite: str
) -> None:
    here = dealt({0: tiles, 1: MIDDLE}, settings=("house_way=highest-high",))
    shown = the(here.do(set_as(1, MIDDLE)), "dealer-set")
    assert cite in shown.cites
    assert set(shown.fields["high"]) == high


@law("621a.10(d)")
def test_621a_10_d_a_house_way_is_submitted_by_name_or_by_rules() -> None:
    assert judged("pai-gow", ["house_way=highest-low"])[0].rules is not None
    (finding,) = judged("pai-gow", ["house_way=as-it-comes"])[0].findings
    assert (finding.field, finding.value, finding.cites[0]) == ("house_way", "as-it-comes", "621a.10(d)")


@law("621a.10(e)")
def test_621a_10_e_a_surrendered_wager_is_taken_at_once_and_the_tiles_stay_unseen() -> None:
    here = dealt({0: DEALER, 1: POOR, 2: BEST}, 1000, 3000)
    reason, cited = here.refusal(choose(1, "surrender"))
    assert reason == "a wager may be surrendered only after the opposing hands are set" and cited == cites("621a.10(e)")
    here.do(set_as(1, POOR), set_as(2, BEST))
    events = here.do(choose(2, "surrender"))
    assert settled(events) == [(2, "lost", 0)] and because(events, 2) == cites("621a.10(e)")
    assert here.table.view("seat:1")["hands"][2]["tiles"] == 4
    events = here.expose()
    assert settled(events) == [(1, "lost", 0)]
    assert [event.fields["position"] for event in events if event.event == "revealed"] == [1]


@law("621a.10(e)")
def test_621a_10_e_no_surrender_once_the_hands_are_exposed() -> None:
    here = dealt({0: DEALER, 1: BEST, 2: POOR})
    here.do(set_as(1, BEST), set_as(2, POOR), EXPOSE)
    reason, cited = here.refusal(choose(1, "surrender"))
    assert reason == "box 1 has no unexposed hand" and cited == cites("621a.10(e)")
    here.do(choose(2, "surrender"))


@law("621a.10(f)")
def test_621a_10_f_hands_are_exposed_from_the_dealers_right_counterclockwise() -> None:
    here = sitting()
    here.wager(0, 1000, 0, 1000, 1000)
    here.deal({0: DEALER, 2: POOR, 4: GOOD, 5: BEST})
    here.do(set_as(5, BEST), set_as(2, POOR), set_as(4, GOOD))
    events = here.expose()
    shown = [event for event in events if event.event == "revealed"]
    assert [event.fields["position"] for event in shown] == [2, 4, 5]
    assert all(event.cites[0] == "621a.10(f)" for event in shown)
    assert shown[0].fields["high"] == list(POOR[:2]) and shown[0].fields["low"] == list(POOR[2:])


def hand(*tiles: str) -> Hand:
    """A hand as it is set: high over low."""
    return Hand(1, 1, high=tiles[:2], low=tiles[2:])  # type: ignore[arg-type]


# The dealer has a pair of 3-3 over 8 with the high tile 5-6
VERDICTS = [
    (("6-6", "6-6", "4-6", "4-5"), "won", "621a.10(j)"),  # pair and 9
    (("6-6", "6-6", "1-3", "2-2"), "won", "621a.10(j)"),  # pair and 8 with the higher tile
    (("6-6", "6-6", "5-6", "1-6"), "returned", "621a.10(h)(1)"),  # a copy of the low hand
    (("6-6", "6-6", "1-6", "4-6"), "returned", "621a.10(h)(1)"),  # a low hand that is lower
    (("6-6", "6-6", "5-5", "4-6"), "returned", "621a.10(h)(1)"),  # a low hand of zero
    (("3-3", "3-3", "4-6", "4-5"), "returned", "621a.10(h)(2)"),  # a copy of the high hand
    (("1-1", "1-6", "4-6", "4-5"), "returned", "621a.10(h)(2)"),  # a high hand that is lower
    (("3-3", "3-3", "5-6", "1-6"), "lost", "621a.10(g)"),  # two copies
    (("1-1", "1-6", "1-3", "1-5"), "lost", "621a.10(g)"),  # 9 and 0
    (("4-4", "1-3", "5-5", "4-6"), "lost", "621a.10(g)"),  # 2 and zero
]


@law("621a.10(g)", "621a.10(h)", "621a.10(h)(1)", "621a.10(h)(2)", "621a.10(j)", "621a.1[Copy hand]")
@pytest.mark.parametrize(("tiles", "result", "cite"), VERDICTS)
def test_621a_10_g_h_j_both_win_one_ties_none_loses(tiles: tuple[str, ...], result: str, cite: str) -> None:
    found = verdict(load("pai-gow")[1], hand(*tiles), hand(*DEALER))
    assert (found.verdict.value, found.because[0]) == (result, cite)


@law("621a.10(g)")
def test_621a_10_g_a_losing_wager_is_collected_at_once() -> None:
    here = dealt({0: DEALER, 1: POOR, 2: BEST}, 1000, 2000)
    before = here.table.accounts["inventory"]
    here.do(set_as(1, POOR), set_as(2, BEST))
    events = here.do(EXPOSE)
    assert settled(events) == [(1, "lost", 0)] and "621a.10(g)" in because(events, 1)
    assert here.table.accounts["inventory"] == before + 1000
    assert here.table.accounts["layout"] == 2000


@law("621a.10(i)")
def test_621a_10_i_the_stake_of_a_tie_comes_back_whole() -> None:
    tie = ("6-6", "6-6", "4-6", "5-5")
    here = sitting()
    events = here.round({0: DEALER, 1: tie}, 1000)
    assert settled(events) == [(1, "returned", 1000)]
    assert because(events, 1)[:2] == cites("621a.10(f)", "621a.10(h)(1)") and because(events, 1)[-1] == "621a.10(i)"
    assert here.table.chips(1) == 100_000


@law("621a.10(j)")
def test_621a_10_j_winners_are_paid_when_all_hands_are_exposed() -> None:
    here = dealt({0: DEALER, 1: BEST, 2: POOR, 3: GOOD}, 1000, 1000, 2000)
    here.do(set_as(1, BEST), set_as(2, POOR), set_as(3, GOOD))
    assert settled(here.do(EXPOSE)) == []
    assert settled(here.do(EXPOSE)) == [(2, "lost", 0)]
    last = here.do(EXPOSE)
    assert settled(last) == [(1, "won", 1950), (3, "won", 3900)]  # from the dealer's right
    assert [event.event for event in last].index("revealed") < [event.event for event in last].index("wager-settled")


@law("621a.10(k)")
@pytest.mark.parametrize(
    ("cents", "rounding", "vigorish"),
    [
        (1000, 0, 50),
        (1020, 0, 51),
        (100, 0, 5),
        (1000, 25, 50),
        (1020, 25, 75),
        (100, 25, 25),
        (500, 25, 25),
        (505, 25, 50),
    ],
)
def test_621a_10_k_one_to_one_less_five_percent(cents: int, rounding: int, vigorish: int) -> None:
    here = sitting(f"vigorish.rounding_cents={rounding}")
    events = here.round({0: DEALER, 1: BEST}, cents)
    assert settled(events) == [(1, "won", 2 * cents - vigorish)]
    assert the(events, "wager-settled").fields["vigorish_cents"] == vigorish
    assert because(events, 1)[-1] == "621a.10(k)"
    assert here.table.accounts["vigorish"] == vigorish
    assert here.table.chips(1) == 100_000 + cents - vigorish


@law("621a.10(k)")
def test_621a_10_k_an_exact_vigorish_wants_whole_cents() -> None:
    refused = sitting().refusal({"do": "wager", "seat": 1, "id": "wager", "cents": 1010})
    assert "multiples of $0.20" in refused[0] and refused[1] == cites("621a.10(k)")
    sitting("vigorish.rounding_cents=25").wager(1010)
    (finding,) = judged("pai-gow", ["vigorish.rounding_cents=50"])[0].findings
    assert (finding.field, finding.cites) == ("vigorish.rounding_cents", cites("621a.10(k)"))


@law("621a.10(k)")
def test_621a_10_k_a_rounded_vigorish_takes_no_more_than_was_won() -> None:
    here = sitting("vigorish.rounding_cents=25", "limits.min_cents=10")
    assert settled(here.round({0: DEALER, 1: BEST}, 10)) == [(1, "won", 10)]


@law("621a.10(l)")
def test_621a_10_l_the_hands_can_be_put_together_again_from_the_record() -> None:
    here = sitting()
    here.round({0: DEALER, 1: BEST, 2: POOR, 3: GOOD}, 1000, 1000, 1000)
    hands: dict[int, list[str]] = {}
    for event in here.table.events:
        if event.event == "result" and "tiles" in event.fields:
            hands.setdefault(event.fields["position"], []).extend(event.fields["tiles"])
    assert hands == {0: list(DEALER), 1: list(BEST), 2: list(POOR), 3: list(GOOD)}
    assert [event.cites for event in here.table.events if event.fields.get("procedure") == "collect-tiles"] == [
        cites("621a.10(l)")
    ]


def test_a_round_at_a_table_that_completes_nothing_itself_asks_for_the_house_way() -> None:
    here = closed_by_hand()
    here.do(step("621a.8(a)(2)", shakes=3))
    here.do(here.tiles({0: DEALER, 1: BEST}), step("621a.8(d)"), step("621a.8(e)"), step("621a.8(f)"), set_as(1, BEST))
    reason, cited = here.refusal(step("621a.10(c)", high=["6-6", "1-6"], low=["3-3", "3-3"]))  # not the dealer's tiles
    assert "set as submitted, 3-3 3-3 over 5-6 1-6" in reason and cited == cites("621a.12(f)", "621a.10(d)(2)")
    here.do(step("621a.10(c)", high=["3-3", "3-3"], low=["1-6", "5-6"]))
    assert here.asked()["dealer"] == ["expose"]
