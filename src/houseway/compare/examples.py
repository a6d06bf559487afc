"""A round that two editions settle differently, step by step, with the money that moved under each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from houseway.core import AnyGame, Choose, Done, Fact, NoMoreBets, Outcome, Result, Wager, in_words
from houseway.law import Citation, Rules
from houseway.money import dollars
from houseway.odds.joint_round import Way
from houseway.odds.lockstep import Lockstep
from houseway.odds.traces import MovedMoney, Record, SettledWager, Trace, gains


@dataclass(frozen=True, slots=True)
class RoundMoment:
    """A moment of a round: one fact in words, and the records of each side that followed it."""

    says: str
    only: int | None  # the only side on which it happened
    records: tuple[Trace, Trace]

    @property
    def alike(self) -> bool:
        """Whether the same money moved in the same order."""
        return self.records[0] == self.records[1]


@dataclass(frozen=True, slots=True)
class ComparedRound:
    """A whole round under two editions, moment by moment."""

    moments: tuple[RoundMoment, ...]
    gains: tuple[tuple[str, int, int], ...]  # (seat, cents under the first edition, cents under the second)
    names: tuple[str, str]  # names of the editions

    def shown(self) -> Iterator[RoundMoment]:
        """The moments to show: a moment without money moves is joined with the next one."""
        waiting: list[str] = []
        for moment in self.moments:
            waiting.append(moment.says + ("" if moment.only is None else f" (only under {self.names[moment.only]})"))
            if any(moment.records):
                yield RoundMoment("; ".join(_counted(waiting)), moment.only, moment.records)
                waiting = []
        if waiting:
            yield RoundMoment("; ".join(_counted(waiting)), None, ((), ()))

    def as_json(self) -> dict[str, Any]:
        """The round as plain values."""
        return {
            "steps": [
                {
                    "says": moment.says,
                    "was": [_plain(record) for record in moment.records[0]],
                    "now": [_plain(record) for record in moment.records[1]],
                }
                for moment in self.moments
            ],
            "gains": [{"seat": seat, "was_cents": was, "now_cents": now} for seat, was, now in self.gains],
        }


def told(walk: Lockstep, path: tuple[Way, ...]) -> ComparedRound:
    """The round that follows a path of the walk."""
    first = walk.sides[0]
    before = "; ".join(said(first.game, first.rules, fact) for fact in walk.made.facts)
    moments = []
    for way in path:
        says = before if way.fact is None else said(first.game, first.rules, way.fact, way.what)
        only = None if all(way.met) else way.met.index(True)
        moments.append(RoundMoment(says, only, way.traces))
    was, now = (gains(record for way in path for record in way.traces[at]) for at in (0, 1))
    seats = sorted(dict.fromkeys((*was, *now)))
    names = (first.called, walk.sides[1].called)
    return ComparedRound(tuple(moments), tuple((seat, was.get(seat, 0), now.get(seat, 0)) for seat in seats), names)


def _counted(items: list[str]) -> list[str]:
    """Merge identical lines in a row into one with a count."""
    return [name + (f" (× {count})" if (count := len(list(same))) > 1 else "") for name, same in groupby(items)]


def said(game: AnyGame, rules: Rules, fact: Fact, what: str = "") -> str:
    """A fact in words."""
    match fact:
        case Wager(seat=seat, id=wager, cents=cents):
            return f"seat {seat} wagers {dollars(cents)} on {wager}"
        case Result(value=outcome):
            return f"{what or 'result'}: {shown(game, rules, outcome)}"
        case Choose(who=who, choice=choice, cents=cents):
            return f"{in_words(who)} chooses {choice}" + (f" ({dollars(cents)})" if cents else "")
        case NoMoreBets():
            return "no wager is added" if what else "no more bets"
        case Done(procedure=name):
            return f"{name} is done"
        case _:
            return type(fact).__name__.lower()


def shown(game: AnyGame, rules: Rules, outcome: Outcome) -> str:
    """An outcome in words, as a dealer would call it."""
    parts = []
    for value in game.present.show_result(rules, outcome).values():
        parts += [str(each) for each in value] if isinstance(value, list | tuple) else [str(value)]
    return " ".join(parts)


def recorded(record: Record) -> str:
    """A record in words."""
    match record:
        case MovedMoney(source=source, target=target, cents=cents):
            return f"{dollars(cents)} {in_words(source)} → {in_words(target)}"
        case SettledWager(seat=seat, wager=wager, cents=cents, result=result):
            return f"seat {seat}'s {wager}, {dollars(cents)}: {result}"


def decided_by(record: Record) -> tuple[Citation, ...]:
    """The paragraphs that decided a wager; none for the moves that follow from it."""
    return record.because if isinstance(record, SettledWager) else ()


def _plain(record: Record) -> dict[str, Any]:
    if isinstance(record, MovedMoney):
        return {"from": record.source, "to": record.target, "cents": record.cents}
    return {
        "seat": record.seat,
        "wager": record.wager,
        "cents": record.cents,
        "result": record.result,
        "cites": list(record.because),
    }
