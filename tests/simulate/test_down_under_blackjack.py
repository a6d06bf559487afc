"""The same shoes dealt to the kernel and to the rules of the chapter: every settlement compared."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from houseway.core.kernel import Sitting
from houseway.games import load
from houseway.games.down_under_blackjack.kernel.card_bytes import CARD
from houseway.games.down_under_blackjack.kernel.player_automaton import plan_of
from houseway.games.down_under_blackjack.kernel.table import BlackjackKernel
from houseway.games.down_under_blackjack.law.hole_card import insurance_most
from houseway.games.down_under_blackjack.law.points import POINTS
from houseway.games.down_under_blackjack.present.advice import expected_results
from houseway.numerics.streams import stream
from houseway.simulate import Request, seated, simulate
from houseway.simulate.request import read_bets
from simulate.blackjack_side import Nets, Plain, Policy, Side, table
from support import sized, variants

Array = np.ndarray[Any, Any]
POINTS_OF = np.array([POINTS[CARD[n]] if n in CARD else 0 for n in range(256)])
BET, BOTH = {"bet": 1000}, {"bet": 1000, "match-the-dealer": 500}
CHART, INSURED, BEST = Sitting(BOTH, "chart"), Sitting({"bet": 1500}, "insures"), Sitting(BET, "optimal")
WIDEST = 80  # cards of a round
OTHERWISE = (
    "reading.dealer_soft_22=literal", "reading.bust_on_22=return", "reading.large_aces=do-not-count",
    "reading.large_after_split=yes", "reading.double_on_22=returned", "reading.match_both=once",
)  # fmt: skip
SETTINGS = {
    "six decks": ((), (CHART,)),
    "eight decks, three seats": (("decks=8",), (CHART, INSURED, BEST)),
    "four decks, six seats": (("decks=4", "shuffler=batch"), (Sitting(BET, "chart"),) * 3 + (INSURED,) * 3),
    "continuous": (("shuffler=continuous",), (CHART, CHART)),
    "other readings": (OTHERWISE, (CHART, INSURED)),
    "aces remembered": (("decks=5", "reading.large_drawn=also-after-drawing"), (INSURED,)),
    "all readings": (("reading.large_drawn=also-after-drawing", *OTHERWISE), (CHART,)),
}
SHORT = ("four decks, six seats", "all readings")  # by day


def nets_of(kernel: BlackjackKernel, row: list[int]) -> Nets:
    """The result of each wager of each seat by the kernel's record of a round; the Bet without later additions."""
    nets: Nets = Counter()
    for seat, each in enumerate(kernel.sitting):
        outcome, matched, insured = row[1 + 3 * seat : 4 + 3 * seat]
        for wager, net in zip(("bet", "double-down", "split"), three_of(kernel, each, outcome), strict=True):
            nets[seat + 1, wager] = net
        if "match-the-dealer" in each.bets:
            nets[seat + 1, "match-the-dealer"] = kernel.tables.matched[matched] * match_units(kernel, each)
        if "insures" in str(each.strategy) and insured >= 0:
            most = insurance_most(kernel.rules, each.bets["bet"])
            nets[seat + 1, "insurance"] = kernel.tables.insured[insured] * most
    return nets


def compare(kernel: BlackjackKernel, side: Side, rounds: int, chunk: int) -> Counter[str]:
    """Every settlement of this many rounds, every card that is taken, and when each new shoe begins."""
    log, dealt = kernel.trace(stream("same shoes", chunk), rounds)
    usual = kernel.size - kernel.size // kernel.rules.number("cover_parts") if kernel.stop else 0
    for n, (row, cards) in enumerate(zip(log.tolist(), dealt, strict=True)):
        new = bool(row[0])
        if n:
            assert side.shuffled() == (new and kernel.stop > 0), f"round {n}: the shoe is changed at another time"
        if kernel.stop != usual and new:
            side.with_cover_at(kernel.stop)
        left = iter([CARD[int(card)] for card in cards[1 : 1 + cards[0]]])
        nets = side.play(left)
        assert next(left, None) is None, f"round {n}: the rules took fewer cards"
        found = nets_of(kernel, row)
        assert {k: v for k, v in nets.items() if v} == {k: v for k, v in found.items() if v}, (n, row)
        side.seen["shoes"] += new
    return side.seen


