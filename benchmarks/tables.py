"""The speed of a table: events per second, as a ratio to writing the same events with `json.dumps` and SHA-256.

Run: make bench, or python benchmarks/tables.py [GAME ...] [--commands 2000] [--long] [--no-files]

One seat with one to three wagers, seeded, nothing written to disk while deciding. Times are CPU times. Deciding and
writing alternate, a few hundred commands at a time, and the best of several runs counts for each, so that a busy machine
affects both equally.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from houseway import game_ids
from houseway.core import AnyGame, Asked, Chance, Choices, Choose, Event, Role, Wager, Wagers, refuse
from houseway.core.plain import plain
from houseway.games import load
from houseway.law import Rules
from houseway.numerics.sources import SeededSource
from houseway.records import audit_journal
from houseway.records.desk import open_desk
from houseway.records.journal_reader import JournalReader
from houseway.records.lines import GENESIS, chained, record_of
from houseway.table import Table, folded, unopened
from houseway.table.table import OrderSecret

COMMANDS, LONG, PART, RUNS = 10_000, 100_000, 500, 3
GOALS = dict.fromkeys(("big-six", "craps", "mini-craps", "roulette", "sic-bo"), 0.25)  # wheels and dice
GOAL = 0.15  # cards and tiles
SEED, CHIPS_CENTS = "tables", 1_000_000_000
Command = dict[str, Any]


class Latest:
    """A recorder that keeps the events since it was last emptied, but no secrets."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def append(self, events: tuple[Event, ...], secret: Iterable[OrderSecret] = ()) -> None:
        """Remember the events of one command."""
        self.events += events

    def history(self) -> list[Event]:
        """The remembered events."""
        return self.events

    def taken(self) -> list[Event]:
        """The events since the last call."""
        events, self.events = self.events, []
        return events


def new_table(game: AnyGame, rules: Rules) -> tuple[Table, Latest]:
    """An open table with one player who has a lot of chips."""
    recorder = Latest()
    table = Table(game, rules, SeededSource(SEED), recorder)
    opened(table)
    return table, recorder


def opened(table: Table) -> None:
    """Open it, and sell chips to the one player."""
    table.open("automatic", 100 * CHIPS_CENTS)
    table.buy_in(1, CHIPS_CENTS)


def carry_out(table: Table, command: Command) -> None:
    """Carry out one command; `draw` draws one result."""
    if command["do"] == "draw":
        table.draw(once=True)
    else:
        table.do(command)


def carry_out_all(table: Table, commands: list[Command]) -> None:
    """Carry out commands one after the other."""
    for command in commands:
        carry_out(table, command)


def session(game: AnyGame, rules: Rules) -> Iterator[Command]:
    """An endless series of commands by the player and the dealer, made in advance so that making them is not timed."""
    (table, recorder), rng = new_table(game, rules), Random(SEED)
    wagers_left = rng.randint(1, 3)
    while True:
        due = table.due
        if isinstance(due, Wagers):
            command = _bet(table, rng, wagers_left)
            wagers_left -= command["do"] == "wager"
        elif isinstance(due, Chance):
            command, wagers_left = {"do": "draw"}, rng.randint(1, 3)
        else:
            assert isinstance(due, Choices), due
            command = _answered(table, due.open[0])
        yield command
        carry_out(table, command)
        recorder.taken()


def _bet(table: Table, rng: Random, wagers_left: int) -> Command:
    """A lawful new wager, until there are enough; a wager that the game needs to continue comes first."""
    game, rules = table.game, table.rules
    placed = {each.id for each in game.law.placed(table.state)}
    needed = [fact.id for fact in game.walk.supporting_wagers(rules, table.state) if isinstance(fact, Wager)]
    free = [wager for wager in game.law.catalogue(rules) if wager not in placed]
    others = rng.sample(free, len(free)) if wagers_left > 0 and len(placed) < 3 else []
    for wager in (*needed, *others):
        cents = _stake(game, rules, wager)
        if refuse(game, rules, table.state, Wager(1, wager, cents)) is None:
            return {"do": "wager", "seat": 1, "id": wager, "cents": cents}
    return {"do": "no-more-bets"}


