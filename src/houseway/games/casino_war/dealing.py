"""651a.8(b), (c) and 651a.9: dealing cards, comparing hands, choosing on a tie, and dealing a War."""

from __future__ import annotations

from houseway.cardroom import card_table
from houseway.core import INVENTORY, LAYOUT, Chance, Choose, Move, Placed, Said, Settled, Step, Verdict
from houseway.core.frozen import replace
from houseway.core.wagering import collect, find, settle
from houseway.equipment.cards import spoken_card
from houseway.equipment.shoe import next_card
from houseway.games.casino_war.ending import collect_cards, ended, original_over
from houseway.games.casino_war.state import SURRENDER, Hand, State, at_war, next_hand, toward, with_hand
from houseway.games.casino_war.wagers import EQUAL, INITIAL, TIE_ON_WAR, WAR, compare, settle_original, settle_war
from houseway.law import Citation, Rules, cites


def tied(state: State) -> tuple[Hand, ...]:
    """Tie hands of the original deal, clockwise."""
    return tuple(hand for hand in state.hands if hand.card and compare(hand.card, state.dealer[0]) == EQUAL)


def begin(rules: Rules, state: State) -> Step[State]:
    """651a.8(c): "no more bets"; 651a.9(e), (f): the War Wagers are confirmed, and the War deal begins."""
    if state.phase == "confirm":
        said = Said(
            "The War Wagers are confirmed: three cards are burned.", cites("651a.9(e)", "651a.9(f)"), "war-confirmed"
        )
        return Step(replace(state, phase="war", war_burns=rules.number("war_burn")), said=(said,))
    seats = sorted(placed.seat for placed in state.placed if placed.id == INITIAL)
    said = Said("No more bets.", cites("651a.8(c)"), "no-more-bets")
    return Step(replace(state, phase="deal", hands=tuple(Hand(seat) for seat in seats)), said=(said,))


def awaited_card(state: State) -> Chance:
    """651a.8(c)(1), (2), 651a.9(f): the next card, and the paragraph that requires it."""
    hand = next_hand(state)
    whose = "dealer's card" if hand is None else f"card of seat {hand.seat}"
    return next_card(
        state.cards.shoe, whose if state.phase == "deal" else whose.replace("card", "War card"), _why(state)
    )


def _why(state: State) -> tuple[Citation, ...]:
    if state.phase == "war":
        return cites("651a.9(f)")
    return cites("651a.8(c)(2)") if next_hand(state) is None else cites("651a.8(c)(1)")


def card(rules: Rules, state: State, outcome: str) -> Step[State]:
    """Handle a card from the shoe: found face up, burned, dealt to a box, or dealt to the dealer."""
    before, where = state.cards, toward(state)
    if state.face_up:
        cards = card_table.put_aside(before, outcome, where)
        text = f"{_named(outcome)} lay face up in the shoe and goes into the discard rack."
        said = Said(text, cites("651a.11(a)"), "result", data={"place": "discard-rack"})
        step = Step(replace(state, cards=cards, face_up=state.face_up - 1), said=(said,))
    elif state.war_burns or before.burns:
        cards = card_table.burned(before, where)
        because = cites("651a.9(f)") if state.war_burns else cites("651a.8(b)")
        said = Said("A card is burned face down.", because, "card-burned", data={"place": "discard-rack"})
        step = Step(replace(state, cards=cards, war_burns=max(0, state.war_burns - 1)), said=(said,))
    else:
        cards = card_table.drawn(before, outcome, where)
        step = _dealt(rules, replace(state, cards=cards), outcome)
    cover = card_table.said_cover(before, cards, cites("651a.8(d)")[0])
    if cover:
        step = replace(step, state=replace(step.state, cards=card_table.players_cover(step.state.cards, state.placed)))
    return replace(step, said=(*step.said[:1], *cover, *step.said[1:]))


def _named(card: str) -> str:
    text = spoken_card(card)
    return text[0].upper() + text[1:]


def _dealt(rules: Rules, state: State, outcome: str) -> Step[State]:
    hand, because = next_hand(state), _why(state)
    if hand is not None:
        changed = replace(hand, card=outcome) if state.phase == "deal" else replace(hand, war_card=outcome)
        text = f"Seat {hand.seat}: {spoken_card(outcome)}."
        said = Said(text, because, "result", data={"place": f"seat:{hand.seat}"})
        return Step(with_hand(state, changed), said=(said,))
    said = Said(f"The dealer: {spoken_card(outcome)}.", because, "result", data={"place": "dealer"})
    state = replace(state, dealer=(*state.dealer, outcome))
    step = _original(rules, state) if state.phase == "deal" else _war(rules, state)
    return replace(step, said=(said, *step.said))


