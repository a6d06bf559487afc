"""The chain of the house's win from the wagers at a table: compiled automata or, with cards, the distribution of one round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.core import AnyGame, Wager
from houseway.core.kernel import Sitting, alike
from houseway.core.progress import stage
from houseway.games import rules_for
from houseway.law import Rules
from houseway.law.errors import BadArgument, one_of
from houseway.law.submission import Submission
from houseway.odds.figure import Rounded
from houseway.odds.graph import SEAT, Walker, ready
from houseway.odds.sheet import Row, rows_of
from houseway.odds.solve import Solver
from houseway.questions.chain import Chain, Way, merged, single
from houseway.simulate.prepare import chooses, judge_supports
from houseway.simulate.seat_automaton import CannotBeMade, Machine, NoTable

INDEPENDENT = "independent"  # each result decides every wager, and results are independent
AUTOMATON = "automaton"  # wagers stay up for several results, which are independent
REPEATED = "one-round-repeated"  # one round from a fresh shoe, repeated as if every round had a fresh shoe
MOST_JOINT = 20_000  # the most states of the joint automaton before merging
MOST_STATES = 400  # the most states after merging
ROUNDED = Fraction(1, 10**12)  # error of chances that a game computes in floats


@dataclass(frozen=True, slots=True)
class RoundDistribution:
    """The chain of a table, and the assumption behind it."""

    chain: Chain
    basis: str
    about: tuple[str, ...] = ()  # sentences about what is counted and what is not
    lacks: tuple[str, ...] = ()  # uncounted wagers that these need at the table


def round_distribution(game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> RoundDistribution:
    """The distribution of the house's win from these seats, round after round."""
    tabled = (game.simulate is None or game.simulate.kernel is None) and not chooses(game, rules)
    if tabled:
        for group in alike(sitting):
            judge_supports(game, rules, sitting[group[0]])
        try:
            return _from_tables(game, rules, sitting)
        except NoTable:
            pass
    return _from_one_round(game, rules, sitting)


# Independent results


