"""623a.2: the layout to scale: both ends of a Craps table and its center, one end and the center of a Mini-Craps table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from houseway.core.felt import APPROVED, INCH, Felt, Ink, Mark, Measure, Point, Required, boxes, name_in
from houseway.core.felt_board import Board
from houseway.core.offers import Offer
from houseway.games.craps.felt_center import HIGH, ONE_ROLL, WIDE, Center
from houseway.games.craps.felt_end import FIELD_NUMBERS, RIGHT, TableEnd
from houseway.games.craps.layout import WORDS, draw_layout
from houseway.games.craps.roll import POINTS
from houseway.games.craps.signs import fire_information
from houseway.games.craps.wagers import MOVES, catalogue
from houseway.law import Citation, Rules
from houseway.numerics.curves import polygon, rounded

NAME, AREAS, NO_CALLS = (Citation(f"623a.2(d)({n})") for n in range(1, 4))
SEATS, BOXES = Citation("623a.2(c)"), Citation("623a.2(e)")
FIRE, FIRE_BROUGHT, FIRE_SAID = (Citation(f"623a.2(f)({n})") for n in range(1, 4))
LONG, SHORT, HEIGHT = 144 * INCH, 96 * INCH, 48 * INCH  # twelve feet and eight: customary, and within the law
SIDE = 600  # from the wall to the middle of a Fire Bet area
FIRE_RADIUS = 290
SEAT_SIDE, SEAT_RADIUS = 170, 100  # a seat is marked between the wall and the Fire Bet area
PUCK_BOXES = ("odds:come", "place-to-win", "buy", "lay", "place-to-lose", "odds:dont-come")
TURN = 1_100  # how far from a corner the line of Fire Bet areas turns


def draw_felt(rules: Rules) -> Felt:
    """The players' side is below and at the ends; the boxperson and the dealers stand above."""
    mini, holder = rules.game == "mini-craps", str(rules.option("holder"))
    board = Board(catalogue(rules), (AREAS,))
    width = SHORT if mini else LONG
    without = draw_layout(rules).without
    TableEnd(board).draw()
    if not mini:
        TableEnd(board, across=width).draw()
    left = RIGHT + 200 if mini else (width - WIDE) // 2
    center = Center(board, rules, left)
    areas = _fire_areas(rules)
    board.draw((*_boxes(width, mini), *(_seats(rules.boxes, width) if mini else ())))
    if areas:
        center.fire(areas)
        _fire(board, areas, width, mini)
    last = center.draw(without)
    logo = (left, last + 90, WIDE, 600)
    board.words += name_in(holder, logo, 560, (NAME,))
    board.write(
        tuple(words.upper() for words in WORDS), (left, last + 680, WIDE, 400), 340, Ink.GOLD, cites=(NO_CALLS,)
    )
    signs = fire_information(rules)
    return Felt(
        "Mini-Craps" if mini else "Craps", holder, width, HEIGHT, tuple(board.bettings), tuple(board.marks),
        tuple(board.words), _required(rules, holder, areas, signs, without), without, signs,
        edge=rounded(0, 0, width, HEIGHT, 1_600), logo=logo, measures=_measures(rules, width),
        pucks=tuple(_pucks(board)),
    )  # fmt: skip


def _boxes(width: int, mini: bool) -> tuple[Mark, Mark]:
    """623a.2(e): at both hands of the boxperson, or of the dealer of a Mini-Craps table."""
    drop = rounded(RIGHT - 1_400, 100, 1_400, 700, 80)
    tip = rounded(RIGHT + 200 + WIDE + 40, 420, 1_150, 700, 80) if mini else rounded(width - RIGHT, 100, 1_400, 700, 80)
    return boxes(drop, tip, (BOXES,), APPROVED)


def _pucks(board: Board) -> Iterator[tuple[int, str]]:
    """By custom the puck stands in a box of the point's number; without a point, off, at the Don't Come Bar or the first box."""
    at = {wager: each.id for each in board.bettings if not each.copy for wager in each.wagers}
    numbered: dict[int, str] = {}
    for point in POINTS:
        box = next((name for family in PUCK_BOXES if (name := f"{family}:{point}") in at), None)
        if box is not None:
            numbered[point] = at[box]
    first = at.get("dont-come") or next(iter(numbered.values()), None)
    yield from ({} if first is None else {0: first, **numbered}).items()


def _fire_areas(rules: Rules) -> int:
    """623a.2(f)(1): one for each position, and no more than the law allows."""
    return min(rules.boxes, rules.number("fire_areas_max")) if "fire" in catalogue(rules) else 0


def _fire(board: Board, areas: int, width: int, mini: bool) -> None:
    """623a.2(f)(1): around the perimeter, numbered clockwise, area 1 first at the boxperson's left."""
    for number, (x, y) in enumerate(_positions(areas, width, mini, SIDE), 1):
        board.put("fire", polygon((x, y), FIRE_RADIUS, 30), seat=number)
        board.write((str(number),), (x - 190, y - 190, 380, 380), 300, cites=(FIRE,))


def _seats(count: int, width: int) -> tuple[Mark, ...]:
    """623a.2(c): the players of a Mini-Craps table are seated; a mark at the wall for each seat, clockwise."""
    places = _positions(count, width, True, SEAT_SIDE)
    return tuple(
        Mark(polygon(place, SEAT_RADIUS, 18), name=f"seat {number}", cites=(SEATS,))
        for number, place in enumerate(places, 1)
    )


