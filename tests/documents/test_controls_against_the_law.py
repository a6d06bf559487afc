"""Internal controls and guides, held against single sentences of the chapters: who does it, where things go, which figures."""

from __future__ import annotations

from functools import cache
from html import unescape

import pytest

from houseway.documents.controls import controls
from houseway.documents.controls_text import controls_text
from houseway.documents.guide_text import guide_text, told
from houseway.documents.html_page import page
from houseway.documents.log_paper import blank_log
from houseway.documents.paper import Checklist, Form, Heading, Paper, Pictures, Run, TableBlock, Words
from houseway.documents.rulebook import setting_here
from houseway.documents.submission_form import submission_form
from houseway.documents.wording import unticked
from houseway.games import games, load
from support import law


def plain_words(text: Words) -> str:
    return text if isinstance(text, str) else "".join(each.text if isinstance(each, Run) else each for each in text)


@cache
def paper(name: str, *settings: str) -> Paper:
    return controls(*load(name, list(settings)))


def rows(name: str, cite: str, *settings: str) -> list[tuple[str, ...]]:
    """The rows of all tables that end with this paragraph, as plain words."""
    tables = [block for block in paper(name, *settings).blocks if isinstance(block, TableBlock)]
    found = [tuple(map(plain_words, row)) for table in tables for row in table.rows]
    return [row for row in found if row[-1].split() == ["§", cite]]


def words(name: str, *settings: str) -> str:
    return page(paper(name, *settings))


@law("621a.9(1)", "621a.9(6)", "621a.9(8)")
@pytest.mark.parametrize(
    ("cite", "shown"),
    [
        ("621a.9(1)", "push the first stack on the left forward"),
        ("621a.9(4)", "push the two center stacks forward"),
        ("621a.9(5)", "push the first stacks on the right and on the left forward and center them"),
        ("621a.9(6)", "lay the top tile of the first stack on the right across the next three"),
        ("621a.9(8)", "put the first two stacks on the right on top of the next two and push the top two tiles of both forward"),
    ],
)  # fmt: skip
def test_621a_9_a_delivery_says_how_the_dealer_indicates_it(cite: str, shown: str) -> None:
    step, told_of = rows("pai-gow", cite)
    assert shown in step[2] and "shown by" in told_of[1]


@law("621a.10(g)", "621a.10(i)", "621a.10(j)", "621a.11(c)", "621a.11(e)", "621a.11(n)")
def test_621a_10_and_11_tiles_markers_and_the_dealers_wager_have_their_places() -> None:
    for cite, says in {
        "621a.10(g)": "into the table inventory at once, and then the tiles are collected",
        "621a.10(i)": "the tiles are collected at once",
        "621a.10(j)": "after each payment the tiles are collected",
        "621a.11(c)": "a marker is placed before that player",
        "621a.11(e)": "a marker shows the co-bank",
        "621a.11(n)": "one that loses goes to the center",
    }.items():
        assert any(says in row[1] for row in rows("pai-gow", cite)), cite


@law("651a.2(a)", "651a.3(b)", "685a.2(a)", "621a.5(c)", "621a.3(b)(1)")
@pytest.mark.parametrize(
    ("name", "edition", "cite", "says"),
    [
        ("casino-war", "2012-final", "651a.2(a)", "no more than nine players"),
        ("casino-war", "2011-proposed", "651a.2(a)", "no more than seven players"),
        ("casino-war", "2011-comment", "651a.2(a)", "no more than ten players"),
        ("casino-war", "2012-final", "651a.3(b)", "where it was approved"),
        ("casino-war", "2011-proposed", "651a.3(b)", "to the dealer's left"),
        ("down-under-blackjack", "2018-proposed", "685a.2(a)", "no more than six players"),
        ("pai-gow", "2011-proposed", "621a.5(c)", "for more than 24 hours"),
        ("pai-gow", "2011-proposed", "621a.3(b)(1)", "at least 2.5 inches long, 1 inch wide and 0.375 inch thick"),
    ],
)  # fmt: skip
def test_a_step_names_the_figure_of_its_paragraph(name: str, edition: str, cite: str, says: str) -> None:
    assert sum(says in row[2] for row in rows(name, cite, f"edition={edition}") if len(row) == 4) == 1


