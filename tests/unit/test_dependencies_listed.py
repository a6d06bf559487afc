"""ARCHITECTURE.md says why each dependency is there, and lists no other."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS, NO_PACKAGE = "houseway", ("thestandardlibrary",)


def letters(text: str) -> str:
    """A name in small letters and digits: `open_spiel` and OpenSpiel are the same."""
    return re.sub(r"[^a-z0-9]", "", text.lower())


def required() -> set[str]:
    """The packages in pyproject.toml, of every extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    lists = [project["build-system"]["requires"], project["project"]["dependencies"]]
    lists += project["project"]["optional-dependencies"].values()
    names = (re.split(r"[<>=;\[ ]", each)[0] for each in (each for listed in lists for each in listed))
    return {letters(name) for name in names} - {OURS}


def listed() -> set[str]:
    """The names in the first column of the table."""
    section = (ROOT / "ARCHITECTURE.md").read_text("utf-8").partition("\n## Dependencies\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| ")][2:]
    cells = [re.sub(r"\(.*?\)", "", row).replace("--strict", "") for row in rows]
    return {letters(name) for cell in cells for name in cell.split(",")} - set(NO_PACKAGE)


def test_every_dependency_has_a_reason_and_no_other_is_listed() -> None:
    names = {"vlconvert": "vlconvertpython", "daskdistributed": "distributed"}
    assert {names.get(name, name) for name in listed()} == required()