def compare_plainly(
    kernel: BlackjackKernel, plain: Plain, rounds: int, chunk: int, known: set[bytes] | None = None
) -> int:
    """Check every settlement of this many rounds, and rounds with equivalent cards only once. How many are new?

    `known` holds the rounds that have been looked at before.
    """
    log, dealt = kernel.trace(stream("plain shoes", chunk), rounds)
    assert dealt[:, 0].max() <= WIDEST
    kinds = np.where(np.arange(WIDEST)[None, :] < dealt[:, :1], dealt[:, 1 : 1 + WIDEST] & 15, 0)
    rows = np.concatenate([dealt[:, :1], kinds, log[:, 1::3].astype(np.uint8)], axis=1)
    threes = [[three_of(kernel, each, n) for n in range(len(kernel.tables.parts))] for each in kernel.sitting]
    before, new = set[bytes]() if known is None else known, 0
    for row in distinct(rows):
        if row not in before:
            found, taken = plain.play(list(row[1 : 1 + row[0]]))
            assert taken == row[0], row
            assert found == [three[n] for three, n in zip(threes, row[1 + WIDEST :], strict=True)], row
            before.add(row)
            new += 1
    for seat, each in enumerate(kernel.sitting):
        compare_beside(kernel, plain, seat, each, log[:, 2 + 3 * seat :], dealt[:, 1:])
    return new


def compare_beside(kernel: BlackjackKernel, plain: Plain, seat: int, each: Sitting, log: Array, dealt: Array) -> None:
    """Match-the-Dealer by the three cards that decide it; insurance by the dealer's two."""
    seats = len(kernel.sitting)
    if "match-the-dealer" in each.bets:
        shown, units = dealt[:, [seat, seats + 1 + seat, seats]], match_units(kernel, each)
        for *three, matched in distinct(np.column_stack([shown, log[:, 0].astype(np.uint8)])):
            expected = plain.matched(seat, *(CARD[card] for card in three))
            assert kernel.tables.matched[matched] * units == expected, three
    if "insures" in str(each.strategy):
        up, hole = (POINTS_OF[dealt[:, place]] for place in (seats, 2 * seats + 1))
        assert (log[:, 1] == np.where(up != 1, -1, hole == 10)).all()


def match_units(kernel: BlackjackKernel, each: Sitting) -> int:
    return each.bets["match-the-dealer"] // kernel.game.law.catalogue(kernel.rules)["match-the-dealer"].unit_cents


def three_of(kernel: BlackjackKernel, each: Sitting, outcome: int) -> tuple[int, int, int]:
    """Net cents of Bet, doubling and splitting in one of the kernel's outcomes, the Bet without later additions."""
    scale = each.bets["bet"] // kernel.tables.pays.unit
    (bet, doubled), *second = kernel.tables.parts[outcome]
    double = (doubled or 0) + sum(more or 0 for _, more in second)
    return bet * scale, double * scale, sum(net for net, _ in second) * scale


def distinct(rows: Array) -> list[bytes]:
    """The different rows."""
    whole: list[bytes] = np.unique(np.ascontiguousarray(rows).view(f"V{rows.shape[1]}").ravel()).tolist()
    return whole


@cache
def published(strategy: str) -> tuple[Any, Policy]:
    """A named strategy of the game under the default submission: the kernel's plan, and its policy at a table."""
    game, rules = load("down-under-blackjack")
    policy = game.walk.policy(rules, strategy)
    assert policy is not None
    return plan_of(rules, strategy).plain(), policy


