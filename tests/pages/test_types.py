"""The types in the comments of the pages agree with their code: `tsc --checkJs`, where there is Node."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TYPESCRIPT = "typescript@7.0.2"


@pytest.mark.nightly
def test_the_compiler_finds_no_error_in_the_pages() -> None:
    npm = shutil.which("npm")
    command = (
        [npm, "exec", "--yes", f"--package={TYPESCRIPT}", "--", "tsc", "-p", str(ROOT / "jsconfig.json")] if npm else []
    )
    if shutil.which("tsc"):
        command = ["tsc", "-p", str(ROOT / "jsconfig.json")]
    if not command:
        says = "THE TYPES OF THE PAGES ARE NOT CHECKED: there is neither tsc nor npm here. Debian: apt-get install npm."
        print(f"\n{says}", file=sys.stderr)
        pytest.skip(says)
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300, cwd=ROOT)
    if "npm error" in done.stderr:
        pytest.skip(f"THE TYPES OF THE PAGES ARE NOT CHECKED: npm cannot get {TYPESCRIPT}: {done.stderr[:300]}")
    assert done.returncode == 0, done.stdout
