"""621a.11(a) to (h): the seats that may take the bank, its cover, co-banking, and the dealer's wager."""

from __future__ import annotations

from houseway.core import Choose, Option, Refusal, Said, Step
from houseway.core.frozen import replace
from houseway.games.pai_gow.law.deliveries import cut_order, read_cut, refuse_cut
from houseway.games.pai_gow.law.state import (
    HOUSE,
    Against,
    Bank,
    Phase,
    State,
    banked,
    dealer_wager,
    player_of,
    players_wagers,
)
from houseway.games.pai_gow.law.vigorish import whole_cents
from houseway.law import Rules, cites
from houseway.law.submission import LARGEST_CENTS
from houseway.money import dollars

TAKE, PASS, CUT, CO_BANK, DEALER_WAGER = "bank", "pass-bank", "cut", "co-bank", "dealer-wager"
CHOICES = (TAKE, PASS, CUT, CO_BANK, DEALER_WAGER)


# Who is offered the bank


def idle_options(rules: Rules) -> tuple[str, ...]:
    """621a.11(e), (h): co-banking and the dealer's wager are about a player's bank; without one they have no effect."""
    return () if player_bank(rules) else ("co_bank", "dealer_wager_cents")


def player_bank(rules: Rules) -> bool:
    """621a.11(a): does the Rules Submission let players bank?"""
    return bool(rules.option("player_bank"))


def against_dealer(state: State, seat: int) -> int:
    """A player's wager in the last round that the house banked; 0 if none."""
    return next((each.cents for each in state.bank.against if each.seat == seat), 0)


def refuse_as_bank(rules: Rules, state: State, seat: int) -> Refusal | None:
    """Why a player cannot bank this round, whatever the wagers."""
    if not player_bank(rules):
        return Refusal("players do not bank at this table", cites("621a.11(a)"))
    if state.first_round:
        return Refusal("no player banks the first round of a game", cites("621a.11(b)"))
    if seat == state.bank.last:
        return Refusal(f"seat {seat} banked the last round, and nobody banks two in a row", cites("621a.11(c)"))
    if not against_dealer(state, seat):
        reason = f"seat {seat} made no wager against the dealer in the last round that no player banked"
        return Refusal(reason, cites("621a.11(d)(1)"))
    return None


def offer_order(rules: Rules, state: State) -> tuple[int, ...]:
    """621a.11(c): who may bank, counterclockwise from the player whose turn it is; nobody on the dealer's turn."""
    able = [seat for seat in range(1, rules.boxes + 1) if refuse_as_bank(rules, state, seat) is None]
    first = next((seat for seat in able if seat >= state.bank.first), None)
    if first is None:
        return ()
    return (*(seat for seat in able if seat >= first), *(seat for seat in able if seat < first))


def offered(rules: Rules, state: State) -> int:
    """The player who is asked now; 0 if all have passed or cannot cover, or there already is a bank."""
    if banked(state):
        return HOUSE
    asked = (seat for seat in offer_order(rules, state) if seat not in state.bank.passed)
    return next((seat for seat in asked if _refuse_too_poor(rules, state, seat) is None), HOUSE)


def not_counted_now(rules: Rules, state: State) -> str:
    """The odds of a wager are against the house way; a player who banks may set the tiles otherwise."""
    if banked(state):
        return f"seat {state.bank.seat} banks this round"
    return "a player may take the bank" if player_bank(rules) and offer_order(rules, state) else ""


def after_round(rules: Rules, state: State) -> Bank:
    """The next round's offer: it moves on one player, goes to the dealer after the last one, then starts over."""
    order = offer_order(rules, state)
    first = order[0] + 1 if order else 1
    if rules.reading("rotation") == "after-the-bank" and order:
        first = state.bank.seat + 1 if banked(state) else order[0]
    return Bank(first=first, last=state.bank.seat, against=_last_wagers(rules, state))


def _last_wagers(rules: Rules, state: State) -> tuple[Against, ...]:
    """621a.11(d)(1), (h): what each player last wagered against the dealer, on the own box or on all boxes (a reading)."""
    if banked(state):
        return state.bank.against
    every = rules.reading("last_wager") == "all-boxes"
    wagered = [hand for hand in state.hands if hand.cents]
    own = [hand for hand in wagered if hand.player == hand.position]
    return tuple(
        Against(hand.player, sum(each.cents for each in (wagered if every else own) if each.player == hand.player))
        for hand in own
    )


def as_before(bank: Bank) -> Bank:
    """After a void round, the offer starts where it started before."""
    return Bank(first=bank.first, last=bank.last, against=bank.against)


# What it must cover


