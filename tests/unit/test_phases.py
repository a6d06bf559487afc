"""Phases are members of enumerations: no game and nothing of the card room compares or sets one as a text."""

from __future__ import annotations

import ast
import typing
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

import pytest

import houseway
from houseway.cardroom.card_table import CardPhase, CardTable
from houseway.core import AnyGame
from houseway.core.plain import build, plain
from houseway.games import games
from houseway.law import BadInput

ROOT = Path(houseway.__file__).parent
FILES = sorted((*(ROOT / "games").rglob("*.py"), *(ROOT / "cardroom").rglob("*.py")))


def is_phase(node: ast.AST) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == "phase") or (
        isinstance(node, ast.Name) and node.id == "phase"
    )


def beside_a_phase(tree: ast.AST) -> Iterator[ast.AST]:
    """The expressions that are compared with a phase, matched with one, or assigned to one."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others) if any(map(is_phase, (left, *others))):
                yield from others
            case ast.keyword(arg="phase", value=value):
                yield value
            case ast.Assign(targets=[target], value=value) if is_phase(target):
                yield value
            case ast.Match(subject=subject, cases=cases) if is_phase(subject):
                yield from (case.pattern for case in cases)


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all in it, without the condition between two values."""
    yield node
    for below in (node.body, node.orelse) if isinstance(node, ast.IfExp) else ast.iter_child_nodes(node):
        yield from parts(below)


def texts(code: str) -> list[str]:
    """The texts that stand for phases in a file."""
    if "phase" not in code:
        return []
    inside = (each for node in beside_a_phase(ast.parse(code)) for each in parts(node))
    return [each.value for each in inside if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def test_no_text_stands_for_a_phase() -> None:
    assert len(FILES) > 150
    assert {str(path.relative_to(ROOT)): found for path in FILES if (found := texts(path.read_text()))} == {}


@pytest.mark.parametrize(
    "code",
    [
        'state.phase == "betting"',
        'state.phase in ("betting", DEAL)',
        'replace(state, phase="betting" if up == "A" else DEAL)',
        'phase = "betting"',
        'match state.phase:\n    case "betting":\n        pass',
    ],
)
def test_a_text_that_stands_for_a_phase_is_found(code: str) -> None:
    assert texts(code) == ["betting"]


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_the_phase_of_every_state_is_an_enumeration(game: AnyGame) -> None:
    kind = typing.get_type_hints(game.law.state_type)["phase"]
    assert issubclass(kind, StrEnum)
    for phase in kind:
        assert type(plain(phase)) is str and build(kind, plain(phase)) is phase


@pytest.mark.parametrize("value", ["flying", "", None, 3, ["cut"]])
def test_a_phase_that_there_is_not_cannot_be_built(value: object) -> None:
    assert typing.get_type_hints(CardTable)["phase"] is CardPhase
    with pytest.raises(
        BadInput, match="is not a CardPhase of .*; there are opening, spread, inspect, shuffle, cut, load, play, reload"
    ):
        build(CardPhase, value)
