"""Prompts at a terminal: drawn tiles, settings, offers, and what may be typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from houseway.core import Asked, seat_number
from houseway.equipment.tiles import Tile, in_order
from houseway.games.pai_gow.house_way.house_ways import house_way
from houseway.games.pai_gow.law import bank, exposing, setting_hands
from houseway.games.pai_gow.law.deliveries import DELIVERIES
from houseway.games.pai_gow.law.settings import Setting, as_hand, settings
from houseway.games.pai_gow.law.state import Hand, State, wager_on
from houseway.law import Rules
from houseway.money import dollars

CHOICE_NAMES: Mapping[str, str] = {
    setting_hands.ASK: "Show me the house way",
    setting_hands.HOUSE_WAY: "Set it the house way",
    setting_hands.PLAY_OUT: "Play the hand out",
    setting_hands.VOID: "Void the hand",
    bank.TAKE: "Take the bank",
    bank.PASS: "Pass the bank",
    bank.CUT: "Move these stacks to the ends",
    bank.CO_BANK: "Have the house co-bank",
    bank.DEALER_WAGER: "Have the dealer wager this",
}
_OFFERED = "during betting, for the player who is offered the bank, from the second round on"
_TAKEN = "during betting, for the player who banks"
WHEN: Mapping[str, str] = {
    **dict.fromkeys(
        (setting_hands.SET, setting_hands.HOUSE_WAY, setting_hands.ASK), "after you have looked at your tiles"
    ),
    **dict.fromkeys((setting_hands.PLAY_OUT, setting_hands.VOID), "when the dealer has exposed one of your tiles"),
    **dict.fromkeys((exposing.EXPOSE, exposing.SURRENDER), "after the opposing hands are set"),
    **dict.fromkeys((bank.TAKE, bank.PASS), _OFFERED),
    **dict.fromkeys((bank.CUT, bank.CO_BANK, bank.DEALER_WAGER), _TAKEN),
    **dict.fromkeys(DELIVERIES, "during betting, or by a player's bank after no more bets"),
}

# The spots of one end of a tile on its side
_ENDS: Mapping[str, tuple[str, str, str]] = {
    "1": ("   ", " ● ", "   "),
    "2": ("●  ", "   ", "  ●"),
    "3": ("●  ", " ● ", "  ●"),
    "4": ("● ●", "   ", "● ●"),
    "5": ("● ●", " ● ", "● ●"),
    "6": ("● ●", "● ●", "● ●"),
}


def drawn(tiles: Sequence[Tile]) -> tuple[str, ...]:
    """Tiles drawn sideways, next to each other, with their names below."""
    rows = [" ".join("┌───┬───┐" for _ in tiles)]
    rows += [" ".join(f"│{_ENDS[tile[0]][row]}│{_ENDS[tile[2]][row]}│" for tile in tiles) for row in range(3)]
    rows += [" ".join("└───┴───┘" for _ in tiles), " ".join(f"{tile:^9}" for tile in tiles).rstrip()]
    return tuple(rows)


def typed(way: Setting) -> str:
    """The words to type for a setting."""
    return " ".join((setting_hands.SET, *way.high, *way.low))


def made(way: Setting) -> str:
    """A short name of a setting's hands: "9 over 3"."""
    return " over ".join(two.name.partition(",")[0] for two in way.ranks)


def _hand_of(state: State, asked: Asked) -> Hand:
    return next(hand for hand in state.hands if hand.position == seat_number(asked.who))


def prompt_lines(rules: Rules, state: State, asked: Asked) -> tuple[str, ...]:
    """The lines shown with a choice."""
    choices = {option.choice for option in asked.options}
    if setting_hands.SET in choices:
        return _to_set(_hand_of(state, asked))
    if setting_hands.VOID in choices:
        return (
            "The dealer exposed one of your tiles. Without looking at the others:",
            "play-out continues the hand; void gives it up and returns the wager.",
        )
    if exposing.EXPOSE in choices:
        return ("Enter: the dealer exposes the next hand.",)
    if exposing.SURRENDER in choices:
        there = wager_on(state, _hand_of(state, asked).position)
        cents = 0 if there is None else there.cents
        return (f"Enter: the next hand is exposed. surrender: give up {dollars(cents)} before that.",)
    if bank.TAKE in choices:
        needed = dollars(max(rules.min_cents, bank.cover_cents(rules, state)))
        return (
            f"bank: you bank with all your chips, at least {needed}.",
            "The bank makes no wager: the others and the dealer wager against it.",
        )
    return _as_bank(rules, state) if choices & {bank.CUT, bank.DEALER_WAGER} else ()


def _to_set(hand: Hand) -> tuple[str, ...]:
    """Four tiles, and what to type for every setting, the high hand first."""
    tiles = as_hand(hand.tiles)
    ways = settings(tiles)
    wide = max(len(typed(way)) for way in ways)
    return (
        f"The tiles of box {hand.position}:",
        *drawn(in_order(tiles)),
        "Type the high hand first:",
        *(f"  {typed(way):<{wide}}   {made(way)}" for way in ways),
        "house-way: set it as the house would. ask: only show how.",
    )


def _as_bank(rules: Rules, state: State) -> tuple[str, ...]:
    """The bank's choices and their defaults."""
    said = []
    if not state.order:
        said.append("cut right 3 4 left 5: move adjacent stacks to the ends; otherwise no cut.")
    if not state.bank.co_bank:
        cents = dollars(bank.dealer_wager_cents(rules, state))
        said.append(f"dealer-wager 0: the dealer's wager against you; otherwise {cents}.")
    if rules.option("co_bank") and not state.bank.co_bank:
        said.append("co-bank: the house covers half, sets your hand and makes no wager of its own.")
    return (*said, "Others wager against you: seat 2 wager 10. Enter: no more bets.")


def help_lines(rules: Rules, state: State, asked: Asked) -> tuple[str, ...]:
    """Extra lines for `help`."""
    choices = {option.choice for option in asked.options}
    if setting_hands.SET in choices:
        hand = _hand_of(state, asked)
        found = house_way(rules.option("house_way")).set(hand.tiles)
        return (
            f"The house would set box {hand.position} like this: {typed(found.setting)}",
            f"That is {found.how}.",
            f"The value of each setting: houseway strategy pai-gow hand={','.join(in_order(hand.tiles))}",
        )
    if asked.who == "dealer" and choices & set(DELIVERIES):
        return (f"The dealer may choose how the tiles are delivered (621a.9): {', '.join(sorted(choices))}.",)
    return ()
