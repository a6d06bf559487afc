"""685a.7(i) to (k), 685a.9 and 685a.10: the players act in turn, clockwise from the dealer's left."""

from __future__ import annotations

from houseway.core import LAYOUT, Asked, Choose, Move, Option, Placed, Said, Step, seat_account, seat_number
from houseway.core.frozen import replace
from houseway.core.wagering import find, pay
from houseway.equipment.cards import card_name
from houseway.games.down_under_blackjack.law import dealer
from houseway.games.down_under_blackjack.law.ending import remove_hand
from houseway.games.down_under_blackjack.law.points import ACE, POINTS, is_blackjack, is_soft, player_total
from houseway.games.down_under_blackjack.law.state import (
    BET,
    BUST,
    DOUBLE,
    DOUBLED,
    FIRST,
    FULL,
    ONE_CARD,
    REFUSED,
    SECOND,
    SPLIT,
    STOOD,
    UNTOLD,
    Hand,
    Phase,
    State,
    acting,
    then,
    with_hand,
    without,
)
from houseway.law import Citation, Rules, cites

HIT, STAND, REFUSE_CARD = "hit", "stand", "refuse-card"
SURRENDER = "surrender"  # known from other games: refused rather than unknown
WHEN = {
    STAND: "when it is your turn to act",
    HIT: "when it is your turn to act",
    DOUBLE: "when it is your turn to act on two cards",
    SPLIT: "when it is your turn to act on a pair",
    REFUSE_CARD: "when it is your turn and there is a card drawn in error",
    SURRENDER: "never: this game has no surrender",
}


def bet_of(state: State, seat: int) -> Placed:
    """The Bet Wager of a box that is dealt in."""
    bet = find(state.placed, seat, BET)
    assert bet is not None, "only a box with a Bet Wager is dealt in"
    return bet


def needs_card(hand: Hand) -> bool:
    """Is it due a card: a requested one, or a split hand's second?"""
    return hand.wants or len(hand.cards) == 1


# What a player may choose


def options(rules: Rules, state: State, hand: Hand) -> Asked:
    """685a.7(i)(2), (k): stand, draw, double down or split; there is no surrender."""
    found = [Option(STAND, cites("685a.7(i)(2)")), Option(HIT, cites("685a.7(k)"))]
    found += _double_option(rules, state, hand) + _split_option(state, hand)
    if state.in_error and hand.part != FIRST:
        found.append(Option(REFUSE_CARD, cites("685a.12(c)")))
    return Asked(seat_account(hand.seat), tuple(found))


def _double_option(rules: Rules, state: State, hand: Hand) -> list[Option]:
    """685a.9(a): on the first two cards, up to as much as the Bet."""
    most = bet_of_player(state, hand.seat)
    first_two = len(hand.cards) == 2
    any_chips = rules.reading("double_for_less") == "any-chips"
    least = int(rules.option("chip_cents")) if any_chips else rules.min_cents
    return [Option(DOUBLE, cites("685a.9(a)"), min(least, most), most)] if first_two else []


def _split_option(state: State, hand: Hand) -> list[Option]:
    """685a.10(a), (c): once, on two first cards of the same value, for the amount of the Bet."""
    pair = len(hand.cards) == 2 and POINTS[hand.cards[0]] == POINTS[hand.cards[1]]
    most = bet_of_player(state, hand.seat)
    return [Option(SPLIT, cites("685a.10(a)"), most, most)] if pair and not hand.part else []


def bet_of_player(state: State, seat: int) -> int:
    """The amount of the original Bet, or of the equal split wager if the first hand is dead."""
    wager = find(state.placed, seat, BET) or find(state.placed, seat, SPLIT)
    assert wager is not None
    return wager.cents


def chosen(rules: Rules, state: State, fact: Choose) -> Step[State]:
    """Apply a player's decision."""
    hand = acting(state)
    assert hand is not None and fact.who == seat_account(hand.seat)
    match fact.choice:
        case "stand":
            step = Step(with_hand(state, hand, replace(hand, status=STOOD)))
        case "refuse-card":
            step = Step(_refused(state, hand))
        case "hit":
            step = Step(with_hand(state, hand, replace(hand, wants=True)))
        case "double-down":
            mark = (hand.part,) if hand.part else ()
            step = place_added(
                with_hand(state, hand, replace(hand, wants=True, doubled=True)), hand, DOUBLE, fact.cents, mark
            )
        case _:
            step = split(state, hand, fact.cents)
    return then(step, onward(rules, step.state))


def _refused(state: State, hand: Hand) -> State:
    """685a.12(c): the player gets no more cards in this round, in any box; a Blackjack needs none and is still paid."""
    boxes = {placed.seat for placed in state.placed if placed.purse == bet_purse(state, hand.seat)}
    hands = tuple(
        replace(each, status=REFUSED)
        if each.seat in boxes and not (each.status or needs_card(each) or is_blackjack(each.cards))
        else each
        for each in state.hands
    )
    return replace(state, hands=hands)


