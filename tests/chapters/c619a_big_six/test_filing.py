"""619a as the Board filed it on May 12, 2011, with the paragraph that the Bulletin leaves out."""

from __future__ import annotations

from chapters.c619a_big_six.hands import LEAST, ORDER, by_hand
from chapters.harness import floor_step as step
from houseway.compare.texts import text_changes
from houseway.games import find_game, load
from support import law

FILING, PROPOSED, COMMENT = "2011-filing", "2011-proposed", "2011-comment"


@law("619a.1(b)")
def test_619a_1_b_stands_in_the_filing_and_is_borrowed_by_the_others() -> None:
    for edition, borrowed in ((FILING, False), (PROPOSED, True), (COMMENT, True)):
        _, rules = load("big-six", [f"edition={edition}"])
        says = next(p.says for p in rules.paragraphs if p.cite == "619a.1(b)")
        assert ("borrowed from the filing" in says) == borrowed
        assert ("order_of_sections" in rules.readings) == borrowed
        assert rules.names("order") == tuple(ORDER) and rules.cite("order") == "619a.1(b)"


@law("619a.1(b)")
def test_619a_1_b_is_told_by_the_comparison() -> None:
    (change,) = text_changes(find_game("big-six").chapter, FILING, PROPOSED)
    assert [p.cite for p in change.was] == [p.cite for p in change.now] == ["619a.1(b)"]
    assert change.says is not None and "we borrow the paragraph from the filing" in change.says


@law("619a.1(d)")
def test_619a_1_d_is_inspected_under_the_filing_too() -> None:
    (done,) = by_hand(f"edition={FILING}").do(step("619a.1(d)", odds=LEAST))
    assert (done.event, done.cites) == ("step-done", ("619a.1(d)",))
