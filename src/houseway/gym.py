"""`import houseway.gym` makes our environments known to Gymnasium: `gymnasium.make("houseway/DownUnderBlackjack-v0")`."""

from houseway.simulate.environments import register

register()
