"""Where results come from: the operating system, a seed, or a dealer who enters what the real thing showed.

All three stand behind one interface. Drawing is without bias: bits that do not fit are thrown away, never folded over.
"""

from __future__ import annotations

import hashlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from houseway.core import Chance, Fill, Outcome

Slots = tuple[str, ...]


class Source(ABC):
    """Answers chance. It holds the faces that nobody has read yet, so that a slot asked twice answers alike."""

    name: str

    def __init__(self) -> None:
        self._held: dict[Slots, Outcome] = {}
        self._read: set[Slots] = set()  # slots of which something has been shown
        self.order: tuple[Outcome, ...] = ()  # the last arrangement, as long as nobody has changed it
        self.filled_at = 0  # where a reproducible source stood when it was made

    def answer(self, chance: Chance) -> Outcome:
        """What the slots show, as the table reads it."""
        face = self._held.get(chance.slots) if chance.slots else None
        if face is None:
            face = self.face(chance)
            if chance.slots:
                self._held[chance.slots] = face
        self._read.add(chance.slots)
        return chance.read(face) if chance.read is not None else face

    def refill(self, fill: Fill) -> None:
        """Arrange faces by chance in their slots. Only slots of which something was shown are kept beside them."""
        self.filled_at = self.position
        self.forget()
        faces = list(fill.faces)
        for slot in fill.apart:
            if (slot,) in self._held:
                faces.remove(self._held[(slot,)])
        self.lay(fill, self.arranged(faces))

    def lay(self, fill: Fill, order: Sequence[Outcome]) -> None:
        """The faces lie in this order in their slots."""
        self.order = tuple(order)
        self._held |= {(fill.slot(n),): face for n, face in enumerate(order, 1)}

    def forget(self) -> None:
        """What nobody has seen any of is not known any more: it will be drawn when it is asked for."""
        self._held = {slots: face for slots, face in self._held.items() if slots in self._read}
        self._read, self.order = set(self._held), ()

    @property
    def waiting(self) -> tuple[Outcome, ...]:
        """What was entered ahead and is still to come; nothing where nobody enters anything."""
        return ()

    def secret(self) -> str:
        """Something that nobody can guess, to hide a commitment behind; empty where there is nothing to hide."""
        return ""

    @abstractmethod
    def face(self, chance: Chance) -> Outcome:
        """A face for slots that hold none yet."""

    @abstractmethod
    def arranged(self, faces: Sequence[Outcome]) -> Sequence[Outcome]:
        """The faces in an order that chance made."""

    @property
    def position(self) -> int:
        """How far a reproducible source has come; 0 where there is nothing to resume."""
        return 0


class DrawingSource(Source):
    """A source that draws for itself, from bits."""

    @abstractmethod
    def bits(self, count: int) -> int:
        """So many random bits as a number."""

    def secret(self) -> str:
        """256 bits, in hexadecimal."""
        return f"{self.bits(256):064x}"

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


def weighted(weights: Mapping[Any, int], at: int) -> Outcome:
    """The outcome in whose stretch the number lies."""
    outcome: Outcome
    for outcome, weight in weights.items():
        if at < weight:
            return outcome
        at -= weight
    raise AssertionError("the number is beyond the sum of the weights")


class SystemSource(DrawingSource):
    """The operating system's generator: for play."""

    name = "system"

    def bits(self, count: int) -> int:
        """From the operating system."""
        return secrets.randbits(count) if count else 0


class SeededSource(DrawingSource):
    """A reproducible source: BLAKE2b of the seed and a counter. Seed and position say everything that follows."""

    name = "seeded"

    def __init__(self, seed: int | str, position: int = 0) -> None:
        super().__init__()
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

    @property
    def position(self) -> int:
        """How many blocks have been used."""
        return self._counter


class ManualSource(Source):
    """A dealer enters what the real wheel, dice or cards showed."""

    name = "manual"

    def __init__(self, ask: Callable[[Chance], Sequence[Outcome]]) -> None:
        super().__init__()
        self._ask = ask
        self._waiting: list[Outcome] = []  # what was entered beyond what was asked for: it is still to come

    def face(self, chance: Chance) -> Outcome:
        """Asked of the dealer, who may enter what follows too; what lies on the table already is not among that."""
        if chance.lies:
            return self._ask(chance)[0]
        if not self._waiting:
            self._waiting = list(self._ask(chance))
        return self._waiting.pop(0)

    def answer(self, chance: Chance) -> Outcome:
        """The dealer reads what is there: nothing is held, nothing is translated; what nobody is shown is not asked for."""
        outcomes = tuple(chance.outcomes())
        return outcomes[0] if len(outcomes) == 1 and chance.read is not None else self.face(chance)

    @property
    def waiting(self) -> tuple[Outcome, ...]:
        """What was entered beyond what was asked for."""
        return tuple(self._waiting)

    def forget(self) -> None:
        """What was entered ahead does not count any more."""
        super().forget()
        self._waiting = []

    def arranged(self, faces: Sequence[Outcome]) -> Sequence[Outcome]:
        """The real ones are arranged by hand: nobody here knows the order."""
        del faces
        return ()
