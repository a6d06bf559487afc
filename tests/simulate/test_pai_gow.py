"""The same tiles dealt to the kernel and to the rules of the chapter: every settlement compared, also a player bank's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
import pytest

from houseway.core import (
    AnyGame,
    Asked,
    Chance,
    Choices,
    Done,
    NoMoreBets,
    Option,
    Procedure,
    Result,
    Wager,
    Wagers,
    refuse,
    seat_account,
)
from houseway.core.kernel import Sitting
from houseway.equipment.tiles import TILES, Tile
from houseway.games import load
from houseway.games.pai_gow.kernel.rounds import WAYS, deposit, deposit_plainly
from houseway.games.pai_gow.kernel.table import PaiGowKernel
from houseway.games.pai_gow.kernel.tiles import subsets
from houseway.games.pai_gow.law import bank, dealing, setting_hands
from houseway.games.pai_gow.law.ranking import compare, rank
from houseway.games.pai_gow.law.settings import Setting
from houseway.games.pai_gow.law.settlement import verdict
from houseway.games.pai_gow.law.state import DEALER, Hand, Phase, State
from houseway.law import BadInput, Rules
from houseway.numerics.compiled import compiled
from houseway.numerics.streams import stream
from houseway.odds.graph import ready
from support import made_kernel

RULES = load("pai-gow")[1]

HOUSE, BEST, BANK, HALF = "house-way", "optimal", "bank", "co-bank"
END = {"won": 0, "returned": 1, "lost": 2}
# Who sits there: (cents, way to play), and settings of the submission
TABLES: list[tuple[tuple[tuple[int, str], ...], tuple[str, ...]]] = [
    (((1000, HOUSE),) * 6, ()),
    (((1000, HOUSE),), ("house_way=highest-low",)),
    (((1000, BEST), (2500, HOUSE), (300, BEST)), ("vigorish.rounding_cents=25",)),
    (((1000, BANK),) * 6, ()),
    (((700, HOUSE), (1100, BANK), (900, BEST), (1300, BANK)), ("vigorish.rounding_cents=25",)),
    (((1000, HOUSE), (1500, HALF), (20, HALF)), ("limits.min_cents=20",)),
    (((1000, BANK), (1000, HOUSE)), ("dealer_wager_cents=400",)),
    (((1000, BANK),), ()),
]


def seated(*seats: tuple[int, str]) -> tuple[Sitting, ...]:
    """One sitting a seat."""
    return tuple(Sitting({"wager": cents}, way) for cents, way in seats)


def kernel_of(seats: tuple[tuple[int, str], ...], settings: tuple[str, ...]) -> tuple[AnyGame, Rules, PaiGowKernel]:
    """A table that is simulated."""
    game, rules = load("pai-gow", settings)
    kernel = made_kernel(game, rules, seated(*seats))
    assert isinstance(kernel, PaiGowKernel)
    return game, rules, kernel


@cache
def tiles_of(mask: int) -> tuple[Tile, ...]:
    """Four tiles from their bits."""
    return tuple(tile for n, tile in enumerate(TILES) if mask >> n & 1)


class Side:
    """The rules, with the tiles that the kernel dealt; each seat answers as its way to play does."""

    def __init__(self, game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> None:
        self.game, self.rules, self.sitting = game, rules, sitting
        self.state: State = ready(game, rules)
        self.policies = [game.walk.policy(rules, str(each.strategy)) for each in sitting]
        self.nets: Counter[str] = Counter()

    def offer_bank(self) -> int:
        """Offer the bank until somebody takes it; return who does, or 0 for nobody."""
        while True:
            due = self.game.law.due(self.rules, self.state)
            assert isinstance(due, Wagers)
            for asked in due.asked:
                answer = self._answer(asked)
                if answer.choice in (bank.TAKE, bank.PASS, bank.CO_BANK):
                    self._take(answer)
                    break
            else:
                return self.state.bank.seat

    def play(self, hands: dict[int, list[Tile]]) -> Counter[str]:
        """A round with these tiles by position: what each account gained."""
        self.nets = Counter()
        for seat, each in enumerate(self.sitting, 1):
            if seat != self.state.bank.seat:
                self._take(Wager(seat, "wager", each.bets["wager"]))
        self._take(NoMoreBets())
        while True:
            due = self.game.law.due(self.rules, self.state)
            match due:
                case Wagers():
                    return self.nets
                case Procedure(name=name):
                    self._take(Done(name))
                case Chance() if self.state.phase == "uncovering":
                    self._take(Result(next(iter(due.outcomes()))))
                case Chance():
                    self._take(Result(hands[self._looking()].pop()))
                case Choices(open=(asked, *_)):
                    self._take(self._answer(asked))

    def _looking(self) -> int:
        """At which position the next tile is looked at."""
        if self.state.phase == "turning":
            return dealing.turning(self.state).position
        return next(hand.position for hand in setting_hands.current(self.state) if len(hand.tiles) < 4)

    def _answer(self, asked: Asked) -> Any:
        seat = int(asked.who.removeprefix("seat:")) if asked.who.startswith("seat:") else 1
        policy = self.policies[min(seat, len(self.policies)) - 1]
        assert policy is not None
        return policy(self.game, self.rules, self.state, asked)

    def _take(self, fact: Any) -> None:
        refusal = refuse(self.game, self.rules, self.state, fact)
        assert refusal is None, (fact, refusal)
        step = self.game.law.advance(self.rules, self.state, fact)
        self.state = step.state
        for move in (*step.moves, *(move for settled in step.settled for move in settled.moves)):
            self.nets[move.target] += move.cents
            self.nets[move.source] -= move.cents


def same_rounds(seats: tuple[tuple[int, str], ...], settings: tuple[str, ...], rounds: int, chunk: int) -> Counter[str]:
    """Whole rounds at a table of the chapter: who banks, and what every seat wins or loses."""
    game, rules, kernel = kernel_of(seats, settings)
    plans, ways, dealt = kernel.trace(stream("same tiles", chunk), rounds)
    course = kernel.course(stream("same tiles", chunk), rounds)
    side, seen = Side(game, rules, kernel.sitting), Counter[str]()
    for n in range(rounds):
        while isinstance(due := game.law.due(rules, side.state), Procedure):
            side._take(Done(due.name))
        banker = side.offer_bank()
        plan = kernel.rotation.plans[plans[n]]
        assert banker == plan.bank, f"round {n}: another one banks"
        hands = {position: list(tiles_of(int(mask))) for position, mask in enumerate(dealt[n])}
        hands[DEALER], hands[banker] = hands[banker], hands[DEALER]  # what was dealt first is the bank's hand
        nets = side.play(hands)
        expected = {seat_account(seat): int(each[:, n].sum()) for seat, each in enumerate(course.nets, 1)}
        assert {who: nets[who] for who in expected} == expected, f"round {n}"
        assert sum(nets.values()) == 0
        seen[f"bank {banker}"] += 1
        seen[f"way {ways[n]}"] += 1
    return seen


@pytest.mark.parametrize(
    ("seats", "settings"),
    [
        pytest.param(*each, marks=() if number in (1, 2, 4, 5, 6) else pytest.mark.nightly)
        for number, each in enumerate(TABLES)
    ],
)
def test_the_same_tiles(seats: tuple[tuple[int, str], ...], settings: tuple[str, ...]) -> None:
    seen = same_rounds(seats, settings, 50, 0)
    banks = {f"bank {seat}" for seat, (_, way) in enumerate(seats, 1) if way in (BANK, HALF)}
    assert {"bank 0"} | banks == {name for name in seen if name.startswith("bank")}


@pytest.mark.nightly
@pytest.mark.parametrize(("seats", "settings"), TABLES)
def test_the_same_tiles_over_thousands_of_rounds(seats: tuple[tuple[int, str], ...], settings: tuple[str, ...]) -> None:
    assert sum(same_rounds(seats, settings, 10_000, 1).values()) == 20_000


# Many rounds: each four tiles set once by the rules, each pair of ranks compared once by the rules


def levels_by_rules(game: AnyGame, rules: Rules, way: str, numbers: Iterable[int]) -> dict[int, Setting]:
    """The settings, by the rules or by a way to play, of those of the 35,960 hands that came up."""
    policy, found, cents = game.walk.policy(rules, way), dict[int, Setting](), 1000
    assert policy is not None
    options = (Option(setting_hands.SET, ()), Option(setting_hands.HOUSE_WAY, ()))
    for number in numbers:
        tiles = tiles_of(int(subsets()[number]))
        state = State(Phase.PLAYING, hands=(Hand(1, 1, cents, tiles), Hand(2, 2, cents)))
        fact = policy(game, rules, state, Asked(seat_account(1), options))
        hand = setting_hands.set_hand(rules, state, 1, fact).state.hands[0]
        found[number] = Setting((hand.high[0], hand.high[1]), (hand.low[0], hand.low[1]))
    return found


@cache
def compared() -> tuple[dict[int, int], np.ndarray[Any, Any]]:
    """Every two ranks of two tiles: is the first higher? By the strength's place in order."""
    ranks = {found.strength: found for one in TILES for other in TILES if (found := rank(one, other))}
    order = sorted(ranks)
    higher = np.array([[compare(ranks[mine], ranks[house]).higher for house in order] for mine in order])
    return {strength: n for n, strength in enumerate(order)}, higher