def _around(rules: Rules, hands: tuple[Hand, ...], value: str) -> tuple[Hand, ...]:
    """The boxes in settlement order: counterclockwise from the dealer's right, or clockwise from the left."""
    return hands[::-1] if rules.edition.values[value].value == "right" else hands


def _without(placed: tuple[Placed, ...], settled: tuple[Settled, ...]) -> tuple[Placed, ...]:
    over = {(each.seat, each.wager) for each in settled}
    return tuple(each for each in placed if (each.seat, each.id) not in over)


def _original(rules: Rules, state: State) -> Step[State]:
    """651a.9(a), (b): settle box by box and ask the players with tie hands."""
    around = _around(rules, state.hands, "settled_from")
    settled = tuple(each for hand in around for each in settle_original(rules, state, hand, state.dealer[0]))
    state = replace(state, placed=_without(state.placed, settled))
    if tied(state):
        return Step(replace(state, phase="choices"), settled)
    state, said = original_over(state)
    after, fills = ended(state)
    return Step(after, settled, fills=fills, after=said)


def chosen(rules: Rules, state: State, fact: Choose) -> Step[State]:
    """651a.9(c): surrender or War; the original deal ends when all have chosen."""
    seat = int(fact.who.removeprefix("seat:"))
    hand, initial = state.hand(seat), find(state.placed, seat, INITIAL)
    assert hand is not None and initial is not None
    state = with_hand(state, replace(hand, choice=fact.choice))
    moves: tuple[Move, ...] = ()
    for wager, cents in ((WAR, fact.cents), (TIE_ON_WAR, int(fact.data.get("tie_on_war_cents", 0)))):
        if cents:
            placed = Placed(seat, wager, cents, player=initial.player)
            state = replace(state, placed=(*state.placed, placed))
            moves = (*moves, Move(placed.purse, LAYOUT, cents))
    if all(each.choice for each in tied(state)):
        return replace(_all_chosen(rules, state), moves=moves)
    return Step(state, moves=moves)


def _all_chosen(rules: Rules, state: State) -> Step[State]:
    """651a.9(c)(1): collect and return halves, clockwise; (d) collect the cards of players who are out; (e) begin the War."""
    settled = [_surrendered(rules, state, hand) for hand in tied(state) if hand.choice == SURRENDER]
    if rules.edition.values["initial_at_war"].value == "collected":
        for hand in at_war(state):
            initial = find(state.placed, hand.seat, INITIAL)
            assert initial is not None
            settled.append(collect(initial, cites("651a.9(c)(2)", "651a.9(e)")))
    state = replace(state, placed=_without(state.placed, tuple(settled)))
    state, said = original_over(state)
    if state.hands:
        return Step(replace(state, phase="confirm"), tuple(settled), after=said)
    after, fills = ended(state)
    return Step(after, tuple(settled), fills=fills, after=said)


def _surrendered(rules: Rules, state: State, hand: Hand) -> Settled:
    """Half of the Initial Wager is lost, the other half returned."""
    initial = find(state.placed, hand.seat, INITIAL)
    assert initial is not None
    lost = initial.cents // rules.number("surrender_parts")
    moves = (Move(LAYOUT, INVENTORY, lost), Move(LAYOUT, initial.purse, initial.cents - lost))
    over = settle(initial, Verdict.LOST, moves, cites("651a.9(c)(1)"))
    return replace(over, about={"surrendered": True})


def _war(rules: Rules, state: State) -> Step[State]:
    """651a.9(g), (h): collect losing wagers around the table, pay or return the others, then collect the cards."""
    around = _around(rules, state.hands, "war_settled_from")
    settled = [each for hand in around for each in settle_war(rules, state, hand, state.dealer[1])]
    settled.sort(key=lambda each: each.result is not Verdict.LOST)
    state = replace(state, placed=_without(state.placed, tuple(settled)))
    state, said = collect_cards(state, state.hands, True, "651a.9(h)")
    after, fills = ended(state)
    return Step(after, tuple(settled), fills=fills, after=said)
