"""Endpoints for revenue reports, corrections and tax terms."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Header, Path, Query, Response
from pydantic import Field, StringConstraints

from houseway.law import BadInput
from houseway.law.dates import read_day
from houseway.law.roles import LADDER
from houseway.law.tax import LocalShare, TaxSettings, read_percent
from houseway.money import LARGEST_CENTS
from houseway.service.access import (
    CONFIRM_CORRECTION,
    COUNT_DROP,
    PROPOSE_CORRECTION,
    SEE_CORRECTIONS,
    SEE_REVENUE,
    SET_TAX_TERMS,
    Hidden,
    Principal,
    no_scope,
    not_allowed,
    of_holder,
    role_for,
)
from houseway.service.api_common import Caller, ServiceOf, refuse_unless, refused
from houseway.service.command_handling import read_key
from houseway.service.corrections import Corrections, told
from houseway.service.hosted import Sender
from houseway.service.models import Taken
from houseway.service.pit import ElsewhereError
from houseway.service.problems import Problem
from houseway.service.reports import Report, ReportRequest, holder_of, holders, pit_report
from houseway.service.serving import Service
from houseway.service.tax_terms import set_terms, terms_of
from houseway.store.appendix import entries

Document = dict[str, Any]
TableId = Annotated[str, Path(max_length=60)]
Number = Annotated[int, Path(ge=1, le=2**53)]
Name = Annotated[str | None, Query(max_length=60)]
Why = Annotated[str, StringConstraints(max_length=500)]


class TaxTerms(Taken):
    """The date when a holder's table games commenced, the treatment of a losing day, and the local share with its source."""

    commenced: Annotated[str, StringConstraints(max_length=10)]
    loss_day: Annotated[str, StringConstraints(max_length=20)] = "no-tax"
    local_percent: Annotated[str, StringConstraints(max_length=20)] | None = None
    local_source: Why = ""


class LaterCount(Taken):
    """The amount counted in the drop box of a sealed session."""

    cents: Annotated[int, Field(strict=True, ge=0, le=LARGEST_CENTS)]


class Rejection(Taken):
    """The reason for rejecting or withdrawing a correction."""

    why: Why


OwnKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key", max_length=200, description="The sender's id; sent again, it has no second effect."
    ),
]

router = APIRouter(tags=["reports"])


def _own_key(key: str | None) -> str:
    """The sender's id, which is optional here; empty if there is none."""
    return "" if key is None else read_key(key)


async def _holder(service: Service, principal: Principal, table_id: str) -> str:
    """The holder of a table; raises Hidden if the caller may not see the table."""
    try:
        holder = await asyncio.to_thread(holder_of, service.pit.database, table_id)
    except BadInput:
        raise Hidden(f"there is no table {table_id}") from None
    if not any(of_holder(principal, role, holder) for role in principal.roles):
        raise Hidden(f"there is no table {table_id}")
    return holder


async def _sender(service: Service, principal: Principal, table_id: str, *actions: str) -> Sender:
    """The account and its highest role at a table; a token must have the scope of one of these actions."""
    holder = await _holder(service, principal, table_id)
    if principal.scopes is not None and not principal.scopes.intersection(actions):
        raise await refused(service, principal, no_scope(actions[0]), table_id)
    able = [role for role in reversed(LADDER) if role in principal.roles and principal.holder == holder]
    if not able:
        raise await refused(service, principal, not_allowed(principal, actions[0], holder), table_id)
    return Sender(principal.account, str(able[0]))


# Revenue


async def _report(service: Service, asked: ReportRequest, caller: Principal) -> Report:
    """A report on the requested holder or the caller's own; for the Board's staff, by default on all holders."""
    database = service.pit.database
    if asked.holder is None and caller.holder:
        asked = replace(asked, holder=caller.holder)
    named = [asked.holder] if asked.holder is not None else await asyncio.to_thread(holders, database)
    for holder in named:
        await refuse_unless(service, caller, SEE_REVENUE, holder)

    def found() -> Report:
        terms = terms_of(database)
        return pit_report(database, asked, {holder: terms[holder] for holder in named if holder in terms})

    return await asyncio.to_thread(found)


def _requested(
    day: date | None = None, table: Name = None, holder: Name = None, practice: bool = False
) -> ReportRequest:
    """The query of a request for a report."""
    return ReportRequest(day, table, holder, practice)


Requested = Annotated[ReportRequest, Depends(_requested)]


@router.get("/v1/reports/revenue", summary="Gross table game revenue")
async def revenue(service: ServiceOf, caller: Caller, requested: Requested) -> Document:
    """Sessions by gaming day, totals by table, game and day, and the tax."""
    return (await _report(service, requested, caller)).as_json()


