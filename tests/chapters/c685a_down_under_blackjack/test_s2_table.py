"""685a.2: the table, its layout, the card reader and its daily inspection, the discard rack."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from chapters.c685a_down_under_blackjack.hands import GAME, cards, felt, steps_of, up_to, wager
from chapters.harness import HOUR, NO_MORE_BETS, complete, done, state, step, timed
from houseway.core import Wagers
from houseway.games import judged, load
from houseway.table.table import EPOCH
from support import cites, law

INSPECTED = [
    "685a.2(a)", "685a.2(b)(1)", "685a.2(b)(2)", "685a.2(b)(3)", "685a.2(b)(4)(i)", "685a.2(b)(4)(ii)", "685a.2(b)(4)(iii)",
    "685a.2(b)(4)(iv)", "685a.2(b)(5)", "685a.2(b)(6)", "685a.2(c)", "685a.2(d)", "685a.2(e)", "685a.3(a)", "685a.7(a)",
]  # fmt: skip


@law("685a.2", "685a.2(b)(1)", "685a.2(b)(2)", "685a.2(b)(3)", "685a.2(b)(5)", "685a.2(b)(6)", "685a.2(c)")
def test_685a_2_a_floorperson_or_above_looks_over_all_that_must_be_there() -> None:
    table = felt(procedure="by-hand")
    asked = [
        cite for cite, _, by in steps_of(table, "opening") if by == "floorperson" and not cite.startswith("685a.4")
    ]
    assert asked == INSPECTED
    reason, because = up_to(table, "685a.2(c)").refusal(step("685a.2(c)", "dealer"))
    assert reason.startswith("this is for the floorperson or above, not for a dealer") and because == cites("685a.2(c)")
    done(table, step("685a.2(c)", "pit-manager"))


@law("685a.2(a)")
@pytest.mark.parametrize(("boxes", "lawful"), [(1, True), (6, True), (7, False), (0, False)])
def test_685a_2_a_at_most_six_players(boxes: int, lawful: bool) -> None:
    found = judged(GAME, [f"boxes={boxes}"])[0].findings
    assert [(finding.field, finding.cites) for finding in found] == ([] if lawful else [("boxes", cites("685a.2(a)"))])


@law("685a.2(b)", "685a.2(b)(1)", "685a.2(b)(2)", "685a.2(b)(5)", "685a.2(b)(6)")
def test_685a_2_b_the_layout_has_an_area_and_the_odds_of_every_wager() -> None:
    game, rules = load(GAME, ["holder=Rivers"])
    layout = game.present.layout(rules)
    assert layout.holder == "Rivers"
    offers = game.law.catalogue(rules)
    assert {area.wager: area.pays for area in layout.areas} == {wager: offer.pays for wager, offer in offers.items()}
    without = load(GAME, ["match_the_dealer=false"])
    assert "match-the-dealer" not in {area.wager for area in without[0].present.layout(without[1]).areas}


@law("685a.2(b)(3)", "685a.2(b)(3)(i)", "685a.2(b)(3)(ii)", "685a.2(b)(3)(iii)")
def test_685a_2_b_3_three_rectangles_bear_the_ranges_with_their_ranks() -> None:
    game, rules = load(GAME)
    layout = game.present.layout(rules)
    assert [place.lines for place in layout.places] == [
        ("Small, 2-3-4-5",),
        ("Medium, 6-7-8-9",),
        ("Large, 10-J-Q-K-A",),
    ]
    assert max(place.y + place.height for place in layout.places) < min(area.y for area in layout.areas)


@law("685a.2(b)(4)", "685a.2(b)(4)(i)", "685a.2(b)(4)(ii)", "685a.2(b)(4)(iii)", "685a.2(b)(4)(iv)")
def test_685a_2_b_4_four_inscriptions() -> None:
    game, rules = load(GAME)
    blackjack, insurance, draws, surrender = game.present.layout(rules).words[:4]
    assert blackjack.endswith(f"pays {rules.payout('blackjack').odds}")
    assert insurance.endswith(f"pays {rules.payout('insurance').odds}")
    assert draws == "Dealer shall draw to 16 and stand on all 17s"
    assert surrender == "Surrender is not available on a Down Under Blackjack table"


@law("685a.2(b)(4)(iii)")
def test_685a_2_b_4_iii_other_words_need_the_executive_directors_approval() -> None:
    words = "wording.dealer_rule=The dealer stands on any 17"
    game, rules = load(GAME, [words])
    assert game.present.layout(rules).words[2] == "The dealer stands on any 17"
    conditions = {each.key: (each.approval.by, each.approval.cite) for each in rules.outstanding()}
    assert conditions["dealer_rule"] == ("Executive Director", "685a.2(b)(4)(iii)")
    assert "dealer_rule" not in {each.key for each in load(GAME)[1].outstanding()}


@law("685a.2(b)(4)(iv)")
def test_685a_2_b_4_iv_no_surrender_on_the_layout_or_on_a_sign_in_similar_words() -> None:
    game, rules = load(GAME, ["no_surrender=sign", "wording.no_surrender=No surrender here"])
    layout = game.present.layout(rules)
    assert layout.signs == ("No surrender here",) and not any("urrender" in words for words in layout.words)
    assert {each.key for each in rules.outstanding()} == {each.key for each in load(GAME)[1].outstanding()}


@law("685a.2(b)(6)")
def test_685a_2_b_6_the_payout_odds_may_stand_on_a_sign() -> None:
    game, rules = load(GAME, ["payout_odds=sign"])
    layout = game.present.layout(rules)
    assert not any(area.pays for area in layout.areas)
    (sign,) = layout.signs
    assert all(str(line.odds) in sign for offer in game.law.catalogue(rules).values() for line in offer.payouts)
    assert "Blackjack 3 to 2; Match-the-Dealer, same suit 11 to 1; Match-the-Dealer, other suit 4 to 1" in sign


@law("685a.2(d)")
@pytest.mark.parametrize(
    ("inspected", "dealt", "lawful"),
    [
        ("2026-03-07 06:00", "2026-03-08 05:59", True),  # the clock goes forward that night
        ("2026-03-07 06:00", "2026-03-08 06:00", False),
        ("2026-10-31 07:30", "2026-11-01 05:59", True),  # the clock goes back that night
        ("2026-10-31 07:30", "2026-11-01 06:00", False),
        ("2026-07-01 05:59", "2026-07-01 06:00", False),
    ],
)
@pytest.mark.parametrize("zone", ["America/New_York", "America/Denver"])
def test_685a_2_d_the_gaming_day_is_by_the_clock_of_the_table(
    zone: str, inspected: str, dealt: str, lawful: bool
) -> None:
    started, ended = (
        int(datetime.fromisoformat(each).replace(tzinfo=ZoneInfo(zone)).timestamp()) for each in (inspected, dealt)
    )
    table, watch = timed(GAME, f"time_zone={zone}", start=started)
    done(table, wager(1))
    watch.now = ended
    if lawful:
        done(table, NO_MORE_BETS)
    else:
        reason, because = table.refusal(NO_MORE_BETS)
        assert reason.startswith("a new gaming day has begun") and because == cites("685a.2(d)")


@law("685a.2(b)(5)")
def test_685a_2_b_5_only_a_table_that_offers_it_has_an_area_for_match_the_dealer() -> None:
    asked = [cite for cite, _, _ in steps_of(felt("match_the_dealer=false", procedure="by-hand"), "opening")]
    assert "685a.2(b)(5)" not in asked and "685a.2(b)(6)" in asked


@law("685a.2(e)", "685a.2(e)(1)", "685a.2(e)(2)")
@pytest.mark.parametrize(("rack", "lawful"), [("equal", True), ("marked", True), (None, False)])
def test_685a_2_e_the_rack_is_as_high_as_the_decks_or_marked(rack: str | None, lawful: bool) -> None:
    table = up_to(felt(procedure="by-hand"), "685a.2(e)")
    seen = step("685a.2(e)", "floorperson", **({} if rack is None else {"rack": rack}))
    if lawful:
        assert done(table, seen)[0].fields["noted"] == {"rack": rack}
    else:
        assert table.refusal(seen)[1] == cites("685a.2(e)(1)", "685a.2(e)(2)")


@law("685a.2(d)")
@pytest.mark.parametrize(
    ("opened", "later", "lawful"), [(11, 10, True), (11, 22, True), (11, 23, False), (9, 1, False)]
)
def test_685a_2_d_a_new_gaming_day_begins_with_a_look_at_the_reader(opened: int, later: int, lawful: bool) -> None:
    table, watch = timed(GAME, start=EPOCH - EPOCH % (24 * HOUR) + opened * HOUR)  # gaming days begin at ten
    done(table, wager(1))
    watch.now += later * HOUR
    if lawful:
        done(table, NO_MORE_BETS)
        return
    reason, because = table.refusal(NO_MORE_BETS)
    assert reason.startswith("a new gaming day has begun") and because == cites("685a.2(d)")
    assert table.refusal(step("685a.2(d)", "dealer"))[1] == cites("685a.2(d)")
    assert table.refusal(step("685a.2(d)", "floorperson", verified=False))[0].startswith("the check failed")
    done(table, step("685a.2(d)", "floorperson"), NO_MORE_BETS, cards("? 9H 7C"))
    assert state(table).reader.inspected_at == watch.now


@law("685a.2(d)")
def test_685a_2_d_without_the_reader_the_table_does_not_open() -> None:
    table = up_to(felt(procedure="by-hand"), "685a.2(d)")
    reason, because = table.refusal(step("685a.2(e)", "floorperson", rack="equal"))
    assert reason.startswith("first: The card reader") and because == cites("685a.2(d)")
    complete(table, "opening", "shuffle", "cut", "load")
    assert isinstance(table.table.due, Wagers)


@law("685a.2(d)", "685a.2(a)", "685a.2(b)(6)", "685a.2(c)", "685a.2(e)", "685a.3(a)")
@pytest.mark.parametrize(
    ("cite", "noted"),
    [
        ("685a.2(a)", {"one_side": False}),
        ("685a.2(b)(1)", {"named": False}),
        ("685a.2(b)(3)", {"inscribed": False}),
        ("685a.2(b)(4)(iv)", {"posted": False}),
        ("685a.2(b)(6)", {"posted": False}),
        ("685a.2(c)", {"in_place": False}),
        ("685a.2(d)", {"attached": False}),
        ("685a.2(d)", {"tampered": True}),
        ("685a.2(d)", {"works": False}),
        ("685a.2(e)", {"rack": "equal", "attached": False}),
        ("685a.3(a)", {"decks": 5, "cover_cards": 1}),
        ("685a.3(a)", {"decks": 6, "cover_cards": 0}),
        ("685a.3(a)", {"decks": 6, "cover_cards": 1, "alike": False}),
    ],
)
def test_685a_2_d_what_an_inspection_notes_is_judged(cite: str, noted: dict[str, Any]) -> None:
    table = up_to(felt(procedure="by-hand"), cite)
    item = {"item": "reader"} if cite == "685a.2(d)" else {}
    _, because = table.refusal(step(cite, "floorperson", **item, **noted))
    assert because == cites(cite)
    right = {"decks": 6, "cover_cards": 1}
    good = {name: right.get(name, not value if isinstance(value, bool) else value) for name, value in noted.items()}
    done(table, step(cite, "floorperson", **item, **good))


@law("685a.3(a)")
def test_685a_3_a_decks_and_the_cover_card_are_counted() -> None:
    table = up_to(felt(procedure="by-hand"), "685a.3(a)")
    for noted, missing in (
        ({}, '"decks", "cover_cards"'),
        ({"decks": 6}, '"cover_cards"'),
        ({"cover_cards": 1}, '"decks"'),
    ):
        reason, because = table.refusal(step("685a.3(a)", "floorperson", **noted))
        assert reason == f"note how many there are: {missing}" and because == cites("685a.3(a)")
    (event,) = done(table, step("685a.3(a)", "floorperson", decks=6, cover_cards=1))
    assert event.fields["noted"] == {"decks": 6, "cover_cards": 1}


@law("685a.4(a)")
def test_685a_4_a_cards_with_a_defect_are_not_used() -> None:
    table = up_to(felt(procedure="by-hand"), "685a.4(a)")
    reason, because = table.refusal(step("685a.4(a)", defects=True))
    assert reason.endswith("Inspect the cards for defects.") and because == cites("685a.4(a)")
    assert table.refusal(step("685a.4(b)"))[1] == cites("685a.4(a)")  # the inspection is not complete
    assert table.refusal(wager(1))[0].startswith("no wager is taken now") and table.table.chips(1) == 100_000
    done(table, step("685a.4(a)", defects=False))


@law("685a.2(d)")
def test_685a_2_d_a_reader_that_does_not_pass_its_inspection_is_not_dealt_with() -> None:
    table, watch = timed(GAME)
    done(table, wager(1))
    watch.now += 24 * HOUR - 60
    for noted in ({"tampered": True}, {"works": False}):
        assert table.refusal(step("685a.2(d)", "floorperson", **noted))[1] == cites("685a.2(d)")
        assert table.refusal(NO_MORE_BETS)[1] == cites("685a.2(d)")
