"""Nobody learns a face-down card before it is shown: not from the journal's bytes, an event, a view, or a reason.

A table is played twice with the same commands, the second time with other faces where nobody, or only somebody else, has looked.
Until they are shown, both journals are the same but for commitments and hashes, line by line and byte by byte.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from attacks.recorded import Recorded, audited
from contract import hiding
from contract.play import CHIPS_CENTS, DRAW, Command, next_command, odd_command, palette_of, toys_discovered
from houseway.cli import app
from houseway.core import AnyGame, Chance, Choices, Event, Wagers
from houseway.core.plain import canonical
from houseway.equipment.card_reader import range_of
from houseway.equipment.cards import DECK
from houseway.equipment.tiles import TILES
from houseway.games import load
from houseway.law import BadInput, Rules
from houseway.law.roles import ROLES
from houseway.numerics.sources import SeededSource
from houseway.records import Journal, house_path, open_desk
from houseway.table import Table, ticking
from houseway.table.event_words import transcript
from support import sized

PUBLIC = "public"  # somebody who sees only what is for all
CITES = re.compile(rb'"cites":\[[^]]*\],')
HEX = re.compile(rb"[0-9a-f]{64}")
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
    """Nothing here depends on what survives a power cut."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def loaded(what: str, settings: Sequence[str] = ()) -> tuple[AnyGame, Rules]:
    with toys_discovered():
        return load(what, settings)


def recorded(game: AnyGame, rules: Rules, source: SeededSource, path: Path) -> Table:
    """An opened table with much money in front of three seats, and its journal."""
    journal = Journal.create(path, rules, source.key())
    table = Table(game, rules, source, journal, ticking(), source.key())
    table.open("automatic", 100 * CHIPS_CENTS)
    for seat in (1, 2, 3):
        table.buy_in(seat, CHIPS_CENTS)
    return table


def lines(path: Path, cites: bool = False) -> list[bytes]:
    """A journal as anybody may read it, without the numbers that commit to what is hidden: those tell nothing.

    `cites`: also those of events that are for somebody alone.
    """
    found = [HEX.sub(b"#", line) for line in path.read_bytes().splitlines()]
    return (
        found if cites else [CITES.sub(b"", line) if b'"sealed":"sha256:#","seq"' in line else line for line in found]
    )


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
    """How often the journal was compared after hidden faces had been laid otherwise."""
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
        if event.event == "act-refused" and fields["do"] == "result":  # what was entered ahead is gone
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
    """What comes next where a dealer enters cards, often more than are due."""
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


def seen(table: Table, batches: list[tuple[Event, ...]], who: str) -> tuple[list[str], str]:
    """What one reader is shown of some commands, as objects and in words; what commits to something tells nothing."""
    events = [event for batch in batches for event in batch]
    objects = [HEX.sub(b"#", canonical(event.seen_by(who)).encode()).decode() for event in events]
    return objects, transcript(table.game, table.rules, events, who)


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
    """A round of Pai Gow with all tiles entered: seat 1 plays boxes 1 and 2, seat 3 its own. What the journal had when."""
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
    """After how many commands a tile was shown to all."""
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
    """The rule by which the house way set a hand reveals what is in it."""
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


# Reasons


def dealt_to(path: Path, hole: str, more: Sequence[str] = ()) -> Table:
    """Down Under Blackjack with one copy of a card left that anybody knows of, and a hole card entered by hand."""
    game, rules = loaded("down-under-blackjack", ["decks=4"])
    table = recorded(game, rules, SeededSource("reasons"), path)
    for seat in (1, 2, 3):
        table.do({"do": "wager", "seat": seat, "id": "bet", "cents": 1000})
    table.do({"do": "no-more-bets"})
    table.do({"do": "result", "cards": ["?", "8H", "8H", "8H", "5C", "5D", "5S", "2C", hole, *more]})
    return table


ENTRIES: list[Command] = [
    {"do": "result", "cards": ["?"]},
    {"do": "result", "cards": ["8H"]},
    {"do": "result", "cards": ["KS"]},
    {"do": "result", "light": "blue"},
    {"do": "result", "light": "red"},
    {"do": "choose", "seat": 2, "choice": "hit"},
    {"do": "choose", "seat": 1, "choice": "insure"},
    {"do": "irregularity", "cite": "685a.12(h)", "by": "player"},
    {"do": "irregularity", "cite": "685a.12(j)", "by": "dealer"},
    {"do": "wager", "seat": 1, "id": "insurance", "cents": 500},
    {"do": "close"},
]


