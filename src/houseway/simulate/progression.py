"""The names of the ways to change a stake after a win or a loss; the loops know them by their place here."""

from __future__ import annotations

PROGRESSIONS = ("flat", "martingale", "paroli", "dalembert", "fibonacci")
