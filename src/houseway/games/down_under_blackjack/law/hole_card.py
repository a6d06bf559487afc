"""685a.7(g), (h) and 685a.8: insurance is offered, the reader shows the hole card's range, and two Large cards are exposed."""

from __future__ import annotations

from houseway.core import (
    Asked,
    Choices,
    Choose,
    Option,
    Said,
    Settled,
    Step,
    seat_account,
    seat_number,
)
from houseway.core.frozen import replace
from houseway.core.wagering import collect, pay, undo_collecting
from houseway.equipment.card_reader import FACES, LARGE, LIGHTS, range_of
from houseway.equipment.cards import RANK, card_name
from houseway.games.down_under_blackjack.law import dealer, player_turns
from houseway.games.down_under_blackjack.law.ending import remove_hand
from houseway.games.down_under_blackjack.law.points import is_blackjack
from houseway.games.down_under_blackjack.law.state import INSURANCE, LIGHT, PLACE, Hand, Phase, State, then, without
from houseway.games.down_under_blackjack.law.wagers import settle_against_blackjack
from houseway.law import Citation, Rules, cites

INSURE, NO_INSURANCE, EVEN_MONEY = "insure", "no-insurance", "even-money"
WHEN = {
    INSURE: "when the dealer's first card is an ace",
    NO_INSURANCE: "when the dealer's first card is an ace",
    EVEN_MONEY: "when you have a Blackjack and the dealer's first card is an ace",
}

# 685a.8: insurance


def after_deal(state: State) -> State:
    """685a.7(g): with an ace up, insurance is offered; otherwise the hole card goes into the reader."""
    return replace(state, phase=Phase.INSURANCE if RANK[state.up] == "A" else Phase.READER)


def insurance_asked(rules: Rules, state: State) -> Choices:
    """685a.8(a): the players who have not answered yet, in any order."""
    waiting = [hand for hand in state.hands if hand.seat not in state.answered]
    return Choices(tuple(_offered(rules, state, hand) for hand in waiting), cites("685a.7(g)", "685a.8(a)"))


