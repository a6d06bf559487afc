"""Citations: the paragraph of the law that decided something."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Self

from houseway.law.errors import BadInput

_FORM = re.compile(
    r"(?P<chapter>\d{3}a)\.(?P<section>\d{1,3})(?P<path>(?:\([0-9A-Za-z]{1,5}\))*)(?:\[(?P<term>[^\]]+)\])?"
)


class Citation(str):
    """A place in 58 Pa. Code, to the leaf: `625a.3(6)`; a defined term is `623a.1[Buy Bet]`.

    It is a string, so JSON, sets and file names can use it directly.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        if _FORM.fullmatch(text) is None:
            raise BadInput(f'"{text}" is not a citation; write it like 625a.3(6), or 623a.1[Buy Bet] for a term')
        return super().__new__(cls, text)

    def _part(self, name: str) -> str | None:
        match = _FORM.fullmatch(self)
        assert match is not None, self
        return match[name]

    @property
    def chapter(self) -> str:
        """`625a` of `625a.3(6)`."""
        return self.partition(".")[0]

    @property
    def section(self) -> str:
        """`625a.3` of `625a.3(6)`."""
        return f"{self.chapter}.{self._part('section')}"

    @property
    def path(self) -> tuple[str, ...]:
        """`("6",)` of `625a.3(6)`."""
        return tuple(re.findall(r"\(([^)]+)\)", self._part("path") or ""))

    @property
    def depth(self) -> int:
        """Number of levels below the section; 0 for a section."""
        return len(self.path) + (self._part("term") is not None)

    def under(self, other: str) -> bool:
        """Whether this is the other paragraph or within it."""
        return self == other or (self.startswith(other) and self[len(other)] in "([")


@lru_cache(maxsize=4096)
def cites(*texts: str) -> tuple[Citation, ...]:
    """Several citations at once."""
    return tuple(Citation(text) for text in texts)
