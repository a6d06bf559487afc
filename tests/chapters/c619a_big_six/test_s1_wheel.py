"""619a.1: the inspection of the wheel: its size, sections, order, odds and clapper."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from chapters.c619a_big_six.hands import APPROVED, COUNTS, FRUIT, LEAST, ONE, ORDER, by_hand, opening
from chapters.c619a_big_six.inspections import EDITIONS, inspected
from chapters.harness import approved_as
from chapters.harness import floor_step as step
from houseway.core import Chance, Wagers
from houseway.games import load
from houseway.law import BadInput
from support import bench, cites, law


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
