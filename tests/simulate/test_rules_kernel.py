"""The kernel that plays by a chapter's own functions: results of the fast kernels, digits that a seed fixes, exact tallies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from contract.play import toy
from houseway.core import AnyGame
from houseway.core.kernel import Sitting
from houseway.games import load
from houseway.games.casino_war.kernel import WAYS, WarKernel, settled
from houseway.law import BadInput
from houseway.numerics.sources import SeededSource
from houseway.numerics.streams import stream
from houseway.simulate import Heard, Interrupted, RefusedWager, Request, Simulation, seated, simulate
from houseway.simulate.checkpoint import RunCheckpoint, fingerprint
from houseway.simulate.prepare import prepare
from houseway.simulate.rules_kernel import SLOTS, RulesKernel, RulesTable

GAME, RULES = load("casino-war")
SLOW: AnyGame = replace(GAME, simulate=replace(GAME.simulate, kernel=None))  # type: ignore[type-var]
BETS = {"initial": 1000, "tie": 500}


def kernel(*sitting: Sitting) -> RulesKernel:
    return RulesKernel(GAME, RULES, sitting)


def possible(bets: Mapping[str, int], ways: tuple[int, ...]) -> dict[str, set[int]]:
    """The net results of each wager that Casino War's own kernel knows."""
    found: dict[str, set[int]] = {}
    for way in ways:
        for wager, net in settled(GAME, RULES, bets, way).items():
            found.setdefault(wager, set()).add(net)
    return found


def test_every_result_is_one_that_the_fast_kernel_has() -> None:
    plays = kernel(*seated(BETS, 1, "go-to-war"))
    tallies = {tally.wager: tally for tally in plays.tallies(plays.play(stream("a", 0), 1500))}
    fast = WarKernel(GAME, RULES, seated(BETS, 1, "go-to-war"))
    known = possible(BETS, tuple(way for way in WAYS if way != 2))
    assert set(tallies) == {tally.wager for tally in fast.tallies(fast.play(stream("a", 0), 1500))}
    for wager, tally in tallies.items():
        assert set(tally.values) == known[wager], wager
        assert tally.stake_cents == BETS.get(wager, BETS["initial"])
    assert sum(tallies["initial"].values.values()) == sum(tallies["tie"].values.values()) == 1500
    assert sum(tallies["war"].values.values()) == tallies["tie"].values[5000]


@pytest.mark.nightly
def test_the_means_agree_with_the_exact_odds() -> None:
    done = simulate(SLOW, RULES, Request(seated(BETS, 1, "surrender"), 4000, "agree"), threads=1)
    assert {row.id for row in done.wagers} == {"initial", "tie"}
    for row in done.wagers:
        assert row.exact is not None and row.count == 4000
        assert row.z is not None and abs(row.z) < 4
    assert done.note.startswith("played by the chapter's own functions")


def test_a_seed_fixes_every_digit_and_another_one_none() -> None:
    plays = kernel(*seated(BETS, 2, "go-to-war"))
    first, again, other = (plays.play(stream(seed, 3), 60) for seed in ("s", "s", "t"))
    assert (first == again).all()
    assert (first != other).any()


def test_counts_of_chunks_add_up_to_what_all_of_their_rounds_brought() -> None:
    plays = kernel(*seated(BETS, 2, "go-to-war"))
    chunks = [plays.play(stream("sum", n), 80) for n in range(3)]
    whole = {tally.wager: tally for tally in plays.tallies(sum(chunks))}
    by_hand: dict[str, Counter[int]] = {}
    squares: Counter[str] = Counter()
    for n in range(3):
        for table in plays._rounds(stream("sum", n), 80):
            nets = plays._nets(table)
            for (_, wager), net in nets.items():
                by_hand.setdefault(wager, Counter())[net] += 1
            for wager in {wager for _, wager in nets}:
                squares[wager] += sum(net for (_, each), net in nets.items() if each == wager) ** 2
    assert {wager: dict(tally.values) for wager, tally in whole.items()} == {w: dict(v) for w, v in by_hand.items()}
    assert {wager: tally.squares for wager, tally in whole.items()} == dict(squares)
    assert whole["tie"].rounds == 240


def test_players_who_sit_differently_are_counted_apart() -> None:
    sitting = (Sitting(BETS, "go-to-war", "bold"), Sitting({"initial": 2000}, "surrender", "shy"))
    plays = kernel(*sitting)
    found = {(tally.sitting, tally.wager): tally for tally in plays.tallies(plays.play(stream("two", 0), 300))}
    assert set(found) == {(0, "initial"), (0, "tie"), (0, "war"), (1, "initial")}
    assert set(found[1, "initial"].values) == {-2000, -1000, 2000}
    assert found[1, "initial"].squares is None


