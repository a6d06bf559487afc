"""A game is a record of parts: its law, and what other code needs from it (walks, simulation, presentation, advice, learning).

Each part is a record of pure functions with explicit chance and explicit choice. They hold no state: every function takes the
rules, most take the state, and all return values. A part that a game does not have is None; a function that a game does not
need has a default here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter
from typing import Any, Generic, TypeVar

from houseway.core.advice import Advice, Claim, Progress
from houseway.core.agent import Agent
from houseway.core.choice_data import nothing_more
from houseway.core.counted import CountedOdds
from houseway.core.deadline import Deadline
from houseway.core.due import Asked, Due
from houseway.core.facts import Choose, Fact, Outcome, Stepped, Wager
from houseway.core.felt import Felt, Ring, felt_of
from houseway.core.figure import Figure
from houseway.core.kernel import Kernel, Sitting
from houseway.core.layout import Layout
from houseway.core.offers import Offer
from houseway.core.sign import Sign
from houseway.core.step import Placed, Refusal, Step
from houseway.law import BadInput, Chapter, Citation, Edition, ProcedureStep, Rules
from houseway.law.roles import Role
from houseway.law.submission import SUBMISSION, Finding, OptionCheck

S = TypeVar("S")
Limit = tuple[int, tuple[Citation, ...]]  # cents, and why
Policy = Callable[["AnyGame", Rules, Any, Asked], Choose]  # how a seat or role chooses
Situations = Mapping[str, tuple[Fact, ...]]  # by name, the facts that lead to it


def nothing_private(state: Any) -> tuple[str, ...]:
    """Everything is public."""
    return ()


def table_limits(rules: Rules, wager: str) -> tuple[Limit, Limit]:
    """The minimum and the maximum of the submission, the same for every wager."""
    return (rules.min_cents, (SUBMISSION,)), (rules.max_cents, (SUBMISSION,))


def _typed_nothing(choice: str, words: Sequence[str]) -> Mapping[str, Any]:
    raise BadInput(f"{choice} takes nothing more; leave out {words[0]!r}")


def _no_strategy(rules: Rules, strategy: str) -> Policy | None:
    raise AssertionError(f"there is no strategy {strategy} under {rules.digest}")


@dataclass(frozen=True, eq=False, kw_only=True)
class Law(Generic[S]):
    """The chapter as functions: the round in the law's order, the wagers, and the views."""

    id: str
    title: str
    chapter: Chapter
    state_type: type[Any]

    # The round, in the law's order
    open: Callable[[Rules], S]  # the state of a table that has not been opened yet; it lives across rounds
    due: Callable[[Rules, S], Due]  # what the game waits for
    refuse: Callable[[Rules, S, Fact], Refusal | None]  # only what `core.refuse` cannot know; that runs first
    advance: Callable[[Rules, S, Fact], Step[S]]  # the consequences of a fact; total on facts that are not refused
    key: Callable[[Rules, S], Hashable]  # the smallest value that determines the future: equal keys, equal futures
    placed: Callable[[S], tuple[Placed, ...]] = attrgetter("placed")  # the money at risk

    # The wagers, the seats that may make them, and the amounts
    catalogue: Callable[[Rules], Mapping[str, Offer]]  # every wager that may be made, by id, in the law's order
    withheld: Callable[[Rules], Mapping[str, Refusal]] = (
        lambda rules: {}
    )  # in the chapter but not offered here, and why
    offer_now: Callable[[Rules, S, str], Offer] | None = None  # if fewer lines can pay a wager now than at other times
    limits: Callable[[Rules, str], tuple[Limit, Limit]] = table_limits
    cost_cents: Callable[[Rules, Wager], int] = lambda rules, fact: (
        fact.cents
    )  # the stake, plus any vigorish taken with it
    choices: Mapping[str, str] = field(default_factory=dict)  # every choice in the game, and when it comes up
    made_by: Callable[[str], str | None] = lambda wager: None  # the choice that makes a wager (going to War)
    choice_cents: Callable[[Choose], int] = lambda fact: (
        fact.cents
    )  # what a choice costs, with any wager that comes with it
    instrument: Callable[[Rules], bool] = lambda rules: (
        False
    )  # may another instrument than chips and plaques be wagered?
    closed_by: Callable[[Rules, S], tuple[Citation, ...]] = lambda rules, state: ()  # why it is too late for a wager
    fails: Callable[[Rules, S, Stepped], bool] = lambda rules, state, fact: (
        False
    )  # does a step note a failure that the game acts on? `advance` then takes the step
    called_on_by: Callable[[Rules, str], tuple[Citation, ...]] = (
        lambda rules, wager: ()
    )  # what governs calling a wager on or off
    reports_of_chance: Collection[str] = ()  # reports of a result that may come while the window of its wagers is open
    taken_down_by: Callable[[str], tuple[Citation, ...]] = lambda wager: ()  # what governs taking a wager down
    names: Callable[[Rules], Collection[str]] | None = (
        None  # ids that wagers on the layout can have, if more than the catalogue's
    )
    meant: Callable[[S, int, str], str] = lambda state, seat, name: name  # the id on the layout that a seat means
    chip_sets: Callable[[Rules], tuple[str, ...]] = lambda rules: ()  # kinds of chips that the chapter distinguishes
    chips_refused: tuple[str, ...] = ()  # of these, kinds that are understood only to be refused, and not listed
    devices: tuple[str, ...] = ()  # devices that can stop the game, by the names that `repaired` uses
    plays_boxes: bool = False  # may a player wager in adjacent boxes? If so, `refuse` decides which

    # Procedures and people
    caller: Callable[[Rules], Role] = lambda rules: Role.DEALER  # who announces, if a command does not say
    settings: Callable[[Rules, S], Mapping[str, str]] = (
        lambda rules, state: {}
    )  # settings that steps of procedures depend on now
    closing: Callable[[Rules, S], str | None] = lambda rules, state: None  # a procedure that must precede closing
    normal_notes: Callable[[Rules, S, ProcedureStep], Mapping[str, Any]] = (
        lambda rules, state, step: {}
    )  # default notes of a passing step
    only_people_note: Callable[[Rules, S, ProcedureStep], Collection[str]] = (
        lambda rules, state, step: ()
    )  # of these, the fields that a table leaves out if it completes its own procedures: nobody measured or signed anything
    deadlines: Callable[[Rules, S], tuple[Deadline, ...]] = (
        lambda rules, state: ()
    )  # what falls due by the clock; `refuse` uses the same ones
    reads_on: bool = True  # can results that were entered ahead be for a later round, as with a shoe?

    # Who may see what
    view: Callable[[Rules, S, str], Mapping[str, Any]]  # a whitelist of what a role or a seat (`seat:3`) may see
    is_face: Callable[[Outcome], bool] = lambda outcome: False  # can it be face down, hidden until it is shown?
    private_state: Callable[[S], Collection[str]] = nothing_private  # fields with something not everybody has seen
    hidden_from: Callable[[Rules, S, str], bool] = lambda rules, state, who: (
        False
    )  # is there anything `who` cannot see?
    private_choices: Collection[str] = ()  # choices that reveal what only their player has seen
    event_kinds: Mapping[str, type] = field(default_factory=dict)  # fields by kind of event, beyond `SHARED_KINDS`

    # Its Rules Submission, beyond what the edition's file says
    checks: Mapping[str, OptionCheck] = field(default_factory=dict)  # keys that the game checks itself
    check_together: Callable[[Mapping[str, Any], Edition], tuple[Finding, ...]] = lambda chosen, edition: ()
    defaults: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda given: {}  # defaults that depend on other keys

    @property
    def reports(self) -> Collection[str]:
        """The paragraphs under which irregularities are reported, as procedure.toml lists them."""
        return tuple(self.chapter.reports)

    def offered(self, rules: Rules, state: S, wager: str) -> Offer:
        """A wager's offer in this state."""
        return self.catalogue(rules)[wager] if self.offer_now is None else self.offer_now(rules, state, wager)

    def known_names(self, rules: Rules) -> Collection[str]:
        """The ids that a wager on the layout can have, including one that has moved to a number."""
        return self.catalogue(rules) if self.names is None else self.names(rules)

    def purse(self, state: S, seat: int) -> int:
        """The seat whose chips pay for choices in a box: its own, unless a player plays several boxes."""
        return next((each.player or each.seat for each in self.placed(state) if each.seat == seat), seat)


