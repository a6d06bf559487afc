"""Random sessions with banks, cuts, deliveries and irregularities: tiles and money conserved, every hand reconstructed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from chapters.c621a_pai_gow.sitting import Sitting, after_a_round, banking, settled, sitting, stacked, wager
from chapters.harness import choose, report
from contract import checks
from contract.hiding import Watched
from contract.play import DRAW, carry_out
from houseway.core import Chance, Choices, Wagers
from houseway.equipment.tiles import COPIES, TILES
from houseway.games import load
from houseway.games.pai_gow.law.deliveries import slots
from houseway.games.pai_gow.law.state import State
from houseway.table import Table, fold
from support import variants

COMMANDS = 220
REPORTS = {  # what may be reported, by phase; elsewhere nothing of it is lawful
    "betting": ("621a.6(e)", "621a.12(c)"),
    "uncovering": ("621a.12(a)", "621a.12(b)", "621a.11(i)"),
    "playing": ("621a.12(d)", "621a.12(d)", "621a.12(d)", "621a.12(e)", "621a.7(b)"),
    "exposing": ("621a.12(f)", "621a.12(c)", "621a.7(b)"),
}
SETTINGS = ((), ("co_bank=false", "vigorish.rounding_cents=25"), ("starting_position=generator", "adjacent_boxes=3"))


def act(here: Sitting, rng: Random) -> dict[str, Any]:
    """Something that is mostly lawful, with banks much more often than at a real table."""
    due = here.table.due
    reports = REPORTS.get(here.table.state.phase, ())
    often = {"betting": 0.02, "uncovering": 0.4}.get(here.table.state.phase, 0.12)  # dice are uncovered once a round
    if reports and rng.random() < often:
        where, by = rng.choice([*range(1, 7), "dealer", "dead-hand"]), rng.choice(["dealer", "floorperson"])
        cite, said = rng.choice(reports), {"position": where, "seat": rng.randint(1, 6)}
        fields = here.table.rules.report_fields(cite) or {}
        return report(cite, by, **{name: value for name, value in said.items() if name in fields})
    if isinstance(due, Wagers):
        return betting(due, rng)
    if isinstance(due, Chance):
        return DRAW
    assert isinstance(due, Choices), due
    asked = rng.choice(due.open if rng.random() < 0.2 else due.open[:1])
    choices = [option.choice for option in asked.options if option.choice != "set"]
    who = {"by": "dealer"} if asked.who == "dealer" else {"seat": int(asked.who.removeprefix("seat:"))}
    return {"do": "choose", **who, "choice": rng.choice(choices)}


def betting(due: Wagers, rng: Random) -> dict[str, Any]:
    """A wager, a choice of the bank, or no more bets."""
    draw = rng.random()
    if due.asked and draw < 0.35:
        asked = rng.choice(due.asked)
        option = rng.choice(asked.options)
        if asked.who == "dealer":
            return {"do": "choose", "by": "dealer", "choice": option.choice}
        more: dict[str, Any] = {"right": [3, 4], "left": [5]} if option.choice == "cut" else {}
        if option.choice == "dealer-wager":
            more = {"cents": rng.choice([0, 200])}
        return choose(int(asked.who.removeprefix("seat:")), option.choice, **more)
    if draw < 0.85:
        box = rng.randint(1, 6)
        beside = {"player": box - 1} if box > 1 and rng.random() < 0.2 else {}
        return wager(box, rng.choice([200, 1000, 1220]), **beside)
    return {"do": "no-more-bets"}


def tiles_are_a_set(state: State) -> None:
    """All tiles that were looked at are from one set."""
    seen = Counter(tile for hand in state.hands for tile in hand.tiles)
    assert all(count <= COPIES[tile] for tile, count in seen.items()), seen
    for hand in state.hands:
        assert not hand.is_set or Counter((*hand.high, *hand.low)) == Counter(hand.tiles), hand


def session(settings: tuple[str, ...], seed: str) -> set[str]:
    """One session, checked after each command and as a whole; the names of its events."""
    game, rules = load("pai-gow", settings)
    source = Watched(seed)
    here = Sitting(game, rules, Table(game, rules, source))
    here.table.open()
    for seat in range(1, 7):
        here.table.buy_in(seat, 20_000)
    rng, live = Random(seed), checks.LiveFold()
    for _ in range(COMMANDS):
        if isinstance(here.table.due, Chance) and rng.random() < 0.4:
            here.table.draw()
        else:
            carry_out(here.table, act(here, rng))
        lies_as_arranged(here, source)
        tiles_are_a_set(here.table.state)
        assert live.differs(here.table) == []
    assert checks.conservation(game, here.table.events) == []
    assert checks.audit_is_live(game, rules, here.table.events) == []
    assert checks.events_cite(rules, here.table.events) == []
    return {event.event for event in here.table.events}


@pytest.mark.parametrize("settings", variants(SETTINGS[:1], SETTINGS[1:]))
def test_tiles_and_money_are_conserved_and_every_hand_is_where_it_lay(settings: tuple[str, ...]) -> None:
    told = set().union(*(session(settings, f"session {seed}") for seed in range(6)))
    banks = {"bank-taken", "stacks-cut", "delivery-chosen", "bank-pays", "bank-surplus", "dealer-wager-decided"}
    others = {"revealed", "surrendered", "round-voided", "tile-exposed", "wagers-abandoned", "remixed"}
    others |= set() if "starting_position=generator" in settings else {"no-roll"}
    assert banks | others <= told, (banks | others) - told


def lies_as_arranged(here: Sitting, source: Watched) -> None:
    """Each tile that was read is the one that the source had put in that place."""
    state = here.table.state
    for hand in state.hands:
        places = slots(state.style, state.order, state.start, hand.position)
        assert [source.orders[-1][place - 1] for place in places][: len(hand.tiles)] == list(hand.tiles)


def test_the_same_tiles_entered_ahead_or_drawn_give_the_same_round() -> None:
    def played(ahead: bool) -> list[Any]:
        game, rules = load("pai-gow")
        source = Watched("ahead")
        here = Sitting(game, rules, Table(game, rules, source))
        here.table.open()
        for seat in (1, 2):
            here.table.buy_in(seat, 20_000)
        here.do(wager(1, 1000), wager(2, 2000), {"do": "no-more-bets"})
        if ahead:
            here.do({"do": "result", "total": 11, "tiles": [str(tile) for tile in source.orders[-1]]})
        else:
            here.do({"do": "result", "total": 11})
            here.table.draw()
        here.do(choose(1, "house-way"), choose(2, "house-way"))
        if not ahead:
            here.table.draw()
        here.expose()
        return [here.table.accounts, settled(here.table.events), here.table.position.plain["game"]]

    assert played(True) == played(False)


@pytest.mark.parametrize("bank", [0, 2], ids=["house", "bank"])
def test_what_nobody_has_looked_at_changes_nothing_that_anybody_sees(bank: int) -> None:
    """Two tables whose tiles differ only where nobody has looked: the Dead Hand, empty boxes and unread hands."""
    mine = {1: ("6-6", "1-1", "5-6", "4-6"), 2: ("3-3", "1-5", "2-2", "2-6"), 0: ("5-5", "4-5", "1-3", "1-6")}

    def looks(shift: int) -> Iterator[Any]:
        here = banking(bank) if bank else after_a_round()
        here.do(wager(1, 1000), *([] if bank else [wager(2, 2000)]), {"do": "no-more-bets"})
        if bank:
            here.do(choose(bank, "chee-yee"))
        state = here.table.state
        start = (state.bank.seat + 10) % 8
        tiles = stacked(mine, start, state.style)
        fixed = {place for box in mine for place in slots(state.style, (), start, box)}
        free = [place for place in range(1, 33) if place not in fixed]
        turned = dict(zip(free, free[shift:] + free[:shift], strict=True))
        tiles = [tiles[turned.get(place, place) - 1] for place in range(1, 33)]
        before = len(here.table.events)
        here.do({"do": "result", "total": 11, "tiles": tiles})
        yield from seen(here, before)
        for box in (2, 1):
            before = len(here.table.events)
            here.do(choose(box, "house-way"))
            yield from seen(here, before)
        before = len(here.table.events)
        here.expose()
        yield from seen(here, before)

    def seen(here: Sitting, before: int) -> Iterator[Any]:
        yield here.table.position.plain["game"]
        yield [here.table.view(who) for who in ("dealer", "surveillance", *(f"seat:{n}" for n in range(1, 7)))]
        yield [event.seen_by("house") for event in here.table.events[before:] if event.event not in ("seal-voided",)]

    assert list(looks(0)) == list(looks(7))


def test_a_replay_folds_a_bank_round_without_deciding_anything() -> None:
    here = sitting()
    assert len(TILES) == 32
    for _ in range(2):
        here.do(wager(1, 1000), wager(2, 1000))
        if here.table.state.first_round is False:
            here.do({"do": "remove", "seat": 1, "id": "wager"}, choose(1, "bank"))
        here.do({"do": "no-more-bets"})
        if isinstance(here.table.due, Choices):
            here.do(choose(1, "pin-say-from-the-left"))
        here.table.draw()
        while here.table.state.phase == "playing":
            here.do(choose(int(next(iter(here.asked())).removeprefix("seat:")), "house-way"))
        if isinstance(here.table.due, Chance):
            here.table.draw()
        here.expose()
    assert here.betting and here.table.state.bank.last == 1
    assert fold(here.table.events) == here.table.plain
