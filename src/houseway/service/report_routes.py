"""Routes of reports, corrections and terms of the tax, for an application that gives them its pit and who sends a request.

`principal` is a dependency that answers who sent the request. `check(principal, action, holder)` raises where they may not do one
of ACTIONS; `sender(principal, table_id)` is the account and the role that it acts in at a table, or raises if it has none there.
BadInput and CorrectionRefusedError are for the application to show as problem documents (422, with `cites`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Path, Query, Response
from pydantic import Field, StringConstraints

from houseway.law.dates import read_day
from houseway.law.tax import LocalShare, TaxSettings, read_percent
from houseway.money import LARGEST_CENTS
from houseway.records.lines import clock_text
from houseway.service.access import SEE_CORRECTIONS, SEE_REVENUE, SET_TAX_TERMS
from houseway.service.corrections import Corrections
from houseway.service.hosted import Sender
from houseway.service.models import Taken
from houseway.service.pit import Pit
from houseway.service.reports import Asked, Report, holder_of, holders, pit_report
from houseway.service.tax_terms import set_terms, terms_of
from houseway.store.appendix import Entry, entries

ACTIONS = (SEE_REVENUE, SET_TAX_TERMS, SEE_CORRECTIONS)

Document = dict[str, Any]
TableId = Annotated[str, Path(max_length=60)]
Number = Annotated[int, Path(ge=1, le=2**53)]
Name = Annotated[str | None, Query(max_length=60)]
Why = Annotated[str, StringConstraints(max_length=500)]


class TaxTerms(Taken):
    """When a holder's table games commenced, how a loss is treated, and the local share with its source."""

    commenced: Annotated[str, StringConstraints(max_length=10)]
    loss_day: Annotated[str, StringConstraints(max_length=20)] = "no-tax"
    local_percent: Annotated[str, StringConstraints(max_length=20)] | None = None
    local_source: Why = ""


class LaterCount(Taken):
    """What was in the drop box of a sealed session."""

    cents: Annotated[int, Field(strict=True, ge=0, le=LARGEST_CENTS)]


class Rejection(Taken):
    """Why a correction is rejected or taken back."""

    why: Why


@dataclass(frozen=True, slots=True)
class Given:
    """What the application gives: see above."""

    pit: Pit
    principal: Callable[..., Any]
    check: Callable[[Any, str, str], None]
    sender: Callable[[Any, str], Sender]


def report_router(
    pit: Pit,
    principal: Callable[..., Any],
    check: Callable[[Any, str, str], None],
    sender: Callable[[Any, str], Sender],
) -> APIRouter:
    """The routes. `check(principal, action, holder)` raises where they may not do that for this holder; "" is all holders."""
    router, given = APIRouter(tags=["reports"]), Given(pit, principal, check, sender)
    _add_reports(router, given)
    _add_tax_terms(router, given)
    _add_corrections(router, given)
    _add_appendix(router, given)
    return router


def _add_reports(router: APIRouter, given: Given) -> None:
    pit, who = given.pit, Depends(given.principal)

    async def made(asked: Asked, by: Any) -> Report:
        named = [asked.holder] if asked.holder is not None else await asyncio.to_thread(holders, pit.database)
        for holder in named:
            given.check(by, SEE_REVENUE, holder)

        def found() -> Report:
            terms = terms_of(pit.database)
            return pit_report(pit.database, asked, {holder: terms[holder] for holder in named if holder in terms})

        return await asyncio.to_thread(found)

    @router.get("/v1/reports/revenue", summary="Gross table game revenue")
    async def revenue(
        day: date | None = None, table: Name = None, holder: Name = None, practice: bool = False, by: Any = who
    ) -> Document:
        """Sessions by gaming day, totals by table, game and day, and the tax."""
        return (await made(Asked(day, table, holder, practice), by)).as_json()

    @router.get(
        "/v1/reports/revenue.csv", response_class=Response, summary="Gross table game revenue, for spreadsheets"
    )
    async def revenue_csv(
        day: date | None = None, table: Name = None, holder: Name = None, practice: bool = False, by: Any = who
    ) -> Response:
        """The sessions as a file for spreadsheets."""
        found = await made(Asked(day, table, holder, practice), by)
        return Response(found.csv(), media_type="text/csv; charset=utf-8")


