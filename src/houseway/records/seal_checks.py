"""Checks the sealed orders in a journal: every drawn card must have its place in an order that was committed to before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.core import Event
from houseway.core.order_seal import commitment
from houseway.core.plain import canonical
from houseway.records.journal_reader import Flaw
from houseway.table.table import OrderSecret

HIDDEN = "?"
FindOrder = Callable[[str], OrderSecret | None]


@dataclass(slots=True)
class Seal:
    """One committed order.

    Its status: open (not shown yet), kept (shown, and every card agrees), broken, or withheld (shown to others only).
    `ended`: cards were entered by hand from some point on.
    """

    seq: int
    round: int
    commitment: str
    fill: str
    cards: int
    status: str = "open"
    drawn: int = 0
    ended: bool = False
    note: str = ""
    _faces: list[tuple[int, int, str]] = field(default_factory=list)  # (event, place, face)

    def as_json(self) -> dict[str, Any]:
        """The seal as plain values."""
        shown = {"seq": self.seq, "round": self.round, "commitment": self.commitment, "status": self.status}
        more = {"ended_by_hand": True} if self.ended else {}
        return {**shown, "drawn": self.drawn, **more, **({"note": self.note} if self.note else {})}


@dataclass(slots=True)
class Seals:
    """All sealed orders of a journal, and the number of cards drawn with and without a seal."""

    seals: list[Seal] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)
    drawn: int = 0  # cards drawn under a seal
    unsealed: int = 0  # cards drawn without a seal
    entered: int = 0  # cards entered by hand, without a seal
    _used: dict[int, Seal] = field(default_factory=dict)  # seals not shown yet, by the number of their event
    _missing: set[object] = field(default_factory=set)  # missing seals that cards name

    def follow(self, event: Event, line: int = 0) -> None:
        """Check one event."""
        line = line or event.seq + 1
        if event.sealed and event.event != "shoe-revealed":
            return  # its fields are not known here
        match event.event:
            case "shoe-sealed":
                self._sealed(event)
            case "shoe-revealed":
                self._revealed(event, line)
            case "seal-voided":
                seal = self._open(event.fields.get("commitment"))
                if seal is not None:
                    seal.ended = True
            case _:
                self._card(event, line)

    def _open(self, committed: object) -> Seal | None:
        return next((s for s in reversed(self._used.values()) if s.commitment == committed), None)

    def _sealed(self, event: Event) -> None:
        fields = event.fields
        seal = Seal(event.seq, event.round, str(fields["commitment"]), str(fields["fill"]), int(fields["cards"]))
        self.seals.append(seal)
        self._used[seal.seq] = seal

    def _card(self, event: Event, line: int) -> None:
        """A card that left its place: drawn from a sealed order, or entered by hand."""
        fields = event.fields
        source, listed = fields.get("source"), fields.get("cards", fields.get("tiles"))
        if source is None:
            return
        if not isinstance(source, Mapping):
            self.entered += isinstance(listed, list)
            return
        slot = source.get("slot")
        if slot is None:
            return
        seal = self._used.get(source.get("seal", 0))
        place = str(slot).removeprefix(seal.fill) if seal is not None else ""
        if (
            seal is None
            or seal.ended
            or not (place.isascii() and place.isdigit())
            or f"{seal.fill}{int(place[:10])}" != slot
        ):
            self._under_none(event, line, source.get("seal"))
            return
        self.drawn += 1
        seal.drawn += 1
        if isinstance(listed, list) and len(listed) == 1 and listed[0] != HIDDEN:
            seal._faces.append((event.seq, int(place), str(listed[0])))

    def _under_none(self, event: Event, line: int, named: object) -> None:
        """Report a missing seal once, at the first card that names it."""
        self.unsealed += 1
        if named not in self._missing:
            self._missing.add(named)
            slot = event.fields["source"]["slot"]
            problem = f"{event.event}: was drawn from {slot} under no seal (the first that names seal {named})"
            self.flaws.append(Flaw(line, problem, "tampered"))

    def _revealed(self, event: Event, line: int) -> None:
        if event.sealed:
            waiting = next(iter(self._used.values()), None)
            if waiting is not None:
                waiting.status = "withheld"
                del self._used[waiting.seq]
            return
        seal = self._open(event.fields.get("commitment"))
        if seal is None:
            self.flaws.append(Flaw(line, "reveals an order that was not sealed", "tampered"))
            return
        wrong = disagreement(seal, str(event.fields["salt"]), event.fields["faces"])
        seal.status, seal.note = ("broken", wrong) if wrong else ("kept", "")
        del self._used[seal.seq]
        seal._faces = []
        if wrong:
            self.flaws.append(Flaw(line, f"the sealed order: {wrong}", "tampered"))

    def open_with(self, order: FindOrder) -> None:
        """Check seals that were not shown, or only to others, against the house file."""
        for seal in self.seals:
            secret = order(seal.commitment) if seal.status == "open" else None
            wrong = disagreement(seal, secret.salt, list(secret.faces)) if secret is not None else ""
            if wrong:
                seal.status, seal.note = "broken", wrong
                self.flaws.append(Flaw(seal.seq + 1, f"the sealed order: {wrong}", "tampered"))


def disagreement(seal: Seal, salt: str, faces: list[Any]) -> str:
    """The reason why an order is not the one that was committed to and dealt from; empty if it is."""
    if commitment(salt, faces) != seal.commitment:
        return "the revealed order does not match its commitment"
    for seq, place, card in seal._faces:
        there = faces[place - 1] if 1 <= place <= len(faces) else "nothing"
        if there != card:
            return f"event {seq} drew {card} from place {place}, where {there} lay"
    return ""


def other_cards(faces: Iterable[Any], shuffled: Iterable[Any], apart: int) -> bool:
    """Whether an order consists of other cards than those shuffled, except for those that kept their places."""
    left = Counter(map(canonical, shuffled))
    left.subtract(Counter(map(canonical, faces)))
    return min(left.values(), default=0) < 0 or left.total() > apart


def seals_of(events: Iterable[Event]) -> Seals:
    """Every sealed order, with the flaws found."""
    found = Seals()
    for event in events:
        found.follow(event)
    return found
