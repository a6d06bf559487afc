"""Sessions: progressions, bankrolls and stopping rules against a few lines of plain Python; and where sessions end on average."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.games import load
from houseway.law import BadInput
from houseway.simulate import kernels
from houseway.simulate.prepare import prepare
from houseway.simulate.sessions import Player, Spread, play_sessions, read_players

CLI = CliRunner()
# What each progression stakes, in units, after these results: lost, lost, won, lost, lost, lost, won, won, won, won
RESULTS = (-1, -1, 1, -1, -1, -1, 1, 1, 1, 1)
STAKES = {
    "flat": (1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
    "martingale": (1, 2, 4, 1, 2, 4, 8, 1, 1, 1),
    "paroli": (1, 1, 1, 2, 1, 1, 1, 2, 4, 1),
    "dalembert": (1, 2, 3, 2, 3, 4, 5, 4, 3, 2),
    "fibonacci": (1, 1, 2, 1, 1, 2, 3, 1, 1, 1),
}


def followed(nets: list[int], **given: Any) -> tuple[int, int, int, int]:
    """One session: result, deepest fall, rounds, ruined."""
    options: dict[str, Any] = {
        "progression": "flat",
        "most": 1 << 20,
        "stake": 100,
        "bankroll": 0,
        "loss": 0,
        "win": 0,
    } | given
    found = [np.zeros(1, np.int64) for _ in range(4)]
    kernels.follow_sessions(
        np.array([nets], np.int64), len(nets), kernels.PROGRESSIONS.index(options["progression"]), options["most"],
        options["stake"], options["bankroll"], options["loss"], options["win"], *found,
    )  # fmt: skip
    result, fall, rounds, ruined = (int(each[0]) for each in found)
    return result, fall, rounds, ruined


@pytest.mark.parametrize("progression", kernels.PROGRESSIONS)
def test_a_progression_stakes_what_its_name_says(progression: str) -> None:
    for rounds in range(1, len(RESULTS) + 1):
        nets = [100 * result for result in RESULTS[:rounds]]
        expected = sum(net * stake for net, stake in zip(nets, STAKES[progression], strict=False))
        assert followed(nets, progression=progression)[0] == expected, rounds


def test_the_most_holds_a_progression() -> None:
    assert followed([-100] * 6, progression="martingale", most=4)[0] == -(100 + 200 + 400 * 4)


def test_stopping_rules_and_the_deepest_fall() -> None:
    nets = [100, 100, -100, -100, -100, 100, -100, -100]
    assert followed(nets) == (-200, 400, 8, 0)
    assert followed(nets, win=200) == (200, 0, 2, 0)
    assert followed(nets, loss=100) == (-100, 300, 5, 0)


def test_nobody_stakes_more_than_is_left() -> None:
    result, _, rounds, ruined = followed([-100] * 10, progression="martingale", bankroll=1000)
    assert (result, rounds, ruined) == (-1000, 4, 1)  # 100, 200, 400, and the 300 that are left
    assert followed([-100] * 3, bankroll=250) == (-200, 200, 2, 1)


def test_sessions_of_flat_wagers_have_the_exact_mean_and_deviation() -> None:
    game, rules = load("roulette")
    kernel, exact = prepare(game, rules, {"red": 1000}, 1, None)
    found = play_sessions(kernel, Player("flat", {"red": 1000}), rules, 2_000_000, 100, "7", threads=2)
    row = found.as_json(60)
    deviation = 1000 * (100 * (1 - float(exact["red"]) ** 2)) ** 0.5
    assert row["sessions"] == 20_000
    assert row["result_cents"]["mean"] == pytest.approx(100_000 * float(exact["red"]), abs=4 * deviation / 20_000**0.5)
    assert row["result_cents"]["deviation"] == pytest.approx(deviation, rel=0.03)
    assert row["hold_per_hour_cents"] == pytest.approx(-row["result_cents"]["mean"] / 100 * 60)
    assert row["result_cents"]["quantiles"]["50"] in (-4000, -6000)
    again = play_sessions(kernel, Player("flat", {"red": 1000}), rules, 2_000_000, 100, "7", threads=1)
    assert again.as_json(60) == row


def test_a_spread_stays_small_and_its_sums_exact() -> None:
    spread, values = Spread(), np.arange(-50_000, 50_000, 7)
    spread.add(values)
    assert len(spread.values) <= 4096 and spread.count == len(values) == sum(spread.values.values())
    assert (spread.total, spread.squares) == (int(values.sum()), int((values**2).sum()))
    assert abs(spread.quantile(50)) <= spread.grain


BAD_FILES = [
    ("", "has no players"),
    ("x = [", "is not TOML"),
    ("[[player]]\nname = 'a'", "not a table of amounts"),
    ("[[player]]\nbets = { red = 1000 }\nluck = 3", "luck is no key of a player"),
    ("[[player]]\nbets = { red = 1000 }\nprogression = 'doubling'", "is not one of flat, martingale"),
    ("[[player]]\nbets = { red = 1000 }\nstop_win_cents = -1", "is not a whole number"),
    ("[[player]]\nbets = { redd = 1000 }", "did you mean red"),
]


@pytest.mark.parametrize(("text", "says"), BAD_FILES)
def test_a_bad_file_of_players_is_told(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_text(text)
    with pytest.raises(BadInput, match=says):
        read_players(*load("roulette"), file)


def test_players_at_one_table(tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_text(
        '[[player]]\nname = "one"\nbets = { pass = 1000 }\n'
        '[[player]]\nname = "other"\nbets = { dont-pass = 1000 }\nprogression = "paroli"\nstop_loss_cents = 5000\n'
    )
    done = CLI.invoke(
        app, ["simulate", "craps", "--players", str(file), "--rounds", "2e5", "--session", "50", "--json"]
    )
    document = json.loads(done.stdout)
    assert [row["player"] for row in document["sessions"]] == ["one", "other"]
    assert [row["id"] for row in document["wagers"]] == ["pass", "dont-pass"]
    assert all(
        row["sessions"] == 4000 and row["win"] + row["even"] + row["lose"] == 4000 for row in document["sessions"]
    )
    assert document["sessions"][1]["rounds_played"] < 50
