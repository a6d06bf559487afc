"""904a.2 to 904a.5: the round of play.

opening ── wagers ── dice ── (on a tie: choices ── dice) ── wagers …
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from houseway.core import (
    LAYOUT,
    AnyGame,
    Asked,
    Chance,
    Choices,
    Choose,
    Done,
    Due,
    Fact,
    Game,
    Irregularity,
    Law,
    Layout,
    Move,
    NoMoreBets,
    Offer,
    Option,
    Outcome,
    Placed,
    Presentation,
    Procedure,
    Refusal,
    Remove,
    Result,
    Said,
    Step,
    Wager,
    Wagers,
    Walk,
    Working,
    acts,
    seat_account,
)
from houseway.core.layout import listed_layout
from houseway.core.wagering import find
from houseway.law import BadInput, Chapter, Citation, Rules, Shape, cites

from .events import EVENT_KINDS
from .settling import at_war, tied, war_settled

SHAPE = Shape(
    values={"seats_max": int, "initial_at_war": str, "around": str},
    lines=("initial", "tie", "war", "war_tie"),
    options=("cup", "tie_wager"),
)


@dataclass(frozen=True, slots=True)
class State:
    """A table of Skirmish: the dice thrown so far, in the order of the seats, and the seats at war."""

    phase: str  # opening, betting, throwing, choosing, warring
    placed: tuple[Placed, ...] = ()
    dice: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    warring: tuple[int, ...] = ()


def opening_state(rules: Rules) -> State:
    """A table that has not been inspected yet."""
    return State("opening")


def due(rules: Rules, state: State) -> Due:
    """The law's order of the round."""
    match state.phase:
        case "opening":
            return Procedure("opening", cites("904a.1"))
        case "betting":
            return Wagers(cites("904a.2"), closes=cites("904a.3"))
        case "choosing":
            return Choices(tuple(_asked(state, seat) for seat in state.asked), cites("904a.4(a)"))
    seats = _throwing(state)
    whose = f"seat {seats[len(state.dice)]}" if len(state.dice) < len(seats) else "the dealer"
    return Chance(f"die of {whose}", dict.fromkeys(range(1, 7), 1), cites("904a.3"))


def refuse(rules: Rules, state: State, fact: Fact) -> Refusal | None:
    """Refuse what 904a forbids beyond the core's own checks."""
    match fact:
        case NoMoreBets() if not state.placed:
            return Refusal("nobody has made a wager", cites("904a.2"))
        case Remove() if state.phase != "betting":
            return Refusal("wagers stay as they lie", cites("904a.2"))
        case Working():
            return Refusal("no wager is called on or off", cites("904a.2"))
        case Irregularity():
            return Refusal("this chapter knows no irregularities", cites("904a.3"))
    return None


def advance(rules: Rules, state: State, fact: Fact) -> Step[State]:
    """Apply a fact that was not refused."""
    match fact:
        case Wager() | Remove():
            return acts.layout_changed(state, fact)
        case NoMoreBets():
            return acts.bets_closed(state, "throwing", cites("904a.3"))
        case Done():
            return acts.opened_for_wagers(state, "betting", cites("904a.1"))
        case Result(value=die):
            assert isinstance(die, int)
            return _thrown(rules, replace(state, dice=(*state.dice, die)))
        case Choose():
            return _chosen(rules, state, fact)
        case _:
            return Step(state)


def key(rules: Rules, state: State) -> Hashable:
    """All of it decides."""
    return (state.phase, state.placed, state.dice, state.asked, state.warring)


def view(rules: Rules, state: State, who: str) -> Mapping[str, Any]:
    """All is public."""
    wagers = [{"seat": p.seat, "id": p.id, "cents": p.cents} for p in state.placed]
    return {"phase": state.phase, "dice": list(state.dice), "warring": list(state.warring), "wagers": wagers}


def strategies(rules: Rules, wager: str) -> tuple[str, ...]:
    """Whether a tie is fought out."""
    return ("go-to-war", "surrender") if wager == "initial" else ()


def policy(rules: Rules, strategy: str) -> Any:
    """Always, or never."""

    def answer(game: AnyGame, rules: Rules, state: State, asked: Asked) -> Choose:
        option = next((each for each in asked.options if each.choice == strategy), asked.options[0])
        return Choose(asked.who, option.choice, option.low_cents)

    return answer


