"""Random play for the contract tests: the toys and the real games, lawful commands, and the states that they reach."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import houseway.games
from houseway.core import (
    AnyGame,
    Asked,
    Chance,
    Choices,
    Choose,
    Done,
    Event,
    Fact,
    Moment,
    NoMoreBets,
    Placed,
    Procedure,
    Repaired,
    Result,
    Role,
    Stepped,
    Stopped,
    Wager,
    Wagers,
    procedures_open,
    refuse,
    seat_account,
)
from houseway.games import games, judged, load
from houseway.law import Rules
from houseway.law.roles import ROLES
from houseway.numerics.sources import SeededSource, Source
from houseway.table import Table, orders, ticking
from houseway.table.entered import as_read, without_entered
from support import COURSE, WANTED, at_night, every_rules

TOYS = Path(__file__).parent.parent / "toys"
NOW = Moment(1_306_886_400)
CHIPS_CENTS = 10_000_000
Command = dict[str, Any]
DRAW: Command = {"do": "draw"}  # one result of the table's own source


@contextmanager
def toys_discovered() -> Iterator[None]:
    """The toys are found like any other game, as with HOUSEWAY_GAMES, and only as long as this lasts."""
    before = list(houseway.games.__path__)
    if str(TOYS) not in before:
        houseway.games.__path__.append(str(TOYS))
    try:
        yield
    finally:
        houseway.games.__path__[:] = before


@cache
def everything() -> tuple[Any, ...]:
    """Every game and toy, in every edition, reading and choice of the holder that this run wants, as test parameters."""
    with toys_discovered():
        return (*every_rules(), *_every_option())


def walked() -> list[Any]:
    """The same, but by day without choices that leave the course of a round as it is."""

    def marks(each: Any) -> tuple[Any, ...]:
        game, rules = each.values
        named = each.id == f"{game.id}-{rules.edition.id}" or any(f"-{key}-" in each.id for key in COURSE)
        return tuple(each.marks) if named else (pytest.mark.nightly,)

    return [
        pytest.param(*each.values, id=each.id, marks=marks(each)) for each in everything() if WANTED.now(marks(each))
    ]


def by_edition() -> list[Any]:
    """The same, but by day only each game's editions as they are; what departs from their defaults is for the night."""

    def marks(each: Any) -> tuple[pytest.MarkDecorator, ...]:
        game, rules = each.values
        as_it_is = each.id == f"{game.id}-{rules.edition.id}"
        return at_night(game, rules.edition.id) if as_it_is else (pytest.mark.nightly,)

    return [
        pytest.param(*each.values, id=each.id, marks=marks(each)) for each in everything() if WANTED.now(marks(each))
    ]


def _every_option() -> Iterator[Any]:
    """Each choice that an edition leaves to the certificate holder, other than the default."""
    for game in games().values():
        for edition in game.chapter.outline.editions:
            for option in game.chapter.edition(edition).options.values():
                for choice in option.choices[1:]:
                    marks = at_night(game, edition, option.key)
                    if not WANTED.now(marks):
                        continue
                    value = str(choice).lower() if isinstance(choice, bool) else choice
                    rules = judged(game.id, [f"edition={edition}", f"{option.key}={value}"])[0].rules
                    if rules is not None:  # what one game of a chapter may do, the other may not
                        yield pytest.param(game, rules, id=f"{game.id}-{edition}-{option.key}-{value}", marks=marks)


def chooses(game: AnyGame, rules: Rules) -> bool:
    """Does a player choose something on the way of some wager?"""
    return any(game.walk.strategies(rules, wager) for wager in game.law.catalogue(rules))


def toy(name: str, *settings: str) -> tuple[AnyGame, Rules]:
    """One toy under its submission."""
    with toys_discovered():
        return load(name, settings)


def altered(game: AnyGame, **changed: Any) -> AnyGame:
    """The game with some entries of its records replaced: for games that are broken on purpose."""
    for name, value in changed.items():
        part = next(each for each in ("law", "walk", "present") if hasattr(getattr(game, each), name))
        game = dataclasses.replace(game, **{part: dataclasses.replace(getattr(game, part), **{name: value})})
    return game


