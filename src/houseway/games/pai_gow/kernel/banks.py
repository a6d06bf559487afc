"""The bank of each round of a simulated table, in the chapter's order of offers (621a.11(b) to (h)).

The rotation depends on who is offered the bank after each round, not on the tiles, so this module calls the chapter's
functions directly and deals no rounds. `tests/simulate/test_pai_gow.py` plays the same rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from houseway.core import Placed
from houseway.core.kernel import Sitting
from houseway.games.pai_gow.law.bank import dealer_wager_cents, offered
from houseway.games.pai_gow.law.dealing import hands_dealt
from houseway.games.pai_gow.law.state import DEALER_WAGER, HOUSE, WAGER, Phase, State, banked
from houseway.games.pai_gow.law.void_rounds import round_over
from houseway.games.pai_gow.mathematics.strategies import BANKING, CO_BANK
from houseway.law import BadInput, Rules
from houseway.law.submission import LARGEST_CENTS


@dataclass(frozen=True, slots=True)
class BankedRound:
    """A repeated round: who banks it, and the wagers on the boxes."""

    state: State  # after no more bets
    wagers: tuple[int, ...]  # by seat, in cents; at the bank's seat, the dealer's wager against it

    @property
    def bank(self) -> int:
        """The seat that banks; 0 is the house."""
        return self.state.bank.seat


@dataclass(frozen=True, slots=True)
class Rotation:
    """The plan of each round of a game: some initial ones, then a repeating cycle."""

    plans: tuple[BankedRound, ...]
    lead: tuple[int, ...]
    cycle: tuple[int, ...]

    def plan_of(self, round_number: int) -> int:
        """The plan of a round, counted from 0."""
        past = round_number - len(self.lead)
        return self.lead[round_number] if past < 0 else self.cycle[past % len(self.cycle)]

    def rounds_of(self, rounds: int) -> tuple[int, ...]:
        """The number of these rounds that each plan plays."""
        whole, rest = divmod(max(0, rounds - len(self.lead)), len(self.cycle))
        begun = (*self.lead[:rounds], *self.cycle[:rest])
        return tuple(begun.count(n) + whole * self.cycle.count(n) for n in range(len(self.plans)))


def rotation(rules: Rules, sitting: Sequence[Sitting]) -> Rotation:
    """Follow a game from its start until the offer of the bank repeats."""
    state, seen, order = State(Phase.BETTING), dict[State, int](), list[BankedRound]()
    while state not in seen:
        seen[state] = len(order)
        betting = _with_wagers(_with_bank(rules, state, sitting), sitting)
        order.append(_plan(rules, betting, len(sitting)))
        after = round_over(rules, hands_dealt(betting)).state
        state = State(Phase.BETTING, first_round=after.first_round, bank=after.bank)
    plans = tuple(dict.fromkeys(order))
    numbers = tuple(plans.index(plan) for plan in order)
    return Rotation(plans, numbers[: seen[state]], numbers[seen[state] :])


def _with_bank(rules: Rules, state: State, sitting: Sequence[Sitting]) -> State:
    """Give the bank to the first seat that is asked and wants it, with chips for every wager; others pass."""
    while seat := offered(rules, state):
        if seat > len(sitting) or sitting[seat - 1].strategy not in BANKING:
            state = replace(state, bank=replace(state.bank, passed=(*state.bank.passed, seat)))
            continue
        half = sitting[seat - 1].strategy == CO_BANK
        return replace(state, bank=replace(state.bank, seat=seat, chips_cents=LARGEST_CENTS, co_bank=half))
    return state


def _with_wagers(state: State, sitting: Sequence[Sitting]) -> State:
    made = [Placed(seat, WAGER, each.bets[WAGER]) for seat, each in enumerate(sitting, 1) if seat != state.bank.seat]
    if not made and state.bank.co_bank:
        raise BadInput(
            "co-bank: a player alone cannot co-bank, because the dealer may not wager against a co-bank; add other seats"
        )
    return replace(state, placed=tuple(made))


def _plan(rules: Rules, state: State, seats: int) -> BankedRound:
    ours = dealer_wager_cents(rules, state)
    made = {placed.seat: placed.cents for placed in state.placed} | ({state.bank.seat: ours} if banked(state) else {})
    if ours:
        state = replace(state, placed=(*state.placed, Placed(HOUSE, DEALER_WAGER, ours)))
    kept = replace(state, bank=replace(state.bank, first=1, passed=(), last=HOUSE, against=()), first_round=False)
    return BankedRound(kept, tuple(made[seat] for seat in range(1, seats + 1)))