@router.get("/v1/reports/revenue.csv", response_class=Response, summary="Gross table game revenue, for spreadsheets")
async def revenue_csv(service: ServiceOf, caller: Caller, requested: Requested) -> Response:
    """The sessions as CSV for spreadsheets."""
    found = await _report(service, requested, caller)
    return Response(found.csv(), media_type="text/csv; charset=utf-8")


@router.put("/v1/holders/{holder}/tax-terms", summary="Set a holder's tax terms")
async def tax_terms(
    service: ServiceOf, caller: Caller, holder: Annotated[str, Path(max_length=60)], terms: TaxTerms
) -> Document:
    """Set the date when a holder's table games commenced, the treatment of a losing day, and the local share with its source."""
    await refuse_unless(service, caller, SET_TAX_TERMS, holder)
    sender = Sender(caller.account, role_for(caller, SET_TAX_TERMS))
    try:
        commenced = read_day(terms.commenced, "commenced")
        settings = TaxSettings(commenced, terms.loss_day, _local_share(terms))
        await asyncio.to_thread(set_terms, service.pit.database, holder, settings, sender, int(service.pit.clock()))
    except BadInput as error:
        raise Problem("bad-request", str(error)) from None
    return {"holder": holder, "commenced": commenced.isoformat(), "loss_day": settings.loss_day}


def _local_share(terms: TaxTerms) -> LocalShare | None:
    return None if terms.local_percent is None else LocalShare(read_percent(terms.local_percent), terms.local_source)


# Corrections


CORRECTIONS = "/v1/tables/{table_id}/corrections"
SESSION = "/v1/tables/{table_id}/sessions/{session}"


async def _may_see_corrections(service: Service, caller: Principal, table_id: str) -> None:
    await refuse_unless(service, caller, SEE_CORRECTIONS, await _holder(service, caller, table_id), table_id)


@router.get(CORRECTIONS, summary="The corrections of a table")
async def listed(service: ServiceOf, caller: Caller, table_id: TableId) -> list[Document]:
    """The proposed corrections of a table and their states."""
    await _may_see_corrections(service, caller, table_id)
    found = await asyncio.to_thread(Corrections(service.pit).of_table, table_id)
    return [each.as_json() for each in found]


@router.post(CORRECTIONS, status_code=201, summary="Propose a correction")
async def proposed(
    service: ServiceOf, caller: Caller, table_id: TableId, correction: Annotated[Document, Body()], key: OwnKey = None
) -> Document:
    """Propose a correction: taken_from, given_to, cents, corrects (the number of an event), why; session for a sealed one."""
    sender = await _sender(service, caller, table_id, PROPOSE_CORRECTION)
    made = await Corrections(service.pit).propose(table_id, correction, sender, _own_key(key))
    return made.as_json()


@router.post(f"{CORRECTIONS}/{{number}}/confirm", summary="Confirm a correction")
async def confirmed(service: ServiceOf, caller: Caller, table_id: TableId, number: Number) -> Document:
    """Confirm a correction that another person proposed; the answer has its events."""
    sender, corrections = await _sender(service, caller, table_id, CONFIRM_CORRECTION), Corrections(service.pit)
    await asyncio.to_thread(corrections.find, number, table_id)
    try:
        return told(await corrections.confirm(number, sender))
    except ElsewhereError as elsewhere:
        return await service.forwarding.confirm(elsewhere, number, sender)


@router.post(f"{CORRECTIONS}/{{number}}/reject", summary="Reject a correction")
async def rejected(
    service: ServiceOf, caller: Caller, table_id: TableId, number: Number, rejection: Rejection
) -> Document:
    """Reject a correction, or withdraw your own."""
    sender = await _sender(service, caller, table_id, CONFIRM_CORRECTION, PROPOSE_CORRECTION)
    corrections = Corrections(service.pit)
    await asyncio.to_thread(corrections.find, number, table_id)
    return (await asyncio.to_thread(corrections.reject, number, sender, rejection.why)).as_json()


# After a session was sealed


@router.get(f"{SESSION}/appendix", summary="The appendix of a sealed session")
async def later(service: ServiceOf, caller: Caller, table_id: TableId, session: Number) -> list[Document]:
    """Counts and corrections that were recorded after the session's journal was sealed."""
    await _may_see_corrections(service, caller, table_id)
    found = await asyncio.to_thread(entries, service.pit.database, table_id, session)
    return [each.as_json() for each in found]


@router.post(f"{SESSION}/count", status_code=201, summary="Count the drop box of a sealed session")
async def counted(
    service: ServiceOf, caller: Caller, table_id: TableId, session: Number, count: LaterCount, key: OwnKey = None
) -> Document:
    """Record the amount in the drop box of a sealed session, as a floorperson or above."""
    sender, corrections = await _sender(service, caller, table_id, COUNT_DROP), Corrections(service.pit)
    entry = await asyncio.to_thread(corrections.count_later, table_id, session, count.cents, sender, _own_key(key))
    return entry.as_json()
