"""Advice for Pai Gow: the best settings, the value of a house way, and how strong one can be."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction

from houseway.core.advice import Advice, Cell, Grid, GridRow, Progress, Section, Style
from houseway.games.pai_gow.house_way.house_ways import HouseWay, house_way
from houseway.games.pai_gow.law.settlement import copies_by_value
from houseway.games.pai_gow.mathematics.bank_value import BankWorth
from houseway.games.pai_gow.mathematics.best_reply import best_reply, reply_list
from houseway.games.pai_gow.mathematics.house_way_value import CITES, BankTable, HouseWayWorth, assess, bank_table
from houseway.games.pai_gow.present.hand_advice import advise_hand
from houseway.games.pai_gow.present.house_card import (
    exception_line,
    exceptions,
    house_card,
    law_lines,
    rule_lines,
    word_lines,
)
from houseway.games.pai_gow.present.strategy_text import cost, deviation, percent, proof_lines, reply_lines
from houseway.law import BadInput, Rules, cites
from houseway.law.errors import nearest
from houseway.money import dollars, exact

REPLY_SHOWN = 12  # number of the best reply's exceptions to show; the topic `exceptions` shows all
RIGHT = "leave out the topic for everything, or use exceptions, bank, or one hand: hand=6-6,1-5,1-4,5-6"
Stakes = tuple[int, int]  # the stake and rounding of the figures, in cents


def advise(rules: Rules, about: Mapping[str, str], progress: Progress) -> Advice:
    """Everything about the submission's house way, or one topic, at a given stake where that matters."""
    stakes = _stakes(rules, about.get("stake"))
    topics = [(topic, value) for topic, value in about.items() if topic != "stake"]
    if not topics:
        _counted_for(rules)
        return _whole(rules, stakes, progress)
    (topic, value), *more = topics
    if more:
        raise BadInput(f"{more[0][0]}: one question at a time; {RIGHT}")
    if topic == "hand":
        return advise_hand(rules, value, *stakes)
    _counted_for(rules)
    if topic not in TOPICS or value:
        raise BadInput(f'"{topic}": is not a topic of Pai Gow; {nearest(topic, (*TOPICS, "hand"))} ({RIGHT})')
    return TOPICS[topic](rules, stakes, progress)


def _counted_for(rules: Rules) -> None:
    """The whole strategy is worked out under 621a.4 alone."""
    if copies_by_value(rules):
        right = "ask for one hand (hand=6-6,1-5,1-4,5-6), or for the odds"
        raise BadInput(f'reading.copy_hand: "621a.1": the whole strategy is worked out for "621a.4" only; {right}')


def _stakes(rules: Rules, given: str | None) -> Stakes:
    """The given stake; otherwise, if the vigorish is rounded, the smallest wager, where it costs most."""
    rounding = int(rules.option("vigorish.rounding_cents"))
    if given is None:
        return (rules.min_cents if rounding else 100), rounding
    dollars_and_cents = re.fullmatch(r"\$?(\d{1,9})(?:\.(\d\d))?", given)
    cents = int(dollars_and_cents[1]) * 100 + int(dollars_and_cents[2] or 0) if dollars_and_cents else 0
    if not cents:
        raise BadInput(f'stake: "{given}" is not an amount; write dollars, like stake=6 or stake=7.50')
    return cents, rounding


def _whole(rules: Rules, stakes: Stakes, progress: Progress) -> Advice:
    progress("setting all 35,960 hands against all others")
    stake, rounding = stakes
    found = assess(house_way(rules.option("house_way")), stake, rounding)
    sections = (
        Section("The law comes first", (), law_lines()),
        _house(found.way),
        Section("The words", (), word_lines()),
        Section("Value to a player, over 736,281,000 pairs of hands", (_worth(found),), (_terms(stake, rounding),)),
        Section(
            "As a bank: share of one wager per round, at 5% vigorish on the surplus",
            (_banks(found.banks),),
            _as_a_bank(found),
        ),
        Section("The best reply", (), reply_lines(found.listed, REPLY_SHOWN)),
        Section("The strongest lawful house way, at a vigorish of exactly 5%", (_named(found),), proof_lines(found)),
    )
    beaten = "can be beaten" if found.beatable else "cannot be beaten"
    worth = (
        f"It {beaten}: the best reply is worth {percent(found.reply.expected)} of a wager to the player "
        f"({exact(found.reply.expected)}), copying it {percent(found.copying.expected(stake, rounding))}."
    )
    summary = (f"House way: {found.way.name}. {found.way.says}", worth)
    card = house_card(rules, found.way, worth)
    title = "Pai Gow: house way and best reply"
    return Advice(rules.game, title, summary, (), sections, cites(*CITES), found.as_json(), card)


def _house(way: HouseWay) -> Section:
    """The rules in order, and where to find the rest."""
    listed = "The exceptions, hand by hand: houseway strategy pai-gow exceptions (or a submission's file)."
    more = (*((listed,) if exceptions(way) else ()), "One hand: houseway strategy pai-gow hand=6-6,1-5,1-4,5-6.")
    return Section("The house way: use the first rule that applies", (), (*rule_lines(way), *more))


