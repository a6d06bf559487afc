"""Deciding: a command at a table becomes events. The same position, command and answers of the house give the same events.

That is what makes an audit possible: it restores each position, decides again with the recorded answers, and compares.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

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


@dataclass(frozen=True, slots=True)
class Decided:
    """The events of one command, and the position after them."""

    events: tuple[Event, ...]
    position: Position


def decide(
    game: AnyGame, rules: Rules, before: Position, command: Decidable, at: Moment, seq: int, house: House
) -> Decided:
    """The events of a command at a time; `seq` is the number of the first of them."""
    turn = Turn(game, rules, before.state, before.accounts, before.table, command, at, seq, house)
    was = None if before.state is None else turn.due
    if before.table["closed"] or isinstance(command, OpenTable) == before.table["open"]:
        state = (
            "is closed" if before.table["closed"] else "is open already" if before.table["open"] else "is not open yet"
        )
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
    game = turned(before.state, before.plain["game"], turn.state)
    return Position({"accounts": turn.accounts, "table": turn.table, "game": game}, turn.state)


def _events(turn: Turn, before: Position, after: Position) -> tuple[Event, ...]:
    number, count = before.table["round"], len(turn.drafts)
    events = [
        Event(turn.seq + n, d.event, d.cites, turn.at, number, (n + 1, count), d.fields, d.moves, to=d.to)
        for n, d in enumerate(turn.drafts)
    ]
    assert events, f"nothing came of {turn.command}"
    record = to_record(turn.game, turn.rules, turn.command)
    events[0] = replace(events[0], command=record, patch=tuple(_patch(turn.game, before, after)))
    return tuple(events)


def _patch(game: AnyGame, before: Position, after: Position) -> list[PatchOp]:
    """What changed; parts of the game's state that not everybody has seen are set whole, and marked."""
    old, new = ({"table": p.plain["table"], "game": p.plain["game"]} for p in (before, after))
    hidden = frozenset(game.private_state(after.state)) if after.state is not None else frozenset()
    was_hidden = frozenset(game.private_state(before.state)) if before.state is not None else frozenset()
    if not hidden and not was_hidden:
        return diff(old, new)
    parts = sorted(hidden | was_hidden)
    patch = diff(_without(old, parts), _without(new, parts))
    for name in parts:
        value = new["game"][name]
        if old["game"] is None or old["game"][name] != value or (name in hidden) != (name in was_hidden):
            patch.append([PRIVATE if name in hidden else "set", ["game", name], value])
    return patch


def _without(part: Plain, names: list[str]) -> Plain:
    return {**part, "game": part["game"] and {name: None if name in names else v for name, v in part["game"].items()}}
