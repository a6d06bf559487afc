"""Rebuilds every hand since the last shuffle from the cards in the discard rack and the journal, for a question or dispute.

The journal says in which order hands went into the rack and how many cards each had, which is public; no face is read from the
journal. The faces are those of the physical rack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from houseway.core import AnyGame, Event, fields_problem, in_words
from houseway.equipment.cards import FACE_DOWN, card_name, card_of
from houseway.law import BadInput, Citation, Rules
from houseway.law.errors import BadArgument
from houseway.records.journal_reader import JournalReader
from houseway.records.recorded_table import rules_of
from houseway.table.position import fold

RACK = "discard-rack"
COLLECTED = "cards-collected"


@dataclass(slots=True)
class RoundCards:
    """The cards of one round in the rack."""

    round: int
    hands: dict[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # by `seat:3`, `seat:3 first` (of a split pair) or `dealer`
    burned: tuple[str, ...] = ()  # in the order in which they left the shoe
    face_up: tuple[str, ...] = ()  # exposed in the shoe, or drawn in error
    cites: tuple[Citation, ...] = ()  # the paragraphs by which the hands were collected

    def as_json(self) -> dict[str, Any]:
        """The round as plain values, with its hands in the order in which they were collected."""
        return {
            "round": self.round,
            "hands": [{"from": who, "cards": list(cards)} for who, cards in self.hands.items()],
            "burned": list(self.burned),
            "face_up": list(self.face_up),
            "cites": list(self.cites),
        }


@dataclass(frozen=True, slots=True)
class RackHands:
    """The hands of every round since the last shuffle, rebuilt from a discard rack."""

    game: AnyGame
    rules: Rules
    rack: tuple[str, ...]  # from the bottom up
    rounds: tuple[RoundCards, ...]

    def of_round(self, number: int) -> RoundCards:
        """The cards of one round."""
        found = next((each for each in self.rounds if each.round == number), None)
        if found is None:
            there = ", ".join(str(each.round) for each in self.rounds)
            raise BadInput(f"round {number}: it left no card in the discard rack; there are cards of round {there}")
        return found


def rack_hands(journal: Path, rack: str | Sequence[str], outside: bool = False) -> RackHands:
    """Rebuild the hands of a journal from its table's discard rack, whose cards are given from the bottom up.

    The rack is the one at the end of the journal. `outside`: also for games from HOUSEWAY_GAMES.
    """
    reading = JournalReader(journal)
    events = [event for batch in reading.batches() for event in batch]
    game, rules = rules_of(reading.header, outside)
    if COLLECTED not in game.law.event_kinds:
        raise BadArgument(
            "rack", f": {game.title} has no discard rack; only journals of games dealt from a shoe have one"
        )
    cards = read_rack(rack)
    expected = _rack_size(journal, game, reading, events)
    if not expected:
        why = "the cards were shuffled after the last round, or a shuffler takes them back after each"
        raise BadArgument(
            "rack", f": the discard rack is empty at the end of this journal ({why}); there is no hand to rebuild"
        )
    if len(cards) != expected:
        right = f"give all of them from the bottom up, and {FACE_DOWN} for a card that cannot be read"
        raise BadArgument(
            "rack", f": {_count(len(cards))} given, but the discard rack holds {_count(expected)}; {right}"
        )
    return RackHands(game, rules, cards, hands_by_round(events, cards))


def read_rack(rack: str | Sequence[str]) -> tuple[str, ...]:
    """The cards of a rack: `"7H 10D"`, with spaces, commas or line ends between them, or a sequence of cards."""
    listed = rack.replace(",", " ").split() if isinstance(rack, str) else rack
    if not listed:
        raise BadArgument("rack", ': it has no cards; write them from the bottom up, like "7H 10D KC"')
    cards = []
    for place, card in enumerate(listed, 1):
        try:
            cards.append(card_of(card))
        except BadInput as error:
            raise BadArgument("rack", f": card {place} from the bottom: {str(error).removeprefix('cards: ')}") from None
    return tuple(cards)


def _rack_size(journal: Path, game: AnyGame, reading: JournalReader, events: Sequence[Event]) -> int:
    """The number of cards in the rack at the end of a journal, by the recorded state of the table."""
    try:
        strange = [fields_problem(game, event.event, event.fields) for event in events if not event.sealed]
        wrong = [*reading.flaws, *filter(None, strange)]
        size = 0 if wrong else len(fold(events)["game"]["cards"]["rack"])
    except Exception as error:  # a forged journal may hold patches of any shape
        wrong = [f"the recorded state cannot be followed: {type(error).__name__}: {error}"[:500]]
    if wrong:
        raise BadInput(
            f"{journal}: {wrong[0]}; hands are rebuilt only from an undamaged journal; an audit names every flaw"
        )
    return size


def hands_by_round(events: Iterable[Event], rack: Sequence[str]) -> tuple[RoundCards, ...]:
    """The hands by round; `rack` is given from the bottom up. Raises BadArgument if these events cannot lead to this rack."""
    left, found = list(rack), dict[int, RoundCards]()
    for event in reversed(list(events)):
        if not left:
            break
        for who, count in reversed(_racked(event)):
            if count > len(left):
                seat, _, part = who.partition(" ")
                whose = f"the hand of {in_words(seat)} {part}".rstrip() if who else "a single card"
                raise BadArgument(
                    "rack", f": it ends within {whose} of round {event.round}; give all cards since the shuffle"
                )
            cards = tuple(left[len(left) - count :])
            del left[len(left) - count :]
            _put(found.setdefault(event.round, RoundCards(event.round)), event, who, cards)
    if left:
        raise BadArgument("rack", f": {len(left)} cards at its bottom are from before the first event")
    return tuple(found[number] for number in sorted(found))


def _racked(event: Event) -> list[tuple[str, int]]:
    """The hands that an event put into the rack, with their numbers of cards; a single card from the shoe has no name."""
    if event.event == COLLECTED:
        hands: Sequence[Mapping[str, object]] = event.fields["hands"]
        return [(str(hand["from"]), int(str(hand["cards"]))) for hand in hands]
    return [("", 1)] if event.fields.get("place") == RACK else []


def _put(into: RoundCards, event: Event, who: str, cards: tuple[str, ...]) -> None:
    """Add cards in front of those of the same round that lay above them in the rack."""
    if who:
        into.hands = {who: cards, **into.hands}
        into.cites = tuple(dict.fromkeys((*event.cites, *into.cites)))
    elif event.event == "card-burned":
        into.burned = (*cards, *into.burned)
    else:
        into.face_up = (*cards, *into.face_up)


def told_hands(rounds: Iterable[RoundCards]) -> str:
    """Rounds in words, a line for each hand, with the paragraphs on collecting the cards."""
    lines: list[str] = []
    for each in rounds:
        marks = ", ".join(f"§ {cite}" for cite in each.cites)
        lines += [*([""] if lines else []), f"Round {each.round}" + (f"  [{marks}]" if marks else "")]
        lines += [f"  {_spoken_hand(who)}: {_spoken_cards(cards)}" for who, cards in each.hands.items()]
        if each.burned:
            lines.append(f"  Burned: {_spoken_cards(each.burned)}")
        if each.face_up:
            lines.append(f"  Put aside face up: {_spoken_cards(each.face_up)}")
    return "\n".join(lines)


def _spoken_hand(who: str) -> str:
    """`seat:3 first` as "Seat 3, first hand"."""
    seat, _, part = who.partition(" ")
    return in_words(seat).capitalize() + (f", {part} hand" if part else "")


def _spoken_cards(cards: Sequence[str]) -> str:
    """Cards in words, with the number of cards that could not be read."""
    unread = sum(card == FACE_DOWN for card in cards)
    told = [card_name(card) for card in cards if card != FACE_DOWN]
    return ", ".join([*told, *([f"{_count(unread)} not read"] if unread else [])])


def _count(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"
