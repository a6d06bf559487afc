"""The analysis of the Bet Wager: best play from a finite shoe, the best chart, and what every reading is worth.

Here there are floats, unlike in the rules: results are good to 1e-12, and exact rationals hold them so on small shoes.
"""
