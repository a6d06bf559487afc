"""One situation at the table: the hand, the up card, the known facts about the hole card, and every card seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from houseway.equipment.card_reader import BY_LIGHT
from houseway.games.down_under_blackjack.mathematics.best_play import CHOICES, Solved
from houseway.games.down_under_blackjack.mathematics.card_counts import (
    ACE,
    NAMES,
    RANGES,
    TEN,
    CardCounts,
    counts_of,
    full_shoe,
    less,
    range_of,
    read_cards,
)
from houseway.games.down_under_blackjack.mathematics.dealer_hand import is_blackjack
from houseway.games.down_under_blackjack.mathematics.player_hands import ACES_KEPT, DEALT, player_total
from houseway.law import BadInput
from houseway.law.errors import nearest, one_of

KEYS: Final = ("hand", "up", "hole", "seen", "split", "exact")
YES_OR_NO: Final = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Situation:
    """The information of a player who must choose."""

    shoe: CardCounts  # before the round, without other cards seen
    hand: tuple[int, ...]  # in dealing order
    up: int
    lights: tuple[str, ...]  # one, or every possible light if the reader has not been used yet
    split: bool  # the hand is from a split
    exact: bool  # value a split with the second hand seeing the first


def read_situation(decks: int, about: Mapping[str, str]) -> Situation:
    """Read a typed situation; raise BadInput if something is wrong with it."""
    for key in about:
        if key not in KEYS:
            raise BadInput(f"{key}: is not part of a situation; {nearest(key, (*KEYS, 'hold'))}")
    for key in ("hand", "up"):
        if not about.get(key, "").strip():
            raise BadInput(f"{key} is missing; write for example hand=8,8 up=6 hole=small")
    hand, up = read_cards(about["hand"], "hand"), read_cards(about["up"], "up")
    if len(up) != 1:
        raise BadInput(f"up: {about['up']!r} is not one card; write for example up=6")
    split, exact = _yes(about, "split"), _yes(about, "exact")
    _check_hand(hand, split, about["hand"])
    light = _light(up[0], about.get("hole", ""))
    shoe = _without(full_shoe(decks), read_cards(about.get("seen", ""), "seen"), "seen", decks)
    hidden = (TEN,) if light == "large" and up[0] == TEN else (ACE,) if light == "large" and up[0] == ACE else ()
    _without(shoe, (*hand, *up, *hidden, *(hand[:1] if split else ())), "hand, up, seen", decks)
    _check_size(shoe, decks)
    return Situation(shoe, hand, up[0], (light,) if light else tuple(RANGES), split, exact)


def _yes(about: Mapping[str, str], key: str) -> bool:
    word = about.get(key, "no") or "yes"
    if word not in YES_OR_NO:
        raise BadInput(f"{key}: {word!r} is not one of {one_of(YES_OR_NO)}")
    return YES_OR_NO[word]


def _check_hand(hand: tuple[int, ...], split: bool, text: str) -> None:
    if len(hand) < 2:
        raise BadInput(f"hand: {text!r} has fewer than two cards; write them all, as in hand=8,8")
    if player_total(counts_of(hand))[0] >= 21:
        raise BadInput(f"hand: {text!r} has 21 or more and may not choose (685a.7(k)(1)); give a hand below 21")
    if split and hand[0] == ACE:
        raise BadInput(f"hand: {text!r} is a split ace, which receives one card only (685a.10(e)); it has no choice")


def _light(up: int, text: str) -> str:
    """The range given directly, by the light or by the exposed card; "" if unknown."""
    word = BY_LIGHT.get(text.strip().lower(), text.strip().lower())
    if not word or word in RANGES:
        return word
    right = f"write {one_of(RANGES)}, the light ({one_of(BY_LIGHT)}), or the exposed card"
    try:
        kinds = read_cards(word, "hole")
    except BadInput:
        raise BadInput(f"hole: {text!r} is not a range, light or card; {right}") from None
    if len(kinds) != 1:
        raise BadInput(f"hole: {text!r} is more than one card; {right}")
    if is_blackjack(up, kinds[0]):
        raise BadInput(
            f"hole: {NAMES[up]} and {NAMES[kinds[0]]} are a dealer's Blackjack: no choice is left (685a.7(h))"
        )
    if range_of(up) != "large" or range_of(kinds[0]) != "large":
        raise BadInput(
            f"hole: {text!r}: a hole card is exposed only when both dealer's cards are Large (685a.7(h)); "
            f"give its range, {range_of(kinds[0])}"
        )
    return "large"


def _without(shoe: CardCounts, cards: tuple[int, ...], where: str, decks: int) -> CardCounts:
    gone = counts_of(cards)
    for kind, count in enumerate(gone):
        if count > shoe[kind]:
            raise BadInput(f"{where}: {count} times {NAMES[kind]}, but {decks} decks have only {shoe[kind]} left")
    return less(shoe, gone)


def _check_size(shoe: CardCounts, decks: int) -> None:
    """Check that the round can end: two split hands may take 31 pips each, and the dealer 26."""
    pips = sum(count * (kind + 1) for kind, count in enumerate(shoe))
    if pips < 31 + 31 + 26 + 10:
        raise BadInput(
            f"seen: too few of the {decks} decks are left to finish every round (685a.7(d) reshuffles before)"
        )


def choices(here: Situation, solved: Solved, light: str) -> dict[str, float] | None:
    """The value of each choice per unit of the first wager; None if the light is impossible."""
    position = solved.position
    signal = next(n for n, each in enumerate(position.signals) if (each.up, each.light) == (here.up, light))
    came, cards = (here.hand[0] if here.split else DEALT), counts_of(here.hand)
    if not here.split and here.hand[:2] == (ACE, ACE) and (ACES_KEPT, cards) in position.hands.number:
        came = ACES_KEPT
    row = position.hands.number[came, cards]
    chance = float(position.signal[row, signal])
    if chance <= 0:
        return None
    lost = position.lost[row, signal]
    found = {"stand": position.stand[row, signal]}
    if position.hands.may_draw[row]:
        found["hit"] = solved.hit[row, signal]
    if position.hands.may_double[row]:
        found["double-down"] = solved.double[row, signal]
    if not here.split and len(here.hand) == 2 and here.hand[0] == here.hand[1]:
        found["split"] = solved.split[here.hand[0], signal]
    worth = {choice: float(value - lost) / chance for choice, value in found.items()}
    return dict(sorted(worth.items(), key=lambda each: (-each[1], CHOICES.index(each[0]))))
