"""903a.4 and 903a.5: money between the layout, the bank, the seats, the house and the levy."""

from __future__ import annotations

from dataclasses import dataclass, replace

from houseway.core import (
    INVENTORY,
    LAYOUT,
    VIGORISH,
    Move,
    Placed,
    Said,
    Settled,
    Step,
    Verdict,
    seat_account,
)
from houseway.law import Rules, cites

BANK, LEVY = "bank", VIGORISH  # where a closed table may have money
HOUSE = 0  # the seat that nobody sits at: the house


@dataclass(frozen=True, slots=True)
class State:
    """A table of Bank. `bank` is the seat that banks, or the house; `asked` the seat that may take the bank next."""

    phase: str  # opening, betting, dealer, throwing, counting, banking
    bank: int = HOUSE
    fund_cents: int = 0  # what the bank put up
    held_cents: int = 0  # what it holds
    asked: int = 1
    placed: tuple[Placed, ...] = ()


def account(seat: int) -> str:
    """The account of a wager's owner; the dealer's is the table inventory."""
    return INVENTORY if seat == HOUSE else seat_account(seat)


def settled(rules: Rules, state: State, dice: tuple[int, ...]) -> Step[State]:
    """903a.4: all win or all lose; a player's bank pays as far as it can, a house bank always can."""
    won = dice[0] > dice[1]
    text = f"{dice[0]} against {dice[1]}: {'the wagers win' if won else 'the bank wins'}."
    said = (Said(text, cites("903a.4"), "result"),)
    done: list[Settled] = []
    held = state.held_cents
    for placed in state.placed:
        one, held = _won(rules, state, placed, held) if won else _lost(state, placed, held)
        done.append(one)
    if state.bank == HOUSE:
        return Step(State("banking"), tuple(done), said)
    return Step(replace(state, phase="counting", placed=(), held_cents=held), tuple(done), said)


def _lost(state: State, placed: Placed, held: int) -> tuple[Settled, int]:
    to = INVENTORY if state.bank == HOUSE else BANK
    move = Move(LAYOUT, to, placed.cents)
    because = cites("903a.4", "903a.4(a)")
    return Settled(placed.seat, placed.id, placed.cents, Verdict.LOST, (move,), because), held + placed.cents


def _won(rules: Rules, state: State, placed: Placed, held: int) -> tuple[Settled, int]:
    pays = placed.cents if state.bank == HOUSE else min(placed.cents, held)
    source = INVENTORY if state.bank == HOUSE else BANK
    stake = Move(LAYOUT, account(placed.seat), placed.cents)
    winnings = (Move(source, account(placed.seat), pays),) if pays else ()
    because = cites("903a.4", rules.payout("wager").cite)
    verdict = Verdict.WON if pays else Verdict.RETURNED
    return Settled(placed.seat, placed.id, placed.cents, verdict, (stake, *winnings), because), held - pays


def levy_cents(rules: Rules, state: State) -> int:
    """903a.5, with its reading of what is no whole cent."""
    surplus = max(0, state.held_cents - state.fund_cents)
    part, rest = divmod(surplus * rules.number("levy_percent"), 100)
    return part + (rest > 0 and rules.reading("levy_rounding") == "up")


def closed(rules: Rules, state: State) -> Step[State]:
    """903a.5: the levy, then what is left goes back."""
    levy = levy_cents(rules, state)
    back = state.held_cents - levy
    moves = [Move(BANK, LEVY, levy)] if levy else []
    if back:
        moves.append(Move(BANK, seat_account(state.bank), back))
    data = {"seat": state.bank, "levy_cents": levy, "returned_cents": back}
    said = Said("The bank is counted and goes back.", cites("903a.5"), "bank-returned", data=data)
    return Step(State("banking"), said=(said,), moves=tuple(moves))