def cover_cents(rules: Rules, state: State, more_cents: int = 0) -> int:
    """The amount that the bank must have on the table for the wagers of the other players."""
    wagers = sum(placed.cents for placed in players_wagers(state)) + more_cents
    half = state.bank.co_bank and rules.reading("co_bank_cover") == "half"
    return -(-wagers // 2) if half else wagers


def _refuse_too_poor(rules: Rules, state: State, seat: int) -> Refusal | None:
    """621a.11(d)(2): a player's total chips at the table, including own wagers that may come down, against the others' wagers."""
    if not state.purses:
        return None
    others = [placed.cents for placed in players_wagers(state) if player_of(placed) != seat]
    own = sum(placed.cents for placed in players_wagers(state)) - sum(others)
    has, needed = state.purses[seat - 1] + own, max(sum(others), rules.min_cents)
    if has >= needed:
        return None
    what = "the wagers of the other players" if sum(others) == needed else "the least wager"
    reason = f"seat {seat} has {dollars(has)} at the table, and that does not cover {what}, {dollars(needed)}"
    return Refusal(reason, cites("621a.11(d)(2)"))


def refuse_uncovered(rules: Rules, state: State, more_cents: int) -> Refusal | None:
    """621a.11(d)(2): refuse a wager that a player's bank could not cover with the others."""
    needed = cover_cents(rules, state, more_cents)
    if not banked(state) or needed <= state.bank.chips_cents:
        return None
    reason = f"the bank has {dollars(state.bank.chips_cents)} on the table and would have to cover {dollars(needed)}"
    return Refusal(reason, cites("621a.11(d)(2)"))


def refuse_bank(rules: Rules, state: State, seat: int, cents: int) -> Refusal | None:
    """621a.11(b) to (d): may this player take the bank now, with these chips on the table?"""
    refusal = refuse_as_bank(rules, state, seat)
    if refusal is not None:
        return refusal
    if not banked(state):
        refusal = _refuse_too_poor(rules, state, seat)
    if refusal is not None:
        return refusal
    if seat != offered(rules, state):
        return _not_offered(rules, state)
    if any(seat in (placed.seat, player_of(placed)) for placed in players_wagers(state)):
        reason = "the bank plays its own box without a wager: take down its wagers first"
        return Refusal(reason, cites("621a.11(f)"))
    needed = cover_cents(rules, state)
    if not state.purses and cents < needed:
        reason = f"{dollars(cents)} does not cover the wagers of the other players, {dollars(needed)}"
        return Refusal(reason, cites("621a.11(d)(2)"))
    return None


def _not_offered(rules: Rules, state: State) -> Refusal:
    """Say whose turn it is instead."""
    if banked(state):
        return Refusal(f"seat {state.bank.seat} is the bank of this round", cites("621a.11(c)"))
    asked = offered(rules, state)
    turn = f"the bank is offered to seat {asked} now" if asked else "the house banks this round"
    return Refusal(turn, cites("621a.11(c)"))


# The dealer's own wager


def standard_wager_cents(rules: Rules, state: State) -> int:
    """621a.11(h): the dealer's wager unless the bank directs another."""
    cents = int(rules.option("dealer_wager_cents")) or against_dealer(state, state.bank.seat)
    return cents - cents % whole_cents(rules)


def directed_cents(rules: Rules, state: State) -> int:
    """The dealer's wager against the bank as directed: the standard amount, or less if the bank said so."""
    if not banked(state) or state.bank.co_bank:
        return 0
    return standard_wager_cents(rules, state) if state.bank.dealer_cents < 0 else state.bank.dealer_cents


def dealer_wager_cents(rules: Rules, state: State) -> int:
    """The dealer's wager against the bank: as directed, but never more than the bank's chips cover."""
    cents = min(directed_cents(rules, state), state.bank.chips_cents - cover_cents(rules, state))
    return max(0, cents - cents % whole_cents(rules))


# The bank's choices


def options(rules: Rules, state: State, seat: int) -> tuple[Option, ...]:
    """A player's choices about the bank during betting."""
    if seat == offered(rules, state):
        taking = Option(TAKE, cites("621a.11(c)", "621a.11(d)(2)"), rules.min_cents, LARGEST_CENTS)
        return (taking, Option(PASS, cites("621a.11(c)")))
    if seat != state.bank.seat:
        return ()
    found = [] if state.order else [Option(CUT, cites("621a.11(g)"))]
    if rules.option("co_bank") and not state.bank.co_bank:
        found.append(Option(CO_BANK, cites("621a.11(e)")))
    if not state.bank.co_bank:
        found.append(Option(DEALER_WAGER, cites("621a.11(h)"), 0, standard_wager_cents(rules, state)))
    return tuple(found)


def refuse(rules: Rules, state: State, seat: int, fact: Choose) -> Refusal | None:
    """Why a choice about the bank is unlawful, also for players who were not asked, so that they get the reason."""
    if fact.choice == TAKE:
        return refuse_bank(rules, state, seat, fact.cents)
    if fact.choice == PASS:
        return None if seat == offered(rules, state) else _not_offered(rules, state)
    if not banked(state) or seat != state.bank.seat:
        return Refusal(f"only the player who banks may choose {fact.choice}", cites(PARAGRAPHS[fact.choice]))
    if fact.choice == CUT:
        if state.order:
            return Refusal("the bank may cut the stacks only once and has already done so", cites("621a.11(g)"))
        return refuse_cut(*read_cut(fact.data))
    if fact.choice == CO_BANK and not rules.option("co_bank"):
        return Refusal("the house does not co-bank at this table", cites("621a.11(e)"))
    if fact.choice == DEALER_WAGER and state.bank.co_bank:
        return Refusal("with a co-bank the dealer makes no wager", cites("621a.11(e)", "621a.11(h)"))
    if fact.choice == DEALER_WAGER and fact.cents % whole_cents(rules):
        return Refusal(f"{dollars(fact.cents)} is not a multiple of {dollars(whole_cents(rules))}", cites("621a.10(k)"))
    return None


PARAGRAPHS = {CUT: "621a.11(g)", CO_BANK: "621a.11(e)", DEALER_WAGER: "621a.11(h)"}


def chosen(rules: Rules, state: State, seat: int, fact: Choose) -> Step[State]:
    """Apply a choice about the bank."""
    bank = state.bank
    match fact.choice:
        case "bank":
            chips = state.purses[seat - 1] if state.purses else fact.cents  # all that it has at the table covers
            taken = replace(state, shaken=False, bank=replace(bank, seat=seat, chips_cents=chips))
            return marker(taken, "bank", "621a.11(c)")
        case "pass-bank":
            return Step(replace(state, bank=replace(bank, passed=(*bank.passed, seat))))
        case "cut":
            return _cut(state, fact)
        case "co-bank":
            return co_banked(replace(state, bank=replace(bank, co_bank=True)))
    text = (
        f"The bank directs the dealer to wager {dollars(fact.cents)}."
        if fact.cents
        else "The bank directs the dealer not to wager."
    )
    said = Said(text, cites("621a.11(h)"), "dealer-wager-directed", data={"cents": fact.cents})
    return Step(replace(state, bank=replace(bank, dealer_cents=fact.cents)), said=(said,))


def marker(state: State, word: str, cite: str) -> Step[State]:
    """621a.1[Marker]: the marker goes in front of the bank or co-bank."""
    seat = state.bank.seat
    text = f"The {word} marker is placed before seat {seat}."
    said = Said(text, cites(cite, "621a.1[Marker]"), f"{word}-taken", data={"seat": seat})
    return Step(replace(state, style="standard"), said=(said,))


def co_banked(state: State) -> Step[State]:
    """621a.11(e): the house covers half, and the dealer makes no wager and sets the bank's hand."""
    return marker(state, "co-bank", "621a.11(e)")


def _cut(state: State, fact: Choose) -> Step[State]:
    right, left = read_cut(fact.data)
    order = cut_order(right, left)
    ends = (("right", right), ("left", left))
    moved = [f"{', '.join(map(str, stacks))} to the {end}" for end, stacks in ends if stacks]
    cite = "621a.11(g)(2)" if right and left else "621a.11(g)(1)"
    said = Said(f"The bank cuts: stacks {' and '.join(moved)}.", cites(cite), "stacks-cut", data={"order": list(order)})
    return Step(replace(state, order=order), said=(said,))


# Buying in and cashing out


def refuse_cash_out(rules: Rules, state: State, seat: int, left_cents: int) -> Refusal | None:
    """621a.11(d)(2): a bank's chips stay on the table while they must cover wagers."""
    if not banked(state) or seat != state.bank.seat:
        return None
    ours = dealer_wager(state)
    at_risk = cover_cents(rules, state) + (0 if ours is None else ours.cents)
    if left_cents >= at_risk:
        return None
    reason = f"{dollars(left_cents)} would be left, and the bank must cover {dollars(at_risk)}"
    return Refusal(reason, cites("621a.11(d)(2)"))


def bought_in(state: State, seat: int, cents: int) -> Step[State]:
    """Add a bank's buy-in to its chips on the table."""
    if not banked(state) or seat != state.bank.seat:
        return Step(state)
    return Step(replace(state, bank=replace(state.bank, chips_cents=state.bank.chips_cents + cents)))


def cashed_out(rules: Rules, state: State, seat: int, left_cents: int) -> Step[State]:
    """A bank that takes chips away covers less; one left with less than a wager loses the bank."""
    if not banked(state) or seat != state.bank.seat:
        return Step(state)
    chips = min(state.bank.chips_cents, left_cents)
    if state.phase is not Phase.BETTING or chips >= rules.min_cents:
        return Step(replace(state, bank=replace(state.bank, chips_cents=chips)))
    offer = replace(as_before(state.bank), passed=(*state.bank.passed, seat))
    phase = Phase.MIXING if state.order else state.phase  # the next bank cuts for itself, from uncut stacks
    said = lapsed(seat, "it can no longer cover a wager", "621a.11(d)(2)")
    return Step(replace(state, bank=offer, phase=phase), said=(said,))


def lapsed(seat: int, why: str, cite: str) -> Said:
    """A bank that was taken before the round is lost."""
    return Said(f"Seat {seat} is no longer the bank: {why}.", cites(cite), "bank-lapsed", data={"seat": seat})
