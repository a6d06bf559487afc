"""Python's -O takes assertions away, and with them what an audit rests on: then there is no audit at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_without_assertions_nothing_is_audited(tmp_path: Path) -> None:
    journal = tmp_path / "table.jsonl"
    code = "from houseway.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    play = [sys.executable, "-c", code, "play", "sic-bo", "--seed", "7", "--journal", str(journal)]
    subprocess.run(play, env=environment, capture_output=True, check=True, stdin=subprocess.DEVNULL)
    for optimised, code_expected in (([], 0), (["-O"], 2)):
        call = [sys.executable, *optimised, "-c", code, "audit", str(journal)]
        done = subprocess.run(call, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == code_expected, done.stderr
    assert "run Python without -O" in done.stderr
