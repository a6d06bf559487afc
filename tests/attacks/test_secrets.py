"""Journals, events and views reveal no face-down card before it is shown.

A table is played twice with the same commands, the second time with other faces where nobody, or only another player, has looked.
Until these are shown, both journals are equal byte for byte, except for commitments and hashes.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from attacks.hidden_faces import lines, loaded, recorded, seen
from contract import hiding
from contract.play import DRAW, Command, next_command, odd_command, palette_of
from houseway.core import AnyGame, Chance, Choices, Event, Wagers
from houseway.equipment.card_reader import range_of
from houseway.equipment.cards import DECK
from houseway.equipment.tiles import TILES
from houseway.law import Rules
from houseway.law.roles import ROLES
from houseway.numerics.sources import SeededSource
from houseway.records import Journal
from houseway.table import Table
from support import sized

PUBLIC = "public"  # a viewer who sees only public events
GAMES = (
    ("casino-war", ()),
    ("casino-war", ("shuffler=continuous",)),
    ("down-under-blackjack", ()),
    ("down-under-blackjack", ("shuffler=continuous",)),
    ("pai-gow", ()),
    ("peek", ()),
)
EVERY = pytest.mark.parametrize(("what", "settings"), GAMES, ids=[" ".join((w, *s)) for w, s in GAMES])


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here tests a power loss."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


# Drawn: the same script, and other faces in places that nobody has been shown


@dataclass
class Played(hiding.Played):
    """A recorded table played by a script; it remembers how long the journal was after each command."""

    written: list[int] = field(default_factory=list)

    def do(self, command: Command) -> None:
        super().do(command)
        assert self.table.recorder is not None and isinstance(self.table.recorder, Journal)
        self.written.append(self.table.recorder._events + 1)


def first_play(game: AnyGame, rules: Rules, seed: str, commands: int, path: Path) -> Played:
    source = hiding.Watched(seed)
    played = Played(recorded(game, rules, source, path), source)
    rng = Random(seed)
    palette = palette_of(game, rules, rng)
    for _ in range(commands):
        if isinstance(played.table.due, Chance):
            played.do(DRAW if rng.random() < 0.95 else odd_command(played.table, rng))
        else:
            played.do(next_command(played.table, rng, palette))
    return played


def play_again(first: Played, source: hiding.Watched, until: int, path: Path) -> Played:
    played = Played(recorded(first.table.game, first.table.rules, source, path), source)
    for command in first.script[:until]:
        played.do(command)
    return played


def drawn_otherwise(game: AnyGame, rules: Rules, seed: str, commands: int, folder: Path, every: int) -> int:
    """The number of times that journals with different hidden faces were compared."""
    folder.mkdir()
    first = first_play(game, rules, seed, commands, folder / "first.jsonl")
    told, tried = lines(folder / "first.jsonl"), 0
    for until in range(2, commands, every):
        if hiding._revealed(first, until):
            continue
        swaps = hiding._swaps(first, PUBLIC, until, Random(f"{seed} {until}"))
        refill = first.refills[until - 1]
        path = folder / f"{until}.jsonl"
        other = play_again(first, hiding.Watched(seed, refill, swaps, until), until, path)
        tried += bool(swaps)
        same = other.written[-1]
        assert lines(path) == told[:same]
        for mine, its in zip(first.states[:until], other.states, strict=True):
            for who in ("all", *ROLES) if swaps else ():
                assert game.law.view(rules, mine, who) == game.law.view(rules, its, who)
    return tried


@EVERY
def test_the_journal_of_drawn_cards_tells_nothing_of_what_lies_face_down(
    what: str, settings: tuple[str, ...], tmp_path: Path
) -> None:
    game, rules = loaded(what, settings)
    tried = sum(drawn_otherwise(game, rules, f"drawn {n}", 40, tmp_path / str(n), 6) for n in range(2))
    assert tried > 3


@pytest.mark.nightly
@EVERY
def test_many_journals_of_drawn_cards(what: str, settings: tuple[str, ...], tmp_path: Path) -> None:
    game, rules = loaded(what, settings)
    tried = sum(drawn_otherwise(game, rules, f"night {n}", 120, tmp_path / str(n), 3) for n in range(12))
    print(f"{what} {settings}: {tried} journals with other hidden faces")
    assert tried > 100


# Entered by hand, ahead


class Dealt:
    """Cards that a dealer enters by hand from one stack, some of them ahead of their time."""

    def __init__(self, table: Table, path: Path, stack: list[str]) -> None:
        self.table, self.path, self.stack = table, path, stack
        self.entered = 0  # cards of the stack that were entered
        self.used = 0  # of these, that have left the shoe
        self.public: set[int] = set()  # places of the stack that all have seen
        self.hole = -1
        self.shown_hole = False
        self.batches: list[tuple[Event, ...]] = []

    def do(self, command: Command) -> None:
        if command["do"] == "deal":
            cards = self.stack[self.entered : self.entered + command["count"]]
            self.entered += len(cards)
            command = {"do": "result", "cards": cards}
        events = self.table.do(command)
        self.batches.append(events)
        for event in events:
            self._follow(event)

    def _follow(self, event: Event) -> None:
        fields = event.fields
        if event.event == "act-refused" and fields["do"] == "result":  # cards entered ahead are discarded
            self.entered = self.used
        if fields.get("source") != "observed" or "cards" not in fields:
            return
        if fields.get("hole"):
            self.shown_hole = True
            self.public.add(self.hole)
            return
        (face,) = fields["cards"]
        if face != "?":
            assert face == self.stack[self.used]
            self.public.add(self.used)
        elif "second card" in fields["text"]:
            self.hole, self.shown_hole = self.used, False
        self.used += 1


def stack_of(decks: int, rng: Random) -> list[str]:
    stack = list(DECK) * decks
    rng.shuffle(stack)
    return stack


def hand_script(table: Table, rng: Random, wager: str) -> Command:
    """The next command of a dealer who enters cards, often more than are due."""
    due = table.due
    match due:
        case Chance():
            return {"do": "deal", "count": rng.choice((1, 2, 4, 9, 14))}
        case Choices():
            asked = rng.choice(due.open)
            option = rng.choice(asked.options)
            who = {"by": asked.who} if asked.who in ROLES else {"seat": int(asked.who.removeprefix("seat:"))}
            return {"do": "choose", **who, "choice": option.choice, "cents": option.low_cents}
        case Wagers() if not table.game.law.placed(table.state):
            return {"do": "wager", "seat": rng.randint(1, 3), "id": wager, "cents": 1000}
        case Wagers() if rng.random() < 0.3:
            return {"do": "wager", "seat": rng.randint(1, 3), "id": wager, "cents": 1000}
    return {"do": "no-more-bets"}


def entered_otherwise(what: str, settings: tuple[str, ...], seed: str, commands: int, folder: Path) -> int:
    """Play until a card would not be lawful any more (another shoe begins), and again with hidden cards swapped."""
    folder.mkdir()
    (game, rules), rng = loaded(what, settings), Random(seed)
    wager = {"casino-war": "initial", "down-under-blackjack": "bet"}[what]
    stack = stack_of(int(rules.option("decks")), rng)
    first = Dealt(recorded(game, rules, SeededSource(seed), folder / "first.jsonl"), folder / "first.jsonl", stack)
    script: list[Command] = []
    marks: list[tuple[int, set[int], int, bool]] = []
    for _ in range(commands):
        command = hand_script(first.table, rng, wager)
        script.append(command)
        first.do(command)
        marks.append((len(lines(first.path)), set(first.public), first.hole, first.shown_hole))
    told, tried = lines(first.path), 0
    for until in range(3, commands, 4):
        written, public, hole, shown_hole = marks[until - 1]
        other = list(stack)
        hidden = [n for n in range(min(len(stack), first.used + 30)) if n not in public]
        swapped = 0
        for one in hidden[:]:
            for two in hidden:
                bound = not shown_hole and hole in (one, two)
                if stack[one] != stack[two] and (not bound or range_of(stack[one]) == range_of(stack[two])):
                    other[one], other[two] = other[two], other[one]
                    hidden = [n for n in hidden if n not in (one, two)]
                    swapped += 1
                    break
        path = folder / f"{until}.jsonl"
        again = Dealt(recorded(game, rules, SeededSource(seed), path), path, other)
        for command in script[:until]:
            again.do(command)
        assert lines(path) == told[:written], until
        for who in ("seat:1", "player", "all"):
            assert seen(first.table, first.batches[:until], who) == seen(again.table, again.batches, who)
        tried += swapped
    return tried


CARDS = pytest.mark.parametrize(("what", "settings"), GAMES[:4], ids=[" ".join((w, *s)) for w, s in GAMES[:4]])


@CARDS
def test_the_journal_of_entered_cards_tells_nothing_of_what_lies_face_down(
    what: str, settings: tuple[str, ...], tmp_path: Path
) -> None:
    sessions = range(sized(day=1, night=3))
    tried = sum(entered_otherwise(what, settings, f"by hand {n}", 30, tmp_path / str(n)) for n in sessions)
    assert tried > 20


@pytest.mark.nightly
@CARDS
def test_many_journals_of_entered_cards(what: str, settings: tuple[str, ...], tmp_path: Path) -> None:
    tried = sum(entered_otherwise(what, settings, f"night {n}", 60, tmp_path / str(n)) for n in range(40))
    print(f"{what} {settings}: {tried} hidden cards swapped")
    assert tried > 1000


# All tiles of a set, entered at once


def tiles_round(path: Path, tiles: Sequence[str], seed: str) -> tuple[Table, list[tuple[Event, ...]], list[int]]:
    """A round of Pai Gow with all tiles entered, and the journal's length after each command; seat 1 plays boxes 1 and 2."""
    game, rules = loaded("pai-gow")
    table = recorded(game, rules, SeededSource("tiles"), path)
    rng, batches, written = Random(seed), list[tuple[Event, ...]](), list[int]()
    script: list[Command] = [
        {"do": "wager", "seat": 1, "id": "wager", "cents": 1000},
        {"do": "wager", "seat": 2, "id": "wager", "cents": 900, "player": 1},
        {"do": "wager", "seat": 3, "id": "wager", "cents": 1000},
        {"do": "no-more-bets"},
        {"do": "result", "total": rng.randint(3, 18), "tiles": list(tiles)},
    ]
    for _ in range(30):
        if script:
            command = script.pop(0)
        elif isinstance(due := table.due, Choices):
            asked = rng.choice(due.open)
            command = answer(table, asked.who, rng.choice(asked.options).choice, rng)
        else:
            break
        batches.append(table.do(command))
        written.append(len(lines(path)))
    return table, batches, written


