"""623a.6: supplemental wagers, their limits, and the excess that lets payouts come out even."""

from __future__ import annotations

import pytest

from chapters.c623a_craps.hand import Hand
from support import cites, law

LETTER = {"pass": "a", "dont-pass": "b", "come": "c", "dont-come": "d"}
PAYS = {4: (2, 1, "i"), 10: (2, 1, "i"), 5: (3, 2, "ii"), 9: (3, 2, "ii"), 6: (6, 5, "iii"), 8: (6, 5, "iii")}
EVERY = [f"623a.6({x}){leaf}" for x in "abcd" for leaf in ("", "(1)", "(2)", "(2)(i)", "(2)(ii)", "(2)(iii)")]


def supported(line: str, point: int, cents: int, *settings: str) -> tuple[Hand, str]:
    """A hand in which seat 1's line wager has this point, and the name of its odds."""
    hand = Hand("craps", *settings)
    if line in ("pass", "dont-pass"):
        hand.wager(line, cents)
        hand.roll(point)
        return hand, f"odds:{line}"
    hand.point(5 if point != 5 else 6)
    hand.wager(line, cents)
    hand.roll(point)
    return hand, f"odds:{line}:{point}"


@law("623a.6", *EVERY)
@pytest.mark.parametrize("line", LETTER)
@pytest.mark.parametrize("point", PAYS)
def test_623a_6_odds_are_paid_by_the_point_with_the_line_wager_at_even_money(line: str, point: int) -> None:
    hand, odds = supported(line, point, 3000)
    hand.wager(odds, 6000)
    dont, (high, low, leaf) = line.startswith("dont"), PAYS[point]
    events = hand.roll(7 if dont else point)
    winnings = 6000 * low // high if dont else 6000 * high // low
    ended, even = hand.ended(events, odds), hand.ended(events, line)
    paragraph = f"623a.6({LETTER[line]})"
    assert (ended.result, ended.returned_cents) == ("won", 6000 + winnings)
    assert ended.because[0] == paragraph and ended.because[-1] == f"{paragraph}(2)({leaf})"
    assert (even.result, even.returned_cents) == ("won", 6000)
    assert even.because[-2:] == cites("623a.5(a)", f"{paragraph}(1)")


@law("623a.6(a)", "623a.6(b)", "623a.6(c)", "623a.6(d)")
@pytest.mark.parametrize("line", LETTER)
def test_623a_6_a_odds_lose_with_the_line_wager(line: str) -> None:
    hand, odds = supported(line, 8, 3000)
    hand.wager(odds, 6000)
    ended = hand.ended(hand.roll(8 if line.startswith("dont") else 7), odds)
    assert (ended.result, ended.returned_cents, ended.because[0]) == ("lost", 0, f"623a.6({LETTER[line]})")


@law("623a.6(a)", "623a.6(b)", "623a.6(c)", "623a.6(d)")
@pytest.mark.parametrize("odds", ["odds:pass", "odds:dont-pass", "odds:come:6", "odds:dont-come:6"])
def test_623a_6_a_no_odds_without_the_line_wager_and_its_point(odds: str) -> None:
    line = odds.split(":")[1]
    for hand in (Hand(), Hand().point(6)):
        reason, because = hand.refused("wager", seat=1, id=odds, cents=600)
        assert "cannot add odds" in reason and because == cites(f"623a.6({LETTER[line]})")
    waiting = Hand() if line in ("pass", "dont-pass") else Hand().point(5)
    waiting.wager(line, 600)  # made, but without its point yet
    assert waiting.refused("wager", seat=1, id=odds, cents=600)[1] == cites(f"623a.6({LETTER[line]})")


# line wager, point, submission's multiple, line wager in cents, the most that may be taken or laid
LIMITS = [
    ("pass", 4, 1, 1000, 1000), ("pass", 6, 1, 1000, 1000), ("come", 10, 1, 1000, 1000), ("pass", 4, 10, 1000, 10000),
    ("come", 8, 10, 500, 5000), ("pass", 5, 3, 1000, 3000), ("dont-pass", 4, 1, 1000, 2000), ("dont-pass", 5, 1, 1000, 1500),
    ("dont-pass", 6, 1, 1000, 1200), ("dont-come", 10, 10, 500, 10000), ("dont-come", 9, 10, 1000, 15000),
    ("dont-pass", 8, 10, 500, 6000),
]  # fmt: skip


@law("623a.6(e)", "623a.6(a)", "623a.6(b)", "623a.6(c)", "623a.6(d)")
@pytest.mark.parametrize(("line", "point", "multiple", "stake", "most"), LIMITS)
def test_623a_6_e_up_to_the_submissions_multiple_and_for_the_donts_in_winnings(
    line: str, point: int, multiple: int, stake: int, most: int
) -> None:
    hand, odds = supported(line, point, stake, f"odds.multiple={multiple}")
    reason, because = hand.refused("wager", seat=1, id=odds, cents=most + 6000)
    assert "the maximum is" in reason and because == cites(f"623a.6({LETTER[line]})", "623a.6(e)", "623a.6(f)")
    hand.wager(odds, most)
    assert hand.refused("wager", seat=1, id=odds, cents=6000)[1] == because


