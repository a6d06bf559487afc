"""The analyser against the game: the same worths, and the same chance of every result, by the nodes that a table goes through."""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest

from chapters.c685a_down_under_blackjack.rounds import STAKE, Policy, Rounds
from houseway.games import load
from houseway.games.down_under_blackjack.mathematics.answer_sheet import QUESTION_COUNT, SPLIT, Answers
from houseway.games.down_under_blackjack.mathematics.best_play import Solved, first_two, solve
from houseway.games.down_under_blackjack.mathematics.card_counts import ACE, full_shoe
from houseway.games.down_under_blackjack.mathematics.chart import best_chart, charted
from houseway.games.down_under_blackjack.mathematics.draw_loops import NO, OPEN
from houseway.games.down_under_blackjack.mathematics.hold import MATTER
from houseway.games.down_under_blackjack.mathematics.round_results import Law, results
from houseway.games.down_under_blackjack.mathematics.sheet_player import follower
from houseway.games.down_under_blackjack.mathematics.side_wagers import insurance_expected
from houseway.games.down_under_blackjack.mathematics.split_hands import split_seeing_all
from houseway.games.down_under_blackjack.mathematics.terms import QUESTIONS, Terms
from support import sized, variants

CLOSE = 1e-12
SHEET = (QUESTION_COUNT, 30)  # answers × signals
OTHERWISE = {question.name: question.ids[1] for question in QUESTIONS}
READINGS = [{}, *({name: answer} for name, answer in OTHERWISE.items()), OTHERWISE]
NAMES = ["default", *OTHERWISE, "every-other"]
BY_DAY = ("default", "every-other")  # the others, one by one, by night
EACH = [
    pytest.param(answers, id=name, marks=() if name in BY_DAY else pytest.mark.nightly)
    for name, answers in zip(NAMES, READINGS, strict=True)
]
EIGHTS = (2, 0, 0, 0, 0, 0, 0, 2, 0, 6)
FIVES = (1, 0, 0, 0, 1, 2, 0, 0, 0, 6)
SIXES = (2, 0, 0, 0, 1, 3, 0, 0, 0, 6)
LARGER = [(2, 0, 0, 0, 1, 3, 0, 0, 0, 5), (2, 0, 0, 0, 1, 2, 0, 0, 0, 6), FIVES]
WIDE = (3, 2, 0, 0, 0, 0, 3, 0, 2, 7)


def settings(answers: dict[str, str]) -> list[str]:
    return [f"reading.{name}={answer}" for name, answer in answers.items()]


def seeing_all(solved: Solved) -> float:
    """Best play where the second hand of a split is played knowing the first, with insurance where it is worth it."""
    here, hands = solved.position, solved.position.hands
    worth = solved.expected + float(insurance_expected(here.shoe))
    for kind, row in hands.pairs.items():
        chance = first_two(here.shoe).get(tuple(hands.cards[row].tolist()), 0.0)
        for signal in np.flatnonzero(here.signal[row] > 0) if chance else ():
            split = split_seeing_all(here, kind, int(signal)) * here.signal[row, signal] + here.lost[row, signal]
            worth += chance * max(0.0, float(split - solved.value[row, signal]))
    return worth


def agree_on_best_play(shoe: tuple[int, ...], answers: dict[str, str]) -> None:
    wanted = seeing_all(solve(shoe, Terms().with_answers(answers)))
    assert Rounds(shoe, *settings(answers)).best() == pytest.approx(wanted, abs=CLOSE)


@pytest.mark.parametrize("answers", EACH)
def test_best_play_through_the_game_is_worth_what_the_analyser_says(answers: dict[str, str]) -> None:
    agree_on_best_play(EIGHTS, answers)


@pytest.mark.nightly
@pytest.mark.parametrize("answers", READINGS, ids=NAMES)
@pytest.mark.parametrize("shoe", LARGER, ids=str)
def test_best_play_from_larger_shoes(shoe: tuple[int, ...], answers: dict[str, str]) -> None:
    agree_on_best_play(shoe, answers)


def agree_on_every_result(shoe: tuple[int, ...], answers: dict[str, str], sheet: Answers, solved: Solved) -> Law:
    found = results(solved.position, sheet)
    wanted = Rounds(shoe, *settings(answers), policy=follower(solved.position, sheet)).law()
    assert {int(net * STAKE) for net in found} == set(wanted)
    assert {int(net * STAKE): chance for net, chance in found.items()} == pytest.approx(wanted, abs=CLOSE)
    return found


