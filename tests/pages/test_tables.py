"""A person plays a whole round of every game by mouse and another by keyboard; the money is worked out by hand.

The pit draws from a seed, so that each round is known. A seat begins with $1,000, and each click or Enter bets one $5 chip.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pages.playing import PATIENCE_MS, WHERE, Player, Served
from support import law

Sits = Callable[..., Player]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Served]:
    """`houseway serve --seed 7` with no game named: a table of each."""
    del browser  # without one, no pit is started
    running = Served(tmp_path_factory.mktemp("served"))
    running.start()
    yield running
    running.end()


@pytest.fixture
def sits(browser: Any, served: Served) -> Iterator[Sits]:
    """A new guest in a window of their own who takes a seat. An error in a page's code fails the test."""
    contexts, wrong = [], []

    def seated(table: str, sit: bool = True, **options: Any) -> Player:
        window = {"viewport": {"width": 1360, "height": 860}, "reduced_motion": "reduce", **options}
        context = browser.new_context(base_url=served.address, **window)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda told: wrong.append(told.text) if "Content Security" in told.text else None)
        return Player(page).sit(table) if sit else Player(page).look_at(table)

    yield seated
    for context in contexts:
        context.close()
    assert not wrong, wrong


def test_roulette_by_mouse_and_by_keyboard(sits: Sits) -> None:
    me = sits("roulette-1")
    me.bet("straight:36", "red", "split:1-2")
    me.page.get_by_role("button", name="Spin", exact=True).click()
    assert me.settled(3) == [  # 36, red: 35 to 1 is $175, 1 to 1 is $5, and the split loses
        "You: Split 1-2, $5, ✕ lost, −$5",
        "You: Straight 36, $5, ✓ won, paid 35 to 1, +$175",
        "You: Red, $5, ✓ won, paid 1 to 1, +$5",
    ]
    assert me.result() == "36, red."
    me.has("$1,175")
    assert sorted(me.page.locator(".badge").all_text_contents()) == ["✓ +$175", "✓ +$5", "✕ −$5"]  # at their places
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


def test_craps_by_mouse_and_by_keyboard(sits: Sits) -> None:
    me = sits("craps-1")
    me.bet("pass")
    me.page.get_by_role("button", name="Roll", exact=True).click()
    me.page.locator(".puck.on").wait_for()
    assert me.result() == "3 and 5: 8."  # the point; nothing is decided
    assert me.page.locator(".puck").get_attribute("aria-label") == "The puck is on 8"
    me.has("$995")
    me.type_bet("come", "odds:pass")
    me.page.keyboard.press("g")
    assert me.settled(
        2
    ) == [  # 2 and 6: the point is made, $5, and odds on an 8 pay 6 to 5, $6; the Come Bet moves to the 8
        "You: Pass Bet, $5, ✓ won, paid 1 to 1, +$5",
        "You: Odds on the Pass Bet, $5, ✓ won, paid 6 to 5, +$6",
    ]
    me.has("$1,006")  # 1000 + 5 + 6, less $5 that lies on the 8
    assert "Come Bet moves to the 8" in me.page.inner_text(".lines")
    assert "you have $5" in me.page.get_attribute('.spot[data-id="odds:come:8"]', "aria-label")


def test_mini_craps_by_mouse_and_by_keyboard(sits: Sits) -> None:
    me = sits("mini-craps-1")
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


def test_sic_bo_by_mouse_and_by_keyboard(sits: Sits) -> None:
    me = sits("sic-bo-1")
    me.bet("small", "total-value:10", "one-of-a-kind:2")
    me.page.locator("button.main:visible").click()
    assert me.settled(3) == [  # 2, 6, 2: total 10 pays 6 to 1, two 2s pay 2 to 1
        "You: Small Bet, $5, ✓ won, paid 1 to 1, +$5",
        "You: Total of 10, $5, ✓ won, paid 6 to 1, +$30",
        "You: One 2, $5, ✓ won, paid 2 to 1, +$10",
    ]
    me.has("$1,045")
    assert me.page.locator(".spot.lit").count() > 3  # the areas that won stay lit until somebody bets
    me.type_bet("big", "two-dice-combination:1-2")
    me.page.keyboard.press("g")
    assert me.settled(5)[3:] == [  # 5, 6, 3: total 14
        "You: Combination 1-2, $5, ✕ lost, −$5",
        "You: Big Bet, $5, ✓ won, paid 1 to 1, +$5",
    ]
    me.has("$1,045")


