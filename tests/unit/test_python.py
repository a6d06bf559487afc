"""`import houseway`: choosing among rows, rounded figures, advice, distributions, a journal that is continued."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import houseway
from houseway.games import load
from houseway.odds import Rounded
from houseway.odds.sheet import OddsSheet, Row, SeveralRows, _rounded, odds_sheet


@pytest.fixture(scope="module")
def craps() -> OddsSheet:
    return houseway.load("craps").odds()


@pytest.fixture(scope="module")
def war() -> OddsSheet:
    return odds_sheet(*load("casino-war"), only=("initial",))


def test_a_wager_with_several_rows_is_not_answered_with_one_of_them(craps: OddsSheet, war: OddsSheet) -> None:
    with pytest.raises(SeveralRows, match='"odds:pass" has 6 rows, not one') as several:
        craps["odds:pass"]
    assert 'sheet["odds:pass", "point-6"]' in str(several.value)
    assert 'sheet.rows("odds:pass")' in str(several.value)
    with pytest.raises(houseway.BadInput, match='sheet\\["initial", "go-to-war"\\]'):
        war["initial"]


def test_a_row_is_chosen_by_its_situation_or_its_strategy(craps: OddsSheet, war: OddsSheet) -> None:
    assert craps["odds:pass", "6"] is craps["odds:pass", "point-6"]
    assert (craps["odds:pass", "6"].situation, craps["odds:pass", "6"].win) == ("point-6", Fraction(5, 11))
    assert war["initial", "surrender"].expected == Fraction(-23, 622)
    assert [row.situation for row in craps.rows("odds:pass")][:2] == ["point-4", "point-5"]
    assert len(craps.rows()) == len(craps)
    assert craps["pass"].expected == Fraction(-7, 495)  # one row: as it was


def test_a_row_that_is_not_there_is_told_with_those_that_are(craps: OddsSheet) -> None:
    with pytest.raises(SeveralRows, match='"odds:pass" has no row "7"; choose with .*point-10'):
        craps["odds:pass", "7"]
    with pytest.raises(houseway.BadInput, match='there is no wager "pas"'):
        craps["pas"]
    with pytest.raises(houseway.BadInput, match='there is no wager "pas"'):
        craps.rows("pas")


def test_the_distribution_of_a_wager_is_every_net_result_with_its_chance() -> None:
    sheet = houseway.load("big-six").odds()
    assert sheet["joker"].distribution == {Fraction(-1): Fraction(53, 54), Fraction(45): Fraction(1, 54)}
    for row in sheet:
        assert sum(row.distribution.values()) == 1
        assert sum(net * chance for net, chance in row.distribution.items()) == row.expected
    assert hash(sheet["joker"]) == hash(sheet["joker"])


def rounded_row() -> Row:
    third = Fraction(1 / 3)
    row = houseway.load("sic-bo").odds()["small"]
    return _rounded(
        replace(row, win=third, push=Fraction(0), lose=1 - third, expected=third - (1 - third), variance=third)
    )


def test_a_rounded_figure_is_no_fraction() -> None:
    row = rounded_row()
    assert row.rounded and isinstance(row.win, Rounded) and not issubclass(Rounded, Fraction)
    assert row.win.exact is False
    assert (str(row.win), f"{row.win!r}") == ("0.333333333333", "Rounded(0.333333333333)")
    assert (str(row.house_edge), type(row.house_edge)) == ("0.333333333333", Rounded)
    assert type(row.expected_resolved) is Rounded
    assert row.push == 0 and isinstance(row.push, Fraction)  # a chance of nothing is none
    assert row.as_json()["win"] == "0.333333333333"
    assert row.win == pytest.approx(1 / 3) and row.win + 0.5 == pytest.approx(5 / 6)
    assert pickle.loads(pickle.dumps(row.win)) == row.win


def test_exact_figures_stay_fractions() -> None:
    row = houseway.load("sic-bo").odds()["small"]
    assert all(isinstance(each, Fraction) for each in (row.win, row.expected, row.house_edge, row.variance))


def test_advice_is_what_the_verb_prints() -> None:
    advice = houseway.load("casino-war").strategy()
    assert isinstance(advice, houseway.Advice)
    assert (advice.game, advice.data["best"]) == ("casino-war", "go-to-war")
    assert advice.as_json()["title"] == "Casino War: best play (2012-final)"
    hand = houseway.load("pai-gow").strategy(hand="6-6,1-5,1-4,5-6")
    assert json.loads(json.dumps(hand.data)) == hand.data, "plain values only"


def test_advice_that_cannot_be_given_says_why() -> None:
    with pytest.raises(houseway.BadInput, match="Sic Bo has no choices"):
        houseway.load("sic-bo").strategy()
    with pytest.raises(houseway.BadInput, match="hand: Casino War has no situations to ask about"):
        houseway.load("casino-war").strategy(hand="8,8")


def test_a_recorded_table_is_continued_from_its_journal(tmp_path: Path) -> None:
    book, journal = houseway.load("sic-bo"), tmp_path / "table.jsonl"
    with book.recorded(journal, seed=7) as desk:
        desk.table.buy_in(seat=1, cents=10_000)
        desk.table.wager(1, "small", 500)
    with pytest.raises(houseway.BadInput, match="another game or submission"):
        houseway.load("sic-bo", {"boxes": 3}).recorded(journal, seed=7)
    again = book.recorded(journal, seed=7)
    assert [(p.id, p.cents) for p in book.game.law.placed(again.table.position.state)] == [("small", 500)]
    again.table.deal()
    again.finish()
    with pytest.raises(houseway.BadInput, match="is sealed because its table was closed"):
        book.recorded(journal, seed=7)
    assert houseway.audit(journal).whole
    assert repr(book.simulate(1000)) == "<Simulation of Sic Bo, 2011-proposed: 1,000 rolls, 50 wagers>"
