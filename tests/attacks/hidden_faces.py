"""Recorded tables with hidden faces, their journals as anybody may read them, and events as one reader sees them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from contract.play import CHIPS_CENTS, toys_discovered
from houseway.core import AnyGame, Event
from houseway.core.plain import canonical
from houseway.games import load
from houseway.law import Rules
from houseway.numerics.sources import SeededSource
from houseway.records import Journal
from houseway.table import Table, ticking
from houseway.table.event_words import transcript

CITES = re.compile(rb'"cites":\[[^]]*\],')
HEX = re.compile(rb"[0-9a-f]{64}")


def loaded(what: str, settings: Sequence[str] = ()) -> tuple[AnyGame, Rules]:
    """A game, which may be a toy, and its rules."""
    with toys_discovered():
        return load(what, settings)


def recorded(game: AnyGame, rules: Rules, source: SeededSource, path: Path) -> Table:
    """An open table with a journal, and much money in front of three seats."""
    journal = Journal.create(path, rules, source.key())
    table = Table(game, rules, source, journal, ticking(), source.key())
    table.open("automatic", 100 * CHIPS_CENTS)
    for seat in (1, 2, 3):
        table.buy_in(seat, CHIPS_CENTS)
    return table


def lines(path: Path, cites: bool = False) -> list[bytes]:
    """A journal as anybody may read it, with hashes and commitments blanked out.

    `cites`: also the citations of private events.
    """
    found = [HEX.sub(b"#", line) for line in path.read_bytes().splitlines()]
    return (
        found if cites else [CITES.sub(b"", line) if b'"sealed":"sha256:#","seq"' in line else line for line in found]
    )


def seen(table: Table, batches: list[tuple[Event, ...]], who: str) -> tuple[list[str], str]:
    """The events as one reader sees them, as objects and in words, with commitments blanked out."""
    events = [event for batch in batches for event in batch]
    objects = [HEX.sub(b"#", canonical(event.seen_by(who)).encode()).decode() for event in events]
    return objects, transcript(table.game, table.rules, events, who)
