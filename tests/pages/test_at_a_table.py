"""A table's page besides whole rounds: refusals, the slip, several people, touch, locks, lost connections."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from pages.browser_player import WHERE, Player, click_spot
from pages.conftest import Sits, Window
from pages.running_pit import RunningPit
from pages.seeing import axe, expect, fits
from support import law, variants

MIDDLE = "node => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"


@law("623a.2(f)(2)", "623a.3(a)(1)", "623a.5(a)")
def test_a_refused_wager_says_why_at_its_place_and_one_that_must_stay_has_a_lock(sits: Sits) -> None:
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
    note.get_by_role("button", name="Dismiss").click()
    me.bet("fire@1")  # from the other end of the table it lies where it is brought
    me.has("$995")
    me.bet("pass")
    me.page.keyboard.press("g")
    me.page.locator(".puck.on").wait_for()  # 3 and 5
    me.page.locator(".stack.locked .lock").nth(1).wait_for()  # the Fire Bet stays too
    expect(me.spot("pass")).to_have_attribute("aria-label", re.compile(r"you have \$5, locked: "))
    expect(me.page.get_by_role("button", name="Clear", exact=True)).to_have_attribute("aria-disabled", "true")
    me.page.keyboard.press("c")
    note.wait_for()  # at the control, in words


def test_by_mouse_and_keys_drag_undo_clear_double_type_and_see_what_it_is_worth(sits: Sits) -> None:
    me = sits("roulette", height=1400)  # nothing is scrolled
    expect(me.page.get_by_role("button", name="Sound off")).to_have_attribute("aria-pressed", "false")
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
    me.page.locator('.spot[tabindex="0"]').focus()
    me.page.keyboard.press("c")
    me.page.get_by_text("$0 on the layout").wait_for()
    me.page.keyboard.press("2")
    me.bet("even")
    me.page.keyboard.press("d")
    me.page.get_by_text("$10 on the layout").wait_for()
    me.page.keyboard.press("u")
    me.page.get_by_text("$5 on the layout").wait_for()
    me.page.keyboard.press("c")
    me.page.get_by_text("$0 on the layout").wait_for()
    me.page.keyboard.press("/")
    me.page.keyboard.type("straight 17 5")
    me.page.keyboard.press("Enter")
    me.page.get_by_text("$5 on the layout").wait_for()
    me.bet("red")
    me.page.get_by_text("What my wagers are worth").click()
    facts = me.page.locator(".slip-facts")
    facts.get_by_text("exactly -1000/19").wait_for()  # $10 at 1/19
    expect(facts).to_contain_text("1/38")  # ahead only on 17, which is black
    expect(facts).to_contain_text("9/19")  # even on red
    me.page.keyboard.press("?")
    me.page.get_by_role("dialog", name="Keys").wait_for()


@law("651a.7(d)")
def test_651a_7_d_what_the_law_refuses_is_disabled_and_a_slip_has_a_value_under_each_strategy(sits: Sits) -> None:
    me = sits("casino-war")
    me.bet(f"initial@{me.seat}")
    for name in ("Undo", "Double", "Clear"):
        button = me.page.get_by_role("button", name=name, exact=True)
        expect(button).to_have_attribute("aria-disabled", "true")
        expect(button).to_have_attribute("title", re.compile("may not be"))
    own = me.page.locator('.spot[tabindex="0"]')
    expect(own).to_have_attribute("data-id", "initial@1")  # Tab leads to one's own
    me.bet("tie@1")
    me.page.get_by_text("What my wagers are worth").click()
    facts = me.page.locator(".slip-facts")
    facts.get_by_role("heading", name="If you play: go to war, best play").wait_for()
    expect(facts).to_contain_text("exactly -104166000/993023")  # $5 at 23138/993023 and $5 at 58/311
    expect(facts).to_contain_text("exactly -34750/311")  # surrender: 23/622 and 58/311
    own.focus()
    me.page.keyboard.press("c")
    me.page.locator(".refusal", has_text="may not be").wait_for()
    me.page.keyboard.press("l")
    me.page.get_by_role("dialog", name="All wagers").wait_for()
    assert axe(me.page) == []  # a refusal and a dialog
    me.page.keyboard.press("Escape")
    expect(own).to_be_focused()


def test_two_browsers_at_one_table_and_two_tabs_of_one_player(sits: Sits) -> None:
    anna = sits("big-six")
    tab = Player(anna.page.context.new_page(), anna.table).look_at()
    ben = sits(table=anna.table)
    anna.bet("2")
    tab.lies("2")
    tab.has("$995")
    tab.page.keyboard.press("u")  # what the other tab did is not this one's to undo
    expect(tab.page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    expect(ben.page.locator(".stack.other")).to_contain_text("$5")
    expect(ben.spot("2")).not_to_have_attribute("aria-label", re.compile("you have"))  # they are hers, not his
    ben.bet("5", "joker")
    expect(anna.page.locator(".stack.other")).to_have_count(2)
    tab.bet("1")
    anna.lies("1")
    for each in (anna, ben):
        expect(each.page.locator(".seats")).to_contain_text(re.compile(r"\$990.*\$990"))
    ben.page.keyboard.press("g")
    both = [each.settled(4) for each in (anna, ben)]
    assert [[line.split(":", 1)[1] for line in lines] for lines in both] == 2 * [
        [
            " $2 symbol, $5, ✕ lost, −$5",
            " $5 symbol, $5, ✕ lost, −$5",
            " Joker, $5, ✕ lost, −$5",
            " $1 symbol, $5, ✓ won, paid 1 to 1, +$5",
        ]
    ]
    assert [sum(line.startswith("You") for line in lines) for lines in both] == [2, 2]
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


@pytest.mark.parametrize("game", variants(day=["pai-gow"], night=["down-under-blackjack"]))
def test_no_frame_shows_a_player_what_lies_face_down_or_is_anothers(sits: Sits, game: str) -> None:
    """On the raw frames of two browsers: burned cards, the hole card, and the tiles of everybody else stay hidden.

    tests/pages/test_tables.py has the hole card of one player; tests/service/test_api_hidden.py has the same byte by byte, for
    every game with an order that is sealed.
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


