"""The register of approvals: of layouts, devices, locations, symbols and wordings, with Bureau, number, date and conditions.

A submission names its approvals; the register has those that the Board gave. If a submission names an approval that is not in
the register, or leaves out a required one, its table is a practice table.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, insert, select

from houseway.games import find_game
from houseway.law import BadInput, Rules
from houseway.law.approval import APPROVERS, LONGEST_NUMBER, Approval, Condition
from houseway.law.dates import read_day
from houseway.law.errors import nearest
from houseway.law.inputs import visible
from houseway.service.access import OFFICE_OF, QUESTION_RULES, Forbidden, Hidden, Principal, may, may_register
from houseway.service.submissions import HOW_ENTERED, Submissions
from houseway.store.approvals_schema import approval_steps, approvals, holders
from houseway.store.database import Database
from houseway.table import wall_clock
from houseway.table.table import Clock

LONGEST_CONDITIONS = 4000


@dataclass(frozen=True, slots=True)
class Registered:
    """One approval in the register; `withdrawn_on`: the day from which it no longer counts, or empty."""

    number: int
    holder: str
    game: str
    key: str
    body: str
    approval: str
    approved_on: str
    conditions: str
    by: str
    at: int
    withdrawn_on: str = ""

    def counts(self, day: date) -> bool:
        """Whether the approval is in effect on a day."""
        text = day.isoformat()
        return self.approved_on <= text and (not self.withdrawn_on or text < self.withdrawn_on)

    def as_json(self) -> dict[str, Any]:
        """The entry as plain values."""
        return {
            "number": self.number,
            "holder": self.holder,
            "game": self.game,
            "approval": self.key,
            "by": self.body,
            "approval_number": self.approval,
            "date": self.approved_on,
            "conditions": self.conditions,
            "withdrawn_on": self.withdrawn_on or None,
        }


def approvable(game: str) -> dict[str, Approval]:
    """The approvals that the editions of a game require, by key."""
    chapter = find_game(game, outside=False).chapter
    return {each.key: each for name in chapter.outline.editions for each in chapter.edition(name).approvals}


def _refuse_twice(connection: Connection, holder: str, game: str, key: str, approval: str, day: str) -> None:
    """Raise BadInput if the approval is in the register and not withdrawn."""
    of = approvals.c
    withdrawn = select(approval_steps.c.entry)
    there = connection.execute(
        select(of.number).where(
            of.holder == holder,
            of.game == game,
            of.key == key,
            of.approval == approval,
            of.approved_on == day,
            of.number.not_in(withdrawn),
        )
    ).scalar()
    if there is not None:
        right = "withdraw that entry first if its conditions have changed"
        raise BadInput(
            f"approval {visible(approval)} of {day} for {key} is already in the register as number {there}; {right}"
        )


class Register:
    """The register of all holders."""

    def __init__(self, database: Database, clock: Clock = wall_clock) -> None:
        self.database, self._clock = database, clock

    def enter(
        self, by: Principal, holder: str, game: str, key: str, approval: str, approved_on: str, conditions: str = ""
    ) -> Registered:
        """Enter an approval; only the body named in the paragraph that requires the approval may do so."""
        wanted = approvable(game)
        if key not in wanted:
            raise BadInput(f'approval: "{visible(key)}" needs no approval at {game}; {nearest(key, wanted)}')
        asked = wanted[key]
        assert asked.by in APPROVERS
        if not may_register(by, asked.by):
            raise Forbidden(f"You cannot approve {asked.says}", f"this is for the {asked.by}", (asked.cite,))
        if not approval.strip() or len(approval) > LONGEST_NUMBER or not approval.isprintable():
            raise BadInput(f"approval_number: write the number of the approval, at most {LONGEST_NUMBER} characters")
        if len(conditions) > LONGEST_CONDITIONS:
            raise BadInput(f"conditions: write at most {LONGEST_CONDITIONS} characters")
        day = read_day(approved_on, "date").isoformat()
        role = OFFICE_OF[asked.by]
        with self.database.write() as connection:
            known = (
                select(holders.c.id).where(holders.c.id == holder).with_for_update()
            )  # simultaneous requests take turns
            if connection.execute(known).one_or_none() is None:
                raise BadInput(f"holder: there is no certificate holder {visible(holder)}; {HOW_ENTERED}")
            _refuse_twice(connection, holder, game, key, approval, day)
            made = connection.execute(
                insert(approvals).values(
                    holder=holder,
                    game=game,
                    key=key,
                    body=asked.by,
                    approval=approval,
                    approved_on=day,
                    conditions=conditions,
                    by=by.account,
                    role=role,
                    at=self._clock(),
                )
            )
            number = made.inserted_primary_key[0] if made.inserted_primary_key is not None else 0
        return self._all(number=number)[0]

    def withdraw(self, by: Principal, number: int, note: str, effective_on: str) -> Registered:
        """Withdraw an approval as of a day; the entry stays in the register."""
        found = self._all(number=number)
        if not found or not (may(by, QUESTION_RULES) or by.holder == found[0].holder):
            raise Hidden(f"there is no approval {number}")
        entry = found[0]
        if not may_register(by, entry.body):
            raise Forbidden("You cannot withdraw this approval", f"this is for the {entry.body}")
        if entry.withdrawn_on:
            raise BadInput(f"approval {number} was already withdrawn as of {entry.withdrawn_on}")
        if not note.strip():
            raise BadInput("note: is missing; say why the approval is withdrawn")
        day = read_day(effective_on, "effective_on").isoformat()
        if day < (today := Submissions(self.database, self._clock).today.isoformat()):
            raise BadInput(f"effective_on: {day} has passed; an approval is withdrawn as of {today} or a later day")
        values = {"entry": number, "step": "withdrawn", "note": note, "effective_on": day}
        with self.database.write() as connection:
            connection.execute(
                insert(approval_steps).values(
                    **values, by=by.account, role=str(OFFICE_OF[entry.body]), at=self._clock()
                )
            )
        return self._all(number=number)[0]

    def listed(self, by: Principal, holder: str = "", game: str = "") -> list[Registered]:
        """The entries that a principal may see."""
        found = self._all(holder=holder, game=game)
        return [each for each in found if may(by, QUESTION_RULES) or by.holder == each.holder]

    def missing(self, rules: Rules, holder: str, day: date) -> tuple[Condition, ...]:
        """The approvals that a table lacks: required ones that are not named, and named ones that are not in the register."""
        found = list(rules.outstanding(day))
        entries = self._all(holder=holder, game=rules.game)
        there = {(each.key, each.approval, each.approved_on) for each in entries if each.counts(day)}
        ended = {(each.key, each.approval, each.approved_on): each.withdrawn_on for each in entries}
        wanted = {each.key: each for each in rules.edition.approvals}
        for key, named in rules.approvals.items():
            entry = (key, named["number"], named["date"])
            if entry not in there:
                wrong = f"was withdrawn as of {ended[entry]}" if ended.get(entry) else "is not in the register"
                problem = f"{wanted[key].says}: approval {named['number']} of {named['date']} {wrong}"
                found.append(Condition(wanted[key], problem))
        return tuple(found)

    def _all(self, number: int | None = None, holder: str = "", game: str = "") -> list[Registered]:
        query = select(approvals).order_by(approvals.c.number)
        if number is not None:
            query = query.where(approvals.c.number == number)
        if holder:
            query = query.where(approvals.c.holder == holder)
        if game:
            query = query.where(approvals.c.game == game)
        with self.database.read() as connection:
            rows = connection.execute(query).all()
            ended = {row.entry: row.effective_on for row in connection.execute(select(approval_steps))}
        return [
            Registered(
                row.number, row.holder, row.game, row.key, row.body, row.approval, row.approved_on, row.conditions,
                row.by, row.at, ended.get(row.number, ""),
            )
            for row in rows
        ]  # fmt: skip
