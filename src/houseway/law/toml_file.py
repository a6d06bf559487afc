"""Read the law's TOML files; refuse floats, unknown keys and missing keys."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from houseway.law.citation import Citation
from houseway.law.errors import BadInput, LawError, nearest


def short(path: Path) -> str:
    """A short path for messages: game folder and file."""
    return "/".join(path.parts[-3:] if path.parent.name == "editions" else path.parts[-2:])


def read_toml(path: Path) -> dict[str, Any]:
    """Read one TOML file; refuse floats."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise LawError(
            short(path), "", f"cannot be read ({error.strerror})", "the folder of a game needs it"
        ) from error
    except UnicodeDecodeError as error:
        raise LawError(short(path), "", "is not UTF-8 text", "save it as UTF-8") from error
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LawError(short(path), "", f"is not TOML ({error})", "correct it there") from error
    refuse_floats(short(path), "", data)
    return data


def refuse_floats(file: str, key: str, value: object) -> None:
    """Refuse a float anywhere, naming its key: all figures are exact."""
    if isinstance(value, float):
        remedy = 'write whole units (cents, inches) or text such as "3 to 2"'
        raise LawError(file, key, f"{value!r} is a float", remedy)
    if isinstance(value, Mapping):
        for name, inner in value.items():
            refuse_floats(file, f"{key}.{name}" if key else str(name), inner)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            refuse_floats(file, f"{key}[{index}]", inner)


def only_keys(file: str, key: str, table: object, allowed: Iterable[str], needed: Iterable[str] = ()) -> dict[str, Any]:
    """The table, if it has all required keys and no unknown ones."""
    if not isinstance(table, dict):
        raise LawError(file, key, f"{table!r} is not a table", f"write {key} = {{ … }}")
    allowed = list(allowed)
    for name in table:
        if name not in allowed:
            raise LawError(file, f"{key}.{name}" if key else name, "is not a known key", nearest(name, allowed))
    for name in needed:
        if name not in table:
            raise LawError(file, key, f"has no {name}", f"add {name} = …")
    return table


def numbered_rows(path: Path, table: str, tables: Iterable[str]) -> Iterator[tuple[str, str, object]]:
    """The rows of one `[[table]]` of a file with these tables, each with the file's name and its key; none without a file."""
    if path.exists():
        file = short(path)
        data = only_keys(file, "", read_toml(path), tables)
        yield from ((file, f"{table} {n}", row) for n, row in enumerate(data.get(table, ()), 1))


def text_of(file: str, key: str, value: object) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise LawError(file, key, f"{value!r} is not a text", 'write it as "…"')
    return value


def citation_of(file: str, key: str, table: Mapping[str, object], known: Iterable[str] | None) -> Citation:
    """The `cite` of a table, which must be present, well formed and in the outline."""
    if "cite" not in table:
        raise LawError(file, key, "has no citation", 'add cite = "…"')
    try:
        cite = Citation(text_of(file, f"{key}.cite", table["cite"]))
    except LawError:
        raise
    except BadInput as error:
        raise LawError(file, f"{key}.cite", str(error), "correct it") from error
    if known is not None and cite not in known:
        raise LawError(file, f"{key}.cite", f"{cite} is in no outline", "add it to outline.toml, or correct it")
    return cite
