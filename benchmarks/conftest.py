"""Print the table of docs/simulation.md after the measurements."""

from __future__ import annotations

import os
from typing import Any

import pytest

from rows import Row, all_rows

HEAD = ("round, one core", "million per second", "relative to the bare kernel (million)", "relative to peers")


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: Any, config: Any) -> None:
    """Print the ratios of this run."""
    session = getattr(config, "_benchmarksession", None)
    if session is None or not session.benchmarks:
        return
    speeds: dict[tuple[str, str], float] = {}
    cores: dict[tuple[str, int], tuple[float, float]] = {}
    for each in session.benchmarks:
        about = each.extra_info
        if "row" in about:
            speeds[about["row"], about["part"]] = about["rounds"] / each.stats.min
        elif "cores" in about:
            cores[about["cores"], about["threads"]] = (about["seconds"], about["load"])
    write = terminalreporter.write_line
    for cells in (
        HEAD,
        ("---",) * len(HEAD),
        *(_cells(row, speeds) for row in all_rows() if (row.name, "product") in speeds),
    ):
        write(f"| {' | '.join(cells)} |")
    for game in dict.fromkeys(game for game, _ in cores):
        if (game, 1) in cores and (game, 2) in cores:
            times = cores[game, 1][0] / cores[game, 2][0]
            write(
                f"{game}, two threads: {times:.2f} times one (load {cores[game, 2][1]:.1f} on {os.cpu_count()} cores)"
            )


def _cells(row: Row, speeds: dict[tuple[str, str], float]) -> tuple[str, ...]:
    """A row: our speed, and its ratio to the fastest bare kernel and to each peer; missed limits are marked."""
    ours, limits = speeds[row.name, "product"], {part: speeds.get((row.name, part), 0) for part in row.bare}
    part = max(limits, key=lambda each: limits[each], default=None)
    beside = ""
    if part is not None and (bare := limits[part]):
        beside = f"{ours / bare:.2f} of {_million(bare)} ({part}){_missed(ours / bare, row.bare_least)}"
    peers = [
        f"{ours / theirs:,.0f} times {peer} ({_million(theirs)}){_missed(ours / theirs, row.peer_least.get(peer, 0))}"
        for peer in row.peers
        if (theirs := speeds.get((row.name, peer))) is not None
    ]
    return row.name, _million(ours), beside, ", ".join(peers)


def _million(speed: float) -> str:
    return f"{speed / 1e6:,.0f}" if speed >= 1e8 else f"{speed / 1e6:,.4g}"


def _missed(ratio: float, least: float) -> str:
    return f" (missed: {least:g})" if ratio < least else ""
