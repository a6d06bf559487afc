"""The refusals of 685a, act by act, beyond the core's own checks."""

from __future__ import annotations

from houseway.cardroom.refusals import (
    Paragraphs,
    refuse_alone,
    refuse_common,
    refuse_deal,
    refuse_repairer,
    refuse_twice,
)
from houseway.core import (
    Choose,
    Fact,
    Irregularity,
    NoMoreBets,
    Refusal,
    Repaired,
    Result,
    Role,
    Stepped,
    Wager,
    seat_account,
)
from houseway.core.boxes import refuse_box
from houseway.equipment.card_reader import READER
from houseway.equipment.cards import FACE_DOWN
from houseway.games.down_under_blackjack.law import steps
from houseway.games.down_under_blackjack.law.dealing import TURN, awaited
from houseway.games.down_under_blackjack.law.hole_card import EVEN_MONEY, INSURE
from houseway.games.down_under_blackjack.law.irregularities import IRREGULARITIES
from houseway.games.down_under_blackjack.law.player_turns import HIT, needs_card
from houseway.games.down_under_blackjack.law.points import POINTS
from houseway.games.down_under_blackjack.law.state import (
    BET,
    BUST,
    DOUBLE,
    DOUBLED,
    FULL,
    INSURANCE,
    MATCH,
    ONE_CARD,
    SPLIT,
    Hand,
    Phase,
    State,
    acting,
)
from houseway.law import Rules, cites
from houseway.law.roles import role_name
from houseway.money import dollars

WHERE = Paragraphs(untouched=cites("685a.6(c)"), deals=cites("685a.7(b)"), irregularities=cites("685a.12"))


def refuse_act(rules: Rules, state: State, fact: Fact) -> Refusal | None:
    """Why an act is unlawful, or None."""
    match fact:
        case Wager():
            return _wager(rules, state, fact)
        case NoMoreBets():
            return _no_more_bets(rules, state, fact)
        case Choose():
            return _no_bet(state, fact) or _choose(rules, fact) or _barred_choice(rules, state, fact)
        case Result(data=data) if "wrong" in data and awaited(state) != TURN:
            return Refusal(
                "only a hole card that is being turned up can have been in the wrong place", cites("685a.12(h)")
            )
        case Result(data=data) if "wrong" in data and rules.reading("misread_until") == "hole-card":
            return Refusal("a wrong place is reported before the hole card is turned up", cites("685a.12(h)"))
        case Result(value=card, by=by, at=at) if state.phase is Phase.BETTING and by in ("", "dealer"):
            burned = card == FACE_DOWN or state.stray
            return None if burned else _no_more_bets(rules, state, NoMoreBets(Role.DEALER, at))
        case Stepped():
            return steps.refuse(rules, state, fact)
        case Repaired(device=device) if device == READER:
            return refuse_repairer(fact, cites("685a.12(i)"))
        case Irregularity(cite="685a.12(e)"):
            return Refusal("an empty shoe is not reported: the table detects it", cites("685a.12(e)"))
    return refuse_common(rules, state, fact, WHERE, IRREGULARITIES)


def _no_more_bets(rules: Rules, state: State, fact: NoMoreBets) -> Refusal | None:
    if fact.by != "dealer":
        return Refusal(
            f"the dealer ends the betting and deals, not {role_name(fact.by)}", cites("685a.6(c)", "685a.7(e)")
        )
    inspected = steps.not_inspected(rules, state, fact) if state.placed else None
    return inspected or refuse_deal(rules, state, fact, "a Bet Wager", cites("685a.6(d)"))


NOT_YET = {
    INSURANCE: ("insurance can be made only when the dealer's first card is an ace", "685a.8(a)"),
    DOUBLE: ("a Double Down Wager can be made only on a hand's first two cards, on its turn", "685a.9(a)"),
    SPLIT: ("a pair can be split only on its turn, after its two cards are dealt", "685a.10(a)"),
}