def test_big_six_by_mouse_and_by_keyboard(sits: Sits) -> None:
    me = sits("big-six-1")
    me.bet("1", "joker")
    me.page.get_by_role("button", name="Spin", exact=True).click()
    assert me.settled(2) == ["You: Joker, $5, ✕ lost, −$5", "You: $1 symbol, $5, ✓ won, paid 1 to 1, +$5"]
    me.has("$1,000")
    me.type_bet("2", "5")
    me.page.keyboard.press("g")
    assert me.settled(4)[2:] == ["You: $2 symbol, $5, ✕ lost, −$5", "You: $5 symbol, $5, ✓ won, paid 5 to 1, +$25"]
    me.has("$1,020")


def test_casino_war_by_mouse_and_by_keyboard(sits: Sits) -> None:
    me = sits("casino-war-1")
    me.bet("initial@1", "tie@1")
    me.page.get_by_role("button", name="Deal", exact=True).click()
    assert me.settled(2) == [  # a 6 beats the dealer's 5
        "You: Initial Wager, $5, ✓ won, paid 1 to 1, +$5",
        "You: Tie Wager, $5, ✕ lost, −$5",
    ]
    cards = me.page.locator(".hands .playing-card")
    cards.nth(1).wait_for()
    shown = [each.get_attribute("aria-label") for each in cards.all()]
    assert shown == ["5 of clubs", "6 of diamonds"]  # of the last round, the dealer's first
    me.has("$1,000")
    me.type_bet("initial@1")
    me.page.keyboard.press("g")
    assert me.settled(3)[2:] == ["You: Initial Wager, $5, ✕ lost, −$5"]  # the dealer has a queen
    me.has("$995")


def test_pai_gow_by_mouse_and_by_keyboard(sits: Sits) -> None:
    me = sits("pai-gow-1")
    me.bet("wager@1")
    me.page.get_by_role("button", name="Deal", exact=True).click()
    tiles = me.page.locator(".setter .tile")
    tiles.first.wait_for()
    names = [each.get_attribute("aria-label").split(",")[0] for each in tiles.all()]
    assert names == ["tile 1: 1-3", "tile 2: 3-5", "tile 3: 5-5", "tile 4: 4-6"]
    high = me.page.locator(".zone").first
    me.page.locator('[data-tile="0"]').drag_to(high)
    me.page.locator('[data-tile="1"]').drag_to(high)
    me.page.get_by_role("button", name="Set", exact=True).click()
    me.page.get_by_role("button", name="Surrender").wait_for()  # one may; whoever goes on does not
    me.page.get_by_role("button", name="Go on").click()
    assert me.settled(1) == ["You: Wager, $5, ✕ lost, −$5"]  # a 2 over a 0 against two pairs
    me.has("$995")
    me.type_bet("wager@1")
    me.page.keyboard.press("g")
    me.page.locator(".setter .tile").first.wait_for()
    me.page.locator(".setter .tile").first.focus()
    me.page.keyboard.press("1")
    me.page.keyboard.press("2")
    assert me.page.locator('.setter .tile[aria-pressed="true"]').count() == 2
    me.page.get_by_role("button", name="House way").press("Enter")
    me.page.get_by_role("button", name="Go on").press("Enter")
    money = {"won": "$999.75", "lost": "$990", "returned": "$995"}  # 5% of a winner's $5 is the house's
    (last,) = me.settled(2)[1:]
    me.has(next(amount for word, amount in money.items() if word in last))


def test_down_under_blackjack_by_mouse_and_by_keyboard_and_no_frame_has_the_hole_card(sits: Sits) -> None:
    me = sits("down-under-blackjack-1")
    me.bet("bet@1", "match-the-dealer@1")
    me.page.get_by_role("button", name="Deal", exact=True).click()
    stand = me.page.get_by_role("button", name="Stand")
    stand.wait_for()
    lamp = me.page.locator(".lamp")
    assert lamp.get_attribute("aria-label") == "The reader lights yellow: the hole card is large"
    assert "yellow" in lamp.inner_text()
    before = "".join(me.frames)
    assert '"QC"' not in before  # the hole card is the queen of clubs, and only the reader has seen it
    assert "queen of clubs" not in before
    stand.click()
    assert me.settled(2) == [  # 16 against 5, queen, 2: the dealer has 17
        "You: Match-the-Dealer Wager, $5, ✕ lost, −$5",
        "You: Bet Wager, $5, ✕ lost, −$5",
    ]
    me.has("$990")
    assert '"QC"' in "".join(me.frames)
    me.type_bet("bet@1")
    me.page.keyboard.press("g")
    for _ in range(4):  # stand on everything
        me.page.wait_for_function(
            "() => document.querySelectorAll('.lines li.won, .lines li.lost, .lines li.returned').length > 2"
            " || document.querySelector('.choices button')?.offsetParent"
        )
        if me.page.locator(".choices button:visible").count():
            me.page.locator(".choices button").first.press("Enter")
            me.page.wait_for_timeout(200)
    (last,) = me.settled(3)[2:]
    money = {"lost": "$985", "returned": "$990", "paid 3 to 2": "$997.50", "won": "$995"}
    me.has(next(amount for word, amount in money.items() if word in last))


