"""The same shoes dealt to the kernel and to the rules of the chapter: every settlement compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from houseway.core import AnyGame, Chance, Choices, Choose, Done, NoMoreBets, Procedure, Result, Wager, Wagers, refuse
from houseway.core.kernel import Sitting
from houseway.equipment.cards import FACE_DOWN, RANKS, SUITS
from houseway.games import load
from houseway.games.casino_war.kernel import WarKernel, deal, deal_alone
from houseway.law import Rules
from houseway.numerics.streams import stream
from houseway.odds.graph import ready
from support import made_kernel, sized, variants

BETS = {"initial": 1000, "tie": 500, "tie-on-war": 300}
WAR, GIVES_UP = Sitting(BETS, "go-to-war"), Sitting(BETS, "surrender")
PLAIN, HIGH = Sitting({"initial": 500}, "go-to-war"), Sitting({"initial": 4000, "tie": 200}, "surrender")
SETTINGS: list[tuple[tuple[Sitting, ...], tuple[str, ...]]] = [
    ((WAR,), ()),
    ((WAR,) * 3, ("decks=8",)),
    ((WAR,) * 7, ("edition=2011-comment", "boxes=7")),
    ((WAR,) * 2, ("edition=2011-proposed",)),
    ((GIVES_UP,) * 4, ("shuffler=batch", "decks=7")),
    ((WAR,) * 2, ("shuffler=continuous",)),
    ((GIVES_UP, WAR, PLAIN, WAR, HIGH), ()),
    ((HIGH, PLAIN), ("shuffler=continuous",)),
]


_ready = cache(ready)  # thousands of rounds begin at the same state


class Side:
    """The rules, fed with the ranks that the kernel dealt."""

    def __init__(self, game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> None:
        self.game, self.rules, self.sitting = game, rules, sitting
        self.state = _ready(game, rules)
        self.used: Counter[int] = Counter()

    def shuffled(self) -> bool:
        """Do the procedures that the cards need; was there a new shoe?"""
        anew = False
        while isinstance(due := self.game.law.due(self.rules, self.state), Procedure):
            self._take(Done(due.name))
            anew = True
        return anew

    def play(self, ranks: Iterator[int]) -> Counter[tuple[int, str]]:
        """One round: what each box won or lost by each wager."""
        nets: Counter[tuple[int, str]] = Counter()
        for seat, each in enumerate(self.sitting, 1):
            for wager in ("initial", "tie"):
                if wager in each.bets:
                    self._take(Wager(seat, wager, each.bets[wager]))
        self._take(NoMoreBets())
        while True:
            due = self.game.law.due(self.rules, self.state)
            if isinstance(due, Procedure) or (isinstance(due, Wagers) and not due.within):
                return nets
            for fact in self._answers(due, ranks):
                for each in self._take(fact).settled:
                    nets[each.seat, each.wager] += each.returned_cents - each.cents

    def _answers(self, due: Any, ranks: Iterator[int]) -> Iterator[Any]:
        match due:
            case Chance(read=None):
                rank = next(ranks)
                yield Result(f"{RANKS[rank]}{SUITS[self.used[rank] % 4]}")
                self.used[rank] += 1
            case Chance():
                yield Result(FACE_DOWN)
            case Choices(open=asked):
                for each in asked:
                    box = self.sitting[int(each.who.partition(":")[2]) - 1]
                    war = box.strategy == "go-to-war"
                    more = {"tie_on_war_cents": box.bets["tie-on-war"]} if war and "tie-on-war" in box.bets else {}
                    yield Choose(each.who, str(box.strategy), box.bets["initial"] if war else 0, more)
            case _:
                yield NoMoreBets()

    def _take(self, fact: Any) -> Any:
        assert refuse(self.game, self.rules, self.state, fact) is None, fact
        step = self.game.law.advance(self.rules, self.state, fact)
        self.state = step.state
        return step


def compare(sitting: tuple[Sitting, ...], settings: tuple[str, ...], rounds: int, chunk: int) -> Counter[str]:
    """Every settlement of this many rounds, and when each new shoe began."""
    game, rules = load("casino-war", settings)
    kernel = made_kernel(game, rules, sitting)
    assert isinstance(kernel, WarKernel)
    ways, dealt = kernel.trace(stream("same shoes", chunk), rounds)
    side, seen = Side(game, rules, sitting), Counter[str]()
    continuous = rules.option("shuffler") == "continuous"
    for n in range(rounds):
        new = bool(dealt[n, -1])
        if n:
            assert side.shuffled() == (new and not continuous), f"round {n}: the shoe is changed at another time"
        if new:
            side.used.clear()
        ranks = [int(rank) for rank in dealt[n, :-1] if rank >= 0]
        left = iter(ranks)
        nets = side.play(left)
        assert next(left, None) is None, f"round {n}: the rules took fewer cards"
        for seat in range(len(sitting)):
            expected = dict(kernel.nets_cents[kernel.group_of[seat]][ways[n, seat]])
            expected["initial"] -= expected.get("war", 0)  # the kernel keeps it with the wager that led to it
            found = {wager: cents for (box, wager), cents in nets.items() if box == seat + 1}
            assert {k: v for k, v in expected.items() if v} == {k: v for k, v in found.items() if v}, (n, seat)
            seen[f"way {ways[n, seat]}"] += 1
        seen["shoes"] += new
    return seen


@pytest.mark.parametrize(
    ("sitting", "settings"),
    [
        pytest.param(*each, marks=() if number % 2 == 0 or number == 5 else pytest.mark.nightly)
        for number, each in enumerate(SETTINGS)
    ],
)
def test_the_same_shoes(sitting: tuple[Sitting, ...], settings: tuple[str, ...]) -> None:
    seen = compare(sitting, settings, max(300, sized(day=700, night=1500) // len(sitting)), 0)
    ways = {0, 1} | {way for each in sitting for way in ((3, 4, 5) if each.strategy == "go-to-war" else (2,))}
    assert {f"way {way}" for way in ways} | {"shoes"} == seen.keys(), "not every way to end a round came up"
    assert seen["shoes"] > sized(day=3, night=5)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(20))
def test_the_same_shoes_over_millions_of_rounds(part: int) -> None:
    sitting, settings = SETTINGS[part % len(SETTINGS)]
    assert sum(compare(sitting, settings, 100_000, part + 1).values()) > 100_000


def cards_of(seat: int, kernel: WarKernel, dealt: Any) -> Any:
    """By round, the ranks that decide about one box: its card, the dealer's, and those of its War, -1 where it has none."""
    tied = (dealt[:, : kernel.seats] == dealt[:, [kernel.seats]]) & kernel.wars
    rounds, war = np.arange(len(dealt)), np.full((len(dealt), 2), -1, np.int8)
    for place, at in enumerate((tied[:, :seat].sum(axis=1), tied.sum(axis=1))):
        war[:, place] = np.where(tied[:, seat], dealt[rounds, kernel.seats + 1 + at], -1)
    return np.column_stack([dealt[:, seat], dealt[:, kernel.seats], war])


