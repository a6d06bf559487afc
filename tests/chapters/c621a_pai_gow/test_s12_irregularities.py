"""621a.12: dice that do not count, tiles that were seen, totals that were wrong, hands that were set wrong."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c621a_pai_gow.sitting import (
    BEST,
    EXPOSE,
    GOOD,
    MIDDLE,
    POOR,
    Sitting,
    banking,
    set_as,
    settled,
    sitting,
    wager,
)
from chapters.harness import NO_MORE_BETS, choose, report, step, the
from houseway.law import cites
from support import law

CHIPS = 100_000


def uncovered(*settings: str) -> Sitting:
    """Wagers on boxes 1 and 2, and dice that are to be totalled."""
    here = sitting(*settings)
    here.do(wager(1, 1000), wager(2, 2000), NO_MORE_BETS)
    return here


def dealt() -> Sitting:
    """The same with a total of nine; nobody has looked at a tile."""
    here = uncovered()
    here.do({"do": "result", "total": 9})
    return here


def set_by_all() -> Sitting:
    """The same with all hands set, the dealer's open."""
    here = uncovered()
    here.do(here.tiles({0: MIDDLE, 1: BEST, 2: POOR}), set_as(1, BEST), set_as(2, POOR))
    return here


@law("621a.12")
def test_621a_12_what_is_no_irregularity_is_refused() -> None:
    reason, because = uncovered().refusal(report("621a.10(e)"))
    assert reason.startswith("621a.10(e) is not an irregularity of this chapter") and because == cites("621a.12")


@law("621a.12(a)", "621a.12(b)")
@pytest.mark.parametrize("cite", ["621a.12(a)", "621a.12(b)"])
def test_621a_12_a_b_a_no_roll_is_shaken_again(cite: str) -> None:
    here = uncovered()
    events = here.do(report(cite))
    assert (events[0].event, events[0].cites) == ("no-roll", cites(cite))
    assert [(event.event, event.cites) for event in events[1:]] == [("step-done", cites("621a.8(a)(2)"))]
    assert here.chance.what == "total of the dice" and len(here.table.state.placed) == 2
    assert here.do({"do": "result", "total": 9})[0].event == "result"


@law("621a.12(a)", "621a.12(b)")
@pytest.mark.parametrize("cite", ["621a.12(a)", "621a.12(b)"])
def test_621a_12_a_b_only_the_dealer_calls_it_and_only_of_dice_just_uncovered(cite: str) -> None:
    assert (
        uncovered().refusal(report(cite, "floorperson"))[0] == '"no roll" is called by the dealer, not by a floorperson'
    )
    assert dealt().refusal(report(cite))[0] == "no shaken dice are waiting to be totaled"
    assert uncovered("starting_position=generator").refusal(report(cite))[1] == cites(cite)
    assert sitting().refusal(report(cite))[1] == cites(cite)


@law("621a.12(a)")
def test_621a_12_a_a_bank_shakes_again_itself() -> None:
    here = banking(1)
    here.do(wager(2, 1000), NO_MORE_BETS, choose(1, "standard"))
    again = [event for event in here.do(report("621a.12(a)")) if event.event == "step-done"]
    assert again[-1].fields["by"] == "player" and again[-1].cites == cites("621a.11(i)")


def void(here: Sitting, command: dict[str, object], cite: str) -> None:
    """All hands are void: every wager is back where it came from, and the tiles are mixed for a new round."""
    number = here.table.round
    events = here.do(command)
    assert the(events, "round-voided").cites == cites(cite)
    assert [(e.fields["seat"], e.fields["result"], e.cites) for e in events if e.event == "wager-settled"] == [
        (1, "returned", cites(cite)),
        (2, "returned", cites(cite)),
    ]
    assert (here.table.chips(1), here.table.chips(2)) == (CHIPS, CHIPS)
    assert [event.cites[0] for event in events if event.event == "step-done"] == list(
        cites("621a.6(f)", "621a.6(d)", "621a.6(d)")
    )
    assert here.betting and here.table.state.hands == () and here.table.round == number + 1


