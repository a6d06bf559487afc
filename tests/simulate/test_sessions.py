"""Sessions: progressions, bankrolls and stopping rules against a few lines of plain Python; and where sessions end on average."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.core import AnyGame, Chance, Done, NoMoreBets, Procedure, Result, Wagers
from houseway.games import load
from houseway.law import BadInput, Rules
from houseway.numerics.streams import stream
from houseway.odds.graph import ready
from houseway.simulate import loops
from houseway.simulate.automaton_kernel import CompiledTables
from houseway.simulate.players import read_players, read_stop_per
from houseway.simulate.prepare import prepare
from houseway.simulate.progression import PROGRESSIONS
from houseway.simulate.request import seated
from houseway.simulate.sessions import Player, Sessions, Spread, play_sessions

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


def followed(
    nets: list[int], lying: tuple[int, ...] = (), begins: tuple[int, ...] = (), **given: Any
) -> tuple[int, int, int, int]:
    """One session: result, maximum drawdown, rounds, ruined. `lying`, `begins`: the rounds where that holds."""
    options: dict[str, Any] = {
        "progression": "flat",
        "most": 1 << 20,
        "stake": 100,
        "bankroll": 0,
        "loss": 0,
        "win": 0,
    } | given
    found = [np.zeros(1, np.int64) for _ in range(4)]
    marks = [np.isin(np.arange(len(nets)), each) for each in (lying, begins)]
    loops.follow_sessions(
        np.array([nets], np.int64), marks[0].reshape(1, -1), marks[1], len(nets),
        PROGRESSIONS.index(options["progression"]), options["most"],
        options["stake"], options["bankroll"], options["loss"], options["win"], bool(begins), *found,
    )  # fmt: skip
    result, fall, rounds, ruined = (int(each[0]) for each in found)
    return result, fall, rounds, ruined


@pytest.mark.parametrize("progression", PROGRESSIONS)
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


def test_what_lies_when_a_player_stops_is_played_to_its_decision() -> None:
    nets = [-100, 0, 0, 100, -100]
    assert followed(nets, loss=100) == (-100, 100, 1, 0)
    assert followed(nets, lying=(0, 1, 2), loss=100) == (0, 100, 1, 0)


def test_a_player_who_stops_by_shooter_sits_out_until_the_next_one() -> None:
    nets = [-100, -100, -100, 100, -100, -100, 100, 100]
    assert followed(nets, begins=(0, 3, 6), loss=100) == (-100 + 100 - 100 - 100 + 200, 200, 6, 0)
    assert followed(nets, begins=(0, 3, 6), loss=200) == (-200 + 100 - 200 + 200, 300, 7, 0)
    doubled = followed(nets, begins=(0, 3, 6), loss=100, progression="martingale")
    assert doubled == (-100 + 100 - 100 - 200 + 200, 300, 6, 0), "after sitting out, with the first stake again"


def test_nobody_stakes_more_than_is_left() -> None:
    result, _, rounds, ruined = followed([-100] * 10, progression="martingale", bankroll=1000)
    assert (result, rounds, ruined) == (-1000, 4, 1)  # 100, 200, 400, and the 300 that are left
    assert followed([-100] * 3, bankroll=250) == (-200, 200, 2, 1)


def test_sessions_of_flat_wagers_have_the_exact_mean_and_deviation() -> None:
    game, rules = load("roulette")
    kernel, exact = prepare(game, rules, seated({"red": 1000}))
    mean = float(exact[0, "red"].value)
    found = Sessions(Player("flat", {"red": 1000}), 100)
    play_sessions(kernel, [found], rules, 2_000_000, "7", threads=2)
    row = found.as_json(60)
    deviation = 1000 * (100 * (1 - mean**2)) ** 0.5
    assert row["sessions"] == 20_000
    assert row["result_cents"]["mean"] == pytest.approx(100_000 * mean, abs=4 * deviation / 20_000**0.5)
    assert row["result_cents"]["deviation"] == pytest.approx(deviation, rel=0.03)
    assert row["hold_per_hour_cents"] == pytest.approx(-row["result_cents"]["mean"] / 100 * 60)
    assert row["result_cents"]["quantiles"]["50"] in (-4000, -6000)
    again = Sessions(Player("flat", {"red": 1000}), 100)
    play_sessions(kernel, [again], rules, 2_000_000, "7", threads=1)
    assert again.as_json(60) == row


def test_sessions_that_end_below_nothing_are_counted_and_told() -> None:
    """A War is fought even where the bankroll no longer covers it: $25 that are there, and $50 lost."""
    call = ["simulate", "casino-war", "--bet", "initial=25", "--bankroll", "25", "--session", "100", "--rounds", "1e5"]
    (row,) = json.loads(CLI.invoke(app, [*call, "--json"]).stdout)["sessions"]
    assert 20 < row["below_nothing"] < row["ruined"] and row["result_cents"]["quantiles"]["1"] == -5000
    told = CLI.invoke(app, call).stdout
    assert f"{row['below_nothing']} sessions ended below zero: wagers added in mid-round are made even" in told
    never = ["simulate", "roulette", "--bet", "red=25", "--bankroll", "25", "--session", "100", "--rounds", "1e5"]
    assert json.loads(CLI.invoke(app, [*never, "--json"]).stdout)["sessions"][0]["below_nothing"] == 0
    assert "below nothing" not in CLI.invoke(app, never).stdout


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
    ("[[player]]\nbets = { red = 1000 }\nluck = 3", "luck is not a key of a player"),
    ("[[player]]\nbets = { red = 1000 }\nmost = 0", "most: 0 times the first stake is not a wager; write 1 or more"),
    ("[[player]]\nbets = { red = 1000 }\nbankroll_cents = 500", r"bankroll_cents: \$5.00 does not cover the \$10.00"),
    ("[[player]]\nbets = { red = 1000 }\nprogression = 'doubling'", "is not one of flat, martingale"),
    ("[[player]]\nbets = { red = 1000 }\nstop_win_cents = -1", "is not a whole number"),
    ("[[player]]\nbets = { red = 1000 }\nstop_win_cents = 10.5", "10.5 is not a whole number from 0 to .*, in cents"),
    ("[[player]]\nbets = { red = 10.5 }", "player 1: bets: red: 10.5 is not an amount; write whole cents"),
    ("[[player]]\nbets = { redd = 1000 }", "player 1: bets: there is no wager .*did you mean red"),
    ("[[player]]\nbets = { red = 1000 }\nstrategy = 'bold'", "player 1: strategy: roulette has no strategy"),
    ("[[player]]\nbets = { red = 1000 }\nseats = 0", "seats: 0 is not possible; write 1 to"),
    ("[[player]]\nbets = { red = 1000 }\nseats = 6\n[[player]]\nbets = { red = 1000 }\nseats = 6", "on 12 seats"),
    ("[[player]]\nbets = { red = 1000 }\nstop_per = 'shoe'", "stop_per: Roulette has no shoes here"),
    ("[[player]]\nname = 'a'\nbets = { red = 1000 }\n" * 2, "two players are named"),
]


@pytest.mark.parametrize(("text", "says"), BAD_FILES)
def test_a_bad_file_of_players_is_told(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_text(text)
    with pytest.raises(BadInput, match=says):
        read_players(*load("roulette"), file)


PLAYERS = """
[[player]]
name = "one"
bets = { pass = 1000 }

