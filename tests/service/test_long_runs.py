"""Long runs of `benchmarks/service/`, by night: a long day at one table, and start-up with ten million events."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parent.parent.parent / "benchmarks" / "service"


@pytest.mark.nightly
@pytest.mark.parametrize(
    "given",
    [
        ("day.py", "--commands", "100000"),
        ("startup.py", "--events", "10000000", "--tables", "200", "--store", "sqlite"),
        ("startup.py", "--events", "10000000", "--tables", "200", "--store", "postgresql"),
    ],
    ids=["day", "startup-sqlite", "startup-postgresql"],
)
def test_a_long_run_keeps_its_limits(given: tuple[str, ...], tmp_path: Path) -> None:
    """Memory that does not grow with a table's history; all tables ready within five seconds. The program itself judges."""
    name, *more = given
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, str(PROGRAMS / name), *more, "--folder", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
