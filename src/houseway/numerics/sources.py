"""Sources of random results: the operating system, or a seed. A dealer who enters real results needs neither.

Draws have no bias: bits that do not fit are rejected, not reduced modulo. Shuffled faces stay in their `Slots` until the next
shuffle.
"""

from __future__ import annotations

import hashlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

from houseway.core import Chance, Fill, Outcome

EIGHT_BYTES: Final = 64  # bits


class Source(ABC):
    """Draws from random bits. It does not remember its draws."""

    name: str
    practice: bool  # can somebody else predict its draws?

    @abstractmethod
    def bits(self, count: int) -> int:
        """This many random bits as a number."""

    @abstractmethod
    def key(self) -> bytes:
        """A key for the salts that hide shuffled orders."""

    def below(self, limit: int) -> int:
        """A number from 0 up to, not including, `limit`, exactly uniform: numbers that are too large are redrawn."""
        assert limit >= 1, limit
        count = (limit - 1).bit_length()
        while True:
            drawn = self.bits(count)
            if drawn < limit:
                return drawn

    def face(self, chance: Chance) -> Outcome:
        """A face drawn by the weights of the chance."""
        return weighted(chance.weights, self.below(sum(chance.weights.values())))

    def arranged(self, faces: Sequence[Outcome]) -> Sequence[Outcome]:
        """A uniform shuffle."""
        order = list(faces)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    @property
    def position(self) -> int:
        """The position of a reproducible source; 0 for others."""
        return 0

    def rewind(self, position: int) -> None:
        """Go back to a position, undoing the draws since; does nothing if draws cannot be repeated."""
        del position


def weighted(weights: Mapping[Any, int], at: int) -> Outcome:
    """The outcome at this number, when outcomes are laid end to end by weight."""
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
        """A new key each time."""
        return secrets.token_bytes(32)


class SeededSource(Source):
    """A reproducible source: BLAKE2b of the seed and a counter. Seed and position determine all later draws."""

    name = "seeded"
    practice = True

    def __init__(self, seed: int | str, position: int = 0) -> None:
        self.seed = str(seed)
        self._counter = position
        self._key = hashlib.blake2b(self.seed.encode(), digest_size=32).digest()

    def bits(self, count: int) -> int:
        """The highest bits of one block per draw."""
        if not count:
            return 0
        value, have = 0, 0
        while have < count:
            block = hashlib.blake2b(self._counter.to_bytes(16, "big"), key=self._key, digest_size=64).digest()
            self._counter += 1
            value, have = (value << 512) | int.from_bytes(block, "big"), have + 512
        return value >> (have - count)

    def below(self, limit: int) -> int:
        """The same numbers, faster: of a block only its first eight bytes are read."""
        count = (limit - 1).bit_length()
        if not 0 < count <= EIGHT_BYTES:
            return super().below(limit)
        key, rest = self._key, EIGHT_BYTES - count
        while True:
            block = blake2b(self._counter.to_bytes(16, "big"), key=key).digest()
            self._counter += 1
            drawn = int.from_bytes(block[:8], "big") >> rest
            if drawn < limit:
                return drawn

    def key(self) -> bytes:
        """The same key each time: the seed determines everything."""
        return hashlib.blake2b(b"salts", key=self._key, digest_size=32).digest()

    @property
    def position(self) -> int:
        """The number of blocks used so far."""
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
        """The result that is due, and any that the dealer enters after it; a card that is not shown is not asked for."""
        outcomes = tuple(chance.outcomes())
        return outcomes if len(outcomes) == 1 and chance.read is not None else tuple(self._ask(chance))


class Slots:
    """Faces in their slots: the shuffled orders, by the name of their `Fill`."""

    def __init__(self) -> None:
        self._orders: dict[str, tuple[Outcome, ...]] = {}

    def lay(self, name: str, faces: Iterable[Outcome]) -> None:
        """Put these faces into the slots 1, 2, … of the name, replacing any order there."""
        self._orders[name] = tuple(faces)

    def drop(self, names: Iterable[str]) -> None:
        """Remove orders that are no longer in use."""
        for name in names:
            self._orders.pop(name, None)

    def copy(self) -> Slots:
        """An independent copy."""
        other = Slots()
        other._orders = dict(self._orders)
        return other

    def names(self) -> tuple[str, ...]:
        """The names of the orders."""
        return tuple(self._orders)

    def face(self, slot: str) -> Outcome | None:
        """The face in a slot, or None if it is unknown."""
        name = order_of(slot, self._orders)
        if name is None:
            return None
        place, faces = int(slot.removeprefix(name)), self._orders[name]
        return faces[place - 1] if 1 <= place <= len(faces) else None

    def to_arrange(self, fill: Fill, known: Mapping[str, Outcome]) -> list[Outcome] | None:
        """The faces to shuffle for a fill, without those that keep their slots; None if one of these is unknown."""
        faces = list(fill.faces)
        for slot in fill.apart:
            face = known.get(slot, self.face(slot))
            if face is None or face not in faces:
                return None
            faces.remove(face)
        return faces


def order_of(slot: str, names: Iterable[str]) -> str | None:
    """The order that a slot belongs to: the one whose name precedes its number."""
    found = None
    for name in names:
        if slot.startswith(name) and (found is None or len(name) > len(found)):
            number = slot[len(name) :]
            found = name if number.isascii() and number.isdigit() else found
    return found


class Drawing:
    """A source with its shuffled faces: draws results where nothing is sealed or recorded (simulation)."""

    def __init__(self, source: Source) -> None:
        self.source, self.slots = source, Slots()

    def answer(self, chance: Chance) -> Outcome:
        """The faces in the slots, as the table reads them."""
        face = self.slots.face("".join(chance.slots)) if chance.slots else None
        if face is None:
            face = self.source.face(chance)
        return chance.read(face) if chance.read is not None else face

    def refill(self, fill: Fill) -> None:
        """Shuffle faces into their slots; keep only those other orders that hold a card outside the shuffle."""
        kept = {order_of(slot, self.slots.names()) for slot in fill.apart}
        faces = self.slots.to_arrange(fill, {})
        assert faces is not None, "cards outside the shuffle were shuffled here earlier"
        order = self.source.arranged(faces)
        self.slots.drop(name for name in self.slots.names() if name not in kept)
        self.slots.lay(fill.name, order)
