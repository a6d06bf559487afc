"""Shared by the card games: the shoe and the discard rack at a table, shuffle and cut, their events and checks."""
