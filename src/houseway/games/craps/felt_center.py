"""The center of the table, before the stickperson: wagers that are shown by dice, and where Fire Bets are brought."""

from __future__ import annotations

from collections.abc import Callable

from houseway.core import Placed
from houseway.core.felt import Box, Ink, Mark, rectangle
from houseway.core.felt_board import Board
from houseway.games.craps.roll import Roll
from houseway.games.craps.wagers import fate as fate_of
from houseway.games.craps.wagers.one_roll import HOPS
from houseway.games.craps.wagers.wager_kind import Won
from houseway.law import Citation, Rules
from houseway.numerics.curves import circle
from houseway.numerics.pictures import dice

RELOCATED = Citation("623a.2(f)(2)")
WIDE, TOP = 8_760, 500
FIRE_TALL = 1_300
HARDWAYS = (("hardway:6", "hardway:10"), ("hardway:8", "hardway:4"))
ONE_ROLL = {"craps-3": (1, 2), "craps-2": (1, 1), "craps-12": (6, 6), "eleven": (5, 6)}
HIGH = {"2": (1, 1), "3": (1, 2), "11": (5, 6), "12": (6, 6)}


class Center:
    """Rows from the boxperson to the stickperson. A row without a wager on offer takes no room."""

    def __init__(self, board: Board, rules: Rules, left: int) -> None:
        self.board, self.rules, self.left, self.y = board, rules, left, TOP
        self.without: tuple[str, ...] = ()

    def draw(self, without_areas: tuple[str, ...]) -> int:
        """Everything; returns where the last row ends."""
        self.without = without_areas
        self._band("any-seven", "ANY SEVEN")
        for pair in HARDWAYS:
            self._row([(wager, self._hard) for wager in pair], 960)
        self._row([(wager, self._rolled) for wager in ONE_ROLL], 1_080)
        self._band("any-craps", "ANY CRAPS")
        self._row(
            [("craps-eleven", self._c_and_e), ("horn", self._named), ("whirl", self._named), ("6-7-8", self._named)],
            900,
        )
        self._row([(f"horn-high:{number}", self._high) for number in HIGH], 1_230)
        hops = [f"hop:{low}-{high}" for low, high in HOPS]
        if any(wager in self.board.offers for wager in hops):
            self.board.write(("ON THE HOP",), (self.left, self.y, WIDE, 340), 240, Ink.GOLD)
            self.y += 340
        for part in (hops[:6], hops[6:12], hops[12:]):
            self._row([(wager, self._hop) for wager in part], 760)
        return self.y

    def fire(self, areas: int) -> None:
        """623a.2(f)(2): the numbered places in front of the boxperson to which Fire Bets are brought."""
        rows = 2 if areas > 8 else 1
        across = -(-areas // rows)
        wide, tall = WIDE // across, (FIRE_TALL - 380) // rows
        self.board.write(("FIRE BETS",), (self.left, self.y, WIDE, 360), 260, Ink.GOLD)
        for n in range(areas):
            box = (self.left + n % across * wide, self.y + 380 + n // across * tall, wide, tall)
            name = f"Fire Bets of area {n + 1} are brought here"
            self.board.draw((Mark(rectangle(*box), name=name, cites=(RELOCATED,), brought=f"fire@{n + 1}"),))
            self.board.write((str(n + 1),), box, 300, cites=(RELOCATED,))
        self.y += FIRE_TALL + 100

    def _row(self, cells: list[tuple[str, Callable[[str, Box], None]]], tall: int) -> None:
        """Equal areas side by side for those that are on offer and have an area."""
        here = [(wager, fill) for wager, fill in cells if wager in self.board.offers and wager not in self.without]
        for n, (wager, fill) in enumerate(here):
            x, end = (self.left + WIDE * k // len(here) for k in (n, n + 1))
            box = (x, self.y, end - x, tall)
            self.board.box(wager, box)
            fill(wager, box)
        self.y += tall if here else 0

    def _band(self, wager: str, words: str) -> None:
        def fill(own: str, box: Box) -> None:
            pays = self.board.offers[own].pays.upper()
            self.board.write((f"{pays}   {words}   {pays}",), box, 420, Ink.GOLD)

        self._row([(wager, fill)], 600)

    def _pays(self, wager: str, box: Box, tall: int = 280) -> None:
        x, y, width, height = box
        self.board.write(self._paid(wager), (x, y + height - tall - 30, width, tall), 230)

    def _paid(self, wager: str) -> tuple[str, ...]:
        """Its payout; 623a.5(d): the high number of a Horn High Bet pays on two of five units, in a separate line."""
        pays = self.board.offers[wager].pays.upper()
        kind, _, high = wager.partition(":")
        if kind != "horn-high":
            return (pays,)
        fate = fate_of(self.rules, Roll(HIGH[high]), Placed(1, wager, 1))
        assert isinstance(fate, Won), wager
        return pays, f"{high}: {self.rules.payout(fate.line).odds} on {fate.units}/{fate.of}".upper()

    def _shown(self, wager: str, box: Box, faces: tuple[int, ...], size: int, above: int = 0, below: int = 280) -> None:
        x, y, width, height = box
        self.board.draw(dice((x + width // 2, y + above + (height - above - below - 10) // 2 + 20), size, faces))
        self._pays(wager, box, below)

    def _hard(self, wager: str, box: Box) -> None:
        face = int(wager.partition(":")[2]) // 2
        self._shown(wager, box, (face, face), 520)

    def _rolled(self, wager: str, box: Box) -> None:
        self._shown(wager, box, ONE_ROLL[wager], 620)

    def _hop(self, wager: str, box: Box) -> None:
        self._shown(wager, box, tuple(map(int, wager.partition(":")[2].split("-"))), 370)

    def _high(self, wager: str, box: Box) -> None:
        x, y, width, _ = box
        self.board.write(("HORN HIGH BET",), (x, y + 20, width, 280), 240)
        self._shown(wager, box, HIGH[wager.partition(":")[2]], 380, 190, 460)

    def _named(self, wager: str, box: Box) -> None:
        x, y, width, height = box
        name = {"horn": "HORN BET", "whirl": "WHIRL BET"}.get(wager, "6-7-8")
        self.board.write((name,), (x, y + 60, width, height - 380), 400)
        if wager == "6-7-8":  # 623a.5(a): a 6 or 8 as a pair pays more
            easy, hard = (line.odds for line in self.board.offers[wager].payouts)
            self.board.write((f"{easy}, A PAIR {hard}".upper(),), (x, y + height - 310, width, 280), 230)
        else:
            self._pays(wager, box)

    def _c_and_e(self, wager: str, box: Box) -> None:
        """623a.3(a)(18): the letters C and E."""
        x, y, width, _ = box
        for n, letter in enumerate(("C", "E")):
            center = (x + width * (3 + 4 * n) // 10, y + 330)
            self.board.draw((Mark(circle(center, 260)),))
            self.board.write((letter,), (center[0] - 200, center[1] - 200, 400, 400), 330)
        self._pays(wager, box)
