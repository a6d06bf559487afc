"""The citations of a paragraph: the graph, and its form in `rules`."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import houseway
from houseway.cli import app
from houseway.core.citation_graph import citations_of, references
from houseway.games import find_game, games, load
from houseway.law import BadInput, Citation

EVERY = [(game, edition) for game, each in games().items() for edition in each.chapter.outline.editions]
KNOWN = tuple(p.cite for p in find_game("casino-war").chapter.outline.of("2012-final"))


@pytest.mark.parametrize(
    ("text", "at", "found"),
    [
        ("as 651a.9(c)(2) says", "651a.1[War]", ["651a.9(c)(2)"]),
        ("see 651a.1[War Wager]", "651a.7(c)", ["651a.1[War Wager]"]),
        ("unless (e) excuses it", "651a.4(a)", ["651a.4(e)"]),
        ("the next one whom (c)(4) entitles", "651a.5(e)", ["651a.5(c)(4)"]),
        ("(2) is below", "651a.5(g)", ["651a.5(g)(2)"]),
        ("(i) is nearer below than beside", "651a.5(g)(2)", ["651a.5(g)(2)(i)"]),
        ("paid by 651a.10(1), (2) and (3)", "651a.9(b)", ["651a.10(1)", "651a.10(2)", "651a.10(3)"]),
        ("by 651a.10(2); then (c) asks", "651a.9(b)", ["651a.10(2)", "651a.9(c)"]),
        ("(b) to (e) fall away", "651a.5(h)", ["651a.5(b)", "651a.5(c)", "651a.5(d)", "651a.5(e)"]),
        ("651a.9(g)(1) to (3)", "651a.6", ["651a.9(g)(1)", "651a.9(g)(2)", "651a.9(g)(3)"]),
        ("(c) to (1)", "651a.4(a)", ["651a.4(c)"]),
        ("603a.16(u) and 651a.12, (z) and (so printed)", "651a.4(e)", []),
        ("player(s) and tie(a)", "651a.4(e)", []),
    ],
)
def test_a_text_refers_to_paragraphs_in_full_or_by_their_letters(text: str, at: str, found: list[str]) -> None:
    assert list(references(text, Citation(at), KNOWN)) == found


@pytest.mark.parametrize(("name", "edition"), EVERY)
def test_the_graph_names_paragraphs_of_its_edition_only(name: str, edition: str) -> None:
    game, rules = load(name, [f"edition={edition}"])
    graph = citations_of(game, rules)
    assert graph and graph.keys() <= rules.cites
    kinds = {each.kind for places in graph.values() for each in places}
    assert kinds <= {"paragraph", "reading", "step", "report", "wager", "odds"} and {"step", "wager", "odds"} <= kinds
    assert not [
        cite for cite, places in graph.items() for each in places if each.kind == "paragraph" and each.cite == cite
    ]


def test_a_paragraph_is_cited_by_paragraphs_readings_and_odds() -> None:
    found = houseway.load("casino-war").cited_in("651a.10(2)")
    assert [(each.kind, each.name, each.cite) for each in found] == [
        ("paragraph", "", "651a.9(b)"),
        ("paragraph", "", "651a.9(h)"),
        ("reading", "payout_pointer", "651a.9(b)"),
        ("odds", "tie", "651a.7(c)"),
        ("odds", "tie-on-war", "651a.9(e)"),
    ]
    kinds = {each.kind for each in houseway.load("casino-war").cited_in("651a.11(d)")}
    assert kinds == {"step", "report"}
    assert [each.name for each in houseway.load("sic-bo").cited_in("625a.3(6)") if each.kind == "wager"] == ["small"]


def test_steps_of_another_edition_do_not_cite() -> None:
    final = houseway.load("casino-war").cited_in("651a.5(f)")
    filed = houseway.load("casino-war", {"edition": "2011-filing"}).cited_in("651a.5(f)")
    assert {each.name for each in final if each.kind == "step"} == {"direct-reshuffle"}
    assert {each.name for each in filed if each.kind == "step"} == {"recut", "load"}


def test_rules_shows_where_a_paragraph_is_cited() -> None:
    text = CliRunner().invoke(app, ["rules", "casino-war", "651a.10(2)"]).stdout
    assert "cited in § 651a.9(b), § 651a.9(h); readings payout_pointer; odds of tie, tie-on-war" in " ".join(
        text.split()
    )
    (row,) = json.loads(CliRunner().invoke(app, ["rules", "casino-war", "651a.10(2)", "--json"]).stdout)["paragraphs"]
    assert row["cited_in"][0] == {"kind": "paragraph", "name": None, "cite": "651a.9(b)"}
    assert row["cited_in"] == [each.as_json() for each in houseway.load("casino-war").cited_in("651a.10(2)")]
    assert "cited in" not in CliRunner().invoke(app, ["rules", "casino-war", "651a.8(e)"]).stdout


def test_a_paragraph_that_an_edition_lacks_is_refused() -> None:
    with pytest.raises(BadInput, match=r"651a\.10\(a\) is not a paragraph of 2012-final; did you mean"):
        houseway.load("casino-war").cited_in("651a.10(a)")
