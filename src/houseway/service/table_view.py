"""A table as one viewer may see it: its wagers and cards, the next act, the possible commands, and the limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from houseway.core import AnyGame, Due, Wagers, awaited, procedures_open, seat_of
from houseway.core.due import Asked, Chance, Choices, Procedure, Stopped, window
from houseway.core.plain import plain
from houseway.law import Rules
from houseway.law.roles import Role
from houseway.service.hosted import DurableState
from houseway.table.commands import ProcedureMode
from houseway.table.procedures import player_there, undone

Permitted = Callable[[Mapping[str, Any]], bool]  # whether the caller may send a command


class Seen(Protocol):
    """A table that can be viewed: a live table of this process, or one read from its records."""

    id: str
    game: AnyGame
    rules: Rules
    session: int
    standing: DurableState

    def holder(self, seat: int) -> str:
        """The account that holds a seat; empty if the seat is free."""


def view_of(seen: Seen, viewer: str) -> dict[str, Any]:
    """The game's state as a viewer may see it; empty before the table is opened."""
    state = seen.standing.position.state
    return {} if state is None else plain(dict(seen.game.law.view(seen.rules, state, viewer)))


def where(seen: Seen) -> dict[str, Any]:
    """The position of the table: the values that a command can expect."""
    standing = seen.standing
    return {
        "session": seen.session,
        "seq": standing.seq,
        "round": standing.position.table.round,
        "phase": standing.phase,
    }


def table_view(seen: Seen, viewer: str, account: str, permitted: Permitted, with_limits: bool = True) -> dict[str, Any]:
    """The complete view, with every command that the caller may send now."""
    game, rules, standing = seen.game, seen.rules, seen.standing
    return {
        "id": seen.id,
        "game": game.id,
        "title": game.title,
        "edition": rules.edition.id,
        "submission": rules.digest,
        "seats": rules.boxes,
        **where(seen),
        "viewer": viewer,
        "yours": [seat for seat in range(1, rules.boxes + 1) if account and seen.holder(seat) == account],
        "chips": _chips(standing),
        "view": view_of(seen, viewer),
        "due": None if standing.due is None else {**_due(seen.game, standing.due), **_steps(seen, standing.due)},
        "acts": [act for act in _acts(seen) if permitted(act)],
        **({"limits": limits_of(game, rules)} if with_limits else {}),
    }


_LIMITS: dict[tuple[str, str], dict[str, Any]] = {}  # by game and submission


def limits_of(game: AnyGame, rules: Rules) -> dict[str, Any]:
    """Every wager with its minimum, maximum and unit, and the paragraphs that set them."""
    known = _LIMITS.get((game.id, rules.digest))
    if known is not None:
        return known
    found: dict[str, Any] = {}
    for name, offer in game.law.catalogue(rules).items():
        (low, low_cites), (high, high_cites) = game.law.limits(rules, name)
        cites = list(dict.fromkeys(map(str, (*low_cites, *high_cites))))
        found[name] = {
            "name": offer.name,
            "min_cents": low,
            "max_cents": high,
            "unit_cents": offer.unit_cents,
            "cites": cites,
        }
    if len(_LIMITS) < 1000:
        _LIMITS[game.id, rules.digest] = found
    return found


def _chips(standing: DurableState) -> dict[str, int]:
    accounts = standing.position.accounts
    return {name: cents for name, cents in sorted(accounts.items()) if seat_of(name) is not None and cents}


def _due(game: AnyGame, due: Due) -> dict[str, Any]:
    """The next act, without hidden information: no weights and no faces."""
    told: dict[str, Any] = {"says": awaited(due), "cites": [str(cite) for cite in due.cites]}
    opened = window(due)
    if isinstance(opened, Wagers) and opened.takes:
        told["takes"] = list(opened.takes)  # within a round: the only wagers that can be made now
    match due:
        case Wagers(needs=needs, asked=asked):
            return {**told, "needs": list(needs), "asked": [_asked(game, each) for each in asked]}
        case Chance(what=what):
            return {**told, "what": what}
        case Choices(open=asked):
            return {**told, "asked": [_asked(game, each) for each in asked]}
        case Procedure(name=name):
            return {**told, "procedure": name}
        case Stopped(device=device, instead=instead):
            return {**told, "device": device, "instead": list(instead)}


