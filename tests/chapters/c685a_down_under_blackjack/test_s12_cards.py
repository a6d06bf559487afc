"""685a.12(a) to (g): cards face up, drawn in error, not dealt, too few."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chapters.c685a_down_under_blackjack.hands import (
    awaited,
    cards,
    choose,
    dealt,
    ended,
    felt,
    light,
    match,
    options,
    played,
    report,
    wager,
)
from chapters.harness import NO_MORE_BETS, complete, done, due, of, settled, state, step
from houseway.core import (
    Chance,
    Choices,
    Choose,
    Done,
    Irregularity,
    Moment,
    Procedure,
    Result,
    Role,
    Stepped,
    Wagers,
    seat_account,
)
from houseway.core.plain import plain
from houseway.equipment.cards import DECK
from houseway.games import load
from houseway.law import Citation
from houseway.numerics.sources import Drawing, SeededSource
from houseway.table import Table
from support import Bench, cites, law

TWO = {1: 1000, 2: 1000}


@law("685a.12")
def test_685a_12_other_paragraphs_are_no_irregularities_and_players_report_none() -> None:
    table = felt()
    assert table.refusal({"do": "irregularity", "cite": "685a.7(h)", "by": "dealer"})[1] == cites("685a.12")
    assert table.refusal(report("a", "player"))[0].startswith("a player cannot report this")
    assert table.refusal(report("e"))[1] == cites("685a.12(e)")


@law("685a.12(a)")
@pytest.mark.parametrize("before", [0, 2, 4])
def test_685a_12_a_a_card_face_up_in_the_shoe_is_not_used(before: int) -> None:
    table = felt()
    done(table, wager(1), NO_MORE_BETS)
    deal = ["?", "9H", "7C", "8H", "8D"]
    if before:
        done(table, cards(" ".join(deal[:before])))
    done(table, report("a"))
    assert awaited(table).what == "card found face up" and awaited(table).cites == cites("685a.12(a)")
    events = done(table, cards(" ".join(["KD", *deal[before:]])))
    assert events[0].fields["place"] == "discard-rack"
    assert state(table).hands[0].cards == ("9H", "8H") and state(table).up == "7C"
    assert "KD" in state(table).cards.rack


@law("685a.12(a)")
def test_685a_12_a_while_a_player_thinks_the_card_is_looked_at_first() -> None:
    table, _ = dealt("9H 7C 3H 8D")
    done(table, report("a"))
    assert awaited(table).what == "card found face up"
    done(table, cards("KD"), choose("1 hit"), cards("2H"))
    assert state(table).hands[0].cards == ("9H", "3H", "2H")


@law("685a.12(a)")
def test_685a_12_a_a_shuffle_turns_it_over_again() -> None:
    table = felt()
    done(table, report("a"), step("685a.5(f)", "floorperson"), wager(1), NO_MORE_BETS)
    assert awaited(table).what == "burned card"


@law("685a.12(b)")
def test_685a_12_b_a_card_drawn_in_error_and_not_shown_is_the_next_card() -> None:
    table, _ = dealt("9H 7C 3H ?")
    before = state(table)
    (event,) = done(table, report("b"))
    assert state(table) == before and event.cites == cites("685a.12(b)")


@law("685a.12(a)")
def test_685a_12_a_no_more_cards_lie_face_up_than_are_left() -> None:
    table, _ = dealt("9H 7C 3H 8D")
    done(table, report("c"))
    shoe = state(table).cards.shoe
    last = replace(state(table), cards=replace(state(table).cards, shoe=replace(shoe, out=shoe.size - 1)))
    refused = table.game.law.refuse(table.rules, last, Irregularity(Citation("685a.12(a)"), Role.DEALER, {}))
    assert refused is not None and refused.reason == "there are no cards in the shoe to be dealt"


# (c) exposed


@law("685a.12(c)")
def test_685a_12_c_an_exposed_card_goes_to_whoever_draws_next() -> None:
    table, _ = dealt("9H 9D 7C 8H 3H ?", bets=TWO)
    done(table, light("red"), report("c"))
    assert awaited(table).what == "card drawn in error"
    done(table, cards("5S"))
    assert options(table)["seat:1"] == ("stand", "hit", "double-down", "refuse-card")
    done(table, choose("1 refuse-card"))
    assert state(table).hands[0].status == "refused" and set(options(table)) == {"seat:2"}
    events = done(table, choose("2 hit"))
    assert state(table).hands[1].cards == ("9D", "3H", "5S") and state(table).in_error == ""
    assert (events[-1].event, events[-1].fields["total"]) == ("card-dealt", 17)


@law("685a.12(c)")
@pytest.mark.parametrize(("hole", "uses"), [("8D", True), ("QD", False)])
def test_685a_12_c_refused_by_all_it_is_the_dealers_or_goes_into_the_rack(hole: str, uses: bool) -> None:
    table, _ = dealt(f"9H 7C 8H {hole}")
    done(table, report("c"), cards("3S"))
    events = done(table, choose("1 stand"))
    assert bool(of(events, "card-discarded")) is not uses
    assert "3S" in state(table).cards.rack
    assert ended(events)[0] == ("lost" if uses else "returned")  # 18 of 7, 8 and 3; or 17 against 17


@law("685a.12(c)")
def test_685a_12_c_only_once_all_have_two_cards_and_none_is_being_dealt() -> None:
    table = felt()
    done(table, wager(1), NO_MORE_BETS, cards("? 9H 7C"))
    assert table.refusal(report("c"))[0] == "the first two cards have not all been dealt"
    done(table, cards("3H ?"), light("red"), choose("1 hit"))
    assert table.refusal(report("c"))[0].startswith("a card is due now")


@law("685a.12(c)", "685a.6(f)")
def test_685a_12_c_a_player_who_refuses_gets_no_more_cards_in_any_box() -> None:
    table = felt("adjacent_boxes=3")
    done(table, wager(1), wager(2, player=1), wager(3, player=1), wager(4, player=2), NO_MORE_BETS)
    done(table, cards("? 9H 9D AH 9S 7C 3H 3D KH 3S ?"), light("red"), report("c"), cards("5S"))
    events = done(table, choose("1 refuse-card"))
    assert ended(events, seat=3) == ("won", 2500, ("685a.7(i)(1)", "685a.11(a)"))  # a Blackjack needs no card
    assert {hand.seat: hand.status for hand in state(table).hands} == {1: "refused", 2: "refused", 4: ""}
    assert options(table) == {"seat:4": ("stand", "hit", "double-down", "refuse-card")}


# (d)


@law("685a.12(d)", "685a.7(d)", "685a.5(f)")
def test_685a_12_d_a_cover_card_that_comes_with_it_ends_the_shoe_at_once() -> None:
    table, _ = played("9H 8C 8H 9D", "1 stand")
    shoe = state(table).cards.shoe
    at_cover = replace(state(table).cards, shoe=replace(shoe, stop=shoe.out))
    stray = replace(state(table), cards=at_cover, stray=True)
    step = table.game.law.advance(table.rules, stray, Result("4S"))
    assert [said.event for said in step.said] == ["result", "cover-card"]
    assert step.state.cards.phase == "shuffle" and step.state.cards.why == "cover"


@law("685a.12(d)")
def test_685a_12_d_a_card_drawn_by_a_dealer_who_stands_goes_into_the_rack() -> None:
    table, events = played("9H 8C 8H 9D 4S", "1 stand")
    assert ended(events)[0] == "returned"  # 17 each, and the four was one too many
    events = done(table, report("d"))
    assert (events[-1].fields["cards"], events[-1].fields["place"]) == (["4S"], "discard-rack")
    assert events[-1].cites == cites("685a.12(d)")
    assert state(table).cards.rack[-1] == "4S" and isinstance(due(table), Wagers)


@law("685a.12(d)")
def test_685a_12_d_without_a_dealer_who_stands_there_is_no_such_card() -> None:
    table = felt()
    assert table.refusal(report("d"))[0] == "the dealer does not stand on a count"
    blackjack, _ = dealt("9H KC 8H AD")
    assert blackjack.refusal(report("d"))[0] == "the dealer does not stand on a count"


# (e) too few cards


def nearly_empty(seed: str, decks: int = 4, left: int = 0) -> Table:
    """A drawn round at its first choice, whose shoe has so few cards left; the others are in the rack, as they were drawn."""
    game, rules = load("down-under-blackjack", [f"decks={decks}"])
    table = Table(game, rules, SeededSource(seed))
    table.open()
    table.buy_in(1, 100_000)
    table.wager(1, "bet", 1000)
    table.no_more_bets()
    table.draw()
    if not isinstance(table.due, Choices) or table.due.cites != cites("685a.7(i)(2)"):
        return nearly_empty(f"{seed}'", decks, left)
    now = table.state
    shoe = now.cards.shoe
    for _ in range(shoe.left - left):
        face = str(table._laid.face(shoe.slot))
        shoe, now = shoe.seen(face), replace(now, cards=replace(now.cards, rack=(*now.cards.rack, face)))
    now = replace(now, cards=replace(now.cards, shoe=shoe, cover="dealer"))
    table.position = replace(table.position, state=now, plain={**table.plain, "game": plain(now)})
    return table


@law("685a.12(e)", "685a.5(d)")
def test_685a_12_e_an_empty_shoe_is_filled_with_the_discards_and_the_round_completed() -> None:
    game, rules = load("down-under-blackjack", ["decks=4"])
    table = nearly_empty("short")
    state = game.law.advance(rules, table.state, Choose(seat_account(1), "hit")).state
    due = game.law.due(rules, state)
    assert due == Procedure("replenish", cites("685a.12(e)"))
    step = game.law.advance(rules, state, Done("replenish"))
    assert step.fills is not None and step.fills.apart == (() if state.hole else (state.hole_slot,))
    assert game.law.due(rules, step.state) == Procedure("load-discards", cites("685a.12(e)"), ("recut-discards",))
    after = game.law.advance(rules, step.state, Done("load-discards")).state
    assert after.cards.rack == () and after.cards.shoe.stack == len(state.cards.rack) == after.cards.shoe.left
    on_table = [*state.hands[0].cards, *state.dealer]
    assert [sum(after.cards.shoe.unseen), len(step.fills.faces)] == [208 - len(on_table)] * 2
    burned = game.law.due(rules, after)
    assert isinstance(burned, Chance) and burned.cites == cites("685a.12(e)") and list(burned.outcomes()) == ["?"]
    dealt_on = game.law.advance(rules, after, Result("?")).state
    awaits = game.law.due(rules, dealt_on)
    assert dealt_on.cards.rack == ("?",) and isinstance(awaits, Chance) and awaits.what == "card of seat 1"


@law("685a.12(e)")
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_685a_12_e_the_hole_card_stays_what_it_is_and_every_card_is_there_once(seed: str) -> None:
    """The table's own source finishes the round: its new arrangement is never refused, and all decks are complete at the end."""
    table = nearly_empty(seed)
    slot = table.state.hole_slot
    held = table._laid.face(slot)
    fill = table.game.law.advance(table.rules, table.state, Done("replenish")).fills
    assert fill is not None
    drawing = Drawing(SeededSource(seed))
    drawing.slots = table._laid.copy()
    drawing.refill(fill)
    order = [drawing.slots.face(fill.slot(n)) for n in range(1, len(fill.faces) + 1 - len(fill.apart))]
    lying = [*table.state.hands[0].cards, *table.state.dealer]
    hidden = [] if table.state.hole else [held]
    assert sorted(map(str, [*order, *lying, *hidden])) == sorted(DECK * 4)
    assert not fill.apart or drawing.slots.face(slot) == held