@pytest.mark.parametrize("entry", ENTRIES, ids=[str(n) for n, _ in enumerate(ENTRIES)])
@pytest.mark.parametrize("asked", [False, True], ids=["choosing", "awaiting"])
def test_every_act_is_answered_with_the_same_words_whatever_the_hole_card_is(
    entry: Command, asked: bool, tmp_path: Path
) -> None:
    tables = [dealt_to(tmp_path / f"{hole}.jsonl", hole) for hole in ("6C", "9D", "8H")]
    for table in tables:
        if asked:
            table.do({"do": "choose", "seat": 1, "choice": "hit"})
    batches = [table.do(entry) for table in tables]
    first = [HEX.sub(b"#", canonical(event.seen_by("dealer")).encode()) for event in batches[0]]
    for batch in batches[1:]:
        again = [HEX.sub(b"#", canonical(event.seen_by("dealer")).encode()) for event in batch]
        assert again == first


def test_a_light_that_contradicts_the_drawn_hole_card_is_taken_alike_whatever_that_card_is(tmp_path: Path) -> None:
    """The house knows the drawn card; whoever enters a light must not learn from it whether the light fits."""
    told = set()
    for n in range(12):
        game, rules = loaded("down-under-blackjack", ["shuffler=continuous"])
        table = recorded(game, rules, SeededSource(f"light {n}"), tmp_path / f"{n}.jsonl")
        table.do({"do": "wager", "seat": 1, "id": "bet", "cents": 1000})
        table.do({"do": "no-more-bets"})
        while isinstance(due := table.due, Chance) and "light" not in due.what:
            table.draw(once=True)
        if isinstance(table.due, Choices):
            table.do({"do": "choose", "seat": 1, "choice": "no-insurance"})
        if range_of(table.state.up) == "large":
            continue
        events = table.do({"do": "result", "light": "red"})
        assert events[0].event == "result" and not any(event.event == "act-refused" for event in events)
        told.add("seal-voided" in [event.event for event in events])
    assert told == {True}


def test_a_refused_tile_does_not_tell_which_tiles_can_still_come(tmp_path: Path) -> None:
    """Only seat 1 has seen its two copies of a tile: the refusal of a third is the same whatever seat 1 has."""
    reasons = set()
    for n, hand in enumerate((["6-6", "6-6", "1-1", "1-3"], ["6-6", "6-6", "2-2", "5-5"])):
        game, rules = loaded("pai-gow")
        table = recorded(game, rules, SeededSource("reasons"), tmp_path / f"{n}.jsonl")
        for seat in (1, 2):
            table.do({"do": "wager", "seat": seat, "id": "wager", "cents": 1000})
        table.do({"do": "no-more-bets"})
        table.do({"do": "result", "total": 9, "tiles": hand})
        (event,) = table.do({"do": "result", "tiles": ["6-6"]})
        assert event.event == "act-refused" and event.to in ("dealer", "seat:2")
        assert event.seen_by("seat:1")["event"] == "withheld"
        reasons.add(event.fields["reason"])
    assert len(reasons) == 1
    assert reasons.pop() == "6-6 is not possible for the tile of box 2; enter the tile that is actually there, like 6-6"


@pytest.mark.parametrize("when", ["unopened", "betting", "choosing", "closed"])
def test_cards_that_are_entered_at_the_wrong_time_are_told_to_nobody_else(when: str, tmp_path: Path) -> None:
    """Whatever the reason for the refusal, only the person who entered the cards sees them."""
    path = tmp_path / "t.jsonl"
    sitting = Recorded(*loaded("casino-war"), path, "wrong time")
    if when != "unopened":
        sitting.seated()
    if when == "choosing":
        sitting.do({"do": "wager", "seat": 1, "id": "initial", "cents": 1000})
        sitting.do({"do": "no-more-bets"})
        sitting.do({"do": "result", "cards": ["?", "KH", "KD"]})
    if when == "closed":
        sitting.table.close()
    (event,) = sitting.do({"do": "result", "cards": ["?", "7S", "QC"]})
    sitting.desk.close()
    assert event.event == "act-refused" and event.to == "dealer"
    assert event.seen_by("dealer")["cards"] == ["?", "7S", "QC"] and event.seen_by("seat:1")["event"] == "withheld"
    assert b'"7S"' not in lines(path)[event.seq] and b'"QC"' not in lines(path)[event.seq]


# The command line


SCRIPT = (
    {"do": "buy-in", "seat": 1, "cents": 50_000},
    {"do": "buy-in", "seat": 2, "cents": 50_000},
    {"do": "wager", "seat": 1, "id": "wager", "cents": 1000},
    {"do": "wager", "seat": 2, "id": "wager", "cents": 1000},
    {"do": "no-more-bets"},
    {"do": "draw"},
    {"do": "choose", "seat": 1, "choice": "house-way"},
)


def called(*arguments: str) -> list[dict[str, Any]]:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 0, done.output
    if arguments[0] == "replay":
        events: list[dict[str, Any]] = json.loads(done.stdout)["events"]
        return events
    return [json.loads(line) for line in done.stdout.splitlines()]


