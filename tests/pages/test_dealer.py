"""The dealer's console: a round by hand, an opening step by step, what is refused and why; and training with its score."""

from __future__ import annotations

import re
from typing import Any

from pages.browser_player import Player, click_spot
from pages.conftest import Window
from pages.running_pit import RunningPit
from pages.seeing import axe, expect, fits, look_over, look_over_by_night
from support import law


def console(page: Any, table: str) -> Any:
    page.goto(f"/tables/{table}/dealer")
    page.locator(".room.console").wait_for()
    return page


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_round_of_roulette_by_hand_is_read_back_and_paid_in_table_order(window: Window, pit: RunningPit) -> None:
    """$5 on 17 pays 35 to 1: $175, which is one $100 chip and three of $25; $5 on red is collected first."""
    table, floor = pit.table("roulette", by_hand=True), pit.api("Flo")
    page = console(window("Flo"), table)
    press(page, "Open the table")
    page.get_by_role("button", name="No more bets").wait_for()
    expect(page.locator(".entry")).to_have_text("")  # only what is lawful now
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
    expect(page.locator(".read-back")).to_have_text("17 black")
    page.keyboard.press("Escape")  # nothing counts before it is committed
    assert floor.table(table)["phase"] == "chance"
    press(page, "Read it back")
    expect(page.locator(".read-back")).to_have_text("17 black")
    page.keyboard.press("Enter")
    lines = page.locator(".payouts li")
    expect(lines).to_have_count(2)
    expect(lines.nth(0)).to_contain_text("Red, $5: collect $5")
    expect(lines.nth(1)).to_contain_text("Straight 17, $5: pay $175 1 × $100 + 3 × $25")
    expect(lines.nth(1)).to_contain_text("§ 617a.4(a)")
    assert floor.table(table)["chips"] == {"seat:1": 67_000}
    look_over(page)
    assert (
        pit.api("Dee").get(f"/v1/tables/{table}/console")["orders"] == []
    )  # a fill is for the floor, and has its slip
    panel = page.locator("[aria-label='Fills and credits']")
    panel.get_by_label("Dollars").fill("2500")
    panel.get_by_label("Slip").fill("F-17")
    panel.get_by_role("button", name="Fill").click()
    expect(page.locator(".read-back")).to_have_text("$2,500, slip F-17")
    page.keyboard.press("Enter")
    page.locator(
        ".in-sight", has_text="$101,830"
    ).wait_for()  # $100,000 less the $670 that the player has, and the fill
    corrects = page.get_by_role("combobox", name="Corrects", exact=True)
    expect(corrects.locator("option", has_text="Seat 1: Straight 17, $5.00, wins $175.00")).to_have_count(1)
    click_spot(page, "red")
    page.get_by_text("Nothing is to be paid or collected.").wait_for()  # the next round has begun


def typed(page: Any, text: str, *, read: str = "") -> None:
    """Type a result, have it read back and commit it."""
    page.get_by_label("Type the result").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator(".read-back")).to_have_text(read or text)
    page.keyboard.press("Enter")
    expect(page.locator(".read-back")).to_have_count(0)


def cannot_come(page: Any, text: str) -> None:
    page.get_by_label("Type the result").fill(text)
    page.keyboard.press("Enter")
    page.locator(".chosen", has_text=f"{text} cannot come").wait_for()


def seated(pit: RunningPit, game: str, wager: str) -> str:
    """A table with real equipment where seat 1, without an account, has wagered $5 and no more bets are taken."""
    table, floor = pit.table(game, by_hand=True, opened=True), pit.api("Flo")
    floor.send(table, do="buy-in", seat=1, cents=50_000)
    floor.send(table, do="wager", seat=1, id=wager, cents=500)
    floor.send(table, do="no-more-bets")
    return table


@law("685a.7(h)", "685a.9(a)")
def test_cards_the_readers_light_and_a_double_down_for_less_are_entered_by_hand(
    window: Window, pit: RunningPit
) -> None:
    """5 and 6 doubled for $2 get a 10: 21 against 6, 4 and 7, which is 17, wins $5 and $2."""
    page = console(window("Flo"), seated(pit, "down-under-blackjack", "bet"))
    cannot_come(page, "1Z")
    typed(page, "? 5h 6S 6d ?", read="? 5H 6S 6D ?")
    cannot_come(page, "green")
    typed(page, "Blue", read="blue")
    seat = page.get_by_role("group", name="Seat 1")
    seat.get_by_label("Double down: dollars").fill("2")
    expect(page.locator(".hand.turn")).to_contain_text("Seat 1: 11")
    look_over_by_night(page)
    seat.get_by_role("button", name="Double down").click()
    typed(page, "10C")
    typed(page, "4C 7D")
    lines = page.locator(".payouts li")
    expect(lines).to_have_count(2)
    expect(page.locator(".payouts")).to_contain_text(
        re.compile(r"Bet Wager, \$5: pay \$5 .*Double Down Wager, \$2: pay \$2 ")
    )


