"""685a.12(h) to (k), 685a.9(b) and 685a.10(d): the reader is wrong or fails, the shuffler jams or fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from chapters.c685a_down_under_blackjack.hands import (
    awaited,
    cards,
    choose,
    dealt,
    ended,
    felt,
    light,
    options,
    report,
    wager,
)
from chapters.harness import NO_MORE_BETS, done, due, of, settled, state, step
from houseway.core import Chance, Procedure, Stopped, Wagers
from houseway.equipment.card_reader import READER
from houseway.games import load
from houseway.records import audit_journal, open_desk
from support import cites, law

TWO = {1: 1000, 2: 1000}


# (h) a wrong light, or a wrong place


LATE = "reading.misread_until=settlement"


@law("685a.12(h)")
def test_685a_12_h_after_a_wrong_light_the_dealer_decides_hand_by_hand() -> None:
    table, _ = dealt("10H 9H 7C 6H 8H ?", bets=TWO)
    done(table, light("blue"), choose("1 hit"), cards("9S"), choose("2 stand"))
    assert state(table).hands[0].status == "over"
    events = done(table, report("h"))
    assert events[0].cites == cites("685a.12(h)") and state(table).hole_range == ""
    assert options(table) == {"dealer": ("continue", "dead-hand")}
    events = done(table, choose("dealer dead-hand"))
    assert ended(events) == ("returned", 1000, ("685a.12(h)",))  # although it was over 21
    events = done(table, choose("dealer continue"))
    assert of(events, "hand-goes-on")[0].fields["seat"] == 2
    assert awaited(table).what == "hole card" and sum(awaited(table).weights.values()) == 312 - 6
    assert ended(done(table, cards("KD")), seat=2) == ("returned", 1000, ("685a.7(p)",))  # 17 each


@law("685a.12(h)")
def test_685a_12_h_in_the_middle_of_the_play_the_others_go_on_without_a_range() -> None:
    table, _ = dealt("10H 9H 7C 6H 8H ?", bets=TWO)
    done(table, light("blue"), choose("1 stand"), report("h"), choose("dealer continue"), choose("dealer continue"))
    assert set(options(table)) == {"seat:2"}
    done(table, choose("2 hit"))
    assert awaited(table).weights["2C"] == 6  # every unseen card counts alike again


@law("685a.12(h)")
def test_685a_12_h_laid_in_the_wrong_place_the_light_still_holds() -> None:
    table, _ = dealt("10H 7C 6H ?")
    done(table, light("blue"), report("h", wrong="place"), choose("dealer continue"))
    assert state(table).hole_range == "small" and set(options(table)) == {"seat:1"}


@law("685a.12(h)")
def test_685a_12_h_only_while_a_range_is_told() -> None:
    table, _ = dealt("10H AC 6H ?")
    assert table.refusal(report("h"))[0] == "the reader shows no range: the hole card has not been through the reader"
    exposed, _ = dealt("10H KC 6H QD")
    assert exposed.refusal(report("h"))[0] == "the reader shows no range: the hole card is face up"
    other, _ = dealt("10H 7C 6H 8D")
    assert other.refusal(report("h", "player"))[0].startswith("a player cannot report this")


@law("685a.12(h)")
def test_685a_12_h_a_card_that_was_to_be_shown_and_is_not_large() -> None:
    table, _ = dealt("10H KC 6H ?")
    done(table, light("yellow"))
    done(table, report("h"), choose("dealer continue"), cards("5S"))
    assert state(table).hole == "5S" and set(options(table)) == {"seat:1"}


@law("685a.12(h)")
def test_685a_12_h_a_card_that_contradicts_the_light_when_it_is_turned_up() -> None:
    table, _ = dealt("10H 9H 7C 6H 8H ?", bets=TWO)
    done(table, light("blue"), choose("1 hit"), cards("9S"), choose("2 stand"))  # seat 1 is over 21
    shown, told = done(table, cards("KD"))
    assert (shown.fields["cards"], shown.cites) == (["KD"], cites("685a.7(l)"))
    assert told.cites == cites("685a.12(h)") and "not small, as the light said" in told.fields["text"]
    assert options(table) == {"dealer": ("continue", "dead-hand")}
    assert ended(done(table, choose("dealer dead-hand"))) == ("returned", 1000, ("685a.12(h)",))
    events = done(table, choose("dealer continue"))
    assert ended(events, seat=2) == ("returned", 1000, ("685a.7(p)",))  # 17 each
    assert table.table.chips(1) == table.table.chips(2) == 100_000


@law("685a.12(h)")
def test_685a_12_h_a_card_that_was_to_be_large_and_is_not_lets_the_players_act_when_all_is_decided() -> None:
    table, _ = dealt("10H KC 6H ?")
    done(table, light("yellow"), cards("5S"))
    assert options(table) == {"dealer": ("continue", "dead-hand")}
    done(table, choose("dealer continue"))
    assert state(table).hole == "5S" and set(options(table)) == {"seat:1"}
    other, _ = dealt("10H KC 6H ?")
    events = done(other, light("yellow"), cards("5S"), choose("dealer dead-hand"))
    assert ended(events) == ("returned", 1000, ("685a.12(h)",)) and isinstance(due(other), Wagers)


@law("685a.12(h)")
def test_685a_12_h_a_wrong_place_that_is_found_when_the_card_is_turned_up() -> None:
    table, _ = dealt("10H 9H 10C 6H 8H ?", LATE, bets=TWO)
    done(table, light("red"), choose("1 hit"), cards("9S"), choose("2 stand"))
    assert "only a hole card" in felt_refusal()
    shown, told = done(table, cards("7D") | {"wrong": "place"})
    assert shown.fields["wrong"] == "place" and told.cites == cites("685a.12(h)")
    assert not of([shown, told], "wager-settled") and options(table) == {"dealer": ("continue", "dead-hand")}
    assert ended(done(table, choose("dealer dead-hand"))) == ("returned", 1000, ("685a.12(h)",))  # over 21
    assert ended(done(table, choose("dealer continue")), seat=2) == ("returned", 1000, ("685a.7(p)",))


def felt_refusal() -> str:
    """Why a card of the deal cannot have been in the wrong place."""
    table, _ = dealt("10H")
    return table.refusal(cards("9H") | {"wrong": "place"})[0]


@law("685a.12(h)")
def test_685a_12_h_a_wrong_place_is_reported_while_the_dealer_still_draws() -> None:
    table, _ = dealt("10H 7C 6H ?", LATE)
    done(table, light("blue"), choose("1 hit"), cards("9S"), cards("2D"), report("h", wrong="place"))
    assert options(table) == {"dealer": ("continue", "dead-hand")}
    events = done(table, choose("dealer dead-hand"))
    assert ended(events) == ("returned", 1000, ("685a.12(h)",)) and isinstance(due(table), Wagers)


@law("685a.9(b)", "685a.10(d)", "685a.12(h)")
def test_685a_9_b_a_blackjack_found_after_a_wrong_light_takes_the_first_bet_only() -> None:
    table, _ = dealt("8H 9H KC 8D 8C ?", bets=TWO)
    done(table, light("red"), choose("1 split"), cards("3S"), choose("1 double-down"), cards("KS"))
    done(table, cards("9S"), choose("1 stand"), choose("2 stand"), report("h"))
    done(table, *[choose("dealer continue")] * 3)
    events = done(table, cards("AD"))
    assert settled(events) == [
        (2, "bet", "lost", 0, ("685a.7(h)(2)",)),
        (1, "bet", "lost", 0, ("685a.7(h)(2)",)),
        (1, "split", "returned", 1000, ("685a.10(d)",)),
        (1, "double-down", "returned", 1000, ("685a.9(b)",)),
    ]
    assert isinstance(due(table), Wagers) and table.table.chips(1) == 100_000 - 1000


@law("685a.12(h)", "685a.8(a)", "685a.8(d)")
@pytest.mark.parametrize(("hole", "result", "cents"), [("KD", "won", 1500), ("AD", "lost", 0)])
def test_685a_12_h_the_hole_card_decides_the_insurance_of_a_dead_hand(hole: str, result: str, cents: int) -> None:
    table, _ = dealt("10H 9H AC 6H 8H ?", bets=TWO)
    done(table, choose("1 insure"), choose("2 no-insurance"), light("yellow"), report("h", wrong="place"))
    assert ended(done(table, choose("dealer dead-hand"))) == ("returned", 1000, ("685a.12(h)",))
    events = done(table, choose("dealer continue"), cards(hole))
    assert ended(events, "insurance")[:2] == (result, cents)
    assert bool(of(events, "blackjack")) is (hole == "KD")
    assert table.table.chips(1) == 100_000 - 500 + cents


@law("685a.8(d)", "685a.8(a)", "685a.12(h)")
@pytest.mark.parametrize(
    ("reading", "hole", "back"),
    [
        ("stays-collected", "KD", None),
        ("hole-card-decides", "KD", ("won", 1500)),
        ("hole-card-decides", "AD", ("lost", 0)),
    ],
)
def test_685a_8_d_insurance_collected_on_a_wrong_light(reading: str, hole: str, back: tuple[str, int] | None) -> None:
    table, _ = dealt("10H AC 6H ?", f"reading.insurance_after_wrong_light={reading}")
    events = done(table, choose("1 insure"), light("red"))
    assert ended(events, "insurance")[:2] == ("lost", 0)
    undone = of(done(table, report("h"), choose("dealer continue"), choose("1 stand")), "wager-settled")
    if back is not None:
        (event,) = undone
        assert (event.fields["cents"], event.fields["result"], event.fields["reversed"]) == (-500, "lost", True)
        assert event.cites == cites("685a.8(a)", "685a.12(h)")
    else:
        assert not undone
    events = done(table, cards(hole))
    every = [e.fields for e in of(table.table.events, "wager-settled")]
    laid = sum(placed.cents for placed in state(table).placed)
    assert sum(f["returned_cents"] - f["cents"] for f in every) == table.table.chips(1) + laid - 100_000
    assert [(e.fields["result"], e.fields["returned_cents"]) for e in of(events, "wager-settled")
            if e.fields["wager"] == "insurance"] == ([] if back is None else [back])  # fmt: skip


# (i) the reader fails


@law("685a.12(i)")
@pytest.mark.parametrize("when", ["betting", "deal", "reader", "players"])
def test_685a_12_i_a_reader_that_fails_stops_the_dealing_until_it_is_repaired(when: str) -> None:
    table = felt()
    commands = [wager(1), NO_MORE_BETS, cards("? 9H"), cards("7C 8H ?"), light("red")]
    reached = {"betting": 1, "deal": 3, "reader": 4, "players": 5}[when]
    done(table, *commands[:reached])
    events = done(table, report("i"))
    assert [e.event for e in events] == ["device-failed", "table-stopped"]
    assert due(table) == Stopped(READER, cites("685a.12(i)"))
    later = [*commands, choose("1 stand")]
    assert table.refusal(later[reached])[1] == cites("685a.12(i)")
    repair = {"do": "repaired", "device": READER, "by": "maintenance"}
    assert table.refusal(repair | {"by": "dealer"})[1] == cites("685a.12(i)")
    assert table.refusal(report("i"))[0] == "the card reader has failed already"
    done(table, repair, *later[reached:])
    assert state(table).phase == "dealer"


# (j), (k) the shuffler


@law("685a.12(j)")
@pytest.mark.parametrize("shuffler", ["batch", "continuous"])
def test_685a_12_j_what_a_jammed_shuffler_did_not_finish_is_reshuffled(shuffler: str) -> None:
    table = felt(f"shuffler={shuffler}", procedure="automatic")
    events = done(table, report("j"))
    assert events[0].event == "device-failed" and events[0].cites == cites("685a.12(j)")
    if shuffler == "batch":  # the shoe in play was shuffled before
        assert isinstance(due(table), Wagers)
        events = done(table, step("685a.5(f)", "floorperson"))
    assert [e.cites for e in of(events, "step-done") if e.fields["procedure"] == "reshuffle"] == [cites("685a.12(j)")]
    assert felt().refusal(report("j"))[0] == "no automated device is in use: the cards are shuffled by hand"


@law("685a.12(j)")
def test_685a_12_j_in_mid_round_a_hole_card_stays_where_it_is() -> None:
    table = felt("shuffler=continuous")
    done(table, wager(1), NO_MORE_BETS)
    table.table.draw()
    seen = state(table)
    slot = seen.hole_slot
    face = table.table._laid.face(slot)
    done(table, report("j"))
    assert state(table).hole_slot == slot and table.table._laid.face(slot) == face
    assert state(table).cards.shoe.fill == seen.cards.shoe.fill + 1
    assert not of(table.table.events, "shoe-revealed")  # that order holds the hole card
    hidden = 0 if seen.hole else 1
    sealed = of(table.table.events, "shoe-sealed")[-1]
    assert sealed.fields["cards"] == sum(seen.cards.shoe.unseen) - hidden


@law("685a.12(j)")
@pytest.mark.parametrize("seed", range(6))
def test_685a_12_j_an_order_of_the_cards_that_were_left_is_audited_like_any_other(seed: int, tmp_path: Path) -> None:
    game, rules = load("down-under-blackjack", ["shuffler=continuous"])
    path = tmp_path / "table.jsonl"
    desk = open_desk(game, rules, path, seed=seed)
    table = desk.table
    table.open()
    table.buy_in(1, 100_000)
    table.wager(1, "bet", 1000)
    table.deal()
    table.do(report("j"))
    while not isinstance(now := table.due, Wagers):
        if isinstance(now, Chance):
            table.draw()
        else:
            table.choose(1, "no-insurance" if table.state.phase == "insurance" else "stand")
    desk.finish()
    desk.close()
    found = audit_journal(path)
    assert found.whole and {seal.status for seal in found.seals.seals} == {"kept"} and not found.seals.unsealed
    assert len(of(table.events, "shoe-sealed")) == 3 or of(table.events, "blackjack")


@law("685a.12(k)")
@pytest.mark.parametrize("shuffler", ["batch", "continuous"])
def test_685a_12_k_a_shuffler_out_of_order_is_covered_before_hands_shuffle(shuffler: str) -> None:
    table = felt(f"shuffler={shuffler}")
    done(table, report("k"))
    if shuffler == "batch":
        done(table, step("685a.5(f)", "floorperson"))
    assert due(table) == Stopped("shuffler", cites("685a.12(k)"), ("out-of-order",))
    assert table.refusal(wager(1))[1] == cites("685a.12(k)")
    done(table, step("685a.12(k)", "dealer"))
    assert state(table).cards.method == "manual" and isinstance(due(table), Wagers)
    done(table, wager(1), NO_MORE_BETS, cards("? 9H 7C 8H 8D KS"), choose("1 stand"))


@law("685a.12(k)", "685a.6(c)")
def test_685a_12_k_between_the_wagers_and_the_first_card_nobody_is_asked_to_wager_again() -> None:
    table = felt("shuffler=continuous")
    done(table, wager(1), NO_MORE_BETS, report("k"))
    events = done(table, step("685a.12(k)", "dealer"))
    assert "shuffle" in {e.fields["procedure"] for e in of(events, "step-done")}
    assert not of(events, "announced") and awaited(table).what == "burned card"


@law("685a.12(k)")
def test_685a_12_k_it_comes_back_when_a_floorperson_says_so() -> None:
    table = felt("shuffler=batch")
    done(table, report("k"), step("685a.5(f)", "floorperson"), step("685a.12(k)", "dealer"))
    back = step("685a.12(k)", "floorperson", item="return")
    assert table.refusal(back | {"by": "dealer"})[1] == cites("685a.12(k)")
    done(table, back)
    assert state(table).cards.method == "batch" and not isinstance(due(table), Procedure)


@law("685a.12(h)", "685a.7(i)(1)")
def test_685a_12_h_a_blackjack_that_was_paid_under_a_wrong_light_stays_paid() -> None:
    table, _ = dealt("AH 9H 10C KH 8H ?", bets=TWO)
    events = done(table, light("red"))
    assert ended(events)[:2] == ("won", 2500)
    events = done(table, choose("2 stand"), cards("AD"), choose("dealer continue"))  # the dealer has a Blackjack, too
    assert ended(events, seat=2) == ("lost", 0, ("685a.7(h)(2)",))
    assert table.table.chips(1) == 100_000 + 1500


@law("685a.12(c)", "685a.7(c)")
def test_685a_12_c_before_everybody_has_two_cards_an_exposed_card_is_the_next_and_no_dealer_is_relieved() -> None:
    table, _ = dealt("10H")
    assert table.refusal(report("c"))[1] == cites("685a.12(c)")
    reason, _ = table.refusal({"do": "step", "cite": "685a.7(c)", "by": "dealer", "item": "new-dealer"})
    assert "is not a step that is due now" in reason
    shown, *_ = done(table, cards("7C"))
    assert shown.fields["place"] == "dealer"


@law("685a.3(a)")
def test_685a_3_a_a_fifth_seven_of_hearts_of_four_decks_is_a_misdeal() -> None:
    table, _ = dealt("7H 7H 10C 7H 7H ?", "decks=4", bets=TWO)
    done(table, light("red"), choose("1 hit"))
    events = done(table, cards("7H"))
    assert settled(events) == [
        (1, "bet", "returned", 1000, ("685a.3(a)",)),
        (2, "bet", "returned", 1000, ("685a.3(a)",)),
    ]
    assert of(events, "round-voided")[0].cites == cites("685a.3(a)") and isinstance(due(table), Wagers)


@law("685a.12(h)")
def test_685a_12_h_the_dealer_decides_once_about_each_mistake() -> None:
    table, _ = dealt("9H 7C 8H ?", LATE)
    done(table, light("blue"), report("h", wrong="place"), choose("dealer continue"), choose("1 stand"), cards("5C"))
    reason, because = table.refusal(report("h", wrong="place"))
    assert reason == "the dealer has decided about this already" and because == cites("685a.12(h)")
    done(table, report("h", wrong="light"), choose("dealer continue"))  # another mistake
    assert table.refusal(report("h"))[0] == "the dealer has decided about this already"
    assert ended(done(table, cards("10C"))) == ("returned", 1000, cites("685a.7(n)(1)"))  # the dealer has 22


@law("685a.12(h)")
def test_685a_12_h_by_default_nothing_is_reported_once_the_hole_card_is_up() -> None:
    table, _ = dealt("10H 7C 9H ?")
    done(table, light("blue"), choose("1 stand"))
    reason, because = table.refusal(cards("5C") | {"wrong": "place"})
    assert reason == "a wrong place is reported before the hole card is turned up" and because == cites("685a.12(h)")
    done(table, cards("5C"))
    for wrong in ("place", "light"):
        reason, because = table.refusal(report("h", wrong=wrong))
        assert "it is too late to report this" in reason and because == cites("685a.12(h)")
    events = done(table, cards("6C"))  # the dealer has 18: the winning hand is paid and was not called dead
    assert ended(events)[:2] == ("won", 2000) and table.table.chips(1) == 101_000
    table, _ = dealt("9H 7C 8H ?")
    done(
        table, light("blue"), choose("1 stand"), cards("9C")
    )  # a card that contradicts the light is always decided about
    assert options(table) == {"dealer": ("continue", "dead-hand")}


@law("685a.12(h)", "685a.8(a)")
@pytest.mark.parametrize(
    ("reading", "hole", "back"),
    [
        ("hole-card-decides", "KC", ("won", 1500)),
        ("hole-card-decides", "9C", ("lost", 0)),
        ("returned", "KC", ("returned", 500)),
    ],
)
def test_685a_12_h_the_insurance_of_a_dead_hand_is_read(reading: str, hole: str, back: tuple[str, int]) -> None:
    table, _ = dealt("9H AC 8H ?", f"reading.insurance_of_dead_hand={reading}")
    done(table, choose("1 insure", cents=500), light("yellow"), report("h"))
    events = done(table, choose("dealer dead-hand"))
    if reading == "hole-card-decides":
        events += done(table, cards(hole))
    assert ended(events, "insurance")[:2] == back
    assert ended(events) == ("returned", 1000, cites("685a.12(h)"))
