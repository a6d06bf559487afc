"""The simulator's fast round: cards and how a round ends. Payouts come from the rules."""
