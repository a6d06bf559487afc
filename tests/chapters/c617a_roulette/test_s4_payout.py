"""617a.4: payout odds, what zeros do, and the exact worth of every wager on every wheel."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

from chapters.c617a_roulette.hands import (
    AGAIN,
    AS_SINGLE,
    EDITIONS,
    EVEN_MONEY,
    SPIN,
    WHEELS,
    opened,
    result,
    roulette,
    rules_of,
    settled,
)
from chapters.c617a_roulette.hands import wager as placed
from chapters.harness import done, the
from houseway.games import judged, load
from houseway.odds import odds_sheet
from houseway.simulate.seat_automaton import Compiler
from support import cites, law

ODDS = {
    "straight": (35, 1), "split": (17, 2), "three-numbers": (11, 3), "four-numbers": (8, 4), "first-five": (6, 5),
    "six-numbers": (5, 6), "column": (2, 12), "dozen": (2, 12), **dict.fromkeys(EVEN_MONEY, (1, 18)),
}  # fmt: skip
POCKETS = {"double-zero": 38, "single-zero": 37, "double-zero-as-single-zero": 37}
ONE_OF_EACH = (
    "straight:7",
    "split:8-9",
    "three-numbers:7-8-9",
    "four-numbers:8-9-11-12",
    "six-numbers:7-12",
    "column:1",
    "dozen:1",
)


@law("617a.4", "617a.4(a)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_617a_4_every_line_pays_what_the_law_says_and_may_pay_more(edition: str) -> None:
    rules = rules_of(f"edition={edition}")
    assert {line: str(p.odds) for line, p in rules.payouts.items()} == {
        k: f"{pays} to 1" for k, (pays, _) in ODDS.items()
    }
    assert all(p.at_least and p.cite == "617a.4(a)" for p in rules.payouts.values())


@law("617a.4(a)")
@pytest.mark.parametrize("line", ODDS)
def test_617a_4_a_no_less_than_the_odds_of_the_law(line: str) -> None:
    pays = ODDS[line][0]
    less = f"{2 * pays - 1} to 2"
    found, _, _ = judged("roulette", [f"payout.{line}={less}"])
    assert [(f.field, f.cites) for f in found.findings] == [(f"payout.{line}", cites("617a.4(a)"))]
    assert "least that the law allows" in found.findings[0].problem
    more = load("roulette", [f"payout.{line}={pays + 1} to 1"])[1]
    assert str(more.payout(line).odds) == f"{pays + 1} to 1"


@law("617a.4(a)")
@pytest.mark.parametrize("name", [*ONE_OF_EACH, "first-five", *EVEN_MONEY])
def test_617a_4_a_a_winning_wager_is_paid_at_its_odds(name: str) -> None:
    pocket = {"first-five": "3", "black": "8", "even": "8", "19-36": "36"}.get(name, "7")
    numbers = {"split:8-9": "9", "four-numbers:8-9-11-12": "8"}
    ended = roulette().settle(name, 500, pocket=numbers.get(name, pocket))
    pays = ODDS[name.partition(":")[0]][0]
    assert (ended.result, ended.returned_cents, ended.because[-1]) == ("won", 500 * (pays + 1), "617a.4(a)")


@law("617a.4(a)")
def test_617a_4_a_a_holder_that_pays_more_pays_it_and_changes_the_edge() -> None:
    settings = ("payout.first-five=7 to 1",)
    assert roulette(*settings).settle("first-five", 500, pocket="0").returned_cents == 4000
    game, rules = load("roulette", settings)
    assert odds_sheet(game, rules)["first-five"].expected == Fraction(5 * 8, 38) - 1


@law("617a.4(a)", "617a.3(e)")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("five", ["false", "true"])
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_4_a_what_every_wager_is_worth_exactly(wheel: str, five: str, edition: str) -> None:
    game, rules = load("roulette", [f"wheel={wheel}", f"five_adjacent={five}", f"edition={edition}"])
    sheet, pockets = odds_sheet(game, rules), POCKETS[wheel]
    assert len(sheet) == len(game.law.catalogue(rules))
    for row in sheet:
        kind = row.id.partition(":")[0]
        pays, count = ODDS.get(kind, (35, 5))
        win = Fraction(count, pockets)
        assert (row.win, row.push, row.lose) == (win, Fraction(0), 1 - win), row.id
        net = Fraction(31, 5) if kind == "five-adjacent" else pays
        assert row.distribution == {Fraction(-1): 1 - win, Fraction(net): win}, row.id
        usual = Fraction(-1, 19) if wheel == "double-zero" else Fraction(-1, 37)
        assert row.expected == (Fraction(-3, 38) if row.id == "first-five" else usual), row.id


@law("617a.4(c)(2)")
def test_617a_4_c_2_spins_that_do_not_count_are_an_absorbing_chain() -> None:
    """Nobody tells the walk that 00 is left out: the ball in it leads back to where it was spun."""
    game, rules = load("roulette", [AS_SINGLE])
    assert {row.draws for row in odds_sheet(game, rules)} == {Fraction(38, 37)}
    compiled = Compiler(game, rules, {"red": 100}).automaton()
    assert (compiled.states_in_play, len(compiled.outcomes)) == (1, 38)
    again, one = map(compiled.outcomes.index, ("00", "1"))
    assert (compiled.after[0][again], compiled.decided[0][again]) == (0, ())
    assert (compiled.after[0][one], compiled.decided[0][one]) == (0, ((0, 100),))
    for wheel in ("double-zero", "single-zero"):
        game, rules = load("roulette", [f"wheel={wheel}"])
        assert {row.draws for row in odds_sheet(game, rules)} == {Fraction(1)}


@law("617a.4")
@pytest.mark.parametrize("wheel", WHEELS)
def test_617a_4_the_sheet_is_quickly_made(wheel: str) -> None:
    game, rules = load("roulette", [f"wheel={wheel}", "five_adjacent=true"])
    odds_sheet(game, rules)
    start = time.process_time()
    odds_sheet(game, rules)
    assert time.process_time() - start < 1  # usually under a fifth of a second


@law("617a.4(b)")
@pytest.mark.parametrize(("wheel", "zeros"), [("double-zero", ("0", "00")), ("single-zero", ("0",))])
@pytest.mark.parametrize("name", EVEN_MONEY)
def test_617a_4_b_even_money_loses_on_zero(wheel: str, zeros: tuple[str, ...], name: str) -> None:
    kind = {"red": 9, "black": 10, "odd": 11, "even": 12, "1-18": 13, "19-36": 14}[name]
    for zero in zeros:
        ended = roulette(f"wheel={wheel}").settle(name, 500, pocket=zero)
        assert (ended.result, ended.returned_cents) == ("lost", 0)
        assert ended.because == cites(f"617a.3(e)({kind})", "617a.4(b)")


@law("617a.4(b)")
@pytest.mark.parametrize("zero", ["0", "00"])
def test_617a_4_b_columns_and_dozens_lose_on_zero_for_want_of_it(zero: str) -> None:
    table = roulette()
    for n in (1, 2, 3):
        assert table.settle(f"column:{n}", 500, pocket=zero).because == cites("617a.3(e)(7)")
        assert table.settle(f"dozen:{n}", 500, pocket=zero).because == cites("617a.3(e)(8)")


@law("617a.4(c)")
def test_617a_4_c_a_covered_double_zero_wheel_is_worth_what_a_single_zero_wheel_is() -> None:
    sheets = []
    for wheel in ("single-zero", "double-zero-as-single-zero"):
        game, rules = load("roulette", [f"wheel={wheel}"])
        sheets.append({row.id: row.distribution for row in odds_sheet(game, rules)})
    single, covered = sheets
    assert single.keys() - covered.keys() == {"split:0-3"} and covered.items() <= single.items()


@law("617a.4(c)(1)")
def test_617a_4_c_1_players_have_notice_before_the_table_opens() -> None:
    table = roulette(AS_SINGLE, procedure="by-hand")
    (done,) = table.do({"do": "step", "cite": "617a.4(c)(1)", "by": "floorperson"})
    assert done.event == "step-done" and done.cites == cites("617a.4(c)(1)")


@law("617a.4(c)(2)")
def test_617a_4_c_2_a_ball_in_00_is_no_spin_and_spun_again() -> None:
    table = roulette(AS_SINGLE)
    done(table, placed("red"), placed("straight:0", 700, seat=2), {"do": "no-more-bets"})
    for _ in range(3):
        void = done(table, result("00"))[0]
        assert (void.event, void.cites, void.fields["pocket"]) == ("result-voided", cites("617a.4(c)(2)"), "00")
        assert void.fields["text"].startswith("No spin")
        assert table.table.accounts["layout"] == 1200
        assert table.refusal({"do": "remove", "seat": 1, "id": "red"})[1] == cites("617a.5(b)")
        assert table.refusal(placed("black"))[1] == cites("617a.5(b)")
    assert settled(done(table, result("0"))) == [(1, "red", "lost", 0), (2, "straight:0", "won", 25_200)]


@law("617a.4(c)(2)")
def test_617a_4_c_2_by_hand_the_dealer_spins_again_before_the_ball_can_rest() -> None:
    table = opened(AS_SINGLE)
    done(table, placed("red"), SPIN, {"do": "no-more-bets"}, result("00"))
    reason, because = table.refusal(result("1"))
    assert "'spin' must be completed first" in reason and because == cites("617a.5(a)")
    done(table, SPIN, AGAIN, result("1"), {"do": "step", "cite": "617a.5(c)", "by": "dealer"})
    assert settled(done(table, {"do": "step", "cite": "617a.5(e)", "by": "dealer"})) == [(1, "red", "won", 1000)]


@law("617a.4(c)(2)")
def test_617a_4_c_2_on_a_double_zero_wheel_00_is_a_number_like_another() -> None:
    events = done(roulette(), placed("straight:00"), {"do": "no-more-bets"}, result("00"))
    assert the(events, "result").fields["colour"] == "green"
    assert settled(events) == [(1, "straight:00", "won", 18_000)]


@law("617a.4(c)(3)")
@pytest.mark.parametrize("name", EVEN_MONEY)
def test_617a_4_c_3_even_money_loses_on_0_where_00_is_covered(name: str) -> None:
    kind = {"red": 9, "black": 10, "odd": 11, "even": 12, "1-18": 13, "19-36": 14}[name]
    ended = roulette(AS_SINGLE).settle(name, 500, pocket="0")
    assert (ended.result, ended.because) == ("lost", cites(f"617a.3(e)({kind})", "617a.4(c)(3)"))
