"""The fiscal side of a comparison, held to figures that were worked out by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import lru_cache

import pytest
from typer.testing import CliRunner

import houseway
from houseway.cli import app
from houseway.compare import Comparison, compare_specs
from houseway.compare.page import page
from houseway.law import BadInput
from houseway.questions.fiscal import Fiscal, Handle, Volumes, fiscal, read_handles
from houseway.questions.fiscal_page import fiscal_section

# The joker at 46 to 1: the house edge falls from 8/54 to 7/54. $54 a day at it win $8 before and $7 after.
SIDES = ("big-six", "big-six,payout.joker=46 to 1")


@lru_cache
def joker() -> Comparison:
    return compare_specs(*SIDES)


def worth(*handles: str, rounds: int | None = None, tables: int = 1, cost_cents: int | None = None) -> Fiscal:
    return fiscal(joker().odds_changes, Volumes(read_handles(handles, rounds), rounds, tables, None, cost_cents))


def cents(was: int, now: int) -> tuple[Fraction, Fraction]:
    return Fraction(was), Fraction(now)


def test_revenue_is_the_handle_times_the_house_edge() -> None:
    found = worth("joker=54/day")
    assert found.revenue == cents(800, 700)
    (wager,) = found.wagers
    assert (wager.name, wager.edges) == ("joker", (Fraction(8, 54), Fraction(7, 54)))


def test_tax_is_14_and_then_12_percent_of_it() -> None:
    """A year: $2,920 and $2,555; of these 14% are $408.80 and $357.70, 12% are $350.40 and $306.60."""
    first, later = worth("joker=54/day").taxed
    assert [cents * 365 for cents in first.tax] == [40_880, 35_770]
    assert [cents * 365 for cents in later.tax] == [35_040, 30_660]
    assert [cents * 365 for cents in first.left] == [251_120, 219_730]
    assert (first.when, later.when) == ("in years 1 to 2 of operation", "from year 3 of operation on")


def test_what_must_be_saved_is_what_the_holder_loses_after_tax() -> None:
    """$365 less a year: $313.90 after 14%, $321.20 after 12%."""
    found = worth("joker=54/day")
    assert [found.pays(taxed) for taxed in found.taxed] == [
        "it must save at least $313.90 a year to pay",
        "it must save at least $321.20 a year to pay",
    ]


def test_what_may_be_spent_is_what_the_holder_gains() -> None:
    """The other way around: 86 cents a day more after 14%. $100 are back after 117 days (116 would be $99.76)."""
    turned = compare_specs(*SIDES[::-1])
    found = fiscal(turned.odds_changes, Volumes((Handle(5400, "joker"),), cost_cents=10_000))
    assert found.pays(found.taxed[0]) == (
        "it may cost up to $313.90 a year and still pay; $100.00 spent once is back after 117 days"
    )


@pytest.mark.parametrize(
    ("handle", "rounds", "tables", "revenue"),
    [
        ("joker=54", None, 1, (800, 700)),
        ("joker=54/day", None, 3, (2400, 2100)),
        ("joker=19710/year", None, 1, (800, 700)),  # 365 times 54
        ("joker=0.54", 100, 1, (800, 700)),
        ("joker=0.54/round", 100, 2, (1600, 1400)),
        ("joker=54/day", 100, 1, (800, 700)),
        ("joker=1,000,054.00/day", None, 1, (Fraction(100_005_400 * 8, 54), Fraction(100_005_400 * 7, 54))),
        ("flag=54/day", None, 1, (800, 800)),
    ],
)
def test_a_handle_is_a_days_a_years_or_a_rounds(
    handle: str, rounds: int | None, tables: int, revenue: tuple[Fraction, Fraction]
) -> None:
    assert worth(handle, rounds=rounds, tables=tables).revenue == revenue


def test_a_handle_in_all_is_spread_evenly_and_bounded() -> None:
    """$378 are $54 on each of seven wagers; if all were on the joker, $7 less a day, and on any other nothing."""
    found = worth("378/day")
    assert len(found.wagers) == 7 and {wager.handle for wager in found.wagers} == {5400}
    assert found.revenue[1] - found.revenue[0] == -100
    assert found.spread == cents(-700, 0)
    assert "The handle is spread evenly over 7 wagers, since it is given in all." in found.assumptions


def test_a_change_that_moves_nothing_costs_nothing() -> None:
    found = worth("flag=54/day")
    assert found.pays(found.taxed[0]) == "the change itself costs and earns nothing, so whatever it saves pays"
    assert found.pace == 1


def test_more_rounds_make_up_for_a_lower_edge() -> None:
    assert worth("joker=54/day").pace == Fraction(8, 7)


def test_a_part_of_a_cent_is_saved_as_a_whole_one() -> None:
    """A year at one cent a day: 365/54 cents less, of which 86% are left: more than five cents, so six."""
    found = worth("joker=0.01/day")
    assert found.pays(found.taxed[0]) == "it must save at least $0.06 a year to pay"


def test_a_loss_is_not_taxed() -> None:
    """At 60 to 1 the joker gives 7/54 away: no tax, and the whole difference is the holder's."""
    found = compare_specs("big-six", "big-six,payout.joker=60 to 1")
    loss = fiscal(found.odds_changes, Volumes((Handle(5400, "joker"),)))
    assert loss.revenue == cents(800, -700) and loss.taxed[0].tax == cents(112, 0)
    assert loss.taxed[0].change == -700 - 688 and loss.pace is None