def _positions(count: int, width: int, mini: bool, side: int) -> Iterator[Point]:
    """The players' positions, clockwise from the boxperson's left, so far from the wall."""
    right = max(1, count // 4) if mini else count - count // 2
    for track, part in ((_around_right(width, mini, side), right), (_around_left(width, mini, side), count - right)):
        yield from (_along(track, 2 * n + 1, 2 * part) for n in range(part))


def _around_right(width: int, mini: bool, side: int) -> tuple[Point, ...]:
    """The line of positions down the right end and, at a long table, along the side to the stickperson."""
    below = HEIGHT - side
    end = ((width - side, 1_500), (width - side, HEIGHT - TURN - 500))
    return end if mini else (*end, (width - side - TURN, below), (width // 2 + WIDE // 2, below))


def _around_left(width: int, mini: bool, side: int) -> tuple[Point, ...]:
    """The line from the stickperson along the side and up the left end."""
    below, start = HEIGHT - side, RIGHT if mini else width // 2 - WIDE // 2
    return ((start, below), (side + TURN, below), (side, HEIGHT - TURN - 500), (side, 1_500))


def _along(track: tuple[Point, ...], part: int, of: int) -> Point:
    """The point after so many parts of a line's length."""
    pieces = list(pairwise(track))
    lengths = [max(abs(bx - ax), abs(by - ay)) for (ax, ay), (bx, by) in pieces]
    rest = sum(lengths) * part // of
    for ((ax, ay), (bx, by)), length in zip(pieces, lengths, strict=True):
        if rest <= length:
            return ax + (bx - ax) * rest // length, ay + (by - ay) * rest // length
        rest -= length
    return track[-1]


def _measures(rules: Rules, width: int) -> tuple[Measure, ...]:
    longest = "length_inches_max_mini" if rules.game == "mini-craps" else "length_inches_max_craps"
    return (
        Measure("length of the table", width),
        Measure("length of the table, at most", rules.number(longest) * INCH, (rules.cite(longest),)),
        Measure("width of the table", HEIGHT),
    )


WORDED = {
    "any-seven": "Any Seven", "any-craps": "Any Craps", "horn": "Horn Bet", "whirl": "Whirl Bet", "craps-eleven": "C E",
}  # fmt: skip


PLACED: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "pass": ("the Pass Line", ("Pass Line",)),
    "dont-pass": ("the Don't Pass Line", ("Don't Pass",)),
    "come": ("the Come Line", ("Come",)),
    "dont-come": ("the Don't Come Line", ("Don't", "Come")),
    "place-to-lose": ("a box adjacent to {number} for the Place Bet to Lose", ("Lose",)),
    "hop": ("an area on the layout for the {name}", ()),
    "6-7-8": ("an area on the layout for the {name}", ("6-7-8",)),
}


def _shown_in(wager: str, offer: Offer) -> Iterator[Required]:
    """623a.3(a)(7) to (21): what the box of a wager shows: two dice, words, letters or numbers."""
    kind, _, choice = wager.partition(":")
    faces = ONE_ROLL.get(wager) or (HIGH[choice] if kind == "horn-high" else ())
    if kind == "hardway":
        faces = (int(choice) // 2,) * 2
    if faces:
        drawn = tuple(f"a die that shows {face}" for face in faces)
        words = ("Horn High Bet",) if kind == "horn-high" else ()
        both = " and ".join(map(str, faces))
        yield Required(f"a box for the {offer.name} with dice that show {both}", (offer.cite,), (wager, *words, *drawn))
    if kind in PLACED:
        says, named = PLACED[kind]
        yield Required(says.format(name=offer.name, number=choice), (offer.cite,), (wager, *named))
    if wager in WORDED:
        yield Required(f"an area for the {offer.name} with “{WORDED[wager]}”", (offer.cite,), (wager, WORDED[wager]))
    if wager == "field":
        yield Required("a box with the numbers of the Field Bet", (offer.cite,), (wager, *FIELD_NUMBERS))


def _required(
    rules: Rules, holder: str, areas: int, signs: tuple[str, ...], without: tuple[str, ...]
) -> tuple[Required, ...]:
    offered = tuple(wager for wager in catalogue(rules) if wager not in without)
    found = [
        Required("the certificate holder's name or logo", (NAME,), (holder,)),
        Required("areas for the wagers that 623a.3 permits", (AREAS,), offered),
        Required("the words “no call bets”", (NO_CALLS,), WORDS),
    ]
    if rules.game == "mini-craps":
        most, seats = rules.number("seats_max_mini_craps"), tuple(f"seat {n + 1}" for n in range(rules.boxes))
        found.append(Required(f"seats for at most {most} players, marked along the wall", (SEATS,), seats))
    found += [each for wager, offer in catalogue(rules).items() if wager in offered for each in _shown_in(wager, offer)]
    for made in (line for line in MOVES if line in offered):
        says = "the numbered boxes" if made == "come" else "boxes adjacent to the numbered ones"
        places = tuple(f"odds:{made}:{point}" for point in POINTS)
        found.append(
            Required(
                f"{says} to which {catalogue(rules)[made].name}s are moved", (catalogue(rules)[made].cite,), places
            )
        )
    if areas:
        brought = tuple(f"Fire Bets of area {n + 1} are brought here" for n in range(areas))
        found += [
            Required(f"{areas} Fire Bet areas around the perimeter, numbered clockwise", (FIRE,), ("fire",)),
            Required(
                "a numbered area in front of the boxperson to which Fire Bets are brought", (FIRE_BROUGHT,), brought
            ),
            Required("what is said about Fire Bets on the inside wall of the table", (FIRE_SAID,), signs, by_sign=True),
        ]
    return tuple(found)
