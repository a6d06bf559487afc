"""Endpoints for papers: printable documents of a game under a submission, and the log of inspections."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response
from sqlalchemy import select

from houseway.core import AnyGame, Role
from houseway.law import Rules
from houseway.records.lines import event_of, parsed
from houseway.service.access import SEE_RECORDS, Principal, may
from houseway.service.api_common import Caller, ServiceOf, answered, problems
from houseway.service.problems import Problem, not_found
from houseway.service.request_rules import in_lines, lawful
from houseway.service.serving import Service
from houseway.service.shared_computations import NotReady
from houseway.store.recorded_events import AROUND
from houseway.store.schema import events
from houseway.table.event_words import tell

router = APIRouter(prefix="/v1", tags=["papers"])
NAMES = (
    "submission.pdf", "controls.pdf", "rules.pdf", "guide.pdf", "par.pdf", "layout.pdf", "signs.pdf", "layout.svg",
    "submission.toml", "filing.zip",
)  # fmt: skip
KINDS = {
    "pdf": "application/pdf",
    "svg": "image/svg+xml",
    "toml": "application/toml",
    "zip": "application/zip",
}
PaperName = Annotated[str, Path(max_length=30, description=f"One of {', '.join(NAMES)}.")]
Settings = Annotated[str, Query(max_length=8000, description="KEY=VALUE, one per line.")]
Filed = Annotated[str, Query(max_length=60, pattern=r"^[A-Za-z0-9_.-]*$", description="The id of a filed submission.")]
Size = Annotated[Literal["letter", "a4"], Query(description="The paper size.")]
AT_THE_TABLE = (Role.DEALER, Role.STICKPERSON, Role.BOXPERSON, Role.PLAYER)  # their steps are play, not inspection
MOST_STEPS, READ_AT_ONCE, MOST_READ = 500, 2000, 200_000
SPLIT: dict[int | str, dict[str, Any]] = {
    200: {"description": "The paper.", "content": {kind: {} for kind in KINDS.values()}}
}
WORKING: dict[int | str, dict[str, Any]] = {
    202: {"description": "The paper is being made: `working` says how far. Send the same request again."}
}


@router.get(
    "/games/{game}/papers/{name}",
    responses={**problems(422), **SPLIT, **WORKING},
    summary="A paper of a game",
)
async def paper(
    service: ServiceOf,
    caller: Caller,
    game: str,
    name: PaperName,
    settings: Settings = "",
    submission: Filed = "",
    size: Size = "letter",
) -> Response:
    """A paper under the default submission, under `settings`, or under a filed submission."""
    if name not in NAMES:
        raise not_found()
    found, rules = await _rules(service, caller, game, settings, submission)
    key = ("paper", found.id, rules.digest, name, size)
    made = await service.computations.result(key, lambda: make_paper(found, rules, name, size))
    if isinstance(made, NotReady):
        return answered({"working": made.as_json()}, 202)
    if made is None:
        raise Problem("refused", f"{found.title} needs no sign under this submission", right="ask for another paper")
    file = f"{found.id}-{name}"
    headers = {"Content-Disposition": f'attachment; filename="{file}"'}
    return Response(made, media_type=KINDS[name.rpartition(".")[2]], headers=headers)


async def _rules(
    service: Service, caller: Principal, game: str, settings: str, submission: str
) -> tuple[AnyGame, Rules]:
    if not submission:
        return lawful(game, in_lines(settings))
    if settings:
        raise Problem("bad-request", "settings and submission exclude each other", right="leave one of them out")
    filed = await asyncio.to_thread(service.filing.submissions.find, caller, submission)
    if filed.game != game:
        raise not_found()
    return await asyncio.to_thread(filed.rules)


def make_paper(game: AnyGame, rules: Rules, name: str, size: str) -> bytes | None:
    """The content of one paper; None for signs if none are needed."""
    from houseway.documents.filing import PAPERS, filing
    from houseway.documents.layout_paper import felt_of_rules, layout_pdf, picture_of
    from houseway.documents.sign_sheet import needed_signs, signs_set
    from houseway.documents.submission_text import submission_text
    from houseway.documents.typeset import set_paper

    if name in PAPERS:
        return set_paper(PAPERS[name](game, rules), size)[0]
    match name:
        case "layout.pdf":
            return layout_pdf(game, rules, size)
        case "layout.svg":
            return picture_of(felt_of_rules(game, rules), "svg")
        case "signs.pdf":
            signs = needed_signs(game, rules)
            return signs_set(signs, game, rules, size=size)[0] if signs else None
        case "submission.toml":
            return submission_text(game.title, rules).encode()
    return filing([(game, rules)], size)


@router.get("/inspections", responses=problems(), summary="The log of inspections")
async def inspections(
    service: ServiceOf, caller: Caller, most: Annotated[int, Query(ge=1, le=MOST_STEPS)] = 200
) -> Response:
    """The recorded steps of inspections and changes at tables whose records the caller may see, the latest first.

    `more`: whether there are earlier steps.
    """
    steps = await asyncio.to_thread(_inspected, service, caller, most + 1)
    return answered({"steps": steps[:most], "more": len(steps) > most})


def _inspected(service: Service, caller: Principal, most: int) -> list[dict[str, Any]]:
    tables = sorted(head.table_id for head in service.records.heads() if may(caller, SEE_RECORDS, head.holder))
    found: list[dict[str, Any]] = []
    for row in _steps_done(service, tables) if tables else ():
        if len(found) >= most:
            break
        record = {name: value for name, value in parsed(bytes(row.line)).items() if name not in AROUND}
        fields = record.get("fields", {})
        if fields.get("by") in AT_THE_TABLE:
            continue
        game, rules = service.records.rules(row.table_id, row.session)
        found.append(
            {
                "table": row.table_id,
                "game": game.id,
                "session": row.session,
                "seq": record["seq"],
                "at": record["at"],
                "by": fields.get("by", ""),
                "actor": record.get("actor", ""),
                "procedure": fields.get("procedure", ""),
                "noted": fields.get("noted", {}),
                "says": fields.get("text", "") or tell(game, rules, event_of(record), "house"),
                "cites": record["cites"],
            }
        )
    return found


def _steps_done(service: Service, tables: Sequence[str]) -> Iterator[Any]:
    """The recorded steps of these tables, the latest first, read in blocks because most of them are ordinary play."""
    of = events.c
    query = select(of.table_id, of.session, of.line).where(of.event == "step-done", of.table_id.in_(tables))
    ordered = query.order_by(of.at.desc(), of.table_id, of.session.desc(), of.seq.desc())
    for begin in range(0, MOST_READ, READ_AT_ONCE):
        with service.pit.database.read() as connection:
            rows = connection.execute(ordered.limit(READ_AT_ONCE).offset(begin)).all()
        yield from rows
        if len(rows) < READ_AT_ONCE:
            return
