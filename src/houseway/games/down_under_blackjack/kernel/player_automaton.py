"""A seat's strategy as an automaton: hands that are played and settled alike are one state.

The hands and choices come from the analysis, which the policy at a live table also uses; settlement comes from the rules. A
chart takes about sixty states; play by every card of the hand takes a few thousand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from houseway.equipment.cards import DECK
from houseway.games.down_under_blackjack.law.points import POINTS, is_blackjack, player_total, two_large
from houseway.games.down_under_blackjack.mathematics.answer_sheet import Choosing, choose
from houseway.games.down_under_blackjack.mathematics.card_counts import ACE, KINDS, TEN, counts_of, full_shoe
from houseway.games.down_under_blackjack.mathematics.chart import charted
from houseway.games.down_under_blackjack.mathematics.draw_loops import OPEN
from houseway.games.down_under_blackjack.mathematics.player_hands import ACES_KEPT, DEALT, OVER, PlayerHands
from houseway.games.down_under_blackjack.mathematics.terms import terms_of
from houseway.games.down_under_blackjack.present.advice import CHART, INSURED, OPTIMAL
from houseway.law import BadInput, Rules
from houseway.law.errors import one_of

STAND, HIT, DOUBLE, SPLIT = ACTS = tuple(range(4))
FACES: Final = tuple(next(card for card in DECK if POINTS[card] == kind + 1) for kind in KINDS)
OVER_21: Final = (FACES[TEN], FACES[TEN], FACES[TEN])
BLACKJACK: Final = (FACES[ACE], FACES[TEN])
Ints = NDArray[np.int64]
Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerAutomaton:
    """A strategy as numbered states. An example hand (its cards, and whether it was split) shows how a state is settled."""

    first: Ints  # kinds × kinds: the state of the first two cards
    split: Ints  # kind of a pair × kinds: the state of a split hand with its second card
    after: Ints  # states × kinds
    acts: Ints  # signals × states
    sample: Ints  # states: the example that settles it
    samples: tuple[tuple[Cards, bool], ...]
    longest: int  # most cards that one hand may draw
    insures: bool = False

    def plain(self) -> dict[str, Any]:
        """Plain values for a file."""
        arrays = {name: getattr(self, name).tolist() for name in ("first", "split", "after", "acts", "sample")}
        return {**arrays, "samples": self.samples, "longest": self.longest, "insures": self.insures}


def plan_from(value: Mapping[str, Any]) -> PlayerAutomaton:
    """Read a plan from the plain values of a file."""
    arrays = {name: np.array(value[name], np.int64) for name in ("first", "split", "after", "acts", "sample")}
    samples = tuple((tuple(cards), bool(split)) for cards, split in value["samples"])
    return PlayerAutomaton(**arrays, samples=samples, longest=int(value["longest"]), insures=bool(value["insures"]))


def plan_of(rules: Rules, strategy: str) -> PlayerAutomaton:
    """The plan of a named strategy."""
    if strategy not in (CHART, OPTIMAL, INSURED):
        raise BadInput(f'a table has no strategy "{strategy}"; there are {one_of((CHART, OPTIMAL, INSURED))}')
    _, chart = charted(full_shoe(int(rules.option("decks"))), terms_of(rules))
    here = chart.position
    answers = np.full_like(chart.answers, OPEN) if strategy == OPTIMAL else chart.answers
    chosen = choose(here, np.arange(len(here.signals)), answers)
    return Builder(rules, here.hands, acts_of(here.hands, chosen)).plan(strategy == INSURED)


def acts_of(hands: PlayerHands, chosen: Choosing) -> Ints:
    """The act for every hand under every signal, in the policy's order of questions."""
    acts = np.where(chosen.hits & hands.may_draw[:, None], HIT, STAND)
    two = hands.levels[0]
    acts[two] = np.where(chosen.doubles, DOUBLE, acts[two])
    for kind, row in hands.pairs.items():
        acts[row] = np.where(chosen.splits[kind], SPLIT, acts[row])
    blackjack = hands.number[DEALT, counts_of((ACE, TEN))]
    acts[blackjack] = STAND
    return acts


