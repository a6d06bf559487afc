"""The vocabulary of every game: facts, what is due, the steps that follow, and the record of a game's parts."""

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
from houseway.core.game import Adviser, AnyGame, Game, Law, Policy, Presentation, Simulation, Walk
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
    seat_account,
)

__all__ = [
    "EVERYBODY", "HOUSE", "INVENTORY", "LAYOUT", "VIGORISH", "WITHHELD", "Adviser", "AnyGame", "Area", "Asked", "BuyIn",
    "CashOut", "Chance", "Choices", "Choose", "Done", "Due", "Event", "Fact", "Figure", "Fill", "Game", "InSlot",
    "Irregularity", "Kinds", "Law", "Layout", "Line", "Moment", "Move", "Multiple", "NoMoreBets", "Offer", "Option",
    "Outcome", "Placed", "Policy", "Presentation", "Procedure", "Refusal", "Remove", "Repaired", "Result", "Said",
    "Settled", "Simulation", "Step", "Stepped", "Stopped", "Verdict", "Wager", "Wagers", "Walk", "Working", "awaited",
    "event_schema", "fields_problem", "kinds_of", "may_see", "procedures_open", "refuse", "seat_account",
]  # fmt: skip
