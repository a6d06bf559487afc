"""The table's own state, next to the game's: the round, procedures under way, entered results, orders in use.

Events patch its plain form, `plain(state)`; `build` makes the typed one from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from houseway.core.frozen import frozen
from houseway.table.commands import ProcedureMode


@frozen
class Order:
    """An arrangement of faces: in use, or not shown yet. `fill` names its places."""

    fill: str
    to: str  # who may see it when it is shown
    commitment: str = ""  # empty: there is no commitment
    by_hand: bool = True  # its cards are entered by hand
    seq: int = 0  # of the event that sealed it


@frozen
class TableState:
    """A table between two commands; without arguments, one before its first event.

    Faces in `pending`, `faces` and `buried` are plain values, concealed if the game says that they may be face down.
    """

    round: int = 0
    over: bool = True  # is that round over?
    open: bool = False
    closed: bool = False
    practice: bool = False  # was it opened as a practice table?
    procedure: ProcedureMode = ProcedureMode.AUTOMATIC
    steps: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)  # done so far: citation and item
    notes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # of those steps
    pending: tuple[Any, ...] = ()  # results entered ahead
    faces: Mapping[str, Any] = field(default_factory=dict)  # entered for slots that are read later
    buried: tuple[Any, ...] = ()  # entered faces of cards that stay face down until everything is shuffled again
    orders: tuple[Order, ...] = ()  # the last one is dealt from
