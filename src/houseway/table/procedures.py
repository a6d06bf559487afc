"""Procedures at a table: each step by the right role, in the law's order if there is one, recorded with its paragraph."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from houseway.core import AnyGame, Done, Procedure, Refusal, Role, Stepped, procedures_open, seat_account
from houseway.core.frozen import maker, replace
from houseway.law import Citation, ProcedureStep, Rules
from houseway.law.errors import shown
from houseway.law.roles import role_name
from houseway.law.submission import SUBMISSION
from houseway.table.commands import DoStep

if TYPE_CHECKING:
    from houseway.table.turn import Turn


_stepped, _procedure_done = maker(Stepped), maker(Done)


def steps_left(turn: Turn, name: str) -> list[ProcedureStep]:
    """The remaining steps of a procedure."""
    return undone(turn.game, turn.rules, turn.state, turn.table.steps, name)


def undone(
    game: AnyGame, rules: Rules, state: Any, done: Mapping[str, tuple[tuple[str, str], ...]], name: str
) -> list[ProcedureStep]:
    """The same without a turn: `done` has the steps done so far, by procedure."""
    asked = rules.procedure(name).steps_for(game.law.settings(rules, state), rules.cites)
    marks = done.get(name, ())
    if not marks:
        return list(asked)
    return [step for step in asked if (step.cite, step.item) not in marks]


def by_hand(turn: Turn, command: DoStep) -> None:
    """The command `step`."""
    cite, item, by = command.cite, command.item, command.by
    open_now = procedures_open(turn.due)
    for name in open_now:
        left = steps_left(turn, name)
        step = next((s for s in left if s.cite == cite and item in ("", s.item)), None)
        if step is None:
            continue
        if _fails(turn, name, left, step, command):
            return
        noted, last = [(step, dict(command.data))], all((s.cite, s.item) == (step.cite, step.item) for s in left)
        refusal = _refuse(turn, name, left, step, command)
        if refusal is None and last:
            refusal = _refuse_done(turn, _whole(turn, name, noted))
        if refusal is not None:
            turn.refused(refusal)
            return
        _tell(turn, name, step, by, noted[0][1])
        if last:
            _go_on(turn, _whole(turn, name, noted))
        else:
            _keep(turn, name, noted)
        return
    wanted = [f"{step.cite} {step.item}".strip() for name in open_now for step in steps_left(turn, name)]
    reason = f"{f'{cite} {item}'.strip()} is not a step that is due now"
    reason += f"; due: {', '.join(dict.fromkeys(wanted))}" if wanted else ""
    turn.refused(Refusal(reason, tuple(dict.fromkeys((cite, *turn.due.cites)))))


def _fails(turn: Turn, name: str, left: list[ProcedureStep], step: ProcedureStep, command: DoStep) -> bool:
    """Let the game act on a step that notes a failure; the procedure starts over. False: it is a step like any other."""
    fact = Stepped(name, step.cite, step.item, command.by, turn.at, dict(command.data))
    in_turn = not turn.rules.procedure(name).ordered or step is left[0]
    if not (step.may(command.by) and in_turn and turn.game.law.fails(turn.rules, turn.state, fact)):
        return False
    forget(turn, [each for each in turn.table.steps if each != name])
    turn.take(fact)
    return True


def _refuse(turn: Turn, name: str, left: list[ProcedureStep], step: ProcedureStep, command: DoStep) -> Refusal | None:
    by = command.by
    if not step.may(by):
        return Refusal(f"this is for {step.who}, not for {role_name(by)}: {step.says}", (step.cite,))
    if command.data.get("verified", True) is not True:
        return Refusal(f"the check failed, so this step is not done: {step.says}", (step.cite,))
    interrupted = _interrupted(turn, name)
    if interrupted is not None:
        return interrupted
    if turn.rules.procedure(name).ordered and step is not left[0]:
        return Refusal(f"first: {left[0].says}", (left[0].cite,))
    if step.present and not _player_there(turn):
        return Refusal(f"no player is at the table yet: {step.says}", (step.cite,))
    for field, right in step.must.items():
        if command.data.get(field, right) != right:
            noted = _in_words(command.data[field])
            return Refusal(f"{field} is noted as {noted} and must be {_in_words(right)}: {step.says}", (step.cite,))
    fact = Stepped(name, step.cite, step.item, by, turn.at, dict(command.data))
    return turn.refusal(fact) or _refuse_other_approval(turn.rules, fact)


def _refuse_other_approval(rules: Rules, fact: Stepped) -> Refusal | None:
    """An approval that a step notes is the one that the Rules Submission names for this paragraph."""
    noted = str(fact.data.get("approval", ""))
    if not noted:
        return None
    wanted = [each for each in rules.edition.approvals if fact.cite.under(each.cite)]
    named = [rules.approvals[each.key]["number"] for each in wanted if each.key in rules.approvals]
    if any(number.casefold() in noted.casefold() for number in named):
        return None
    if not named and any(each.number_in for each in wanted):
        return None  # it is named by another key, which the game knows
    if named:
        right = f"is not the one in the Rules Submission: note {' or '.join(map(shown, named))}"
    else:
        of, keys = (" or ".join(dict.fromkeys(each)) for each in zip(*((w.says, w.field) for w in wanted), strict=True))
        right = f'is not in the Rules Submission, which names no approval of {of}: leave "approval" out, as at a '
        right += f"practice table, or file a submission that names it as {keys}"
    return Refusal(f'"approval": {shown(noted)} {right}', (fact.cite, SUBMISSION))


def _interrupted(turn: Turn, name: str) -> Refusal | None:
    """Another procedure has interrupted the one that is due: once it has begun, it is completed first."""
    due = turn.due
    begun = [each for each in due.may if turn.table.steps.get(each)] if isinstance(due, Procedure) else []
    if not begun or name in begun:
        return None
    first, ordered = steps_left(turn, begun[0])[0], Citation(turn.table.steps[begun[0]][0][0])
    return Refusal(f"first: {first.says}", tuple(dict.fromkeys((first.cite, ordered))))


def _in_words(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else shown(value)


def complete(turn: Turn, name: str) -> bool:
    """Do all steps that are left as they normally go, by the role the law names. False: one is refused, or awaits a player.

    What only people can note is left out of the record.
    """
    done: list[Noted] = []
    for step in steps_left(turn, name):
        if step.present and not _player_there(turn):  # it continues once a player is there
            _keep(turn, name, done)
            return False
        data = dict(turn.game.law.normal_notes(turn.rules, turn.state, step))
        refusal = turn.refusal(_stepped(name, step.cite, step.item, step.by, turn.at, data))
        if refusal is not None:
            _keep(turn, name, done)
            turn.refused(refusal)
            return False
        for field in turn.game.law.only_people_note(turn.rules, turn.state, step):
            data.pop(field, None)
        _tell(turn, name, step, step.by, data)
        done.append((step, data))
    fact = _whole(turn, name, done)
    refusal = _refuse_done(turn, fact)
    if refusal is not None:  # its steps are to be done again
        turn.refused(refusal)
        return False
    _go_on(turn, fact)
    return True


Noted = tuple[ProcedureStep, dict[str, Any]]  # a step that was done, and what it noted


def _tell(turn: Turn, name: str, step: ProcedureStep, by: Role, data: dict[str, Any]) -> None:
    fields: dict[str, Any] = {"procedure": name, "by": str(by)}
    if step.item:
        fields["item"] = step.item
    if data:
        fields["noted"] = data
    fields["text"] = step.says
    turn.emit("step-done", (step.cite,), fields)


def _player_there(turn: Turn) -> bool:
    return player_there(turn.game, turn.rules, turn.state, turn.accounts)


def player_there(game: AnyGame, rules: Rules, state: Any, accounts: Mapping[str, int]) -> bool:
    """Is a player at the table, with chips or a wager?"""
    seats = range(1, rules.boxes + 1)
    return any(accounts.get(seat_account(seat)) for seat in seats) or bool(game.law.placed(state))


def _keep(turn: Turn, name: str, done: list[Noted]) -> None:
    """Remember the steps that were done; later steps may depend on them."""
    steps, notes = turn.table.steps, turn.table.notes
    if done:
        marks = (*steps.get(name, ()), *((str(step.cite), step.item) for step, _ in done))
        noted = {**notes.get(name, {}), **_notes(turn, done)}
        turn.table = replace(turn.table, steps={**steps, name: marks}, notes={**notes, name: noted})


def _notes(turn: Turn, done: list[Noted]) -> dict[str, Any]:
    """The time and the notes of each step."""
    return {
        f"{step.cite} {step.item}" if step.item else str(step.cite): {"at": turn.at, "noted": data}
        for step, data in done
    }


def _whole(turn: Turn, name: str, last: list[Noted]) -> Done:
    """The procedure, complete with its last steps."""
    before, notes = turn.table.notes.get(name), _notes(turn, last)
    return _procedure_done(name, turn.at, notes if before is None else {**before, **notes})


def _refuse_done(turn: Turn, fact: Done) -> Refusal | None:
    """Refuse a complete procedure; its steps were due, so only the game can."""
    return turn.game.law.refuse(turn.rules, turn.state, fact)


def _go_on(turn: Turn, fact: Done) -> None:
    """Complete the procedure, so the game continues."""
    name, due = fact.procedure, turn.due
    if turn.table.steps:
        over = (
            (name, due.name) if isinstance(due, Procedure) else (name,)
        )  # a procedure that it interrupted starts over
        forget(turn, [each for each in turn.table.steps if each not in over])
    turn.take(fact)


def forget(turn: Turn, keep: Collection[str]) -> None:
    """Drop the steps of procedures that are complete or no longer due."""
    table = turn.table
    if not table.steps or all(name in keep for name in table.steps):
        return
    steps, notes = ({name: each[name] for name in each if name in keep} for each in (table.steps, table.notes))
    turn.table = replace(table, steps=steps, notes=notes)
