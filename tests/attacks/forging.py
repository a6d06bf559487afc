"""Forgeries of a journal's file: change one place, and recompute the whole chain.

The forger has the file, but neither the house's key nor a head that was kept elsewhere.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from houseway.core import Chance, Choices, Wagers
from houseway.games import load
from houseway.records import Desk, house_path, open_desk
from houseway.records.lines import GENESIS, chained, parsed
from houseway.table import Table

Record = dict[str, Any]
Command = dict[str, Any]


@dataclass(frozen=True)
class Base:
    """A journal as it was honestly written: unsealed in `open_*`, then closed and sealed."""

    name: str
    what: str
    settings: tuple[str, ...]
    manual: bool
    open_journal: bytes
    open_house: bytes
    journal: bytes
    house: bytes

    def desk(self, path: Path) -> Desk:
        """The table of a journal at this path, new or resumed."""
        game, rules = load(self.what, self.settings)
        return open_desk(game, rules, path, None if self.manual else "forged", _nobody if self.manual else None)


def _nobody(due: Chance) -> Any:
    raise AssertionError(f"nobody is there to enter {due.what}")


def _cards(text: str) -> Command:
    return {"do": "result", "cards": text.split()}


def _wager(seat: int, wager: str, cents: int = 1000) -> Command:
    return {"do": "wager", "seat": seat, "id": wager, "cents": cents}


def _choose(seat: int, choice: str, **data: Any) -> Command:
    return {"do": "choose", "seat": seat, "choice": choice, **data}


BETS_OFF: Command = {"do": "no-more-bets"}
PLAY: Command = {"do": "play"}  # draw and choose until wagers can be made again

TILES = (
    "6-6 6-6 4-6 4-5 5-6 1-6 1-3 3-3 1-1 1-1 1-3 2-2 5-5 3-5 4-6 1-6 "
    "2-3 1-4 2-5 3-4 2-6 3-6 1-5 1-5 5-6 2-2 3-3 5-5 4-4 4-4 1-2 2-4"
)


def _odd(cite: str, by: str, **about: Any) -> Command:
    return {"do": "irregularity", "cite": cite, "by": by, **about}


# Each has a few rounds, something refused, an irregularity, and something that people noted.
SCRIPTS: dict[str, tuple[str, tuple[str, ...], bool, list[Command]]] = {
    "sic-bo": ("sic-bo", (), False, [
        _wager(1, "small", 500), _wager(1, "three-of-a-kind:3", 500), _wager(2, "small", 7), BETS_OFF, PLAY,
        _wager(1, "big", 500), BETS_OFF, _odd("625a.7(a)", "dealer"), {"do": "cash-out", "seat": 1, "cents": 500},
    ]),
    "roulette": ("roulette", (), False, [
        _wager(1, "red"), _wager(1, "straight:17", 500), _wager(1, "red", 7), BETS_OFF,
        _odd("617a.6(b)", "dealer", revolutions=3), BETS_OFF, PLAY,
        _wager(1, "black"), {"do": "remove", "seat": 1, "id": "black", "cents": 0},
    ]),
    "craps": ("craps", (), False, [
        _wager(1, "pass"), _wager(2, "dont-pass"), BETS_OFF, {"do": "draw"}, _wager(1, "hardway:8"), BETS_OFF,
        _odd("623a.8(c)(6)", "boxperson"), BETS_OFF, {"do": "draw"}, BETS_OFF, PLAY, BETS_OFF, PLAY, BETS_OFF, PLAY,
    ]),
    "casino-war": ("casino-war", (), False, [
        _wager(1, "initial"), _wager(1, "tie"), BETS_OFF, PLAY, _wager(1, "initial"), _wager(2, "initial", 7), BETS_OFF,
        _odd("651a.11(a)", "dealer"), PLAY, _wager(1, "initial"), BETS_OFF, PLAY,
    ]),
    "casino-war-by-hand": ("casino-war", (), True, [
        _wager(1, "initial"), BETS_OFF, _cards("AS KH"), _cards("2D"), _wager(1, "initial"), BETS_OFF, _cards("9H 9C"),
        _choose(1, "go-to-war"), _cards("? 4D 5C 6S 7H"), PLAY, _wager(1, "initial", 7),
        {"do": "step", "cite": "651a.5(f)", "item": "reshuffle", "by": "floorperson"},
        _wager(1, "initial"), BETS_OFF, _cards("3H QC"), _cards("2S 9D"),
    ]),
    "blackjack": ("down-under-blackjack", ("shuffler=continuous",), False, [
        _wager(1, "bet"), _wager(2, "bet"), BETS_OFF, PLAY, _wager(1, "bet"), BETS_OFF, _choose(2, "hit"), PLAY,
    ]),
    "blackjack-by-hand": ("down-under-blackjack", (), True, [
        _wager(1, "bet"), _wager(2, "bet"), BETS_OFF, _cards("7D 8H 5H"), _odd("685a.12(a)", "dealer"),
        _cards("8S 5C 5D 2C 9H"), _choose(1, "hit"), _cards("8H"), _choose(1, "stand"), _choose(2, "stand"),
        _cards("KD KC 10S"), _wager(1, "bet"), BETS_OFF, _cards("9C 10D 6C"), _cards("9D 7H"), _choose(1, "stand"),
        _cards("QD 2H"),
    ]),
    "pai-gow": ("pai-gow", ("house_way=highest-high",), False, [
        _wager(1, "wager"), _wager(2, "wager"), _wager(2, "wager", 10), BETS_OFF, _odd("621a.12(b)", "dealer"),
        PLAY, _wager(1, "wager"), _choose(1, "pass-bank"), BETS_OFF, PLAY,
    ]),
    "pai-gow-by-hand": ("pai-gow", ("house_way=highest-high",), True, [
        _wager(1, "wager"), _wager(2, "wager"), BETS_OFF, {"do": "result", "total": 9, "tiles": TILES.split()},
        _choose(1, "set", high=["5-6", "1-6"], low=["1-1", "1-1"]), PLAY,
    ]),
}  # fmt: skip


def play_on(table: Table) -> None:
    """Draw and take the first choice until wagers can be made again."""
    for _ in range(500):
        due = table.due
        if isinstance(due, Chance):
            table.draw(once=True)
        elif (
            isinstance(due, Choices) and (asked := next((each for each in due.open if each.options), None)) is not None
        ):
            answer(table, asked)
        else:
            return
    raise AssertionError(f"{table.game.id} does not come to an end")


def answer(table: Table, asked: Any) -> None:
    """The last of the choices (stand, surrender, expose), with tiles set as the house way sets them."""
    option = [each for each in asked.options if each.choice not in ("set", "ask")][-1]
    who = {"seat": int(asked.who.removeprefix("seat:"))} if asked.who.startswith("seat:") else {"by": asked.who}
    table.do({"do": "choose", **who, "choice": option.choice})


def carry_out(table: Table, commands: list[Command]) -> None:
    """Play a script, and the commands that it leaves open."""
    for command in commands:
        if command == PLAY:
            play_on(table)
        elif command == {"do": "draw"}:
            if isinstance(table.due, Chance):
                table.draw(once=True)
        else:
            table.do(command)


def written(name: str, folder: Path) -> Base:
    """A base journal."""
    what, settings, manual, commands = SCRIPTS[name]
    path = folder / f"{name}.jsonl"
    empty = Base(name, what, settings, manual, b"", b"", b"", b"")
    desk = empty.desk(path)
    table = desk.table
    table.open()
    for seat in (1, 2):
        table.buy_in(seat, 50_000)
    carry_out(table, commands)
    assert isinstance(table.due, Wagers), (name, table.due)
    opened = path.read_bytes(), house_path(path).read_bytes()
    desk.finish()
    desk.close()
    return Base(name, what, settings, manual, *opened, path.read_bytes(), house_path(path).read_bytes())


# The chain


def records_of(journal: bytes) -> list[Record]:
    """The records of all lines, without their hashes."""
    records = [parsed(line) for line in journal.splitlines(keepends=True)]
    for record in records:
        del record["hash"]
    return records


def rechained(records: list[Any]) -> bytes:
    """The lines with a matching chain, where they are proper records."""
    head, lines = GENESIS, []
    for record in records:
        try:
            line, head = chained(head, record)
        except (TypeError, ValueError, RecursionError):  # no record, a lone surrogate, not a number, too deep
            line = (_text(record) + "\n").encode()
            head = hashlib.sha256(line).hexdigest()
        lines.append(line)
    return b"".join(lines)


def _text(record: Any) -> str:
    try:
        return json.dumps(record)
    except RecursionError:
        return "[" * 100_000 + "]" * 100_000


# Mutations

SURROGATE = "\ud800"
STRANGE: list[Any] = [
    True, False, 0, 1, -1, 2, None, 0.5, 1e300, float("nan"), 10**30, 10**4000, "", "x", "0", "all", "seat:1", "\x00",
    "\u202e", SURROGATE, "\U0001f3b2", [], {}, [[]], [None], [1, 2], ["x"], {"": 0}, {"x": 1}, {"sealed": "x"},
    {"sealed": 1}, {"concealed": "7H", "salt": "x"}, {"salt": 1, "concealed": {}}, {"do": "draw"}, {"hash": 0},
    "sha256:" + "0" * 64, "2011-06-01T00:00:00Z", "9999-12-31T23:59:59Z", "2011-06-01T00:00:00+00:00", "625a.1", "×" * 3000,
]  # fmt: skip
KEYS = [
    "x",
    "",
    "to",
    "sealed",
    "command",
    "patch",
    "moves",
    "fields",
    "opened",
    "source",
    "note",
    "practice",
    "hash",
    "text",
    "by",
]
Path_ = tuple[str | int, ...]


def deep(levels: int) -> Any:
    """Lists within lists."""
    value: Any = 0
    for _ in range(levels):
        value = [value]
    return value


def places(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Every place in a record."""
    if path:
        yield path
    if isinstance(value, dict):
        for name, each in value.items():
            yield from places(each, (*path, name))
    elif isinstance(value, list):
        for n, each in enumerate(value):
            yield from places(each, (*path, n))


