"""Advice on four tiles: every setting, which the law allows the dealer, the house way's, and the player's best."""

from __future__ import annotations

from fractions import Fraction

from houseway.core.advice import Advice, Cell, Grid, GridRow, Section, Style
from houseway.equipment.tiles import read_tiles
from houseway.games.pai_gow.house_way.hand_kinds import place_of
from houseway.games.pai_gow.house_way.house_ways import HouseWay, house_way
from houseway.games.pai_gow.house_way.rule_list import hand_text
from houseway.games.pai_gow.law.settings import Hand, as_hand, lawful, settings
from houseway.games.pai_gow.law.settlement import copies_by_value
from houseway.games.pai_gow.law.vigorish import vigorish
from houseway.games.pai_gow.mathematics.house_way_value import CITES
from houseway.games.pai_gow.mathematics.pair_counts import BESIDE, against, all_ways, strengths
from houseway.games.pai_gow.present.strategy_text import percent
from houseway.law import BadInput, Rules, cites
from houseway.money import exact


def read_hand(text: str) -> Hand:
    """Read four typed tiles: 6-6,1-5,1-4,5-6."""
    names = [name for name in text.replace(",", " ").split() if name]
    if len(names) != 4:
        raise BadInput(f'hand: "{text}" is not four tiles; write for example hand=6-6,1-5,1-4,5-6')
    return as_hand(read_tiles(names, "hand", 4))


def setting_values(
    hand: Hand, way: HouseWay, stake_cents: int, rounding_cents: int, by_value: bool = False
) -> tuple[tuple[int, int, Fraction], ...]:
    """For each setting of these tiles: the house hands it beats and loses to, and its value per unit staked."""
    house, place = strengths(way.settings, by_value), place_of(hand)
    net = 1 - vigorish(stake_cents, rounding_cents) / stake_cents
    found = []
    for slot in range(len(settings(hand))):
        won, lost = (int(each[0]) for each in against(all_ways(by_value)[slot][place : place + 1], house, place))
        found.append((won, lost, (won * net - lost) / BESIDE))
    return tuple(found)


def advise_hand(rules: Rules, text: str, stake: int, rounding: int) -> Advice:
    """Advice on one hand."""
    hand, way = read_hand(text), house_way(rules.option("house_way"))
    priced = setting_values(hand, way, stake, rounding, copies_by_value(rules))
    chosen, allowed = way.set(hand), lawful(hand)
    best = max(worth for _, _, worth in priced)
    order = sorted(zip(settings(hand), priced, strict=True), key=lambda each: -each[1][2])
    lines = tuple(
        GridRow(
            str(each),
            (
                *(Cell(two.name) for two in each.ranks),
                Cell("house way" if each == chosen.setting else "open" if each in allowed.ways else "not open"),
                Cell(f"{won:,}"),
                Cell(f"{lost:,}"),
                Cell(percent(worth), Style.BEST if worth == best else Style.PLAIN),
            ),
        )
        for each, (won, lost, worth) in order
    )
    grid = Grid("high over low", ("high hand", "low hand", "to the dealer", "beats", "loses to", "to a player"), lines)
    notes = (f"Of the {BESIDE:,} hands that the dealer may have with these tiles gone; the rest are ties.",)
    summary = (
        f"The house sets {chosen.setting}, {chosen.how}.",
        f"A player does best with {order[0][0]}: {percent(best)} of the wager.",
    )
    data = {
        "hand": list(hand),
        "house_way": {"setting": str(chosen.setting), "by": chosen.label, "rule": chosen.rule, "cites": list(chosen.cites)},
        "best": str(order[0][0]),
        "ways": [
            {"setting": str(each), "open": each in allowed.ways, "win": won, "lose": lost, "of": BESIDE, "expected": exact(worth)}
            for each, (won, lost, worth) in order
        ],
    }  # fmt: skip
    section = Section("Every way to set them", (grid,), notes)
    title = f"Pai Gow: {hand_text(hand)}"
    because = tuple(dict.fromkeys((*chosen.cites, *cites(*CITES))))
    return Advice(rules.game, title, summary, (), (section,), because, data)
