"""619a.1: the wheel, the table and the layout."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from chapters.c619a_big_six.hands import APPROVED, COUNTS, FRUIT, LEAST, ONE, ORDER, by_hand, opening
from chapters.harness import ABOVE, OTHERS, approved_as
from chapters.harness import floor_step as step
from houseway.core import Chance, Wagers
from houseway.games import judged, load
from houseway.law import BadInput
from support import Ended, bench, cites, law

EDITIONS = ("2011-proposed", "2011-comment")


def inspected(cite: str, *settings: str, **data: Any) -> None:
    """The paragraph is seen to at the opening by a floorperson or above, by nobody else, and once."""
    for role in ("dealer", *OTHERS):
        reason, because = by_hand(*settings).refusal(step(cite, role, **data))
        assert "the floorperson or above" in reason and because == cites(cite)
    for role in ABOVE:
        (done,) = by_hand(*settings).do(step(cite, role, **data))
        assert (done.event, done.cites) == ("step-done", cites(cite))
        assert done.fields == {"procedure": "opening", "by": role, "text": done.fields["text"], **_kept(data)}
    reason, because = by_hand(*settings).refusal(step(cite, **data), step(cite, **data))
    named = f"{cite} {data.get('item', '')}".strip()
    assert f"{named} is not a step that is due now; due: 619a.1(" in reason and because == cites(cite, "619a.1")


def _kept(data: dict[str, Any]) -> dict[str, Any]:
    """What an event shows of a step: its item, and apart from all else what was noted."""
    noted = {name: value for name, value in data.items() if name != "item"}
    return {**({"item": data["item"]} if "item" in data else {}), **({"noted": noted} if noted else {})}


@law("619a.1")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("themed", [False, True], ids=["dollar", "themed"])
def test_619a_1_every_requirement_is_seen_to_before_a_wager_is_taken(edition: str, themed: bool) -> None:
    steps = opening(edition, themed)
    for missing in steps:
        table = by_hand(f"edition={edition}", *([*FRUIT, APPROVED] if themed else []))
        table.do(*(each for each in steps if each is not missing))
        reason, because = table.refusal(ONE)
        assert "the procedure 'opening' must be completed first" in reason and because == cites("619a.1")
        opened = table.do(missing)[-1]
        assert (opened.event, opened.cites) == ("announced", cites("619a.1"))
        assert isinstance(table.table.due, Wagers)


@law("619a.1")
def test_619a_1_a_table_may_open_itself_with_every_step_on_record() -> None:
    done = [e for e in bench("big-six").table.events if e.event == "step-done"]
    noted = [(e.cites, e.fields.get("item", "")) for e in done]
    assert noted == [(cites(each["cite"]), each.get("item", "")) for each in opening()]


@law("619a.1")
def test_619a_1_what_was_not_found_to_be_so_is_not_done() -> None:
    table = by_hand(*FRUIT, APPROVED)
    for each in opening(themed=True):
        reason, because = table.refusal({**each, "verified": False})
        assert "the check failed, so this step is not done: " in reason and because == cites(each["cite"])
    assert "step-done" not in table.names()


@law("619a.1(a)")
@pytest.mark.parametrize("item", [7, None, True, ["glass"], {}])
def test_619a_1_a_an_item_that_is_no_text_is_not_understood(item: Any) -> None:
    with pytest.raises(BadInput, match=r"step: item: .* is not the name of one act of a paragraph"):
        by_hand().do(step("619a.1(a)", item=item))


@law("619a.1(a)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_619a_1_a_the_wheel_has_54_sections_each_as_likely_and_so_many_of_each_symbol(edition: str) -> None:
    table = bench("big-six", f"edition={edition}")
    table.do({"do": "no-more-bets"})
    due = table.table.due
    assert isinstance(due, Chance)
    assert dict(due.outcomes()) == dict.fromkeys(range(54), 1)
    assert Counter(table.rules.names("order")) == COUNTS
    assert sum(COUNTS.values()) == 54


@law("619a.1(a)")
@pytest.mark.parametrize("inches", [60, 61, 72, "60.5"])
def test_619a_1_a_five_feet_across_or_more(inches: int | str) -> None:
    (done,) = by_hand().do(step("619a.1(a)", item="diameter", diameter_inches=inches))
    assert (done.event, done.cites) == ("step-done", cites("619a.1(a)"))
    assert (done.fields["item"], done.fields["noted"]) == ("diameter", {"diameter_inches": inches})


@law("619a.1(a)")
@pytest.mark.parametrize("noted", [{"diameter_inches": n} for n in (59, 0, "59.99")] + [{}])
def test_619a_1_a_a_smaller_wheel_does_not_pass(noted: dict[str, Any]) -> None:
    reason, because = by_hand().refusal(step("619a.1(a)", item="diameter", **noted))
    assert "at least 60 inches across" in reason and because == cites("619a.1(a)")


@law("619a.1(a)")
@pytest.mark.parametrize(
    "counted",
    [
        {**COUNTS, "1": 22, "2": 16},
        {**COUNTS, "1": 24},
        {**COUNTS, "joker": 2, "flag": 0},
        {symbol: count for symbol, count in COUNTS.items() if symbol != "flag"},
        {**COUNTS, "crown": 1},
        {},
    ],
)
def test_619a_1_a_a_wheel_with_other_sections_does_not_pass(counted: dict[str, int]) -> None:
    reason, because = by_hand().refusal(step("619a.1(a)", item="sections", sections=counted))
    assert "23 of 1, 15 of 2, 8 of 5, 4 of 10, 2 of 20, 1 of joker, 1 of flag" in reason
    assert because == cites("619a.1(a)")


@law("619a.1(a)")
def test_619a_1_a_diameter_sections_and_glass_are_three_items() -> None:
    inspected("619a.1(a)", item="diameter", diameter_inches=60)
    inspected("619a.1(a)", item="sections", sections=COUNTS)
    inspected("619a.1(a)", item="glass")
    assert by_hand().refusal(step("619a.1(a)", item="rim"))[1] == cites("619a.1(a)", "619a.1")


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


@law("619a.1(b)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_619a_1_b_the_sections_stand_in_the_order_of_the_filing(edition: str) -> None:
    _, rules = load("big-six", [f"edition={edition}"])
    assert list(rules.names("order")) == ORDER
    assert rules.cite("order") == "619a.1(b)"


@law("619a.1(b)")
@pytest.mark.parametrize(("section", "symbol"), list(enumerate(ORDER)))
def test_619a_1_b_counted_clockwise_from_the_joker(section: int, symbol: str) -> None:
    table = bench("big-six")
    table.do({"do": "no-more-bets"})
    result = table.do({"do": "result", "section": section})[0]
    assert (result.event, result.fields["symbol"], result.cites) == ("result", symbol, cites("619a.2(c)"))


@law("619a.1(b)")
def test_619a_1_b_the_order_is_inspected() -> None:
    inspected("619a.1(b)", order=ORDER)


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


@law("619a.1(d)")
def test_619a_1_d_the_odds_on_the_wheel_are_inspected() -> None:
    inspected("619a.1(d)", odds=LEAST)


@law("619a.1(d)")
def test_619a_1_d_the_comment_has_no_such_paragraph_and_no_such_step() -> None:
    table = by_hand("edition=2011-comment")
    with pytest.raises(BadInput, match=r"619a\.1\(d\) is not a paragraph of 2011-comment"):
        table.do(step("619a.1(d)", odds=LEAST))
    assert "619a.1(d)" not in table.rules.cites
    table.do(*opening("2011-comment"))
    assert table.do(ONE)[0].event == "wager-placed"
    done = [e.cites for e in bench("big-six", "edition=2011-comment").table.events if e.event == "step-done"]
    assert cites("619a.1(d)") not in done and len(done) == len(opening()) - 1


@law("619a.1(d)")
def test_619a_1_d_is_all_that_the_comment_changes() -> None:
    proposed, comment = (load("big-six", [f"edition={edition}"])[1] for edition in EDITIONS)
    assert proposed.cites - comment.cites == set(cites("619a.1(d)")) and comment.cites < proposed.cites
    assert proposed.edition.values == comment.edition.values
    assert proposed.payouts == comment.payouts


@law("619a.1(e)")
def test_619a_1_e_the_clapper_is_inspected() -> None:
    inspected("619a.1(e)")


@law("619a.1(e)")
@pytest.mark.parametrize("section", [54, -1, 1000, "joker", True, None, [1]])
def test_619a_1_e_the_clapper_picks_one_of_the_54_sections(section: Any) -> None:
    table = bench("big-six")
    table.do(ONE, {"do": "no-more-bets"})
    before = table.table.plain
    with pytest.raises(BadInput, match="is not a section of the wheel; count clockwise from the joker, 0 to 53"):
        table.do({"do": "result", "section": section})
    assert table.table.plain == before


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


@law("619a.3", "619a.1(c)")
@pytest.mark.parametrize(
    ("settings", "because"),
    [
        ([*FRUIT[:3], "symbols.10=$20", "symbols.20=$10", APPROVED], ["619a.1(c)", "619a.3"]),
        ([*FRUIT[:3], "symbols.10=20 dollars", "symbols.20=Bell", APPROVED], ["619a.1(c)", "619a.3"]),
        ([*FRUIT, "symbols.flag=$1", APPROVED], ["619a.1(a)", "619a.3"]),
    ],
)
def test_619a_3_the_odds_go_with_the_symbols_share_of_the_wheel(settings: list[str], because: list[str]) -> None:
    found, _, _ = judged("big-six", settings)
    assert found.rules is None
    assert {finding.cites for finding in found.findings} == {cites(*because)}
    assert all("the odds go with a symbol's share" in finding.problem for finding in found.findings)


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


@law("619a.1(b)")
@pytest.mark.parametrize(
    ("order", "why"),
    [(["joker", "joker"], "54 sections, not 2"), ([*ORDER[:7], "20", *ORDER[8:]], "section 7 must be 10, not '20'")],
)
def test_619a_1_b_another_order_is_refused(order: list[str], why: str) -> None:
    table = by_hand()
    reason, because = table.refusal(step("619a.1(b)", order=order))
    assert why in reason and because == cites("619a.1(b)")
    assert table.do(step("619a.1(b)", order=ORDER))[0].event == "step-done"
    turned = [*ORDER[30:], *ORDER[:30]]  # the rim may be read from any section on
    assert by_hand().do(step("619a.1(b)", order=turned))[0].event == "step-done"


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


@law("619a.1(b)", "619a.1(d)", "619a.1(g)(3)")
@pytest.mark.parametrize(
    ("cite", "why", "because"),
    [
        ("619a.1(b)", 'note the 54 sections clockwise from the joker as "order"', ["619a.1(b)"]),
        ("619a.1(d)", 'note what is shown, in this order, as "odds"', ["619a.1(d)", "619a.3"]),
        ("619a.1(g)(3)", 'note what is shown, in this order, as "odds"', ["619a.1(g)(3)", "619a.3"]),
    ],
)
def test_619a_1_b_order_and_odds_are_noted_and_not_only_ticked(cite: str, why: str, because: list[str]) -> None:
    table = by_hand()
    before = table.table.plain
    reason, because_of = table.refusal(step(cite))
    assert reason.endswith(why) and because_of == cites(*because)
    assert table.table.plain == before
    steps = [event for event in bench("big-six").table.events if event.event == "step-done" and cite in event.cites]
    noted = {"order": ORDER} if cite == "619a.1(b)" else {"odds": LEAST}
    assert [event.fields["noted"] for event in steps] == [noted]  # the opening of an automatic table notes them


@law("619a.1(a)")
def test_619a_1_a_a_table_that_inspects_by_itself_measures_nothing() -> None:
    steps = [event for event in bench("big-six").table.events if event.event == "step-done"]
    of_wheel = {event.fields["item"]: event.fields.get("noted") for event in steps if event.cites == cites("619a.1(a)")}
    assert of_wheel == {"diameter": None, "sections": {"sections": COUNTS}, "glass": None}
    reason, because = by_hand().refusal(step("619a.1(a)", item="diameter"))  # people measure, and note it
    assert "note what it measures" in reason and because == cites("619a.1(a)")


MORE = [*LEAST[:5], "50 to 1", "45 to 1"]


@law("619a.1(d)", "619a.1(g)(3)")
@pytest.mark.parametrize(("reading", "wheel"), [("paid", MORE), ("least", LEAST)])
def test_619a_1_d_what_the_wheel_shows_where_more_is_paid(reading: str, wheel: list[str]) -> None:
    table = by_hand("payout.joker=50 to 1", f"reading.odds_on_wheel={reading}")
    wrong = LEAST if wheel is MORE else MORE
    reason, because = table.refusal(step("619a.1(d)", odds=wrong))
    assert wheel[5] in reason and because == cites("619a.1(d)", "619a.3")
    assert table.do(step("619a.1(d)", odds=wheel))[0].event == "step-done"
    assert table.refusal(step("619a.1(g)(3)", odds=LEAST))[1] == cites("619a.1(g)(3)", "619a.3")
    assert table.do(step("619a.1(g)(3)", odds=MORE))[0].event == "step-done"


@law("619a.1", "619a.1(a)")
@pytest.mark.parametrize(
    ("cite", "item", "wrong", "right"),
    [
        ("619a.1(a)", "diameter", {"diameter_inches": "59.5"}, {"diameter_inches": "60.5"}),
        (
            "619a.1(a)",
            "diameter",
            {"diameter_inches": 60, "circular": False},
            {"diameter_inches": 60, "circular": True},
        ),
        ("619a.1(a)", "glass", {"covered": False}, {"covered": True}),
        ("619a.1(e)", "", {"one_section": False}, {"one_section": True}),
        ("619a.1(f)", "", {"same_side": False}, {"same_side": True}),
        ("619a.1(f)", "", {"approval": "none"}, {"approval": "BCC 2011-7"}),
        ("619a.1(g)(1)", "", {"named": False}, {"named": True}),
        ("619a.1(g)(2)(i)", "", {"as_on_wheel": False}, {"as_on_wheel": True}),
    ],
)
def test_619a_1_what_a_step_notes_is_judged(cite: str, item: str, wrong: dict[str, Any], right: dict[str, Any]) -> None:
    table = by_hand(*approved_as("big-six", "2011-7"))
    reason, because = table.refusal(step(cite, item=item, **wrong))
    assert reason and because == cites(cite)
    (done,) = table.do(step(cite, item=item, **right))
    assert (done.event, done.fields["noted"]) == ("step-done", right)


@law("619a.2(c)", "619a.1(g)(2)")
def test_619a_2_c_a_verbal_wager_is_a_reading() -> None:
    spoken = {"do": "wager", "seat": 1, "id": "1", "cents": 500, "how": "verbal"}
    assert bench("big-six").do(spoken)[0].event == "wager-placed"
    table = bench("big-six", "reading.verbal_wagers=not-accepted")
    reason, because = table.refusal(spoken)
    assert "verbal wager" in reason and because == cites("619a.1(g)(2)", "619a.2(c)")
    assert table.table.chips(1) == 100_000
