"""Typst source set as PDF, SVG or PNG: the same bytes for the same source, with shipped fonts only."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from houseway.documents.paper import Paper
from houseway.documents.typst_source import quoted, source
from houseway.law import BadInput
from houseway.law.errors import one_of
from houseway.law.inputs import refuse_unwritable, unwritten

SET_FORMS: Final = ("pdf", "svg", "png")
PIXELS_PER_INCH: Final = 200.0
STANDARD: Final = "ua-1"  # tagged, with alternative texts: readable by a screen reader
IN_EVERY_FONT: Final = 0x17F  # Latin letters up to here are in all shipped fonts


def check_out(path: Path, forms: tuple[str, ...] = SET_FORMS, where: str = "out") -> str:
    """The form that a file's ending asks for; raises BadInput before long work begins if it cannot be written."""
    form = path.suffix.lower().removeprefix(".")
    if form not in forms:
        raise BadInput(
            f"{where} {path}: this paper is one of {one_of(forms)}; write for example {where} paper.{forms[0]}"
        )
    refuse_unwritable(path, where)
    return form


def fonts() -> Path:
    """The folder of the shipped fonts; Typst also has its own."""
    import font_source_sans_pro

    return Path(font_source_sans_pro.font_directory)


def typeset(text: str, form: str, pixels_per_inch: float = PIXELS_PER_INCH) -> tuple[bytes, ...]:
    """Set a source; a PDF is one file, a picture one for each page. BadInput for a character that no shipped font has."""
    refuse_unprintable(text)
    return _compiled(text, form, pixels_per_inch)


def _compiled(text: str, form: str, pixels_per_inch: float = PIXELS_PER_INCH) -> tuple[bytes, ...]:
    import typst

    made = typst.compile(
        text.encode(),
        format=form,  # type: ignore[call-overload]
        ppi=pixels_per_inch,
        font_paths=[str(fonts())],
        ignore_system_fonts=True,
        pdf_standards=[STANDARD] if form == "pdf" else [],
    )
    return tuple(made) if isinstance(made, list) else (made,)


def refuse_unprintable(text: str) -> None:
    """Raise BadInput for the first character that no shipped font has: a PDF could not show it, a picture only as a box."""
    for each in sorted({each for each in text if ord(each) > IN_EVERY_FONT}):
        if not _printable(each):
            raise BadInput(
                f"{each!r} (U+{ord(each):04X}) is in none of the fonts that papers are set in; write the name or text that "
                "has it in Latin, Greek, Cyrillic or Hebrew letters, or make the paper as HTML"
            )


@lru_cache(maxsize=2_000)
def _printable(character: str) -> bool:
    """Can it be set? Typst refuses a PDF/UA whose text has a character without a glyph."""
    import typst

    page = f'#set document(title: "glyph")\n#set text(lang: "en")\n#{quoted(character)}'
    try:
        _compiled(page, "pdf")
    except typst.TypstError:
        return False
    return True


def set_paper(paper: Paper, size: str = "letter", form: str = "pdf") -> tuple[bytes, ...]:
    """Set a paper; with narrower margins where that saves its last page, which then held a few lines only."""
    text, made = _fitted(paper, size)
    return (made,) if form == "pdf" else typeset(text, form)


def _fitted(paper: Paper, size: str) -> tuple[str, bytes]:
    """The source that takes fewer pages, and its PDF."""
    usual, closer = source(paper, size), source(paper, size, compact=True)
    (made,) = typeset(usual, "pdf")
    pages = _pages(made)
    if pages == 1:
        return usual, made
    (saved,) = typeset(closer, "pdf")
    return (closer, saved) if _pages(saved) < pages else (usual, made)


def _pages(pdf: bytes) -> int:
    import pypdfium2

    return len(pypdfium2.PdfDocument(pdf))


def page_names(path: Path, count: int) -> tuple[Path, ...]:
    """The files of a paper's pages: sign.png, sign-2.png."""
    return tuple(path if not n else path.with_name(f"{path.stem}-{n + 1}{path.suffix}") for n in range(count))


def write_files(files: Mapping[Path, bytes], where: str = "out") -> tuple[Path, ...]:
    """Write all files or none: each is written beside its place first and then put there; a link's place is its target."""
    ready: list[tuple[Path, Path, Path]] = []
    path = Path()
    try:
        for path, content in files.items():
            place = path.resolve() if path.is_symlink() else path
            if place.exists() and not place.is_file():  # a device or a pipe takes it as it comes
                place.write_bytes(content)
                continue
            handle, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
            ready.append((path, Path(name), place))
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(name, 0o666 & ~_mask())
        for path, temporary, place in ready:  # noqa: B007 - `path` is named in the error
            os.replace(temporary, place)
    except OSError as error:
        raise unwritten(path, where, error) from error
    finally:
        for _, temporary, _ in ready:
            temporary.unlink(missing_ok=True)
    return tuple(files)


def _mask() -> int:
    """The process's mask of permissions for new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
