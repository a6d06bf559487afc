"""A package imports only from levels above it in the design's table (lower numbers), and games know nothing of each other."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import houseway

ROOT = Path(houseway.__file__).parent
LEVELS = {
    "money": 0, "law": 0,
    "core": 1,
    "equipment": 2, "cache": 2,
    "cardroom": 3, "numerics": 3,
    "games": 4, "odds": 4,
    "simulate": 5, "table": 5,
    "compare": 6, "records": 6,
    "questions": 7, "store": 7,
    "documents": 8,
    "service": 9, "client": 9,
    "cli": 10, "surface": 10, "gym": 10, "__main__": 11,
}  # fmt: skip
WITHIN_A_LEVEL = {
    ("law", "money"),  # odds are money, and editions hold odds
    ("cardroom", "numerics"),  # a card table is drawn with arcs
}
LIGHT = {"money", "law", "core"}  # here there is no input or output beyond reading the law's own files
DOOR = ROOT / "law" / "inputs.py"  # … and the one door for files and texts from outside


def package_of(path: Path) -> str:
    relative = path.relative_to(ROOT)
    return relative.parts[0].removesuffix(".py")


@cache
def tree_of(path: Path) -> ast.Module:
    """A file's syntax, read once for all tests."""
    return ast.parse(path.read_text())


@cache
def imports_of(tree: ast.Module) -> set[str]:
    """Every module that a file imports, wherever in it; looked for once for all tests."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are absolute"
            found |= (
                {f"{node.module}.{alias.name}" for alias in node.names}
                if node.module == "houseway"
                else {node.module or ""}
            )
    return found


FILES = sorted(path for path in ROOT.rglob("*.py") if path.name != "__init__.py" or path.parent != ROOT)
GAMES = sorted((ROOT / "games").rglob("*.py"))


def may_round(path: Path) -> bool:
    """Only a game's mathematics and presentation folders may use floats; its rules may not."""
    return not {"mathematics", "present"}.isdisjoint(path.relative_to(ROOT).parts)


def beyond_its_level(path: Path, tree: ast.Module) -> Iterator[str]:
    own = package_of(path)
    if own not in LEVELS:
        yield f"{own} has no level: give it one in the design and here"
        return
    for module in sorted(imports_of(tree)):
        other = module.split(".")[1] if module.startswith("houseway.") else own
        if other in ("__version__", own):
            continue
        if LEVELS[other] >= LEVELS[own] and (own, other) not in WITHIN_A_LEVEL:
            yield f"level {LEVELS[own]} imports {module} (level {LEVELS[other]})"


def other_games(path: Path, tree: ast.Module) -> Iterator[str]:
    inside = path.relative_to(ROOT / "games").parts
    for module in sorted(imports_of(tree)):
        if len(inside) > 1 and module.startswith("houseway.games.") and module.split(".")[2] != inside[0]:
            yield f"imports {module}"


def cached(_path: Path, tree: ast.Module) -> Iterator[str]:
    if "houseway.cache" in imports_of(tree):
        yield "imports houseway.cache"


def impure(path: Path, tree: ast.Module) -> Iterator[str]:
    forbidden = {"random", "secrets", "time", "os", "sys", "socket", "subprocess"}
    for module in sorted({module.split(".")[0] for module in imports_of(tree)} & forbidden):
        yield f"imports {module}"
    calls = {"print", "input", "open"} if may_round(path) else {"float", "print", "input", "open"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and not may_round(path):
            yield f"a float at line {node.lineno}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in calls:
            yield f"{node.func.id}() at line {node.lineno}"


PURE = [
    path
    for path in FILES
    if (package_of(path) in LIGHT or (package_of(path) == "games" and path.parent.name != "games")) and path != DOOR
]
Problems = Callable[[Path, ast.Module], Iterator[str]]


def problems(look: Problems, files: Iterable[Path]) -> list[str]:
    """Everything that is wrong in all these files, each with its file."""
    return [f"{path.relative_to(ROOT)}: {what}" for path in files for what in look(path, tree_of(path))]


def test_a_package_imports_only_from_levels_above_it() -> None:
    assert len(FILES) > 250 and problems(beyond_its_level, FILES) == []


def test_a_game_knows_nothing_of_other_games() -> None:
    assert len(GAMES) > 150 and problems(other_games, GAMES) == []


def test_a_game_keeps_nothing_in_the_cache() -> None:
    assert problems(cached, GAMES) == []


def test_rules_have_no_clock_no_randomness_no_input_and_no_floats() -> None:
    assert len(PURE) > 150 and problems(impure, PURE) == []


@pytest.mark.parametrize(
    ("look", "where", "text", "says"),
    [
        (beyond_its_level, "core/x.py", "def f():\n    from houseway.cli import app", "level 1 imports houseway.cli (level 10)"),
        (beyond_its_level, "odds/x.py", "import houseway.games.craps", "level 4 imports houseway.games.craps (level 4)"),
        (beyond_its_level, "core/x.py", "from houseway import surface", "level 1 imports houseway.surface (level 10)"),
        (beyond_its_level, "attic/x.py", "", "attic has no level: give it one in the design and here"),
        (other_games, "games/craps/x.py", "import houseway.games.roulette.wheel", "imports houseway.games.roulette.wheel"),
        (cached, "games/craps/x.py", "from houseway.cache import kept", "imports houseway.cache"),
        (impure, "games/craps/x.py", "if a:\n    import random", "imports random"),
        (impure, "law/x.py", "a = 1 / b\nc = 0.5", "a float at line 2"),
        (impure, "games/craps/x.py", "a = float(b)", "float() at line 1"),
        (impure, "games/craps/mathematics/x.py", "a = 0.5, float(b), open(c)", "open() at line 1"),
    ],
)  # fmt: skip
def test_each_of_these_is_found(look: Problems, where: str, text: str, says: str) -> None:
    assert list(look(ROOT / where, ast.parse(text))) == [says]
