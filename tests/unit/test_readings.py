"""`houseway readings`: which open questions move money, by how much, and that no other can."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

import houseway
from houseway.cli import app
from houseway.core.advice import Claim
from houseway.games import load
from houseway.law import BadInput, Rules
from houseway.odds import odds_sheet
from houseway.questions.claims import ClaimRow, ClaimTable
from houseway.questions.pricing import RowKey, price
from houseway.questions.reading_trace import traced
from houseway.questions.readings import Explored, Variants, combinations, open_questions
from houseway.questions.readings_report import ReadingsReport
from support import law, variants


@lru_cache
def readings_report(game: str, *settings: str) -> ReadingsReport:
    return houseway.load(game, dict(each.split("=") for each in settings)).readings()


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["readings", *arguments], env={"COLUMNS": "80"})
    assert done.exit_code == code, (done.exit_code, done.output, done.exception)
    return done.stdout if code == 0 else done.stderr


# What is asked for


def test_a_trace_sees_answers_that_a_cache_already_has() -> None:
    @lru_cache
    def cached(rules: Rules) -> str:
        return rules.reading("two_of_a_kind")

    _, rules = load("sic-bo")
    cached(rules)
    watched, trace = traced(rules)
    assert cached(watched) == "at-least-two"
    assert list(trace.asked) == ["two_of_a_kind"]


def test_whether_an_edition_has_a_question_is_not_an_answer_to_it() -> None:
    _, rules = load("sic-bo")
    watched, trace = traced(rules)
    assert "two_of_a_kind" in watched.readings and len(watched.readings) == len(rules.readings)
    assert not trace.asked


@pytest.mark.parametrize("name", variants(["sic-bo", "big-six"], ["roulette", "casino-war"]))
def test_readings_that_no_figure_asks_for_change_no_odds(name: str) -> None:
    """All of them changed at once, and each alone: the whole sheet, with its distributions, is the same."""
    game, rules = load(name)
    base = list(odds_sheet(game, rules))
    asked = {each for interval in readings_report(name).intervals for each in interval.asked}
    others = [each for each in open_questions(rules) if each.name not in asked]
    assert others
    variants = Variants(game, rules)
    changes = [((each.name, answer),) for each in others for answer in each.ids[1:]]
    for answers in [*changes, tuple(sorted(change[0] for change in changes))]:
        other = variants.under(answers)
        assert other is None or list(odds_sheet(game, other)) == base, answers


# Hand-computed


@law("625a.3(2)")
def test_two_of_a_kind_costs_a_twenty_fourth_if_three_do_not_win() -> None:
    """At 8 to 1 the lost throw of 216 is worth (8 + 1)/216 = 1/24."""
    found = readings_report("sic-bo")
    interval = next(each for each in found.intervals if each.row == RowKey("two-of-a-kind:1"))
    assert (interval.lowest, interval.highest) == (Fraction(1, 3), Fraction(3, 8))
    assert interval.highest - interval.lowest == Fraction(9, 216)
    assert interval.highest_with == (("two_of_a_kind", "exactly-two"),) and interval.lowest_with == ()
    moving = [each for each in found.questions if each.moves]
    assert [(each.name, each.cite) for each in moving] == [("two_of_a_kind", "625a.3(2)")]
    assert {change.change for change in moving[0].alternatives[0].changes} == {Fraction(1, 24)}
    assert found.complete


def test_casino_wars_comment_leaves_up_to_a_war_open() -> None:
    """The comment's two gaps: every combination is priced, and the extremes are among them."""
    game, rules = load("casino-war", ["edition=2011-comment"])
    explored = Explored(Variants(game, rules), "initial", whole=True)
    row = RowKey("initial", "", "go-to-war")
    edges = {answers: found.edges[row] for answers, found in explored.prices.items() if found is not None}
    asked = [each for each in open_questions(rules) if each.name in explored.asked]
    assert explored.complete and len(edges) == len(list(combinations(asked)))
    interval = next(each for each in explored.intervals() if each.row == row)
    assert interval.lowest == min(edges.values()) < interval.highest == max(edges.values())
    assert dict(interval.lowest_with).get("initial_on_war_win") == "won"
    assert dict(interval.highest_with).get("initial_on_war_win") == "lost"


@law("623a.5(g)(3)")
def test_lay_vigorish_of_the_amount_to_win_halves_the_edge_on_four() -> None:
    """A Lay on 4 wins 2 of 3, at 1 to 2: 5% of the stake is 1/20 a win, 5% of the winnings 1/40."""
    game, rules = load("craps")
    explored = Explored(Variants(game, rules), "lay:4", whole=False)
    interval = next(iter(explored.intervals()))
    assert (interval.edge, interval.lowest, interval.highest) == (Fraction(1, 30), Fraction(1, 60), Fraction(1, 30))
    assert interval.lowest_with == (("lay_vigorish", "amount-to-win"),)
    assert "fire_seven" not in explored.asked


def test_all_combinations_of_a_small_wager_agree_with_what_was_searched() -> None:
    game, rules = load("craps")
    whole = Explored(Variants(game, rules), "any-seven", whole=True)
    assert whole.complete
    assert {found.edges[RowKey("any-seven")] for found in whole.prices.values() if found} == {Fraction(1, 6)}


@pytest.mark.parametrize("name", ["sic-bo", "roulette", "casino-war", "pai-gow"])
def test_intervals_hold_every_answer_alone(name: str) -> None:
    found = readings_report(name)
    rows = {each.row: each for each in found.intervals}
    for question in found.questions:
        for other in question.alternatives:
            for change in other.changes:
                interval = rows[change.row]
                assert change.edge is None or interval.lowest <= change.edge <= interval.highest
    assert all(each.edge is None or each.lowest <= each.edge <= each.highest for each in found.intervals)


