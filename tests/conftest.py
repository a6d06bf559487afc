"""Say which variants are wanted before the test files are imported: those of the night are not even made by day."""

from __future__ import annotations

import pytest

import support


def pytest_configure(config: pytest.Config) -> None:
    """By day (`-m "not nightly"`, the default) thousands of nightly variants would only be collected to be left out."""
    support.WANTED.night = config.getoption("markexpr") != "not nightly"
