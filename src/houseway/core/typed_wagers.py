"""Read what a person types at a table: amounts in dollars, and wagers by id, name, nickname or layout label."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from fractions import Fraction

from houseway.core.game import AnyGame
from houseway.law import BadInput, Rules
from houseway.law.errors import nearest


class NotAWager(BadInput):
    """The typed words are not a wager; they may mean something else."""


LONGEST = 60  # characters of typed text that are repeated in an answer


def amount_cents(text: str, least: int = 1) -> int | None:
    """Typed dollars ("5", "$2.50") as whole cents; None if it is not a number."""
    if not re.fullmatch(r"[-+]?\$?[0-9][0-9,]*(\.[0-9]+)?", text):
        return None
    cents = Fraction(text.replace("$", "").replace(",", "")) * 100
    if cents.denominator != 1 or cents < least:
        raise BadInput(f'"{text[:LONGEST]}" is not an amount; type dollars, like 5 or 2.50')
    return int(cents)


def split_amount(words: list[str], least: int = 1) -> tuple[list[str], int | None]:
    """The words of a wager or choice, and the amount after them, if any."""
    if len(words) < 2:
        return words, None
    cents = amount_cents(words[-1], least)
    return (words, None) if cents is None else (words[:-1], cents)


ALL_OF_THEM = "all of them: wagers"  # where a terminal lists what can be wagered


def read_bet(
    game: AnyGame, rules: Rules, words: list[str], listed: str = ALL_OF_THEM, mine: Collection[str] = ()
) -> tuple[str, int | None]:
    """A wager and its amount; no amount if the last number belongs to the wager's name ("corner 8 9 11 12").

    `listed`: where all wagers are listed, for an answer to words that name none. `mine`: the seat's wagers on the layout. With a
    Come Bet on the 9, "come odds 9" names its odds, and in "come odds 20" the number is the amount.
    """
    named, cents = split_amount(words)
    first, typed = " ".join(named).lower(), " ".join(words).lower()
    if cents is not None and _exactly(game, rules, first) is None:
        whole = _exactly(game, rules, typed, mine)
        backed = _supporting(_nicknamed(game, rules, first, whole=True), mine)
        if whole is not None and (not backed or whole in backed):
            return whole, None
    return find_wager(game, rules, named, listed, mine), cents


def find_wager(
    game: AnyGame, rules: Rules, words: list[str], listed: str = ALL_OF_THEM, mine: Collection[str] = ()
) -> str:
    """The wager that these words name. Exact matches come before beginnings; of several odds, those that support `mine`."""
    offers = game.law.catalogue(rules)
    typed = " ".join(words).lower()
    if not typed:
        raise BadInput(f"which wager? Type for example: {next(iter(offers))}; {listed}")
    exact = _exactly(game, rules, typed, mine)
    if exact is not None:
        return exact
    wanted, shown = _words(typed), typed[:LONGEST]
    called = _nicknamed(game, rules, typed, whole=True)
    called = _supporting(called, mine) or called
    if called:
        raise BadInput(_could_be(shown, called))
    spellings = {wager: [_words(wager), _words(f"{offer.name} {wager}")] for wager, offer in offers.items()}
    found = [wager for wager, spelled in spellings.items() if any(_begins(each, wanted) for each in spelled)]
    found = found or _nicknamed(game, rules, typed, whole=False)
    if len(found) == 1:
        return found[0]
    if found:
        raise BadInput(_could_be(shown, found))
    kinds = dict.fromkeys(offer.kind for offer in offers.values())
    same = [wager for wager, spelled in spellings.items() if _begins(spelled[0][:1], wanted[:1])]
    raise NotAWager(f'"{shown}" is not a wager here; {nearest(shown, same or kinds, shortlist=bool(same))} ({listed})')


def wagers_called(game: AnyGame, rules: Rules, word: str) -> tuple[str, ...]:
    """The rests of wager ids that begin with a word: "pass" for "odds" at Craps."""
    return tuple(wager.removeprefix(f"{word}:") for wager in game.law.catalogue(rules) if wager.startswith(f"{word}:"))


def _supporting(wagers: list[str], mine: Collection[str]) -> list[str]:
    """The wagers in support of one of the seat's: odds:come:9 with come:9 on the layout."""
    return [wager for wager in wagers if wager.partition(":")[2] in mine]


