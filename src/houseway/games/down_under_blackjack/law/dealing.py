"""685a.7(c) to (f): dealing cards to boxes, the dealer or the discard rack, then settling Match-the-Dealer."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from houseway.cardroom import card_round, card_table, procedures
from houseway.cardroom.mid_round_shuffle import due_of_card, laid_face_down
from houseway.core import Due, Role, Said, Step, Who, seat_account
from houseway.core.acts import bets_closed
from houseway.core.frozen import replace
from houseway.core.wagering import find
from houseway.equipment.card_reader import FACES, read_range, turned_up
from houseway.equipment.cards import FACE_DOWN
from houseway.equipment.shoe import burned_card, face_down_card, next_card
from houseway.games.down_under_blackjack.law import dealer, hole_card, player_turns
from houseway.games.down_under_blackjack.law.ending import dead, or_nobody
from houseway.games.down_under_blackjack.law.player_turns import needs_card
from houseway.games.down_under_blackjack.law.state import (
    BET,
    MATCH,
    UNTOLD,
    Hand,
    Phase,
    State,
    acting,
    then,
    with_hand,
    without,
)
from houseway.games.down_under_blackjack.law.wagers import settle_match
from houseway.law import Citation, Rules, cites

# What the next result is
STRAY, UNTOLD_CARD, FACE_UP, BURN = "stray", "untold", "face-up", "burn"
BOX, UP, HOLE, RANGE, TURN, DRAW, DEALER = "box", "up", "hole", "range", "turn", "draw", "dealer"
ON_THE_TABLE = (RANGE, TURN)  # these cards have already left the shoe


def begin(rules: Rules, state: State) -> Step[State]:
    """685a.6(c): close the betting. 685a.6(b): note who sits out, if the holder bars mid-shoe entry."""
    bets = [placed for placed in state.placed if placed.id == BET]
    barred = state.barred
    if rules.option("mid_shoe_entry") == "prohibited":
        playing_now = {placed.player or placed.seat for placed in bets}
        barred = tuple(seat for seat in range(1, rules.boxes + 1) if seat not in playing_now or seat in barred)
    hands = tuple(Hand(seat) for seat in sorted(placed.seat for placed in bets))
    because = cites("685a.6(c)", "685a.7(e)")
    return bets_closed(state, Phase.DEAL, because, hands=hands, barred=barred, stood=False)


def first_card(rules: Rules, state: State, outcome: str, surplus: bool = False) -> Step[State]:
    """685a.6(c), 685a.7(c): the first dealt card ends the betting without an announcement; one that is burned unseen does not."""
    begun = begin(rules, state)
    step = card(rules, begun.state, outcome, surplus=surplus)
    if outcome == FACE_DOWN:
        return replace(
            step, state=replace(step.state, phase=Phase.BETTING, hands=(), barred=state.barred, stood=state.stood)
        )
    if step.state.phase is Phase.BETTING:  # a misdeal
        return step
    return replace(step, said=(*step.said, *(replace(said, event="announced") for said in begun.said)))


def next_place(state: State) -> tuple[str, Hand | None]:
    """685a.7(e): one card to each box, one to the dealer, a second to each box, the dealer's face down."""
    first = next((hand for hand in state.hands if not hand.cards and not hand.skipped), None)
    if first is not None:
        return BOX, first
    if not state.up:
        return UP, None
    ones = [hand for hand in state.hands if len(hand.cards) == 1]
    second = next((hand for hand in ones if not hand.late), ones[0] if ones else None)
    return (HOLE, None) if second is None else (BOX, second)


def awaited(state: State) -> str:
    """The kind of the next result, or "" if none is due."""
    if state.phase is Phase.BETTING:
        return STRAY if state.stray else ""
    if state.in_error == UNTOLD:
        return UNTOLD_CARD
    if state.face_up:
        return FACE_UP
    match state.phase:
        case Phase.DEAL:
            needed = next_place(state)[0]
        case Phase.PLAYERS:
            hand = acting(state)
            needed = DRAW if hand is not None and needs_card(hand) else ""
        case Phase.READER:
            return RANGE
        case Phase.EXPOSING:
            return TURN
        case Phase.DEALER:
            needed = DEALER if state.hole else TURN
        case _:
            needed = ""
    return BURN if state.cards.burns and needed not in ("", TURN) else needed


