"""What the exact walk of a wager needs: what tells states apart, and how a table comes to it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping

from houseway.cardroom.card_walk import burned_first, cards_key
from houseway.core import Fact, NoMoreBets, Outcome, Result, Wager
from houseway.equipment.card_reader import RANGES
from houseway.equipment.cards import DECK, FACE_DOWN, RANK
from houseway.games.down_under_blackjack.law.points import POINTS
from houseway.games.down_under_blackjack.law.state import BET, DOUBLE, INSURANCE, MATCH, SPLIT, Hand, Phase, State
from houseway.games.down_under_blackjack.law.wagers import catalogue
from houseway.law import Rules

VALUES = tuple(range(1, 11))
_AT = {value: tuple(n for n, card in enumerate(DECK) if POINTS[card] == value) for value in VALUES}


def key(rules: Rules, state: State) -> Hashable:
    """Counts, not ranks and suits, once Match-the-Dealer is settled; the discard rack follows from all the rest."""
    matching = _matching(state)
    return (
        state.phase,
        state.placed,
        tuple(_hand_key(state, hand, matching) for hand in state.hands),
        _value(state.up) if not matching or state.up else "",
        (bool(state.hole_slot), state.hole_range, _value(state.hole), tuple(sorted(map(_value, state.drawn)))),
        (
            state.answered,
            _uninsured(rules, state),
            _value(state.in_error),
            state.face_up,
            state.stood,
            state.stray,
            state.barred,
        ),
        state.reader,
        _shoe_key(state, matching),
        cards_key(state.cards),
    )


def _uninsured(rules: Rules, state: State) -> Hashable:
    """Collected insurance matters only where a wrong light brings it back."""
    return state.uninsured if rules.reading("insurance_after_wrong_light") == "hole-card-decides" else ()


def _matching(state: State) -> bool:
    """Is a Match-the-Dealer Wager still to be settled?"""
    return any(placed.id == MATCH for placed in state.placed)


def _value(card: str) -> int:
    """What it counts; 0 where there is none, -1 where its face is still to be told."""
    return POINTS.get(card, -1 if card else 0)


def _hand_key(state: State, hand: Hand, matching: bool) -> Hashable:
    """The first two cards apart from the rest, by what they count; for Match-the-Dealer also how they match."""
    told: Hashable = ()
    if matching and state.phase is Phase.DEAL:
        told = tuple(_relation(card, state.up) for card in hand.cards) if state.up else hand.cards
    elif matching:
        told = hand.cards
    first, rest = sorted(map(_value, hand.cards[:2])), sorted(map(_value, hand.cards[2:]))
    if hand.part:  # the card that was split decides about aces
        first = [_value(card) for card in hand.cards[:2]]
    marks = (hand.part, hand.status, hand.wants, hand.doubled, hand.late, hand.ruling)
    return hand.seat, tuple(first), tuple(rest), marks, told


def _relation(card: str, up: str) -> str:
    """How a card matches the dealer's up card."""
    return "suited" if card == up else "unsuited" if RANK[card] == RANK[up] else ""


def _shoe_key(state: State, matching: bool) -> Hashable:
    shoe = state.cards.shoe
    counts = tuple(sum(shoe.unseen[n] for n in _AT[value]) for value in VALUES)
    alike: Hashable = ()
    if matching and state.phase is Phase.DEAL:
        weights = shoe.weights()
        alike = (
            tuple(
                sum(n for card, n in weights.items() if _relation(card, state.up) == how)
                for how in ("suited", "unsuited")
            )
            if state.up
            else shoe.unseen
        )
    return counts, alike


def lump(rules: Rules, state: State, outcome: Outcome) -> Hashable:
    """A light or an unseen card is itself; a card is what it counts, and how it matches."""
    if outcome == FACE_DOWN or outcome in RANGES:
        return outcome
    card = str(outcome)
    if state.phase is not Phase.DEAL or not _matching(state):
        return POINTS[card]
    return (POINTS[card], _relation(card, state.up)) if state.up else card


# The situations in which a wager is made


def setups(rules: Rules, wager: str) -> Mapping[str, tuple[Fact, ...]]:
    """A Bet first; for insurance also a deal with an ace up, and none, one or two tens in the player's hand."""
    if wager == BET:
        return {"": ()}
    chip = int(rules.option("chip_cents"))
    bet = Wager(1, BET, max(catalogue(rules)[BET].unit_cents, 2 * chip))
    if wager != INSURANCE:
        return {"": (bet,)}
    burn = burned_first(rules)
    deals = {"no ten in hand": ("5C", "6C"), "one ten in hand": ("5C", "KC"), "two tens in hand": ("KC", "QC")}
    return {
        name: (bet, NoMoreBets(), *burn, Result(one), Result("AS"), Result(two), Result(FACE_DOWN))
        for name, (one, two) in deals.items()
    }


def supporting_wagers(rules: Rules, state: State) -> tuple[Fact, ...]:
    """The first who may, bets the least that is taken, where nobody has."""
    if any(placed.id == BET for placed in state.placed):
        return ()
    unit = catalogue(rules)[BET].unit_cents
    free = [seat for seat in range(1, rules.boxes + 1) if seat not in state.barred]
    return (Wager(free[0], BET, -(-rules.min_cents // unit) * unit),) if free else ()


def priced(rules: Rules) -> Collection[str]:
    """What is added to a Bet by doubling and splitting is part of how the Bet ends."""
    return [wager for wager in catalogue(rules) if wager not in (DOUBLE, SPLIT)]
