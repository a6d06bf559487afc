"""The one loop that drives games: refusals surface, supporting wagers are made, and a drive stops where it should."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from contract.play import altered, toy
from houseway.core import (
    AnyGame,
    Chance,
    Choices,
    Choose,
    Done,
    Due,
    Fact,
    NoMoreBets,
    Procedure,
    Refusal,
    Result,
    Step,
    Stopped,
    Wager,
    Wagers,
    driver,
    seat_account,
)
from houseway.core.driver import BY_ITSELF, AnswerRefused, Answers, Driver, NeverDecided, never, one_round
from houseway.core.frozen import replace
from houseway.core.kernel import Sitting
from houseway.games import load
from houseway.games.casino_war.kernel import HIGHER
from houseway.games.casino_war.kernel import settled as war_pays
from houseway.games.down_under_blackjack.kernel.payouts import play as blackjack_pays
from houseway.games.pai_gow.kernel.payouts import settled as pai_gow_pays
from houseway.law import Rules, cites
from houseway.numerics.sources import SeededSource
from houseway.odds import Solver, Walker
from houseway.odds.graph import ready
from houseway.odds.joint_round import Made, Side
from houseway.odds.lockstep import Lockstep
from houseway.odds.single_result import walk_together
from houseway.simulate import preview
from houseway.simulate.seat_automaton import Compiler
from houseway.table import Table

HAZARD, HAZARD_RULES = toy("hazard-run")
SKIRMISH, SKIRMISH_RULES = toy("skirmish")
DEALT: Answers = Answers(lambda due, _: next(iter(due.outcomes())))


def driven(game: AnyGame, rules: Rules) -> Driver[Any]:
    """A game that has just been opened."""
    return Driver(game, rules, game.law.open(rules))


def awaits(drive: Driver[Any]) -> type:
    """The kind of thing that is due."""
    return type(drive.due)


def at(*kinds: type) -> Callable[[Due, Any], bool]:
    """Stop where one of these is due."""
    return lambda due, _: isinstance(due, kinds)


def kept_facts(game: AnyGame) -> tuple[AnyGame, list[Fact]]:
    """The game, and all facts that it receives."""
    facts: list[Fact] = []

    def advance(rules: Rules, state: Any, fact: Fact) -> Step[Any]:
        facts.append(fact)
        return game.law.advance(rules, state, fact)

    return altered(game, advance=advance), facts


# Where a drive stops


def test_a_drive_stops_where_it_is_told_to_and_not_before() -> None:
    drive = driven(HAZARD, HAZARD_RULES)
    assert list(drive.until(at(Procedure), BY_ITSELF)) == [] and awaits(drive) is Procedure
    (opened,) = drive.until(at(Wagers), BY_ITSELF)
    assert opened.said[0].text == "The table is open: place your wagers." and opened.state is drive.state
    assert len(list(drive.until(at(Chance), BY_ITSELF))) == 1 and awaits(drive) is Chance


def test_a_drive_stops_where_nobody_answers() -> None:
    drive = driven(SKIRMISH, SKIRMISH_RULES)
    unanswered = Answers(wagers=lambda due, _: None)
    assert len(list(drive.until(never, unanswered))) == 1 and awaits(drive) is Wagers
    drive.play(Wager(1, "initial", 500))
    list(drive.until(never, BY_ITSELF))
    assert awaits(drive) is Chance
    list(drive.until(never, Answers(lambda due, _: 3)))
    assert awaits(drive) is Choices, "the same die for the seat and the dealer: it is asked"
    silent = Answers(lambda due, _: None, lambda due, _: None)
    assert list(drive.until(never, silent)) == []


def test_a_round_is_played_from_one_window_to_the_next() -> None:
    game, facts = kept_facts(SKIRMISH)
    drive = driven(game, SKIRMISH_RULES)
    answers = Answers(
        lambda due, _: 3,
        lambda due, _: Choose(due.open[0].who, "surrender"),
        one_round(Wager(1, "initial", 500)),
    )
    steps = list(drive.until(never, answers))
    assert [each.wager for step in steps for each in step.settled] == ["initial"]
    assert facts[:3] == [Done("opening"), Wager(1, "initial", 500), NoMoreBets()]
    assert facts[3:] == [Result(3), Result(3), Choose(seat_account(1), "surrender")] and awaits(drive) is Wagers


def test_a_game_that_has_stopped_cannot_be_driven_on() -> None:
    game = altered(HAZARD, due=lambda rules, state: Stopped("shaker", cites("901a.1")))
    drive = driven(game, HAZARD_RULES)
    assert list(drive.until(at(Stopped), BY_ITSELF)) == []
    with pytest.raises(AssertionError, match="hazard-run cannot be driven further: gaming has stopped: the shaker"):
        list(drive.until(never, BY_ITSELF))


# A game that never reaches a result


def endless() -> AnyGame:
    """Its opening is never over."""
    return altered(HAZARD, advance=lambda rules, state, fact: Step(replace(state)))


def test_a_game_that_goes_on_without_a_result_is_detected() -> None:
    with pytest.raises(NeverDecided, match="hazard-run took 10,000 steps without a result: the procedure 'opening'"):
        list(driven(endless(), HAZARD_RULES).until(never, BY_ITSELF))
    with pytest.raises(NeverDecided):
        ready(endless(), HAZARD_RULES)


def test_a_table_whose_procedures_never_end_is_detected() -> None:
    with pytest.raises(NeverDecided):
        Table(endless(), HAZARD_RULES, SeededSource(1)).open()


def test_results_in_between_are_no_endless_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "MOST_STEPS", 3)
    assert len(list(islice(driven(HAZARD, HAZARD_RULES).until(never, DEALT), 100))) == 100


# Refusals


NOT_YET = Refusal("not yet", cites("901a.3"))


def refusing(game: AnyGame, kind: type) -> AnyGame:
    """The game, which refuses one kind of fact."""
    return altered(
        game, refuse=lambda rules, state, fact: NOT_YET if type(fact) is kind else game.law.refuse(rules, state, fact)
    )


def test_a_refused_answer_is_an_error_with_its_reason() -> None:
    drive = driven(HAZARD, HAZARD_RULES)
    wrong = Answers(wagers=one_round(Wager(1, "follow", 500)))
    with pytest.raises(AnswerRefused, match="a follow is made while there is a point") as caught:
        list(drive.until(never, wrong))
    assert caught.value.fact == Wager(1, "follow", 500)
    assert caught.value.refusal.cites == cites("901a.2(c)")
    assert awaits(drive) is Wagers, "nothing has come of it"


def test_an_impossible_outcome_is_an_error() -> None:
    with pytest.raises(AnswerRefused, match="is not possible for"):
        list(driven(HAZARD, HAZARD_RULES).until(never, Answers(lambda due, _: (7, 7))))


SIC_BO, SIC_BO_RULES = load("sic-bo")
SITTING = (Sitting({"initial": 500}, "surrender"),)
USERS: dict[str, Callable[[type], object]] = {
    "walk": lambda kind: Walker(refusing(HAZARD, kind), HAZARD_RULES).graph("run", 500),
    "lockstep": lambda kind: Lockstep(
        (Side(refusing(HAZARD, kind), HAZARD_RULES), Side(HAZARD, HAZARD_RULES)), Made((Wager(1, "run", 500),))
    ),
    "single-result": lambda kind: walk_together(refusing(SIC_BO, kind), SIC_BO_RULES),
    "seat-automaton": lambda kind: Compiler(refusing(HAZARD, kind), HAZARD_RULES, {"run": 500}).automaton(),
    "preview": lambda kind: next(preview.by_rules(refusing(SKIRMISH, kind), SKIRMISH_RULES, SITTING)),
    "casino-war": lambda kind: kernel(war_pays, "casino-war", kind, {"initial": 500}, HIGHER),
    "down-under-blackjack": lambda kind: list(
        kernel(blackjack_pays, "down-under-blackjack", kind, {"bet": 1000}, iter(("9C", "8C", "9D", "10D")))
    ),
    "pai-gow": lambda kind: kernel(pai_gow_pays, "pai-gow", kind, 1000),
}


def kernel(pays: Callable[..., Any], game_id: str, kind: type, *more: Any) -> Any:
    """The answers of the rules to a kernel, if the game refuses one kind of fact."""
    game, rules = load(game_id)
    return pays(refusing(game, kind), rules, *more)


@pytest.mark.parametrize("kind", [Done, NoMoreBets])
@pytest.mark.parametrize("user", USERS)
def test_whoever_drives_a_game_hears_of_a_refusal(user: str, kind: type) -> None:
    with pytest.raises(AnswerRefused, match="not yet"):
        USERS[user](kind)


@pytest.mark.parametrize("kind", [Done, NoMoreBets])
def test_an_environment_hears_of_a_refusal(kind: type) -> None:
    pytest.importorskip("gymnasium")
    from houseway.simulate.environments import SeatEnvironment

    environment = SeatEnvironment("pai-gow")
    environment.game = refusing(environment.game, kind)
    with pytest.raises(AnswerRefused, match="not yet"):
        environment.reset(seed=1)


def test_a_window_whose_procedure_does_not_meet_its_need_is_refused() -> None:
    def due(rules: Rules, state: Any) -> Due:
        found = HAZARD.law.due(rules, state)
        return replace(found, needs=("opening",)) if isinstance(found, Wagers) else found

    with pytest.raises(AnswerRefused, match="is refused: first: ") as caught:
        list(driven(altered(HAZARD, due=due), HAZARD_RULES).until(at(Chance), BY_ITSELF))
    assert isinstance(caught.value.fact, NoMoreBets)


@pytest.mark.parametrize("mode", ["automatic", "by-hand"])
def test_a_table_records_that_a_completed_procedure_is_refused(mode: str) -> None:
    table = Table(refusing(HAZARD, Done), HAZARD_RULES, SeededSource(1))
    events = table.open(mode)
    while mode == "by-hand" and events[-1].event != "act-refused":
        step = table.steps()[0]
        events = table.do({"do": "step", "cite": step.cite, "item": step.item, "by": step.by})
    told = {"automatic": "table-waits", "by-hand": "act-refused"}[
        mode
    ]  # nobody's act is refused where the table does it
    assert (events[-1].event, events[-1].fields["reason"], events[-1].cites) == (told, "not yet", cites("901a.3"))
    assert mode == "automatic" or [event.event for event in events] == ["act-refused"], "it is not recorded as done too"
    assert isinstance(table.due, Procedure) and table.steps(), "its last step can be done again"


def test_that_a_table_waits_is_told_once_and_never_as_a_refusal_of_what_was_done() -> None:
    table = Table(refusing(HAZARD, Done), HAZARD_RULES, SeededSource(1))
    table.open()
    assert table.buy_in(1, 10_000)[0].event == "bought-in"
    assert [event.event for event in table.events].count("table-waits") == 1
    assert "act-refused" not in [event.event for event in table.events]


def test_a_window_that_a_result_entered_ahead_cannot_close_is_refused_on_record() -> None:
    def refuse(rules: Rules, state: Any, fact: Fact) -> Refusal | None:
        confirming = isinstance(fact, NoMoreBets) and state.phase == "confirm"
        return NOT_YET if confirming else war.law.refuse(rules, state, fact)

    war, rules = load("casino-war", ["shuffler=continuous"])
    table = Table(altered(war, refuse=refuse), rules, SeededSource(1))
    table.open()
    table.buy_in(1, 10_000)
    table.wager(1, "initial", 1000)
    table.no_more_bets()
    table.result(cards=["2C", "2D", "5C", "4C"])
    events = table.choose(1, "go-to-war", tie_on_war_cents=100)  # nobody can add a wager now, so the window closes
    assert [(event.event, event.fields["reason"]) for event in events[2:]] == [("table-waits", "not yet")]
    assert isinstance(table.due, Wagers) and table.due.within and table.waiting == ["5C", "4C"]


# Supporting wagers


def needing(game: AnyGame, wager: str, cents: int) -> AnyGame:
    """The game whose betting window cannot close until seat 2 has wagered, which `supporting_wagers` does."""

    def placed(state: Any) -> bool:
        return any(each.seat == 2 for each in game.law.placed(state))

    def refuse(rules: Rules, state: Any, fact: Fact) -> Refusal | None:
        return NOT_YET if isinstance(fact, NoMoreBets) and not placed(state) else game.law.refuse(rules, state, fact)

    def supporting_wagers(rules: Rules, state: Any) -> tuple[Fact, ...]:
        return () if placed(state) else (Wager(2, wager, cents),)

    return altered(game, refuse=refuse, supporting_wagers=supporting_wagers)


def test_supporting_wagers_are_made_after_those_of_the_seat() -> None:
    game, facts = kept_facts(needing(HAZARD, "six", 600))
    list(driven(game, HAZARD_RULES).until(at(Chance), Answers(wagers=one_round(Wager(1, "run", 500)))))
    assert facts == [Done("opening"), Wager(1, "run", 500), Wager(2, "six", 600), NoMoreBets()]


def test_supporting_wagers_are_not_made_where_the_seat_is_enough() -> None:
    game, facts = kept_facts(needing(HAZARD, "six", 600))
    list(driven(game, HAZARD_RULES).until(at(Chance), Answers(wagers=one_round(Wager(2, "run", 500)))))
    assert facts == [Done("opening"), Wager(2, "run", 500), NoMoreBets()]


def test_the_walk_makes_supporting_wagers() -> None:
    graph = Walker(needing(HAZARD, "six", 600), HAZARD_RULES).graph("run", 500)
    plain = Walker(HAZARD, HAZARD_RULES).graph("run", 500)
    assert Solver(graph).solve() == Solver(plain).solve() and graph.cites == plain.cites


def test_walking_all_wagers_at_once_makes_supporting_wagers() -> None:
    found = walk_together(needing(SIC_BO, "small", 500), SIC_BO_RULES)
    assert found is not None and found == walk_together(SIC_BO, SIC_BO_RULES)


def test_compiling_makes_supporting_wagers() -> None:
    needy = Compiler(needing(HAZARD, "six", 600), HAZARD_RULES, {"run": 500}).automaton()
    assert needy.decided == Compiler(HAZARD, HAZARD_RULES, {"run": 500}).automaton().decided


def test_comparing_makes_supporting_wagers() -> None:
    game = needing(HAZARD, "six", 600)
    walk = Lockstep((Side(game, HAZARD_RULES), Side(game, HAZARD_RULES)), Made((Wager(1, "run", 500),)))
    assert walk.complete and walk.ends and not walk.notes


def test_a_preview_makes_supporting_wagers() -> None:
    game, facts = kept_facts(needing(SKIRMISH, "initial", 700))
    (row,) = next(preview.by_rules(game, SKIRMISH_RULES, SITTING))
    assert row.count == 1 and facts[1:4] == [Wager(1, "initial", 500), Wager(2, "initial", 700), NoMoreBets()]
