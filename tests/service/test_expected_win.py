"""The expected win: stakes times exact edges by hand, wagers with choices, wagers left out, and a band that holds."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from houseway.core import Choices
from houseway.games import load
from houseway.law import BadInput
from houseway.service.expected_win import BANKED, LONG, OTHERWISE, SCALE, Expectation, OnLayout, Worths
from houseway.table import Table
from service.shift_play import day_of, folded, table_of
from transcripts.test_transcripts import SCRIPTS
from transcripts.test_transcripts import played as played_script


def worths(name: str, *settings: str, strategy: str = "") -> Worths:
    return Worths(*load(name, settings), strategy)


def test_stakes_times_edges_by_hand() -> None:
    """$10 on red and $2 on First Five: 1000/19 + 200 × 3/38 cents."""
    table = table_of("roulette")
    table.buy_in(1, 100_000)
    table.wager(1, "red", 1_000)
    table.wager(1, "first-five", 200)
    table.no_more_bets()
    table.result(pocket="00")
    found = day_of(table).expected
    assert (found.stakes, found.wagers, found.expected) == (1_200, 2, Fraction(1_000, 19) + Fraction(600, 38))
    assert found.actual == 1_000 - 1_200
    assert found.left_out == {}


def test_deviations_are_rounded_up() -> None:
    red = worths("roulette")("red")
    assert (red.edge, red.span) == (Fraction(1, 19), 2 * SCALE)
    variance = 1 - Fraction(1, 19) ** 2
    assert 0 <= Fraction(red.deviation, SCALE) ** 2 - variance < Fraction(1, 10**5)


def test_odds_behind_the_line_have_no_edge() -> None:
    table = worths("craps")
    assert (table("odds:pass").edge, table("odds:pass").left_out) == (Fraction(0), "")
    assert table("odds:pass").deviation > SCALE
    assert table("pass").edge == Fraction(7, 495)


def test_a_wager_taken_down_is_not_expected_to_win_anything() -> None:
    table = table_of("roulette")
    table.buy_in(1, 100_000)
    table.wager(1, "red", 1_000)
    table.remove(1, "red", 400)
    table.no_more_bets()
    table.result(pocket="2")
    found = day_of(table).expected
    assert (found.stakes, found.expected, found.actual) == (400, Fraction(400, 19), 400)


def test_a_war_is_in_the_expectation_of_the_wager_that_led_to_it() -> None:
    """The strategy's row counts the War Wager: its result belongs to the Initial Wager, its stake has no edge of its own."""
    table = table_of("casino-war")
    table.buy_in(1, 1_000_000)
    wars = 0
    for _ in range(60):
        table.wager(1, "initial", 1_000)
        table.deal()
        if isinstance(table.due, Choices):
            table.choose(1, "go-to-war")
            wars += 1
            table.deal()
    day = day_of(table)
    assert wars > 0
    assert (day.expected.stakes, day.expected.wagers) == (60_000, 60)
    assert day.handle == 60_000 + wars * 1_000
    assert day.expected.expected == 60_000 * Fraction(23138, 993023)
    assert day.expected.strategies == {"initial": "go-to-war"}
    assert day.expected.actual == day.win


def test_another_strategy_has_another_edge() -> None:
    assert worths("casino-war", strategy="surrender")("initial").edge == Fraction(23, 622)
    with pytest.raises(BadInput, match='"retreat" is not a strategy at casino-war'):
        worths("casino-war", strategy="retreat")
    with pytest.raises(BadInput, match="sic-bo has no choices; leave it out"):
        worths("sic-bo", strategy="optimal")


def test_odds_that_take_long_are_left_out_unless_they_are_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    table = worths("down-under-blackjack")
    monkeypatch.setattr(Worths, "_cached", lambda self, wager: False)
    (slow,) = table.game.walk.takes_long
    assert table(slow).left_out == LONG
    assert table("insurance").left_out == LONG  # what follows from it has no figures without it


def test_a_player_who_banks_is_left_out() -> None:
    """Chips go between players, over a place that is neither a seat's own nor the house's."""
    layout, found = OnLayout(worths("pai-gow")), Expectation()
    layout.placed(1, "wager", 1_000)
    layout.settled(found, 1, "wager", 1_000, 0, banked=True)
    assert (found.wagers, found.left_out) == (0, {BANKED: 1_000})