@dataclass(frozen=True, eq=False, kw_only=True)
class Walk(Generic[S]):
    """The functions that an exact walk needs beyond the law."""

    lump: Callable[[Rules, S, Outcome], Hashable] = lambda rules, state, outcome: outcome  # equal lumps: equal futures
    round_key: Callable[[Rules, S], Hashable] | None = (
        None  # what determines the rest of this round, if less than `Law.key`
    )
    round_lump: Callable[[Rules, S, Outcome], Hashable] | None = None  # equal lumps: the same rest of this round
    priced: Callable[[Rules], Collection[str]] | None = None  # the wagers that have their own row, if not all do
    strategies: Callable[[Rules, str], tuple[str, ...]] = lambda rules, wager: ()  # named ways to play a wager
    policy: Callable[[Rules, str], Policy | None] = (
        _no_strategy  # how a strategy chooses; None: the walk takes the best choice
    )
    counted: Callable[[Rules, str], tuple[CountedOdds, ...]] = (
        lambda rules, wager: ()
    )  # counted by the game, not walked
    not_counted_now: Callable[[Rules, S], str] = lambda rules, state: ""  # why counted odds do not hold in this state
    takes_long: Collection[str] = ()  # wagers whose results are cached on disk
    # Expected result per unit of a wager that takes long, under a strategy; rounded, and faster than its whole distribution
    expected_result: Callable[[Rules, str, str], Fraction] | None = None
    setups: Callable[[Rules, str], Situations] = lambda rules, wager: {"": ()}  # the situations where it can be made
    other_players: Callable[[Rules, str, int], tuple[Fact, ...] | None] = lambda rules, wager, players: None
    supporting_wagers: Callable[[Rules, S], tuple[Fact, ...]] = (
        lambda rules, state: ()
    )  # needed for a round to continue

    def setup(self, rules: Rules, wager: str) -> tuple[Fact, ...]:
        """The facts that must come before this wager, in the first situation where it can be made."""
        return next(iter(self.setups(rules, wager).values()))


