"""Kinds of events: which fields each has, as TypedDicts that are checked at run time and written as JSON Schema.

This module has the kinds that tables emit themselves and those that several games share. A game lists its own in
`Law.event_kinds`; to add fields to a shared kind (the number that a wager had moved to), it lists a TypedDict that extends it.

Everything that a game announces has a `text`. The first announcement after an act also has the act's own fields: `by` and
`about` for an irregularity, `by` and `device` for a repair, and for a result what it showed, its `source` and `by`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict

from houseway.core.shapes import Check, Schema, check_of, json_schema

if TYPE_CHECKING:
    from houseway.core.game import AnyGame

RoleText = Literal[
    "dealer", "boxperson", "floorperson", "pit-manager", "shift-manager", "table-games-manager",
    "player", "stickperson", "surveillance", "security", "maintenance", "gaming-laboratory",
]  # fmt: skip
Mode = Literal["automatic", "opening-by-hand", "by-hand"]
Act = Literal[
    "open", "buy-in", "chips-in", "cash-out", "fill", "credit", "tip", "count-drop", "correct", "wager", "remove", "reduce",
    "working", "no-more-bets", "result", "choose", "irregularity", "step", "repaired", "close",
]  # fmt: skip
# fields that every event has anyway; a kind may not use these names
ENVELOPE = ("event", "seq", "round", "at", "cites", "to", "batch", "moves", "command", "patch")


class DrawnFrom(TypedDict):
    """The source that drew a result: from which slot, under which seal (its event number), and the position of a seed."""

    name: Literal["system", "seeded"]
    slot: NotRequired[str]
    seal: NotRequired[int]
    position: NotRequired[int]


class ArrangedBy(TypedDict):
    """The source that arranged an order, and the position of its seed then."""

    name: Literal["system", "seeded"]
    position: int


class Opened(TypedDict):
    """The commitment to a face that is shown now, and its salt."""

    commitment: str
    salt: str


Source = Literal["observed"] | DrawnFrom


# The table and its money


class TableOpened(TypedDict):
    """A table opens under an edition and a Rules Submission.

    `practice`: its results come from a seed, it was opened for practice, or approvals are outstanding, which `outstanding` lists.
    `last_closing_cents`: the inventory with which the table was closed before; `difference_cents` is what it has more now.
    """

    game: str
    edition: str
    edition_digest: str
    submission: dict[str, Any]
    submission_digest: str
    procedure: Mode
    inventory_cents: int
    source: Literal["system", "seeded", "manual"]
    practice: bool
    outstanding: NotRequired[list[str]]
    last_closing_cents: NotRequired[int]
    difference_cents: NotRequired[int]


class TableClosed(TypedDict):
    """A table closes, and its money is counted.

    The chips from the cage, less those sent back, equal what is in the inventory, the drop box, with the players, as vigorish, in
    the tip box and, of drop boxes that were counted before, in the count room.
    """

    rounds: int
    inventory_cents: int
    drop_cents: int
    seats_cents: int
    vigorish_cents: int
    cage_cents: int
    text: str
    tips_cents: NotRequired[int]
    count_room_cents: NotRequired[int]


class TableFilled(TypedDict):
    """The cage fills the table inventory: ordered with a `slip`, or automatic, without one, if the inventory could not pay."""

    cents: int
    slip: NotRequired[str]
    by: NotRequired[RoleText]


class TableCredited(TypedDict):
    """Chips of the table inventory go back to the cage."""

    cents: int
    slip: str
    by: RoleText


class DropCounted(TypedDict):
    """A drop box is taken off and counted; `difference_cents` is what was counted less what was recorded."""

    expected_cents: int
    counted_cents: int
    difference_cents: int
    by: RoleText


class Corrected(TypedDict):
    """Chips moved by a correction of the event `corrects`; two people agreed on it, and the command names their accounts."""

    taken_from: str
    given_to: str
    cents: int
    corrects: int
    why: str
    proposed_by: RoleText
    confirmed_by: RoleText


class SeatMoney(TypedDict):
    """A seat buys chips, takes them away from the table, or puts them into the tip box."""

    seat: int
    cents: int


# Wagers and choices


class WagerPlaced(TypedDict):
    """Chips on a wager; `player` if the chips come from a seat other than the box, `how` if not simply placed as chips.

    `cash_cents`: the cash that came with a verbal wager.
    """

    seat: int
    wager: str
    cents: int
    total_cents: int
    player: NotRequired[int]
    how: NotRequired[Literal["plaques", "instrument", "assisted", "verbal"]]
    cash_cents: NotRequired[int]


class WagerRefused(TypedDict):
    """A wager that is not lawful."""

    seat: int
    wager: str
    cents: int
    reason: str


class WagerTakenDown(TypedDict):
    """Chips taken off a wager, all of them or some."""

    seat: int
    wager: str
    cents: int
    left_cents: int


class WagerWorking(TypedDict):
    """A wager is called on or off."""

    seat: int
    wager: str
    on: bool


class WagerSettled(TypedDict):
    """A wager is decided; `returned_cents` reach the player, stake included."""

    seat: int
    wager: str
    cents: int
    result: Literal["won", "lost", "returned"]
    returned_cents: int
    vigorish_cents: int


class Chosen(TypedDict):
    """A seat (`seat:3`) or a role chooses."""

    who: str
    choice: str
    cents: int


class ActRefused(TypedDict):
    """An unlawful act: its own fields, and the reason. Games add the fields of their results."""

    do: Act
    reason: str
    seat: NotRequired[int]
    id: NotRequired[str]
    cents: NotRequired[int | None]
    chips: NotRequired[str]
    on: NotRequired[bool]
    by: NotRequired[RoleText]
    who: NotRequired[str]
    choice: NotRequired[str]
    data: NotRequired[dict[str, Any]]
    cite: NotRequired[str]
    item: NotRequired[str]
    about: NotRequired[dict[str, Any]]
    device: NotRequired[str]
    procedure: NotRequired[Mode]
    inventory_cents: NotRequired[int]
    slip: NotRequired[str]
    taken_from: NotRequired[str]
    given_to: NotRequired[str]
    corrects: NotRequired[int]
    why: NotRequired[str]
    proposed_by: NotRequired[RoleText]
    confirmed_by: NotRequired[RoleText]


# Announcements


class Told(TypedDict):
    """Something said at the table."""

    text: str


class Reported(Told):
    """The first announcement after an irregularity: who reported it, and details."""

    by: RoleText
    about: NotRequired[dict[str, Any]]


class PerhapsReported(Told):
    """The same, for announcements that are also made without an irregularity, or later."""

    by: NotRequired[RoleText]
    about: NotRequired[dict[str, Any]]


class ResultTold(Told):
    """A result, announced. Games add what it showed."""

    source: Source
    by: RoleText
    opened: NotRequired[Opened]


class StepDone(Told):
    """One step of a procedure; `noted` is what was written down with it."""

    procedure: str
    by: RoleText
    item: NotRequired[str]
    noted: NotRequired[dict[str, Any]]


class DeviceFailed(Reported):
    """A device does not work."""

    device: str


class DeviceRepaired(Told):
    """A device works again."""

    device: str
    by: RoleText


class Stop(Told):
    """Gaming stops until a device works again, or resumes."""

    device: str


class EnteredDropped(Told):
    """Results were entered ahead that the round did not need; `left` of them are dropped."""

    left: int


# Sealed orders


class ShoeSealed(Told):
    """A commitment to the order of the cards, made as soon as they are arranged."""

    commitment: str
    fill: str
    cards: int
    source: ArrangedBy
    practice: NotRequired[Literal[True]]


class ShoeRevealed(Told):
    """The order that was committed to is shown."""

    commitment: str
    fill: str
    salt: str
    faces: list[Any]


class TableWaits(Told):
    """An automatic step cannot be done now: why, and the procedure that waits."""

    reason: str
    procedure: NotRequired[str]


class SealVoided(Told):
    """Cards are entered by hand, so the committed order is no longer used."""

    commitment: str
    fill: str


SHARED_KINDS: Mapping[str, type] = {
    "table-opened": TableOpened,
    "table-closed": TableClosed,
    "table-filled": TableFilled,
    "table-stopped": Stop,
    "table-resumed": Stop,
    "table-waits": TableWaits,
    "bought-in": SeatMoney,
    "chips-brought": SeatMoney,
    "cashed-out": SeatMoney,
    "tipped": SeatMoney,
    "table-credited": TableCredited,
    "drop-counted": DropCounted,
    "corrected": Corrected,
    "wager-placed": WagerPlaced,
    "wager-refused": WagerRefused,
    "wager-removed": WagerTakenDown,
    "wager-reduced": WagerTakenDown,
    "wager-working": WagerWorking,
    "wager-settled": WagerSettled,
    "chosen": Chosen,
    "act-refused": ActRefused,
    "step-done": StepDone,
    "entered-dropped": EnteredDropped,
    "shoe-sealed": ShoeSealed,
    "shoe-revealed": ShoeRevealed,
    "seal-voided": SealVoided,
    "announced": Told,
    "no-more-bets": Told,
    "result": ResultTold,
    "result-voided": Reported,
    "round-voided": PerhapsReported,
    "device-failed": DeviceFailed,
    "device-repaired": DeviceRepaired,
}


def kinds_of(game: AnyGame) -> dict[str, type]:
    """Every kind of event at a table of this game: the shared ones and the game's own."""
    return {**SHARED_KINDS, **game.law.event_kinds}


