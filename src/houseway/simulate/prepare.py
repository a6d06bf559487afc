"""From a request to something that can be played, with the exact figures beside it; what took long to make is kept on disk."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.core import AnyGame, Game, Wager, refuse
from houseway.core.kernel import Kernel
from houseway.equipment.compiled import PACKAGE, cache_folder
from houseway.law import BadInput, Rules
from houseway.odds.graph import SEAT, ready
from houseway.odds.sheet import rows_of
from houseway.odds.together import walk_together
from houseway.simulate.machine import Compiler, Machine, NeverMade
from houseway.simulate.submitted import RefusedWager

Exact = dict[str, Fraction]
Told = Callable[[int, int], None]  # how many wagers are compiled, of how many


def prepare(
    game: AnyGame, rules: Rules, bets: Mapping[str, int], seats: int, strategy: str | None, told: Told | None = None
) -> tuple[Kernel, Exact]:
    """What plays these wagers, and what each of them is exactly worth per unit staked."""
    if type(game).kernel is Game.kernel and any(game.strategies(rules, wager) for wager in game.catalogue(rules)):
        raise BadInput(f"{game.id} has choices and no kernel, so that it cannot be simulated; houseway odds is exact")
    judge_supports(game, rules, bets)
    kernel = game.kernel(rules, bets, seats, best_named(game, rules, bets, strategy))
    file = cache_folder() / f"{_fingerprint(game, rules, bets, strategy)}.json"
    kept = _read(file)
    if kernel is not None:
        exact = kept[1] if kept else _exact(game, rules, kernel_wagers(game, rules, bets), strategy, [])
        if not kept:
            _write(file, [], exact)
        return kernel, exact
    from houseway.simulate.tables import Tables

    if kept:
        machines, exact = kept
    else:
        machines = _compile(game, rules, bets, told)
        exact = _exact(game, rules, bets, strategy, machines)
        _write(file, machines, exact)
    return Tables(tuple(machines), game.chance_word, seats), exact


def judge_supports(game: AnyGame, rules: Rules, bets: Mapping[str, int]) -> None:
    """A wager that is made beside another of the same seat needs that other one."""
    for wager, cents in bets.items():
        facts = game.prelude(rules, wager)
        needed = {fact.id for fact in facts if isinstance(fact, Wager) and fact.seat == SEAT}
        refusal = None if needed <= bets.keys() else refuse(game, rules, ready(game, rules), Wager(SEAT, wager, cents))
        if refusal is not None:
            raise RefusedWager(wager, refusal)


def best_named(game: AnyGame, rules: Rules, bets: Mapping[str, int], strategy: str | None) -> str | None:
    """Best play, where that is what is asked for, by the name of the strategy that plays so."""
    if strategy is None or game.policy(rules, strategy) is not None:
        return strategy
    wager = next(wager for wager in bets if strategy in game.strategies(rules, wager))
    worth = {row.strategy: row.expected for row in rows_of(game, rules, wager)}
    return next((name for name, each in worth.items() if name != strategy and each == worth[strategy]), strategy)


def kernel_wagers(game: AnyGame, rules: Rules, bets: Mapping[str, int]) -> list[str]:
    """The wagers that come up where these are made: also those that are made by choosing."""
    return [wager for wager in game.catalogue(rules) if wager in bets or game.made_by(wager) is not None]


def _compile(game: AnyGame, rules: Rules, bets: Mapping[str, int], told: Told | None) -> list[Machine]:
    from houseway.simulate.tables import grouped

    groups, machines = grouped(game, rules, bets), []
    for number, group in enumerate(groups):
        if told is not None:
            told(number, len(groups))
        try:
            machines.append(Compiler(game, rules, group).machine())
        except NeverMade as never:
            raise RefusedWager(never.wager, never.refusal) from None
    return machines


def _exact(
    game: AnyGame, rules: Rules, wagers: Mapping[str, int] | list[str], strategy: str | None, machines: list[Machine]
) -> Exact:
    """By walking; where a wager's worth depends on when it is made, by how often each of these comes up."""
    together = walk_together(game, rules)
    if together is not None:
        units = {wager: offer.unit_cents for wager, offer in game.catalogue(rules).items()}
        return {w: sum((Fraction(n) * p for n, p in together[w][0].items()), Fraction(0)) / units[w] for w in wagers}
    found: Exact = {}
    for wager in wagers:
        rows = [row for row in rows_of(game, rules, wager) if row.strategy in (None, strategy)]
        worth = {row.expected for row in rows}
        if len(worth) == 1:
            found[wager] = worth.pop()
        else:
            machine = next(machine for machine in machines if wager in machine.wagers)
            found[wager] = in_the_long_run(machine)[wager]
    return found