def published_table(*sitting: Sitting) -> tuple[BlackjackKernel, Side]:
    game, rules = load("down-under-blackjack")
    kernel = BlackjackKernel(game, rules, sitting)
    kernel.take({name: published(name)[0] for name in kernel.works()})
    return kernel, Side(game, rules, sitting, tuple(published(str(each.strategy))[1] for each in sitting))


def plain_side(side: Side) -> Plain:
    return Plain(side.game, side.rules, side.sitting, tuple(side.policies.values()))


@pytest.mark.parametrize("name", variants(SHORT, [each for each in SETTINGS if each not in SHORT]))
def test_the_same_shoes(name: str) -> None:
    settings, sitting = SETTINGS[name]
    seen = compare(*table(settings, sitting, name), 300, 0)
    made = {"bet", "double-down", "split"} | {wager for each in sitting for wager in each.bets}
    made |= {"insurance"} if INSURED in sitting else set()
    assert {f"{wager} {how}" for wager in made for how in ("won", "lost")} <= seen.keys(), "not everything came up"
    assert {"stand", "hit", "double-down", "split"} <= seen.keys()
    assert seen["shoes"] > 2


def test_every_strategy_of_the_game_plays_as_it_does_at_a_table() -> None:
    seen = compare(*published_table(CHART, BEST, INSURED), 250, 1)
    assert {"insurance won", "insurance lost", "split", "double-down"} <= seen.keys()


@pytest.mark.parametrize(("behind", "sitting"), [(5, (CHART,)), (11, (CHART, INSURED, CHART))])
@pytest.mark.nightly
def test_a_shoe_that_runs_out_is_made_of_the_discards(behind: int, sitting: tuple[Sitting, ...]) -> None:
    """685a.12(e), which is extremely rare with any lawful cover card."""
    kernel, side = table(("decks=4", "match_the_dealer=false"), without_match(sitting), "to the end")
    kernel.stop = kernel.size - behind
    side.with_cover_at(kernel.stop)
    seen = compare(kernel, side, 1500, 2)
    assert seen["replenish"] > 3, "it never ran out"


def without_match(sitting: tuple[Sitting, ...]) -> tuple[Sitting, ...]:
    return tuple(Sitting({"bet": each.bets["bet"]}, each.strategy) for each in sitting)


def test_many_rounds_are_settled_as_the_chapters_functions_settle_them() -> None:
    """The chart with Match-the-Dealer; those of cards that count the same are looked at once."""
    kernel, side = published_table(CHART)
    rounds = sized(day=15_000, night=100_000)
    assert compare_plainly(kernel, plain_side(side), rounds, 0, set()) > rounds // 5


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_millions_of_rounds_are_settled_as_the_chapters_functions_settle_them(part: int) -> None:
    kernel, side = published_table(CHART if part % 2 else INSURED)
    plain, known = plain_side(side), set[bytes]()
    assert sum(compare_plainly(kernel, plain, 500_000, 100 * part + chunk, known) for chunk in range(8)) > 100_000


@pytest.mark.nightly
@pytest.mark.parametrize("name", SETTINGS)
def test_the_same_shoes_for_longer(name: str) -> None:
    settings, sitting = SETTINGS[name]
    assert compare(*table(settings, sitting, f"{name} for longer"), 30_000, 3)["shoes"] > 100
    kernel, side = table(settings, sitting, f"{name} plainly")
    assert compare_plainly(kernel, plain_side(side), 300_000, 4) > 100_000


@pytest.mark.parametrize("name", variants(["all readings"], ["eight decks, three seats"]))
def test_the_plain_oracle_is_held_to_the_rules(name: str) -> None:
    settings, sitting = SETTINGS[name]
    kernel, side = table(settings, sitting, f"{name} three ways")
    compare(kernel, side, 200, 5)
    assert compare_plainly(kernel, plain_side(side), 200, 5) > 150