def fields_problem(game: AnyGame, event: str, fields: Mapping[str, Any]) -> str | None:
    """The problem with the fields of an event of this game, or None."""
    kind = game.law.event_kinds.get(event) or SHARED_KINDS.get(event)
    if kind is None:
        return f"{event} is not a kind of event of {game.id}; list it in its event_kinds"
    check = _CHECKS.get(kind)
    if check is None:
        check = _CHECKS[kind] = check_of(kind)
    return check(fields)


_CHECKS: dict[type, Check] = {}


def event_schema(game: AnyGame) -> Schema:
    """JSON Schema (2020-12) of every event at a table of this game, in its public form."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Events of {game.title}",
        "oneOf": [_event_schema(event, kind) for event, kind in sorted(kinds_of(game).items())],
    }


def _event_schema(event: str, kind: type) -> Schema:
    """One kind: its own fields and those of every event."""
    own: Schema = {
        "event": {"const": event},
        "seq": {"type": "integer", "minimum": 1},
        "round": {"type": "integer", "minimum": 0},
        "at": {"type": "string", "format": "date-time"},
        "cites": {"type": "array", "items": {"type": "string"}},
        "to": {"type": "string"},
    }
    schema = json_schema(kind)
    return {
        **schema,
        "title": event,
        "properties": {**own, **schema["properties"]},
        "required": ["event", "seq", "round", "cites", *schema["required"]],
    }
