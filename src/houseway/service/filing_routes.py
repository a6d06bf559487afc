"""Endpoints for filings: holders, submissions and their steps, approvals, credentials, timers, and opening a session."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable
from datetime import date
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response
from pydantic import Field, StringConstraints

from houseway.games import find_game
from houseway.law import BadInput, Unlawful
from houseway.law.dates import read_day
from houseway.law.errors import shown
from houseway.numerics.sources import ManualSource, Source
from houseway.service.access import (
    CREW,
    OPEN_SESSION,
    READERS_OF_ALL,
    SEE_RECORDS,
    SEE_TABLE,
    Forbidden,
    Hidden,
    Principal,
    may,
)
from houseway.service.api_common import TABLE_ID, Caller, ServiceOf, TableId, answered, problems, refused
from houseway.service.api_tables import listed
from houseway.service.hosted import ConflictError, Hosted
from houseway.service.models import Taken
from houseway.service.problems import CHANGE_SETTINGS, Problem, right_in
from houseway.service.reading import SessionHead
from houseway.service.serving import Service
from houseway.service.session_opening import NotApprovedError, Under, Wanted
from houseway.service.submissions import LONGEST_NAME, LONGEST_NOTE
from houseway.service.table_view import where
from houseway.store.submission_texts import LONGEST_FILE

router = APIRouter(prefix="/v1", tags=["filing"])
T = TypeVar("T")

LARGEST = 2**53 - 1
NO_NULL = r"^[^\x00]*$"
AN_ID = r"^[A-Za-z0-9_.-]*$"
Id = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=AN_ID)]
OptionalId = Annotated[str, StringConstraints(max_length=60, pattern=AN_ID)]
InPath = Annotated[str, Path(max_length=60, pattern=AN_ID)]
NewTableId = Annotated[
    str, Path(description="The id of a table, which may be new.", json_schema_extra={"pattern": TABLE_ID})
]
A_NAME = "write 1 to 60 letters, digits, dots, hyphens and underscores, and begin with a letter or digit"
Number = Annotated[int, Path(ge=1, le=LARGEST)]
OnlyId = Annotated[str, Query(max_length=60, pattern=AN_ID)]
Day = Annotated[str, StringConstraints(max_length=10, pattern=r"^[0-9-]*$")]
AskedDay = Annotated[
    str, Query(max_length=10, pattern=r"^[0-9-]*$", description="A date, such as 2026-11-17; today by default.")
]
Note = Annotated[str, StringConstraints(max_length=LONGEST_NOTE, pattern=NO_NULL)]
Short = Annotated[str, StringConstraints(max_length=60, pattern=NO_NULL)]
Text = Annotated[str, StringConstraints(max_length=LONGEST_FILE, pattern=NO_NULL)]


class NewHolder(Taken):
    """Enter a certificate holder."""

    id: Id
    name: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME, pattern=NO_NULL)]


class Draft(Taken):
    """Draft a submission: its text as in a file, and the id of the submission that it will supersede, if any."""

    holder: Id
    text: Text
    supersedes: OptionalId = ""


class NewStep(Taken):
    """A step: submitted, withdrawn, questioned, approved (with the Board's number and a date) or denied."""

    step: Short
    note: Note = ""
    approval: Short = ""
    effective_on: Day = ""


class NewApproval(Taken):
    """An approval that a chapter requires."""

    holder: Id
    game: Id
    approval: Id
    approval_number: Short
    date: Day
    conditions: Note = ""


class Ending(Taken):
    """The end of an approval or a credential, as of a day."""

    note: Note
    effective_on: Day


class NewCredential(Taken):
    """A credential, or training in a game."""

    kind: Short
    credential: Short
    valid_from: Day
    valid_to: Day = ""
    game: OptionalId = ""


class NewSession(Taken):
    """Begin a session of a table: under a filed submission, or for practice with the text of an unfiled one."""

    submission: OptionalId = ""
    text: Text = ""
    practice: Annotated[bool, Field(strict=True)] = False
    source: Literal["system", "manual", "seeded"] | None = None
    seed: Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=NO_NULL)] | None = None


