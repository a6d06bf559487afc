"""What a person types at a table: amounts in dollars, and wagers by their id, their name or what the layout prints."""

from __future__ import annotations

import re
from fractions import Fraction

from houseway.core import AnyGame
from houseway.law import BadInput, Rules
from houseway.law.errors import nearest


class NotAWager(BadInput):
    """What was typed names no wager; it may mean something else."""


LONGEST = 60  # of what was typed, this much is repeated in an answer


def amount_cents(text: str, least: int = 1) -> int | None:
    """Dollars as typed ("5", "$2.50") in whole cents; None where it is no number at all."""
    if not re.fullmatch(r"[-+]?\$?[0-9][0-9,]*(\.[0-9]+)?", text):
        return None
    cents = Fraction(text.replace("$", "").replace(",", "")) * 100
    if cents.denominator != 1 or cents < least:
        raise BadInput(f'"{text[:LONGEST]}" is not an amount; type dollars, like 5 or 2.50')
    return int(cents)


def split_amount(words: list[str], least: int = 1) -> tuple[list[str], int | None]:
    """The words of a wager or choice and the amount behind them, where there is one."""
    if len(words) < 2:
        return words, None
    cents = amount_cents(words[-1], least)
    return (words, None) if cents is None else (words[:-1], cents)


def find_wager(game: AnyGame, rules: Rules, words: list[str]) -> str:
    """The wager that these words mean. What fits exactly comes before what only begins alike."""
    offers = game.catalogue(rules)
    typed = " ".join(words).lower()
    if not typed:
        raise BadInput(f"which wager? Type for example: {next(iter(offers))}; all of them: wagers")
    if typed in offers:
        return typed
    wanted = _words(typed)
    names = {wager: [_words(wager), _words(offer.name)] for wager, offer in offers.items()}
    for exact in (names, _labels(game, rules), _choices(game, rules)):
        found = [wager for wager, spelled in exact.items() if any(_alike(each, wanted) for each in spelled)]
        if len(found) == 1:
            return found[0]
    spellings = {wager: [_words(wager), _words(f"{offer.name} {wager}")] for wager, offer in offers.items()}
    found = [wager for wager, spelled in spellings.items() if any(_begins(each, wanted) for each in spelled)]
    if len(found) == 1:
        return found[0]
    shown = typed[:LONGEST]
    if found:
        raise BadInput(f'"{shown}" could be {", ".join(found[:8])}{" …" if len(found) > 8 else ""}; type more of it')
    kinds = dict.fromkeys(offer.kind for offer in offers.values())
    same = [wager for wager, spelled in spellings.items() if _begins(spelled[0][:1], wanted[:1])]
    raise NotAWager(f'"{shown}" is not a wager here; {nearest(shown, same or kinds)} (all of them: wagers)')


def _words(text: str) -> list[str]:
    return re.split(r"[\s:\-]+", text.lower().replace("$", "").strip())


def _alike(spelled: list[str], wanted: list[str]) -> bool:
    """The same words; numbers in any order."""
    if all(word.isdigit() for word in wanted):
        return sorted(spelled) == sorted(wanted)
    return spelled == wanted


def _labels(game: AnyGame, rules: Rules) -> dict[str, list[list[str]]]:
    """What the layout prints in each area: "1 1 1", "1st 12", "$20"."""
    return {area.wager: [_words(area.lines[0])] for area in game.areas(rules).areas if area.lines}


def _choices(game: AnyGame, rules: Rules) -> dict[str, list[list[str]]]:
    """The choice behind the colon: 17 of straight:17, 1-2 of split:1-2."""
    return {wager: [_words(wager.partition(":")[2])] for wager in game.catalogue(rules) if ":" in wager}


def _begins(words: list[str], wanted: list[str]) -> bool:
    """Do the wanted words begin some of these, in order? Numbers must be whole."""
    at = 0
    for want in wanted:
        while at < len(words) and not (words[at] == want if want.isdigit() else words[at].startswith(want)):
            at += 1
        if at == len(words):
            return False
        at += 1
    return bool(wanted)