class Builder:
    """Merge equivalent hands, from the longest to the first two cards."""

    def __init__(self, rules: Rules, hands: PlayerHands, acts: Ints) -> None:
        self.rules, self.hands, self.acts = rules, hands, acts
        self.samples: list[tuple[Cards, bool]] = [(OVER_21, False)]
        self.alike: dict[Any, int] = {"over": 0}  # settlement of a hand -> its example
        self.states: dict[Any, int] = {}
        self.rows: list[tuple[Any, ...]] = []  # for each state: acts, after, example, most cards still to draw
        self.over = self._state((), (), 0, 0)

    def plan(self, insures: bool) -> PlayerAutomaton:
        """Build all states, starting from the longest hands."""
        examples = self._examples()
        of: dict[int, int] = {}
        for row in range(len(self.hands.total) - 1, -1, -1):
            if row in examples:
                of[row] = self._hand(row, examples[row], of)
        acts, after, sample, draws = zip(*self.rows, strict=True)
        signals = self.acts.shape[1]
        dealt = [[self.hands.number[DEALT, counts_of((one, two))] for two in KINDS] for one in KINDS]
        return PlayerAutomaton(
            first=np.array([[of[row] for row in line] for line in dealt]),
            split=np.array([[of[int(row)] for row in line] for line in self.hands.split_deals]),
            after=np.array([line or (self.over,) * len(KINDS) for line in after]),
            acts=np.array([line or (STAND,) * signals for line in acts]).T,
            sample=np.array(sample),
            samples=tuple(self.samples),
            longest=max(draws),
            insures=insures,
        )

    def _examples(self) -> dict[int, Cards]:
        """The cards of each hand in a possible dealing order."""
        hands, found = self.hands, {}
        for row in range(hands.levels[0].stop):
            came = int(hands.came[row])
            kinds = [kind for kind in KINDS for _ in range(hands.cards[row, kind])]
            if came not in (DEALT, ACES_KEPT):
                kinds.remove(came)
                kinds.insert(0, came)
            found[row] = tuple(FACES[kind] for kind in kinds)
        for row in range(len(hands.total)):
            if row in found and hands.may_draw[row]:
                for kind in KINDS:
                    if (longer := int(hands.after[row, kind])) != OVER:
                        found.setdefault(longer, (*found[row], FACES[kind]))
        return found

    def _hand(self, row: int, cards: Cards, of: Mapping[int, int]) -> int:
        acts = tuple(self.acts[row].tolist())
        split = int(self.hands.came[row]) not in (DEALT, ACES_KEPT)
        sample = self._sample(cards, split)
        if not any(act in (HIT, DOUBLE) for act in acts):  # no card is drawn to it
            return self._state(acts if SPLIT in acts else (), (), sample, 0)
        after = tuple(self.over if to == OVER else of[to] for to in self.hands.after[row].tolist())
        draws = 1 + (max(self.rows[state][3] for state in after) if HIT in acts else 0)
        return self._state(acts, after, sample, draws)

    def _state(self, acts: tuple[int, ...], after: tuple[int, ...], sample: int, draws: int) -> int:
        row = (acts, after, sample, draws)
        if row not in self.states:
            self.states[row] = len(self.rows)
            self.rows.append(row)
        return self.states[row]

    def _sample(self, cards: Cards, split: bool) -> int:
        """The example of a hand within 21, by the properties that settlement uses."""
        blackjack = is_blackjack(cards) and not split
        how = (player_total(self.rules, cards), two_large(self.rules, cards, split), blackjack)
        if how not in self.alike:
            self.alike[how] = len(self.samples)
            self.samples.append((cards, split))
        return self.alike[how]
