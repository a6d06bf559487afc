"""A person at a table in a browser, and a pit in a process of its own that can be ended and started again."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

SEED = "7"  # what comes is the same each time
PATIENCE_MS = 30_000  # for what a page does at once, on a machine that does much else
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
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


@dataclass
class Served:
    """`houseway serve --seed` with every game, on one port."""

    folder: Path
    port: int = 0
    process: Any = None

    def start(self) -> None:
        """Start it; the second time it resumes its tables."""
        if not self.port:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
        command = [sys.executable, "-m", "houseway", "serve", "--port", str(self.port), "--quiet", "--seed", SEED]
        self.process = subprocess.Popen(
            command, cwd=self.folder, text=True, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        while line := self.process.stderr.readline():
            if "Ctrl-C" in line:
                return
        raise AssertionError("the pit did not start")

    def end(self) -> None:
        """End it in order."""
        self.process.terminate()
        self.process.communicate(timeout=30)

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"


@dataclass
class Player:
    """What a person does at a table and sees there."""

    page: Any
    frames: list[str] = field(default_factory=list)

    def look_at(self, table: str) -> Player:
        """Open the page of a table as a guest."""
        self.page.on("websocket", lambda each: each.on("framereceived", lambda text: self.frames.append(str(text))))
        self.page.goto(f"/tables/{table}")
        return self

    @property
    def seat(self) -> int:
        """The seat that the player has."""
        found = re.search(r"Seat (\d+) \(you\)", self.page.inner_text(".seats"))
        assert found is not None
        return int(found[1])

    def seen(self) -> Any:
        """The table as the player's browser is told."""
        return self.page.evaluate(
            "t => fetch(`/v1/tables/${t}`).then((a) => a.json())", self.page.url.rsplit("/", 1)[1]
        )

    def events(self, upto: int) -> list[Any]:
        """The events in the raw frames, once the one with this number is there."""
        for _ in range(200):
            found = [event for text in self.frames for event in json.loads(text).get("events", ())]
            if found and found[-1]["seq"] >= upto:
                return found
            self.page.wait_for_timeout(50)
        raise AssertionError(f"no frame has event {upto}")

    def sit(self, table: str) -> Player:
        """Open the page of a table as a guest and take a seat."""
        self.look_at(table)
        self.page.get_by_role("button", name="Sit down").click()
        self.page.locator(".money b", has_text="$1,000").wait_for()
        return self

    def bet(self, *spots: str) -> None:
        """Click places; each chip is acknowledged before the next."""
        for spot in spots:
            self._until_it_lies(spot, partial(self._click, spot))

    def tap(self, spot: str, opens: Any) -> None:
        """Tap a place, until what it opens is there: on a busy machine a finger may lie so long that it is a long press."""
        for _ in range(3):
            self.page.touchscreen.tap(*self.page.evaluate(WHERE, spot))
            for _ in range(150):  # long enough that no second tap lands in what the first one opens
                if opens.is_visible():
                    return
                self.page.wait_for_timeout(100)
        raise AssertionError(f"a tap on {spot} opened nothing")

    def _click(self, spot: str) -> None:
        self.page.mouse.click(*self.page.evaluate(WHERE, spot))

    def _until_it_lies(self, spot: str, bet: Callable[[], None]) -> None:
        """Bet when wagers are taken. On a busy machine the table may still be clearing up after a round: then bet again."""
        had = self.page.get_attribute(f'.spot[data-id="{spot}"]', "aria-label")
        for _ in range(5):
            self.page.locator('.status[data-phase="wagers"]').wait_for()
            bet()
            for _ in range(40):
                self.page.wait_for_timeout(50)
                if self.page.locator(".stack.pending").count():
                    continue
                if self.page.get_attribute(f'.spot[data-id="{spot}"]', "aria-label") != had:
                    self.lies(spot)
                    return
        raise AssertionError(f"no chip lies on {spot}")

    def lies(self, spot: str) -> None:
        """Wait until chips of the player lie there, acknowledged."""
        self.page.wait_for_function(
            "id => document.querySelector(`.spot[data-id=\"${id}\"]`)?.getAttribute('aria-label').includes('you have')"
            " && !document.querySelector('.stack.pending')",
            arg=spot,
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
            [spot, self.page.url.rsplit("/", 1)[1]],
        )
        assert way is not None, f"no way leads to {spot}"
        self.page.locator('.spot[tabindex="0"]').focus()
        for key in way:
            self.page.keyboard.press(f"Arrow{key.capitalize()}")
        assert self.page.evaluate("document.activeElement.dataset.id") == spot

    def type_bet(self, *spots: str) -> None:
        """Bet with the keyboard alone."""
        for spot in spots:
            self.focus(spot)
            self._until_it_lies(spot, lambda: self.page.keyboard.press("Enter"))

    def settled(self, count: int) -> list[str]:
        """The last settlements of the player, oldest first, when there are so many."""
        lines = self.page.locator(".lines li.won, .lines li.lost, .lines li.returned")
        self.page.wait_for_function(
            "n => document.querySelectorAll('.lines li.won, .lines li.lost, .lines li.returned').length >= n", arg=count
        )
        found = [re.sub(r"\s*Why\?.*", "", text, flags=re.DOTALL) for text in lines.all_inner_texts()]
        return found[::-1]

    def has(self, dollars: str) -> None:
        """Wait until the player's chips are worth this."""
        self.page.wait_for_function("text => document.querySelector('.money b').textContent === text", arg=dollars)

    def result(self) -> str:
        """The result, as text."""
        return str(self.page.inner_text(".result .text"))