async def _asked(service: Service, caller: Principal, act: Callable[[], T]) -> T:
    """Work with the filings in another thread; an error becomes a problem, and a forbidden attempt is recorded."""
    try:
        return await asyncio.to_thread(act)
    except Exception as error:
        raise await _problem(service, caller, error) from error


async def _problem(service: Service, caller: Principal, error: Exception, table_id: str = "") -> Exception:
    match error:
        case Forbidden():
            return await refused(service, caller, error, table_id)
        case Unlawful(findings=findings):
            found = [each.as_json() for each in findings]
            cites = list(dict.fromkeys(str(cite) for each in findings for cite in each.cites))
            detail = str(error).partition("\n")[0]
            return Problem("refused", detail, right=CHANGE_SETTINGS, cites=cites, more={"findings": found})
        case NotApprovedError():
            more = {"findings": [each.as_json() for each in error.missing]}
            right = "have them approved and registered, or open the table for practice"
            return Problem("refused", str(error), right=right, cites=error.cites, more=more)
        case ConflictError():
            return Problem("elsewhere", str(error), right=right_in(str(error)) or "look at it again before you decide")
        case BadInput():
            return Problem("bad-request", str(error))
    return error


def _day(text: str, usual: date) -> date:
    return read_day(text, "day") if text else usual


# Holders


@router.get("/holders", responses=problems(), summary="List the certificate holders")
async def list_holders(service: ServiceOf, caller: Caller) -> Response:
    """All certificate holders, by id."""
    found = await _asked(service, caller, service.filing.submissions.holders)
    return answered({"holders": [{"id": each, "name": name} for each, name in found.items()]})


@router.post("/holders", status_code=201, responses=problems(409), summary="Enter a certificate holder")
async def enter_holder(service: ServiceOf, caller: Caller, given: NewHolder) -> Response:
    """Enter a certificate holder, as the Board's staff or the administrator."""
    await _asked(service, caller, lambda: service.filing.submissions.add_holder(caller, given.id, given.name))
    return answered({"id": given.id, "name": given.name}, 201)


# Submissions


@router.get("/submissions", responses=problems(), summary="List submissions")
async def list_submissions(service: ServiceOf, caller: Caller, holder: OnlyId = "", game: OnlyId = "") -> Response:
    """The submissions that the caller may see: the Board's staff see those of all holders, others those of their own holder."""
    filing = service.filing.submissions

    def found() -> list[dict[str, Any]]:
        return [each.as_json(filing.today) for each in filing.listed(caller, holder, game)]

    return answered({"submissions": await _asked(service, caller, found)})


@router.post("/submissions", status_code=201, responses=problems(409, 422), summary="Draft a submission")
async def draft(service: ServiceOf, caller: Caller, given: Draft) -> Response:
    """Draft a submission. An unlawful submission is refused with every finding and its citations."""
    filing = service.filing.submissions
    filed = await _asked(service, caller, lambda: filing.draft(caller, given.holder, given.text, given.supersedes))
    return answered(filed.as_json(filing.today), 201)


@router.get("/submissions/{submission}", responses=problems(), summary="One submission")
async def one_submission(service: ServiceOf, caller: Caller, submission: InPath) -> Response:
    """A submission with its text, its recorded steps, and the steps that the caller may take now (`may`)."""
    filing = service.filing.submissions
    filed = await _asked(service, caller, lambda: filing.find(caller, submission))
    return answered({**filed.as_json(filing.today), "text": filed.text, "may": filing.possible(caller, filed)})


@router.post("/submissions/{submission}/steps", status_code=201, responses=problems(409, 422), summary="Take a step")
async def take_step(service: ServiceOf, caller: Caller, submission: InPath, given: NewStep) -> Response:
    """Take the next step of a submission; the account and the time are recorded with it."""
    filing = service.filing.submissions
    filed = await _asked(
        service,
        caller,
        lambda: filing.take_step(caller, submission, given.step, given.note, given.approval, given.effective_on),
    )
    return answered(filed.as_json(filing.today), 201)


