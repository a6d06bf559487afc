"""685a.6 to 685a.11: the wagers, and how each result settles them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from houseway.core import INVENTORY, LAYOUT, Move, Offer, Placed, Refusal, Settled, Verdict
from houseway.core.frozen import replace
from houseway.core.offers import Multiple
from houseway.core.wagering import collect, find, give_back, pay, settle
from houseway.equipment.cards import RANK
from houseway.games.down_under_blackjack.law.points import is_blackjack, player_total, two_large
from houseway.games.down_under_blackjack.law.state import BET, DOUBLE, INSURANCE, MATCH, SPLIT, Hand, State, wagers_of
from houseway.law import Citation, Payout, Rules, cites
from houseway.money import Cents, dollars

Because = tuple[Citation, ...]


@lru_cache(maxsize=64)
def catalogue(rules: Rules) -> Mapping[str, Offer]:
    """685a.6(d), (e), 685a.8, 685a.9 and 685a.10: the permissible wagers."""
    bet, blackjack, insurance = (rules.payout(line) for line in ("bet", "blackjack", "insurance"))
    chip = int(rules.option("chip_cents"))
    says = f"it must be a whole number of chips, and the smallest chip is {dollars(chip)}"
    chips = Multiple(chip, says, (rules.edition.options["chip_cents"].cite,))
    placed = Multiple(chip, says, cites("685a.6(a)"))  # value chips are placed on the layout
    offers = [
        Offer(BET, BET, "Bet Wager", "The hand beats the dealer's without going over 21.", Citation("685a.6(d)"),
              (bet, blackjack), multiple=placed),
        Offer(INSURANCE, INSURANCE, "Insurance Wager", "With an ace up, the hole card counts 10.", Citation("685a.8(a)"),
              (insurance,), multiple=chips),
        Offer(DOUBLE, DOUBLE, "Double Down Wager", "The hand wins with one more card.", Citation("685a.9(a)"), (bet,),
              multiple=placed),
        Offer(SPLIT, SPLIT, "Split Wager", "The second hand of a split pair wins.", Citation("685a.10(a)"), (bet,)),
    ]  # fmt: skip
    if not withheld(rules):
        lines = tuple(rules.payout(f"match-{suited}-{rules.option('decks')}") for suited in ("suited", "unsuited"))
        says = "One or both of the first two cards have the rank of the dealer's up card."
        cite, name = Citation("685a.6(e)"), "Match-the-Dealer Wager"
        offers.append(Offer(MATCH, MATCH, name, says, cite, lines, multiple=placed))
    return {offer.id: offer for offer in offers}


@lru_cache(maxsize=64)
def withheld(rules: Rules) -> Mapping[str, Refusal]:
    """685a.6(e): Match-the-Dealer, if the submission does not offer it."""
    if rules.option("match_the_dealer"):
        return {}
    lawful = rules.names("decks_match")
    few = f": with {rules.option('decks')} decks it may not" if str(rules.option("decks")) not in lawful else ""
    return {MATCH: Refusal(f"this table does not offer the Match-the-Dealer Wager{few}", cites("685a.6(e)"))}


def instrument(rules: Rules) -> bool:
    """685a.6(a): may something else be wagered than value chips and plaques? The submission names it, and its approval."""
    return str(rules.option("wagering_instrument")).strip().lower() not in ("", "none")


# 685a.7(f): Match-the-Dealer


def match_lines(rules: Rules, cards: tuple[str, ...], up: str) -> tuple[Payout, ...]:
    """Match by rank, so a ten does not match a king; pay each matching card, or only the better one (a reading)."""
    decks = rules.option("decks")
    found = [
        rules.payout(f"match-{'suited' if card == up else 'unsuited'}-{decks}")
        for card in cards
        if RANK[card] == RANK[up]
    ]
    if rules.reading("match_both") == "once":
        found = sorted(found, key=lambda payout: payout.odds.ratio)[-1:]
    return tuple(found)


def settle_match(rules: Rules, state: State, hand: Hand) -> tuple[Settled, ...]:
    """685a.7(f), 685a.11(c): settle the Match-the-Dealer Wager of one box, if any."""
    placed = find(state.placed, hand.seat, MATCH)
    if placed is None:
        return ()
    lines = match_lines(rules, hand.cards, state.up)
    if not lines:
        return (collect(placed, cites("685a.7(f)")),)
    won = [line.odds.winnings(Cents(placed.cents)) or 0 for line in lines]
    moves = (Move(LAYOUT, placed.purse, placed.cents), Move(INVENTORY, placed.purse, sum(won)))
    over = settle(placed, Verdict.WON, moves, (Citation("685a.7(f)"), lines[0].cite))
    return (replace(over, about={"lines": [line.line for line in lines]}),)


# 685a.7(h), 685a.8, 685a.9(b), 685a.10(d): the dealer has a Blackjack


def settle_against_blackjack(rules: Rules, state: State) -> tuple[Settled, ...]:
    """Collect Bets, or return them to a Blackjack; pay insurance; return wagers added to a Bet."""
    settled: list[Settled] = []
    for seat in sorted({placed.seat for placed in state.placed}, reverse=True):
        for hand in reversed([each for each in state.hands if each.seat == seat]):
            drawn = is_blackjack(hand.cards) and not hand.part
            settled += [_against_blackjack(placed, drawn) for placed in wagers_of(state, hand)]
        insured = find(state.placed, seat, INSURANCE)  # a dead hand's insurance counts too: the hole card decides it
        if insured is not None:
            settled.append(pay(insured, rules.payout("insurance"), cites("685a.8(a)", "685a.8(c)")))
    return in_order(rules, settled)


def _against_blackjack(placed: Placed, blackjack: bool) -> Settled:
    if placed.id == DOUBLE:
        return give_back(placed, cites("685a.9(b)"))
    if placed.id == SPLIT:
        return give_back(placed, cites("685a.10(d)"))
    return give_back(placed, cites("685a.7(h)(1)")) if blackjack else collect(placed, cites("685a.7(h)(2)"))


# 685a.7(n) to (r): the dealer's count


def settle_all(rules: Rules, state: State, dealer: int) -> tuple[Settled, ...]:
    """Settle every hand against the dealer's count, starting at the dealer's right."""
    return in_order(rules, [each for hand in reversed(state.hands) for each in settle_hand(rules, state, hand, dealer)])


def settle_hand(rules: Rules, state: State, hand: Hand, dealer: int) -> tuple[Settled, ...]:
    """Settle all wagers on one hand the same way; a reading decides what a dealer's 22 does to a Double Down Wager."""
    on_22 = dealer == rules.number("dealer_returns")
    verdict, because = (_against_22 if on_22 else _compared)(rules, hand, dealer)
    settled = tuple(
        _settled(rules, placed, _doubled_on_22(rules, verdict) if on_22 and placed.id == DOUBLE else verdict, because)
        for placed in wagers_of(state, hand)
    )
    return tuple(replace(each, about={"hand": hand.part}) if hand.part else each for each in settled)


