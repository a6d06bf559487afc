"""Run it: the table, its commands, its events and the fold."""

from houseway.table.commands import parse
from houseway.table.decide import Decided, decide
from houseway.table.position import CAGE, DROP, Position, fold, folded, imbalance, unopened
from houseway.table.table import Recorder, Table, ticking, wall_clock

__all__ = [
    "CAGE", "DROP", "Decided", "Position", "Recorder", "Table", "decide", "fold", "folded", "imbalance", "parse", "ticking",
    "unopened", "wall_clock",
]  # fmt: skip
