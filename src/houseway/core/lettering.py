"""How wide printed words are: advance widths of Source Sans Pro Semibold, the typeface of layouts and signs.

With these a layout knows, before anything is drawn, that its words fit into their places. A test compares them with the font.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, pairwise

TYPEFACE = "Source Sans Pro"
WEIGHT = 600
CAP_HEIGHT = 660  # thousandths of the size
DESCENT = 273
LINE = 1150  # from one line to the next
_WIDTHS = {
    200: " ", 255: "|", 262: "i", 263: "j", 271: "l", 275: "',.:;’", 282: "I", 315: "!", 317: "f", 322: "-", 324:
    "()[]{}", 325: "•", 344: '/\\', 361: "t", 373: "r", 431: "s", 438: "*", 443: "z", 444: "?", 462: "c", 480: "–",
    481: "x", 482: '"', 494: "J", 495: "vy", 500: "_", 501: "Y", 502: "L", 507: "e", 510: "F", 513:
    "#$+0123456789<=>^~§¢", 516: "a", 520: "g", 522: "k", 536: "V", 538: "E", 540: "Z", 541: "X", 545: "S", 546: "T",
    549: "`o", 556: "u", 558: "Ah", 560: "n", 563: "b", 564: "dpq", 576: "C", 582: "P", 592: "R", 597: "BK", 625: "D",
    628: "G", 639: "&", 655: "U", 656: "N", 663: "H", 674: "OQ", 745: "M", 748: "w", 800: "W", 827: "½", 841: "%",
    843: "m", 875: "@",
}  # fmt: skip
WIDTHS = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
WIDEST = max(WIDTHS.values())  # assumed of letters that are not listed


def width_of(text: str, size: int) -> int:
    """The width of a line, in the unit of its size, rounded up."""
    return -(-sum(WIDTHS.get(letter, WIDEST) for letter in text) * size // 1000)


def size_for(lines: Iterable[str], width: int, height: int, most: int) -> int:
    """The largest size, up to `most`, at which these lines fit into a box one below the other."""
    given = tuple(lines)
    widest = max(width_of(line, 1000) for line in given)
    tall = CAP_HEIGHT + DESCENT // 2 + LINE * (len(given) - 1)
    return max(1, min(most, width * 1000 // max(1, widest), height * 1000 // tall))


def broken(text: str, width: int, height: int, most: int, lines: int = 3) -> tuple[str, ...]:
    """A text on as many lines as let its letters be largest; lines break at spaces only."""
    words = text.split()
    ways = (
        tuple(" ".join(words[start:end]) for start, end in pairwise((0, *cuts, len(words))))
        for count in range(min(lines, len(words)))
        for cuts in combinations(range(1, len(words)), count)
    )
    return max(ways, key=lambda way: size_for(way, width, height, most), default=(text,))


def baselines(count: int, middle: int, size: int) -> tuple[int, ...]:
    """The baselines of lines that are centered on `middle` as a block."""
    tall = Fraction(CAP_HEIGHT + LINE * (count - 1), 1000) * size
    first = middle - tall / 2 + Fraction(CAP_HEIGHT, 1000) * size
    return tuple(round(first + Fraction(LINE, 1000) * size * n) for n in range(count))