@router.get("/comparisons", responses=problems(), summary="The holders that offer each game")
async def offered(service: ServiceOf, caller: Caller, day: AskedDay = "") -> Response:
    """The holders that offer each game under a submission in effect."""
    filing = service.filing.submissions

    def found() -> dict[str, Any]:
        on = _day(day, filing.today)
        games = filing.offered(caller, on)
        return {
            "day": on.isoformat(),
            "games": {name: {"count": len(each), "holders": each} for name, each in games.items()},
        }

    return answered(await _asked(service, caller, found))


@router.get("/comparisons/{game}", responses=problems(422), summary="A game at all holders, side by side")
async def compare(service: ServiceOf, caller: Caller, game: InPath, day: AskedDay = "") -> Response:
    """The holders that offer a game: the settings in which each differs from the default, and from the others."""
    filing = service.filing.submissions

    def found() -> dict[str, Any]:
        on, name = _day(day, filing.today), find_game(game, outside=False).id
        rows = filing.compared(caller, name, on)
        return {
            "game": name,
            "day": on.isoformat(),
            "offered": rows,
            "differences": filing.side_by_side(caller, name, on),
        }

    return answered(await _asked(service, caller, found))


# Approvals


@router.get("/approvals", responses=problems(), summary="The register of approvals")
async def list_approvals(service: ServiceOf, caller: Caller, holder: OnlyId = "", game: OnlyId = "") -> Response:
    """The entries that the caller may see."""
    found = await _asked(service, caller, lambda: service.filing.register.listed(caller, holder, game))
    return answered({"approvals": [each.as_json() for each in found]})


@router.post("/approvals", status_code=201, responses=problems(), summary="Register an approval")
async def register_approval(service: ServiceOf, caller: Caller, given: NewApproval) -> Response:
    """Enter an approval, as the body that the paragraph names."""
    entry = await _asked(
        service,
        caller,
        lambda: service.filing.register.enter(
            caller, given.holder, given.game, given.approval, given.approval_number, given.date, given.conditions
        ),
    )
    return answered(entry.as_json(), 201)


@router.post("/approvals/{number}/withdrawal", status_code=201, responses=problems(), summary="Withdraw an approval")
async def withdraw_approval(service: ServiceOf, caller: Caller, number: Number, given: Ending) -> Response:
    """Withdraw an approval as of a day; the entry stays in the register."""
    entry = await _asked(
        service, caller, lambda: service.filing.register.withdraw(caller, number, given.note, given.effective_on)
    )
    return answered(entry.as_json(), 201)


# Credentials


@router.get("/accounts/{account}/credentials", responses=problems(), summary="Credentials of an account")
async def list_credentials(service: ServiceOf, caller: Caller, account: InPath) -> Response:
    """The credentials and training of an account: your own, or those of your staff."""
    found = await _asked(service, caller, lambda: service.filing.credentials.listed(caller, account))
    return answered({"credentials": [each.as_json() for each in found]})


@router.post("/accounts/{account}/credentials", status_code=201, responses=problems(), summary="Enter a credential")
async def enter_credential(service: ServiceOf, caller: Caller, account: InPath, given: NewCredential) -> Response:
    """Enter a credential, or training in a game, for another person."""
    entry = await _asked(
        service,
        caller,
        lambda: service.filing.credentials.enter(
            caller, account, given.kind, given.credential, given.valid_from, given.valid_to, given.game
        ),
    )
    return answered(entry.as_json(), 201)


@router.post("/credentials/{number}/revocation", status_code=204, responses=problems(), summary="Revoke a credential")
async def revoke_credential(service: ServiceOf, caller: Caller, number: Number, given: Ending) -> Response:
    """Revoke a credential as of a day; it stays on record."""
    await _asked(
        service, caller, lambda: service.filing.credentials.revoke(caller, number, given.note, given.effective_on)
    )
    return Response(status_code=204)


# Sessions and timers


