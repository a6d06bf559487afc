"""From a request to a kernel and its exact figures; whatever takes long to compute is cached on disk."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

from houseway.cache import kept, look
from houseway.core import AnyGame, Wager, refuse
from houseway.core.kernel import Kernel, Sitting, WorksLong, alike
from houseway.law import BadInput, Rules
from houseway.law.errors import one_of
from houseway.odds.graph import SEAT, ready
from houseway.odds.sheet import rows_of
from houseway.odds.single_result import walk_together
from houseway.simulate.figures import ExactValue
from houseway.simulate.request import RefusedWager
from houseway.simulate.seat_automaton import CannotBeMade, ChoiceInTable, Compiler, Machine, NoTable, compile_all

KEPT = "simulated"  # automata and exact figures, in the cache
SLOW_CHUNK = 1 << 12  # rounds
Told = Callable[[Machine, int], None]  # a finished automaton, and how many there will be


@dataclass(frozen=True, slots=True)
class Compiled:
    """The slow part: the automata of each group of seats, the one that marks a new shooter or shoe, the exact figures."""

    machines: tuple[tuple[int, Machine], ...]  # (first seat of a group of equal seats, automaton)
    marker: Machine | None
    exact: dict[tuple[int, str], ExactValue]


class PendingValues:
    """The exact value of each wager of each seat: known, or computed in the background during the run if that takes long."""

    def __init__(self, make: Callable[[], dict[tuple[int, str], ExactValue]], beside: bool) -> None:
        self._found: dict[tuple[int, str], ExactValue] = {}
        self._failed: BaseException | None = None
        self._make, self._thread = (
            make,
            threading.Thread(target=self._run, daemon=True),
        )  # the program may exit before it ends
        if beside:
            self._thread.start()
        else:
            self._found = make()

    def _run(self) -> None:
        try:
            self._found = self._make()
        except BaseException as error:  # `wait` raises it
            self._failed = error

    def now(self) -> dict[tuple[int, str], ExactValue]:
        """The values known so far."""
        return self._found

    def wait(self) -> dict[tuple[int, str], ExactValue]:
        """All exact values, including those that take long."""
        if self._thread.is_alive():
            self._thread.join()
        if self._failed is not None:
            raise self._failed
        return self._found


def prepare(
    game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...], told: Told | None = None
) -> tuple[Kernel, dict[tuple[int, str], ExactValue]]:
    """The kernel for these seats, and the exact value of each wager per unit staked."""
    kernel, exact = begin(game, rules, sitting, told)
    return kernel, exact.wait()


def begin(
    game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...], told: Told | None = None
) -> tuple[Kernel, PendingValues]:
    """The kernel for these seats, as soon as it is ready; the exact values may come later."""
    made_by = game.simulate.kernel if game.simulate is not None else None
    if made_by is None and chooses(game, rules):
        made_by = _by_rules
    for group in alike(sitting):
        judge_supports(game, rules, sitting[group[0]])
    if made_by is None:
        try:
            return _tables(game, rules, sitting, told)
        except NoTable as why:
            choices = why.choices if isinstance(why, ChoiceInTable) else game.law.choices
            if choices:
                listed = one_of(choices)
                raise BadInput(f"{why}, and no strategy of the game says when to choose {listed}") from None
            made_by = _by_rules
    kernel = made_by(game, rules, best_played(game, rules, sitting))
    found: object = kernel
    if isinstance(found, WorksLong):
        found.take({name: _kept_work(game, rules, found, name) for name in found.works()})
    depends = _depends(game, rules, sitting)
    slow = look(KEPT, depends) is None and any(wager in game.walk.takes_long for each in sitting for wager in each.bets)

    def work_out() -> dict[tuple[int, str], ExactValue]:
        return _unpacked(kept(KEPT, depends, lambda: _packed(_made(game, rules, sitting, False, told)))).exact

    return kernel, PendingValues(work_out, slow)


def _tables(
    game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...], told: Told | None
) -> tuple[Kernel, PendingValues]:
    """Tables of results, compiled from the rules, and the exact values that come with them."""
    from houseway.simulate.automaton_kernel import CompiledTables

    depends = {**_depends(game, rules, sitting), "tables": True}
    made = _unpacked(kept(KEPT, depends, lambda: _packed(_made(game, rules, sitting, True, told))))
    return CompiledTables(made.machines, sitting, game.present.chance_word, made.marker), PendingValues(
        lambda: made.exact, False
    )


def chunk_of(game: AnyGame, rules: Rules) -> int:
    """Rounds in a chunk, where a game is played by its rules and the usual chunk would take an hour; 0: as usual."""
    by_rules = (game.simulate is None or game.simulate.kernel is None) and chooses(game, rules)
    return SLOW_CHUNK if by_rules else 0


def chooses(game: AnyGame, rules: Rules) -> bool:
    """Does a player choose something on the way of some wager?"""
    return any(game.walk.strategies(rules, wager) for wager in game.law.catalogue(rules))


def _by_rules(game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> Kernel:
    """For a game without a kernel or table: play by the rules themselves. If it has choices, each seat needs a strategy."""
    from houseway.simulate.rules_kernel import RulesKernel

    for each in sitting if chooses(game, rules) else ():
        if each.strategy is None or game.walk.policy(rules, each.strategy) is None:
            named = dict.fromkeys(name for wager in each.bets for name in game.walk.strategies(rules, wager))
            followed = [name for name in named if game.walk.policy(rules, name) is not None]
            there = f"choose {one_of(followed)}" if followed else "wager something that has a strategy"
            asked = "no strategy" if each.strategy is None else f'no way to follow "{each.strategy}"'
            raise BadInput(f"{game.id} has choices, {asked} and no kernel, so it cannot be simulated; {there}")
    return RulesKernel(game, rules, sitting)


def _kept_work(game: AnyGame, rules: Rules, kernel: WorksLong, name: str) -> Any:
    """A value that a kernel needs and that takes long to compute, computed once for these rules."""
    depends = {"game": game.id, "rules": rules.digest, "edition": rules.edition.digest, "work": name}
    return kept("kernel", depends, lambda: kernel.work(name))


def judge_supports(game: AnyGame, rules: Rules, sitting: Sitting) -> None:
    """Refuse a wager that needs another wager of the same seat, if that one is missing."""
    for wager, cents in sitting.bets.items():
        facts = game.walk.setup(rules, wager)
        needed = {fact.id for fact in facts if isinstance(fact, Wager) and fact.seat == SEAT}
        there = needed <= sitting.bets.keys()
        refusal = None if there else refuse(game, rules, ready(game, rules), Wager(SEAT, wager, cents))
        if refusal is not None:
            raise RefusedWager(wager, refusal, f'player "{sitting.name}": bets' if sitting.name else "")


def best_played(game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> tuple[Sitting, ...]:
    """The same seats, with best play replaced by the named strategy that plays it."""
    return tuple(replace(each, strategy=best_named(game, rules, each.bets, each.strategy)) for each in sitting)


def best_named(game: AnyGame, rules: Rules, bets: Mapping[str, int], strategy: str | None) -> str | None:
    """The name of the strategy that plays best, if the request is best play; otherwise the strategy itself."""
    if strategy is None or game.walk.policy(rules, strategy) is not None:
        return strategy
    wager = next(wager for wager in bets if strategy in game.walk.strategies(rules, wager))
    worth = {row.strategy: row.expected for row in rows_of(game, rules, wager)}
    return next((name for name, each in worth.items() if name != strategy and each == worth[strategy]), strategy)


def kernel_wagers(game: AnyGame, rules: Rules, bets: Mapping[str, int]) -> list[str]:
    """The wagers with odds that can come up with these bets, including those made by a choice."""
    priced = game.priced(rules)
    return [wager for wager in priced if wager in bets or game.law.made_by(wager) is not None]


def _made(game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...], tabled: bool, told: Told | None) -> Compiled:
    first = [group[0] for group in alike(sitting)]
    machines = _compile(game, rules, {seat: sitting[seat].bets for seat in first}, told) if tabled else ()
    marker = Compiler(game, rules, {}).marker() if tabled and game.series(rules) else None
    exact: dict[tuple[int, str], ExactValue] = {}
    if game.simulate is not None and game.simulate.exact_worths is not None:
        rounded = game.simulate.worths_rounded
        exact = {key: ExactValue(value, rounded) for key, value in game.simulate.exact_worths(rules, sitting).items()}
    for seat in first:
        bets, own = sitting[seat].bets, [machine for owner, machine in machines if owner == seat]
        wagers = list(bets) if tabled else kernel_wagers(game, rules, bets)
        wagers = [wager for wager in wagers if (seat, wager) not in exact]
        for wager, worth in _exact(game, rules, wagers, sitting[seat].strategy, own).items():
            exact[seat, wager] = worth
    return Compiled(machines, marker, exact)


def _compile(
    game: AnyGame, rules: Rules, bets: Mapping[int, Mapping[str, int]], told: Told | None
) -> tuple[tuple[int, Machine], ...]:
    """The automata of each seat's groups of wagers; equal groups of two seats are walked once."""
    from houseway.simulate.automaton_kernel import grouped

    groups = [(seat, group) for seat, each in bets.items() for group in grouped(game, rules, each)]
    distinct = {tuple(group.items()): group for _, group in groups}
    heard = told or (lambda _machine, _of: None)
    try:
        found = compile_all(game, rules, list(distinct.values()), lambda machine: heard(machine, len(distinct)))
    except CannotBeMade as why:
        raise RefusedWager(why.wager, why.refusal) from None
    made = dict(zip(distinct, found, strict=True))
    return tuple((seat, made[tuple(group.items())]) for seat, group in groups)


