"""How to set one's tiles best, what a house way is worth, and how strong one can be: as any game's advice."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.core.advice import Advice, Cell, Grid, Line, Progress, Section, Style
from houseway.games.pai_gow.house_way import house_way
from houseway.games.pai_gow.strategy import CITES, HouseWayWorth, assess
from houseway.games.pai_gow.strategy_text import bank_lines, house_lines, percent, proof_lines, reply_lines
from houseway.law import BadInput, Rules, cites
from houseway.money import dollars, exact


def advise(rules: Rules, about: Mapping[str, str], progress: Progress) -> Advice:
    """Everything about the submission's house way. There is no single situation to ask about."""
    if about:
        raise BadInput(f"{next(iter(about))}: the strategy of Pai Gow is one of all hands; it takes no situation")
    progress("setting all 35,960 hands against all others")
    rounding = int(rules.option("vigorish.rounding_cents"))
    stake = rules.min_cents if rounding else 100
    found = assess(house_way(rules.option("house_way")), stake, rounding)
    proved = tuple(line for line in proof_lines(found) if " rule" not in line)  # those are in the table
    sections = (
        Section("The house way", (), tuple(house_lines(found.way))),
        Section(
            "What it is worth to a player, of 736,281,000 pairs of hands", (_worth(found),), (_terms(stake, rounding),)
        ),
        Section("As a bank", (_banks(found),), (bank_lines(found)[0], *bank_lines(found)[-2:])),
        Section("The best reply", (), tuple(reply_lines(found.listed, 12))),
        Section(
            "The strongest lawful house way",
            (_named(found),),
            proved,
        ),
    )
    beaten = "can be beaten" if found.beatable else "cannot be beaten"
    summary = (
        f"House way: {found.way.name}. It {beaten}: the best reply is worth {percent(found.reply.expected)} of a wager "
        f"({exact(found.reply.expected)}), copying it {percent(found.copying.expected(stake, rounding))}."
    )
    return Advice(
        rules.game, "Pai Gow: house way and best reply", (summary,), (), sections, cites(*CITES), found.as_json()
    )


def _terms(stake: int, rounding: int) -> str:
    rounded = f", rounded up to {dollars(rounding)} on a wager of {dollars(stake)}" if rounding else ""
    return f"Against the dealer, or a bank that sets so (621a.10(g) to (k)), at 5% vigorish{rounded}."


def _worth(found: HouseWayWorth) -> Grid:
    stake, rounding = found.reply.stake_cents, found.reply.rounding_cents
    rows = (("copying it", found.copying), ("best reply", found.reply.counts))
    return Grid(
        "player",
        ("wins", "loses", "ties", "worth"),
        tuple(
            Line(
                name,
                (
                    *(Cell(f"{number:,}") for number in (counts.win, counts.lose, counts.tie)),
                    Cell(percent(counts.expected(stake, rounding)), Style.BEST),
                ),
            )
            for name, counts in rows
        ),
    )


def _banks(found: HouseWayWorth) -> Grid:
    def worth(low: str, high: str) -> str:
        return low if low == high else f"{low} to {high}"

    lines = tuple(
        Line(str(each.players), (Cell(worth(percent(each.low), percent(each.high))), Cell(percent(each.before))))
        for each in found.banks
    )
    return Grid("wagers", ("of one wager a round", "before vigorish"), lines)


def _named(found: HouseWayWorth) -> Grid:
    lines = tuple(
        Line(
            each.name,
            (
                Cell(str(each.rules)),
                Cell(percent(each.copying.expected())),
                Cell(percent(each.reply.expected()), Style.BEST if each.reply.expected() < 0 else Style.QUIET),
            ),
        )
        for each in found.named
    )
    return Grid("house way", ("rules", "copying", "best reply"), lines)
