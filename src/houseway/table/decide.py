"""Deciding: a command at a table becomes events. The same position, command and answers of the house give the same events.

That is what makes an audit possible: it restores each position, decides again with the recorded answers, and compares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from houseway.core import AnyGame, Due, Event, Moment, Refusal, Stopped, Wagers, awaited, procedures_open
from houseway.core.plain import PRIVATE, PatchOp, diff, turned
from houseway.law import Rules
from houseway.law.submission import SUBMISSION
from houseway.table import orders, procedures
from houseway.table.acts import HANDLERS
from houseway.table.command_records import to_record
from houseway.table.commands import Decidable, OpenTable
from houseway.table.house import House
from houseway.table.position import Plain, Position, imbalance
from houseway.table.turn import Turn

ENDS_A_ROUND = frozenset(("result", "round-voided"))


@dataclass(frozen=True, slots=True)
class Decided:
    """The events of one command, and the position after them."""

    events: tuple[Event, ...]
    position: Position


def decide(
    game: AnyGame, rules: Rules, before: Position, command: Decidable, at: Moment, seq: int, house: House
) -> Decided:
    """The events of a command at a time; `seq` is the number of the first of them."""
    table = before.plain["table"]
    turn = Turn(game, rules, before.state, before.plain["accounts"], table, command, at, seq, house, before.due)
    was = None if before.state is None else turn.due
    if table["closed"] or isinstance(command, OpenTable) == table["open"]:
        state = "is closed" if table["closed"] else "is open already" if table["open"] else "is not open yet"
        turn.refused(Refusal(f"the table {state}", (SUBMISSION,)))
    else:
        HANDLERS[type(command)](turn, command)
    if turn.state is not None:
        if not turn.table["closed"]:
            turn.go_on()
        _transitions(turn, was)
        orders.show_spent(turn)
    after = _after(turn, before)
    wrong = imbalance(game, after)
    assert wrong is None, f"{game.id}: {wrong} after {command}"
    return Decided(_events(turn, before, after), after)


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
    procedures.forget(turn, procedures_open(due))
    was_over = turn.table["over"]
    over = was_over or any(draft.event in ENDS_A_ROUND for draft in turn.drafts)
    begins = over and isinstance(due, Wagers) and not due.within
    if begins:
        faces = turn.table["faces"] and {}
        turn.table = {**turn.table, "over": False, "round": turn.table["round"] + 1, "faces": faces}
    elif over is not was_over:
        turn.table = {**turn.table, "over": over}
    left = len(turn.table["pending"])
    if begins and left and not turn.game.reads_on:
        text = f"{left} more had been entered than the round needed: what is left does not count."
        turn.emit("entered-dropped", (), {"left": left, "text": text})
        turn.table = {**turn.table, "pending": []}


def _after(turn: Turn, before: Position) -> Position:
    game = turned(before.state, before.plain["game"], turn.state)
    plain = {"accounts": turn.accounts, "table": turn.table, "game": game}
    return Position(plain, turn.state, None if turn.state is None else turn.due)


def _events(turn: Turn, before: Position, after: Position) -> tuple[Event, ...]:
    number, count, at, seq = before.plain["table"]["round"], len(turn.drafts), turn.at, turn.seq
    assert count, f"nothing came of {turn.command}"
    command: dict[str, Any] | None = to_record(turn.game, turn.rules, turn.command)
    patch = tuple(_patch(turn.game, before, after))
    events = []
    for n, d in enumerate(turn.drafts):
        events.append(
            Event(seq + n, d.event, d.cites, at, number, (n + 1, count), d.fields, d.moves, command, patch, d.to)
        )
        command, patch = None, ()
    return tuple(events)


def _patch(game: AnyGame, before: Position, after: Position) -> list[PatchOp]:
    """What changed; parts of the game's state that not everybody has seen are set whole, and marked."""
    old, new = before.plain["game"], after.plain["game"]
    of_table = diff(before.plain["table"], after.plain["table"], ("table",))
    hidden = frozenset(game.private_state(after.state)) if after.state is not None else frozenset()
    was_hidden = frozenset(game.private_state(before.state)) if before.state is not None else frozenset()
    if not hidden and not was_hidden:
        return diff(old, new, ("game",)) + of_table
    parts = sorted(hidden | was_hidden)
    patch = diff(_without(old, parts), _without(new, parts), ("game",)) + of_table
    for name in parts:
        value = new[name]
        if old is None or old[name] != value or (name in hidden) != (name in was_hidden):
            patch.append([PRIVATE if name in hidden else "set", ["game", name], value])
    return patch


def _without(state: Plain | None, names: list[str]) -> Plain | None:
    return state and {**state, **dict.fromkeys(names)}
