"""Down Under Blackjack, Chapter 685a.

Blackjack from four, five, six or eight decks in which a card reader tells the players whether the dealer's hole card is
small, medium or large before they act; a dealer's 22 returns most wagers instead of paying them. Beside the Bet Wager
there are insurance, doubling down, one split, and the optional Match-the-Dealer Wager.
"""

from houseway.games.down_under_blackjack.game import GAME

GAMES = (GAME,)
