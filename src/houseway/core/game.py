"""What every game speaks: pure functions with explicit chance and explicit choice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from houseway.core.advice import Advice, Progress
from houseway.core.agent import Agent
from houseway.core.counted import WorkedOut
from houseway.core.due import Asked, Due
from houseway.core.facts import Choose, Fact, Outcome, Wager
from houseway.core.figure import Figure
from houseway.core.kernel import Kernel, Sitting
from houseway.core.layout import Layout
from houseway.core.offers import Offer
from houseway.core.step import Placed, Refusal, Step
from houseway.law import BadInput, Chapter, Citation, Edition, ProcedureStep, Rules
from houseway.law.submission import SUBMISSION, Finding, OptionCheck

S = TypeVar("S")
Limit = tuple[int, tuple[Citation, ...]]  # cents, and why


class Game(ABC, Generic[S]):
    """One game of one chapter. It holds no state: every function takes the rules and the state, and returns values."""

    id: ClassVar[str]
    title: ClassVar[str]
    chapter: ClassVar[Chapter]
    state_type: ClassVar[type[Any]]
    chance_word: ClassVar[str]  # what a dealer calls chance here: "roll", "spin", "deal"
    typed_example: ClassVar[str]  # how a dealer types a result: "2 3 4"
    choices: ClassVar[Mapping[str, str]] = {}  # all that somebody may be asked to choose, and when; empty: not told
    event_kinds: ClassVar[Mapping[str, type]] = {}  # fields by kind of event, where not `SHARED_KINDS`
    checks: ClassVar[Mapping[str, OptionCheck]] = {}  # submission keys that the game checks itself
    reads_on: ClassVar[bool] = True  # what was entered ahead may be for a later round, as the shoe goes on
    worths_rounded: ClassVar[bool] = False  # are its `worths` good to twelve digits or so, and not exact?
    more_odds: ClassVar[str] = ""  # what is worth something and is no wager, and which verb tells it
    takes_long: ClassVar[Collection[str]] = ()  # wagers worked out so slowly that the results are worth keeping

    plays_boxes: ClassVar[bool] = False  # may a player wager in boxes beside the own? Then `refuse` judges which
    private_choices: ClassVar[Collection[str]] = ()  # choices that show what only their player has seen

    @property
    def reports(self) -> Collection[str]:
        """The paragraphs by which irregularities are reported, as procedure.toml lists them."""
        return tuple(self.chapter.reports)

    def check_together(self, chosen: Mapping[str, Any], edition: Edition) -> tuple[Finding, ...]:
        """What is wrong with several keys of a submission together, each of which is right by itself."""
        return ()

    def defaults(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Defaults of a submission that depend on what else was given in it."""
        return {}

    # The round, in the law's order

    @abstractmethod
    def open(self, rules: Rules) -> S:
        """The state of a table that has not been opened yet. It lives across rounds."""

    @abstractmethod
    def due(self, rules: Rules, state: S) -> Due:
        """What is awaited."""

    @abstractmethod
    def refuse(self, rules: Rules, state: S, fact: Fact) -> Refusal | None:
        """Is the act unlawful? Only what `core.refuse` cannot know; it has been asked before."""

    @abstractmethod
    def advance(self, rules: Rules, state: S, fact: Fact) -> Step[S]:
        """What comes of a fact. Total on facts that are not refused."""

    @abstractmethod
    def layout(self, state: S) -> tuple[Placed, ...]:
        """The money at risk."""

    # What may be wagered and what it looks like

    @abstractmethod
    def catalogue(self, rules: Rules) -> Mapping[str, Offer]:
        """Every wager that may be made, by id, in the law's order."""

    def chip_sets(self, rules: Rules) -> tuple[str, ...]:
        """The kinds of chips that the chapter tells apart, by name; none where all play with the same value chips."""
        return ()

    def withheld(self, rules: Rules) -> Mapping[str, Refusal]:
        """Wagers of the chapter that this table does not take, with the reason: refused, rather than not understood."""
        return {}

    def offer_now(self, rules: Rules, state: S, wager: str) -> Offer:
        """The offer as it stands in this state, where fewer lines can still pay it than at other times."""
        return self.catalogue(rules)[wager]

    def limits(self, rules: Rules, wager: str) -> tuple[Limit, Limit]:
        """The least and the most that may lie on a wager, in cents, each with the paragraphs that say so."""
        return (rules.min_cents, (SUBMISSION,)), (rules.max_cents, (SUBMISSION,))

    def cost_cents(self, rules: Rules, fact: Wager) -> int:
        """What a player must have to make a wager: more than the stake where a vigorish is taken with it."""
        return fact.cents

    def made_by(self, wager: str) -> str | None:
        """The choice by which a wager is made, where it is made by choosing (going to War, doubling down)."""
        return None

    def choice_cents(self, fact: Choose) -> int:
        """What a player must have to choose: more than the amount where a wager goes with it."""
        return fact.cents

    def purse(self, state: S, seat: int) -> int:
        """The seat whose chips pay for what is chosen in a box: its own, unless a player plays several boxes."""
        return seat

    def closed_by(self, rules: Rules, state: S) -> tuple[Citation, ...]:
        """By which paragraphs a wager comes too late now, beside those of what is due."""
        return ()

    def caller(self, rules: Rules) -> str:
        """Who announces and calls out results here, where a command does not say by whom."""
        return "dealer"

    def names(self, rules: Rules) -> Collection[str]:
        """The names by which a wager on the layout may be spoken of: also one that has moved to a place of its own."""
        return self.catalogue(rules)

    def nicknames(self, rules: Rules) -> Mapping[str, tuple[str, ...]]:
        """What people at such a table call wagers: a phrase, and the ids that it may mean (several: it is ambiguous).

        Case, plurals, hyphens, number words and the order of numbers do not matter: "hard 8" is also "Hard-Eights".
        """
        return {}

    def meant(self, state: S, seat: int, name: str) -> str:
        """The id on the layout of the wager that a seat speaks of."""
        return name

    @abstractmethod
    def areas(self, rules: Rules) -> Layout:
        """The betting areas as shapes, each bound to a wager."""

    def figures(self, rules: Rules) -> Mapping[Citation, Figure]:
        """What the rulebook draws beside a paragraph."""
        return {}

    # Results, as they come in and as they are shown

    @abstractmethod
    def read_result(self, rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
        """The outcomes in a `result` command and what else it observed; BadInput where it cannot be understood."""

    @abstractmethod
    def show_result(self, rules: Rules, outcome: Outcome) -> Mapping[str, Any]:
        """An outcome as the fields of a `result` command."""

    @abstractmethod
    def typed_result(self, line: str) -> Mapping[str, Any]:
        """What a dealer typed, as the fields of a `result` command ("2 3 4", "17")."""

    def read_choice(self, rules: Rules, choice: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """What else was said with a choice (which tiles, which stacks); BadInput where it cannot be understood."""
        return data

    def typed_choice(self, choice: str, words: Sequence[str]) -> Mapping[str, Any]:
        """What was typed behind a choice, as the fields of a `choose` command; BadInput where it means nothing."""
        raise BadInput(f"{words[0]!r} means nothing behind {choice}")

    def shows(self, rules: Rules, state: S, asked: Asked) -> tuple[str, ...]:
        """What somebody at a terminal has before them when asked (cards, tiles), and what may be typed; not wrapped."""
        return ()

    def hints(self, rules: Rules, state: S, asked: Asked) -> tuple[str, ...]:
        """What is told besides, where somebody who is asked wants help."""
        return ()

    def best_play(self, rules: Rules, state: S, asked: Asked) -> tuple[str, ...]:
        """Sentences for `hint`: the best choice for one who is asked, and what the choices are worth; none: no advice."""
        return ()

    # What walking needs

    @abstractmethod
    def key(self, rules: Rules, state: S) -> Hashable:
        """The smallest thing that decides the future: equal keys, equal futures."""

    def lump(self, rules: Rules, state: S, outcome: Outcome) -> Hashable:
        """Outcomes that the rules cannot tell apart share a lump; by default each is its own."""
        return outcome

    def round_key(self, rules: Rules, state: S) -> Hashable:
        """The same for what is left of this round only: how the cards that are gone change the next one is not in it."""
        return self.key(rules, state)

    def round_lump(self, rules: Rules, state: S, outcome: Outcome) -> Hashable:
        """Outcomes that do the same in this round share a lump; by default those that do the same for ever."""
        return self.lump(rules, state, outcome)

    def priced(self, rules: Rules) -> Collection[str]:
        """The wagers that a walk prices; the others are too large for one, and are analysed in another way."""
        return self.catalogue(rules)

    def strategies(self, rules: Rules, wager: str) -> tuple[str, ...]:
        """Named ways to play a wager, where its player chooses; none where nobody does."""
        return ()

    def policy(self, rules: Rules, strategy: str) -> Callable[[AnyGame, Rules, Any, Asked], Choose] | None:
        """How a named strategy answers what is asked; None leaves it to the walk, which takes the best."""
        raise AssertionError(f"{self.id} has no strategy {strategy} under {rules.digest}")

    def worked_out(self, rules: Rules, wager: str) -> tuple[WorkedOut, ...]:
        """A wager's results where the game counts them itself, because walking would take too long; none: it is walked."""
        return ()

    def advice(self, rules: Rules, about: Mapping[str, str], progress: Progress) -> Advice | None:
        """How to choose best, in general or about one situation; none where nobody has a choice."""
        return None

    def claimed(self, rules: Rules, progress: Progress) -> Advice | None:
        """What a preamble says of the hold, beside what comes out under these rules; none where nothing is said."""
        return None

    def prelude(self, rules: Rules, wager: str) -> tuple[Fact, ...]:
        """What must have happened before this wager may be made (a come out point, a shooter's own wager)."""
        return ()

    def preludes(self, rules: Rules, wager: str) -> Mapping[str, tuple[Fact, ...]]:
        """The situations in which it may be made, by name, where its worth differs between them; else one without name."""
        return {"": self.prelude(rules, wager)}

    def other_players(self, rules: Rules, wager: str, players: int) -> tuple[Fact, ...] | None:
        """The wagers of others at the table beside whom a wager is walked; None where they cannot matter to it."""
        return None

    def supporting_wagers(self, rules: Rules, state: S) -> tuple[Fact, ...]:
        """Wagers that others must make in a betting window so that the game can go on (the shooter's wager)."""
        return ()

    def kernel(self, rules: Rules, sitting: tuple[Sitting, ...]) -> Kernel | None:
        """The fast round of a game whose tables cannot be compiled from these functions; None where they can.

        `sitting` has an entry for each seat, in the order of the seats.
        """
        return None

    def worths(self, rules: Rules, sitting: tuple[Sitting, ...]) -> Mapping[tuple[int, str], Fraction]:
        """What wagers are exactly worth per unit at these very stakes, where the odds sheet does not say it.

        By the first of the seats that sit alike, counted from 0, and the wager.
        """
        return {}

    def agent(self) -> Agent | None:
        """A seat for who learns to play; none where nobody has described one."""
        return None

    def series(self, rules: Rules) -> str | None:
        """What rounds come in, so that a player may sit one out: "shooter", "shoe"; None where each is by itself."""
        return None

    def begins(self, rules: Rules, state: S) -> bool:
        """Does a new one of the series begin with the next round? Asked where tables are compiled from these functions."""
        return False

    # What who may see and do

    @abstractmethod
    def view(self, rules: Rules, state: S, who: str) -> Mapping[str, Any]:
        """A whitelist of what a role or a seat (`seat:3`) may see."""

    def is_face(self, outcome: Outcome) -> bool:
        """Is it a face that may lie face down, so that a record must not tell it before it is shown?"""
        return False

    def private_state(self, state: S) -> Collection[str]:
        """The fields of the state that hold something now which not everybody has seen."""
        return ()

    def hidden_from(self, rules: Rules, state: S, who: str) -> bool:
        """Does the state hold something that `who` has not seen (so that best play for `who` may not look)?"""
        return False

    def settings(self, rules: Rules, state: S) -> Mapping[str, str]:
        """What steps of procedures depend on at this moment (which shaker is in use)."""
        return {}

    def closing(self, rules: Rules, state: S) -> str | None:
        """The procedure that must be done before the table is closed, where the chapter has one that is not done yet."""
        return None

    def usual(self, rules: Rules, state: S, step: ProcedureStep) -> Mapping[str, Any]:
        """What a step notes when it goes as it should: for tables that complete their procedures themselves."""
        return {}


AnyGame = Game[Any]
