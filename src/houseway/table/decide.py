"""Deciding: a command at a table becomes events. Pure: the same position and command always give the same events.

That is what makes an audit possible: it restores each position, decides again and compares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from houseway.core import (
    AnyGame,
    Due,
    Event,
    Fill,
    Refusal,
    Stopped,
    Wagers,
    awaited,
    procedures_open,
)
from houseway.core.plain import diff, plain
from houseway.law import Rules
from houseway.law.submission import SUBMISSION
from houseway.table import procedures
from houseway.table.acts import HANDLERS, SEALING
from houseway.table.position import Position, imbalance
from houseway.table.turn import Turn


@dataclass(frozen=True, slots=True)
class Decided:
    """The events of one command, the position after them, and the faces that were arranged anew."""

    events: tuple[Event, ...]
    position: Position
    refills: tuple[Fill, ...]


def decide(game: AnyGame, rules: Rules, before: Position, command: Mapping[str, Any], seq: int) -> Decided:
    """The events of a parsed command that carries its time (`at`); `seq` is the number of the first of them."""
    turn = Turn(game, rules, before.state, before.accounts, before.table, command)
    was = None if before.state is None else turn.due
    do = command["do"]
    if (before.table["closed"] and do not in SEALING) or (do == "open") == before.table["open"]:
        state = (
            "is closed" if before.table["closed"] else "is open already" if before.table["open"] else "is not open yet"
        )
        turn.refused(Refusal(f"the table {state}", (SUBMISSION,)))
    else:
        HANDLERS[do](turn)
    if turn.state is not None and do not in SEALING:
        if not turn.table["closed"]:
            turn.go_on()
        _transitions(turn, was)
    after = _after(turn, before)
    wrong = imbalance(game, after)
    assert wrong is None, f"{game.id}: {wrong} after {dict(command)}"
    return Decided(_events(turn, before, after, seq), after, tuple(turn.refills))


def _transitions(turn: Turn, was: Due | None) -> None:
    """Gaming stops, gaming resumes, a new round begins."""
    due = turn.due
    if isinstance(due, Stopped) and not (isinstance(was, Stopped) and was.device == due.device):
        turn.emit(
            "table-stopped",
            due.cites,
            {"device": due.device, "text": f"Gaming stops: {awaited(due).partition(': ')[2]}."},
        )
    if isinstance(was, Stopped) and not isinstance(due, Stopped):
        turn.emit("table-resumed", was.cites, {"device": was.device, "text": "The stop is lifted."})
    procedures.forget(turn, lambda name: name in procedures_open(due))
    over = turn.table["over"] or any(draft.event in ("result", "round-voided") for draft in turn.drafts)
    begins = over and isinstance(due, Wagers) and not due.within
    turn.table = {**turn.table, "over": over and not begins, "round": turn.table["round"] + begins}
    if begins and turn.table["faces"]:
        turn.table = {**turn.table, "faces": {}}
    left = len(turn.table["pending"])
    if begins and left and not turn.game.reads_on:
        text = f"{left} more had been entered than the round needed: what is left does not count."
        turn.emit("entered-dropped", (), {"left": left, "text": text})
        turn.table = {**turn.table, "pending": []}


def _after(turn: Turn, before: Position) -> Position:
    game = before.plain["game"] if turn.state is before.state else plain(turn.state)
    return Position({"accounts": turn.accounts, "table": turn.table, "game": game}, turn.state)


def _events(turn: Turn, before: Position, after: Position, seq: int) -> tuple[Event, ...]:
    parts = ("table", "game")
    patch = diff({name: before.plain[name] for name in parts}, {name: after.plain[name] for name in parts})
    number = before.table["round"]
    events = [
        Event(seq + n, d.event, d.cites, turn.at, number, (n + 1, len(turn.drafts)), d.fields, d.moves, to=d.to)
        for n, d in enumerate(turn.drafts)
    ]
    assert events, f"nothing came of {dict(turn.command)}"
    events[0] = replace(events[0], command=dict(turn.command), patch=tuple(patch))
    return tuple(events)
