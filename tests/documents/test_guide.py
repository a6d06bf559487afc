"""The gaming guide: every payout and cost in it is the engine's, and its examples are rounds of a live table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from documents.reading_pdfs import plain, text_of
from houseway.documents.guide import guide
from houseway.documents.guide_text import guide_text
from houseway.documents.html_page import page
from houseway.documents.typeset import typeset
from houseway.documents.typst_source import source
from houseway.documents.worked import worked
from houseway.games import games, load
from houseway.money import dollars
from houseway.odds import odds_sheet

SLOW = ("craps", "mini-craps", "down-under-blackjack", "pai-gow")
GAMES = [pytest.param(game, marks=pytest.mark.nightly if game in SLOW else ()) for game in games()]


@pytest.mark.parametrize("name", GAMES)
def test_every_payout_and_cost_is_the_engines(name: str) -> None:
    game, rules = load(name)
    words = text_of(typeset(source(guide([(game, rules)])), "pdf")[0]).replace(" ", "")
    for row in odds_sheet(game, rules):
        assert plain(row.pays).replace(" ", "") in words, row.id
        assert dollars(round(Fraction(row.house_edge) * 1_000)) in words, row.id
    for says, cite in guide_text(game).steps:
        assert (plain(says).replace(" ", "") in words) == (cite in rules.cites), says
    for offer in game.law.catalogue(rules).values():
        if offer.id in game.priced(rules):
            assert plain(offer.says).replace(" ", "") in words, offer.id


@pytest.mark.parametrize("name", list(games()))
def test_every_game_tells_its_aim_and_its_round_and_types_no_figure(name: str) -> None:
    said = guide_text(games()[name])
    assert said.aim and len(said.steps) >= 3
    assert not any(
        letter.isdigit() for says in (said.aim, *(says for says, _ in said.steps)) for letter in says.replace("21", "")
    )


@pytest.mark.parametrize(
    ("name", "wager", "result", "returned"),
    [("roulette", "straight:0", "won", 36_000), ("sic-bo", "small", "won", 2_000), ("casino-war", "initial", "won", 2_000),
     ("craps", "pass", "won", 2_000), ("big-six", "joker", "won", 46_000), ("down-under-blackjack", "bet", "lost", 0)],
)  # fmt: skip
def test_an_example_is_a_round_with_its_reasons(name: str, wager: str, result: str, returned: int) -> None:
    game, rules = load(name)
    found = worked(game, rules, wager, result)
    assert found is not None and (found.result, found.stake_cents) == (result, 1_000)
    assert found.returned_cents == returned
    assert all(line.cites for line in found.lines[-1:]) and "seal" not in " ".join(line.says for line in found.lines)


def test_what_cannot_be_made_or_won_alone_has_no_example() -> None:
    game, rules = load("craps")
    assert worked(game, rules, "come", "won") is None
    game, rules = load("sic-bo")
    assert worked(game, rules, "small", "stolen") is None


def test_several_games_are_one_guide_with_contents() -> None:
    paper = guide([load("big-six"), load("sic-bo")])
    html = page(paper)
    assert paper.contents and html.count("<h2 ") == 3 and "Big Six Wheel" in html and "Sic Bo" in html
