"""The fast round that the simulator runs: cards or tiles and how a round ends. Payouts come from the rules."""
