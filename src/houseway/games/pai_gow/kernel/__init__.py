"""The simulator's fast round: tiles and how a round ends. Payouts come from the rules."""
