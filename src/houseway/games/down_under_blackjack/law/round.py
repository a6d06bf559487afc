"""685a.6 to 685a.12: the round of play.

cards ready ── wagers ── deal ── Match-the-Dealer ── insurance ── reader ── players ── hole card, dealer ── settled ── wagers …
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.cardroom import card_table, procedures
from houseway.cardroom.cut import BEGINNING, is_cut
from houseway.cardroom.mid_round_shuffle import LOAD, RECUT, REPLENISH, replenished
from houseway.core import (
    BuyIn,
    CashOut,
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
    Wager,
    Wagers,
)
from houseway.core.frozen import replace
from houseway.core.wagering import place
from houseway.equipment.card_reader import LIGHTS, READER
from houseway.equipment.cards import FACE_DOWN
from houseway.games.down_under_blackjack.law import dealing, hole_card, irregularities, player_turns
from houseway.games.down_under_blackjack.law.irregularities import IRREGULARITIES
from houseway.games.down_under_blackjack.law.points import dealer_total, player_total
from houseway.games.down_under_blackjack.law.state import DOUBLE, INSURANCE, SPLIT, Hand, State, acting
from houseway.law import Rules, cites

CHOSEN = {INSURANCE: hole_card.INSURE, DOUBLE: DOUBLE, SPLIT: SPLIT}  # the choice by which a wager is made


def opening_state(rules: Rules) -> State:
    """A table at which cards have been received."""
    return State(card_table.new_cards(rules))


def due(rules: Rules, state: State) -> Due:
    """A broken reader stops everything; then what the cards need; then who must answer; then the law's order."""
    if not state.reader.works:
        return Stopped(READER, cites("685a.12(i)"))
    before = card_table.due_of_cards(rules, state.cards) or irregularities.asked(state)
    if before is not None:
        return before
    awaited = dealing.awaited(state)
    if awaited:
        return dealing.due(rules, state, awaited)
    if state.phase == "betting":
        return Wagers(cites("685a.6(a)"), may=_may(state), closes=cites("685a.6(c)"))
    if state.phase == "insurance":
        return hole_card.insurance_asked(rules, state)
    hand = acting(state)
    assert hand is not None and state.phase == "players", state
    return Choices((player_turns.options(rules, state, hand),), cites("685a.7(i)(2)"))


def advance(rules: Rules, state: State, fact: Fact) -> Step[State]:
    """What comes of it."""
    match fact:
        case Wager():
            placed, moves = place(state.placed, fact)
            return Step(replace(state, placed=placed), moves=moves)
        case NoMoreBets():
            return dealing.begin(rules, state)
        case Result(value=outcome):
            return dealing.card(rules, state, str(outcome))
        case Choose():
            return _chosen(rules, state, fact)
        case Done():
            return _done(rules, state, fact)
        case Irregularity(cite=cite):
            return IRREGULARITIES[cite][1](rules, state, fact)
        case Repaired():
            return _repaired(rules, state, fact)
        case BuyIn() | CashOut():
            playing_now = any((placed.player or placed.seat) == fact.seat for placed in state.placed)
            return Step(replace(state, cards=card_table.heard(state.cards, fact, playing_now)))
        case _:
            return Step(state)


def view(rules: Rules, state: State, who: str) -> Mapping[str, Any]:
    """All that lies face up, and of the hole card what the reader told; what nobody has seen is not in the state."""
    return {
        "phase": state.phase,
        "cards": card_table.shown(state.cards),
        "hands": [shown_hand(rules, hand) for hand in state.hands],
        "dealer": shown_dealer(rules, state),
        "wagers": [
            {"seat": p.seat, "id": p.id, "cents": p.cents, "hand": "".join(map(str, p.data))} for p in state.placed
        ],
        "reader": "working" if state.reader.works else "failed",
        "barred": list(state.barred),
    }


