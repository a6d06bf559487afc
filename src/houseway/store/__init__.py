"""Stores: the records of a whole pit in SQLite or PostgreSQL, written with group commit and only ever appended to."""