def new_table(game: AnyGame, rules: Rules, source: Source | None = None, mode: str = "automatic") -> Table:
    """An opened table with much money in front of up to three seats."""
    table = Table(game, rules, source or SeededSource("contract"), clock=ticking())
    table.open(mode, 100 * CHIPS_CENTS)
    for seat in range(1, min(3, rules.boxes) + 1):
        table.buy_in(seat, CHIPS_CENTS)
    return table


# Commands


def carry_out(table: Table, command: Command) -> tuple[Event, ...]:
    """A command; one result is drawn, or entered by hand where cards of the order were."""
    if command != DRAW or not isinstance(due := table.due, Chance):
        return table.do(command)
    order = orders.find(table.position.table.orders, "".join(due.slots)) if due.slots else None
    if not due.slots or (order is not None and not order.by_hand):
        return table.draw(once=True)
    return table.do({"do": "result", **seen_by_hand(table, due)})


def seen_by_hand(table: Table, due: Chance) -> Command:
    """A result that may come, as somebody would enter it."""
    by_hand = SeededSource(f"by hand {table._count}")  # the real cards know nothing of the table's own source
    face = by_hand.face(without_entered(due, table.position.table))
    return dict(table.game.present.show_result(table.rules, as_read(due, face)))


def stakes(game: AnyGame, rules: Rules, wager: str) -> list[int]:
    """A few lawful stakes."""
    unit = game.law.catalogue(rules)[wager].unit_cents
    (low, _), (high, _) = game.law.limits(rules, wager)
    least = -(-low // unit) * unit
    return [cents for cents in (least, least + 7 * unit) if cents <= high]


def next_command(table: Table, rng: Random, palette: Sequence[str]) -> Command:
    """A command that answers what is due or, now and then, something else; most are lawful."""
    if rng.random() < 0.06:
        return odd_command(table, rng)
    due = table.due
    seat = rng.randint(1, min(3, table.rules.boxes))
    match due:
        case Wagers():
            return _betting(table, rng, seat, palette)
        case Chance():
            return DRAW
        case Choices():
            return _choice(table, rng, rng.choice(due.open))
        case Procedure():
            return _step(table, rng)
        case Stopped(device=device, instead=instead):
            assert device in table.game.law.devices, "its manufacturer can be entered"
            if instead and rng.random() < 0.5:
                return _step(table, rng)
            return {"do": "repaired", "device": device, "by": "floorperson"}


def _betting(table: Table, rng: Random, seat: int, palette: Sequence[str]) -> Command:
    if not table.accounts.get(seat_account(seat)):  # where chips were not given out before the opening
        return {"do": "buy-in", "seat": seat, "cents": CHIPS_CENTS}
    placed = table.game.law.placed(table.state)
    draw = rng.random()
    if placed and draw < 0.08:
        there = rng.choice(placed)
        return {"do": "remove", "seat": max(1, there.seat), "id": there.id}
    if placed and draw < 0.14:
        there = rng.choice(placed)
        return {"do": "working", "seat": max(1, there.seat), "id": there.id, "on": rng.random() < 0.5}
    if draw < 0.6:
        wager = rng.choice(palette)
        return {"do": "wager", "seat": seat, "id": wager, "cents": rng.choice(stakes(table.game, table.rules, wager))}
    due = table.due
    assert isinstance(due, Wagers)
    by_hand = due.needs and table.position.table.procedure == "by-hand" and draw < 0.85
    if by_hand or (due.may and draw < 0.64):
        return _step(table, rng)
    if due.asked and draw < 0.66:
        return _choice(table, rng, rng.choice(due.asked))
    for fact in table.game.walk.supporting_wagers(
        table.rules, table.state
    ):  # what somebody must wager for the game to go on
        if isinstance(fact, Wager) and draw < 0.9:
            return {"do": "wager", "seat": fact.seat, "id": fact.id, "cents": fact.cents}
    return {"do": "no-more-bets"}


def _choice(table: Table, rng: Random, asked: Asked) -> Command:
    held = table.accounts.get("inventory" if asked.who in ROLES else asked.who, 0)
    option = rng.choice([each for each in asked.options if each.low_cents <= held])
    cents = rng.choice([option.low_cents, max(option.low_cents, min(held, option.high_cents))])
    return {"do": "choose", **_who(asked.who), "choice": option.choice, "cents": cents}


def _who(who: str) -> Command:
    return {"by": who} if who in ROLES else {"seat": int(who.partition(":")[2])}


def _step(table: Table, rng: Random) -> Command:
    steps = table.steps(optional=True)
    step = steps[0] if rng.random() < 0.9 else rng.choice(steps)
    data = table.game.law.normal_notes(table.rules, table.state, step)
    return {"do": "step", "cite": step.cite, "item": step.item, "by": step.by, **data}


def odd_command(table: Table, rng: Random) -> Command:
    """A report of an irregularity, which may be wrong, by a role that may not be allowed to report it."""
    cite = rng.choice(sorted(p.cite for p in table.rules.paragraphs))
    by = rng.choice(("dealer", "floorperson", "player"))
    return reported(table.rules, cite, by, present="floorperson")


def reported(rules: Rules, cite: str, by: str, **about: Any) -> Command:
    """The report of an irregularity, with those of the fields that its paragraph has."""
    declared = rules.report_fields(cite) or {}
    return {"do": "irregularity", "cite": cite, "by": by, **{n: v for n, v in about.items() if n in declared}}


def palette_of(game: AnyGame, rules: Rules, rng: Random) -> list[str]:
    """A few wagers, so that different ways lead to like states."""
    offers = sorted(game.law.catalogue(rules))
    return rng.sample(offers, min(3, len(offers)))


def session(table: Table, seed: str, commands: int) -> Iterator[Command]:
    """Random play; each command is given out once it has been carried out."""
    rng = Random(seed)
    palette = palette_of(table.game, table.rules, rng)
    for n in range(commands):
        if n % 40 == 39:
            palette = palette_of(table.game, table.rules, rng)
        command = next_command(table, rng, palette)
        carry_out(table, command)
        yield command


# States


def states_of(game: AnyGame, rules: Rules, commands: int = 250, most: int = 900) -> list[Any]:
    """Distinct states that random play reaches, and many that differ from them only in what chance brought."""
    found: dict[Any, None] = {}
    for mode in ("automatic", "by-hand"):
        table = new_table(game, rules, SeededSource(f"states-{mode}"), mode)
        found[table.state] = None
        for _ in session(table, f"states-{mode}", commands):
            found[table.state] = None
    rng, played = Random("states"), list(found)
    rng.shuffle(played)
    for state in played:
        if len(found) >= most:
            break
        found |= dict.fromkeys(_siblings(game, rules, state, rng))
    return list(found)


def _siblings(game: AnyGame, rules: Rules, state: Any, rng: Random, depth: int = 4) -> Iterator[Any]:
    """The states after each answer to a state; then the states after the same answer to each of those, and so on."""
    siblings = [step.state for _, step in edges(game, rules, state)]
    siblings = rng.sample(siblings, min(12, len(siblings)))
    for _ in range(depth):
        yield from siblings
        labels = [label for each in siblings[:1] for label, _, _ in answers(game, rules, each)]
        if not labels:
            return
        label = rng.choice(labels)
        siblings = [after for each in siblings for after in _after(game, rules, each, label)]


def _after(game: AnyGame, rules: Rules, state: Any, label: Any) -> list[Any]:
    """The state after the first answer with this label, if it is lawful."""
    fact = next((fact for its, fact, _ in answers(game, rules, state) if its == label), None)
    lawful = fact is not None and refuse(game, rules, state, fact) is None
    return [game.law.advance(rules, state, fact).state] if fact is not None and lawful else []


def answers(game: AnyGame, rules: Rules, state: Any) -> list[tuple[Any, Fact, int]]:
    """The possible next facts, without optional wagers: (label, fact, weight)."""
    match game.law.due(rules, state):
        case Chance() as due:
            weights = due.outcomes()
            return [(game.walk.lump(rules, state, outcome), Result(outcome), w) for outcome, w in weights.items()]
        case Choices(open=open_now):
            facts = [
                Choose(asked.who, option.choice, cents)
                for asked in open_now
                for option in asked.options
                for cents in sorted({option.low_cents, option.high_cents})
            ]
            return [((fact.who, fact.choice, fact.cents), fact, 1) for fact in facts]
        case Procedure(name=name):
            return [(name, Done(name), 1)]
        case Wagers(needs=needs):
            return [(name, Done(name), 1) for name in needs] or [("no-more-bets", NoMoreBets(), 1)]
        case Stopped(device=device):
            return [(device, Repaired(device, Role.FLOORPERSON), 1)]


def edges(game: AnyGame, rules: Rules, state: Any) -> Iterator[tuple[tuple[Any, int], Any]]:
    """((label, weight), step) for every answer that is lawful."""
    for label, fact, weight in answers(game, rules, state):
        if refuse(game, rules, state, fact) is None:
            yield (label, weight), game.law.advance(rules, state, fact)


def completed(game: AnyGame, rules: Rules, state: Any, name: str, at: Moment) -> Done | None:
    """The procedure done as it usually goes, or None where a step of it or its end is refused."""
    notes: dict[str, Any] = {}
    for step in rules.procedure(name).steps_for(game.law.settings(rules, state), rules.cites):
        data = dict(game.law.normal_notes(rules, state, step))
        if refuse(game, rules, state, Stepped(name, step.cite, step.item, step.by, at, data)):
            return None
        notes[step.cite] = {"at": at, "noted": data}
    done = Done(name, at, notes)
    return None if refuse(game, rules, state, done) else done


def ways_on(game: AnyGame, rules: Rules, state: Any, at: Moment) -> Iterator[Fact]:
    """Every kind of lawful answer to what is due, wagers and procedures that may be done included."""
    due = game.law.due(rules, state)
    for name in procedures_open(due):
        done = completed(game, rules, state, name, at)
        if done is not None:
            yield done
    match due:
        case Wagers():
            yield from _lawful(game, rules, state, (NoMoreBets(), *game.walk.supporting_wagers(rules, state)))
            for wager in game.law.catalogue(rules):
                for seat in range(1, rules.boxes + 1):
                    facts = (Wager(seat, wager, cents) for cents in stakes(game, rules, wager)[:1])
                    yield from _lawful(game, rules, state, facts)
        case Choices(open=open_now):
            for asked in open_now:
                yield from _lawful(game, rules, state, _answers_of(game, rules, state, asked))
        case Stopped(device=device):
            yield from _lawful(game, rules, state, (Repaired(device, by) for by in ROLES))
        case Chance():
            yield from _lawful(game, rules, state, (Result(outcome) for outcome in due.outcomes()))


def _answers_of(game: AnyGame, rules: Rules, state: Any, asked: Asked) -> Iterator[Fact]:
    """Each option at its least and most; and what a named strategy says, where an option needs more than its name."""
    for option in asked.options:
        for cents in sorted({option.low_cents, option.high_cents}):
            yield Choose(asked.who, option.choice, cents)
    for strategy in dict.fromkeys(
        each for wager in game.law.catalogue(rules) for each in game.walk.strategies(rules, wager)
    ):
        policy = game.walk.policy(rules, strategy)
        if policy is not None:
            yield policy(game, rules, state, asked)


def _lawful(game: AnyGame, rules: Rules, state: Any, facts: Iterable[Fact]) -> Iterator[Fact]:
    yield from (fact for fact in facts if refuse(game, rules, state, fact) is None)


def at_risk(layout: Iterable[Placed]) -> int:
    """The money on a layout."""
    return sum(placed.cents for placed in layout)
