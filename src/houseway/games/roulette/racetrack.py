"""617a.1(f)(4): the replica of the wheel, for Five Adjacent Number Wagers: the wheel's order around a long ring."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.core.felt import Betting, Ink, Inscription, Mark, Outline, Point, words_in
from houseway.games.roulette.geometry import ChipPlace
from houseway.games.roulette.offers import catalogue
from houseway.games.roulette.wheel import colour_of, order
from houseway.law import Citation, Rules
from houseway.numerics.curves import on_circle, rounded, turned_toward

REPLICA = Citation("617a.1(f)(4)")
LEFT, RIGHT, TOP = 12_900, 21_900, 1_900  # the middles of the two ends, and the upper edge
OUTER, INNER = 1_480, 680  # from those middles to both edges
STEPS = 8  # pieces of which the edge of a place is made
INKS = {"red": Ink.RED, "black": Ink.BLACK, "green": Ink.GREEN}
Replica = tuple[tuple[Betting, ...], tuple[Mark, ...], tuple[Inscription, ...]]


def racetrack(rules: Rules, places: Iterable[ChipPlace]) -> Replica:
    """A place for each number around which all five can be wagered on, the others without a wager; nothing if not offered."""
    if not rules.option("five_adjacent"):
        return (), (), ()
    ring, found = order(rules), {place.wager.partition(":")[2]: place for place in places}
    bettings, marks, words = [], [], []
    for n, number in enumerate(ring):
        outline, center, degrees = _part(n, len(ring))
        ink = INKS[colour_of(number, rules)]
        words.append(Inscription(number, turned_toward(center, 120, degrees), 360, degrees, Ink.WHITE))
        if number not in found:
            marks.append(
                Mark(outline, Ink.SHADE, dashed=True, name=f"{number} on the replica takes no wager", cites=(REPLICA,))
            )
            continue
        offer = catalogue(rules)[found[number].wager]
        bettings.append(
            Betting(
                offer.id, outline, center, f"{offer.name}: {', '.join(found[number].numbers)}", offer.pays,
                (REPLICA, *offer.cites), numbers=found[number].numbers, ink=ink,
            )
        )  # fmt: skip
    y, tall = TOP + OUTER - INNER, 2 * INNER
    inner = rounded(LEFT - INNER + 80, y + 80, RIGHT - LEFT + 2 * INNER - 160, tall - 160, INNER - 80)
    marks.append(Mark(inner, name="replica of the wheel", stroke=Ink.GOLD, cites=(REPLICA,)))
    words += words_in(
        ("FIVE ADJACENT NUMBERS", "one fifth of the wager on each number"),
        (LEFT, y, RIGHT - LEFT, tall),
        420,
        cites=(REPLICA,),
    )
    return tuple(bettings), tuple(marks), tuple(words)


def _part(number: int, count: int) -> tuple[Outline, Point, int]:
    """The outline of one place, its middle, and by how much its number is turned."""
    ends = [8 * STEPS * number, 8 * STEPS * (number + 1)]
    whole = 8 * STEPS * count
    along = [ends[0] + (ends[1] - ends[0]) * n // STEPS for n in range(STEPS + 1)]
    outer = [_on_track(step, whole, count, OUTER)[0] for step in along]
    inner = [_on_track(step, whole, count, INNER)[0] for step in reversed(along)]
    center, degrees = _on_track(sum(ends) // 2, whole, count, (OUTER + INNER) // 2)
    return (*outer, *inner), center, degrees


def _on_track(step: int, whole: int, count: int, radius: int) -> tuple[Point, int]:
    """A point of the ring, this many steps clockwise from the middle of the first place, and the degrees of its outward side.

    The first place is in the middle of the upper side.
    """
    straight, bend = RIGHT - LEFT, round((OUTER + INNER) / 2 * 355 / 113)
    long = 2 * (straight + bend)
    start = straight // 2 - long // (2 * count)
    done = (start + long * step // whole) % long
    y = TOP + OUTER
    if done < straight:
        return (LEFT + done, y - radius), 0
    if done < straight + bend:
        degrees = (done - straight) * 180 / bend
        return on_circle((RIGHT, y), radius, degrees - 90), _upright(degrees)
    if done < 2 * straight + bend:
        return (RIGHT - (done - straight - bend), y + radius), 0
    degrees = (done - 2 * straight - bend) * 180 / bend
    return on_circle((LEFT, y), radius, degrees + 90), _upright(degrees)


def _upright(degrees: float) -> int:
    """The turn of a number that is read from the players' side and never upside down."""
    return round(degrees) if degrees <= 90 else round(degrees) - 180
