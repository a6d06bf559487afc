"""The vocabulary of every game: facts, what is due, the steps that follow, and the record of a game's parts."""

from houseway.core.deadline import Deadline
from houseway.core.due import Asked, Chance, Choices, Due, Option, Procedure, Stopped, Wagers, awaited
from houseway.core.event_kinds import event_schema, fields_problem, kinds_of
from houseway.core.events import EVERYBODY, HOUSE, WITHHELD, Event, may_see
from houseway.core.facts import (
    BuyIn,
    CashOut,
    Choose,
    Done,
    Fact,
    InSlot,
    Irregularity,
    Moment,
    NoMoreBets,
    Outcome,
    Remove,
    Repaired,
    Result,
    Stepped,
    Wager,
    Working,
)
from houseway.core.figure import Figure
from houseway.core.game import Adviser, AnyGame, Game, Law, Policy, Presentation, Simulator, Walk
from houseway.core.judging import procedures_open, refuse
from houseway.core.layout import Area, Layout
from houseway.core.offers import Kinds, Line, Multiple, Offer
from houseway.core.step import (
    INVENTORY,
    LAYOUT,
    VIGORISH,
    Fill,
    Move,
    Placed,
    Refusal,
    Said,
    Settled,
    Step,
    Verdict,
)
from houseway.core.who import Seat, Who, in_words, read_who, seat_account, seat_number, seat_of
from houseway.law.roles import Role

__all__ = [
    "EVERYBODY", "HOUSE", "INVENTORY", "LAYOUT", "VIGORISH", "WITHHELD", "Adviser", "AnyGame", "Area", "Asked", "BuyIn",
    "CashOut", "Chance", "Choices", "Choose", "Deadline", "Done", "Due", "Event", "Fact", "Figure", "Fill", "Game", "InSlot",
    "Irregularity", "Kinds", "Law", "Layout", "Line", "Moment", "Move", "Multiple", "NoMoreBets", "Offer", "Option",
    "Outcome", "Placed", "Policy", "Presentation", "Procedure", "Refusal", "Remove", "Repaired", "Result", "Role", "Said", "Seat",
    "Settled", "Simulator", "Step", "Stepped", "Stopped", "Verdict", "Wager", "Wagers", "Walk", "Who", "Working", "awaited",
    "event_schema", "fields_problem", "in_words", "kinds_of", "may_see", "procedures_open", "read_who", "refuse", "seat_account",
    "seat_number", "seat_of",
]  # fmt: skip