[[player]]
name = "other"
bets = { dont-pass = 1000, pass = 500 }
seats = 3
progression = "paroli"
stop_loss_cents = 5000

[[player]]
name = "by shooter"
bets = { pass = 1000 }
stop_loss_cents = 2000
stop_per = "shooter"
"""


def test_players_at_one_table(tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_text(PLAYERS)
    done = CLI.invoke(
        app, ["simulate", "craps", "--players", str(file), "--rounds", "2e5", "--session", "50", "--json"]
    )
    document = json.loads(done.stdout)
    one, other, by_shooter = document["sessions"]
    assert [row["player"] for row in document["sessions"]] == ["one", "other", "by shooter"]
    wagers = {(row["player"], row["id"]): row for row in document["wagers"]}
    assert list(wagers) == [("one", "pass"), ("other", "pass"), ("other", "dont-pass"), ("by shooter", "pass")]
    assert wagers["other", "pass"]["count"] == 3 * wagers["one", "pass"]["count"], "all see the same results"
    assert wagers["other", "pass"]["win"] == 3 * wagers["one", "pass"]["win"]
    assert [row["exact"] for row in wagers.values()] == ["-7/495", "-7/495", "-3/220", "-7/495"]
    assert all(
        row["sessions"] == 4000 and row["win"] + row["even"] + row["lose"] == 4000 for row in document["sessions"]
    )
    assert other["rounds_played"] < 50 == one["rounds_played"]
    assert 25 < by_shooter["rounds_played"] < 50
    assert other["seats_hold_per_hour_cents"] == 3 * other["hold_per_hour_cents"]
    total = sum(row["seats_hold_per_hour_cents"] for row in document["sessions"])
    assert document["hold_per_hour_cents"] == pytest.approx(total)
    assert document["seats"] == 5 and [each["seats"] for each in document["players"]] == [1, 3, 1]


def test_players_of_a_card_game_are_dealt_together(tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    text = '[[player]]\nname = "{}"\nbets = {{ initial = 1000 }}\nstrategy = "{}"\nseats = {}\nstop_per = "shoe"\n'
    file.write_text(text.format("fights", "go-to-war", 2) + text.format("yields", "surrender", 1))
    arguments = ["simulate", "casino-war", "--players", str(file), "--rounds", "4e5", "--session", "60"]
    document = json.loads(CLI.invoke(app, [*arguments, "--json"]).stdout)
    rows = {(row["player"], row["id"]): row for row in document["wagers"]}
    assert list(rows) == [("fights", "initial"), ("fights", "war"), ("yields", "initial")]
    assert rows["fights", "initial"]["count"] == 2 * rows["yields", "initial"]["count"] == 800_000
    assert rows["fights", "initial"]["exact"] != rows["yields", "initial"]["exact"]
    assert all(abs(row["z"]) < 4 for row in rows.values())
    shown = CLI.invoke(app, arguments).stdout
    assert "fights" in shown and "yields" in shown and "The table holds" in shown


def live_shooters(game: AnyGame, rules: Rules, results: list[Any]) -> list[bool]:
    """Does each roll have another shooter than the roll before, according to the table?"""
    state, new, found = ready(game, rules), False, []
    for result in results:
        while not isinstance(due := game.law.due(rules, state), Chance):
            others = game.walk.supporting_wagers(rules, state) if isinstance(due, Wagers) else ()
            needs = due.needs if isinstance(due, Wagers) else ()
            name = due.name if isinstance(due, Procedure) else needs[0] if needs else ""
            step = game.law.advance(rules, state, others[0] if others else Done(name) if name else NoMoreBets())
            state, new = step.state, new or any(said.event == "shooter" for said in step.said)
        found.append(new)
        state, new = game.law.advance(rules, state, Result(result)).state, False
    return found


@pytest.mark.parametrize("game_id", ["craps", "mini-craps"])
def test_a_new_shooter_begins_where_the_table_says_so(game_id: str) -> None:
    game, rules = load(game_id)
    kernel, _ = prepare(game, rules, seated({"pass": 1000}))
    assert isinstance(kernel, CompiledTables)
    begins = kernel.course(stream("shooters", 0), 3000).begins
    drawn = np.zeros(3000, np.int64)
    loops.fill(stream("shooters", 0), np.uint64(kernel.slots), kernel.least, kernel.a_word, drawn)
    outcomes = [kernel.machines[0].outcomes[o] for o in kernel.outcome_of[drawn]]
    assert begins.tolist() == live_shooters(game, rules, outcomes)
    assert 200 < int(begins.sum()) < 600


@pytest.mark.parametrize(
    ("game_id", "settings", "says"),
    [
        ("roulette", (), "Roulette has no shooters here; write session"),
        ("casino-war", (), "Casino War has no shooters here; write session, shoe"),
        ("casino-war", ("shuffler=continuous",), "Casino War has no shooters here; write session"),
    ],
)
def test_a_game_without_shooters_has_none_to_stop_by(game_id: str, settings: tuple[str, ...], says: str) -> None:
    game, rules = load(game_id, settings)
    with pytest.raises(BadInput, match=says):
        read_stop_per(game, rules, "shooter")
    with pytest.raises(BadInput, match="'rainbow' is not a period to stop for"):
        read_stop_per(game, rules, "rainbow")
