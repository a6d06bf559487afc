"""The analysis of the Bet Wager: best play from a finite shoe, the best chart, and the price of every reading.

Unlike the rules, this code uses floats: results are good to 1e-12, and exact rationals confirm that on small shoes.
"""
