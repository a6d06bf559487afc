"""617a.3(a) to (d): Roulette chips, and where a wager lies."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c617a_roulette.hands import result, rotating, roulette, settled, wager
from chapters.harness import done, the
from houseway.games.roulette.chips import COLOURS
from houseway.law import BadInput
from support import cites, law


def buy_in(seat: int, **more: str) -> dict[str, object]:
    return {"do": "buy-in", "seat": seat, "cents": 5000, **more}


@law("617a.3")
def test_617a_3_a_lawful_wager_lies_where_it_was_placed() -> None:
    table = roulette()
    (placed,) = table.do(wager("split:17-20"))
    assert (placed.event, placed.cites) == ("wager-placed", cites("617a.3(a)"))
    assert [(p.seat, p.id, p.cents) for p in table.game.law.placed(table.table.state)] == [(1, "split:17-20", 500)]


@law("617a.3(a)")
def test_617a_3_a_a_verbal_wager_with_cash_is_not_accepted() -> None:
    reason, because = roulette().refusal(wager("red", how="verbal"))
    assert "verbal wager" in reason and because == cites("617a.3(a)")


@law("617a.3(a)", "617a.3(b)")
@pytest.mark.parametrize("other", [{"how": "plaques"}, {"chips": "value"}])
def test_617a_3_a_wagers_are_made_with_roulette_chips(other: dict[str, Any]) -> None:
    reason, because = roulette().refusal(wager("red", **other))
    assert "with Roulette chips" in reason and because == cites("617a.3(a)", "617a.3(b)")


@law("617a.3(b)")
def test_617a_3_b_every_seat_has_a_colour_of_its_own() -> None:
    table = roulette("boxes=20")
    for seat in range(4, 21):
        done(table, buy_in(seat))
    issued = [e for e in table.table.events if e.event == "chips-issued"]
    assert len({e.fields["colour"] for e in issued}) == len(issued) == 20
    assert {e.cites for e in issued} == {cites("617a.3(b)")}
    assert set(table.table.view()["chips"].values()) == set(COLOURS)


@law("617a.3(b)")
def test_617a_3_b_a_colour_that_another_plays_with_is_refused() -> None:
    table = roulette()
    done(table, buy_in(4, chips="teal"))
    reason, because = table.refusal(buy_in(5, chips="teal"))
    assert "seat 4 plays with teal chips" in reason and because == cites("617a.3(b)")
    reason, because = table.refusal(wager("red", chips="teal"))
    assert "seat 4 plays with teal chips" in reason and because == cites("617a.3(b)")
    assert table.table.chips(5) == 0 and table.table.chips(1) == 100_000


@law("617a.3(b)")
def test_617a_3_b_chips_like_value_chips_are_refused() -> None:
    reason, because = roulette().refusal(buy_in(4, chips="value"))
    assert "value chips" in reason and because == cites("617a.3(b)")


@law("617a.3(b)")
def test_617a_3_b_nobody_plays_with_two_colours() -> None:
    table = roulette()
    done(table, buy_in(4, chips="teal"))
    reason, because = table.refusal(buy_in(4, chips="pink"))
    assert "cash them in first" in reason and because == cites("617a.3(b)")
    reason, because = table.refusal(wager("red", seat=4, chips="pink"))
    assert "seat 4 plays with teal chips, not with pink chips" in reason and because == cites("617a.3(b)")
    assert done(table, buy_in(4), wager("red", seat=4, chips="teal"))[-1].event == "wager-placed"


@law("617a.3(b)")
def test_617a_3_b_roulette_chips_are_cashed_in_before_a_player_leaves() -> None:
    table = roulette()
    done(table, buy_in(4, chips="teal"))
    out, converted = done(table, {"do": "cash-out", "seat": 4, "cents": 5000})
    assert out.event == "cashed-out" and converted.event == "chips-converted"
    assert (converted.fields["colour"], converted.cites) == ("teal", cites("617a.3(b)"))
    assert "4" not in table.table.view()["chips"]
    assert the(done(table, buy_in(5, chips="teal")), "chips-issued").fields["seat"] == 5


@law("617a.3(b)")
def test_617a_3_b_whoever_still_plays_keeps_the_colour() -> None:
    table = roulette()
    done(table, buy_in(4, chips="teal"), {"do": "cash-out", "seat": 4, "cents": 1000})
    assert table.table.view()["chips"]["4"] == "teal"
    done(table, wager("red", 4000, seat=4))
    assert table.refusal({"do": "cash-out", "seat": 4, "cents": 1})[1] == cites("601a.2")
    assert table.table.view()["chips"]["4"] == "teal"
    events = done(table, {"do": "no-more-bets"}, result("1"), {"do": "cash-out", "seat": 4, "cents": 8000})
    assert events[-1].event == "chips-converted" and "4" not in table.table.view()["chips"]


@law("617a.3(b)")
def test_617a_3_b_nobody_is_left_with_roulette_chips_when_the_table_closes() -> None:
    table = roulette()
    events = done(table, {"do": "close"})
    converted = [e for e in events if e.event == "chips-converted"]
    assert [e.fields["seat"] for e in converted] == [1, 2, 3] and {e.cites for e in converted} == {cites("617a.3(b)")}
    assert table.table.view()["chips"] == {}


@law("617a.3(b)")
def test_617a_3_b_nobody_leaves_a_table_that_was_never_opened_with_roulette_chips() -> None:
    table = roulette(procedure="by-hand")
    reason, because = table.refusal({"do": "close"})
    assert "Exchange all Roulette chips" in reason and because == cites("617a.3(b)")
    events = done(table, {"do": "step", "cite": "617a.3(b)", "by": "dealer"}, {"do": "close"})
    assert [e.fields["seat"] for e in events if e.event == "chips-converted"] == [1, 2, 3]
    assert table.table.view()["chips"] == {} and events[-1].event == "table-closed"


@law("617a.3(b)")
def test_617a_3_b_a_seat_without_chips_gives_its_colour_back() -> None:
    table = roulette()
    done(table, buy_in(4, chips="teal"), wager("red", 3000, seat=4), wager("odd", 2000, seat=4))
    assert table.table.view()["chips"]["4"] == "teal"  # its chips are on the layout
    events = done(table, {"do": "remove", "seat": 4, "id": "odd"}, {"do": "no-more-bets"}, result("2"))
    assert table.table.view()["chips"]["4"] == "teal" and table.table.chips(4) == 2000
    assert not [e for e in events if e.event == "colour-returned"]
    events = done(table, wager("red", 2000, seat=4), {"do": "no-more-bets"}, result("2"))
    assert settled(events) == [(4, "red", "lost", 0)]
    returned = the(events, "colour-returned")
    assert (returned.fields["seat"], returned.fields["colour"], returned.cites) == (4, "teal", cites("617a.3(b)"))
    assert the(done(table, buy_in(5, chips="teal")), "chips-issued").fields["seat"] == 5


@law("617a.3(b)")
def test_617a_3_b_after_a_pause_the_first_wager_brings_a_colour_again() -> None:
    table = roulette()
    done(table, *({"do": "step", "cite": "617a.2(f)", "item": item, "by": "floorperson"} for item in ("cover", "lock")))
    assert table.table.view()["chips"] == {}
    done(table, {"do": "step", "cite": "617a.2(f)", "item": "uncover", "by": "floorperson"})
    issued, placed = done(table, wager("red", seat=2, chips="mint"))
    assert (issued.event, issued.fields["colour"], placed.event) == ("chips-issued", "mint", "wager-placed")
    assert issued.fields["text"] == "Seat 2 exchanges $1,000.00 in value chips for mint Roulette chips."
    assert placed.fields["cents"] == 500 and table.table.accounts["layout"] == 500
    assert table.refusal(wager("red", seat=3, chips="mint"))[1] == cites("617a.3(b)")


@law("617a.3(a)", "617a.3(b)")
@pytest.mark.parametrize("colour", ["amber", "aqua"])
def test_617a_3_a_value_chips_are_exchanged_with_a_small_buy_in_before_they_are_wagered(colour: str) -> None:
    table = roulette()
    done(table, *({"do": "step", "cite": "617a.2(f)", "item": item, "by": "floorperson"} for item in ("cover", "lock")))
    done(table, {"do": "step", "cite": "617a.2(f)", "item": "uncover", "by": "floorperson"})
    issued = the(done(table, buy_in(1, chips=colour)), "chips-issued")
    assert (issued.fields["colour"], issued.fields["exchanged_cents"], issued.cites) == (
        colour,
        100_000,
        cites("617a.3(b)"),
    )
    assert issued.fields["text"] == f"Seat 1 exchanges $1,000.00 in value chips for {colour} Roulette chips."
    (placed,) = done(table, wager("red", 10_000))  # all of its chips have that colour now
    assert placed.event == "wager-placed" and placed.cites == cites("617a.3(a)")
    assert "exchanged_cents" not in the(done(table, buy_in(4)), "chips-issued").fields
    assert settled(done(table, {"do": "no-more-bets"}, result("1"))) == [(1, "red", "won", 20_000)]
    assert table.table.chips(1) == 115_000


@law("617a.3(b)")
@pytest.mark.parametrize("do", [buy_in(1, chips="plaid"), wager("red", chips="plaid")])
def test_617a_3_b_a_colour_that_there_is_not_is_bad_input(do: dict[str, object]) -> None:
    with pytest.raises(BadInput, match=r"chips: 'plaid' is not a kind of chips at this table"):
        roulette().do(do)


@law("617a.3(c)")
def test_617a_3_c_a_wager_that_the_dealer_helped_with_is_settled_where_it_lies() -> None:
    """The player wanted 17 and 20, and the chips came to lie on 17 and 18: the player answers for it."""
    table = roulette()
    (placed,) = done(table, wager("split:17-18", how="assisted"))
    assert placed.fields["how"] == "assisted"
    events = done(table, {"do": "no-more-bets"}, result("20"))
    assert settled(events) == [(1, "split:17-18", "lost", 0)]
    assert the(events, "wager-settled").cites == cites("617a.3(e)(2)")


@law("617a.3(d)")
def test_617a_3_d_a_wager_is_settled_by_its_place_when_the_ball_falls() -> None:
    table = roulette()
    done(table, wager("straight:17"), {"do": "remove", "seat": 1, "id": "straight:17"}, wager("straight:20"))
    assert settled(done(table, {"do": "no-more-bets"}, result("17"))) == [(1, "straight:20", "lost", 0)]


@law("617a.3(d)")
def test_617a_3_d_no_wager_is_called_on_or_off() -> None:
    table = roulette()
    done(table, wager("red"))
    reason, because = table.refusal({"do": "working", "seat": 1, "id": "red", "on": False})
    assert "cannot be called on or off" in reason and because == cites("617a.3(d)")


@law("617a.3(d)")
def test_617a_3_d_chips_on_the_same_place_add_up_and_may_be_taken_down_while_bets_are_open() -> None:
    table = roulette()
    done(table, wager("red"), wager("red", 300), {"do": "reduce", "seat": 1, "id": "red", "cents": 600})
    assert settled(done(table, {"do": "no-more-bets"}, result("3"))) == [(1, "red", "won", 1200)]
    assert rotating().refusal({"do": "reduce", "seat": 1, "id": "red", "cents": 100})[1] == cites("617a.5(b)")
