"""Typesets Typst source as PDF, SVG or PNG: the same bytes for the same source, with only the shipped fonts."""

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
from houseway.law.inputs import refuse_unwritable, unwritten

SET_FORMS: Final = ("pdf", "svg", "png")
PIXELS_PER_INCH: Final = 200.0
STANDARD: Final = "ua-1"  # tagged PDF with alternative texts, for screen readers
IN_EVERY_FONT: Final = 0x17F  # all shipped fonts have the Latin letters up to here


def check_out(path: Path, forms: tuple[str, ...] = SET_FORMS, where: str = "out") -> str:
    """The format from a file's extension; raises BadInput before any slow work if the file cannot be written."""
    form = path.suffix.lower().removeprefix(".")
    if form not in forms:
        raise BadInput(
            f"{where} {path}: is not in a format of this paper; end it with {' or '.join(f'.{form}' for form in forms)}"
        )
    refuse_unwritable(path, where)
    return form


def fonts() -> Path:
    """The folder of the shipped fonts; Typst also has built-in ones."""
    import font_source_sans_pro

    return Path(font_source_sans_pro.font_directory)


def typeset(text: str, form: str, pixels_per_inch: float = PIXELS_PER_INCH) -> tuple[bytes, ...]:
    """Typeset a source; a PDF is one file, pictures are one file per page. BadInput for a character that no shipped font has."""
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
    """Raise BadInput for the first character that no shipped font has: a PDF could not show it, a picture only a box."""
    for each in sorted({each for each in text if ord(each) > IN_EVERY_FONT}):
        if not _printable(each):
            raise BadInput(
                f"{each!r} (U+{ord(each):04X}) is in none of the fonts that papers are set in; write the name or text that "
                "has it in Latin, Greek, Cyrillic or Hebrew letters, or make the paper as HTML"
            )


@lru_cache(maxsize=2_000)
def _printable(character: str) -> bool:
    """Can a character be typeset? Typst refuses PDF/UA text with a character that has no glyph."""
    import typst

    page = f'#set document(title: "glyph")\n#set text(lang: "en")\n#{quoted(character)}'
    try:
        _compiled(page, "pdf")
    except typst.TypstError:
        return False
    return True


def set_paper(paper: Paper, size: str = "letter", form: str = "pdf") -> tuple[bytes, ...]:
    """Typeset a paper, with narrower margins if that saves a last page of only a few lines."""
    text, made = _fitted(paper, size)
    return (made,) if form == "pdf" else typeset(text, form)


def _fitted(paper: Paper, size: str) -> tuple[str, bytes]:
    """The source with fewer pages, and its PDF."""
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
    """Write all files or none: each is written next to its destination first, then moved; a link is replaced at its target."""
    ready: list[tuple[Path, Path, Path]] = []
    path = Path()
    try:
        for path, content in files.items():
            place = path.resolve() if path.is_symlink() else path
            if place.exists() and not place.is_file():  # write directly to a device or a pipe
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
    """The process's umask."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
