"""A person at a table in a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pages.running_pit import PATIENCE_MS
from pages.seeing import expect

WHERE = """async id => {
    const node = document.querySelector(`.spot[data-id="${id}"]`);
    const [x, y] = node.getAttribute("data-chip").split(" ").map(Number);
    node.scrollIntoView({block: "center", inline: "center"});
    const frame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    let at, before;
    for (let tries = 0; tries < 200; tries += 1) {  // until it is drawn there, and nothing lies over it: that is where a tap goes
        await frame();
        const to = node.ownerSVGElement.getScreenCTM();
        [before, at] = [at, [to.a * x + to.e, to.d * y + to.f]];
        const there = document.elementFromPoint(...at)?.closest(".spot");
        if (there?.getAttribute("data-id") === id && String(at) === String(before)) return at;
    }
    return at;
}"""
SETTLED = ".lines li.won, .lines li.lost, .lines li.returned"


def click_spot(page: Any, spot: str) -> None:
    """Click a place of the felt where its chips lie."""
    page.mouse.click(*page.evaluate(WHERE, spot))


@dataclass
class Player:
    """A person at a table's page: clicks, keys, and visible text."""

    page: Any
    table: str
    frames: list[str] = field(default_factory=list)

    def look_at(self) -> Player:
        """Open the page of the table, as a guest if nobody is signed in."""
        self.page.on("websocket", lambda each: each.on("framereceived", lambda text: self.frames.append(str(text))))
        self.page.goto(f"/tables/{self.table}")
        return self

    def sit(self) -> Player:
        """Open the page of the table and take a seat."""
        self.look_at()
        self.page.get_by_role("button", name="Sit down").click()
        self.has("$1,000")
        return self

    @property
    def seat(self) -> int:
        """The seat that the player has."""
        mine = re.compile(r"Seat (\d+) \(you\)")
        expect(self.page.locator(".seats")).to_contain_text(mine)
        found = mine.search(self.page.inner_text(".seats"))
        assert found is not None
        return int(found[1])

    def seen(self) -> Any:
        """The table as the player's browser is told."""
        return self.page.evaluate("t => fetch(`/v1/tables/${t}`).then((a) => a.json())", self.table)

    def events(self, upto: int) -> list[Any]:
        """The events in the raw frames, once the one with this number is there."""
        for _ in range(PATIENCE_MS // 50):
            found = [event for text in self.frames for event in json.loads(text).get("events", ())]
            if found and found[-1]["seq"] >= upto:
                return found
            self.page.wait_for_timeout(50)
        raise AssertionError(f"no frame has event {upto}")

    def spot(self, spot: str) -> Any:
        """A place of the layout."""
        return self.page.locator(f'.spot[data-id="{spot}"]')

    def ready(self) -> None:
        """Wait until wagers are taken and the page shows the table as it stands."""
        for _ in range(PATIENCE_MS // 50):
            seen = self.seen()
            if seen["phase"] == "wagers":
                now = 'seq => Number(document.querySelector(".status").dataset.seq) >= seq'
                self.page.wait_for_function(now, arg=seen["seq"])
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("no wagers are taken")

    def bet(self, *spots: str) -> None:
        """Click places; each chip is acknowledged before the next."""
        self.ready()
        for spot in spots:
            self._bet(spot, partial(click_spot, self.page, spot))

    def type_bet(self, *spots: str) -> None:
        """Bet with the keyboard alone."""
        self.ready()
        for spot in spots:
            self.focus(spot)
            self._bet(spot, partial(self.page.keyboard.press, "Enter"))

    def _bet(self, spot: str, bet: Callable[[], None]) -> None:
        had = self.spot(spot).get_attribute("aria-label")
        bet()
        self.lies(spot, had)

    def lies(self, spot: str, had: str = "") -> None:
        """Wait until chips of the player lie there, acknowledged, and the place is not described as before."""
        self.page.wait_for_function(
            """([id, had]) => {
                const says = document.querySelector(`.spot[data-id="${id}"]`)?.getAttribute("aria-label") || "";
                return says.includes("you have") && says !== had && !document.querySelector(".stack.pending");
            }""",
            arg=[spot, had],
        )

    def focus(self, spot: str) -> None:
        """Go to a place by Tab and the arrow keys, as far as they lead; the way is found like a reader of the graph would."""
        way = self.page.evaluate(
            """async ([id, table]) => {
                const {felt} = await (await fetch(`/v1/tables/${table}/felt`)).json();
                const near = new Map(felt.bettings.map((each) => [each.id, each.near]));
                const start = document.querySelector('.spot[tabindex="0"]').dataset.id;
                const ways = new Map([[start, []]]);
                for (const [at, keys] of ways) for (const [key, next] of Object.entries(near.get(at)))
                    if (next && !ways.has(next)) ways.set(next, [...keys, key]);
                return ways.get(id);
            }""",
            [spot, self.table],
        )
        assert way is not None, f"no way leads to {spot}"
        self.page.locator('.spot[tabindex="0"]').focus()
        for key in way:
            self.page.keyboard.press(f"Arrow{key.capitalize()}")
        expect(self.spot(spot)).to_be_focused()

    def settled(self, count: int) -> list[str]:
        """The last settlements, oldest first, when there are so many."""
        expect(self.page.locator(SETTLED)).to_have_count(count)
        lines = self.page.locator(SETTLED).all_inner_texts()
        return [re.sub(r"\s*Why\?.*", "", text, flags=re.DOTALL) for text in lines][::-1]

    def badges(self, *texts: str) -> None:
        """Wait until this stands at the places of the wagers; it is gone after some seconds."""
        self.page.wait_for_function(
            """wanted => JSON.stringify([...document.querySelectorAll(".badge")].map((each) => each.textContent).sort())
                === JSON.stringify(wanted.sort())""",
            arg=list(texts),
        )

    def has(self, dollars: str) -> None:
        """Wait until the player's chips are worth this."""
        expect(self.page.locator(".money b")).to_have_text(dollars)

    def result(self, text: str) -> None:
        """Wait until this is the result, as text."""
        expect(self.page.locator(".result .text")).to_have_text(text)
