"""623a.2(d): the betting areas, one for each wager, and the wording that the law requires on the layout."""

from __future__ import annotations

from houseway.core import Area, Layout
from houseway.games.craps.roll import POINTS
from houseway.games.craps.wagers import catalogue
from houseway.games.craps.wagers.one_roll import HOPS
from houseway.law import Rules

WIDTH, ROW = 240, 18
WORDS = ("NO CALL BETS",)
LABELS = {
    "pass": ("PASS LINE",), "dont-pass": ("DON'T PASS", "bar 12"), "come": ("COME",), "dont-come": ("DON'T COME", "bar 12"),
    "odds:pass": ("ODDS", "pass"), "odds:dont-pass": ("ODDS", "don't pass"),
    "field": ("FIELD", "2 3 4 9 10 11 12"), "any-seven": ("ANY SEVEN",), "any-craps": ("ANY CRAPS",),
    "craps-2": ("1 1",), "craps-3": ("1 2",), "craps-12": ("6 6",), "eleven": ("5 6",), "craps-eleven": ("C", "E"),
    "horn": ("HORN BET",), "whirl": ("WHIRL BET",), "6-7-8": ("6-7-8",), "fire": ("FIRE BET",),
}  # fmt: skip
FAMILIES = {
    "place-to-win": "PLACE", "place-to-lose": "LOSE", "buy": "BUY", "lay": "LAY", "hardway": "HARD", "horn-high": "HORN HIGH",
    "odds:come": "COME ODDS", "odds:dont-come": "DON'T ODDS", "hop": "HOP",
}  # fmt: skip


def _each(family: str) -> tuple[str, ...]:
    return tuple(f"{family}:{point}" for point in POINTS)


HOP_IDS = tuple(f"hop:{low}-{high}" for low, high in HOPS)
ROWS: tuple[tuple[str, ...], ...] = (
    ("dont-come", *_each("place-to-lose")),
    _each("lay"),
    _each("place-to-win"),
    _each("buy"),
    _each("odds:come"),
    _each("odds:dont-come"),
    ("come", "field"),
    ("dont-pass", "odds:dont-pass"),
    ("pass", "odds:pass"),
    ("any-seven", "hardway:4", "hardway:6", "hardway:8", "hardway:10", "any-craps"),
    ("craps-2", "craps-3", "eleven", "craps-12", "craps-eleven", "horn", "whirl", "6-7-8"),
    ("horn-high:2", "horn-high:3", "horn-high:11", "horn-high:12", "fire"),
    HOP_IDS[:8],
    HOP_IDS[8:],
)


def label(wager: str) -> tuple[str, ...]:
    """The text printed in an area."""
    if wager in LABELS:
        return LABELS[wager]
    family, _, choice = wager.rpartition(":")
    return (FAMILIES[family], choice)


def draw_layout(rules: Rules) -> Layout:
    """Rows as wide as the table, without the wagers that the submission does not offer."""
    offers, areas, y = catalogue(rules), [], 0
    for row in ROWS:
        here = [wager for wager in row if wager in offers and _has_area(rules, wager)]
        for n, wager in enumerate(here):
            x, end = n * WIDTH // len(here), (n + 1) * WIDTH // len(here)
            areas.append(Area(wager, x, y, end - x, ROW, label(wager), offers[wager].pays))
        y += ROW if here else 0
    without = tuple(wager for wager in offers if not _has_area(rules, wager))
    return Layout(
        "Mini-Craps" if rules.game == "mini-craps" else "Craps",
        str(rules.option("holder")),
        tuple(areas),
        WORDS,
        without=without,
    )


def _has_area(rules: Rules, wager: str) -> bool:
    """Whether a wager has its own area; a Horn High or Whirl Bet without one is broken down."""
    if wager.startswith("horn-high:"):
        return bool(rules.option("areas.horn_high"))
    return wager != "whirl" or bool(rules.option("areas.whirl"))