def test_a_reading_that_opens_a_wager_is_said_to_do_so() -> None:
    found = readings_report("roulette", "wheel=single-zero")
    question = next(each for each in found.questions if each.name == "zero_group_0_2_3")
    changed = [change for other in question.alternatives for change in other.changes]
    base = houseway.load("roulette", {"wheel": "single-zero"}).odds()
    offered = {row.id for row in base}
    assert all((change.edge is None) == (change.row.wager in offered) for change in changed)


def test_the_quick_worth_of_a_bet_is_that_of_the_whole_analysis() -> None:
    from houseway.games.down_under_blackjack.present.advice import expected_results

    game, rules = load("down-under-blackjack")
    assert game.walk.expected_result is not None
    for strategy in ("chart", "optimal"):
        expected = expected_results(rules, strategy)["bet"]
        assert abs(game.walk.expected_result(rules, "bet", strategy) - expected) < Fraction(1, 10**12)


def test_a_stated_hold_is_met_by_figures_that_round_into_it() -> None:
    claim = Claim("bet", Fraction(43, 10_000), Fraction(49, 10_000), "a preamble", "decks")
    rows = (
        ClaimRow((), (Fraction(4249, 10**6), Fraction(4250, 10**6), None)),
        ClaimRow((("a", "b"),), (Fraction(1, 200),) * 3),
    )
    table = ClaimTable(claim, "optimal", ("4", "6", "8"), ("a",), rows, rounded=True)
    assert [table.inside(hold) for hold in rows[0].holds] == [False, False, False]
    assert table.inside(Fraction(4251, 10**6)) and table.inside(Fraction(4949, 10**6))
    assert (table.figures, table.inside_count) == (5, 0)


def test_an_option_that_another_one_needs_returns_to_its_default() -> None:
    """685a.6(e): with four decks Match-the-Dealer is not offered, though the default submission does."""
    game, rules = load("down-under-blackjack")
    other = Variants(game, rules).set_to((("double_on_22", "returned"),), "decks=4")
    assert other is not None and other.option("decks") == 4 and not other.option("match_the_dealer")
    assert other.reading("double_on_22") == "returned"


@pytest.mark.nightly
def test_all_figures_of_the_stated_hold() -> None:
    found = readings_report("down-under-blackjack")
    bet = found.claims[0]
    assert (len(bet.rows), bet.figures, bet.inside_count) == (64, 256, 12)
    assert not any(all(map(bet.inside, row.holds)) for row in bet.rows)
    match = found.claims[1]
    assert [row.holds[:2] for row in match.rows] == [(None, None)] * 2
    assert [match.inside(hold) for hold in match.rows[0].holds] == [False, False, True, True]


# The verb


def test_the_text_fits_eighty_columns_and_names_the_favored_side() -> None:
    text = run("sic-bo")
    assert max(map(len, text.splitlines())) <= 80
    assert "33.333% becomes 37.500% (+4.167%), for the house" in " ".join(text.split())
    assert "Not used in any odds under this submission" in " ".join(text.split())


def test_the_document_is_exact() -> None:
    found = json.loads(run("sic-bo", "two_of_a_kind", "--json", "--float"))
    assert (found["game"], found["edition"]) == ("sic-bo", "2011-proposed") and found["submission"].startswith(
        "sha256:"
    )
    assert [each["name"] for each in found["readings"]] == ["two_of_a_kind"]
    alone = found["readings"][0]["alone"][0]["wagers"][0]
    assert (alone["house_edge"], alone["change"], alone["favors"]) == ("3/8", "1/24", "house")
    assert found["wagers"][0]["lowest"] == "1/3" and found["wagers"][0]["lowest_float"] == pytest.approx(1 / 3)


def test_a_chart_has_a_bar_for_each_moved_wager(tmp_path: Path) -> None:
    run("sic-bo", "--chart", str(tmp_path / "intervals.svg"))
    svg = (tmp_path / "intervals.svg").read_text()
    assert svg.startswith("<svg") and svg.count(">two-of-a-kind:") == 6


def test_a_chart_that_leaves_rows_out_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.questions.reading_chart.DRAWN", 2)
    for game, rows in (("sic-bo", 6), ("big-six", 7)):  # moved rows, or all if none is moved
        file = tmp_path / f"{game}.svg"
        done = CliRunner().invoke(app, ["readings", game, "--chart", str(file)])
        assert f"the first 2 of {rows} rows; --json has all of them" in done.stderr
        assert f"the first 2 of {rows} rows" in file.read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("whist",), 'there is no game "whist"'),
        (
            ("sic-bo", "two_of_kind"),
            '"two_of_kind" is not an open question of 2011-proposed; did you mean two_of_a_kind',
        ),
        (
            ("casino-war", "initial_on_war_win"),
            "is an open question of 2011-comment, not of 2012-final; choose that edition",
        ),
        (("sic-bo", "--chart", "intervals.txt"), "end it with .svg, .png, .html"),
        (("sic-bo", "--float"), "add --json"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], says: str) -> None:
    assert says in " ".join(run(*arguments, code=2).split())


def test_a_name_of_no_reading_is_bad_input_in_python_too() -> None:
    with pytest.raises(BadInput, match="not an open question"):
        readings_report("sic-bo").only(["month_of"])
    assert [each.name for each in readings_report("sic-bo").only(["reading.month"]).questions] == ["month"]


def test_a_price_counts_the_steps_of_the_rules() -> None:
    game, rules = load("big-six")
    found = price(game, rules, "joker")
    assert found.steps > 0 and found.asked == () and not found.rounded
