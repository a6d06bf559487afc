"""Rounds are found without an index: rounds never decrease along a journal, and a search gives what reading all rows gives."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from random import Random

import pytest
from sqlalchemy import select, text

from contract.play import by_edition, carry_out, next_command, palette_of
from houseway.core import AnyGame, Event
from houseway.core.due import Stopped
from houseway.law import BadInput, Rules
from houseway.numerics.sources import SeededSource
from houseway.store.database import Database
from houseway.store.rounds import events_of_round, last_round, last_session_with
from houseway.store.schema import events
from houseway.table import Table, ticking
from houseway.table.table import OrderSecret
from store.tampering import unguarded


def by_reading_all(pit: Database) -> dict[tuple[str, int, int], list[int]]:
    """The numbers of each round's events, by table, session and round."""
    of, found = events.c, dict[tuple[str, int, int], list[int]]()
    with pit.read() as connection:
        query = select(of.table_id, of.session, of.round, of.seq).where(of.seq > 0, of.event != "journal-sealed")
        for table, session, number, seq in connection.execute(query.order_by(of.seq)):
            found.setdefault((table, session, number), []).append(seq)
    return found


def test_a_round_is_found_as_by_reading_all_rows(pit: Database) -> None:
    expected = by_reading_all(pit)
    sessions = {(table, session) for table, session, _ in expected}
    assert len(sessions) == 4
    with pit.read() as connection:
        for table, session in sessions:
            for number in range(-1, 7):
                found = events_of_round(connection, table, session, number)
                assert list(found) == expected.get((table, session, number), []), (table, session, number)
        assert not events_of_round(connection, "roulette-1", 9, 1)
        assert not events_of_round(connection, "nowhere", 1, 1)


@pytest.mark.parametrize("place", ["first", "second", "last"])
@pytest.mark.parametrize("column", [0, 99])
def test_a_changed_round_does_not_cut_a_round_off(sqlite_pit: Database, place: str, column: int) -> None:
    """Every other round is found as before; the changed one as before too, or the search names a row that was changed."""
    table, session, _ = changed = ("casino-war-1", 1, 2)
    expected = by_reading_all(sqlite_pit)
    seqs = expected[changed]
    seq = {"first": seqs[0], "second": seqs[1], "last": seqs[-1]}[place]
    with unguarded(sqlite_pit) as connection:
        row = {"round": column, "table": table, "seq": seq}
        connection.execute(text("UPDATE events SET round = :round WHERE table_id = :table AND seq = :seq"), row)
    flaws = set[tuple[str, str]]()
    with sqlite_pit.read() as connection:
        for (name, of, each), right in expected.items():
            try:
                found = list(events_of_round(connection, name, of, each))
            except BadInput as error:
                flaws.add((name, str(error)))
                continue
            assert found == right
    problem = f"the round of event {seq} does not match its line; an audit lists every flaw"
    assert flaws == {(table, f"{table} session {session}: {problem}")}


def test_a_damaged_line_beside_a_round_is_named(sqlite_pit: Database) -> None:
    after = by_reading_all(sqlite_pit)["roulette-1", 1, 2][0]
    with unguarded(sqlite_pit) as connection:
        where = {"line": b"{", "seq": after}
        connection.execute(text("UPDATE events SET line = :line WHERE table_id = 'roulette-1' AND seq = :seq"), where)
    with sqlite_pit.read() as connection, pytest.raises(BadInput, match=f"the round of event {after} does not match"):
        events_of_round(connection, "roulette-1", 1, 1)


def test_the_last_session_with_a_round(pit: Database) -> None:
    with pit.read() as connection:
        highest = {session: last_in(pit, "roulette-1", session) for session in (1, 2)}
        assert highest[1] > highest[2]
        assert last_session_with(connection, "roulette-1", highest[2]) == 2
        assert last_session_with(connection, "roulette-1", highest[1]) == 1
        assert last_session_with(connection, "roulette-1", highest[1] + 1) is None
        assert last_session_with(connection, "nowhere", 0) is None
        assert last_round(connection, "roulette-1") == highest[1]
        assert last_round(connection, "nowhere") is None


def last_in(pit: Database, table: str, session: int) -> int:
    """The highest round of a session, by reading all rows."""
    return max(number for name, of, number in by_reading_all(pit) if (name, of) == (table, session))


def test_events_have_no_index_by_round(pit: Database) -> None:
    """An index would make each command write one more page."""
    query = "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'events'"
    if pit.kind == "postgresql":
        query = "SELECT indexname FROM pg_indexes WHERE tablename = 'events'"
    with pit.read() as connection:
        assert len(connection.execute(text(query)).all()) == 1


class Rounds:
    """A recorder that keeps the round of each event."""

    def __init__(self) -> None:
        self.rounds: list[int] = []

    def append(self, events: tuple[Event, ...], secret: Iterable[OrderSecret] = ()) -> None:
        self.rounds += [event.round for event in events]

    def history(self) -> list[Event]:
        raise AssertionError("nothing is kept")


@pytest.mark.parametrize(("game", "rules"), by_edition())
def test_rounds_never_decrease(game: AnyGame, rules: Rules) -> None:
    rng, recorder = Random("rounds"), Rounds()
    table = Table(game, rules, SeededSource("rounds"), recorder, ticking())
    table.open()
    table.buy_in(1, 50_000)
    palette = palette_of(game, rules, rng)
    for _ in range(120):
        if not table.closed and not isinstance(table.due, Stopped):
            carry_out(table, next_command(table, rng, palette))
    assert all(before <= after for before, after in pairwise(recorder.rounds))
    assert recorder.rounds[-1] > recorder.rounds[0]