def _steps(seen: Seen, due: Due) -> dict[str, Any]:
    """The open steps of procedures done by hand: their text, roles and fields."""
    position = seen.standing.position
    found = [
        {
            "procedure": name,
            "cite": str(step.cite),
            **({"item": step.item} if step.item else {}),
            "says": step.says,
            "who": step.who,
            "fields": {each.name: each.kind for each in step.fields.values()},
            **({"must": plain(dict(step.must))} if step.must else {}),
        }
        for name in procedures_open(due)
        for step in undone(seen.game, seen.rules, position.state, position.table.steps, name)
    ]
    return {"steps": found} if found else {}


def _asked(game: AnyGame, asked: Asked) -> dict[str, Any]:
    names, fields = game.present.choice_names, game.present.choice_fields
    options = [
        {
            "choice": each.choice,
            "label": names.get(each.choice, each.choice.replace("-", " ").capitalize()),
            "low_cents": each.low_cents,
            "high_cents": each.high_cents,
            "cites": [str(cite) for cite in each.cites],
            **({"fields": dict(fields[each.choice])} if each.choice in fields else {}),
        }
        for each in asked.options
    ]
    return {"who": str(asked.who), "options": options}


def _acts(seen: Seen) -> Iterator[dict[str, Any]]:
    """Commands for the next act; the caller fills in the rest, and `permitted` filters them."""
    standing, due = seen.standing, seen.standing.due
    if standing.position.table.closed:
        return
    if due is None:
        yield {"do": "open"}
        return
    seats = list(range(1, seen.rules.boxes + 1))
    for seat in seats:
        yield {"do": "buy-in", "seat": seat}
        if standing.position.chips(seat):
            yield {"do": "cash-out", "seat": seat}
    opened = window(due)
    if isinstance(opened, Wagers):
        for seat in seats:
            if standing.position.chips(seat):
                yield {"do": "wager", "seat": seat}
        for placed in seen.game.law.placed(standing.position.state):
            yield {"do": "remove", "seat": placed.seat, "id": placed.id}
    for asked in (*due.asked,) if isinstance(due, Wagers) else due.open if isinstance(due, Choices) else ():
        box = seat_of(asked.who)
        who = {"seat": box.number} if box is not None else {"by": str(asked.who)}
        for option in asked.options:
            yield {"do": "choose", **who, "choice": option.choice}
    yield from _staff_acts(seen, due)


def _staff_acts(seen: Seen, due: Due) -> Iterator[dict[str, Any]]:
    game, rules, position = seen.game, seen.rules, seen.standing.position
    match due:
        case Wagers() if not due.needs or position.table.procedure != ProcedureMode.BY_HAND:
            yield {"do": "no-more-bets", "by": str(game.law.caller(rules))}
        case Chance():
            yield {"do": "draw"}
            yield {"do": "result", "by": str(game.law.caller(rules))}
        case Stopped(device=device):
            yield {"do": "repaired", "device": device, "by": str(Role.FLOORPERSON)}
        case _:
            pass
    there = player_there(game, rules, position.state, position.accounts)
    for name in procedures_open(due):
        for step in undone(game, rules, position.state, position.table.steps, name):
            if step.present and not there:
                continue
            item = {"item": step.item} if step.item else {}
            yield {"do": "step", "cite": str(step.cite), **item, "by": str(step.by)}
    if isinstance(due, Wagers) and not due.within:
        yield {"do": "close", "by": str(Role.FLOORPERSON)}
