"""651a.8(b), (c) and 651a.9: dealing cards, comparing hands, choosing on a tie, and dealing a War."""

from __future__ import annotations

from houseway.cardroom import card_round, card_table, procedures
from houseway.core import INVENTORY, LAYOUT, Chance, Choose, Move, Placed, Said, Settled, Step, Verdict, seat_number
from houseway.core.acts import bets_closed, seen_early
from houseway.core.frozen import replace
from houseway.core.wagering import collect, find, give_back, place_beside, settle, without_settled
from houseway.equipment.cards import FACE_DOWN
from houseway.equipment.shoe import next_card
from houseway.games.casino_war.ending import collect_cards, ended, original_over, uncollected
from houseway.games.casino_war.state import SURRENDER, Hand, Phase, State, at_war, next_hand, toward, with_hand
from houseway.games.casino_war.wagers import EQUAL, INITIAL, TIE_ON_WAR, WAR, compare, settle_original, settle_war
from houseway.law import Citation, Rules, cites


def tied(state: State) -> tuple[Hand, ...]:
    """Tie hands of the original deal, clockwise."""
    return tuple(hand for hand in state.hands if hand.card and compare(hand.card, state.dealer[0]) == EQUAL)


def begin(rules: Rules, state: State) -> Step[State]:
    """651a.8(c): "no more bets"; 651a.9(e), (f): the War Wagers are confirmed, and the War deal begins."""
    if state.phase is Phase.CONFIRM:
        said = Said(
            "The War Wagers are confirmed: three cards are burned.", cites("651a.9(e)", "651a.9(f)"), "war-confirmed"
        )
        return Step(replace(state, phase=Phase.WAR, war_burns=rules.number("war_burn")), said=(said,))
    seats = sorted(placed.seat for placed in state.placed if placed.id == INITIAL)
    return bets_closed(state, Phase.DEAL, cites("651a.8(c)"), hands=tuple(Hand(seat) for seat in seats))


def unannounced(rules: Rules, state: State, outcome: str, surplus: bool = False) -> Step[State]:
    """651a.8(b), (c): a card left the shoe before "no more bets". One that is burned unseen may; any other closes the betting.

    Then the round stands or is void (a reading).
    """
    begun = begin(rules, state).state
    if surplus or state.cards.shoe.foreign(outcome):
        return card(rules, begun, outcome, surplus)
    if outcome == FACE_DOWN:
        step = card(rules, begun, outcome)
        return replace(step, state=replace(step.state, phase=Phase.BETTING, hands=()))
    because = cites("651a.8(c)")
    if rules.reading("result_before_no_more_bets") == "stands":
        step = card(rules, begun, outcome)
        return replace(step, said=(*step.said, *seen_early(because)))
    step = card_round.discard(begun, outcome, toward(begun), EARLY, because)
    step = card_round.with_cover(begun, step, Citation("651a.8(d)"))
    settled = tuple(give_back(placed, because) for placed in state.placed)
    over = Said("The round is void: all wagers are returned.", because, "round-voided")
    after, fills = ended(step.state)
    return Step(after, settled, (*step.said, over), fills=fills)


EARLY = '{} was dealt before "no more bets" was announced and goes into the discard rack.'


EXPOSED = "{} was drawn in error and exposed, and goes into the discard rack."


def awaited_card(state: State) -> Chance:
    """651a.8(c)(1), (2), 651a.9(f): the next card, and the paragraph that requires it."""
    hand = next_hand(state)
    whose = "dealer's card" if hand is None else f"card of seat {hand.seat}"
    name = whose if state.phase is Phase.DEAL else whose.replace("card", "War card")
    return next_card(state.cards.shoe, name, _why(state), misdeals=True)


def _why(state: State) -> tuple[Citation, ...]:
    if state.phase is Phase.WAR:
        return cites("651a.9(f)")
    return cites("651a.8(c)(2)") if next_hand(state) is None else cites("651a.8(c)(1)")


def card(rules: Rules, state: State, outcome: str, surplus: bool = False) -> Step[State]:
    """Handle a card from the shoe: found face up, burned, dealt to a box, or dealt to the dealer; `surplus`: one too many."""
    where = toward(state)
    if surplus or state.cards.shoe.foreign(outcome):
        if rules.reading("foreign_card") == "set-aside":
            fewer = replace(state, face_up=max(0, state.face_up - 1), exposed=False)
            step = card_round.set_aside(fewer, outcome, where, cites("651a.3(a)"))
            return card_round.with_cover(state, step, Citation("651a.8(d)"))
        return _misdeal(rules, state, outcome)
    if state.face_up:
        fewer = replace(state, face_up=state.face_up - 1, exposed=False)
        text, cite = (EXPOSED, "651a.11(b)") if state.exposed else (card_round.FACE_UP, "651a.11(a)")
        step = card_round.discard(fewer, outcome, where, text, cites(cite))
    elif state.war_burns or state.cards.burns:
        because = cites("651a.9(f)") if state.war_burns else cites("651a.8(b)")
        step = card_round.burn(replace(state, war_burns=max(0, state.war_burns - 1)), where, because)
    else:
        step = _dealt(rules, replace(state, cards=card_table.drawn(state.cards, outcome, where)), outcome)
    return card_round.with_cover(state, step, Citation("651a.8(d)"))


def _misdeal(rules: Rules, state: State, outcome: str) -> Step[State]:
    """651a.3(a): the decks are wrong, the round is void. An Initial Wager that was collected for a War is returned, too."""
    because = cites("651a.3(a)")
    before, undone = uncollected(state, state.placed, because)
    step = card_round.misdeal(before, outcome, State(procedures.taken_out(rules, state.cards)), because)
    return replace(step, settled=(*undone, *step.settled))


