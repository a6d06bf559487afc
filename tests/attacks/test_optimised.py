"""Python's -O removes the assertions that an audit relies on, so an audit refuses to run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from warm_python import PROGRAM, warm_python


def test_without_assertions_nothing_is_audited(tmp_path: Path) -> None:
    journal = tmp_path / "table.jsonl"
    code = "from houseway.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    played = warm_python(
        PROGRAM, code, "play", "sic-bo", "--seed", "7", "--journal", str(journal), environment=environment
    )
    assert played.returncode == 0, played.stderr
    audited = warm_python(PROGRAM, code, "audit", str(journal), environment=environment)
    assert audited.returncode == 0, audited.stderr
    call = [sys.executable, "-O", "-c", code, "audit", str(journal)]
    done = subprocess.run(call, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "run Python without -O" in done.stderr
