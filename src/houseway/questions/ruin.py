"""The risk of ruin of one player: within a number of rounds, and ever.

A player is ruined when the bankroll no longer covers the wagers of a round, and stops at the target. Within n rounds, the
chances are computed round by round. The chances of ever being ruined are a system of linear equations, solved in fractions if
it is small and otherwise in floats. Then the residual bounds the error: the matrix has a positive inverse, and the expected
number of rounds bounds its norm.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.core.progress import working_on
from houseway.questions.certified_floats import SLACK, Array, U
from houseway.questions.chain import Chain
from houseway.questions.session_distribution import CUT, Links, trimmed

MOST_EXACT = 150  # the most unknowns to solve in fractions
MOST_DENSE = 2500  # the most unknowns to solve in floats
MOST_STEPS = 1e11  # the most multiplications for the round-by-round chances
SETTLED = 1e-13  # stop when the chance that the player is still playing is below this


@dataclass(frozen=True, slots=True)
class Likely:
    """A chance with a bound on its error, and as a fraction if it is exact."""

    value: float
    error: float
    exact: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Ruin:
    """A player's chances of ruin and of reaching the target; None if it would take too long, or there is no target."""

    before: Likely | None
    reached_before: Likely | None
    ever: Likely | None
    reached_ever: Likely | None


