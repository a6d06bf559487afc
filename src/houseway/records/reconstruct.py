"""Every hand since the shuffle, rebuilt from the discard rack and the journal, for a question or dispute.

The journal says in which order cards went into the rack and how many of whom; their faces are read off the rack, from its top
down, until it is used up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from houseway.core import Event
from houseway.law import BadInput

RACK = "discard-rack"


@dataclass(slots=True)
class RoundCards:
    """The cards of one round that lie in the rack."""

    round: int
    hands: dict[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # by `seat:3`, `seat:3 first` (of a split pair) or `dealer`
    burned: tuple[str, ...] = ()  # as they left the shoe
    face_up: tuple[str, ...] = ()  # found face up in the shoe, or of no use to anybody


def hands_by_round(events: Iterable[Event], rack: Sequence[str]) -> tuple[RoundCards, ...]:
    """Round by round; `rack` from the bottom up. BadInput where the rack cannot have come of these events."""
    left, found = list(rack), dict[int, RoundCards]()
    for event in reversed(list(events)):
        if not left:
            break
        for who, count in reversed(_racked(event)):
            if count > len(left):
                whose = f"the hand of {who.replace(':', ' ')}" if who else "a single card"
                raise BadInput(f"rack: it ends within {whose} of round {event.round}; give all cards since the shuffle")
            cards = tuple(left[len(left) - count :])
            del left[len(left) - count :]
            _put(found.setdefault(event.round, RoundCards(event.round)), event, who, cards)
    if left:
        raise BadInput(f"rack: {len(left)} cards at its bottom are from before the first event")
    return tuple(found[number] for number in sorted(found))


def _racked(event: Event) -> list[tuple[str, int]]:
    """Whose cards an event put into the rack, and how many; nobody's where a card went there from the shoe."""
    if event.event == "cards-collected":
        hands: Sequence[Mapping[str, object]] = event.fields["hands"]
        return [(str(hand["from"]), int(str(hand["cards"]))) for hand in hands]
    return [("", 1)] if event.fields.get("place") == RACK else []


def _put(into: RoundCards, event: Event, who: str, cards: tuple[str, ...]) -> None:
    if who:
        into.hands[who] = cards
    elif event.event == "card-burned":
        into.burned = (*cards, *into.burned)
    else:
        into.face_up = (*cards, *into.face_up)
