"""The process that writes for a dying pit: at its seam, it kills the service and itself."""

from __future__ import annotations

import sys

from houseway.store import writer_process
from service import dying


def write(seam: str, number: int, service: int, descriptor: int) -> None:
    """Write until the seam is reached; without one, until the service ends."""
    dying.DIE_TOO.append(service)
    if seam in ("before-begin", "after-insert"):
        dying.arm(seam, number)
    elif seam == "after-commit":
        tell = dying.at_call(writer_process.Writing._tell, number, after=False)
        writer_process.Writing._tell = tell  # type: ignore[method-assign]
    sys.argv = ["writing", str(descriptor)]
    writer_process.main()
