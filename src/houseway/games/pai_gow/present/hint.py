"""621a.10: the best setting of four tiles against the house way, and hints for other choices."""

from __future__ import annotations

from houseway.core import Asked, seat_number
from houseway.games.pai_gow.house_way.house_ways import house_way
from houseway.games.pai_gow.law import bank, exposing, setting_hands
from houseway.games.pai_gow.law.settings import as_hand, settings
from houseway.games.pai_gow.law.settlement import copies_by_value
from houseway.games.pai_gow.law.state import State, hand_at
from houseway.games.pai_gow.present.prompts import typed
from houseway.law import Rules


def best_play(rules: Rules, state: State, asked: Asked) -> tuple[str, ...]:
    """The best choice and the reason; nothing if the choice affects no wager's value."""
    choices = {option.choice for option in asked.options}
    if setting_hands.SET in choices:
        return _setting(rules, state, asked)
    if exposing.SURRENDER in choices:
        return (f"Best play: do not {exposing.SURRENDER}: it loses the wager, and a hand that is played out may win.",)
    if bank.TAKE in choices:
        return (f"The value of being the bank: houseway strategy {rules.game} bank",)
    return ()


def _setting(rules: Rules, state: State, asked: Asked) -> tuple[str, ...]:
    """The best setting of the tiles against all hands that the house may have."""
    from houseway.games.pai_gow.present.hand_advice import setting_values  # imports NumPy, which a table does not need
    from houseway.games.pai_gow.present.strategy_text import percent

    hand = hand_at(state, seat_number(asked.who))
    tiles, way = as_hand(hand.tiles), house_way(rules.option("house_way"))
    rounding = int(rules.option("vigorish.rounding_cents"))
    priced = setting_values(tiles, way, hand.cents or 100, rounding, copies_by_value(rules))
    worth = {each: value for each, (_, _, value) in zip(settings(tiles), priced, strict=True)}
    best = max(worth, key=lambda each: worth[each])
    house = way.set(hand.tiles)
    agrees = "" if house.setting != best else " The house way is the same."
    return (
        f"Best play: {typed(best)}, worth {percent(worth[best])} of the wager against the house way.{agrees}",
        *(() if agrees else (f"The house would {typed(house.setting)} ({percent(worth[house.setting])}).",)),
    )
