"""The live table: its commands, its events and the fold."""

from houseway.table.command_records import from_record, to_record
from houseway.table.decide import CommandResult, decide
from houseway.table.position import CAGE, COUNT_ROOM, DROP, TIPS, TablePosition, fold, folded, imbalance, unopened
from houseway.table.reader import read_command
from houseway.table.table import Recorder, Resumed, Table, ticking, wall_clock

__all__ = [
    "CAGE", "COUNT_ROOM", "DROP", "TIPS", "CommandResult", "Recorder", "Resumed", "Table", "TablePosition", "decide", "fold",
    "folded", "from_record", "imbalance", "read_command", "ticking", "to_record", "unopened", "wall_clock",
]  # fmt: skip
