"""Runs: the same digits with any number of threads, longer runs extend shorter ones, interrupted ones resume, exact values."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import houseway
from houseway.cli import app
from houseway.core import Asked, Choices, Option, Seat
from houseway.core.kernel import Tally
from houseway.games import games, load
from houseway.law import BadInput
from houseway.numerics.streams import stream
from houseway.odds import Rounded, Row
from houseway.simulate import Request, Simulation, seated, simulate
from houseway.simulate import chunks as running
from houseway.simulate import prepare as preparing
from houseway.simulate.automaton_kernel import CompiledTables
from houseway.simulate.checkpoint import RunCheckpoint, fingerprint
from houseway.simulate.chunks import Progress, Reached, chunk_player, run
from houseway.simulate.figures import ExactValue, figures
from houseway.simulate.prepare import PendingValues, prepare
from houseway.simulate.request import RefusedWager, least_cents, read_bets, read_rounds
from support import TWIN

CLI = CliRunner()
BETS = {
    "roulette": {"red": 1000, "straight:17": 500},
    "craps": {"pass": 1000, "odds:pass": 2000, "come": 1000, "field": 500},
    "casino-war": {"initial": 1000, "tie": 500},
}


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make chunks small, so that a short run has many of them."""
    monkeypatch.setattr(running, "CHUNK", 1 << 14)
    monkeypatch.setattr("houseway.simulate.checkpoint.CHUNK", 1 << 14)


def asked(game: str, rounds: int, seed: str = "1") -> Request:
    return Request(seated(BETS[game], 1, "go-to-war" if game == "casino-war" else None), rounds, seed)


def simulated(game_id: str, rounds: int, threads: int = 1, seed: str = "1", checkpoint: Any = None) -> Simulation:
    game, rules = load(game_id)
    return simulate(game, rules, asked(game_id, rounds, seed), threads, checkpoint)


@pytest.mark.parametrize("game", BETS)
def test_the_digits_do_not_depend_on_threads(game: str) -> None:
    one, three = simulated(game, 300_001, 1), simulated(game, 300_001, 3)
    assert one.wagers == three.wagers
    assert one.wagers != simulated(game, 300_001, 1, "2").wagers


@pytest.mark.parametrize("game_id", BETS)
def test_a_longer_run_extends_a_shorter_one(game_id: str) -> None:
    """Whole chunks are the same in both; and the last one of the shorter run is the beginning of the longer one's."""
    game, rules = load(game_id)
    what = asked(game_id, 0)
    kernel, _ = prepare(game, rules, what.sitting)
    play = chunk_player(kernel, "1")
    short, long = run(play, 5 << 14), run(play, 9 << 14)
    assert dict(short.trail[:-1]).keys() <= dict(long.trail).keys()
    rest = sum(play(chunk, 1 << 14) for chunk in range(5, 9))
    assert (long.counts == short.counts + rest).all()
    if isinstance(kernel, CompiledTables) and kernel.single:
        assert (kernel.play(stream("1", 0), 1000) <= kernel.play(stream("1", 0), 1001)).all()


class Interrupted(Exception):  # noqa: N818 - a plug that is pulled
    """Stands for a power loss."""


@pytest.mark.parametrize("game_id", BETS)
def test_an_interrupted_run_ends_with_the_same_digits(game_id: str, tmp_path: Path) -> None:
    game, rules = load(game_id)
    what, file = asked(game_id, 400_003), tmp_path / "run.json"
    about = fingerprint(game, rules, what)

    def pull(rounds: int, _counts: Any) -> None:
        if rounds > 150_000:
            raise Interrupted

    with pytest.raises(Interrupted):
        simulate(game, rules, what, 2, RunCheckpoint(file, about), pull)
    kept = json.loads(file.read_text())
    assert kept["chunks"] == 150_000 // (1 << 14) + 1
    resumed = simulate(game, rules, what, 2, RunCheckpoint(file, about))
    whole = simulate(game, rules, what, 1)
    assert resumed.wagers == whole.wagers
    assert [at for at, _ in resumed.trail] == [at for at, _ in whole.trail]
    assert resumed.played.played_rounds < whole.played.played_rounds


