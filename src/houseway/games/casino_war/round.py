"""651a.8 and 651a.9: the round of play.

cards ready ── wagers ── no more bets ── deal ── settled, ties choose ── War Wagers ── three burned, War deal ── wagers …
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.cardroom import card_table, procedures
from houseway.cardroom.cut import is_cut
from houseway.core import (
    Asked,
    BuyIn,
    CashOut,
    Choices,
    Choose,
    Done,
    Due,
    Fact,
    Irregularity,
    NoMoreBets,
    Option,
    Repaired,
    Result,
    Said,
    Step,
    Wager,
    Wagers,
    seat_account,
)
from houseway.core.frozen import replace
from houseway.core.wagering import find, place
from houseway.equipment.shoe import burned_card, next_card
from houseway.games.casino_war import dealing
from houseway.games.casino_war.ending import still_face_up
from houseway.games.casino_war.irregularities import IRREGULARITIES
from houseway.games.casino_war.state import GO_TO_WAR, SURRENDER, State
from houseway.games.casino_war.wagers import INITIAL, WAR
from houseway.law import ProcedureStep, Rules, cites


def opening_state(rules: Rules) -> State:
    """A table at which cards have been received."""
    return State(card_table.new_cards(rules))


def due(rules: Rules, state: State) -> Due:
    """What the cards need comes first, then the law's order of the round."""
    before = card_table.due_of_cards(rules, state.cards)
    if before is not None:
        return before
    match state.phase:
        case "betting":
            may = card_table.may_of_cards(state.cards, not state.placed)
            return Wagers(cites("651a.7(a)"), may=may, closes=cites("651a.8(c)"))
        case "choices":
            asked = tuple(_asked(state, hand.seat) for hand in dealing.tied(state) if not hand.choice)
            return Choices(asked, cites("651a.9(c)"))
        case "confirm":
            return Wagers(cites("651a.9(e)"), closes=cites("651a.9(f)"), within=True)
    shoe = state.cards.shoe
    if state.face_up:
        return next_card(shoe, "card that lies face up", cites("651a.11(a)"))
    if state.war_burns:
        return burned_card(shoe, cites("651a.9(f)"))
    if state.cards.burns:
        return burned_card(shoe, cites("651a.8(b)"))
    return dealing.awaited_card(state)


def advance(rules: Rules, state: State, fact: Fact) -> Step[State]:
    """What comes of it."""
    match fact:
        case Wager():
            placed, moves = place(state.placed, fact)
            return Step(replace(state, placed=placed), moves=moves)
        case NoMoreBets():
            return dealing.begin(rules, state)
        case Result(value=card):
            assert isinstance(card, str)
            return dealing.card(rules, state, card)
        case Choose():
            return dealing.chosen(rules, state, fact)
        case Done():
            return _done(rules, state, fact)
        case Irregularity(cite=cite):
            return IRREGULARITIES[cite][1](rules, state, fact)
        case Repaired():
            said = Said("The shuffler works again.", (rules.cite("out_of_order"),), "device-repaired")
            return Step(replace(state, cards=card_table.repaired(rules, state.cards)), said=(said,))
        case BuyIn() | CashOut():
            playing = any(placed.purse == seat_account(fact.seat) for placed in state.placed)
            return Step(replace(state, cards=card_table.heard(state.cards, fact, playing)))
        case _:
            return Step(state)


def made_by(wager: str) -> str | None:
    """651a.9(c)(2): a War Wager is made by going to War."""
    return GO_TO_WAR if wager == WAR else None


def choice_cents(fact: Choose) -> int:
    """The War Wager, and a Tie Wager that goes with it."""
    return fact.cents + int(fact.data.get("tie_on_war_cents", 0))


def view(rules: Rules, state: State, who: str) -> Mapping[str, Any]:
    """All that has been dealt lies face up; what has not been shown is not in the state."""
    return {
        "phase": state.phase,
        "cards": card_table.shown(state.cards),
        "hands": [
            {"seat": h.seat, "cards": [c for c in (h.card, h.war_card) if c], "choice": h.choice} for h in state.hands
        ],
        "dealer": list(state.dealer),
        "wagers": [{"seat": p.seat, "id": p.id, "cents": p.cents} for p in state.placed],
    }


def settings(rules: Rules, state: State) -> Mapping[str, str]:
    """Which edition, and how the cards are shuffled at this moment."""
    return {
        "edition": rules.edition.id,
        "shuffler": state.cards.method,
        "preshuffled": str(rules.option("preshuffled")).lower(),
        "loads_shoe": str(rules.option("loads_shoe")).lower(),
        "cut": "yes" if is_cut(rules, state.cards.method == card_table.MANUAL) else "no",
        "opened": "yes" if state.cards.opened_at else "no",
        "tip_box": str(rules.option("tip_box")),
    }


def normal_notes(rules: Rules, state: State, step: ProcedureStep) -> Mapping[str, Any]:
    """A step that goes as it should."""
    return procedures.usual_step(rules, state.cards, step)


def _asked(state: State, seat: int) -> Asked:
    initial = find(state.placed, seat, INITIAL)
    assert initial is not None
    war = Option(GO_TO_WAR, cites("651a.9(c)(2)"), initial.cents, initial.cents)
    return Asked(seat_account(seat), (war, Option(SURRENDER, cites("651a.9(c)(1)"))))


def _done(rules: Rules, state: State, fact: Done) -> Step[State]:
    """A procedure of the cards is complete."""
    cards, fills = procedures.done(rules, state.cards, fact)
    after = replace(state, cards=cards, face_up=still_face_up(state, cards, fills))
    ready = cards.phase == "play" and state.cards.phase != "play"
    told = (Said("The cards are ready: place your wagers.", (rules.cite("shuffle"),)),) if ready else ()
    return Step(after, said=told, fills=fills)


def series(rules: Rules) -> str | None:
    """A dealing shoe is dealt out; a continuous shuffler has no end."""
    return None if rules.option("shuffler") == card_table.CONTINUOUS else "shoe"
