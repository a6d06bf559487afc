"""`import houseway.gym` registers our environments with Gymnasium: `gymnasium.make("houseway/DownUnderBlackjack-v0")`."""

from houseway.simulate.environments import register

register()