@law("685a.12(e)")
def test_685a_12_e_who_cuts_and_where_is_as_in_any_cut() -> None:
    game, rules = load("down-under-blackjack", ["decks=4"])
    table = nearly_empty("cut")
    state = game.law.advance(rules, table.state, Choose(seat_account(1), "hit")).state
    cut = rules.procedure("replenish").steps[-1]
    assert game.law.normal_notes(rules, state, cut) == {
        "cut_by": 1,
        "refused": [],
        "cards_from_top": len(state.cards.rack) // 2,
    }


# (f) passed over in the deal


@law("685a.12(f)")
def test_685a_12_f_without_a_card_the_hand_is_dead_and_in_the_next_deal() -> None:
    table = felt()
    done(table, wager(1), wager(2), match(2), NO_MORE_BETS, cards("? 9H"))
    (noted,) = done(table, report("f", seat=2))
    assert (noted.event, noted.fields["seat"], noted.cites) == ("irregularity", 2, ("685a.12(f)",))
    assert "has been reported already" in table.refusal(report("f", seat=2))[0]
    assert table.table.chips(2) == 98_500  # it is dead once its card has gone to another hand or the dealer
    events = done(table, cards("7C"))
    assert settled(events) == [
        (2, "bet", "returned", 1000, ("685a.12(f)",)),
        (2, "match-the-dealer", "returned", 500, ("685a.12(f)",)),
    ]
    done(table, cards("8H 10D"), choose("1 stand"))
    assert isinstance(due(table), Wagers)
    done(table, wager(2))


