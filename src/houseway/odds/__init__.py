"""Walk it: exact odds of every wager."""

from houseway.odds.figure import Rounded
from houseway.odds.graph import Walker
from houseway.odds.sheet import OddsSheet, Row, odds_sheet, percent
from houseway.odds.solve import Solver, Unbounded

__all__ = [
    "OddsSheet",
    "Rounded",
    "Row",
    "Solver",
    "Unbounded",
    "Walker",
    "odds_sheet",
    "percent",
]
