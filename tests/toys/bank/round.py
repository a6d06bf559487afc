"""903a.2 to 903a.5: the round of play, and who banks the next.

opening ── wagers ── (the dealer's wager) ── throw ── (levy) ── who banks? ── wagers …
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from houseway.core import (
    INVENTORY,
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
    Role,
    Step,
    Wager,
    Wagers,
    Walk,
    Working,
    acts,
    seat_account,
)
from houseway.core.layout import listed_layout
from houseway.equipment.dice import read_dice, shown_dice, throws, typed_dice
from houseway.law import BadInput, Chapter, Citation, Rules, Shape, cites

from .events import EVENT_KINDS
from .settling import BANK, HOUSE, State, closed, settled

SHAPE = Shape(values={"seats_max": int, "dealer_cents_max": int, "levy_percent": int}, lines=("wager",))


AGAINST = {"wager": "903a.3(a)", "bank-wager": "903a.3(b)"}


def opening_state(rules: Rules) -> State:
    """A table that has not been inspected yet."""
    return State("opening")


def due(rules: Rules, state: State) -> Due:
    """The law's order of the round."""
    match state.phase:
        case "opening":
            return Procedure("opening", cites("903a.1"))
        case "dealer":
            because, most = cites("903a.3(c)"), rules.number("dealer_cents_max")
            options = (Option("decline", because), Option("wager", because, 1, most))
            return Choices((Asked(Role.DEALER, options),), because)
        case "throwing":
            return Chance("throw of the dice", throws(2), cites("903a.4"))
        case "counting":
            return Procedure("levy", cites("903a.5"))
        case "banking":
            because = cites("903a.2")
            options = (Option("pass-bank", because), Option("bank", because, rules.min_cents, rules.max_cents))
            return Choices((Asked(seat_account(state.asked), options),), because)
    return Wagers(cites("903a.3"), closes=cites("903a.4"))


def refuse(rules: Rules, state: State, fact: Fact) -> Refusal | None:
    """903a.3: the players who may wager, and against which bank."""
    match fact:
        case Wager(seat=seat) if seat == state.bank:
            return Refusal("the bank does not wager against itself", cites("903a.3"))
        case Wager(id=wager) if wager != _against(state):
            return Refusal(f"now a {_against(state)} is made", cites(AGAINST[wager]))
        case Remove() if state.phase != "betting":
            return Refusal("wagers stay as they lie once no more bets are taken", cites("903a.4"))
        case Working():
            return Refusal("no wager is called on or off", cites("903a.3"))
        case Irregularity():
            return Refusal("this chapter knows no irregularities", cites("903a.4"))
    return None


def advance(rules: Rules, state: State, fact: Fact) -> Step[State]:
    """Apply a fact that was not refused."""
    match fact:
        case Wager() | Remove():
            return acts.layout_changed(state, fact)
        case NoMoreBets():
            phase = "throwing" if state.bank == HOUSE else "dealer"
            return acts.bets_closed(state, phase, cites("903a.4"))
        case Result(value=dice):
            assert isinstance(dice, tuple)
            return settled(rules, state, dice)
        case Done(procedure="levy"):
            return closed(rules, state)
        case Done():
            return acts.opened_for_wagers(state, "betting", cites("903a.1"))
        case Choose(who="dealer", cents=cents):
            return _dealer(state, cents)
        case Choose(choice=choice, cents=cents):
            return _banking(rules, state, choice, cents)
        case _:
            return Step(state)


def key(rules: Rules, state: State) -> Hashable:
    """All of it decides."""
    return (state.phase, state.bank, state.fund_cents, state.held_cents, state.asked, state.placed)


def view(rules: Rules, state: State, who: str) -> Mapping[str, Any]:
    """All is public."""
    wagers = [{"seat": p.seat, "id": p.id, "cents": p.cents} for p in state.placed]
    return {"phase": state.phase, "bank": state.bank, "held_cents": state.held_cents, "wagers": wagers}


