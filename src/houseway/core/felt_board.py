"""A felt as it grows: areas for wagers on offer, marks and words, put down one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from houseway.core.felt import (
    Betting,
    Box,
    Ink,
    Inscription,
    Mark,
    MovedWager,
    Outline,
    Point,
    middle,
    rectangle,
    words_in,
)
from houseway.core.offers import Offer
from houseway.law import Citation


class Board:
    """Collects the parts of a felt. `offers`: the wagers on offer; `cites`: the paragraphs that want an area for each."""

    def __init__(self, offers: Mapping[str, Offer], cites: tuple[Citation, ...]) -> None:
        self.offers, self.cites = offers, cites
        self.bettings: list[Betting] = []
        self.marks: list[Mark] = []
        self.words: list[Inscription] = []

    def put(
        self,
        wager: str,
        place: Outline,
        *,
        chip: Point | None = None,
        ink: Ink = Ink.NONE,
        copy: int = 0,
        seat: int = 0,
        holds: tuple[MovedWager, ...] = (),
    ) -> Offer:
        """An area of a wager on offer; chips go to its middle unless `chip` says where. `holds`: wagers that are moved here."""
        offer = self.offers[wager]
        cites = tuple(dict.fromkeys((*self.cites, *offer.cites)))
        label = f"{offer.name} of seat {seat}" if seat else offer.name
        at = middle(place) if chip is None else chip
        self.bettings.append(Betting(wager, place, at, label, offer.pays, cites, seat, ink=ink, copy=copy, holds=holds))
        return offer

    def box(self, wager: str, box: Box, ink: Ink = Ink.NONE, copy: int = 0) -> Offer:
        """A rectangular area."""
        return self.put(wager, rectangle(*box), ink=ink, copy=copy)

    def write(
        self,
        lines: Iterable[str],
        box: Box,
        most: int,
        ink: Ink = Ink.LINE,
        turn: int = 0,
        cites: tuple[Citation, ...] = (),
    ) -> None:
        """Words in the middle of a box, as large as they fit, at most `most`."""
        self.words += words_in(lines, box, most, turn, ink, cites)

    def draw(self, marks: Iterable[Mark]) -> None:
        """Things that take no wager."""
        self.marks += marks
