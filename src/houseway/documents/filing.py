"""A filing: everything that a holder sends for its games, in one archive that is byte-for-byte reproducible.

The manifest lists each file with its digest, and the versions of the software that made them. `check_filing` makes
everything again from the submissions in the archive. With the same versions, all bytes must match; with other versions, the
text must match.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from houseway import __version__
from houseway.core import AnyGame
from houseway.documents.controls import controls
from houseway.documents.guide import guide
from houseway.documents.layout_paper import layout_pdf
from houseway.documents.paper import Paper
from houseway.documents.paper_facts import superseding
from houseway.documents.par import par_sheet, work_out
from houseway.documents.rulebook import rulebook
from houseway.documents.sign_sheet import needed_signs, signs_set
from houseway.documents.submission_form import submission_form
from houseway.documents.submission_text import submission_text
from houseway.documents.typeset import set_paper
from houseway.law import BadInput, Rules, Unlawful
from houseway.law.inputs import read_json, visible

EPOCH: Final = (1980, 1, 1, 0, 0, 0)  # the earliest date that a ZIP archive can hold
MANIFEST: Final = "manifest.json"
SUBMISSION: Final = "submission.toml"
MOST_FILES, MOST_BYTES = 2_000, 200 << 20
OWN_VERSION: Final = re.compile(r"(?<=houseway )\d[\w.]*")  # papers name it, but it does not count as a difference
MAKERS: Final = ("typst", "font-source-sans-pro", "altair", "vl-convert-python")


def _set(make: Callable[[AnyGame, Rules], Paper], size: str, game: AnyGame, rules: Rules) -> bytes:
    return set_paper(make(game, rules), size)[0]


PAPERS: Final[Mapping[str, Callable[[AnyGame, Rules], Paper]]] = {
    "submission.pdf": submission_form,
    "controls.pdf": controls,
    "rules.pdf": rulebook,
    "guide.pdf": lambda game, rules: guide([(game, rules)]),
    "par.pdf": lambda game, rules: par_sheet(work_out(game, rules)),
}


@dataclass(frozen=True, slots=True)
class Difference:
    """A file of a filing that differs from the program's output for its submission."""

    name: str
    problem: str

    def __str__(self) -> str:
        return f"{visible(self.name)}: {self.problem}"


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of checking a filing: by bytes or, if other versions made it, by text."""

    games: tuple[str, ...]
    files: int
    by_bytes: bool
    made_with: Mapping[str, str]
    differences: tuple[Difference, ...]


def versions() -> dict[str, str]:
    """The versions of the software that determines the bytes of a filing."""
    return {"houseway": __version__, **{name: version(name) for name in MAKERS}}


def names_of(game: AnyGame, rules: Rules) -> tuple[str, ...]:
    """The files of one game's folder, in the order of the archive."""
    return (SUBMISSION, *PAPERS, "layout.pdf", *(("signs.pdf",) if needed_signs(game, rules) else ()))


def papers_of(game: AnyGame, rules: Rules, size: str = "letter") -> dict[str, bytes]:
    """Every paper of one game, by file name."""
    text = submission_text(game.title, rules).encode()
    papers = {name: _set(make, size, game, rules) for name, make in PAPERS.items()}
    signs = needed_signs(game, rules)
    posted = {"signs.pdf": signs_set(signs, game, rules, size=size)[0]} if signs else {}
    return {SUBMISSION: text, **papers, "layout.pdf": layout_pdf(game, rules, size), **posted}


def refuse_superseded(tables: Iterable[tuple[AnyGame, Rules]]) -> None:
    """Refuse a submission under a superseded edition: the Board would return its papers."""
    for game, rules in tables:
        other = superseding(rules)
        if other is not None:
            raise BadInput(
                f"{game.id}: edition {rules.edition.id} is superseded: {other.id} is {other.standing}; "
                f'write edition = "{other.id}" to file it'
            )


