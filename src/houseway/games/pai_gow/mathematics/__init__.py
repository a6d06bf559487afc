"""Exact counts over all hands, the best reply to a house way, and the value of the bank."""
