"""The gate: every paragraph of every outline is modelled where it says, and carried by a test by day that names it."""

from __future__ import annotations

import ast
import importlib
import re
import sys
from pathlib import Path

import pytest

import houseway
from houseway.core import AnyGame
from houseway.games import games
from houseway.law.outline import check_places

ROOT = Path(houseway.__file__).parent
CHAPTERS = Path(__file__).parents[1] / "chapters"
BY_CHAPTER = {game.chapter.outline.chapter: game for game in games().values()}
# sections, defined terms and numbered paragraphs of the printed texts (617a: 72, and two of the comment's 617a.5(d);
# 651a: 91, 92, 92 and 92 in its four texts, 107 different ones)
COUNTED = {"617a": 74, "619a": 21, "621a": 135, "623a": 273, "625a": 54, "651a": 107, "685a": 147}


def runs_by_day(test: object) -> bool:
    """Whether a test, or at least one of its variants, does not wait for the nightly run."""
    marks = getattr(test, "pytestmark", ())
    variants = [mark.args[1] for mark in marks if mark.name == "parametrize" and isinstance(mark.args[1], list | tuple)]
    return all(mark.name != "nightly" for mark in marks) and all(
        any(all(mark.name != "nightly" for mark in getattr(each, "marks", ())) for each in values)
        for values in variants
    )


def law_marks() -> list[tuple[str, str, list[str]]]:
    """(file, test, citations) of every test by day that carries `@law(…)`, as the decorator was called."""
    found = []
    loaded = {getattr(module, "__file__", None): module for module in tuple(sys.modules.values())}
    for path in sorted(CHAPTERS.rglob("test_*.py")):
        # those that pytest has collected are there already: a second import would take as long as all of its collecting
        name = ".".join(path.relative_to(CHAPTERS.parent).with_suffix("").parts)
        module = loaded.get(str(path)) or importlib.import_module(name)
        for name, test in vars(module).items():
            marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "law" and runs_by_day(test)]
            found += [(path.name, name, [str(cite) for cite in mark.args]) for mark in marks]
    return found


MARKS = law_marks()
TESTED = {cite for _, _, cites in MARKS for cite in cites}


def flattened(cite: str) -> str:
    return re.sub(r"[^0-9A-Za-z]+", "_", cite).strip("_").lower()


@pytest.mark.parametrize("game", BY_CHAPTER.values(), ids=BY_CHAPTER)
def test_every_modelled_paragraph_is_carried_by_a_test(game: AnyGame) -> None:
    missing = [p.cite for p in game.chapter.outline.paragraphs if p.modelled and p.cite not in TESTED]
    assert not missing, f"no test carries {', '.join(missing)}"


def test_every_citation_that_a_test_carries_is_in_an_outline() -> None:
    known = {
        p.cite
        for game in BY_CHAPTER.values()
        for p in (*game.chapter.outline.paragraphs, *game.chapter.outline.elsewhere)
    }
    strange = sorted(TESTED - known)
    assert not strange, f"in no outline: {strange}"


def test_a_test_of_the_law_is_named_by_what_it_checks() -> None:
    wrong = [name for _, name, cites in MARKS if not name.lower().startswith(f"test_{flattened(cites[0])}")]
    assert not wrong, f"the name of a test begins with its first citation: {wrong}"


@pytest.mark.parametrize("game", BY_CHAPTER.values(), ids=BY_CHAPTER)
def test_every_place_that_an_outline_names_is_there(game: AnyGame) -> None:
    check_places(game.chapter.folder, game.chapter.outline)


@pytest.mark.parametrize("chapter", ["617a", "619a", "625a"])
def test_every_place_in_code_is_a_name_that_the_module_defines(chapter: str) -> None:
    """Not merely a word in it: a function, class or table that acts."""
    game = BY_CHAPTER[chapter]
    for paragraph in game.chapter.outline.paragraphs:
        for file, _, name in (place.partition(":") for place in paragraph.modelled if ".py:" in place):
            path = ROOT.parent / file if file.startswith("houseway/") else game.chapter.folder / file
            assert name in defined(path), f"{paragraph.cite}: {file} does not define {name}"


def defined(path: Path) -> set[str]:
    """The functions, classes and values that a module defines at its top level."""
    found = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        found |= {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return found


@pytest.mark.parametrize("chapter", COUNTED)
def test_an_outline_has_as_many_paragraphs_as_the_text(chapter: str) -> None:
    outline = BY_CHAPTER[chapter].chapter.outline
    assert len({p.cite for p in outline.paragraphs}) == COUNTED[chapter]


@pytest.mark.parametrize("game", BY_CHAPTER.values(), ids=BY_CHAPTER)
def test_every_paragraph_hangs_below_its_parent_and_in_order(game: AnyGame) -> None:
    for edition in game.chapter.outline.editions:
        seen: set[str] = set()
        for paragraph in game.chapter.outline.of(edition):
            parent = re.sub(r"(\([^()]*\)|\[[^\]]*\])$", "", paragraph.cite)
            assert parent == paragraph.cite or parent in seen, f"{paragraph.cite} stands before {parent}"
            seen.add(paragraph.cite)


@pytest.mark.parametrize(
    ("marks", "by_day"),
    [
        ([], True),
        ([pytest.mark.nightly], False),
        ([pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.nightly)])], True),
        ([pytest.mark.parametrize("n", [pytest.param(2, marks=pytest.mark.nightly)])], False),
    ],
)
def test_a_test_for_the_night_carries_nothing(marks: list[pytest.MarkDecorator], by_day: bool) -> None:
    def test() -> None: ...

    for mark in marks:
        test = mark(test)
    assert runs_by_day(test) is by_day
