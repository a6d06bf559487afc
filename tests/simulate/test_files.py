"""Results as files: Parquet with the same figures, and charts that show what they should."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.games import load
from houseway.simulate import Asked, Simulation, files, seated, simulate, with_sessions
from houseway.simulate.sessions import Player

BETS = {"red": 1000, "straight:17": 500}


@pytest.fixture(scope="module")
def done() -> Simulation:
    game, rules = load("roulette")
    return simulate(game, rules, Asked(seated(BETS), 10**7, "files"))


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
    files.write_parquet(done, tmp_path / "r.parquet")
    table = parquet.read_table(tmp_path / "r.parquet")
    assert table.to_pylist() == [row.as_json() for row in done.wagers]
    assert table.schema.metadata[b"seed"] == b"files"


@pytest.mark.parametrize(("form", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("html", b"<!DOCTYPE html>")])
def test_charts_are_drawn(done: Simulation, form: str, begins: bytes, tmp_path: Path) -> None:
    pytest.importorskip("altair")
    path = tmp_path / f"chart.{form}"
    files.write_plot(done, path)
    assert path.read_bytes().lstrip().startswith(begins)
    assert path.stat().st_size > 5000
