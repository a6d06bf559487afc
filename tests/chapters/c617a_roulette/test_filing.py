"""617a as the Board filed it on May 12, 2011: 617a.3(e)(1)(i) has the content of the Bulletin's (i) to (iii)."""

from __future__ import annotations

from chapters.c617a_roulette.hands import roulette, rules_of, wager
from houseway.law import cites
from support import law

FILING = ("edition=2011-filing", "five_adjacent=true")


@law("617a.3(e)(1)(i)")
def test_617a_3_e_1_i_of_the_filing_holds_the_bulletins_ii_and_iii() -> None:
    own = rules_of(*FILING).cites
    assert "617a.3(e)(1)(i)" in own and not own & set(cites("617a.3(e)(1)(ii)", "617a.3(e)(1)(iii)"))
    reason, because = roulette(*FILING).refusal(wager("five-adjacent:17", 502))
    assert "it is five equal wagers" in reason and because == cites("617a.3(e)(1)(i)")


@law("617a.3(e)(1)(i)", "617a.5(d)")
def test_617a_3_e_1_i_of_the_filing_pays_like_the_bulletin() -> None:
    ended = {}
    for edition, five in (("2011-filing", "617a.3(e)(1)(i)"), ("2011-proposed", "617a.3(e)(1)(iii)")):
        table = roulette(f"edition={edition}", "five_adjacent=true")
        won = table.settle("five-adjacent:17", 500, pocket="22")
        assert won.because == cites(five, "617a.5(d)", "617a.4(a)")
        ended[edition] = (won.result, won.returned_cents)
    assert ended["2011-filing"] == ended["2011-proposed"] == ("won", 3600)


@law("617a.3(e)(1)(i)", "617a.1(e)(1)")
def test_617a_3_e_1_i_of_the_filing_refuses_a_five_over_a_covered_00() -> None:
    table = roulette(*FILING, "wheel=double-zero-as-single-zero")
    assert table.refusal(wager("five-adjacent:10"))[1] == cites("617a.1(e)(1)", "617a.3(e)(1)(i)")


@law("617a.3(e)(13)")
def test_617a_3_e_13_the_filing_has_the_label_that_the_bulletin_cuts_off() -> None:
    words = {
        edition: next(p.says for p in rules_of(f"edition={edition}").paragraphs if p.cite == "617a.3(e)(13)")
        for edition in ("2011-filing", "2011-proposed")
    }
    assert "cuts off" in words["2011-proposed"] and "cuts off" not in words["2011-filing"]
    won = roulette("edition=2011-filing").settle("1-18", 500, pocket="7")
    assert (won.result, won.returned_cents, won.because) == ("won", 1000, cites("617a.3(e)(13)", "617a.4(a)"))
