"""The exact odds, against figures worked out here in another way."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product

import pytest

from chapters.c623a_craps.hand import Hand
from houseway.games import load
from houseway.odds import OddsSheet, Row, odds_sheet, percent
from houseway.simulate.seat_automaton import Compiler
from support import law, variants

POINTS = (4, 5, 6, 8, 9, 10)
WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}


@lru_cache
def _sheet(game: str, settings: tuple[str, ...]) -> OddsSheet:
    return odds_sheet(*load(game, settings))


def sheet(game: str = "craps", *settings: str) -> OddsSheet:
    return _sheet(game, settings)


def point_made(point: int) -> Fraction:
    return Fraction(WAYS[point], WAYS[point] + 6)


def true_odds(point: int) -> Fraction:
    return Fraction(6, WAYS[point])


@law("623a.3(a)(1)", "623a.3(a)(2)", "623a.3(a)(3)", "623a.3(a)(4)")
def test_623a_3_a_1_line_wagers() -> None:
    for wager in ("pass", "come"):
        assert (sheet()[wager].expected, sheet()[wager].win, sheet()[wager].draws) == (
            Fraction(-7, 495),
            Fraction(244, 495),
            Fraction(557, 165),
        )
    for wager in ("dont-pass", "dont-come"):
        row = sheet()[wager]
        assert (row.expected, row.push, row.void, row.draws) == (
            Fraction(-3, 220),
            Fraction(1, 36),
            Fraction(1, 36),
            Fraction(557, 165),
        )
        assert row.expected_resolved == Fraction(-3, 220) / Fraction(35, 36) == Fraction(-27, 1925)


def test_623a_3_a_2_both_customary_figures_stand_in_the_json() -> None:
    row = next(row for row in sheet().as_json()["wagers"] if row["id"] == "dont-pass")
    assert (row["expected"], row["expected_resolved"], row["draws"]) == ("-3/220", "-27/1925", "557/165")


@law("623a.5(a)", "623a.3(a)(5)", "623a.3(a)(6)")
@pytest.mark.parametrize("point", POINTS)
def test_623a_5_a_place_bets(point: int) -> None:
    rules = sheet().rules
    to_win, to_lose = (rules.payout(f"place-to-{end}-{point}").odds.ratio for end in ("win", "lose"))
    made = point_made(point)
    assert sheet()[f"place-to-win:{point}"].expected == made * to_win - (1 - made)
    assert sheet()[f"place-to-lose:{point}"].expected == (1 - made) * to_lose - made


@law("623a.3(a)(7)")
def test_623a_3_a_7_hardways_and_the_rolls_they_take() -> None:
    assert {n: sheet()[f"hardway:{n}"].expected for n in (4, 6, 8, 10)} == {
        4: Fraction(-1, 9),
        6: Fraction(-1, 11),
        8: Fraction(-1, 11),
        10: Fraction(-1, 9),
    }
    # inactive on come out rolls, which are counted: so more than the 4 and 36/11 rolls that it works on
    four, six = sheet()["hardway:4"].draws, sheet()["hardway:6"].draws
    assert four is not None and six is not None and four > 4 and six > Fraction(36, 11)
    assert sheet()["hardway:4"].draws == sheet()["place-to-win:4"].draws


@law("623a.3(a)(5)")
def test_623a_3_a_5_rolls_until_a_place_bet_is_decided() -> None:
    """Come out rolls do not decide it: solve for the rolls from a come out roll and from each point."""
    number = 6
    deciding = Fraction(WAYS[number] + 6, 36)
    # E[p] = 1 + (1 - d - made) E[p] + made E[0] for points p other than the number, where making the point leads to a come out
    # roll; E[number] = 1/d. E[0] = 1 + stays E[0] + sum of ways E[p].
    stays = 1 - sum(Fraction(WAYS[p], 36) for p in POINTS)
    constant, coefficient = Fraction(1), stays
    for p in POINTS:
        chance = Fraction(WAYS[p], 36)
        if p == number:
            constant += chance / deciding
        else:
            leaves = deciding + chance
            constant += chance / leaves
            coefficient += chance * chance / leaves
    assert sheet()["place-to-win:6"].draws == constant / (1 - coefficient)


ONE_ROLL = {
    wager: Fraction(edge)
    for wager, edge in {
        "field": "-1/18", "any-seven": "-1/6", "any-craps": "-1/9", "craps-2": "-5/36", "craps-3": "-1/9", "craps-12": "-5/36",
        "eleven": "-1/9", "craps-eleven": "-1/9", "horn": "-1/8", "horn-high:2": "-23/180", "horn-high:3": "-11/90",
        "horn-high:11": "-11/90", "horn-high:12": "-23/180", "whirl": "-2/15", "6-7-8": "-1/18",
    }.items()
}  # fmt: skip


@law("623a.3(a)(11)", "623a.5(b)", "623a.5(c)", "623a.5(d)", "623a.5(e)")
@pytest.mark.parametrize("settings", [(), ("areas.horn_high=false", "areas.whirl=false")])
def test_623a_3_a_11_wagers_of_one_roll(settings: tuple[str, ...]) -> None:
    rows = odds_sheet(*load("craps", settings), only=(*ONE_ROLL, "hop"))
    assert {wager: rows[wager].expected for wager in ONE_ROLL} == ONE_ROLL
    hops = [row for row in rows if row.id.startswith("hop:")]
    assert len(hops) == 17  # 1-1, 1-2, 5-6 and 6-6 have wagers with names of their own
    for row in hops:
        low, high = row.id[4:].split("-")
        assert row.expected == (Fraction(-5, 36) if low == high else Fraction(-1, 9))
    assert all(rows[wager].draws == 1 and rows[wager].expected_resolved == rows[wager].expected for wager in ONE_ROLL)


@law("623a.6", "623a.6(e)")
def test_623a_6_odds_are_worth_nothing_at_every_point() -> None:
    odds = [row for row in sheet() if row.id.startswith("odds:")]
    assert len(odds) == 24 and all(row.expected == 0 for row in odds)
    by_point = {row.situation: row for row in odds if row.id == "odds:pass"}
    assert list(by_point) == [f"point-{p}" for p in POINTS]
    for point in POINTS:
        row = by_point[f"point-{point}"]
        assert (row.win, row.variance, row.draws) == (
            point_made(point),
            true_odds(point),
            Fraction(36, WAYS[point] + 6),
        )


@law("623a.5(g)(3)", "623a.5(g)(1)", "623a.5(g)(2)")
@pytest.mark.parametrize("when", ["on-win", "up-front"])
@pytest.mark.parametrize("rate", variants(["5%", "5/2%"], ["4%", "0%"]))
@pytest.mark.parametrize("lay", ["amount-wagered", "amount-to-win"])
def test_623a_5_g_3_buy_and_lay_bets(when: str, rate: str, lay: str) -> None:
    kinds = 'wagers=["pass","place-to-win","buy","lay"]'
    settings = (kinds, f"vigorish.when={when}", f"vigorish.rate={rate}", f"reading.lay_vigorish={lay}")
    rows = odds_sheet(*load("craps", settings), only=("buy", "lay"))
    share = Fraction(rate.removesuffix("%")) / 100
    for point in POINTS:
        made = point_made(point)
        lay_share = share / true_odds(point) if lay == "amount-to-win" else share
        assert rows[f"buy:{point}"].expected == -share * (made if when == "on-win" else 1)
        assert rows[f"lay:{point}"].expected == -lay_share * (1 - made if when == "on-win" else 1)


def fire_by_points(pays: dict[int, int]) -> Fraction:
    """The Fire Bet by the set of points made so far: each point that is set ends the hand or is made."""

    @lru_cache
    def worth(made: frozenset[int]) -> Fraction:
        end = Fraction(pays.get(len(made), -1))
        share = {p: Fraction(WAYS[p], sum(WAYS[q] for q in POINTS)) for p in POINTS}
        lost = sum(share[p] * (1 - point_made(p)) for p in POINTS)
        again = sum((share[p] * point_made(p) for p in made), Fraction(0))
        added = sum((share[p] * point_made(p) * worth(made | {p}) for p in POINTS if p not in made), Fraction(0))
        return (lost * end + added) / (1 - again)

    return worth(frozenset())


@law("623a.5(f)", "623a.3(a)(40)")
@pytest.mark.parametrize(
    ("table", "pays", "edge"),
    [("A", {4: 24, 5: 249, 6: 999}, "-20.7628%"), ("B", {4: 39, 5: 199, 6: 499}, "-23.8869%")],
)
@pytest.mark.parametrize("game", variants(["craps"], ["mini-craps"]))
def test_623a_5_f_the_fire_bet(table: str, pays: dict[int, int], edge: str, game: str) -> None:
    row = odds_sheet(*load(game, ('wagers=["pass","fire"]', f"fire.paytable={table}")), only=("fire",))["fire"]
    assert row.expected == fire_by_points(pays)
    assert percent(row.expected, 4) == edge
    assert row.draws == Fraction(1671, 196)  # the length of a shooter's hand


@law("623a.11(a)(5)")
def test_623a_11_a_5_ended_by_any_7_the_fire_bet_is_worth_less() -> None:
    settings = ('wagers=["pass","fire"]', "reading.fire_seven=any-7")
    other = odds_sheet(*load("craps", settings), only=("fire",))["fire"]
    assert other.expected < sheet()["fire"].expected


@law("623a.6(c)")
def test_623a_6_c_come_odds_that_are_off_on_a_come_out_roll_are_worth_the_same() -> None:
    rows = sheet("craps", 'wagers=["pass","come"]', "reading.come_odds=off-on-come-out")
    for point in POINTS:
        row = rows[f"odds:come:{point}"]
        assert row.expected == 0 and row.void > 0 and row.void == row.push


def test_623a_3_dont_pass_can_be_the_only_line_wager() -> None:
    assert sheet("craps", 'wagers=["dont-pass","field"]')["field"].expected == Fraction(-1, 18)


STATES = {"pass": 7, "dont-come": 8, "place-to-win:6": 7, "hardway:4": 7, "field": 1, "fire": 352}


@pytest.mark.parametrize("wager", STATES)
def test_623a_3_compiled_automata_are_as_small_as_can_be(wager: str) -> None:
    """A Don't Come Bet has one state more: until there is a point, it waits."""
    assert Compiler(*load("craps"), {wager: 600}).automaton().states_in_play == STATES[wager]