@law("621a.12(c)")
@pytest.mark.parametrize("by", ["dealer", "floorperson", "shift-manager"])
def test_621a_12_c_a_wrong_total_voids_the_round(by: str) -> None:
    void(dealt(), report("621a.12(c)", by, total=10), "621a.12(c)")
    void(set_by_all(), report("621a.12(c)", by, total=10), "621a.12(c)")


@law("621a.12(c)")
def test_621a_12_c_not_before_tiles_are_dealt_and_not_after_a_wager_is_settled() -> None:
    assert uncovered().refusal(report("621a.12(c)")) == ("no tiles are dealt", cites("621a.12(c)"))
    assert dealt().refusal(report("621a.12(c)", "player"))[1] == cites("621a.12(c)")
    here = set_by_all()
    here.do(EXPOSE)  # box 1 wins and is not paid yet
    here.do(choose(2, "surrender"))
    assert here.betting
    here = set_by_all()
    here.do(choose(2, "surrender"))
    reason, because = here.refusal(report("621a.12(c)"))
    assert reason.startswith("a wager of this round has been settled") and because == cites("621a.12(c)", "621a.10(l)")


@law("621a.12(c)")
def test_621a_12_c_a_report_says_what_the_dice_really_total() -> None:
    here = dealt()
    assert here.refusal(report("621a.12(c)")) == ('note what the dice really total: "total": 10', cites("621a.12(c)"))
    assert len(here.table.state.placed) == 2


@law("621a.12(d)")
def test_621a_12_d_a_player_whose_tile_was_exposed_may_void_the_hand() -> None:
    here = dealt()
    shown = here.do(report("621a.12(d)", position=1))[0]
    assert (shown.event, shown.cites) == ("tile-exposed", cites("621a.12(d)"))
    seen = the(list(here.table.draw(once=True)), "result")
    assert (seen.to, seen.cites) == ("all", cites("621a.12(d)"))  # the tile that was exposed, and no other
    assert here.asked() == {"seat:1": ["play-out", "void"]}
    events = here.do(choose(1, "void"))
    assert settled(events) == [(1, "returned", 1000)] and events[-1].cites == cites("621a.12(d)")
    here.table.draw()
    here.do(choose(2, "house-way"))
    here.table.draw()
    here.expose()
    read = [
        event.fields["position"] for event in here.table.events if event.event == "result" and "tiles" in event.fields
    ]
    assert (read.count(1), read.count(2), read.count(0)) == (1, 4, 4)  # the player never looked


@law("621a.12(d)")
def test_621a_12_d_or_play_it_out() -> None:
    here = dealt()
    here.do(report("621a.12(d)", position=1), {"do": "result", "tiles": ["2-2"]}, choose(1, "play-out"))
    assert len(here.table.state.placed) == 2
    here.do({"do": "result", "tiles": ["6-6"]})
    reason, because = here.refusal(report("621a.12(d)", position=1))
    assert reason == "the player has looked at the tiles or is no longer playing them" and because == cites(
        "621a.12(d)"
    )


@law("621a.12(d)")
def test_621a_12_d_when_all_hands_are_void_the_round_is_over() -> None:
    here = dealt()
    for box in (1, 2):
        here.do(report("621a.12(d)", position=box))
        here.table.draw(once=True)
    assert set(here.asked()) == {"seat:1", "seat:2"}
    events = here.do(choose(2, "void"), choose(1, "void"))
    assert settled(events) == [(2, "returned", 2000), (1, "returned", 1000)]
    assert here.betting


@law("621a.12(d)")
@pytest.mark.parametrize(
    ("about", "reason"),
    [
        ({}, 'name the position of the tile: "position": 2'),
        ({"position": 3}, "box 3 is not a player in this round; its exposed tile falls under 621a.12(e)"),
        ({"position": "dealer"}, "the dealer is not a player in this round; its exposed tile falls under 621a.12(e)"),
    ],
)
def test_621a_12_d_a_report_says_whose_tile(about: dict[str, Any], reason: str) -> None:
    refused = dealt().refusal(report("621a.12(d)", **about))
    assert refused[0] == reason and refused[1][0] == "621a.12(d)"
    here = dealt()
    here.do(report("621a.12(d)", position=1))
    reason, because = here.refusal(report("621a.12(d)", position=1))
    assert reason == "enter the exposed tile first" and because == cites("621a.12(d)")


