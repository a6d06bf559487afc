"""Errors for input that cannot be understood: what was wrong, where, and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from houseway.law.safe_text import sentence
from houseway.law.safe_text import shown as shown  # noqa: PLC0414 - errors show what was wrong
from houseway.law.safe_text import shown_json as shown_json  # noqa: PLC0414

LONGEST_NAMED = 60  # characters of a field's name in a message
LONGEST_MEANT = 200  # characters of a word to search alternatives for


class BadInput(Exception):  # noqa: N818 - the design's word for it
    """An input that cannot be understood (unparseable, unknown id, wrong type); never an unlawful act.

    The message is one printable line of limited length, whatever the input was.
    """

    def __init__(self, message: str) -> None:
        super().__init__(sentence(message))


class NotNow(BadInput):
    """An input that is understood, but that the table does not wait for now."""


class BadArgument(BadInput):
    """A bad value of an argument, named as the library calls it; a command line shows it under the name of its option."""

    def __init__(self, argument: str, problem: str, example: str = "") -> None:
        self.argument, self.problem, self.example = argument, problem, example
        super().__init__(f"{argument}{problem}" + (f"; write for example {example}" if example else ""))

    def told_as(self, option: str) -> str:
        """The same message with the option's name in place of the argument's, also before the example."""
        return f"{option}{self.problem}" + (f"; write for example {option} {self.example}" if self.example else "")


class LawError(BadInput):
    """A data file of the law that the loader refuses; names the file, the key and the remedy."""

    def __init__(self, file: str, key: str, problem: str, remedy: str) -> None:
        self.file, self.key, self.problem, self.remedy = file, key, problem, remedy
        where = f"{file}: {key}" if key else file
        super().__init__(f"{where}: {problem}; {remedy}")


def one_of(choices: Iterable[str], most: int = 12) -> str:
    """A short list of valid choices: numbers by size, words in the order of the law."""
    listed = list(choices)
    if all(each.isdecimal() for each in listed):
        listed.sort(key=int)
    more = f" and {len(listed) - most} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more


def nearest(given: str, choices: Iterable[str], *, shortlist: bool = False) -> str:
    """A hint: "did you mean …?" if a choice is similar, otherwise the list of choices.

    `shortlist`: these are only some of the choices, so that a single one is not the only one there is.
    """
    listed = list(choices)
    close = difflib.get_close_matches(given, listed, n=3) if len(given) <= LONGEST_MEANT else []
    if not close and shortlist and len(listed) == 1:
        close = listed
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"there is only {listed[0]}" if len(listed) == 1 else f"there are {one_of(listed)}"


def field_problem(fields: Mapping[str, object], name: str, is_not: str) -> str:
    """The problem with a field: "dice is missing", or "dice: 7 is not a list of faces"."""
    return f"{name}: {shown_json(fields[name])} {is_not}" if name in fields else f"{name} is missing"


def named(name: object) -> str:
    """The name of a field for an error message: unchanged if printable and short, otherwise quoted as a value."""
    return name if isinstance(name, str) and name.isprintable() and len(name) <= LONGEST_NAMED else shown(name)