def lump(rules: Rules, state: State, outcome: Outcome) -> Hashable:
    """Whether the wagers or the bank win."""
    assert isinstance(outcome, tuple)
    return bool(outcome[0] > outcome[1])


def strategies(rules: Rules, wager: str) -> tuple[str, ...]:
    """The strategies of the other players."""
    return ("nobody-banks",)


def policy(rules: Rules, strategy: str) -> Any:
    """The bank is passed, and the dealer does not wager."""

    def answer(game: AnyGame, rules: Rules, state: State, asked: Asked) -> Choose:
        return Choose(asked.who, asked.options[0].choice)

    return answer


def _setup(rules: Rules, wager: str) -> tuple[Fact, ...]:
    """A wager against a player's bank needs one: the second seat's, after a round without wagers."""
    if wager == "wager":
        return ()
    taken = Choose(seat_account(2), "bank", rules.min_cents)
    return (NoMoreBets(), Result((1, 1)), Choose(seat_account(1), "pass-bank"), taken)


def layout(rules: Rules) -> Layout:
    """One area for each wager."""
    return listed_layout("Bank", str(rules.option("holder")), _catalogue(rules).values())


def read_result(rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
    """`{"dice": [3, 4]}`: for the wagers, for the bank."""
    if set(fields) - {"dice"}:
        raise BadInput('a throw has no other field than "dice": [3, 4]')
    return (read_dice(fields, 2),), {}


def _against(state: State) -> str:
    return "wager" if state.bank == HOUSE else "bank-wager"


@lru_cache
def _catalogue(rules: Rules) -> Mapping[str, Offer]:
    names = {"wager": "Against the house", "bank-wager": "Against the bank"}
    says, payouts = "The first die is higher.", (rules.payout("wager"),)
    return {wager: Offer(wager, wager, names[wager], says, Citation(cite), payouts) for wager, cite in AGAINST.items()}


def _dealer(state: State, cents: int) -> Step[State]:
    """903a.3(c): the house's own money against a player's bank."""
    if not cents:
        return Step(replace(state, phase="throwing"))
    placed = (*state.placed, Placed(HOUSE, "dealer-wager", cents))
    return Step(replace(state, phase="throwing", placed=placed), moves=(Move(INVENTORY, LAYOUT, cents),))


def _banking(rules: Rules, state: State, choice: str, cents: int) -> Step[State]:
    """903a.2: taken, passed on, or passed by all."""
    seat = state.asked
    if choice == "bank":
        taken = State("betting", seat, cents, cents)
        return Step(taken, moves=(Move(seat_account(seat), BANK, cents),))
    if seat < rules.boxes:
        return Step(replace(state, asked=seat + 1))
    return Step(State("betting"))


def setups(rules: Rules, wager: str) -> Mapping[str, tuple[Fact, ...]]:
    """One situation for each wager."""
    return {"": _setup(rules, wager)}


LAW = Law[State](
    id="bank",
    title="Bank",
    chapter=Chapter(Path(__file__).parent, SHAPE),
    state_type=State,
    event_kinds=EVENT_KINDS,
    choices={
        **dict.fromkeys(("pass-bank", "bank"), "before a round"),
        **dict.fromkeys(("decline", "wager"), "when a player has the bank"),
    },
    open=opening_state,
    due=due,
    refuse=refuse,
    advance=advance,
    catalogue=_catalogue,
    key=key,
    view=view,
)

WALK = Walk[State](
    lump=lump,
    strategies=strategies,
    policy=policy,
    setups=setups,
)

PRESENT = Presentation[State](
    chance_word="throw",
    typed_example="3 4",
    layout=layout,
    read_result=read_result,
    typed_result=typed_dice,
    show_result=shown_dice,
)

GAME = Game(law=LAW, present=PRESENT, walk=WALK, home=__package__)
