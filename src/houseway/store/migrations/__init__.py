"""Migrations of the database, one module a version."""