@pytest.mark.parametrize(
    ("settings", "changes", "named"),
    [
        (["wheel=single-zero"], {}, "submission"),
        ([], {"seed": "2"}, "seed"),
        ([], {"sitting": seated({"red": 2000})}, "bets"),
        ([], {"sitting": seated(BETS["roulette"], 3)}, "seats"),
        ([], {"sitting": seated(BETS["roulette"]) + seated({"red": 2000})}, "seats"),
    ],
)
def test_a_checkpoint_of_another_run_is_an_error(
    settings: list[str], changes: dict[str, Any], named: str, tmp_path: Path
) -> None:
    game, rules = load("roulette")
    file = tmp_path / "run.json"
    RunCheckpoint(file, fingerprint(game, rules, asked("roulette", 10**5))).write(Progress())
    before = file.read_bytes()
    given: dict[str, Any] = {"sitting": seated(BETS["roulette"]), "rounds": 10**5, "seed": "1"}
    what = Request(**given | changes)
    other = load("roulette", settings)[1]
    with pytest.raises(BadInput, match=f"another run: {named} is"):
        RunCheckpoint(file, fingerprint(game, other, what)).resume(10**5)
    assert file.read_bytes() == before, "nothing is lost"


def test_a_checkpoint_that_is_none_or_has_more_rounds_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text("[1, 2")
    with pytest.raises(BadInput, match="not a checkpoint"):
        RunCheckpoint(file, {}).resume(1)
    RunCheckpoint(file, {}).write(Progress(Reached(3)))
    with pytest.raises(BadInput, match="more than 100"):
        RunCheckpoint(file, {}).resume(100)


EVERY = [(game, edition) for game, each in games().items() for edition in each.chapter.outline.editions]
TABLED = [
    pytest.param(
        game, edition, marks=(pytest.mark.nightly,) if edition != load(game)[1].edition.id or game == TWIN else ()
    )
    for game, edition in EVERY
    if game in ("roulette", "big-six", "sic-bo", "craps", "mini-craps", "casino-war")
]


def near(game_id: str, edition: str, rounds: int, most: float = 4.0) -> None:
    """Every wager of a game at its minimum: simulated within this many standard errors of the exact figure."""
    game, rules = load(game_id, [f"edition={edition}"])
    bets = {w: least_cents(game, rules, w) for w in game.law.catalogue(rules) if game.law.made_by(w) is None}
    strategy = next((name for w in bets for name in game.walk.strategies(rules, w)), None)
    done = simulate(game, rules, Request(seated(bets, 1, strategy), rounds, f"{game_id} {edition}"))
    assert bets.keys() <= {row.id for row in done.wagers}
    far = {row.id: row.z for row in done.wagers if row.z is None or abs(row.z) > most}
    assert not far
    assert all(row.win + row.push + row.lose == row.count > 0 for row in done.wagers)


@pytest.mark.parametrize(("game_id", "edition"), TABLED)
def test_a_million_rounds_lie_near_the_exact_figures(game_id: str, edition: str) -> None:
    near(game_id, edition, 10**6)


@pytest.mark.nightly
@pytest.mark.parametrize(("game_id", "edition"), TABLED)
def test_a_hundred_million_rounds_lie_near_the_exact_figures(
    game_id: str, edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "CHUNK", 1 << 22)
    near(game_id, edition, 10**8)


# The verb


def verb(*arguments: str) -> tuple[int, str, str]:
    done = CLI.invoke(app, ["simulate", *arguments])
    return done.exit_code, done.stdout, done.stderr


