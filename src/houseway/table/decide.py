"""A command at a table becomes events. The same position, command and answers of the house give the same events.

This makes an audit possible: it restores each position, decides again with the recorded answers, and compares.
"""

from __future__ import annotations

from typing import Any

from houseway.core import AnyGame, Due, Event, Moment, Refusal, Stopped, Wagers, awaited, procedures_open
from houseway.core.frozen import changer, frozen, maker, replace
from houseway.core.game import nothing_private
from houseway.core.plain import PRIVATE, PatchOp, turned_and_compared
from houseway.law import Rules
from houseway.law.submission import SUBMISSION
from houseway.table import orders, procedures
from houseway.table.acts import HANDLERS
from houseway.table.command_records import to_record
from houseway.table.commands import Decidable, OpenTable
from houseway.table.house import House
from houseway.table.position import Plain, TablePosition, imbalance
from houseway.table.table_state import TableState
from houseway.table.turn import Turn

_event, _position = maker(Event), maker(TablePosition)
_next_round = changer(TableState, "over", "round", "faces")
ENDS_A_ROUND = frozenset(("result", "round-voided"))


@frozen
class CommandResult:
    """The events of one command, and the position after them."""

    events: tuple[Event, ...]
    position: TablePosition


NOBODY = ("", "")


def decide(
    game: AnyGame,
    rules: Rules,
    before: TablePosition,
    command: Decidable,
    at: Moment,
    seq: int,
    house: House,
    sender: tuple[str, str] = NOBODY,
) -> CommandResult:
    """The events of a command at a given time; `seq` is the number of the first one, `sender` an account and its role."""
    table = before.table
    turn = Turn(game, rules, before, command, at, seq, house)
    was = turn.due
    if table.closed or isinstance(command, OpenTable) == table.open:
        state = "is closed" if table.closed else "is open already" if table.open else "is not open yet"
        turn.refused(Refusal(f"the table {state}", (SUBMISSION,)))
    else:
        HANDLERS[type(command)](turn, command)
    if turn.state is not None:
        if not turn.table.closed:
            turn.carried_out = True
            turn.go_on()
        _transitions(turn, was)
        orders.show_spent(turn)
    of_game: list[PatchOp] = []
    of_table: list[PatchOp] = []
    after = _after(turn, before, of_game, of_table)
    wrong = None if _same_money(game, before, after) else imbalance(game, after)
    assert wrong is None, f"{game.id}: {wrong} after {command}"
    return CommandResult(_events(turn, before, _patch(game, before, after, of_game, of_table), sender), after)


def _same_money(game: AnyGame, before: TablePosition, after: TablePosition) -> bool:
    """Did no money move and no wager change? Then it is as balanced as it was."""
    if after.plain["accounts"] is not before.plain["accounts"] or before.state is None:
        return False
    return game.law.placed(after.state) is game.law.placed(before.state)


def _transitions(turn: Turn, was: Due | None) -> None:
    """Announce that gaming stops or resumes, and begin a new round."""
    due = turn.due
    if isinstance(due, Stopped) and not (isinstance(was, Stopped) and was.device == due.device):
        turn.emit(
            "table-stopped",
            due.cites,
            {"device": due.device, "text": f"Gaming stops: {awaited(due).partition(': ')[2]}."},
        )
    if isinstance(was, Stopped) and not isinstance(due, Stopped):
        turn.emit("table-resumed", was.cites, {"device": was.device, "text": "The stop is lifted."})
    if turn.table.steps:
        procedures.forget(turn, procedures_open(due))
    was_over = turn.table.over
    over = was_over
    if not over:
        for draft in turn.drafts:
            if draft.event in ENDS_A_ROUND:
                over = True
                break
    begins = over and isinstance(due, Wagers) and not due.within
    if begins:
        turn.table = _next_round(turn.table, over=False, round=turn.table.round + 1, faces=turn.table.faces and {})
    elif over is not was_over:
        turn.table = replace(turn.table, over=over)
    left = len(turn.table.pending)
    if begins and left and not turn.game.law.reads_on:
        text = f"{left} more had been entered than the round needed: what is left does not count."
        because = next((draft.cites for draft in reversed(turn.drafts) if draft.event in ENDS_A_ROUND), due.cites)
        turn.emit("entered-dropped", because, {"left": left, "text": text})
        turn.table = replace(turn.table, pending=())


def _after(turn: Turn, before: TablePosition, of_game: list[PatchOp], of_table: list[PatchOp]) -> TablePosition:
    """The position after the command; what changed in both states is added to their patches."""
    game = turned_and_compared(before.state, before.plain["game"], turn.state, ("game",), of_game)
    table = turned_and_compared(before.table, before.plain["table"], turn.table, ("table",), of_table)
    plain: Plain = {"accounts": turn.accounts, "table": table, "game": game}
    return _position(plain, turn.table, turn.state, turn.due)


def _events(
    turn: Turn, before: TablePosition, patch: tuple[PatchOp, ...], sender: tuple[str, str]
) -> tuple[Event, ...]:
    number, count, at, seq = before.table.round, len(turn.drafts), turn.at, turn.seq
    assert count, f"{turn.command} made no events: advance must say the result, as Said(…, 'result')"
    command: dict[str, Any] | None = to_record(turn.game, turn.rules, turn.command)
    events = []
    actor, role = sender
    for n, d in enumerate(turn.drafts):
        events.append(
            _event(
                seq + n, d.event, d.cites, at, number, (n + 1, count), d.fields, d.moves, command, patch, d.to,
                "", actor, role,
            )
        )  # fmt: skip
        command, patch, actor, role = None, (), "", ""
    return tuple(events)


def _patch(
    game: AnyGame, before: TablePosition, after: TablePosition, changed: list[PatchOp], of_table: list[PatchOp]
) -> tuple[PatchOp, ...]:
    """The patch; parts of the game's state that not everybody has seen are set whole, and marked.

    `changed`: the changes of the game's state, seen or not; `of_table`: those of the table's.
    """
    if game.law.private_state is nothing_private:
        return (*changed, *of_table)
    hidden = game.law.private_state(after.state) if after.state is not None else ()
    was_hidden = game.law.private_state(before.state) if before.state is not None else ()
    if not hidden and not was_hidden:
        return (*changed, *of_table)
    old, new, parts = before.plain["game"], after.plain["game"], sorted({*hidden, *was_hidden})
    if old is None:
        changed = [["set", ["game"], {**new, **dict.fromkeys(parts)}]]
    patch = [op for op in changed if len(op[1]) < 2 or op[1][1] not in parts] + of_table
    for name in parts:
        value = new[name]
        if old is None or old[name] != value or (name in hidden) != (name in was_hidden):
            patch.append([PRIVATE if name in hidden else "set", ["game", name], value])
    return tuple(patch)
