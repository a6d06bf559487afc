"""The lines that are made in one go are those that its oracle makes step by step, at every game."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from contract.play import by_edition, carry_out, next_command, palette_of
from houseway.core import AnyGame, Event
from houseway.core.frozen import replace
from houseway.law import Rules
from houseway.numerics.sources import SeededSource
from houseway.records.hidden_values import sealed_event
from houseway.records.line_writer import event_lines
from houseway.records.lines import GENESIS, marked_lines, record_of
from houseway.store.writer_messages import (
    DECIDED,
    DECIDED_ODDLY,
    Messages,
    decided_messages,
    events_of,
    orders_of,
    read_decided,
    spelled,
)
from houseway.table import Table, ticking
from houseway.table.table import OrderSecret

KEY = bytes(range(32))


def handed_over(events: tuple[Event, ...], orders: tuple[OrderSecret, ...]) -> tuple[Event, ...]:
    """The events as the process that writes gets them, however they are spelled."""
    batch, found = spelled(events, orders), []
    for kind, beyond_orjson in ((DECIDED, None), (DECIDED_ODDLY, 1 << 70)):
        ((sent, body),) = Messages().taken(b"".join(decided_messages([(1, 2, [batch], [], None, beyond_orjson)])))
        ((_, _, ((there, secret),), _, _, kept),) = read_decided(sent, body)
        assert (sent, kept) == (kind, beyond_orjson)
        assert orders_of(secret) == orders
        found.append(events_of(there))
    assert found[0] == found[1]
    return found[0]


class Compared:
    """A recorder that records nothing."""

    def __init__(self) -> None:
        self.head, self.secrets, self.events = GENESIS, 0, 0

    def append(self, events: tuple[Event, ...], secret: Iterable[OrderSecret] = ()) -> None:
        orders = tuple(secret)
        first, *rest = events
        for sent in (events, (replace(first, actor='Zoë "Z"', role="dealer"), *rest)):
            sealed = [sealed_event(event, KEY) for event in sent]
            expected = marked_lines(self.head, KEY, [record_of(event) for event, _ in sealed])
            hidden = [each for _, secrets in sealed for each in secrets]
            assert event_lines(self.head, KEY, sent) == (expected, hidden)
            assert event_lines(self.head, KEY, handed_over(sent, orders)) == (expected, hidden)
        self.head = expected[-1][1]
        self.secrets += len(hidden)
        self.events += len(events)

    def history(self) -> list[Event]:
        raise AssertionError("nothing is kept")


@pytest.mark.parametrize(("game", "rules"), by_edition())
def test_lines_in_one_go(game: AnyGame, rules: Rules) -> None:
    rng, recorder = Random("lines"), Compared()
    table = Table(game, rules, SeededSource("lines"), recorder, ticking(), KEY)
    table.open()
    table.buy_in(1, 50_000)
    table.buy_in(2, 50_000)
    palette = palette_of(game, rules, rng)
    for _ in range(60):
        if not table.closed:
            carry_out(table, next_command(table, rng, palette))
    assert recorder.events > 60
