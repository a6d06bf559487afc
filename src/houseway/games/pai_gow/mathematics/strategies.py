"""Named strategies: follow the house way, play the best reply to it, or take the bank whenever it is offered."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from houseway.core import AnyGame, Asked, Choose, seat_number
from houseway.games.pai_gow.house_way.hand_kinds import place_of
from houseway.games.pai_gow.house_way.house_ways import house_way
from houseway.games.pai_gow.law import bank, exposing, setting_hands
from houseway.games.pai_gow.law.settings import Setting, as_hand, settings
from houseway.games.pai_gow.law.settlement import copies_by_value
from houseway.games.pai_gow.law.state import State, hand_at
from houseway.law import Rules

HOUSE_WAY, OPTIMAL, BANK, CO_BANK = "house-way", "optimal", "bank", "co-bank"
BANKING = (BANK, CO_BANK)


def named(rules: Rules, wager: str) -> tuple[str, ...]:
    """The strategies available at this table."""
    banks = (BANK, *((CO_BANK,) if rules.option("co_bank") else ())) if rules.option("player_bank") else ()
    return (HOUSE_WAY, OPTIMAL, *banks)


def settings_of(rules: Rules, strategy: str | None, stake_cents: int) -> tuple[Setting, ...]:
    """The setting of each kind of hand; a bank follows the house way, as 621a.11(e) requires for a co-bank."""
    if strategy == OPTIMAL:
        return _best(rules, stake_cents)
    return house_way(rules.option("house_way")).settings


@lru_cache(maxsize=16)
def _best(rules: Rules, stake_cents: int) -> tuple[Setting, ...]:
    """The best reply's settings; the stake matters only if the vigorish is rounded."""
    from houseway.games.pai_gow.mathematics.best_reply import best_reply  # imports NumPy, which a table does not need

    rounding = int(rules.option("vigorish.rounding_cents"))
    way, by_value = house_way(rules.option("house_way")), copies_by_value(rules)
    return best_reply(way, stake_cents if rounding else 100, rounding, by_value).chosen


def policy(rules: Rules, strategy: str) -> Callable[[AnyGame, Rules, State, Asked], Choose]:
    """The policy of a strategy; it never surrenders, since that only loses."""
    wanted = (setting_hands.HOUSE_WAY, bank.PASS, exposing.EXPOSE)
    if strategy in BANKING:
        wanted = (
            *((bank.CO_BANK,) if strategy == CO_BANK else ()),
            bank.TAKE,
            setting_hands.HOUSE_WAY,
            exposing.EXPOSE,
        )

    def answer(game: AnyGame, rules: Rules, state: State, asked: Asked) -> Choose:
        options = {option.choice: option for option in asked.options}
        if strategy == OPTIMAL and setting_hands.SET in options:
            return _set_best(rules, state, asked)
        option = next((options[choice] for choice in wanted if choice in options), asked.options[0])
        return Choose(asked.who, option.choice, option.high_cents if option.choice == bank.TAKE else option.low_cents)

    return answer


def _set_best(rules: Rules, state: State, asked: Asked) -> Choose:
    """Choose the best setting of the tiles dealt."""
    hand = hand_at(state, seat_number(asked.who))
    best = _best(rules, hand.cents)[place_of(hand.tiles)]
    way = next(each for each in settings(as_hand(hand.tiles)) if each.strengths == best.strengths)
    return Choose(asked.who, setting_hands.SET, 0, {"high": list(way.high), "low": list(way.low)})
