"""`houseway hold`: against simulation, in Python and at the command line, and with bad input."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import houseway
from houseway.cli import app
from houseway.core.kernel import Course, Sitting
from houseway.games import load
from houseway.numerics.streams import stream
from houseway.questions.certified_floats import tail_bound
from houseway.questions.round_distribution import AUTOMATON, INDEPENDENT, REPEATED, round_distribution
from houseway.questions.session_distribution import session_distribution
from houseway.simulate.prepare import begin
from houseway.simulate.request import RefusedWager, read_strategy
from support import variants

LOOSE = 2.6  # Kolmogorov's distance times the root of the sessions: beyond it once in a million cases


def asked(*arguments: str, code: int = 0) -> str:
    """Run `houseway hold` and return its output, even if it fails."""
    done = CliRunner().invoke(app, ["hold", *arguments], env={"COLUMNS": "80"})
    assert done.exit_code == code, done.output
    return done.output


def document(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(asked(*arguments, "--json"))
    return found


def distance(game_id: str, bets: dict[str, int], session: int, sessions: int) -> float:
    """The largest difference between simulated sessions and the law, in units of what chance allows."""
    game, rules = load(game_id)
    seat = Sitting(bets, read_strategy(game, rules, bets, None))
    found = session_distribution(round_distribution(game, rules, (seat,)).chain, session)
    kernel, _ = begin(game, rules, (seat,))
    results: list[Any] = []
    number = left = 0
    while (left := sessions - sum(map(len, results))) > 0:
        course = kernel.course(stream("held", number), max(65_536, 2 * session))
        results.append(sessions_of(course, session)[:left])
        number += 1
    won = np.concatenate(results)
    values, often = np.unique(won, return_counts=True)
    up_to = np.cumsum(often) / len(won)
    known = np.array([found.chance_up_to(int(value)) for value in values])
    return float(np.abs(up_to - known).max() * np.sqrt(len(won)))


def sessions_of(course: Course, session: int) -> Any:
    """The house's results of consecutive sessions at one table.

    A session begins where no wager is on the layout, as the law's does: wagers of Craps that are left over from the session
    before are played to their end first. When it begins depends on the past only, so these sessions are independent too.
    """
    won = -course.nets[0].sum(axis=0)
    if not course.undecided:
        whole = len(won) // session * session
        return won[:whole].reshape(-1, session).sum(axis=1)
    clear = np.flatnonzero(~course.undecided[0].any(axis=0)) + 1  # the rounds before which the layout is clear
    starts, at = [], 0
    while at + session <= len(won):
        starts.append(at)
        next_clear = np.searchsorted(clear, at + session)
        at = int(clear[next_clear]) if next_clear < len(clear) else len(won)
    sums = np.concatenate(([0], np.cumsum(won)))
    return sums[np.array(starts) + session] - sums[starts]


SIMULATED = {
    "roulette": {"red": 1000, "straight:17": 500},
    "sic-bo": {"small": 500, "any-three-of-a-kind": 100},
    "big-six": {"5": 100, "joker": 100},
    "craps": {"pass": 1000, "place-to-win:6": 1200, "field": 500},
    "casino-war": {"initial": 1000, "tie": 100},
    "pai-gow": {"wager": 1000},
}
NIGHTLY = {
    **SIMULATED,
    "mini-craps": {"dont-pass": 1000, "hardway:8": 100},
    "down-under-blackjack": {"bet": 1000},
}
DEALT = ("casino-war", "down-under-blackjack")  # from a shoe, while the law takes a fresh one for each round


SLOW = ("casino-war", "pai-gow")


@pytest.mark.parametrize("game_id", variants([each for each in SIMULATED if each not in SLOW], SLOW))
def test_simulated_sessions_follow_the_law(game_id: str) -> None:
    assert distance(game_id, SIMULATED[game_id], 50, 4000) < LOOSE


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", NIGHTLY)
def test_a_hundred_million_rounds_follow_the_law(game_id: str) -> None:
    most = 4 * LOOSE if game_id in DEALT else LOOSE
    assert distance(game_id, NIGHTLY[game_id], 100, 1_000_000) < most


def test_a_session_begins_with_a_clear_layout() -> None:
    undecided = np.array([[True, False, True, True, False, False, True, True]])
    course = Course((np.array([[-1, -2, -4, -8, -16, -32, -64, -128]]),), np.zeros(8, np.bool_), (undecided,))
    assert sessions_of(course, 2).tolist() == [1 + 2, 4 + 8, 32 + 64]
    assert sessions_of(course, 3).tolist() == [1 + 2 + 4, 32 + 64 + 128]


def test_wagers_over_many_rolls_are_those_of_the_automaton() -> None:
    game, rules = load("craps")
    assert round_distribution(game, rules, (Sitting(SIMULATED["craps"]),)).basis == AUTOMATON


def test_what_a_law_stands_on() -> None:
    def basis(what: str, bets: dict[str, int], settings: tuple[str, ...] = ()) -> str:
        game, rules = load(what, settings)
        return round_distribution(game, rules, (Sitting(bets, read_strategy(game, rules, bets, None)),)).basis

    assert basis("roulette", {"red": 100}) == INDEPENDENT
    assert basis("craps", {"field": 100}) == INDEPENDENT
    assert basis("craps", {"pass": 100}) == AUTOMATON
    assert basis("pai-gow", {"wager": 100}) == INDEPENDENT
    assert basis("casino-war", {"initial": 100}) == REPEATED
    assert basis("casino-war", {"initial": 100}, ("shuffler=continuous",)) == INDEPENDENT


def test_several_seats_share_the_result() -> None:
    one, three = (houseway.load("roulette").hold(1, {"red": 1000}, seats=seats) for seats in (1, 3))
    assert three.mean_cents == 3 * Fraction(one.mean_cents) == Fraction(3000, 19)
    assert three.deviation_cents == pytest.approx(3 * one.deviation_cents)
    assert three.percentile_cents("0.1") == -3000


def test_a_rounded_vigorish_is_that_of_the_stake() -> None:
    """621a.10(k): a quarter on a wager of $1 is a fourth of it, on $10 it is rounded up from 50 cents."""
    book = houseway.load("pai-gow", {"vigorish.rounding_cents": 25})
    small, large = book.hold(1, {"wager": 100}), book.hold(1, {"wager": 1000})
    assert small.percentile_cents("0.1") == -75 and large.percentile_cents("0.1") == -950


def test_python_and_the_command_line_say_the_same() -> None:
    found = houseway.load("sic-bo").hold(200, {"small": 500}, bankroll_cents=5000, target_cents=10_000)
    told = document("sic-bo", "--bet", "small=5", "--rounds", "200", "--bankroll", "50", "--target", "100")
    assert told.pop("software").startswith("houseway")
    assert told == found.as_json()
    assert told["mean_cents"] == {"value": 200 * 500 / 36, "exact": "25000/9", "error": 0.0}
    assert found.mean_cents == Fraction(25000, 9)
    (ruined,) = told["ruin"]
    ratio = Fraction(111, 105)
    assert Fraction(ruined["ever"]["exact"] or 0) in (0, (ratio**10 - ratio**20) / (1 - ratio**20))
    assert ruined["ever"]["value"] == pytest.approx(float((ratio**10 - ratio**20) / (1 - ratio**20)))


def test_figures_that_are_not_exact_say_their_error() -> None:
    told = document("craps", "--bet", "pass=10", "--rounds", "3000")
    assert told["method"] in ("steps", "frequencies") and 0 < told["error"] < 1e-9
    assert told["mean_cents"]["exact"] is None and 0 < told["mean_cents"]["error"] < 1e-3
    assert told["house_edge"]["exact"] == "7/495"
    assert told["house_loses"]["error"] == told["error"]
    assert sum(row["chance"] for row in told["histogram"]) == pytest.approx(1, abs=1e-4)


def test_a_chance_that_is_below_its_error_is_bounded() -> None:
    told = document("big-six", "--bet", "1=5", "--rounds", "5000")
    assert told["house_loses"]["at_most"] < 1e-20
    assert "The house loses with a chance of at most" in asked("big-six", "--bet", "1=5", "--rounds", "5000")


def test_a_chance_too_small_for_a_float_is_not_called_impossible() -> None:
    assert "The house loses with a chance of at most 1e-300." in asked("roulette", "--bet", "red=10", "--rounds", "1e6")
    book = houseway.load("roulette")
    assert book.hold(10**6, {"red": 1000}).as_json()["house_loses"]["at_most"] == 1e-300
    game, rules = load("roulette")
    sure = round_distribution(game, rules, (Sitting({"red": 1000}),)).chain
    assert tail_bound(sure, 10, -10_001) == 0  # the house cannot lose more than all


def test_hours_and_rounds_are_the_same_question() -> None:
    shift = document("roulette", "--bet", "red=10", "--hours", "7.5", "--pace", "40")
    assert (shift["rounds"], shift["hours"], shift["rounds_per_hour"]) == (300, 7.5, 40)
    assert shift["percentiles"] == document("roulette", "--bet", "red=10", "--rounds", "300")["percentiles"]


def test_a_players_file(tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_text(
        '[[player]]\nname = "line"\nbets = { pass = 1000 }\nbankroll_cents = 20000\nstop_win_cents = 20000\n'
        '[[player]]\nname = "two"\nseats = 2\nbets = { field = 500 }\n'
    )
    told = document("craps", "--players", str(file), "--rounds", "100")
    assert [player["seats"] for player in told["players"]] == [1, 2]
    (ruined,) = told["ruin"]
    assert (ruined["player"], ruined["target_cents"]) == ("line", 40_000)
    ratio = Fraction(251, 244)  # of the decided Pass Bets: 244 win, 251 lose
    assert ruined["ever"]["value"] == pytest.approx(float((ratio**20 - ratio**40) / (1 - ratio**40)))
    file.write_text('[[player]]\nname = "up"\nbets = { pass = 1000 }\nprogression = "martingale"\n')
    assert 'progression "martingale" changes the stakes' in asked("craps", "--players", str(file), code=2)


def test_when_a_table_is_out_of_line() -> None:
    told = document("roulette", "--bet", "red=10", "--rounds", "10", "--held", "1%")["out_of_line"]
    assert told["side"] == "low" and told["chance"]["value"] <= 0.001
    assert told["rounds"] < told["for_certain_from"]
    text = asked("roulette", "--bet", "red=10", "--rounds", "10", "--held", "1%")
    assert "is out of line after" in text and "at most once in a thousand sessions" in " ".join(text.split())
    assert "never out of line" in asked("roulette", "--bet", "red=10", "--rounds", "10", "--held", "1/19")
    dollars = document("roulette", "--bet", "red=10", "--rounds", "10", "--held", "-200")["out_of_line"]
    assert dollars["held_cents"] == -20_000 and dollars["rounds"] is not None


@pytest.mark.parametrize("rounds", ["37", "500"])
def test_no_column_of_the_histogram_has_both_losses_and_wins(rounds: str) -> None:
    told = document("craps", "--bet", "pass=10", "--rounds", rounds)
    columns = told["histogram"]
    assert all(row["below_cents"] == after["from_cents"] for row, after in pairwise(columns))
    assert any(row["from_cents"] == 0 for row in columns)
    lost = sum(row["chance"] for row in columns if row["from_cents"] < 0)
    assert lost == pytest.approx(told["house_loses"]["value"], abs=1e-4)


def test_a_chart_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "night.svg"
    asked("big-six", "--bet", "1=5", "--rounds", "50", "--chart", str(file))
    assert "dollars that the house wins" in file.read_text()


@pytest.mark.nightly
def test_card_games_say_what_was_measured() -> None:
    told = document("casino-war", "--bet", "initial=10", "--rounds", "100", "--measure", "1e5")
    assert told["basis"] == REPEATED and told["measured"]["sessions"] == 1000
    assert told["measured"]["largest_difference"] < 2 * told["measured"]["by_chance"]
    assert "not measured" in asked("casino-war", "--bet", "initial=10", "--rounds", "100", "--measure", "0")
    alone = document("casino-war", "--bet", "tie=5", "--rounds", "100")
    assert alone["measured"] is None and any("cannot be made without initial" in line for line in alone["about"])


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("craps", "--rounds", "0"), 2, "--rounds: 0 is not possible"),
        (("craps", "--hours", "0.001"), 2, "--hours: '0.001' is not a time of at least one round"),
        (("craps", "--bet", "pas=10"), 2, 'there is no wager "pas"; did you mean pass?'),
        (("craps", "--bet", "pass=0.50"), 1, "--bet pass: $0.50 is less than the minimum of $1.00 (§ 623a.3(b)(1))"),
        (("craps", "--bet", "odds:pass=10"), 1, "it cannot add odds (§ 623a.6(a))"),
        (("craps", "--bet", "pass=10", "--bankroll", "5"), 2, "--bankroll: $5.00 does not cover the $10.00"),
        (("craps", "--target", "400"), 2, "--target: a target needs a bankroll"),
        (("craps", "--bankroll", "400", "--target", "400"), 2, "--target: $400.00 is not above the bankroll"),
        (("craps", "--held", "much"), 2, "--held: 'much' is neither a share nor an amount"),
        (("craps", "--hours", "8", "--rounds", "8"), 2, "--hours and --rounds both set the length"),
        (("casino-war", "--seats", "2"), 2, "--seats: 2 seats at Casino War: seats share the dealer's hand"),
        (("down-under-blackjack", "--bet", "bet=10", "--bet", "match-the-dealer=5"), 2, "--bet: the odds of bet are counted"),
        (("craps", "--rounds", "1e15"), 2, "--rounds: 1,000,000,000,000,000 rounds of these wagers would take"),
        (("craps", "--float"), 2, "--float is about the JSON document"),
    ],
)  # fmt: skip
def test_bad_input(arguments: tuple[str, ...], code: int, says: str) -> None:
    assert says in " ".join(asked(*arguments, code=code).split())


def test_bad_input_from_python() -> None:
    book = houseway.load("craps")
    with pytest.raises(houseway.BadInput, match="rounds: 0 is not possible"):
        book.hold(0, {"pass": 1000})
    with pytest.raises(RefusedWager, match=r"less than the minimum"):
        book.hold(10, {"pass": 10})
    with pytest.raises(houseway.BadInput, match="does not cover"):
        book.hold(10, {"pass": 1000}, bankroll_cents=500)
    with pytest.raises(houseway.BadInput, match="there are 0.1, 1, 5"):
        book.hold(10, {"pass": 1000}).percentile_cents("2")