def test_counts_are_those_of_the_trace() -> None:
    """Equal seats are counted together, with the squares of their joint result in a round."""
    kernel, _ = published_table(CHART, INSURED, CHART, BEST, INSURED)
    rounds, groups = 3000, {0: (0, 2), 1: (1, 4), 3: (3,)}
    log, _ = kernel.trace(stream("counts", 0), rounds)
    tallies = {
        (tally.sitting, tally.wager): tally for tally in kernel.tallies(kernel.play(stream("counts", 0), rounds))
    }
    assert {sitting for sitting, _ in tallies} == groups.keys()
    nets = [nets_of(kernel, row) for row in log.tolist()]
    for (first, wager), tally in tallies.items():
        whole = ("bet", "double-down", "split") if wager == "bet" else (wager,)
        sums = [sum(net[seat + 1, each] for seat in groups[first] for each in whole) for net in nets]
        assert sum(value * often for value, often in tally.values.items()) == sum(sums), (first, wager)
        if len(groups[first]) > 1 or wager == "double-down":
            assert tally.squares == sum(each**2 for each in sums), (first, wager)
        made = len(groups[first]) * rounds
        assert wager not in ("bet", "match-the-dealer") or sum(tally.values.values()) == made
    assert {wager for sitting, wager in tallies if sitting == 1} == {"bet", "double-down", "split", "insurance"}


ALONE = [
    (("decks=8",), CHART),
    (("decks=8", "reading.large_drawn=also-after-drawing", *OTHERWISE), INSURED),
    (("decks=8", "shuffler=batch"), Sitting(BOTH, "insures")),
]


def one_seat_tables() -> list[BlackjackKernel]:
    """The named strategies with six decks, and play by lot with more."""
    named = [published_table(sitting)[0] for sitting in (CHART, INSURED, BEST)]
    return named + [table(settings, (each,), f"alone {settings}")[0] for settings, each in ALONE]


def counted(kernel: BlackjackKernel, log: Array) -> Array:
    """The counts of one seat, from a record of its rounds."""
    tables = kernel.tables
    found = np.bincount(log[:, 1], minlength=tables.block)
    if "match-the-dealer" in kernel.sitting[0].bets:
        found += np.bincount(tables.match + log[:, 2], minlength=tables.block)
    if "insures" in str(kernel.sitting[0].strategy):
        found += np.bincount(tables.insurance + log[log[:, 3] >= 0, 3], minlength=tables.block)
    return found


def test_one_seat_that_follows_one_automaton_is_dealt_the_rounds_of_the_trace() -> None:
    most = sized(day=5_000, night=20_000)
    for kernel in one_seat_tables():
        assert kernel.follows_automaton()
        log, _ = kernel.trace(stream("alone", 0), most, with_cards=False)
        for rounds in (1, 2, 41, 42, 43, 1000, most):
            assert kernel.play(stream("alone", 0), rounds).tolist() == counted(kernel, log[:rounds]).tolist(), rounds


def test_a_shoe_that_could_run_out_follows_no_automaton() -> None:
    """Nor does a continuous shuffler, nor a table with two seats."""
    for settings, sitting in ((("decks=4",), (CHART,)), (("shuffler=continuous",), (CHART,)), ((), (CHART, CHART))):
        kernel, _ = table(settings, sitting, "no automaton")
        assert not kernel.follows_automaton()
        log, _ = kernel.trace(stream("alone", 1), 5000, with_cards=False)
        assert len(sitting) > 1 or kernel.play(stream("alone", 1), 5000).tolist() == counted(kernel, log).tolist()


def test_the_course_of_a_table_is_that_of_its_trace() -> None:
    kernel, _ = published_table(CHART, INSURED)
    course, (log, _) = kernel.course(stream("course", 0), 2000), kernel.trace(stream("course", 0), 2000)
    nets = [nets_of(kernel, row) for row in log.tolist()]
    for seat in range(2):
        expected = [sum(cents for (box, _), cents in net.items() if box == seat + 1) for net in nets]
        assert course.nets[seat].tolist() == [expected]
    assert course.begins.tolist() == [bool(row[0]) for row in log.tolist()] and 20 < course.begins.sum() < 100