def at(value: Any, path: Path_) -> Any:
    """The value in a place."""
    for step in path:
        value = value[step]
    return value


@dataclass(frozen=True)
class Forgery:
    """Records with one change, and a description of the change and its line."""

    records: list[Any]
    line: int  # from 1
    path: Path_
    what: str
    whole_lines: bool = False  # commands were dropped, repeated or moved

    def __str__(self) -> str:
        return f"line {self.line}, {'.'.join(map(str, self.path))}: {self.what}"


def _copied(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _changed(value: Any, random: Random) -> Any:
    """Another value in its place: near to it, or of another type."""
    near: list[Any] = []
    if isinstance(value, bool):
        near = [not value, int(value)]
    elif isinstance(value, int):
        near = [value + 1, value - 1, -value or 7, value * 10 + 1, str(value), bool(value), float(value)]
    elif isinstance(value, str):
        near = [value + "x", value[:-1], value.upper(), value.swapcase(), f" {value}", value[::-1], [value]]
    elif isinstance(value, list):
        near = [
            value[:-1],
            value[1:],
            value[::-1],
            [*value, *value[-1:]],
            [*value, 0],
            {str(n): v for n, v in enumerate(value)},
        ]
    elif isinstance(value, dict):
        near = [list(value), list(value.values()), {}, {**value, "x": 1}]
    for _ in range(50):
        new = random.choice(near) if near and random.random() < 0.5 else random.choice([*STRANGE, deep(30), deep(900)])
        if json.dumps(new) != json.dumps(value):
            return _copied(new)
    raise AssertionError(f"nothing else than {value!r} was found")


def changed_value(records: list[Any], random: Random, where: tuple[int, Path_] | None = None) -> Forgery:
    """One value becomes another; `where`: the line and the place in it."""
    line, path, holder = (
        _place(records, random) if where is None else (*where, at(records[where[0] - 1], where[1][:-1]))
    )
    old = holder[path[-1]]
    holder[path[-1]] = new = _changed(old, random)
    return Forgery(records, line, path, f"{_short(old)} became {_short(new)}")


def copied_value(records: list[Any], random: Random) -> Forgery:
    """A value from elsewhere in the file, where it has the same name if there is one."""
    line, path, holder = _place(records, random)
    name = next((step for step in reversed(path) if isinstance(step, str)), None)
    old = holder[path[-1]]
    fitting = [
        at(record, other)
        for record in records
        for other in places(record)
        if other[-len(path) :][-1] == path[-1] and name in other
    ]
    values = [value for value in fitting if json.dumps(value) != json.dumps(old)]
    new = _copied(random.choice(values)) if values else _changed(old, random)
    holder[path[-1]] = new
    return Forgery(records, line, path, f"{_short(old)} became {_short(new)}, as elsewhere")


def deleted(records: list[Any], random: Random) -> Forgery:
    """A key or an item is gone."""
    line, path, holder = _place(records, random)
    old = holder[path[-1]]
    del holder[path[-1]]
    return Forgery(records, line, path, f"{_short(old)} is gone")


def added(records: list[Any], random: Random) -> Forgery:
    """One more key, or one more item."""
    for _ in range(1000):
        n = random.randrange(len(records))
        spots = [(), *(path for path in places(records[n]) if isinstance(at(records[n], path), dict | list))]
        path = random.choice(spots)
        holder, new = at(records[n], path), _copied(random.choice(STRANGE))
        if isinstance(holder, list):
            holder.insert(random.randint(0, len(holder)), new)
            return Forgery(records, n + 1, path, f"{_short(new)} is put in")
        key = random.choice(KEYS)
        if key not in holder:
            holder[key] = new
            return Forgery(records, n + 1, (*path, key), f"{_short(new)} is put in")
    raise AssertionError("nothing can be put in")


def swapped(records: list[Any], random: Random) -> Forgery:
    """Two lines exchange one of their parts."""
    for _ in range(1000):
        one, other = random.sample(range(1, len(records)), 2)
        shared = sorted(records[one].keys() & records[other].keys())
        name = random.choice(shared)
        if json.dumps(records[one][name]) != json.dumps(records[other][name]):
            records[one][name], records[other][name] = records[other][name], records[one][name]
            return Forgery(records, min(one, other) + 1, (name,), f"lines {one + 1} and {other + 1} exchange it")
    raise AssertionError("all lines are alike")


def _place(records: list[Any], random: Random) -> tuple[int, Path_, Any]:
    n = random.randrange(len(records))
    path = random.choice(list(places(records[n])))
    return n + 1, path, at(records[n], path[:-1])


def _short(value: Any) -> str:
    shown = repr(value) if not isinstance(value, int) or value < 10**40 else "a huge number"
    return shown if len(shown) < 60 else shown[:57] + "..."


# Whole commands


def commands_of(records: list[Any]) -> list[list[Any]]:
    """The events of each command."""
    batches: list[list[Any]] = []
    for record in records[1:]:
        if "batch" in record and record["batch"][0] != 1:
            batches[-1].append(record)
        elif "batch" in record:
            batches.append([record])
    return batches


def _renumbered(header: Any, batches: list[list[Any]], seal: Any) -> list[Any]:
    """The lines of these commands, their sequence made whole and the seal's count right."""
    events = [event for batch in batches for event in batch]
    for seq, event in enumerate(events, 1):
        event["seq"] = seq
    seal["events"] = len(events)
    return [header, *events, seal]


def whole_commands(records: list[Any], random: Random) -> Forgery:
    """A command is dropped, repeated or moved, with everything renumbered."""
    batches = commands_of(records)
    n = random.randrange(len(batches))
    what = random.choice(["dropped", "repeated", "moved"])
    line = 2 + sum(len(batch) for batch in batches[:n])
    if what == "dropped":
        del batches[n]
    elif what == "repeated":
        batches.insert(random.randint(n, len(batches)), copy.deepcopy(batches[n]))
    else:
        batches.insert(random.randrange(len(batches)), batches.pop(n))
    return Forgery(_renumbered(records[0], batches, records[-1]), line, (), f"a command was {what}", True)


def dropped_event(records: list[Any], random: Random) -> Forgery:
    """One event is gone from its command, with everything renumbered."""
    batches = commands_of(records)
    n = random.randrange(len(batches))
    k = random.randrange(len(batches[n]))
    line = 2 + sum(len(batch) for batch in batches[:n]) + k
    gone = batches[n].pop(k)
    for place, event in enumerate(batches[n], 1):
        event["batch"] = [place, len(batches[n])]
    if not batches[n]:
        del batches[n]
    return Forgery(_renumbered(records[0], batches, records[-1]), line, (), f"{gone['event']} is gone", True)


MUTATIONS: list[tuple[int, Callable[[list[Any], Random], Forgery]]] = [
    (8, changed_value), (5, copied_value), (3, deleted), (4, added), (3, swapped), (2, whole_commands), (2, dropped_event),
]  # fmt: skip


def forged(base: list[Record], random: Random) -> Forgery:
    """One forgery, by chance; the base's records are not changed."""
    kind = random.choices([each for _, each in MUTATIONS], [weight for weight, _ in MUTATIONS])[0]
    while True:
        forgery = kind(copy.deepcopy(base), random)
        if rechained(forgery.records) != rechained(copy.deepcopy(base)):
            return forgery