@router.post(
    "/tables/{table_id}/sessions", status_code=201, responses=problems(409, 422), summary="Begin a session of a table"
)
async def begin_session(
    service: ServiceOf, caller: Caller, table_id: NewTableId, given: NewSession | None = None
) -> Response:
    """Begin a session for practice, or under a submission in effect with all approvals. The table then waits for `open`.

    With neither a submission nor a text, a closed table continues as before: under the same submission, or, if the last session
    had none, under the same rules for practice. `source` may then be `system`, to draw results, or `manual`, to enter them; by
    default the source stays the same.
    """
    if re.fullmatch(TABLE_ID, table_id) is None:
        raise Problem("bad-request", f"{shown(table_id)} cannot be the name of a table", right=A_NAME)
    try:
        if given is None or not (given.submission or given.text):
            hosted = await _next_session(service, caller, table_id, given)
        else:
            source = given.source or "system"
            wanted = Wanted(table_id, given.submission, given.text, given.practice, source, given.seed)
            hosted, _ = await service.filing.open_session(caller, wanted)
    except Exception as error:
        raise await _problem(service, caller, error, table_id) from error
    return answered({**await asyncio.to_thread(_opening, service, table_id, hosted.session), **where(hosted)}, 201)


async def _next_session(service: Service, caller: Principal, table_id: str, given: NewSession | None) -> Hosted:
    """Begin the next session of a closed table like the last one; the source of results stays the same unless it is given."""
    other = None if given is None else given.source
    if given is not None and (given != NewSession(source=other) or other == "seeded"):
        right = "with neither, leave out all but the source (system or manual)"
        raise BadInput(f"name a submission, or give the text of one for practice; {right}")

    def before() -> tuple[SessionHead, Under | None, Source | ManualSource]:
        head = service.records.head(table_id)
        if not listed(caller, head):
            raise Hidden(f"there is no table {table_id}")
        if not may(caller, OPEN_SESSION, head.holder):
            raise Forbidden("You cannot open a table", "this is for the holder's floorperson or above")
        if not head.sealed:
            raise ConflictError(f"session {head.session} of {table_id} is not closed; close the table first")
        source = service.records.at(table_id, head.session, head.seq).table.source
        return head, service.filing.under(table_id, head.session), source

    head, under, source = await asyncio.to_thread(before)
    kind = other or ("manual" if isinstance(source, ManualSource) else source.name)
    seed = secrets.token_hex(16) if kind == "seeded" else None
    if under is not None and under.submission:
        wanted = Wanted(table_id, under.submission, practice=under.practice, source=kind, seed=seed)
        return (await service.filing.open_session(caller, wanted))[0]
    game, rules = await asyncio.to_thread(service.records.rules, table_id, head.session)
    return await service.pit.open_table(table_id, game, rules, head.holder, kind, seed)


def _opening(service: Service, table_id: str, session: int) -> dict[str, Any]:
    """How a session was opened; for practice if nothing is recorded."""
    under = service.filing.under(table_id, session)
    bare = {"table": table_id, "session": session, "submission": None, "practice": True}
    return bare if under is None else under.as_json()


@router.get(
    "/tables/{table_id}/sessions/{session}/opening", responses=problems(), summary="The submission of a session"
)
async def session_opening(service: ServiceOf, caller: Caller, table_id: TableId, session: Number) -> Response:
    """The submission under which a session runs; a session without one is for practice."""

    def found() -> dict[str, Any]:
        head = service.records.head(table_id, session)
        if not listed(caller, head):
            raise Hidden(f"there is no table {table_id}")
        shown = _opening(service, table_id, session)
        known = shown if may(caller, SEE_RECORDS, head.holder) else ("table", "session", "submission", "practice")
        return {name: shown[name] for name in known}

    return answered(await _asked(service, caller, found))


@router.get("/timers", responses=problems(), summary="Deadlines of open tables")
async def list_timers(service: ServiceOf, caller: Caller) -> Response:
    """The deadlines of all open tables that the caller works at or supervises, the next one first."""
    heads = await asyncio.to_thread(service.records.heads)
    found: list[dict[str, Any]] = []
    if any(role in (*CREW, *READERS_OF_ALL) for role in caller.roles):
        for head in heads:
            if not head.sealed and may(caller, SEE_TABLE, head.holder):
                seen = await service.seen(head.table_id)
                found += [{**each.as_json(), "game": seen.game.id} for each in service.filing.timers.of(seen)]
    return answered({"timers": sorted(found, key=lambda each: (each["due"], each["table"], each["what"]))})
