"""`houseway mistakes`: what irregularities and dealer's errors are worth after the chapter's remedy, by hand for each game."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import lru_cache

import pytest
from typer.testing import CliRunner

import houseway
from houseway.cli import app
from houseway.games import load
from houseway.questions.mistakes import Mistake, Mistakes, _estimated, mean_gain
from houseway.questions.sampled_mistakes import sampled
from houseway.questions.trial_reports import Reporter, forms
from houseway.questions.walked_mistakes import RecordingWalker, visits
from support import law

ZERO = Fraction(0)


@lru_cache
def worked(game: str, *wagers: str, rounds: int = 60) -> Mistakes:
    return houseway.load(game).mistakes(wagers, rounds)


def one(found: Mistakes, cite: str, wager: str, answer: str = "") -> Mistake:
    rows = [each for each in found.mistakes if (each.cite, each.wager, each.answer) == (cite, wager, answer)]
    assert len(rows) == 1, rows
    return rows[0]


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["mistakes", *arguments], env={"COLUMNS": "80"})
    assert done.exit_code == code, (done.exit_code, done.output, done.exception)
    return done.stdout if code == 0 else done.stderr


# By hand, a game each


@law("625a.7(a)", "625a.7(b)")
def test_a_no_roll_at_sic_bo_gives_the_player_the_edge() -> None:
    """Every wager goes back: a Small was worth -1/36, and is now worth nothing."""
    found = worked("sic-bo", "small", "two-of-a-kind:1")
    small = one(found, "625a.7(a)", "small")
    assert (small.average, small.lowest, small.highest) == (Fraction(1, 36),) * 3 and small.error is None
    assert one(found, "625a.7(a)", "two-of-a-kind:1").average == Fraction(1, 3)
    assert one(found, "625a.7(b)", "small").unchanged


@law("617a.6(a)", "617a.6(b)", "617a.6(c)", "617a.6(d)")
def test_a_no_spin_leaves_a_roulette_wager_as_it_was() -> None:
    found = worked("roulette", "red", "straight:17")
    assert {each.cite for each in found.mistakes} == {"617a.6(a)", "617a.6(b)", "617a.6(c)", "617a.6(d)"}
    assert all(each.unchanged for each in found.mistakes) and not found.not_priced


@law("619a.2(b)", "619a.2(d)")
def test_a_void_spin_of_the_big_six_wheel_changes_nothing() -> None:
    found = worked("big-six")
    assert {each.wager for each in found.mistakes} == set(load("big-six")[0].law.catalogue(load("big-six")[1]))
    assert all(each.unchanged for each in found.mistakes)


@law("623a.9(c)(1)", "623a.8(b)")
def test_a_void_throw_at_craps_is_worth_nothing_on_average_and_a_point_at_most() -> None:
    """With a point of 4 a Pass Bet is worth -1/3: voiding the 4 that won takes 1 + 1/3. Voiding craps on the come out gives
    back the 1 that was lost, less the 7/495 that the bet is worth."""
    found = worked("craps", "pass")
    disputed = one(found, "623a.9(c)(1)", "pass")
    assert (disputed.average, disputed.lowest) == (ZERO, Fraction(-4, 3))
    assert disputed.highest == 1 - Fraction(7, 495)
    assert one(found, "623a.8(b)", "pass").unchanged
    assert {str(each.cite): each.why for each in found.not_priced}["623a.8(d)"].startswith("refused while")


@pytest.mark.nightly
@law("651a.11(c)", "651a.11(a)", "651a.11(b)")
def test_a_box_without_a_card_at_casino_war_gets_its_edge_back() -> None:
    found, sheet = worked("casino-war"), houseway.load("casino-war").odds()
    assert one(found, "651a.11(c)", "initial").average == sheet["initial", "go-to-war"].house_edge
    assert one(found, "651a.11(c)", "tie").average == sheet["tie"].house_edge
    assert one(found, "651a.11(a)", "initial").unchanged and one(found, "651a.11(b)", "initial").unchanged


@law("621a.12(e)", "621a.7(b)", "621a.12(a)")
def test_an_exposed_tile_of_the_dealer_at_pai_gow_gives_the_player_the_edge() -> None:
    """The round is void. The luck of the rounds played is taken out, so that the figure is that of the odds."""
    found = worked("pai-gow", rounds=50)
    edge = houseway.load("pai-gow").odds()["wager", "house-way"].house_edge
    rows = [each for each in found.mistakes if each.cite == "621a.12(e)"]
    assert [each.average for each in rows] == [edge] and rows[0].error is None
    assert (rows[0].lowest, rows[0].highest) == (Fraction(-19, 20), Fraction(1))
    assert one(found, "621a.7(b)", "wager").average == edge - 1
    assert one(found, "621a.12(a)", "wager").unchanged


@law("685a.12(b)", "685a.12(i)", "685a.12(f)")
@pytest.mark.nightly
def test_mistakes_at_down_under_blackjack_that_change_nothing() -> None:
    """A card drawn in error and not shown is the next card; the second card of the only player is the same card, late."""
    found = worked("down-under-blackjack", "bet")
    assert one(found, "685a.12(b)", "bet").unchanged and one(found, "685a.12(i)", "bet").unchanged
    assert one(found, "685a.12(f)", "bet", "player: second-card").unchanged
    dead = one(found, "685a.12(g)", "bet", "player: dead-hand")
    assert dead.error is not None and dead.lowest < 0 < dead.highest
    assert found.rounds == 60


# The walk and the played rounds


def test_visits_of_a_pass_bet_add_up_to_the_known_number_of_throws() -> None:
    game, rules = load("craps")
    walk = RecordingWalker(game, rules, None)
    assert sum(visits(walk.graph("pass", 100))) == Fraction(557, 165)


def test_played_rounds_agree_with_the_walk() -> None:
    """Casino War's Initial Wager both ways: what gives the wager back is exact, the others are within four errors."""
    game, rules = load("casino-war")
    exactly = {(str(each.cite), each.noted): each for each in worked("casino-war").mistakes if each.wager == "initial"}
    samples = sampled(game, rules, "initial", forms(rules), Reporter(), 120, "7")
    for each in _estimated(game, rules, "initial", samples, 120):
        known = exactly.get((each.cite, each.noted))
        if known is not None:
            assert abs(each.average - known.average) <= 4 * (each.error or 0), each
    passed = next(each for each in _estimated(game, rules, "initial", samples, 120) if each.cite == "651a.11(c)")
    assert passed.average == exactly["651a.11(c)", ""].average and passed.error is None


