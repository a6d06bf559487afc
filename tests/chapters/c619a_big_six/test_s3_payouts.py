"""619a.3: the least payout odds. A holder may pay more, never less."""

from __future__ import annotations

import pytest

from chapters.c619a_big_six.hands import APPROVED, FRUIT, ORDER
from houseway.games import judged, load
from houseway.law import Unlawful
from support import Ended, bench, cites, law

LEAST = {"1": 1, "2": 2, "5": 5, "10": 10, "20": 20, "joker": 45, "flag": 45}
WON = cites("619a.2(c)", "619a.3")


@law("619a.3")
@pytest.mark.parametrize("edition", ["2011-proposed", "2011-comment"])
def test_619a_3_the_whole_paytable_as_the_law_prints_it(edition: str) -> None:
    game, rules = load("big-six", [f"edition={edition}"])
    priced = {
        wager: [(str(payout.odds), payout.cite, payout.at_least) for payout in offer.payouts]
        for wager, offer in game.law.catalogue(rules).items()
    }
    assert priced == {wager: [(f"{pays} to 1", "619a.3", True)] for wager, pays in LEAST.items()}


@law("619a.3")
@pytest.mark.parametrize(("wager", "pays"), LEAST.items())
def test_619a_3_a_winning_wager_is_paid_at_its_odds(wager: str, pays: int) -> None:
    ended = bench("big-six").settle(wager, 700, section=ORDER.index(wager))
    assert ended == Ended("won", 700 + 700 * pays, WON)


@law("619a.3")
@pytest.mark.parametrize(("wager", "pays"), LEAST.items())
def test_619a_3_a_holder_may_pay_more(wager: str, pays: int) -> None:
    more = f"payout.{wager}={pays + 2} to 1"
    assert judged("big-six", [more])[0].findings == ()
    table = bench("big-six", more)
    assert table.rules.submission[f"payout.{wager}"] == f"{pays + 2} to 1"
    ended = table.settle(wager, 500, section=ORDER.index(wager))
    assert ended == Ended("won", 500 + 500 * (pays + 2), WON)


@law("619a.3")
@pytest.mark.parametrize(("wager", "pays"), LEAST.items())
def test_619a_3_but_not_less(wager: str, pays: int) -> None:
    less = f"{2 * pays - 1} to 2"
    found, _, _ = judged("big-six", [f"payout.{wager}={less}"])
    assert found.rules is None
    (finding,) = found.findings
    assert (finding.field, finding.value, finding.cites) == (f"payout.{wager}", less, cites("619a.3"))
    assert finding.problem == f"{less} is less than {pays} to 1, the least that the law allows"
    with pytest.raises(Unlawful, match=f"payout.{wager}"):
        load("big-six", [f"payout.{wager}={less}"])


@law("619a.3")
def test_619a_3_every_line_that_pays_too_little_is_found_at_once() -> None:
    found, _, _ = judged("big-six", ["payout.1=1 to 2", "payout.20=19 to 1", "payout.2=3 to 1", "payout.joker=44 to 1"])
    assert [finding.field for finding in found.findings] == ["payout.1", "payout.20", "payout.joker"]


@law("619a.3")
@pytest.mark.parametrize("text", ["much", "45 for 1", "45:1", "0 to 1", "-45 to 1", "45.5 to 1", "45"])
def test_619a_3_what_is_no_payout_odds_is_malformed(text: str) -> None:
    (finding,) = judged("big-six", [f"payout.joker={text}"])[0].findings
    assert (finding.field, finding.cites, finding.malformed) == ("payout.joker", cites("619a.3"), True)
    assert 'write them like "45 to 1"' in finding.problem


@law("619a.3")
def test_619a_3_at_3_to_2_a_stake_must_be_paid_in_whole_cents() -> None:
    table = bench("big-six", "payout.1=3 to 2", "limits.min_cents=1")
    reason, because = table.refusal({"do": "wager", "seat": 1, "id": "1", "cents": 501})
    assert reason == "$5.01 at 3 to 2 is not paid in whole cents; wager a multiple of $0.02"
    assert because == cites("619a.3")
    assert table.table.chips(1) == 100_000
    assert table.do({"do": "wager", "seat": 1, "id": "2", "cents": 501})[0].event == "wager-placed"
    assert table.settle("1", 502, section=1) == Ended("won", 1255, WON)


@law("619a.3")
@pytest.mark.parametrize(("pays", "left", "unit"), [("3 to 2", 301, 2), ("5 to 4", 302, 4), ("5 to 4", 399, 4)])
@pytest.mark.parametrize("do", ["reduce", "remove"])
def test_619a_3_what_is_left_of_a_wager_must_be_paid_in_whole_cents_too(
    pays: str, left: int, unit: int, do: str
) -> None:
    table = bench("big-six", f"payout.1={pays}", "limits.min_cents=1")
    table.do({"do": "wager", "seat": 1, "id": "1", "cents": 500})
    before = table.table.plain
    reason, because = table.refusal({"do": do, "seat": 1, "id": "1", "cents": left})
    assert reason == f"$3.{left - 300:02} at {pays} is not paid in whole cents; wager a multiple of $0.0{unit}"
    assert because == cites("619a.3")
    assert table.table.plain == before
    (reduced,) = table.do({"do": do, "seat": 1, "id": "1", "cents": 300})
    assert (reduced.event, reduced.fields["left_cents"]) == ("wager-reduced", 300)
    assert table.do({"do": "remove", "seat": 1, "id": "1"})[0].event == "wager-removed"
    assert table.table.chips(1) == 100_000


@law("619a.3")
def test_619a_3_odds_that_only_look_like_fractions_take_any_stake() -> None:
    table = bench("big-six", "payout.1=4 to 2")
    assert table.settle("1", 501, section=1) == Ended("won", 1503, WON)


@law("619a.3", "619a.1(c)")
@pytest.mark.parametrize(
    ("settings", "because"),
    [
        ([*FRUIT[:3], "symbols.10=$20", "symbols.20=$10", APPROVED], ["619a.1(c)", "619a.3"]),
        ([*FRUIT[:3], "symbols.10=20 dollars", "symbols.20=Bell", APPROVED], ["619a.1(c)", "619a.3"]),
        ([*FRUIT, "symbols.flag=$1", APPROVED], ["619a.1(a)", "619a.3"]),
    ],
)
def test_619a_3_the_odds_go_with_the_symbols_share_of_the_wheel(settings: list[str], because: list[str]) -> None:
    found, _, _ = judged("big-six", settings)
    assert found.rules is None
    assert {finding.cites for finding in found.findings} == {cites(*because)}
    assert all("the odds go with a symbol's share" in finding.problem for finding in found.findings)
