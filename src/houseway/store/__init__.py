"""The store: a pit's append-only records in SQLite or PostgreSQL, written with group commit."""