@pytest.mark.nightly
def test_the_same_seed_plays_the_same_rounds() -> None:
    game, rules = load("pai-gow")
    one_run, other = (sampled(game, rules, "wager", forms(rules), Reporter(), 5, "3") for _ in range(2))
    assert one_run == other and one_run


def test_a_mean_without_its_luck() -> None:
    """Gains that mirror the results are worth the opposite of their known mean, exactly."""
    results = [Fraction(1), Fraction(-1), Fraction(-1)]
    assert mean_gain([-each for each in results], results, Fraction(-1, 10)) == (Fraction(1, 10), None)
    mean, error = mean_gain([-each for each in results], results, None)
    assert mean == pytest.approx(1 / 3) and error is not None
    assert float(error) == pytest.approx((4 / 3 / 3) ** 0.5)


# Mispaid lines


@law("625a.6(a)")
def test_a_small_paid_two_to_one_costs_the_house_a_unit_a_winner() -> None:
    found = [each for each in worked("sic-bo", "small", "two-of-a-kind:1").mispaid if each.line == "small"]
    assert [(each.odds, each.paid, each.per_winner, each.chance) for each in found] == [
        ("1 to 1", "2 to 1", Fraction(1), Fraction(35, 72))
    ]
    assert found[0].per_wager == Fraction(35, 72)


def test_each_line_is_compared_with_its_neighbors() -> None:
    found = worked("roulette", "red", "straight:17").mispaid
    straight = [each for each in found if each.line == "straight"]
    assert [(each.paid, each.per_winner) for each in straight] == [("17 to 1", Fraction(-18))]
    assert straight[0].per_wager == Fraction(-18, 38)


# The verb


def test_the_text_fits_eighty_columns() -> None:
    text = run("sic-bo", "small", "big")
    assert max(map(len, text.splitlines())) <= 80
    assert "+27.8  small, big" in text and "The remedy leaves every wager's value unchanged" in text


def test_the_document_is_exact() -> None:
    found = json.loads(run("sic-bo", "small", "--json", "--float"))
    first = found["mistakes"][0]
    assert (first["average"], first["favors"], first["standard_error"]) == ("1/36", "player", None)
    assert first["average_float"] == pytest.approx(1 / 36)
    assert {each["cite"] for each in found["not_priced"]} == {"625a.7(c)", "625a.7(d)"}
    assert found["edition"] == "2011-proposed" and found["submission"].startswith("sha256:")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("whist",), 'there is no game "whist"'),
        (("sic-bo", "smal"), 'there is no wager "smal"'),
        (("sic-bo", "--float"), "add --json"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], says: str) -> None:
    assert says in " ".join(run(*arguments, code=2).split())


def test_only_the_lines_of_the_named_wagers_are_mispaid() -> None:
    shown = {each["line"] for each in json.loads(run("sic-bo", "small", "--json"))["mispaid"]}
    assert shown == {"small"}
    assert {each.line for each in worked("sic-bo").mispaid} > shown


def test_a_game_with_one_wager_says_so() -> None:
    assert 'there is no wager "nope"; there is only wager' in run("pai-gow", "nope", code=2)