def mean(law: Law) -> float:
    return sum(float(net) * chance for net, chance in law.items())


def keeping_aces(sheet: Answers) -> Answers:
    """Everything left open, but two aces are never split: only then do some readings matter at all."""
    kept = np.full_like(sheet, OPEN)
    kept[SPLIT + ACE] = NO
    return kept


@pytest.mark.parametrize("answers", EACH)
@pytest.mark.parametrize("shoe", [SIXES, pytest.param(WIDE, marks=pytest.mark.nightly)], ids=str)
def test_every_result_of_a_round_has_the_chance_that_the_game_gives_it(
    shoe: tuple[int, ...], answers: dict[str, str]
) -> None:
    """Both hands of a split against the same dealer included, some of them doubled on both sides."""
    solved = solve(shoe, Terms().with_answers(answers))
    best = agree_on_every_result(shoe, answers, np.full(SHEET, OPEN, dtype=np.int8), solved)
    assert mean(best) == pytest.approx(solved.expected, abs=CLOSE)
    assert max(best) == 4 and min(best) == -4


@pytest.mark.parametrize("answers", variants([READINGS[0]], [READINGS[-1]]), ids=[NAMES[0], NAMES[-1]])
@pytest.mark.parametrize("shoe", [SIXES, pytest.param(WIDE, marks=pytest.mark.nightly)], ids=str)
def test_every_result_by_the_chart_and_by_somebody_who_keeps_aces(
    shoe: tuple[int, ...], answers: dict[str, str]
) -> None:
    solved = solve(shoe, Terms().with_answers(answers))
    chart = best_chart(solved)
    assert mean(agree_on_every_result(shoe, answers, chart.answers, solved)) == pytest.approx(chart.expected, abs=CLOSE)
    assert mean(agree_on_every_result(shoe, answers, keeping_aces(chart.answers), solved)) < solved.expected


def test_this_shoe_can_tell_the_readings_apart() -> None:
    default = solve(SIXES, Terms())
    for name in MATTER:
        other = solve(SIXES, Terms().with_answers({name: OTHERWISE[name]}))
        assert other.expected != pytest.approx(default.expected, abs=1e-6)
    sheet = keeping_aces(np.zeros(SHEET, dtype=np.int8))
    drawn = {"large_drawn": "also-after-drawing"}
    readings = [Terms(), Terms().with_answers(drawn), Terms().with_answers({**drawn, "large_aces": "do-not-count"})]
    worths = [mean(results(solve(SIXES, terms).position, sheet)) for terms in readings]
    assert worths[0] < worths[1] - 1e-6 and worths[2] < worths[1] - 1e-6


CHART = "685a: the chart at the table"


def test_the_published_chart_played_at_the_table_comes_out_at_its_figure() -> None:
    game, rules = load("down-under-blackjack")
    _, chart = charted(full_shoe(6), Terms())
    nets, within = simulated(game.walk.policy(rules, "chart"), sized(day=1_000, night=2_000))
    assert abs(fmean(nets) - chart.expected) < 3 * within


@pytest.mark.nightly
def test_the_chart_at_the_table_has_every_result_as_often_as_it_should() -> None:
    _, chart = charted(full_shoe(6), Terms())
    law = results(chart.position, chart.answers)
    nets, within = simulated(follower(chart.position, chart.answers), 1_000_000)
    assert mean(law) == pytest.approx(chart.expected, abs=CLOSE)
    assert abs(fmean(nets) - chart.expected) < 3 * within
    for net, chance in law.items():
        share = nets.count(float(net)) / len(nets)
        assert abs(share - chance) < 4 * (chance * (1 - chance) / len(nets)) ** 0.5, f"{net}: {share}, not {chance}"


def simulated(policy: Policy | None, rounds: int) -> tuple[list[float], float]:
    """Net results of rounds from a fresh shoe, and the standard error of their mean."""
    assert policy is not None
    table, random = Rounds(None, policy=policy), Random(CHART)
    nets = [table.play(random) / STAKE for _ in range(rounds)]
    return nets, stdev(nets) / rounds**0.5
