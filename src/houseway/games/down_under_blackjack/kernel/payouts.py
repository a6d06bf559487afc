"""The payouts of each way to end a round, computed by the chapter's rules, for kernels that deal cards and know no money.

A hand's *way* is the net result of its own wager and of its Double Down Wager, if any. All amounts here are for a Bet Wager of
one unit, the smallest that pays whole cents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.cardroom.card_table import new_cards
from houseway.core import AnyGame, Chance, Choices, Choose, Outcome, Placed, Wager
from houseway.core.driver import Answers, Driver, never, one_round
from houseway.equipment.cards import FACE_DOWN
from houseway.games.down_under_blackjack.law.dealer import stands
from houseway.games.down_under_blackjack.law.hole_card import INSURE, NO_INSURANCE
from houseway.games.down_under_blackjack.law.player_turns import STAND
from houseway.games.down_under_blackjack.law.points import dealer_total, hard_total
from houseway.games.down_under_blackjack.law.state import BET, DOUBLE, FIRST, INSURANCE, MATCH, Hand, State
from houseway.games.down_under_blackjack.law.wagers import settle_hand
from houseway.law import Rules

Cards = tuple[str, ...]
Way = tuple[int, int | None]  # net cents of the hand's own wager, and of its Double Down Wager
BLACKJACK = ("AC", "KC")
PAIR = ("9C", "9D")
NONE, UNSUITED, SUITED = range(3)  # how a card matches the dealer's up card
MATCHING = {NONE: ("7C", "9C"), UNSUITED: ("8D", "8H"), SUITED: ("8C", "8C")}  # with an up card of 8C


@dataclass(slots=True)
class NumberedPayouts:
    """Payouts from the rules, numbered in the order they are requested."""

    game: AnyGame
    rules: Rules
    ways: list[Way] = field(default_factory=list)

    @property
    def unit(self) -> int:
        """The Bet Wager that all amounts here are based on."""
        return self.game.law.catalogue(self.rules)[BET].unit_cents

    def way(self, net: int, doubled: int | None = None) -> int:
        """The number of a way."""
        if (net, doubled) not in self.ways:
            self.ways.append((net, doubled))
        return self.ways.index((net, doubled))

    def hand(self, cards: Cards, split: bool, doubled: bool, dealer: int) -> int:
        """685a.7(n) to (q): a hand that stopped with these cards, against the dealer's count."""
        hand = Hand(1, cards, part=FIRST if split else "", doubled=doubled)
        mark = (hand.part,) if hand.part else ()
        placed = (Placed(1, BET, self.unit), *((Placed(1, DOUBLE, self.unit, mark),) if doubled else ()))
        state = State(new_cards(self.rules), placed=placed, hands=(hand,))
        nets = {each.wager: each.returned_cents - each.cents for each in settle_hand(self.rules, state, hand, dealer)}
        return self.way(nets[BET], nets.get(DOUBLE))

    def blackjack(self) -> int:
        """685a.7(i)(1): a Blackjack when the dealer has none."""
        return self.way(self._round(BLACKJACK, ("8C", "7D"))[BET])

    def against_blackjack(self, blackjack: bool) -> int:
        """685a.7(h): a hand against the dealer's Blackjack."""
        return self.way(self._round(BLACKJACK if blackjack else PAIR, ("AD", "KD"))[BET])

    def insurance(self, won: bool) -> int:
        """685a.8: the net result of one cent of insurance."""
        least = max(self.rules.min_cents, 2 * int(self.rules.option("chip_cents")))
        bet = -(-least // self.unit) * self.unit
        dealer = ("AD", "KD" if won else "7D")
        settled = play(self.game, self.rules, {BET: bet}, _deal(PAIR, dealer), INSURE)
        mine = next(each for each in settled if each.wager == INSURANCE)
        net: int = mine.returned_cents - mine.cents
        assert net % mine.cents == 0, "insurance is paid in whole multiples"
        return net // int(mine.cents)

    def match(self, one: int, two: int) -> int:
        """685a.7(f): the net cents of a one-unit Match-the-Dealer Wager whose two cards match this way."""
        bets = {BET: self.unit, MATCH: self.game.law.catalogue(self.rules)[MATCH].unit_cents}
        cards = MATCHING[one][0], MATCHING[two][1]
        return self._round(cards, ("8C", "10D"), bets)[MATCH]

    def _round(self, hand: Cards, dealer: Cards, bets: Mapping[str, int] | None = None) -> dict[str, int]:
        """One round at a table with one seat that always stands."""
        made = bets or {BET: self.unit}
        scale = -(-self.rules.min_cents // min(made.values()))
        stakes = {wager: cents * scale for wager, cents in made.items()}
        found = play(self.game, self.rules, stakes, _deal(hand, dealer))
        return {each.wager: (each.returned_cents - each.cents) // scale for each in found}


def _deal(hand: Cards, dealer: Cards) -> Iterator[str]:
    """685a.7(e): the cards in dealing order, then sevens for a dealer who draws."""
    yield from (hand[0], dealer[0], hand[1], dealer[1])
    yield from ("7H", "7S", "6H")


def play(
    game: AnyGame, rules: Rules, bets: Mapping[str, int], cards: Iterator[str], insurance: str = NO_INSURANCE
) -> Iterator[Any]:
    """Yield the settled wagers of a round where one seat is dealt these cards and stands."""
    lying: dict[str, Outcome] = {}

    def read(due: Chance, _: State) -> Outcome:
        (slot,) = due.slots
        if slot not in lying:
            lying[slot] = FACE_DOWN if due.what == "burned card" else next(cards)
        return lying[slot] if due.read is None else due.read(lying[slot])

    def choose(due: Choices, _: State) -> Choose:
        asked = due.open[0]
        options = {option.choice: option.high_cents for option in asked.options}
        choice = insurance if insurance in options else STAND
        return Choose(asked.who, choice, options[choice])

    answers = Answers(read, choose, one_round(*(Wager(1, wager, cents) for wager, cents in bets.items())))
    for step in Driver(game, rules, game.law.open(rules)).until(never, answers):
        yield from step.settled


# The dealer


@dataclass(frozen=True, slots=True)
class Dealer:
    """685a.7(m) as an automaton: states below `open` draw, the others stand on a count."""

    first: list[list[int]]  # kinds × kinds: by up card and hole card
    after: list[list[int]]  # drawing states × kinds
    counts: list[int]  # of the standing states
    longest: int


def dealer_of(rules: Rules, faces: Cards) -> Dealer:
    """All dealer hands, distinguished by the properties that the rules use; `faces` has a card of every kind."""
    draws: dict[tuple[int, int], Cards] = {}
    counts: list[int] = []

    def aces(cards: Cards) -> tuple[int, int]:
        return hard_total(cards), cards.count(faces[0])

    waiting: list[Cards] = [(one, two) for one in faces for two in faces]
    while waiting:
        cards = waiting.pop()
        if _stands(rules, cards):
            counts.append(dealer_total(rules, cards))
        elif aces(cards) not in draws:
            draws[aces(cards)] = cards
            waiting += [(*cards, card) for card in faces]
    counts = sorted(set(counts))
    number = {each: n for n, each in enumerate(sorted(draws))}

    def state(cards: Cards) -> int:
        return len(draws) + counts.index(dealer_total(rules, cards)) if _stands(rules, cards) else number[aces(cards)]

    after = [[state((*draws[each], card)) for card in faces] for each in number]
    first = [[state((one, two)) for two in faces] for one in faces]
    return Dealer(first, after, counts, longest=rules.number("dealer_stands"))  # every card counts at least 1


def _stands(rules: Rules, cards: Cards) -> bool:
    state = State(new_cards(rules), hands=(Hand(1),), up=cards[0], hole=cards[1], drawn=cards[2:])
    return stands(rules, state)