# Beside the exact figures


def far(strategy: str, settings: tuple[str, ...], rounds: int, seats: int = 1) -> dict[str, float | None]:
    """The wagers that lie more than four standard errors from their exact figure."""
    game, rules = load("down-under-blackjack", settings)
    bets = read_bets(game, rules, {})
    done = simulate(game, rules, Request(seated(bets, seats, strategy), rounds, f"{strategy} {settings}"))
    made = {*bets, "double-down", "split"} | ({"insurance"} if strategy == "insures" else set())
    assert {row.id for row in done.wagers} == made
    assert bool(done.note) == ("shuffler=continuous" not in settings)
    return {row.id: row.z for row in done.wagers if row.z is None or abs(row.z) > 4}


@pytest.mark.nightly
@pytest.mark.parametrize("strategy", variants(["chart"], ["optimal", "insures"]))
def test_a_million_rounds_lie_near_the_exact_figures(strategy: str) -> None:
    """Where all cards go back after each round, each round is one from a fresh shoe."""
    assert not far(strategy, ("shuffler=continuous",), 10**6)


def test_a_million_rounds_from_shoes_lie_near_them_too() -> None:
    """The cost of the cover card is less than the error of so few rounds."""
    assert not far("chart", (), 10**6)


def test_so_do_those_of_a_full_table() -> None:
    assert not far("insures", ("shuffler=continuous",), 200_000, 6)


@pytest.mark.nightly
@pytest.mark.parametrize("settings", [(), ("decks=4",), ("decks=5",), ("decks=8",), OTHERWISE])
@pytest.mark.parametrize("strategy", ["chart", "optimal", "insures"])
def test_a_hundred_million_rounds_lie_near_the_exact_figures(strategy: str, settings: tuple[str, ...]) -> None:
    assert not far(strategy, ("shuffler=continuous", *settings), 10**8)


def in_every_shoe(kernel: BlackjackKernel) -> int:
    """So many rounds are dealt before the cover card can have come up, whatever the cards are: one seat."""
    most = 4 + 2 * kernel.tables.need
    return 1 + (kernel.stop - kernel.burn) // most


def first_of_shoes(chunks: int) -> Array:
    """By the chart, what each of the rounds brought that every shoe has."""
    kernel, _ = published_table(Sitting(BET, "chart"))
    most, rounds, found = in_every_shoe(kernel), 4_000_000, []
    for chunk in range(chunks):
        course = kernel.course(stream("from shoes", chunk), rounds)
        begins = np.flatnonzero(course.begins)
        place = np.arange(rounds) - np.repeat(begins, np.diff([*begins, rounds]))
        found.append(course.nets[0][0][place < most] / BET["bet"])
    return np.concatenate(found)


def near_the_chart(first: Array) -> None:
    """The first rounds of a shoe come whatever the cards are, and so are like one from a fresh shoe."""
    _, rules = load("down-under-blackjack")
    expected = float(expected_results(rules, "chart")["bet"])
    assert abs(first.mean() - expected) < 4 * first.std() / len(first) ** 0.5


@pytest.mark.nightly
def test_rounds_that_every_shoe_has_lie_near_the_exact_figure() -> None:
    first = first_of_shoes(1)
    assert len(first) > 100_000
    near_the_chart(first)


@pytest.mark.nightly
def test_many_rounds_that_every_shoe_has_lie_near_the_exact_figure() -> None:
    near_the_chart(first_of_shoes(100))


@pytest.mark.nightly
def test_the_same_digits_on_any_number_of_threads() -> None:
    game, rules = load("down-under-blackjack")
    asked = Request(seated(BOTH, 2, "chart"), 300_001, "threads")
    assert simulate(game, rules, asked, 1).wagers == simulate(game, rules, asked, 3).wagers