@law("623a.6(f)")
@pytest.mark.parametrize(
    ("line", "point", "stake", "limit", "even"),
    [("pass", 5, 500, 500, 600), ("pass", 6, 700, 700, 1000), ("come", 9, 100, 100, 200), ("dont-pass", 5, 500, 750, 900),
     ("dont-come", 8, 1300, 1560, 1800)],
)  # fmt: skip
def test_623a_6_f_an_excess_that_makes_the_payout_come_out_even(
    line: str, point: int, stake: int, limit: int, even: int
) -> None:
    hand, odds = supported(line, point, stake, "odds.multiple=1")
    too_much = even - 60 if even - 60 > limit else even + 60
    reason, because = hand.refused("wager", seat=1, id=odds, cents=too_much)
    assert f"or ${even // 100}.00 for an even payout" in reason and because[-1] == "623a.6(f)"
    hand.wager(odds, even)
    strict, odds = supported(line, point, stake, "odds.multiple=1", "reading.odds_excess=never")
    assert strict.refused("wager", seat=1, id=odds, cents=even)[1][-1] == "623a.6(f)"


@law("623a.6(f)", "623a.3(b)", "623a.5(i)")
def test_623a_6_f_beyond_the_posted_maximum_only_to_come_out_even() -> None:
    hand, odds = supported("pass", 6, 800, "limits.max_cents=800")
    because = cites("623a.6(a)", "623a.6(e)", "623a.3(b)(2)", "623a.5(i)", "623a.6(f)")
    assert hand.refused("wager", seat=1, id=odds, cents=1100)[1] == because
    hand.wager(odds, 1000)


@law("623a.6(e)", "623a.6(b)", "623a.6(d)")
@pytest.mark.parametrize(
    ("line", "point", "multiple", "most"),
    [("pass", 4, '"2.5"', 2500), ("dont-pass", 4, '"2.5"', 5000), ("pass", 10, '"3-4-5"', 3000), ("pass", 9, '"3-4-5"', 4000),
     ("come", 8, '"3-4-5"', 5000), ("dont-pass", 4, '"3-4-5"', 6000), ("dont-come", 5, '"3-4-5"', 6000),
     ("dont-pass", 6, '"3-4-5"', 6000)],
)  # fmt: skip
def test_623a_6_e_a_multiple_with_a_fraction_or_by_the_point(line: str, point: int, multiple: str, most: int) -> None:
    hand, odds = supported(line, point, 1000, f"odds.multiple={multiple}")
    assert hand.refused("wager", seat=1, id=odds, cents=most + 6000)[1] == cites(
        f"623a.6({LETTER[line]})", "623a.6(e)", "623a.6(f)"
    )
    hand.wager(odds, most)


@law("623a.3(b)", "623a.3(b)(2)", "623a.5(i)", "623a.6(b)", "623a.6(e)")
@pytest.mark.parametrize(
    ("answer", "line", "most"),
    [("amount", "pass", 1000), ("amount", "dont-pass", 1000), ("winnings", "pass", 1000), ("winnings", "dont-pass", 2000),
     ("as-printed", "pass", 10000), ("as-printed", "dont-pass", 20000)],
)  # fmt: skip
def test_623a_3_b_the_posted_maximum_and_supplemental_wagers(answer: str, line: str, most: int) -> None:
    hand, odds = supported(line, 4, 1000, "limits.max_cents=1000", f"reading.odds_maximum={answer}")
    posted = () if answer == "as-printed" else ("623a.3(b)(2)", "623a.5(i)")
    because = cites(f"623a.6({LETTER[line]})", "623a.6(e)", *posted, "623a.6(f)")
    assert hand.refused("wager", seat=1, id=odds, cents=most + 600)[1] == because
    hand.wager(odds, most)


@law("623a.6(b)", "623a.6(d)", "623a.6(e)")
@pytest.mark.parametrize(("line", "letter"), [("dont-pass", "b"), ("dont-come", "d")])
def test_623a_6_b_a_dont_bet_stays_as_long_as_its_odds_need_it(line: str, letter: str) -> None:
    hand, odds = supported(line, 4, 1000, "odds.multiple=1")
    hand.wager(odds, 1000)
    assert hand.do("reduce", seat=1, id=line, cents=500)[0].event == "wager-reduced"
    for do, fields in (("remove", {}), ("reduce", {"cents": 400})):
        reason, because = hand.refused(do, seat=1, id=line, **fields)
        assert f"take down {odds} first" in reason and because == cites(f"623a.6({letter})", "623a.6(e)")
    assert hand.do("remove", seat=1, id=odds)[0].event == "wager-removed"
    assert hand.do("remove", seat=1, id=line)[0].event == "wager-removed"


@law("623a.6(b)(2)", "623a.6(b)(2)(i)")
def test_623a_6_b_2_only_the_line_of_the_point_decides_which_amounts_are_whole() -> None:
    hand, odds = supported("dont-pass", 4, 1000)
    hand.wager(odds, 1000)  # 1 to 2: no multiple of three or six is needed
    other, odds = supported("dont-pass", 6, 1000)
    reason, because = other.refused("wager", seat=1, id=odds, cents=1000)
    assert "5 to 6" in reason and because == cites("623a.6(b)(2)(iii)")
