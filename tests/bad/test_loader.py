"""The loader refuses data that are not exact, known, cited and complete: each message names the file, the key and the remedy."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from houseway.games import find_game
from houseway.law import Chapter, LawError

Edit = Callable[[str], str]


def swap(old: str, new: str) -> Edit:
    def edit(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return edit


EDITION, OUTLINE, READINGS, PROCEDURE = "editions/2011-proposed.toml", "outline.toml", "readings.toml", "procedure.toml"
SMALL = 'small = { pays = "1 to 1", cite = "625a.6(a)" }'
CASES: list[tuple[str, str, Edit, str]] = [
    ("a float", EDITION, swap("value = 24,", "value = 24.0,"), r"value\.dice_hours_max_manual\.value: 24\.0 is a float; write whole"),
    ("a float in a list", EDITION, swap('["manual", "automated"]', '["manual", 1.5]'), r"option\.shaker\.choices\[1\]: 1\.5 is a float"),
    ("an unknown table", EDITION, swap("[value]", "[values]"), r"values: is not a known key; did you mean value"),
    ("an unknown key", EDITION, swap("shakes_min", "shakes_most"), r"value\.shakes_most: is not a known key; the game knows dice"),
    ("an unknown line", EDITION, swap("\nsmall =", "\nsmal ="), r"payout\.smal: is not a known key"),
    ("an unknown key beside a value", EDITION, swap(SMALL, SMALL.replace("pays", "odds")), r"payout\.small\.odds: is not a known key"),
    ("a value without a citation", EDITION, swap(', cite = "625a.2(a)"', ""), r'value\.dice: has no citation; add cite = "…"'),
    ("a payout without a citation", EDITION, swap(SMALL, 'small = { pays = "1 to 1" }'), r"payout\.small: has no citation"),
    ("a citation in no outline", EDITION, swap(SMALL, SMALL.replace("6(a)", "6(z)")), r"payout\.small\.cite: 625a\.6\(z\) is in no outline; add"),
    ("a malformed citation", EDITION, swap(SMALL, SMALL.replace("625a.6(a)", "six")), r'payout\.small\.cite: "six" is not a citation'),
    ("a missing value", EDITION, swap('shakes_min = { value = 3, cite = "625a.5(b)(1)" }', ""), r"value\.shakes_min: is missing, so the edition is"),
    ("a missing payout", EDITION, swap(SMALL, ""), r"payout\.small: is missing, so the edition is not complete; add it"),
    ("a missing option", EDITION, lambda text: text[: text.index("[option.shaker]")], r"option\.shaker: is missing"),
    ("odds that are none", EDITION, swap('"150 to 1"', '"150:1"'), r'payout\.three-of-a-kind\.pays: "150:1" is not payout odds; write'),
    ("odds as a number", EDITION, swap('"150 to 1"', "150"), r"pays: 150 is not a text"),
    ("a value of another kind", EDITION, swap("dice = { value = 3,", 'dice = { value = "3",'), r"value\.dice: '3' is not a whole number"),
    ("truth as a number", EDITION, swap("dice = { value = 3,", "dice = { value = true,"), r"value\.dice: True is not a whole number"),
    ("another id than the file's", EDITION, swap('id = "2011-proposed"', 'id = "2012-final"'), r"edition\.id: .* is not the file's name; write id"),
    ("no source", EDITION, swap("source =", "sources ="), r"edition\.sources: is not a known key"),
    ("no head", EDITION, lambda text: text[text.index("[value]") :], r"has no edition; add edition"),
    ("not TOML", EDITION, swap("[payout]", "[payout"), r"is not TOML \(.*\); correct it there"),
    ("an option without default", EDITION, swap('choices = ["manual", "automated"]', "choices = []"), r"option\.shaker: has no default"),
    ("an approval by nobody", EDITION, swap('by = "Bureau of Casino', 'by = "Board of Casino'), r'approval 1\.by: "Board of .*" approves nothing; there are'),
    ("an approval that cites nothing", EDITION, swap('Compliance"\ncite = "625a.1(a)"', 'Compliance"'), r"approval 1: has no citation"),
    ("an approval for no option", EDITION, swap('when = { shaker = ["manual"] }', 'when = { cup = ["manual"] }'), r'approval shaker: "cup" is not an option'),
    ("an approval for one value", EDITION, swap('when = { shaker = ["manual"] }', 'when = { shaker = "manual" }'), r"approval 4\.when: does not list"),
    ("an approval as a table", EDITION, lambda text: text[: text.index("[[approval]]")] + "[approval.layout]\n", r"approval: .* is not a list of tables"),
    ("a paragraph twice", OUTLINE, swap('cite = "625a.1(b)"', 'cite = "625a.1(a)"'), r"625a\.1\(a\): stands twice in 2011-proposed"),
    ("modelled nowhere", OUTLINE, swap('modelled = "wagers.py:small"', ""), r"625a\.3\(6\): must have modelled or not_modelled"),
    ("a paragraph without summary", OUTLINE, swap('says = "The dice and how many."', 'says = " "'), r"625a\.2 says: ' ' is not a text"),
    ("an edition nobody has", OUTLINE, swap('cite = "625a.2"\n', 'cite = "625a.2"\nonly = ["1999"]\n'), r'"1999" is not an edition; there are 2011'),
    ("a reading without answers", READINGS, swap("[reading.answers]", "[reading.replies]"), r"reading 1\.replies: is not a known key"),
    ("a reading that cites nothing", READINGS, swap('cite = "625a.3(2)"\n', ""), r"two_of_a_kind: has no citation"),
    ("two readings of a name", READINGS, swap('name = "month"', 'name = "not_flat"'), r"not_flat: stands twice; give each question its own"),
    ("a step by nobody", PROCEDURE, swap('by = "dealer"', 'by = "croupier"'), r"shake step 1\.by: 'croupier' is not a role; there are dealer"),
    ("a step that cites nothing", PROCEDURE, swap('cite = "625a.5(f)", ', ""), r"clear step 1: has no citation"),
    ("a step twice", PROCEDURE, swap(', item = "cover-or-sign"', ', item = "remove-dice"'), r"stands twice; tell the acts apart with item"),
    ("an unknown word in a step", PROCEDURE, swap('by = "dealer", says', 'by = "dealer", say'), r"is not a known key; did you mean says"),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of Sic Bo's law, to be spoiled."""
    source = find_game("sic-bo").chapter.folder
    for name in (EDITION, OUTLINE, READINGS, PROCEDURE):
        (tmp_path / "sic_bo" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / name, tmp_path / "sic_bo" / name)
    return tmp_path / "sic_bo"


def load_all(folder: Path) -> None:
    chapter = Chapter(folder, find_game("sic-bo").chapter.shape)
    assert chapter.outline and chapter.readings and chapter.procedures and chapter.edition()


def test_the_copy_itself_loads(folder: Path) -> None:
    load_all(folder)


@pytest.mark.parametrize(("name", "edit", "message"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_is_wrong_is_refused_by_name(folder: Path, name: str, edit: Edit, message: str) -> None:
    path = folder / name
    path.write_text(edit(path.read_text()))
    with pytest.raises(LawError, match=message) as caught:
        load_all(folder)
    assert str(caught.value).startswith(f"sic_bo/{name}")
    assert caught.value.remedy


@pytest.mark.parametrize("name", [EDITION, OUTLINE, PROCEDURE])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(LawError, match=rf"sic_bo/{name}: cannot be read"):
        load_all(folder)


def test_a_file_that_is_not_text_is_named(folder: Path) -> None:
    (folder / EDITION).write_bytes(b"\xff\xfe")
    with pytest.raises(LawError, match="is not UTF-8 text; save it as UTF-8"):
        load_all(folder)