def insurance_most(rules: Rules, bet_cents: int) -> int:
    """685a.8(b): the maximum insurance: half of the Bet, or the next amount above it that chips can make."""
    chip = int(rules.option("chip_cents"))
    return -(-bet_cents // (rules.number("insurance_parts") * chip)) * chip


def _offered(rules: Rules, state: State, hand: Hand) -> Asked:
    most = insurance_most(rules, player_turns.bet_of(state, hand.seat).cents)
    options = [
        Option(INSURE, cites("685a.8(b)"), int(rules.option("chip_cents")), most),
        Option(NO_INSURANCE, cites("685a.8(a)")),
    ]
    if is_blackjack(hand.cards) and rules.reading("even_money") != "not-offered":
        options.append(Option(EVEN_MONEY, cites("685a.7(g)")))
    return Asked(seat_account(hand.seat), tuple(options))


def answered(rules: Rules, state: State, fact: Choose) -> Step[State]:
    """A player insures, declines, or takes even money for a Blackjack."""
    seat = seat_number(fact.who)
    hand = next(each for each in state.hands if each.seat == seat)
    state = replace(state, answered=(*state.answered, seat))
    match fact.choice:
        case "insure":
            step = player_turns.place_added(state, hand, INSURANCE, fact.cents)
        case "even-money":
            step = _even_money(rules, state, hand)
        case _:
            step = Step(state)
    after = step.state
    if all(each.seat in after.answered for each in after.hands):
        step = replace(step, state=replace(after, phase=Phase.READER))
    return step


def _even_money(rules: Rules, state: State, hand: Hand) -> Step[State]:
    """The Bet on a Blackjack is paid 1 to 1 at once."""
    because, bet = cites("685a.7(g)"), player_turns.bet_of(state, hand.seat)
    won = (pay(bet, rules.payout("bet"), because),)
    after, taken = remove_hand(without(state, won, (bet,)), hand, because)
    return Step(after, won, after=taken)


def insurance_lost(state: State) -> Step[State]:
    """685a.8(d): without a Blackjack, collect insurance before any further card, starting at the dealer's right."""
    insured = [placed for placed in state.placed if placed.id == INSURANCE]
    gone = tuple(sorted(insured, key=lambda placed: -placed.seat))
    lost = tuple(collect(placed, cites("685a.8(d)")) for placed in gone)
    return Step(replace(without(state, lost, gone), uninsured=gone), lost)


def insured_again(rules: Rules, state: State) -> tuple[State, tuple[Settled, ...]]:
    """After a wrong light, put the insurance it collected back on the layout, if (d) is read so.

    Each settlement is reversed by one of the opposite amount, so that the sum of all settlements stays right.
    """
    if rules.reading("insurance_after_wrong_light") != "hole-card-decides" or state.hole:
        return state, ()
    back = state.uninsured
    undone = tuple(undo_collecting(placed, cites("685a.8(a)", "685a.12(h)")) for placed in back)
    return replace(state, placed=(*state.placed, *back), uninsured=()), undone


# 685a.7(h): the reader


def read(rules: Rules, state: State, found: str) -> Step[State]:
    """Announce the range and place the dealer's hand in its area. Two Large cards are exposed before anybody acts."""
    light = LIGHTS[found]
    if not state.cards.shoe.among(FACES[found]):
        text = f"The card reader lights {light}, but every {found} card has been seen."
        said = Said(text, _why(found), "result", data={"range": found})
        return then(Step(state, said=(said,)), light_was_wrong(rules, replace(state, phase=Phase.PLAYERS)))
    state = replace(state, hole_range=found)
    text = f"The card reader lights {light}: the hole card is {found}."
    said = Said(text, _why(found), "result", data={"range": found, "area": found})
    if range_of(state.up) == found == LARGE:
        return Step(replace(state, phase=Phase.EXPOSING), said=(said,))
    return then(Step(state, said=(said,)), _play(rules, state))


def _why(found: str) -> tuple[Citation, ...]:
    item = list(LIGHTS).index(found) + 1
    return cites("685a.7(h)", f"685a.3(d)[range {item}]")


def shown(rules: Rules, state: State, card: str, misplaced: bool = False) -> Step[State]:
    """Turn up the hole card, because both cards are Large or all players are done; `misplaced`: it was in the wrong area."""
    early = state.phase is Phase.EXPOSING
    wrong_light = state.hole_range not in ("", range_of(card))
    if wrong_light or misplaced:
        return _found_wrong(rules, state, card, wrong_light)
    state = dealer.turned(rules, state, card)
    text = f"The hole card is {card_name(card)}: {dealer.counted(rules, state)}."
    because = cites("685a.7(h)") if early else cites("685a.7(l)")
    why = (*because, *dealer.why_counted(rules, state))
    said = Said(text, why, "result", data={"place": "dealer", "hole": True})
    if not early:
        lost = Step(state) if is_blackjack(state.dealer) else insurance_lost(state)
        return then(replace(lost, said=(said,)), dealer.go_on(rules, lost.state))
    if is_blackjack(state.dealer):
        blackjack = Said("The dealer has a Blackjack: no more cards are dealt.", because, "blackjack")
        over = dealer.settled(settle_against_blackjack(rules, state), state, stood=False)
        return then(Step(state, said=(said, blackjack)), over)
    return then(Step(state, said=(said,)), _play(rules, state))


def light_was_wrong(rules: Rules, state: State) -> Step[State]:
    """685a.12(h): the cards seen contradict the light for the hole card: the dealer decides hand by hand."""
    before, undone = insured_again(rules, state)
    said = Said("The light was wrong: the dealer decides hand by hand.", cites("685a.12(h)"))
    hands = tuple(replace(hand, ruling=True) for hand in before.hands)
    after = replace(before, hands=hands, hole_range="", ruled=(*before.ruled, LIGHT))
    return Step(after, undone, (said,))


def _found_wrong(rules: Rules, state: State, card: str, light: bool) -> Step[State]:
    """685a.12(h): the card shows that the light was wrong, or it was in the wrong area: before anything is settled, the dealer
    decides hand by hand."""
    because = cites("685a.7(h)") if state.phase is Phase.EXPOSING else cites("685a.7(l)")
    told = f"it is not {state.hole_range}, as the light said" if light else "it was in the wrong place"
    before, undone = insured_again(rules, state) if light else (state, ())
    after = dealer.turned(rules, before, card)
    lost = Step(after) if is_blackjack(after.dealer) else insurance_lost(after)
    text = f"The hole card is {card_name(card)}: {dealer.counted(rules, after)}."
    why = (*because, *dealer.why_counted(rules, after))
    shown_now = Said(text, why, "result", data={"place": "dealer", "hole": True})
    ruling = Said(f"The hole card: {told}. The dealer decides hand by hand.", cites("685a.12(h)"))
    hands = tuple(replace(hand, ruling=True) for hand in lost.state.hands)
    ruled = (*lost.state.ruled, LIGHT if light else PLACE)
    step = Step(replace(lost.state, hands=hands, ruled=ruled), (*undone, *lost.settled), (shown_now, ruling))
    return step if hands else then(step, after_ruling(rules, step.state))


def after_ruling(rules: Rules, state: State) -> Step[State]:
    """Once the dealer has decided about every hand: a hole card that was being exposed is known, and the players act."""
    if state.phase is not Phase.EXPOSING:
        return (dealer.go_on if state.phase is Phase.DEALER else player_turns.onward)(rules, state)
    if not state.hole:
        return Step(state)
    if is_blackjack(state.dealer):
        return dealer.settled(settle_against_blackjack(rules, state), state, stood=False)
    return _play(rules, state)


def _play(rules: Rules, state: State) -> Step[State]:
    """Without a Blackjack, collect insurance and let the players act."""
    lost = insurance_lost(state)
    return then(lost, player_turns.onward(rules, replace(lost.state, phase=Phase.PLAYERS)))
