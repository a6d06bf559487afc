"""Choices at the terminal: listing those that are open, and making the one that was typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.cli.terminal.seat import SEAT, TerminalSeat
from houseway.core import (
    Asked,
    Chance,
    Choices,
    Choose,
    Event,
    Option,
    Procedure,
    Role,
    Stopped,
    Wagers,
    awaited,
    in_words,
    refuse,
    seat_account,
)
from houseway.core.judging import NOT_ASKED, outcome_text
from houseway.core.typed_wagers import amount_cents, split_amount
from houseway.law import BadInput
from houseway.money import dollars

DECISIVE = ("result", "wager-settled", "round-voided")


def choose(seat: TerminalSeat, words: list[str], who: Iterable[Asked] = ()) -> bool:
    """Make the choice that these words name, among those of `who` or all open ones; False if they name none.

    While wagers are taken, a choice offered to another seat is made by naming the seat: `seat 2 bank`.
    """
    offered = isinstance(seat.table.due, Wagers)
    own = [each for each in seat.asked() if not offered or each.who == seat_account(SEAT) or isinstance(each.who, Role)]
    for asked in who or own:
        exact = next((o.choice for o in asked.options if o.choice == words[0].lower()), None)
        if exact is not None and len(words) > 1 and (len(words) > 2 or amount_cents(words[1], least=0) is None):
            make_choice(seat, asked, exact, seat.game.present.typed_choice(exact, words[1:]))
            return True
        named, cents = split_amount(words, least=0)  # a bank may have the dealer wager nothing
        wanted = "-".join(named).lower()
        if exact is None and (wanted in seat.offers or wanted in seat.game.law.choices):
            continue  # the full name of a wager or of another choice does not abbreviate this one
        found = [o.choice for o in asked.options if o.choice.startswith(wanted) or wanted in o.choice.split("-")]
        if len(found) == 1 or exact is not None:
            make_choice(seat, asked, exact or found[0], {} if cents is None else {"cents": cents})
            return True
        if len(found) > 1:
            raise BadInput(f'"{wanted}" could be {" or ".join(found)}; type more of it')
    return False


def make_choice(seat: TerminalSeat, asked: Asked, choice: str, more: Mapping[str, Any]) -> None:
    """Make a choice for the seat or role that was asked, and tell the result."""
    who = {"by": asked.who} if isinstance(asked.who, Role) else {"seat": asked.who.number}
    events = seat.table.do({"do": "choose", **who, "choice": choice, **more})
    if isinstance(seat.table.due, Chance):
        events += seat.table.draw()  # a requested card is dealt immediately
    tell_what_happened(seat, events)


def tell_what_happened(seat: TerminalSeat, events: tuple[Event, ...]) -> None:
    """Print the events, the remaining chips, and the open questions."""
    seat.decided += [event for event in events if event.event in DECISIVE]
    seat.tell(events)
    seat.tell_chips()
    ahead = [outcome_text(seat.game, seat.rules, each) for each in seat.table.waiting]
    if ahead:
        seat.say(f"Entered ahead and still to come: {', '.join(ahead)}.")
    due = seat.table.due
    if isinstance(due, Procedure | Stopped):
        seat.say(f"Now {awaited(due)}: steps lists what to do, next does the first step.", "bold")
    list_choices(seat)


def list_choices(seat: TerminalSeat) -> None:
    """Print what may be chosen now, in the words to type."""
    due = seat.table.due
    if isinstance(due, Choices):
        for place, asked in enumerate(seat.asked()):
            if not place:  # the choice that is typed next
                _show_cards(seat, asked)
            options = [option_text(option) for option in asked.options]
            own = asked.who == seat_account(SEAT)
            who = "You choose" if own else f"{in_words(asked.who).capitalize()} chooses"
            seat.say(f"{who}: {' or '.join(options)}", "bold")
    if isinstance(due, Wagers):
        for asked in seat.asked():
            _list_offer(seat, asked)
        if due.within:
            seat.out.print("  More may be wagered now; Enter deals.", style="bold")


def _list_offer(seat: TerminalSeat, asked: Asked) -> None:
    """Print what a seat may choose while wagers are taken; `help` lists the dealer's choices."""
    if asked.who == seat_account(SEAT):
        _show_cards(seat, asked)
        seat.say(f"You may choose: {' or '.join(option.choice for option in asked.options)}", "bold")
    elif not isinstance(asked.who, Role):
        other = in_words(asked.who)
        typed = " or ".join(f"{other} {option.choice}" for option in asked.options)
        seat.say(f"{other.capitalize()} may choose: {typed}")


def _show_cards(seat: TerminalSeat, asked: Asked) -> None:
    """Print the cards or tiles of the seat that is asked."""
    for line in seat.game.present.prompt_lines(seat.rules, seat.table.state, asked):
        seat.out.print(f"  {line}", no_wrap=True, overflow="ignore", crop=False)


def option_text(option: Option) -> str:
    """A choice, and what it costs: `split ($10.00)`, `double-down (up to $10.00)`."""
    if not option.high_cents:
        return option.choice
    less = "up to " if option.low_cents < option.high_cents else ""
    return f"{option.choice} ({less}{dollars(option.high_cents)})"


def not_open(seat: TerminalSeat, choice: str) -> str:
    """The message for a choice that is not open now: it says when it is."""
    return f"{choice} is a choice, asked {seat.game.law.choices[choice]}; now {awaited(seat.table.due)}"


def refuse_choice(seat: TerminalSeat, choice: str) -> None:
    """Raise the chapter's own reason, if it refuses this choice for more than not being asked now."""
    if choice in seat.game.law.choices:
        refusal = refuse(seat.game, seat.rules, seat.table.state, Choose(seat_account(SEAT), choice))
        if refusal is not None and not refusal.reason.startswith(NOT_ASKED):
            when = f"{choice} is asked {seat.game.law.choices[choice]}"
            raise BadInput(f"{refusal.reason} (§ {', '.join(refusal.cites)}); {when}")