def test_a_refused_wager_says_why_at_its_place_and_links_to_the_paragraph(sits: Sits) -> None:
    me = sits("craps-1")
    me.page.mouse.click(*me.page.evaluate(WHERE, "place-to-win:6"))
    note = me.page.locator(".refusal")
    note.wait_for()
    assert "is not paid in whole cents; wager a multiple of $0.06" in note.inner_text()
    assert note.get_by_role("link", name="§ 623a.5(a)").get_attribute("href") == "/rules/craps#623a.5(a)"
    me.focus("odds:dont-pass")
    me.page.keyboard.press("w")
    note.get_by_text("cannot add odds").wait_for()
    assert me.page.locator('.spot[data-id="odds:dont-pass"]').get_attribute("aria-disabled") == "true"
    me.has("$1,000")


def test_undo_clear_double_repeat_and_a_typed_line(sits: Sits) -> None:
    me = sits("roulette-1")
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
    me = sits("roulette-1")
    me.bet("red", "straight:17")
    me.page.get_by_text("What my wagers are worth").click()
    facts = me.page.locator(".slip-facts")
    facts.get_by_text("exactly -1000/19").wait_for()  # $10 at 1/19
    told = facts.inner_text()
    assert "1/38" in told  # ahead only on 17, which is black
    assert "9/19" in told  # even on red
    me.page.keyboard.press("c")
    me.page.locator('.spot[tabindex="0"]').press("c")


def test_two_browsers_at_one_table_see_each_others_wagers_and_the_same_result(sits: Sits) -> None:
    anna, ben = sits("big-six-1"), sits("big-six-1")
    anna.bet("2")
    other = ben.page.locator(".stack.other")
    other.wait_for()
    assert "$5" in other.text_content()
    assert "you have" not in ben.page.get_attribute('.spot[data-id="2"]', "aria-label")  # they are hers, not his
    ben.bet("5", "joker")
    anna.page.wait_for_function("() => document.querySelectorAll('.stack.other').length === 2")
    seats = [each.page.inner_text(".seats") for each in (anna, ben)]
    assert all(text.count("Seat") >= 2 and "$995" in text and "$990" in text for text in seats)
    ben.page.keyboard.press("g")
    both = [sorted(line.split(":", 1)[1] for line in each.settled(3)) for each in (anna, ben)]
    assert both[0] == both[1] and len(both[0]) == 3
    assert anna.result() == ben.result() != "Place your wagers."
    assert [len([line for line in each.settled(3) if line.startswith("You")]) for each in (anna, ben)] == [1, 2]


def test_a_whole_round_by_the_keyboard_alone_from_sitting_down_to_the_reason(sits: Sits, browser: Any) -> None:
    """Tab and Enter, arrows, letters: no pointer, and nothing is focused by a script."""
    me = sits("roulette-1", sit=False)
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
    me.page.locator(".log li", has_text="You:").first.wait_for()
    (line,) = [each for each in me.settled(1) if each.startswith("You:")]
    assert "$25" in line and me.result()
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


HIDING = {"pai-gow": "wager", "down-under-blackjack": "bet"}  # of what Casino War deals, everything lies open


@pytest.mark.parametrize("game", HIDING)
def test_no_frame_shows_a_player_what_lies_face_down_or_is_anothers(sits: Sits, game: str) -> None:
    """On the raw frames of two browsers: burned cards, the hole card, and the tiles of everybody else stay hidden.

    tests/service/test_api_hidden.py has the same byte by byte, for every game with an order that is sealed.
    """
    anna, ben = sits(f"{game}-1"), sits(f"{game}-1")
    for _ in range(6):  # until somebody is asked to choose, while everything is still hidden
        for each in (anna, ben):
            each.bet(f"{HIDING[game]}@{each.seat}")
        with anna.page.expect_response("**/deal"):
            anna.page.get_by_role("button", name="Deal", exact=True).click()
        if anna.seen()["phase"] == "choices":
            break
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
    for each in (anna, ben) if game == "pai-gow" else ():  # so that others can play on
        each.page.get_by_role("button", name="House way").click()
        each.page.get_by_role("button", name="House way").wait_for(state="hidden")
    for _ in range(10):
        if game != "pai-gow" or anna.seen()["phase"] == "wagers":
            break
        anna.page.evaluate("() => fetch('/v1/tables/pai-gow-1/deal', {method: 'POST'}).then((a) => a.status)")


