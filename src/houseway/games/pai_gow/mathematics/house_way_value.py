"""The value of a house way to a player who copies it, to the best reply and to a bank, and how it could be better."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.core.advice import Progress
from houseway.games.pai_gow.house_way.house_ways import HouseWay, house_ways
from houseway.games.pai_gow.mathematics.bank_counts import count_deals, stored
from houseway.games.pai_gow.mathematics.bank_value import BankWorth, banking, one_player
from houseway.games.pai_gow.mathematics.best_reply import Reply, ReplyList, best_bank, best_reply, reply_list
from houseway.games.pai_gow.mathematics.pair_counts import PairCounts, count, strengths
from houseway.games.pai_gow.mathematics.strongest import IfOrdered, StrongestProof, if_ordered, prove
from houseway.money import exact

CITES = ("621a.4", "621a.10(d)", "621a.10(g)", "621a.10(h)", "621a.10(j)", "621a.10(k)", "621a.11(o)", "621a.11(q)",
         "621a.11(r)")  # fmt: skip


@dataclass(frozen=True, slots=True)
class NamedWorth:
    """A built-in house way: its value to a player who copies it, and to the best reply."""

    name: str
    rules: int
    copying: PairCounts
    reply: PairCounts

    def as_json(self) -> dict[str, object]:
        """Name and values."""
        return {
            "name": self.name,
            "rules": self.rules,
            "copying": self.copying.as_json(),
            "best_reply": self.reply.as_json(),
        }


def named_worths() -> tuple[NamedWorth, ...]:
    """Every built-in house way, for comparison."""
    found = []
    for name, way in house_ways().items():
        house = strengths(way.settings)
        found.append(NamedWorth(name, len(way.rules), count(house, house), best_reply(way).counts))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class HouseWayWorth:
    """All results about a house way."""

    way: HouseWay
    copying: PairCounts
    reply: Reply
    listed: ReplyList
    banks: tuple[BankWorth, ...]  # banks that follow the house way, against as many players who copy it as are counted
    answered: BankWorth  # one player who answers best
    own_bank: Reply  # a bank's best setting against one player who copies, as the bank's wins and losses
    proof: StrongestProof
    ordered: IfOrdered
    named: tuple[NamedWorth, ...]

    @property
    def beatable(self) -> bool:
        """Does the best reply have a positive expectation?"""
        return self.reply.expected > 0

    def as_json(self) -> dict[str, object]:
        """One document, exact."""
        return {"house_way": self.way.as_json(), "copying": self.copying.as_json(), "best_reply": self.reply.counts.as_json(),
                "stake_cents": self.reply.stake_cents, "rounding_cents": self.reply.rounding_cents,
                "best_reply_at_stake": exact(self.reply.expected),
                "copying_at_stake": exact(self.copying.expected(self.reply.stake_cents, self.reply.rounding_cents)),
                "beatable": self.beatable, "best_reply_list": self.listed.as_json(),
                "bank": [each.as_json() for each in self.banks], "bank_answered": self.answered.as_json(),
                "bank_at_its_best": self.own_bank.counts.as_json(),
                "bank_at_its_best_at_stake": exact(self.own_bank.expected), "strongest": self.proof.as_json(),
                "if_ordered": self.ordered.as_json(),
                "named": [each.as_json() for each in self.named], "cites": list(CITES)}  # fmt: skip


def assess(way: HouseWay, stake_cents: int = 100, rounding_cents: int = 0) -> HouseWayWorth:
    """Compute all results about one house way, which must have no faults."""
    house = strengths(way.settings)
    reply = best_reply(way, stake_cents, rounding_cents)
    known = stored(house, house)
    return HouseWayWorth(
        way,
        count(house, house),
        reply,
        reply_list(way, reply),
        banking(known, stake_cents, rounding_cents)
        if known
        else (one_player(house, house, stake_cents, rounding_cents),),
        one_player(house, strengths(reply.chosen), stake_cents, rounding_cents),
        best_bank(way, stake_cents, rounding_cents),
        prove(),
        if_ordered(),
        named_worths(),
    )


@dataclass(frozen=True, slots=True)
class BankTable:
    """The value of being the bank against one or more wagers."""

    banks: tuple[BankWorth, ...]  # banks that follow the house way, against players who copy it
    answered: BankWorth  # one player who answers best
    own_bank: Reply  # a bank's best setting against one player who copies, as the bank's wins and losses

    def as_json(self) -> dict[str, object]:
        """One document, exact."""
        return {
            "bank": [each.as_json() for each in self.banks],
            "bank_answered": self.answered.as_json(),
            "bank_at_its_best": self.own_bank.counts.as_json(),
            "bank_at_its_best_at_stake": exact(self.own_bank.expected),
        }


def bank_table(way: HouseWay, progress: Progress, stake_cents: int = 100, rounding_cents: int = 0) -> BankTable:
    """The bank against one to six equal wagers; a house way that is not built in takes minutes to count."""
    house = strengths(way.settings)
    answer = strengths(best_reply(way, stake_cents, rounding_cents).chosen)
    return BankTable(
        banking(count_deals(house, house, progress), stake_cents, rounding_cents),
        one_player(house, answer, stake_cents, rounding_cents),
        best_bank(way, stake_cents, rounding_cents),
    )