def settings(rules: Rules, state: State) -> Mapping[str, str]:
    """How the cards are shuffled at this moment, and what there is at the table."""
    return {
        "edition": rules.edition.id,
        "shuffler": state.cards.method,
        "opened": "yes" if state.cards.opened_at else "no",
        "tip_box": str(rules.option("tip_box")),
        "preshuffled": str(rules.option("preshuffled")).lower(),
        "loads_shoe": str(rules.option("loads_shoe")).lower(),
        "match": "yes" if rules.option("match_the_dealer") else "no",
        "cut": "yes" if is_cut(rules, state.cards.method == card_table.MANUAL) else "no",
        "gathered": "new" if state.cards.why == BEGINNING else "shoe",
    }


def _may(state: State) -> tuple[str, ...]:
    """What can be done while wagers are taken."""
    permit = ("permit",) if state.barred else ()
    return (*card_table.may_of_cards(state.cards, not state.placed), "inspect-reader", *permit)


def _chosen(rules: Rules, state: State, fact: Choose) -> Step[State]:
    """A seat or the dealer answers."""
    if irregularities.asked(state) is not None:
        return irregularities.answered(rules, state, fact)
    return (hole_card.answered if state.phase == "insurance" else player_turns.chosen)(rules, state, fact)


def _repaired(rules: Rules, state: State, fact: Repaired) -> Step[State]:
    if fact.device == READER:
        said = Said("The card reader was repaired or replaced.", cites("685a.12(i)"), "device-repaired")
        return Step(replace(state, reader=replace(state.reader, works=True)), said=(said,))
    said = Said("The shuffler works again.", (rules.cite("out_of_order"),), "device-repaired")
    return Step(replace(state, cards=card_table.repaired(rules, state.cards)), said=(said,))


def _done(rules: Rules, state: State, fact: Done) -> Step[State]:
    """A procedure is complete. After a shuffle nobody is barred any more; a hole card on the table stays where it is."""
    if fact.procedure in ("inspect-reader", "permit"):
        return _noted(state, fact)
    if fact.procedure == "resume":  # 685a.5(g): also a batch that the device had kept is shuffled and cut again
        return Step(replace(state, cards=replace(state.cards, phase="shuffle", why=BEGINNING, cover="")))
    change = replenished if fact.procedure in (REPLENISH, RECUT, LOAD) else procedures.done
    cards, fill = change(rules, state.cards, fact)
    after = replace(state, cards=cards)
    if fact.procedure == "opening" and not state.cards.opened_at:
        after = replace(after, reader=replace(state.reader, inspected_at=int(fact.at)))
    ready = state.phase == "betting" and cards.phase == "play" and state.cards.phase != "play"
    told = (Said("The cards are ready: place your wagers.", (rules.cite("shuffle"),)),) if ready else ()
    if fill is None or state.phase != "betting":
        hidden = (state.hole_slot,) if state.hole_slot and not state.hole else ()
        return Step(after, said=told, fills=None if fill is None else replace(fill, apart=hidden))
    return Step(replace(after, barred=(), stood=False, face_up=0), said=told, fills=fill)


def _noted(state: State, fact: Done) -> Step[State]:
    """685a.2(d), 685a.6(b)(1): the reader was looked over; somebody may wager again."""
    if fact.procedure == "inspect-reader":
        return Step(replace(state, reader=replace(state.reader, inspected_at=int(fact.at))))
    seat = next((step["noted"].get("seat") for step in fact.data.values()), None)
    return Step(replace(state, barred=tuple(each for each in state.barred if each != seat)))


def shown_hand(rules: Rules, hand: Hand) -> dict[str, Any]:
    """A hand as anybody sees it."""
    total = player_total(rules, hand.cards)
    return {"seat": hand.seat, "hand": hand.part, "cards": list(hand.cards), "total": total, "status": hand.status}


def shown_dealer(rules: Rules, state: State) -> dict[str, Any]:
    """The dealer's cards: the hole card as `?` until it is turned up, with the reader's light."""
    down = [FACE_DOWN] if state.hole_slot and not state.hole else []
    return {
        "cards": [*([state.up] if state.up else []), *([state.hole] if state.hole else down), *state.drawn],
        "total": dealer_total(rules, state.dealer),
        "range": state.hole_range or None,
        "light": LIGHTS.get(state.hole_range),
    }


def series(rules: Rules) -> str | None:
    """A dealing shoe is dealt out; a continuous shuffler has no end."""
    return None if rules.option("shuffler") == card_table.CONTINUOUS else "shoe"