def test_the_json_has_the_promised_keys() -> None:
    code, out, _ = verb("craps", "--rounds", "1e5", "--bet", "pass=10", "--bet", "odds:pass=20", "--json")
    document = json.loads(out)
    assert code == 0 and document["rounds"] == 100_000
    assert document["rounds_per_second"] == pytest.approx(100_000 / document["seconds"])
    first, second = document["wagers"]
    assert {"id", "count", "win", "push", "lose", "staked_cents", "returned_cents", "mean", "standard_error",
            "exact", "z", "variance", "skewness"} == first.keys()  # fmt: skip
    assert (first["id"], first["exact"], second["id"], second["exact"]) == ("pass", "-7/495", "odds:pass", "0")
    assert first["staked_cents"] == 1000 * first["count"]
    assert first["mean"] == pytest.approx(first["returned_cents"] / first["staked_cents"] - 1)


def test_the_verb_goes_on_from_a_checkpoint_to_more_rounds(tmp_path: Path) -> None:
    file = str(tmp_path / "run.json")
    arguments = ("craps", "--bet", "pass=10", "--bet", "come=10", "--seed", "s", "--json")
    assert verb(*arguments, "--rounds", "70000", "--checkpoint", file)[0] == 0
    more = json.loads(verb(*arguments, "--rounds", "200000", "--checkpoint", file)[1])
    fresh = json.loads(verb(*arguments, "--rounds", "200000")[1])
    assert more["wagers"] == fresh["wagers"]
    code, _, told = verb("craps", "--bet", "pass=20", "--seed", "s", "--rounds", "1e6", "--checkpoint", file)
    assert code == 2 and "bets is 'pass=$10.00 come=$10.00', not 'pass=$20.00'" in told


def test_the_same_from_python() -> None:
    found = houseway.load("craps").simulate(10**5, {"pass": 1000}, threads=1)
    document = json.loads(verb("craps", "--rounds", "1e5", "--bet", "pass=10", "--json")[1])
    assert [row.as_json() for row in found.wagers] == document["wagers"]


def test_seats_share_the_result_and_not_the_error() -> None:
    one = json.loads(verb("big-six", "--rounds", "1e4", "--bet", "1=1", "--json")[1])["wagers"][0]
    four = json.loads(verb("big-six", "--rounds", "1e4", "--bet", "1=1", "--seats", "4", "--json")[1])["wagers"][0]
    assert four["count"] == 4 * one["count"] and four["mean"] == one["mean"]
    assert four["standard_error"] == one["standard_error"]


def test_the_table_is_for_people(tmp_path: Path) -> None:
    code, out, _ = verb("sic-bo", "--rounds", "1e5", "--bet", "small=10", "--csv", str(tmp_path / "s.csv"))
    assert code == 0 and "100,000 rolls" in out and "-2.7778%" in out
    assert (tmp_path / "s.csv").read_text().splitlines()[1].startswith("small,100000,")


@pytest.mark.parametrize("rounds", ["0", "1e30", "-5", "1.5", "many", "nan", "1/0"])
def test_impossible_numbers_of_rounds_are_bad_input(rounds: str) -> None:
    with pytest.raises(BadInput, match="whole number of rounds from 1 to 1e15"):
        read_rounds(rounds)


