"""Numbers for fast loops: sources of chance, streams of random words, lazy shuffles, and compiled functions."""
