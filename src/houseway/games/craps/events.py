"""Event fields that Craps and Mini-Craps add to the shared ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

from houseway.core.event_kinds import ActRefused, PerhapsReported, ResultTold, Told, WagerSettled


class Thrown(ResultTold):
    """623a.9: the throw, called or seen. `resting`: the side that a cocked die rests on. `about`: what decided a dispute."""

    dice: list[int]
    total: int
    resting: NotRequired[list[int]]
    about: NotRequired[dict[str, Any]]


class Refused(ActRefused):
    """A refused act; for a throw, its dice."""

    dice: NotRequired[list[int]]
    resting: NotRequired[list[int]]


class Settled(WagerSettled):
    """A decided wager, with the number of a moved Come or Don't Come Bet or the points of a Fire Bet."""

    number: NotRequired[int]
    points: NotRequired[int]


class PointEstablished(Told):
    """623a.1[Come out point]: the throw sets the point."""

    point: int


class Shooter(Told):
    """623a.10: a player has the dice; `deciding`: only to decide the remaining Come and Don't Come Bets."""

    shooter: int
    deciding: NotRequired[Literal[True]]


class DicePassed(PerhapsReported):
    """623a.10: a shooter gives up the dice."""

    seat: int


class CalledOtherwise(Told):
    """623a.9(a): the throw is called differently from an earlier report."""

    reported: list[int]
    dice: list[int]


class WagerMoved(Told):
    """623a.3(a)(3), (4): a Come or Don't Come Bet is moved to its number."""

    seat: int
    wager: str
    number: int


class Part(TypedDict):
    """One part of a broken down wager."""

    wager: str
    cents: int


class WagerBrokenDown(Told):
    """623a.3(a)(20), (21): a wager without an area of its own becomes several."""

    parts: list[Part]


class Vigorish(Told):
    """623a.5(g)(3): a vigorish that is collected with the wager, or given back with it; its money moves with the wager's."""

    seat: int
    wager: str
    cents: int


class SurveillanceAlerted(Told):
    """623a.11(a)(6): surveillance is to confirm the Fire Bets: how many points, how many wagers, and how much they are."""

    points: int
    bets: int
    wagered_cents: int


class FirePoints(Told):
    """623a.11: how many points Fire Bets have made; `number`: where the marker goes; `notify`: surveillance must be notified."""

    points: int
    notify: bool
    number: NotRequired[int]


EVENT_KINDS: Mapping[str, type] = {
    "result": Thrown,
    "dice-seen": Thrown,
    "called-otherwise": CalledOtherwise,
    "act-refused": Refused,
    "wager-settled": Settled,
    "wager-moved": WagerMoved,
    "wager-broken-down": WagerBrokenDown,
    "point-established": PointEstablished,
    "point-made": Told,
    "shooter": Shooter,
    "dice-passed": DicePassed,
    "fire-points": FirePoints,
    "surveillance-alerted": SurveillanceAlerted,
    "vigorish-collected": Vigorish,
    "vigorish-returned": Vigorish,
}
