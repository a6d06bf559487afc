"""Records: the journal, the house file with its secrets, and the audit that re-decides every command."""

from houseway.records.audit import Audit, audit_journal
from houseway.records.desk import Desk, open_desk
from houseway.records.house_file import house_path, read_house
from houseway.records.journal import Journal, RecordLost
from houseway.records.journal_reader import Flaw, JournalReader, read_events
from houseway.records.recorded_table import header_of, rules_of

__all__ = [
    "Audit", "Desk", "Flaw", "Journal", "JournalReader", "RecordLost", "audit_journal", "header_of", "house_path", "open_desk",
    "read_events", "read_house", "rules_of",
]  # fmt: skip