@law("621a.10(a)", "621a.10(j)")
def test_tiles_are_entered_and_set_by_hand_and_a_winner_pays_vigorish(window: Window, pit: RunningPit) -> None:
    """Two pairs beat a dealer without one: $5, and 5% of it is kept."""
    page = console(window("Flo"), seated(pit, "pai-gow", "wager"))
    cannot_come(page, "19")
    typed(page, "9")
    cannot_come(page, "7-7")
    typed(page, "6-6 6-6 1-1 1-1")
    seat = page.get_by_role("group", name="Seat 1")
    seat.get_by_label("High").fill("6-6 6-6")
    seat.get_by_label("Low").fill("1-1, 1-1")
    page.keyboard.press("Enter")
    typed(page, "4-6 1-6 3-1 2-2", read="4-6 1-6 1-3 2-2")
    page.get_by_role("button", name="Dealer: Expose").click()
    expect(page.locator(".payouts li")).to_contain_text("pay $4.75 ($5 less $0.25 vigorish)")


@law("651a.9(e)", "651a.10")
def test_a_dealer_and_a_player_at_one_table_each_in_a_browser(window: Window, pit: RunningPit) -> None:
    """Two 8s tie, and two 9s on the War deal: the Initial Wager is returned, War pays 2 to 1, the Tie Wager on War 10 to 1."""
    table = pit.table("casino-war", by_hand=True)
    page, anna = (
        console(window("Flo"), table),
        Player(window("Anna", 1360, 860, color_scheme="dark", locale="en-US"), table),
    )
    press(page, "Open the table")
    page.locator(".step", has_text="waits for a player with chips").wait_for()
    chips = page.get_by_role("region", name="Players' chips")
    chips.get_by_label("Dollars").fill("500")
    chips.get_by_label("Account of the player").fill("Anna")
    press(page, "Cash for chips")
    anna.look_at()
    anna.has("$500")
    anna.bet("initial@1")
    press(page, "No more bets")
    typed(page, "? 8H 8S")
    anna.page.get_by_role("button", name="Go to war ($5)").click()
    anna.page.locator(".status", has_text="you may add Tie Wager on the War deal").wait_for()
    click_spot(anna.page, "tie@1")
    anna.lies("tie@1")
    press(page, "No more bets")
    typed(page, "? ? ? 9C 9D")
    assert anna.settled(3) == [
        "You: Initial Wager, $5, ↩ returned, $5 back",
        "You: War Wager, $5, ✓ won, paid 2 to 1, +$10",
        "You: Tie Wager on the War deal, $5, ✓ won, paid 10 to 1, +$50",
    ]
    anna.has("$560")
    expect(page.locator(".payouts li")).to_have_count(3)


def test_an_opening_by_hand_shows_whose_turn_it_is_and_what_was_done(window: Window, pit: RunningPit) -> None:
    table = pit.table("big-six", by_hand=True)
    page = console(window("Flo"), table)
    page.get_by_label("Procedures").select_option("opening-by-hand")
    press(page, "Open the table")
    now = page.locator(".step.now")
    now.first.wait_for()
    before = now.count()
    now.first.get_by_label("diameter inches").fill("40")
    now.first.get_by_role("button", name="Done").click()
    page.locator(".do .error", has_text="619a.1(a)").wait_for()  # five feet at least
    now.first.get_by_role("button", name="All as it should be").click()
    now.first.get_by_role("button", name="Done").click()
    page.locator(".step.done").first.wait_for()
    expect(now).to_have_count(before - 1)
    now.nth(1).get_by_role("button", name="All as it should be").click()  # filled in while another step is done
    filled = now.nth(1).locator("input, select").first.input_value()
    assert filled
    now.first.get_by_role("button", name="All as it should be").click()
    now.first.get_by_role("button", name="Done").click()
    expect(now).to_have_count(before - 2)
    expect(now.first.locator("input, select").first).to_have_value(filled)
    dealer = pit.api("Dee").get(f"/v1/tables/{table}/console")
    assert all(act["do"] != "step" for act in dealer["acts"])  # the floorperson's turn


def test_a_report_lists_its_fields_and_what_follows_is_told(window: Window, pit: RunningPit) -> None:
    table = pit.table("craps", by_hand=True, opened=True)
    found = pit.api("Dee").get(f"/v1/tables/{table}/reports")
    assert all(each["says"] and each["cite"].startswith("623a.") for each in found["reports"])
    assert any("yes-no" in each["fields"].values() or each["fields"] for each in found["reports"])
    floor = pit.api("Flo")
    for command in ({"do": "buy-in", "cents": 50_000}, {"do": "wager", "id": "pass", "cents": 500}):
        floor.send(table, seat=1, **command)
    floor.send(table, do="no-more-bets")
    page = console(window("Flo"), table)
    press(page, "Report it")
    page.locator(".read-back").wait_for()
    page.keyboard.press("Enter")
    told = page.locator("[aria-label='What happened'][role=log] li").first
    expect(told).to_contain_text(f"§ {found['reports'][0]['cite']}")
    page.set_viewport_size({"width": 360, "height": 740})
    assert fits(page)
    box, least = page.locator(".pan").bounding_box(), page.locator(".pan > svg").bounding_box()
    assert box["width"] < 360 < least["width"]  # places stay large enough for a finger: the layout moves in its frame


