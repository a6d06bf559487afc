"""651a as the Board filed it on May 12, 2011: where its numbers and words are not the Bulletin's."""

from __future__ import annotations

from chapters.c651a_casino_war.hands import COMMENT, EDITIONS, PROPOSED, asked, cards, to_war, wager, war
from chapters.harness import NO_MORE_BETS, done, settled
from houseway.compare.texts import reworded
from houseway.games import find_game, load
from houseway.law import cites
from support import law

FILING = "2011-filing"
ODDS = ("651a.10(a)", "651a.10(a)(1)", "651a.10(a)(2)", "651a.10(a)(3)")


def says(edition: str, cite: str) -> str:
    _, rules = load("casino-war", [f"edition={edition}"])
    return next(p.says for p in rules.paragraphs if p.cite == cite)


@law("651a.3(c)(6)")
def test_651a_3_c_6_is_the_bulletins_5() -> None:
    table = war(FILING, "shuffler=batch", procedure="by-hand")
    assert "651a.3(c)(5)" not in table.rules.cites
    assert not any("651a.3(c)(6)" in war(edition).rules.cites for edition in EDITIONS)
    shuffle = table.rules.procedure("shuffle").steps_for({"shuffler": "batch"}, table.rules.cites)
    assert "651a.3(c)(6)" in {step.cite for step in shuffle} and "651a.3(c)(5)" not in {step.cite for step in shuffle}
    assert asked(table)


@law("651a.10(a)(1)", "651a.10(a)(2)")
def test_651a_10_a_1_and_2_pay_the_original_deal() -> None:
    table = war(FILING)
    done(table, wager(1), wager(1, 200, "tie"), wager(2), NO_MORE_BETS)
    rows = settled(done(table, cards("?", "7H", "9H", "7C")))
    assert (1, "tie", "won", 2200, cites("651a.9(a)(3)", "651a.10(a)(2)")) in rows
    assert (2, "initial", "won", 2000, cites("651a.9(a)(2)", "651a.10(a)(1)")) in rows


@law("651a.10(a)(3)", "651a.10(a)")
def test_651a_10_a_3_pays_a_war_like_the_bulletin() -> None:
    for dealt, odds in ((("KH", "QC"), 3), (("KH", "KC"), 4)):
        paid = {}
        for edition in (FILING, PROPOSED):
            table = war(edition)
            done(table, wager(1), NO_MORE_BETS, cards("?", "7H", "7C"), to_war(1))
            (row,) = [row for row in settled(done(table, cards("?", "?", "?", *dealt))) if row[1] == "war"]
            paid[edition] = (row[:4], table.table.chips(1))
            assert row[3] == 1000 * odds and row[4][-1] == ("651a.10(a)(3)" if edition == FILING else "651a.10(3)")
        assert paid[FILING] == paid[PROPOSED]
    assert not any(cite in war(edition).rules.cites for cite in ODDS for edition in EDITIONS)


@law("651a.4(e)", "651a.5(a)")
def test_651a_4_e_and_5_a_only_the_bulletin_says_preshuffled() -> None:
    for cite in ("651a.4(e)", "651a.5(a)"):
        assert "preshuffled" in says(PROPOSED, cite)
        assert all("reshuffled" in says(e, cite) and "preshuffled" not in says(e, cite) for e in (FILING, COMMENT))


@law("651a.4(a)")
def test_651a_4_a_the_comment_names_another_exemption_and_is_read_as_meaning_e() -> None:
    assert "except as (c) provides" in says(COMMENT, "651a.4(a)") and "(e)" in says(FILING, "651a.4(a)")
    _, rules = load("casino-war", [f"edition={COMMENT}"])
    assert rules.reading("exemption_named") == "subsection-e"
    table = war(COMMENT, "preshuffled=true", procedure="by-hand")
    assert "651a.4(a)" not in {cite for cite, _ in asked(table)}


@law("651a.5(c)")
def test_651a_5_c_no_player_accepts_in_the_filing_one_does_not_in_the_bulletin() -> None:
    """Two texts, one rule: the offer goes around in both, and the Bulletin's words are a reading."""
    told: dict[str, str] = {
        cite: each.says for each in reworded(find_game("casino-war").chapter, FILING, PROPOSED) for cite in each.cites
    }
    assert "if no player accepts (filing), or if a player does not accept" in told["651a.5(c)"]
    assert load("casino-war", [f"edition={PROPOSED}"])[1].reading("one_refusal") == "nobody-accepts"
    assert "one_refusal" not in load("casino-war", [f"edition={FILING}"])[1].readings
