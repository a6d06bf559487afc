"""Seats and roles: those who act at a table. This is the only module that knows how a seat is written: `seat:3`.

Both types are texts, so journals, JSON and comparisons use them as they are.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from houseway.law.errors import BadInput, named
from houseway.law.roles import Role, known_role, the_role

_PREFIX = "seat:"


class Seat(str):
    """A seat, which is also the name of the account of the chips in front of it. `Seat(3)` is `Seat("seat:3")`."""

    __slots__ = ("number",)
    number: int

    def __new__(cls, text: str | int) -> Seat:
        """The seat with this number, or the one that a text names; BadInput if it names none."""
        if isinstance(text, int):
            return seat_account(text)
        seat = seat_of(text)
        if seat is None:
            raise BadInput(f'{named(text)} is not a seat; write it like "{_PREFIX}1"')
        return seat

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a seat is frozen: {name} cannot be set")

    def __reduce__(self) -> tuple[Any, ...]:
        return seat_account, (self.number,)


Who: TypeAlias = Seat | Role


def _made(number: int) -> Seat:
    seat = str.__new__(Seat, f"{_PREFIX}{number}")
    object.__setattr__(seat, "number", number)
    return seat


_BY_NUMBER = {number: _made(number) for number in range(64)}  # more than any table has
_BY_TEXT = {str(seat): seat for seat in _BY_NUMBER.values()}


def seat_account(seat: int) -> Seat:
    """The seat with a number, as a person who acts and as the account of its chips."""
    return _BY_NUMBER.get(seat) or _made(seat)


def seat_of(text: str) -> Seat | None:
    """The seat that a text names; None if it names something else."""
    seat = _BY_TEXT.get(text)
    if seat is None and text.startswith(_PREFIX):
        digits = text.removeprefix(_PREFIX)
        if digits.isascii() and digits.isdigit() and len(digits) < 10 and str(int(digits)) == digits:
            return seat_account(int(digits))
    return seat


def seat_number(who: Who) -> int:
    """The number of a seat; 0 for a role."""
    return who.number if isinstance(who, Seat) else 0


def read_who(text: str) -> Who:
    """The seat or role that untrusted text names; BadInput if it names neither."""
    return Seat(text) if text.startswith(_PREFIX) else known_role(text)


def in_words(name: str) -> str:
    """A seat as people say it, "seat 3"; any other name as it is."""
    seat = seat_of(name)
    return name if seat is None else f"seat {seat.number}"


def with_article(who: str) -> str:
    """A seat or a role in a sentence: "seat 3", "the pit manager"."""
    return the_role(who) if seat_of(who) is None else in_words(who)