@law("651a.5(a)", "651a.5(d)", "685a.5(d)")
def test_651a_5_the_course_says_when_to_shuffle_and_that_a_dealer_may_cut() -> None:
    assert "after each shoe" in rows("casino-war", "651a.5(a)")[-1][1]
    for name, cite in (("casino-war", "651a.5(d)"), ("down-under-blackjack", "685a.5(d)")):
        assert rows(name, cite)[-1][1].startswith("The player or dealer who cuts")


@law("623a.8(c)(6)", "623a.8(e)(2)", "623a.9(c)(2)", "623a.9(e)")
def test_623a_8_an_improper_throw_at_mini_craps_is_not_called_by_the_floorperson() -> None:
    assert rows("mini-craps", "623a.8(c)(6)")[0][0] == "Dealer or stickperson"
    assert rows("mini-craps", "623a.8(c)(1)")[0][0] == "Dealer, stickperson or floorperson"
    assert "brings the dice to the center" in rows("mini-craps", "623a.9(e)")[-1][1]
    assert "determines the face" in rows("mini-craps", "623a.9(c)(2)")[0][1]


@law("623a.7(a)", "623a.10(c)")
def test_623a_7_a_a_mini_craps_table_without_a_stickperson_names_none() -> None:
    without = ("stickperson=false",)
    assert rows("mini-craps", "623a.9(a)", *without)[0][0] == "Dealer"
    assert rows("mini-craps", "623a.8(b)", *without)[0][0] == "Dealer or floorperson"
    assert all("tickperson" not in row[0] for row in rows("mini-craps", "623a.10(c)", *without))


@pytest.mark.parametrize("name", games(outside=False))
def test_duties_are_sentences_and_name_no_other_paragraph_by_a_pronoun(name: str) -> None:
    """The boxperson's page once said "A cheating device or technique is used." and "The floorperson does." as duties."""
    game, rules = load(name)
    text = controls_text(game)
    for each in (each for each in text.played(rules) if each.cite.depth):
        doer = text.doer(rules, each.cite)
        if any(role in doer for role in ("stickperson", "boxperson", "surveillance", "floorperson")):
            assert text.duty(rules, each) != each.says or each.cite.chapter != "623a", each.cite


@pytest.mark.parametrize("name", games(outside=False))
def test_every_payout_of_the_table_is_in_the_controls(name: str) -> None:
    game, rules = load(name)
    tables = [block for block in paper(name).blocks if isinstance(block, TableBlock)]
    told_of = {(row[1], row[2]) for table in tables if table.columns[0].title == "Wager" for row in table.rows}
    for offer in game.law.catalogue(rules).values():
        for each in offer.payouts:
            payout = rules.payouts[each.line]
            assert (str(payout.odds), f"§ {payout.cite}") in told_of, (offer.id, each.line)


@law("619a.1")
@pytest.mark.parametrize("name", games(outside=False))
def test_readings_about_who_inspects_are_marked_as_ours(name: str) -> None:
    game, rules = load(name)
    reading = next(each for each in game.chapter.readings if each.name == "who_inspects")
    answer = dict(reading.answers)[rules.reading("who_inspects")]
    assert f"Our reading: {reading.question} {answer}" in words(name), name


@law("621a.11(i)")
def test_621a_11_i_an_irregularity_is_not_followed_by_choices_that_do_not_concern_it() -> None:
    row = rows("pai-gow", "621a.11(i)")[-1]
    assert row[0].startswith("A bank lifts the lid") and "surveillance" not in row[0]