@pytest.mark.parametrize("settings", variants([()], [("edition=2011-comment",)]), ids=["2012-final", "2011-comment"])
def test_every_settlement_of_millions_is_that_of_the_rules(settings: tuple[str, ...]) -> None:
    """A box's result depends on two or four cards: the rules decide each of these once, and every round is compared."""
    game, rules = load("casino-war", settings)
    sitting = (WAR, GIVES_UP, WAR)
    kernel = made_kernel(game, rules, sitting)
    assert isinstance(kernel, WarKernel)
    compared, by_rules = 0, dict[tuple[str | None, tuple[int, ...]], dict[str, int]]()
    for chunk in range(sized(day=1, night=8)):
        ways, dealt = kernel.trace(stream("millions", chunk), 100_000)
        for seat, box in enumerate(sitting):
            cases, often = np.unique(
                np.column_stack([cards_of(seat, kernel, dealt), ways[:, [seat]]]), axis=0, return_counts=True
            )
            for *ranks, way in cases.tolist():
                shown = tuple(rank for rank in ranks if rank >= 0)
                if (box.strategy, shown) not in by_rules:
                    nets = Side(game, rules, (box,)).play(iter(shown))
                    by_rules[box.strategy, shown] = {wager: cents for (_, wager), cents in nets.items() if cents}
                expected = dict(kernel.nets_cents[kernel.group_of[seat]][way])
                expected["initial"] -= expected.get("war", 0)
                assert {k: v for k, v in expected.items() if v} == by_rules[box.strategy, shown], (ranks, way)
            compared += int(often.sum())
    assert compared == sized(day=300_000, night=2_400_000) and len(by_rules) > 2000


