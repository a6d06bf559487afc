"""Wagers that a game computes in floats: in the odds sheet, in the cache, and at Down Under Blackjack."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.core import AnyGame
from houseway.core.counted import CountedOdds
from houseway.games import load
from houseway.games.sic_bo.game import GAME
from houseway.law import Rules, cites
from houseway.odds.sheet import odds_sheet, rows_of

THIRD = Fraction(1 / 3)  # as a float has it: not a third
ENDS = ((Fraction(-1), 1 - 2 * THIRD), (Fraction(0), THIRD), (Fraction(3, 2), THIRD))


@dataclass
class Slow:
    """Sic Bo with one wager that is slow to compute, and how often it was computed."""

    asked: int = 0

    def counted(self, rules: Rules, wager: str) -> tuple[CountedOdds, ...]:
        if wager != "small":
            return ()
        self.asked += 1
        return (
            CountedOdds("by-float", ENDS, cites("625a.3(6)"), draws=Fraction(0), rounded=True, about="small: by float"),
        )

    def game(self) -> AnyGame:
        return replace(GAME, walk=replace(GAME.walk, counted=self.counted, takes_long=("small",)))


def test_a_rounded_row_has_twelve_digits_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rules, slow = load("sic-bo")[1], Slow()
    (row,) = rows_of(slow.game(), rules, "small")
    shown = row.as_json()
    assert (shown["win"], shown["push"], shown["lose"]) == ("0.333333333333",) * 3
    assert (shown["expected"], shown["house_edge"]) == ("0.166666666667", "-0.166666666667")
    assert shown["variance"] == f"{float(13 / 12 - 1 / 36):.12g}"
    assert (shown["rounded"], shown["about"], shown["draws"], shown["void"]) == (True, "small: by float", None, "0")
    assert [*rows_of(slow.game(), rules, "small")] == [row], "what was kept is what was worked out"
    assert slow.asked == 1


def test_only_the_wagers_that_are_asked_for_are_walked_where_each_is_walked_by_itself() -> None:
    game, rules = load("casino-war")
    assert {row.id for row in odds_sheet(game, rules, only=("tie",))} == {"tie"}


def test_exact_rows_are_not_marked() -> None:
    row = odds_sheet(*load("sic-bo"))["small"].as_json()
    assert (row["expected"], row["rounded"], row["about"]) == ("-1/36", False, "")


@pytest.mark.nightly
def test_odds_of_down_under_blackjack(tmp_path: Path) -> None:
    run = CliRunner(env={"XDG_CACHE_HOME": str(tmp_path)}).invoke(app, ["odds", "down-under-blackjack", "--json"])
    found = json.loads(run.stdout)
    rows = {(row["id"], row["strategy"]): row for row in found["wagers"] if row["id"] == "bet"}
    best, chart = rows["bet", "optimal"], rows["bet", "chart"]
    for row in rows.values():
        assert sum(float(row[name]) for name in ("win", "push", "lose")) == pytest.approx(1, abs=1e-11)
        assert row["rounded"] and "double-down" in row["about"] and "685a.7(n)(1)" in row["cites"]
        assert 1.2 < float(row["variance"]) < 1.21
    assert (best["house_edge"][:8], chart["house_edge"][:8]) == ("0.003823", "0.003833")
    assert {row["id"] for row in found["wagers"]} == {"bet", "insurance", "match-the-dealer"}
    held = {each["strategy"]: each for each in found["hold"]["holds"]}
    assert float(held["best"]["hold"]) == pytest.approx(float(best["house_edge"]), abs=1e-12)
    assert float(held["chart"]["hold"]) == pytest.approx(float(chart["house_edge"]), abs=1e-12)
    assert not held["best"]["claimed"] and "no proof" in " ".join(found["hold"]["statement"])
