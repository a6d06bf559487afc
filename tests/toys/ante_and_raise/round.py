"""905a.3 to 905a.9: the round of play.

cards ready ── wagers ── two cards a box, Pair Plus settled ── fold or raise ── the dealer's two cards ── settled ── wagers …
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from houseway.cardroom import hands
from houseway.cardroom.card_round import advance_cards
from houseway.cardroom.hands import Deal, Hand, HandState
from houseway.cardroom.refusals import Paragraphs, refuse_alone, refuse_common, refuse_deal, refuse_twice
from houseway.cardroom.shuffler_failures import shuffler_irregularities
from houseway.core import (
    Choices,
    Choose,
    Due,
    Fact,
    Irregularity,
    NoMoreBets,
    Offer,
    Placed,
    Refusal,
    Result,
    Settled,
    Step,
    Wager,
)
from houseway.core.acts import refuse_announcer
from houseway.core.boxes import refuse_box
from houseway.core.wagering import collect, find, give_back, pay
from houseway.equipment.cards import HEIGHT, RANKS
from houseway.law import Citation, Rules, cites

ANTE, PAIR, RAISE, FOLD = "ante", "pair-plus", "raise", "fold"
IRREGULARITIES = shuffler_irregularities(jam="905a.9(a)", out_of_order="905a.9(b)")
WHERE = Paragraphs(untouched=cites("905a.3(c)"), deals=cites("905a.4"), irregularities=cites("905a.9"))
DEAL = Deal(
    size=2,
    wager=ANTE,
    wagers=cites("905a.3"),
    closes=cites("905a.4"),
    burn=cites("905a.4(a)"),
    boxes=cites("905a.4(b)"),
    dealer=cites("905a.6"),
    cover=Citation("905a.4(c)"),
    collects=cites("905a.6(c)"),
)


@lru_cache(maxsize=64)
def catalogue(rules: Rules) -> Mapping[str, Offer]:
    """905a.3, 905a.5(b)."""
    says = {
        ANTE: ("Ante", "The player's hand is higher than the dealer's, or the dealer's is too low.", "905a.3(a)"),
        PAIR: ("Pair Plus", "The player's two cards are a pair.", "905a.3(b)"),
        RAISE: ("Raise", "The player's hand is higher than the dealer's.", "905a.5(b)"),
    }
    return {w: Offer(w, w, name, text, Citation(cite), (rules.payout(w),)) for w, (name, text, cite) in says.items()}


def strength(cards: tuple[str, ...]) -> tuple[bool, int, int]:
    """905a.6(b): a pair, then the higher card, then the lower one; suits do not matter."""
    low, high = sorted(HEIGHT[card] for card in cards)
    return low == high, high, low


def due(rules: Rules, state: HandState) -> Due:
    """Two cards a box, then the choices, then the dealer's two cards."""
    before = hands.due_until_dealt(rules, state, DEAL)
    if before is not None:
        return before
    options = {RAISE: (rules.number("raise_times"), cites("905a.5(b)")), FOLD: (0, cites("905a.5(a)"))}
    asked = hands.asked(state, options, DEAL)
    return Choices(asked, cites("905a.5")) if asked else hands.due_of_dealer(state, DEAL)


def refuse(rules: Rules, state: HandState, fact: Fact) -> Refusal | None:
    """Refuse what 905a forbids beyond the core's own checks."""
    match fact:
        case Wager(id=wager) if wager == RAISE:
            return Refusal("a Raise is made by choosing it, when two cards have been dealt", cites("905a.5(b)"))
        case Wager(id=wager):
            names = ("Pair Plus", "Ante")
            alone = refuse_alone(state.placed, fact, ANTE, names, cites("905a.3(b)")) if wager == PAIR else None
            twice = refuse_twice(state.placed, fact, cites("905a.3(c)"))
            return twice or alone or refuse_box(state.placed, fact, rules.option("adjacent_boxes"), cites("905a.3(d)"))
        case NoMoreBets():
            nobody = refuse_deal(rules, state, fact, "an Ante", cites("905a.3(a)"))
            return refuse_announcer(fact, cites("905a.4")) or nobody
    return refuse_common(rules, state, fact, WHERE, IRREGULARITIES, 2 * (rules.boxes + 1))


def advance(rules: Rules, state: HandState, fact: Fact) -> Step[HandState]:
    """Apply a fact that was not refused."""
    match fact:
        case NoMoreBets():
            return hands.closed(state, DEAL)
        case Result(value=card):
            step = hands.dealt(state, str(card), DEAL)
            pairs = () if hands.next_hand(step.state, DEAL) is not None else tuple(_pairs(rules, step.state))
            return _ended(rules, hands.settled_on_the_way(step, pairs), len(step.state.dealer) == DEAL.size)
        case Choose():
            step = hands.chosen(state, fact, DEAL)
            return _ended(rules, step, all(hand.choice == FOLD for hand in step.state.hands))
        case Irregularity(cite=cite):
            return IRREGULARITIES[cite][1](rules, state, fact)
    return advance_cards(rules, state, fact)


def _pairs(rules: Rules, state: HandState) -> Iterator[Settled]:
    """905a.7: Pair Plus is settled when all boxes have their cards."""
    for hand in state.hands:
        placed = find(state.placed, hand.seat, PAIR)
        if placed is not None:
            won = strength(hand.cards)[0]
            yield pay(placed, rules.payout(PAIR), cites("905a.7")) if won else collect(placed, cites("905a.7"))


def _ended(rules: Rules, step: Step[HandState], over: bool) -> Step[HandState]:
    """905a.6: every box is settled from the dealer's right, when the dealer has two cards or all boxes have folded."""
    boxes, state = reversed(step.state.hands), step.state
    settled = (each for hand in boxes for each in settle(rules, state.placed, hand, state.dealer))
    return hands.round_settled(step, settled, DEAL) if over else step


def settle(rules: Rules, placed: tuple[Placed, ...], hand: Hand, dealer: tuple[str, ...]) -> Iterator[Settled]:
    """905a.5(a), 905a.6(a), (b): the Ante of one box, and its Raise."""
    for each in (each for each in placed if each.seat == hand.seat):
        if hand.choice == FOLD:
            yield collect(each, cites("905a.5(a)"))
            continue
        mine, other = strength(hand.cards), strength(dealer)
        qualifies = other[0] or other[1] >= RANKS.index(str(rules.edition.values["dealer_qualifies"].value))
        because = cites("905a.6(b)") if qualifies else cites("905a.6(a)")
        if mine == other if qualifies else each.id == RAISE:
            yield give_back(each, because)
        else:
            won = mine > other or not qualifies
            yield pay(each, rules.payout(each.id), because) if won else collect(each, because)
