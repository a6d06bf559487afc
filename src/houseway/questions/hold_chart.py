"""The distribution of a session's result as a chart."""

from __future__ import annotations

from typing import Any

from houseway.money import dollars
from houseway.questions.hold import Hold
from houseway.simulate.files import load_altair

LOSES, WINS = "#8c1c1c", "#6cc3a0"  # distinguishable in grayscale


def chart(found: Hold) -> Any:
    """The Altair chart: columns of the house's result, a line at zero, and the outermost thousandths."""
    altair = load_altair()
    document = found.document
    rows = [
        {"from": row["from_cents"] / 100, "below": row["below_cents"] / 100, "percent": 100 * row["chance"],
         "who": "the house loses" if row["from_cents"] < 0 else "the house does not lose"}
        for row in document["histogram"]
    ]  # fmt: skip
    across = altair.X("from:Q", title="dollars that the house wins", bin="binned")
    top = max((row["percent"] for row in rows), default=1) * 1.12  # room for labels above the columns
    up = altair.Y("percent:Q", title="percent of sessions", scale=altair.Scale(domainMin=0, domainMax=top, nice=False))
    color = altair.Color(
        "who:N",
        title=None,
        scale=altair.Scale(domain=["the house loses", "the house does not lose"], range=[LOSES, WINS]),
    )
    bars = altair.Chart(altair.Data(values=rows)).mark_bar(binSpacing=0).encode(across, up, color, x2="below:Q")
    nothing = altair.Chart().mark_rule().encode(x=altair.datum(0))
    marks = [row for row in document["percentiles"] if row["percent"] in ("0.1", "50", "99.9")]
    ends = altair.Data(values=[{"at": row["cents"] / 100, "label": f"{row['percent']}%"} for row in marks])
    rules = altair.Chart(ends).mark_rule(strokeDash=[4, 3]).encode(x="at:Q")
    labels = altair.Chart(ends).mark_text(align="left", dx=3, dy=1, baseline="top").encode(
        x="at:Q", y=altair.value(0), text="label:N"
    )  # fmt: skip
    mean, word = dollars(round(document["mean_cents"]["value"])), document["round"]
    bets = "; ".join(
        ", ".join(f"{wager} {dollars(cents)}" for wager, cents in each["bets"].items()) for each in document["players"]
    )
    title = altair.TitleParams(
        f"{found.game.title}, {document['edition']}: {document['rounds']:,} {word}s",
        subtitle=[bets, f"mean {mean}; the house loses {100 * document['house_loses']['value']:.3g}% of such sessions"],
        anchor="start",
    )
    layered = altair.layer(bars, nothing, rules, labels)
    return layered.properties(width=520, height=240, title=title)