def ends_by_rules(settings: dict[int, dict[int, Setting]], number: Any) -> Any:
    """For each round and box: how many of its two hands are not higher."""
    places, higher = compared()
    sides = {n: np.zeros((len(subsets()), 2), np.int64) for n in settings}
    for n, ways in settings.items():
        sides[n][list(ways)] = [[places[each] for each in way.strengths] for way in ways.values()]
    bank_hands = sides[0][number[:, 0]]
    found = np.zeros((len(number), 6), np.int64)
    for box in range(1, 7):
        own = sides[box][number[:, box]]
        found[:, box - 1] = 2 - higher[own[:, 0], bank_hands[:, 0]] - higher[own[:, 1], bank_hands[:, 1]]
    return found


def millions(rounds: int, chunks: int, each_pair: bool) -> int:
    """Six boxes, three of which reply best: every comparison of this many rounds."""
    seats = ((1000, HOUSE), (1000, BEST)) * 3
    game, rules, kernel = kernel_of(seats, ())
    by_way: dict[str, dict[int, Setting]] = {HOUSE: {}, BEST: {}}
    settings = {0: by_way[HOUSE]} | {box: by_way[way] for box, (_, way) in enumerate(seats, 1)}
    for chunk in range(chunks):
        _, ways, dealt = kernel.trace(stream("millions", chunk), rounds)
        number, ends = np.searchsorted(subsets(), dealt), np.array(np.unravel_index(ways, (3,) * 6)).T
        for way, boxes in ((HOUSE, (0, 1, 3, 5)), (BEST, (2, 4, 6))):
            new = set(np.unique(number[:, boxes]).tolist()) - by_way[way].keys()
            by_way[way] |= levels_by_rules(game, rules, way, sorted(new))
        assert (ends_by_rules(settings, number) == ends).all()
        if each_pair:
            judge_pairs(settings, number, ends)
    return rounds * chunks * 6