def test_a_finger_chooses_among_the_wagers_with_a_number_and_a_long_press_never_bets(sits: Sits) -> None:
    me = sits("roulette", **PHONE)
    me.ready()
    assert fits(me.page)
    spin = me.page.get_by_role("button", name="Spin", exact=True).bounding_box()
    assert spin["y"] + spin["height"] <= PHONE["height"]  # in sight without scrolling
    sheet = me.page.get_by_role("dialog", name="Which wager?")
    me.page.touchscreen.tap(*me.page.evaluate(WHERE, "straight:17"))  # a long press, where nothing lies, asks the same
    sheet.wait_for()
    names = sheet.locator(".wagers b").all_inner_texts()
    assert {"Straight 17", "Split 17-18", "Dozen 2", "Column 2", "Four Numbers 16-17-19-20"} <= set(names)
    assert {"Black", "Odd", "1 to 18"} <= set(names) and not {"Red", "Even", "19 to 36"} & set(names)
    assert min(each.bounding_box()["height"] for each in sheet.locator(".wagers .button").all()) >= 44
    sheet.get_by_role("button", name="Split 17-18").click()
    me.lies("split:17-18")
    me.has("$995")
    me.bet("red")
    x, y = me.page.evaluate(WHERE, "red")
    touch = me.page.context.new_cdp_session(me.page)

    def press(until: Callable[[], object]) -> None:  # however long that takes
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        until()
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    press(lambda: me.has("$995"))
    expect(me.page.locator(".spot.held")).to_have_count(0)
    press(lambda: me.page.locator(".spot.held").wait_for(state="attached"))  # where nothing lies, it only asks
    sheet.wait_for()
    me.has("$995")
    expect(me.page.locator(".stack")).to_have_count(1)


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


def test_a_wager_outlives_a_reload_a_restart_of_the_service_and_a_sleeping_tab(
    window: Window, another: RunningPit
) -> None:
    me = Player(window(address=another.address), another.table("sic-bo")).sit()
    me.bet("big")
    me.page.reload()
    me.lies("big")
    me.has("$995")
    another.end()
    expect(me.page.locator("#connection")).to_contain_text("No wager is lost or made twice")
    click_spot(me.page, "small")  # bet while nobody hears it: hollow, and sent when it heals
    me.page.locator(".stack.pending").wait_for()
    asleep = me.page.context.new_cdp_session(me.page)
    asleep.send("Debugger.enable")
    asleep.send("Debugger.pause")  # as in a frozen tab, no script runs
    another.start()
    asleep.send("Debugger.disable")
    me.page.locator("#connection").wait_for(state="hidden")
    me.lies("small")
    me.has("$990")
    _placed_once(me, "big", "small")
    me.page.get_by_role("button", name="Roll", exact=True).click()  # and the round goes on
    assert me.settled(2) == ["You: Big Bet, $5, ✕ lost, −$5", "You: Small Bet, $5, ✓ won, paid 1 to 1, +$5"]  # 2, 6, 2
    me.has("$1,000")


@pytest.mark.nightly
def test_a_connection_that_died_without_a_word_is_replaced(window: Window, pit: RunningPit) -> None:
    """Of the first connection nothing arrives any more; the second dies while nothing wakes the page."""
    page, made, dead = window(), [], set[int]()

    def between(socket: Any) -> None:
        made.append(socket)
        number, service = len(made), socket.connect_to_server()
        socket.on_message(lambda text: None if number in dead else service.send(text))
        service.on_message(lambda text: None if number in dead else socket.send(text))

    page.route_web_socket(re.compile("/socket$"), between)
    me = Player(page, pit.table("sic-bo")).sit()
    me.bet("big")
    dead.add(1)
    click_spot(page, "small")
    page.locator(".stack.pending").wait_for()
    page.evaluate("document.dispatchEvent(new Event('resume'))")  # what a browser tells a page that it has frozen
    me.lies("small")
    dead.add(2)
    click_spot(page, "total-value:10")
    me.lies("total-value:10")  # after some seconds without an answer
    assert len(made) == 3
    me.has("$985")
    _placed_once(me, "big", "small", "total-value:10")


@pytest.mark.nightly
def test_sound_is_off_until_somebody_switches_it_on(sits: Sits) -> None:
    me = sits("big-six")
    me.page.evaluate(
        """() => {
            const Usual = AudioContext;
            window.made = [];
            window.AudioContext = function () { made.push(new Usual()); return made.at(-1); };
        }"""
    )
    me.bet("2")
    assert me.page.evaluate("made.length") == 0
    me.page.get_by_role("button", name="Sound off").click()
    me.bet("5")
    me.page.wait_for_function("() => made.length === 1 && made[0].state === 'running' && made[0].currentTime > 0")
    me.page.reload()
    me.page.get_by_role("button", name="Sound on").wait_for()  # remembered


def _placed_once(me: Player, *wagers: str) -> None:
    placed = {each["seq"]: each["wager"] for each in me.events(me.seen()["seq"]) if each["event"] == "wager-placed"}
    assert sorted(placed.values()) == sorted(wagers)