def filing(tables: Iterable[tuple[AnyGame, Rules]], size: str = "letter") -> bytes:
    """The archive for one or more games, with a folder for each, uncompressed and in a fixed order."""
    files: dict[str, bytes] = {}
    listed = []
    for game, rules in tables:
        folder = _folder(game.id, files)
        listed.append({"folder": folder, "game": game.id, "edition": rules.edition.id, "submission": rules.digest})
        files |= {f"{folder}/{name}": content for name, content in papers_of(game, rules, size).items()}
    manifest = {
        "filing": 1,
        "paper": size,
        "made_with": versions(),
        "tables": listed,
        "files": {name: _digest(content) for name, content in files.items()},
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        text = json.dumps(manifest, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
        for name, content in {MANIFEST: text.encode(), **files}.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return made.getvalue()


def _folder(game: str, files: Mapping[str, bytes]) -> str:
    """A folder for a game; a second table of the same game gets a number."""
    taken = {name.partition("/")[0] for name in files}
    return next(name for n in range(1, MOST_FILES) if (name := game if n == 1 else f"{game}-{n}") not in taken)


def _digest(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


# Verifying a filing from somebody else


def check_filing(path: Path, load: Callable[[str, str], tuple[AnyGame, Rules]]) -> Verified:
    """Make everything again from the submissions of a filing, and list differences. `load` reads a named submission's text."""
    files = _read(path)
    manifest = _manifest(path, files)
    differences = [*_against_manifest(files, manifest)]
    same = manifest["made_with"] == versions()
    games = []
    for table in manifest["tables"]:
        folder = table["folder"]
        submission = files.get(f"{folder}/{SUBMISSION}")
        if submission is None:
            differences.append(
                Difference(f"{folder}/{SUBMISSION}", "is missing, so nothing of this folder can be made again")
            )
            continue
        try:
            game, rules = load(submission.decode("utf-8", "replace"), f"{folder}/{SUBMISSION}")
        except (BadInput, Unlawful) as refused:
            differences.append(Difference(f"{folder}/{SUBMISSION}", f"cannot be used: {refused}"))
            continue
        games.append(game.id)
        if rules.digest != table["submission"]:
            differences.append(
                Difference(
                    f"{folder}/{SUBMISSION}", f"has the digest {rules.digest}, the manifest says {table['submission']}"
                )
            )
        differences += _compared(folder, files, papers_of(game, rules, manifest["paper"]), same)
    return Verified(tuple(games), len(files) - 1, same, manifest["made_with"], tuple(dict.fromkeys(differences)))


def _compared(folder: str, files: Mapping[str, bytes], made: Mapping[str, bytes], same: bool) -> Iterable[Difference]:
    there = {name.removeprefix(f"{folder}/") for name in files if name.startswith(f"{folder}/")}
    for name in sorted(there - made.keys()):
        yield Difference(f"{folder}/{name}", "is not a paper of this filing")
    for name, content in made.items():
        sent = files.get(f"{folder}/{name}")
        if sent is None:
            yield Difference(f"{folder}/{name}", "is missing")
        elif sent != content and (same or not name.endswith(".pdf")):
            where = _where(name, sent, content) or ": its words are the same, other bytes differ"
            yield Difference(f"{folder}/{name}", f"is not what this program makes of the submission{where}")
        elif sent != content and (differs := _where(name, sent, content)):
            yield Difference(f"{folder}/{name}", f"its text is not what this program makes of the submission{differs}")


def _where(name: str, sent: bytes, made: bytes) -> str:
    """The first words that differ, if both files have readable text."""
    if name.endswith(".pdf"):
        first, second = _words(sent), _words(made)
    else:
        first, second = sent.decode("utf-8", "replace").split(), made.decode("utf-8", "replace").split()
    if first is None or second is None:
        return ": it is not a PDF that can be read"
    if first == second:
        return ""
    differ = [n for n, (one, other) in enumerate(zip(first, second, strict=False)) if one != other]
    telling = [n for n in differ if "sha256:" not in first[n]]  # a digest shows only that something differs
    at = next(iter((*telling, *differ)), min(len(first), len(second)))
    shown = [visible(" ".join(words[max(0, at - 3) : at + 5])) or "nothing more" for words in (first, second)]
    return f": it says “{shown[0]}”, and should say “{shown[1]}”"


def _words(pdf: bytes) -> list[str] | None:
    """The words of a PDF in order; None if it cannot be read."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(pdf)
        texts = [document[n].get_textpage().get_text_range() for n in range(len(document))]
    except (pypdfium2.PdfiumError, ValueError):
        return None
    return [word for text in texts for word in OWN_VERSION.sub("", re.sub("[\ufffe\u00ad]", "-", text)).split()]


def _against_manifest(files: Mapping[str, bytes], manifest: Mapping[str, Any]) -> Iterable[Difference]:
    listed: Mapping[str, str] = manifest["files"]
    for name, digest in listed.items():
        if name not in files:
            yield Difference(name, "is in the manifest and not in the filing")
        elif _digest(files[name]) != digest:
            yield Difference(name, "does not have the digest that the manifest gives")
    for name in files:
        if name not in listed and name != MANIFEST:
            yield Difference(name, "is in the filing and not in the manifest")


def _read(path: Path) -> dict[str, bytes]:
    """All files of an archive, within size limits; nothing is written to disk, and names are never used as paths."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise BadInput(f"{path}: is larger than a filing can be ({MOST_FILES:,} files, {MOST_BYTES >> 20} MiB)")
            names = [entry.filename for entry in entries]
            if len(set(names)) != len(names):
                raise BadInput(f"{path}: has two files with the same name; each may occur only once")
            return {entry.filename: archive.read(entry) for entry in entries}
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such file; make a filing with: houseway file") from None
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError) as error:
        raise BadInput(f"{path}: is not a filing that can be read ({error}); a filing is a zip archive") from None


def _manifest(path: Path, files: Mapping[str, bytes]) -> dict[str, Any]:
    """The manifest, if it has the form that `filing` gives it."""
    if MANIFEST not in files:
        raise BadInput(f"{path}: has no {MANIFEST}, so it is not a filing")
    found = read_json(files[MANIFEST].decode("utf-8", "replace"), f"{path}, {MANIFEST}")
    right = (
        isinstance(found, dict)
        and found.get("filing") == 1
        and found.get("paper") in ("letter", "a4")
        and _texts(found.get("made_with"))
        and _texts(found.get("files"))
        and isinstance(found.get("tables"), list)
        and all(_texts(table) and {"folder", "submission"} <= table.keys() for table in found["tables"])
    )
    if not right:
        raise BadInput(f"{path}, {MANIFEST}: is not the manifest of a filing")
    return dict(found)


def _texts(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(each, str) for each in value.values())
