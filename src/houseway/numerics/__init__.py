"""Random sources, streams of random words, lazy shuffles and compiled functions for fast loops."""
