"""The compiled games, Casino War and Pai Gow: our simulator, bare kernels and crapssim with the same wagers.

Bare kernels are our own (`limits.py`) or in C (`limits_c.py`).

Run: make bench-simulation (the peer comes with the extra `bench`; without it, that column is omitted)
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

import limits
import limits_c
from houseway.games import load
from houseway.games.casino_war.kernel import WarKernel
from houseway.numerics.streams import stream
from houseway.simulate.automaton_kernel import CompiledTables
from houseway.simulate.chunks import CHUNK, chunk_player, run
from houseway.simulate.prepare import prepare
from houseway.simulate.request import read_bets, read_strategy, seated
from rows import Row, UnavailableError, Work

TABLED = 32 * CHUNK  # rounds of games that take only nanoseconds per round
PEER_ROLLS = 20_000
FIVE_ROULETTE = {"red": 1000, "straight:17": 500, "dozen:1": 1000, "column:2": 1000, "odd": 1000}
FIVE_SIC_BO = {"small": 1000, "big": 1000, "three-of-a-kind:1": 500, "total-value:9": 500, "one-of-a-kind:6": 500}
PASS = {"pass": 1000, "odds:pass": 2000}
WAR = {"initial": 1000}
PAI_GOW = {"wager": 1000}


def product(game: str, bets: dict[str, int] | None = None, seats: int = 1, rounds: int = TABLED) -> tuple[Work, object]:
    """Our simulator as the verb runs it, on one thread: chunks, counts, and the record of every wager."""
    found, rules = load(game)
    made = bets or read_bets(found, rules, {})
    kernel, _ = prepare(found, rules, seated(made, seats, read_strategy(found, rules, made, None)))
    play = chunk_player(kernel, "bench")
    return Work(rounds, lambda: kernel.tallies(run(play, rounds, threads=1).counts)), kernel


def worth_of(kernel: CompiledTables) -> Any:
    """The total result of all wagers, by state and slot of the joint automaton."""
    joint = kernel.joints[0]
    worth = np.zeros((len(joint.rows), kernel.slots), np.int64)
    for number, row in enumerate(joint.rows):
        for state, machine in zip(row, (kernel.machines[n] for n in joint.members), strict=True):
            gains = [sum(net for _, net in decided) for decided in machine.decided[state]]
            worth[number] += np.array(gains, np.int64)[kernel.outcome_of]
    return worth


def bare_counted(kernel: object) -> Work:
    """Games that one result decides: pairs of draws if there are few slots, single draws if there are more."""
    assert isinstance(kernel, CompiledTables)
    worth, slots, least = worth_of(kernel)[0], np.uint64(kernel.slots), kernel.least
    if kernel.a_word == 8:
        pairs = (worth[:, None] + worth[None, :]).ravel().astype(np.int32)
        return Work(TABLED, lambda: limits.roulette(stream("bench", 0), slots, least, TABLED, pairs))
    small = worth.astype(np.int32)
    return Work(TABLED, lambda: limits.sic_bo(stream("bench", 0), slots, least, TABLED, small))


def bare_craps(kernel: object) -> Work:
    """Two rolls at a time."""
    assert isinstance(kernel, CompiledTables)
    joint, worth, slots, least = kernel.joints[0], worth_of(kernel), np.uint64(kernel.slots), kernel.least
    twice = (worth[:, :, None] + worth[joint.by_slot]).ravel().astype(np.int32)
    return Work(TABLED, lambda: limits.craps(stream("bench", 0), slots, least, TABLED, joint.steps, twice))


def bare_war(kernel: object) -> Work:
    """Initial Wagers, always to War."""
    assert isinstance(kernel, WarKernel)
    deck, seats, stop = kernel.fresh, np.uint64(kernel.seats), np.uint64(kernel.stop)
    return Work(CHUNK, lambda: limits.casino_war(stream("bench", 0), deck.copy(), CHUNK, seats, stop))


def peer(every: bool) -> Work:
    """crapssim with the same wagers, made again whenever they are gone."""
    try:
        from crapssim import bet
        from crapssim.strategy import odds, tools
        from crapssim.strategy.single_bet import BetPassLine
        from crapssim.table import Table
    except ImportError:
        raise UnavailableError("crapssim is not installed") from None
    plan = BetPassLine(10) + odds.PassLineOddsMultiplier(2)
    if every:
        numbers = (4, 5, 6, 8, 9, 10)
        bets = [
            bet.DontPass(10),
            bet.Come(10),
            bet.DontCome(10),
            bet.Field(5),
            bet.Any7(5),
            bet.AnyCraps(5),
            bet.Two(5),
        ]
        bets += [bet.Three(5), bet.Yo(5), bet.Boxcars(5), bet.CAndE(5), bet.Horn(5), bet.World(5), bet.Fire(5)]
        bets += [kind(n, 60) for kind in (bet.Place, bet.Buy, bet.Lay) for n in numbers]
        bets += [bet.HardWay(n, 5) for n in (4, 6, 8, 10)]
        bets += [bet.Hop((a, b), 5) for a in range(1, 7) for b in range(a, 7)]
        for each in bets:
            plan = plan + tools.AddIfNotBet(each)

    rolls = PEER_ROLLS // (50 if every else 1)

    def roll() -> None:
        table = Table(seed=1)
        table.add_player(bankroll=1e12, strategy=plan)
        table.run(max_rolls=rolls, verbose=False)

    return Work(rolls, roll)


OWN_COUNTED = {"own": bare_counted}
ROWS = (
    Row("Roulette, five wagers", partial(product, "roulette", FIVE_ROULETTE), OWN_COUNTED),
    Row("Roulette, every wager", partial(product, "roulette"), OWN_COUNTED),
    Row("Sic Bo, five wagers", partial(product, "sic-bo", FIVE_SIC_BO), OWN_COUNTED),
    Row("Big Six, all seven wagers", partial(product, "big-six"), OWN_COUNTED),
    Row(
        "Craps, Pass with double odds", partial(product, "craps", PASS), {"own": bare_craps},
        {"crapssim": partial(peer, False)}, peer_least={"crapssim": 1000},
    ),
    Row(
        "Craps, every kind of wager", partial(product, "craps"), {},
        {"crapssim": partial(peer, True)}, peer_least={"crapssim": 1000},
    ),
    Row(
        "Casino War, six decks, 1 seat", partial(product, "casino-war", WAR, 1, CHUNK), {"C": limits_c.war}, bare_least=0.9,
    ),
    Row("Casino War, six decks, 7 seats", partial(product, "casino-war", WAR, 7, CHUNK), {"own": bare_war}),
    Row(
        "Pai Gow, six players against the dealer", partial(product, "pai-gow", PAI_GOW, 6, CHUNK), {"C": limits_c.pai_gow},
        bare_least=0.9,
    ),
)  # fmt: skip
