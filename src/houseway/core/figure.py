"""A figure that goes with a paragraph: as text for a terminal, as SVG for pages and paper."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing of what a paragraph describes."""

    title: str
    text: str
    svg: str

    def _repr_html_(self) -> str:
        return self.svg