def _terms(stake: int, rounding: int) -> str:
    rounded = f", rounded up to {dollars(rounding)} on a wager of {dollars(stake)}" if rounding else ""
    return f"Against the dealer, or a bank that follows the house way (621a.10(g) to (k)), at 5% vigorish{rounded}."


def _worth(found: HouseWayWorth) -> Grid:
    stake, rounding = found.reply.stake_cents, found.reply.rounding_cents
    rows = (("copying it", found.copying), ("best reply", found.reply.counts))
    return Grid(
        "player",
        ("wins", "loses", "ties", "worth"),
        tuple(
            GridRow(
                name,
                (
                    *(Cell(f"{number:,}") for number in (counts.win, counts.lose, counts.tie)),
                    Cell(percent(counts.expected(stake, rounding)), Style.BEST),
                ),
            )
            for name, counts in rows
        ),
    )


def _charged(stake: int, rounding: int) -> str:
    return f", rounded up to {dollars(rounding)} on wagers of {dollars(stake)}" if rounding else ""


def _as_a_bank(found: HouseWayWorth) -> tuple[str, ...]:
    """The value of a bank, as far as it is fast to compute; counting deals to several players may take minutes."""
    more = () if len(found.banks) > 1 else ("Against several wagers (some minutes): houseway strategy FILE bank.",)
    return (*_bank_notes(found), *more)


def _bank_notes(found: HouseWayWorth | BankTable) -> tuple[str, ...]:
    answered, best = (percent(each) for each in (found.answered.expected, found.own_bank.expected))
    return (
        "The players copy the house way, and so does the bank; equal wagers, the dealer's among them (621a.11(h), (o), (r)).",
        f"Against one player who plays the best reply: {answered}.",
        f"621a.10(d) binds the dealer but not a bank, whose best is {best} against a player who copies.",
    )


def _named(found: HouseWayWorth) -> Grid:
    lines = tuple(
        GridRow(
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


# Topics


def _exceptions(rules: Rules, stakes: Stakes, progress: Progress) -> Advice:
    """Every exception of the house way, and every hand that the best reply's rules get wrong."""
    progress("finding the best reply to the house way")
    way = house_way(rules.option("house_way"))
    listed = reply_list(way, best_reply(way, *stakes))
    named = tuple(f"{number}. {exception_line(way, rule)}" for number, rule in enumerate(exceptions(way), start=1))
    wrong = tuple(f"{each} (costs {cost(each.costs)})" for each in listed.exceptions)
    sections = (
        Section(f"Exceptions of the house way: {len(named)}, high over low", (), named or ("There are none.",)),
        Section(f"Exceptions of the best reply: {len(wrong)}, high over low, the costliest first", (), wrong),
    )
    summary = (f"House way: {way.name}. A tile stands for its mate too: 3-6 for 4-5.",)
    data = {"house_way": way.as_json(), "best_reply_list": listed.as_json()}
    return Advice(rules.game, "Pai Gow: exceptions", summary, (), sections, cites(*CITES), data)


def _bank(rules: Rules, stakes: Stakes, progress: Progress) -> Advice:
    """The value of the bank, by the number of wagers against it."""
    progress("dealing the bank's hand against one player and several")
    stake, rounding = stakes
    found = bank_table(house_way(rules.option("house_way")), progress, stake, rounding)
    section = Section(
        f"Share of one wager per round, at 5% vigorish on the surplus{_charged(stake, rounding)}",
        (_banks(found.banks),),
        _bank_notes(found),
    )
    ahead = Section("Net wagers won by the bank, over all deals", (_ahead(found.banks),))
    exactly = tuple(f"{each.players}: {exact(each.expected)}" for each in found.banks)
    sections = (section, ahead, Section("Exactly, as a bank", (), exactly))
    title = "Pai Gow: as a bank or co-bank"
    barred = () if rules.option("player_bank") else ("This submission does not let players bank (621a.11(a)).",)
    return Advice(rules.game, title, barred, (), sections, cites(*CITES), found.as_json())


def _banks(banks: tuple[BankWorth, ...]) -> Grid:
    lines = tuple(
        GridRow(
            str(each.players),
            (
                Cell(percent(each.expected)),
                Cell(percent(each.co_bank)),
                Cell(percent(each.before)),
                Cell(deviation(each.variance)),
            ),
        )
        for each in banks
    )
    return Grid("wagers", ("as a bank", "as a co-bank", "before vigorish", "deviation"), lines)


def _ahead(banks: tuple[BankWorth, ...]) -> Grid:
    """Deals by number of wagers (rows) and net wagers won (columns)."""
    nets = sorted(banks[-1].nets)
    lines = []
    for each in banks:
        deals = sum(each.nets.values())
        shares = (percent(Fraction(each.nets[net], deals), 2).lstrip("+") if net in each.nets else "" for net in nets)
        lines.append(GridRow(str(each.players), tuple(Cell(share) for share in shares)))
    return Grid("wagers", tuple(f"{net:+d}" if net else "0" for net in nets), tuple(lines))


TOPICS: Mapping[str, Callable[[Rules, Stakes, Progress], Advice]] = {"exceptions": _exceptions, "bank": _bank}
