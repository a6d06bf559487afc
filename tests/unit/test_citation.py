"""Citations: form, parts, and what lies under what."""

from __future__ import annotations

import pytest

from houseway.law import BadInput, Citation


def test_a_citation_has_parts() -> None:
    cite = Citation("623a.3(a)(1)(i)(A)")
    assert (cite.chapter, cite.section, cite.path, cite.depth) == ("623a", "623a.3", ("a", "1", "i", "A"), 4)
    assert Citation("625a.3").depth == 0
    assert Citation("623a.1[Buy Bet]").depth == 1


def test_what_lies_under_a_paragraph() -> None:
    assert Citation("625a.3(6)").under("625a.3")
    assert Citation("625a.3").under("625a.3")
    assert not Citation("625a.30").under("625a.3")
    assert not Citation("625a.3").under("625a.3(6)")


@pytest.mark.parametrize(
    "text", ["", "625a", "625.3", "625a.3(", "625a.3()", "625a.3 (6)", "§ 625a.3", "625a.3(6)x", "625a.3(toolong)"]
)
def test_what_is_no_citation_is_refused_with_the_right_form(text: str) -> None:
    with pytest.raises(BadInput, match=r"write it like 625a\.3\(6\)"):
        Citation(text)