def test_a_finger_chooses_among_the_wagers_with_a_number(sits: Sits) -> None:
    me = sits("roulette-1", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sheet = me.page.get_by_role("dialog", name="Which wager?")
    me.tap("straight:17", sheet)
    names = sheet.locator(".wagers b").all_inner_texts()
    assert {"Straight 17", "Split 17-18", "Dozen 2", "Column 2", "Four Numbers 16-17-19-20"} <= set(names)
    assert min(each.bounding_box()["height"] for each in sheet.locator(".wagers .button").all()) >= 44
    sheet.get_by_role("button", name="Split 17-18").click()
    me.lies("split:17-18")
    me.has("$995")


def test_a_long_press_takes_a_wager_down_and_never_bets(sits: Sits) -> None:
    me = sits("roulette-1", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    me.bet("red")
    x, y = me.page.evaluate(WHERE, "red")
    touch = me.page.context.new_cdp_session(me.page)

    def press(until: Callable[[], object]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        until()
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    press(lambda: me.has("$1,000"))  # however long that takes on a busy machine
    press(lambda: me.page.wait_for_timeout(800))  # where nothing lies, it only asks
    me.page.get_by_role("dialog", name="Which wager?").wait_for()
    me.has("$1,000")
    assert "you have" not in me.page.get_attribute('.spot[data-id="red"]', "aria-label")
    assert me.page.locator(".stack.pending").count() == 0


def test_a_finger_drags_tiles_to_the_high_hand(sits: Sits) -> None:
    me = sits("pai-gow-1", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
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
    assert high.locator(".tile").count() == 2
    me.page.get_by_role("button", name="House way").click()  # so that the round can end


@law("623a.3(a)(1)")
def test_623a_3_a_1_a_wager_that_must_stay_has_a_lock_and_says_so(sits: Sits) -> None:
    me = sits("craps-1")
    for _ in range(12):  # until there is a point
        me.bet("pass")
        me.page.keyboard.press("g")
        me.page.wait_for_timeout(250)
        if me.page.locator(".puck.on").count():
            break
    me.page.locator(".stack.locked .lock").wait_for()
    label = me.page.get_attribute('.spot[data-id="pass"]', "aria-label")
    assert "you have $5, locked: " in label
    assert me.page.locator("button", has_text="Clear").get_attribute("aria-disabled") == "true"
    me.page.keyboard.press("c")
    me.page.locator(".refusal").wait_for()  # at the control, in words


@law("651a.7(d)")
def test_651a_7_d_undo_and_double_are_disabled_with_the_reason_where_the_law_refuses_them(sits: Sits) -> None:
    me = sits("casino-war-1")
    me.bet(f"initial@{me.seat}")
    for name in ("Undo", "Double", "Clear"):
        button = me.page.get_by_role("button", name=name, exact=True)
        assert button.get_attribute("aria-disabled") == "true"
        assert "may not be" in button.get_attribute("title")
    assert (
        me.page.locator('.spot[tabindex="0"]').get_attribute("data-id") == f"initial@{me.seat}"
    )  # Tab leads to one's own


def test_a_wager_outlives_a_reload_and_a_restart_of_the_service(sits: Sits, served: Served) -> None:
    me = sits("sic-bo-1")
    me.bet("big")
    me.page.reload()
    me.lies("big")
    me.has("$995")
    served.end()
    banner = me.page.locator("#connection")
    banner.wait_for()
    assert "nothing you bet is lost or bet twice" in banner.inner_text()
    me.page.mouse.click(*me.page.evaluate(WHERE, "small"))  # bet while nobody hears it: hollow, and sent when it heals
    me.page.locator(".stack.pending").wait_for()
    served.start()
    banner.wait_for(state="hidden", timeout=PATIENCE_MS)
    me.lies("small")
    me.has("$990")
    seq = [json.loads(text) for text in me.frames if '"wager-placed"' in text]
    placed = {e["seq"]: e["wager"] for frame in seq for e in frame.get("events", ()) if e["event"] == "wager-placed"}
    assert sorted(placed.values()) == ["big", "small"]
