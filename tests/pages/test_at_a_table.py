"""What a table's page does besides whole rounds: refusals, the slip, several people, fingers, locks, lost connections."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from pages.conftest import Sits, Window
from pages.playing import WHERE, Player, click_spot
from pages.running_pit import RunningPit
from pages.seeing import expect, fits
from support import law

MIDDLE = "node => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"


def test_a_refused_wager_says_why_at_its_place_and_links_to_the_paragraph(sits: Sits) -> None:
    me = sits("craps")
    me.ready()
    click_spot(me.page, "place-to-win:6")
    note = me.page.locator(".refusal")
    expect(note).to_contain_text("is not paid in whole cents; wager a multiple of $0.06")
    expect(note.get_by_role("link", name="§ 623a.5(a)")).to_have_attribute("href", "/rules/craps#623a.5(a)")
    me.focus("odds:dont-pass")
    me.page.keyboard.press("w")
    note.get_by_text("cannot add odds").wait_for()
    expect(me.spot("odds:dont-pass")).to_have_attribute("aria-disabled", "true")
    me.has("$1,000")


def test_undo_clear_double_repeat_and_a_typed_line(sits: Sits) -> None:
    me = sits("roulette")
    me.bet("even")
    me.page.keyboard.press("d")
    staked = me.page.locator(".money .small", has_text="on the layout")
    me.page.get_by_text("$10 on the layout").wait_for()
    me.page.keyboard.press("u")
    me.page.get_by_text("$5 on the layout").wait_for()
    me.page.keyboard.press("/")
    me.page.keyboard.type("straight 17 25")
    me.page.keyboard.press("Enter")
    me.page.get_by_text("$30 on the layout").wait_for()
    me.page.locator('.spot[tabindex="0"]').focus()
    me.page.keyboard.press("c")
    me.page.get_by_text("$0 on the layout").wait_for()
    assert staked.is_visible()
    me.has("$1,000")
    me.page.keyboard.press("?")
    me.page.get_by_role("dialog", name="Keys").wait_for()


def test_what_the_slip_is_worth_is_exact(sits: Sits) -> None:
    me = sits("roulette")
    me.bet("red", "straight:17")
    me.page.get_by_text("What my wagers are worth").click()
    facts = me.page.locator(".slip-facts")
    facts.get_by_text("exactly -1000/19").wait_for()  # $10 at 1/19
    expect(facts).to_contain_text("1/38")  # ahead only on 17, which is black
    expect(facts).to_contain_text("9/19")  # even on red


def test_a_slip_with_choices_is_worth_something_under_each_strategy(sits: Sits) -> None:
    me = sits("casino-war")
    me.bet("initial@1", "tie@1")
    me.page.get_by_text("What my wagers are worth").click()
    facts = me.page.locator(".slip-facts")
    facts.get_by_role("heading", name="If you play: go to war, best play").wait_for()
    expect(facts).to_contain_text("exactly -104166000/993023")  # $5 at 23138/993023 and $5 at 58/311
    expect(facts).to_contain_text("exactly -34750/311")  # surrender: 23/622 and 58/311


def test_a_wager_is_dragged_to_another_place_and_a_chip_onto_the_layout(sits: Sits) -> None:
    me = sits("roulette", height=1400)  # nothing is scrolled
    me.bet("red")
    red, black, second = (me.page.evaluate(WHERE, each) for each in ("red", "black", "dozen:2"))
    me.page.mouse.move(*red)
    me.page.mouse.down()
    me.page.mouse.move((red[0] + black[0]) / 2, red[1] - 20)
    me.page.mouse.move(*black)
    me.page.mouse.up()
    me.lies("black")
    expect(me.spot("red")).not_to_have_attribute("aria-label", re.compile("you have"))
    me.has("$995")  # moved, and nothing was bet where it was let go
    me.page.mouse.move(*me.page.get_by_role("radio", name="$25 chips").evaluate(MIDDLE))
    me.page.mouse.down()
    me.page.mouse.move(*black)
    me.page.mouse.move(*second)
    me.page.mouse.up()
    me.lies("dozen:2")
    me.has("$970")


def test_625a_6_all_wagers_are_listed_by_what_they_pay_or_cost(sits: Sits) -> None:
    me = sits("sic-bo")
    me.page.locator('.spot[tabindex="0"]').press("l")
    heads = me.page.locator(".wagers .by")
    expect(heads).to_have_text(
        [f"Pays {each} to 1" for each in ("1", "1, 2 or 3", "5", "6", "8", "12", "14", "18", "24", "50", "150")]
    )
    me.page.get_by_label("Order").select_option("edge")
    expect(heads).to_have_count(0)
    expect(me.page.locator(".wagers b").first).to_have_text("Small Bet")  # 1/36, the least


def test_623a_2_f_2_a_fire_bet_from_the_other_end_lies_where_it_is_brought(sits: Sits) -> None:
    me = sits("craps")
    me.bet("fire@1")
    me.has("$995")


def test_two_tabs_of_one_player_show_the_same_seat(sits: Sits) -> None:
    me = sits("big-six")
    again = Player(me.page.context.new_page(), me.table).look_at()
    me.bet("2")
    again.lies("2")
    again.has("$995")
    again.page.keyboard.press("u")  # what the other tab did is not this one's to undo
    expect(again.page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    again.bet("5")
    me.lies("5")
    me.has("$990")


def test_two_browsers_at_one_table_see_each_others_wagers_and_the_same_result(sits: Sits) -> None:
    anna = sits("big-six")
    ben = sits(table=anna.table)
    anna.bet("2")
    expect(ben.page.locator(".stack.other")).to_contain_text("$5")
    expect(ben.spot("2")).not_to_have_attribute("aria-label", re.compile("you have"))  # they are hers, not his
    ben.bet("5", "joker")
    expect(anna.page.locator(".stack.other")).to_have_count(2)
    for each in (anna, ben):
        expect(each.page.locator(".seats")).to_contain_text("$995")
        expect(each.page.locator(".seats")).to_contain_text("$990")
    ben.page.keyboard.press("g")
    both = [each.settled(3) for each in (anna, ben)]
    assert [[line.split(":", 1)[1] for line in lines] for lines in both] == 2 * [
        [" $2 symbol, $5, ✕ lost, −$5", " $5 symbol, $5, ✕ lost, −$5", " Joker, $5, ✕ lost, −$5"]
    ]
    assert [sum(line.startswith("You") for line in lines) for lines in both] == [1, 2]
    for each in (anna, ben):
        each.result("The clapper rests at $1.")


def test_a_whole_round_by_the_keyboard_alone_from_sitting_down_to_the_reason(page: Any, pit: RunningPit) -> None:
    """Tab and Enter, arrows, letters: no pointer, and nothing is focused by a script."""
    me = Player(page, pit.table("roulette")).look_at()
    keys = me.page.keyboard

    def tab_to(what: str) -> None:
        for _ in range(40):
            if me.page.evaluate("what => document.activeElement.matches(what)", what):
                return
            keys.press("Tab")
        raise AssertionError(f"Tab does not lead to {what}")

    me.page.locator(".status", has_text="wagers may be made").wait_for()
    me.page.wait_for_function("() => document.activeElement.id === 'main'")
    tab_to("button.main")
    assert "Sit down" in me.page.evaluate("document.activeElement.textContent")
    keys.press("Enter")
    me.has("$1,000")
    me.page.wait_for_function("() => document.activeElement.matches('.spot')")  # on to the layout
    start = me.page.evaluate("document.activeElement.dataset.id")
    keys.press("3")  # $25 chips
    keys.press("ArrowRight")
    where = me.page.evaluate("document.activeElement.dataset.id")
    assert where != start
    keys.press("Enter")
    me.lies(where)
    me.has("$975")
    keys.press("g")
    (line,) = me.settled(1)
    assert line.startswith("You:") and "$25" in line
    me.result("36, red.")
    tab_to(".reasons summary")
    keys.press("Enter")
    me.page.locator(".reasons li a").first.wait_for()


def faces(told: object, named: tuple[str, ...] = ("cards", "tiles", "high", "low", "face")) -> set[str]:
    """Every card or tile that an event or a view shows."""
    found: set[str] = set()
    if isinstance(told, dict):
        for name, value in told.items():
            listed = value if isinstance(value, list) else [value]
            found |= {each for each in listed if name in named and isinstance(each, str) and each != "?"}
    for each in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        found |= faces(each, named)
    return found


PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
HIDING = {"pai-gow": "wager", "down-under-blackjack": "bet"}  # of what Casino War deals, everything lies open


@pytest.mark.parametrize("game", HIDING)
def test_no_frame_shows_a_player_what_lies_face_down_or_is_anothers(sits: Sits, game: str) -> None:
    """On the raw frames of two browsers: burned cards, the hole card, and the tiles of everybody else stay hidden.

    tests/service/test_api_hidden.py has the same byte by byte, for every game with an order that is sealed.
    """
    anna = sits(game)
    ben = sits(table=anna.table)
    for each in (anna, ben):
        each.bet(f"{HIDING[game]}@{each.seat}")
    anna.page.get_by_role("button", name="Deal", exact=True).click()
    anna.page.locator(".choices.must").wait_for()  # while everything is still hidden
    assert anna.seen()["phase"] == "choices"
    for each, other in ((anna, ben), (ben, anna)):
        view = each.seen()
        told = [event for event in each.events(view["seq"]) if event["round"] == view["round"]]
        withheld = [event for event in told if event["to"] not in ("all", f"seat:{each.seat}")]
        assert all(event["event"] == "withheld" and not faces(event) for event in withheld)
        assert all(event["cards"] == ["?"] for event in told if event["event"] == "card-burned")
        if game == "pai-gow":
            assert withheld
            tiles = {hand["player"]: hand["tiles"] for hand in view["view"]["hands"] if "player" in hand}
            assert len(tiles[each.seat]) == 4 and tiles[other.seat] == 4  # one's own, and only how many the other has
            assert faces(told) == set(tiles[each.seat])
        else:
            dealt = [card for event in told if event.get("place") == "dealer" for card in event["cards"]]
            assert dealt.count("?") == view["view"]["dealer"]["cards"].count("?") == 1
            assert len(dealt) == 2  # and one that lies open


def test_a_finger_chooses_among_the_wagers_with_a_number(sits: Sits) -> None:
    me = sits("roulette", **PHONE)
    me.ready()
    assert fits(me.page)
    sheet = me.page.get_by_role("dialog", name="Which wager?")
    me.page.touchscreen.tap(*me.page.evaluate(WHERE, "straight:17"))  # a long press, where nothing lies, asks the same
    sheet.wait_for()
    names = sheet.locator(".wagers b").all_inner_texts()
    assert {"Straight 17", "Split 17-18", "Dozen 2", "Column 2", "Four Numbers 16-17-19-20"} <= set(names)
    assert min(each.bounding_box()["height"] for each in sheet.locator(".wagers .button").all()) >= 44
    sheet.get_by_role("button", name="Split 17-18").click()
    me.lies("split:17-18")
    me.has("$995")


def test_a_long_press_takes_a_wager_down_and_never_bets(sits: Sits) -> None:
    me = sits("roulette", **PHONE)
    me.bet("red")
    x, y = me.page.evaluate(WHERE, "red")
    touch = me.page.context.new_cdp_session(me.page)

    def press(until: Callable[[], object]) -> None:  # however long that takes
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        until()
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    press(lambda: me.has("$1,000"))
    expect(me.page.locator(".spot.held")).to_have_count(0)
    press(lambda: me.page.locator(".spot.held").wait_for(state="attached"))  # where nothing lies, it only asks
    me.page.get_by_role("dialog", name="Which wager?").wait_for()
    me.has("$1,000")
    expect(me.page.locator(".stack")).to_have_count(0)


def test_a_finger_drags_tiles_to_the_high_hand(sits: Sits) -> None:
    me = sits("pai-gow", **PHONE)
    me.bet(f"wager@{me.seat}")
    me.page.get_by_role("button", name="Deal", exact=True).click()
    me.page.locator(".setter .tile").first.wait_for()
    touch = me.page.context.new_cdp_session(me.page)
    high = me.page.locator(".zone").first
    for n in range(2):
        tile, zone = me.page.locator(f'[data-tile="{n}"]').bounding_box(), high.bounding_box()
        assert tile["x"] + tile["width"] <= 360 and zone["x"] + zone["width"] <= 360  # nothing is clipped
        begin = {"x": tile["x"] + tile["width"] / 2, "y": tile["y"] + tile["height"] / 2}
        end = {"x": zone["x"] + zone["width"] / 2, "y": zone["y"] + zone["height"] / 2}
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [begin]})
        for part in (0.3, 0.7, 1.0):
            point = {axis: begin[axis] + (end[axis] - begin[axis]) * part for axis in ("x", "y")}
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        me.page.locator(f'.zone >> nth=0 >> [data-tile="{n}"]').wait_for()
    expect(high.locator(".tile")).to_have_count(2)


@law("623a.3(a)(1)")
def test_623a_3_a_1_a_wager_that_must_stay_has_a_lock_and_says_so(sits: Sits) -> None:
    me = sits("craps")
    me.bet("pass")
    me.page.keyboard.press("g")
    me.page.locator(".puck.on").wait_for()  # 3 and 5
    me.page.locator(".stack.locked .lock").wait_for()
    expect(me.spot("pass")).to_have_attribute("aria-label", re.compile(r"you have \$5, locked: "))
    expect(me.page.get_by_role("button", name="Clear", exact=True)).to_have_attribute("aria-disabled", "true")
    me.page.keyboard.press("c")
    me.page.locator(".refusal").wait_for()  # at the control, in words


@law("651a.7(d)")
def test_651a_7_d_undo_and_double_are_disabled_with_the_reason_where_the_law_refuses_them(sits: Sits) -> None:
    me = sits("casino-war")
    me.bet(f"initial@{me.seat}")
    for name in ("Undo", "Double", "Clear"):
        button = me.page.get_by_role("button", name=name, exact=True)
        expect(button).to_have_attribute("aria-disabled", "true")
        expect(button).to_have_attribute("title", re.compile("may not be"))
    expect(me.page.locator('.spot[tabindex="0"]')).to_have_attribute("data-id", "initial@1")  # Tab leads to one's own


def test_a_wager_outlives_a_reload_and_a_restart_of_the_service(window: Window, another: RunningPit) -> None:
    me = Player(window(address=another.address), another.table("sic-bo")).sit()
    me.bet("big")
    me.page.reload()
    me.lies("big")
    me.has("$995")
    another.end()
    expect(me.page.locator("#connection")).to_contain_text("No wager is lost or made twice")
    click_spot(me.page, "small")  # bet while nobody hears it: hollow, and sent when it heals
    me.page.locator(".stack.pending").wait_for()
    another.start()
    me.page.locator("#connection").wait_for(state="hidden")
    me.lies("small")
    me.has("$990")
    placed = {each["seq"]: each["wager"] for each in me.events(me.seen()["seq"]) if each["event"] == "wager-placed"}
    assert sorted(placed.values()) == ["big", "small"]