def toward(state: State) -> Who:
    """Where the next card goes, as reported with the cover card."""
    hand = (
        next_place(state)[1] if state.phase is Phase.DEAL else acting(state) if state.phase is Phase.PLAYERS else None
    )
    return Role.DEALER if hand is None else seat_account(hand.seat)


def due(rules: Rules, state: State, what: str) -> Due:
    """The card that is due and its paragraph, or the procedure due before it can be dealt."""
    shoe = state.cards.shoe
    if what == RANGE:
        return read_range(shoe, state.hole_slot, "light of the card reader", cites("685a.7(h)"))
    if what == TURN:
        return _turned_up(state)
    empty = due_of_card(rules, state.cards)
    if empty is not None:
        return empty
    if what == BURN:
        return burned_card(shoe, _why_burned(state), beside=state.beside, misdeals=True)
    if what == HOLE:
        return face_down_card(shoe, "hole card, face down", cites("685a.7(e)(4)"))
    name, because = _named(state, what)
    return next_card(shoe, name, because, state.beside, misdeals=True)


def _turned_up(state: State) -> Due:
    because = cites("685a.7(h)") if state.phase is Phase.EXPOSING else cites("685a.7(l)")
    if not state.hole_range:
        return turned_up(state.cards.shoe, state.hole_slot, "hole card", because)
    name = f"hole card ({state.hole_range} by the light)"
    because = (*because, *cites("685a.3(d)[range]"))
    return turned_up(state.cards.shoe, state.hole_slot, name, because, FACES[state.hole_range])


def _why_burned(state: State) -> tuple[Citation, ...]:
    return cites("685a.12(e)") if state.cards.shoe.stack else cites("685a.7(c)")


def _named(state: State, what: str) -> tuple[str, tuple[Citation, ...]]:
    """The card's name and the paragraph that deals it."""
    match what:
        case "stray":
            return "card drawn by a standing dealer", cites("685a.12(d)")
        case "untold":
            return "card drawn in error", cites("685a.12(c)")
        case "face-up":
            return "card found face up", cites("685a.12(a)")
        case "box":
            hand = next_place(state)[1]
            assert hand is not None
            return f"card of seat {hand.seat}", _why_dealt(hand)
        case "up":
            return "dealer's up card", cites("685a.7(e)(2)")
        case "draw":
            acts = acting(state)
            assert acts is not None
            return f"card of {acts.name[0].lower()}{acts.name[1:]}", player_turns.why_drawn(acts)
    return "dealer's card", cites("685a.7(m)")


def _why_dealt(hand: Hand) -> tuple[Citation, ...]:
    if hand.late:
        return cites("685a.12(f)")
    return cites("685a.7(e)(3)") if hand.cards else cites("685a.7(e)(1)")


# Handling a card


def card(rules: Rules, state: State, outcome: str, misplaced: bool = False, surplus: bool = False) -> Step[State]:
    """Handle a result: the reader's light, the hole card turned up, or a card from the shoe; `surplus`: one too many."""
    what = awaited(state)
    if what == RANGE:
        return hole_card.read(rules, state, outcome)
    if surplus or state.cards.shoe.foreign(outcome):
        return _one_too_many(rules, state, outcome, what)
    if what == TURN:
        return hole_card.shown(rules, state, outcome, misplaced)
    step = CARDS[what](rules, state, outcome)
    if state.beside and outcome in state.beside and sum(state.cards.shoe.among(state.beside).values()) == 1:
        step = then(
            step, hole_card.light_was_wrong(rules, step.state)
        )  # this was the last card that the light stood for
    return card_round.with_cover(state, step, Citation("685a.7(d)"))


def _one_too_many(rules: Rules, state: State, outcome: str, what: str) -> Step[State]:
    """685a.3(a): a card that the decks should not have; a reading says what follows, but a hole card cannot be replaced."""
    because = cites("685a.3(a)")
    if what in (TURN, STRAY) or rules.reading("foreign_card") == "misdeal":
        ended = State(procedures.taken_out(rules, state.cards), state.reader)
        return card_round.misdeal(state, outcome, ended, because)
    if what == FACE_UP:
        state = replace(state, face_up=state.face_up - 1)
    elif what == UNTOLD_CARD:
        state = replace(state, in_error="")
    step = card_round.set_aside(state, outcome, toward(state), because)
    return card_round.with_cover(state, step, Citation("685a.7(d)"))


