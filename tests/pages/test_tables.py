"""A person plays a whole round of every game by mouse and another by keyboard; the money is worked out by hand.

By day: a wheel, two and three dice, tiles, and cards with choices.

Each test has tables of its own. They draw from a seed, so that each round is known. A seat begins with $1,000, and each click or
Enter bets one $5 chip.
"""

from __future__ import annotations

import re

import pytest

from pages.conftest import Sits
from pages.seeing import expect, look_over, look_over_by_night
from support import law


def test_roulette_by_mouse_and_by_keyboard(sits: Sits) -> None:
    me = sits("roulette")
    me.bet("straight:36", "red", "split:1-2")
    me.page.get_by_role("button", name="Spin", exact=True).click()
    me.badges("✓ +$175", "✓ +$5", "✕ −$5")  # at their places
    assert me.settled(3) == [  # 36, red: 35 to 1 is $175, 1 to 1 is $5, and the split loses
        "You: Split 1-2, $5, ✕ lost, −$5",
        "You: Straight 36, $5, ✓ won, paid 35 to 1, +$175",
        "You: Red, $5, ✓ won, paid 1 to 1, +$5",
    ]
    me.result("36, red.")
    me.has("$1,175")
    me.type_bet("straight:22", "dozen:2", "four-numbers:1-2-4-5")
    me.page.keyboard.press("g")
    assert me.settled(6)[3:] == [  # 22, black: 35 to 1 is $175, 2 to 1 is $10, and the corner loses
        "You: Four Numbers 1-2-4-5, $5, ✕ lost, −$5",
        "You: Straight 22, $5, ✓ won, paid 35 to 1, +$175",
        "You: Dozen 2, $5, ✓ won, paid 2 to 1, +$10",
    ]
    me.has("$1,355")  # 1175 - 15 + 180 + 15
    why = me.page.locator(".lines details").nth(1)
    why.locator("summary").click()
    why.get_by_role("link", name="§ 617a.4(a)").wait_for()
    look_over(me.page)


def test_craps_by_mouse_and_by_keyboard(sits: Sits) -> None:
    me = sits("craps")
    me.bet("pass")
    me.page.get_by_role("button", name="Roll", exact=True).click()
    expect(me.page.locator(".puck.on")).to_have_attribute("aria-label", "The puck is on 8")
    me.result("3 and 5: 8.")  # the point; nothing is decided
    me.has("$995")
    me.type_bet("come", "odds:pass")
    me.page.keyboard.press("g")
    assert me.settled(2) == [  # 2 and 6: the point is made, and odds on an 8 pay 6 to 5; the Come Bet moves to the 8
        "You: Pass Bet, $5, ✓ won, paid 1 to 1, +$5",
        "You: Odds on the Pass Bet, $5, ✓ won, paid 6 to 5, +$6",
    ]
    me.has("$1,006")  # 1000 + 5 + 6, less $5 that lies on the 8
    expect(me.page.locator(".lines")).to_contain_text("Come Bet moves to the 8")
    expect(me.spot("odds:come:8")).to_have_attribute("aria-label", re.compile("you have \\$5"))
    look_over_by_night(me.page)


@pytest.mark.nightly
def test_mini_craps_by_mouse_and_by_keyboard(sits: Sits) -> None:
    me = sits("mini-craps")
    me.bet("dont-pass", "field")
    me.page.get_by_role("button", name="Roll", exact=True).click()
    assert me.settled(1) == ["You: Field Bet, $5, ✕ lost, −$5"]  # 3 and 5: an 8 is not in the field, and is the point
    me.type_bet("hardway:8")
    me.page.keyboard.press("g")
    assert me.settled(3)[1:] == [  # 2 and 6: the point is made, and not the hard way
        "You: Don't Pass Bet, $5, ✕ lost, −$5",
        "You: Eight The Hardway Bet, $5, ✕ lost, −$5",
    ]
    me.has("$985")


@law("625a.6")
def test_sic_bo_by_mouse_and_by_keyboard(sits: Sits) -> None:
    me = sits("sic-bo")
    me.page.locator('.spot[tabindex="0"]').press("l")  # all wagers, by what they pay or cost
    heads = me.page.locator(".wagers .by")
    expect(heads).to_have_text(
        [f"Pays {each} to 1" for each in ("1", "1, 2 or 3", "5", "6", "8", "12", "14", "18", "24", "50", "150")]
    )
    me.page.get_by_label("Order").select_option("edge")
    expect(heads).to_have_count(0)
    expect(me.page.locator(".wagers b").first).to_have_text("Small Bet")  # 1/36, the least
    me.page.keyboard.press("Escape")
    me.bet("small", "total-value:10", "one-of-a-kind:2")
    me.page.locator("button.main:visible").click()
    assert me.settled(3) == [  # 2, 6, 2: total 10 pays 6 to 1, two 2s pay 2 to 1
        "You: Small Bet, $5, ✓ won, paid 1 to 1, +$5",
        "You: Total of 10, $5, ✓ won, paid 6 to 1, +$30",
        "You: One 2, $5, ✓ won, paid 2 to 1, +$10",
    ]
    me.has("$1,045")
    me.page.locator(".spot.lit").nth(3).wait_for()  # the areas that won stay lit until somebody bets
    me.type_bet("big", "two-dice-combination:1-2")
    me.page.keyboard.press("g")
    assert me.settled(5)[3:] == [  # 5, 6, 3: total 14
        "You: Combination 1-2, $5, ✕ lost, −$5",
        "You: Big Bet, $5, ✓ won, paid 1 to 1, +$5",
    ]
    me.has("$1,045")


