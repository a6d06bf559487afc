"""621a.10(d): what `houseway strategy pai-gow` says of a house way, topic by topic, and the card that hangs beside the table."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.core.advice import Advice
from houseway.documents.strategy_card import write_card
from houseway.equipment.tiles import PAIRS, Tile, spots
from houseway.games import load
from houseway.games.pai_gow.house_way.conditions import FORMS
from houseway.games.pai_gow.house_way.hand_kinds import hand_kinds
from houseway.games.pai_gow.house_way.house_ways import house_way, house_ways
from houseway.games.pai_gow.house_way.rule_list import WORDS
from houseway.games.pai_gow.law.settings import as_hand, lawful, settings
from houseway.games.pai_gow.mathematics.best_reply import best_reply
from houseway.games.pai_gow.mathematics.pair_counts import BESIDE, PAIRS_OF_HANDS, against, strengths
from houseway.games.pai_gow.present.advice import advise
from houseway.games.pai_gow.present.hand_advice import setting_values
from houseway.games.pai_gow.present.house_card import examples, exceptions, general, law_lines, rule_lines
from houseway.games.pai_gow.present.strategy_text import percent
from houseway.games.pai_gow.present.tile_pictures import drawn_setting, drawn_tile
from houseway.law import BadInput
from support import cites, law

STRONGEST = house_ways()["strongest"]
DOCS = Path(__file__).parents[3] / "docs"


def asked(*settings: str, **about: str) -> Advice:
    rules = load("pai-gow", settings)[1]
    return advise(rules, about, lambda _: None)


def section(advice: Advice, title: str) -> tuple[str, ...]:
    (found,) = [each for each in advice.sections if each.title.startswith(title)]
    return found.notes


@law("621a.10(d)")
def test_621a_10_d_the_whole_advice_lists_law_rules_and_words() -> None:
    found = asked()
    assert section(found, "The law comes first") == law_lines()
    rules = section(found, "The house way")
    assert rules[: len(rule_lines(STRONGEST))] == rule_lines(STRONGEST)
    assert [line.partition(":")[0] for line in rules[:7]] == ["First", *(f"Rule {n}" for n in range(1, 7))]
    assert "one of the 60 exceptions" in rules[0] and any("strategy pai-gow exceptions" in line for line in rules)
    assert len(section(found, "The words")) == len(WORDS)
    listed = found.data["house_way"]["rules"]
    assert len(listed) == 66 and listed[0]["by"] == "exception 1" and listed[-1] == {
        "by": "rule 6", "when": "otherwise", "play": "highest low hand", "says": "otherwise play the highest low hand"
    }  # fmt: skip
    assert found.data["best_reply"]["of"] == PAIRS_OF_HANDS


@law("621a.10(d)")
def test_621a_10_d_the_exceptions_are_all_listed_high_over_low() -> None:
    found = asked(exceptions="")
    house, reply = found.sections
    assert len(house.notes) == len(exceptions(STRONGEST)) == 60
    assert house.notes[0] == "1. 2-4 6-6 1-3 5-6: 2-4 6-6 over 1-3 5-6"
    assert len(reply.notes) == len(found.data["best_reply_list"]["exceptions"]) > 200
    assert asked("house_way=highest-low", exceptions="").sections[0].notes == ("There are none.",)


@law("621a.10(d)")
def test_621a_10_d_one_hand_has_every_way_and_what_it_is_worth() -> None:
    found = asked(hand="5-5,1-6,3-6,1-3")
    assert found.data["house_way"]["setting"] == "5-5 3-6 over 1-3 1-6" and found.data["house_way"]["by"] == "rule 5"
    assert {way["setting"]: way["open"] for way in found.data["ways"]} == {
        "5-5 3-6 over 1-3 1-6": True, "5-5 1-6 over 1-3 3-6": True, "1-6 3-6 over 1-3 5-5": False
    }  # fmt: skip
    assert found.cites[:2] == cites("621a.10(d)(3)", "601a.2")
    only = asked(hand="5-5 3-3 2-2 1-5")
    assert "the only setting that 621a.10(d)(4) allows" in only.summary[0]


def test_what_a_single_hand_is_worth_agrees_with_the_best_reply() -> None:
    reply, house = best_reply(STRONGEST), strengths(STRONGEST.settings)
    won, lost = against(strengths(reply.chosen), house)
    for place in range(0, len(hand_kinds()), 200):
        hand = hand_kinds()[place].tiles
        priced = setting_values(hand, STRONGEST, 100, 0)
        best = priced[settings(hand).index(reply.chosen[place])]
        assert best[:2] == (won[place], lost[place])
        assert best[2] == max(worth for *_, worth in priced) == (Fraction(19, 20) * best[0] - best[1]) / BESIDE


@law("621a.10(k)")
def test_621a_10_k_a_stake_may_be_given_at_which_the_vigorish_is_rounded() -> None:
    rounded = "vigorish.rounding_cents=25"
    found = asked(rounded, hand="5-5,1-6,3-6,1-3", stake="6")
    won, lost, worth = setting_values(
        as_hand([Tile(name) for name in ("5-5", "1-6", "3-6", "1-3")]), STRONGEST, 600, 25
    )[0]
    assert worth == (Fraction(550, 600) * won - lost) / BESIDE  # 30 cents, rounded up to 50
    assert str(worth) in {way["expected"] for way in found.data["ways"]}
    assert found.data != asked(rounded, hand="5-5,1-6,3-6,1-3", stake="$5.00").data
    assert asked(hand="5-5,1-6,3-6,1-3", stake="7.50").data == asked(hand="5-5,1-6,3-6,1-3").data  # 5% is 5%


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ({"excptions": ""}, '"excptions": is not a topic of Pai Gow; did you mean exceptions?'),
        ({"bank": "6"}, '"bank": is not a topic'),
        ({"hand": "6-6,1-1"}, 'hand: "6-6,1-1" is not four tiles; write for example hand=6-6,1-5,1-4,5-6'),
        ({"hand": "6-6,1-1,1-1,6-7"}, "hand: '6-7' is not a tile"),
        ({"hand": "1-2,1-2,1-1,6-6"}, "hand: 1-2 is listed 2 times"),
        ({"exceptions": "", "bank": ""}, "bank: one question at a time"),
        ({"stake": "six"}, 'stake: "six" is not an amount; write dollars, like stake=6 or stake=7.50'),
        ({"stake": "0"}, 'stake: "0" is not an amount'),
    ],
)
def test_a_topic_that_is_none_says_which_there_are(about: dict[str, str], says: str) -> None:
    with pytest.raises(BadInput) as refused:
        asked(**about)
    assert str(refused.value).startswith(says)


# The card


@law("621a.10(d)")
def test_621a_10_d_the_card_is_one_letter_page_with_edition_rules_words_examples_and_exceptions(tmp_path: Path) -> None:
    found = asked("holder=Some Casino")
    card = found.card
    assert card is not None and "edition 2011-proposed" in card.lines[1] and card.lines[0].startswith("Some Casino: ")
    assert [each.title.split(":")[0] for each in card.sections] == [
        "The law comes first", "The house way", "The words", "Examples", "Exceptions"
    ]  # fmt: skip
    assert len(card.sections[-1].notes) == 60 and len(card.sections[-2].pictures) == 8
    (path,) = write_card(found, tmp_path / "card.svg")
    assert 'viewBox="0 0 612 792"' in path.read_text()


@law("621a.10(d)")
@pytest.mark.parametrize("name", list(house_ways()))
def test_621a_10_d_each_rule_has_an_example_that_it_decides(name: str) -> None:
    way = house_ways()[name]
    shown = [picture.caption.partition(":")[0] for picture in examples(way)]
    assert [each for each in shown if each.startswith("Rule")] == [f"Rule {n + 1}" for n in range(len(general(way)))]
    assert ("Exception 1" in shown) == bool(exceptions(way))


@law("621a.10(d)")
def test_621a_10_d_rules_between_exceptions_are_listed_in_their_order() -> None:
    way = house_way(
        [
            {"when": "no pair", "play": "highest high hand"},
            {"when": "tiles 6-6 6-6 3-6 3-5", "play": "6-6 with 6-6"},
            {"when": "otherwise", "play": "highest low hand"},
        ]
    )
    assert [line.partition(":")[0] for line in rule_lines(way)] == ["Rule 1", "Exception 1", "Rule 2"]


@law("621a.3(b)(6)")
@pytest.mark.parametrize("tile", sorted({tile for pair in PAIRS for tile in pair}))
def test_621a_3_b_6_a_drawn_tile_has_its_spots_in_red_and_white(tile: Tile) -> None:
    drawn = drawn_tile(tile, 0, 0)
    assert drawn.count("<circle") == spots(tile)
    red = sum(int(end) for end in (tile[0], tile[2]) if end in "14") if tile != "6-6" else 6
    assert drawn.count("#e4452f") == red


@law("621a.10(c)")
def test_621a_10_c_a_drawn_setting_has_the_low_hand_across() -> None:
    (way, *_) = lawful(as_hand([Tile(name) for name in ["6-6", "6-6", "1-3", "5-5"]])).ways
    drawn = drawn_setting(way)
    assert drawn.count("rotate(90)") == 2 and drawn.count("<rect") == 4
    assert drawn.count("<circle") == sum(spots(tile) for tile in (*way.high, *way.low))


def test_the_page_on_house_ways_explains_every_form_and_word() -> None:
    page = (DOCS / "house-ways.md").read_text(encoding="utf-8")
    for form in FORMS:
        assert f"`{form.example}`" in page and form.means in page, form.example
    for word, means in WORDS:
        assert word in page and means in page, word
    counted = Counter(len(lawful(hand.tiles).ways) == 1 for hand in hand_kinds() for _ in range(hand.copies))
    assert f"{counted[True]:,}" in page and f"{counted[False]:,}" in page


@law("621a.10(d)")
def test_621a_10_d_the_worked_example_of_the_page_is_lawful_and_worth_what_is_said(tmp_path: Path) -> None:
    page = (DOCS / "house-ways.md").read_text(encoding="utf-8")
    file = tmp_path / "own.toml"
    file.write_text(page.split("```toml")[2].split("```")[0], encoding="utf-8")
    way = house_way(load(str(file))[1].option("house_way"))
    assert f"is worth {percent(best_reply(way).expected)} of a wager" in page
    for name in ("readable", "strongest"):
        assert percent(best_reply(house_ways()[name]).expected) in page
    found = way.set([Tile(name) for name in ("5-5", "1-6", "3-6", "1-3")])
    assert (str(found.setting), found.label) == ("5-5 3-6 over 1-3 1-6", "rule 2")
    assert all(f"| `{name}` |" in page for name in house_ways())
