"""The dealer's console: a round by hand, an opening step by step, what is refused and why; and training with its score."""

from __future__ import annotations

import re
from typing import Any

from pages.conftest import PagesPit, click_spot, sign_in


def opened(page: Any, name: str, table: str) -> None:
    sign_in(page, name)
    page.goto(f"/tables/{table}/dealer")
    page.locator(".room.console").wait_for()


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_round_of_roulette_by_hand_is_read_back_and_paid_in_table_order(
    page: Any, pit: PagesPit, browser: Any
) -> None:
    """$5 on 17 pays 35 to 1: $175, which is one $100 chip and three of $25; $5 on red is collected first."""
    opened(page, "Flo", "roulette-hand")
    press(page, "Open the table")
    page.get_by_role("button", name="No more bets").wait_for()
    assert page.locator(".entry").inner_text() == ""  # only what is lawful now
    page.get_by_role("region", name="Players' chips").get_by_label("Dollars").fill("500")
    press(page, "Cash for chips")
    page.get_by_role("region", name="Players' chips").locator("dd", has_text="$500").wait_for()
    click_spot(page, "straight:17")
    page.locator(".stack text", has_text="$5").wait_for()
    click_spot(page, "red")
    page.locator(".stack").nth(1).wait_for()
    page.locator("h1").click()
    page.keyboard.press("n")
    page.get_by_label("Type the result").fill("17")
    page.keyboard.press("Enter")
    assert page.locator(".read-back").inner_text() == "17 black"
    page.keyboard.press("Escape")  # nothing counts before it is committed
    assert pit.api(browser, "Flo").table("roulette-hand")["phase"] == "chance"
    press(page, "Read it back")
    page.keyboard.press("Enter")
    page.locator(".payouts li.won").wait_for()
    first, second = page.locator(".payouts li").all_inner_texts()
    assert "Red, $5: collect $5" in first
    assert "Straight 17, $5: pay $175 1 × $100 + 3 × $25" in second and "§ 617a.4(a)" in second
    assert pit.api(browser, "Flo").table("roulette-hand")["chips"] == {"seat:1": 67_000}


def test_an_opening_by_hand_shows_whose_turn_it_is_and_what_was_done(page: Any, browser: Any, pit: PagesPit) -> None:
    opened(page, "Flo", "big-six-hand")
    page.get_by_label("Procedures").select_option("opening-by-hand")
    press(page, "Open the table")
    page.locator(".step.now").first.wait_for()
    before = page.locator(".step.now").count()
    step = page.locator(".step.now").first
    step.get_by_label("diameter inches").fill("40")
    step.get_by_role("button", name="Done").click()
    page.locator(".do .error", has_text="619a.1(a)").wait_for()  # five feet at least
    page.locator(".step.now").first.get_by_role("button", name="All as it should be").click()
    page.locator(".step.now").first.get_by_role("button", name="Done").click()
    page.locator(".step.done").first.wait_for()
    assert page.locator(".step.now").count() == before - 1
    dealer = pit.api(browser, "Dee").get("/v1/tables/big-six-hand/console")
    assert all(act["do"] != "step" for act in dealer["acts"])  # the floorperson's turn


def test_a_report_lists_its_fields_and_what_follows_is_told(page: Any, browser: Any, pit: PagesPit) -> None:
    found = pit.api(browser, "Dee").get("/v1/tables/craps-hand/reports")
    assert all(each["says"] and each["cite"].startswith("623a.") for each in found["reports"])
    assert any("yes-no" in each["fields"].values() or each["fields"] for each in found["reports"])
    opened(page, "Flo", "craps-hand")
    press(page, "Open the table")
    page.get_by_role("group", name="What may be done now").get_by_role("button").first.wait_for()
    before = page.locator("[aria-label='What happened'][role=log] li").count()
    press(page, "Report it")
    page.locator(".read-back").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_function(
        "n => document.querySelectorAll('[role=log] li').length > n || document.querySelector('.do .error').textContent",
        arg=before,
    )


def test_a_fill_is_for_the_floor_and_has_its_slip(page: Any, browser: Any, pit: PagesPit) -> None:
    floor = pit.api(browser, "Flo")
    floor.send("casino-war-hand", do="open", inventory_cents=1_000_000)
    assert pit.api(browser, "Dee").get("/v1/tables/casino-war-hand/console")["orders"] == []
    opened(page, "Flo", "casino-war-hand")
    panel = page.locator("[aria-label='Fills and credits']")
    panel.get_by_label("Dollars").fill("2500")
    panel.get_by_label("Slip").fill("F-17")
    panel.get_by_role("button", name="Fill").click()
    assert page.locator(".read-back").inner_text() == "$2,500, slip F-17"
    page.keyboard.press("Enter")
    page.locator(".in-sight", has_text="$12,500").wait_for()


