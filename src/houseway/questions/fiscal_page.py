"""The fiscal section of a comparison's page."""

from __future__ import annotations

from fractions import Fraction
from html import escape

from houseway.compare.page import section, table
from houseway.law.tax import half_up
from houseway.money import dollars
from houseway.questions.fiscal import DAYS, Fiscal, Pair


def signed_dollars(cents: Fraction) -> str:
    """A difference in dollars, to the nearest cent, with its sign."""
    whole = half_up(cents)
    return f"+{dollars(whole)}" if whole > 0 else dollars(whole)


def lines(found: Fiscal) -> list[tuple[str, Pair]]:
    """The lines of the table, each a pair of cents per year."""
    rows: list[tuple[str, Pair]] = [("revenue", found.revenue)]
    for taxed in found.taxed:
        percent = f"{taxed.rate.rate * 100}%"
        rows += [(f"tax at {percent}, {taxed.when}", taxed.tax), ("left after it", taxed.left)]
    return [(name, (was * DAYS, now * DAYS)) for name, (was, now) in rows]


def fiscal_section(found: Fiscal, names: tuple[str, str]) -> str:
    """Revenue, tax and the break-even savings, as HTML."""
    rows = (
        f"<tr><th scope=row>{escape(name)}</th><td>{dollars(half_up(was))}</td><td>{dollars(half_up(now))}</td>"
        f"<td>{signed_dollars(now - was)}</td></tr>"
        for name, (was, now) in lines(found)
    )
    pays = "".join(
        f"<li>After tax at {taxed.rate.rate * 100}%: {escape(found.pays(taxed))}.</li>" for taxed in found.taxed
    )
    more = "".join(f"<li class=dim>{escape(text)}</li>" for text in found.assumptions)
    return section(
        4,
        "What it is worth a year",
        table(("", *names, "change"), rows, "figures"),
        f"<h3>Does it pay?</h3><ul>{pays}</ul><h3>Assumed</h3><ul>{more}</ul>",
    )
