"""685a.6 to 685a.12: the round of play.

cards ready ── wagers ── deal ── Match-the-Dealer ── insurance ── reader ── players ── hole card, dealer ── settled ── wagers …
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.cardroom import card_round, card_table, procedures
from houseway.cardroom.card_round import advance_cards
from houseway.cardroom.card_table import CardPhase
from houseway.cardroom.cut import BEGINNING
from houseway.cardroom.mid_round_shuffle import LOAD, RECUT, REPLENISH, replenished
from houseway.core import (
    Chance,
    Choices,
    Choose,
    Done,
    Due,
    Fact,
    Irregularity,
    NoMoreBets,
    Repaired,
    Result,
    Said,
    Step,
    Stopped,
    Wagers,
)
from houseway.core.frozen import replace
from houseway.equipment.card_reader import LIGHTS, READER
from houseway.equipment.cards import FACE_DOWN
from houseway.games.down_under_blackjack.law import dealing, hole_card, irregularities, player_turns
from houseway.games.down_under_blackjack.law.irregularities import IRREGULARITIES
from houseway.games.down_under_blackjack.law.points import dealer_total, player_total
from houseway.games.down_under_blackjack.law.state import DOUBLE, INSURANCE, SPLIT, Hand, Phase, State, acting
from houseway.law import Citation, Rules, cites

CHOSEN = {INSURANCE: hole_card.INSURE, DOUBLE: DOUBLE, SPLIT: SPLIT}  # the choice that makes each wager


def opening_state(rules: Rules) -> State:
    """A table that has received its cards."""
    return State(card_table.new_cards(rules))


def due(rules: Rules, state: State) -> Due:
    """The next act: the repair of a broken reader, a procedure of the cards, an open question, then the law's order."""
    if not state.reader.works:
        return Stopped(READER, cites("685a.12(i)"))
    idle = state.phase is Phase.BETTING and not state.placed and not state.stray
    before = card_table.due_of_cards(rules, state.cards, idle) or irregularities.asked(state)
    if before is not None:
        return before
    awaited = dealing.awaited(state)
    if awaited:
        return dealing.due(rules, state, awaited)
    if state.phase is Phase.BETTING:
        return Wagers(cites("685a.6(a)"), may=_may(state), closes=cites("685a.6(c)"), early=_first_card(rules, state))
    if state.phase is Phase.INSURANCE:
        return hole_card.insurance_asked(rules, state)
    hand = acting(state)
    assert hand is not None and state.phase is Phase.PLAYERS, state
    return Choices((player_turns.options(rules, state, hand),), cites("685a.7(i)(2)"))


def _first_card(rules: Rules, state: State) -> Chance | None:
    """685a.6(c): the card that would end the betting, once there is a wager."""
    if not state.placed:
        return None
    begun = dealing.begin(rules, state).state
    first = dealing.due(rules, begun, dealing.awaited(begun))
    return first if isinstance(first, Chance) else None


def advance(rules: Rules, state: State, fact: Fact) -> Step[State]:
    """Apply a fact that was not refused."""
    match fact:
        case NoMoreBets():
            return dealing.begin(rules, state)
        case Result(value=outcome, surplus=surplus) if state.phase is Phase.BETTING and not state.stray:
            return dealing.first_card(rules, state, str(outcome), surplus)
        case Result(value=outcome, data=data, surplus=surplus):
            return dealing.card(rules, state, str(outcome), "wrong" in data, surplus)
        case Choose():
            return _chosen(rules, state, fact)
        case Done():
            return _done(rules, state, fact)
        case Irregularity(cite=cite):
            return IRREGULARITIES[cite][1](rules, state, fact)
        case Repaired(device=device) if device == READER:
            said = Said("The card reader was repaired or replaced.", cites("685a.12(i)"), "device-repaired")
            return Step(replace(state, reader=replace(state.reader, works=True)), said=(said,))
    return advance_cards(rules, state, fact)


def closed_by(rules: Rules, state: State) -> tuple[Citation, ...]:
    """685a.6(c): wagers are placed before the first card."""
    return () if state.phase is Phase.BETTING else cites("685a.6(c)")