def in_the_long_run(machine: Machine) -> Exact:
    """What each wager of an automaton brings per unit, each state weighed by how often play is in it."""
    from houseway.odds.solve import inverse

    size, total = machine.playing, sum(machine.weights)
    matrix = [[Fraction(int(row == column)) for column in range(size)] for row in range(size)]
    for state in range(size):
        for target, weight in zip(machine.after[state], machine.weights, strict=True):
            matrix[target][state] -= Fraction(weight, total)
    matrix[-1] = [Fraction(1)] * size  # the chances of all states add up to one
    share = [row[-1] for row in inverse(matrix)]
    made: dict[int, Fraction] = dict.fromkeys(range(len(machine.wagers)), Fraction(0))
    gained = dict(made)
    for state in range(size):
        for weight, decided in zip(machine.weights, machine.decided[state], strict=True):
            for wager, net in decided:
                made[wager] += share[state] * weight
                gained[wager] += share[state] * weight * net
    stakes = machine.stakes_cents
    return {wager: gained[n] / made[n] / stakes[n] for n, wager in enumerate(machine.wagers)}


# On disk


def _fingerprint(game: AnyGame, rules: Rules, bets: Mapping[str, int], strategy: str | None) -> str:
    """Everything that the tables depend on: the program itself, the submission, the wagers."""
    folder = Path(str(sys.modules[type(game).__module__].__file__)).parent
    parts = [game.id, rules.digest, rules.edition.digest, json.dumps(list(bets.items())), str(strategy)]
    parts += [hashlib.blake2b(path.read_bytes()).hexdigest() for path in _sources(PACKAGE) + _sources(folder)]
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


def _sources(folder: Path) -> list[Path]:
    rooms = [folder / room for room in ("core", "law", "odds", "simulate")] if folder == PACKAGE else [folder]
    return sorted(path for room in rooms for path in room.rglob("*.*") if path.suffix in (".py", ".toml"))


def _write(file: Path, machines: list[Machine], exact: Exact) -> None:
    """Written aside and moved, so that nobody reads half of it; where that fails, it is made again next time."""
    data = {"machines": [_plain(machine) for machine in machines], "exact": {w: str(x) for w, x in exact.items()}}
    aside = file.with_suffix(f".{os.getpid()}")
    try:
        aside.write_text(json.dumps(data))
        aside.replace(file)
    except OSError:
        aside.unlink(missing_ok=True)


def _read(file: Path) -> tuple[list[Machine], Exact] | None:
    try:
        data = json.loads(file.read_text())
        machines = [_machine(each) for each in data["machines"]]
        return machines, {wager: Fraction(text) for wager, text in data["exact"].items()}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _plain(machine: Machine) -> dict[str, Any]:
    fields = ("wagers", "stakes_cents", "outcomes", "weights", "after", "decided", "closing")
    return {**{name: getattr(machine, name) for name in fields}, "over": sorted(machine.over)}


def _machine(data: dict[str, Any]) -> Machine:
    return Machine(
        **{name: _tuples(value) for name, value in data.items() if name != "over"}, over=frozenset(data["over"])
    )


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value