def _exact(
    game: AnyGame, rules: Rules, wagers: list[str], strategy: str | None, machines: list[Machine]
) -> dict[str, ExactValue]:
    """Exact values by walking; where a value depends on when a wager is made, situations are weighted by their frequency."""
    together = walk_together(game, rules)
    if together is not None:
        units = {wager: offer.unit_cents for wager, offer in game.law.catalogue(rules).items()}
        sums = {w: sum((Fraction(n) * p for n, p in together[w][0].items()), Fraction(0)) for w in wagers}
        return {wager: ExactValue(total / units[wager]) for wager, total in sums.items()}
    found: dict[str, ExactValue] = {}
    for wager in wagers:
        rows = [row for row in rows_of(game, rules, wager) if row.strategy in (None, strategy)]
        worth = {ExactValue(Fraction(row.expected), row.rounded) for row in rows}
        machine = next((machine for machine in machines if wager in machine.wagers), None)
        if len(worth) == 1:
            found[wager] = worth.pop()
        elif machine is not None:
            found[wager] = ExactValue(in_the_long_run(machine)[wager])
    return found


def in_the_long_run(machine: Machine) -> dict[str, Fraction]:
    """The mean result of each wager of an automaton per unit staked, with states weighted by their long-run frequency."""
    from houseway.odds.solve import inverse

    size, total = machine.states_in_play, sum(machine.weights)
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


