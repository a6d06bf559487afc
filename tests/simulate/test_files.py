"""Results as files: Parquet with the same figures, and charts with the right content."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.games import load
from houseway.simulate import Request, Simulation, files, seated, simulate, with_sessions
from houseway.simulate.sessions import Player

BETS = {"red": 1000, "straight:17": 500}


@pytest.fixture(scope="module")
def done() -> Simulation:
    game, rules = load("roulette")
    return simulate(game, rules, Request(seated(BETS), 10**7, "files"))


def test_the_chart_shows_the_way_to_the_exact_figure(done: Simulation) -> None:
    points = files.points(done)
    assert {point["wager"] for point in points} == set(BETS)
    last = [point for point in points if point["rounds"] == 10**7]
    assert len(last) == len(BETS) and len(points) > len(last)
    for point, row in zip(last, done.wagers, strict=True):
        assert row.mean is not None and row.exact is not None
        assert point["away"] == pytest.approx(100 * (row.mean - float(row.exact.value)))
        assert abs(point["away"]) < 2 * point["high"]


def test_columns_of_sessions_hold_all_of_them(done: Simulation) -> None:
    found = with_sessions(done, [Player("flat", BETS)], 1000, 60).sessions[0]
    rows = files.columns(found)
    assert sum(row["share"] for row in rows) == pytest.approx(100)
    assert 2 < len(rows) <= 62 and all(row["low"] < row["high"] for row in rows)


def test_parquet_holds_the_same_rows(done: Simulation, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "r.parquet").write_bytes(files.as_parquet(done))
    table = parquet.read_table(tmp_path / "r.parquet")
    assert table.to_pylist() == [row.as_json() for row in done.wagers]
    assert table.schema.metadata[b"seed"] == b"files"


@pytest.mark.parametrize("rounds", [50, 1000, 10**5, 3 * 10**6, 10**7])
@pytest.mark.parametrize("game_id", ["craps", "casino-war"])
def test_a_chart_has_enough_points_at_any_number_of_rounds(game_id: str, rounds: int) -> None:
    """Each point equals the result of a run with the same seed and that many rounds."""
    game, rules = load(game_id)
    bets, strategy = ({"pass": 1000}, None) if game_id == "craps" else ({"initial": 1000}, "surrender")
    done = simulate(game, rules, Request(seated(bets, 1, strategy), rounds, "way"), charted=True)
    found = files.points(done)
    at = [point["rounds"] for point in found]
    assert len(at) >= min(30, rounds // 3) and at == sorted(set(at)) and at[-1] == rounds
    assert at[0] <= max(10, rounds // 100), "the way is shown, not only its end"
    middle = found[len(found) // 2]
    (shorter,) = simulate(game, rules, Request(seated(bets, 1, strategy), middle["rounds"], "way")).wagers
    assert shorter.mean is not None and shorter.exact is not None
    assert middle["away"] == pytest.approx(100 * (shorter.mean - float(shorter.exact.value)))


def test_a_chart_says_what_it_leaves_out(done: Simulation) -> None:
    game, rules = load("roulette")
    many = {f"straight:{n}": 500 for n in range(1, 20)} | {"red": 5000, "odd": 1000}
    crowded = simulate(game, rules, Request(seated(many), 1000, "files"), charted=True)
    shown = {row.id for row in files.drawn(crowded)}
    assert len(shown) == 12 and {"red", "odd"} <= shown, "the most staked"
    assert {point["wager"] for point in files.points(crowded)} == shown
    assert files.left_out(crowded) == "12 of 21 wagers, the most staked"
    assert files.left_out(done) == ""
    first, *others = crowded.wagers
    without = replace(crowded, wagers=(replace(first, exact=None), *others))
    assert files.left_out(without) == "12 of 21 wagers, the most staked; not drawn: 1 without an exact figure"
    few = replace(done, wagers=(replace(done.wagers[0], exact=None), *done.wagers[1:]))
    assert files.left_out(few) == "not drawn: 1 without an exact figure"


def test_a_chart_of_a_single_round_has_its_points_without_a_band() -> None:
    game, rules = load("roulette")
    single = simulate(game, rules, Request(seated({"red": 500, "straight:1": 500}), 1, "files"), charted=True)
    assert [(point["rounds"], "low" in point) for point in files.points(single)] == [(1, False)] * 2
    assert files.left_out(single) == "no error band for 2: all results were equal"


@pytest.mark.nightly
def test_what_is_left_out_stands_in_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("altair")
    game, rules = load("big-six")
    many = dict.fromkeys(game.law.catalogue(rules), 100)
    monkeypatch.setattr(files, "CHARTED", 3)
    drawn = files.as_plot(simulate(game, rules, Request(seated(many), 1000, "files"), charted=True), ".svg")
    assert "3 of 7 wagers, the most staked" in drawn.decode()


@pytest.mark.parametrize(
    ("form", "begins"),
    [("svg", b"<svg"), ("png", b"\x89PNG"), pytest.param("html", b"<!DOCTYPE html>", marks=pytest.mark.nightly)],
)
def test_charts_are_drawn(done: Simulation, form: str, begins: bytes) -> None:
    pytest.importorskip("altair")
    drawn = files.as_plot(done, f".{form}")
    assert drawn.lstrip().startswith(begins)
    assert len(drawn) > 5000


class FullDisk:
    """A file to which nothing more can be written."""

    def __init__(self, descriptor: int, _mode: str) -> None:
        self.descriptor = descriptor

    def __enter__(self) -> FullDisk:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.descriptor)

    def write(self, content: bytes) -> int:
        os.write(self.descriptor, content[:10])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize(
    "call",
    [
        "simulate sic-bo -n 10 --csv FILE.csv",
        "simulate sic-bo -n 10 --plot FILE.svg",
        "readings sic-bo --chart FILE.svg",
        "diff big-six 2011-proposed 2011-comment --html FILE.html",
        "rules pai-gow --figures FILE",
    ],
)
def test_a_full_disk_leaves_no_part_of_a_file(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "svg" in call:
        pytest.importorskip("altair")
    monkeypatch.setattr(os, "fdopen", FullDisk)
    done = CliRunner().invoke(app, call.replace("FILE", str(tmp_path / "x")).split())
    assert done.exit_code == 2 and "cannot be written (No space left on device)" in done.stderr, done.output
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
