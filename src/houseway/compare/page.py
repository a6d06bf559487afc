"""The comparison as one self-contained HTML page, light and dark: both editions side by side, nothing loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from houseway.compare.examples import decided_by, recorded
from houseway.compare.round_results import DifferingRounds
from houseway.compare.sentences import (
    HEADS,
    HOW_COMPARED,
    OTHER_WORDS,
    PART_OF_A_ROUND,
    alike,
    alike_line,
    equal_line,
    figure,
    gained,
    likely,
    looked_at,
    named_together,
    not_compared,
    other_settings,
    round_head,
    unchanged_line,
    verdicts,
    worth_line,
)
from houseway.compare.texts import TextChange
from houseway.compare.value_changes import OddsChange, grouped
from houseway.law import Paragraph
from houseway.odds import percent
from houseway.odds.traces import SettledWager, Trace

if TYPE_CHECKING:
    from houseway.compare.comparison import Comparison
    from houseway.compare.values import Side

GROUPS = {
    "value": "Value",
    "payout": "Payout",
    "option": "Left to the holder",
    "step": "Step",
    "reading": "Reading",
    "setting": "Setting",
}


def page(found: Comparison, more: str = "") -> str:
    """A complete HTML document; `more` are further sections."""
    return whole(f"{found.title}: {' and '.join(found.names)}", _body(found, more))


def whole(title: str, body: str) -> str:
    """A document that loads nothing."""
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title><style>{style()}</style>"
    )
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>{body}</body></html>\n'


def fragment(found: Comparison) -> str:
    """The comparison as an HTML fragment, for notebooks."""
    return f"<style>{style()}</style>{_body(found)}"


def style() -> str:
    """The style sheet of all pages of comparisons."""
    return (files("houseway.compare") / "page.css").read_text(encoding="utf-8")


def _body(found: Comparison, more: str = "") -> str:
    chapter = found.rules[0].chapter.outline.chapter
    heads = "".join(_head(found, at) for at in (0, 1))
    notices = "".join(f"<p><strong>{escape(notice)}</strong></p>" for notice in found.notices)
    what = "two editions" if found.specs is None else "two sides"
    verdict, _, rest = found.answer.partition(": ")
    return (
        f'<article class="houseway-diff"><header><p class=kicker>58 Pa. Code Chapter {escape(chapter)}</p>'
        f"<h1>{escape(found.title)}, {what}</h1>{notices}<div class=pair>{heads}</div></header>"
        f'<section class="answer {"differs" if found.player_differs else "same"}">'
        "<h2>Can a player’s result differ?</h2>"
        f"<p><strong>{escape(verdict)}.</strong> {escape(rest[:1].upper() + rest[1:])}</p></section>"
        f"{_texts(found)}{_values(found)}{_effects(found)}{more}</article>"
    )


def _head(found: Comparison, at: int) -> str:
    """One side of the comparison: its game, edition and settings."""
    name, edition = found.names[at], found.editions[at]
    given = "" if found.specs is None else f"<p>{escape(found.specs[at].given)}</p>"
    standing = edition.standing if edition.redraft else f"{edition.status}, {edition.published}"
    return (
        f"<div><b>{escape(name)}</b>{given}<p>{escape(edition.title)}</p>"
        f"<p class=dim>{escape(standing)}. {escape(edition.source)}</p></div>"
    )


def section(number: int, title: str, *parts: str) -> str:
    """A numbered part of a page."""
    return f"<section><h2><span>{number}</span> {title}</h2>{''.join(parts)}</section>"


def table(heads: Sequence[str], rows: Iterable[str], kind: str = "") -> str:
    """A table that scrolls if it is too wide."""
    head = "".join(f"<th scope=col>{escape(each)}</th>" for each in heads)
    scroll = f'<table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    return f"<div class=scroll>{scroll}</div>"


# 1. The texts


def _texts(found: Comparison) -> str:
    told = f"<p class=dim>{escape(unchanged_line(found.unchanged, found.same_words))}.</p>"
    changes = "".join(_change(change, found.names) for change in found.texts)
    return section(1, "What the texts change", told, changes or "<p>Nothing.</p>", _reworded(found))


def _change(change: TextChange, names: tuple[str, str]) -> str:
    sides = "".join(
        f"<div><p class=edition>{escape(name)}</p>{_paragraphs(side)}</div>"
        for name, side in zip(names, (change.was, change.now), strict=True)
    )
    how = f"<p class=how>{escape(change.says)}</p>" if change.says else ""
    return f'<div class="change {change.kind}"><p class=kind>{change.kind}</p><div class=pair>{sides}</div>{how}</div>'


def _reworded(found: Comparison) -> str:
    rows = "".join(
        f"<p><cite>{escape(', '.join(f'§ {cite}' for cite in each.cites))}</cite> {escape(each.says)}</p>"
        for each in found.reworded
    )
    return f"<h3>{OTHER_WORDS}</h3>{rows}" if rows else ""


def _paragraphs(side: tuple[Paragraph, ...]) -> str:
    if not side:
        return "<p class=dim>No such paragraph.</p>"
    return "".join(f"<p><cite>§ {escape(p.cite)}</cite> {escape(p.says)}</p>" for p in side)


# 2. The values


def _values(found: Comparison) -> str:
    if not found.values:
        return section(2, "What values change", "<p>Nothing: value, payout, option, step, reading are the same.</p>")
    rows = (
        f"<tr><th scope=row><small>{GROUPS[change.group]}</small>{escape(change.key)}</th>"
        f"{_side(change.was)}{_side(change.now)}</tr>"
        for change in found.values
    )
    return section(2, "What values change", table(("", *found.names), rows, "values"))


def _side(side: Side) -> str:
    if side is None:
        return "<td class=dim>none</td>"
    return f"<td>{escape(side[0])} <cite>§ {escape(side[1])}</cite></td>"


# 3. What it does


def _effects(found: Comparison) -> str:
    rounds = found.rounds
    settings = "".join(f"<p class=dim>{escape(note)}</p>" for note in found.settings)
    lines = [looked_at(walk) for walk in rounds.walked]
    walked = "".join(f"<li>{escape(line)}</li>" for line in lines)
    more = (*other_settings(found.variants, found.variants_left), *not_compared(rounds))
    others = "".join(f"<li class=dim>{escape(line)}</li>" for line in more)
    notes = "".join(
        f"<li>{escape(note.says)} {' '.join(f'<cite>§ {escape(cite)}</cite>' for cite in note.cites)}</li>"
        for note in rounds.notes
    )
    return section(
        3,
        "What it does",
        settings,
        "<h3>What every wager is worth</h3>",
        f"<p>{escape(worth_line(found.odds_changes))} {escape(equal_line(found.odds_changes))}</p>",
        _worths(found),
        "<h3>Round by round</h3>",
        f"<p class=dim>{HOW_COMPARED}</p>",
        f"<ul>{walked}{others}</ul>",
        f"<h4>Questions, offers or chances differ</h4><ul>{notes}</ul>" if notes else "",
        "".join(_round(each, found.names, alike_line(others)) for each, others in alike(rounds.found)),
    )


def _worths(found: Comparison) -> str:
    differing = [worth for worth in found.odds_changes if worth.differs]
    if not differing:
        return ""
    rows = "".join(_worth(group) for group in grouped(differing))
    within = f"<p class=dim>{PART_OF_A_ROUND}</p>" if any(worth.within for worth in differing) else ""
    return table(("wager", "figure", *found.names, "change"), [rows], "figures") + within


def _worth(group: Sequence[OddsChange]) -> str:
    """The figures of wagers that have the same."""
    worth, rows = group[0], list[str]()
    for name in ("win", "push", "lose", "expected", "variance"):
        was, now = (None if row is None else getattr(row, name) for row in (worth.was, worth.now))
        if was == now:
            continue
        cells = "".join(f"<td>{'not offered' if value is None else figure(value)}</td>" for value in (was, now))
        change = worth.difference(name)
        more = "" if change is None else figure(change, signed=True)
        if name == "expected" and change:
            more += f" <small>{'+' if change > 0 else ''}{percent(change)}</small>"
        head = f"<th scope=row>{escape(named_together(group))}</th>" if not rows else "<th></th>"
        rows.append(f"<tr>{head}<td>{name}</td>{cells}<td>{more}</td></tr>")
    return "".join(rows)


def _round(each: DifferingRounds, names: tuple[str, str], others: str) -> str:
    """One example, moment by moment, with the money of both editions side by side."""
    ends = verdicts(each, names)
    rows = [
        f'<tr class="{"alike" if moment.alike else "unlike"}"><th scope=row>{escape(moment.says)}</th>'
        + "".join(f"<td>{_records(side)}</td>" for side in moment.records)
        + "</tr>"
        for moment in each.example.shown()
    ]
    cells = "".join(f"<td>{escape(gained(each.example, at))}</td>" for at in (0, 1))
    rows.append(f"<tr class=end><th scope=row>in the end</th>{cells}</tr>")
    return (
        f"<div class=round><h3>{HEADS[each.unlike]}</h3><p>{escape(each.wagers)}, {escape(likely(each))}."
        f"{f' {escape(ends[0].upper() + ends[1:])}.' if ends else ''} {round_head(each)}:</p>"
        f"{table(('', *names), rows, 'moments')}{f'<p>{escape(others)}</p>' if others else ''}</div>"
    )


def _records(trace: Trace) -> str:
    """Decisions with their paragraphs, and the money between them."""
    lines = []
    for record in trace:
        text = escape(recorded(record))
        if isinstance(record, SettledWager):
            cites = " ".join(f"<cite>§ {escape(cite)}</cite>" for cite in decided_by(record))
            text = f"<b>{text}</b> {cites}"
        lines.append(text)
    return "<br>".join(lines)
