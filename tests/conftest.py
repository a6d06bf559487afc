"""Say which variants are wanted before the test files are imported. (mypy skips this file: benchmarks has a conftest too.)"""

from support import pytest_collection_finish, pytest_configure

__all__ = ["pytest_collection_finish", "pytest_configure"]