def _dealt(rules: Rules, state: State, outcome: str) -> Step[State]:
    hand, because = next_hand(state), _why(state)
    if hand is not None:
        changed = replace(hand, card=outcome) if state.phase is Phase.DEAL else replace(hand, war_card=outcome)
        return _passed_over(Step(with_hand(state, changed), said=(card_round.said_card(outcome, hand.seat, because),)))
    said = card_round.said_card(outcome, None, because)
    before = _passed_over(Step(replace(state, dealer=(*state.dealer, outcome)), said=(said,)))
    state = before.state
    if state.phase is Phase.BETTING:  # no box was left
        return before
    step = _original(rules, state) if state.phase is Phase.DEAL else _war(rules, state)
    return replace(
        step,
        settled=(*before.settled, *step.settled),
        said=(*before.said, *step.said),
        after=(*before.after, *step.after),
    )


def _passed_over(step: Step[State]) -> Step[State]:
    """651a.11(c): the card went past these boxes: their wagers are void, and the players may play the next round."""
    gone, because = tuple(hand for hand in step.state.hands if hand.passed), cites("651a.11(c)")
    if not gone:
        return step
    seats = {hand.seat for hand in gone}
    state, undone = uncollected(
        step.state, tuple(placed for placed in step.state.placed if placed.seat in seats), because
    )
    settled = tuple(give_back(placed, because) for placed in state.placed if placed.seat in seats)
    state = replace(
        state,
        hands=tuple(hand for hand in state.hands if not hand.passed),
        placed=tuple(placed for placed in state.placed if placed.seat not in seats),
    )
    void = "Seat {} was passed over: its wagers are void."
    said = tuple(Said(void.format(hand.seat), because, "hand-voided", data={"seat": hand.seat}) for hand in gone)
    state, told = collect_cards(state, gone, not state.hands, "651a.11(c)")
    if state.hands:
        return Step(state, (*undone, *settled), (*step.said, *said), after=told)
    over = Said("Nobody is left in the round.", because, "round-voided")
    last, fills = ended(state)
    return Step(last, (*undone, *settled), (*step.said, *said, over), fills=fills, after=told)


def _around(rules: Rules, hands: tuple[Hand, ...], value: str) -> tuple[Hand, ...]:
    """The boxes in settlement order: counterclockwise from the dealer's right, or clockwise from the left."""
    return hands[::-1] if rules.edition.values[value].value == "right" else hands


def _original(rules: Rules, state: State) -> Step[State]:
    """651a.9(a), (b): settle box by box and ask the players with tie hands."""
    around = _around(rules, state.hands, "settled_from")
    settled = tuple(each for hand in around for each in settle_original(rules, state, hand, state.dealer[0]))
    if rules.reading("order_of_settlement") == "losing-first":
        settled = tuple(sorted(settled, key=lambda each: each.result is not Verdict.LOST))
    state = replace(state, placed=without_settled(state.placed, settled))
    if tied(state):
        return Step(replace(state, phase=Phase.CHOICES), settled)
    state, said = original_over(state)
    after, fills = ended(state)
    return Step(after, settled, fills=fills, after=said)


def chosen(rules: Rules, state: State, fact: Choose) -> Step[State]:
    """651a.9(c): surrender or War; the original deal ends when all have chosen."""
    seat = seat_number(fact.who)
    hand, initial = state.hand(seat), find(state.placed, seat, INITIAL)
    assert hand is not None and initial is not None
    state = with_hand(state, replace(hand, choice=fact.choice))
    moves: tuple[Move, ...] = ()
    tie_cents = int(fact.data.get("tie_on_war_cents", 0))
    made = (_tie_on_war(initial, tie_cents),) if tie_cents else ()
    for wager, cents in ((WAR, fact.cents), (TIE_ON_WAR, tie_cents)):
        if cents:
            placed, moved = place_beside(state.placed, initial, wager, cents)
            state, moves = replace(state, placed=placed), (*moves, *moved)
    if all(each.choice for each in tied(state)):
        return replace(_all_chosen(rules, state), moves=moves, said=made)
    return Step(state, moves=moves, said=made)


def _tie_on_war(initial: Placed, cents: int) -> Said:
    """651a.7(c), 651a.9(e): a Tie Wager on the War deal, made together with the War Wager."""
    data = {"seat": initial.seat, "wager": TIE_ON_WAR, "cents": cents, "total_cents": cents}
    if initial.player not in (0, initial.seat):
        data["player"] = initial.player
    text = "A Tie Wager on the War deal is made with the War Wager."
    return Said(text, cites("651a.7(c)", "651a.9(e)"), "wager-placed", data=data)


def _all_chosen(rules: Rules, state: State) -> Step[State]:
    """651a.9(c)(1): collect and return halves, clockwise; (d) collect the cards of players who are out; (e) begin the War."""
    settled = [_surrendered(rules, state, hand) for hand in tied(state) if hand.choice == SURRENDER]
    if rules.edition.values["initial_at_war"].value == "collected":
        for hand in at_war(state):
            initial = find(state.placed, hand.seat, INITIAL)
            assert initial is not None
            settled.append(collect(initial, cites("651a.9(c)(2)", "651a.9(e)")))
    state = replace(state, placed=without_settled(state.placed, settled))
    state, said = original_over(state)
    if state.hands:
        return Step(replace(state, phase=Phase.CONFIRM), tuple(settled), after=said)
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
    state = replace(state, placed=without_settled(state.placed, settled))
    state, said = collect_cards(state, state.hands, True, "651a.9(h)")
    after, fills = ended(state)
    return Step(after, tuple(settled), fills=fills, after=said)
