"""651a.2: the table and its layout."""

from __future__ import annotations

from typing import Any

import pytest

from chapters.c651a_casino_war.hands import COMMENT, EARLIER, EDITIONS, FINAL, PROPOSED, asked, war
from chapters.harness import done, due, step, usual
from houseway.core import Procedure
from houseway.games import judged, load
from support import cites, law

SEATS = {FINAL: 9, PROPOSED: 7, COMMENT: 10}
LAYOUT = ("651a.2(b)(1)", "651a.2(b)(2)", "651a.2(b)(3)", "651a.2(b)(4)")


@law("651a.2(a)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_2_a_as_many_players_as_the_edition_allows(edition: str) -> None:
    assert load("casino-war", [f"edition={edition}", f"boxes={SEATS[edition]}"])[1].boxes == SEATS[edition]
    (finding,) = judged("casino-war", [f"edition={edition}", f"boxes={SEATS[edition] + 1}"])[0].findings
    assert finding.field == "boxes" and finding.cites == cites("651a.2(a)")


@law("651a.2", "651a.2(a)", "651a.2(b)", *LAYOUT, "651a.2(c)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_2_the_floorperson_looks_the_table_over_before_it_is_opened(edition: str) -> None:
    table = war(edition, procedure="by-hand")
    assert due(table) == Procedure("opening", cites("651a.4(a)"))
    for cite in ("651a.2(a)", *LAYOUT, "651a.2(c)"):
        reason, because = table.refusal(step(cite))
        assert "the floorperson or above, not for a dealer" in reason and because == cites(cite)
        (event,) = done(table, step(cite, "floorperson"))
        assert (event.event, event.cites) == ("step-done", cites(cite))


@law("651a.2(d)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_2_d_only_the_final_text_requires_a_discard_rack(edition: str) -> None:
    table = war(edition, procedure="by-hand")
    assert (("651a.2(d)", "") in asked(table)) == (edition == FINAL)


@law("651a.2(b)(1)")
def test_651a_2_b_1_the_layout_bears_the_holders_name() -> None:
    game, rules = load("casino-war", ["holder=Example Casino"])
    assert game.present.layout(rules).holder == "Example Casino"


@law("651a.2(b)(2)", "651a.2(b)(3)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_2_b_2_each_position_has_one_area_for_initial_and_war_wagers_and_one_for_tie_wagers(edition: str) -> None:
    game, rules = load("casino-war", [f"edition={edition}"])
    layout = game.present.layout(rules)
    assert [area.wagers for area in layout.areas] == [("tie", "tie-on-war"), ("initial", "war")]
    assert layout.at("war") is layout.at("initial") and layout.at("tie-on-war") is layout.at("tie")
    assert layout.at("war").chips({"initial": 500, "war": 500, "tie": 100}) == 1000
    assert layout.words == (f"One such position for each of {rules.boxes} players",)


@law("651a.2(b)(4)", "651a.10(3)")
@pytest.mark.parametrize(
    ("edition", "war_pays"), [(FINAL, "1 to 1, 2 to 1"), (PROPOSED, "2 to 1, 3 to 1"), (COMMENT, "1 to 1, 2 to 1")]
)
def test_651a_2_b_4_the_payout_odds_stand_on_the_layout(edition: str, war_pays: str) -> None:
    game, rules = load("casino-war", [f"edition={edition}"])
    layout = game.present.layout(rules)
    assert [area.pays for area in layout.areas] == ["10 to 1", f"Initial 1 to 1, War {war_pays} if the War ties"]
    assert layout.signs == ()


@law("651a.2(b)(4)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_651a_2_b_4_or_they_stand_on_a_sign(edition: str) -> None:
    game, rules = load("casino-war", [f"edition={edition}", "payout_odds=sign"])
    layout = game.present.layout(rules)
    won, tied = (payout.odds for payout in game.law.catalogue(rules)["war"].payouts)
    assert not any(area.pays for area in layout.areas)
    said = f"Initial Wager 1 to 1; Tie Wager 10 to 1; War Wager {won}; War Wager if the War ties {tied}"
    assert layout.signs == (f"payout odds: {said}",)


@law("651a.2(d)")
@pytest.mark.parametrize("edition", EARLIER)
def test_651a_2_d_is_no_paragraph_of_the_2011_texts(edition: str) -> None:
    assert "651a.2(d)" not in war(edition).rules.cites


@law("651a.2(d)", "651a.2(a)", "651a.2(b)(4)", "651a.2(c)", "651a.3(a)", "651a.3(b)")
@pytest.mark.parametrize("edition", [*EDITIONS, "2011-filing"])
@pytest.mark.parametrize(
    ("cite", "noted", "right"),
    [
        ("651a.2(a)", {"one_side": False}, {"one_side": True}),
        ("651a.2(b)(1)", {"named": False}, {"named": True}),
        ("651a.2(b)(3)", {"separate": False}, {}),
        ("651a.2(b)(4)", {"posted": False}, {"posted": True}),
        ("651a.2(c)", {"in_place": False}, {"in_place": True}),
        ("651a.2(d)", {"attached": False}, {"attached": True}),
        ("651a.3(a)", {"decks": 5, "cover_cards": 2}, {"decks": 6, "cover_cards": 2}),
        ("651a.3(a)", {"decks": 6, "cover_cards": 1}, {"decks": 6, "cover_cards": 2, "alike": True}),
        ("651a.3(b)", {"in_place": False}, {}),
    ],
)
def test_651a_2_d_what_an_inspection_notes_is_judged(
    edition: str, cite: str, noted: dict[str, Any], right: dict[str, Any]
) -> None:
    table = war(edition, procedure="by-hand")
    while (each := table.table.steps()[0]).cite != cite:
        if each.cite.startswith("651a.4"):
            pytest.skip(f"{edition} has no such step")
        done(table, usual(table, each))
    assert table.refusal(step(cite, "floorperson", **noted))[1] == cites(cite)
    done(table, step(cite, "floorperson", **right))


@law("651a.3(a)")
@pytest.mark.parametrize("edition", [*EDITIONS, "2011-filing"])
def test_651a_3_a_decks_and_cover_cards_are_counted(edition: str) -> None:
    table = war(edition, procedure="by-hand")
    while (each := table.table.steps()[0]).cite != "651a.3(a)":
        done(table, usual(table, each))
    for noted, missing in (
        ({}, '"decks", "cover_cards"'),
        ({"decks": 6}, '"cover_cards"'),
        ({"cover_cards": 2}, '"decks"'),
    ):
        reason, because = table.refusal(step("651a.3(a)", "floorperson", **noted))
        assert reason == f"note how many there are: {missing}" and because == cites("651a.3(a)")
    (event,) = done(table, step("651a.3(a)", "floorperson", decks=6, cover_cards=2))
    assert event.fields["noted"] == {"decks": 6, "cover_cards": 2}


@law("651a.11(e)")
def test_651a_11_e_a_device_that_is_neither_covered_nor_marked_is_not_replaced() -> None:
    table = war(FINAL, "shuffler=batch")
    done(table, {"do": "irregularity", "cite": "651a.11(e)", "by": "dealer"})
    assert table.refusal(step("651a.11(e)", shown="nothing"))[1] == cites("651a.11(e)")
    done(table, step("651a.11(e)", shown="sign"))
