"""902a.2 to 902a.7: the round of play.

opening ── wagers ── shuffle ── deal, range ── choices at once ── draws ── hole card ── wagers …
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from houseway.core import (
    LAYOUT,
    AnyGame,
    Area,
    Asked,
    Choices,
    Choose,
    Done,
    Due,
    Fact,
    Fill,
    Game,
    Irregularity,
    Law,
    Layout,
    Move,
    NoMoreBets,
    Offer,
    Option,
    Outcome,
    Presentation,
    Procedure,
    Refusal,
    Remove,
    Result,
    Said,
    Settled,
    Step,
    Wager,
    Wagers,
    Walk,
    Working,
    acts,
    seat_account,
)
from houseway.core.wagering import collect, find, give_back, pay
from houseway.law import BadInput, Chapter, Citation, Rules, Shape, cites
from houseway.law.errors import shown

from .dealing import DECK, HIGH, LOW, Hand, State, chance, value, without_card
from .events import EVENT_KINDS

SHAPE = Shape(values={"seats_max": int, "total_max": int}, lines=("hand",))


BETWEEN = ("opening", "betting")


def opening_state(rules: Rules) -> State:
    """A table that has not been inspected yet."""
    return State("opening")


def due(rules: Rules, state: State) -> Due:
    """The law's order of the round."""
    match state.phase:
        case "opening":
            return Procedure("opening", cites("902a.1"))
        case "betting":
            return Wagers(cites("902a.2"), closes=cites("902a.3"))
        case "shuffling":
            return Procedure("shuffle", cites("902a.3"))
        case "choosing":
            return Choices(tuple(_asked(state, hand) for hand in state.hands if not hand.choice), cites("902a.4"))
    return chance(state)


def refuse(rules: Rules, state: State, fact: Fact) -> Refusal | None:
    """Refuse what 902a forbids beyond the core's own checks."""
    match fact:
        case NoMoreBets() if not state.placed:
            return Refusal("nobody has made a wager", cites("902a.2"))
        case Remove() if state.phase != "betting":
            return Refusal("wagers stay as they lie once the deal has begun", cites("902a.3"))
        case Working():
            return Refusal("no wager is called on or off", cites("902a.2"))
        case Irregularity(cite=cite) if cite != "902a.7" or state.phase in (*BETWEEN, "shuffling"):
            return Refusal("only an exposed card is an irregularity, and none is dealt", cites("902a.7"))
    return None


def advance(rules: Rules, state: State, fact: Fact) -> Step[State]:
    """Apply a fact that was not refused."""
    match fact:
        case Wager() | Remove():
            return acts.layout_changed(state, fact)
        case NoMoreBets():
            return acts.bets_closed(state, "shuffling", cites("902a.3"))
        case Done(procedure="shuffle"):
            hands = tuple(Hand(seat) for seat in sorted({placed.seat for placed in state.placed}))
            return Step(replace(state, phase="dealing", hands=hands), fills=Fill("", DECK))
        case Done():
            return acts.opened_for_wagers(state, "betting", cites("902a.1"))
        case Result(value=outcome):
            assert isinstance(outcome, str)
            return _revealed(rules, state, outcome) if state.phase == "revealing" else _dealt(state, outcome)
        case Choose():
            return _chosen(state, fact)
        case Irregularity():
            return _misdeal(state)
        case _:
            return Step(state)


def key(rules: Rules, state: State) -> Hashable:
    """Values decide, suits do not."""
    hands = tuple((hand.seat, tuple(sorted(map(value, hand.cards))), hand.choice) for hand in state.hands)
    return (state.phase, state.placed, hands, state.up[:1], state.range)


def view(rules: Rules, state: State, who: str) -> Mapping[str, Any]:
    """A hand shows its cards to its own seat, and to others how many there are."""
    hands = [
        {
            "seat": hand.seat,
            "choice": hand.choice,
            "cards": list(hand.cards) if who == seat_account(hand.seat) else len(hand.cards),
        }
        for hand in state.hands
    ]
    wagers = [{"seat": p.seat, "id": p.id, "cents": p.cents} for p in state.placed]
    return {"phase": state.phase, "hands": hands, "up": state.up, "range": state.range, "wagers": wagers}


def is_face(outcome: Outcome) -> bool:
    """Cards."""
    return outcome in DECK


def private_state(state: State) -> tuple[str, ...]:
    """Hands that only their player has seen."""
    return ("hands",) if any(hand.cards for hand in state.hands) else ()


def hidden_from(rules: Rules, state: State, who: str) -> bool:
    """The cards of the others."""
    return any(hand.cards and seat_account(hand.seat) != who for hand in state.hands)


def lump(rules: Rules, state: State, outcome: Outcome) -> Hashable:
    """Suits mean nothing."""
    assert isinstance(outcome, str)
    return outcome if outcome in (LOW, HIGH) else value(outcome)


def strategies(rules: Rules, wager: str) -> tuple[str, ...]:
    """Best play, and the simplest."""
    return ("optimal", "always-stand")


def policy(rules: Rules, strategy: str) -> Any:
    """None leaves the choice to the walk, which takes the best."""

    def stand(game: AnyGame, rules: Rules, state: State, asked: Asked) -> Choose:
        return Choose(asked.who, "stand")

    return stand if strategy == "always-stand" else None


def layout(rules: Rules) -> Layout:
    """One box."""
    return Layout("Peek", str(rules.option("holder")), (Area("hand", 0, 0, 20, 10, ("HAND",), "1 to 1"),))