def test_the_strategy_is_the_first_or_the_one_that_is_named() -> None:
    changes = compare_specs("casino-war", "casino-war", most=10).odds_changes
    usual = fiscal(changes, Volumes((Handle(62_200, "initial"),)))
    named = fiscal(changes, Volumes((Handle(62_200, "initial"),), strategy="surrender"))
    assert usual.wagers[0].name == "initial (go-to-war)" and "Players play go-to-war." in usual.assumptions
    assert named.revenue == cents(2300, 2300)  # 23/622 of it
    with pytest.raises(BadInput, match="'surender' is no strategy of initial; did you mean surrender"):
        fiscal(changes, Volumes((Handle(100, "initial"),), strategy="surender"))


def test_a_situation_is_named_where_worths_differ() -> None:
    changes = compare_specs('craps,wagers=["pass"]', 'craps,wagers=["pass"]', most=1).odds_changes
    assert fiscal(changes, Volumes((Handle(100, "odds:pass@point-4"),))).revenue == cents(0, 0)
    with pytest.raises(BadInput, match="odds:pass@point-4=5000/day"):
        fiscal(changes, Volumes((Handle(100, "odds:pass"),)))
    with pytest.raises(BadInput, match="is no situation of it"):
        fiscal(changes, Volumes((Handle(100, "odds:pass@point-7"),)))


@pytest.mark.parametrize(
    ("handles", "rounds", "tables", "message"),
    [
        (["jocker=5"], None, 1, "there is no wager 'jocker'; did you mean joker"),
        (["joker=5/hour"], None, 1, "'hour' is not round, day, year"),
        (["joker=five"], None, 1, "is not an amount in dollars above 0"),
        (["joker=-5"], None, 1, "is not an amount in dollars above 0"),
        (["joker=0"], None, 1, "is not an amount in dollars above 0"),
        (["joker=0.001"], None, 1, "is not an amount in dollars above 0"),
        (["joker=99999999999999"], None, 1, "is not an amount in dollars above 0"),
        (["5", "joker=5"], None, 1, "in all and by wager"),
        (["joker=5", "joker=6"], None, 1, "is given twice"),
        (["joker=5/round"], None, 1, "say how many rounds a day has"),
        (["joker=5"], 0, 1, "rounds-per-day: 0 is not from 1"),
        (["joker=5"], None, 0, "tables: 0 is not from 1"),
        ([], None, 1, "say how much is wagered"),
    ],
)
def test_bad_volumes_say_what_would_be_right(handles: list[str], rounds: int | None, tables: int, message: str) -> None:
    with pytest.raises(BadInput, match=message.replace("(", "\\(")):
        worth(*handles, rounds=rounds, tables=tables)