def _add_tax_terms(router: APIRouter, given: Given) -> None:
    pit, who = given.pit, Depends(given.principal)

    @router.put("/v1/holders/{holder}/tax-terms", summary="Set the terms of a holder's tax")
    async def tax_terms(holder: Annotated[str, Path(max_length=60)], terms: TaxTerms, by: Any = who) -> Document:
        """Set when a holder's table games commenced, how a loss is treated, and the local share with its source."""
        given.check(by, SET_TAX_TERMS, holder)
        share = (
            None if terms.local_percent is None else LocalShare(read_percent(terms.local_percent), terms.local_source)
        )
        commenced = read_day(terms.commenced)
        settings = TaxSettings(commenced, terms.loss_day, share)
        await asyncio.to_thread(set_terms, pit.database, holder, settings, given.sender(by, ""), int(pit.clock()))
        return {"holder": holder, "commenced": commenced.isoformat(), "loss_day": settings.loss_day}


def _add_corrections(router: APIRouter, given: Given) -> None:
    pit, corrections, who = given.pit, Corrections(given.pit), Depends(given.principal)
    path = "/v1/tables/{table_id}/corrections"

    @router.get(path, summary="The corrections of a table")
    async def listed(table_id: TableId, by: Any = who) -> list[Document]:
        """The proposed corrections of a table, and what became of them."""
        given.check(by, SEE_CORRECTIONS, await asyncio.to_thread(holder_of, pit.database, table_id))
        found = await asyncio.to_thread(corrections.of_table, table_id)
        return [each.as_json() for each in found]

    @router.post(path, status_code=201, summary="Propose a correction")
    async def proposed(table_id: TableId, correction: Annotated[Document, Body()], by: Any = who) -> Document:
        """Propose a correction: taken_from, given_to, cents, corrects (the number of an event), why; session if it is sealed."""
        return (await corrections.propose(table_id, correction, given.sender(by, table_id))).as_json()

    @router.post(f"{path}/{{number}}/confirm", summary="Confirm a correction")
    async def confirmed(table_id: TableId, number: Number, by: Any = who) -> Document:
        """Confirm a correction that somebody else proposed; the answer names its events."""
        corrections.find(number, table_id)
        answer = await corrections.confirm(number, given.sender(by, table_id))
        if isinstance(answer, Entry):
            return {"session": answer.session, "appendix": answer.as_json()}
        return {
            "session": answer.session,
            "first": answer.first,
            "last": answer.last,
            "events": [{**event.seen_by("floorperson"), "at": clock_text(event.at)} for event in answer.events],
            "repeated": answer.repeated,
        }

    @router.post(f"{path}/{{number}}/reject", summary="Reject a correction")
    async def rejected(table_id: TableId, number: Number, rejection: Rejection, by: Any = who) -> Document:
        """Reject a correction, or take one's own back."""
        corrections.find(number, table_id)
        return corrections.reject(number, given.sender(by, table_id), rejection.why).as_json()


def _add_appendix(router: APIRouter, given: Given) -> None:
    pit, corrections, who = given.pit, Corrections(given.pit), Depends(given.principal)
    path = "/v1/tables/{table_id}/sessions/{session}"

    @router.get(f"{path}/appendix", summary="What was recorded of a sealed session later")
    async def later(table_id: TableId, session: Number, by: Any = who) -> list[Document]:
        """Counts and corrections that came after the session's journal was sealed."""
        given.check(by, SEE_CORRECTIONS, await asyncio.to_thread(holder_of, pit.database, table_id))
        found = await asyncio.to_thread(entries, pit.database, table_id, session)
        return [each.as_json() for each in found]

    @router.post(f"{path}/count", status_code=201, summary="Count the drop box of a sealed session")
    async def counted(table_id: TableId, session: Number, count: LaterCount, by: Any = who) -> Document:
        """Record what the drop box of a sealed session had; a floorperson or above does."""
        sender = given.sender(by, table_id)
        entry = await asyncio.to_thread(corrections.count_later, table_id, session, count.cents, sender)
        return entry.as_json()
