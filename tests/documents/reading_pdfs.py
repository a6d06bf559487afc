"""The text of a PDF, page by page."""

from __future__ import annotations

import re

import pypdfium2


def text_of(pdf: bytes) -> str:
    """All words of a PDF, with single spaces; words that were parted at a line's end are joined by one, too."""
    document = pypdfium2.PdfDocument(pdf)
    pages = [document[n].get_textpage().get_text_range() for n in range(len(document))]
    return plain(" ".join(pages))


def plain(text: str) -> str:
    """A text without the differences that printing makes: line ends, spaces that do not break, soft hyphens."""
    return re.sub(r"\s+", " ", text.replace("\ufffe", "-").replace("\u00ad", "-").replace("\u00a0", " ")).strip()
