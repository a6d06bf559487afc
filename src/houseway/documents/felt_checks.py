"""Checks of a felt: overlapping areas, text outside its area, wagers without an area, missing inscriptions."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from houseway.core.felt import Felt, Inscription, missing
from houseway.core.lettering import CAP_HEIGHT
from houseway.numerics.curves import bent_box, contains, near_pairs, overlap, shrunk, words_box

EDGE = 6  # an outline may lie on the edge
LEAST_LETTERS = 110  # tenths of a millimeter: smaller type is not readable across a table


def problems(felt: Felt, catalogue: Collection[str]) -> tuple[str, ...]:
    """Every problem, in words; none for a layout that can be filed."""
    return (*_overlaps(felt), *_outside(felt), *_words(felt), *_wagers(felt, catalogue), *_missing(felt))


def _overlaps(felt: Felt) -> Iterator[str]:
    areas = [each for each in felt.bettings if not each.spot]
    for one, other in sorted(near_pairs([each.outline for each in areas])):
        if overlap(areas[one].outline, areas[other].outline):
            yield f"{areas[one].id} and {areas[other].id} overlap"


def _outside(felt: Felt) -> Iterator[str]:
    edge = felt.edge or ((0, 0), (felt.width, 0), (felt.width, felt.height), (0, felt.height))
    for mark in felt.marks:
        if mark.name and not all(contains(edge, point) for point in shrunk(mark.outline, EDGE)):
            yield f"{mark.name} goes beyond the felt"
    for each in felt.bettings:
        if not all(contains(edge, point) for point in shrunk(each.outline, EDGE)):
            yield f"{each.id} goes beyond the felt"
        elif not contains(edge, each.chip):
            yield f"chips on {each.id} would lie off the table"
        elif not contains(each.outline, each.chip):
            yield f"chips on {each.id} would lie outside of it"


def _words(felt: Felt) -> Iterator[str]:
    """Problems of inscriptions: outside the felt, too small, overlapping, or across the border of an area."""
    edge = felt.edge or ((0, 0), (felt.width, 0), (felt.width, felt.height), (0, felt.height))
    areas = [each for each in felt.bettings if not each.spot]
    boxes = [(each, box_of(each)) for each in felt.inscriptions]
    for each, box in boxes:
        if not all(contains(edge, point) for point in box):
            yield f"the words {each.text!r} go beyond the felt"
        if each.size < LEAST_LETTERS:
            yield f"the words {each.text!r} are too small to be read across a table: {each.size / 10:g} mm"
    words, count = [box for _, box in boxes], len(areas)
    for one, other in sorted(near_pairs([*(area.outline for area in areas), *words])):
        if one >= count:
            first, second = boxes[one - count], boxes[other - count]
            if overlap(first[1], second[1]):
                yield f"the words {first[0].text!r} and {second[0].text!r} overlap"
        elif other >= count:
            each, box = boxes[other - count]
            inside = {contains(areas[one].outline, corner) for corner in box}
            if len(inside) == 2:
                yield f"the words {each.text!r} cross the border of {areas[one].id}"


def box_of(each: Inscription) -> tuple[tuple[int, int], ...]:
    """The outline of an inscription, from its baseline to the top of its capitals; part of a ring if it is curved."""
    cap = each.size * CAP_HEIGHT // 1000
    if each.bend is not None:
        return bent_box(each.bend.center, each.bend.radius, each.width, cap, each.bend.below)
    return words_box(each.at, each.width, cap, each.turn)


def _wagers(felt: Felt, catalogue: Collection[str]) -> Iterator[str]:
    shown = {wager for each in felt.bettings for wager in each.wagers} | set(felt.without)
    for wager in catalogue:
        if wager not in shown:
            yield f"there is no place for the wager {wager}"
    seen: set[str] = set()
    for each in felt.bettings:
        if each.id in seen:
            yield f"{each.id} has two places"
        seen.add(each.id)


def _missing(felt: Felt) -> Iterator[str]:
    for each in missing(felt):
        yield f"nothing shows {each.what} ({', '.join(each.cites)})"
