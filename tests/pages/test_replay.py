"""The replay page: any moment by link, scrubber and keys, in words; and proofs that the page itself recomputes."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import pytest

from pages.conftest import Window
from pages.running_pit import RunningPit
from pages.seeing import expect, fits, look_over
from support import variants


@dataclass(frozen=True)
class Played:
    """A table with a past: its last event, and all of them as its floorperson reads them."""

    table: str
    last: int
    rounds: list[Any]
    told: list[Any]

    def first(self, event: str) -> Any:
        """The first event of a kind."""
        return next(each for each in self.told if each["event"] == event)


@pytest.fixture(scope="module")
def played(pit: RunningPit) -> Played:
    """Two rounds of a card game, closed afterwards so that the order of its cards is shown, and a checkpoint over all of it."""
    floor, anna, shift = (pit.api(name) for name in ("Flo", "Anna", "Sam"))
    war = pit.table("casino-war", opened=True)
    anna.send(war, do="buy-in", seat=1, cents=50_000)
    for _ in range(2):
        anna.send(war, do="wager", seat=1, id="initial", cents=1000)
        floor.send(war, do="no-more-bets")
        while (phase := floor.table(war)["phase"]) != "wagers":
            if phase == "chance":
                floor.send(war, do="draw")
            else:
                anna.send(war, do="choose", seat=1, choice="surrender")
    floor.send(war, do="close")
    shift.post("/v1/checkpoints", {})
    about = floor.get(f"/v1/tables/{war}/replay")
    return Played(war, about["seq"], about["rounds"], floor.told(war))


def at(page: Any) -> int:
    """The moment that the address names."""
    found = re.search(r"#session=1&seq=(\d+)$", page.url)
    assert found, page.url
    return int(found[1])


def comes_to(page: Any, seq: int) -> None:
    """Wait until the page is at a moment."""
    page.wait_for_function("seq => new RegExp(`seq=${seq}$`).test(location.hash)", arg=seq)


def opened(page: Any, table: str, seq: int) -> Any:
    page.goto(f"/tables/{table}/replay#session=1&seq={seq}")
    page.get_by_role("slider", name="Moment").wait_for()
    page.locator(".story li[data-now]").wait_for()
    return page


def test_the_scrubber_moves_by_event_and_round_and_each_moment_has_words_and_a_link(
    window: Window, played: Played
) -> None:
    page, last, rounds = window("Flo"), played.last, played.rounds
    opened(page, played.table, last)
    page.locator("html.past").wait_for()  # tinted: never taken for live
    look_over(page)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    comes_to(page, last - 2)
    here = next(n for n, each in enumerate(rounds) if each["first"] <= last - 2 <= each["last"])
    page.keyboard.press("Shift+ArrowLeft")
    comes_to(page, rounds[here]["first"])
    page.keyboard.press("Shift+ArrowLeft")
    comes_to(page, rounds[here - 1]["first"])
    page.keyboard.press("Shift+ArrowRight")
    comes_to(page, rounds[here]["first"])
    told = played.told[at(page) - 1]
    page.locator(".moment", has_text=told["says"]).wait_for()
    link = page.url
    page.reload()
    page.locator(".moment", has_text=told["says"]).wait_for()
    expect(page).to_have_url(link)
    page.keyboard.press("Home")
    comes_to(page, 1)
    page.keyboard.press(" ")
    page.wait_for_function("() => location.hash.endsWith('seq=2')")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_count(1)
    page.get_by_role("link", name="Back to live").click()
    page.locator("html:not(.past)").wait_for()
    assert page.url.endswith(f"/tables/{played.table}")


def test_chips_and_cards_lie_as_they_lay_the_sentence_cites_and_the_page_proves_the_round_and_its_order(
    window: Window, played: Played
) -> None:
    last = played.first("wager-settled")
    page = opened(window("Flo"), played.table, played.first("wager-placed")["seq"])
    page.locator(".stack text", has_text="$10").wait_for()
    expect(page.locator(".playing-card")).to_have_count(0)
    page.goto(f"/tables/{played.table}/replay#session=1&seq={last['seq'] - 1}")
    page.reload()
    page.locator(".hand", has_text="Dealer").wait_for()
    expect(page.locator(".hand .playing-card")).to_have_count(
        2
    )  # the player's and the dealer's, also the one that decided
    page.keyboard.press("ArrowRight")
    cite = page.locator(f"a[href='/rules/casino-war#{last['cites'][0]}']").first
    expect(cite).to_have_text(f"§ {last['cites'][0]}")
    journal, order = proven(page)
    assert journal.startswith("Proven. All ") and "is genuine" in journal
    assert order.startswith("Proven. The order of 312") and "computed here, is that very commitment" in order


def proven(page: Any) -> list[str]:
    page.get_by_role("button", name="Check the proof here").click()
    page.locator(".proofs li", has_text=re.compile("Proven|Failed")).first.wait_for()  # they are shown at once
    return [str(text) for text in page.locator(".proofs li").all_inner_texts()]


@pytest.mark.parametrize("what", variants(day=["an event", "the order"], night=["a line", "the checkpoint"]))
def test_whatever_is_changed_on_the_way_fails(window: Window, played: Played, what: str) -> None:
    page = window("Flo")

    def changed(route: Any) -> None:
        found = route.fetch().json()
        if what == "a line" and "lines" in found:
            found["lines"][0]["line"] = found["lines"][0]["line"].replace('"seq":', '"seq": ')
        for each in found.get("events", ()):
            if what == "an event" and each["event"] == "wager-settled":
                each["cents"] += 100
            if what == "the order" and each["event"] == "shoe-revealed":
                each["faces"][:2] = reversed(each["faces"][:2])
        for each in found.get("checkpoints", ()):
            if what == "the checkpoint":
                each["at"] = "2020-01-01T00:00:00Z"
        route.fulfill(body=json.dumps(found), content_type="application/json")

    for pattern in ("**/proofs/rounds/**", "**/told?**", "**/v1/checkpoints?**"):
        page.route(pattern, changed)
    opened(page, played.table, played.first("wager-settled")["seq"])
    assert any(line.startswith("Failed.") and re.search("NOT", line) for line in proven(page))


def test_a_player_sees_the_past_as_they_saw_it_and_no_hidden_order(pit: RunningPit) -> None:
    table, anna = pit.table("down-under-blackjack", opened=True), pit.api("Anna")
    anna.send(table, do="buy-in", seat=1, cents=50_000)
    about = anna.get(f"/v1/tables/{table}/replay")
    assert about["seals"] and all(each["revealed"] is None for each in about["seals"])
    told = anna.told(table)
    assert "faces" not in json.dumps(told) and "salt" not in json.dumps(told)


def test_what_was_lit_is_lit_again_until_the_lights_are_cleared(window: Window, pit: RunningPit) -> None:
    table, floor, anna = pit.table("sic-bo", opened=True), pit.api("Flo"), pit.api("Anna")
    anna.send(table, do="buy-in", seat=4, cents=50_000)
    anna.send(table, do="wager", seat=4, id="small", cents=500)
    floor.send(table, do="no-more-bets")
    floor.send(table, do="draw")
    lit = [each for each in anna.told(table) if each["event"] == "illuminated"][-1]
    page = opened(window("Anna"), table, lit["seq"])
    expect(page.locator(".spot.lit")).to_have_count(len(lit["areas"]))
    shown = "() => [...document.querySelectorAll('.spot.lit')].map(each => each.dataset.id).sort()"
    assert page.evaluate(shown) == sorted(lit["areas"])
    page.keyboard.press("ArrowLeft")  # the dice are called, and nothing is lit yet
    page.wait_for_function("() => !document.querySelector('.spot.lit')")


def test_a_player_sees_the_chips_of_the_seats_and_nothing_of_the_house(window: Window, played: Played) -> None:
    page = opened(window("Anna", 360, 740), played.table, played.first("table-closed")["seq"])
    page.locator(".moment", has_text="The table is closed after 2 rounds.").wait_for()
    page.locator(".sight dt", has_text="Seat 1").wait_for()
    assert fits(page)
    told = page.locator("main").inner_text()
    assert not re.search("Inventory|Drop|Vigorish", told)
    page.goto(f"/tables/{played.table}/replay#session=1&seq=1")
    page.reload()
    page.locator(".moment", has_text="The table is set up for casino-war under 2012-final.").wait_for()
    journal = proven(page)[0]
    assert journal.startswith("Proven. All ") and "you have only the hash" in journal
