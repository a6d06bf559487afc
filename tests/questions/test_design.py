"""`houseway design`: hand-computed cases, nothing that the check refuses, the nearest where a target cannot be reached."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import houseway
from houseway.cli import app
from houseway.games import games, load
from houseway.money import Odds
from houseway.odds import odds_sheet
from houseway.questions.design import design, front, read_targets
from houseway.questions.design_records import Design, Wish
from houseway.questions.open_settings import DesignTable, matters
from houseway.questions.payout_search import DENOMINATORS, PricedWager, nearest_odds
from support import sized

LONG = ("down-under-blackjack", "craps", "mini-craps")  # by night
QUICK = [game_id for game_id in games() if game_id not in LONG]


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["design", *arguments], env={"COLUMNS": "80"})
    assert done.exit_code == code, done.output
    return done.output


def wished(game_id: str, edge: str, changes: tuple[str, ...] = ()) -> Design:
    game, rules = load(game_id, changes)
    return design(game, rules, Wish(edge=Fraction(edge)))


def holds_to_the_law(found: Design) -> None:
    """The check accepts the proposal, and the odds sheet under it has the reported edges."""
    assert houseway.check(found.game.id, _flat(found)) == ()
    asked = [each.id for each in found.wagers]
    sheet = odds_sheet(found.game, found.rules, only=asked)
    for each in found.wagers:
        row = sheet.rows(each.id)[0]
        assert each.rounded or -Fraction(row.expected) == each.edge, each.id
        assert each.cites and set(each.cites) <= set(found.rules.cites)
    for change in found.changes:
        assert change.cite in found.rules.cites


def _flat(found: Design) -> dict[str, Any]:
    return {change.key: change.value for change in found.changes}


@pytest.mark.parametrize("game_id", QUICK)
def test_no_proposal_is_refused_by_the_check(game_id: str) -> None:
    holds_to_the_law(wished(game_id, "1/100"))


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", LONG)
def test_no_proposal_is_refused_by_the_check_where_it_takes_long(game_id: str) -> None:
    holds_to_the_law(wished(game_id, "5/1000"))


@settings(max_examples=sized(day=6, night=40), deadline=None)
@given(st.fractions(Fraction(-1, 2), Fraction(99, 100), max_denominator=1000), st.sampled_from(["big-six", "roulette"]))
def test_any_target_gives_a_lawful_proposal(edge: Fraction, game_id: str) -> None:
    holds_to_the_law(wished(game_id, str(edge)))


def test_big_six_by_hand() -> None:
    """4 of 54 sections pay 10 to 1 or more: 1 - 23/2 * 4/54 = 4/27 is nearer to 15% than with 10 (5/27) or 52/5 (7/45)."""
    found = wished("big-six", "15/100")
    assert _flat(found) == {"payout.10": "21 to 2", "payout.20": "22 to 1"}
    by_id = {each.id: each for each in found.wagers}
    assert (by_id["10"].edge, by_id["20"].edge) == (Fraction(4, 27), Fraction(4, 27))
    assert (by_id["5"].edge, by_id["5"].highest, by_id["5"].reached) == (Fraction(1, 9), Fraction(1, 9), False)
    assert by_id["5"].cites == ("619a.3",)
    assert "payout.5 is at least 5 to 1" in by_id["5"].bound


def test_sic_bo_is_fixed() -> None:
    """625a.6(a) and (b) fix what every wager pays, and no option changes a chance."""
    found = wished("sic-bo", "5/100")
    assert found.changes == () and not found.reached
    small = next(each for each in found.wagers if each.id == "small")
    assert (small.edge, small.fixed, small.cites) == (Fraction(1, 36), True, ("625a.6(a)",))


def test_craps_by_hand_where_the_odds_are_read_as_minimums() -> None:
    game, rules = load("craps", ("reading.payout_odds=minimum",))
    found = design(game, rules, Wish(wagers={"any-seven": Fraction(0)}))
    assert _flat(found) == {"payout.any-seven": "5 to 1"}  # 6 of 36: fair at 5 to 1
    assert found.wagers[0].edge == 0
    assert houseway.check("craps", {**_flat(found), "reading.payout_odds": "minimum"}) == ()


def test_a_rate_and_an_option_are_open_too() -> None:
    game, rules = load("craps")
    found = design(game, rules, Wish(wagers={"buy:4": Fraction(2, 100)}))
    assert {change.key for change in found.changes} == {"vigorish.rate", "vigorish.when"}
    assert found.wagers[0].edge == Fraction(2, 100)
    assert {change.cite for change in found.changes} == {"623a.5(g)(3)"}


def test_readings_are_not_open() -> None:
    for game_id in QUICK:
        game, rules = load(game_id)
        assert not any(key.startswith("reading.") for key in DesignTable(game, rules).options)


def test_only_options_that_change_the_odds_are_touched() -> None:
    game, rules = load("roulette")
    assert matters(DesignTable(game, rules), "red") == ("wheel",)
    game, rules = load("casino-war")
    assert matters(DesignTable(game, rules), "tie") == ("decks",)


def test_a_kind_stands_for_all_its_wagers() -> None:
    game, rules = load("craps")
    assert set(read_targets(game, rules, Wish(wagers={"buy": Fraction(1, 50)}))) == {
        f"buy:{n}" for n in (4, 5, 6, 8, 9, 10)
    }


@pytest.mark.nightly
def test_several_lines_of_a_wager() -> None:
    game, rules = load("craps")
    found = design(game, rules, Wish(wagers={"fire": Fraction(1, 10)}))
    assert abs(found.wagers[0].edge - Fraction(1, 10)) < Fraction(1, 10_000)
    holds_to_the_law(found)


@settings(max_examples=sized(day=50, night=400), deadline=None)
@given(
    st.fractions(Fraction(1, 200), Fraction(1, 2), max_denominator=200),
    st.integers(1, 60),
    st.fractions(Fraction(-1, 4), Fraction(1, 2), max_denominator=500),
)
def test_no_odds_of_small_numbers_come_nearer(chance: Fraction, least: int, target: Fraction) -> None:
    priced = PricedWager(1 - (least + 1) * chance, {"line": chance})
    found = nearest_odds(priced, {"line": Odds(least, 1)}, target, {})
    away = abs(priced.at(found) - target)
    every = (Fraction(n, d) for d in DENOMINATORS for n in range(40 * d))
    assert away <= min(abs(priced.at({"line": more}) - target) for more in every if least + more < 100)
    assert all(more >= 0 for more in found.values())


def test_a_mix_of_wagers() -> None:
    game, rules = load("big-six")
    found = design(game, rules, Wish(hold=Fraction(16, 100), mix={"10": 1000, "20": 1000}))
    assert found.hold is not None and abs(found.hold - Fraction(16, 100)) < Fraction(1, 100)
    by_id = {each.id: each.edge for each in found.wagers}
    assert found.hold == (by_id["10"] + by_id["20"]) / 2
    holds_to_the_law(found)


def test_the_front_has_nothing_that_is_beaten() -> None:
    game, rules = load("roulette")
    points = front(game, rules, {"red": Fraction(0)})
    assert [(str(point.edge), str(point.hit_rate), point.present) for point in points] == [
        ("1/19", "9/19", True),
        ("1/37", "18/37", False),
    ]
    assert not any(one.beats(other) for one in points for other in points)


def test_the_written_submission_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "wheel.toml"
    told = json.loads(
        CliRunner().invoke(app, ["design", "big-six", "--edge", "10%", "--out", str(file), "--json"]).stdout
    )
    checked = json.loads(CliRunner().invoke(app, ["check", str(file), "--json"]).stdout)
    assert checked["lawful"] and checked["submission_digest"] == told["proposal"]
    assert told["reached"] and {"game", "edition", "submission", "software"} <= told.keys()


def test_python_asks_the_same() -> None:
    found = houseway.load("big-six").design("15%")
    assert _flat(found) == {"payout.10": "21 to 2", "payout.20": "22 to 1"}
    assert found.rules.payout("20").odds == Odds(22, 1)
    assert houseway.load("big-six").design(wagers={"joker": "10%"}).wagers[0].edge == Fraction(1, 10)
    with pytest.raises(houseway.BadInput, match="say what the house should keep"):
        houseway.load("big-six").design()


def test_a_target_that_cannot_be_reached_says_the_nearest() -> None:
    text = " ".join(run("big-six", "--wager", "5=20%", code=1).split())
    assert "5: the nearest to 20.000% is 11.111%: payout.5 is at least 5 to 1" in text and "(§ 619a.3)" in text
    text = " ".join(run("sic-bo", "--wager", "small=5%", code=1).split())
    assert "small: the law fixes what they pay" in text and "(§ 625a.6(a))" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("big-six",), "say what the house should keep"),
        (("big-six", "--edge", "much"), "--edge: 'much' is not a share; write a percentage or a fraction"),
        (("big-six", "--edge", "100%"), "--edge: 100.000% for 1 is not possible; write less than 100%"),
        (("big-six", "--wager", "jokr=10%"), '--wager: there is no wager "jokr"; did you mean joker?'),
        (("big-six", "--wager", "joker"), "--wager: 'joker' has no share"),
        (("big-six", "--hold", "10%"), "--hold and --bet go together"),
        (("big-six", "--hold", "10%", "--bet", "1=5", "--edge", "3%"), "leave --edge and --wager out"),
        (("big-six", "--pareto", "--edge", "3%"), "--pareto needs no target"),
        (("big-six", "--pareto", "--out", "x.toml"), "leave one of them out"),
        (("big-six", "--edge", "3%", "--float"), "--float is about the JSON document"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], says: str) -> None:
    assert says in " ".join(run(*arguments, code=2).split())


def test_options_that_do_not_take_every_wager_are_named() -> None:
    text = " ".join(run("roulette", "--wager", "straight=2.7%").split())
    assert "wheel = single-zero was not tried: the table would then not take straight:00. To try it, write" in text
    assert "--set wheel=single-zero" in text
    told = json.loads(run("roulette", "--wager", "straight=2.7%", "--json"))
    assert told["passed_over"][0] == {"settings": {"wheel": "single-zero"}, "lacking": ["straight:00"]}
    assert not json.loads(run("roulette", "--wager", "red=2.7%", "--json"))["passed_over"]


def test_a_mix_is_as_near_as_one_line_can_bring_it() -> None:
    """$50 on 1 hold 14.815% whatever joker pays; at 53 to 1 joker gives all back, and 50/55 of 4/27 is left."""
    found = houseway.load("big-six").design(hold="12%", mix={"1": 5000, "joker": 500})
    assert _flat(found) == {"payout.joker": "53 to 1"}
    assert found.hold == Fraction(4, 27) * Fraction(50, 55)
    assert not any("come nearer" in each.bound for each in found.wagers)
