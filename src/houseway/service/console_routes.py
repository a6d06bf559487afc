"""Endpoints for the dealer's console: the table, its crew's possible acts, entering results, procedures and reports."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast

from fastapi import APIRouter
from fastapi.responses import Response

from houseway.core import AnyGame, Due, Wagers, procedures_open, seat_of
from houseway.core.due import Chance
from houseway.core.plain import plain
from houseway.core.step import INVENTORY
from houseway.equipment.cards import DECK, FACE_DOWN
from houseway.equipment.tiles import COPIES
from houseway.law import BadInput, ProcedureStep, Rules
from houseway.law.roles import Role
from houseway.numerics.sources import ManualSource
from houseway.service.access import OPEN_SESSION, Forbidden, Hidden, Principal, may
from houseway.service.api_common import Caller, ServiceOf, TableId, answered, problems
from houseway.service.api_tables import may_send
from houseway.service.hosted import Hosted
from houseway.service.permits import permit
from houseway.service.problems import Problem
from houseway.service.session_opening import last_closing
from houseway.service.socket import look_at, seen_now
from houseway.service.table_view import Seen, table_view
from houseway.service.training import trainee
from houseway.table import COUNT_ROOM, DROP, TIPS
from houseway.table.procedures import player_there
from houseway.table.reader import INVENTORY_CENTS

router = APIRouter(prefix="/v1/tables/{table_id}", tags=["tables"])

FACES: Mapping[str, tuple[str, ...]] = {"cards": (*DECK, FACE_DOWN), "tiles": tuple(COPIES)}
EXAMPLES = {"cards": "7H KD", "tiles": "6-6 1-5"}  # a line may have several
MOST_VALUES = 64  # the most results that are listed individually
COUNTED = {
    "inventory": INVENTORY,
    "drop box": DROP,
    "count room": COUNT_ROOM,
    "tips": TIPS,
}  # shown after the closing
ORDERS: tuple[dict[str, Any], ...] = (
    {"do": "fill", "cents": 1, "slip": "1"},
    {"do": "credit", "cents": 1, "slip": "1"},
    {"do": "count-drop", "cents": 0},
)


@router.get("/console", responses=problems(), summary="A table as its crew sees it")
async def console(service: ServiceOf, caller: Caller, table_id: TableId, training: bool = False) -> Response:
    """The table as its crew sees it, with everything they may do now. `training`: as a trainee at a practice table."""
    seen = await seen_now(service, table_id)
    look_at(caller, seen)
    who = trainee(caller, seen) if training else caller
    viewer, _ = look_at(who, seen)
    if viewer == str(Role.PLAYER) or seat_of(viewer) is not None:
        right = "sign in as one of its crew, and hold no seat here; or train at a practice table"
        raise Problem("forbidden", "this console is for the crew of the table", right=right)
    view = table_view(seen, viewer, who.account, lambda command: may_send(who, seen, command))
    hosted = cast(Hosted, seen)
    closing = _closing(seen, training or may(who, OPEN_SESSION, hosted.of))
    before = None
    if seen.standing.due is None:
        before = await asyncio.to_thread(last_closing, service.pit.database, seen.id, seen.session)
    manual = isinstance(hosted.table.source, ManualSource)
    return answered(
        {
            **view,
            "holder": hosted.of,
            "practice": hosted.practice,
            "source": "manual" if manual else hosted.table.source.name,
            "chance": seen.game.present.chance_word,
            "entry": entry_of(seen.game, seen.rules, seen.standing.due) if manual else None,
            "procedures": _procedures(seen),
            "reports": reports_of(seen.rules),
            "orders": [each["do"] for each in ORDERS if _permitted(who, hosted, each)],
            "inventory_cents": seen.standing.position.accounts.get(INVENTORY, 0),
            "closing": closing,
            "opening_cents": INVENTORY_CENTS if before is None else before,
            **({"due": None} if closing else {}),
        }
    )


@router.get("/reports", responses=problems(), summary="The irregularities that can be reported")
async def reports(service: ServiceOf, caller: Caller, table_id: TableId) -> Response:
    """Every paragraph under which an irregularity or a device fault can be reported, with its text and its fields."""
    seen = await service.seen(table_id)
    look_at(caller, seen)
    return answered({"table": table_id, "game": seen.game.id, "reports": reports_of(seen.rules)})


def _closing(seen: Seen, may_begin: bool) -> dict[str, Any] | None:
    """The amounts at the closing, and whether the account may begin the next session; None while the table is open."""
    position = seen.standing.position
    if not position.table.closed:
        return None
    held = position.accounts
    counted = {name: held.get(account, 0) for name, account in COUNTED.items()}
    seats = sum(cents for name, cents in held.items() if seat_of(name) is not None)
    return {"counted_cents": {**counted, "with the players": seats}, "may_begin": may_begin}


def _permitted(principal: Principal, hosted: Hosted, command: Mapping[str, Any]) -> bool:
    if hosted.standing.due is None or hosted.standing.position.table.closed:
        return False
    try:
        permit(principal, hosted, command)
    except (Forbidden, Hidden, BadInput):
        return False
    return True


def reports_of(rules: Rules) -> list[dict[str, Any]]:
    """The reports that are possible under these rules: each paragraph, its text, and its fields with their types."""
    says = {str(each.cite): each.says for each in rules.paragraphs}
    found = []
    for cite in rules.chapter.reports:
        fields = rules.report_fields(str(cite))
        if fields is not None:
            kinds = {each.name: each.kind for each in fields.values()}
            found.append({"cite": str(cite), "says": says.get(str(cite), ""), "fields": kinds})
    return found


def entry_of(game: AnyGame, rules: Rules, due: Due | None) -> dict[str, Any] | None:
    """How to enter the result that is due: its field, an example, and the possible values if there are few enough."""
    chance = due.early if isinstance(due, Wagers) else due
    if not isinstance(chance, Chance):
        return None
    outcomes = list(chance.outcomes())
    shown = [dict(game.present.show_result(rules, each)) for each in outcomes[: MOST_VALUES + 1]]
    field, first = next(iter(shown[0].items()))
    told: dict[str, Any] = {"what": chance.what, "right": chance.right, "field": field}
    if field in FACES:
        return {**told, "faces": list(FACES[field]), "example": EXAMPLES[field]}
    if isinstance(first, list | tuple):
        dice = list(range(1, 7))
        return {**told, "count": len(first), "values": dice, "example": " ".join(map(str, dice[1 : len(first) + 1]))}
    values = [each[field] for each in shown] if len(shown) <= MOST_VALUES else []
    ordered = plain(sorted(values) if all(isinstance(each, int) for each in values) else values)
    return {**told, "values": ordered, "example": str(ordered[len(ordered) // 2]) if ordered else ""}


def _procedures(seen: Seen) -> list[dict[str, Any]]:
    """The open procedures, each with all its steps, done or not."""
    standing = seen.standing
    state, table = standing.position.state, standing.position.table
    if standing.due is None or state is None or table.closed:
        return []
    needed = standing.due.needs if isinstance(standing.due, Wagers) else procedures_open(standing.due)
    found = []
    for name in procedures_open(standing.due):
        text = seen.rules.procedure(name)
        done = {(str(cite), item) for cite, item in table.steps.get(name, ())}
        steps = text.steps_for(seen.game.law.settings(seen.rules, state), seen.rules.cites)
        found.append(
            {
                "name": name,
                "cite": str(text.cite),
                "says": text.says,
                "ordered": text.ordered,
                "needed": name in needed,
                "steps": [{**_step(seen, each), "done": (str(each.cite), each.item) in done} for each in steps],
            }
        )
    return found


def _step(seen: Seen, step: ProcedureStep) -> dict[str, Any]:
    position = seen.standing.position
    normal = dict(seen.game.law.normal_notes(seen.rules, position.state, step))
    return {
        "cite": str(step.cite),
        "item": step.item,
        "says": step.says,
        "who": step.who,
        "fields": {each.name: each.kind for each in step.fields.values()},
        "normal": plain({**normal, **step.must}),
        "waits": bool(step.present) and not player_there(seen.game, seen.rules, position.state, position.accounts),
    }
