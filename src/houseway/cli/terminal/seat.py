"""One person's seat at a table: its state in the session, and printing sentences and events."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from houseway.cli.common import shows_ascii_only
from houseway.cli.encoding import plain
from houseway.cli.widths import filled
from houseway.core import Asked, Event, may_see, seat_account
from houseway.core.judging import choices_open
from houseway.core.layout import chips_on
from houseway.core.typed_wagers import find_wager, read_bet
from houseway.money import dollars
from houseway.table import Table
from houseway.table.event_words import section_marks, tell

if TYPE_CHECKING:
    from rich.console import Console

SEAT = 1
BUY_IN_CENTS = 10_000
QUIET = ("step-done", "illuminated", "cleared", "bought-in", "table-opened")
STYLES = {"wager-refused": "red", "act-refused": "red", "table-stopped": "red", "round-voided": "yellow"}
SETTLED_STYLES = {"won": "bold green", "returned": "yellow"}


class TerminalSeat:
    """Seat 1 of a table and the screen before it. The same person also deals, supervises and plays the other seats."""

    def __init__(self, table: Table, out: Console, verb_names: Collection[str]) -> None:
        self.table, self.out, self.verb_names = table, out, verb_names
        self.game, self.rules = table.game, table.rules
        self.offers = self.game.law.catalogue(self.rules)
        self.last: list[tuple[str, int]] = []  # the wagers of the last round, for "again"
        self.decided: list[Event] = []  # what decided the last round, for "why"

    def mine(self) -> list[tuple[str, int]]:
        """The seat's wagers on the layout, with their amounts in cents."""
        return [(placed.id, placed.cents) for placed in self.game.law.placed(self.table.state) if placed.seat == SEAT]

    def bet(self, words: list[str], number: int = SEAT) -> tuple[str, int | None]:
        """The wager that these words name for a seat, and its amount."""
        placed = self.game.law.placed(self.table.state)
        mine = {each.id for each in placed if each.seat == number}
        return read_bet(self.game, self.rules, words, mine=mine)

    def wager(self, words: list[str]) -> str:
        """The wager that these words name for this seat."""
        return find_wager(self.game, self.rules, words, mine={wager for wager, _ in self.mine()})

    def chips_drawn(self) -> dict[str, int]:
        """The seat's chips by betting area; also those of other seats where each seat has its own areas."""
        apart = any(area.seat for area in self.game.present.layout(self.rules).areas)
        return chips_on(placed for placed in self.game.law.placed(self.table.state) if placed.seat == SEAT or apart)

    def asked(self) -> list[Asked]:
        """Everybody who has a choice now, this seat first: the same person answers for all of them."""
        return sorted(choices_open(self.table.due), key=lambda asked: asked.who != seat_account(SEAT))

    def say(self, text: str, style: str = "", marks: str = "", indent: str = "  ") -> None:
        """Print a sentence and its section marks, with continuation lines indented further."""
        from rich.text import Text

        ascii_only = shows_ascii_only(self.out)
        marks = plain(marks, ascii_only)
        whole = f"{plain(text, ascii_only)}  {marks}".rstrip()
        wrapped = filled(whole, max(self.out.width - 1, 40), indent, f"{indent}    ")
        line = Text(wrapped, style=style)
        if marks:
            line.stylize("not bold cyan", wrapped.rindex(marks.split()[0]))
        self.out.print(line)

    def tell(self, events: tuple[Event, ...], quiet: tuple[str, ...] = QUIET) -> None:
        """Print events in words, except the kinds in `quiet` and those that nobody at this terminal may see."""
        for event in events:
            if event.event in quiet or not any(may_see(event.to, who) for who in self._readers()):
                continue
            style = STYLES.get(event.event, "")
            if event.event == "wager-settled":
                style = SETTLED_STYLES.get(event.fields["result"], "")
            self.say(tell(self.game, self.rules, event), style, section_marks(event).replace("§ ", "§"))

    def tell_chips(self) -> None:
        """Print how many chips the seat has, and what it has on the layout."""
        at_risk = sum(cents for _, cents in self.mine())
        each = ", ".join(f"{self._spoken(wager)} {dollars(cents)}" for wager, cents in self.mine())
        more = f", and {dollars(at_risk)} on the layout: {each}" if at_risk else ""
        self.say(f"You have {dollars(self.table.chips(SEAT))} in chips{more}.", "bold")

    def _readers(self) -> tuple[str, ...]:
        """The roles of the person at the terminal, who deals, supervises and plays every seat."""
        return ("floorperson", *(seat_account(n) for n in range(1, self.rules.boxes + 1)))

    def _spoken(self, wager: str) -> str:
        """A wager's id as it is typed, or its name where the id is a bare number, which would read as an amount."""
        return self.offers[wager].name if wager.isdecimal() else wager
