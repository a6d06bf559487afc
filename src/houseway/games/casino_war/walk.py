"""State keys for exact odds: what decides a table's future (`key`) and the rest of a round. Coarser keys, shorter walks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from houseway.cardroom.card_walk import burned_first, cards_key, height, unseen_ranks
from houseway.core import (
    AnyGame,
    Asked,
    Choose,
    Fact,
    NoMoreBets,
    Outcome,
    Result,
    Wager,
    seat_account,
)
from houseway.core.choice_data import for_the_most
from houseway.equipment.cards import FACE_DOWN, HEIGHT
from houseway.games.casino_war.dealing import tied
from houseway.games.casino_war.state import GO_TO_WAR, SURRENDER, Phase, State, at_war, next_hand
from houseway.games.casino_war.wagers import INITIAL, TIE, TIE_ON_WAR, WAR, catalogue
from houseway.law import Rules


def key(rules: Rules, state: State) -> Hashable:
    """Keep ranks; leave out suits, the discard rack and the age of the cards, which affect no wager."""
    hands = tuple((h.seat, height(h.card), h.choice, height(h.war_card)) for h in state.hands)
    dealer = tuple(map(height, state.dealer))
    return hands, dealer, unseen_ranks(state.cards.shoe), *_about(state)


def round_key(rules: Rules, state: State) -> Hashable:
    """After the original deal is compared, keep only the ties; at the War deal's last card, keep only the order of cards.

    Until the dealer's last card any rank may matter. Then only the cards of the hands at War do: how many unseen cards rank
    below, equal to and above each of them.
    """
    if state.phase in (Phase.BETTING, Phase.DEAL):
        return key(rules, state)
    hands = tuple((hand.seat, hand.choice) for hand in (tied(state) if state.phase is Phase.CHOICES else state.hands))
    cards = tuple(HEIGHT[hand.war_card] for hand in at_war(state) if hand.war_card)
    if not _last_card(state):
        return hands, cards, unseen_ranks(state.cards.shoe), *_about(state)
    ranks = sorted(set(cards))
    order = tuple(ranks.index(card) for card in cards)
    return hands, order, _between(ranks, unseen_ranks(state.cards.shoe)), *_about(state)


def round_lump(rules: Rules, state: State, outcome: Outcome) -> Hashable:
    """Group the dealer's last card by its order among the players' cards; keep the rank of a tie."""
    if outcome == FACE_DOWN:
        return outcome
    rank = HEIGHT[str(outcome)]
    if not _last_card(state):
        return rank
    others = (hand.war_card if state.phase is Phase.WAR else hand.card for hand in state.hands)
    heights = {HEIGHT[card] for card in others if card}
    return rank in heights, sum(other < rank for other in heights)


def _last_card(state: State) -> bool:
    """Is the next card the dealer's, which decides the comparison?"""
    if state.face_up or state.war_burns or state.cards.burns:
        return False
    return (state.phase is Phase.DEAL or state.phase is Phase.WAR) and next_hand(state) is None


def _between(heights: list[int], unseen: tuple[int, ...]) -> tuple[int, ...]:
    """Number of unseen cards below the first height, equal to it, between it and the next, and so on."""
    counts = [0] * (2 * len(heights) + 1)
    for rank, count in enumerate(unseen):
        counts[2 * sum(other < rank for other in heights) + (rank in heights)] += count
    return tuple(counts)


def _about(state: State) -> tuple[Hashable, ...]:
    """The rest of the key: the phase, the wagers, and what may happen to the cards."""
    return state.phase, state.placed, state.face_up, state.war_burns, cards_key(state.cards)


def strategies(rules: Rules, wager: str) -> tuple[str, ...]:
    """Only the Initial Wager involves a choice."""
    return (GO_TO_WAR, SURRENDER, "optimal") if wager == INITIAL else ()


def policy(rules: Rules, strategy: str) -> Callable[[AnyGame, Rules, Any, Asked], Choose] | None:
    """Always War, always surrender, or the better of the two."""

    def always(game: AnyGame, rules: Rules, state: Any, asked: Asked) -> Choose:
        return for_the_most(asked, strategy)

    return None if strategy == "optimal" else always


def _setup(rules: Rules, wager: str) -> tuple[Fact, ...]:
    """A Tie Wager needs an Initial Wager; one on the War deal needs a tie hand, of any rank."""
    if wager == INITIAL:
        return ()
    unit = catalogue(rules)[INITIAL].unit_cents
    initial = Wager(1, INITIAL, unit)
    if wager not in (WAR, TIE_ON_WAR):
        return (initial,)
    tie = (initial, NoMoreBets(), *burned_first(rules), Result("2C"), Result("2D"))
    return tie if wager == WAR else (*tie, Choose(seat_account(1), GO_TO_WAR, unit))


def setups(rules: Rules, wager: str) -> Mapping[str, tuple[Fact, ...]]:
    """One situation for each wager."""
    return {"": _setup(rules, wager)}


def other_players(rules: Rules, wager: str, players: int) -> tuple[Fact, ...] | None:
    """The other players draw from the same shoe: each makes an Initial Wager and always goes to War."""
    if wager not in (INITIAL, TIE):
        return None
    unit = catalogue(rules)[INITIAL].unit_cents
    return tuple(Wager(seat, INITIAL, unit) for seat in range(2, players + 1))