def judge_pairs(settings: dict[int, dict[int, Setting]], number: Any, ends: Any) -> None:
    """The verdict of 621a.10(g) to (j) itself, for every two hands that met."""
    hands = {
        box: {place: Hand(box, box, 0, (), way.high, way.low) for place, way in ways.items()}
        for box, ways in settings.items()
    }
    for box in range(1, 7):
        for mine, house, end in zip(number[:, box].tolist(), number[:, 0].tolist(), ends[:, box - 1], strict=True):
            assert END[verdict(RULES, hands[box][mine], hands[DEALER][house]).verdict.value] == end


def test_every_settlement_of_many_rounds_is_that_of_the_rules() -> None:
    """Only so many rounds by day: the rules set a third of all hands in them, and that takes longest."""
    assert millions(1 << 12, 1, each_pair=False) > 24_000


@pytest.mark.nightly
def test_every_settlement_of_more_millions_is_that_of_the_rules() -> None:
    assert millions(1 << 18, 8, each_pair=False) > 12_000_000


@pytest.mark.nightly
def test_every_settlement_of_millions_is_that_of_the_rules_pair_by_pair() -> None:
    assert millions(1 << 18, 4, each_pair=True) > 6_000_000


# Counts, dealing, and what cannot be


def test_counts_are_those_of_the_trace() -> None:
    for seats, settings in TABLES:
        _, _, kernel = kernel_of(seats, settings)
        for rounds in (1, 2, 30_001):
            plans, ways, _ = kernel.trace(stream("1", 0), rounds)
            counts = kernel.play(stream("1", 0), rounds)
            assert (np.bincount(plans * WAYS + ways, minlength=len(counts)) == counts).all()
        course, tallies = kernel.course(stream("1", 0), rounds), kernel.tallies(counts)
        for group in kernel.groups:
            mine = [tally for tally in tallies if tally.sitting == group[0]]
            lived = sum(int(course.nets[seat].sum()) for seat in group)
            assert sum(net * often for tally in mine for net, often in tally.values.items()) == lived
            own = sum(course.nets[seat][0] for seat in group)
            assert len(group) == 1 or mine[0].squares == int((own**2).sum())


@compiled
def at_once(fours: Any, left: Any) -> Any:
    """As the kernel chooses tiles on this processor."""
    return deposit(fours, left)


def test_where_it_is_not_one_instruction_tiles_are_chosen_bit_by_bit() -> None:
    draw = np.random.default_rng(621)
    for _ in range(2000):
        left = np.uint32(draw.integers(1 << 32))
        four = np.uint32(subsets()[draw.integers(len(subsets()))])
        assert at_once(four, left) == deposit_plainly(four, left)


def test_a_co_bank_alone_at_the_table_is_told_why_not() -> None:
    game, rules = load("pai-gow")
    with pytest.raises(BadInput, match="a player alone cannot co-bank"):
        made_kernel(game, rules, seated((1000, HALF)))


def test_who_may_not_bank_has_no_such_strategy() -> None:
    game, rules = load("pai-gow", ["player_bank=false", "co_bank=false"])
    assert game.walk.strategies(rules, "wager") == (HOUSE, BEST)
    game, rules = load("pai-gow", ["co_bank=false"])
    assert game.walk.strategies(rules, "wager") == (HOUSE, BEST, BANK)
