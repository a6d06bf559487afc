"""The versions of the database tables, one module each; the tables of a released version never change."""