def test_a_course_has_what_each_seat_gained_and_where_shoes_begin() -> None:
    course = kernel(*seated({"initial": 1000}, 2, "surrender")).course(stream("course", 0), 400)
    assert [nets.shape for nets in course.nets] == [(1, 400)] * 2
    assert set(np.unique(course.nets[0])) == {-1000, -500, 1000}
    begins = np.flatnonzero(course.begins)
    assert begins[0] == 0 and len(begins) > 3
    dealt = 312 - 78 - 1  # cards before the cover card, without the burned one
    assert set(np.diff(begins)) == {dealt // 3 + 1}  # three cards a round; the round of the cover card is completed


def test_a_wager_that_needs_another_is_made_in_whatever_order_they_are_named() -> None:
    table = RulesTable(GAME, RULES, seated({"tie": 500, "initial": 1000}, 1, "surrender"), SeededSource(5))
    table.round()
    assert {wager for _, wager in table.settled} == {"initial", "tie"} and not table.refused


def test_a_wager_that_is_never_taken_is_told() -> None:
    with pytest.raises(RefusedWager, match="tie-on-war: a Tie Wager on the War deal"):
        kernel(*seated({**BETS, "tie-on-war": 500}, 1, "surrender")).play(stream("x", 0), 1)


def test_two_results_that_share_a_slot_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    plays, nets = kernel(*seated(BETS, 1, "surrender")), iter((-5, SLOTS - 5))
    monkeypatch.setattr(plays, "_nets", lambda table: {(0, "tie"): next(nets)})
    with pytest.raises(BadInput, match="tie: two results share a slot"):
        plays.play(stream("x", 0), 2)


def test_best_play_is_followed_by_the_name_of_the_strategy_that_plays_so() -> None:
    kernel_of_best, worth = prepare(SLOW, RULES, seated({"initial": 1000}, 1, "optimal"))
    assert isinstance(kernel_of_best, RulesKernel)
    assert kernel_of_best.sitting[0].strategy == "go-to-war"
    assert worth[0, "initial"].value == Fraction(-23138, 993023)


def test_best_play_that_no_named_strategy_plays_is_told() -> None:
    strategies = {"initial": ("surrender", "optimal")}
    only = replace(SLOW, walk=replace(SLOW.walk, strategies=lambda rules, wager: strategies.get(wager, ())))
    with pytest.raises(BadInput, match='no way to follow "optimal" and no kernel.*; choose surrender'):
        prepare(only, RULES, seated({"initial": 1000}, 1, "optimal"))


def test_a_game_without_choices_that_no_table_can_hold_is_played_by_its_rules() -> None:
    """Casino War as if nobody could tie: a card game without a choice needs no kernel of its own either."""
    quiet = replace(
        SLOW,
        law=replace(SLOW.law, choices={}),
        walk=replace(SLOW.walk, strategies=lambda rules, wager: ()),
    )
    plays, _ = prepare(quiet, RULES, seated({"initial": 1000}))
    assert isinstance(plays, RulesKernel)


def test_toys_with_choices_are_simulated_too() -> None:
    for name in ("peek", "skirmish"):
        game, rules = toy(name)
        wager = next(iter(game.law.catalogue(rules)))
        strategy = game.walk.strategies(rules, wager)[-1]
        done = simulate(game, rules, Request(seated({wager: 1000}, 1, strategy), 2000, name), threads=1)
        (row, *_) = done.wagers
        assert row.exact is not None and row.z is not None and abs(row.z) < 4, name


def test_an_interrupted_run_goes_on_from_its_checkpoint_to_the_same_digits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.simulate.prepare.SLOW_CHUNK", 64)
    file, asked = tmp_path / "run.json", Request(seated({"initial": 1000}, 1, "go-to-war"), 300, "on")

    def stop(rounds: int, look: object) -> None:
        if rounds == 128:
            raise KeyboardInterrupt

    def run(heard: Heard | None, checkpoint: bool = True) -> Simulation:
        kept = RunCheckpoint(file, fingerprint(SLOW, RULES, asked)) if checkpoint else None
        return simulate(SLOW, RULES, asked, 1, kept, heard)

    with pytest.raises(Interrupted) as stopped:
        run(stop)
    assert stopped.value.so_far.played.rounds == 128
    resumed, whole = run(None), run(None, checkpoint=False)
    assert resumed.played.played_rounds == 300 - 128
    assert resumed.wagers == whole.wagers
    with pytest.raises(BadInput, match="it has 256 rounds already, more than 100"):
        RunCheckpoint(file, fingerprint(SLOW, RULES, asked)).resume(100)