@pytest.mark.nightly
def test_big_six_by_mouse_and_by_keyboard(sits: Sits) -> None:
    me = sits("big-six")
    me.bet("1", "joker")
    me.page.get_by_role("button", name="Spin", exact=True).click()
    assert me.settled(2) == ["You: Joker, $5, ✕ lost, −$5", "You: $1 symbol, $5, ✓ won, paid 1 to 1, +$5"]
    me.has("$1,000")
    me.type_bet("2", "5")
    me.page.keyboard.press("g")
    assert me.settled(4)[2:] == ["You: $2 symbol, $5, ✕ lost, −$5", "You: $5 symbol, $5, ✓ won, paid 5 to 1, +$25"]
    me.has("$1,020")


@pytest.mark.nightly
def test_casino_war_by_mouse_and_by_keyboard(sits: Sits) -> None:
    me = sits("casino-war")
    me.bet("initial@1", "tie@1")
    me.page.get_by_role("button", name="Deal", exact=True).click()
    assert me.settled(2) == [  # a 6 beats the dealer's 5
        "You: Initial Wager, $5, ✓ won, paid 1 to 1, +$5",
        "You: Tie Wager, $5, ✕ lost, −$5",
    ]
    cards = me.page.locator(".hands .playing-card")  # of the last round, the dealer's first
    expect(cards).to_have_count(2)
    expect(cards.nth(0)).to_have_attribute("aria-label", "5 of clubs")
    expect(cards.nth(1)).to_have_attribute("aria-label", "6 of diamonds")
    me.has("$1,000")
    me.type_bet("initial@1")
    me.page.keyboard.press("g")
    assert me.settled(3)[2:] == ["You: Initial Wager, $5, ✕ lost, −$5"]  # the dealer has a queen
    me.has("$995")


def test_pai_gow_by_mouse_and_by_keyboard(sits: Sits) -> None:
    me = sits("pai-gow")
    me.bet("wager@1")
    me.page.get_by_role("button", name="Deal", exact=True).click()
    tiles = me.page.locator(".setter .tile")
    expect(tiles).to_have_count(4)
    names = [each.get_attribute("aria-label").split(",")[0] for each in tiles.all()]
    assert names == ["tile 1: 1-3", "tile 2: 3-5", "tile 3: 5-5", "tile 4: 4-6"]
    high = me.page.locator(".zone").first
    me.page.locator('[data-tile="0"]').drag_to(high)
    me.page.locator('[data-tile="1"]').drag_to(high)
    me.page.get_by_role("button", name="Set", exact=True).click()
    me.page.get_by_role("button", name="Surrender").wait_for()  # one may; whoever goes on does not
    me.page.get_by_role("button", name="Go on").click()
    assert me.settled(1) == ["You: Pai Gow Wager, $5, ✕ lost, −$5"]  # a 2 over a 0 against two pairs
    me.has("$995")
    me.type_bet("wager@1")
    me.page.keyboard.press("g")
    me.page.locator(".setter .tile").first.wait_for()
    me.page.locator(".setter .tile").first.focus()
    me.page.keyboard.press("1")
    me.page.keyboard.press("2")
    expect(me.page.locator('.setter .tile[aria-pressed="true"]')).to_have_count(2)
    me.page.get_by_role("button", name="Set it the house way").press("Enter")
    me.page.get_by_role("button", name="Go on").press("Enter")
    assert me.settled(2)[1:] == [  # 5% of a winner's $5 is the house's
        "You: Pai Gow Wager, $5, ✓ won, paid 1 to 1, vigorish $0.25, +$4.75"
    ]
    me.has("$999.75")


def test_down_under_blackjack_by_mouse_and_by_keyboard_and_no_frame_has_the_hole_card(sits: Sits) -> None:
    me = sits("down-under-blackjack")
    me.bet("bet@1", "match-the-dealer@1")
    me.page.get_by_role("button", name="Deal", exact=True).click()
    stand = me.page.get_by_role("button", name="Stand")
    stand.wait_for()
    lamp = me.page.locator(".lamp")
    expect(lamp).to_have_attribute("aria-label", "The reader lights yellow: the hole card is large")
    expect(lamp).to_contain_text("yellow")
    me.page.get_by_role("button", name="What is each worth?").click()
    expect(me.page.locator(".worth")).to_contain_text(re.compile("Best play: .*stand [+-]0"))
    look_over_by_night(me.page)
    assert me.settled(1) == ["You: Match-the-Dealer Wager, $5, ✕ lost, −$5"]
    me.page.reload()  # in the middle of the round: the cards lie there, and it is still one's turn
    stand.wait_for()
    expect(me.page.locator(".hand.turn")).to_contain_text("16")
    before = "".join(me.frames)
    assert '"QC"' not in before  # the hole card is the queen of clubs, and only the reader has seen it
    assert "queen of clubs" not in before
    stand.click()
    assert me.settled(1) == ["You: Bet Wager, $5, ✕ lost, −$5"]  # 16 against 5, queen, 2: the dealer has 17
    me.has("$990")
    assert '"QC"' in "".join(me.frames)
    me.type_bet("bet@1")
    me.page.keyboard.press("g")
    stand.wait_for()
    me.page.get_by_label("Double down: dollars").fill("2.50")  # for less than the wager
    me.page.keyboard.press("Enter")
    assert me.settled(3)[1:] == [  # 18 gets the 3: 21, which the dealer's jack and 6 cannot beat
        "You: Bet Wager, $5, ✓ won, paid 1 to 1, +$5",
        "You: Double Down Wager, $2.50, ✓ won, paid 1 to 1, +$2.50",
    ]
    me.has("$997.50")
