"""Results as files: CSV, Parquet, and charts of how the figures converge."""

from __future__ import annotations

import csv
import io
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.law import BadInput

if TYPE_CHECKING:
    from houseway.simulate import Figures, Simulation
    from houseway.simulate.sessions import Sessions

CHARTED = 12  # wagers in one chart at most
FORMS = (".svg", ".png", ".html")


def judge_plot(path: Path, where: str = "plot") -> None:
    """Refuse a file format that charts cannot be written in."""
    if path.suffix not in FORMS:
        raise BadInput(f"{where}: {path.name} is not in a chart format; end it with {', '.join(FORMS)}")


def as_csv(done: Simulation) -> bytes:
    """One line per wager."""
    rows = [row.as_json() for row in done.wagers]
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def as_parquet(done: Simulation) -> bytes:
    """One row per wager, with the request in the schema's metadata."""
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError:
        raise BadInput("Parquet needs pyarrow: install houseway[arrow]") from None
    document = done.as_json()
    about = {key: str(value) for key, value in document.items() if key != "wagers"}
    table = arrow.Table.from_pylist(document["wagers"]).replace_schema_metadata(about)
    content = io.BytesIO()
    parquet.write_table(table, content)
    return content.getvalue()


def as_plot(done: Simulation, suffix: str) -> bytes:
    """How the means converged or, if there are sessions, where they ended."""
    altair = load_altair()
    return as_chart(_sessions(altair, done) if done.sessions else _convergence(altair, done), suffix)


def load_altair() -> Any:
    """Altair, which takes long to import; BadInput if it or its converter is missing."""
    try:
        import altair
        import vl_convert  # noqa: F401 - `as_chart` needs it
    except ImportError:
        raise BadInput("a chart needs Altair and vl-convert, which come with houseway: install it again") from None
    return altair


def as_chart(chart: Any, suffix: str) -> bytes:
    """A chart in the format of a file's suffix."""
    import vl_convert

    match suffix:
        case ".svg":
            return str(vl_convert.vegalite_to_svg(chart.to_json())).encode()
        case ".png":
            return bytes(vl_convert.vegalite_to_png(chart.to_json(), scale=2))
        case _:
            return str(vl_convert.vegalite_to_html(chart.to_json(), bundle=True)).encode()


def drawn(done: Simulation) -> tuple[Figures, ...]:
    """The wagers of a chart, in the order of the figures: those with an exact value and the highest stakes."""
    known = [row for row in done.wagers if row.exact is not None and row.mean is not None]
    most = sorted(known, key=lambda row: -row.staked_cents)[:CHARTED]
    return tuple(row for row in known if row in most)


def left_out(done: Simulation) -> str:
    """The wagers that a chart leaves out, in words; empty if it shows all of them."""
    rows = drawn(done)
    shown, there = len(rows), len(done.wagers)
    unknown = sum(row.exact is None for row in done.wagers)
    undecided = sum(row.mean is None for row in done.wagers if row.exact is not None)
    alike = sum(not row.standard_error for row in rows)
    most = f"{shown} of {there} wagers, the most staked" if shown + unknown + undecided < there else ""
    without = f"not drawn: {unknown} without an exact figure" if unknown else ""
    open_still = f"not drawn: {undecided} not decided yet" if undecided else ""
    no_band = f"no error band for {alike}: all results were equal" if alike else ""
    return "; ".join(filter(None, (most, without, open_still, no_band)))


def points(done: Simulation) -> list[dict[str, Any]]:
    """Each wager's mean after some of the rounds, as a difference from its exact value in percent.

    The band of two standard errors is scaled from that of the end: wider where fewer wagers had been made. A wager whose
    results were all the same has no band.
    """
    ends = {(row.player, row.id): row for row in drawn(done)}
    found = []
    for at, rows in done.trail:
        for row in rows:
            end = ends.get((row.player, row.id))
            if end is None or end.exact is None or row.mean is None:
                continue
            point = {"wager": _named(row), "rounds": at, "away": 100 * (row.mean - float(end.exact.value))}
            if end.standard_error:
                error = 200 * end.standard_error * math.sqrt(end.count / row.count)
                point |= {"low": -error, "high": error}
            found.append(point)
    return found


