"""`houseway strategy`: the chart, a situation, a card, the cache; and its messages if it cannot answer."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway import cache
from houseway.cli import app
from houseway.core.advice import Advice, Card, Cell, Grid, GridRow, Picture, Section, Style
from houseway.documents.strategy_card import source, write_card
from houseway.games.down_under_blackjack.mathematics.situation import read_situation

GAME = "down-under-blackjack"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def run(*arguments: str, code: int = 0) -> tuple[str, str]:
    done = CliRunner().invoke(app, ["strategy", *arguments])
    assert done.exit_code == code, (arguments, done.output, done.exception)
    return done.stdout, done.stderr


def test_the_chart_in_the_terminal_and_as_json() -> None:
    shown, _ = run(GAME)
    found = json.loads(run(GAME, "--json")[0])
    assert found["decks"] == 6 and found["proven"] is True
    assert float(found["chart_expected"]) < float(found["best_expected"]) < 0
    assert found["chart"]["large"]["hard"]["19"]["10"] == "H"  # against an open 20
    assert found["chart"]["small"]["pairs"]["A,A"]["6"] == "P"
    assert "685a.7(h)" in found["cites"]
    assert "Hole card medium (red, 6 to 9)" in shown and "\x1b" not in shown


def test_one_situation_names_the_best_choice_first() -> None:
    found = json.loads(run(GAME, "hand=8,8", "up=6", "hole=small", "--json")[0])
    choices = found["choices"]["small"]
    assert list(choices) == ["split", "hit", "stand", "double-down"]
    assert found["unseen"] == 309 and found["insurance"] is None


def test_insurance_is_taken_when_few_small_cards_are_left() -> None:
    seen = ",".join(["2,3,4,5,6,7,8,9"] * 20)
    found = json.loads(run(GAME, "hand=9,7", "up=A", f"seen={seen}", "--json")[0])
    assert found["insurance"]["take"] == "yes"
    assert set(found["choices"]) == {"small", "medium", "large"}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["hand=8", "up=6"], "fewer than two cards"),
        (["up=6"], "hand is missing"),
        (["hand=8,X", "up=6"], '"X" is not a card'),
        (["hand=10,A", "up=6"], "685a.7(k)(1)"),
        (["hand=8,8", "up=A", "hole=K"], "a dealer's Blackjack"),
        (["hand=8,8", "up=6", "hole=K"], "give its range, large"),
        (["hand=8,8", "up=6", "hole=green"], "the light (blue, red, yellow)"),
        (["hand=8,8", "up=K", "hole=K,Q"], "more than one card"),
        (["hand=8,8", "up=6", "hand=9,9"], "is given twice"),
        (["hand=8,8", "up=6", "colour=blue"], "is not part of a situation"),
        (["hand=8,8", "up=6", "seen=" + "8," * 23], "only 1 left"),
        (["--set", "boxs=3"], "boxs: is not a key of this submission"),
        (["--card", "chart.doc"], "a card is one of svg, png, pdf"),
    ],
)
def test_what_cannot_be_answered_says_why(words: list[str], says: str) -> None:
    assert says in run(GAME, *words, code=2)[1]


def test_an_unlawful_submission_has_no_strategy() -> None:
    assert "decks: 7 is not one of 4, 5, 6, 8 (685a.3(a))" in run(GAME, "--set", "decks=7", code=1)[1]


def test_a_game_without_choices_says_so() -> None:
    assert "has no choices" in run("sic-bo", code=2)[1]


ADVICE = Advice(
    "toy", 'A "title" with #markup\\', ("A $summary$.",), ((Cell("S", Style.STAY), "stay"),),
    (Section("One", (Grid("row", ("1", "2"), (GridRow("a", (Cell("S", Style.STAY), Cell("*x*"))),)),), ("note",)),), (), {},
)  # fmt: skip


@pytest.mark.parametrize(("form", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_a_card_in_every_form(form: str, begins: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"card.{form}"
    write_card(ADVICE, path)
    assert path.read_bytes().startswith(begins)


def test_a_card_is_the_same_bytes_whenever_it_is_made_and_tagged(tmp_path: Path) -> None:
    write_card(ADVICE, tmp_path / "card.pdf")
    made = (tmp_path / "card.pdf").read_bytes()
    assert b"CreationDate" not in made and b"ModDate" not in made
    assert b"pdfuaid" in made and b"StructTreeRoot" in made


def _svg(advice: Advice, path: Path) -> str:
    (written,) = write_card(advice, path / "card.svg")
    return written.read_text()


LETTER, ACROSS = 'viewBox="0 0 612 792"', 'viewBox="0 0 792 612"'


def _table(rows: int, columns: int) -> Section:
    grid = Grid(
        "row", tuple(map(str, range(columns))), tuple(GridRow("a", (Cell("S"),) * columns) for _ in range(rows))
    )
    return Section("One", (grid,))


@pytest.mark.parametrize(
    ("columns", "rows", "paper"),
    [
        (8, 90, LETTER), (40, 3, ACROSS),
        *(pytest.param(*each, marks=pytest.mark.nightly) for each in ((2, 90, LETTER), (8, 3, LETTER), (9, 3, ACROSS))),
        pytest.param(2, 3, LETTER, marks=pytest.mark.nightly),
        pytest.param(9, 90, ACROSS, marks=pytest.mark.nightly),
        pytest.param(40, 90, ACROSS, marks=pytest.mark.nightly),  # many rows and many columns: by day each by itself
    ],
)  # fmt: skip
def test_a_card_is_one_letter_page_however_large_its_charts_are(
    columns: int, rows: int, paper: str, tmp_path: Path
) -> None:
    assert paper in _svg(replace(ADVICE, sections=(_table(rows, columns),) * 3), tmp_path)


def test_what_is_said_of_a_section_stands_with_it() -> None:
    worded = Section("Two", (), ("a word: what it means",))
    text = source(replace(ADVICE, sections=(*ADVICE.sections, worded)))
    assert text.index('"One"') < text.index('"note"') < text.index("A $summary$.")
    assert text.index('"Two"') < text.index('strong("a word:")') < text.index('"what it means"')


def test_a_card_that_hangs_has_its_own_title_and_as_many_pages_as_it_needs(tmp_path: Path) -> None:
    notes = tuple(f"{number}. a line" for number in range(600))
    dot = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>'
    sections = (Section("Drawn", (), (), (Picture(dot, "a dot"),)), Section("Listed", (), notes, columns=2))
    card = replace(ADVICE, card=Card("Hung", ("under the title",), sections, ("the foot",)))
    paths = write_card(card, tmp_path / "card.png")
    assert [path.name for path in paths[:2]] == ["card.png", "card-2.png"] and all(path.exists() for path in paths)
    assert write_card(card, tmp_path / "card.pdf") == (tmp_path / "card.pdf",)
    text = source(card)
    assert ADVICE.title not in text and '"Hung"' in text and '"599. a line"' in text and "a dot" in text


def test_nothing_in_a_card_is_markup() -> None:
    assert '"A \\"title\\" with #markup\\\\"' in source(ADVICE)


def test_the_cache_answers_once_and_mends_itself(tmp_path: Path) -> None:
    made: list[int] = []

    def make() -> dict[str, int]:
        made.append(1)
        return {"answer": 42}

    assert cache.kept("try", {"a": 1}, make) == cache.kept("try", {"a": 1}, make) == {"answer": 42}
    assert len(made) == 1
    (file,) = (tmp_path / "cache").rglob("try-*")
    for broken in ("", "{", "[]", file.read_text().replace("42", "43"), '{"question": null}'):
        file.write_text(broken)
        assert cache.kept("try", {"a": 1}, make) == {"answer": 42}
    assert len(made) == 6
    cache.kept("try", {"a": 2}, make)
    assert len(made) == 7


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert cache.kept("try", {}, lambda: 1) == 1


def test_other_verbs_load_nothing_heavy() -> None:
    code = (
        "import sys; from houseway.games import games; games(); print({'numpy', 'numba', 'typst'} & set(sys.modules))"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=_environment())
    assert told.stdout.strip() == "set()"


def _environment() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.mark.parametrize(("light", "named"), [("blue", "small"), ("Red", "medium"), ("yellow", "large")])
def test_a_light_is_as_good_as_its_range(light: str, named: str) -> None:
    about = {"hand": "8,8", "up": "6"}
    assert read_situation(6, about | {"hole": light}) == read_situation(6, about | {"hole": named})
