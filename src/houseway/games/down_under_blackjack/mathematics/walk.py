"""Computing a wager's exact odds: which states count as the same, and the setups."""

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
    """Keep only card values once Match-the-Dealer is settled; leave out the discard rack, which follows from the rest."""
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
    """Collected insurance, which matters only if a wrong light brings it back."""
    return state.uninsured if rules.reading("insurance_after_wrong_light") == "hole-card-decides" else ()


def _matching(state: State) -> bool:
    """Is a Match-the-Dealer Wager still unsettled?"""
    return any(placed.id == MATCH for placed in state.placed)


def _value(card: str) -> int:
    """A card's value; 0 for no card, -1 if its face has not been entered yet."""
    return POINTS.get(card, -1 if card else 0)


def _hand_key(state: State, hand: Hand, matching: bool) -> Hashable:
    """The values of the first two cards, then of the rest; for Match-the-Dealer also how they match."""
    told: Hashable = ()
    if matching and state.phase is Phase.DEAL:
        told = tuple(_relation(card, state.up) for card in hand.cards) if state.up else hand.cards
    elif matching:
        told = hand.cards
    first, rest = sorted(map(_value, hand.cards[:2])), sorted(map(_value, hand.cards[2:]))
    if hand.part:  # the split card matters for aces
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
        alike = _like(shoe.unseen, state.up) if state.up else shoe.unseen
    return counts, alike


def _like(unseen: tuple[int, ...], up: str) -> tuple[int, int]:
    """How many unseen cards match the dealer's up card, suited and unsuited."""
    suited, unsuited = (
        sum(unseen[n] for n, card in enumerate(DECK) if _relation(card, up) == how) for how in ("suited", "unsuited")
    )
    return suited, unsuited


def lump(rules: Rules, state: State, outcome: Outcome) -> Hashable:
    """Group cards by value and match; keep lights and unseen cards as they are."""
    if outcome == FACE_DOWN or outcome in RANGES:
        return outcome
    card = str(outcome)
    if state.phase is not Phase.DEAL or not _matching(state):
        return POINTS[card]
    return (POINTS[card], _relation(card, state.up)) if state.up else card


# Setups in which a wager is made


def setups(rules: Rules, wager: str) -> Mapping[str, tuple[Fact, ...]]:
    """A Bet; for insurance also a deal with an ace up and zero, one or two tens in the player's hand."""
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
    """If there is no Bet, the first seat that may makes the minimum Bet."""
    if any(placed.id == BET for placed in state.placed):
        return ()
    unit = catalogue(rules)[BET].unit_cents
    free = [seat for seat in range(1, rules.boxes + 1) if seat not in state.barred]
    return (Wager(free[0], BET, -(-rules.min_cents // unit) * unit),) if free else ()


def priced(rules: Rules) -> Collection[str]:
    """The wagers with odds of their own; doubling and splitting count in the Bet's result."""
    return [wager for wager in catalogue(rules) if wager not in (DOUBLE, SPLIT)]