def test_two_conditions_of_one_step_read_as_one_sentence() -> None:
    steps = rows("pai-gow", "621a.8(d)")
    assert steps[0][2].startswith("If no player banks, and unless another delivery is chosen: Deal stack by stack")


def chosen(name: str, key: str, *settings: str) -> str:
    _, rules = load(name, list(settings))
    return setting_here(rules, key)


@pytest.mark.parametrize(
    ("name", "key", "settings", "says"),
    [
        ("pai-gow", "vigorish.rounding_cents", (),
         "The multiple to which the vigorish is rounded up: none, the vigorish is exact"),
        ("pai-gow", "vigorish.rounding_cents", ("vigorish.rounding_cents=25",),
         "The multiple to which the vigorish is rounded up: $0.25"),
        ("down-under-blackjack", "match_the_dealer", (), "Is the Match-the-Dealer Wager offered? yes"),
        ("down-under-blackjack", "preshuffled", (),
         "Do the cards come to the table inspected and shuffled under 603a.16(u) or (v)? no"),
        ("down-under-blackjack", "chip_cents", (), "The smallest value chip at the table: $0.50"),
        ("craps", "stickperson", (), "Whether a stickperson controls the dice: yes"),
    ],
)  # fmt: skip
def test_a_choice_is_told_in_short(name: str, key: str, settings: tuple[str, ...], says: str) -> None:
    assert chosen(name, key, *settings) == says


@law("685a.8(b)", "685a.12(f)", "685a.12(g)", "651a.11(c)")
def test_the_guides_tell_what_a_patron_may_ask_for_when_a_card_is_missing() -> None:
    def said(name: str) -> dict[str, str]:
        game, rules = load(name)
        text = guide_text(game)
        return {cite: words for part in text.parts for words, cite in told(rules, part.points)}

    down_under = said("down-under-blackjack")
    assert "the next amount that chips can make" in down_under["685a.8(b)"]
    assert "you choose" in down_under["685a.12(g)"] and "the second" in down_under["685a.12(f)"]
    assert "void and goes back to you" in said("casino-war")["651a.11(c)"]


@pytest.mark.parametrize("name", games(outside=False))
def test_strategies_that_the_guide_puts_into_words_exist(name: str) -> None:
    game, rules = load(name)
    known = {way for wager in game.law.catalogue(rules) for way in game.walk.strategies(rules, wager)}
    assert set(guide_text(game).played) <= known


@law("651a.5(h)", "651a.8(d)", "685a.5(h)", "685a.7(d)")
def test_with_a_device_that_reshuffles_no_cover_card_is_waited_for() -> None:
    for name, cite in (
        ("casino-war", "651a.8(d)"),
        ("down-under-blackjack", "685a.7(d)"),
        ("down-under-blackjack", "685a.7(d)(1)"),
    ):
        assert rows(name, cite) and not rows(name, cite, "shuffler=continuous"), cite


@law("621a.9")
def test_621a_9_without_other_deliveries_nothing_is_said_of_choosing_one() -> None:
    assert rows("pai-gow", "621a.8(d)", "deliveries=[]")[0][2].startswith("If no player banks: Deal stack by stack")


@law("621a.10(k)")
def test_621a_10_k_the_form_ticks_amounts_of_money() -> None:
    form = submission_form(*load("pai-gow"))
    fields = [field for block in form.blocks if isinstance(block, Form) for field in block.fields]
    rounded = next(field for field in fields if field.key == "vigorish.rounding_cents")
    assert rounded.boxes == (("$0.00 (default)", True), ("$0.25", False))


