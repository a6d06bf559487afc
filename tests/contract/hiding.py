"""Non-interference: what somebody has not seen changes nothing of what that one can see.

One table is played, and played again with other faces in the places that nobody, or a certain seat, has seen by then. Until
they are read, both must look alike: to nobody in particular the whole state, to a seat its view and the events it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from contract.checks import Findings
from contract.play import DRAW, Command, carry_out, new_table, next_command, odd_command, palette_of
from houseway.core import AnyGame, Chance, Choices, Event, Outcome, seat_account
from houseway.core.plain import canonical, plain
from houseway.law import Rules
from houseway.law.roles import ROLES
from houseway.numerics.sources import SeededSource
from houseway.table import Table

NOBODY = "nobody"
REVEALING = "revealed"  # the event by which a game turns up for all what only some had seen


@dataclass(frozen=True, slots=True)
class Read:
    """A chance that the source answered, and when."""

    command: int
    refill: int
    chance: Chance


class Watched(SeededSource):
    """A source that notes who read what, and can change some faces or, from some command on, its draws."""

    def __init__(self, seed: str, refill: int = -1, swaps: Sequence[tuple[int, int]] = (), cut: int = 10**9) -> None:
        super().__init__(seed)
        self.refill_number, self.swaps, self.cut = refill, swaps, cut
        self.now = 0
        self.reads: list[Read] = []
        self.orders: list[list[Outcome]] = []
        self.other = SeededSource(f"{seed} otherwise")

    def arranged(self, faces: Sequence[Outcome]) -> Sequence[Outcome]:
        """As the seed says, and then with the swaps."""
        order = list(super().arranged(faces))
        if len(self.orders) == self.refill_number:
            for one, two in self.swaps:
                order[one], order[two] = order[two], order[one]
        self.orders.append(order)
        return order

    def face(self, chance: Chance) -> Outcome:
        """Another draw from the cut on."""
        return super().face(chance) if self.now < self.cut else self.other.face(chance)

    def noted(self, chance: Chance) -> None:
        """Something is read now."""
        self.reads.append(Read(self.now, len(self.orders) - 1, chance))


@dataclass(slots=True)
class Played:
    """A table played by a script, with what it looked like after each command."""

    table: Table
    source: Watched
    script: list[Command] = field(default_factory=list)
    events: list[tuple[Event, ...]] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)
    refills: list[int] = field(default_factory=list)

    def do(self, command: Command) -> None:
        """One command of a script; a draw is answered by this table's own source."""
        self.source.now = len(self.script)
        due = self.table.due
        self.script.append(command)
        if command == DRAW:
            assert isinstance(due, Chance), due
            self.source.noted(due)
        self.events.append(carry_out(self.table, command))
        self.states.append(self.table.state)
        self.refills.append(len(self.source.orders) - 1)


def _first(game: AnyGame, rules: Rules, seed: str, commands: int) -> Played:
    played = Played(new_table(game, rules, source := Watched(seed)), source)
    rng = Random(seed)
    palette = palette_of(game, rules, rng)
    for _ in range(commands):
        if isinstance(played.table.due, Chance):
            played.do(DRAW if rng.random() < 0.95 else odd_command(played.table, rng))
        else:
            played.do(next_command(played.table, rng, palette))
    return played


def _again(first: Played, source: Watched, until: int) -> Played:
    table = first.table
    played = Played(new_table(table.game, table.rules, source), source)
    for command in first.script[:until]:
        played.do(command)
    return played


def interference(game: AnyGame, rules: Rules, seed: str, commands: int = 60) -> tuple[Findings, int]:
    """The hidden facts that a viewer could learn, and the number of plays with other faces that were tried."""
    first = _first(game, rules, seed, commands)
    seats = [seat_account(seat) for seat in range(1, min(3, rules.boxes) + 1)]
    found: dict[str, None] = {}
    tried = 0
    for who in (NOBODY, *seats):
        for until in range(2, commands, 3):
            if who != NOBODY and _revealed(first, until):
                continue
            swaps = _swaps(first, who, until, Random(f"{seed} {who} {until}"))
            if not swaps and who != NOBODY:
                continue
            tried += bool(swaps)
            refill = first.refills[until - 1]
            other = _again(first, Watched(seed, refill, swaps, until), until)
            found |= dict.fromkeys(_differences(first, other, who, seats))
    return list(found), tried