def _exactly(game: AnyGame, rules: Rules, typed: str, mine: Collection[str] = ()) -> str | None:
    """The only wager with this id, name, nickname, label or choice; None if there is none or more than one.

    With `mine`, the only one of the nickname's wagers that supports one of the seat's.
    """
    offers, wanted = game.law.catalogue(rules), _words(typed)
    if typed in offers:
        return typed
    names = {wager: [_words(wager), _words(offer.name)] for wager, offer in offers.items()}
    called = _nicknamed(game, rules, typed, whole=True)
    called = _supporting(called, mine) or called
    for found in (_spelled_so(names, wanted), called, _spelled_so(_labels(game, rules), wanted)):
        if len(found) == 1:
            return found[0]
    found = [] if called else _spelled_so(_choices(game, rules), wanted)
    return found[0] if len(found) == 1 else None


def _could_be(typed: str, found: list[str]) -> str:
    """The message for an ambiguous word."""
    listed = [*found[:8], f"{len(found) - 8} more"] if len(found) > 9 else found
    return f'"{typed}" could be {", ".join(listed[:-1])} or {listed[-1]}; type one of them, or more of it'


def _spelled_so(spellings: Mapping[str, list[list[str]]], wanted: list[str]) -> list[str]:
    return [wager for wager, spelled in spellings.items() if any(_alike(each, wanted) for each in spelled)]


FILLERS = frozenset(("and", "the", "a", "on", "of", "bet", "wager", "number"))
NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
} | {"sixes": "6", "first": "1st", "second": "2nd", "third": "3rd"}


def _called(text: str) -> list[str]:
    """The normalized words of a phrase: the same for "Hard Eights", "hard-8" and "hard 8"."""
    words = re.sub(r"['’]", "", text.lower()).replace("&", " and ")
    return [_singular(word) for word in re.split(r"[\s:/,\-]+", words) if word and word not in FILLERS]


def _singular(word: str) -> str:
    word = NUMBERS.get(word, word)
    plural = word.endswith("s") and not word.endswith("ss") and (len(word) > 3 or word[:-1].isdigit())
    return NUMBERS.get(word[:-1], word[:-1]) if plural else word


def _nicknamed(game: AnyGame, rules: Rules, typed: str, whole: bool) -> list[str]:
    """The wagers with this nickname, or with `whole` false with one that begins so."""
    wanted, found = _called(typed), dict[str, None]()
    letters, numbers = _apart(wanted)
    if whole and letters:  # "reds", "Any Sevens", "buy the four": an id or a name in another spelling
        offers = game.law.catalogue(rules).values()
        found |= {offer.id: None for offer in offers if wanted in (_called(offer.id), _called(offer.name))}
    for phrase, wagers in game.present.nicknames(rules).items() if wanted else ():
        said, counted = _apart(_called(phrase))
        if (said == letters and counted == numbers) if whole else (_begins(said, letters) and numbers <= counted):
            found |= dict.fromkeys(wagers)
    taken = [wager for wager in found if wager in game.law.catalogue(rules)]
    return taken or list(found)[:1]  # a wager that this table does not offer is refused with the reason


def _apart(words: list[str]) -> tuple[list[str], Counter[str]]:
    """The words in order, and the numbers in any order."""
    return [word for word in words if not word.isdigit()], Counter(word for word in words if word.isdigit())


def _words(text: str) -> list[str]:
    return re.split(r"[\s:\-]+", text.lower().replace("$", "").strip())


def _alike(spelled: list[str], wanted: list[str]) -> bool:
    """Whether the words are the same, with numbers in any order."""
    if all(word.isdigit() for word in wanted):
        return sorted(spelled) == sorted(wanted)
    return spelled == wanted


def _labels(game: AnyGame, rules: Rules) -> dict[str, list[list[str]]]:
    """The label of each area: "1 1 1", "1st 12", "$20"."""
    return {area.wager: [_words(area.lines[0])] for area in game.present.layout(rules).areas if area.lines}


def _choices(game: AnyGame, rules: Rules) -> dict[str, list[list[str]]]:
    """The part of an id after the colon: 17 of straight:17, 1-2 of split:1-2."""
    return {wager: [_words(wager.partition(":")[2])] for wager in game.law.catalogue(rules) if ":" in wager}


def _begins(words: list[str], wanted: list[str]) -> bool:
    """Whether the wanted words begin some of these words, in order; numbers must match in full."""
    at = 0
    for want in wanted:
        while at < len(words) and not (words[at] == want if want.isdigit() else words[at].startswith(want)):
            at += 1
        if at == len(words):
            return False
        at += 1
    return bool(wanted)