def ruin(player: Chain, stake_cents: int, bankroll_cents: int, target_cents: int, rounds: int) -> Ruin:
    """The chances of a player with this bankroll; `player` is the chain of the player's win. A target of 0 means none."""
    grid = math.gcd(*player.nets) or 1
    below = (bankroll_cents - stake_cents) // grid  # steps that the player may lose and still play
    above = -((bankroll_cents - target_cents) // grid) if target_cents else 0  # steps to the target
    before, reached = _before(player, grid, below, above, rounds)
    if above:
        ever, reached_ever = _ever(player, grid, below, above)
    else:
        ever, reached_ever = _ever_without_target(player, grid, below), None
    return Ruin(before, reached if above else None, ever, reached_ever)


def _before(player: Chain, grid: int, below: int, above: int, rounds: int) -> tuple[Likely | None, Likely | None]:
    """Compute the chances round by round; index 0 is the least money with which the player continues."""
    links = Links(player, exact=False)
    low = player.nets[0] // grid  # the largest loss of one round, in steps
    stride = player.grid // grid  # links count in the chain's grid
    width = below + (above or 9 * math.sqrt(rounds * player.mean_square) / grid)
    if rounds * links.work * width > MOST_STEPS:
        return None, None
    cells: Array = np.zeros((player.states, below + 1))
    cells[0, below] = 1.0
    ruined = reached = cut = 0.0
    top = below + above if above else 0
    for number in range(1, rounds + 1):
        moved = _moved(links, cells, stride)
        begin = -low if low < 0 else 0
        ruined += float(moved[:, :begin].sum())
        cells = moved[:, begin:] if low <= 0 else np.concatenate([np.zeros((player.states, low)), moved], axis=1)
        if above:
            reached += float(cells[:, top:].sum())
            cells = cells[:, :top]
        elif not number % 16:
            keep, first, lost = trimmed(cells, CUT / rounds)
            cells, cut = np.concatenate([np.zeros((player.states, first)), keep], axis=1), cut + lost
        if not number % 512:
            working_on(f"a player with this bankroll: {number:,} of {rounds:,} results")
            if float(cells.sum()) < SETTLED:
                break
    playing = float(cells.sum()) if number < rounds else 0.0
    given = float(player.input_error) * rounds
    error = SLACK * (math.expm1(SLACK * U * (number * (links.rounding + 4) + 64 + cells.size)) + cut + playing + given)
    return Likely(min(1.0, ruined), error), Likely(min(1.0, reached), error)


def _moved(links: Links, cells: Array, stride: int) -> Array:
    """The chances after one more result; a step of the links is `stride` cells."""
    if stride == 1:
        return links.step(cells)
    new: Array = np.zeros((len(cells), cells.shape[1] + stride * links.span))
    for steps, targets, sources, matrix in links.parts:
        new[targets, stride * steps : stride * steps + cells.shape[1]] += matrix @ cells[sources]
    return new


# Ever


def _ever(player: Chain, grid: int, below: int, above: int) -> tuple[Likely | None, Likely | None]:
    count = (below + above) * player.states
    if all(net == 0 for net in player.nets):
        return Likely(0.0, 0.0, Fraction(0)), Likely(0.0, 0.0, Fraction(0))
    if count <= MOST_EXACT and not player.input_error:
        lost, won = _solved(player, grid, below + above)
        at = below * player.states
        return _known(lost[at]), _known(won[at])
    if count <= MOST_DENSE:
        return _dense(player, grid, below, below + above)
    return None, None


def _known(value: Fraction) -> Likely:
    return Likely(float(value), 2 * U, value)


def _rows(player: Chain, grid: int, width: int) -> list[tuple[dict[int, int], int, int]]:
    """For each unknown (money, state): the weights of the unknowns that follow, of ruin and of the target."""
    rows = []
    for money in range(width):
        for ways in player.ways:
            row: dict[int, int] = {}
            lost = won = 0
            for (target, net, _), weight in ways.items():
                after = money + net // grid
                if after < 0:
                    lost += weight
                elif after >= width:
                    won += weight
                else:
                    at = after * player.states + target
                    row[at] = row.get(at, 0) + weight
            rows.append((row, lost, won))
    return rows


def _solved(player: Chain, grid: int, width: int) -> tuple[list[Fraction], list[Fraction]]:
    """The chances of ruin and of the target from every unknown, by exact elimination of one after another."""
    rows: list[dict[int, Fraction]] = []
    ends: list[list[Fraction]] = []
    for row, lost, won in _rows(player, grid, width):
        rows.append({at: Fraction(weight, player.total) for at, weight in row.items()})
        ends.append([Fraction(lost, player.total), Fraction(won, player.total)])
    users: list[set[int]] = [set() for _ in rows]
    for number, each in enumerate(rows):
        for at in each:
            users[at].add(number)
    for number, each in enumerate(rows):  # substitute the row of this unknown into all later rows that use it
        stay = 1 - each.pop(number, Fraction(0))
        if stay not in (0, 1):
            rows[number] = {at: share / stay for at, share in each.items()}
            ends[number] = [end / stay for end in ends[number]]
        for later in [user for user in users[number] if user > number]:
            share = rows[later].pop(number)
            for at, chance in rows[number].items():
                rows[later][at] = rows[later].get(at, Fraction(0)) + share * chance
                users[at].add(later)
            ends[later] = [end + share * more for end, more in zip(ends[later], ends[number], strict=True)]
    for number in range(len(rows) - 1, -1, -1):
        for at, share in rows[number].items():
            ends[number] = [end + share * more for end, more in zip(ends[number], ends[at], strict=True)]
    return [end[0] for end in ends], [end[1] for end in ends]


def _dense(player: Chain, grid: int, below: int, width: int) -> tuple[Likely | None, Likely | None]:
    """Solve in floats, then bound the error by the residual times the expected number of rounds."""
    working_on("a player with this bankroll, ever")
    found = _rows(player, grid, width)
    size = len(found)
    matrix: Array = np.eye(size)
    right: Array = np.zeros((size, 3))
    for number, (row, lost, won) in enumerate(found):
        for at, weight in row.items():
            matrix[number, at] -= weight / player.total
        right[number] = (lost / player.total, won / player.total, 1.0)
    solved = np.linalg.solve(matrix, right)
    terms = max(len(row) for row, _, _ in found) + 4
    rounding = SLACK * terms * U * (1 + np.abs(solved).max(axis=0)) * 2
    residual = np.abs(matrix @ solved - right).max(axis=0) + rounding
    if not residual[2] < 0.5 or solved[:, 2].min() < 0:
        return None, None
    longest = float(solved[:, 2].max()) / (1 - residual[2]) * SLACK  # bounds the expected rounds from any unknown
    at = below * player.states
    given = float(player.input_error) * longest
    return tuple(  # type: ignore[return-value]
        Likely(float(solved[at, column]), SLACK * float(residual[column]) * longest + given) for column in (0, 1)
    )


def _ever_without_target(player: Chain, grid: int, below: int) -> Likely | None:
    """The chance of ruin for a player who never stops: certain, unless the game favors the player."""
    if player.mean <= 0 and any(player.nets):
        return Likely(1.0, 0.0, Fraction(1))
    if player.states > 1 or player.nets[0] >= 0:
        return Likely(0.0, 0.0, Fraction(0)) if player.nets[0] >= 0 else None
    tilt = _adjustment(player, grid)
    far = math.ceil(math.log(1e12) / tilt)  # from here on, ruin has at most a chance of 1e-12
    found, _ = _ever(player, grid, below, max(1, far - below))
    return None if found is None else Likely(found.value, found.error + 2e-12)


def _adjustment(player: Chain, grid: int) -> float:
    """A positive t with E exp(-t * steps) <= 1, as large as possible (Lundberg's coefficient)."""

    def value(tilt: float) -> float:
        ways = player.ways[0].items()
        return sum(weight / player.total * math.exp(-tilt * (net // grid)) for (_, net, _), weight in ways)

    low, high = 0.0, 1e-6
    while value(high) < 1:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if value(middle) < 1 - 1e-13 else (low, middle)
    return low