def layout(rules: Rules) -> Layout:
    """One area for each wager."""
    return listed_layout("Skirmish", str(rules.option("holder")), _catalogue(rules).values())


def read_result(rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
    """`{"die": 3}`."""
    die = fields.get("die")
    if set(fields) != {"die"} or not isinstance(die, int) or isinstance(die, bool) or not 1 <= die <= 6:
        raise BadInput('a throw is "die": 1 to 6')
    return (die,), {}


def typed_result(line: str) -> Mapping[str, Any]:
    """`3`."""
    return {"die": int(line) if line.strip().isdigit() else line}


def show_result(rules: Rules, outcome: Outcome) -> Mapping[str, Any]:
    """The die."""
    return {"die": outcome}


@lru_cache
def _catalogue(rules: Rules) -> Mapping[str, Offer]:
    names = {"initial": ("Initial", "The higher die wins."), "tie": ("Tie", "Both dice are equal.")}
    if not rules.option("tie_wager"):
        del names["tie"]
    return {
        wager: Offer(wager, wager, name, says, Citation("904a.2"), (rules.payout(wager),))
        for wager, (name, says) in names.items()
    }


def _seats(state: State) -> tuple[int, ...]:
    return tuple(sorted({placed.seat for placed in state.placed}))


def _throwing(state: State) -> tuple[int, ...]:
    """The seats whose dice are thrown before the dealer's."""
    return state.warring if state.phase == "warring" else _seats(state)


def _asked(state: State, seat: int) -> Asked:
    placed = find(state.placed, seat, "initial")
    assert placed is not None
    because = cites("904a.4(a)")
    options = (Option("surrender", because), Option("go-to-war", because, placed.cents, placed.cents))
    return Asked(seat_account(seat), options)


def _thrown(rules: Rules, state: State) -> Step[State]:
    """904a.4: when the dealer's die is there too, what is decided is settled."""
    said = (Said(f"{state.dice[-1]}.", cites("904a.3"), "result"),)
    if len(state.dice) <= len(_throwing(state)):
        return Step(state, said=said)
    if state.phase == "warring":
        return Step(State("betting"), war_settled(rules, state.placed, state.warring, state.dice), said)
    dice = dict(zip(_seats(state), state.dice, strict=False))
    settled, left, asked = tied(rules, state.placed, dice, state.dice[-1])
    if not asked:
        return Step(State("betting"), settled, said)
    return Step(State("choosing", left, (), asked), settled, said)


def _chosen(rules: Rules, state: State, fact: Choose) -> Step[State]:
    """904a.4(a) and (b): the wager is given up, or the same again is put down."""
    seat = next(seat for seat in state.asked if seat_account(seat) == fact.who)
    settled, left = at_war(rules, state.placed, seat, fact.choice)
    moves = (Move(fact.who, LAYOUT, fact.cents),) if fact.cents else ()
    warring = state.warring if fact.choice == "surrender" else tuple(sorted((*state.warring, seat)))
    if fact.cents:
        left = (*left, Placed(seat, "war", fact.cents))
    asked = tuple(each for each in state.asked if each != seat)
    phase = "choosing" if asked else "warring" if warring else "betting"
    return Step(State(phase, left, (), asked, warring), settled, moves=moves)


LAW = Law[State](
    id="skirmish",
    title="Skirmish",
    chapter=Chapter(Path(__file__).parent, SHAPE),
    state_type=State,
    event_kinds=EVENT_KINDS,
    choices=dict.fromkeys(("surrender", "go-to-war"), "when your card ties with the dealer's"),
    open=opening_state,
    due=due,
    refuse=refuse,
    advance=advance,
    catalogue=_catalogue,
    key=key,
    view=view,
)

WALK = Walk[State](
    strategies=strategies,
    policy=policy,
)

PRESENT = Presentation[State](
    chance_word="throw",
    typed_example="3",
    layout=layout,
    read_result=read_result,
    typed_result=typed_result,
    show_result=show_result,
)

GAME = Game(law=LAW, present=PRESENT, walk=WALK, home=__package__)