def read_result(rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
    """`{"cards": ["3a"]}`, or `{"range": "low"}` of the reader."""
    cards, told = fields.get("cards"), fields.get("range")
    if set(fields) == {"range"} and isinstance(told, str) and told in (LOW, HIGH):
        return (told,), {}
    if set(fields) != {"cards"} or not isinstance(cards, list | tuple) or not cards:
        raise BadInput('a deal is "cards": ["3a"], or "range": "low" where the reader tells it')
    for card in cards:
        if not isinstance(card, str) or card not in DECK:
            raise BadInput(f"cards: {shown(card)} is not a card; there are {', '.join(DECK)}")
    return tuple(cards), {}


def typed_result(line: str) -> Mapping[str, Any]:
    """`3a`, or what the reader tells: `low`."""
    return {"range": line.strip()} if line.strip() in (LOW, HIGH) else {"cards": line.split()}


def show_result(rules: Rules, outcome: Outcome) -> Mapping[str, Any]:
    """A card, or a range."""
    return {"range": outcome} if outcome in (LOW, HIGH) else {"cards": [outcome]}


@lru_cache
def _catalogue(rules: Rules) -> Mapping[str, Offer]:
    says = "The player's total beats the dealer's."
    return {"hand": Offer("hand", "hand", "Hand", says, Citation("902a.2"), (rules.payout("hand"),))}


def _asked(state: State, hand: Hand) -> Asked:
    placed = find(state.placed, hand.seat, "hand")
    assert placed is not None
    because = cites("902a.4")
    options = (Option("stand", because), Option("draw", because), Option("double", because, placed.cents, placed.cents))
    return Asked(seat_account(hand.seat), options)


def _next(state: State) -> State:
    """Where the deal, the choices and the draws lead when they are complete."""
    if state.phase == "dealing" and state.range:
        return replace(state, phase="choosing")
    if state.phase == "choosing" and all(hand.choice for hand in state.hands):
        return _next(replace(state, phase="drawing"))
    if state.phase == "drawing" and without_card(state) is None:
        return replace(state, phase="revealing")
    return state


def _dealt(state: State, outcome: str) -> Step[State]:
    """902a.3(a) and (b)."""
    hand = without_card(state)
    if hand is not None:
        more = replace(hand, cards=(*hand.cards, outcome))
        hands = tuple(more if each is hand else each for each in state.hands)
        said = Said(f"Your card is {outcome}.", cites("902a.3(a)"), "result", seat_account(hand.seat))
        return Step(_next(replace(state, hands=hands)), said=(said,))
    if not state.up:
        said = Said(f"The dealer shows {outcome}.", cites("902a.3(a)"), "result")
        return Step(replace(state, up=outcome), said=(said,))
    said = Said(f"The hole card is {outcome}.", cites("902a.3(b)"), "result")
    return Step(_next(replace(state, range=outcome)), said=(said,))


def _chosen(state: State, fact: Choose) -> Step[State]:
    """902a.4."""
    hands = tuple(
        replace(hand, choice=fact.choice) if seat_account(hand.seat) == fact.who else hand for hand in state.hands
    )
    placed = tuple(
        replace(each, cents=each.cents + fact.cents) if seat_account(each.seat) == fact.who else each
        for each in state.placed
    )
    moves = (Move(fact.who, LAYOUT, fact.cents),) if fact.cents else ()
    return Step(_next(replace(state, hands=hands, placed=placed)), moves=moves)


def _revealed(rules: Rules, state: State, hole: str) -> Step[State]:
    """902a.5: losing wagers are collected, then the others paid or returned."""
    most, dealer = rules.number("total_max"), value(state.up) + value(hole)
    lost: list[Settled] = []
    others: list[Settled] = []
    because = cites("902a.5")
    for placed in state.placed:
        hand = next(each for each in state.hands if each.seat == placed.seat)
        total = sum(map(value, hand.cards))
        if total > most or (total < dealer <= most):
            lost.append(collect(placed, because))
        elif total == dealer:
            others.append(give_back(placed, because))
        else:
            others.append(pay(placed, rules.payout("hand"), because))
    shown = {"hands": {str(hand.seat): list(hand.cards) for hand in state.hands}}
    said = Said(f"The hole card is {hole}: {dealer}.", because, "revealed", data=shown)
    return Step(State("betting"), (*lost, *others), (said,))


def _misdeal(state: State) -> Step[State]:
    """902a.7."""
    because = cites("902a.7")
    said = Said("A card was exposed: the deal is void.", because, "round-voided")
    return Step(State("betting"), tuple(give_back(placed, because) for placed in state.placed), (said,))


LAW = Law[State](
    id="peek",
    title="Peek",
    chapter=Chapter(Path(__file__).parent, SHAPE),
    state_type=State,
    event_kinds=EVENT_KINDS,
    choices=dict.fromkeys(("stand", "draw", "double"), "when your card has been dealt"),
    open=opening_state,
    due=due,
    refuse=refuse,
    advance=advance,
    catalogue=_catalogue,
    key=key,
    view=view,
    is_face=is_face,
    private_state=private_state,
    hidden_from=hidden_from,
)

WALK = Walk[State](
    lump=lump,
    strategies=strategies,
    policy=policy,
)

PRESENT = Presentation[State](
    chance_word="deal",
    typed_example="3a",
    layout=layout,
    read_result=read_result,
    typed_result=typed_result,
    show_result=show_result,
)

GAME = Game(law=LAW, present=PRESENT, walk=WALK, home=__package__)