@pytest.mark.parametrize("sitting", [(WAR,), (WAR,) * 5, (GIVES_UP,) * 3, (WAR, GIVES_UP, WAR, PLAIN, HIGH, PLAIN)])
def test_counts_are_those_of_the_trace(sitting: tuple[Sitting, ...]) -> None:
    game, rules = load("casino-war")
    kernel = made_kernel(game, rules, sitting)
    assert isinstance(kernel, WarKernel)
    counts = kernel.play(stream("1", 0), 6000)
    ways, _ = kernel.trace(stream("1", 0), 6000)
    tallies = {(tally.sitting, tally.wager): tally for tally in kernel.tallies(counts)}
    assert {seat for seat, _ in tallies} == {group[0] for group in kernel.groups}
    for (seat, wager), tally in tallies.items():
        (n,) = (n for n, group in enumerate(kernel.groups) if group[0] == seat)
        nets = [each.get(wager) for each in kernel.nets_cents[n]]
        rows = [[nets[way] for way in row[list(kernel.groups[n])] if nets[way] is not None] for row in ways]
        assert Counter(net for row in rows for net in row) == tally.values
        if len(kernel.groups[n]) > 1:
            assert tally.squares == sum(sum(filter(None, row)) ** 2 for row in rows)
            assert tally.rounds == sum(
                any(nets[way] is not None for way in row[list(kernel.groups[n])]) for row in ways
            )


def test_a_course_is_what_each_box_won_and_lost() -> None:
    game, rules = load("casino-war")
    kernel = made_kernel(game, rules, (WAR, GIVES_UP, WAR))
    assert isinstance(kernel, WarKernel)
    course = kernel.course(stream("1", 0), 20_000)
    tallies = kernel.tallies(kernel.play(stream("1", 0), 20_000))
    for group in ((0, 2), (1,)):
        own = [tally for tally in tallies if tally.sitting == group[0] and tally.wager != "war"]
        expected = sum(net * often for tally in own for net, often in tally.values.items())
        assert sum(int(course.nets[seat].sum()) for seat in group) == expected
    ways, dealt = kernel.trace(stream("1", 0), 20_000)
    assert course.begins[0] and int(course.begins.sum()) == int((dealt[:, -1] == 1).sum()) > 100
    assert not course.undecided and ways.shape == (20_000, 3)


def test_the_most_seats_of_every_way_to_shuffle_fit_behind_the_cover_card() -> None:
    for settings in (["boxes=9"], ["boxes=9", "decks=8"], ["boxes=9", "shuffler=batch", "decks=7"]):
        game, rules = load("casino-war", settings)
        kernel = made_kernel(game, rules, (WAR,) * 9)
        assert isinstance(kernel, WarKernel)
        (tally, *_) = kernel.tallies(kernel.play(stream("full", 0), 200_000))
        assert sum(tally.values.values()) == 9 * 200_000


@pytest.mark.parametrize("ranks", [2, 13])
def test_one_box_is_dealt_the_same_shoes_many_rounds_at_a_time(ranks: int) -> None:
    """With two ranks every second round is a tie: runs of them, and Wars at the cover card and at the end of the shuffle."""
    chance = np.random.default_rng(651)
    for chunk in range(sized(day=120, night=1000)):
        stop = int(chance.integers(1, 290))
        first_burn, war_burn, war = (int(chance.integers(0, most)) for most in (min(stop, 4) + 1, 9, 2))
        limits = np.uint64(stop), np.uint64(first_burn), np.uint64(war_burn), np.uint64(war)
        rounds = 5000 if chunk % 10 == 0 else int(chance.integers(1, 300))
        shoe = (np.arange(312) % ranks).astype(np.int8)
        words, counts = stream("one box", chunk), np.zeros(16, np.uint64)
        deal_alone(words, shoe.copy(), rounds, *limits, counts)
        plain_words, plain_counts = stream("one box", chunk), np.zeros(16, np.uint64)
        deal(plain_words, shoe.copy(), rounds, np.uint64(1), *limits, plain_counts)
        assert counts.tolist() == plain_counts.tolist(), (stop, first_burn, war_burn, war, rounds)
        assert words.tolist() == plain_words.tolist(), "as many random words as round by round"
        assert counts.sum() == rounds
