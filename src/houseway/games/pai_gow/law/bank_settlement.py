"""621a.11(n) to (r): a player's bank settles from the center of the table."""

from __future__ import annotations

from houseway.core import INVENTORY, LAYOUT, VIGORISH, Move, Said, Step, Verdict, seat_account
from houseway.core.frozen import replace
from houseway.games.pai_gow.law.exposing import passed_over, shown, winners, won_because
from houseway.games.pai_gow.law.settlement import paid, verdict
from houseway.games.pai_gow.law.state import CENTRE, DEALER, Phase, State, dealer_wager, hand_at, wager_on, with_hand
from houseway.games.pai_gow.law.vigorish import co_bank_share, vigorish_cents
from houseway.law import Rules, cites
from houseway.money import dollars


def bank_shown(rules: Rules, state: State) -> Step[State]:
    """621a.11(n): the bank's hands are exposed, and the dealer's wager wins, ties or loses against them."""
    hand = replace(hand_at(state, state.bank.seat), exposed=True)
    text = f"The bank shows {shown(hand.high)} over {shown(hand.low)}."
    data = {"position": hand.position, "high": list(hand.high), "low": list(hand.low)}
    said = [Said(text, cites("621a.11(n)"), "revealed", data=data)]
    opened = replace(with_hand(state, hand), phase=Phase.EXPOSING)
    placed = dealer_wager(state)
    if placed is None:
        return Step(passed_over(opened), said=tuple(said))
    found = verdict(rules, hand_at(state, DEALER), hand)
    because = (*cites("621a.11(n)"), *found.because)
    ends = {Verdict.WON: "wins", Verdict.RETURNED: "is a tie and is returned", Verdict.LOST: "loses"}
    text = f"The dealer's wager of {dollars(placed.cents)} {ends[found.verdict]}."
    event = {"cents": placed.cents, "verdict": found.verdict.value}
    said.append(Said(text, because, "dealer-wager-decided", data=event))
    own = replace(hand_at(opened, DEALER), verdict=found.verdict.value)
    opened = replace(with_hand(opened, own), settled=True)
    if found.verdict is Verdict.WON:
        return Step(passed_over(opened), said=tuple(said))
    lost = found.verdict is Verdict.LOST
    move = Move(LAYOUT, CENTRE if lost else INVENTORY, placed.cents)
    left = tuple(each for each in opened.placed if each is not placed)
    centre = opened.centre_cents + (placed.cents if lost else 0)
    return Step(passed_over(replace(opened, placed=left, centre_cents=centre)), said=tuple(said), moves=(move,))


def owed_cents(state: State) -> int:
    """The total due to winning wagers at 1 to 1, including the dealer's."""
    return sum(placed.cents for placed in state.placed)


def shortage_cents(state: State) -> int:
    """The shortage of the center."""
    return max(0, owed_cents(state) - state.centre_cents)


def _made_up(state: State) -> tuple[Move, ...]:
    """The bank adds the shortage to the center; with a co-bank the house adds half, and an odd cent."""
    missing, seat = shortage_cents(state), seat_account(state.bank.seat)
    own = -co_bank_share(-missing) if state.bank.co_bank else missing
    parts = ((seat, own), (INVENTORY, missing - own))
    return tuple(Move(source, CENTRE, cents) for source, cents in parts if cents)


def dealer_paid(state: State) -> tuple[Move, ...]:
    """621a.11(p): the dealer's winnings and wager go into the table inventory."""
    placed = dealer_wager(state)
    if placed is None:
        return ()
    return (Move(LAYOUT, INVENTORY, placed.cents), Move(CENTRE, INVENTORY, placed.cents))


def paid_by_bank(rules: Rules, state: State) -> Step[State]:
    """621a.11(o), (q), (r): every winning wager is paid from the center."""
    owed, missing = owed_cents(state), shortage_cents(state)
    because = cites("621a.11(r)" if state.bank.co_bank else "621a.11(o)")
    text = f"The center holds {dollars(state.centre_cents)}, and the winning wagers are owed {dollars(owed)}."
    if missing:
        half = "co-bank and the house each add half of" if state.bank.co_bank else "bank adds"
        text += f" The {half} the missing {dollars(missing)}."
    ours = dealer_paid(state)
    if ours:
        text += f" The dealer is paid {dollars(ours[1].cents)}."
        because = (*because, *cites("621a.11(p)"))
    data = {"centre_cents": state.centre_cents, "owed_cents": owed, "missing_cents": missing}
    said = Said(text, because, "bank-pays", data=data)
    settled = []
    for hand in winners(state):
        placed = wager_on(state, hand.position)
        assert placed is not None, hand
        settled.append(paid(rules, placed, CENTRE, (*won_because(rules, state, hand), *cites("621a.11(q)"))))
    left = max(0, state.centre_cents - owed)
    after = replace(
        state, phase=Phase.COUNTING if left else Phase.COLLECTING, placed=(), centre_cents=left, settled=True
    )
    return Step(after, tuple(settled), (said,), (*_made_up(state), *ours))


def surplus_shared(rules: Rules, state: State) -> Step[State]:
    """621a.11(o), (r): take the vigorish from a surplus, the rest goes to the bank; with a co-bank the house first takes half."""
    surplus, seat = state.centre_cents, seat_account(state.bank.seat)
    ours = surplus - co_bank_share(surplus) if state.bank.co_bank else 0
    vigorish = vigorish_cents(rules, surplus - ours)
    rest = surplus - ours - vigorish
    kept_in = INVENTORY if state.bank.co_bank else VIGORISH  # 621a.11(r) names the table inventory container
    parts = ((INVENTORY, ours), (kept_in, vigorish), (seat, rest))
    word = "co-bank" if state.bank.co_bank else "bank"
    halved = f" {dollars(ours)} to the house," if state.bank.co_bank else ""
    text = f"The center holds {dollars(surplus)}:{halved} {dollars(vigorish)} vigorish, {dollars(rest)} to the {word}."
    data = {"seat": state.bank.seat, "surplus_cents": surplus, "house_cents": ours, "vigorish_cents": vigorish}
    because = cites("621a.11(r)" if state.bank.co_bank else "621a.11(o)", "621a.10(k)")
    said = Said(text, because, "bank-surplus", data={**data, "returned_cents": rest})
    moves = tuple(Move(CENTRE, target, cents) for target, cents in parts if cents)
    return Step(replace(state, phase=Phase.COLLECTING, centre_cents=0), said=(said,), moves=moves)
