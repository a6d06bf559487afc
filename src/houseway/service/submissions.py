"""The life cycle of a Rules Submission: drafted, submitted, questioned, approved or denied, effective, superseded.

Each step is recorded with its account and time, and never changed. The Board's staff see the submissions of all holders.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, Row, insert, select

from houseway.core import AnyGame, Moment
from houseway.games import rules_for
from houseway.law import BadInput, Rules, Submission
from houseway.law.dates import read_day
from houseway.law.errors import one_of
from houseway.law.inputs import visible
from houseway.law.local_time import local_time
from houseway.records.lines import clock_text
from houseway.service.access import (
    ACTIONS,
    DECIDE_RULES,
    DONE,
    EVERY_ROLE,
    QUESTION_RULES,
    SUBMIT_RULES,
    Forbidden,
    Hidden,
    Principal,
    may,
    role_for,
)
from houseway.service.hosted import ConflictError
from houseway.store.approvals_schema import holders, submission_steps, submissions
from houseway.store.database import Database
from houseway.store.people_schema import accounts
from houseway.store.submission_texts import BOARD_TIME_ZONE, read_rules
from houseway.table import wall_clock
from houseway.table.table import Clock

HOW_ENTERED = "the Board's staff or the administrator enters it first (POST /v1/holders)"
SERVED_BY = "houseway"  # the service itself, which enters the holder of its tables
HOLDER = re.compile(r"[a-z0-9][a-z0-9-]{0,58}")

LONGEST_NOTE, LONGEST_NAME = 4000, 200
DRAFTED, SUBMITTED, QUESTIONED, APPROVED, DENIED, WITHDRAWN, SUPERSEDED = (
    "drafted", "submitted", "questioned", "approved", "denied", "withdrawn", "superseded",
)  # fmt: skip


def not_an_id(holder: str) -> str:
    """Why this is not the id of a holder."""
    return f'"{visible(holder)}" is not an id; write lowercase letters, digits and hyphens, such as parx'


@dataclass(frozen=True, slots=True)
class StepRule:
    """A step: the states after which it may be taken, the action that allows it, and whether it needs a note."""

    after: tuple[str, ...]
    action: str
    note: bool = False


STEPS: Mapping[str, StepRule] = {
    SUBMITTED: StepRule((DRAFTED, QUESTIONED), SUBMIT_RULES),
    WITHDRAWN: StepRule((DRAFTED, SUBMITTED, QUESTIONED), SUBMIT_RULES),
    QUESTIONED: StepRule((SUBMITTED,), QUESTION_RULES, note=True),
    APPROVED: StepRule((SUBMITTED,), DECIDE_RULES),
    DENIED: StepRule((SUBMITTED, QUESTIONED), DECIDE_RULES, note=True),
}
OF_THE_FILER = (DRAFTED, SUBMITTED, WITHDRAWN)  # an account that took one of these cannot approve


@dataclass(frozen=True, slots=True)
class SubmissionStep:
    """One recorded step of a submission."""

    step: str
    by: str
    role: str
    at: int
    note: str = ""
    approval: str = ""
    effective_on: str = ""
    name: str = ""  # that the account signs in with

    def as_json(self) -> dict[str, Any]:
        """The step as plain values."""
        more = {"name": self.name, "note": self.note, "approval": self.approval, "effective_on": self.effective_on}
        return {
            "step": self.step,
            "by": self.by,
            "role": self.role,
            "at": clock_text(Moment(self.at)),
            **{k: v for k, v in more.items() if v},
        }


@dataclass(frozen=True, slots=True)
class Filed:
    """A submission with all its steps."""

    id: str
    holder: str
    game: str
    edition: str
    digest: str
    text: str
    supersedes: str
    steps: tuple[SubmissionStep, ...]

    @property
    def state(self) -> str:
        """The last step other than `superseded`."""
        return next(each.step for each in reversed(self.steps) if each.step != SUPERSEDED)

    def effective(self, day: date) -> bool:
        """Whether the submission is in effect on a day: approved, effective by then, and not superseded by then."""
        text = day.isoformat()
        begins = [each.effective_on for each in self.steps if each.step == APPROVED]
        ends = [each.effective_on for each in self.steps if each.step == SUPERSEDED]
        return bool(begins) and begins[0] <= text and not any(end <= text for end in ends)

    def as_json(self, day: date) -> dict[str, Any]:
        """The submission as plain values, as of a day."""
        state = "effective" if self.effective(day) else self.state
        superseded = any(each.step == SUPERSEDED and each.effective_on <= day.isoformat() for each in self.steps)
        return {
            "id": self.id,
            "holder": self.holder,
            "game": self.game,
            "edition": self.edition,
            "digest": self.digest,
            "state": SUPERSEDED if superseded else state,
            "supersedes": self.supersedes or None,
            "steps": [each.as_json() for each in self.steps],
        }

    def rules(self) -> tuple[AnyGame, Rules]:
        """The game and the rules; raises Unlawful if this version of the program finds them unlawful."""
        return read_rules(self.text, self.id)


class Submissions:
    """The submissions of all holders."""

    def __init__(self, database: Database, clock: Clock = wall_clock, time_zone: str = BOARD_TIME_ZONE) -> None:
        self.database, self._clock, self._zone = database, clock, time_zone

    @property
    def today(self) -> date:
        """Today's date in the Board's time zone."""
        return local_time(self._clock(), self._zone).date()

    # Holders

    def add_holder(self, by: Principal, holder: str, name: str) -> None:
        """Enter a certificate holder, as the Board's staff or the administrator."""
        if not (may(by, DECIDE_RULES) or "administrator" in by.roles):
            raise Forbidden(
                "You cannot enter a certificate holder", "this is for the Board's staff or the administrator"
            )
        if not HOLDER.fullmatch(holder):
            raise BadInput(f"holder: {not_an_id(holder)}")
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise BadInput(f"name: write the holder's name, at most {LONGEST_NAME} characters")
        with self.database.write() as connection:
            if connection.execute(select(holders.c.id).where(holders.c.id == holder)).one_or_none() is not None:
                raise ConflictError(f"{holder} already exists")
            connection.execute(insert(holders).values(id=holder, name=name, **self._who(by, DECIDE_RULES)))

    def enter_served(self, holder: str) -> None:
        """Enter the holder of the service's tables unless it exists, so that its compliance staff can file submissions."""
        if not HOLDER.fullmatch(holder):
            raise BadInput(f"holder: {not_an_id(holder)}")
        with self.database.write() as connection:
            if connection.execute(select(holders.c.id).where(holders.c.id == holder)).one_or_none() is None:
                who = {"by": SERVED_BY, "role": "", "at": self._clock()}
                connection.execute(insert(holders).values(id=holder, name=holder, **who))

    def holders(self) -> dict[str, str]:
        """The names of all holders, by id."""
        with self.database.read() as connection:
            return {row.id: row.name for row in connection.execute(select(holders).order_by(holders.c.id))}

    # Their submissions

    def draft(self, by: Principal, holder: str, text: str, supersedes: str = "") -> Filed:
        """Enter a submission, which must be lawful; raises Unlawful with all findings."""
        self._allowed(by, SUBMIT_RULES, holder)
        game, rules = read_rules(text, "the submission")
        with self.database.write() as connection:
            if connection.execute(select(holders.c.id).where(holders.c.id == holder)).one_or_none() is None:
                raise BadInput(f"holder: there is no certificate holder {visible(holder)}; {HOW_ENTERED}")
            if supersedes:
                old = self._found(connection, supersedes)
                if (old.holder, old.game) != (holder, game.id):
                    raise BadInput(
                        f"supersedes: {supersedes} is for {old.game} of {old.holder}; name one of the same game and holder"
                    )
                if old.state != APPROVED:
                    raise ConflictError(f"{supersedes} is {old.state}; only an approved submission can be superseded")
            name = f"{holder}-{game.id}-{secrets.token_hex(4)}"
            who = self._who(by, SUBMIT_RULES)
            connection.execute(
                insert(submissions).values(
                    id=name,
                    holder=holder,
                    game=game.id,
                    edition=rules.edition.id,
                    digest=rules.digest,
                    text=text,
                    supersedes=supersedes,
                    **who,
                )
            )
            self._record(connection, name, DRAFTED, who)
            return self._found(connection, name)

    def take_step(
        self, by: Principal, name: str, step: str, note: str = "", approval: str = "", effective_on: str = ""
    ) -> Filed:
        """Take a step; raises ConflictError if the step does not follow the submission's state."""
        rule = STEPS.get(step)
        if rule is None:
            raise BadInput(f'step: "{visible(step)}" is not a step; there are {", ".join(STEPS)}')
        if len(note) > LONGEST_NOTE:
            raise BadInput(f"note: is longer than {LONGEST_NOTE} characters")
        if rule.note and not note.strip():
            raise BadInput(f"note: is missing; say why it is {step}")
        with self.database.write() as connection:
            filed = self._found(connection, name)
            self._seen(by, filed)
            self._allowed(by, rule.action, filed.holder)
            if filed.state not in rule.after:
                state = filed.as_json(self.today)["state"]  # the word that the list uses
                raise ConflictError(
                    f"{name} is {state}; only a submission that is {' or '.join(rule.after)} can be {step}"
                )
            if step == APPROVED:
                effective_on = self._effective(filed, by, approval, effective_on)
            elif approval or effective_on:
                raise BadInput(f"approval and effective_on go with the step {APPROVED}; leave them out")
            who = self._who(by, rule.action)
            self._record(connection, name, step, who, note, approval, effective_on)
            if step == APPROVED and filed.supersedes:
                words = f"superseded by {name}"
                self._record(connection, filed.supersedes, SUPERSEDED, who, words, approval, effective_on)
            return self._found(connection, name)

    def _effective(self, filed: Filed, by: Principal, approval: str, effective_on: str) -> str:
        """Check an approval, and return the date on which the submission takes effect."""
        if not approval.strip() or len(approval) > 60 or not approval.isprintable():
            raise BadInput("approval: give the Board's number of the approval, at most 60 characters")
        if by.account in {each.by for each in filed.steps if each.step in OF_THE_FILER}:
            right = "somebody who has not drafted, submitted or withdrawn it approves it"
            raise Forbidden(
                "You took part in filing this submission, so you cannot approve it", right, kind="same-person"
            )
        day = read_day(effective_on, "effective_on")
        if day < self.today:
            raise BadInput(f"effective_on: {day.isoformat()} has passed; an approval takes effect today or later")
        filed.rules()  # the submission must still be lawful
        return day.isoformat()

    def possible(self, by: Principal, filed: Filed) -> list[dict[str, Any]]:
        """The steps that a principal may take now, and what each needs."""
        filers = {each.by for each in filed.steps if each.step in OF_THE_FILER}
        return [
            {"step": step, "note": rule.note, "approval": step == APPROVED}
            for step, rule in STEPS.items()
            if filed.state in rule.after
            and may(by, rule.action, filed.holder)
            and not (step == APPROVED and by.account in filers)
        ]

    def find(self, by: Principal, name: str) -> Filed:
        """A submission; raises Hidden if the principal may not see it."""
        with self.database.read() as connection:
            filed = self._found(connection, name)
        self._seen(by, filed)
        return filed

    def get(self, name: str) -> Filed:
        """A submission, for the service itself."""
        with self.database.read() as connection:
            return self._found(connection, name)

    def listed(self, by: Principal, holder: str = "", game: str = "") -> list[Filed]:
        """The submissions that a principal may see: the Board's staff see those of all holders, others those of their own."""
        query = select(submissions.c.id).order_by(submissions.c.at, submissions.c.id)
        if holder:
            query = query.where(submissions.c.holder == holder)
        if game:
            query = query.where(submissions.c.game == game)
        with self.database.read() as connection:
            found = [self._found(connection, name) for (name,) in connection.execute(query).all()]
        return [each for each in found if self._visible(by, each)]

    def offered(self, by: Principal, day: date | None = None) -> dict[str, list[str]]:
        """The holders that offer each game, among the submissions that the principal may see."""
        on = day if day is not None else self.today
        found: dict[str, set[str]] = {}
        for filed in self.listed(by):
            if filed.effective(on):
                found.setdefault(filed.game, set()).add(filed.holder)
        return {game: sorted(found[game]) for game in sorted(found)}

    def side_by_side(self, by: Principal, game: str, day: date | None = None) -> dict[str, dict[str, Any]]:
        """The settings in which the effective submissions for a game differ from each other, by setting and submission."""
        on = day if day is not None else self.today
        chosen = {each.id: each.rules()[1].submission for each in self.listed(by, game=game) if each.effective(on)}
        keys = sorted({key for settings in chosen.values() for key in settings})
        rows = {key: {name: settings.get(key) for name, settings in chosen.items()} for key in keys}
        return {key: row for key, row in rows.items() if len({repr(value) for value in row.values()}) > 1}

    def compared(self, by: Principal, game: str, day: date | None = None) -> list[dict[str, Any]]:
        """Each effective submission for a game, with the settings that differ from the default."""
        on = day if day is not None else self.today
        rows = []
        for filed in self.listed(by, game=game):
            if filed.effective(on):
                found, rules = filed.rules()
                usual = rules_for(found, Submission("default", {"game": found.id, "edition": rules.edition.id})).rules
                assert usual is not None, "the default submission is lawful"
                ours, theirs = rules.submission, usual.submission
                other = {key: value for key, value in ours.items() if theirs.get(key) != value}
                rows.append(
                    {"holder": filed.holder, "submission": filed.id, "edition": filed.edition, "otherwise": other}
                )
        return rows

    # Helpers

    def _found(self, connection: Connection, name: str) -> Filed:
        row = connection.execute(select(submissions).where(submissions.c.id == name)).one_or_none()
        if row is None:
            raise Hidden(f"there is no submission {visible(name)[:80]}")
        of = submission_steps.c
        query = select(submission_steps, accounts.c.name).outerjoin(accounts, of.by == accounts.c.id)
        query = query.where(of.submission == name).order_by(of.number)
        steps = tuple(_step(each) for each in connection.execute(query))
        return Filed(row.id, row.holder, row.game, row.edition, row.digest, row.text, row.supersedes, steps)

    def _record(
        self, connection: Connection, name: str, step: str, who: Mapping[str, Any], note: str = "", approval: str = "",
        effective_on: str = "",
    ) -> None:  # fmt: skip
        values = {"submission": name, "step": step, "note": note, "approval": approval, "effective_on": effective_on}
        connection.execute(insert(submission_steps).values(**values, **who))

    def _who(self, by: Principal, action: str) -> dict[str, Any]:
        return {"by": by.account, "role": role_for(by, action), "at": self._clock()}

    def _visible(self, by: Principal, filed: Filed) -> bool:
        return may(by, SUBMIT_RULES, filed.holder) or may(by, QUESTION_RULES, filed.holder) or by.holder == filed.holder

    def _seen(self, by: Principal, filed: Filed) -> None:
        if not self._visible(by, filed):
            raise Hidden(f"there is no submission {filed.id}")

    def _allowed(self, by: Principal, action: str, holder: str) -> None:
        if not may(by, action, holder):
            offices = [f"the {role.replace('-', ' ')}" for role in EVERY_ROLE if role in ACTIONS[action]]
            who = f"the compliance office of {visible(holder)}" if action == SUBMIT_RULES else one_of(offices)
            raise Forbidden(f"You cannot {DONE[action]} of {visible(holder)}", f"this is for {who}", ("601a.2",))


def _step(row: Row[Any]) -> SubmissionStep:
    return SubmissionStep(row.step, row.by, row.role, row.at, row.note, row.approval, row.effective_on, row.name or "")


def current(filed: Iterable[Filed], day: date) -> list[Filed]:
    """The submissions in effect on a day."""
    return [each for each in filed if each.effective(day)]