def view(rules: Rules, state: State, who: str) -> Mapping[str, Any]:
    """All face-up cards and the reader's range of the hole card; unseen cards are not in the state."""
    return {
        "phase": state.phase.value,
        "cards": card_table.shown(state.cards),
        "hands": [{**shown_hand(rules, hand), "turn": hand is _decided_now(state)} for hand in state.hands],
        "dealer": shown_dealer(rules, state),
        "wagers": [
            {"seat": p.seat, "id": p.id, "cents": p.cents, "hand": "".join(map(str, p.data))} for p in state.placed
        ],
        "reader": "working" if state.reader.works else "failed",
        "barred": list(state.barred),
    }


def settings(rules: Rules, state: State) -> Mapping[str, str]:
    """How the cards are shuffled now, and the table's equipment."""
    return {
        **card_round.settings(rules, state),
        "match": "yes" if rules.option("match_the_dealer") else "no",
        "gathered": "new" if state.cards.why == BEGINNING else "shoe",
    }


def _may(state: State) -> tuple[str, ...]:
    """Optional procedures during betting."""
    permit = ("permit",) if state.barred else ()
    return (*card_table.may_of_cards(state.cards, not state.placed), "inspect-reader", *permit)


def _chosen(rules: Rules, state: State, fact: Choose) -> Step[State]:
    """Apply the choice of a seat or of the dealer."""
    if irregularities.asked(state) is not None:
        return irregularities.answered(rules, state, fact)
    return (hole_card.answered if state.phase is Phase.INSURANCE else player_turns.chosen)(rules, state, fact)


def _done(rules: Rules, state: State, fact: Done) -> Step[State]:
    """A procedure is complete. A shuffle lifts every bar; a hole card on the table stays where it is."""
    if fact.procedure in ("inspect-reader", "permit"):
        return _noted(state, fact)
    if fact.procedure == "resume":  # 685a.5(g): a batch left in the device is also shuffled and cut again
        return Step(replace(state, cards=replace(state.cards, phase=CardPhase.SHUFFLE, why=BEGINNING, cover="")))
    change = replenished if fact.procedure in (REPLENISH, RECUT, LOAD) else procedures.done
    cards, fill = change(rules, state.cards, fact)
    after = replace(state, cards=cards)
    if fact.procedure == "opening" and not state.cards.opened_at:
        after = replace(after, reader=replace(state.reader, inspected_at=int(fact.at)))
    told = card_round.said_ready(rules, state, cards)
    if fill is None or state.phase is not Phase.BETTING:
        hidden = (state.hole_slot,) if state.hole_slot and not state.hole else ()
        return Step(after, said=told, fills=None if fill is None else replace(fill, apart=hidden))
    return Step(replace(after, barred=(), stood=False, face_up=0), said=told, fills=fill)


def _noted(state: State, fact: Done) -> Step[State]:
    """685a.2(d), 685a.6(b)(1): the reader was inspected, or a barred player may wager again."""
    if fact.procedure == "inspect-reader":
        return Step(replace(state, reader=replace(state.reader, inspected_at=int(fact.at))))
    seat = next((step["noted"].get("seat") for step in fact.data.values()), None)
    return Step(replace(state, barred=tuple(each for each in state.barred if each != seat)))


def _decided_now(state: State) -> Hand | None:
    """The hand that the open question is about, or whose turn it is."""
    asked = irregularities.asked_about(state)
    return acting(state) if asked is None and state.phase is Phase.PLAYERS else asked


def shown_hand(rules: Rules, hand: Hand) -> dict[str, Any]:
    """A hand as shown to everyone."""
    total = player_total(rules, hand.cards)
    return {"seat": hand.seat, "hand": hand.part, "cards": list(hand.cards), "total": total, "status": hand.status}


def shown_dealer(rules: Rules, state: State) -> dict[str, Any]:
    """The dealer's cards, with `?` and the reader's light for the hole card until it is turned up."""
    down = [FACE_DOWN] if state.hole_slot and not state.hole else []
    return {
        "cards": [*([state.up] if state.up else []), *([state.hole] if state.hole else down), *state.drawn],
        "total": dealer_total(rules, state.dealer),
        "range": state.hole_range or None,
        "light": LIGHTS.get(state.hole_range),
    }
