"""Every game and edition, and walks through random play, for the tests of access rights."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from contract.play import carry_out, next_command, palette_of
from houseway.core import AnyGame
from houseway.games import games, load
from houseway.law import BadInput, Rules
from houseway.service.access import Principal
from service.stand import LADDER, Stand, somebody, stand

FLOOR = LADDER[LADDER.index("floorperson") :]
ANNA, BEN = somebody("player", account="anna"), somebody("player", account="ben")


def every_edition() -> Iterator[Any]:
    for game in games(outside=False).values():
        for edition in game.chapter.outline.editions:
            yield pytest.param(game, load(game.id, [f"edition={edition}"])[1], id=f"{game.id}-{edition}")


EVERY_EDITION = list(every_edition())
every_game = pytest.mark.parametrize(("game", "rules"), EVERY_EDITION)
every_walk = pytest.mark.parametrize(  # walks through earlier editions are for the night
    ("game", "rules"),
    [
        each
        if each.values[1].edition.id == load(each.values[0].id)[1].edition.id
        else pytest.param(*each.values, id=each.id, marks=pytest.mark.nightly)
        for each in EVERY_EDITION
    ],
)


def walked(game: AnyGame, rules: Rules, mode: str, commands: int, seed: str = "walk") -> Iterator[Stand]:
    """A table after each command of random play; Anna holds the first seat, Ben the second, the third is nobody's."""
    seats = {seat: who for seat, who in zip((1, 2, 3), ("anna", "ben", ""), strict=True) if seat <= rules.boxes}
    at = stand(game, rules, seats=seats, mode=mode)
    rng = Random(f"{seed} {game.id} {rules.edition.id}")
    palette = [next(iter(game.law.catalogue(rules))), *palette_of(game, rules, rng)]  # first, the one a round needs
    for _ in range(commands):
        yield at
        carry_out(at.table, next_command(at.table, rng, palette))


def tried(at: Stand, who: Principal, command: dict[str, Any]) -> bool:
    """Allowed? A command that this game cannot read counts as not allowed."""
    try:
        return at.allowed(who, command)
    except BadInput:
        return False
