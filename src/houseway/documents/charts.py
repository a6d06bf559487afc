"""Charts for printed papers, drawn with Altair: reproducible bytes, shipped fonts, legible in grayscale.

Drawing takes more than a second, since Altair and its converter must start, so drawn charts are cached on disk.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from importlib.metadata import version
from typing import Any, Final

from houseway.cache import kept
from houseway.core.lettering import TYPEFACE
from houseway.documents.typeset import fonts
from houseway.documents.wording import rows_name
from houseway.odds.sheet import Row
from houseway.questions.hold import Hold
from houseway.questions.hold_chart import chart as hold_chart
from houseway.questions.pricing import RowKey
from houseway.questions.reading_chart import chart as reading_chart
from houseway.questions.readings_report import ReadingsReport
from houseway.simulate.files import load_altair

DRAWN_BY: Final = ("altair", "vl-convert-python", "font-source-sans-pro")
FAMILY: Final = f"'{TYPEFACE}', sans-serif"
WIDE: Final = 493  # points: the text width of Letter paper, so that type keeps its size
LONGEST_NAME: Final = 230  # points next to a bar; longer names end in …
DARK, LIGHT, LINE = "#0d5f3d", "#e3b7a0", "#333333"  # distinguishable in grayscale
MOST_BARS: Final = 45  # the most that fit on a page


def kept_drawing(about: object, chart: Callable[[], Any]) -> str:
    """A chart in the style of our papers, as SVG; cached for the same figures and software versions."""

    def draw() -> str:
        fit = {"type": "fit-x", "contains": "padding"}
        charted = chart().properties(width=WIDE, autosize=fit, title="")
        charted = charted.configure(font=FAMILY, background="white", padding=2)
        charted = charted.configure_axis(gridColor="#d9d9d9", domainColor=LINE, tickColor=LINE, titleFontWeight=400)
        import vl_convert

        vl_convert.register_font_directory(str(fonts()))
        return str(vl_convert.vegalite_to_svg(charted.configure_view(stroke=None).to_json()))

    return str(
        kept("chart", {"about": json.dumps(about, sort_keys=True), "by": [version(each) for each in DRAWN_BY]}, draw)
    )


def edge_bars(rows: Sequence[Row]) -> list[tuple[str, Fraction]]:
    """The name and edge of every bar, the smallest first; wagers of one kind with the same edge share a bar."""
    edges: dict[tuple[str, str, Fraction], list[Row]] = {}
    for row in rows:
        edges.setdefault((row.id.partition(":")[0], row.strategy or "", Fraction(row.house_edge)), []).append(row)
    return sorted(((rows_name(same), edge) for (_, _, edge), same in edges.items()), key=lambda bar: bar[1])


def edge_drawings(rows: Sequence[Row]) -> list[str]:
    """Bar charts of the house edge; several drawings if the bars do not fit on a page."""
    bars = [(f"{n:03} {name}", float(100 * edge)) for n, (name, edge) in enumerate(edge_bars(rows))]
    lowest, highest = min(0.0, bars[0][1]), max(0.0, bars[-1][1])
    room = (highest - lowest) * 0.12 or 1.0  # space for the figures at the ends of bars
    ends = (lowest - room if lowest else 0.0, highest + room)
    parts = [bars[n : n + MOST_BARS] for n in range(0, len(bars), MOST_BARS)]
    return [kept_drawing(("edges", ends, part), partial(_edges, part, ends)) for part in parts]


def _edges(bars: Sequence[tuple[str, float]], ends: tuple[float, float]) -> Any:
    """One bar per wager with its figure at the end: dark if the house has the edge, light if the player has it."""
    altair = load_altair()
    shown = [{"wager": name, "edge": edge, "says": f"{edge:.3f}", "gains": edge < 0} for name, edge in bars]
    scale = altair.Scale(domain=ends, nice=False)
    across = altair.X("edge:Q", title="house edge in percent", scale=scale, axis=altair.Axis(tickCount=6))
    unnumbered = "substring(datum.label, 4)"  # number prefixes keep the order and make names unique
    names = altair.Axis(labelExpr=unnumbered, labelLimit=LONGEST_NAME, ticks=False, domain=False, labelPadding=4)
    down = altair.Y("wager:N", title=None, axis=names)
    whose = altair.condition("datum.gains", altair.value(LIGHT), altair.value(DARK))
    every = altair.Chart(altair.Data(values=shown))
    columns = every.mark_bar(stroke=LINE, strokeWidth=0.5).encode(across, down, color=whose)
    figures = [
        every.transform_filter(gains).mark_text(align=align, dx=dx, fontSize=9.5).encode(across, down, text="says:N")
        for gains, align, dx in (("!datum.gains", "left", 3), ("datum.gains", "right", -3))
    ]
    zero = altair.Chart().mark_rule(color=LINE).encode(x=altair.datum(0))
    return altair.layer(columns, *figures, zero).properties(height=altair.Step(15))


def hold_drawing(found: Hold) -> str:
    """A column chart of the house's win in a session; the paper has the text."""
    return kept_drawing(("hold", found.as_json()), lambda: hold_chart(found).properties(height=150))


def readings_drawing(found: ReadingsReport, named: Callable[[RowKey], str]) -> str:
    """The range of the house edge of every wager that a reading moves."""
    return kept_drawing(("readings", found.as_json()), lambda: reading_chart(found, named))
