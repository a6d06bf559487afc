"""`pytest --forks` (tests/forked.py) reports what each test does, also if its process dies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import forked

TESTS = """
import os
import pytest

@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    yield tmp_path_factory.mktemp("shared")

def test_passes(shared): pass

def test_fails(shared): print("what it printed"); assert 1 == 2

@pytest.mark.skip(reason="why")
def test_skips(): pass

def test_dies(): os._exit(0)

def test_after(): pass
"""


def test_every_test_is_reported_also_if_a_worker_dies(tmp_path: Path) -> None:
    """A test that ends its worker fails, and so does every test that nobody ran; another worker goes on."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "conftest.py").write_text("from forked import pytest_addoption, pytest_runtestloop\n")
    (tmp_path / "test_first.py").write_text(TESTS)
    (tmp_path / "test_second.py").write_text("def test_other(tmp_path): pass\n")
    command = [sys.executable, "-m", "pytest", "--forks", "2", "-q", "--basetemp", str(tmp_path / "temporary")]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(forked.__file__).parent), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    for line in (
        "what it printed",
        "FAILED test_first.py::test_fails - assert 1 == 2",
        "FAILED test_first.py::test_dies - the worker died during this test",
        "FAILED test_first.py::test_after - not run: a worker died during test_fir",
        "3 failed, 2 passed, 1 skipped",
    ):
        assert line in done.stdout
