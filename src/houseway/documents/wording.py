"""The program's names as words that a form can print: keys, values, payout lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from houseway.core import AnyGame
from houseway.documents.example_rounds import BEST
from houseway.documents.field_names import american
from houseway.law import Rules
from houseway.odds.sheet import Row

JOINED = re.compile(r"(?<=[A-Za-z])-|-(?=[A-Za-z])")  # hyphens in ids; those between numbers are ranges
LONE = (("dont ", "don't "),)
FEW_SITUATIONS = 3
FEW, MANY = 20, 30  # characters: limits for listing choices in a name


def in_words(name: object) -> str:
    """An id or a value in words: "double zero", "yes", "don't pass"."""
    if isinstance(name, bool):
        return "yes" if name else "no"
    words = american(JOINED.sub(" ", str(name)))
    for short, right in LONE:
        words = words.replace(short, right)
    return words


def key_words(key: str) -> str:
    """A key of a submission in words: "match the dealer", "vigorish, when"."""
    return key.replace("_", " ").replace(".", ", ")


def capital(words: str) -> str:
    """The words with an initial capital."""
    return words[:1].upper() + words[1:]


def payout_name(game: AnyGame, rules: Rules, line: str) -> str:
    """The name of a payout line: the game's name for it, or the only wager it pays, or its id in words."""
    said = game.present.payout_names(rules).get(line)
    offers = game.law.catalogue(rules).values()
    named = [offer.name for offer in offers if line in (offer.kind, offer.id)] if said is None else [said]
    named = named or [offer.name for offer in offers if [each.line for each in offer.payouts] == [line]]
    return named[0] if len(named) == 1 else capital(in_words(line))


def rows_name(same: Sequence[Row], played: Mapping[str, str] = MappingProxyType({})) -> str:
    """A name for rows of one kind: the wager, its choices or their number, the situation, and the strategy."""
    first = same[0]
    about = ", ".join(each for each in (_situations(same), _played(first, played)) if each)
    where = f" ({about})" if about else ""
    if len({row.id for row in same}) == 1:
        return first.name + where
    before, apart, after = _apart([row.name.split() for row in same])
    if (before or after) and len(apart) <= FEW:
        return " ".join((*before, apart, *after)) + where
    choices = ", ".join(row.id.partition(":")[2].replace(":", " ") for row in same)
    kind = capital(in_words(first.id.partition(":")[0]))
    return f"{kind}: {choices}{where}" if len(choices) <= MANY else f"{kind}, {len(same)} places{where}"


def joint_name(names: Sequence[str]) -> str:
    """One name for wagers with names that differ in one place: "Horn High 2, 3, 11, 12 Bet"."""
    if len(names) == 1:
        return names[0]
    before, apart, after = _apart([name.split() for name in names])
    return " ".join((*before, apart, *after))


def _apart(names: Sequence[Sequence[str]]) -> tuple[Sequence[str], str, Sequence[str]]:
    """The words that all names begin with, the differing words, and the words that all names end with."""
    first, shortest = names[0], min(map(len, names)) - 1
    begin = next((n for n in range(shortest) if len({name[n] for name in names}) > 1), shortest)
    end = next((n for n in range(shortest - begin) if len({name[-1 - n] for name in names}) > 1), shortest - begin)
    apart = dict.fromkeys(" ".join(name[begin : len(name) - end]) for name in names)
    return first[:begin], ", ".join(apart), first[len(first) - end :]


def _situations(same: Sequence[Row]) -> str:
    """The situations of the rows: "point 4 or 10"."""
    found = list(dict.fromkeys(row.situation for row in same if row.situation))
    if len(found) > FEW_SITUATIONS:
        return ""
    head = found[0].rpartition("-")[0] if found else ""
    if head and all(each.rpartition("-")[0] == head for each in found):
        return f"{in_words(head)} {' or '.join(each.rpartition('-')[2] for each in found)}"
    return ", ".join(map(in_words, found))


def _played(row: Row, played: Mapping[str, str]) -> str:
    return "best play" if row.strategy == BEST else played.get(row.strategy or "", in_words(row.strategy or ""))


def unticked(text: str) -> str:
    """A text without backticks."""
    return text.replace("`", "")
