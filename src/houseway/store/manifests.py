"""The format of an exported pit: its manifest and its files."""

from __future__ import annotations

import importlib
import os
import pkgutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict, cast

from sqlalchemy import Table

import houseway.store
from houseway.core.shapes import problem
from houseway.law import BadInput
from houseway.law.inputs import read_json
from houseway.store.schema import METADATA
from houseway.store.session_files import (
    opened_file,
)

FORMAT = "houseway-export/1"
MANIFEST, CHECKPOINTS, OTHER = "pit.json", "checkpoints.jsonl", "other.jsonl"
LONGEST = 64_000_000  # characters of a checkpoint, of another row or of the manifest
WORTH_A_SNAPSHOT = 1000  # an imported open session with this many lines gets a snapshot
IN_FILES = (
    "pit",
    "tables",
    "sessions",
    "heads",
    "events",
    "postings",
    "secrets",
    "commands",
    "snapshots",
    "checkpoints",
)


class ExportedTable(TypedDict):
    """A table in the manifest."""

    id: str
    game: str
    holder: str
    created_at: int


class SessionEntry(TypedDict):
    """A session in the manifest, and its file."""

    table: str
    session: int
    file: str


class Manifest(TypedDict):
    """The list of the tables and sessions in an exported folder."""

    houseway: str
    pit: str
    public_key: str
    created_at: int
    tables: list[ExportedTable]
    sessions: list[SessionEntry]


@dataclass(slots=True)
class TransferResult:
    """The result of an export or import."""

    sessions: list[tuple[str, int]] = field(default_factory=list)
    lines: int = 0
    checkpoints: int = 0
    notes: list[str] = field(default_factory=list)


def all_tables() -> list[Table]:
    """All database tables, in an order in which their rows can be inserted."""
    for module in pkgutil.iter_modules(houseway.store.__path__):
        if module.name.endswith("schema"):
            importlib.import_module(f"houseway.store.{module.name}")
    return METADATA.sorted_tables


def refuse_public(folder: Path) -> None:
    """Raise BadInput if a folder was exported without keys, so that it has only public records."""
    files = [folder / each["file"] for each in read_manifest(folder)["sessions"]]
    if files and not any(each.with_name(f"{each.name}.house").exists() for each in files):
        right = "export it again with the keys of its pit"
        raise BadInput(
            f"{folder}: was exported without keys, so it lacks the hidden values and cannot be imported; {right}"
        )


def read_manifest(folder: Path) -> Manifest:
    name = folder / MANIFEST
    with opened_file(name) as file:
        record = read_json(file.read().decode("utf-8", "replace"), str(name), LONGEST)
    wrong = problem(Manifest, record)
    if wrong is not None or record["houseway"] != FORMAT:
        raise BadInput(
            f"{name}: is not the manifest of an export in the format {FORMAT}" + (f" ({wrong})" if wrong else "")
        )
    for each in record["sessions"]:
        if "/" in each["file"] or each["file"].startswith("."):
            raise BadInput(f"{name}: {each['file']}: is not a file of this folder")
    return cast(Manifest, record)


def is_folder(path: str) -> bool:
    """Whether a path names a folder to export to."""
    return path.endswith(os.sep) or Path(path).is_dir()