def test_training_hides_amounts_marks_payouts_and_acts_and_cites_what_was_missed(
    page: Any, browser: Any, pit: PagesPit
) -> None:
    """A guest trains without an account. The right answers are taken from the recorded settlements."""
    page.goto("/tables/sic-bo-1/dealer")
    press(page, "Open the table")
    press(page, "Have the players bet")
    page.locator(".stack").first.wait_for()
    press(page, "No more bets")
    page.get_by_role("button", name="No more bets", exact=True).wait_for()
    press(page, "No more bets")  # the second time it is too late
    page.locator(".training .answer", has_text="Not now").wait_for()
    assert "Acts in order\n2 of 3" in page.locator(".score").inner_text()
    assert "§ 625a." in page.locator(".training .lines").inner_text()
    page.locator("[data-do=draw]").click()
    page.locator(".question form").wait_for()
    asked = page.locator(".payouts li").all_inner_texts()
    assert asked and all(each.strip().endswith("?") for each in asked)
    settled = [each for each in _told(pit, browser, "sic-bo-1") if each["event"] == "wager-settled"]
    assert len(settled) == len(asked)
    assert page.locator("[data-do=draw]").is_disabled()  # first the payouts
    for each in settled:
        _answer(page, each)
    assert f"Payouts right\n{len(settled)} of {len(settled)} (100%)" in page.locator(".score").inner_text()
    assert not any(each.strip().endswith("?") for each in page.locator(".payouts li").all_inner_texts())
    press(page, "Have the players bet")
    page.locator(".stack").first.wait_for()
    press(page, "No more bets")
    page.locator("[data-do=draw]").click()
    page.locator(".question form").wait_for()
    press(page, "Show me")
    page.locator(".training .answer", has_text="Not so").wait_for()
    assert re.search(rf"Payouts right\n{len(settled)} of {len(settled) + 1}", page.locator(".score").inner_text())


def _told(pit: PagesPit, browser: Any, table: str) -> list[Any]:
    found = pit.api(browser, "Flo").get(f"/v1/tables/{table}/told?limit=400")["events"]
    assert isinstance(found, list)
    return found


def _answer(page: Any, settled: Any) -> None:
    page.locator(".question", has_text=f"Seat {settled['seat']}").wait_for()
    if settled["result"] == "won":
        page.get_by_label("Pay, in dollars").fill(str((settled["returned_cents"] - settled["cents"]) / 100))
        page.keyboard.press("Enter")
    else:
        press(page, "Collect it" if settled["result"] == "lost" else "Give it back")
    page.locator(".training .answer", has_text="Right").wait_for()


def test_training_is_for_practice_and_not_where_others_have_chips(page: Any, browser: Any, pit: PagesPit) -> None:
    floor, anna = pit.api(browser, "Flo"), pit.api(browser, "Anna")
    floor.send("roulette-1", do="open")
    anna.send("roulette-1", do="buy-in", seat=1, cents=50_000)
    anna.send("roulette-1", do="wager", seat=1, id="red", cents=500)
    page.goto("/tables/roulette-1/dealer")
    page.get_by_text("This console is for those who run the table").wait_for()
    assert page.get_by_role("button", name="No more bets", exact=True).count() == 0
    assert page.locator(".training").count() == 0


def test_nothing_is_clipped_on_a_phone(page: Any, pit: PagesPit) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/tables/mini-craps-1/dealer")
    page.locator(".room.console").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_table_is_opened_counted_closed_and_begun_again_from_the_console(
    page: Any, pit: PagesPit, browser: Any
) -> None:
    opened(page, "Flo", "big-six-1")
    page.get_by_label("Table inventory, dollars").fill("50000")
    press(page, "Open the table")
    page.locator(".in-sight", has_text="$50,000").wait_for()
    press(page, "Close the table")
    page.locator(".read-back", has_text="Close the table?").wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("The table is closed", exact=True).wait_for()
    told = page.locator(".do").inner_text()
    assert "Counted: inventory\n$50,000" in told and "Counted: drop box\n$0" in told
    assert page.locator(".felt.unopened").get_attribute("data-says") == "Closed"
    for gone in ("Irregularities and faults", "Players' chips", "Fills and credits"):
        assert page.get_by_role("region", name=gone).count() == 0
    page.get_by_label("Results").select_option("manual")
    press(page, "Begin the next session")
    page.get_by_text("session 2 · results are entered").wait_for()
    assert page.get_by_label("Table inventory, dollars").get_attribute("placeholder") == "50000"  # as it was closed
    press(page, "Open the table")
    press(page, "No more bets")
    page.locator(".groups [data-value='17']").click()
    press(page, "Read it back")
    assert page.locator(".read-back").inner_text().startswith("17: ")  # a section, and what it shows
    page.keyboard.press("Enter")
    page.get_by_role("button", name="No more bets").wait_for()
    assert page.locator(".result .text").inner_text()


def test_the_payouts_of_a_round_are_gone_when_the_next_one_is_played(page: Any, pit: PagesPit, browser: Any) -> None:
    floor, anna = pit.api(browser, "Flo"), pit.api(browser, "Anna")
    floor.send("mini-craps-1", do="open")
    anna.send("mini-craps-1", do="buy-in", seat=1, cents=50_000)
    opened(page, "Flo", "mini-craps-1")
    for wager in ("pass", "field"):
        anna.send("mini-craps-1", do="wager", seat=1, id=wager, cents=500)
    press(page, "No more bets")
    page.locator("[data-do=draw]").click()
    page.locator(".payouts li.won, .payouts li.lost").first.wait_for()
    assert page.get_by_text("Round 1", exact=True).count()
    anna.send("mini-craps-1", do="wager", seat=1, id="field", cents=500)
    page.get_by_text("Nothing is to be paid or collected.").wait_for()