def _depends(game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> dict[str, Any]:
    """Everything that the tables depend on, apart from the program."""
    seats = [[list(each.bets.items()), each.strategy, each.name] for each in sitting]
    return {"game": game.id, "rules": rules.digest, "edition": rules.edition.digest, "seats": seats}


def _packed(made: Compiled) -> dict[str, Any]:
    return {
        "machines": [[seat, _plain(machine)] for seat, machine in made.machines],
        "marker": None if made.marker is None else _plain(made.marker),
        "exact": [[seat, wager, str(worth.value), worth.rounded] for (seat, wager), worth in made.exact.items()],
    }


def _unpacked(data: dict[str, Any]) -> Compiled:
    machines = tuple((seat, _machine(each)) for seat, each in data["machines"])
    marker = None if data["marker"] is None else _machine(data["marker"])
    exact = {(seat, wager): ExactValue(Fraction(text), rounded) for seat, wager, text, rounded in data["exact"]}
    return Compiled(machines, marker, exact)


def _plain(machine: Machine) -> dict[str, Any]:
    names = [each.name for each in fields(machine) if each.name != "over"]
    return {**{name: getattr(machine, name) for name in names}, "over": sorted(machine.over)}


def _machine(data: dict[str, Any]) -> Machine:
    return Machine(
        **{name: _tuples(value) for name, value in data.items() if name != "over"}, over=frozenset(data["over"])
    )


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list | tuple) else value