def bet_purse(state: State, seat: int) -> str:
    """The purse that the box's chips came from."""
    return next(placed.purse for placed in state.placed if placed.seat == seat)


def place_added(state: State, hand: Hand, wager: str, cents: int, mark: tuple[str, ...] = ()) -> Step[State]:
    """Put the chips of a wager that is made by a choice on the layout."""
    owner = next(placed.player for placed in state.placed if placed.seat == hand.seat)
    placed = Placed(hand.seat, wager, cents, mark, owner)
    return Step(replace(state, placed=(*state.placed, placed)), moves=(Move(placed.purse, LAYOUT, cents),))


def split(state: State, hand: Hand, cents: int) -> Step[State]:
    """685a.10(a): two hands of one card each, the second with a wager of its own."""
    one, two = hand.cards
    pair = Hand(hand.seat, (one,), FIRST), Hand(hand.seat, (two,), SECOND)
    return place_added(with_hand(state, hand, *pair), hand, SPLIT, cents)


# Cards


def drawn(rules: Rules, state: State, card: str, event: str = "result") -> Step[State]:
    """685a.7(j): deal a card to the hand whose turn it is."""
    hand = acting(state)
    assert hand is not None and needs_card(hand)
    after = replace(hand, cards=(*hand.cards, card), wants=False, late=False)
    after = replace(after, status=_status(rules, after))
    sideways = {"sideways": True} if after.doubled else {}  # 685a.9(c)
    count = player_total(rules, after.cards)
    text = f"{hand.name}: {card_name(card)}, {total_text(rules, after)}."
    data = {"place": str(seat_account(hand.seat)), "total": count, **sideways}
    return Step(with_hand(state, hand, after), said=(Said(text, why_drawn(hand), event, data=data),))


def why_drawn(hand: Hand) -> tuple[Citation, ...]:
    """The paragraph that deals it a card."""
    if hand.late:
        return cites("685a.12(g)")
    if hand.doubled:
        return cites("685a.7(k)(2)", "685a.9(c)")
    return cites("685a.10(b)") if len(hand.cards) == 1 else cites("685a.7(j)")


def _status(rules: Rules, hand: Hand) -> str:
    """685a.7(k), 685a.10(e): may its player still act?"""
    total, most = player_total(rules, hand.cards), rules.number("blackjack_points")
    if total >= most:
        return BUST if total > most else FULL
    if hand.doubled:
        return DOUBLED
    return ONE_CARD if hand.part and POINTS[hand.cards[0]] == ACE else ""


def total_text(rules: Rules, hand: Hand) -> str:
    """A hand's count as text."""
    total = player_total(rules, hand.cards)
    if hand.status == BUST:
        return f"{total}, over {rules.number('blackjack_points')}"
    return f"soft {total}" if is_soft(rules, hand.cards) else str(total)


def prompt_lines(rules: Rules, state: State, asked: Asked) -> tuple[str, ...]:
    """The player's hand and the dealer's visible cards."""
    seat = seat_number(asked.who)
    hand = acting(state) if state.phase is Phase.PLAYERS else next((h for h in state.hands if h.seat == seat), None)
    if hand is None or hand.seat != seat or not hand.cards:
        return ()
    hole = state.hole or (f"a {state.hole_range} card face down" if state.hole_range else "a card face down")
    part = f" ({hand.part})" if hand.part else ""
    own = f"Your hand{part}: {' '.join(hand.cards)}, {total_text(rules, hand)}."
    return (f"{own} The dealer's: {state.up} and {hole}.",)


# Automatic steps


def onward(rules: Rules, state: State) -> Step[State]:
    """685a.7(i): go to the next hand that must choose or get a card, paying Blackjacks on the way; then the dealer's turn."""
    step = Step(state)
    while (now := step.state).phase is Phase.PLAYERS:
        hand = acting(now)
        if hand is None:
            return then(step, dealer.go_on(rules, replace(now, phase=Phase.DEALER)))
        if is_blackjack(hand.cards) and not hand.part:
            step = then(step, _paid_blackjack(rules, now, hand))
        elif needs_card(hand) and now.in_error not in ("", UNTOLD):
            step = then(step, drawn(rules, replace(now, in_error=""), now.in_error, "card-dealt"))
        else:
            break
    return step


def _paid_blackjack(rules: Rules, state: State, hand: Hand) -> Step[State]:
    """685a.7(i)(1): announce it, pay 3 to 2, and take its cards away."""
    because = cites("685a.7(i)(1)")
    bet = bet_of(state, hand.seat)
    won = (pay(bet, rules.payout("blackjack"), because),)
    said = Said(f"{hand.name} has a Blackjack.", because, "blackjack", data={"seat": hand.seat})
    after, taken = remove_hand(without(state, won, (bet,)), hand, because)
    return Step(after, won, (said,), after=taken)
