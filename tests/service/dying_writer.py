"""The process that writes for a dying pit: at its seam, it kills the service and itself.

python dying_writer.py SEAM NUMBER DESCRIPTOR
"""

from __future__ import annotations

import os
import sys

from houseway.store import writing
from service import dying


def main() -> None:
    """Write until the seam is reached."""
    seam, number = sys.argv[1], int(sys.argv[2])
    sys.argv = [sys.argv[0], sys.argv[3]]
    dying.DIE_TOO.append(os.getppid())
    if seam in ("before-begin", "after-insert"):
        dying.arm(seam, number)
    elif seam == "after-commit":
        tell = dying.at_call(writing.Writing._tell, number, after=False)
        writing.Writing._tell = tell  # type: ignore[method-assign]
    writing.main()


if __name__ == "__main__":
    main()
