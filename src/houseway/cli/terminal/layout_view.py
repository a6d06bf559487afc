"""Drawing the layout for a seat, as much of it as fits into the window."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from houseway.cli.terminal.felt import Strips, TerminalFelt, felt_that_fits
from houseway.cli.terminal.seat import SEAT, TerminalSeat
from houseway.core import Event, Wager, Wagers, refuse

REFUSED = ("wager-refused", "act-refused")
LINES_BELOW = 4  # below the layout: the chips, and the next line typed


def won_marks(events: Iterable[Event]) -> list[str]:
    """The betting areas of wagers that won."""
    won = [e.fields for e in events if e.event == "wager-settled" and e.fields["result"] == "won"]
    return [mark for fields in won for mark in (fields["wager"], f"{fields['wager']}@{fields['seat']}")]


def felt_now(seat: TerminalSeat, chips: Mapping[str, int]) -> TerminalFelt | Strips:
    """The layout as it fits into the window: in a low window only what can be bet now, and areas with chips."""
    return felt_that_fits(
        seat.game.present.layout(seat.rules),
        seat.out.width,
        room(seat),
        lambda area: bool(area.chips(chips)) or any(_open_now(seat, wager) for wager in area.wagers),
    )


def room(seat: TerminalSeat) -> int:
    """The number of lines that the window has for a layout."""
    return seat.out.height - LINES_BELOW


def show_layout(seat: TerminalSeat, words: list[str]) -> None:
    """`layout`: what fits into the window. `layout all`: all of it."""
    chips = seat.chips_drawn()
    everything = TerminalFelt(seat.game.present.layout(seat.rules), seat.out.width)
    felt = everything if words == ["all"] else felt_now(seat, chips)
    seat.out.print(felt.draw(chips), end="")
    if len(felt.layout.areas) < len(everything.layout.areas):
        seat.out.print("  Only what can be bet now; for all of it: layout all", style="dim")
    seat.tell_chips()


def show_after(seat: TerminalSeat, events: tuple[Event, ...]) -> None:
    """Draw the layout after chips have moved, where it fits on the screen; otherwise only list the chips."""
    if all(event.event in REFUSED for event in events):
        return
    if felt_now(seat, seat.chips_drawn()).height <= room(seat):
        show_layout(seat, [])
    else:
        seat.tell_chips()


def show_settled(seat: TerminalSeat, chips: Mapping[str, int], events: tuple[Event, ...]) -> None:
    """Draw the layout as it was when the round was decided, with the winning areas lit, where it fits on the screen."""
    if chips and any(event.event == "wager-settled" for event in events):
        felt = felt_now(seat, chips)
        if felt.height <= room(seat):
            seat.out.print(felt.draw(chips, won_marks(events)))


def _open_now(seat: TerminalSeat, wager: str) -> bool:
    """Would the table take the least lawful amount on this wager? Always true while no wagers are taken."""
    if not isinstance(seat.table.due, Wagers):
        return True
    (least, _), _ = seat.game.law.limits(seat.rules, wager)
    offer = seat.game.law.offered(seat.rules, seat.table.state, wager)
    unit = math.lcm(offer.unit_cents, offer.multiple.cents if offer.multiple is not None else 1)
    fact = Wager(SEAT, wager, -(-least // unit) * unit)
    return refuse(seat.game, seat.rules, seat.table.state, fact, seat.table.due) is None
