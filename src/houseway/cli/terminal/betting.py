"""The verbs that move chips: bet, take, clear, again, buy, tip, seat; and the one that lets chance decide."""

from __future__ import annotations

import difflib

from houseway.cli.terminal.choosing import (
    choose,
    list_choices,
    make_choice,
    not_open,
    refuse_choice,
    tell_what_happened,
)
from houseway.cli.terminal.layout_view import show_after, show_settled
from houseway.cli.terminal.procedures import list_steps
from houseway.cli.terminal.seat import BUY_IN_CENTS, SEAT, TerminalSeat
from houseway.cli.terminal.typed_results import QUITTING
from houseway.core import Chance, Choices, Event, Procedure, Role, Stopped, Wagers, awaited, seat_account
from houseway.core.typed_wagers import NotAWager, amount_cents, split_amount
from houseway.law import BadInput


def bet(seat: TerminalSeat, words: list[str]) -> None:
    """`small 5`: a wager and an amount. Any line that begins with no verb or choice comes here."""
    try:
        wager, cents = seat.bet(words)
    except NotAWager as error:
        refuse_choice(seat, words[0].lower())
        raise BadInput(_meant(seat, "-".join(split_amount(words)[0]).lower(), str(error))) from None
    choice = seat.game.law.made_by(wager)
    if cents is None and choice is not None:
        raise BadInput(not_open(seat, choice))
    if cents is None:
        raise BadInput(f"how much on {wager}? Type for example: {wager} 5")
    _shown(seat, seat.table.wager(SEAT, wager, cents))


def _meant(seat: TerminalSeat, typed: str, no_wager: str) -> str:
    """The message for words that name no wager: the choice or verb that may have been meant, or what is awaited."""
    if typed in seat.game.law.choices:
        return not_open(seat, typed)
    open_now = [option.choice for asked in seat.asked() for option in asked.options]
    known = [*open_now, *seat.game.law.choices, *seat.verb_names, *QUITTING[:1]]
    close = difflib.get_close_matches(typed, dict.fromkeys(known), n=2, cutoff=0.65)
    if close and "did you mean" not in no_wager:
        return f'"{typed}" is not understood; did you mean {" or ".join(close)}?'
    if isinstance(seat.table.due, Chance):
        return f'"{typed}" is not understood: {awaited(seat.table.due)}; press Enter to continue'
    if isinstance(seat.table.due, Choices):
        return f'"{typed}" is not one of the choices; there are {", ".join(dict.fromkeys(open_now))}'
    return no_wager


def take(seat: TerminalSeat, words: list[str]) -> None:
    """`take small`: take a wager down."""
    _shown(seat, seat.table.remove(SEAT, seat.wager(words)))


def clear(seat: TerminalSeat, words: list[str]) -> None:
    """`clear`: take down all wagers of the seat."""
    events: tuple[Event, ...] = ()
    for wager, _ in seat.mine():
        events += seat.table.remove(SEAT, wager)
    _shown(seat, events)


def again(seat: TerminalSeat, words: list[str]) -> None:
    """`again`: the wagers of the last round."""
    if not seat.last:
        raise BadInput("there is no round to repeat yet")
    events: tuple[Event, ...] = ()
    for wager, cents in seat.last:
        events += seat.table.wager(SEAT, wager, cents)
    _shown(seat, events)


def _shown(seat: TerminalSeat, events: tuple[Event, ...]) -> None:
    seat.tell(events)
    show_after(seat, events)


def buy(seat: TerminalSeat, words: list[str]) -> None:
    """`buy 100`: buy in. With more words it is a wager (a Buy Bet at Craps)."""
    if len(words) > 1:
        bet(seat, ["buy", *words])
        return
    cents = amount_cents(words[0]) if words else None
    if cents is None:
        raise BadInput("buy in for how much? Type for example: buy 100")
    seat.tell(seat.table.buy_in(SEAT, cents))
    seat.tell_chips()


def tip(seat: TerminalSeat, words: list[str]) -> None:
    """`tip 5`: chips into the tip box."""
    cents = amount_cents(words[0]) if len(words) == 1 else None
    if cents is None:
        raise BadInput("tip how much? Type for example: tip 5")
    seat.tell(seat.table.do({"do": "tip", "seat": SEAT, "cents": cents}), quiet=())
    seat.tell_chips()


def chips(seat: TerminalSeat, words: list[str]) -> None:
    """`chips`: the chips of the seat."""
    seat.tell_chips()


def for_seat(seat: TerminalSeat, words: list[str]) -> None:
    """`seat 2 small 5`: a wager or a choice of another seat, which buys in when it needs chips."""
    number = int(words[0]) if words and words[0].isdigit() else 0
    if not 1 <= number <= seat.rules.boxes or len(words) < 2:
        example = f"seat 2 {next(iter(seat.offers))} 5 (there are {seat.rules.boxes} seats)"
        raise BadInput(f"which seat does what? Type for example: {example}")
    asked = [each for each in seat.asked() if each.who == seat_account(number)]
    if asked and choose(seat, words[1:], asked):
        return
    wager, cents = seat.bet(words[1:], number)
    if cents is None:
        raise BadInput(f"how much on {wager}? Type for example: seat {number} {wager} 5")
    if seat.table.chips(number) < cents:
        seat.tell(seat.table.buy_in(number, max(BUY_IN_CENTS, cents)), quiet=())
    seat.tell(seat.table.wager(number, wager, cents))


def go(seat: TerminalSeat, words: list[str]) -> None:
    """Enter, `deal`, or the game's own word: no more bets, and chance decides. Otherwise list what must be done first."""
    due = seat.table.due
    if isinstance(due, Procedure | Stopped):
        list_steps(seat, [])
        return
    if isinstance(due, Choices):
        acts = [asked for asked in due.open if isinstance(asked.who, Role) and len(asked.options) == 1]
        if acts:  # the dealer has one thing to do, and the others may still choose before that
            make_choice(seat, acts[0], acts[0].options[0].choice, {})
        else:
            list_choices(seat)
        return
    mine = seat.mine()
    before = seat.chips_drawn()
    events = seat.table.deal()
    if isinstance(due, Wagers) and not due.within and events[-1].event != "act-refused":
        seat.last = mine or seat.last
        seat.decided = []
    show_settled(seat, before, events)
    tell_what_happened(seat, events)
