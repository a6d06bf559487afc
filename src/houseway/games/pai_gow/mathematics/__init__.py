"""Exact counts over all hands, the best reply to a house way, and what the bank is worth."""