@law("617a.5(e)", "625a.2(b)", "651a.9(d)", "685a.5(h)", "621a.12(a)", "623a.5(g)(3)")
@pytest.mark.parametrize(
    ("name", "reading", "has", "lacks"),
    [
        ("roulette", "five_adjacent_settlement", ("five_adjacent=true",), ()),
        ("sic-bo", "month", ("shaker=automated",), ()),
        ("sic-bo", "automated_dice", ("shaker=automated",), ()),
        ("casino-war", "device_takes_back", ("shuffler=continuous",), ()),
        ("casino-war", "recut_by", (), ("shuffler=continuous",)),
        ("casino-war", "continuous_no_cut", ("shuffler=continuous", "edition=2011-comment"), ("edition=2011-comment",)),
        ("down-under-blackjack", "device_takes_back", ("shuffler=continuous",), ()),
        ("down-under-blackjack", "preshuffled_cut", ("preshuffled=true",), ()),
        ("pai-gow", "who_shakes_again", (), ("player_bank=false", "co_bank=false")),
        ("pai-gow", "generator_and_bank", ("starting_position=generator",), ()),
        ("craps", "vigorish_of_removed", ("vigorish.when=up-front",), ()),
        ("mini-craps", "fire_in_mini_craps", (), ("wagers=[\"pass\"]",)),
    ],
)  # fmt: skip
def test_no_reading_is_about_what_this_table_does_not_have(
    name: str, reading: str, has: tuple[str, ...], lacks: tuple[str, ...]
) -> None:
    game, _ = load(name)
    question = unticked(next(each for each in game.chapter.readings if each.name == reading).question)
    assert question in unescape(words(name, *has)) and question not in unescape(words(name, *lacks))


@law("651a.5(h)", "685a.5(h)")
@pytest.mark.parametrize(("name", "cite"), [("casino-war", "651a.5(h)"), ("down-under-blackjack", "685a.5(h)")])
def test_a_device_that_reshuffles_is_told_with_what_it_changes(name: str, cite: str) -> None:
    assert rows(name, cite, "shuffler=continuous") and not rows(name, cite)


@law("621a.8(d)", "621a.9")
@pytest.mark.parametrize(
    ("chosen", "drawn"),
    [
        (None, 10),
        ("[]", 1),
        ('["jung-quat", "chee-yee"]', 3),
    ],
)
def test_621a_9_the_deliveries_of_this_table_are_drawn(chosen: str | None, drawn: int) -> None:
    blocks = paper("pai-gow", *(() if chosen is None else (f"deliveries={chosen}",))).blocks
    pictures = [each for block in blocks if isinstance(block, Pictures) for each in block.pictures]
    assert len(pictures) == drawn and all("the starting position" in each.alt for each in pictures)


@law("623a.5(d)")
def test_623a_5_d_every_horn_high_bet_is_told_with_the_fifth_on_its_number() -> None:
    (row,) = [row for row in rows("craps", "623a.3(a)(20)") if len(row) == 3 and row[0].startswith("Horn High")]
    assert row[0].startswith("Horn High 2, 3, 11, 12 Bet. A fifth of it each") and "another fifth on the high" in row[0]


@law("623a.7(b)(1)", "623a.11(a)(6)")
def test_no_duty_of_the_crew_is_told_twice() -> None:
    blocks = paper("craps").blocks
    start = next(n for n, block in enumerate(blocks) if isinstance(block, Heading) and block.text == "Stickperson")
    end = next(n for n, block in enumerate(blocks) if isinstance(block, Heading) and block.text == "Dealer")
    cites = [
        cite
        for block in blocks[start:end]
        if isinstance(block, Checklist)
        for each in block.checks
        for cite in each.cites
    ]
    assert len(cites) == len(set(cites)) and "623a.8(b)" in cites


@law("625a.2(b)")
def test_625a_2_b_nothing_is_noted_of_a_shaker_that_the_table_does_not_have() -> None:
    for settings, asked in (((), False), (("shaker=automated",), True)):
        game, rules = load("sic-bo", settings)
        (step,) = [row for row in rows("sic-bo", "625a.2(b)", *settings) if "Replace the three dice" in row[2]]
        assert ("603a.12(c)" in step[2]) is asked
        assert ("In an automated shaker" in page(blank_log(game, rules))) is asked