@pytest.mark.parametrize("script", ["bank-wins", "bank-runs-short", "co-bank"])
def test_rounds_in_which_a_player_banks_are_left_out(script: str) -> None:
    """The house takes vigorish from these rounds, and what its own wager wins or loses."""
    (path,) = (each for each in SCRIPTS if each.stem == script)
    table = played_script(path)
    day = day_of(table)
    assert day.win == day.players_lost
    assert (day.expected.stakes, day.expected.left_out[BANKED]) == (3_000, day.handle - 3_000)
    assert day.expected.actual == 3_000


def test_an_edge_that_depends_on_the_moment_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    table = worths("craps")
    rows = table._rows("pass") + table._rows("field")
    monkeypatch.setattr(Worths, "_rows", lambda self, wager: rows)
    assert table("pass").left_out == OTHERWISE


def test_a_settlement_that_is_undone_counts_for_nothing() -> None:
    layout, found = OnLayout(worths("sic-bo")), Expectation()
    layout.placed(1, "small", 500)
    layout.settled(found, 1, "small", 500, 0, banked=False)
    layout.settled(found, 1, "small", -500, 0, banked=False)
    assert (found.stakes, found.wagers, found.expected, found.actual) == (0, 0, Fraction(0), 0)
    assert layout.gone(1, "small", 500) == 500


# The band


def played(seed: str, rounds: int, wagers: tuple[str, ...] = ("red", "straight:7")) -> Table:
    table = table_of("roulette", seed=seed)
    table.buy_in(1, 100_000_000)
    for _ in range(rounds):
        for wager in wagers:
            table.wager(1, wager, 1_000)
        table.deal()
    return table


def test_fair_tables_are_in_line() -> None:
    for seed in range(4):
        found = day_of(played(f"fair {seed}", 60)).expected
        assert found.line == "in-line", found


def test_a_table_that_pays_too_little_is_out_of_line() -> None:
    """A wheel on which red never comes: 120 rounds of red alone are enough to see it."""
    table = table_of("roulette")
    table.buy_in(1, 100_000_000)
    rng = Random(1)
    for _ in range(120):
        table.wager(1, "red", 1_000)
        table.no_more_bets()
        table.result(pocket=rng.choice(("2", "4", "6", "8", "0")))
    found = day_of(table).expected
    assert (found.line, found.actual) == ("above", 120_000)


def test_wagers_on_the_same_result_widen_the_band_as_one() -> None:
    """Ten dollars on red from each of two seats swing as twenty from one: not as two that know nothing of each other."""

    def band(*stakes: tuple[int, int]) -> int:
        table = table_of("roulette", seed="same")
        for seat, cents in stakes:
            table.buy_in(seat, 100_000)
            table.wager(seat, "red", cents)
        table.no_more_bets()
        table.result(pocket="2")
        return day_of(table).expected.band

    assert band((1, 1_000), (2, 1_000)) == band((1, 2_000))


def test_the_band_grows_as_the_root_of_the_rounds() -> None:
    few, many = (day_of(played("root", rounds, ("red",))).expected.band for rounds in (25, 100))
    assert few < many < 2 * few


def test_a_layout_that_is_never_empty_keeps_a_usable_band() -> None:
    """Place Bets stay up: the band does not grow with the square of the time."""
    layout, found = OnLayout(worths("craps")), Expectation()
    layout.placed(1, "place-to-win:6", 600)
    for _ in range(400):
        layout.placed(2, "field", 600)
        layout.settled(found, 2, "field", 600, 0, banked=False)
    assert found.band < 600 * 400


def test_the_band_is_left_less_often_than_it_says() -> None:
    """Six hundred evenings of sixty rounds, two wagers on one result: at most one in a thousand may be out of line."""
    rows, rng, out = worths("sic-bo"), Random(7), 0
    small, triple = rows("small"), rows("any-three-of-a-kind")
    assert (small.edge, triple.edge) == (Fraction(1, 36), Fraction(11, 36))
    layout = OnLayout(rows)
    for _ in range(600):
        found = Expectation()
        for _ in range(60):
            dice = [rng.randint(1, 6) for _ in range(3)]
            alike = len(set(dice)) == 1
            layout.placed(1, "small", 1_000)
            layout.placed(2, "any-three-of-a-kind", 500)
            layout.settled(found, 1, "small", 1_000, 2_000 if sum(dice) <= 10 and not alike else 0, banked=False)
            layout.settled(found, 2, "any-three-of-a-kind", 500, 25 * 500 if alike else 0, banked=False)
        out += found.line != "in-line"
    assert out <= 1


def test_no_wagers_no_band() -> None:
    assert (Expectation().band, Expectation().line) == (0, "no-wagers")
    table = table_of("sic-bo")
    assert folded(table.game, table.rules, table.events)[0].expected.line == "no-wagers"
