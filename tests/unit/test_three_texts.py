"""Three texts: what became of each proposal. `HOUSEWAY_REWRITE=1` (make transcripts) writes the golden tables anew."""

from __future__ import annotations

import json
import os
from io import StringIO
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import houseway
from houseway.cli import app, diff_three
from houseway.compare.texts import text_changes
from houseway.compare.three_page import three_page
from houseway.compare.three_texts import ThreeTexts, derived, three_texts
from houseway.core import AnyGame
from houseway.games import find_game, games
from houseway.law import BadInput
from houseway.law.outcomes import ADOPTED, CHANGED, REFUSED
from support import law

GOLDEN = Path(__file__).parent / "three_texts"
REWRITE = os.environ.get("HOUSEWAY_REWRITE") == "1"
PROPOSED, COMMENT, FINAL, FILING = "2011-proposed", "2011-comment", "2012-final", "2011-filing"


def triples() -> list[Any]:
    """Every three texts of a chapter in the order of their dates, for each chapter that has three."""
    found = []
    for game in games(outside=False).values():
        chapter = game.chapter
        dated = sorted(chapter.outline.editions, key=lambda name: chapter.edition(name).published)
        found += [(game, *three) for three in combinations(dated, 3)]
    return [pytest.param(*each, id="-".join((each[0].id, *each[1:]))) for each in found]


EVERY = pytest.mark.parametrize(("game", "first", "second", "third"), triples())


def war(first: str = PROPOSED, second: str = COMMENT, third: str = FINAL) -> ThreeTexts:
    return three_texts(find_game("casino-war"), first, second, third)


def test_every_chapter_with_three_texts_is_here() -> None:
    assert {param.values[0].id for param in triples()} == {"roulette", "big-six", "casino-war"}
    assert len(triples()) == 6


