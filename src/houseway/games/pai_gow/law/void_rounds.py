"""Ending a round: void, or complete."""

from __future__ import annotations

from houseway.core import INVENTORY, LAYOUT, Move, Said, Step
from houseway.core.frozen import replace
from houseway.games.pai_gow.law.bank import after_round, as_before
from houseway.games.pai_gow.law.settlement import given_back
from houseway.games.pai_gow.law.state import STANDARD, Bank, Phase, State, dealer_wager, players_wagers
from houseway.law import Citation, Rules


def _lying_open(state: State, bank: Bank) -> State:
    """The tiles must be turned face down and mixed for another round."""
    return replace(
        state, phase=Phase.LYING_OPEN, tiles="played", bank=bank, style=STANDARD, order=(), total=0, start=-1, placed=(),
        hands=(), drawn=False, settled=False, shaken=False, dealer_shakes=False,
    )  # fmt: skip


def round_void(rules: Rules, state: State, because: tuple[Citation, ...], text: str) -> Step[State]:
    """Void all hands: return every wager and mix the tiles again."""
    assert not state.centre_cents, "nothing is settled yet"
    settled = tuple(given_back(placed, because) for placed in players_wagers(state))
    ours = dealer_wager(state)
    moves = () if ours is None else (Move(LAYOUT, INVENTORY, ours.cents),)
    said = Said(f"{text} All hands are void, and every wager is returned.", because, "round-voided")
    counted = rules.reading("void_and_bank") == "counted"
    bank = after_round(rules, state) if counted else as_before(state.bank)
    return Step(_lying_open(state, bank), settled, (said,), moves)


def round_over(rules: Rules, state: State) -> Step[State]:
    """621a.6(f): the round is complete, and the tiles have been collected."""
    return Step(replace(_lying_open(state, after_round(rules, state)), first_round=False))
