"""Inspections before a Big Six table opens."""

from __future__ import annotations

from typing import Any

from chapters.c619a_big_six.hands import by_hand
from chapters.harness import ABOVE, OTHERS
from chapters.harness import floor_step as step
from support import cites

EDITIONS = ("2011-proposed", "2011-comment")


def inspected(cite: str, *settings: str, **data: Any) -> None:
    """Check that only a floorperson or above does this step of the opening, and only once."""
    for role in ("dealer", *OTHERS):
        reason, because = by_hand(*settings).refusal(step(cite, role, **data))
        assert "the floorperson or above" in reason and because == cites(cite)
    for role in ABOVE:
        (done,) = by_hand(*settings).do(step(cite, role, **data))
        assert (done.event, done.cites) == ("step-done", cites(cite))
        assert done.fields == {"procedure": "opening", "by": role, "text": done.fields["text"], **_kept(data)}
    reason, because = by_hand(*settings).refusal(step(cite, **data), step(cite, **data))
    named = f"{cite} {data.get('item', '')}".strip()
    assert f"{named} is not a step that is due now; due: 619a.1(" in reason and because == cites(cite, "619a.1")


def _kept(data: dict[str, Any]) -> dict[str, Any]:
    """The fields of a step's event: its item and its notes."""
    noted = {name: value for name, value in data.items() if name != "item"}
    return {**({"item": data["item"]} if "item" in data else {}), **({"noted": noted} if noted else {})}
