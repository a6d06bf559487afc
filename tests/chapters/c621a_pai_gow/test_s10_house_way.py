"""621a.10(a) and (d): setting four tiles, the hands left to a house way, and the check of a submitted one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.equipment.tiles import TILES, Tile
from houseway.games import find_game, load
from houseway.games.pai_gow.house_way.conditions import FORMS, View, said_phrase
from houseway.games.pai_gow.house_way.hand_kinds import hand_kinds, place_of
from houseway.games.pai_gow.house_way.house_ways import BY_LAW, DEFAULT, check_house_way, house_way, house_ways
from houseway.games.pai_gow.house_way.rule_list import HIGH, LOW, WORDS, read_rule
from houseway.games.pai_gow.law.ranking import Two
from houseway.games.pai_gow.law.settings import as_hand, lawful, listed_first, refuse_setting, settings
from houseway.law import BadInput, Finding, Unlawful
from support import cites, law

HANDS = st.sampled_from(list(combinations(TILES, 4)))


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(Tile(name) for name in text.split())


def pair(text: str) -> Two:
    one, other = tiles(text)
    return one, other


def opened(text: str) -> tuple[set[str], str]:
    found = lawful(as_hand(tiles(text)))
    return {str(way) for way in found.ways}, found.cite


def test_the_kinds_of_hands_are_all_hands() -> None:
    assert len(hand_kinds()) == 3620 and sum(hand.copies for hand in hand_kinds()) == 35960
    counted = Counter(place_of(hand) for hand in combinations(TILES, 4))
    assert [counted[place] for place in range(3620)] == [hand.copies for hand in hand_kinds()]


@law("621a.1[Setting the hands]", "621a.1[High hand]", "621a.1[Low hand]")
@given(HANDS)
def test_621a_1_setting_the_hands_never_puts_the_high_hand_below_the_low_hand(hand: tuple[Tile, ...]) -> None:
    for way in settings(as_hand(hand)):
        assert way.strengths[0] >= way.strengths[1]
        assert Counter((*way.high, *way.low)) == Counter(hand)
        assert refuse_setting(hand, way.high, way.low) is None


@law("621a.10(a)", "621a.1[High hand]", "621a.1[Low hand]")
def test_621a_10_a_a_low_hand_above_the_high_hand_is_refused() -> None:
    refused = refuse_setting(tiles("6-6 6-6 1-3 5-5"), pair("1-3 5-5"), pair("6-6 6-6"))
    assert refused is not None
    assert refused.reason == (
        "the high hand (1-3 5-5: 4, high tile Four (1-3)) is lower than the low hand (6-6 6-6: pair of 6-6); "
        "right is 6-6 6-6 over 1-3 5-5"
    )
    assert refused.cites == cites("621a.1[High hand]", "621a.1[Low hand]", "621a.10(a)")


@law("621a.10(a)")
@pytest.mark.parametrize(
    ("high", "low", "reason"),
    [
        ("6-6 1-1", "1-3 5-5", "1-1 is not among the four tiles dealt; right is for example 6-6 4-4 over 1-3 5-5"),
        (
            "6-6 6-6",
            "1-3 5-5",
            "a second 6-6 is not among the four tiles dealt; right is for example 6-6 4-4 over 1-3 5-5",
        ),
    ],
)
def test_621a_10_a_a_tile_that_is_not_in_the_hand_is_refused(high: str, low: str, reason: str) -> None:
    refused = refuse_setting(tiles("6-6 4-4 1-3 5-5"), pair(high), pair(low))
    assert refused is not None and (refused.reason, refused.cites) == (reason, cites("621a.10(a)"))


@law("621a.10(d)(1)")
def test_621a_10_d_1_the_supreme_pair_is_never_split() -> None:
    assert opened("2-4 1-2 6-6 4-5") == ({"2-4 1-2 over 6-6 4-5"}, "621a.10(d)(1)")  # not for the Wong either


@law("621a.10(d)(2)")
def test_621a_10_d_2_a_pair_wong_or_gong_is_played_and_which_is_open() -> None:
    ways, cite = opened("6-6 6-6 3-6 3-5")
    assert cite == "621a.10(d)(2)"
    assert ways == {"6-6 6-6 over 3-6 3-5", "6-6 3-6 over 6-6 3-5"}


@law("621a.10(d)(3)")
def test_621a_10_d_3_nine_eight_or_seven_and_which_is_open() -> None:
    ways, cite = opened("5-5 1-6 3-6 1-3")
    assert cite == "621a.10(d)(3)"
    assert ways == {"5-5 3-6 over 1-3 1-6", "5-5 1-6 over 1-3 3-6"}


@law("621a.10(d)(4)")
def test_621a_10_d_4_else_the_highest_tile_with_the_lowest() -> None:
    assert opened("5-5 3-3 2-2 1-5") == ({"5-5 1-5 over 3-3 2-2"}, "621a.10(d)(4)")


@law("621a.10(d)")
def test_621a_10_d_how_many_of_all_hands_each_paragraph_governs_and_leaves_open() -> None:
    counted: Counter[tuple[str, int]] = Counter()
    for hand in hand_kinds():
        found = lawful(hand.tiles)
        counted[found.cite, len(found.ways)] += hand.copies
    assert counted == {
        ("621a.10(d)(1)", 1): 435,
        ("621a.10(d)(2)", 1): 11043, ("621a.10(d)(2)", 2): 2274, ("621a.10(d)(2)", 3): 32,
        ("621a.10(d)(3)", 1): 6912, ("621a.10(d)(3)", 2): 8992, ("621a.10(d)(3)", 3): 4016,
        ("621a.10(d)(4)", 1): 2256,
    }  # fmt: skip


@law("621a.10(d)(2)", "621a.10(d)(3)")
def test_621a_10_d_2_read_as_an_order_it_would_leave_less_open() -> None:
    def left(text: str) -> set[str]:
        return {str(way) for way in listed_first(lawful(as_hand(tiles(text)))).ways}

    assert left("6-6 6-6 3-6 3-5") == {"6-6 6-6 over 3-6 3-5"}
    assert left("5-5 1-6 3-6 1-3") == {"5-5 3-6 over 1-3 1-6"}
    assert left("5-5 3-3 2-2 1-5") == {"5-5 1-5 over 3-3 2-2"}


@law("621a.10(d)")
@pytest.mark.parametrize("name", list(house_ways()))
def test_621a_10_d_every_house_way_of_ours_is_complete_and_lawful(name: str) -> None:
    way = house_ways()[name]
    assert way.faults == () and way.idle == ()
    for hand, setting in zip(hand_kinds(), way.settings, strict=True):
        assert setting in lawful(hand.tiles).ways


@law("621a.10(d)")
@given(HANDS)
def test_621a_10_d_alike_hands_are_set_alike(hand: tuple[Tile, ...]) -> None:
    way = house_ways()[DEFAULT]
    found = way.set(hand)
    assert found.setting.strengths == way.settings[place_of(hand)].strengths
    allowed = lawful(as_hand(hand))
    assert found.cites[0] == allowed.cite
    assert (found.number == 0) == (len(allowed.ways) == 1) == (found.rule == BY_LAW[allowed.cite])


@law("621a.10(d)", "621a.10(d)(1)", "621a.10(d)(2)", "621a.10(d)(3)", "621a.10(d)(4)")
@pytest.mark.parametrize(
    ("hand", "cite"),
    [
        ("2-4 1-2 6-6 4-5", "621a.10(d)(1)"),
        ("6-6 6-6 5-5 4-6", "621a.10(d)(2)"),
        ("5-5 5-6 1-5 3-6", "621a.10(d)(3)"),
        ("5-5 3-3 2-2 1-5", "621a.10(d)(4)"),
    ],
)
def test_621a_10_d_where_the_law_leaves_one_way_no_rule_of_the_submission_is_named(hand: str, cite: str) -> None:
    for way in house_ways().values():  # also where "otherwise" would apply
        found = way.set(tiles(hand))
        assert (found.number, found.label, found.cites) == (0, "", cites(cite))
        assert found.how == f"the only setting that {cite} allows ({BY_LAW[cite]})"


@law("621a.10(d)")
@pytest.mark.parametrize(
    ("hand", "label"),
    [("2-4 6-6 1-3 5-6", "exception 1"), ("4-6 3-6 3-4 1-4", "exception 60"), ("5-5 1-6 3-6 1-3", "rule 5")],
)
def test_621a_10_d_where_the_submission_decides_its_rule_is_named(hand: str, label: str) -> None:
    way = house_ways()["strongest"]
    found = way.set(tiles(hand))
    assert found.label == label and found.cites == (lawful(as_hand(tiles(hand))).cite, "601a.2")
    assert found.how == f"by {label} of the house way ({way.rules[found.number - 1].sentence})"
    assert way.labels[found.number - 1] == label


def test_a_rule_before_a_named_hand_comes_first() -> None:
    named, general = (
        {"when": "tiles 5-5 1-6 3-6 1-3", "play": "highest low hand"},
        {"when": "no pair", "play": "highest high hand"},
    )
    last = {"when": "otherwise", "play": "highest low hand"}
    hand = tiles("5-5 1-6 3-6 1-3")
    assert house_way([named, general, last]).set(hand).label == "exception 1"
    assert house_way([general, named, last]).set(hand).label == "rule 1"
    assert house_way([general, named, last]).idle == (2,)


@law("621a.10(d)")
def test_621a_10_d_the_two_simple_completions_are_what_their_names_say() -> None:
    for name, side in (("highest-high", 0), ("highest-low", 1)):
        for hand, setting in zip(hand_kinds(), house_ways()[name].settings, strict=True):
            assert setting.strengths[side] == max(way.strengths[side] for way in lawful(hand.tiles).ways)


def judged(rules: object) -> tuple[Finding, ...]:
    edition = find_game("pai-gow").chapter.edition(None)
    return check_house_way(rules, edition)[1]


@law("621a.10(d)")
def test_621a_10_d_a_gap_is_found_with_its_hand_and_paragraph() -> None:
    (finding,) = judged([{"when": "no pair", "play": "highest high hand"}])
    assert finding.field == "house_way" and finding.cites == cites("621a.10(d)(2)", "601a.2")
    assert finding.problem.startswith("no rule: 2-4 6-6 6-6 4-4: no rule applies, and 2 ways are open: ")
    unset = sum(hand.copies for hand in hand_kinds() if len(lawful(hand.tiles).ways) > 1 and _pairs(hand.tiles))
    assert finding.problem.endswith(f"; {unset} hands in all")


def _pairs(hand: tuple[Tile, ...]) -> bool:
    return lawful(as_hand(hand)).cite == "621a.10(d)(2)"


@law("621a.10(d)", "621a.10(d)(1)", "621a.10(d)(2)", "621a.10(d)(4)")
@pytest.mark.parametrize(
    ("when", "play", "says", "cite"),
    [
        ("tiles 2-4 1-2 6-6 3-6", "2-4 with 6-6", "2-4 6-6 over 1-2 3-6 is not open to the dealer; open: 2-4 1-2 over 6-6 3-6",
         "621a.10(d)(1)"),
        ("tiles 6-6 6-6 5-5 4-6", "6-6 with 5-5", "6-6 5-5 over 6-6 4-6 is not open to the dealer; open: 6-6 6-6 over 5-5 4-6",
         "621a.10(d)(2)"),
        ("tiles 5-5 3-3 2-2 1-5", "5-5 with 3-3", "5-5 3-3 over 2-2 1-5 is not open to the dealer; open: 5-5 1-5 over 3-3 2-2",
         "621a.10(d)(4)"),
        ("tiles 5-5 3-3 2-2 1-5", "6-6 with 3-3", "6-6 with 3-3 cannot be played from these tiles", "621a.10(d)"),
    ],
)  # fmt: skip
def test_621a_10_d_an_unlawful_setting_is_found_with_hand_rule_and_paragraph(
    when: str, play: str, says: str, cite: str
) -> None:
    (finding,) = judged([{"when": when, "play": play}, {"when": "otherwise", "play": "highest low hand"}])
    assert finding.problem.startswith(f"rule 1 ({when}: {play}): {when.removeprefix('tiles ')}: ")
    assert says in finding.problem
    assert finding.cites == cites(cite, "601a.2") and not finding.malformed


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("strongst", '"strongst" is neither the name of a house way nor a list of rules; did you mean strongest?'),
        ([], "[] is not a list of rules; write [[house_way]] with"),
        (7, "7 is not a list of rules"),
        ([{"when": "pair"}], "rule 1: {'when': 'pair'} is not a rule; write"),
        ([{"when": "pair", "play": 3}], "rule 1: when and play must be strings"),
        ([{"when": "lwo hand 3", "play": "highest high hand"}], 'rule 1: "lwo hand 3" is not a condition; write for example'),
        ([{"when": "holds 6-5", "play": "highest high hand"}], "rule 1: 6-5 is not a tile; did you mean 5-6?"),
        ([{"when": "tiles 3-6 4-5 3-6 1-1", "play": "highest high hand"}], "rule 1: 3 tiles like 3-6 are named"),
        ([{"when": "pair", "play": "highest"}], 'rule 1: "highest" cannot be played; write "highest high hand"'),
        ([{"when": "otherwise, pair", "play": "highest low hand"}], 'rule 1: "otherwise, pair": "otherwise" stands alone'),
    ],
)  # fmt: skip
def test_a_house_way_that_cannot_be_understood_says_where_and_what_would_be_right(value: object, problem: str) -> None:
    (finding,) = judged(value)
    assert finding.problem.startswith(problem)
    assert finding.malformed == (not isinstance(value, str)) and finding.cites == cites("621a.10(d)")
    with pytest.raises(BadInput):
        house_way(value)


OWN_RULES = """
game = "pai-gow"

