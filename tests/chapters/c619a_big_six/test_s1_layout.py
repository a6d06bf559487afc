"""619a.1(f) and (g): the drop box and the tip box, and the layout with its spaces and odds."""

from __future__ import annotations

from itertools import pairwise

import pytest

from chapters.c619a_big_six.hands import APPROVED, COUNTS, FRUIT, LEAST, ONE, ORDER
from chapters.c619a_big_six.inspections import inspected
from houseway.games import load
from houseway.law import BadInput
from support import bench, cites, law


@law("619a.1(f)")
def test_619a_1_f_drop_box_and_tip_box_are_inspected() -> None:
    inspected("619a.1(f)")


@law("619a.1(g)")
def test_619a_1_g_the_layout_bears_all_that_it_must() -> None:
    game, rules = load("big-six", ["holder=Keystone Casino"])
    layout = game.present.layout(rules)
    assert layout.holder == "Keystone Casino"
    assert [(area.wager, area.lines[0], area.pays) for area in layout.areas] == [
        ("1", "$1", "1 to 1"),
        ("2", "$2", "2 to 1"),
        ("5", "$5", "5 to 1"),
        ("10", "$10", "10 to 1"),
        ("20", "$20", "20 to 1"),
        ("joker", "Joker", "45 to 1"),
        ("flag", "Flag", "45 to 1"),
    ]
    edges = [(area.x, area.x + area.width) for area in layout.areas]
    assert all(left[1] <= right[0] for left, right in pairwise(edges))


@law("619a.1(g)(1)")
def test_619a_1_g_1_the_holders_name_is_inspected() -> None:
    inspected("619a.1(g)(1)")


@law("619a.1(g)(2)")
def test_619a_1_g_2_there_is_one_space_for_each_wager() -> None:
    game, rules = load("big-six")
    assert [area.wager for area in game.present.layout(rules).areas] == list(game.law.catalogue(rules)) == list(COUNTS)
    (placed,) = bench("big-six").do(ONE)
    assert (placed.event, placed.cites) == ("wager-placed", cites("619a.1(g)(2)"))
    with pytest.raises(BadInput, match="'50' is not a wager of big-six"):
        bench("big-six").do({**ONE, "id": "50"})


@law("619a.1(g)(2)(i)")
def test_619a_1_g_2_i_spaces_for_the_dollar_symbols_or_the_approved_ones() -> None:
    inspected("619a.1(g)(2)(i)")
    for settings, names in (([], ["$1", "$2", "$5", "$10", "$20"]), ([*FRUIT, APPROVED], ["Cherry", "Lemon", "Plum"])):
        game, rules = load("big-six", settings)
        assert [area.lines[0] for area in game.present.layout(rules).areas][: len(names)] == names


@law("619a.1(g)(2)(ii)")
def test_619a_1_g_2_ii_the_flag_is_on_the_layout_as_on_the_wheel() -> None:
    inspected("619a.1(g)(2)(ii)")
    on_both("flag")


@law("619a.1(g)(2)(iii)")
def test_619a_1_g_2_iii_the_joker_is_on_the_layout_as_on_the_wheel() -> None:
    inspected("619a.1(g)(2)(iii)")
    on_both("joker")


def on_both(symbol: str) -> None:
    """The layout's space and the wheel's section show the same picture."""
    table = bench("big-six", f"symbols.{symbol}=Keystone")
    assert table.game.present.layout(table.rules).at(symbol).lines[0] == "Keystone"
    table.do({"do": "no-more-bets"})
    landed = table.do({"do": "result", "section": ORDER.index(symbol)})[0]
    assert landed.fields["text"] == "The clapper rests at Keystone."


@law("619a.1(g)(3)", "619a.3")
def test_619a_1_g_3_the_layout_shows_the_odds_that_this_holder_pays() -> None:
    inspected("619a.1(g)(3)", odds=LEAST)
    game, rules = load("big-six", ["payout.joker=50 to 1"])
    assert (game.present.layout(rules).at("joker").pays, game.present.layout(rules).at("flag").pays) == (
        "50 to 1",
        "45 to 1",
    )
