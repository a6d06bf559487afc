"""651a.8 and 651a.9: the round of play.

cards ready ── wagers ── no more bets ── deal ── settled, ties choose ── War Wagers ── three burned, War deal ── wagers …
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.cardroom import card_table
from houseway.cardroom.card_round import advance_cards
from houseway.core import (
    Asked,
    Chance,
    Choices,
    Choose,
    Done,
    Due,
    Fact,
    Irregularity,
    NoMoreBets,
    Option,
    Result,
    Step,
    Wagers,
    seat_account,
)
from houseway.core.frozen import replace
from houseway.core.wagering import find, shown_wagers
from houseway.equipment.shoe import burned_card, next_card
from houseway.games.casino_war import dealing
from houseway.games.casino_war.ending import still_face_up
from houseway.games.casino_war.irregularities import IRREGULARITIES
from houseway.games.casino_war.state import GO_TO_WAR, SURRENDER, Phase, State, at_war
from houseway.games.casino_war.wagers import INITIAL, TIE_ON_WAR, WAR
from houseway.law import Citation, Rules, cites

# 651a.7(c), 651a.9(e): players at War are offered a Tie Wager on the War deal, until its first card
TIES_ON_WAR = Wagers(cites("651a.9(e)"), closes=cites("651a.9(f)"), within=True, takes=(TIE_ON_WAR,))
ALL_TIES_MADE = replace(TIES_ON_WAR, takes=())


def opening_state(rules: Rules) -> State:
    """A table that has received its cards."""
    return State(card_table.new_cards(rules))


def due(rules: Rules, state: State) -> Due:
    """The next act: first the procedures of the cards, then the law's order of the round."""
    before = card_table.due_of_cards(rules, state.cards, state.phase is Phase.BETTING and not state.placed)
    if before is not None:
        return before
    match state.phase:
        case Phase.BETTING:
            may = card_table.may_of_cards(state.cards, not state.placed)
            early = _next_card(dealing.begin(rules, state).state) if state.placed else None
            return Wagers(cites("651a.7(a)"), may=may, closes=cites("651a.8(c)"), early=early)
        case Phase.CHOICES:
            asked = tuple(_asked(state, hand.seat) for hand in dealing.tied(state) if not hand.choice)
            return Choices(asked, cites("651a.9(c)"), TIES_ON_WAR if at_war(state) else None)
        case Phase.CONFIRM:
            offered = any(find(state.placed, hand.seat, TIE_ON_WAR) is None for hand in at_war(state))
            return TIES_ON_WAR if offered else ALL_TIES_MADE
    return _next_card(state)


def _next_card(state: State) -> Chance:
    """The card that leaves the shoe next: one that is face up, one to be burned, or one to be dealt."""
    shoe = state.cards.shoe
    if state.face_up:
        name, cite = ("card drawn in error", "651a.11(b)") if state.exposed else ("card found face up", "651a.11(a)")
        return next_card(shoe, name, cites(cite), misdeals=True)
    if state.war_burns:
        return burned_card(shoe, cites("651a.9(f)"), misdeals=True)
    if state.cards.burns:
        return burned_card(shoe, cites("651a.8(b)"), misdeals=True)
    return dealing.awaited_card(state)


def advance(rules: Rules, state: State, fact: Fact) -> Step[State]:
    """Apply a fact that was not refused."""
    match fact:
        case NoMoreBets():
            return dealing.begin(rules, state)
        case Result(value=card, surplus=surplus):
            assert isinstance(card, str)
            deals = dealing.unannounced if state.phase is Phase.BETTING else dealing.card
            return deals(rules, state, card, surplus)
        case Choose():
            return dealing.chosen(rules, state, fact)
        case Done():
            step = advance_cards(rules, state, fact)
            left = still_face_up(state, step.state.cards, step.fills)
            return replace(step, state=replace(step.state, face_up=left, exposed=step.state.exposed and left > 0))
        case Irregularity(cite=cite):
            return IRREGULARITIES[cite][1](rules, state, fact)
    return advance_cards(rules, state, fact)


def closed_by(rules: Rules, state: State) -> tuple[Citation, ...]:
    """651a.7(d): wagers are placed before "no more bets"."""
    return () if state.phase is Phase.BETTING else cites("651a.7(d)")


def made_by(wager: str) -> str | None:
    """651a.9(c)(2): a War Wager is made by going to War."""
    return GO_TO_WAR if wager == WAR else None


def choice_cents(fact: Choose) -> int:
    """The War Wager plus any Tie Wager made with it."""
    return fact.cents + int(fact.data.get("tie_on_war_cents", 0))


def view(rules: Rules, state: State, who: str) -> Mapping[str, Any]:
    """Everything is public: dealt cards are face up, and unseen cards are not in the state."""
    return {
        "phase": state.phase.value,
        "cards": card_table.shown(state.cards),
        "hands": [
            {"seat": h.seat, "cards": [c for c in (h.card, h.war_card) if c], "choice": h.choice} for h in state.hands
        ],
        "dealer": list(state.dealer),
        "wagers": shown_wagers(state.placed),
    }


def _asked(state: State, seat: int) -> Asked:
    initial = find(state.placed, seat, INITIAL)
    assert initial is not None
    war = Option(GO_TO_WAR, cites("651a.9(c)(2)"), initial.cents, initial.cents)
    return Asked(seat_account(seat), (war, Option(SURRENDER, cites("651a.9(c)(1)"))))