@law("685a.12(f)", "685a.6(c)")
def test_685a_12_f_no_bet_is_returned_before_a_card_of_the_round_is_dealt() -> None:
    table = felt()
    done(table, wager(1), wager(2), wager(3), NO_MORE_BETS, cards("?"))
    for seat in (1, 2, 3):
        (noted,) = done(table, report("f", seat=seat))
        assert (noted.event, noted.cites) == ("irregularity", cites("685a.12(f)"))
    assert [table.table.chips(seat) for seat in (1, 2, 3)] == [99_000] * 3
    events = done(table, cards("7C"))
    assert [e.fields["place"] for e in of(events, "result")] == ["dealer"]
    assert [row[:4] for row in settled(events)] == [(seat, "bet", "returned", 1000) for seat in (1, 2, 3)]
    assert [e.cites for e in of(events, "round-voided")] == [cites("685a.12(f)")]
    assert [table.table.chips(seat) for seat in (1, 2, 3)] == [100_000] * 3
    assert state(table).cards.rack == ("?", "7C") and isinstance(due(table), Wagers)


@law("685a.12(f)")
def test_685a_12_f_the_last_hand_ends_the_round() -> None:
    table = felt()
    done(table, wager(1), NO_MORE_BETS, cards("?"))
    assert [e.event for e in done(table, report("f", seat=1))] == ["irregularity"]
    after = [e.event for e in done(table, cards("7C")) if e.event != "card-taken"]
    assert after[:4] == ["result", "hand-dead", "round-voided", "wager-settled"]
    assert isinstance(due(table), Wagers)


