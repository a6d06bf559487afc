"""617a.3(a), (b): Roulette chips, one color for each player, cashed in for value chips before the player leaves."""

from __future__ import annotations

from houseway.core import BuyIn, CashOut, Refusal, Said, Step, Wager
from houseway.core.frozen import changer, replace
from houseway.games.roulette.state import ChipSet, Held, State, colour_at
from houseway.law import cites
from houseway.money import dollars

VALUE = "value"
# One for each seat that a table can have; the law does not name the colors
COLOURS = (
    "amber", "aqua", "beige", "brown", "coral", "cream", "grey", "indigo", "ivory", "lavender",
    "lemon", "lilac", "lime", "mint", "navy", "olive", "orange", "peach", "pink", "teal",
)  # fmt: skip
SETS = (*COLOURS, VALUE)
_holding = changer(State, "held")


def refuse_buy_in(state: State, fact: BuyIn) -> Refusal | None:
    """Refuse value chips, another player's color, or a second color."""
    if fact.chips == VALUE:
        reason = "value chips and chips like them are not used at Roulette: ask for a color of Roulette chips"
        return Refusal(reason, cites("617a.3(b)"))
    own = colour_at(state, fact.seat)
    if own and fact.chips not in ("", own):
        return Refusal(f"seat {fact.seat} already plays with {own} chips: cash them in first", cites("617a.3(b)"))
    return _refuse_others(state, fact.seat, fact.chips)


def refuse_wager(state: State, fact: Wager) -> Refusal | None:
    """Refuse a wager that is not made with the player's own Roulette chips."""
    if fact.how == "verbal":
        reason = "a verbal wager with cash is not accepted: place Roulette chips on the layout"
        return Refusal(reason, cites("617a.3(a)"))
    if fact.how == "plaques" or fact.chips == VALUE:
        return Refusal("wagers at Roulette are made with Roulette chips", cites("617a.3(a)", "617a.3(b)"))
    taken = _refuse_others(state, fact.seat, fact.chips)
    own = colour_at(state, fact.seat)
    if taken is None and own and fact.chips not in ("", own):
        return Refusal(f"seat {fact.seat} plays with {own} chips, not with {fact.chips} chips", cites("617a.3(b)"))
    return taken


def _refuse_others(state: State, seat: int, colour: str) -> Refusal | None:
    holder = next((each.seat for each in state.chips if each.colour == colour and each.seat != seat), None)
    if holder is None:
        return None
    return Refusal(f"seat {holder} plays with {colour} chips: seat {seat} needs another color", cites("617a.3(b)"))


def issued(state: State, seat: int, asked: str) -> Step[State]:
    """Give a seat without Roulette chips the color it asked for, or the first free one.

    Chips that it holds without a color are value chips, from when the table was closed for a while: they are exchanged.
    """
    if colour_at(state, seat):
        return Step(state)
    value = max(0, sum(each.cents for each in state.held if each.seat == seat))
    taken = {each.colour for each in state.chips}
    colour = asked or next(each for each in COLOURS if each not in taken)
    data = {"seat": seat, "colour": colour, **({"exchanged_cents": value} if value else {})}
    does = f"exchanges {dollars(value)} in value chips for" if value else "plays with"
    text = f"Seat {seat} {does} {colour} Roulette chips."
    said = Said(text, cites("617a.3(b)"), "chips-issued", data=data)
    return Step(replace(state, chips=(*state.chips, ChipSet(seat, colour))), said=(said,))


def held(state: State, seat: int, cents: int) -> State:
    """Chips come to a seat, or go from it."""
    left, others = cents, []
    for each in state.held:
        if each.seat == seat:
            left += each.cents
        else:
            others.append(each)
    return _holding(state, held=(*others, Held(seat, left)) if left else tuple(others))


def colours_returned(state: State) -> tuple[State, tuple[Said, ...]]:
    """Give back the colors of seats that have no chips left; no wager is on the layout."""
    playing = {each.seat for each in state.held}
    gone = [each for each in state.chips if each.seat not in playing]
    if not gone:
        return state, ()
    said = tuple(
        Said(
            f"Seat {each.seat} has no {each.colour} Roulette chips left: another player may have that color.",
            cites("617a.3(b)"),
            "colour-returned",
            data={"seat": each.seat, "colour": each.colour},
        )
        for each in gone
    )
    return replace(state, chips=tuple(each for each in state.chips if each not in gone)), said


def cashed_out(state: State, fact: CashOut) -> Step[State]:
    """Exchange Roulette chips for value chips; a seat with none left, on the layout or off, gives its color back."""
    own = next((each for each in state.chips if each.seat == fact.seat), None)
    state = held(state, fact.seat, -fact.cents)
    if own is None:
        return Step(state)
    playing = fact.left_cents > 0 or any(placed.seat == fact.seat for placed in state.placed)
    chips = state.chips if playing else tuple(each for each in state.chips if each is not own)
    return Step(replace(state, chips=chips), said=(_cashed_in(own, dollars(fact.cents)),))


def all_cashed_in(state: State) -> Step[State]:
    """The table closes: exchange all remaining Roulette chips for value chips."""
    said = tuple(_cashed_in(each, "The remainder") for each in state.chips)
    return Step(replace(state, chips=()), said=said)


def _cashed_in(own: ChipSet, amount: str) -> Said:
    text = f"{amount} in {own.colour} Roulette chips of seat {own.seat}: cashed in for value chips."
    data = {"seat": own.seat, "colour": own.colour}
    return Said(text, cites("617a.3(b)"), "chips-converted", data=data)