@law("623a.9(d)")
@pytest.mark.parametrize("wager", ["come", "dont-come"])
def test_623a_9_d_a_compiled_come_bet_agrees_with_the_table(wager: str) -> None:
    machine = Compiler(*load("craps"), {wager: 500}).automaton()
    at = {dice: n for n, dice in enumerate(machine.outcomes)}
    waiting = machine.after[0][at[1, 3]]
    for rolls in product([(1, 1), (5, 6), (3, 4), (2, 4), (6, 3), (6, 6)], repeat=2):
        hand = Hand().point(4)
        before, state = hand.table.chips(1), waiting
        hand.wager(wager, 500)
        for dice in rolls:
            hand.throw(*dice)
            decided, state = machine.decided[state][at[dice]], machine.after[state][at[dice]]
            assert bool(decided) == (not hand.open_wagers())
            if decided:
                assert decided == ((0, hand.table.chips(1) - before),)
                break


def test_623a_3_a_both_games_are_worth_the_same() -> None:
    def figures(row: Row) -> tuple[object, ...]:
        return row.id, row.situation, row.expected, row.variance, row.draws

    assert [figures(row) for row in sheet("craps")] == [figures(row) for row in sheet("mini-craps")]


@law("623a.3(a)(21)(i)", "623a.5(e)")
def test_623a_3_a_21_i_a_whirl_bet_that_wins_on_a_7_comes_out_even_and_is_not_given_back() -> None:
    row = sheet()["whirl"]
    assert (row.win, row.push, row.lose, row.void) == (Fraction(1, 6), Fraction(1, 6), Fraction(2, 3), Fraction(0))
    hand = Hand().point(5)
    hand.wager("whirl", 500)
    ended = hand.ended(hand.roll(7), "whirl")
    assert (ended.result, ended.returned_cents) == ("won", 500)