def _stake(game: AnyGame, rules: Rules, wager: str) -> int:
    """The smallest lawful stake."""
    unit, least = game.law.catalogue(rules)[wager].unit_cents, game.law.limits(rules, wager)[0][0]
    return -(-least // unit) * unit


def _answered(table: Table, asked: Asked) -> Command:
    """The choice of the game's own strategy if it has one, otherwise the first option."""
    game, rules = table.game, table.rules
    names = dict.fromkeys(name for wager in game.law.catalogue(rules) for name in game.walk.strategies(rules, wager))
    policies = [policy for name in names if (policy := game.walk.policy(rules, name)) is not None]
    option = asked.options[0]
    choice = Choose(asked.who, option.choice, option.low_cents)
    if policies:
        choice = policies[0](game, rules, table.state, asked)
    who = {"by": asked.who} if isinstance(asked.who, Role) else {"seat": asked.who.number}
    return {"do": "choose", **who, "choice": choice.choice, "cents": choice.cents, **plain(choice.data)}


def seconds(work: Callable[..., object], *given: Any) -> float:
    """CPU time of some work."""
    start = time.process_time()
    work(*given)
    return time.process_time() - start


def written(records: list[dict[str, Any]]) -> str:
    """The limit: the least work of writing and chaining these events."""
    head = ""
    for record in records:
        line = json.dumps(record, sort_keys=True)
        head = hashlib.sha256(f"{head}\n{line}".encode()).hexdigest()
    return head


def chained_by_json(records: list[dict[str, Any]]) -> None:
    """Journal lines with both texts by `json.dumps`."""
    head = GENESIS
    for record in records:
        head = hashlib.sha256(f"{head}\n{_by_json(record)}".encode()).hexdigest()
        (_by_json({**record, "hash": head}) + "\n").encode()


def _by_json(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def chained_now(records: list[dict[str, Any]]) -> None:
    """Journal lines as the product writes them."""
    head = GENESIS
    for record in records:
        _, head = chained(head, record)


class Parts:
    """Times of the same parts of a session, the best of several runs."""

    def __init__(self) -> None:
        self._best: dict[tuple[str, int], float] = {}

    def add(self, what: str, part: int, taken: float) -> None:
        """One more measurement of a part."""
        self._best[what, part] = min(taken, self._best.get((what, part), taken))

    def total(self, what: str) -> float:
        """All parts together."""
        return sum(taken for (name, _), taken in self._best.items() if name == what)


def measured(game: AnyGame, rules: Rules, commands: list[Command]) -> tuple[int, Parts]:
    """The number of events, and the times of deciding and writing them."""
    parts, count = Parts(), 0
    for run in range(RUNS):
        table, recorder = new_table(game, rules)
        recorder.taken()
        for part, start in enumerate(range(0, len(commands), PART)):
            some = commands[start : start + PART]
            parts.add("decided", part, seconds(carry_out_all, table, some))
            records = [record_of(event) for event in recorder.taken()]
            count += len(records) if run == 0 else 0
            for name, work in (("written", written), ("lines-json", chained_by_json), ("lines", chained_now)):
                parts.add(name, part, seconds(work, records))
    return count, parts


def long_session(game: AnyGame, rules: Rules, number: int) -> tuple[float, float]:
    """Seconds per command in the first and in the last tenth of a long session."""
    (table, recorder), taken = new_table(game, rules), []
    commands = session(game, rules)
    tenth = number // 10
    for _ in range(10):
        some = list(islice(commands, tenth))
        work = 0.0
        for start in range(0, tenth, PART):
            work += seconds(carry_out_all, table, some[start : start + PART])
            recorder.taken()
        taken.append(work / tenth)
    return taken[0], taken[-1]


def files(game: AnyGame, rules: Rules, commands: list[Command]) -> tuple[float, float, float]:
    """CPU seconds of recording a session, of its replay (reading and folding), and of its audit."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "table.jsonl"
        desk = open_desk(game, rules, journal, SEED)

        opened(desk.table)
        recording = seconds(carry_out_all, desk.table, commands)
        desk.close()

        def replay() -> None:
            standing = unopened()
            for batch in JournalReader(journal).batches():
                for event in batch:
                    standing = folded(standing, event)

        replaying = min(seconds(replay) for _ in range(2))
        audits: list[str] = []
        house = journal.with_name(journal.name + ".house")
        auditing = min(seconds(lambda: audits.append(audit_journal(journal, None, house).status)) for _ in range(2))
        assert set(audits) == {"unsealed"}, audits  # the table was not closed, and nothing else is wrong with it
    return recording, replaying, auditing


def main() -> None:
    """Print the figures."""
    arguments = argparse.ArgumentParser(description="How fast tables decide.")
    arguments.add_argument("games", nargs="*", default=list(game_ids()), metavar="GAME")
    arguments.add_argument("--commands", type=int, default=COMMANDS, help=f"how many; {COMMANDS} by default")
    arguments.add_argument("--long", action="store_true", help=f"also compare the ends of {LONG} commands")
    arguments.add_argument("--no-files", action="store_true", help="leave out recording, replay and audit")
    given = arguments.parse_args()
    print(
        f"Tables: {given.commands} commands a game, one seat, one core; ratio to json.dumps and SHA-256 of the same events"
    )
    print(f"{'game':<22}{'commands/s':>11}{'events/s':>10}{'ratio':>7}{'goal':>6}   journal lines: now, by json.dumps")
    played = {name: (*load(name), list(islice(session(*load(name)), given.commands))) for name in given.games}
    counts = {}
    for name, (game, rules, commands) in played.items():
        counts[name], parts = measured(game, rules, commands)
        decided, count = parts.total("decided"), counts[name]
        ratio, goal = parts.total("written") / decided, GOALS.get(name, GOAL)
        lines = f"{count / parts.total('lines'):,.0f}/s, {count / parts.total('lines-json'):,.0f}/s"
        rates = f"{len(commands) / decided:>11,.0f}{count / decided:>10,.0f}"
        print(f"{name:<22}{rates}{ratio:>7.3f}{goal:>6.2f}   {lines}{'' if ratio >= goal else '   MISSED'}", flush=True)
    if not given.no_files:
        print("\nA journal of these commands: seconds to record, replay (read and fold) and audit; events a second")
        for name, (game, rules, commands) in played.items():
            times = [f"{taken:8.2f} s ({counts[name] / taken:,.0f}/s)" for taken in files(game, rules, commands)]
            print(f"{name:<22}" + "   ".join(times), flush=True)
    if given.long:
        print(f"\n{LONG} commands: microseconds a command in the first and in the last tenth")
        for name, (game, rules, _) in played.items():
            first, last = long_session(game, rules, LONG)
            print(f"{name:<22}{first * 1e6:9.0f} {last * 1e6:9.0f}   {last / first:.2f}", flush=True)


if __name__ == "__main__":
    main()
