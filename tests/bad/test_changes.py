"""`changes.toml` is refused if it names a missing paragraph or no change; the message names the place and the remedy."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from contract.play import TOYS, toy
from houseway.compare.texts import text_changes
from houseway.law import Chapter, LawError

PAIR = 'between = ["2001-collects", "2002-leaves"]'
FIRST = f'[[change]]\n{PAIR}\nwas = ["904a.1(a)"]\nnow = []\nsays = "2001 alone looks at the seats."\n'
BACK = '[[change]]\nbetween = ["2002-leaves", "2001-collects"]\nwas = []\nnow = ["904a.1(a)"]\nsays = "Again."\n'
CASES: list[tuple[str, str, str, str]] = [
    ("an edition nobody has", PAIR, 'between = ["2001-collects", "1999"]', r'between: "1999" is not an edition; there are'),
    ("an edition and itself", PAIR, 'between = ["2001-collects", "2001-collects"]', r"is not two editions; write between"),
    ("one edition", PAIR, 'between = "2001-collects"', r"change 1\.between: '2001-collects' is not two editions"),
    ("a citation that is none", 'was = ["904a.1(a)"]', 'was = ["904a"]', r'change 1\.was\.cite: "904a" is not a citation'),
    ("a paragraph of no outline", 'was = ["904a.1(a)"]', 'was = ["904a.9"]', r"change 1\.was: 904a\.9 is not in 2001-collects"),
    ("a paragraph of the other edition", 'was = ["904a.1(a)"]', 'was = ["904a.7"]', r"904a\.7 is not in 2001-collects; add it"),
    ("a paragraph that did not change", 'was = ["904a.1(a)"]', 'was = ["904a.3"]', r"904a\.3 has the same content in 2002"),
    ("a paragraph without list", 'was = ["904a.1(a)"]', 'was = "904a.1(a)"', r"change 1\.was: '904a\.1\(a\)' is not a list"),
    ("a citation that is no text", 'was = ["904a.1(a)"]', "was = [3]", r"change 1\.was\.cite: 3 is not a text"),
    ("nothing", 'was = ["904a.1(a)"]', "was = []", r"change 1: names no paragraph; say what it was"),
    ("no summary", 'says = "2001 alone looks at the seats."', "", r"change 1: has no says"),
    ("an empty summary", '"2001 alone looks at the seats."', '" "', r"change 1\.says: ' ' is not a text"),
    ("an unknown key", "now = []", "now = []\nwhy = 1", r"change 1\.why: is not a known key"),
    ("a paragraph twice", FIRST, FIRST + "\n" + FIRST, r"change 2: 904a\.1\(a\) of 2001-collects stands twice; say it once"),
    ("a paragraph twice, seen from the other side", FIRST,
     FIRST + "\n" + BACK, r"change 2: 904a\.1\(a\) of 2001-collects stands twice"),
]  # fmt: skip


WORDING = '[[wording]]\ncites = ["904a.3"]\nalike = [["2001-collects"], ["2002-leaves"]]\nsays = "Other words."\n'
WORDINGS: list[tuple[str, str, str, str]] = [
    ("an edition nobody has", '"2002-leaves"', '"1999"', r'wording 1\.alike: "1999" is not an edition; there are'),
    ("an edition in two groups", '"2002-leaves"', '"2001-collects"', r'wording 1\.alike: "2001-collects" is listed twice'),
    ("one group", '[["2001-collects"], ["2002-leaves"]]', '[["2001-collects", "2002-leaves"]]', r"is not two or more groups of"),
    ("no groups", '[["2001-collects"], ["2002-leaves"]]', '"2001-collects"', r"is not two or more groups of editions; write"),
    ("no paragraph", '["904a.3"]', "[]", r"wording 1\.cites: \[\] is not a list of paragraphs"),
    ("a paragraph of no outline", '"904a.3"', '"904a.9"', r"wording 1\.cites: 904a\.9 is not one entry of 2001-collects"),
    ("a paragraph with other content", '"904a.3"', '"904a.5"', r"904a\.5 is not one entry of .* write a \[\[change\]\]"),
    ("no summary", 'says = "Other words."', "", r"wording 1: has no says"),
    ("an unknown key", 'says = "Other words."', 'says = "Other words."\nwhy = 1', r"wording 1\.why: is not a known key"),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the toy's law, to be spoiled."""
    shutil.copytree(TOYS / "skirmish", tmp_path / "skirmish")
    return tmp_path / "skirmish"


