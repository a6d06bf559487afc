"""Checks of a Rules Submission about cards: decks, batches, colors, shufflers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.law import Edition, Finding
from houseway.law.inputs import shown


def check_backs(value: object, edition: Edition) -> tuple[object, tuple[Finding, ...]]:
    """Two colors, each by name."""
    cite = edition.options["backs"].cite
    right = isinstance(value, list | tuple) and len(value) == 2
    if not right or not all(_is_color(each) for each in value):  # type: ignore[attr-defined]
        problem = f'{shown(value)} is not two colors; write for example backs = ["red", "blue"]'
        return value, (Finding("backs", value, problem, (cite,), malformed=True),)
    return [str(each).strip().lower() for each in value], ()  # type: ignore[attr-defined]


def _is_color(value: object) -> bool:
    """A name that can be printed."""
    return isinstance(value, str) and value.strip() != "" and value.isprintable() and len(value) <= 40


def _listed(numbers: Sequence[str]) -> str:
    """Numbers as a sentence lists them."""
    return " or ".join(filter(None, (", ".join(numbers[:-1]), numbers[-1])))


def check_cards(chosen: Mapping[str, Any], edition: Edition) -> tuple[Finding, ...]:
    """Check the decks for each way to shuffle, the colors of two batches, and the number of a player's boxes."""
    findings: list[Finding] = []
    shuffler, decks, backs = chosen["shuffler"], chosen["decks"], chosen["backs"]
    lawful = edition.values[f"decks_{shuffler}"]
    assert isinstance(lawful.value, tuple)
    if str(decks) not in lawful.value:
        each = f" in each of two batches, {2 * decks} in all," if shuffler == "batch" else ""
        both = f" ({_listed([str(2 * int(one)) for one in lawful.value])} in all)" if shuffler == "batch" else ""
        problem = f"{decks} decks{each} are not {_listed(lawful.value)}{both}, as a {shuffler} shuffle requires"
        findings.append(Finding("decks", decks, problem, (lawful.cite,)))
    if shuffler == "batch" and backs[0] == backs[1]:
        problem = f"both batches are {backs[0]}; the backs of one batch must have another color"
        findings.append(Finding("backs", backs, problem, (edition.options["backs"].cite,)))
    if chosen["loads_shoe"] and shuffler != "batch":
        problem = f'a {shuffler} shuffle has no device that puts the stack into the shoe; write shuffler = "batch"'
        findings.append(Finding("loads_shoe", True, problem, (edition.options["loads_shoe"].cite,)))
    if chosen["adjacent_boxes"] > chosen["boxes"]:
        problem = f"{chosen['adjacent_boxes']} boxes for one player are more than the table's {chosen['boxes']}"
        findings.append(
            Finding("adjacent_boxes", chosen["adjacent_boxes"], problem, (edition.options["adjacent_boxes"].cite,))
        )
    return tuple(findings)
