"""Views of a Pai Gow table: only the player sees a hand's tiles until they are exposed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core import seat_account
from houseway.games.pai_gow.law.state import DEALER, Hand, State
from houseway.law import Rules


def _open(state: State, hand: Hand, who: str) -> bool:
    """May `who` see the tiles? Everybody sees those that the dealer turns over."""
    turned = hand.position == DEALER or (state.bank.co_bank and hand.position == state.bank.seat)
    return hand.exposed or turned or who == seat_account(hand.player)


def _hand(state: State, hand: Hand, who: str) -> Mapping[str, Any]:
    shown = _open(state, hand, who)
    return {
        "position": hand.position,
        "player": hand.player,
        "set": hand.is_set,
        "exposed": hand.exposed,
        "verdict": hand.verdict,
        "tiles": list(hand.tiles) if shown else len(hand.tiles),
        "turned_up": list(hand.tiles[: hand.turned_up]),
        "high": list(hand.high) if shown else [],
        "low": list(hand.low) if shown else [],
    }


def table_view(rules: Rules, state: State, who: str) -> Mapping[str, Any]:
    """The table as one role or seat may see it."""
    bank = state.bank
    return {
        "phase": state.phase.value,
        "bank": {"seat": bank.seat, "co_bank": bank.co_bank, "chips_cents": bank.chips_cents},
        "style": state.style,
        "order": list(state.order),
        "total": state.total,
        "start": state.start,
        "centre_cents": state.centre_cents,
        "hands": [_hand(state, hand, who) for hand in state.hands],
        "wagers": [{"seat": p.seat, "id": p.id, "cents": p.cents, "player": p.player or p.seat} for p in state.placed],
    }


def has_unseen_tiles(state: State, who: str) -> bool:
    """Does the state hold tiles that `who` has not seen?"""
    return any(hand.looked_at and not _open(state, hand, who) for hand in state.hands)


def private_state(state: State) -> tuple[str, ...]:
    """The private fields: the hands, while some tiles have been looked at but not exposed."""
    return ("hands",) if has_unseen_tiles(state, "all") else ()


def hidden_from(rules: Rules, state: State, who: str) -> bool:
    """Has another player looked at tiles that `who` has not seen?"""
    return has_unseen_tiles(state, who)
