"""Names of the program in words that a form can print: keys, values, lines of the payouts."""

from __future__ import annotations

import re

from houseway.core import AnyGame
from houseway.documents.paper import Run, Words, code
from houseway.law import Rules

LETTER = re.compile(r"\b([a-z])\b")
JOINED = re.compile(r"(?<=[A-Za-z])-|-(?=[A-Za-z])")  # hyphens of ids; those between numbers are a range
LONE = (("dont ", "don't "),)


def in_words(name: object) -> str:
    """An id or a value in words: "double zero", "yes", "don't pass"."""
    if isinstance(name, bool):
        return "yes" if name else "no"
    words = JOINED.sub(" ", str(name))
    for short, right in LONE:
        words = words.replace(short, right)
    return words


def key_words(key: str) -> str:
    """A key of a submission in words: "match the dealer", "vigorish, when"."""
    return key.replace("_", " ").replace(".", ", ")


def capital(words: str) -> str:
    """The same with a capital letter."""
    return words[:1].upper() + words[1:]


def payout_name(game: AnyGame, rules: Rules, line: str) -> str:
    """What a line of the payouts is called: as the only wager that has its name, else in words."""
    named = [offer.name for offer in game.law.catalogue(rules).values() if line in (offer.kind, offer.id)]
    if len(named) == 1:
        return named[0]
    return LETTER.sub(lambda found: found[1].upper(), capital(in_words(line)))


def prose(text: str) -> Words:
    """A text in which backticks set code apart, as runs."""
    parts = text.split("`")
    runs: list[str | Run] = [code(part) if n % 2 else part for n, part in enumerate(parts) if part]
    return tuple(runs) if len(runs) > 1 else text.replace("`", "")


def unticked(text: str) -> str:
    """A text without backticks."""
    return text.replace("`", "")