@EVERY
def test_the_golden_table_is_as_it_was(
    game: AnyGame, first: str, second: str, third: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = StringIO()
    monkeypatch.setattr(diff_three, "console", lambda: Console(file=out, width=100, color_system=None))
    diff_three.print_three(three_texts(game, first, second, third))
    shown = "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"
    golden = GOLDEN / f"{game.id}-{first}-{second}-{third}.txt"
    if REWRITE:
        golden.write_text(shown)
    assert shown == golden.read_text(), f"review the difference, then: make transcripts ({golden.name})"


@EVERY
def test_the_outlines_tell_it_or_an_outcome_does(game: AnyGame, first: str, second: str, third: str) -> None:
    """If the third text has neither the first nor the second wording, `changes.toml` must state the outcome."""
    found = three_texts(game, first, second, third)
    open_ = [each.cites for each in found.proposals if not each.derived and each.says is None]
    assert open_ == []
    assert len(found.proposals) == len(text_changes(game.chapter, first, second))


@EVERY
def test_every_change_of_the_third_text_is_a_proposal_or_unasked(
    game: AnyGame, first: str, second: str, third: str
) -> None:
    found = three_texts(game, first, second, third)
    asked = {cite for each in found.proposals for cite in (*each.cites, *each.now, *(p.cite for p in each.change.was))}
    unasked = {p.cite for change in found.unasked for p in (*change.was, *change.now)}
    every = {p.cite for change in text_changes(game.chapter, first, third) for p in (*change.was, *change.now)}
    assert every <= asked | unasked
    assert all(value.sides[0] != value.sides[1] for value in found.values)


@pytest.mark.parametrize("game", ["casino-war"])
def test_every_outcome_is_about_a_proposal(game: str) -> None:
    chapter = find_game(game).chapter
    for outcome in chapter.outcomes:
        for first in outcome.against:
            changes = text_changes(chapter, first, outcome.proposal)
            told = [c for c in changes if not set(outcome.cites).isdisjoint(p.cite for p in (c.now or c.was))]
            assert len(told) == 1, (first, outcome.cites)
            became, _ = derived(chapter, told[0], (first, outcome.proposal, outcome.later))
            assert became in (None, outcome.became) or (became, outcome.became) == (REFUSED, CHANGED)


@law("651a.2(a)", "651a.9(g)", "651a.10(3)", "651a.3(c)", "651a.9(f)")
def test_651a_what_became_of_exhibit_a() -> None:
    """As one reads it in the three texts."""
    found = war()
    became = {str(each.cites[0]): each.became for each in found.proposals}
    assert found.counts == {ADOPTED: 7, CHANGED: 9, REFUSED: 3}
    assert became["651a.10(3)"] == became["651a.9(g)"] == became["651a.9(c)(2)"] == ADOPTED
    assert became["651a.2(a)"] == became["651a.9(g)(3)"] == became["651a.3(b)"] == CHANGED
    assert became["651a.3(c)"] == became["651a.9(f)"] == REFUSED
    assert found.answer == (
        "2011-comment would change 2011-proposed in 19 places. Of these changes, 2012-final has adopted 7, changed 9 "
        "and refused 3."
    )


@law("651a.2(a)")
def test_651a_2_a_seven_seats_ten_asked_for_and_nine() -> None:
    (seats,) = [value for value in war().values if value.key == "seats_max"]
    assert [side and side[0] for side in seats.sides] == ["7", "10", "9"] and seats.became == CHANGED
    odds = {value.key: value.became for value in war().values if value.group == "payout"}
    assert odds == {"war": ADOPTED, "war-tie": ADOPTED}


def test_what_nobody_asked_for_is_told_apart() -> None:
    unasked = {(change.now or change.was)[0].cite for change in war().unasked}
    assert {"651a.1[Round of play]", "651a.2(d)", "651a.9(a)", "651a.11(a)"} <= unasked
    assert not {"651a.3(e)", "651a.5(h)", "651a.2(a)"} & unasked


def run(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["diff", *arguments])
    return done.exit_code, done.stdout, done.stderr


def test_the_document_is_that_of_python() -> None:
    code, text, _ = run("casino-war", PROPOSED, COMMENT, FINAL, "--json")
    document = json.loads(text)
    found = houseway.three_texts("casino-war", PROPOSED, COMMENT, FINAL)
    assert code == 1 and {**found.as_json(), "software": document["software"]} == document
    assert (document["was"]["id"], document["proposed"]["id"], document["later"]["id"]) == (PROPOSED, COMMENT, FINAL)
    seats = next(row for row in document["proposals"] if row["now"] and row["now"][0]["cite"] == "651a.2(a)")
    assert (seats["became"], seats["derived"], seats["later"]) == (CHANGED, False, ["651a.2(a)"])


def test_the_page_stands_alone(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    assert run("casino-war", PROPOSED, COMMENT, FINAL, "--html", str(target))[0] == 1
    text = target.read_text()
    assert text == three_page(war()) and "three texts" in text and "refused" in text and "<script" not in text
    assert war()._repr_html_().startswith("<style>") and "adopted 7" in repr(war())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("casino-war", PROPOSED, COMMENT, PROPOSED), "2011-proposed is named twice; name three texts of 2012-final"),
        (("casino-war", PROPOSED, COMMENT, "2012-finals"), "did you mean 2012-final"),
        (("casino-war", PROPOSED, COMMENT, FINAL, FILING), "4 editions are named; name two or three"),
        (("casino-war", PROPOSED, COMMENT, FINAL, "--set", "decks=8"), "without a submission; leave it out"),
        (("casino-war", PROPOSED, COMMENT, FINAL, "--handle", "5"), "revenue is compared between two sides"),
        (("sic-bo", PROPOSED, COMMENT, FINAL), 'no edition "2011-comment"; '),
    ],
)
def test_a_wrong_call_says_what_would_be_right(arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "") and message in err


def test_an_outcome_against_the_outlines_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("casino-war")
    (outcome,) = [each for each in game.chapter.outcomes if each.cites == ("651a.3(c)",)]
    wrong = type(outcome)(outcome.against, COMMENT, FINAL, outcome.cites, ADOPTED, outcome.now, "Wrong.")
    monkeypatch.setitem(game.chapter.__dict__, "outcomes", (wrong,))
    with pytest.raises(BadInput, match="is said to be adopted in 2012-final; by outline.toml it is refused"):
        war()
