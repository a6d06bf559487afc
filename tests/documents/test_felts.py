"""Layouts to scale: nothing overlaps, every wager has its place, the law's words and sizes are there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from documents.felts import drawn, every_felt
from houseway.core.felt import Bend, Felt, Inscription, Required, area, equipment, missing, neighbors, rectangle
from houseway.core.game import AnyGame
from houseway.core.lettering import CAP_HEIGHT, WIDTHS, width_of
from houseway.documents.felt_checks import problems
from houseway.documents.typeset import fonts
from houseway.law import Citation, Rules
from support import law

EVERY = pytest.mark.parametrize(("game", "rules"), list(every_felt()))


@pytest.fixture
def felt(game: AnyGame, rules: Rules) -> Felt:
    return drawn(game, rules)


@EVERY
def test_a_felt_has_no_fault(game: AnyGame, rules: Rules, felt: Felt) -> None:
    assert problems(felt, game.law.catalogue(rules)) == ()


@EVERY
def test_a_felt_has_the_wagers_of_the_grid(game: AnyGame, rules: Rules, felt: Felt) -> None:
    grid = game.present.layout(rules)
    on_grid = {wager for place in (*grid.areas, *grid.spots) for wager in place.wagers}
    assert {wager for place in felt.bettings for wager in place.wagers} == on_grid
    assert on_grid | set(felt.without) == set(game.law.catalogue(rules))
    assert set(felt.without) == set(grid.without)


@EVERY
def test_a_place_says_what_the_wager_pays_and_why(game: AnyGame, rules: Rules, felt: Felt) -> None:
    offers = game.law.catalogue(rules)
    for place in felt.bettings:
        assert offers[place.wager].pays in place.pays, place.id
        assert place.label and set(place.cites) <= rules.cites, place.id
    assert {cite for each in felt.required for cite in each.cites} <= rules.cites
    assert {cite for mark in felt.marks for cite in mark.cites} <= rules.cites
    assert {cite for words in felt.inscriptions for cite in words.cites} <= rules.cites


@EVERY
def test_an_arrow_key_leads_from_every_place_to_every_other(game: AnyGame, rules: Rules, felt: Felt) -> None:
    near = neighbors(felt)
    reached, ahead = set(), [felt.bettings[0].id]
    while ahead:
        here = ahead.pop()
        if here not in reached:
            reached.add(here)
            ahead += near[here].values()
    assert reached == {place.id for place in felt.bettings if not place.copy}


def test_widths_are_those_of_the_shipped_font() -> None:
    from fontTools.ttLib import TTFont

    font = TTFont(fonts() / "SourceSansPro-Semibold.ttf")
    letters, metrics = font.getBestCmap(), font["hmtx"]
    unit = font["head"].unitsPerEm
    assert {letter: metrics[letters[ord(letter)]][0] * 1000 // unit for letter in WIDTHS} == WIDTHS
    assert font["OS/2"].sCapHeight * 1000 // unit == CAP_HEIGHT


# A felt that is wrong is reported

CITE = Citation("601a.2")
OFFER = ("1 to 1", (CITE,))


def made(**changes: object) -> Felt:
    boxes = (area("red", (0, 0, 1_000, 1_000), "Red", OFFER), area("black", (1_000, 0, 1_000, 1_000), "Black", OFFER))
    words = (Inscription("RED", (500, 600), 200),)
    felt = Felt("Toy", "Houseway", 2_000, 2_000, boxes, inscriptions=words)
    return replace(felt, **changes)  # type: ignore[arg-type]


def faults(felt: Felt) -> tuple[str, ...]:
    return problems(felt, ("red", "black"))


def test_a_sound_felt_has_no_fault() -> None:
    assert faults(made()) == ()


def test_overlapping_areas_are_reported() -> None:
    boxes = (area("red", (0, 0, 1_100, 1_000), "Red", OFFER), area("black", (1_000, 0, 900, 1_000), "Black", OFFER))
    assert faults(made(bettings=boxes)) == ("red and black overlap",)
    inside = (area("red", (0, 0, 1_100, 1_000), "Red", OFFER), area("black", (100, 700, 200, 200), "Black", OFFER))
    assert "red and black overlap" in faults(made(bettings=inside))


def test_an_area_beyond_the_edge_is_reported() -> None:
    boxes = (*made().bettings[:1], area("black", (1_500, 0, 1_000, 1_000), "Black", OFFER))
    assert faults(made(bettings=boxes)) == ("black goes beyond the felt",)
    edge = ((0, 0), (2_000, 0), (0, 2_000))
    assert "black goes beyond the felt" in faults(made(edge=edge))
    shoe = (equipment(rectangle(1_500, 1_500, 900, 300), "dealing shoe"),)
    assert faults(made(marks=shoe)) == ("dealing shoe goes beyond the felt",)


def test_a_wager_without_a_place_and_one_with_two_are_reported() -> None:
    assert faults(made(bettings=made().bettings[:1])) == ("there is no place for the wager black",)
    twice = (*made().bettings, area("red", (0, 1_000, 1_000, 900), "Red", OFFER))
    assert faults(made(bettings=twice)) == ("red has two places",)
    copied = (*made().bettings, area("red", (0, 1_000, 1_000, 900), "Red", OFFER, copy=2))
    assert faults(made(bettings=copied)) == () and copied[-1].id == "red#2"


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (Inscription("BLACK AND RED", (1_000, 600), 200), "cross the border of red"),
        (Inscription("RED", (500, 650), 200), "overlap"),
        (Inscription("A NAME THAT IS MUCH TOO LONG", (1_000, 1_700), 400), "go beyond the felt"),
        (Inscription("SMALL PRINT", (1_000, 1_700), 109), "too small to be read across a table: 10.9 mm"),
        (Inscription("TURNED AWAY", (1_900, 1_500), 200, 90), "go beyond the felt"),
        (Inscription("BENT", (1_000, 600), 300, bend=Bend((1_000, 0), 600, below=True)), "cross the border of red"),
        (Inscription("BENT OUT", (1_000, 1_900), 300, bend=Bend((1_000, 1_000), 1_050, below=True)), "go beyond the felt"),
    ],
    ids=lambda value: value.text if isinstance(value, Inscription) else "",
)  # fmt: skip
def test_words_out_of_place_are_reported(words: Inscription, fault: str) -> None:
    assert any(
        fault in each and words.text in each for each in faults(made(inscriptions=(*made().inscriptions, words)))
    )


def test_bent_words_that_overlap_are_reported() -> None:
    bends = tuple(
        Inscription(text, (1_000, radius), 200, bend=Bend((1_000, 0), radius, below=True))
        for text, radius in (("ONE", 1_500), ("TWO", 1_600))
    )
    assert any("'ONE' and 'TWO' overlap" in each for each in faults(made(inscriptions=bends)))
    apart = (bends[0], replace(bends[1], bend=Bend((1_000, 0), 1_800, below=True)))
    assert faults(made(inscriptions=apart)) == ()


def test_a_missing_inscription_is_reported() -> None:
    wanted = (
        Required("the words", (CITE,), ("no call bets",)),
        Required("a thing", (CITE,)),
        Required("red", (CITE,), ("red",)),
    )
    felt = made(required=wanted)
    assert missing(felt) == wanted[:2]
    assert faults(felt) == ("nothing shows the words (601a.2)", "nothing shows a thing (601a.2)")
    said = made(
        required=wanted[:1],
        inscriptions=(Inscription("NO CALL", (1_000, 1_400), 200), Inscription("BETS", (1_000, 1_700), 200)),
    )
    assert faults(said) == ()


def test_a_long_line_is_as_wide_as_its_letters() -> None:
    assert width_of("Ii", 1_000) == 282 + 262 and width_of("", 500) == 0


@EVERY
def test_every_wager_that_can_lie_on_a_table_has_one_place(game: AnyGame, rules: Rules, felt: Felt) -> None:
    """Also one that has moved to a number: a page finds it on the felt and needs to know nothing of the game."""
    own = [each for each in felt.bettings if not each.copy and each.seat in (0, 1)]
    for wager in set(game.law.known_names(rules)) - set(felt.without):
        places = [each.id for each in own if wager in (*each.wagers, *(moved.wager for moved in each.holds))]
        assert len(places) == 1, (wager, places)
    assert {place for _, place in felt.pucks} <= {each.id for each in felt.bettings}
    assert [point for point, _ in felt.pucks] in ([], [0, 4, 5, 6, 8, 9, 10])


BOXES = {
    "roulette": "617a.1(g)", "big-six": "619a.1(f)", "pai-gow": "621a.2(c)", "craps": "623a.2(e)", "mini-craps": "623a.2(e)",
    "sic-bo": "625a.1(a)", "casino-war": "651a.2(c)", "down-under-blackjack": "685a.2(c)",
}  # fmt: skip


@law(*dict.fromkeys(BOXES.values()))
@EVERY
def test_617a_1_g_every_table_has_a_drop_box_and_a_tip_box(game: AnyGame, rules: Rules, felt: Felt) -> None:
    stands = {mark.name: mark for mark in felt.marks if mark.stands}
    for name in ("drop box", "tip box"):
        assert stands[name].cites == (Citation(BOXES[game.id]),)
        assert "Bureau of Casino Compliance" in stands[name].place
    drop, tip = (
        sum(x for x, _ in stands[name].outline) // len(stands[name].outline) for name in ("drop box", "tip box")
    )
    elsewhere = "tip_box" in rules.edition.options and rules.option("tip_box") == "elsewhere"
    dealer = sum(x for x, _ in stands["table inventory container"].outline) if "craps" not in game.id else None
    if dealer is not None:
        dealer //= len(stands["table inventory container"].outline)
        assert (drop < dealer < tip) != elsewhere