def test_rounds_may_be_written_in_several_ways() -> None:
    assert [read_rounds(text) for text in ("1e9", "1_000", "1,000", "12")] == [10**9, 1000, 1000, 12]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["craps", "--bet", "pas=10"], 2, "did you mean pass"),
        (["craps", "--bet", "pass"], 2, "has no amount"),
        (["craps", "--bet", "pass=ten"], 2, "--bet pass: 'ten' is not an amount; write dollars, like 10 or 10.50"),
        (
            ["craps", "--bet", "pass=10.505"],
            2,
            "not a number of whole cents from 0 up; write dollars, like 10 or 10.50",
        ),
        (["craps", "--bet", "pass=-5"], 2, "not a number of whole cents from 0 up; write dollars"),
        (["craps", "--bet", "pass=1e3"], 2, "'1e3' is not an amount; write dollars"),
        (["craps", "--bet", "pass=10", "--bet", "pass=1"], 2, "given twice"),
        (
            ["craps", "--bankroll", "1.001"],
            2,
            "--bankroll: '1.001' is not a number of whole cents from 0 up; write dollars",
        ),
        (["craps", "--stop-loss", "lots"], 2, "--stop-loss: 'lots' is not an amount; write dollars, like 10 or 10.50"),
        (
            ["craps", "--stop-win", "20000000000000"],
            2,
            "--stop-win: '20000000000000' is more than ten trillion dollars",
        ),
        (["craps", "--bet", "odds:pass=10"], 1, "cannot add odds (§ 623a.6(a))"),
        (["craps", "--bet", "pass=0.01"], 1, "less than the minimum"),
        (["craps", "--strategy", "brave"], 2, "craps has no choices"),
        (["casino-war", "--strategy", "brave"], 2, "use go-to-war, surrender, optimal"),
        (["casino-war", "--bet", "war=10"], 2, "made by choosing go-to-war"),
        (["casino-war", "--bet", "tie=10"], 1, "651a.7(b)"),
        (["casino-war", "--seats", "0"], 2, "write 1 to"),
        (["casino-war", "--seats", "99"], 2, "write 1 to"),
        (["sic-bo", "--bet", "small=10", "--plot", "x.gif"], 2, ".svg, .png, .html"),
    ],
)
def test_bad_input_is_told(arguments: list[str], code: int, says: str) -> None:
    found, _, told = verb(*arguments, "--rounds", "1000")
    assert (found, says in told) == (code, True), told