@law("621a.12(d)")
def test_621a_12_d_a_bank_that_voids_its_hand_voids_the_round() -> None:
    here = banking(1)
    was = here.table.accounts
    here.do(wager(2, 1000), NO_MORE_BETS, choose(1, "standard"), {"do": "result", "total": 9})
    here.do(report("621a.12(d)", position=1))
    here.table.draw(once=True)
    events = here.do(choose(1, "void"))
    assert the(events, "round-voided").cites == cites("621a.12(d)")
    assert here.table.accounts == {**was, "layout": 0}
    assert here.asked()["seat:1"] == ["bank", "pass-bank"]  # the offer begins where it had begun


@law("621a.12(e)")
@pytest.mark.parametrize("position", ["dealer", "dead-hand", 3, 6])
def test_621a_12_e_a_tile_of_the_house_that_is_seen_voids_the_round(position: object) -> None:
    void(dealt(), report("621a.12(e)", position=position), "621a.12(e)")


@law("621a.12(e)")
def test_621a_12_e_not_of_a_player_and_not_of_the_dealer_who_turned_them_over() -> None:
    assert uncovered().refusal(report("621a.12(e)", position="dealer"))[0] == "no tiles are dealt"
    assert 'name the position: "position": 2' in dealt().refusal(report("621a.12(e)"))[0]
    reason, because = dealt().refusal(report("621a.12(e)", position=2))
    assert reason.startswith("box 2 is a player's") and because == cites("621a.12(d)", "621a.12(e)")
    reason, because = set_by_all().refusal(report("621a.12(e)", position="dealer"))
    assert reason == "the dealer's tiles have already been turned over properly"
    void(set_by_all(), report("621a.12(e)", position="dead-hand"), "621a.12(e)")


@law("621a.12(e)")
def test_621a_12_e_in_a_banks_round_the_dealers_wager_goes_back_to_the_inventory() -> None:
    here = banking(1)
    was = here.table.accounts
    here.do(wager(2, 1000), NO_MORE_BETS, choose(1, "standard"), {"do": "result", "total": 9})
    assert here.table.accounts["layout"] == 2000
    here.do(report("621a.12(e)", position="dealer"))
    assert here.table.accounts == {**was, "layout": 0}


@law("621a.12(f)")
def test_621a_12_f_hands_that_the_dealer_set_wrong_are_set_anew_and_the_round_goes_on() -> None:
    here = set_by_all()
    hands = here.table.state.hands[0]
    for same in (
        {},
        {"high": list(hands.high), "low": list(hands.low)},
        {"high": ["6-6", "6-6"], "low": ["1-1", "1-1"]},
    ):
        reason, because = here.refusal(report("621a.12(f)", "floorperson", **same))
        assert reason.startswith("note how the dealer set the four tiles") and because == cites("621a.12(f)")
    wrong = {"high": [hands.high[0], hands.low[0]], "low": [hands.high[1], hands.low[1]]}
    (reset,) = here.do(report("621a.12(f)", "floorperson", **wrong))
    assert (reset.event, reset.cites) == ("dealer-reset", cites("621a.12(f)"))
    assert (reset.fields["was_high"], reset.fields["was_low"]) == (wrong["high"], wrong["low"])
    assert (reset.fields["high"], reset.fields["low"]) == (list(hands.high), list(hands.low))
    assert len(settled(here.expose())) == 2 and here.betting


@law("621a.12(f)", "621a.10(c)")
def test_621a_12_f_a_step_that_sets_the_hands_wrong_is_recorded_and_reset() -> None:
    here = uncovered()
    here.do(here.tiles({0: MIDDLE, 1: BEST, 2: GOOD}))
    here.do(set_as(1, BEST))
    here.by_hand()
    here.do(set_as(2, GOOD))
    events = here.do(step("621a.10(c)", high=["5-5", "3-3"], low=["5-5", "2-2"]))
    assert [(event.event, event.cites[0]) for event in events[:2]] == [
        ("dealer-reset", "621a.12(f)"),
        ("dealer-set", "621a.10(c)"),
    ]
    assert events[0].fields["was_high"] == ["5-5", "3-3"] and events[1].fields["high"] == ["5-5", "5-5"]
    events = here.do(EXPOSE, EXPOSE, step("621a.10(j)"))
    assert settled(events) == [(1, "won", 1950), (2, "won", 3900)]


