"""The odds page: every wager, what a change does, a simulation that stops when it is left, best play, a table's night."""

from __future__ import annotations

import re
import time
from typing import Any

from pages.running_pit import PATIENCE_SECONDS, RunningPit
from pages.seeing import expect, look_over, look_over_by_night


def rows(page: Any) -> list[str]:
    return [str(each) for each in page.locator(".sheet tbody tr").all_inner_texts()]


def test_every_wager_is_listed_and_sorted_by_mouse_and_by_keyboard(page: Any) -> None:
    page.goto("/odds/big-six")
    expect(page.locator(".sheet tbody tr")).to_have_count(7)
    assert "11.111%" in rows(page)[0]  # the smallest edge first: $1 at 1 to 1 wins on 24 of 54 sections
    page.get_by_role("button", name="House edge").focus()
    page.keyboard.press("Enter")  # a second time: descending
    expect(page.locator("th[aria-sort=descending]")).to_have_text("House edge")
    assert rows(page) == sorted(rows(page), key=lambda row: -float(re.findall(r"([\d.]+)%", row)[1]))
    page.get_by_role("button", name="Wager", exact=True).click()
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("Wager")
    look_over(page)


def test_a_change_is_judged_at_once_with_its_citation_and_an_unlawful_one_has_no_odds(page: Any) -> None:
    page.goto("/odds/sic-bo")
    page.get_by_text("✓ Lawful").wait_for()
    page.locator("summary", has_text="Payouts").click()
    page.locator("#f-payout-three-of-a-kind").fill("180 to 1")
    page.get_by_text("✗ Not lawful").wait_for()
    for part in ("payout.three-of-a-kind", "which the law fixes", "625a.6(a)"):
        expect(page.locator(".findings li")).to_contain_text(part)
    expect(page.locator("#f-payout-three-of-a-kind")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#panel-wagers")).to_contain_text("Unlawful settings have no odds")
    page.locator("#f-payout-three-of-a-kind").fill("150 to 1")
    page.get_by_text("✓ Lawful").wait_for()


def test_another_wheel_shows_what_it_is_worth_beside_what_it_was(page: Any) -> None:
    page.goto("/odds/roulette")
    page.locator(".sheet tbody tr").first.wait_for()
    page.locator("#f-wheel").select_option("single-zero")
    page.locator(".was", has_text="was 5.263%").first.wait_for()
    expect(page.locator(".sheet tbody tr").first).to_contain_text("2.703%")
    expect(page).to_have_url(re.compile("wheel=single-zero"))  # the link is the result to take along


def test_a_simulation_converges_and_stops_when_the_page_is_left(page: Any, pit: RunningPit) -> None:
    page.goto("/odds/big-six#simulation")
    with page.expect_response(lambda answer: answer.url.endswith("/simulations") and answer.status == 201) as made:
        page.get_by_role("button", name="Start").click()
    run = made.value.json()["id"]
    page.locator(".converging .mean").wait_for()
    first = int(page.locator(".figures dd").first.inner_text().replace(",", ""))
    more = "n => Number(document.querySelector('.figures dd').textContent.replaceAll(',', '')) > n"
    page.wait_for_function(more, arg=first)
    expect(page.locator(".converging .exact")).to_have_count(1)
    page.get_by_role("link", name="Rulebook").click()
    office = pit.api("Ada")
    until = time.monotonic() + PATIENCE_SECONDS
    while (state := office.get(f"/v1/simulations/{run}")["state"]) == "running" and time.monotonic() < until:
        time.sleep(0.05)  # looking keeps it going: only leaving the page can have stopped it
    assert state == "stopped"


def test_best_play_and_a_night_are_told(page: Any) -> None:
    page.goto("/odds/casino-war#strategy")
    page.get_by_text("The best is go-to-war").wait_for()
    look_over_by_night(page)
    page.goto("/odds/big-six#tonight")
    page.get_by_role("button", name="What will it hold?").click()
    page.get_by_text("On average the house wins").wait_for()
    page.locator(".histogram rect").nth(5).wait_for()
    look_over(page)
    page.goto("/odds/big-six#tonight/night/8/60/2*1=5/1*2=10+joker=5")  # two seats on the 1, one on the 2 and the joker
    page.get_by_text("of the $12,000 in wagers").wait_for()  # 480 spins at 2 times $5 and $15
    page.get_by_role("button", name="Take these players away").click()
    page.get_by_role("button", name="What will it hold?").click()
    page.get_by_text("of the $4,800 in wagers").wait_for()
    page.goto("/odds/sic-bo#strategy")
    page.get_by_text("leaves no choice once the wagers are made").wait_for()
