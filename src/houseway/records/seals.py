"""Sealed orders in a journal: what was shown is what was committed to, and what was drawn is what was shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from houseway.core import Event
from houseway.equipment.seal import commitment
from houseway.records.journal import Flaw

HIDDEN = "?"


@dataclass(slots=True)
class Seal:
    """One committed order: kept (shown, and it agrees), open (not shown yet), void (given up, and why), or broken."""

    seq: int
    round: int
    commitment: str
    fill: str
    status: str = "open"
    drawn: int = 0
    note: str = ""
    _cards: list[tuple[Event, str, str]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """As `houseway replay --json` prints it."""
        shown = {"seq": self.seq, "round": self.round, "commitment": self.commitment, "status": self.status}
        return {**shown, "drawn": self.drawn, **({"note": self.note} if self.note else {})}


def seals_of(events: Iterable[Event]) -> tuple[list[Seal], list[Flaw]]:
    """Every sealed order, and what is wrong with any."""
    seals: list[Seal] = []
    flaws: list[Flaw] = []
    for event in events:
        now = seals[-1] if seals and seals[-1].status == "open" else None
        match event.event:
            case "shoe-sealed":
                seals.append(Seal(event.seq, event.round, str(event.fields["commitment"]), str(event.fields["fill"])))
            case "shoe-revealed" if now is not None:
                problem = _problem(now, event)
                now.status = "broken" if problem else "kept"
                if problem:
                    now.note = problem
                    flaws.append(Flaw(event.seq + 1, f"the sealed order: {problem}", "tampered"))
            case "seal-voided" if now is not None:
                now.status, now.note = "void", str(event.fields.get("text", ""))
            case _:
                if now is not None:
                    _draws(now, event)
    return seals, flaws


def _draws(seal: Seal, event: Event) -> None:
    """A card that was drawn from the sealed order."""
    source, cards = event.fields.get("source"), event.fields.get("cards", event.fields.get("tiles"))
    if not isinstance(source, dict) or not str(source.get("slot", "")).startswith(seal.fill):
        return
    seal.drawn += 1
    if isinstance(cards, list) and len(cards) == 1 and cards[0] != HIDDEN:
        seal._cards.append((event, str(source["slot"]), str(cards[0])))


def _problem(seal: Seal, shown: Event) -> str:
    faces = shown.fields["faces"]
    if commitment(shown.fields["salt"], faces) != seal.commitment:
        return "what is shown is not what was committed to"
    for event, slot, card in seal._cards:
        place = int(slot.removeprefix(seal.fill))
        if not 1 <= place <= len(faces) or faces[place - 1] != card:
            there = faces[place - 1] if 1 <= place <= len(faces) else "nothing"
            return f"event {event.seq} drew {card} from place {place}, where {there} lay"
    return ""
