"""685a.12: for each irregularity, who may report it, when, and what follows."""

from __future__ import annotations

from houseway.cardroom.card_table import CONTINUOUS, CardPhase
from houseway.cardroom.shuffler_failures import shuffler_irregularities
from houseway.core import Asked, Choices, Choose, Irregularity, Option, Refusal, Role, Said, Step, seat_account
from houseway.core.acts import Irregularities, refuse_reporter
from houseway.core.frozen import replace
from houseway.equipment.card_reader import READER
from houseway.games.down_under_blackjack.law.dealing import BOX, RANGE, TURN, awaited, next_place
from houseway.games.down_under_blackjack.law.ending import dead, or_nobody
from houseway.games.down_under_blackjack.law.hole_card import after_ruling, insured_again
from houseway.games.down_under_blackjack.law.player_turns import needs_card, onward
from houseway.games.down_under_blackjack.law.state import (
    INSURANCE,
    LIGHT,
    MATCH,
    MISSED,
    PASSED,
    PLACE,
    UNTOLD,
    Hand,
    Phase,
    State,
    acting,
    then,
    with_hand,
)
from houseway.law import Rules, cites

SECOND_CARD, NO_SECOND_CARD = "second-card", "no-second-card"
LATE_CARD, DEAD_HAND, CONTINUE = "late-card", "dead-hand", "continue"
WHEN = {
    SECOND_CARD: "when a hand was skipped in the deal",
    NO_SECOND_CARD: "when a hand was skipped in the deal",
    LATE_CARD: "when a requested card was not dealt",
    DEAD_HAND: "when a card was not dealt, or for the dealer when the reader's light was wrong",
    CONTINUE: "for the dealer, when the reader's light was wrong",
}


def _refuse_unless(holds: bool, reason: str, fact: Irregularity) -> Refusal | None:
    return refuse_reporter(fact) if holds else Refusal(reason, cites(fact.cite))


def _note(state: State, fact: Irregularity, text: str, **data: object) -> Step[State]:
    return Step(state, said=(Said(text, cites(fact.cite), "irregularity", data=data),))


# (a) a card found face up in the shoe, (b) a card drawn in error and not exposed


