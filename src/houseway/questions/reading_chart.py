"""A chart of the range of every wager's house edge over the open readings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.questions.pricing import RowKey
from houseway.questions.readings import Interval
from houseway.questions.readings_report import ReadingsReport
from houseway.simulate.files import load_altair

DRAWN = 40  # the most rows in one chart


def shown_rows(found: ReadingsReport) -> list[Interval]:
    """The rows to draw: the wagers that a reading moves, or all if none is moved."""
    return [each for each in found.intervals if each.moved] or list(found.intervals)


def left_out(found: ReadingsReport) -> str:
    """How many rows the chart leaves out, in words; empty if it has all."""
    count = len(shown_rows(found))
    return f"the first {DRAWN} of {count} rows" if count > DRAWN else ""


def _label(row: RowKey) -> str:
    return row.label


def drawn(found: ReadingsReport, named: Callable[[RowKey], str] = _label) -> tuple[dict[str, Any], ...]:
    """The rows of the chart, up to the limit."""
    return tuple(
        {
            "wager": named(each.row),
            "lowest": float(100 * each.lowest),
            "highest": float(100 * each.highest),
            "submitted": None if each.edge is None else float(100 * each.edge),
        }
        for each in shown_rows(found)[:DRAWN]
    )


def chart(found: ReadingsReport, named: Callable[[RowKey], str] = _label) -> Any:
    """The Altair chart: a bar from the lowest to the highest house edge, and a point for the submission."""
    altair = load_altair()
    rows = drawn(found, named)
    order = [row["wager"] for row in rows]
    down = altair.Y("wager:N", title=None, sort=order, axis=altair.Axis(labelLimit=320))
    bars = altair.Chart().mark_bar(color="#7a9cc6", height=10).encode(
        altair.X("lowest:Q", title="house edge in percent", scale=altair.Scale(zero=True)), down, x2="highest:Q"
    )  # fmt: skip
    points = altair.Chart().mark_point(color="#a33", filled=True, size=50).encode(x="submitted:Q", y=down)
    zero = altair.Chart().mark_rule(strokeDash=[4, 3]).encode(x=altair.datum(0))
    subtitle = ["bar: over the answers to the open questions; point: as submitted"]
    if left_out(found):
        subtitle.append(f"{left_out(found)}; the document of the same answer has all of them")
    if not any(each.moved for each in found.intervals):
        subtitle.append("no reading moves any of these wagers")
    title = altair.TitleParams(f"{found.title}, {found.edition}", subtitle=subtitle, anchor="start")
    layered = altair.layer(bars, zero, points, data=altair.Data(values=list(rows)))
    return layered.properties(width=520, title=title)
