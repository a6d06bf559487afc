"""Who banks which round of a simulated table, by the chapter's own order of offers (621a.11(b) to (h)).

No game is driven here: a rotation needs who is offered the bank after whole rounds, whatever tiles they bring, so that the
chapter's functions for that are asked directly and no round is dealt. `tests/simulate/test_pai_gow.py` plays the same rounds.
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
class Plan:
    """A round that is played again and again: who banks it, and what lies on the boxes."""

    state: State  # when no more bets has been announced
    wagers: tuple[int, ...]  # by seat, in cents; at the seat of a bank what the dealer wagers against it

    @property
    def bank(self) -> int:
        """The seat that banks; 0: the house."""
        return self.state.bank.seat


@dataclass(frozen=True, slots=True)
class Rotation:
    """The plan of each round from the start of a game: some first ones, and others that come round and round."""

    plans: tuple[Plan, ...]
    lead: tuple[int, ...]
    cycle: tuple[int, ...]

    def plan_of(self, round_number: int) -> int:
        """The plan of a round, counted from 0."""
        past = round_number - len(self.lead)
        return self.lead[round_number] if past < 0 else self.cycle[past % len(self.cycle)]

    def rounds_of(self, rounds: int) -> tuple[int, ...]:
        """How many of so many rounds are played by each plan."""
        whole, rest = divmod(max(0, rounds - len(self.lead)), len(self.cycle))
        begun = (*self.lead[:rounds], *self.cycle[:rest])
        return tuple(begun.count(n) + whole * self.cycle.count(n) for n in range(len(self.plans)))


def rotation(rules: Rules, sitting: Sequence[Sitting]) -> Rotation:
    """From the start of a game until the offer stands where it stood before."""
    state, seen, order = State(Phase.BETTING), dict[State, int](), list[Plan]()
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
    """Whoever is asked first and wants the bank has it, with chips for every wager; others pass."""
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
            "co-bank: nobody wagers against it where one sits alone, since the dealer may not; sit with others"
        )
    return replace(state, placed=tuple(made))


def _plan(rules: Rules, state: State, seats: int) -> Plan:
    ours = dealer_wager_cents(rules, state)
    made = {placed.seat: placed.cents for placed in state.placed} | ({state.bank.seat: ours} if banked(state) else {})
    if ours:
        state = replace(state, placed=(*state.placed, Placed(HOUSE, DEALER_WAGER, ours)))
    kept = replace(state, bank=replace(state.bank, first=1, passed=(), last=HOUSE, against=()), first_round=False)
    return Plan(kept, tuple(made[seat] for seat in range(1, seats + 1)))
