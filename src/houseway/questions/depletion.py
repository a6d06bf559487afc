"""Sessions that deplete the shoe: some paragraphs apply only when the cards run out.

A session follows an order of preference: it always prefers the same kinds of outcomes and the same choices, with the same
number of seats. The first order is random and is then changed a little at a time. A change is kept if it leaves fewer cards,
or not many more. No outcome, choice or paragraph is named here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from random import Random

from houseway.core import Chance, Choices, Procedure, Stopped, Wagers
from houseway.core.judging import choices_open
from houseway.core.progress import working_on
from houseway.law import BadInput
from houseway.numerics.sources import ManualSource
from houseway.questions.alphabet import AMPLE_CENTS, Alphabet, who_chooses
from houseway.questions.script_search import ScriptSearch
from houseway.questions.search_node import KEY, Command
from houseway.table import Table, ticking

MOST_COMMANDS = 700  # in one session
CHANGED = 0.1  # the share of an order that one change redraws
WORSE = 2.0  # the average extra amount that a kept change may leave, to escape local optima
UNUSED = 3  # sessions without depletion after which the search gives up
AGAIN = 2.0  # a session ends when this many times as much is left as before, since everything was shuffled


@dataclass
class PreferenceOrder:
    """An order of preference, and the number of seats that play. New outcomes and choices get a random place."""

    rng: Random
    seats: int
    places: dict[Hashable, float] = field(default_factory=dict)

    def place(self, what: Hashable) -> float:
        """The place of an outcome or a choice; the lowest place is preferred."""
        return self.places.setdefault(what, self.rng.random())

    def varied(self, most_seats: int) -> PreferenceOrder:
        """A copy with a few places redrawn."""
        kept = {what: place for what, place in self.places.items() if self.rng.random() > CHANGED}
        seats = self.rng.randint(1, most_seats) if self.rng.random() < CHANGED else self.seats
        return PreferenceOrder(self.rng, seats, kept)


def drawn_from(search: ScriptSearch) -> int:
    """The total weight that the first result of a session is drawn from; 0 if there was no result."""
    session = _Session(search, PreferenceOrder(Random(0), 1))
    session.play(to_first_result=True)
    return session.most


def deplete(search: ScriptSearch, budget: int) -> bool:
    """Play sessions, improving the order, until `budget` commands have been tried or no paragraph is missing.

    Returns False if a few sessions depleted nothing that can be counted, as at a table with dice. Only results with faces
    of the first one are counted: other weights may be products (a card known only by its range) and do not say how much is left.
    """
    rng, last = Random(f"{search.seed} {search.rules.digest} depletion"), search.tried + budget
    order = PreferenceOrder(rng, search.rules.boxes)
    left = 0  # the amount left after that order's session; 0 before any
    best = unused = 0
    while search.tried < last and search.missing:
        trial = order.varied(search.rules.boxes) if left else PreferenceOrder(rng, search.rules.boxes)
        session = _Session(search, trial)
        session.play()
        if session.least >= session.most:  # also happens if an order prefers cards that nobody sees
            unused += 1
            if not left and unused == UNUSED:
                return False
            continue
        if not left or session.least <= left + rng.expovariate(1 / WORSE):
            order, left = trial, session.least
        best = min(best or left, left)
        working_on(f"sessions that use up as much as they can: {best:,} of {session.most:,} left")
    return True


class _Session:
    """One session at a table with entered results."""

    def __init__(self, search: ScriptSearch, order: PreferenceOrder) -> None:
        self.search, self.order = search, order
        self.game, self.rules = search.game, search.rules
        self.alphabet = Alphabet(self.game, self.rules)
        self.table = Table(self.game, self.rules, ManualSource(lambda chance: ()), clock=ticking(), key=KEY)
        self.script: list[Command] = []
        self.faces: frozenset[Hashable] = frozenset()  # of the first result; only results with such faces are counted
        self.least = self.most = self.left = 0
        self.over = False

    def play(self, to_first_result: bool = False) -> None:
        """Play to the end or to the first result; the search notes every command."""
        for command in self._commands():
            if to_first_result and self.most:
                return
            try:
                events = self.table.do(command)
            except BadInput:
                self.search.tried += 1
                return
            self.script.append(command)
            self.search.note(tuple(self.script), events)

    def _commands(self) -> Iterator[Command]:
        """The commands of the session, one by one."""
        yield {"do": "open"}
        yield from ({"do": "buy-in", "seat": seat, "cents": AMPLE_CENTS} for seat in self._seats)
        while not self.over and not self.table.position.table.closed and len(self.script) < MOST_COMMANDS:
            yield from self._next()

    @property
    def _seats(self) -> range:
        return range(1, self.order.seats + 1)

    def _next(self) -> Iterator[Command]:
        match self.table.due:
            case Wagers(within=within):
                if not within:
                    yield from self._wagers()
                yield {"do": "no-more-bets"}
            case Chance() as due:
                yield from self._result(due)
            case Choices() as due:
                asked = choices_open(due)[0]
                option = min(asked.options, key=lambda each: self.order.place(each.choice))
                yield {"do": "choose", **who_chooses(asked), "choice": option.choice, "cents": option.low_cents}
            case Procedure():
                step = self.alphabet.usual_step(self.table)
                self.over = step is None
                yield from () if step is None else (step,)
            case Stopped():
                self.over = True

    def _wagers(self) -> Iterator[Command]:
        law = self.game.law
        wager = next(each for each in law.catalogue(self.rules) if law.made_by(each) is None)
        cents = self.alphabet.least(wager)
        yield from ({"do": "wager", "seat": seat, "id": wager, "cents": cents} for seat in self._seats)

    def _result(self, due: Chance) -> Iterator[Command]:
        """The preferred outcome, unless everything was shuffled in the meantime."""
        weights, state = due.outcomes(), self.table.state
        self.faces = self.faces or frozenset(weights)
        if not self.faces.isdisjoint(weights):
            before, self.left = self.left, sum(weights.values())
            self.over = bool(before) and self.left >= AGAIN * before
            if self.over:
                return
            self.most, self.least = max(self.most, self.left), min(self.least or self.left, self.left)
        lump = self.game.round_lump
        chosen = min(weights, key=lambda each: self.order.place(lump(self.rules, state, each)))
        yield {"do": "result", **self.game.present.show_result(self.rules, chosen)}
