"""901a.3: wagers and rolls in turn; wagers live on from roll to roll.

opening ── wagers ── no more bets ── roll ── wagers …
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from houseway.core import (
    LAYOUT,
    Area,
    Chance,
    Done,
    Due,
    Fact,
    Game,
    Irregularity,
    Law,
    Layout,
    Move,
    NoMoreBets,
    Outcome,
    Placed,
    Presentation,
    Procedure,
    Refusal,
    Remove,
    Result,
    Said,
    Settled,
    Step,
    Verdict,
    Wager,
    Wagers,
    Walk,
    Working,
    acts,
    seat_account,
)
from houseway.core.wagering import collect, find, give_back, pay
from houseway.equipment.dice import DICE_EVENTS, read_throw, shown_dice, throws, typed_dice
from houseway.law import Chapter, Rules, Shape, cites

from .wagers import CRAPS, KINDS, NATURALS, catalogue

SHAPE = Shape(values={"dice": int, "seats_max": int}, lines=("even", "six"))


@dataclass(frozen=True, slots=True)
class State:
    """The state of the table: phase and point; a wager keeps its own memory."""

    phase: str  # opening, betting, rolling
    point: int = 0
    placed: tuple[Placed, ...] = ()


def opening_state(rules: Rules) -> State:
    """A table that has not been inspected yet."""
    return State("opening")


def due(rules: Rules, state: State) -> Due:
    """Wagers and rolls in turn."""
    if state.phase == "opening":
        return Procedure("opening", cites("901a.1"))
    if state.phase == "rolling":
        return Chance("roll of the dice", throws(rules.number("dice")), cites("901a.3"))
    return Wagers(cites("901a.2"), closes=cites("901a.3"))


def refuse(rules: Rules, state: State, fact: Fact) -> Refusal | None:
    """901a.2: when each wager may be made, taken down and called."""
    match fact:
        case Wager(id="run" | "against" as wager) if state.point:
            return Refusal(f"a {wager} is made before a come out roll", cites(KINDS[wager].cite))
        case Wager(id="follow") if not state.point:
            return Refusal("a follow is made while there is a point", cites("901a.2(c)"))
        case Remove(id="run") if state.point:
            return Refusal("a run stays up once there is a point", cites("901a.2(a)"))
        case Remove(seat=seat, id="follow") if (there := find(state.placed, seat, "follow")) and there.data:
            return Refusal("a follow stays on its number", cites("901a.2(c)"))
        case Remove() if state.phase != "betting":
            return Refusal("the dice are out", cites("901a.3"))
        case Working(id=wager) if wager != "six":
            return Refusal(f"a {wager} always works", cites("901a.2(d)"))
        case Working(seat=seat, id=wager) if find(state.placed, seat, wager) is None:
            return Refusal(f"seat {seat} has no {wager} on the layout", cites("901a.2(d)"))
        case Working() if state.phase != "betting":
            return Refusal("the dice are out", cites("901a.3"))
        case Irregularity():
            return Refusal("this chapter knows no irregularities", cites("901a.3"))
    return None


def advance(rules: Rules, state: State, fact: Fact) -> Step[State]:
    """Apply a fact that was not refused."""
    match fact:
        case Wager(seat=seat, id="follow", cents=cents):
            return _follow(state, seat, cents)
        case Wager() | Remove():
            return acts.layout_changed(state, fact)
        case Working(seat=seat, id=wager, on=on):
            called = tuple(
                replace(each, data=("on" if on else "off",)) if (each.seat, each.id) == (seat, wager) else each
                for each in state.placed
            )
            return Step(replace(state, placed=called))
        case NoMoreBets():
            return acts.bets_closed(state, "rolling", cites("901a.3"))
        case Result(value=dice):
            assert isinstance(dice, tuple)
            return _rolled(rules, state, sum(dice))
        case Done(procedure="opening"):
            return acts.opened_for_wagers(state, "betting", cites("901a.1"))
        case _:
            return Step(state)


def key(rules: Rules, state: State) -> Hashable:
    """All of it decides."""
    return (state.phase, state.point, state.placed)


def view(rules: Rules, state: State, who: str) -> Mapping[str, Any]:
    """All is public."""
    wagers = [{"seat": p.seat, "id": p.id, "cents": p.cents, "data": list(p.data)} for p in state.placed]
    return {"phase": state.phase, "point": state.point, "wagers": wagers}


def lump(rules: Rules, state: State, outcome: Outcome) -> Hashable:
    """Only the total counts."""
    assert isinstance(outcome, tuple)
    return sum(outcome)


def _setup(rules: Rules, wager: str) -> tuple[Fact, ...]:
    """A follow needs a point: that of 4, which is as good as another."""
    return (NoMoreBets(), Result((2, 2))) if wager == "follow" else ()


def layout(rules: Rules) -> Layout:
    """One row."""
    offers = catalogue(rules)
    areas = (Area(wager, n * 20, 0, 20, 10, (o.name,), o.pays) for n, (wager, o) in enumerate(offers.items()))
    return Layout("Hazard Run", str(rules.option("holder")), tuple(areas))


def _follow(state: State, seat: int, cents: int) -> Step[State]:
    """A new follow lies beside those that have moved to their numbers; only onto one that has not does it add up."""
    waiting = next((p for p in state.placed if (p.seat, p.id, p.data) == (seat, "follow", ())), None)
    more = Placed(seat, "follow", cents + (waiting.cents if waiting else 0))
    others = tuple(each for each in state.placed if each is not waiting)
    return Step(replace(state, placed=(*others, more)), moves=(Move(seat_account(seat), LAYOUT, cents),))


def _rolled(rules: Rules, state: State, total: int) -> Step[State]:
    """901a.2: every wager meets the roll; losing ones are collected first, then the rest is paid or returned."""
    lost: list[Settled] = []
    others: list[Settled] = []
    left: list[Placed] = []
    for placed in state.placed:
        kind = KINDS[placed.id]
        match kind.decide(placed, total, state.point, rules):
            case Verdict.WON:
                others.append(pay(placed, rules.payout(kind.line), (kind.cite,)))
            case Verdict.LOST:
                lost.append(collect(placed, (kind.cite,)))
            case Verdict.RETURNED:
                others.append(give_back(placed, (kind.cite,)))
            case Placed() as alive:
                left.append(alive)
    over = (state.point, 7) if state.point else (*NATURALS, *CRAPS)
    point = 0 if total in over else state.point or total
    said = Said(f"{total}. {f'The point is {point}.' if point else 'Come out.'}", cites("901a.3"), "result")
    return Step(State("betting", point, tuple(left)), (*lost, *others), (said,))


def setups(rules: Rules, wager: str) -> Mapping[str, tuple[Fact, ...]]:
    """One situation for each wager."""
    return {"": _setup(rules, wager)}


LAW = Law[State](
    id="hazard-run",
    title="Hazard Run",
    chapter=Chapter(Path(__file__).parent, SHAPE),
    state_type=State,
    event_kinds=DICE_EVENTS,
    open=opening_state,
    due=due,
    refuse=refuse,
    advance=advance,
    catalogue=catalogue,
    key=key,
    view=view,
)

WALK = Walk[State](
    lump=lump,
    setups=setups,
)

PRESENT = Presentation[State](
    chance_word="roll",
    typed_example="3 4",
    layout=layout,
    read_result=read_throw,
    typed_result=typed_dice,
    show_result=shown_dice,
)

GAME = Game(law=LAW, present=PRESENT, walk=WALK, home=__package__)
