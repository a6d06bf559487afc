"""What a house way is worth, in plain text."""

from __future__ import annotations

from fractions import Fraction

from houseway.games.pai_gow.counting import PAIRS_OF_HANDS
from houseway.games.pai_gow.house_way import HouseWay
from houseway.games.pai_gow.reply import ReplyList
from houseway.games.pai_gow.strategy import HouseWayWorth
from houseway.money import dollars, exact


def percent(value: Fraction, digits: int = 4) -> str:
    """A share as people read it, rounded half up: "-0.6071%"."""
    scaled = abs(value) * 100 * 10**digits
    whole = int(scaled + Fraction(1, 2))
    sign = "-" if value < 0 and whole else "+" if whole else ""
    return f"{sign}{whole // 10**digits}.{whole % 10**digits:0{digits}d}%"


def _cost(value: Fraction) -> str:
    return percent(value).removeprefix("+")


def lines(found: HouseWayWorth, exceptions_max: int = 12) -> list[str]:
    """The same in plain text."""
    stake, rounding = found.reply.stake_cents, found.reply.rounding_cents
    return [
        *house_lines(found.way),
        "",
        *_worth_lines(found, stake, rounding),
        "",
        *bank_lines(found),
        "",
        *reply_lines(found.listed, exceptions_max),
        "",
        *proof_lines(found),
    ]


def house_lines(way: HouseWay) -> list[str]:
    """The house way itself."""
    named = [rule for rule in way.rules if rule.when.startswith("tiles ")]
    general = [rule for rule in way.rules if not rule.when.startswith("tiles ")]
    said = [f"House way: {way.name}. {way.says} It completes 621a.10(d)."]
    if named:
        said.append(f"  {len(named)} kinds of hands are set by name; then:")
    return said + [f"  {number}. {rule}" for number, rule in enumerate(general, start=1)]


def _worth_lines(found: HouseWayWorth, stake: int, rounding: int) -> list[str]:
    said = [f"Of {PAIRS_OF_HANDS:,} pairs of hands, against the dealer or a bank that sets so (621a.10(g) to (k)):"]
    for name, counts in (("a player who copies it", found.copying), ("the best reply", found.reply.counts)):
        said.append(
            f"  {name}: wins {counts.win:,}, loses {counts.lose:,}, ties {counts.tie:,}; worth "
            f"{percent(counts.expected(stake, rounding))} = {exact(counts.expected(stake, rounding))}"
        )
    rounded = f", rounded up to a multiple of {dollars(rounding)} on a wager of {dollars(stake)}" if rounding else ""
    said.append(f"  At 5% vigorish{rounded}. The house way is {'beatable' if found.beatable else 'not beatable'}.")
    return said


def bank_lines(found: HouseWayWorth) -> list[str]:
    """What it is worth to a bank."""
    said = [
        "A bank that sets so, against equal wagers of players who copy it (621a.11(o)); a co-bank has half (621a.11(r)):"
    ]
    for each in found.banks:
        worth = percent(each.low) if each.is_exact else f"from {percent(each.low)} to {percent(each.high)}"
        said.append(
            f"  {each.players} wager{'s' if each.players > 1 else ''}: {worth} of one wager a round "
            f"(before vigorish {percent(each.before)})"
        )
    return [
        *said,
        f"  Against one player who answers best: {percent(found.answered.low)}.",
        f"  A bank may set as it likes (621a.10(d) binds the dealer): at its best {percent(found.own_bank.expected())}.",
    ]


def reply_lines(listed: ReplyList, exceptions_max: int) -> list[str]:
    """The best reply as a list."""
    said = ["The best reply, as rules (the first that applies) and exceptions:"]
    said += [f"  {number}. {rule}" for number, rule in enumerate(listed.rules, start=1)]
    hands = sum(each.hands for each in listed.exceptions)
    said.append(
        f"  Exceptions: {len(listed.exceptions)} kinds, {hands:,} of 35,960 hands; "
        f"the rules alone cost {_cost(listed.costs)}. The costliest:"
    )
    shown = listed.exceptions[:exceptions_max]
    return said + [f"    {each} ({_cost(each.costs)})" for each in shown]


def proof_lines(found: HouseWayWorth) -> list[str]:
    """How strong a house way can be, and why."""
    proof = found.proof
    digits = len(str(proof.completions))
    outcome = "none is stronger" if proof.is_strongest else "one of them is stronger"
    return [
        f"621a.10(d) has completions without end (a number of {digits} digits); {proof.open_hands} kinds of hands decide.",
        f"  The strongest leaves the best reply {percent(proof.value, 6)} = {exact(proof.value)}.",
        f"  No completion, mixed or not, leaves it less than {percent(proof.bound, 6)} = {exact(proof.bound)}.",
        f"  That bound decides all but {len(proof.undecided)} kinds of hands; all {proof.tried} ways to set these: {outcome}.",
        *(
            f"  {each.name}, {each.rules} rule{'s' if each.rules > 1 else ''}: copying {percent(each.copying.expected())}, "
            f"best reply {percent(each.reply.expected())}"
            for each in found.named
        ),
        "  Were the combinations in 621a.10(d)(2) and (3) an order of preference, the best reply to any completion would be",
        f"  worth at least {percent(found.ordered.bound)} = {exact(found.ordered.bound)}.",
    ]
