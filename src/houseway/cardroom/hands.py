"""Rounds in which each box gets a hand against the dealer's: everything such chapters share besides ranking and payouts.

cards ready ── wagers ── no more bets ── a hand for each box ── choices of the chapter ── the dealer's hand ── settled ── wagers …
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from houseway.cardroom import card_round, card_table
from houseway.cardroom.card_table import CardTable
from houseway.cardroom.card_walk import cards_key, height, unseen_ranks
from houseway.cardroom.cut import DEALER
from houseway.core import Asked, Chance, Choose, Due, Option, Placed, Settled, Step, Wagers, seat_account
from houseway.core.acts import bets_closed
from houseway.core.frozen import frozen, replace
from houseway.core.wagering import find, place_beside, shown_wagers, without_settled
from houseway.equipment.shoe import burned_card, next_card
from houseway.law import Citation, Rules

Cites = tuple[Citation, ...]


@frozen
class Hand:
    """A box that is dealt in, and what its player chose."""

    seat: int
    cards: tuple[str, ...] = ()
    choice: str = ""


class Phase(StrEnum):
    """The phase of a table."""

    BETTING = "betting"
    ROUND = "round"


@frozen
class HandState:
    """A table between and during rounds."""

    cards: CardTable
    phase: Phase = Phase.BETTING
    placed: tuple[Placed, ...] = ()
    hands: tuple[Hand, ...] = ()  # clockwise: by seat
    dealer: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """How a chapter deals: the cards in a hand, the wager that gets a box dealt in, and the paragraphs."""

    size: int
    wager: str
    wagers: Cites  # when wagers are made
    closes: Cites  # when no more are taken
    burn: Cites
    boxes: Cites  # the cards of the boxes
    dealer: Cites  # the dealer's cards
    cover: Citation
    collects: Cites  # how cards are taken up


def open_hands(rules: Rules) -> HandState:
    """A table that has received its cards."""
    return HandState(card_table.new_cards(rules))


def hand_of(state: HandState, who: str) -> Hand:
    """The hand of a box, by its account: `seat:3`."""
    return next(hand for hand in state.hands if seat_account(hand.seat) == who)


def with_hand(state: HandState, hand: Hand) -> HandState:
    """The state with the hand of one box changed."""
    return replace(state, hands=tuple(hand if each.seat == hand.seat else each for each in state.hands))


def next_hand(state: HandState, deal: Deal) -> Hand | None:
    """The box whose card comes next, box by box; None: all have theirs."""
    return next((hand for hand in state.hands if len(hand.cards) < deal.size), None)


def due_until_dealt(rules: Rules, state: HandState, deal: Deal) -> Due | None:
    """The next act until all boxes have cards: procedures of the cards, wagers, a burned card, the deal. None after the deal."""
    before = card_table.due_of_cards(rules, state.cards)
    if before is not None:
        return before
    if state.phase is Phase.BETTING:
        return Wagers(deal.wagers, may=card_table.may_of_cards(state.cards, not state.placed), closes=deal.closes)
    if state.cards.burns:
        return burned_card(state.cards.shoe, deal.burn)
    hand = next_hand(state, deal)
    return None if hand is None else next_card(state.cards.shoe, f"card of seat {hand.seat}", deal.boxes)


def due_of_dealer(state: HandState, deal: Deal) -> Chance:
    """The dealer's next card."""
    return next_card(state.cards.shoe, "dealer's card", deal.dealer)


def closed(state: HandState, deal: Deal) -> Step[HandState]:
    """No more bets are taken: the boxes with the wager are dealt in."""
    seats = sorted(placed.seat for placed in state.placed if placed.id == deal.wager)
    return bets_closed(state, Phase.ROUND, deal.closes, hands=tuple(map(Hand, seats)))


def dealt(state: HandState, card: str, deal: Deal) -> Step[HandState]:
    """A card left the shoe: to be burned, for a box, or for the dealer."""
    hand = next_hand(state, deal)
    toward = DEALER if hand is None else str(seat_account(hand.seat))
    if state.cards.burns:
        step = card_round.burn(state, toward, deal.burn)
    elif hand is None:
        drawn = replace(state, cards=card_table.drawn(state.cards, card, toward), dealer=(*state.dealer, card))
        step = Step(drawn, said=(card_round.said_card(card, None, deal.dealer),))
    else:
        drawn = replace(state, cards=card_table.drawn(state.cards, card, toward))
        more = with_hand(drawn, replace(hand, cards=(*hand.cards, card)))
        step = Step(more, said=(card_round.said_card(card, hand.seat, deal.boxes),))
    return card_round.with_cover(state, step, deal.cover)


def stake_of(state: HandState, seat: int, deal: Deal) -> Placed:
    """The wager that got a box dealt in."""
    placed = find(state.placed, seat, deal.wager)
    assert placed is not None, "only a box with that wager is dealt in"
    return placed


def asked(state: HandState, options: Mapping[str, tuple[int, Cites]], deal: Deal) -> tuple[Asked, ...]:
    """Every box that has not chosen yet; for each choice how many times its stake goes with it, and by which paragraph."""

    def offered(hand: Hand) -> Asked:
        cents = stake_of(state, hand.seat, deal).cents
        found = (Option(choice, because, n * cents, n * cents) for choice, (n, because) in options.items())
        return Asked(seat_account(hand.seat), tuple(found))

    return tuple(offered(hand) for hand in state.hands if not hand.choice)


def chosen(state: HandState, fact: Choose, deal: Deal) -> Step[HandState]:
    """A box has chosen; chips that go with it are a wager by the name of the choice."""
    hand = hand_of(state, fact.who)
    state = with_hand(state, replace(hand, choice=fact.choice))
    if not fact.cents:
        return Step(state)
    placed, moves = place_beside(state.placed, stake_of(state, hand.seat, deal), fact.choice, fact.cents)
    return Step(replace(state, placed=placed), moves=moves)


def settled_on_the_way(step: Step[HandState], settled: tuple[Settled, ...]) -> Step[HandState]:
    """A step that settles some wagers before the end of the round."""
    left = without_settled(step.state.placed, settled)
    return replace(step, state=replace(step.state, placed=left), settled=settled)


def round_settled(step: Step[HandState], settled: Iterable[Settled], deal: Deal) -> Step[HandState]:
    """The last step of a round: everything is settled, the cards are collected, and wagers may be made again."""
    state = step.state
    boxes = {hand.seat: hand.cards for hand in state.hands}
    state, said = card_round.collect_hands(state, card_round.from_the_right(boxes, state.dealer), deal.collects)
    cards, fills = card_table.round_over(state.cards)
    return replace(step, state=HandState(cards), settled=tuple(settled), fills=fills, after=said)


def rank_key(rules: Rules, state: HandState) -> Hashable:
    """A key for games in which ranks count, but neither suits nor the order within a hand."""
    hands = tuple((hand.seat, tuple(sorted(map(height, hand.cards))), hand.choice) for hand in state.hands)
    dealer = tuple(sorted(map(height, state.dealer)))
    return state.phase, state.placed, hands, dealer, unseen_ranks(state.cards.shoe), cards_key(state.cards)


def view(rules: Rules, state: HandState, who: str) -> Mapping[str, Any]:
    """The view of a table where all dealt cards are face up."""
    hands = [{"seat": hand.seat, "cards": list(hand.cards), "choice": hand.choice} for hand in state.hands]
    told = {
        "phase": state.phase.value,
        "cards": card_table.shown(state.cards),
        "hands": hands,
        "dealer": list(state.dealer),
    }
    return {**told, "wagers": shown_wagers(state.placed)}