def _revealed(first: Played, until: int) -> bool:
    """Was something turned up for all since the faces were last arranged?"""
    refill = first.refills[until - 1]
    return any(
        first.refills[n] == refill and any(event.event == REVEALING for event in first.events[n]) for n in range(until)
    )


def _swaps(first: Played, who: str, until: int, rng: Random) -> list[tuple[int, int]]:
    """Pairs of places whose faces can change places without anything that this one has read reading otherwise."""
    refill = first.refills[until - 1]
    if refill < 0:
        return []
    order = first.source.orders[refill]
    reads = [r for r in first.source.reads if r.refill == refill and r.command < until and _saw(who, r.chance.to)]
    places = list(range(len(order)))
    rng.shuffle(places)
    swaps: list[tuple[int, int]] = []
    while places:
        one = places.pop()
        for two in places:
            if (
                order[one] != order[two]
                and _reads_alike(reads, order, one, two)
                and _reads_alike(reads, order, two, one)
            ):
                swaps.append((one, two))
                places.remove(two)
                break
    return swaps


def _saw(who: str, to: str) -> bool:
    """Is this reader (or, without one, anybody) among those who saw it? A device that reads does not count."""
    if who == NOBODY:
        return to == "all" or to.startswith("seat:") or to in ROLES
    return to in ("all", who)


def _reads_alike(reads: Iterable[Read], order: list[Outcome], place: int, other: int) -> bool:
    """Does the other place's face read the same wherever this place was read?"""
    for read in reads:
        if any(slot.rpartition(":")[2] == str(place + 1) for slot in read.chance.slots):
            device = read.chance.read
            if device is None or device(order[place]) != device(order[other]):
                return False
    return True


def _differences(first: Played, other: Played, who: str, seats: Sequence[str]) -> Findings:
    game, rules = first.table.game, first.table.rules
    found: Findings = []
    for n, state in enumerate(other.states):
        before, command = first.states[n], other.script[n]["do"]
        if who == NOBODY:
            if canonical(plain(before)) != canonical(plain(state)):
                found.append(f"the state after {command} holds what nobody has seen")
            if _told(first.events[n]) != _told(other.events[n]):
                found.append(f"the events of {command} tell what nobody has seen")
        for viewer in (*seats, *ROLES) if who == NOBODY else (who,):
            if game.law.view(rules, before, viewer) != game.law.view(rules, state, viewer):
                found.append(f"after {command} the view of {viewer} shows what {who} has seen")
        if who != NOBODY:
            if _shown(first.events[n], who) != _shown(other.events[n], who):
                found.append(f"the events of {command} tell {who} what {who} has not seen")
            found += _looking(game, rules, before, state, who)
    return found


def _told(events: Iterable[Event]) -> str:
    """Events without what commits to hidden faces and opens them: that differs, and tells nothing."""
    return canonical([{**plain(e), **dict.fromkeys(("patch", "command"))} for e in events if not _sealing(e)])


def _sealing(event: Event) -> bool:
    return event.event in ("shoe-sealed", "shoe-revealed", "seal-voided")


def _shown(events: Iterable[Event], who: str) -> list[str]:
    """The events as this viewer sees them."""
    return [canonical(plain(event.seen_by(who))) for event in events if not _sealing(event)]


def _looking(game: AnyGame, rules: Rules, one: Any, two: Any, who: str) -> Findings:
    """Where a seat chooses and its best play would differ by what it has not seen, the game must say that this is hidden."""
    due = game.law.due(rules, one)
    if not isinstance(due, Choices) or all(asked.who != who for asked in due.open):
        return []
    if game.law.key(rules, one) == game.law.key(rules, two) or game.law.hidden_from(rules, one, who):
        return []
    return [f"the best play of {who} could look at what {who} has not seen"]
