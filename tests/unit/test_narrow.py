"""A narrow terminal clips nothing that a wide one shows."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from houseway.cli import odds as odds_verb
from houseway.cli import strategy as strategy_verb
from houseway.core.advice import Advice, Cell, Grid, Line, Section
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
    grid = Grid("hold", ("6 decks", ""), (Line(label, (Cell("0.459%"), Cell("inside"))),))
    advice = Advice("toy", "Title", (), (), (Section("Section", (grid,)),), (), {})
    out = StringIO()
    monkeypatch.setattr(strategy_verb, "console", lambda: Console(file=out, width=60, color_system=None))
    strategy_verb.print_advice(advice)
    shown = out.getvalue()
    assert "0.459%  inside" in shown and "…" not in shown
    assert str(advice).splitlines()[-1] == f"{label}   0.459%  inside"
