"""Hostile commands in random sessions: each is refused as input and changes nothing, or is an ordinary recorded act."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from attacks.recorded import Recorded
from contract.play import Command, by_edition, next_command, odd_command, palette_of
from houseway.cli.play import read_script
from houseway.core import AnyGame, Chance, Choices, Event, Moment, Wager
from houseway.core.plain import canonical
from houseway.equipment.tiles import TILES
from houseway.games import load
from houseway.law import BadInput, Rules
from houseway.law.roles import ROLES
from houseway.numerics.sources import SeededSource
from houseway.table import Table, ticking

EVERY = pytest.mark.parametrize(("game", "rules"), by_edition())

FORGED = (
    "source", "slot", "salt", "salts", "sealed", "opened", "seal", "to", "data", "about", "who", "at", "seq", "event", "cites",
    "command", "patch", "moves", "commitment", "faces", "note", "noted", "batch", "round", "concealed", "private", "player",
    "position", "fills", "practice", "hash", "outcomes", "outcome", "shown", "item", "present", "verified", "how", "chips", "do",
    "seat", "id", "cents", "by", "cite", "choice", "device", "on", "procedure", "inventory_cents", "cards", "tiles", "dice",
    "light", "range", "total", "section", "pocket", "die", "resting", "revolutions", "direction", "high", "low", "right", "left",
    "tie_on_war_cents", "values", "", "\ud800", "\x1b[2J",
)  # fmt: skip
NOT_COMMANDS = ("drawn", "seal", "reveal", "shoe-sealed", "shoe-revealed", "seal-voided", "sealed", "rewind", "")
NOTES = (
    "so\nTable closed.",
    "\x1b[2J\x1b[31mred",
    "\u202eevil\u2066",
    "\x00",
    "half \ud83d",
    "x" * 3000,
    "plain words",
)
SECRETS: tuple[Any, ...] = (
    {"concealed": "7H", "salt": "0" * 64}, {"sealed": "sha256:" + "0" * 64}, [{"concealed": "7H", "salt": ""}],
    {"name": "system", "slot": "1:1", "seal": 1}, "observed", "system", {"private": {"high": ["6-6", "1-5"]}},
)  # fmt: skip
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**63, -(2**70), 10**4999, 1.5, float("nan"), float("inf"), -0.0, 1e300, "", "7H", "?", "all",
    "seat:1", "dealer", "house", [], {}, [[]], {"light": {}}, [True], ["7H", 1.0], {"1:1": "7H"}, (1, 2), {1: 2}, {None: 0},
    b"7H", 3j, object, {1, 2}, [None] * 3000, "\ud800", *NOTES, *SECRETS,
)  # fmt: skip


def nested(levels: int) -> Any:
    value: Any = []
    for n in range(levels):
        value = [value] if n % 2 else {"light": value}
    return value


DEEP, WIDE = nested(5000), {"k" * 10_000_000: 1}


def value(rng: Random) -> Any:
    match rng.randrange(12):
        case 0:
            return DEEP
        case 1:
            return WIDE if rng.random() < 0.2 else {"x": WIDE} if rng.random() < 0.1 else [rng.choice(ODD)]
        case 2:
            return {rng.choice(FORGED): rng.choice(ODD), "note": rng.choice(NOTES)}
        case 3:
            return [rng.choice(ODD) for _ in range(rng.randrange(5))]
        case _:
            return rng.choice(ODD)


def lawful(table: Table, rng: Random, palette: list[str]) -> Command:
    """Something of every command, with the fields that it has."""
    seat, wager, by = rng.randint(1, table.rules.boxes), rng.choice(palette), rng.choice(ROLES)
    cite = rng.choice(sorted(table.rules.cites))
    cents = rng.choice((1, 100, 500, 2500, 10**12))
    return rng.choice(
        [
            {"do": "open"},
            {"do": "buy-in", "seat": seat, "cents": cents},
            {"do": "cash-out", "seat": seat, "cents": cents},
            {"do": "tip", "seat": seat, "cents": cents},
            {"do": "chips-in", "seat": seat, "cents": cents},
            {"do": "fill", "cents": cents, "slip": "F-1", "by": by},
            {"do": "credit", "cents": cents, "slip": "C-1", "by": by},
            {"do": "count-drop", "cents": cents, "by": by},
            {"do": "wager", "seat": seat, "id": wager, "cents": cents, "how": "plaques"},
            {"do": "wager", "seat": seat, "id": wager, "cents": cents, "player": rng.randint(1, table.rules.boxes)},
            {"do": "remove", "seat": seat, "id": wager},
            {"do": "reduce", "seat": seat, "id": wager, "cents": cents},
            {"do": "working", "seat": seat, "id": wager, "on": rng.random() < 0.5},
            {"do": "no-more-bets", "by": by},
            {"do": "result", **some_result(rng)},
            {"do": "draw"},
            {"do": "choose", "seat": seat, "choice": rng.choice([*table.game.law.choices, "stand"])},
            {"do": "choose", "by": by, "choice": rng.choice([*table.game.law.choices, "stand"]), "cents": cents},
            odd_command(table, rng),
            {"do": "step", "cite": cite, "by": by},
            {"do": "repaired", "device": rng.choice(("shuffler", "wheel", "x")), "by": by},
            next_command(table, rng, palette),
            next_command(table, rng, palette),
        ]
    )


def some_result(rng: Random) -> Command:
    dice = [rng.randint(0, 7) for _ in range(rng.randint(1, 3))]
    cards = [rng.choice(("7H", "KD", "AS", "?", "1a", "3b", "")) for _ in range(rng.randint(1, 6))]
    tiles = [rng.choice(("6-6", "1-5", "2-4", "9-9")) for _ in range(rng.randint(1, 6))]
    if rng.random() < 0.5:
        tiles = rng.sample([str(tile) for tile in TILES], rng.choice((4, 28, 29, 32, 32, 32)))
    return rng.choice(
        [
            {"dice": dice}, {"cards": cards}, {"tiles": tiles}, {"total": rng.randint(0, 20)}, {"light": "red"},
            {"light": {}}, {"range": "low"}, {"section": rng.randint(0, 60)}, {"pocket": str(rng.randint(0, 40))},
        ]
    )  # fmt: skip


def hostile(table: Table, rng: Random, palette: list[str]) -> Any:
    """A command with a forged field, in place of or in addition to the right ones."""
    command = dict(lawful(table, rng, palette))
    draw = rng.random()
    if draw < 0.05:
        return rng.choice((DEEP, WIDE, *ODD))
    if draw < 0.15:
        command["do"] = rng.choice((*NOT_COMMANDS, *ODD, DEEP))
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        replaced = command and rng.random() < 0.4
        name = rng.choice([n for n in command if n != "do"] or ["note"]) if replaced else rng.choice(FORGED)
        command[name] = value(rng)
    return command


def sizes(sitting: Recorded) -> tuple[Any, ...]:
    source = sitting.table.source
    files = [os.path.getsize(p) for p in sorted(sitting.path.parent.iterdir())]
    return canonical(sitting.table.plain), files, getattr(source, "position", 0)


def attack(sitting: Recorded, given: Any) -> str:
    """A hostile command: what came of it."""
    table, before = sitting.table, sizes(sitting)
    events, said = tuple[Event, ...](), ""
    try:
        events = table.do(given)
    except BadInput as error:
        said = str(error)
    if said:
        assert sizes(sitting) == before and said.isprintable() and len(said) <= 2000, said
        return "bad-input"
    assert events and events[0].command is not None and sizes(sitting) != before
    return "refused" if any(event.event.endswith("-refused") for event in events) else "done"


def session(game: AnyGame, rules: Rules, path: Path, seed: str, commands: int) -> Counter[str]:
    """Random play with hostile commands and restarts in it; everything must hold in the end."""
    rng = Random(seed)
    mode = rng.choice(("automatic", "automatic", "by-hand"))
    hands = rng.random() < 0.5  # results of some rounds are entered by hand
    sitting = Recorded(game, rules, path, rng.choice((seed, None))).seated(mode)
    palette, came, by_hand = palette_of(game, rules, rng), Counter[str](sessions=1), False
    for n in range(commands):
        if sitting.table.closed:
            break
        if n % 20 == 0:
            palette, by_hand = palette_of(game, rules, rng), hands and rng.random() < 0.5
        if rng.random() < 0.04:
            sitting.restart()
        if rng.random() < 0.4:
            came[attack(sitting, hostile(sitting.table, rng, palette))] += 1
        else:
            sitting.do(next_command(sitting.table, rng, palette), by_hand)
            came["played"] += 1
    sitting.restart()
    sitting.play_out(rng)
    found = sitting.finish()
    came += Counter(
        restarts=sitting.restarts, rounds=found.rounds, drawn=found.seals.drawn, entered=found.seals.entered
    )
    return came


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here depends on what survives a power cut."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


@EVERY
def test_hostile_commands_are_bad_input_or_ordinary_acts(game: AnyGame, rules: Rules, tmp_path: Path) -> None:
    came = session(game, rules, tmp_path / "t.jsonl", f"day {game.id} {rules.digest}", 30)
    assert came["bad-input"] > 1, came


@pytest.mark.nightly
@EVERY
def test_many_hostile_commands(game: AnyGame, rules: Rules, tmp_path: Path) -> None:
    total = Counter[str]()
    for n in range(20):
        folder = tmp_path / str(n)
        folder.mkdir()
        total += session(game, rules, folder / "t.jsonl", f"night {game.id} {rules.digest} {n}", 300)
    print(f"{game.id}: {dict(total)}")
    assert total["bad-input"] > 500 and total["done"] + total["refused"] > 100, total


# What comes as text


LINES = [
    ('{"do": "draw", "do": "open"}', 'the key "do" is given twice'),
    ('{"do": "buy-in", "seat": 1, "cents": 5, "cents": 500}', 'the key "cents" is given twice'),
    ('{"do": "buy-in", "seat": 1, "cents": ' + "9" * 5000 + "}", "a number has more than 40 digits"),
    ('{"do": "result", "light": ' + "[" * 5000 + "]" * 5000 + "}", "are nested more than 32 levels deep"),
    ('{"do": "result", "light": ' + '{"a":' * 5000 + "1" + "}" * 5000 + "}", "are nested more than 32 levels deep"),
    ('{"' + "k" * 900_000 + '": 1}', "a key is 900,000 characters long"),
    ('{"do": "repaired", "by": "dealer", "device": "\\ud800"}', "lone surrogate"),
    ('{"do": "buy-in", "seat": 1, "cents": NaN}', "NaN is not a number"),
    ('{"do": "buy-in", "seat": 1, "cents": 1e999}', "is not a finite number"),
    ('{"do": "buy-in", "seat": 1, "cents": 500.0}', "500.0 is not a whole number"),
    ('{"do": "buy-in", "seat": true, "cents": 500}', "seat: true is not a seat"),
    ('{"do": "drawn", "shown": {"dice": [6, 6, 6]}, "source": "system"}', "is not a command"),
    ('{"do": "result", "dice": [1, 2, 3], "source": "system"}', "source is not a field"),
    ("[" * 5000, "are nested more than 32 levels deep"),
    ('"draw"', "a command is an object"),
]


@pytest.mark.parametrize(("line", "sentence"), LINES)
def test_a_line_of_a_script_that_is_no_command_says_what_is_wrong(line: str, sentence: str, tmp_path: Path) -> None:
    game, rules = load("sic-bo")
    script = tmp_path / "script.jsonl"
    script.write_text('{"do": "buy-in", "seat": 1, "cents": 500}\n' + line + "\n")
    with pytest.raises(BadInput) as told:
        read_script(game, rules, script)
    assert "line 2" in str(told.value) and sentence in str(told.value), str(told.value)
    assert len(str(told.value)) < 2000


# Results under odd circumstances


class Failing:
    """A recorder whose disk is full now and then."""

    def __init__(self) -> None:
        self.full = False
        self.events: list[Event] = []

    def append(self, events: tuple[Event, ...], secret: object = ()) -> None:
        if self.full:
            raise BadInput("the disk is full; the command was not recorded and changed nothing")
        self.events += events

    def history(self) -> list[Event]:
        return self.events


@pytest.mark.parametrize("what", ["sic-bo", "craps", "casino-war"])
def test_a_seeded_result_that_could_not_be_recorded_is_drawn_again(what: str) -> None:
    """Nothing has changed when a write fails: the seed says the same the next time."""
    ends: list[list[Any]] = []
    for fails in (False, True):
        recorder = Failing()
        game, rules = load(what)
        table = Table(game, rules, SeededSource("fails"), recorder, clock=lambda: Moment(1_306_886_400))
        table.open()
        table.buy_in(1, 50_000)
        for _ in range(4):
            for fact in game.walk.supporting_wagers(rules, table.state):
                if isinstance(fact, Wager):
                    table.wager(fact.seat, fact.id, fact.cents)
            if not game.law.placed(table.state):
                table.wager(1, sorted(game.law.catalogue(rules))[0] if what != "casino-war" else "initial", 1000)
            table.no_more_bets()
            while isinstance(table.due, Chance):
                if fails:
                    recorder.full = True
                    with pytest.raises(BadInput, match="changed nothing"):
                        table.draw(once=True)
                    recorder.full = False
                table.draw(once=True)
            if isinstance(due := table.due, Choices):
                table.choose(1, due.open[0].options[-1].choice)
        ends.append([event.seen_by("house") for event in recorder.events])
    assert ends[0] == ends[1]


def test_a_result_read_ahead_is_not_said_to_be_entered_by_whoever_reported_something() -> None:
    """A card that the dealer entered ahead is read when a floorperson reports that it was drawn: it stays the dealer's."""
    game, rules = load("down-under-blackjack")
    table = Table(game, rules, SeededSource("by"), clock=ticking())
    table.open()
    table.buy_in(1, 50_000)
    table.wager(1, "bet", 1000)
    table.no_more_bets()
    table.result(cards=["?", "KH", "7S", "9D", "KC", "4C"])  # a burned card, the deal, and one more
    table.choose(1, "stand")
    events = table.do({"do": "irregularity", "cite": "685a.12(d)", "by": "floorperson"})
    (read,) = (event for event in events if event.event == "result")
    assert (read.fields["cards"], read.fields["by"]) == (["4C"], "dealer")


def test_tiles_that_are_entered_before_the_total_say_what_comes_first() -> None:
    game, rules = load("pai-gow")
    table = Table(game, rules, SeededSource("first"), clock=ticking())
    table.open()
    table.buy_in(1, 50_000)
    table.wager(1, "wager", 1000)
    table.no_more_bets()
    tiles = [str(tile) for tile in TILES]
    (event,) = table.result(tiles=tiles)
    assert (event.event, event.to) == ("act-refused", "dealer")
    assert (
        event.fields["reason"] == "the total of the dice comes first; enter it before the faces for slots, or with them"
    )
    assert table.result(total=9, tiles=tiles)[0].event == "result"
