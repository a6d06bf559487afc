"""No level uses the words of another: options belong to the command line, wagers to their games."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import houseway
from houseway.cli.common import OPTIONS, in_options
from houseway.games import games, load
from houseway.law import BadInput
from houseway.law.errors import BadArgument
from houseway.law.submission import Submission

ROOT = Path(houseway.__file__).parent
OPTION = re.compile(r"(?<![\w-])--[a-z]")


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def texts(path: Path) -> Iterator[tuple[int, str, bool]]:
    """Every string constant of a module with its line, and whether it is a docstring."""
    tree = _tree(path)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value, id(node) in docstrings


PRINTS_COMMANDS = ROOT / "documents" / "par_commands.py"  # what a paper has its reader type


def modules(command_line: bool) -> list[Path]:
    found = [path for path in sorted(ROOT.rglob("*.py")) if (path.relative_to(ROOT).parts[0] == "cli") == command_line]
    assert len(found) > 20
    return found


def test_options_are_named_by_the_command_line_alone() -> None:
    """Docstrings too: a library's reader has no command line."""
    spoken = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in modules(command_line=False)
        if path != PRINTS_COMMANDS and "--" in path.read_text(encoding="utf-8")
        for line, text, _ in texts(path)
        if OPTION.search(text)
    ]
    assert spoken == []


def wager_names() -> tuple[set[str], set[str]]:
    """Ids that are more than one word (single ones are also colors and verbs), and the words before their colons."""
    ids: set[str] = set()
    for name in games(outside=False):
        game, rules = load(name)
        ids |= set(game.law.catalogue(rules))
    return {each for each in ids if "-" in each or ":" in each}, {each.partition(":")[0] for each in ids if ":" in each}


def test_the_command_line_names_no_wager_of_a_game() -> None:
    """Examples in help texts may: they are for people."""
    ids, kinds = wager_names()
    assert {"odds:pass", "dont-pass"} <= ids and "odds" in kinds
    begins = re.compile(rf"({'|'.join(map(re.escape, sorted(kinds)))}):")
    spoken = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in modules(command_line=True)
        for line, text, documents in texts(path)
        if not documents and (text in ids or begins.match(text))
    ]
    assert spoken == []


def test_an_error_names_the_argument_to_a_library_and_the_option_at_the_command_line() -> None:
    with pytest.raises(BadArgument) as caught:
        Submission.default("sic-bo").with_settings(["shaker"], "shaker=manual")
    assert str(caught.value) == 'setting "shaker": is not key=value; write for example shaker=manual'
    assert in_options(caught.value) == '--set "shaker": is not key=value; write for example --set shaker=manual'
    with pytest.raises(BadArgument) as caught:
        Submission.default("sic-bo").with_settings([f"shaker=[{'[' * 40}"])
    assert in_options(caught.value).startswith('--set "shaker": tables or lists are nested more than')


def test_other_errors_are_shown_as_they_are() -> None:
    assert in_options(BadInput("nothing")) == "nothing"
    assert in_options(BadArgument("chairs", ": 9 is too many")) == "chairs: 9 is too many"
    fiscal = {"handle", "rounds-per-day", "tables", "cost", "strategy"}
    listed = {"setting", "rack", "on", "outside", "keys", "since", "table", "session"}
    assert set(OPTIONS) == listed | fiscal | {"bets", "seats", "rounds", "edge", "wager"}
