"""Walk it: exact odds of every wager, and tables compiled from the same walk."""

from houseway.odds.automaton import Automaton, compile_game, compile_wager
from houseway.odds.figure import Rounded
from houseway.odds.graph import Walker
from houseway.odds.sheet import OddsSheet, Row, odds_sheet, percent
from houseway.odds.solve import Solver, Unbounded

__all__ = [
    "Automaton",
    "OddsSheet",
    "Rounded",
    "Row",
    "Solver",
    "Unbounded",
    "Walker",
    "compile_game",
    "compile_wager",
    "odds_sheet",
    "percent",
]
