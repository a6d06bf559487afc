"""A package imports only from levels above it in the design's table (lower numbers), and games know nothing of each other."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import houseway

ROOT = Path(houseway.__file__).parent
LEVELS = {
    "money": 0, "law": 0,
    "core": 1,
    "equipment": 2,
    "cache": 2,
    "games": 3, "odds": 3,
    "simulate": 4, "table": 4,
    "compare": 5, "records": 5,
    "documents": 6, "server": 6,
    "cli": 7, "web": 7, "surface": 7, "gym": 7, "__main__": 8,
}  # fmt: skip
WITHIN_A_LEVEL = {
    ("law", "money"),  # odds are money, and editions hold odds
    ("equipment", "cache"),  # machine code is kept like everything else
}
LIGHT = {"money", "law", "core"}  # here there is no input or output beyond reading the law's own files
DOOR = ROOT / "law" / "inputs.py"  # … and the one door for files and texts from outside


def package_of(path: Path) -> str:
    relative = path.relative_to(ROOT)
    return relative.parts[0].removesuffix(".py")


def imports_of(path: Path) -> set[str]:
    """Every module that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            found |= (
                {f"{node.module}.{alias.name}" for alias in node.names}
                if node.module == "houseway"
                else {node.module or ""}
            )
    return found


FILES = sorted(path for path in ROOT.rglob("*.py") if path.name != "__init__.py" or path.parent != ROOT)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_package_imports_only_from_levels_above_it(path: Path) -> None:
    own = package_of(path)
    assert own in LEVELS, f"{own} has no level: give it one in the design and here"
    for module in imports_of(path):
        if not module.startswith("houseway."):
            continue
        other = module.split(".")[1]
        if other in ("__version__", own):
            continue
        allowed = LEVELS[other] < LEVELS[own] or (own, other) in WITHIN_A_LEVEL
        assert allowed, f"{path.relative_to(ROOT)} (level {LEVELS[own]}) imports {module} (level {LEVELS[other]})"


@pytest.mark.parametrize(
    "path", sorted((ROOT / "games").glob("*/**/*.py")), ids=lambda path: str(path.relative_to(ROOT))
)
def test_a_game_knows_nothing_of_other_games(path: Path) -> None:
    own = path.relative_to(ROOT / "games").parts[0]
    for module in imports_of(path):
        if module.startswith("houseway.games."):
            assert module.split(".")[2] == own, f"{path.relative_to(ROOT)} imports {module}"


@pytest.mark.parametrize("path", sorted((ROOT / "games").rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_game_keeps_nothing_in_the_cache(path: Path) -> None:
    assert "houseway.cache" not in imports_of(path)


def is_analysis(path: Path) -> bool:
    """What analyses a game's finite shoes in floats is apart from its rules, in a folder of its own."""
    return "analysis" in path.relative_to(ROOT).parts


PURE = [
    path
    for path in FILES
    if (package_of(path) in LIGHT or (package_of(path) == "games" and path.parent.name != "games")) and path != DOOR
]


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(ROOT)))
def test_rules_have_no_clock_no_randomness_no_input_and_no_floats(path: Path) -> None:
    forbidden = {"random", "secrets", "time", "os", "sys", "socket", "subprocess"}
    assert not {module.split(".")[0] for module in imports_of(path)} & forbidden
    calls = {"print", "input", "open"} if is_analysis(path) else {"float", "print", "input", "open"}
    for node in ast.walk(ast.parse(path.read_text())):
        assert is_analysis(path) or not (isinstance(node, ast.Constant) and isinstance(node.value, float)), (
            f"{path}: a float at line {node.lineno}"
        )
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in calls, f"{path}: {node.func.id}() at line {node.lineno}"