def _from_tables(game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> RoundDistribution:
    groups = alike(sitting)
    counts: list[tuple[Machine, int]] = []  # each automaton, and the number of seats that use it
    for group in groups:
        counts += [(machine, len(group)) for machine in _machines(game, rules, sitting[group[0]].bets)]
    chain = joint_chain(counts)
    if chain.states == 1:
        return RoundDistribution(chain, INDEPENDENT)
    word = game.present.chance_word
    return RoundDistribution(
        chain,
        AUTOMATON,
        (f"A wager counts when it is decided; wagers still undecided after the last {word} are not counted.",),
    )


def _machines(game: AnyGame, rules: Rules, bets: Mapping[str, int]) -> list[Machine]:
    from houseway.simulate.automaton_kernel import grouped
    from houseway.simulate.request import RefusedWager
    from houseway.simulate.seat_automaton import compile_all

    try:
        with stage("the wagers as automata"):
            return compile_all(game, rules, grouped(game, rules, bets), lambda _: None)
    except CannotBeMade as why:
        raise RefusedWager(why.wager, why.refusal) from None


def joint_chain(counts: list[tuple[Machine, int]]) -> Chain:
    """Join automata that follow the same results into one chain with the money of all of them."""
    machines = [machine for machine, _ in counts]
    weights = machines[0].weights
    assert all(machine.weights == weights for machine in machines)
    number = {(0,) * len(machines): 0}
    waiting, rows = list(number), list[dict[Way, int]]()
    for state in waiting:
        row: dict[Way, int] = {}
        for outcome, weight in enumerate(weights):
            target = tuple(machine.after[at][outcome] for machine, at in zip(machines, state, strict=True))
            if target not in number:
                number[target] = len(number)
                waiting.append(target)
            net = staked = 0
            for (machine, seats), at in zip(counts, state, strict=True):
                for wager, gain in machine.decided[at][outcome]:
                    net -= gain * seats
                    staked += machine.stakes_cents[wager] * seats
            way = (number[target], net, staked)
            row[way] = row.get(way, 0) + weight
        rows.append(row)
        if len(number) > MOST_JOINT:
            raise BadArgument(
                "bets", f": these wagers have more than {MOST_JOINT:,} joint states; name fewer wagers at a time"
            )
    chain = merged(rows, sum(weights))
    if chain.states > MOST_STATES:
        raise BadArgument(
            "bets",
            f": these wagers have {chain.states:,} joint states, more than {MOST_STATES}; name fewer wagers at a time",
        )
    return chain


# Cards and tiles


def _from_one_round(game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> RoundDistribution:
    if len(sitting) != 1:
        why = "seats share the dealer's hand, so several seats in one round are not distributed like one seat repeated"
        raise BadArgument("seats", f": {len(sitting)} seats at {game.title}: {why}; ask about one seat at a time")
    seat = sitting[0]
    shuffled = "The distribution of one round from a fresh shoe, repeated; at the table, rounds follow from what is left of it."
    lacks: tuple[str, ...] = ()
    if len(seat.bets) == 1:
        chain, lacks = one_wager(game, rules, seat)
    else:
        counted = [wager for wager in seat.bets if wager in game.walk.takes_long or game.walk.counted(rules, wager)]
        if counted:
            alone = one_of(seat.bets)
            why = f"the odds of {counted[0]} are counted by themselves, without the other wagers of the round"
            raise BadArgument("bets", f": {why}; ask about one of them at a time: {alone}")
        judge_supports(game, rules, seat)
        chain = _several_wagers(game, rules, seat)
    needs = (f"{next(iter(seat.bets))} cannot be made without {one_of(lacks)}, whose result is not counted here.",)
    anew = game.series(rules) is None  # each round is dealt from the full set
    about = (*(() if anew else (shuffled,)), *(needs if lacks else ()))
    return RoundDistribution(chain, INDEPENDENT if anew else REPEATED, about, lacks)


def one_wager(game: AnyGame, rules: Rules, seat: Sitting) -> tuple[Chain, tuple[str, ...]]:
    """The distribution of a wager from its row of the odds sheet."""
    ((wager, cents),) = seat.bets.items()
    row = _row(game, rules, wager, seat)
    if row.situation is not None:  # computed for the smallest wager, because the vigorish is rounded
        row = _row(game, _with_least(game, rules, cents), wager, seat)
    strange = [net for net in row.distribution if (net * cents).denominator != 1]
    assert not strange, f"{wager} at {cents} cents is not paid in whole cents"
    chances = {(-int(net * cents), cents): _chance(chance) for net, chance in row.distribution.items()}
    most = max(chances, key=chances.__getitem__)
    chances[most] += 1 - sum(chances.values())
    error = ROUNDED * len(chances) if row.rounded else Fraction(0)
    needed = (fact.id for fact in game.walk.setup(rules, wager) if isinstance(fact, Wager) and fact.seat == SEAT)
    return single(chances, error), tuple(needed)


def _row(game: AnyGame, rules: Rules, wager: str, seat: Sitting) -> Row:
    with stage(wager):
        rows = [row for row in rows_of(game, rules, wager) if row.strategy in (None, seat.strategy)]
    if len(rows) != 1:
        which = one_of([row.situation or "" for row in rows], 12)
        raise BadArgument(
            "bets", f": what {wager} is worth depends on when it is made ({which}); ask about another wager"
        )
    return rows[0]


def _with_least(game: AnyGame, rules: Rules, cents: int) -> Rules:
    """The same rules at a table with this minimum wager."""
    data = Submission(game.id, rules.as_data()).with_settings([f"limits.min_cents={cents}"])
    found = rules_for(game, data).rules
    assert found is not None, "a lawful stake is a lawful minimum"
    return found


def _chance(chance: Fraction | Rounded) -> Fraction:
    return Fraction(str(chance)) if isinstance(chance, Rounded) else chance


def _several_wagers(game: AnyGame, rules: Rules, seat: Sitting) -> Chain:
    """The distribution of all wagers that a seat makes together, from walking the round with all of them on the layout."""
    strategies = {strategy: game.walk.policy(rules, strategy) for strategy in filter(None, [seat.strategy])}
    walker = Walker(game, rules, None, None, strategies)
    with stage("the wagers of a round together"):
        graph = walker.seat_graph(seat.bets, ready(game, rules))
        under = graph.under(seat.strategy) if seat.strategy else graph
        found, _ = Solver(under).solve()
    staked = sum(seat.bets.values())
    return single({(-net, staked): chance for net, chance in found.items()})
