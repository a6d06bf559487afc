"""One end of the table: the line wagers around the players' side, Come and Field, and the boxes of the six numbers."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.core.felt import Box, Ink, Mark, MovedWager, Outline, Point, rectangle
from houseway.core.felt_board import Board
from houseway.games.craps.roll import POINTS
from houseway.games.craps.wagers import MOVES
from houseway.games.craps.wagers.odds import GROUPS
from houseway.numerics.curves import arc, circle
from houseway.numerics.pictures import dice

FIELD_NUMBERS = ("2", "3", "4", "9", "10", "11", "12")
NAMES = {6: "SIX", 9: "NINE"}  # so that nobody reads them upside down
LEFT, RIGHT = 3_300, 13_300  # the block of boxes
TOP, NUMBERS = 900, 3_500  # where the numbers begin, and their height
DONT_COME = 1_480  # the width of its box
COME, FIELD = (4_500, 1_850), (6_450, 1_650)  # top and height
DONT_ODDS, PASS_ODDS = (8_150, 480), (10_450, 480)
LINE_TOP = 2_600  # where the vertical parts of the lines begin
DONT_PASS, PASS = (2_150, 3_150, 8_700, 9_500), (1_100, 2_080, 9_570, 10_400)  # left, right, upper and lower edge
NUMBERED = ("odds:come",)  # the box with the number itself
STRIPS = (
    (380, ("lay",)),
    (880, ("odds:dont-come", "place-to-lose")),  # 623a.3(a)(4) and (6): adjacent to the number
    (1_490, NUMBERED),
    (750, ("place-to-win", "buy")),
)
WHOLE = 1_000  # a wider box has its words in one line
SHORT = {
    "lay": "LAY", "place-to-lose": "LOSE", "odds:dont-come": "DON'T COME", "place-to-win": "PLACE", "buy": "BUY",
}  # fmt: skip


class TableEnd:
    """One end of the table; `across` is the width of the table if it is the right one, which mirrors the left one."""

    def __init__(self, board: Board, across: int = 0) -> None:
        self.board, self.across = board, across
        self.copy = 2 if across else 0

    def box(self, x: int, y: int, width: int, height: int) -> Box:
        """A box of the left end where it is at this end."""
        return (self.across - x - width if self.across else x, y, width, height)

    def flipped(self, outline: Iterable[Point]) -> Outline:
        """An outline of the left end at this end."""
        return tuple((self.across - x if self.across else x, y) for x, y in outline)

    def has(self, wager: str) -> bool:
        """Whether the wager is on offer."""
        return wager in self.board.offers

    def holds(self, wager: str) -> tuple[MovedWager, ...]:
        """623a.3(a)(3), (4): the Come and Don't Come Bets that lie at a place once they have moved: with their odds, if these
        are on offer, or else where they were made."""
        moved = [MovedWager(f"{line}:{point}", line, point) for line in MOVES for point in POINTS]
        return tuple(each for each in moved if wager == self._place_of(each))

    def _place_of(self, moved: MovedWager) -> str:
        odds = f"odds:{moved.wager}"
        return odds if self.has(odds) else moved.made

    def draw(self) -> None:
        """Everything at this end."""
        self._numbers()
        self._dont_come()
        self._come_and_field()
        self._lines()
        self._odds()

    def _numbers(self) -> None:
        """Against each number above, Come Bets in the middle, Place and Buy Bets below. 4 is at the left at both ends."""
        start = LEFT + DONT_COME
        wide = (RIGHT - start) // len(POINTS)
        for n, point in enumerate(POINTS):
            x = self.box(start, 0, RIGHT - start, 0)[0] + n * wide
            y = TOP
            against = any(self.has(f"{family}:{point}") for _, families in STRIPS for family in families)
            for tall, families in STRIPS:
                if families == NUMBERED and against and not self.has(f"odds:come:{point}"):
                    self.board.draw((Mark(rectangle(x, y, wide, tall)),))
                    self.board.write((NAMES.get(point, str(point)),), (x, y, wide, tall), 800, Ink.GOLD)
                here = [family for family in families if self.has(f"{family}:{point}")]
                for k, family in enumerate(here):
                    left, end = (x + wide * part // len(here) for part in (k, k + 1))
                    self._cell(family, point, (left, y, end - left, tall))
                y += tall

    def _cell(self, family: str, point: int, box: Box) -> None:
        wager = f"{family}:{point}"
        offer = self.board.put(wager, rectangle(*box), copy=self.copy, holds=self.holds(wager))
        x, y, width, height = box
        if family == "odds:come":
            self.board.write((NAMES.get(point, str(point)),), (x, y + 60, width, height - 720), 800, Ink.GOLD)
            self.board.write(("come odds", offer.pays), (x, y + height - 660, width, 600), 250)
            return
        lines = (f"{SHORT[family]} {offer.pays}",) if width > WHOLE else (*SHORT[family].split(), offer.pays)
        self.board.write(lines, (x, y + 40, width, height - 80), 230)

    def _dont_come(self) -> None:
        if not self.has("dont-come"):
            return
        box = self.box(LEFT, TOP, DONT_COME, NUMBERS)
        self.board.put("dont-come", rectangle(*box), copy=self.copy, holds=self.holds("dont-come"))
        x, y, width, _ = box
        self.board.write(("DON'T", "COME", "BAR"), (x, y + 350, width, 1_700), 480)
        self.board.draw(dice((x + width // 2, y + 2_500), 480, (6, 6)))

    def _come_and_field(self) -> None:
        y, tall = COME
        if self.has("come"):
            box = self.box(LEFT, y, RIGHT - LEFT, tall)
            self.board.put("come", rectangle(*box), copy=self.copy, holds=self.holds("come"))
            self.board.write(("COME",), box, 1_250, Ink.RED)
        if self.has("field"):
            self._field(self.box(LEFT, FIELD[0], RIGHT - LEFT, FIELD[1]))

    def _field(self, box: Box) -> None:
        """The numbers that win, with a ring around those that pay more."""
        offer = self.board.box("field", box, copy=self.copy)
        x, y, width, height = box
        numbers = FIELD_NUMBERS
        more = next(str(line.odds) for line in offer.payouts if line.line == "field-2-12")
        self.board.write(("FIELD",), (x, y + height * 6 // 11, width, height * 9 // 20), 620)
        step = width * 8 // 10 // len(numbers)
        for n, number in enumerate(numbers):
            center = (x + width // 10 + step * n + step // 2, y + height * 3 // 10)
            room = (center[0] - step // 2, center[1] - 330, step, 660)
            self.board.write((number,), room, 500)
            if number in ("2", "12"):
                self.board.draw((Mark(circle(center, 400)),))
                side = -1 if number == "2" else 1
                place = (center[0] + side * 900 - 480, center[1] - 330, 960, 660)
                self.board.write(("PAYS", more.upper()), place, 220)

    def _lines(self) -> None:
        """623a.3(a)(1) and (2): the Pass Line and the Don't Pass Line, each along the players' side and around the end."""
        for wager, (outer, inner, upper, lower), words in (
            ("dont-pass", DONT_PASS, "DON'T PASS BAR"),
            ("pass", PASS, "PASS LINE"),
        ):
            if not self.has(wager):
                continue
            self.board.put(
                wager, self.flipped(self._bend(outer, inner, upper, lower)), copy=self.copy,
                chip=self.flipped((((LEFT + RIGHT) // 2, (upper + lower) // 2),))[0],
            )  # fmt: skip
            flat = self.box(inner + 300, upper, RIGHT - inner - 300, lower - upper)
            self.board.write((words,), flat, 560)
            upright = self.box(outer, LINE_TOP + 200, inner - outer, upper - LINE_TOP - 300)
            self.board.write((words,), upright, 480, turn=270 if self.across else 90)
            if wager == "dont-pass":
                width = self.board.words[-2].width
                side = flat[0] + flat[2] // 2 + width // 2 + 700
                self.board.draw(dice((side, (upper + lower) // 2), 480, (6, 6)))

    @staticmethod
    def _bend(outer: int, inner: int, upper: int, lower: int) -> Outline:
        """A band down the end and along the side, round at the outer corner."""
        turn = 900
        corner = arc((outer + turn, lower - turn), turn, 90, 180)
        return (
            (inner, LINE_TOP), (inner, upper), (RIGHT, upper), (RIGHT, lower), *corner, (outer, LINE_TOP),
        )  # fmt: skip

    def _odds(self) -> None:
        """623a.6(a) and (b): behind the line that they support."""
        for wager, (y, tall), words in (
            ("odds:dont-pass", DONT_ODDS, "DON'T PASS ODDS"),
            ("odds:pass", PASS_ODDS, "PASS ODDS"),
        ):
            if self.has(wager):
                box = self.box(LEFT, y, RIGHT - LEFT, tall)
                offer = self.board.box(wager, box, copy=self.copy)
                groups = zip(dict.fromkeys(GROUPS.values()), offer.payouts, strict=True)
                pays = ", ".join(f"{line.odds} on {group.replace('-', ' and ')}" for group, line in groups)
                self.board.write((f"{words}   {pays}",), box, 280)
