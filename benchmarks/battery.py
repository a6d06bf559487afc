"""Write the generator's words to standard output, chunk after chunk as the simulator uses them, for a test battery.

Run: python benchmarks/battery.py [SEED] | dieharder -a -g 200
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from houseway.numerics.compiled import compiled
from houseway.numerics.streams import stream, turn

WORDS = 1 << 19  # a chunk of 2^22 rounds, eight draws per word


@compiled
def fill_words(words: Any, out: Any) -> None:
    """The next words of a stream."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    for n in range(len(out)):
        out[n], a, b, c, d = turn(a, b, c, d)


def main() -> None:
    """Write until the reader closes the pipe."""
    seed = sys.argv[1] if len(sys.argv) > 1 else "battery"
    out, chunk = np.zeros(WORDS, np.uint64), 0
    try:
        while True:
            fill_words(stream(seed, chunk), out)
            sys.stdout.buffer.write(out.tobytes())
            chunk += 1
    except BrokenPipeError:
        sys.stderr.close()


if __name__ == "__main__":
    main()
