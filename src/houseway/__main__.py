"""`python -m houseway`: the command line."""

from houseway.cli import main

main()