@dataclass(frozen=True, eq=False, kw_only=True)
class Simulator(Generic[S]):
    """The functions for simulation that cannot be compiled from the law."""

    # A fast kernel, for one `Sitting` per seat in seat order; None: tables are compiled from the law
    kernel: Callable[[AnyGame, Rules, tuple[Sitting, ...]], Kernel] | None = None
    # Exact value of wagers per unit at these stakes, by the first seat of each group of equal seats (from 0) and the wager
    exact_worths: Callable[[Rules, tuple[Sitting, ...]], Mapping[tuple[int, str], Fraction]] | None = None
    worths_rounded: bool = False  # are these good to about twelve digits rather than exact?
    series: Callable[[Rules], str | None] = lambda rules: None  # what rounds come in: "shooter", "shoe"
    series_begins: Callable[[Rules, S], bool] = lambda rules, state: False  # does the next round begin a new series?


@dataclass(frozen=True, eq=False, kw_only=True)
class Presentation(Generic[S]):
    """How people see the game, and how they enter what happened."""

    chance_word: str  # what a dealer calls a random result: "roll", "spin", "deal"
    typed_example: str  # how a dealer types a result: "2 3 4"
    piece: str = "card"  # one of the things that are shuffled and dealt: "card", "tile"
    layout: Callable[[Rules], Layout]  # the betting areas in a grid of letters, each bound to a wager
    felt: Callable[[Rules], Felt] | None = None  # the same to scale, as printed and clicked; None: drawn from the grid
    rings: Callable[[Rules], tuple[Ring, ...]] = lambda rules: ()  # wheels, in their order and colors
    signs: Callable[[Rules], tuple[Sign, ...]] = lambda rules: ()  # every kind of sign of the chapter, needed or not
    # Reads a `result` command: outcomes and other observations; raises BadInput if it makes no sense
    read_result: Callable[[Rules, Mapping[str, Any]], tuple[tuple[Outcome, ...], Mapping[str, Any]]]
    show_result: Callable[[Rules, Outcome], Mapping[str, Any]]  # an outcome as the fields of a `result` command
    typed_result: Callable[[str], Mapping[str, Any]]  # what a dealer typed, as those fields
    # Reads the data of a choice (tiles, stacks), and the words typed after a choice
    read_choice: Callable[[Rules, str, Mapping[str, Any]], Mapping[str, Any]] = nothing_more
    typed_choice: Callable[[str, Sequence[str]], Mapping[str, Any]] = _typed_nothing
    prompt_lines: Callable[[Rules, S, Asked], tuple[str, ...]] = (
        lambda rules, state, asked: ()
    )  # cards or tiles, not wrapped
    help_lines: Callable[[Rules, S, Asked], tuple[str, ...]] = lambda rules, state, asked: ()  # extra lines for `help`
    # Informal names of wagers: a phrase, and the ids it can mean. Case, plurals, hyphens and number words do not matter
    nicknames: Callable[[Rules], Mapping[str, tuple[str, ...]]] = lambda rules: {}
    # Names of payout lines that no wager's name tells apart: the points of a Fire Bet, a suited match
    payout_names: Callable[[Rules], Mapping[str, str]] = lambda rules: {}
    strategy_names: Mapping[str, str] = field(default_factory=dict)  # what a named way to play is called in a table
    choice_names: Mapping[str, str] = field(
        default_factory=dict
    )  # what a button calls a choice whose id says too little
    # What is entered with a choice besides an amount, by choice: the names of its fields and their kinds
    choice_fields: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    # Options that have no effect under this submission, because it does not offer what they are about
    idle_options: Callable[[Rules], tuple[str, ...]] = lambda rules: ()
    # An explanation, line by line, of a setting that is one word, by its key in the submission
    spelled_out: Callable[[Rules], Mapping[str, tuple[str, ...]]] = lambda rules: {}
    figures: Callable[[Rules], Mapping[Citation, Figure]] = lambda rules: {}  # drawn beside a paragraph of the rulebook

    # Inputs of a device and its expected outputs, by the device's name: rows for a laboratory
    device_vectors: Callable[[Rules], Mapping[str, Sequence[Mapping[str, Any]]]] = lambda rules: {}

    def drawn_felt(self, rules: Rules) -> Felt:
        """The felt to scale; of a game that draws none, its grid."""
        return felt_of(self.layout(rules)) if self.felt is None else self.felt(rules)


