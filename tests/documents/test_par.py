"""PAR sheets: the printed figures are those of the odds sheet, and each command that they name exists."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from documents.reading_pdfs import plain, text_of
from houseway.cli import app
from houseway.documents import charts
from houseway.documents.paper import ParagraphBlock
from houseway.documents.par import FAR, par_sheet, work_out
from houseway.documents.par_commands import commands
from houseway.documents.typeset import typeset
from houseway.documents.typst_source import source
from houseway.games import games, load
from houseway.odds import odds_sheet
from houseway.questions import hold_chart
from houseway.questions.hold_words import caveats

BY_DAY = ("big-six", "sic-bo")
GAMES = [pytest.param(game, marks=() if game in BY_DAY else pytest.mark.nightly) for game in games()]


@pytest.mark.parametrize("name", GAMES)
def test_every_printed_edge_is_the_odds_sheets(name: str) -> None:
    game, rules = load(name)
    par = work_out(game, rules)
    words = text_of(typeset(source(par_sheet(par)), "pdf")[0]).replace(" ", "")
    for row in odds_sheet(game, rules):
        assert plain(row.figure("house_edge")).replace(" ", "") in words, row.id
    assert rules.digest in words and rules.edition.digest in words
    assert not [code for code in ("RowKey", "('", "['", "`") if code in words]
    assert all(plain(line).replace(" ", "") in words for line in caveats(par.holds.as_json()))
    assert all(abs(row["z"]) < FAR for row in par.simulated if row["z"] is not None)
    assert json.loads(json.dumps(par.as_json()))["wagers"] == [row.as_json() for row in odds_sheet(game, rules)]
    rows = list(csv.DictReader(io.StringIO(par.as_csv())))
    assert [row["house_edge"] for row in rows] == [row.figure("house_edge") for row in par.rows]


def test_a_chart_is_drawn_by_altair_the_same_twice_with_every_edge_in_the_shipped_typeface(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = tuple(odds_sheet(*load("casino-war")))
    monkeypatch.setattr(charts, "kept", lambda name, depends, make: make())  # drawn anew
    drawn = charts.edge_drawings(rows)
    assert len(drawn) == 1 and drawn == charts.edge_drawings(rows)
    words = re.findall("<text[^>]*>([^<]*)</text>", drawn[0])
    assert [name for name, _ in charts.edge_bars(rows)] == [each for each in words if "Wager" in each]
    assert {f"{float(100 * row.house_edge):.3f}" for row in rows} <= set(words)
    assert set(re.findall('font-family="([^"]*)"', drawn[0])) == {"'Source Sans Pro', sans-serif"}
    monkeypatch.setattr(charts, "MOST_BARS", 4)
    assert [len(re.findall(">Initial Wager|>Tie Wager|>War Wager", each)) for each in charts.edge_drawings(rows)] == [
        4,
        2,
    ]


def test_labels_of_the_hold_are_above_its_columns() -> None:
    game, rules = load("big-six")
    drawn = hold_chart.chart(work_out(game, rules).holds).to_dict()
    bars = drawn["layer"][0]
    highest = max(row["percent"] for row in bars["data"]["values"])
    assert bars["encoding"]["y"]["scale"]["domainMax"] > 1.1 * highest


def test_charts_differ_in_grey() -> None:
    def grey(color: str) -> float:
        red, green, blue = (int(color[n : n + 2], 16) for n in (1, 3, 5))
        return 0.3 * red + 0.59 * green + 0.11 * blue

    assert grey(charts.LIGHT) - grey(charts.DARK) > 80
    assert grey(hold_chart.WINS) - grey(hold_chart.LOSES) > 80


def test_the_commands_of_a_sheet_give_its_figures_again() -> None:
    game, rules = load("big-six", ["payout.joker=50 to 1", "edition=2011-comment"])
    par = work_out(game, rules)
    typed = par.commands()
    done = CliRunner().invoke(app, shlex.split(typed["odds"])[1:])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["submission"] == rules.digest and found["edition"] == "2011-comment"
    assert [row["house_edge"] for row in found["wagers"]] == [row.figure("house_edge") for row in par.rows]
    held = json.loads(CliRunner().invoke(app, shlex.split(typed["hold"])[1:]).stdout)
    assert held["mean_cents"] == par.holds.as_json()["mean_cents"]


@pytest.mark.parametrize(
    ("name", "settings"),
    [("craps", ['wagers=["pass", "field", "buy:4", "place-to-win:4"]', "odds.multiple=3-4-5", "reading.fire_seven=any-7"]),
     ("down-under-blackjack", ["design=Blue Moon", 'backs=["green", "grey"]', "match_the_dealer=false"]),
     ("casino-war", ["edition=2011-comment", "shuffler=continuous"]), ("craps", [])],
)  # fmt: skip
def test_a_command_names_the_same_submission(name: str, settings: list[str]) -> None:
    game, rules = load(name, settings)
    typed = shlex.split(dict(commands(game, rules, False))["odds"])
    assert typed[:3] == ["houseway", "odds", name] and typed[-1] == "--json"
    again = load(name, [typed[n + 1] for n, word in enumerate(typed) if word == "--set"])[1]
    assert again.digest == rules.digest and (len(typed) > 4) == bool(settings)


def test_figures_alone_are_written_as_json_or_csv(tmp_path: Path) -> None:
    for ending in ("json", "csv"):
        out = tmp_path / f"par.{ending}"
        done = CliRunner().invoke(app, ["par", "big-six", "--out", str(out)])
        assert done.exit_code == 0 and f"wrote {out}" in done.stderr
    assert json.loads((tmp_path / "par.json").read_text())["game"] == "big-six"
    refused = CliRunner().invoke(app, ["par", "big-six", "--out", "x.xlsx"])
    assert refused.exit_code == 2 and "end it with .pdf or .html or .svg or .png or .json or .csv" in refused.stderr


def test_a_simulation_of_one_wager_is_told_of_one() -> None:
    game, rules = load("big-six")
    par = work_out(game, rules)
    told = [
        page for page in par_sheet(replace(par, simulated=par.simulated[:1])).blocks if isinstance(page, ParagraphBlock)
    ]
    assert any("one wager beside its exact value. They agree; the mean is" in str(each.words) for each in told)
