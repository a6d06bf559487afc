"""619a.1(g): the layout to scale, a space for each symbol; 619a.1(a) to (d): the wheel."""

from __future__ import annotations

from houseway.core.felt import (
    INCH,
    OPPOSITE,
    Betting,
    Box,
    Felt,
    Ink,
    Inscription,
    Mark,
    Measure,
    Required,
    Ring,
    Sector,
    area,
    boxes,
    equipment,
    name_in,
    rectangle,
    words_in,
)
from houseway.core.lettering import broken
from houseway.games.big_six.symbols import DOLLAR, SYMBOLS, shown
from houseway.games.big_six.wagers import catalogue
from houseway.law import Citation, Rules
from houseway.numerics.curves import on_circle, polygon, rounded
from houseway.numerics.pictures import star

NAME, SPACES, ODDS = (Citation(f"619a.1(g)({n})") for n in range(1, 4))
PICTURES = {
    "dollar": Citation("619a.1(g)(2)(i)"),
    "flag": Citation("619a.1(g)(2)(ii)"),
    "joker": Citation("619a.1(g)(2)(iii)"),
}
BOXES = Citation("619a.1(f)")
WHEEL, ON_WHEEL = Citation("619a.1(a)"), Citation("619a.1(d)")
BUILT = "The sections are covered with glass."  # 619a.1(a)
WIDTH, HEIGHT = 20_000, 8_400
LEFT, TOP, TALL = 500, 2_500, 5_300
INKS = {
    "1": Ink.GOLD, "2": Ink.GREEN, "5": Ink.RED, "10": Ink.BLUE, "20": Ink.BLACK, "joker": Ink.WHITE, "flag": Ink.WHITE,
}  # fmt: skip


def draw_felt(rules: Rules) -> Felt:
    """Seven spaces in a row, each with its symbol and its odds; the dealer behind them."""
    offers, holder = catalogue(rules), str(rules.option("holder"))
    wide = (WIDTH - 2 * LEFT) // len(SYMBOLS)
    spaces = {symbol: (LEFT + n * wide, TOP, wide, TALL) for n, symbol in enumerate(SYMBOLS)}
    logo = (LEFT + 200, 450, 6_000, 1_500)
    words = [
        *(each for symbol, box in spaces.items() for each in _words(rules, symbol, box)),
        *name_in(holder, logo, 700, (NAME,)),
        *words_in(("BIG SIX WHEEL",), (13_400, 450, 6_000, 1_500), 850, ink=Ink.GOLD),
    ]
    return Felt(
        "Big Six Wheel", holder, WIDTH, HEIGHT, tuple(_space(rules, symbol, box) for symbol, box in spaces.items()),
        (
            equipment(rounded(8_350, 350, 3_300, 1_300, 120), "table inventory container"),
            *boxes(rounded(6_800, 350, 1_400, 750, 80), rounded(11_800, 350, 1_400, 750, 80), (BOXES,), OPPOSITE),
            *(each for symbol, box in spaces.items() for each in _picture(rules, symbol, box)),
        ),
        tuple(words),
        required=(
            Required("the certificate holder's name or logo", (NAME,), (holder,)),
            Required("spaces for wagers", (SPACES,), SYMBOLS),
            Required("the dollar symbols, or approved ones", (PICTURES["dollar"],), tuple(shown(rules, s) for s in DOLLAR)),
            *(Required(f"the symbol of the {s}, as on the wheel", (PICTURES[s],), (shown(rules, s),)) for s in ("flag", "joker")),
            Required("the payout odds of each wager", (ODDS,), tuple(offer.pays for offer in offers.values())),
        ),
        edge=rounded(0, 0, WIDTH, HEIGHT, 1_000), logo=logo,
        measures=(Measure("width of the table", WIDTH), Measure("depth of the table", HEIGHT)),
    )  # fmt: skip


def _space(rules: Rules, symbol: str, box: Box) -> Betting:
    offer = catalogue(rules)[symbol]
    return area(symbol, box, offer.name, (offer.pays, (SPACES, *offer.cites)))


