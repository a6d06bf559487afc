"""A narrow terminal clips nothing that a wide one shows."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from typer.testing import CliRunner

from houseway.cli import app
from houseway.cli import odds as odds_verb
from houseway.cli import simulate as simulate_verb
from houseway.cli import strategy as strategy_verb
from houseway.cli.widths import filled
from houseway.core.advice import Advice, Cell, Grid, GridRow, Section
from houseway.games import load
from houseway.odds import odds_sheet


@pytest.mark.parametrize(("width", "in_lines"), [(150, False), (80, False), (60, True), (40, True)])
def test_odds_tell_every_figure_and_paragraph_at_any_width(
    width: int, in_lines: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = StringIO()
    monkeypatch.setattr(odds_verb, "console", lambda: Console(file=out, width=width, color_system=None))
    odds_verb.odds("sic-bo", ["small"])
    shown = " ".join(out.getvalue().split())
    (row,) = (row for row in odds_sheet(*load("sic-bo"), only=["small"]) if row.id == "small")
    assert all(text in shown for text in (row.pays, str(row.win), str(row.house_edge), *row.cites))
    assert ("house edge 1/36 (2.778%)" in shown) is in_lines


def test_a_long_label_wraps_before_a_figure_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    label = "best play, but never doubling on 8 or less or on soft 19 or 20, never splitting 4s"
    grid = Grid("hold", ("6 decks", ""), (GridRow(label, (Cell("0.459%"), Cell("inside"))),))
    advice = Advice("toy", "Title", (), (), (Section("Section", (grid,)),), (), {})
    out = StringIO()
    monkeypatch.setattr(strategy_verb, "console", lambda: Console(file=out, width=60, color_system=None))
    strategy_verb.print_advice(advice)
    shown = out.getvalue()
    assert "0.459%  inside" in shown and "…" not in shown
    assert str(advice).splitlines()[-1] == f"{label}   0.459%  inside"


def test_sessions_are_told_in_lines_where_their_table_is_too_wide() -> None:
    headings, rows = ("sessions", "median", "ruined"), {"seat": ("1,000", "-$10", ""), "other": ("1,000", "$0", "1%")}
    shown = {}
    for width in (80, 24):
        out = StringIO()
        simulate_verb.print_players(Console(file=out, width=width, color_system=None), headings, rows)
        shown[width] = out.getvalue()
    assert "player  sessions  median  ruined" in shown[80]
    assert shown[24].splitlines()[:2] == ["seat", "  sessions 1,000, median"] and "…" not in shown[24]


def test_an_id_and_a_section_stay_on_one_line() -> None:
    text = "(choices: at-least-two, exactly-two)  [§ 625a.3(2), § 625a.6(a)]"
    for width in range(20, 60):
        lines = filled(text, width).splitlines()
        for whole in ("at-least-two,", "exactly-two)", "[§ 625a.3(2),", "§ 625a.6(a)]"):
            assert any(whole in line for line in lines), (width, whole)


@pytest.mark.parametrize(
    "call",
    [
        ["craps"],
        ["craps", "--set", "wagers=nope", "--set", "reading.come_odds=nope"],
        ["casino-war", "--on", "2011-07-01"],
    ],
)
def test_check_folds_to_columns_and_breaks_no_digest_and_no_section(
    call: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A digest is the only word that is wider than the lines."""
    monkeypatch.delenv("COLUMNS", raising=False)
    whole = CliRunner().invoke(app, ["check", *call]).stdout
    monkeypatch.setenv("COLUMNS", "60")
    narrow = CliRunner().invoke(app, ["check", *call]).stdout
    assert max(map(len, whole.splitlines())) > 80
    assert narrow.split() == whole.split()
    wide = [line.split() for line in narrow.splitlines() if len(line) > 60]
    assert all(len(words) == 1 and words[0].startswith("sha256:") for words in wide), wide
