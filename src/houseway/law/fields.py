"""Fields of a step or a report: what each paragraph requires to be noted, and how the values are read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from houseway.law.errors import BadInput, LawError, named, nearest, one_of, shown
from houseway.law.roles import ROLES
from houseway.law.toml_file import only_keys, text_of
from houseway.money import LARGEST_CENTS

LARGEST_WHOLE = 1_000_000
LONGEST_LIST = 200
LONGEST_NAME = 100
LONGEST_LINE = 300
LONGEST_NOTE = 500
NOTE = "note"
RESERVED = (
    "do",
    "at",
    "cite",
    "item",
    "by",
    "who",
    "data",
    "about",
    "noted",
    "verified",
    NOTE,
)  # names that commands use themselves
FIELD_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
CHOICE = re.compile(r"[a-z0-9][a-z0-9:-]{0,39}")
LENGTH = re.compile(r"(\d{1,4})(?:\.(\d{1,4}))?")


class _WrongError(Exception):
    """The value does not fit the kind of field."""


Read = Callable[[object, int], Any]  # (value, number of seats) -> value; raises _WrongError


def _whole(value: object, seats: int) -> int:
    return _number(value, 0, LARGEST_WHOLE)


def _number(value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _WrongError
    return int(value)


def _cents(value: object, seats: int) -> int:
    return _number(value, 0, LARGEST_CENTS)


def _seat(value: object, seats: int) -> int:
    return _number(value, 1, seats)


def _yes_no(value: object, seats: int) -> bool:
    if not isinstance(value, bool):
        raise _WrongError
    return value


def _moment(value: object, seats: int) -> int:
    """RFC 3339 text with its zone, or seconds since 1970."""
    if isinstance(value, str):
        with suppress(ValueError, OverflowError):
            moment = datetime.fromisoformat(value)
            value = int(moment.timestamp()) if moment.tzinfo else value
    return _number(value, 0, 2**33 - 1)


def _role(value: object, seats: int) -> str:
    if not isinstance(value, str) or value not in ROLES:
        raise _WrongError
    return str(value)


def _name(value: object, seats: int) -> str:
    """Read a name; a whole number becomes its digits, since tables and credentials have numbers."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(_number(value, 0, 10**18))
    return _one_line(value, LONGEST_NAME)


def _line(value: object, seats: int) -> str:
    return _one_line(value, LONGEST_LINE)