def _refuse_no_shoe(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    spoken_for = state.face_up + (state.in_error == UNTOLD)
    ready = state.cards.phase is CardPhase.PLAY and state.cards.shoe.left > spoken_for
    return _refuse_unless(ready, "there are no cards in the shoe to be dealt", fact)


def _face_up(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """The next card of the shoe is face up: it goes into the discard rack."""
    text = "The next card is face up in the shoe: it is not used."
    return _note(replace(state, face_up=state.face_up + 1), fact, text)


def _unexposed(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """It is used as the next card, so nothing changes."""
    return _note(state, fact, "A card was drawn in error and not exposed: it is used as the next card.")


# (c) a card drawn in error and exposed


def _refuse_exposed(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    dealt = state.phase not in (Phase.BETTING, Phase.DEAL)
    if not dealt:
        return Refusal("the first two cards have not all been dealt", cites(fact.cite))
    if state.in_error or not state.cards.shoe.left:
        why = "there is already a card drawn in error" if state.in_error else "the shoe is empty"
        return Refusal(why, cites(fact.cite))
    awaits = awaited(state) not in ("", RANGE, TURN)
    return _refuse_unless(not awaits, "a card is due now, so it was not drawn in error", fact)


def _exposed(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """Its face is entered next; it remains the next card for the next hand that draws."""
    text = "A card was drawn in error and exposed: it remains the next card and may be refused."
    return _note(replace(state, in_error=UNTOLD), fact, text)


# (d) a card that a standing dealer draws by accident


def _refuse_stray(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    if state.phase is not Phase.BETTING or not state.stood or state.stray:
        return Refusal("the dealer does not stand on a count", cites(fact.cite))
    there = state.cards.phase is CardPhase.PLAY and state.cards.method != CONTINUOUS and state.cards.shoe.left > 0
    return _refuse_unless(there, "the cards, including that card, are already being reshuffled", fact)


def _stray(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """Discard the card; the dealer's hand was settled without it."""
    text = "The standing dealer drew one more card: it goes into the discard rack."
    return _note(replace(state, stray=True), fact, text)


# (f) a hand without a card, or with one


def _box(state: State, fact: Irregularity) -> Hand | None:
    seat = fact.about.get("seat")
    number = isinstance(seat, int) and not isinstance(seat, bool)
    return next((hand for hand in state.hands if hand.seat == seat), None) if number else None


def _refuse_passed_over(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    if state.phase is not Phase.DEAL:
        return Refusal("the first two cards are not being dealt", cites(fact.cite))
    hand = _box(state, fact)
    if hand is None:
        seats = ", ".join(str(each.seat) for each in state.hands if _is_short(state, each))
        return Refusal(f"name the seat that was skipped; seats missing a card: {seats or 'none'}", cites(fact.cite))
    if hand.skipped:
        return Refusal(f"seat {hand.seat} has been reported already; deal the next card", cites(fact.cite))
    if not _is_short(state, hand):
        return Refusal(f"seat {hand.seat} is not missing a card", cites(fact.cite))
    due_now = awaited(state) == BOX and next_place(state)[1] is hand
    return _refuse_unless(due_now, f"the card of seat {hand.seat} is not due yet, so it was not skipped", fact)


def _is_short(state: State, hand: Hand) -> bool:
    """Is the hand missing a card: it has none or, once the dealer has one, only one and was not asked yet?"""
    return (not hand.cards and not hand.skipped) or (
        bool(state.up) and len(hand.cards) == 1 and not hand.late and not hand.status
    )


def _passed_over(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """A hand without a card is dead once the next card is dealt; the player of a hand with one card is asked."""
    hand = _box(state, fact)
    assert hand is not None
    if not hand.cards:
        text = f"The card of seat {hand.seat} goes past it: its hand is dead once that card is dealt."
        return _note(with_hand(state, hand, replace(hand, skipped=True)), fact, text, seat=hand.seat)
    text = f"{hand.name} was skipped: does it want its second card after all others?"
    return _note(with_hand(state, hand, replace(hand, status=PASSED)), fact, text, seat=hand.seat)


# (g) a card that was requested and not dealt


def _refuse_missed(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    hand = acting(state) if state.phase is Phase.PLAYERS else None
    if hand is None or not needs_card(hand):
        return Refusal("no requested card is waiting to be dealt", cites(fact.cite))
    right = fact.about.get("seat", hand.seat) == hand.seat
    return _refuse_unless(right, f"seat {hand.seat} requested a card, not this seat", fact)


def _missed(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """Ask the player: the card after all others, or a dead hand."""
    hand = acting(state)
    assert hand is not None
    text = f"{hand.name} did not get its card: take it late, or call the hand dead?"
    return _note(with_hand(state, hand, replace(hand, status=MISSED)), fact, text, seat=hand.seat)


# (h) the wrong light, or the wrong place


def _refuse_misread(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    late = bool(state.hole) and state.phase is Phase.DEALER  # it has been turned up, and nothing is settled yet
    if not late and (not state.hole_range or state.hole):
        where = "is face up" if state.hole else "has not been through the reader"
        return Refusal(f"the reader shows no range: the hole card {where}", cites(fact.cite))
    if late and rules.reading("misread_until") == "hole-card":
        return Refusal("the hole card has been turned up: it is too late to report this", cites(fact.cite))
    if any(hand.status in (PASSED, MISSED) or hand.ruling for hand in state.hands):
        return Refusal("an earlier question must be answered first", cites(fact.cite))
    if fact.about.get("wrong", LIGHT) in state.ruled:
        return Refusal("the dealer has decided about this already", cites(fact.cite))
    return refuse_reporter(fact)


def _misread(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """The dealer decides hand by hand. A wrong light is disregarded; after a wrong place the light still counts."""
    light = fact.about.get("wrong", LIGHT) == LIGHT
    state = replace(state, ruled=(*state.ruled, LIGHT if light else PLACE))
    if state.hole:
        text = f"The {'light was wrong' if light else 'hole card was in the wrong place'}: the dealer decides hand by hand."
        return _note(replace(state, hands=tuple(replace(hand, ruling=True) for hand in state.hands)), fact, text)
    hands = tuple(replace(hand, ruling=True) for hand in state.hands)
    text = (
        f"The light was wrong: the hole card may not be {state.hole_range}."
        if light
        else f"The hole card was put in the wrong place: it is {state.hole_range}, as the light said."
    )
    after, undone = insured_again(rules, state) if light else (state, ())
    text += " The collected insurance is back on the layout." if undone else ""
    after = replace(after, hands=hands, hole_range="" if light else state.hole_range)
    return replace(_note(after, fact, f"{text} The dealer decides hand by hand."), settled=undone)


# (i) the reader fails


def _refuse_reader_fails(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    ready = state.reader.works and state.cards.phase is not CardPhase.OPENING
    why = "the table has not been opened yet" if state.reader.works else "the card reader has failed already"
    return _refuse_unless(ready, why, fact)


def _reader_fails(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """Stop dealing until the reader is repaired or replaced."""
    text = "The card reader fails: nothing is dealt until it is repaired or replaced."
    said = Said(text, cites(fact.cite), "device-failed", data={"device": READER})
    return Step(replace(state, reader=replace(state.reader, works=False)), said=(said,))


IRREGULARITIES: Irregularities = {
    "685a.12(a)": (_refuse_no_shoe, _face_up),
    "685a.12(b)": (_refuse_no_shoe, _unexposed),
    "685a.12(c)": (_refuse_exposed, _exposed),
    "685a.12(d)": (_refuse_stray, _stray),
    "685a.12(f)": (_refuse_passed_over, _passed_over),
    "685a.12(g)": (_refuse_missed, _missed),
    "685a.12(h)": (_refuse_misread, _misread),
    "685a.12(i)": (_refuse_reader_fails, _reader_fails),
    **shuffler_irregularities(jam="685a.12(j)", out_of_order="685a.12(k)"),
}


# Questions that follow


def asked(state: State) -> Choices | None:
    """Ask a player who was skipped, or the dealer about a hand that acted on a wrong range."""
    for hand in state.hands:
        if hand.status == PASSED:
            because = cites("685a.12(f)")
            options = (Option(SECOND_CARD, because), Option(NO_SECOND_CARD, because))
            return Choices((Asked(seat_account(hand.seat), options),), because)
        if hand.status == MISSED:
            because = cites("685a.12(g)")
            options = (Option(LATE_CARD, because), Option(DEAD_HAND, because))
            return Choices((Asked(seat_account(hand.seat), options),), because)
    if any(hand.ruling for hand in state.hands):
        because = cites("685a.12(h)")
        return Choices((Asked(Role.DEALER, (Option(CONTINUE, because), Option(DEAD_HAND, because))),), because)
    return None


def asked_about(state: State) -> Hand | None:
    """The hand that such a question is about."""
    skipped = (hand for hand in state.hands if hand.status in (PASSED, MISSED))
    return next(skipped, next((hand for hand in state.hands if hand.ruling), None))


def answered(rules: Rules, state: State, fact: Choose) -> Step[State]:
    """Apply the answer to such a question."""
    if fact.who == "dealer":
        return _ruled(rules, state, fact.choice)
    hand = next(each for each in state.hands if each.status in (PASSED, MISSED))
    going_on = with_hand(state, hand, replace(hand, status="", late=True))
    match fact.choice:
        case "second-card":
            return Step(going_on)
        case "no-second-card":
            text = f"{hand.name} does not want its second card: the hand is dead."
            return or_nobody(dead(state, hand, text, cites("685a.12(f)"), MATCH))
        case "late-card":
            return onward(rules, going_on)
    step = dead(state, hand, f"{hand.name} did not get its card: the hand is dead.", cites("685a.12(g)"))
    return then(step, onward(rules, step.state))


def _ruled(rules: Rules, state: State, choice: str) -> Step[State]:
    """685a.12(h): the next hand, clockwise, continues or is dead; after the last one the round continues."""
    hand = next(each for each in state.hands if each.ruling)
    because = cites("685a.12(h)")
    if choice == DEAD_HAND:
        last = sum(each.seat == hand.seat for each in state.hands) == 1
        also = INSURANCE if last and rules.reading("insurance_of_dead_hand") == "returned" else ""
        step = dead(state, hand, f"{hand.name}: the hand is dead.", because, also)
    else:
        said = Said(f"{hand.name} continues with its decisions.", because, "hand-goes-on", data={"seat": hand.seat})
        step = Step(with_hand(state, hand, replace(hand, ruling=False)), said=(said,))
    if any(each.ruling for each in step.state.hands):
        return step
    return then(step, after_ruling(rules, step.state))