@law("621a.12(f)")
def test_621a_12_f_only_of_hands_that_lie_open() -> None:
    here = uncovered()
    here.do(here.tiles({0: MIDDLE, 1: BEST, 2: GOOD}))
    reason, because = here.refusal(report("621a.12(f)"))
    assert reason == "the dealer has not set an exposed hand" and because == cites("621a.12(f)")
    assert set_by_all().refusal(report("621a.12(f)", "player"))[1] == cites("621a.12(f)")


def being_dealt() -> Sitting:
    """Wagers on boxes 1 and 2, and a dealer who deals by hand."""
    here = uncovered()
    here.by_hand()
    here.do({"do": "result", "total": 9}, step("621a.8(d)"))
    return here


@law("621a.12(c)", "621a.12(e)")
@pytest.mark.parametrize(
    "command",
    [report("621a.12(c)", total=10), report("621a.12(e)", position=3), report("621a.12(e)", position="dealer")],
)
def test_621a_12_c_e_what_is_found_while_dealing_voids_the_round_at_once(command: dict[str, Any]) -> None:
    here = being_dealt()
    events = here.do(command)
    assert the(events, "round-voided").cites == cites(command["cite"])
    assert settled(events) == [(1, "returned", 1000), (2, "returned", 2000)]
    assert here.table.steps()[0].cite == "621a.6(f)"


@law("621a.12(d)", "621a.12(e)")
def test_621a_12_d_a_players_tile_that_shows_while_dealing_is_the_players_to_decide_when_all_are_dealt() -> None:
    here = being_dealt()
    assert here.refusal(report("621a.12(e)", position=2))[1] == cites("621a.12(d)", "621a.12(e)")
    reason, because = here.refusal(report("621a.12(d)", position=2))
    assert reason == "complete the deal first; then the player is asked" and because == cites("621a.12(d)")
    here.do(step("621a.8(e)"), step("621a.8(f)"), report("621a.12(d)", position=2))
    here.table.draw(once=True)
    assert here.asked() == {"seat:2": ["play-out", "void"]}


@law("621a.12(d)")
def test_621a_12_d_the_exposed_tile_is_seen_by_all_and_stays_what_it_is() -> None:
    here = dealt()
    here.do(report("621a.12(d)", position=1))
    seen = the(list(here.table.draw(once=True)), "result").fields["tiles"]
    hands = {hand["position"]: hand for hand in here.table.view("seat:2")["hands"]}
    assert hands[1]["turned_up"] == seen and hands[1]["tiles"] == 1  # nothing else is known of box 1
    here.do(choose(1, "play-out"))
    here.table.draw()
    (mine,) = [hand for hand in here.table.state.hands if hand.position == 1]
    assert [mine.tiles[0]] == seen and len(mine.tiles) == 4
    hands = {hand["position"]: hand for hand in here.table.view("seat:2")["hands"]}
    assert hands[1]["turned_up"] == seen and hands[1]["tiles"] == 4  # the other three are the player's alone
    events = here.do(choose(1, "house-way"), choose(2, "house-way")) + list(here.table.draw()) + here.expose()
    (shown,) = [event for event in events if event.event == "revealed" and event.fields["position"] == 1]
    assert seen[0] in (*shown.fields["high"], *shown.fields["low"])