def _settled(rules: Rules, placed: Placed, verdict: Verdict, because: Because) -> Settled:
    if verdict is Verdict.WON:
        return pay(placed, rules.payout("bet"), because)
    return collect(placed, because) if verdict is Verdict.LOST else give_back(placed, because)


def _against_22(rules: Rules, hand: Hand, dealer: int) -> tuple[Verdict, Because]:
    """685a.7(n)(1): a 21 or two original Large cards are paid, the rest returned; a hand over 21 is a reading."""
    total, most = player_total(rules, hand.cards), rules.number("blackjack_points")
    if total > most and rules.reading("bust_on_22") == "lose":
        return Verdict.LOST, cites("685a.7(n)(1)", "685a.7(q)(1)")
    paid = total == most or (total < most and two_large(rules, hand.cards, bool(hand.part)))
    return (Verdict.WON if paid else Verdict.RETURNED), cites("685a.7(n)(1)")


def _doubled_on_22(rules: Rules, verdict: Verdict) -> Verdict:
    """685a.7(n)(1) pays Bet Wagers: a Double Down Wager is paid with them, or returned (a reading)."""
    returned = verdict is Verdict.WON and rules.reading("double_on_22") == "returned"
    return Verdict.RETURNED if returned else verdict


def _compared(rules: Rules, hand: Hand, dealer: int) -> tuple[Verdict, Because]:
    """685a.7(o) to (q): the nearer to 21 wins, over 21 loses."""
    total, most = player_total(rules, hand.cards), rules.number("blackjack_points")
    if total > most:
        return Verdict.LOST, cites("685a.7(q)(1)")
    if dealer > most:
        return Verdict.WON, cites("685a.7(o)(1)")
    if total > dealer:
        return Verdict.WON, cites("685a.7(o)(2)")
    if total == dealer:
        return Verdict.RETURNED, cites("685a.7(p)")
    return Verdict.LOST, cites("685a.7(q)(2)")


def in_order(rules: Rules, settled: Iterable[Settled]) -> tuple[Settled, ...]:
    """685a.7(r): seat by seat, or all losing wagers first and then the others in the same order."""
    if rules.option("settlement") == "seat-by-seat":
        return tuple(settled)
    return tuple(sorted(settled, key=lambda each: each.result is not Verdict.LOST))
