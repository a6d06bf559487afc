"""The rulebook: a fragment is scrolled to and marked, a round shows a paragraph, editions side by side, one search for all."""

from __future__ import annotations

import re
from typing import Any

from pages.seeing import expect, look_over


def finds(page: Any, cite: str) -> None:
    """Wait until this paragraph is marked, within the window."""
    expect(page.locator(".paragraph.found")).to_have_id(cite)
    expect(page.locator(".paragraph.found")).to_be_in_viewport()


def test_a_fragment_is_scrolled_to_and_marked_and_another_link_moves_there(page: Any) -> None:
    page.goto("/rules/roulette#617a.5(d)")
    finds(page, "617a.5(d)")
    page.locator(".found .where a", has_text="617a.5(e)").click()
    finds(page, "617a.5(e)")
    assert page.url.endswith("#617a.5(e)")
    page.goto("/rules/roulette#601a.2")
    page.get_by_text("§ 601a.2 is not in Chapter 617a").wait_for()


def test_a_paragraph_shows_where_it_acts_and_a_round(page: Any) -> None:
    page.goto("/rules/big-six#619a.2(e)")
    page.locator(".found").get_by_role("button", name="Show a round").press("Enter")
    expect(page.locator(".found .example .decides").first).to_contain_text("619a.2(e)")
    expect(page.locator(".found .example pre")).to_contain_text('{"do":"open"}')
    look_over(page)
    page.locator(".found").get_by_role("button", name="Hide the round").click()
    expect(page.locator(".example")).to_have_count(0)


def test_two_editions_stand_side_by_side_with_what_changes_for_a_player(page: Any) -> None:
    page.goto("/rules/big-six")
    page.get_by_role("link", name="2011-comment").click()
    expect(page.locator(".change.dropped")).to_contain_text("619a.1(d)")
    expect(page.locator(".answer")).to_have_text(re.compile("^No"))


def test_one_search_looks_through_all_chapters(page: Any) -> None:
    page.goto("/rules")
    page.get_by_label("Search all chapters").fill("shooter")
    page.locator(".hits mark").first.wait_for()
    page.locator(".hits a").first.click()
    expect(page.locator(".paragraph.found")).to_be_in_viewport()
    assert "/rules/craps#623a" in page.url
