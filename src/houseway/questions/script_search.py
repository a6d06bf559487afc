"""Searches a game for rounds in which its paragraphs decide something.

First it tries every script of one, two, three … commands from a narrow alphabet, within a budget: a script found this way is
a shortest one. Then it plays at random, with a seed, from a wide alphabet, and continues from the least visited positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import orjson

from houseway.core import AnyGame, Event
from houseway.core.progress import working_on
from houseway.law import Rules
from houseway.questions.alphabet import Alphabet, due_sign
from houseway.questions.search_node import Command, SearchNode, best_rank, rank, start
from houseway.questions.shrinking import shrunk, without_parts

MOST_CELLS = 30_000
LONGEST = 120  # the most commands of a script that the search continues from
TIDY = 8  # scripts with at most this many commands are not tidied
RARE = 200  # a paragraph that decided less often than this is rare
ROLLOUT = 12  # commands in a row


@dataclass(frozen=True, slots=True)
class CitingScript:
    """A script in which a paragraph is cited: by its rank, then by its length."""

    rank: int
    script: tuple[Command, ...]

    @property
    def order(self) -> tuple[int, int]:
        """A sort key, smaller is better: the rank, then the number of commands."""
        return self.rank, len(self.script)


@dataclass
class ScriptSearch:
    """One search under one set of rules. `hits` has the best script so far for each citation."""

    game: AnyGame
    rules: Rules
    seed: str
    toward: Mapping[str, Sequence[str]] = field(default_factory=dict)  # citations to look for, each with nearby ones
    hits: dict[str, CitingScript] = field(default_factory=dict)
    tidied: list[tuple[Command, ...]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    tried: int = 0
    complete: int = 0  # every script of this many commands from the narrow alphabet was tried
    ended: bool = False  # … and there are no longer ones

    def note(self, script: tuple[Command, ...], events: Iterable[Event]) -> None:
        """Note the events of the last command of a script."""
        self.tried += 1
        for event in events:
            for cite in event.cites:
                self.counts[cite] += 1
                found = rank(script[-1], event, cite)
                assert found is not None
                known = self.hits.get(cite)
                if known is None or (found, len(script)) < known.order:
                    self.hits[cite] = CitingScript(found, script)

    def exhaust(self, budget: int) -> None:
        """Try all scripts of the narrow alphabet, shorter ones first, until `budget` commands have been tried."""
        alphabet = Alphabet(self.game, self.rules, wide=False)
        layer, seen, until = [start(self.game)], set[bytes](), self.tried + budget
        while layer:
            following: list[SearchNode] = []
            for n, node in enumerate(layer):
                if n % 50 == 0:
                    working_on(f"all scripts of {self.complete + 1} commands: {n + 1:,} of {len(layer):,} positions")
                table = node.table(self.game, self.rules)
                for command in alphabet.commands(table):
                    if self.tried >= until:
                        return
                    came = node.after(self.game, self.rules, command)
                    if came is None:
                        continue
                    self.note((*node.script, command), came[0])
                    if came[1] is not node and _new(came[1], seen):
                        following.append(came[1])
            self.complete += 1
            layer = following
        self.ended = True

    def roam(self, budget: int, known: Iterable[tuple[Command, ...]] = (), episode: int = 0) -> None:
        """Play this many random commands of the wide alphabet. `known`: scripts to play first and continue from."""
        rng = Random(f"{self.seed} {self.rules.digest} {episode}")
        alphabet, archive = Alphabet(self.game, self.rules), _Archive(rng, self.counts, fine=episode % 2 == 1)
        self.counts.clear()
        archive.add(start(self.game))
        for script in known:
            self._follow(archive, script)
        last = self.tried + budget
        while self.tried < last:
            if rng.random() < 0.05:
                working_on(f"random play: {self.tried + 1:,} of {last:,} commands, {len(self.hits)} paragraphs cited")
            kin = self._kin(rng) if rng.random() < 0.4 else ""
            if kin:
                self._vary(alphabet, archive, self.hits[kin].script, rng)
                continue
            node = archive.pick()
            if rng.random() < 0.3:
                node = self._as_usual(alphabet, archive, node)
            for _ in range(rng.randint(1, ROLLOUT)):
                node = self._try_one(alphabet, archive, node, rng)
                if len(node.script) > LONGEST or node.position.table.closed:
                    break

    @property
    def missing(self) -> list[str]:
        """The citations to look for that have not been reached."""
        return [cite for cite in self.toward if cite not in self.hits]

    def _kin(self, rng: Random) -> str:
        """A random citation that was reached and is next to a missing one; empty if there is none."""
        missing = self.missing
        near = [each for each in self.toward[rng.choice(missing)] if each in self.hits] if missing else []
        return rng.choice(near) if near else ""

    def tidy(self) -> None:
        """Drop unneeded commands from long scripts near a missing paragraph, so that they are easier to vary."""
        near = {each for cite in self.toward if cite not in self.hits for each in self.toward[cite]}
        for cite, hit in self.hits.items():
            if cite in near and len(hit.script) > TIDY and hit.script not in self.tidied:
                small = without_parts(hit.script, partial(self._holds, cite, hit.rank))
                self.hits[cite] = CitingScript(hit.rank, small)
                self.tidied.append(small)

    def smaller(self, cite: str) -> CitingScript:
        """The hit of a citation, shrunk."""
        hit = self.hits[cite]
        return CitingScript(hit.rank, shrunk(hit.script, partial(self._holds, cite, hit.rank)))

    def _holds(self, cite: str, at_best: int, script: tuple[Command, ...]) -> bool:
        """Does a script still cite a paragraph with a rank this good, with every result entered by hand?"""
        if not script or script[0]["do"] != "open":
            return False
        node = start(self.game)
        for command in script:
            came = node.after(self.game, self.rules, command)
            if came is None:
                return False
            found = best_rank([(command, came[0])], cite)
            if found is not None and found <= at_best:
                return True
            node = came[1]
        return False

    def _follow(self, archive: _Archive, script: Iterable[Command]) -> None:
        """Play a script and note what it cites under these rules; skip commands that are not understood."""
        node = start(self.game)
        for command in script:
            came = node.after(self.game, self.rules, command)
            if came is None:
                continue
            self.note((*node.script, command), came[0])
            archive.add(came[1])
            node = came[1]
            if node.position.table.closed:
                return

    def _vary(self, alphabet: Alphabet, archive: _Archive, script: tuple[Command, ...], rng: Random) -> None:
        """Play a script with one or two commands replaced or inserted."""
        node = start(self.game)
        faces = [each for each in script if each["do"] == "result"]
        turns = [n for n, each in enumerate(script) if each["do"] in ("result", "choose")] or [0]
        open_to = turns if rng.random() < 0.6 else range(len(script))
        changes = {rng.choice(open_to) for _ in range(rng.randint(1, 3))}
        for n, given in enumerate(script):
            command = given
            if n in changes and given["do"] == "result" and rng.random() < 0.5:
                command = rng.choice(faces)  # repeat another result: a pair, a tie
            elif n in changes:
                node = self._try_one(alphabet, archive, node, rng)
                if rng.random() < 0.6:
                    continue
            came = node.after(self.game, self.rules, command)
            self.tried += came is None
            if came is not None:
                self.note((*node.script, command), came[0])
                archive.add(came[1])
                node = came[1]
            if node.position.table.closed:
                return
        for _ in range(rng.randint(0, 3)):
            node = self._try_one(alphabet, archive, node, rng)

    def step(self, node: SearchNode, command: Command) -> SearchNode:
        """Try a command and return the position after it."""
        came = node.after(self.game, self.rules, command)
        if came is None:
            self.tried += 1
            return node
        self.note((*node.script, command), came[0])
        return came[1]

    def _as_usual(self, alphabet: Alphabet, archive: _Archive, node: SearchNode) -> SearchNode:
        """Do the steps that are due, with their usual notes."""
        for _ in range(LONGEST):
            if node.position.state is None or node.position.table.closed:
                return node
            command = alphabet.usual_step(node.table(self.game, self.rules))
            came = None if command is None else node.after(self.game, self.rules, command)
            if came is None or command is None or came[1] is node:
                return node
            self.note((*node.script, command), came[0])
            archive.add(came[1])
            node = came[1]
        return node

    def _try_one(self, alphabet: Alphabet, archive: _Archive, node: SearchNode, rng: Random) -> SearchNode:
        if node.position.table.closed:
            self.tried += 1
            return node
        command = sampled(alphabet, node, rng)
        came = None if command is None else node.after(self.game, self.rules, command)
        if came is None or command is None:
            self.tried += 1
            return node
        self.note((*node.script, command), came[0])
        if came[1] is not node:
            archive.add(came[1])
        return came[1]


def _new(node: SearchNode, seen: set[bytes]) -> bool:
    """Is this position new? Equal positions have equal futures."""
    key = orjson.dumps(node.position.plain, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS)
    if key in seen:
        return False
    seen.add(key)
    return True


def sampled(alphabet: Alphabet, node: SearchNode, rng: Random) -> Command | None:
    """One command to try, usually one that answers what is due."""
    table = node.table(alphabet.game, alphabet.rules)
    forward = rng.random() < 0.7
    kind = rng.choice(alphabet.forward(table) if forward else alphabet.kinds(table))
    if kind == "wagers":
        commands = alphabet.on_wager(table, rng.choice(alphabet.wager_ids))
    else:
        commands = list(alphabet.of_kind(table, kind))
    if not commands:
        return None
    if kind == "results" and rng.random() < 0.3:  # repeat a result: pairs, ties, points
        before = [each for each in node.script if each in commands]
        commands = before or commands
    usual = forward and kind in ("wagers", "steps", "chips", "repairs", "window") and rng.random() < 0.7
    return rng.choice(commands[:2] if usual else commands)


class _Archive:
    """The shortest script to each kind of position seen so far, and how often the search continued from it."""

    def __init__(self, rng: Random, counts: Counter[str], fine: bool) -> None:
        self.rng, self.counts, self.fine = rng, counts, fine  # fine: distinguish more kinds of positions
        self.cells: list[SearchNode] = []
        self.visits: list[int] = []
        self.at: dict[Any, int] = {}
        self.by_due: dict[Any, list[int]] = {}  # positions by what is due
        self.by_rare: dict[str, list[int]] = {}  # positions by the rare paragraphs that decided in this round
        self.by_memory: dict[int, list[int]] = {}  # positions by how much a wager on the layout remembers

    def add(self, node: SearchNode) -> None:
        """Keep a position if its kind is new, or if this script is shorter."""
        rare = frozenset(cite for cite in node.cited if self.counts[cite] < RARE)
        cell = (rare, _cell(node, self.fine))
        place = self.at.get(cell)
        if place is None:
            place = len(self.cells)
            if place < MOST_CELLS:
                self.at[cell] = place
                self.by_due.setdefault(cell[1] and cell[1][:2], []).append(place)
                for cite in sorted(rare):
                    self.by_rare.setdefault(cite, []).append(place)
                self.by_memory.setdefault(_memory(node), []).append(place)
                self.cells.append(node)
                self.visits.append(0)
        elif len(node.script) < len(self.cells[place].script):
            self.cells[place] = node

    def pick(self) -> SearchNode:
        """The least visited of a few positions, sampled so that rare situations and rare paragraphs get their turn."""
        rng, draw = self.rng, self.rng.random()
        among: Sequence[int] = range(len(self.cells))
        if draw < 0.35:
            among = self.by_due[rng.choice(list(self.by_due))]
        elif draw < 0.75 and self.by_rare:
            among = self.by_rare[rng.choice(list(self.by_rare))]
        elif draw < 0.85:
            among = self.by_memory[max(self.by_memory)]
        place = min((rng.choice(among) for _ in range(4)), key=lambda each: self.visits[each])
        self.visits[place] += 1
        return self.cells[place]


def _memory(node: SearchNode) -> int:
    """The most that a wager on the layout remembers."""
    state = node.position.state
    placed = [] if state is None else node.position.plain["game"].get("placed", ())
    return max((len(each.get("data", ())) for each in placed), default=0)


def _cell(node: SearchNode, fine: bool) -> Any:
    """The kind of a position: what is due, the wagers on the layout and how much they remember, and a summary of the state."""
    position = node.position
    if position.state is None:
        return None
    due, plain = position.due, position.plain["game"]
    short = tuple((name, _short(value, 2 if fine else 0)) for name, value in plain.items() if name != "placed")
    steps = tuple((name, len(done)) for name, done in position.table.steps.items())
    placed = frozenset((each["id"].partition(":")[0], len(each.get("data", ()))) for each in plain.get("placed", ()))
    return position.table.procedure, None if due is None else due_sign(due), steps, placed, short


def _short(value: Any, depth: int) -> Any:
    """A coarse summary of a value: numbers by size, lists by length, tables entry by entry down to `depth`."""
    if isinstance(value, bool | str | None):
        return value
    if isinstance(value, int):
        return min(value, 3) if not depth or abs(value) < 4 else 2 + value.bit_length()
    if isinstance(value, Mapping) and depth:
        return tuple((name, _short(each, depth - 1)) for name, each in value.items())
    return min(len(value), 3)
