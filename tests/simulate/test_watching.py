"""The progress lines at a terminal: first rounds while wagers are compiled, then figures, rate and time left."""

from __future__ import annotations

import os
import sys
from io import StringIO
from itertools import islice

import pexpect
import pytest
from rich.console import Console

from houseway.cli.run_display import SHOWN, Screen, figures_table, watched
from houseway.games import load
from houseway.odds.sheet import rows_of
from houseway.simulate import Request, seated, simulate
from houseway.simulate.automaton_kernel import grouped
from houseway.simulate.figures import Figures
from houseway.simulate.preview import ALL, by_rules
from houseway.simulate.request import least_cents
from houseway.simulate.seat_automaton import Machine, compile_all


def shown(screen: Screen) -> str:
    out = StringIO()
    Console(file=out, width=140).print(screen.shown())
    return out.getvalue()


def test_the_first_rounds_of_each_wager_come_before_all_are_compiled() -> None:
    game, rules = load("roulette")
    bets = {wager: least_cents(game, rules, wager) for wager in list(game.law.catalogue(rules))[:20]}
    screen, seen = Screen(10**6, Console(width=140)), list[str]()

    def told(machine: Machine) -> None:
        screen.told(machine, len(bets))
        seen.append(shown(screen))

    compile_all(game, rules, grouped(game, rules, bets), told)
    assert "compiling from the rules" in seen[0] and "straight:0 " in seen[0] and "2,000" in seen[0]
    assert "the first 2,000 rounds of each\n" in seen[0]
    assert f"{20 - SHOWN} more wagers" in seen[-1] and "straight:0 " not in seen[-1]


def test_figures_rate_and_sessions_are_shown_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.simulate.chunks.CHUNK", 1 << 14)
    game, rules = load("roulette")
    screen, seen = Screen(100_000, Console(width=140)), []

    def heard(done: int, look: object) -> None:
        screen.heard(done, look)  # type: ignore[arg-type]
        seen.append(shown(screen))

    simulate(game, rules, Request(seated({"red": 1000}), 100_000, "1"), 1, None, heard)
    assert "playing" in seen[0] and "after 16,384 rounds" in seen[0] and "-5.2632%" in seen[0]
    screen.followed(50_000)
    assert "following sessions" in shown(screen)


def test_while_machine_code_is_made_the_rules_play_the_first_rounds() -> None:
    game, rules = load("casino-war")
    screen, seen = Screen(1000, Console(width=140)), list[tuple[int, str]]()

    def preview(rows: tuple[Figures, ...], rounds: int) -> None:
        screen.preview(rows, rounds)
        seen.append((rounds, shown(screen)))

    simulate(game, rules, Request(seated({"initial": 1000}, 2, "surrender"), 1000, "1"), 1, preview=preview)
    assert (
        seen[0][0] == 1
        and "making machine code" in seen[0][1]
        and "the first 1 rounds, by the rules themselves" in seen[0][1]
    )


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game_id", "wager", "strategy"), [("casino-war", "initial", "go-to-war"), ("pai-gow", "wager", "house-way")]
)
def test_rounds_by_the_rules_lie_near_the_exact_figure(game_id: str, wager: str, strategy: str) -> None:
    game, rules = load(game_id)
    sitting = seated({wager: 1000}, 2, strategy)
    *_, (row,) = islice(by_rules(game, rules, sitting), 300)
    (exact,) = (each.expected for each in rows_of(game, rules, wager) if each.strategy == strategy)
    assert row.count == 600 and row.id == ALL and row.mean is not None and row.standard_error is not None
    assert abs(row.mean - float(exact)) < 4 * 2**0.5 * row.standard_error, (
        "two seats against one dealer are not independent"
    )


@pytest.mark.parametrize(("width", "there"), [(140, "staked"), (80, "won"), (60, "made")])
def test_a_narrow_terminal_has_fewer_columns_and_no_digit_is_cut(width: int, there: str) -> None:
    game, rules = load("roulette")
    rows = simulate(game, rules, Request(seated({"red": 1000}), 100_000, "1"), 1).wagers
    out = Console(file=StringIO(), width=width)
    out.print(figures_table(rows, False, out))
    text = out.file.getvalue()  # type: ignore[attr-defined]
    assert there in text and "away" in text and "…" not in text and "-5.2632%" in text


def test_nobody_looks_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with watched(10**6, quiet=False) as seen:
        seen.heard(1, lambda: pytest.fail("nobody asked"))
        seen.followed(1)
    assert capsys.readouterr() == ("", "")


@pytest.mark.nightly
def test_at_a_terminal_the_table_comes_last_and_the_way_is_gone() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    arguments = ["-m", "houseway", "simulate", "sic-bo", "--bet", "small=10", "--rounds", "3e7", "--session", "100"]
    child = pexpect.spawn(
        sys.executable, arguments, env=environment, dimensions=(40, 150), encoding="utf-8", timeout=120
    )
    child.expect("30,000,000 rolls|the first 2,000 rounds of each")  # with machine code at hand it goes on at once
    child.expect("The table holds")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
