"""A run that is stopped from outside, as a process of its own, and goes on to the same digits."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from houseway.simulate.playing import CHUNK

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
VERB = [sys.executable, "-m", "houseway", "simulate", "craps", "--bet", "pass=1000", "--bet", "come=500", "--json"]


def finished(*arguments: str) -> dict[str, Any]:
    done = subprocess.run([*VERB, *arguments], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_stopped_goes_on_to_the_same_digits(number: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    kept = ["--checkpoint", str(file)]
    process = subprocess.Popen([*VERB, "--rounds", "1e14", *kept], env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    for _ in range(1200):
        if file.exists() or process.poll() is not None:
            break
        time.sleep(0.05)
    process.send_signal(number)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130 and told == f"houseway: interrupted; what was played is in {file}\n"
    chunks = json.loads(file.read_text())["chunks"]
    assert chunks >= 1
    rounds = ["--rounds", str((chunks + 3) * CHUNK + 12_345)]
    resumed, whole = finished(*rounds, *kept), finished(*rounds)
    assert resumed["wagers"] == whole["wagers"]
    assert resumed["rounds"] == whole["rounds"] == (chunks + 3) * CHUNK + 12_345