@dataclass(frozen=True, eq=False, kw_only=True)
class Adviser(Generic[S]):
    """The best choices, in games that have choices."""

    advice: Callable[[Rules, Mapping[str, str], Progress], Advice] | None = None  # in general, or about one situation
    claimed: Callable[[Rules, Progress], Advice] | None = None  # what a preamble claims, next to what we compute
    claims: tuple[Claim, ...] = ()  # the holds that a preamble states, as figures
    hint: Callable[[Rules, S, Asked], tuple[str, ...]] | None = (
        None  # sentences: the best choice now, and the value of each
    )
    beyond_wagers: Mapping[str, str] = field(
        default_factory=dict
    )  # topics of `advice` that no odds row covers, in words


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[S]):
    """One game of one chapter."""

    law: Law[S]
    present: Presentation[S]
    walk: Walk[S] = field(default_factory=Walk)
    simulate: Simulator[S] | None = None
    advise: Adviser[S] | None = None
    learn: Agent | None = None
    home: str  # the package whose `GAMES` lists it

    @property
    def id(self) -> str:
        """Its name in commands, files and records."""
        return self.law.id

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.law.title

    @property
    def chapter(self) -> Chapter:
        """Its chapter of the law."""
        return self.law.chapter

    def priced(self, rules: Rules) -> Collection[str]:
        """The wagers that have their own row on the odds sheet."""
        return self.law.catalogue(rules) if self.walk.priced is None else self.walk.priced(rules)

    @property
    def round_key(self) -> Callable[[Rules, S], Hashable]:
        """The function whose value determines the rest of a round."""
        return self.walk.round_key or self.law.key

    @property
    def round_lump(self) -> Callable[[Rules, S, Outcome], Hashable]:
        """Outcomes with the same effect in this round share a lump."""
        return self.walk.round_lump or self.walk.lump

    def series(self, rules: Rules) -> str | None:
        """The name of a series of rounds ("shoe", "shooter") that a player can sit out; None if each round stands alone."""
        return None if self.simulate is None else self.simulate.series(rules)

    def __repr__(self) -> str:
        return f"<game {self.id}>"


AnyGame = Game[Any]
