"""The rulebook: a fragment is scrolled to and marked, a round shows a paragraph, editions side by side, one search for all."""

from __future__ import annotations

from typing import Any

import pytest

from pages.conftest import PagesPit
from pages.serving import fits, window
from support import variants


def seen(page: Any) -> bool:
    """Is the marked paragraph within the window?"""
    top, high = page.evaluate("[document.querySelector('.found').getBoundingClientRect().top, innerHeight]")
    return bool(0 <= top < high)


def test_a_fragment_is_scrolled_to_and_marked_and_another_link_moves_there(page: Any) -> None:
    page.goto("/rules/roulette#617a.5(d)")
    page.locator(".paragraph.found").wait_for()
    assert page.locator(".paragraph.found").get_attribute("id") == "617a.5(d)" and seen(page)
    page.locator(".found .where a", has_text="617a.5(e)").click()
    assert page.locator(".paragraph.found").get_attribute("id") == "617a.5(e)" and seen(page)
    assert page.url.endswith("#617a.5(e)")
    page.goto("/rules/roulette#601a.2")
    page.get_by_text("§ 601a.2 is not in Chapter 617a").wait_for()


def test_a_paragraph_shows_where_it_acts_and_a_round(page: Any) -> None:
    page.goto("/rules/big-six#619a.2(e)")
    page.locator(".found").get_by_role("button", name="Show a round").press("Enter")
    told = page.locator(".found .example .decides").first
    told.wait_for()
    assert "619a.2(e)" in told.inner_text()
    assert '{"do":"open"}' in page.locator(".found .example pre").text_content()
    page.locator(".found").get_by_role("button", name="Hide the round").click()
    assert page.locator(".example").count() == 0


def test_two_editions_stand_side_by_side_with_what_changes_for_a_player(page: Any) -> None:
    page.goto("/rules/big-six")
    page.get_by_role("link", name="2011-comment").click()
    page.locator(".change.dropped").wait_for()
    assert "619a.1(d)" in page.locator(".change.dropped").inner_text()
    page.locator(".answer").wait_for()
    assert page.locator(".answer").inner_text().startswith("No")


def test_one_search_looks_through_all_chapters(page: Any) -> None:
    page.goto("/rules")
    page.get_by_label("Search all chapters").fill("shooter")
    page.locator(".hits mark").first.wait_for()
    page.locator(".hits a").first.click()
    page.locator(".paragraph.found").wait_for()
    assert "/rules/craps#623a" in page.url and seen(page)


@pytest.mark.parametrize("width", variants(day=[360], night=[2560]))
def test_nothing_is_wider_than_the_window(pit: PagesPit, browser: Any, width: int) -> None:
    with window(pit, browser, width) as page:
        for path in ("/rules", "/rules/pai-gow", "/rules/big-six?was=2011-proposed&now=2011-comment"):
            page.goto(path)
            page.locator("main h1").wait_for()
            page.wait_for_timeout(300)
            assert fits(page), path