def _seen(state: State, outcome: str) -> State:
    return replace(state, cards=card_table.drawn(state.cards, outcome, toward(state)))


def _face_up(rules: Rules, state: State, outcome: str) -> Step[State]:
    fewer = replace(state, face_up=state.face_up - 1)
    return card_round.discard(fewer, outcome, toward(state), card_round.FACE_UP, cites("685a.12(a)"))


def _stray(rules: Rules, state: State, outcome: str) -> Step[State]:
    """Discard a card drawn after the round was over; if the cover card came with it, the cards are shuffled now."""
    text = "{} was drawn by a standing dealer and goes into the discard rack."
    step = card_round.discard(replace(state, stray=False), outcome, toward(state), text, cites("685a.12(d)"))
    cards, fill = card_table.round_over(step.state.cards)
    return replace(step, state=replace(step.state, cards=cards), fills=fill)


def _exposed_in_error(rules: Rules, state: State, outcome: str) -> Step[State]:
    """685a.12(c): the exposed card is the next card for the next hand that draws."""
    text = f"{card_round.capital(outcome)} was drawn in error and exposed: it is the next card."
    said = Said(text, cites("685a.12(c)"), "result", data={"place": "next"})
    return Step(replace(_seen(state, outcome), in_error=outcome), said=(said,))


def _burned(rules: Rules, state: State, outcome: str) -> Step[State]:
    return card_round.burn(state, toward(state), _why_burned(state))


def _box(rules: Rules, state: State, outcome: str) -> Step[State]:
    hand = next_place(state)[1]
    assert hand is not None
    said = card_round.said_card(outcome, hand.seat, _why_dealt(hand))
    more = replace(hand, cards=(*hand.cards, outcome), late=hand.late and not hand.cards)
    return _skipped(Step(with_hand(_seen(state, outcome), hand, more), said=(said,)))


def _up(rules: Rules, state: State, outcome: str) -> Step[State]:
    said = card_round.said_card(outcome, None, cites("685a.7(e)(2)"))
    return _skipped(Step(replace(_seen(state, outcome), up=outcome), said=(said,)))


def _skipped(step: Step[State]) -> Step[State]:
    """685a.12(f): the card went past these hands, which have none: they are dead."""
    for hand in [each for each in step.state.hands if each.skipped]:
        text = f"{hand.name} was skipped: its hand is dead."
        step = then(step, dead(step.state, hand, text, cites("685a.12(f)"), MATCH))
    return or_nobody(step)


def _hole(rules: Rules, state: State, outcome: str) -> Step[State]:
    """685a.7(e)(4), (f): deal the hole card face down and settle Match-the-Dealer at once."""
    slot = state.cards.shoe.slot
    state = replace(state, cards=laid_face_down(state.cards, toward(state)), hole_slot=slot)
    said = Said("The dealer's second card is face down.", cites("685a.7(e)(4)"), "result", data={"place": "dealer"})
    gone = tuple(p for hand in reversed(state.hands) if (p := find(state.placed, hand.seat, MATCH)) is not None)
    settled = tuple(each for hand in reversed(state.hands) for each in settle_match(rules, state, hand))
    return Step(hole_card.after_deal(without(state, settled, gone)), settled, (said,))


def _draw(rules: Rules, state: State, outcome: str) -> Step[State]:
    step = player_turns.drawn(rules, _seen(state, outcome), outcome)
    return then(step, player_turns.onward(rules, step.state))


def _dealers(rules: Rules, state: State, outcome: str) -> Step[State]:
    step = dealer.took(rules, _seen(state, outcome), outcome)
    return then(step, dealer.go_on(rules, step.state))


CARDS: Mapping[str, Callable[[Rules, State, str], Step[State]]] = {
    STRAY: _stray,
    UNTOLD_CARD: _exposed_in_error,
    FACE_UP: _face_up,
    BURN: _burned,
    BOX: _box,
    UP: _up,
    HOLE: _hole,
    DRAW: _draw,
    DEALER: _dealers,
}
