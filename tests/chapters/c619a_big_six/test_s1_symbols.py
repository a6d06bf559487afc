"""619a.1(a) and (c): other symbols on the wheel, themed or unique, and their approval."""

from __future__ import annotations

import pytest

from chapters.c619a_big_six.hands import APPROVED, FRUIT, ORDER, by_hand
from chapters.c619a_big_six.inspections import EDITIONS, inspected
from chapters.harness import floor_step as step
from houseway.games import judged, load
from support import Ended, bench, cites, law


@law("619a.1(a)")
def test_619a_1_a_flag_and_joker_may_be_other_unique_symbols_without_approval() -> None:
    game, rules = load("big-six", ["symbols.flag=Keystone", "symbols.joker=Harlequin"])
    layout = game.present.layout(rules)
    assert [layout.at(wager).lines[0] for wager in ("flag", "joker", "1")] == ["Keystone", "Harlequin", "$1"]


@law("619a.1(a)")
@pytest.mark.parametrize(
    ("settings", "twice"),
    [
        (["symbols.flag=Star", "symbols.joker=star"], "star"),
        (["symbols.flag=$1"], "$1"),
        (["symbols.joker=$20"], "$20"),
        (["symbols.flag=Joker"], "joker"),
        (["symbols.joker=FLAG"], "flag"),
        ([*FRUIT[:4], "symbols.20=Flag", APPROVED], "flag"),
        ([*FRUIT[:4], "symbols.20=cherry", APPROVED], "cherry"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_619a_1_a_no_picture_may_stand_for_two_symbols_one_of_them_the_laws_own(
    settings: list[str], twice: str
) -> None:
    found, _, _ = judged("big-six", settings)
    assert found.rules is None
    (finding,) = found.findings
    assert (finding.field, finding.cites, finding.malformed) == ("symbols", cites("619a.1(a)"), False)
    assert finding.problem == f"{twice} stands for two symbols; each needs its own picture"


@law("619a.1(a)")
@pytest.mark.parametrize(
    "settings",
    [["symbols.flag=Joker", "symbols.joker=Flag"], ["symbols.flag=$50"]],
    ids=["exchanged", "no symbol of the law"],
)
def test_619a_1_a_a_picture_that_the_wheel_shows_once_is_lawful(settings: list[str]) -> None:
    assert judged("big-six", settings)[0].findings == ()


@law("619a.1(c)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_619a_1_c_themed_symbols_with_approval_stand_on_wheel_and_layout(edition: str) -> None:
    table = bench("big-six", f"edition={edition}", *FRUIT, APPROVED)
    pictures = [area.lines[0] for area in table.game.present.layout(table.rules).areas]
    assert pictures == ["Cherry", "Lemon", "Plum", "Melon", "Bell", "Joker", "Flag"]
    table.do({"do": "wager", "seat": 1, "id": "20", "cents": 500}, {"do": "no-more-bets"})
    events = table.do({"do": "result", "section": ORDER.index("20")})
    assert events[0].fields["text"] == "The clapper rests at Bell."
    assert events[-1].fields["returned_cents"] == 10_500


@law("619a.1(c)")
@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        (
            [],
            "no approval of the set of themed symbols by the Bureau of Gaming Operations is named; add by, number and date",
        ),
        ([APPROVED], "has neither by nor date; name by, number and date"),
    ],
    ids=["none", "only a number, as older submissions have it"],
)
def test_619a_1_c_an_approval_that_is_not_named_in_full_is_a_condition(settings: list[str], problem: str) -> None:
    found, _, _ = judged("big-six", [*FRUIT, *settings])
    assert found.findings == () and found.rules is not None
    condition = found.conditions[0]
    assert (condition.key, condition.approval.cite) == ("symbols", "619a.1(c)")
    assert condition.problem.endswith(problem)


@law("619a.1(c)")
def test_619a_1_c_named_in_full_nothing_is_outstanding_for_the_symbols() -> None:
    named = ["by=Bureau of Gaming Operations", "number=BGO 2012-0417", "date=2012-04-17"]
    for theme, keys in ((FRUIT, {"boxes", "layout"}), (["symbols.flag=Keystone"], {"boxes", "layout"})):
        settings = [*theme, *(f"approvals.symbols.{each}" for each in named)]
        assert {condition.key for condition in judged("big-six", settings)[0].conditions} == keys


@law("619a.1(c)")
def test_619a_1_c_a_themed_wheel_has_a_picture_for_each_dollar_symbol() -> None:
    found, _, _ = judged("big-six", [*FRUIT[:3], APPROVED])
    (finding,) = found.findings
    assert (finding.field, finding.cites) == ("symbols", cites("619a.1(c)"))
    assert finding.problem.endswith("missing: 10, 20")


@law("619a.1(c)")
@pytest.mark.parametrize(
    ("setting", "field", "malformed"),
    [
        ("symbols=fruit", "symbols", False),
        ("symbols=7", "symbols", True),
        ("symbols.50=Crown", "symbols.50", True),
        ("symbols.flag=7", "symbols.flag", True),
    ],
)
def test_619a_1_c_what_is_no_set_of_symbols_is_found(setting: str, field: str, malformed: bool) -> None:
    found, _, _ = judged("big-six", [setting])
    assert [(f.field, f.cites, f.malformed) for f in found.findings] == [(field, cites("619a.1(c)"), malformed)]


@law("619a.1(c)")
def test_619a_1_c_the_approval_is_seen_where_the_wheel_is_themed_and_only_there() -> None:
    inspected("619a.1(c)", *FRUIT, APPROVED)
    for settings in ([], ["symbols.flag=Keystone"]):
        reason, because = by_hand(*settings).refusal(step("619a.1(c)"))
        assert "619a.1(c) is not a step that is due now" in reason and because == cites("619a.1(c)", "619a.1")


@law("619a.1(c)")
def test_619a_1_c_themed_symbols_change_no_result() -> None:
    themed, plain = load("big-six", [*FRUIT, APPROVED]), load("big-six")
    assert [o.pays for o in themed[0].law.catalogue(themed[1]).values()] == [
        o.pays for o in plain[0].law.catalogue(plain[1]).values()
    ]
    assert themed[1] != plain[1]


@law("619a.1(c)")
def test_619a_1_c_a_partly_themed_wheel_is_a_reading() -> None:
    mixed = [*FRUIT[:3], APPROVED]
    assert judged("big-six", mixed)[0].rules is None
    rules = judged("big-six", [*mixed, "reading.partly_themed=any"])[0].rules
    assert rules is not None
    game, _ = load("big-six", [])
    layout = game.present.layout(rules)
    assert [layout.at(wager).lines[0] for wager in ("1", "5", "10", "20")] == ["Cherry", "Plum", "$10", "$20"]
    table = bench("big-six", *mixed, "reading.partly_themed=any")
    assert table.settle("10", 500, section=7) == Ended("won", 5500, cites("619a.2(c)", "619a.3"))


@law("619a.1(c)")
@pytest.mark.parametrize("none", ["none", "None", "n/a", "pending"])
def test_619a_1_c_no_approval_is_none(none: str) -> None:
    (finding,) = judged("big-six", [*FRUIT, f"symbols.approval={none}"])[0].findings
    assert (finding.field, finding.cites) == ("symbols.approval", cites("619a.1(c)"))
    table = by_hand(*FRUIT, APPROVED)
    reason, because = table.refusal(step("619a.1(c)", approval=none))
    assert "Bureau of Gaming Operations, June 2011" in reason and because == cites("619a.1(c)")
    assert table.do(step("619a.1(c)", approval="Bureau of Gaming Operations, June 2011"))[0].event == "step-done"


@law("619a.1(a)")
def test_619a_1_a_a_unique_symbol_needs_an_approval_by_the_other_reading() -> None:
    own, strict = ["symbols.flag=Parx"], "reading.unique_symbols=approved"
    free = bench("big-six", *own).rules.outstanding()
    assert [each.key for each in free] == ["boxes", "layout"]
    asked = bench("big-six", *own, strict).rules.outstanding()
    assert (asked[0].key, asked[0].approval.cite) == ("unique_symbols", "619a.1(a)")
    assert [each.key for each in bench("big-six", strict).rules.outstanding()] == ["boxes", "layout"]
    named = ("by=Bureau of Gaming Operations", "number=BGO-5", "date=2011-01-05")
    approved = bench("big-six", *own, strict, *(f"approvals.unique_symbols.{each}" for each in named))
    assert [each.key for each in approved.rules.outstanding()] == ["boxes", "layout"]
