"""Every layout that the tests look at: each game, edition and choice of the holder, and submissions that change much."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from houseway.core.felt import Felt
from houseway.core.game import AnyGame
from houseway.games import games, judged, load
from houseway.law import Rules
from support import TWIN, WANTED, sized

SPECIAL: dict[str, tuple[tuple[str, ...], ...]] = {
    "roulette": (
        ("five_adjacent=true",),
        ("five_adjacent=true", "wheel=single-zero"),
        ("five_adjacent=true", "wheel=double-zero-as-single-zero"),
        ("five_adjacent=true", "wheel=double-zero-as-single-zero", "reading.five_adjacent_over_00=next-number"),
        ("wheel=single-zero", "reading.zero_group_0_2_3=common-corner"),
    ),
    "craps": (
        ("boxes=1",),
        ("boxes=7",),
        ("boxes=20",),
        ('wagers=["pass", "dont-pass"]',),
        ('wagers=["pass", "field", "any-craps", "fire", "hop", "buy"]', "boxes=16"),
        ("areas.horn_high=false", "areas.whirl=false"),
    ),
    "mini-craps": (("boxes=1",), ("boxes=9",), ("reading.fire_in_mini_craps=craps-only",)),
    "casino-war": (("boxes=1",), ("boxes=2",), ("boxes=7",), ("boxes=9",)),
    "down-under-blackjack": (
        ("boxes=1",),
        ("boxes=3",),
        ("boxes=5",),
        ("decks=4", "match_the_dealer=false"),
        ("payout_odds=sign", "no_surrender=sign"),
    ),
    "pai-gow": (("starting_position=generator", "player_bank=false"),),
}
NAMES = ("holder=Hollywood Casino at Penn National Race Course", r"holder=A#B <i>& \ $x$ _y_ *z*", "holder=X")


def submissions(game: AnyGame) -> Iterator[tuple[str, ...]]:
    """Settings of every edition and choice, and the special ones under the default edition."""
    for edition in game.chapter.outline.editions:
        yield (f"edition={edition}",)
        for option in game.chapter.edition(edition).options.values():
            for choice in option.choices[1:]:
                value = str(choice).lower() if isinstance(choice, bool) else choice
                yield (f"edition={edition}", f"{option.key}={value}")
    yield from SPECIAL.get(game.id, ())
    yield from ((name,) for name in NAMES[: sized(day=1, night=len(NAMES))])


def every_felt() -> Iterator[Any]:
    """Every submission, as parameters `game` and `rules`.

    What a holder may change in earlier editions is for the night, and at Mini-Craps: the places of Craps on a smaller table.
    """
    for game in games().values():
        newest = f"edition={load(game.id)[1].edition.id}"
        for settings in submissions(game):
            earlier = len(settings) > 1 and settings[0].startswith("edition=") and settings[0] != newest
            twin = game.id == TWIN and settings != (newest,)
            marks = (pytest.mark.nightly,) if earlier or twin else ()
            if not WANTED.now(marks):
                continue
            rules = judged(game.id, settings)[0].rules
            if rules is not None:  # what one game of a chapter may do, the other may not
                yield pytest.param(game, rules, id=" ".join((game.id, *settings)), marks=marks)


@cache
def drawn(game: AnyGame, rules: Rules) -> Felt:
    """A felt, drawn once."""
    return game.present.drawn_felt(rules)


def felt_of(name: str, *settings: str) -> Felt:
    """The felt of one submission."""
    game, rules = load(name, settings)
    return game.present.drawn_felt(rules)