def test_training_hides_amounts_marks_payouts_and_acts_and_cites_what_was_missed(page: Any, pit: RunningPit) -> None:
    """A guest trains without an account. The right answers are taken from the recorded settlements."""
    table = pit.table("sic-bo")
    score, draw = page.locator(".score"), page.locator("[data-do=draw]")
    page.goto(f"/tables/{table}/dealer")
    press(page, "Open the table")
    press(page, "Have the players bet")
    page.locator(".stack").first.wait_for()
    press(page, "No more bets")
    expect(score).to_contain_text("2 of 2")
    press(page, "No more bets")  # the second time it is too late
    page.locator(".training .answer", has_text="Not now").wait_for()
    expect(score).to_contain_text("Acts in order2 of 3")
    expect(page.locator(".training .lines")).to_contain_text("§ 625a.")
    draw.click()
    page.locator(".question form").wait_for()
    assert axe(page) == []
    settled = [each for each in pit.api("Flo").told(table) if each["event"] == "wager-settled"]
    payouts = page.locator(".payouts li")
    expect(payouts).to_have_count(len(settled))
    expect(payouts.filter(has_text=re.compile(r"\?\s*$"))).to_have_count(len(settled))
    expect(draw).to_be_disabled()  # first the payouts
    for count, each in enumerate(settled, 1):
        _answer(page, each)
        expect(score).to_contain_text(f"Payouts right{count} of {count} (100%)")
    expect(payouts.filter(has_text=re.compile(r"\?\s*$"))).to_have_count(0)
    press(page, "Have the players bet")
    page.locator(".stack").first.wait_for()
    press(page, "No more bets")
    draw.click()
    page.locator(".question form").wait_for()
    press(page, "Show me")
    page.locator(".training .answer", has_text="Wrong").wait_for()
    expect(score).to_contain_text(f"Payouts right{len(settled)} of {len(settled) + 1}")


def _answer(page: Any, settled: Any) -> None:
    page.locator(".question", has_text=f"Seat {settled['seat']}").wait_for()
    if settled["result"] == "won":
        page.get_by_label("Pay, in dollars").fill(str((settled["returned_cents"] - settled["cents"]) / 100))
        page.keyboard.press("Enter")
    else:
        press(page, "Collect it" if settled["result"] == "lost" else "Give it back")


def test_training_is_for_practice_and_not_where_others_have_chips(page: Any, pit: RunningPit) -> None:
    table, anna = pit.table("roulette", opened=True), pit.api("Anna")
    anna.send(table, do="buy-in", seat=1, cents=50_000)
    anna.send(table, do="wager", seat=1, id="red", cents=500)
    page.goto(f"/tables/{table}/dealer")
    page.get_by_text("This console is for the crew of the table").wait_for()
    expect(page.get_by_role("button", name="No more bets", exact=True)).to_have_count(0)
    expect(page.locator(".training")).to_have_count(0)


def test_a_table_is_opened_counted_closed_and_begun_again_from_the_console(window: Window, pit: RunningPit) -> None:
    page = console(window("Flo"), pit.table("big-six"))
    page.get_by_label("Table inventory, dollars").fill("50000")
    press(page, "Open the table")
    page.locator(".in-sight", has_text="$50,000").wait_for()
    press(page, "Close the table")
    page.locator(".read-back", has_text="Close the table?").wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("The table is closed", exact=True).wait_for()
    expect(page.locator(".do")).to_contain_text(re.compile(r"Counted: inventory\s*\$50,000"))
    expect(page.locator(".do")).to_contain_text(re.compile(r"Counted: drop box\s*\$0"))
    expect(page.locator(".felt.unopened")).to_have_attribute("data-says", "Closed")
    for gone in ("Irregularities and faults", "Players' chips", "Fills and credits"):
        expect(page.get_by_role("region", name=gone)).to_have_count(0)
    page.get_by_label("Results").select_option("manual")
    press(page, "Begin the next session")
    page.get_by_text("session 2 · results are entered").wait_for()
    inventory = page.get_by_label("Table inventory, dollars")
    expect(inventory).to_have_attribute("placeholder", "50000")  # as it was closed
    press(page, "Open the table")
    press(page, "No more bets")
    page.locator(".groups [data-value='17']").click()
    press(page, "Read it back")
    expect(page.locator(".read-back")).to_have_text(re.compile("^17: "))  # a section, and what it shows
    page.keyboard.press("Enter")
    page.get_by_role("button", name="No more bets").wait_for()
    expect(page.locator(".result .text")).to_contain_text("The clapper rests at")
