"""The requirements that follow from choices, checked against the texts: paragraph by paragraph, in every edition."""

from __future__ import annotations

import pytest

from houseway.games import load
from support import law


def said(game: str, *settings: str) -> dict[str, set[str]]:
    """The texts by paragraph."""
    found: dict[str, set[str]] = {}
    for each in load(game, settings)[1].consequences():
        found.setdefault(str(each.cite), set()).add(each.says)
    return found


def changes(game: str, setting: str, *others: str) -> tuple[set[str], set[str]]:
    """The paragraphs of which a setting adds something, and of which it takes something away."""
    before, after = said(game, *others), said(game, *others, setting)
    more = {cite for cite in after if after[cite] - before.get(cite, set())}
    return more, {cite for cite in before if before[cite] - after.get(cite, set())}


@law("617a.1(e)(1)", "617a.4(c)(1)", "617a.4(c)(3)", "617a.4(b)")
@pytest.mark.parametrize("edition", ["2011-proposed", "2011-comment", "2011-filing"])
def test_617a_4_c_a_covered_00_requires_cover_signs_notice_and_no_spin(edition: str) -> None:
    more, less = changes("roulette", "wheel=double-zero-as-single-zero", f"edition={edition}")
    signs = {f"617a.1(e)(2)({n})" for n in ("i", "ii", "iii")}
    assert more == {"617a.1(e)(1)", *signs, "617a.2(a)(5)", "617a.4(c)(1)", "617a.4(c)(2)", "617a.4(c)(3)"}
    assert less == {"617a.4(b)"}


@law("617a.3(e)(1)", "617a.5(d)")
def test_617a_3_e_1_the_five_adjacent_number_wager_by_edition() -> None:
    offered = {
        edition: changes("roulette", "five_adjacent=true", f"edition={edition}")[0]
        for edition in ("2011-proposed", "2011-filing", "2011-comment")
    }
    placed = {"617a.3(e)(1)(ii)", "617a.3(e)(1)(iii)"}
    assert offered["2011-proposed"] == {"617a.1(f)(4)", *placed, "617a.5(d)"}
    assert offered["2011-filing"] == {"617a.1(f)(4)", "617a.3(e)(1)(i)", "617a.5(d)"}
    replica = said("roulette", "edition=2011-comment", "five_adjacent=true", "five_adjacent_paid=replica")
    moved = said("roulette", "edition=2011-comment", "five_adjacent=true", "five_adjacent_paid=relocate")
    assert "617a.5(d)(i)" in replica and "617a.5(d)(ii)" not in replica
    assert "617a.5(d)(ii)" in moved and "617a.5(d)(i)" not in moved


@law("617a.2(b)", "617a.2(c)", "617a.2(d)", "617a.2(e)")
def test_617a_2_b_movable_parts_require_who_when_and_the_log() -> None:
    assert changes("roulette", "movable_parts=true") == ({f"617a.2({n})" for n in "bcde"}, set())


@law("619a.1(a)", "619a.1(g)(2)(ii)", "619a.3")
def test_619a_1_g_2_other_symbols_stand_on_wheel_and_layout_and_pay_alike() -> None:
    assert said("big-six") == {}
    flag = said("big-six", "symbols.flag=eagle")
    assert set(flag) == {"619a.1(a)", "619a.1(g)(2)(ii)", "619a.3"}
    assert "619a.1(g)(2)(iii)" in said("big-six", "symbols.joker=jester")


@law("621a.11(a)", "621a.11(d)", "621a.11(e)", "621a.11(f)", "621a.11(o)", "621a.11(q)")
def test_621a_11_a_player_bank_and_co_bank_require_all_of_the_section() -> None:
    bank = {f"621a.11({n})" for n in ("a", "b", "c", "d)(1", "d)(2", "f", "g", "h", "i", "o", "q")}
    co_bank = {"621a.11(e)", "621a.11(r)"}
    assert changes("pai-gow", "player_bank=false", "co_bank=false")[1] == bank
    assert changes("pai-gow", "co_bank=false") == (set(), co_bank)


@law("621a.11(h)")
def test_621a_11_h_the_dealer_wagers_as_submitted_or_what_the_player_last_wagered() -> None:
    (last,) = said("pai-gow")["621a.11(h)"]
    (fixed,) = said("pai-gow", "dealer_wager_cents=2500")["621a.11(h)"]
    assert "last wagered" in last and "this amount" in fixed