@law("685a.12(f)")
def test_685a_12_f_with_one_card_the_player_may_have_the_second_after_all_others() -> None:
    table = felt()
    done(table, wager(1), wager(2), NO_MORE_BETS, cards("? 9H 10H 7C"), report("f", seat=1))
    assert options(table) == {"seat:1": ("second-card", "no-second-card")}
    done(table, choose("1 second-card"))
    events = done(table, cards("8D 2S ?"))
    assert [(e.fields["place"], e.cites[0]) for e in of(events, "result")][:2] == [
        ("seat:2", "685a.7(e)(3)"),
        ("seat:1", "685a.12(f)"),
    ]
    assert [hand.cards for hand in state(table).hands] == [("9H", "2S"), ("10H", "8D")]


@law("685a.12(f)")
def test_685a_12_f_or_the_hand_is_dead() -> None:
    table = felt()
    done(table, wager(1), wager(2), NO_MORE_BETS, cards("? 9H 10H 7C 8H"), report("f", seat=2))
    events = done(table, choose("2 no-second-card"))
    assert ended(events, seat=2) == ("returned", 1000, ("685a.12(f)",))
    assert state(table).cards.rack == ("?", "10H")


@law("685a.12(f)")
def test_685a_12_f_only_a_hand_that_is_short_of_a_card() -> None:
    table = felt()
    done(table, wager(1), wager(2), NO_MORE_BETS, cards("? 9H"))
    assert table.refusal(report("f", seat=1))[0] == "seat 1 is not missing a card"  # the second pass has not begun
    assert table.refusal(report("f"))[0] == "name the seat that was skipped; seats missing a card: 2"
    done(table, cards("10H 7C 8H 8D ?"))
    assert table.refusal(report("f", seat=1))[0] == "the first two cards are not being dealt"


# (g) a card that was asked for


@law("685a.12(g)")
def test_685a_12_g_a_missed_card_comes_after_all_others_and_before_the_hole_card() -> None:
    table, _ = dealt("9H 10H 7C 3H 4H ?", bets=TWO)
    done(table, light("red"), choose("1 hit"), report("g", seat=1))
    assert options(table) == {"seat:1": ("late-card", "dead-hand")}
    done(table, choose("1 late-card"))
    assert set(options(table)) == {"seat:2"}
    done(table, choose("2 stand"))
    assert (awaited(table).what, awaited(table).cites) == ("card of seat 1", cites("685a.12(g)"))
    done(table, cards("2S"))
    assert options(table) == {"seat:1": ("stand", "hit")}  # the turn goes on
    done(table, choose("1 stand"))
    assert awaited(table).what.startswith("hole card")