def _one_line(value: object, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        raise _WrongError
    return str(value)


def _length(value: object, seats: int) -> int | str:
    """A length: whole inches as a whole number, others as decimal text without trailing zeros."""
    if not isinstance(value, str):
        return _number(value, 0, 9999)
    found = LENGTH.fullmatch(value) if value.isascii() else None
    if found is None:
        raise _WrongError
    whole, parts = int(found[1]), (found[2] or "").rstrip("0")
    return f"{whole}.{parts}" if parts else whole


def inches(value: object) -> Fraction | None:
    """A noted length as an exact number; None if there is none."""
    try:
        return Fraction(_length(value, 0))
    except _WrongError:
        return None


def _counts(value: object, seats: int) -> dict[str, int]:
    if not isinstance(value, Mapping) or len(value) > LONGEST_LIST:
        raise _WrongError
    if not all(isinstance(name, str) for name in value):
        raise _WrongError
    return {_name(name, seats): _whole(count, seats) for name, count in value.items()}


def _list_of(read: Read) -> Read:
    def read_list(value: object, seats: int) -> list[Any]:
        if not isinstance(value, list | tuple) or len(value) > LONGEST_LIST:
            raise _WrongError
        return [read(each, seats) for each in value]

    return read_list


def _one_of(choices: Iterable[str]) -> Read:
    listed = tuple(choices)

    def read_choice(value: object, seats: int) -> str:
        if not isinstance(value, str) or value not in listed:
            raise _WrongError
        return str(value)

    return read_choice


def _seat_or(choices: Iterable[str]) -> Read:
    named = _one_of(choices)
    return lambda value, seats: named(value, seats) if isinstance(value, str) else _seat(value, seats)


KINDS: Mapping[str, tuple[Read, str]] = {
    "whole": (_whole, "a whole number from 0 to 1000000"),
    "cents": (_cents, "an amount in whole cents, like 500 for $5.00"),
    "yes-no": (_yes_no, "true or false"),
    "moment": (_moment, 'a time; write it with its zone, like "2011-06-11T09:00:00Z"'),
    "role": (_role, f"a role; there are {', '.join(ROLES)}"),
    "seat": (_seat, "a seat at this table; write 1 to {seats}"),
    "name": (_name, f"a name or number on one line, of at most {LONGEST_NAME} letters"),
    "line": (_line, f"a text on one line, of at most {LONGEST_LINE} letters"),
    "length": (_length, 'a length in inches, like 31 or "31.5"'),
    "counts": (_counts, 'a count for each name, like {{"joker": 1}}'),
    "wholes": (_list_of(_whole), "a list of whole numbers, like [1, 2]"),
    "names": (_list_of(_name), 'a list of names, like ["1", "2"]'),
    "roles": (_list_of(_role), f'a list of roles, like ["dealer"]; there are {", ".join(ROLES)}'),
    "seats": (_list_of(_seat), "a list of seats at this table, like [1, 2]; write 1 to {seats}"),
}
WITH_CHOICES: Mapping[str, tuple[Callable[[Iterable[str]], Read], str]] = {
    "one of ": (_one_of, "one of {listed}"),
    "list of ": (lambda choices: _list_of(_one_of(choices)), "a list of any of {listed}"),
    "seat or ": (_seat_or, "a seat at this table, 1 to {{seats}}, or {listed}"),
}


@dataclass(frozen=True, slots=True)
class Field:
    """One field that may be noted. `kind` is written as in procedure.toml: "whole", "one of equal|marked"."""

    name: str
    kind: str

    def read(self, value: object, seats: int) -> Any:
        """The value as plain JSON; raises BadInput with what would be right."""
        read, says = _kind(self.kind)
        try:
            return read(value, seats)
        except _WrongError:
            raise BadInput(f"{self.name}: {shown(value)} is not {says.format(seats=seats)}") from None


STEP_FIELDS: Mapping[str, Field] = {
    "verified": Field("verified", "yes-no")
}  # a field of every step: did the inspection pass?


def _kind(kind: str) -> tuple[Read, str]:
    if kind in KINDS:
        return KINDS[kind]
    for words, (made, says) in WITH_CHOICES.items():
        if kind.startswith(words):
            choices = kind.removeprefix(words).split("|")
            return made(choices), says.format(listed=(" or " if words == "seat or " else ", ").join(choices))
    raise BadInput(f"{kind!r} is not a kind of field; {nearest(kind, (*KINDS, *WITH_CHOICES))}")


def read_fields(declared: Mapping[str, Field], given: Mapping[str, object], *, seats: int) -> dict[str, Any]:
    """The noted values as plain JSON, each checked by its field. The game judges missing fields."""
    found: dict[str, Any] = {}
    for name, value in given.items():
        if name == NOTE:
            found[NOTE] = _note(value)
        elif isinstance(name, str) and name in declared:
            found[name] = declared[name].read(value, seats)
        else:
            raise BadInput(f"{named(name)} is not a field here; {_there_are(name, declared)}")
    return found


def refuse_others(given: Mapping[str, object], allowed: Collection[str], remedy: str) -> None:
    """Raise BadInput for the first field that is not allowed."""
    for name in given:
        if name not in allowed:
            raise BadInput(f"{named(name)} {remedy}")


def _there_are(name: object, declared: Mapping[str, Field]) -> str:
    close = nearest(name, (*declared, NOTE)) if isinstance(name, str) and len(name) <= LONGEST_NAME else ""
    if close.startswith("did you mean"):
        return close
    return f"there are {one_of(declared)}, and {NOTE} for free text" if declared else f"only {NOTE} is, for free text"


def _note(value: object) -> str:
    """Free text, which no rule depends on."""
    text = value.replace("\r\n", "\n") if isinstance(value, str) else None
    if text is None or len(text) > LONGEST_NOTE or not all(map(_is_printed, text)):
        raise BadInput(f"{NOTE}: {shown(value)} is not a text of at most {LONGEST_NOTE} printable letters")
    return text


def _is_printed(letter: str) -> bool:
    """Whether it is a printable character, space or line break: no control character, no lone surrogate."""
    return letter.isprintable() or letter == "\n" or unicodedata.category(letter) == "Zs"


def load_fields(file: str, key: str, table: object) -> Mapping[str, Field]:
    """The fields of a step or a report, as a TOML table of names and kinds."""
    rows = only_keys(file, f"{key}.fields", table, table if isinstance(table, Mapping) else ())
    return {name: _field(file, f"{key}.fields.{name}", name, kind) for name, kind in rows.items()}


def _field(file: str, key: str, name: str, kind: object) -> Field:
    if FIELD_NAME.fullmatch(name) is None or name in RESERVED:
        reserved = f"{', '.join(RESERVED)} are taken"
        raise LawError(file, key, "is not a name for a field", f"write small letters and underscores; {reserved}")
    text = text_of(file, key, kind)
    try:
        _kind(text)
    except BadInput as error:
        raise LawError(file, key, str(error).partition("; ")[0], str(error).partition("; ")[2]) from error
    choices = next((text.removeprefix(words).split("|") for words in WITH_CHOICES if text.startswith(words)), [])
    if any(CHOICE.fullmatch(choice) is None for choice in choices):
        raise LawError(file, key, f"{text!r} lists no choices", "write them with | between, like one of red|black")
    return Field(name, text)