def run(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["diff", "--a", SIDES[0], "--b", SIDES[1], *arguments])
    return done.exit_code, done.stdout, done.stderr


def test_the_command_line_prints_them_all() -> None:
    code, text, _ = run("--handle", "joker=54", "--tables", "2", "--rounds-per-day", "1")
    shown = " ".join(text.split())
    assert code == 1
    for words in (
        "$5,840.00 $5,110.00 -$730.00",
        "$817.60 $715.40",
        "must save at least $627.80 a year to pay, $313.90 a table",
        "14.286% more rounds (2 a day in place of 1)",
        "our texts give no rate",
    ):
        assert words in shown, words


def test_the_document_has_whole_cents_and_exact_ones() -> None:
    found = json.loads(run("--handle", "joker=54/day", "--json")[1])["fiscal"]
    assert found["revenue"]["day_cents"] == {"was": 800, "now": 700, "difference": -100}
    assert found["revenue"]["year_cents"] == {"was": 292_000, "now": 255_500, "difference": -36_500}
    assert [(row["rate"], row["tax"]["year_cents"]["was"]) for row in found["tax"]] == [
        ("7/50", 40_880),
        ("3/25", 35_040),
    ]
    assert found["rounds_for_the_same_revenue"] == "8/7" and found["assumptions"]
    assert found == houseway.revenue(joker(), "joker=54/day").as_json()
    assert "fiscal" not in json.loads(run("--json")[1])


def test_the_page_has_them_too() -> None:
    code, text, _ = run("--handle", "joker=54/day", "--html", "-")
    assert code == 1 and "it must save at least $313.90 a year" in text and "What it is worth a year" in text
    part = fiscal_section(worth("joker=54/day"), joker().names)
    assert page(joker(), part) == text and part not in page(joker())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--tables", "3"), "--tables is about revenue; add what is wagered"),
        (("--cost", "5"), "--cost is about revenue"),
        (("--handle", "joker=5", "--cost", "x"), "--cost 'x': is not an amount in dollars"),
        (("--handle", "joker=5", "--tables", "0"), "--tables: 0 is not from 1 to 1,000,000"),
    ],
)
def test_options_are_named_as_they_are_typed(arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "") and message in err


def test_a_cost_that_the_change_does_not_earn_is_never_back() -> None:
    """$313.90 less a year after 14%, and $100 spent: $413.90 is lost in the first year."""
    found = worth("joker=54/day", cost_cents=10_000)
    assert found.pays(found.taxed[0]) == (
        "it must save at least $313.90 a year to pay; $100.00 spent once is never back: in the first year $413.90 is lost with it"
    )
    assert found.as_json()["tax"][0]["cost_back_after_days"] is None
    still = fiscal(compare_specs("big-six", "big-six").odds_changes, Volumes((Handle(5400),), cost_cents=10_000))
    assert still.pays(still.taxed[0]).endswith("whatever it saves pays; $100.00 spent once is never back")


def test_rounds_a_day_beside_a_handle_a_day_are_said_to_change_nothing() -> None:
    said = "the number of rounds a day does not change it"
    assert any(said in text for text in worth("joker=54/day", rounds=100).assumptions)
    assert not any(said in text for text in worth("joker=0.54", rounds=100).assumptions)


def test_a_misprint_in_a_handle_is_told_before_anything_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.compare.compare", lambda *_: pytest.fail("it compared"))
    done = CliRunner().invoke(app, ["diff", "big-six", "2011-proposed", "2011-comment", "--handle", "-5"])
    assert done.exit_code == 2 and "is not an amount in dollars above 0" in done.stderr
