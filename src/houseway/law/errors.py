"""What is said when an input cannot be understood: what was wrong, where, and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

SHOWN = 60  # letters of a wrong value that an error repeats


class BadInput(Exception):  # noqa: N818 - the design's word for it
    """An input that cannot be understood (unparseable, unknown id, wrong type); never an unlawful act."""


class LawError(BadInput):
    """A file of the law as data that the loader refuses: names the file, the key and the remedy."""

    def __init__(self, file: str, key: str, problem: str, remedy: str) -> None:
        self.file, self.key, self.problem, self.remedy = file, key, problem, remedy
        where = f"{file}: {key}" if key else file
        super().__init__(f"{where}: {problem}; {remedy}")


def one_of(choices: Iterable[str], most: int = 12) -> str:
    """A list of what would be right, short enough to read: numbers by size, words in the order of the law."""
    listed = list(choices)
    if all(each.isdecimal() for each in listed):
        listed.sort(key=int)
    more = f" and {len(listed) - most} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more


def nearest(given: str, choices: Iterable[str]) -> str:
    """A hint: "did you mean …?" where something is close, else what there is."""
    listed = list(choices)
    close = difflib.get_close_matches(given, listed, n=3)
    return f"did you mean {' or '.join(close)}?" if close else f"there are {one_of(listed)}"


def named(name: object) -> str:
    """The name of a field as an error repeats it: as it stands where it can be printed, else as a wrong value."""
    return name if isinstance(name, str) and name.isprintable() and len(name) <= SHOWN else shown(name)


def shown(value: object) -> str:
    """A wrong value as an error repeats it: shortened, and safe for numbers and structures of any size."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # too many digits, or nested too deep
        text = "a value of that size"
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