@pytest.mark.law("623a.6(a)", "623a.6(e)")
@pytest.mark.parametrize(
    ("settings", "bets", "says"),
    [
        ([], ["pass=10", "odds:pass=101"], "$101.00 in support of $10.00 with a point of"),
        (["odds.multiple=2"], ["pass=10", "odds:pass=30"], "$30.00 in support of $10.00 with a point of"),
        (["odds.multiple=2"], ["come=10", "odds:come:6=30"], "$30.00 in support of $10.00 with a point of 6"),
        # $36 may be laid against 4 and 10, and not against the others
        (["odds.multiple=2"], ["dont-pass=10", "odds:dont-pass=36"], "$36.00 in support of $10.00 with a point of"),
    ],
)
def test_623a_6_e_odds_above_the_limit_are_refused_with_that_reason(
    settings: list[str], bets: list[str], says: str
) -> None:
    options = [
        *(part for each in settings for part in ("--set", each)),
        *(part for each in bets for part in ("--bet", each)),
    ]
    code, out, told = verb("craps", "--rounds", "1000", *options)
    assert (code, out) == (1, "") and says in told and "the maximum is" in told and "623a.6(e)" in told
    lower = [*bets[:-1], bets[-1].partition("=")[0] + "=12"]
    code, _, told = verb(
        "craps", "--rounds", "1000", *options[: 2 * len(settings)], *(p for b in lower for p in ("--bet", b))
    )
    assert (code, told) == (0, "")


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ({"rounds": 0}, "rounds: 0 is not possible; write a whole number of rounds"),
        ({"rounds": "many"}, "rounds: 'many' is not a number"),
        ({"rounds": 10, "bets": {"pass": 10.5}}, "bets: pass: 10.5 is not an amount; write whole cents"),
        ({"rounds": 10, "bets": {"pas": 1000}}, 'bets: there is no wager "pas"'),
        ({"rounds": 10, "bets": {"pass": 1}}, "wager pass: \\$0.01 is less than the minimum"),
        ({"rounds": 10, "bets": {"odds:pass": 1000}}, "wager odds:pass: seat 1 has no Pass Bet with a point"),
        ({"rounds": 10, "seats": 99}, "seats: 99 is not possible"),
        ({"rounds": 10, "strategy": "brave"}, "strategy: craps has no strategy"),
        ({"rounds": 10, "seed": "x" * 300}, "seed: .* is not a seed"),
    ],
)
def test_errors_in_python_do_not_speak_of_the_command_line(call: dict[str, Any], says: str) -> None:
    with pytest.raises((BadInput, RefusedWager), match=f"^{says}") as raised:
        houseway.load("craps").simulate(**call)
    assert "--" not in str(raised.value)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--session", "100", "--rounds", "50"], "--session: 100 rounds are more than the 50 that are played"),
        (
            ["--session", "10", "--bankroll", "5", "--bet", "red=10"],
            "--bankroll: $5.00 does not cover the $10.00 wagered",
        ),
        (
            ["--csv", "no-such-folder/x.csv"],
            "no-such-folder/x.csv: cannot be written (there is no such folder); name a file in an existing folder",
        ),
    ],
)
def test_what_cannot_be_is_told_before_anything_is_played(
    arguments: list[str], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.simulate.simulate", lambda *_: pytest.fail("it was played"))
    code, out, told = verb("roulette", *arguments)
    assert (code, out) == (2, "") and says in told


def test_without_bets_every_wager_is_played() -> None:
    game, rules = load("roulette")
    assert list(read_bets(game, rules, {})) == list(game.law.catalogue(rules))
    with pytest.raises(RefusedWager, match="more than the maximum"):
        read_bets(game, rules, {"red": 999999999})


def test_a_game_with_choices_and_no_strategy_for_them_is_told() -> None:
    game, rules = load("casino-war")
    game = replace(game, simulate=None, walk=replace(game.walk, strategies=lambda rules, wager: ()))
    with pytest.raises(BadInput, match="no strategy of the game says when to choose go-to-war, surrender"):
        prepare(game, rules, seated({"initial": 1000}))


def test_a_choice_that_the_game_does_not_declare_is_named() -> None:
    game, rules = load("big-six")
    ride = Choices((Asked(Seat(1), (Option("ride", ()), Option("stop", ()))),), ())
    law = replace(game.law, due=lambda rules, state: ride if state.section >= 0 else game.law.due(rules, state))
    with pytest.raises(BadInput, match="seat 1 must choose first, and no strategy of the game says .* ride, stop"):
        prepare(replace(game, law=law), rules, seated({"joker": 1000}))


def test_figures_that_are_only_rounded_are_printed_as_the_sheet_prints_them() -> None:
    worth = ExactValue(Fraction(-123456789, 30000000001), rounded=True)
    row = figures(Tally("bet", 1000, {1000: 480, -1000: 520}), {(0, "bet"): worth})
    half, one = Fraction(1, 2), Fraction(1)
    sheet = Row("bet", "Bet", "", None, half, Fraction(0), half, Rounded(worth.value), one, one, {}, (), rounded=True)
    assert row.as_json()["exact"] == sheet.figure("expected") == "-0.00411522629986"
    assert row.mean == -0.04 and row.standard_error is not None
    assert row.z == pytest.approx((-0.04 - float(worth.value)) / row.standard_error)


def test_exact_figures_that_take_long_are_worked_out_beside_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rules = load("casino-war", ["boxes=5"])
    game = replace(game, walk=replace(game.walk, takes_long=("initial",)))
    monkeypatch.setattr("houseway.cache.look_bytes", lambda _name, _depends: None)
    may_go_on, honest = threading.Event(), preparing._made

    def slowly(*arguments: Any) -> Any:
        assert may_go_on.wait(60)
        return honest(*arguments)

    monkeypatch.setattr("houseway.simulate.prepare._made", slowly)
    seen: list[Any] = []

    def look(_rounds: int, rows: Any) -> None:
        seen.append(rows()[0].exact)
        may_go_on.set()

    done = simulate(game, rules, asked("casino-war", 200_000), 1, None, look)
    assert seen[0] is None, "the first figures do not wait"
    assert [str(row.exact) for row in done.wagers] == [str(row.exact) for row in simulated("casino-war", 10).wagers]


def test_a_failure_beside_the_run_is_not_lost() -> None:
    def fail() -> Any:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        PendingValues(fail, beside=True).wait()
