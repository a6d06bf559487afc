"""Pai Gow, 58 Pa. Code Chapter 621a."""

GAMES = ()
