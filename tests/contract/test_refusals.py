"""Every refusal that a person reads: a sentence names the wager once, by its name or its id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from houseway.core import AnyGame, Event, Wagers
from houseway.games import games, load
from houseway.law import BadInput, Rules
from houseway.table import Table
from houseway.table.event_words import tell
from support import fresh_table

REFUSED = ("wager-refused", "act-refused")
ODD_AMOUNTS = (1, 7, 33, 150, 333, 10**10)


def acts(rules: Rules, wager: str) -> Iterator[dict[str, Any]]:
    """Attempts with a wager: wrong amounts, ways that are not accepted, another player's box, taking it down."""
    made = {"do": "wager", "seat": 1, "id": wager, "cents": max(500, rules.min_cents)}
    yield from ({**made, "cents": cents} for cents in ODD_AMOUNTS)
    yield {**made, "how": "verbal"}
    yield made
    yield made
    yield {**made, "seat": 3, "player": 1}
    yield {"do": "reduce", "seat": 1, "id": wager, "cents": 10**9}
    yield {"do": "remove", "seat": 2, "id": wager}
    yield {"do": "working", "seat": 2, "id": wager, "on": True}
    yield {"do": "working", "seat": 1, "id": wager, "on": False}
    yield {"do": "remove", "seat": 1, "id": wager}


def refusals(game: AnyGame, table: Table, wager: str) -> list[Event]:
    """The refusals of all that, while wagers are taken and after."""
    found: list[Event] = []
    for late in (False, True):
        if late and isinstance(table.due, Wagers):
            table.deal()
        for act in acts(table.rules, wager):
            try:
                found += table.do(act)
            except BadInput:  # what this table does not know is not refused
                continue
    return [event for event in found if event.event in REFUSED]


def each_kind(game: AnyGame, rules: Rules) -> list[str]:
    """The first wager of each kind, and those that this table does not take."""
    first: dict[str, str] = {}
    for offer in game.law.catalogue(rules).values():
        first.setdefault(offer.kind, offer.id)
    return [*first.values(), *game.law.withheld(rules)]


@pytest.mark.parametrize("name", games())
def test_no_refusal_names_its_wager_twice(name: str) -> None:
    game, rules = load(name)
    offers = game.law.catalogue(rules)
    seen = 0
    for wager in each_kind(game, rules):
        name_of = offers[wager].name if wager in offers else wager
        written = {name_of, wager} if not wager.isalnum() else {name_of}  # "come" is also a word
        names = [re.escape(each) for each in sorted(written, key=len, reverse=True)]
        for event in refusals(game, fresh_table(game, rules), wager):
            text = tell(game, rules, event)
            seen += 1
            assert len(re.findall(rf"(?<![\w-])(?:{'|'.join(names)})(?![\w-])", text, re.I)) <= 1, text
    assert seen > 10