def answer(table: Table, who: str, choice: str, rng: Random) -> Command:
    """A choice; a hand is set from the tiles that its player sees, rightly or not."""
    whose: Command = {"by": who} if who in ROLES else {"seat": int(who.removeprefix("seat:"))}
    if choice != "set":
        return {"do": "choose", **whose, "choice": choice}
    hand = next(each for each in table.state.hands if each.position == whose["seat"])
    tiles = list(hand.tiles)
    rng.shuffle(tiles)
    return {"do": "choose", **whose, "choice": "set", "high": tiles[:2], "low": tiles[2:]}


def public_tiles(table: Table, batches: list[tuple[Event, ...]]) -> int:
    """The number of commands before a tile was shown to all."""
    for n, batch in enumerate(batches):
        if any(
            event.to == "all" and event.event in ("result", "revealed") and "tiles" in event.fields for event in batch
        ):
            return n
        if any(event.event in ("revealed", "dealer-set") for event in batch):
            return n
    return len(batches)


@pytest.mark.parametrize("n", range(6))
def test_the_journal_of_entered_tiles_tells_nothing_before_one_is_turned(n: int, tmp_path: Path) -> None:
    stack = [str(tile) for tile in TILES]
    Random(f"tiles {n}").shuffle(stack)
    other = Random(f"others {n}").sample(stack, len(stack))
    one, batches, written = tiles_round(tmp_path / "one.jsonl", stack, f"plays {n}")
    two, others, written_too = tiles_round(tmp_path / "two.jsonl", other, f"plays {n}")
    same = min(public_tiles(one, batches), public_tiles(two, others))
    before = next((k for k in range(same) if [e.event for e in batches[k]] != [e.event for e in others[k]]), same)
    assert before >= 5  # a setting that is refused to one may be right for the other: until then all is alike
    assert written[:before] == written_too[:before]
    last = written[before - 1]
    assert lines(tmp_path / "one.jsonl")[:last] == lines(tmp_path / "two.jsonl")[:last]
    for who in ("seat:2", "dealer", "player"):
        assert seen(one, batches[:before], who) == seen(two, others[:before], who)
    tiles = re.compile(rb"\b[1-6]-[1-6]\b")
    assert not any(tiles.search(line) for line in lines(tmp_path / "one.jsonl")[: written[same - 1]])


def test_the_citations_of_what_is_for_a_seat_alone_tell_others_nothing(tmp_path: Path) -> None:
    """The rule by which the house way set a hand reveals its tiles."""
    told = set()
    for n in range(12):
        stack = [str(tile) for tile in TILES]
        Random(f"tiles {n}").shuffle(stack)
        table, _, _ = tiles_round(tmp_path / f"{n}.jsonl", stack, "plays")
        if isinstance(table.due, Choices):
            table.do({"do": "choose", "seat": 3, "choice": "house-way"})
        told |= {
            tuple(json.loads(line)["cites"]) for line in lines(tmp_path / f"{n}.jsonl", True) if b'"hand-set"' in line
        }
    assert len(told) == 1, told