def _words(rules: Rules, symbol: str, box: Box) -> tuple[Inscription, ...]:
    """The symbol, its payout odds, and its share of the wheel."""
    x, y, width, _ = box
    pays, picture = catalogue(rules)[symbol].pays, PICTURES["dollar" if symbol in DOLLAR else symbol]
    share = f"{rules.number(f'sections_{symbol}')} of {rules.number('sections')}"
    drawn = _is_drawn(rules, symbol)
    most = 480 if drawn else 1_250
    room = (x + 250, y + 2_350, width - 500, 700) if drawn else (x + 250, y + 650, width - 500, 2_300)
    return (
        *words_in(broken(shown(rules, symbol), room[2], room[3], most), room, most, cites=(picture,)),
        *words_in(("PAYS", pays.upper()), (x, y + 3_350, width, 1_000), 400, ink=Ink.GOLD, cites=(ODDS,)),
        *words_in((share,), (x, y + 4_500, width, 450), 260),
    )


def _is_drawn(rules: Rules, symbol: str) -> bool:
    """Is it the law's own joker or flag, which we can draw?"""
    return symbol not in DOLLAR and shown(rules, symbol).casefold() == symbol


def _picture(rules: Rules, symbol: str, box: Box) -> tuple[Mark, ...]:
    """A frame, as on a banknote; a joker's cap, or a flag."""
    x, y, width, _ = box
    frame = Mark(rounded(x + 160, y + 250, width - 320, 2_900, 320), Ink.SHADE)
    center = (x + width // 2, y + 1_350)
    return (frame, *_drawn(rules, symbol, center))


def _drawn(rules: Rules, symbol: str, center: tuple[int, int] = (0, 0)) -> tuple[Mark, ...]:
    """619a.1(g)(2)(ii), (iii): the same picture on the layout and on the wheel."""
    if not _is_drawn(rules, symbol):
        return ()
    return _cap(center) if symbol == "joker" else _flag(center)


def _cap(center: tuple[int, int]) -> tuple[Mark, ...]:
    """A joker's cap with three bells."""
    x, y = center
    tips = ((x - 780, y - 150), (x, y - 720), (x + 780, y - 150))
    left = ((x - 420, y + 520), tips[0], (x - 250, y - 60))
    middle = ((x - 250, y + 520), (x - 250, y - 60), tips[1], (x + 250, y - 60), (x + 250, y + 520))
    right = ((x + 420, y + 520), tips[2], (x + 250, y - 60))
    return (
        Mark((*left, (x - 250, y + 520)), Ink.GREEN, Ink.LINE),
        Mark((*right, (x + 250, y + 520)), Ink.BLUE, Ink.LINE),
        Mark(middle, Ink.RED, Ink.LINE),
        Mark(rectangle(x - 480, y + 480, 960, 180), Ink.GOLD, Ink.LINE),
        *(Mark(polygon(tip, 110, 18), Ink.GOLD, Ink.LINE) for tip in tips),
    )


def _flag(center: tuple[int, int]) -> tuple[Mark, ...]:
    """Thirteen stripes and a field with a star."""
    wide, stripe = 1_820, 84
    x, y = center[0] - wide // 2, center[1] - 13 * stripe // 2
    stripes = (
        Mark(rectangle(x, y + n * stripe, wide, stripe), Ink.RED if n % 2 == 0 else Ink.WHITE, Ink.NONE)
        for n in range(13)
    )
    field = rectangle(x, y, wide * 2 // 5, 7 * stripe)
    stars = (star(on_circle((x + wide // 5, y + 7 * stripe // 2), 190, 45 * n), 70, Ink.WHITE) for n in range(8))
    return (*stripes, Mark(field, Ink.BLUE, Ink.NONE), *stars, Mark(rectangle(x, y, wide, 13 * stripe)))


def draw_rings(rules: Rules) -> tuple[Ring, ...]:
    """The wheel from the joker clockwise; with the odds in each section where the edition wants them."""
    offers, with_odds = catalogue(rules), ON_WHEEL in rules.cites
    sectors = tuple(
        Sector(
            shown(rules, symbol), INKS[symbol], symbol, offers[symbol].pays if with_odds else "", _drawn(rules, symbol)
        )
        for symbol in rules.names("order")
    )
    cites = (WHEEL, rules.cite("order"), *((ON_WHEEL,) if with_odds else ()))
    across = rules.number("diameter_inches_min") * INCH
    least = rules.cite("diameter_inches_min")
    return (
        Ring(
            "The Big Six wheel",
            sectors,
            tuple(dict.fromkeys(cites)),
            False,
            across,
            (least,),
            clapper=True,
            built=BUILT,
        ),
    )