[[house_way]]
when = "holds 6-6 and 6-6"
play = "highest high hand"

[[house_way]]
when = "otherwise"
play = "highest low hand"
"""


@law("621a.10(d)")
def test_621a_10_d_a_submission_with_rules_of_its_own_sets_by_them(tmp_path: Path) -> None:
    file = tmp_path / "pai-gow.toml"
    file.write_text(OWN_RULES, encoding="utf-8")
    way = house_way(load(str(file))[1].option("house_way"))
    kept = way.set(tiles("6-6 6-6 3-6 3-5"))
    assert (str(kept.setting), kept.number) == ("6-6 6-6 over 3-6 3-5", 1)
    split = way.set(tiles("1-1 1-1 3-6 3-5"))
    assert (str(split.setting), split.number) == ("1-1 3-6 over 1-1 3-5", 2)


@law("621a.10(d)")
def test_621a_10_d_a_submission_whose_house_way_has_a_gap_is_unlawful(tmp_path: Path) -> None:
    file = tmp_path / "pai-gow.toml"
    file.write_text(OWN_RULES.replace("otherwise", "pair"), encoding="utf-8")
    with pytest.raises(Unlawful, match=r"house_way: no rule: .* no rule applies.*\(621a.10\(d\)\(3\), 601a.2\)"):
        load(str(file))


def test_the_default_submission_names_the_strongest_house_way() -> None:
    assert load("pai-gow")[1].option("house_way") == DEFAULT


@pytest.mark.parametrize(
    ("when", "holds", "not_in"),
    [
        ("pair", "6-6 6-6 1-3 5-5", "5-5 1-6 3-6 1-3"),
        ("no pair", "5-5 1-6 3-6 1-3", "6-6 6-6 1-3 5-5"),
        ("high hand 9", "5-5 1-6 3-6 1-3", "5-5 1-6 2-6 1-3"),
        ("high hand pair, low hand at most 4", "6-6 6-6 1-3 5-5", "6-6 6-6 1-3 1-4"),
        ("gain 2, lowered high hand 7", "5-5 1-6 3-6 1-3", "6-6 6-6 1-3 5-5"),
        ("low hand led by 1-3 or higher", "5-5 1-6 3-6 1-3", "5-5 1-6 3-6 3-3"),
        ("raised low hand led by 5-5 or lower", "5-5 1-6 3-6 3-3", "5-5 1-6 3-6 1-3"),
        ("holds 4-5", "5-5 1-6 3-6 1-3", "5-5 1-6 2-6 1-3"),
        ("tiles 1-3 4-5 1-6 5-5", "5-5 1-6 3-6 1-3", "5-5 1-6 3-6 3-3"),
        ("otherwise", "5-5 1-6 3-6 1-3", ""),
    ],
)
def test_what_a_condition_speaks_of(when: str, holds: str, not_in: str) -> None:
    rule = read_rule(when, "highest high hand")

    def applies(text: str) -> bool:
        hand = as_hand(tiles(text))
        return rule.applies(View.of(hand, lawful(hand).ways))

    assert applies(holds)
    assert not not_in or not applies(not_in)


@pytest.mark.parametrize(
    ("when", "play", "sentence"),
    [
        ("holds 4-4, raised low hand led by 5-6 or lower", HIGH,
         "if 4-4 is held and the highest tile of the raised low hand is 5-6 or lower, play the highest high hand"),
        ("low hand at most 1, gain at most 1", HIGH,
         "if the low hand has at most 1 point and the low hand would gain at most 1 point, play the highest high hand"),
        ("gain 0, high hand 9", LOW,
         "if the low hand would gain no points and the high hand has 9 points, play the highest low hand"),
        ("no pair, low hand pair", "6-6 with 1-5",
         "if no pair, Wong or Gong can be played and the low hand is a pair, Wong or Gong, play 6-6 with 1-5"),
        ("tiles 6-6 1-5 1-4 5-6", "6-6 with 1-5", "if the tiles are 6-6 1-5 1-4 5-6, play 6-6 with 1-5"),
        ("holds 6-6 and 1-1", LOW, "if 6-6 and 1-1 are held, play the highest low hand"),
        ("otherwise", LOW, "otherwise play the highest low hand"),
    ],
)  # fmt: skip
def test_a_rule_is_said_in_a_sentence(when: str, play: str, sentence: str) -> None:
    assert read_rule(when, play).sentence == sentence


def test_every_form_of_a_condition_can_be_said_and_every_word_of_ours_is_explained() -> None:
    for form in FORMS:
        assert form.pattern.fullmatch(form.example) and said_phrase(form.example) and form.means.endswith(".")
    explained = " ".join(word for word, _ in WORDS)
    for way in house_ways().values():
        for rule in way.rules:
            assert rule.play in (HIGH, LOW) or " with " in rule.play
            for phrase in rule.when.split(", "):
                start = next(form.written for form in FORMS if form.pattern.fullmatch(phrase))
                word = phrase.split(" at ")[0].split(" led ")[0].rstrip("0123456789 ")
                assert word in explained or word.split()[0] in start, phrase
