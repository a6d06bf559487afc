"""Event fields that Pai Gow adds to the shared ones. Positions are the boxes, 0 for the dealer, 7 for the Dead Hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired

from houseway.core.event_kinds import ActRefused, Reported, ResultTold, RoleText, Told

Verdict = Literal["won", "lost", "returned"]


class Shown(ResultTold):
    """The total and the position that is dealt first, or a tile of a position."""

    total: NotRequired[int]
    start: NotRequired[int]
    tiles: NotRequired[list[str]]
    position: NotRequired[int]


class Refused(ActRefused):
    """A refused act; for a result, its total or tiles."""

    total: NotRequired[int]
    tiles: NotRequired[list[str]]


class AtPosition(Told):
    """An event at one position."""

    position: int


class Hands(AtPosition):
    """The two hands of a position, the high hand first."""

    high: list[str]
    low: list[str]


class DealerSet(Hands):
    """621a.10(c): the dealer sets a hand by a rule of the house way."""

    by: str
    rule: str


class DealerReset(Hands):
    """621a.12(f): a hand that the dealer set wrongly is reset."""

    by: RoleText
    was_high: list[str]
    was_low: list[str]
    about: NotRequired[dict[str, Any]]


class Revealed(Hands):
    """A hand is exposed, with the verdict on its wager, if any."""

    verdict: NotRequired[Verdict]


class TileExposed(Reported):
    """621a.12(d): a player's tile was exposed."""

    position: int


class WagersAbandoned(Reported):
    """621a.7(b): a player has left."""

    seat: int


class TilesUnsuitable(Told):
    """621a.6(a)(3)(i): a set of tiles fails its inspection."""

    noted: dict[str, Any]


class BankSeat(Told):
    """621a.11: a seat becomes the bank or co-bank, or loses the bank."""

    seat: int


class StacksCut(Told):
    """621a.11(g): the bank cuts the stacks into this order."""

    order: list[int]


class DeliveryChosen(Told):
    """621a.9: the delivery of this round."""

    style: str
    name: str


class DealerWager(Told):
    """621a.11(h): the dealer's wager against the bank."""

    cents: int


class DealerWagerLowered(DealerWager):
    """621a.11(d)(2), (h): the bank cannot cover all of the dealer's wager."""

    directed_cents: int


class WagerDisplaced(Told):
    """621a.13: a seated player takes the player's own box, and a neighbor's wagers there and beyond go back."""

    seat: int
    boxes: list[int]


class DealerWagerDecided(DealerWager):
    """621a.11(n): the dealer's wager is decided."""

    verdict: Verdict


class BankPays(Told):
    """621a.11(p), (q): the chips in the center of the table, the amount owed, and the amount that the bank adds."""

    centre_cents: int
    owed_cents: int
    missing_cents: int


class BankSurplus(Told):
    """621a.11(o), (r): the rest of the center goes to the bank, less the house's share and the vigorish."""

    seat: int
    surplus_cents: int
    house_cents: int
    vigorish_cents: int
    returned_cents: int


EVENT_KINDS: Mapping[str, type] = {
    "result": Shown,
    "act-refused": Refused,
    "tiles-laid-open": Told,
    "stacked": Told,
    "tiles-unsuitable": TilesUnsuitable,
    "remixed": Reported,
    "no-roll": Reported,
    "reshaken": Reported,
    "stacks-cut": StacksCut,
    "delivery-chosen": DeliveryChosen,
    "bank-taken": BankSeat,
    "co-bank-taken": BankSeat,
    "bank-lapsed": BankSeat,
    "dealer-wager-directed": DealerWager,
    "dealer-wager-lowered": DealerWagerLowered,
    "dealer-wager-placed": DealerWager,
    "wager-displaced": WagerDisplaced,
    "dealer-wager-decided": DealerWagerDecided,
    "house-way-told": Hands,
    "hand-set": Hands,
    "dealer-set": DealerSet,
    "dealer-reset": DealerReset,
    "revealed": Revealed,
    "surrendered": AtPosition,
    "hand-collected": Told,
    "hand-kept": AtPosition,
    "hand-voided": AtPosition,
    "tile-exposed": TileExposed,
    "wagers-abandoned": WagersAbandoned,
    "bank-pays": BankPays,
    "bank-surplus": BankSurplus,
}