@law("621a.8(a)", "621a.11(i)")
def test_621a_8_a_a_generator_replaces_the_shaker_except_for_a_bank() -> None:
    dice = {"621a.2(d)(1)", "621a.2(d)(2)", "621a.5(a)", "621a.5(b)", "621a.5(c)", "621a.8(a)(2)", "621a.8(f)"}
    more, less = changes("pai-gow", "starting_position=generator")
    assert (more, less) == ({"621a.2(e)", "621a.8(a)(1)", "621a.11(i)"}, dice)
    alone = changes("pai-gow", "starting_position=generator", "player_bank=false", "co_bank=false")
    assert alone == ({"621a.2(e)", "621a.8(a)(1)"}, dice)


@law("621a.9")
def test_621a_9_deliveries_are_shown_and_without_any_nothing_is_required() -> None:
    assert "621a.9" in said("pai-gow", 'deliveries=["jung-quat"]')
    assert "621a.9" not in said("pai-gow", "deliveries=[]")


@law("623a.11(a)", "623a.11(b)(1)", "623a.4(c)(3)", "623a.5(f)", "623a.2(f)")
def test_623a_11_the_fire_bet_requires_all_of_the_section() -> None:
    without = '["pass", "dont-pass"]'
    more = changes("craps", 'wagers=["pass", "dont-pass", "fire"]', f"wagers={without}")[0]
    table = {"623a.2(f)(1)", "623a.2(f)(2)", *(f"623a.2(f)(3)({n})" for n in ("i", "ii", "iii"))}
    play = {*(f"623a.11(a)({n})" for n in range(1, 7)), "623a.11(b)(1)", "623a.11(b)(2)"}
    assert more == {*table, *play, "623a.4(c)(3)", "623a.5(f)"}
    (limits,) = said("craps")["623a.11(b)(1)"]
    assert limits == "Fire Bets are from $1 to $5, in whole dollars."


@law("623a.3(a)(41)", "623a.3(a)(8)", "623a.5(g)(3)")
def test_623a_3_a_a_wager_that_is_offered_for_one_number_has_the_consequences_of_its_kind() -> None:
    found = said("craps", 'wagers=["pass", "place-to-win:4", "buy:4", "hardway:6"]')
    assert {"623a.3(a)(5)", "623a.3(a)(8)", "623a.3(a)(41)", "623a.5(g)(1)", "623a.5(g)(3)"} <= set(found)
    assert not {"623a.3(a)(7)", "623a.3(a)(9)", "623a.3(a)(42)", "623a.5(g)(2)", "623a.3(a)(19)"} & set(found)


@law("623a.5(g)(3)")
def test_623a_5_g_3_without_a_vigorish_nothing_is_collected() -> None:
    (on_win,) = said("craps")["623a.5(g)(3)"]
    (up_front,) = said("craps", "vigorish.when=up-front")["623a.5(g)(3)"]
    assert "winning" in on_win and "win or lose" in up_front
    assert "623a.5(g)(3)" not in said("craps", "vigorish.rate=0%")


@law("623a.7(a)", "623a.9(e)", "623a.10(c)")
def test_623a_7_a_without_a_stickperson_the_dealer_handles_the_dice() -> None:
    more, less = changes("mini-craps", "stickperson=false")
    assert less == {"623a.7(a)"}
    assert more == {"623a.7(a)", "623a.7(b)(2)", "623a.7(c)(2)", "623a.9(a)", "623a.9(e)", "623a.10(c)"}


@law("625a.1(d)(1)(ii)", "625a.2(b)", "625a.5(e)", "625a.7(c)")
def test_625a_1_d_manual_and_automated_shakers() -> None:
    more, less = changes("sic-bo", "shaker=automated")
    assert less == {*(f"625a.1(d)(1)({n})" for n in ("i", "ii", "iii")), "625a.2(b)", "625a.5(b)(1)", "625a.5(e)"}
    devices = {"625a.1(d)(2)(i)", "625a.1(d)(2)(ii)", "625a.2(b)", "625a.5(a)(2)", "625a.5(b)(2)"}
    assert more == {*devices, "625a.7(c)", "625a.7(d)"}
    (month,) = said("sic-bo", "shaker=automated")["625a.2(b)"]
    assert "one month" in month and "603a.12(c)" in month


