"""Three texts as one self-contained HTML page: the outcome of each proposal."""

from __future__ import annotations

from html import escape

from houseway.compare.page import section, style, table, whole
from houseway.compare.three_sentences import MEANINGS, later_says, proposed_says, unasked_line
from houseway.compare.three_texts import ProposedValue, ThreeTexts


def three_page(found: ThreeTexts) -> str:
    """A complete HTML document."""
    return whole(f"{found.title}: {', '.join(found.names)}", _body(found))


def fragment(found: ThreeTexts) -> str:
    """The table as an HTML fragment, for notebooks."""
    return f"<style>{style()}</style>{_body(found)}"


def _body(found: ThreeTexts) -> str:
    heads = "".join(
        f"<div><b>{escape(e.id)}</b><p>{escape(e.title)}</p><p class=dim>{escape(e.status)}, {escape(e.published)}. "
        f"{escape(e.source)}</p></div>"
        for e in found.editions
    )
    rows = (
        f"<tr><th scope=row>{escape(', '.join(each.cites))}</th><td>{escape(proposed_says(each))}</td>"
        f"<td><b>{each.became}</b></td><td>{escape(later_says(each, found))}</td></tr>"
        for each in found.proposals
    )
    values = "".join(_value(each) for each in found.values)
    unasked = f"<p class=dim>{escape(unasked_line(found))}</p>" if found.unasked else ""
    return (
        f'<article class="houseway-diff"><header><p class=kicker>58 Pa. Code Chapter {escape(found.chapter)}</p>'
        f"<h1>{escape(found.title)}, three texts</h1><div class=pair>{heads}</div></header>"
        f'<section class="answer {"differs" if found.differs else "same"}"><h2>What became of each proposal?</h2>'
        f"<p>{escape(found.answer)}</p><p class=dim>{MEANINGS}</p></section>"
        + section(
            1, "The proposals", table(("§", f"{found.names[1]} asks", "", found.names[2]), rows, "values"), unasked
        )
        + (section(2, "The values, by themselves", table(("", *found.names, ""), [values], "values")) if values else "")
        + "</article>"
    )


def _value(value: ProposedValue) -> str:
    cells = "".join(
        "<td class=dim>none</td>" if side is None else f"<td>{escape(side[0])} <cite>§ {escape(side[1])}</cite></td>"
        for side in value.sides
    )
    return f"<tr><th scope=row>{escape(value.group)} {escape(value.key)}</th>{cells}<td><b>{value.became}</b></td></tr>"