def _wager(rules: Rules, state: State, fact: Wager) -> Refusal | None:
    """A verbal wager comes with cash, which becomes chips at once, and the dealer confirms it."""
    if fact.how == "verbal" and not (fact.confirmed and fact.cash_cents >= fact.cents):
        wanted = f'"cash_cents": {fact.cents} or more, and "confirmed": true'
        reason = f"a verbal wager is accompanied by cash and confirmed by the dealer: note {wanted}"
        return Refusal(reason, cites("685a.6(a)"))
    if fact.id in NOT_YET:
        reason, cite = NOT_YET[fact.id]
        return Refusal(reason, cites(cite))
    twice = refuse_twice(state.placed, fact, cites("685a.6(c)"))
    if twice is not None:
        return twice
    player = fact.player or fact.seat
    if player in state.barred:
        reason = f"seat {player} sat out a round: it may wager again after the next shuffle, or if the holder allows it"
        return Refusal(reason, cites("685a.6(b)"))
    alone = None
    if fact.id == MATCH:
        names, because = ("Match-the-Dealer Wager", "Bet Wager"), cites("685a.6(d)", "685a.6(e)")
        alone = refuse_alone(state.placed, fact, BET, names, because)
    return alone or refuse_box(state.placed, fact, int(rules.option("adjacent_boxes")), cites("685a.6(f)"))


def _no_bet(state: State, fact: Choose) -> Refusal | None:
    """685a.8(a): insurance and even money are for a player in this round."""
    insures = fact.choice in (INSURE, EVEN_MONEY) and state.phase is Phase.INSURANCE
    if not insures or any(fact.who == seat_account(placed.seat) for placed in state.placed if placed.id == BET):
        return None
    return Refusal("there is no Bet Wager in this round to insure", cites("685a.8(a)"))


def _choose(rules: Rules, fact: Choose) -> Refusal | None:
    chip = int(rules.option("chip_cents"))
    if fact.choice in (INSURE, DOUBLE) and fact.cents % chip:
        reason = f"{dollars(fact.cents)} is not a whole number of chips; the smallest chip is {dollars(chip)}"
        return Refusal(reason, cites("685a.8(b)" if fact.choice == INSURE else "685a.6(a)"))
    return None


NO_MORE_CARDS = {
    FULL: ("a hand of 21, hard or soft, may not draw", "685a.7(k)(1)"),
    DOUBLED: ("a hand that was doubled down draws only one card", "685a.7(k)(2)"),
    BUST: ("a hand draws only while it counts less than 21", "685a.7(k)"),
    ONE_CARD: ("each ace of a split pair receives only one card", "685a.10(e)"),
}


def _barred_choice(rules: Rules, state: State, fact: Choose) -> Refusal | None:
    """A choice that its own paragraph closes to this hand, or None."""
    now = acting(state) if state.phase is Phase.PLAYERS else None
    if now is not None and fact.who == seat_account(now.seat) and not needs_card(now):
        return _on_turn(now, fact.choice)
    over = [hand.status for hand in state.hands if fact.who == seat_account(hand.seat) and hand.status in NO_MORE_CARDS]
    if fact.choice not in (HIT, DOUBLE) or not over:
        return None
    reason, cite = NO_MORE_CARDS[over[-1]]
    return Refusal(reason, cites(cite))


def _on_turn(hand: Hand, choice: str) -> Refusal | None:
    """685a.9(a), 685a.10(a), (c): doubling on the first two cards, one split of two cards of one value."""
    first_two = len(hand.cards) == 2
    if choice == DOUBLE and not first_two:
        return Refusal("doubling down is for the first two cards of a hand, before it draws", cites("685a.9(a)"))
    if choice == SPLIT and hand.part:
        return Refusal("a player splits pairs only once, for two hands in all", cites("685a.10(c)"))
    if choice == SPLIT and not (first_two and POINTS[hand.cards[0]] == POINTS[hand.cards[1]]):
        return Refusal("only first two cards that are identical in value can be split", cites("685a.10(a)"))
    return None
