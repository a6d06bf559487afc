"""Say which variants are wanted before the test files are imported. (mypy skips this file: benchmarks has a conftest too.)"""

from forked import pytest_addoption, pytest_runtestloop
from support import pytest_collection_finish, pytest_configure

__all__ = ["pytest_addoption", "pytest_collection_finish", "pytest_configure", "pytest_runtestloop"]