@law("651a.3(c)", "651a.5(g)(2)", "651a.5(h)(2)")
@pytest.mark.parametrize(
    ("edition", "rack", "idle", "decks"),
    [
        ("2012-final", "651a.3(c)(5)", "651a.5(g)", "12 to 16"), ("2011-proposed", "651a.3(c)(5)", "651a.5(h)", "12 to 16"),
        ("2011-filing", "651a.3(c)(6)", "651a.5(h)", "12 to 16"), ("2011-comment", "651a.3(c)(5)", "651a.5(h)", "6 to 16"),
    ],
)  # fmt: skip
def test_651a_3_c_a_batch_shuffler_by_edition(edition: str, rack: str, idle: str, decks: str) -> None:
    more, less = changes("casino-war", "shuffler=batch", f"edition={edition}")
    batches = {f"651a.3(c)({n})" for n in range(1, 5)}
    assert more == {"651a.3(c)", *batches, rack, "651a.4(d)", f"{idle}(2)", "651a.11(d)", "651a.11(e)"}
    assert less == {"651a.3(a)", f"{idle}(1)"}
    (many,) = said("casino-war", "shuffler=batch", f"edition={edition}")["651a.3(c)"]
    assert many == f"The table has {decks} decks in all."


@law("651a.3(e)", "651a.5(h)", "651a.3(b)", "651a.5(g)")
def test_651a_3_e_a_continuous_shuffler_has_its_own_rules_in_the_final_text_and_in_the_comment() -> None:
    device = {"651a.11(d)", "651a.11(e)"}
    more, less = changes("casino-war", "shuffler=continuous")
    assert (more, less) == ({"651a.3(e)", "651a.5(h)", *device}, {"651a.3(a)", "651a.3(b)", "651a.5(g)(1)"})
    more, less = changes("casino-war", "shuffler=continuous", "edition=2011-comment")
    assert more == {"651a.3(b)", "651a.3(c)", "651a.3(c)(1)", "651a.5(g)", "651a.5(h)(3)", *device}


@law("651a.2(b)(4)", "651a.3(b)")
def test_651a_2_b_4_the_proposed_texts_want_odds_of_tie_and_war_wagers_and_the_shoe_at_the_left() -> None:
    for edition in ("2011-proposed", "2011-filing", "2011-comment"):
        found = said("casino-war", f"edition={edition}")
        assert found["651a.2(b)(4)"] == {"The layout bears the payout odds of Tie and War Wagers."}
        assert found["651a.3(b)"] == {"A manual dealing shoe is on the table, to the dealer's left."}
    assert said("casino-war")["651a.2(b)(4)"] == {"The layout bears the payout odds."}


@law("685a.3(b)", "685a.4(d)", "685a.5(h)", "685a.12(j)", "685a.12(k)")
def test_685a_3_b_batch_and_continuous_shufflers() -> None:
    more, less = changes("down-under-blackjack", "shuffler=batch")
    assert more == {*(f"685a.3(b)({n})" for n in range(1, 6)), "685a.4(d)", "685a.12(j)", "685a.12(k)"}
    assert less == set()
    more, less = changes("down-under-blackjack", "shuffler=continuous")
    assert more == {"685a.3(a)", "685a.5(h)", "685a.12(j)", "685a.12(k)"}
    assert less == {"685a.3(a)", "685a.5(g)"}


@law("685a.7(f)", "685a.11(c)", "685a.6(b)", "685a.7(r)(2)")
def test_685a_7_f_match_the_dealer_mid_shoe_entry_and_settlement() -> None:
    assert changes("down-under-blackjack", "match_the_dealer=false") == (
        set(), {"685a.2(b)(5)", "685a.6(e)", "685a.7(f)", "685a.11(c)"},
    )  # fmt: skip
    assert said("down-under-blackjack", "decks=8")["685a.11(c)"] == {"A match is paid by the column for eight decks."}
    assert changes("down-under-blackjack", "mid_shoe_entry=prohibited") == ({"685a.6(b)"}, set())
    assert changes("down-under-blackjack", "settlement=seat-by-seat") == ({"685a.7(r)(2)"}, {"685a.7(r)(1)"})
