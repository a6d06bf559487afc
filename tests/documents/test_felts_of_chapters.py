"""The requirements of single chapters for the felt: dice, numbers, odds, seats, wheels and boxes, paragraph by paragraph."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest

from documents.felts import drawn, felt_of
from houseway.core.felt import INCH, Felt, missing
from houseway.documents.felt_checks import box_of
from houseway.games import load
from houseway.law import Citation
from houseway.numerics.curves import contains
from support import law

# Requirements of single chapters


def inside(felt: Felt, wager: str) -> list[str]:
    """The names of the marks in the area of a wager."""
    outline = felt.at(wager).outline
    return [mark.name for mark in felt.marks if mark.name and all(contains(outline, point) for point in mark.outline)]


@law("623a.3(a)(7)", "623a.3(a)(14)", "623a.3(a)(15)", "623a.3(a)(17)", "623a.3(a)(20)")
@pytest.mark.parametrize("name", ["craps", "mini-craps"])
def test_623a_3_a_7_the_boxes_of_craps_show_their_dice(name: str) -> None:
    felt = felt_of(name)
    shown = {
        "hardway:4": (2, 2),
        "hardway:10": (5, 5),
        "craps-2": (1, 1),
        "craps-3": (1, 2),
        "eleven": (5, 6),
        "craps-12": (6, 6),
        "horn-high:11": (5, 6),
        "hop:1-6": (1, 6),
    }
    for wager, faces in shown.items():
        assert inside(felt, wager) == [f"a die that shows {face}" for face in faces], wager


@pytest.mark.parametrize("name", ["craps", "mini-craps", "sic-bo"])
def test_words_keep_clear_of_dice(name: str) -> None:
    felt = felt_of(name)
    dice = [mark.outline for mark in felt.marks if mark.name.startswith("a die")]
    for words in felt.inscriptions:
        (left, top), (right, low) = extent(box_of(words))
        for die in dice:
            (x, y), (end, below) = extent(die)
            assert max(x - right, left - end, y - low, top - below) >= 60, words.text  # 6 mm


def extent(outline: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], tuple[int, int]]:
    xs, ys = zip(*outline, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


@law("625a.1(c)(2)")
def test_625a_1_c_2_the_areas_of_sic_bo_show_their_dice() -> None:
    felt = felt_of("sic-bo")
    assert inside(felt, "three-of-a-kind:4") == ["a die that shows 4"] * 3
    assert inside(felt, "two-of-a-kind:6") == ["a die that shows 6"] * 2
    assert inside(felt, "two-dice-combination:2-5") == ["a die that shows 2", "a die that shows 5"]
    assert inside(felt, "one-of-a-kind:1") == ["a die that shows 1"]
    assert Counter(inside(felt, "any-three-of-a-kind")) == {f"a die that shows {face}": 3 for face in range(1, 7)}


@law("623a.2(f)(1)")
@pytest.mark.parametrize(("boxes", "areas"), [(1, 1), (8, 8), (15, 15), (16, 16), (20, 16)])
def test_623a_2_f_1_fire_bet_areas_go_clockwise_from_the_boxpersons_left(boxes: int, areas: int) -> None:
    felt = felt_of("craps", f"boxes={boxes}")
    places = [place for place in felt.bettings if place.wager == "fire"]
    assert [place.seat for place in places] == list(range(1, areas + 1))
    middle = (felt.width // 2, felt.height // 2)
    quarters = [(place.chip[0] > middle[0], place.chip[1] > middle[1]) for place in places]
    order = [(True, False), (True, True), (False, True), (False, False)]  # from the boxperson, who is above, clockwise
    turns = [order.index(quarter) for quarter in quarters]
    assert turns == sorted(turns) and places[0].chip[0] > middle[0]
    for one, other in pairwise(places):
        cross = (one.chip[0] - middle[0]) * (other.chip[1] - middle[1]) - (one.chip[1] - middle[1]) * (
            other.chip[0] - middle[0]
        )
        assert cross > 0, (one.id, other.id)
    numbered = {words.text for words in felt.inscriptions if Citation("623a.2(f)(1)") in words.cites}
    assert numbered == {str(n + 1) for n in range(areas)}


@law("623a.2(f)(2)")
def test_623a_2_f_2_fire_bets_are_brought_to_numbered_places_before_the_boxperson() -> None:
    felt = felt_of("craps", "boxes=16")
    marks = [mark for mark in felt.marks if Citation("623a.2(f)(2)") in mark.cites]
    assert len(marks) == 16 and all(y < felt.height // 4 for mark in marks for _, y in mark.outline)
    none = felt_of("craps", 'wagers=["pass"]')
    assert not [mark for mark in none.marks if mark.cites and not mark.stands] and not any(
        "fire" in each.what.lower() for each in none.required
    )


@law("623a.2(b)", "623a.2(c)")
def test_623a_2_b_and_c_tables_are_no_longer_than_the_law_allows() -> None:
    assert felt_of("craps").width <= 14 * 12 * INCH and felt_of("mini-craps").width <= 114 * INCH


@law("623a.2(c)")
def test_623a_2_c_mini_craps_shows_its_seats_and_craps_has_none() -> None:
    for boxes in (1, 9):
        felt = felt_of("mini-craps", f"boxes={boxes}")
        seats = [mark for mark in felt.marks if Citation("623a.2(c)") in mark.cites]
        assert [mark.name for mark in seats] == [f"seat {n + 1}" for n in range(boxes)]
        (wanted,) = (each for each in felt.required if Citation("623a.2(c)") in each.cites)
        assert "at most 9 players" in wanted.what and wanted not in missing(felt)
        gone = replace(felt, marks=tuple(mark for mark in felt.marks if mark.name != "seat 1"))
        assert wanted in missing(gone)
        places = [place.outline for place in felt.bettings]
        assert not any(contains(place, point) for place in places for mark in seats for point in mark.outline)
    assert not any(mark.name.startswith("seat ") for mark in felt_of("craps").marks)


POSITIONS = {
    "pai-gow": ("621a.2(a)", "six players"),
    "casino-war": ("651a.2(a)", "at most 9 players"),
    "mini-craps": ("623a.2(c)", "at most 9 players"),
    "down-under-blackjack": ("685a.2(a)", "at most 6 players"),
}


@law("621a.2(a)", "623a.2(c)", "651a.2(a)", "685a.2(a)")
@pytest.mark.parametrize(("game", "cite", "says"), [(game, *told) for game, told in POSITIONS.items()])
def test_a_checklist_has_the_number_of_positions_where_the_law_has_one(game: str, cite: str, says: str) -> None:
    (wanted,) = (each for each in felt_of(game).required if Citation(cite) in each.cites)
    assert says in wanted.what


@law("623a.2(d)(2)")
def test_623a_2_d_2_craps_has_both_ends_and_mini_craps_one() -> None:
    ends = Counter(place.wager for place in felt_of("craps").bettings)
    assert ends["pass"] == ends["come"] == ends["place-to-win:6"] == ends["odds:dont-come:9"] == 2
    assert ends["hardway:8"] == ends["any-seven"] == ends["horn"] == 1
    one = Counter(place.wager for place in felt_of("mini-craps").bettings)
    assert one["pass"] == one["field"] == one["buy:10"] == 1
    left, right = (next(p for p in felt_of("craps").bettings if p.wager == "pass" and p.copy == n) for n in (0, 2))
    width = felt_of("craps").width
    assert {(width - x, y) for x, y in left.outline} == set(right.outline)


@law("617a.1(e)(1)")
def test_617a_1_e_1_a_cover_hides_the_00() -> None:
    felt = felt_of("roulette", "wheel=double-zero-as-single-zero")
    assert not [place.id for place in felt.bettings if "00" in place.numbers]
    cover = next(mark for mark in felt.marks if mark.name == "cover of the 00")
    open_felt = felt_of("roulette")
    assert cover.outline == open_felt.at("straight:00").outline
    assert "00 not available" in " ".join(words.text for words in felt.inscriptions)


@law("617a.1(f)(4)")
@pytest.mark.parametrize("wheel", ["double-zero", "single-zero"])
def test_617a_1_f_4_the_replica_has_the_wheels_order(wheel: str) -> None:
    game, rules = load("roulette", [f"wheel={wheel}", "five_adjacent=true"])
    felt = game.present.drawn_felt(rules)
    ring = [sector.label for sector in game.present.rings(rules)[0].sectors]
    places = [place for place in felt.bettings if place.wager.startswith("five-adjacent:")]
    assert [place.wager.partition(":")[2] for place in places] == ring
    for n, place in enumerate(places):
        assert place.numbers == tuple(ring[(n + step) % len(ring)] for step in range(-2, 3))
    without = game.present.drawn_felt(load("roulette", [f"wheel={wheel}"])[1])
    assert not [place for place in without.bettings if place.wager.startswith("five-adjacent:")]


@law("617a.1(c)", "617a.1(d)")
def test_617a_1_c_the_wheels_are_drawn_in_their_order_and_colors() -> None:
    game, rules = load("roulette", ["wheel=single-zero"])
    (ring,) = game.present.rings(rules)
    assert [sector.label for sector in ring.sectors[:5]] == ["0", "32", "15", "19", "4"] and len(ring.sectors) == 37
    assert [sector.ink.value for sector in ring.sectors[:5]] == ["green", "red", "black", "red", "black"]
    assert ring.across == 30 * INCH
    (double,) = game.present.rings(load("roulette", ())[1])
    assert [sector.label for sector in double.sectors if sector.ink.value == "green"] == ["0", "00"]


@law("619a.1(a)", "619a.1(d)")
def test_619a_1_d_sections_show_their_odds_where_the_edition_wants_it() -> None:
    game, rules = load("big-six", ())
    (ring,) = game.present.rings(rules)
    assert Counter(sector.label for sector in ring.sectors) == {
        "$1": 23,
        "$2": 15,
        "$5": 8,
        "$10": 4,
        "$20": 2,
        "Flag": 1,
        "Joker": 1,
    }
    assert {sector.label: sector.under for sector in ring.sectors}["$20"] == "20 to 1" and ring.across == 60 * INCH
    (plain,) = game.present.rings(load("big-six", ["edition=2011-comment"])[1])
    assert {sector.under for sector in plain.sectors} == {""}


@law("621a.2(b)(3)")
def test_621a_2_b_3_the_dead_hand_is_at_the_dealers_left() -> None:
    felt = felt_of("pai-gow")
    dead = next(mark for mark in felt.marks if mark.name == "Dead Hand")
    assert all(x > felt.width // 2 for x, _ in dead.outline)  # the dealer looks at the players, so left is right here
    first, last = felt.at("wager", 1), felt.at("wager", 6)
    assert first.chip[0] < last.chip[0]


@law("685a.2(b)(3)")
def test_685a_2_b_3_three_areas_for_the_dealers_hand() -> None:
    felt = felt_of("down-under-blackjack")
    texts = " ".join(words.text for words in felt.inscriptions)
    for words in ("Small, 2-3-4-5", "Medium, 6-7-8-9", "Large, 10-J-Q-K-A"):
        assert words in texts
        assert any(words in mark.name for mark in felt.marks)
    assert re.search("blackjack pays 3 to 2", texts, re.IGNORECASE) and re.search(
        "insurance pays 2 to 1", texts, re.IGNORECASE
    )


@law("685a.2(b)(4)(iv)", "685a.2(b)(6)")
def test_685a_2_b_4_iv_what_a_sign_says_is_not_on_the_felt() -> None:
    felt = felt_of("down-under-blackjack", "no_surrender=sign", "payout_odds=sign")
    texts = " ".join(words.text for words in felt.inscriptions)
    assert "Surrender" not in texts and "Match-the-Dealer pays" not in texts
    assert [each.by_sign for each in felt.required].count(True) == 2


@law("623a.3(a)(3)")
def test_623a_3_a_3_a_come_bet_that_has_moved_lies_with_its_odds() -> None:
    game, rules = load("craps")
    felt = game.present.drawn_felt(rules)
    (moved,) = felt.at("odds:come:8").holds
    assert (moved.wager, moved.made, moved.number) == ("come:8", "come", 8)


# Payouts on the felt


def texts_in(felt: Felt, wager: str) -> str:
    """The words in the area of a wager."""
    outline = felt.at(wager).outline
    return " ".join(words.text for words in felt.inscriptions if contains(outline, words.at)).casefold()


@law("623a.5(b)", "623a.5(c)", "623a.5(d)", "623a.5(e)")
@pytest.mark.parametrize("name", ["craps", "mini-craps"])
def test_623a_5_d_combined_wagers_say_on_which_part_they_pay(name: str) -> None:
    felt = felt_of(name)
    assert "7 or 15 to 1 on 1/2" in texts_in(felt, "craps-eleven")
    assert "30 or 15 to 1 on 1/4" in texts_in(felt, "horn")
    assert "30, 15 or 4 to 1 on 1/5" in texts_in(felt, "whirl")
    assert "30 or 15 to 1 on 1/5 12: 30 to 1 on 2/5" in texts_in(felt, "horn-high:12")
    assert "11: 15 to 1 on 2/5" in texts_in(felt, "horn-high:11")
    assert "1 to 1, a pair 2 to 1" in texts_in(felt, "6-7-8")
    assert "2 to 1 on 4 and 10, 3 to 2 on 5 and 9, 6 to 5 on 6 and 8" in texts_in(felt, "odds:pass")


@law("651a.10(3)", "651a.2(b)(4)")
@pytest.mark.parametrize(("edition", "won", "tied"), [("2012-final", 1, 2), ("2011-proposed", 2, 3)])
def test_651a_10_3_the_layout_and_the_sign_say_when_a_war_wager_pays_more(edition: str, won: int, tied: int) -> None:
    felt = felt_of("casino-war", f"edition={edition}")
    said = [words.text for words in felt.inscriptions if Citation("651a.2(b)(4)") in words.cites]
    assert f"War Wager pays {won} to 1, {tied} to 1 if the War ties" in said
    game, rules = load("casino-war", [f"edition={edition}", "payout_odds=sign"])
    odds = game.present.signs(rules)[0].rows
    assert ("War Wager if the War ties", f"{tied} to 1") in odds
    listed = "; ".join(f"{name} {pays}" for name, pays in odds)
    assert any(listed in sign for sign in game.present.drawn_felt(rules).signs)


@law("625a.1(b)")
def test_625a_1_b_the_electrical_device_stands_on_the_table() -> None:
    (device,) = [mark for mark in felt_of("sic-bo").marks if mark.name == "electrical device"]
    assert device.stands and device.cites == ("625a.1(b)",)


@law("623a.3(a)(4)", "623a.3(a)(6)")
@pytest.mark.parametrize("name", ["craps", "mini-craps"])
def test_623a_3_a_6_boxes_against_a_number_are_adjacent_to_it(name: str) -> None:
    felt = felt_of(name)
    for place in felt.bettings:
        family = place.wager.rpartition(":")[0]
        if family in ("place-to-lose", "odds:dont-come"):
            number = next(each for each in felt.bettings if each.id == place.id.replace(family, "odds:come"))
            top, left, right = number.outline[0][1], number.outline[0][0], number.outline[1][0]
            assert max(y for _, y in place.outline) == top, place.id
            assert left <= min(x for x, _ in place.outline) < max(x for x, _ in place.outline) <= right, place.id


def test_a_number_stands_beside_its_boxes_where_no_come_bets_are_offered() -> None:
    felt = felt_of("craps", 'wagers=["pass", "place-to-win", "place-to-lose"]')
    assert [words.text for words in felt.inscriptions].count("NINE") == 2


@law("619a.1(g)(2)(ii)", "619a.1(g)(2)(iii)")
def test_619a_1_g_2_ii_the_wheel_has_the_pictures_of_the_layout() -> None:
    game, rules = load("big-six")
    felt, (ring,) = game.present.drawn_felt(rules), game.present.rings(rules)
    for sector in ring.sectors:
        assert bool(sector.picture) == (sector.wager in ("joker", "flag"))
        x, y = (felt.at(sector.wager).chip[0], 2_500 + 1_350)
        on_felt = {(mark.fill, mark.outline) for mark in felt.marks}
        assert {(mark.fill, tuple((a + x, b + y) for a, b in mark.outline)) for mark in sector.picture} <= on_felt
    assert "glass" in ring.built


@law("651a.2(a)", "685a.2(a)")
@pytest.mark.parametrize(
    ("name", "settings", "most", "cite"),
    [
        ("casino-war", [], 9, "651a.2(a)"),
        ("casino-war", ["edition=2011-proposed"], 7, "651a.2(a)"),
        ("casino-war", ["edition=2011-comment"], 10, "651a.2(a)"),
        ("down-under-blackjack", [], 6, "685a.2(a)"),
    ],
)
def test_the_checklist_has_the_number_of_positions(name: str, settings: list[str], most: int, cite: str) -> None:
    game, rules = load(name, settings)
    (positions,) = (each for each in drawn(game, rules).required if cite in each.cites)
    assert f"at most {most} players on one side" in positions.what
    most_seats = drawn(*load(name, [*settings, f"boxes={most}"]))
    assert len({place.id for place in most_seats.bettings if place.wager == positions.shown[0]}) == most


@law("621a.2(d)", "621a.2(e)", "621a.11(i)")
@pytest.mark.parametrize("bank", ["true", "false"])
def test_621a_2_d_a_table_with_a_generator_has_its_shaker_too(bank: str) -> None:
    game, rules = load("pai-gow", ["starting_position=generator", f"player_bank={bank}", f"co_bank={bank}"])
    cites = {mark.name: mark.cites for mark in game.present.drawn_felt(rules).marks if mark.stands}
    assert cites["random number generator"] == ("621a.2(e)",) and "621a.2(d)" in cites["Pai Gow shaker"]
    assert "random number generator" not in {mark.name for mark in felt_of("pai-gow").marks}