@law("685a.12(g)")
@pytest.mark.parametrize("doubled", [False, True])
def test_685a_12_g_or_the_hand_is_dead_and_its_wagers_go_back(doubled: bool) -> None:
    table, _ = dealt("9H 10H 7C 2H 4H ?", bets=TWO)
    done(table, light("red"), choose("1 double-down" if doubled else "1 hit"), report("g"))
    events = done(table, choose("1 dead-hand"))
    assert [row[1:] for row in settled(events)] == [
        (wager, "returned", 1000, ("685a.12(g)",)) for wager in ["bet"] + ["double-down"] * doubled
    ]
    assert set(options(table)) == {"seat:2"} and table.table.chips(1) == 100_000


@law("685a.12(g)")
def test_685a_12_g_only_for_a_card_that_was_asked_for() -> None:
    table, _ = dealt("9H 10H 7C 3H 4H ?", bets=TWO)
    done(table, light("red"))
    assert table.refusal(report("g", seat=1))[0].startswith("no requested card")
    done(table, choose("1 hit"))
    assert table.refusal(report("g", seat=2))[0] == "seat 1 requested a card, not this seat"


@law("685a.12(g)", "685a.10(b)")
@pytest.mark.parametrize("answer", ["late-card", "dead-hand"])
def test_685a_12_g_the_second_card_of_a_split_hand_is_one_that_was_asked_for(answer: str) -> None:
    table, _ = dealt("8H 9H 7C 8D 9D ?", bets=TWO)
    done(table, light("red"), choose("1 split"), report("g"))
    events = done(table, choose(f"1 {answer}"))
    assert awaited(table).what == "card of seat 1, second hand"
    if answer == "dead-hand":
        assert settled(events) == [(1, "bet", "returned", 1000, ("685a.12(g)",))]
        return
    done(table, cards("KS"), choose("1 stand"), choose("2 stand"))
    assert (awaited(table).what, awaited(table).cites) == ("card of seat 1, first hand", cites("685a.12(g)"))


@law("685a.12(e)")
def test_685a_12_e_at_a_table_by_hand_the_steps_are_done_one_by_one() -> None:
    table = nearly_empty("steps")
    bench = Bench(table.game, table.rules, table)
    events = done(bench, choose("1 hit"))
    names = [(e.fields["item"], e.cites[0]) for e in of(events, "step-done")]
    assert names == [(item, "685a.12(e)") for item in ("shuffle", "offer", "cut", "load")]
    assert complete(bench, "load-discards") == []
    table.draw()
    assert "replenish" not in str(table.due)


@law("685a.12(e)", "685a.5(e)")
def test_685a_12_e_the_discards_may_be_cut_again_by_whoever_cut_them() -> None:
    game, rules = load("down-under-blackjack", ["decks=4"])
    state = game.law.advance(rules, nearly_empty("recut").state, Choose(seat_account(1), "hit")).state
    stacked = game.law.advance(rules, state, Done("replenish")).state
    order, again = rules.procedure("recut-discards").steps
    assert order.by == "floorperson" and game.law.normal_notes(rules, stacked, again)["cut_by"] == 1
    size, taken = stacked.cards.shoe.size, 20
    noted = {"cut_by": 1, "refused": [], "cards_from_top": taken}
    step = Stepped("recut-discards", again.cite, again.item, Role.PLAYER, Moment(0), noted)
    assert game.law.refuse(rules, stacked, step) is None
    shallow = game.law.refuse(rules, stacked, replace(step, data={**noted, "cards_from_top": 9}))
    assert shallow is not None and "does not leave 10 cards" in shallow.reason
    done_with = Done("recut-discards", data={f"{again.cite} {again.item}": {"noted": noted}})
    recut = game.law.advance(rules, stacked, done_with)
    assert recut.fills is None and recut.state.cards.shoe.cut == (stacked.cards.shoe.cut + taken) % size
    assert game.law.due(rules, recut.state) == game.law.due(rules, stacked)


@law("685a.12(f)", "685a.6(c)")
def test_685a_12_f_no_hand_is_skipped_before_its_card_is_due() -> None:
    table = felt()
    done(table, wager(1), wager(2), wager(3), NO_MORE_BETS)
    not_yet = {
        "?": (1, 2, 3),
        "9H": (2, 3),
        "10H": (3,),
        "8H": (),
        "7C": (),
        "2C": (2, 3),
    }  # before each of these cards
    for card, seats in not_yet.items():
        for seat in seats:
            reason, because = table.refusal(report("f", seat=seat))
            assert "is not due yet" in reason and because == cites("685a.12(f)")
        done(table, cards(card))
    assert [table.table.chips(seat) for seat in (1, 2, 3)] == [99_000] * 3
