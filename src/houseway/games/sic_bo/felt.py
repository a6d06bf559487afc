"""625a.1(c): the layout to scale, with the dice that win in each area."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.core.felt import OPPOSITE, Box, Felt, Ink, Mark, Measure, Required, boxes, equipment, name_in
from houseway.core.felt_board import Board
from houseway.core.offers import Offer
from houseway.equipment.dice import FACES
from houseway.games.sic_bo.layout import draw_layout
from houseway.games.sic_bo.wagers import EACH_FACE, PAIRS, TOTALS, WAGERS
from houseway.law import Citation, Rules
from houseway.numerics.curves import rounded
from houseway.numerics.pictures import dice

NAME, AREAS, ODDS = (Citation(f"625a.1(c)({n})") for n in range(1, 4))
BOXES, DEVICE, SHAKER = Citation("625a.1(a)"), Citation("625a.1(b)"), Citation("625a.1(d)")
AUTOMATED, SUBMITTED = Citation("625a.1(d)(2)(ii)"), "at the place that is submitted and approved"
WIDTH, HEIGHT = 22_000, 13_300
LEFT, RIGHT, TOP = 600, 21_400, 2_250
CAPTION = 480  # the height of a line that names a row
UPPER, TOTAL, PAIR, SINGLE = 3_300, 1_750, 1_900, 1_450  # the heights of the rows
SMALL_WIDTH, DOUBLE_WIDTH, TRIPLE_WIDTH = 2_900, 1_150, 2_450
SOLE = 360  # the height of the payout odds at the foot of an area


class _Drawing(Board):
    """The felt as it grows, with odds at the foot of each area where the layout has them."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(WAGERS.catalogue(rules), (AREAS,))
        self.with_odds = rules.option("payout_odds") == "layout"

    def box(self, wager: str, box: Box, ink: Ink = Ink.NONE, copy: int = 0) -> Offer:
        """An area, with its odds at the foot."""
        offer = super().box(wager, box, ink, copy)
        if self.with_odds:
            x, y, width, height = box
            self.write((offer.pays.upper(),), (x, y + height - SOLE - 60, width, SOLE), 270, cites=(ODDS,))
        return offer

    def dice(self, box: Box, size: int, faces: Iterable[int], upright: bool = False) -> None:
        """Dice in the middle of a box, above the odds."""
        x, y, width, height = box
        foot = SOLE if self.with_odds else 0
        self.marks += dice((x + width // 2, y + (height - foot) // 2), size, faces, upright, red=True)


def draw_felt(rules: Rules) -> Felt:
    """Five rows on the players' side; the dealer, the shaker and the chips behind them."""
    drawing = _Drawing(rules)
    holder = str(rules.option("holder"))
    y = _upper(drawing, TOP)
    y = _row(drawing, y, "TOTAL VALUE OF THE THREE DICE", TOTAL, tuple(f"total-value:{total}" for total in TOTALS))
    y = _row(drawing, y, "TWO DICE COMBINATION", PAIR, tuple(f"two-dice-combination:{pair}" for pair in PAIRS))
    _row(drawing, y, _singles(drawing), SINGLE, tuple(f"one-of-a-kind:{face}" for face in EACH_FACE))
    logo = (LEFT + 300, 350, 6_300, 1_250)
    drawing.words += name_in(holder, logo, 620, (NAME,))
    drawing.write(("SIC BO",), (15_200, 350, 5_900, 1_250), 1_050, Ink.GOLD)
    signs = draw_layout(rules).signs
    kinds = tuple(dict.fromkeys(offer.pays for offer in drawing.offers.values()))
    return Felt(
        "Sic Bo", holder, WIDTH, HEIGHT, tuple(drawing.bettings), (*_dealers_side(rules), *drawing.marks), tuple(drawing.words),
        required=(
            Required("the certificate holder's name or logo", (NAME,), (holder,)),
            Required("an area for each permissible wager", (AREAS,), tuple(drawing.offers)),
            Required("the payout odds offered", (ODDS,), kinds if drawing.with_odds else signs, not drawing.with_odds),
        ),
        signs=signs, edge=rounded(0, 0, WIDTH, HEIGHT, 900), logo=logo,
        measures=(Measure("width of the table", WIDTH), Measure("depth of the table", HEIGHT)),
    )  # fmt: skip


def _dealers_side(rules: Rules) -> tuple[Mark, ...]:
    automated = rules.option("shaker") == "automated"
    name, cite, place = ("automated shaker", AUTOMATED, SUBMITTED) if automated else ("Sic Bo shaker", SHAKER, "")
    return (
        equipment(rounded(8_700, 250, 3_500, 1_000, 120), "table inventory container"),
        *boxes(rounded(7_250, 250, 1_300, 700, 80), rounded(12_350, 250, 1_300, 700, 80), (BOXES,), OPPOSITE),
        equipment(rounded(13_800, 250, 1_450, 1_150, 500), name, (cite,), place),
        equipment(rounded(8_700, 1_400, 3_500, 700, 80), "electrical device", (DEVICE,)),
    )


def _upper(drawing: _Drawing, y: int) -> int:
    """Small, doubles and triples around Any Three of a Kind, Big. Returns where the next row begins."""
    triples, doubles = 3 * DOUBLE_WIDTH, SMALL_WIDTH
    low = LEFT + doubles
    inner = low + triples + TRIPLE_WIDTH  # where Any Three of a Kind begins
    wide = WIDTH - 2 * inner
    high = inner + wide
    top, tall = y + CAPTION, UPPER
    for x, words, width in (
        (low, "TWO OF A KIND", triples), (inner - TRIPLE_WIDTH, "THREE OF A KIND", TRIPLE_WIDTH),
        (high, "THREE OF A KIND", TRIPLE_WIDTH), (high + TRIPLE_WIDTH, "TWO OF A KIND", triples),
    ):  # fmt: skip
        drawing.write((words,), (x, y, width, CAPTION), 260, Ink.GOLD)
    _side(drawing, "small", ("SMALL", "4 TO 10"), (LEFT, top, SMALL_WIDTH, tall))
    _side(drawing, "big", ("BIG", "11 TO 17"), (RIGHT - SMALL_WIDTH, top, SMALL_WIDTH, tall))
    for n, face in enumerate(FACES):
        side = 0 if n < len(FACES) // 2 else high + TRIPLE_WIDTH - low
        double = (low + side + n % 3 * DOUBLE_WIDTH, top, DOUBLE_WIDTH, tall)
        drawing.box(f"two-of-a-kind:{face}", double)
        drawing.dice(double, 700, (face, face), upright=True)
        over = inner - TRIPLE_WIDTH if n < len(FACES) // 2 else high
        triple = (over, top + n % 3 * tall // 3, TRIPLE_WIDTH, tall // 3)
        drawing.box(f"three-of-a-kind:{face}", triple)
        drawing.dice((triple[0], triple[1], triple[2], triple[3] + 40), 520, (face,) * 3)
    _any_triple(drawing, (inner, top, wide, tall))
    return top + tall


def _side(drawing: _Drawing, wager: str, lines: tuple[str, str], box: Box) -> None:
    x, y, width, _ = box
    drawing.box(wager, box, Ink.SHADE)
    drawing.write(lines[:1], (x, y + 300, width, 1_000), 820, Ink.GOLD)
    drawing.write(lines[1:], (x, y + 1_250, width, 450), 340)
    drawing.write(("LOSES ON ANY", "THREE OF A KIND"), (x, y + 1_750, width, 700), 250)


def _any_triple(drawing: _Drawing, box: Box) -> None:
    """Every three of a kind in two columns."""
    x, y, width, _ = box
    drawing.box("any-three-of-a-kind", box)
    drawing.write(("ANY THREE", "OF A KIND"), (x, y + 80, width, 800), 300, Ink.GOLD)
    for n, face in enumerate(FACES):
        column, row = divmod(n, len(FACES) // 2)
        center = (x + width // 4 + column * width // 2, y + 1_130 + row * 520)
        drawing.marks += dice(center, 370, (face,) * 3, red=True)


def _row(drawing: _Drawing, y: int, caption: str, tall: int, wagers: tuple[str, ...]) -> int:
    """A line of words, then equal areas: a total as a number, faces as dice. Returns where the next row begins."""
    drawing.write((caption,), (LEFT, y, RIGHT - LEFT, CAPTION), 260, Ink.GOLD)
    top = y + CAPTION
    for n, wager in enumerate(wagers):
        x, end = (LEFT + (RIGHT - LEFT) * k // len(wagers) for k in (n, n + 1))
        box = (x, top, end - x, tall)
        drawing.box(wager, box)
        kind, _, choice = wager.partition(":")
        if kind == "total-value":
            foot = SOLE if drawing.with_odds else 0
            drawing.write((choice,), (x, top + 80, end - x, tall - foot - 160), 900)
        else:
            drawing.dice(box, 620, map(int, choice.split("-")), upright=True)
    return top + tall


def _singles(drawing: _Drawing) -> str:
    """The row of single numbers, and what one, two and three dice pay."""
    if not drawing.with_odds:
        return "ONE OF A KIND"
    lines = drawing.offers[f"one-of-a-kind:{FACES[0]}"].payouts
    said = ", ".join(
        f"{count} {'DIE' if n == 0 else 'DICE'} {payout.odds}".upper()
        for n, (count, payout) in enumerate(zip(("ONE", "TWO", "THREE"), lines, strict=True))
    )
    return f"ONE OF A KIND: {said}"