@law("621a.12(d)")
def test_621a_12_d_a_tile_entered_as_exposed_binds_what_is_entered_later() -> None:
    here = dealt()
    here.do(report("621a.12(d)", position=1), {"do": "result", "tiles": ["1-2"]}, choose(1, "play-out"))
    here.do({"do": "result", "tiles": ["6-6", "5-5", "4-4"]})
    (refused,) = here.table.do({"do": "result", "tiles": ["1-2"]})  # there is one 1-2, and box 2 cannot have it
    assert (refused.event, refused.cites) == ("act-refused", cites("621a.10(a)"))
    here.do({"do": "result", "tiles": ["2-2", "2-2", "3-3", "3-3"]})
    reason, because = here.refusal(choose(1, "set", high=["6-6", "5-5"], low=["4-4", "1-1"]))
    assert reason.startswith("1-1 is not among the four tiles dealt") and because == cites("621a.10(a)")
    here.do(choose(1, "set", high=["6-6", "1-2"], low=["5-5", "4-4"]))


@law("621a.12(d)")
def test_621a_12_d_a_second_tile_is_asked_about_again() -> None:
    here = dealt()
    here.do(report("621a.12(d)", position=1), {"do": "result", "tiles": ["1-2"]}, choose(1, "play-out"))
    here.do(report("621a.12(d)", position=1), {"do": "result", "tiles": ["6-6"]})
    assert here.asked() == {"seat:1": ["play-out", "void"]}
    assert settled(here.do(choose(1, "void"))) == [(1, "returned", 1000)]


@law("621a.12(c)")
def test_621a_12_c_a_total_that_the_table_drew_was_not_totalled_wrong() -> None:
    here = uncovered()
    here.table.draw(once=True)
    total = here.table.state.total
    reason, because = here.refusal(report("621a.12(c)", total=total))
    assert reason == f"the table itself drew the total of {total}: nobody totaled it incorrectly"
    assert because == cites("621a.12(c)")
    assert here.refusal(report("621a.12(c)"))[1] == cites("621a.12(c)") and len(here.table.state.placed) == 2


@law("621a.12(c)")
@pytest.mark.parametrize(
    ("total", "reason"),
    [
        (9, "9 is the total that was announced: the tiles are where they belong"),
        (17, "17 is counted to the same position: the tiles are where they belong"),
        (19, "19 is not a possible total"),
    ],
)
def test_621a_12_c_a_total_that_moves_no_tiles_voids_nothing(total: int, reason: str) -> None:
    assert dealt().refusal(report("621a.12(c)", total=total)) == (reason, cites("621a.12(c)"))
    void(dealt(), report("621a.12(c)", total=10), "621a.12(c)")


@law("621a.12(e)", "621a.10(e)")
@pytest.mark.parametrize("reading", ["dispute", "rest-void"])
def test_621a_12_e_a_tile_of_the_dead_hand_after_a_surrender_is_a_reading(reading: str) -> None:
    here = uncovered(f"reading.exposed_after_surrender={reading}")
    here.do(here.tiles({0: MIDDLE, 1: BEST, 2: POOR}), set_as(1, BEST), set_as(2, POOR), choose(2, "surrender"))
    exposed = report("621a.12(e)", position="dead-hand")
    if reading == "dispute":
        assert here.refusal(exposed)[1] == cites("621a.12(e)", "621a.10(l)")
        assert settled(here.do(EXPOSE)) == [(1, "won", 1950)]
        return
    events = here.do(exposed)
    assert the(events, "round-voided").cites == cites("621a.12(e)") and settled(events) == [(1, "returned", 1000)]
    assert (here.table.chips(1), here.table.chips(2)) == (CHIPS, CHIPS - 2000)  # what was surrendered stays lost


@law("621a.10(e)", "621a.10(l)")
def test_621a_10_e_surrendered_tiles_are_seen_by_nobody_else() -> None:
    here = set_by_all()
    here.do(choose(2, "surrender"))
    hands = {hand["position"]: hand for hand in here.table.view("dealer")["hands"]}
    assert (hands[2]["verdict"], hands[2]["tiles"], hands[2]["high"], hands[2]["low"]) == ("surrendered", 4, [], [])
    here.expose()
    for who in ("all", "dealer", "floorperson", "seat:1"):
        seen = [event.seen_by(who) for event in here.table.events]
        assert not [each for each in seen if each.get("position") == 2 and {"tiles", "high", "low"} & set(each)]
    told = [event.fields["text"] for event in here.table.events if event.cites == cites("621a.10(l)")]
    assert told[-1].endswith("hands that were surrendered stay face down.")