def stubs(events: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for event in events:
        assert "to" in event and (
            event["event"] != "withheld" or event.keys() - {"at"} == {"event", "seq", "round", "to", "cites"}
        )
        if event["event"] == "withheld":
            assert event["cites"] == []
            yield event


def test_play_and_replay_say_for_whom_an_event_is_and_show_stubs_to_others(tmp_path: Path) -> None:
    script, journal = tmp_path / "s.jsonl", tmp_path / "t.jsonl"
    script.write_text("".join(json.dumps(command) + "\n" for command in SCRIPT))
    played = ["play", "pai-gow", "--script", str(script), "--json", "--seed", "cli"]
    everything = called(*played, "--journal", str(journal))
    private = {event["seq"]: event for event in everything if event["to"] not in ("all",)}
    assert {event["to"] for event in private.values()} == {"seat:1", "seat:2"} and not list(stubs(everything))
    mine = called(*played, "--as", "seat:1")
    assert [e["seq"] for e in mine] == [e["seq"] for e in everything]
    assert {e["seq"] for e in stubs(mine)} == {seq for seq, e in private.items() if e["to"] == "seat:2"}
    house = ["--house", str(house_path(journal))]
    again = [{k: v for k, v in e.items() if k != "at"} for e in called("replay", str(journal), "--json", *house)]
    assert again[: len(everything)] == everything
    seat = called("replay", str(journal), "--json", "--as", "seat:1", *house)
    assert {e["seq"] for e in stubs(seat)} == {e["seq"] for e in stubs(mine)}
    without = called("replay", str(journal), "--json")
    assert {e["seq"] for e in stubs(without)} == set(private)
    shown = CliRunner().invoke(app, ["replay", str(journal), "--as", "seat:1", *house]).stdout
    for event in private.values():
        assert (event["text"] in shown) == (event["to"] == "seat:1")


# The house file


def test_the_house_file_alone_opens_what_is_hidden_and_a_changed_face_is_found(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    sitting = Recorded(*loaded("pai-gow"), path, "house").seated()
    sitting.do({"do": "wager", "seat": 1, "id": "wager", "cents": 1000})
    sitting.do({"do": "no-more-bets"})
    tiles = [str(tile) for tile in TILES]
    Random("house").shuffle(tiles)
    sitting.do({"do": "result", "total": 9, "tiles": tiles})
    sitting.desk.close()
    house = house_path(path)
    assert house.stat().st_mode & 0o777 == 0o600
    assert audited(path).status == "unsealed"
    without = audited(path, house=False)
    assert without.status == "unverified" and {flaw.kind for flaw in without.flaws} == {"unverified"}
    kept = house.read_bytes()
    entries = [json.loads(line) for line in kept.splitlines()]
    faces = [entry["sealed"] for entry in entries if isinstance(entry.get("value"), str)]
    assert len(set(faces)) >= 32
    for sealed in (faces[0], faces[-1]):
        other = [
            {**entry, "value": "6-6" if entry["value"] != "6-6" else "1-1"} if entry.get("sealed") == sealed else entry
            for entry in entries
        ]
        changed = [(canonical(entry) + "\n").encode() for entry in other]
        house.write_bytes(b"".join(changed))
        assert audited(path).status in ("unverified", "tampered", "differs")
        with pytest.raises(BadInput, match="does not reveal it|does not hold the cards that lie face down"):
            open_desk(*loaded("pai-gow"), path, seed="house")
    house.write_bytes(kept)
    moved = house.rename(tmp_path / "elsewhere")
    with pytest.raises(BadInput, match=r"t\.jsonl\.house: is missing"):
        open_desk(*loaded("pai-gow"), path, seed="house")
    moved.rename(house)
    again = Recorded(*loaded("pai-gow"), path, "house")
    again.play_out(Random("house"))
    assert again.finish().whole


def test_a_face_that_was_opened_is_proven_by_the_journal_alone(tmp_path: Path) -> None:
    """Cards entered ahead and then shown: each opens its commitment, and nothing else is needed to check it."""
    path = tmp_path / "t.jsonl"
    sitting = Recorded(*loaded("casino-war"), path, "opened").seated()
    for _ in range(3):
        sitting.do({"do": "wager", "seat": 1, "id": "initial", "cents": 1000})
        sitting.do({"do": "no-more-bets"})
        sitting.do({"do": "result", "cards": ["?", "KH", "2D"] if sitting.table.state.cards.burns else ["KH", "2D"]})
    opened = [event for event in sitting.table.events if "opened" in event.fields]
    assert sum(event.event == "result" for event in opened) == 6
    assert sitting.finish().whole
    assert audited(path, house=False).status == "whole"
