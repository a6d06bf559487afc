"""Records: the journal, and the audit that decides everything again."""

from houseway.records.audit import Audit, audit_journal, rules_of
from houseway.records.journal import Contents, Flaw, Journal, read_journal

__all__ = ["Audit", "Contents", "Flaw", "Journal", "audit_journal", "read_journal", "rules_of"]