def _named(row: Figures) -> str:
    return f"{row.player}, {row.id}" if row.player else row.id


def _convergence(altair: Any, done: Simulation) -> Any:
    """How far each wager's mean was from its exact value during the run, in a band of two standard errors."""
    data = altair.Data(values=points(done))
    ends = [min(max(2, done.trail[0][0]), done.played.rounds), max(2, done.played.rounds)]
    across = altair.X(
        "rounds:Q", title=f"{done.round_word}s", scale=altair.Scale(type="log", domain=ends, nice=False),
        axis=altair.Axis(format="~s", tickCount=4, labelOverlap=True),
    )  # fmt: skip
    band = (
        altair.Chart()
        .mark_area(opacity=0.25)
        .encode(across, altair.Y("low:Q", title="percent away from exact"), y2="high:Q")
    )
    line = altair.Chart().mark_line(color="#a33", point={"color": "#a33", "size": 18}).encode(across, y="away:Q")
    zero = altair.Chart().mark_rule(strokeDash=[4, 3]).encode(y=altair.datum(0))
    text = f"{done.game.title}, {done.rules.edition.id}: simulated minus exact, with two standard errors"
    layered = altair.layer(band, zero, line, data=data).properties(width=230, height=120)
    facet = altair.Facet("wager:N", title=None, sort=[_named(row) for row in drawn(done)])
    title = _title(altair, text, f"{_rounds(done)}, seed {done.asked.seed}", left_out(done))
    return layered.facet(facet, columns=3, title=title).resolve_scale(y="independent")


def _rounds(done: Simulation) -> str:
    """The number of rounds played, and the number requested if the run was interrupted."""
    of = f" of {done.asked.rounds:,}, interrupted" if done.interrupted else ""
    return f"{done.played.rounds:,} {done.round_word}{'' if done.played.rounds == 1 else 's'}{of}"


def _title(altair: Any, text: str, *below: str) -> Any:
    return altair.TitleParams(text, subtitle=[line for line in below if line], anchor="start")


def _sessions(altair: Any, done: Simulation) -> Any:
    """A histogram of session results, with a line at zero."""
    rows = [row for each in done.sessions for row in columns(each)]
    across = altair.X("low:Q", title="dollars won or lost in a session", bin="binned")
    up = altair.Y("share:Q", title="percent of sessions")
    bars = altair.Chart().mark_bar(color="#3a7").encode(across, up, x2="high:Q")
    zero = altair.Chart().mark_rule(strokeDash=[4, 3]).encode(x=altair.datum(0))
    text = f"{done.game.title}: sessions of {done.sessions[0].rounds:,} {done.round_word}s"
    layered = altair.layer(bars, zero, data=altair.Data(values=rows)).properties(width=420, height=160)
    beyond = "the lowest and highest percent of sessions are in the outermost columns"
    title = _title(altair, text, f"{done.sessions[0].results.count:,} sessions; {beyond}")
    facet = altair.Facet("player:N", title=None, sort=[each.player.name for each in done.sessions])
    return layered.facet(facet, columns=1, title=title).resolve_scale(x="independent", y="independent")


def columns(each: Sessions, count: int = 60) -> list[dict[str, Any]]:
    """A histogram between the 1st and 99th percentile; results beyond these are in the outermost columns."""
    low, high = each.results.quantile(1), each.results.quantile(99)
    grid = math.gcd(*(value - low for value in each.results.values)) or 1  # columns align with the grid of results
    width = -(-max(100, (high - low) // count) // grid) * grid
    found: dict[int, int] = {}
    for value, often in each.results.values.items():
        at = (min(max(value, low), high) - low) // width
        found[at] = found.get(at, 0) + often
    total = each.results.count
    return [
        {
            "player": each.player.name,
            "low": (low + at * width) / 100,
            "high": (low + (at + 1) * width) / 100,
            "share": 100 * often / total,
        }
        for at, often in sorted(found.items())
    ]
