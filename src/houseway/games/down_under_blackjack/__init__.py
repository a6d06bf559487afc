"""Down Under Blackjack, Chapter 685a.

Blackjack with four, five, six or eight decks. A card reader shows the players whether the dealer's hole card is small, medium
or large before they act. A dealer's 22 returns most wagers instead of paying them. Besides the Bet Wager there are insurance,
doubling down, one split, and the optional Match-the-Dealer Wager.
"""

from houseway.games.down_under_blackjack.game import GAME

GAMES = (GAME,)
