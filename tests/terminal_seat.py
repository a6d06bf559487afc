"""A session of one seat at a terminal table, for tests, and its output."""

from __future__ import annotations

import io

from rich.console import Console

from houseway.cli.terminal.session import Session
from houseway.games import load
from houseway.numerics.sources import SeededSource
from houseway.table import Table


def seated(game: str, *settings: str, width: int = 80, height: int = 50) -> tuple[Session, io.StringIO]:
    """A session at a table with $100 in front of the seat, and its output."""
    found, rules = load(game, settings)
    table = Table(found, rules, SeededSource("seat"))
    table.open()
    table.buy_in(1, 10_000)
    out = io.StringIO()
    return Session(
        table, Console(file=out, width=width, height=height, highlight=False, markup=False, emoji=False)
    ), out


def told(session: Session, out: io.StringIO, text: str) -> str:
    """The answer to a typed line, on one line."""
    out.seek(0)
    out.truncate()
    session.line(text)
    return " ".join(out.getvalue().split())
