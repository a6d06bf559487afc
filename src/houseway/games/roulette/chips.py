"""617a.3(a), (b): Roulette chips, a colour of one's own, cashed in for value chips before a player leaves."""

from __future__ import annotations

from dataclasses import replace

from houseway.core import BuyIn, CashOut, Refusal, Said, Step, Wager
from houseway.games.roulette.state import ChipSet, State, colour_at
from houseway.law import cites
from houseway.money import dollars

VALUE = "value"
# One for each seat that a table can have; which colours there are is no matter of the law
COLOURS = (
    "amber", "aqua", "beige", "brown", "coral", "cream", "grey", "indigo", "ivory", "lavender",
    "lemon", "lilac", "lime", "mint", "navy", "olive", "orange", "peach", "pink", "teal",
)  # fmt: skip
SETS = (*COLOURS, VALUE)


def refuse_buy_in(state: State, fact: BuyIn) -> Refusal | None:
    """No chips like value chips, like another player's, or of a second colour."""
    if fact.chips == VALUE:
        reason = "value chips, and chips like them, are not played with at Roulette: ask for a colour of Roulette chips"
        return Refusal(reason, cites("617a.3(b)"))
    own = colour_at(state, fact.seat)
    if own and fact.chips not in ("", own):
        return Refusal(f"seat {fact.seat} plays with {own} chips already: cash them in first", cites("617a.3(b)"))
    holder = next((each.seat for each in state.chips if each.colour == fact.chips and each.seat != fact.seat), None)
    if holder is not None:
        return Refusal(f"seat {holder} plays with {fact.chips} chips: take another colour", cites("617a.3(b)"))
    return None


def bought_in(state: State, fact: BuyIn) -> Step[State]:
    """The seat gets chips of the colour that it asked for, or of the first that is free."""
    if colour_at(state, fact.seat):
        return Step(state)
    taken = {each.colour for each in state.chips}
    colour = fact.chips or next(each for each in COLOURS if each not in taken)
    said = Said(
        f"Seat {fact.seat} plays with {colour} Roulette chips.",
        cites("617a.3(b)"),
        "chips-issued",
        data={"seat": fact.seat, "colour": colour},
    )
    return Step(replace(state, chips=(*state.chips, ChipSet(fact.seat, colour))), said=(said,))


def refuse_wager(state: State, fact: Wager) -> Refusal | None:
    """Wagers are made with one's own Roulette chips, never by word and cash."""
    if fact.how == "verbal":
        reason = "a verbal wager with cash is not accepted: place Roulette chips on the layout"
        return Refusal(reason, cites("617a.3(a)"))
    if fact.how == "plaques" or fact.chips == VALUE:
        return Refusal("wagers at Roulette are made with Roulette chips", cites("617a.3(a)", "617a.3(b)"))
    own = colour_at(state, fact.seat)
    if own and fact.chips not in ("", own):
        holder = next((each.seat for each in state.chips if each.colour == fact.chips), None)
        whose = f", those of seat {holder}" if holder is not None else ""
        reason = f"seat {fact.seat} plays with {own} chips and not with {fact.chips} ones{whose}"
        return Refusal(reason, cites("617a.3(b)"))
    return None


def cashed_out(state: State, fact: CashOut) -> Step[State]:
    """Roulette chips become value chips; a seat that keeps none, on the layout either, gives its colour back."""
    colour = colour_at(state, fact.seat)
    if not colour:
        return Step(state)
    said = Said(
        f"{dollars(fact.cents)} in {colour} Roulette chips of seat {fact.seat} are cashed in for value chips.",
        cites("617a.3(b)"),
        "chips-converted",
        data={"seat": fact.seat, "colour": colour, "cents": fact.cents},
    )
    playing = fact.left_cents > 0 or any(placed.seat == fact.seat for placed in state.placed)
    chips = state.chips if playing else tuple(each for each in state.chips if each.seat != fact.seat)
    return Step(replace(state, chips=chips), said=(said,))