def chapter(folder: Path) -> Chapter:
    return Chapter(folder, toy("skirmish")[0].chapter.shape)


def test_the_copy_itself_loads(folder: Path) -> None:
    assert chapter(folder).changes[0].was == ("904a.1(a)",)


@pytest.mark.parametrize(("old", "new", "message"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_is_wrong_is_refused_by_name(folder: Path, old: str, new: str, message: str) -> None:
    path = folder / "changes.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(LawError, match=message) as caught:
        assert chapter(folder).changes
    assert str(caught.value).startswith("skirmish/changes.toml")
    assert caught.value.remedy


def remove(folder: Path) -> None:
    (folder / "changes.toml").unlink()


def empty(folder: Path) -> None:
    (folder / "changes.toml").write_text("")


@pytest.mark.parametrize("spoil", [remove, empty])
def test_without_summaries_the_differences_are_told_all_the_same(folder: Path, spoil: Callable[[Path], None]) -> None:
    spoil(folder)
    found = text_changes(chapter(folder), "2001-collects", "2002-leaves")
    assert [(change.kind, [p.cite for p in change.was], [p.cite for p in change.now]) for change in found] == [
        ("dropped", ["904a.1(a)"], []),
        ("altered", ["904a.4(b)"], ["904a.4(b)"]),
        ("altered", ["904a.5"], ["904a.5"]),
        ("dropped", ["904a.6"], []),
        ("added", [], ["904a.7"]),
    ]
    assert {change.says for change in found} == {None}


@pytest.mark.parametrize(("old", "new", "message"), [case[1:] for case in WORDINGS], ids=[case[0] for case in WORDINGS])
def test_a_wrong_wording_is_refused_by_name(folder: Path, old: str, new: str, message: str) -> None:
    path = folder / "changes.toml"
    path.write_text(path.read_text() + "\n" + WORDING)
    assert chapter(folder).wordings[0].differs("2002-leaves", "2001-collects")
    assert not chapter(folder).wordings[0].differs("2001-collects", "2003-wins")
    path.write_text(path.read_text().replace(WORDING, WORDING.replace(old, new)))
    with pytest.raises(LawError, match=message):
        assert chapter(folder).wordings


OUTCOME = (
    '[[outcome]]\nagainst = ["2001-collects"]\nproposal = "2002-leaves"\nlater = "2003-wins"\ncites = ["904a.5"]\n'
    'became = "changed"\nnow = ["904a.5"]\nsays = "In part."\n'
)
OUTCOMES: list[tuple[str, str, str, str]] = [
    ("an edition nobody has", '"2003-wins"', '"1999"', r'outcome 1: "1999" is not an edition; there are'),
    ("an edition twice", '"2003-wins"', '"2002-leaves"', r"outcome 1: names an edition twice"),
    ("no list of texts", '["2001-collects"]', '"2001-collects"', r"outcome 1\.against: '2001-collects' is not a list"),
    ("no outcome", '"changed"', '"withdrawn"', r"outcome 1\.became: 'withdrawn' is no outcome; write adopted, changed, refused"),
    ("a paragraph of no outline", 'cites = ["904a.5"]', 'cites = ["904a.9"]', r"outcome 1\.cites\.cite: 904a\.9 is in no"),
    ("no paragraph", 'cites = ["904a.5"]', "cites = []", r"outcome 1\.cites: names no paragraph"),
    ("a paragraph of another text", 'now = ["904a.5"]', 'now = ["904a.1(a)"]', r"outcome 1\.now\.cite: 904a\.1\(a\) is"),
    ("no summary", 'says = "In part."', "", r"outcome 1: has no says"),
    ("an unknown key", 'says = "In part."', 'says = "In part."\nwhy = 1', r"outcome 1\.why: is not a known key"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), [case[1:] for case in OUTCOMES], ids=[case[0] for case in OUTCOMES])
def test_a_wrong_outcome_is_refused_by_name(folder: Path, old: str, new: str, message: str) -> None:
    path = folder / "changes.toml"
    path.write_text(path.read_text() + "\n" + OUTCOME)
    assert chapter(folder).outcomes[0].now == ("904a.5",)
    path.write_text(path.read_text().replace(OUTCOME, OUTCOME.replace(old, new)))
    with pytest.raises(LawError, match=message):
        assert chapter(folder).outcomes
