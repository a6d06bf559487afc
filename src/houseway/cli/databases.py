"""Options of verbs about databases, and how they open one; the database packages are imported only here, on demand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.law import BadInput
from houseway.law.inputs import read_text, visible

if TYPE_CHECKING:
    from houseway.records.checkpoint import Checkpoint
    from houseway.store.database import Database
    from houseway.store.keys import Keys

ADDRESSES = ("sqlite:", "postgresql:", "postgresql+", "postgres:")  # how the address of a database begins
CHECKPOINT_CHARACTERS = 64_000_000

DatabaseArgument = Annotated[
    str, typer.Argument(metavar="DATABASE", help="sqlite:///pit.db or postgresql://user@host/name.")
]
TableOption = Annotated[str | None, typer.Option("--table", metavar="ID", help="Only this table.")]
SessionOption = Annotated[
    int | None, typer.Option("--session", metavar="N", min=1, help="Only this session: from opening to closing.")
]
KeysOption = Annotated[
    Path | None, typer.Option("--keys", metavar="FILE", help="The pit's key file, to read what is hidden.")
]
KeysNeeded = Annotated[Path, typer.Option("--keys", metavar="FILE", help="The pit's key file.")]
KeyOption = Annotated[str | None, typer.Option("--key", metavar="HEX", help="The public key that the pit is known by.")]


def is_address(text: str) -> bool:
    """Is it the address of a database, and not the path of a file?"""
    return text.startswith(ADDRESSES)


def is_sqlite(path: Path) -> bool:
    """Is it the file of an SQLite database, whose address is sqlite:///FILE?"""
    try:
        with path.open("rb") as file:
            return path.is_file() and file.read(16) == b"SQLite format 3\x00"
    except OSError:
        return False


def needed_packages(address: str) -> None:
    """BadInput unless it is the address of a database, and the packages that open one are installed."""
    if not is_address(address):
        right = "write sqlite:///pit.db or postgresql://user@host/name"
        raise BadInput(f'"{visible(address)}" is not the address of a database; {right}')
    try:
        import houseway.store.database  # noqa: F401 - only whether it can be
    except ImportError as error:
        raise BadInput(f"databases need the service's packages ({error.name}): pip install houseway[service]") from None


@contextmanager
def opened(address: str, *, create: bool = False) -> Iterator[Database]:
    """Open a database for one verb; without `create`, it must be there and is only read."""
    needed_packages(address)
    from sqlalchemy.exc import SQLAlchemyError

    from houseway.store.database import database_unusable, open_database

    database = open_database(address, create=create)
    try:
        yield database
    except SQLAlchemyError as error:
        raise database_unusable(database, error, "audit it, or restore a backup") from error
    finally:
        database.close()


def read_keys(path: Path | None) -> Keys | None:
    """The keys of a pit, if their file is named."""
    from houseway.store.keys import load_keys

    return None if path is None else load_keys(path, create=False)


def checkpoint_file(path: Path) -> Checkpoint:
    """A checkpoint from a file that somebody kept."""
    from houseway.records.checkpoint import read_checkpoint

    return read_checkpoint(read_text(path, "a checkpoint", CHECKPOINT_CHARACTERS, pipe=True), str(path))


def read_key(text: str | None) -> str | None:
    """A public key in hexadecimal."""
    if text is None:
        return None
    lower = text.lower()
    if len(lower) != 64 or any(each not in "0123456789abcdef" for each in lower):
        raise BadInput(
            f'--key "{visible(text)}": is not a public key; give all 64 digits, as houseway checkpoint prints'
        )
    return lower


def count(number: int, word: str) -> str:
    """A number with its word: "1 event", "2 events"."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")
