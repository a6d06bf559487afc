"""Where results come from: the operating system, or a seed. A dealer who enters what the real thing showed needs neither.

Drawing is without bias: bits that do not fit are thrown away, never folded over. Faces that were arranged lie in `Slots`, each in
its place, until they are arranged anew.
"""

from __future__ import annotations

import hashlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from houseway.core import Chance, Fill, Outcome


class Source(ABC):
    """Draws from bits. It remembers nothing of what it drew."""

    name: str
    practice: bool  # can somebody else foresee what it draws?

    @abstractmethod
    def bits(self, count: int) -> int:
        """So many random bits as a number."""

    @abstractmethod
    def key(self) -> bytes:
        """A key for salts that hide what was arranged."""

    def below(self, limit: int) -> int:
        """A number from 0 up to, not including, `limit`, each exactly as likely: too large is drawn again."""
        assert limit >= 1, limit
        count = (limit - 1).bit_length()
        while True:
            drawn = self.bits(count)
            if drawn < limit:
                return drawn

    def face(self, chance: Chance) -> Outcome:
        """Drawn by the chance's own weights."""
        return weighted(chance.weights, self.below(sum(chance.weights.values())))

    def arranged(self, faces: Sequence[Outcome]) -> Sequence[Outcome]:
        """A shuffle in which every order is as likely."""
        order = list(faces)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    @property
    def position(self) -> int:
        """How far a reproducible source has come; 0 where there is nothing to resume."""
        return 0

    def rewind(self, position: int) -> None:
        """Go back to a position: what was drawn since has not happened. Nothing to do where draws cannot be repeated."""
        del position


def weighted(weights: Mapping[Any, int], at: int) -> Outcome:
    """The outcome in whose stretch the number lies."""
    outcome: Outcome
    for outcome, weight in weights.items():
        if at < weight:
            return outcome
        at -= weight
    raise AssertionError("the number is beyond the sum of the weights")


class SystemSource(Source):
    """The operating system's generator: for play."""

    name = "system"
    practice = False

    def bits(self, count: int) -> int:
        """From the operating system."""
        return secrets.randbits(count) if count else 0

    def key(self) -> bytes:
        """Another one every time."""
        return secrets.token_bytes(32)


class SeededSource(Source):
    """A reproducible source: BLAKE2b of the seed and a counter. Seed and position say everything that follows."""

    name = "seeded"
    practice = True

    def __init__(self, seed: int | str, position: int = 0) -> None:
        self.seed = str(seed)
        self._counter = position
        self._key = hashlib.blake2b(self.seed.encode(), digest_size=32).digest()

    def bits(self, count: int) -> int:
        """One block of the counter a draw; the highest bits of it are used."""
        if not count:
            return 0
        value, have = 0, 0
        while have < count:
            block = hashlib.blake2b(self._counter.to_bytes(16, "big"), key=self._key, digest_size=64).digest()
            self._counter += 1
            value, have = (value << 512) | int.from_bytes(block, "big"), have + 512
        return value >> (have - count)

    def key(self) -> bytes:
        """Always the same: whoever knows the seed knows all."""
        return hashlib.blake2b(b"salts", key=self._key, digest_size=32).digest()

    @property
    def position(self) -> int:
        """How many blocks have been used."""
        return self._counter

    def rewind(self, position: int) -> None:
        """Go back to a position."""
        self._counter = position


class ManualSource:
    """A dealer enters what the real wheel, dice or cards showed: nothing is drawn here."""

    name = "manual"
    practice = False

    def __init__(self, ask: Callable[[Chance], Sequence[Outcome]]) -> None:
        self._ask = ask

    def entered(self, chance: Chance) -> tuple[Outcome, ...]:
        """What is awaited, and whatever else the dealer enters behind it; what nobody is shown is not asked for."""
        outcomes = tuple(chance.outcomes())
        return outcomes if len(outcomes) == 1 and chance.read is not None else tuple(self._ask(chance))


class Slots:
    """Faces in their places: the orders that were arranged, by the name of their `Fill`."""

    def __init__(self) -> None:
        self._orders: dict[str, tuple[Outcome, ...]] = {}

    def lay(self, name: str, faces: Iterable[Outcome]) -> None:
        """These faces lie in the places 1, 2, … behind the name; what lay there is gone."""
        self._orders[name] = tuple(faces)

    def drop(self, names: Iterable[str]) -> None:
        """These orders are not in use any more."""
        for name in names:
            self._orders.pop(name, None)

    def copy(self) -> Slots:
        """The same, to be changed apart from this one."""
        other = Slots()
        other._orders = dict(self._orders)
        return other

    def names(self) -> tuple[str, ...]:
        """The orders that lie here."""
        return tuple(self._orders)

    def face(self, slot: str) -> Outcome | None:
        """The face in a place, or None where nothing is known to lie."""
        name = order_of(slot, self._orders)
        if name is None:
            return None
        place, faces = int(slot.removeprefix(name)), self._orders[name]
        return faces[place - 1] if 1 <= place <= len(faces) else None

    def to_arrange(self, fill: Fill, known: Mapping[str, Outcome]) -> list[Outcome] | None:
        """The faces of a fill without those that keep their places; None where one of these is not known here."""
        faces = list(fill.faces)
        for slot in fill.apart:
            face = known.get(slot, self.face(slot))
            if face is None or face not in faces:
                return None
            faces.remove(face)
        return faces


def order_of(slot: str, names: Iterable[str]) -> str | None:
    """The order that a place belongs to: the one whose name stands before its number."""
    found = None
    for name in names:
        if slot.startswith(name) and (found is None or len(name) > len(found)):
            number = slot[len(name) :]
            found = name if number.isascii() and number.isdigit() else found
    return found


class Drawing:
    """A source with the faces that it arranged: answers chance where nothing is sealed or recorded (simulation)."""

    def __init__(self, source: Source) -> None:
        self.source, self.slots = source, Slots()

    def answer(self, chance: Chance) -> Outcome:
        """What the slots show, as the table reads it."""
        face = self.slots.face("".join(chance.slots)) if chance.slots else None
        if face is None:
            face = self.source.face(chance)
        return chance.read(face) if chance.read is not None else face

    def refill(self, fill: Fill) -> None:
        """Arrange faces by chance in their slots; of other orders only those stay that a card keeps its place in."""
        kept = {order_of(slot, self.slots.names()) for slot in fill.apart}
        faces = self.slots.to_arrange(fill, {})
        assert faces is not None, "what keeps its place was arranged here"
        order = self.source.arranged(faces)
        self.slots.drop(name for name in self.slots.names() if name not in kept)
        self.slots.lay(fill.name, order)
