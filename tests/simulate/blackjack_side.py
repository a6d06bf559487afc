"""Down Under Blackjack by the rules themselves, fed with the cards that a kernel dealt: the other side of a comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import numpy as np

from houseway.cardroom.card_table import new_cards
from houseway.core import (
    AnyGame,
    Asked,
    Chance,
    Choices,
    Choose,
    Done,
    NoMoreBets,
    Placed,
    Procedure,
    Result,
    Wager,
    Wagers,
    Who,
    refuse,
    seat_account,
)
from houseway.core.kernel import Sitting
from houseway.equipment.card_reader import range_of
from houseway.equipment.cards import FACE_DOWN
from houseway.games import load
from houseway.games.down_under_blackjack.kernel.player_automaton import (
    DOUBLE,
    FACES,
    HIT,
    SPLIT,
    STAND,
    Builder,
    PlayerAutomaton,
)
from houseway.games.down_under_blackjack.kernel.table import BlackjackKernel
from houseway.games.down_under_blackjack.law.dealer import stands
from houseway.games.down_under_blackjack.law.player_turns import _paid_blackjack as paid_blackjack
from houseway.games.down_under_blackjack.law.player_turns import _status as playing_status
from houseway.games.down_under_blackjack.law.player_turns import options
from houseway.games.down_under_blackjack.law.points import dealer_total, is_blackjack
from houseway.games.down_under_blackjack.law.state import Hand, Phase, State, acting
from houseway.games.down_under_blackjack.law.wagers import settle_against_blackjack, settle_hand, settle_match
from houseway.games.down_under_blackjack.mathematics.answer_sheet import SOFT
from houseway.games.down_under_blackjack.mathematics.card_counts import KINDS
from houseway.games.down_under_blackjack.mathematics.dealer_hand import signals
from houseway.games.down_under_blackjack.mathematics.player_hands import hands_under
from houseway.games.down_under_blackjack.mathematics.sheet_player import EXPOSED, _came, _counts, _kind
from houseway.games.down_under_blackjack.mathematics.terms import terms_of
from houseway.law import Rules
from houseway.odds.graph import ready

Policy = Callable[[AnyGame, Rules, Any, Asked], Choose]
Nets = Counter[tuple[int, str]]  # (seat, wager) -> net cents
Three = tuple[int, int, int]  # net cents by Bet, Double Down Wager and split
Turn = tuple[tuple[str, ...], str, bool]  # cards, which hand of a split pair, doubled down
NOTHING = (0, 0, 0)
CHOICES = {STAND: "stand", HIT: "hit", DOUBLE: "double-down", SPLIT: "split"}


class Side:
    """A table under the rules, where every seat has its own policy."""

    def __init__(self, game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...], policies: tuple[Policy, ...]) -> None:
        self.game, self.rules, self.sitting = game, rules, sitting
        self.policies: dict[Who, Policy] = {seat_account(seat): policy for seat, policy in enumerate(policies, 1)}
        self.state: State = ready(game, rules)
        self.seen: Counter[str] = Counter()

    def shuffled(self) -> bool:
        """Do the procedures that the cards need; was there a new shoe?"""
        anew = False
        while isinstance(due := self.game.law.due(self.rules, self.state), Procedure):
            self._take(Done(due.name))
            anew = True
        return anew

    def play(self, cards: Iterator[str]) -> Nets:
        """One round: what each seat won or lost by each wager."""
        nets: Nets = Counter()
        lying: dict[str, str] = {}
        for seat, each in enumerate(self.sitting, 1):
            for wager, cents in each.bets.items():
                self._take(Wager(seat, wager, cents))
        self._take(NoMoreBets())
        while not isinstance(due := self.game.law.due(self.rules, self.state), Wagers):
            if isinstance(due, Procedure) and self.state.phase == "betting":
                break
            for each in self._take(self._answer(due, lying, cards)).settled:
                nets[each.seat, each.wager] += each.returned_cents - each.cents
                self.seen[f"{each.wager} {each.result.value}"] += 1
        return nets

    def _answer(self, due: Any, lying: dict[str, str], cards: Iterator[str]) -> Any:
        match due:
            case Chance(what="burned card"):
                return Result(FACE_DOWN)
            case Chance(slots=(slot,), read=look):
                if slot not in lying:
                    lying[slot] = next(cards)
                return Result(lying[slot] if look is None else look(lying[slot]))
            case Choices(open=(asked, *_)):
                chosen = self.policies[asked.who](self.game, self.rules, self.state, asked)
                self.seen[chosen.choice] += 1
                return chosen
            case Procedure(name=name):
                self.seen[name] += 1
                return Done(name)
        raise AssertionError(due)

    def _take(self, fact: Any) -> Any:
        assert (refusal := refuse(self.game, self.rules, self.state, fact)) is None, (fact, refusal)
        step = self.game.law.advance(self.rules, self.state, fact)
        self.state = step.state
        return step

    def with_cover_at(self, stop: int) -> None:
        """Lay the cover card elsewhere than the law lets a table, so that the shoe can run out."""
        shoe = replace(self.state.cards.shoe, stop=stop)
        self.state = replace(self.state, cards=replace(self.state.cards, shoe=shoe))


def random_play(rules: Rules, seed: str, insures: bool = False) -> tuple[PlayerAutomaton, Policy]:
    """Answers drawn by lot for every total, pair and light, as a kernel's plan and as a policy at a table.

    It does what no chart would: draws to 20, doubles on soft hands, keeps aces.
    """
    random, hands, told = Random(seed), hands_under(terms_of(rules)), signals(True)
    lot = np.array([random.choices((HIT, STAND), (2, 3)) for _ in range(60 * len(told))]).reshape(60, -1)
    doubles = np.array([random.random() < 0.2 for _ in range(60 * len(told))]).reshape(60, -1)
    splits = np.array([random.random() < 0.6 for _ in range(len(KINDS) * len(told))]).reshape(len(KINDS), -1)
    lot[:12] = HIT
    row = np.where(hands.total < 21, hands.total + SOFT * hands.soft, 0)
    acts = np.where(hands.may_draw[:, None], lot[row], STAND)
    two = hands.levels[0]
    acts[two] = np.where(hands.may_double[two][:, None] & doubles[row[two]], DOUBLE, acts[two])
    for kind, pair in hands.pairs.items():
        acts[pair] = np.where(splits[kind], SPLIT, acts[pair])
    number = {(each.up, each.light): n for n, each in enumerate(told)}

    def policy(game: AnyGame, rules: Rules, state: State, asked: Asked) -> Choose:
        options = {option.choice: option.high_cents for option in asked.options}
        if "insure" in options:
            choice = "insure" if insures else "no-insurance"
            return Choose(asked.who, choice, options[choice])
        hand = acting(state)
        assert hand is not None
        at = hands.number[_came(hand, hands.number), _counts(hand.cards)]
        choice = CHOICES[int(acts[at, number[_kind(state.up), state.hole_range or EXPOSED]])]
        return Choose(asked.who, choice, options[choice])

    return Builder(rules, hands, acts).plan(insures), policy


def table(settings: tuple[str, ...], sitting: tuple[Sitting, ...], seed: str) -> tuple[BlackjackKernel, Side]:
    """Both sides of a table where each named strategy plays at random."""
    game, rules = load("down-under-blackjack", settings)
    names = dict.fromkeys(str(each.strategy) for each in sitting)
    drawn = {name: random_play(rules, f"{seed} {name}", "insures" in name) for name in names}
    kernel = BlackjackKernel(game, rules, sitting)
    kernel.take({name: plan.plain() for name, (plan, _) in drawn.items()})
    return kernel, Side(game, rules, sitting, tuple(drawn[str(each.strategy)][1] for each in sitting))


class Plain:
    """Rounds put together from the chapter's own functions, each asked once for each question: an oracle for millions of them.

    What is not asked of the rules is only the order of the cards and of the turns; `Side` holds it to that.
    """

    def __init__(self, game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...], policies: tuple[Policy, ...]) -> None:
        self.game, self.rules, self.sitting, self.policies = game, rules, sitting, policies
        self.cards, self.faces = new_cards(rules), FACES
        self.blackjack, self.light = cache(is_blackjack), cache(range_of)
        self.chosen = cache(self._chosen)
        self.status = cache(self._status)
        self.settled = cache(self._settled)
        self.stands = cache(self._stands)
        self.matched = cache(self._matched)

    def play(self, kinds: list[int]) -> tuple[list[Three], int]:
        """A round from what cards count: what Bet, doubling and splitting bring each seat, and how many cards were taken."""
        seats, faces = len(self.sitting), [self.faces[kind] for kind in kinds]
        up, hole, at = faces[seats], faces[2 * seats + 1], 2 * seats + 2
        dealer: tuple[str, ...] = (up, hole)
        found: list[Three] = [NOTHING] * seats
        left: list[tuple[int, Turn]] = []
        for seat in range(seats):
            cards = (faces[seat], faces[seats + 1 + seat])
            if self.blackjack(dealer) or self.blackjack(cards):
                found[seat] = self.settled(seat, cards, "", False, -1 if self.blackjack(dealer) else 0)
            else:
                turns, at = self._turns(seat, cards, up, self.light(hole), faces, at)
                left += [(seat, turn) for turn in turns]
        total = 0
        while left and not (total := self.stands(dealer)):
            dealer, at = (*dealer, faces[at]), at + 1
        for seat, turn in left:
            net = self.settled(seat, *turn, total)
            found[seat] = (found[seat][0] + net[0], found[seat][1] + net[1], found[seat][2] + net[2])
        return found, at

    def _turns(
        self, seat: int, cards: tuple[str, ...], up: str, light: str, faces: list[str], at: int
    ) -> tuple[list[Turn], int]:
        """685a.7(i) to (k), 685a.10(b): a seat's hand, or the first and then the second of a split pair."""
        part, doubled, over, second = "", False, [], ""
        while True:
            choice = "stand"
            if not self.status(cards, part, doubled):
                choice = self.chosen(seat, cards, part, up, light)
            if choice == "split":
                part, second, cards, at = "first", cards[1], (cards[0], faces[at]), at + 1
            elif choice != "stand":
                doubled, cards, at = choice == "double-down", (*cards, faces[at]), at + 1
            else:
                over.append((cards, part, doubled))
                if not second:
                    return over, at
                part, doubled, cards, second, at = "second", False, (second, faces[at]), "", at + 1

    def _state(self, seat: int, hand: Hand, **more: Any) -> State:
        cents = self.sitting[seat].bets["bet"]
        mark = (hand.part,) if hand.part else ()
        placed = [Placed(hand.seat, "split" if hand.part == "second" else "bet", cents)]
        if hand.doubled:
            placed.append(Placed(hand.seat, "double-down", cents, mark))
        return State(self.cards, placed=tuple(placed), hands=(hand,), **more)

    def _chosen(self, seat: int, cards: tuple[str, ...], part: str, up: str, light: str) -> str:
        hand = Hand(seat + 1, cards, part)
        state = self._state(seat, hand, phase=Phase.PLAYERS, up=up, hole_range=light)
        return self.policies[seat](self.game, self.rules, state, options(self.rules, state, hand)).choice

    def _status(self, cards: tuple[str, ...], part: str, doubled: bool) -> str:
        return playing_status(self.rules, Hand(1, cards, part, doubled=doubled))

    def _stands(self, cards: tuple[str, ...]) -> int:
        state = State(self.cards, hands=(Hand(1),), up=cards[0], hole=cards[1], drawn=cards[2:])
        return dealer_total(self.rules, cards) if stands(self.rules, state) else 0

    def _settled(self, seat: int, cards: tuple[str, ...], part: str, doubled: bool, total: int) -> Three:
        """`total` -1: the dealer has a Blackjack; 0: the hand is one."""
        hand = Hand(seat + 1, cards, part, doubled=doubled)
        state = self._state(seat, hand)
        if total == 0:
            over = paid_blackjack(self.rules, state, hand).settled
        else:
            over = (
                settle_hand(self.rules, state, hand, total)
                if total > 0
                else settle_against_blackjack(self.rules, state)
            )
        nets = {each.wager: each.returned_cents - each.cents for each in over}
        return nets.get("bet", 0), nets.get("double-down", 0), nets.get("split", 0)

    def _matched(self, seat: int, one: str, two: str, up: str) -> int:
        """The net result of a Match-the-Dealer Wager."""
        hand = Hand(seat + 1, (one, two))
        placed = (Placed(seat + 1, "match-the-dealer", self.sitting[seat].bets["match-the-dealer"]),)
        (over,) = settle_match(self.rules, State(self.cards, placed=placed, hands=(hand,), up=up), hand)
        return over.returned_cents - over.cents
