"""Tables compiled from the rules against a live table with all the wagers on it, draw by draw."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.core import AnyGame, Chance, Done, NoMoreBets, Procedure, Result, Wager, Wagers, refuse
from houseway.games import load
from houseway.law import Rules
from houseway.numerics.streams import stream
from houseway.odds.graph import ready
from houseway.odds.sheet import odds_sheet, rows_of
from houseway.simulate import loops
from houseway.simulate.automaton_kernel import CompiledTables
from houseway.simulate.prepare import in_the_long_run, prepare
from houseway.simulate.preview import first_rounds
from houseway.simulate.request import least_cents, seated
from houseway.simulate.seat_automaton import Compiler, compile_all
from support import variants

MIX = {
    "pass": 1000, "odds:pass": 2000, "dont-pass": 1000, "come": 1000, "odds:come:6": 1000, "dont-come": 1000,
    "place-to-win:8": 600, "place-to-lose:4": 1100, "buy:4": 2000, "lay:10": 4000, "hardway:6": 500, "field": 500,
    "hop:1-2": 500, "horn": 400, "fire": 500,
}  # fmt: skip
Found = dict[str, Counter[int]]


def tables_of(game: AnyGame, rules: Rules, bets: dict[str, int]) -> CompiledTables:
    kernel, _ = prepare(game, rules, seated(bets))
    assert isinstance(kernel, CompiledTables)
    return kernel


def live(game: AnyGame, rules: Rules, bets: dict[str, int], results: list[Any]) -> Found:
    """All wagers of one seat at one table, through the rules alone: made whenever they may be, once each."""
    state, found, there = ready(game, rules), {wager: Counter[int]() for wager in bets}, set[str]()
    for result in results:
        for wager, cents in bets.items():
            fact = Wager(1, wager, cents)
            if wager not in there and refuse(game, rules, state, fact) is None:
                state = game.law.advance(rules, state, fact).state
                there.add(wager)
        for other in game.walk.supporting_wagers(rules, state):
            state = game.law.advance(rules, state, other).state
        while not isinstance(due := game.law.due(rules, state), Chance):
            needs = due.needs if isinstance(due, Wagers) else ()
            name = due.name if isinstance(due, Procedure) else needs[0] if needs else ""
            state = game.law.advance(rules, state, Done(name) if name else NoMoreBets()).state
        step = game.law.advance(rules, state, Result(result))
        while True:
            for each in step.settled:
                if each.seat == 1:
                    found[each.wager][each.returned_cents - each.cents] += 1
                    there.discard(each.wager)
            due = game.law.due(rules, step.state)
            if not isinstance(due, Procedure):
                break
            step = game.law.advance(rules, step.state, Done(due.name))
        state = step.state
    return found


def test_craps_tables_settle_as_a_table_with_every_kind_of_wager_on_it() -> None:
    game, rules = load("craps")
    offered = {wager: cents for wager, cents in MIX.items() if wager in game.law.catalogue(rules)}
    tables = tables_of(game, rules, offered)
    drawn = np.zeros(1500, np.int64)
    loops.fill(stream("live", 0), np.uint64(tables.slots), tables.least, tables.a_word, drawn)
    outcomes = [tables.machines[0].outcomes[o] for o in tables.outcome_of[drawn]]
    expected = live(game, rules, offered, outcomes)
    found: Found = {wager: Counter() for wager in offered}
    for machine in tables.machines:
        state = 0
        for outcome in tables.outcome_of[drawn]:
            for wager, net in machine.decided[state][outcome]:
                found[machine.wagers[wager]][net] += 1
            state = machine.after[state][outcome]
    assert found == expected
    assert all(found.values()), "a wager was never decided"


def followed(tables: CompiledTables, seed: str, rounds: int) -> Found:
    """The record of a chunk, by following each automaton through plain draws: four tables, two draws each in turn."""
    words = stream(seed, 0)
    drawn = np.zeros(-(-rounds // 8) * 8, np.int64)
    loops.fill(words, np.uint64(tables.slots), tables.least, tables.a_word, drawn)
    rows = tables.outcome_of[drawn]
    found: Found = {wager: Counter() for machine in tables.machines for wager in machine.wagers}
    states = {(table, n): 0 for table in range(4) for n in range(len(tables.machines))}
    for at in range(rounds):
        for n, machine in enumerate(tables.machines):
            place = (at % 8 // 2, n)
            for wager, net in machine.decided[states[place]][rows[at]]:
                found[machine.wagers[wager]][net] += 1
            states[place] = machine.after[states[place]][rows[at]]
    _play_out(tables, words, states, found)
    return found


def _play_out(tables: CompiledTables, words: Any, states: dict[tuple[int, int], int], found: Found) -> None:
    for table in range(4):
        at = {n: tables.machines[n].closing[states[table, n]] for n in tables.lasting}
        drawn, used = np.zeros(8, np.int64), 8
        while any(state not in tables.machines[n].over for n, state in at.items()):
            if used == 8:
                loops.fill(words, np.uint64(tables.slots), tables.least, 8, drawn)
                used = 0
            outcome = tables.outcome_of[drawn[used]]
            used += 1
            for n, state in at.items():
                machine = tables.machines[n]
                for wager, net in machine.decided[state][outcome]:
                    found[machine.wagers[wager]][net] += 1
                at[n] = machine.after[state][outcome]


@pytest.mark.parametrize("rounds", variants([4003], [1, 7, 8]))
@pytest.mark.parametrize("bets", [{"pass": 1000, "odds:pass": 2000}, MIX, {"field": 500}])
def test_the_loops_count_what_the_automata_say(bets: dict[str, int], rounds: int) -> None:
    game, rules = load("craps")
    offered = {wager: cents for wager, cents in bets.items() if wager in game.law.catalogue(rules)}
    tables = tables_of(game, rules, offered)
    tallies = tables.tallies(tables.play(stream("loops", 0), rounds))
    expected = followed(tables, "loops", rounds)
    assert {tally.wager: Counter(tally.values) for tally in tallies} == expected


@pytest.mark.parametrize("game_id", ["roulette", "big-six", "sic-bo"])
def test_one_result_decides_every_wager_as_the_walk_says(game_id: str) -> None:
    game, rules = load(game_id)
    bets = {wager: least_cents(game, rules, wager) for wager in game.law.catalogue(rules)}
    tables = tables_of(game, rules, bets)
    sheet = odds_sheet(game, rules)
    total = sum(tables.machines[0].weights)
    for machine in tables.machines:
        ways: Counter[Fraction] = Counter()
        for weight, ((_, net),) in zip(machine.weights, machine.decided[0], strict=True):
            ways[Fraction(net, machine.stakes_cents[0])] += weight
        assert dict(sheet[machine.wagers[0]].distribution) == {net: Fraction(n, total) for net, n in ways.items()}
    counts = tables.tallies(tables.play(stream("1", 0), 10_001))
    assert {sum(tally.values.values()) for tally in counts} == {10_001}


@pytest.mark.parametrize("wager", ["pass", "dont-pass", "come", "place-to-win:6", "hardway:4", "field", "lay:4"])
def test_the_long_run_of_an_automaton_is_the_worth_that_the_walk_finds(wager: str) -> None:
    game, rules = load("craps")
    tables = tables_of(game, rules, {wager: least_cents(game, rules, wager)})
    (row,) = rows_of(game, rules, wager)
    assert in_the_long_run(tables.machines[0]) == {wager: row.expected}


@pytest.mark.parametrize("game_id", variants(["sic-bo"], ["craps"]))
def test_wagers_walked_side_by_side_are_those_walked_alone(game_id: str) -> None:
    game, rules = load(game_id)
    offered = [wager for wager in game.law.catalogue(rules) if not game.walk.setup(rules, wager)][-30:]
    groups = [{wager: least_cents(game, rules, wager)} for wager in offered]
    told: list[str] = []
    found = compile_all(game, rules, groups, lambda machine: told.extend(machine.wagers))
    assert told == offered and sum(machine.states_in_play == 1 for machine in found) > 10
    assert found == [Compiler(game, rules, group).automaton() for group in groups]


def test_the_first_rounds_in_plain_python_are_near_the_exact_figure() -> None:
    game, rules = load("craps")
    (row, odds) = first_rounds(tables_of(game, rules, {"pass": 1000, "odds:pass": 2000}).machines[0])
    assert (row.id, odds.id) == ("pass", "odds:pass") and row.count > odds.count > 300
    assert row.mean is not None and row.standard_error is not None
    assert abs(row.mean + 7 / 495) < 4 * row.standard_error
