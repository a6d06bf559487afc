"""Long work: equal requests share it, it stops when nobody asks any more, and it is limited."""

from __future__ import annotations

import asyncio
import threading

import pytest

from houseway.core.progress import working_on
from houseway.documents.submission_text import submission_text
from houseway.games import games, load, load_text
from houseway.service.problems import Problem
from houseway.service.shared_computations import FORGOTTEN, LONGEST, MOST_WAITING, Computations, NotReady


def test_who_asks_the_same_joins_and_hears_what_is_being_done() -> None:
    async def test() -> None:
        computations, go, made = Computations(), threading.Event(), []

        def make() -> int:
            working_on("part 1 of 2")
            made.append(1)
            assert go.wait(10)
            return 7

        first = await computations.result("a", make, 0.2)
        assert isinstance(first, NotReady) and first.doing == "part 1 of 2"
        go.set()
        assert await computations.result("a", make, 5) == 7
        assert await computations.result("a", make, 5) == 7
        assert made == [1]

    asyncio.run(test())


@pytest.mark.parametrize(
    ("seconds", "asks", "words"), [(LONGEST + 1, True, "longer"), (FORGOTTEN + 1, False, "nobody")]
)
def test_work_is_given_up_where_it_next_reports(seconds: float, asks: bool, words: str) -> None:
    async def test() -> None:
        now, go, ended = [0.0], threading.Event(), []

        def make() -> None:
            assert go.wait(10)
            try:
                working_on("on")
            except Exception as error:
                ended.append(str(error))
                raise

        computations = Computations(lambda: now[0])
        assert isinstance(await computations.result("a", make, 0.05), NotReady)
        now[0] = seconds
        if asks:
            assert isinstance(await computations.result("a", make, 0.05), NotReady)
        go.set()
        while not ended:
            await asyncio.sleep(0.01)
        assert words in ended[0]

    asyncio.run(test())


def test_no_more_than_so_much_waits() -> None:
    async def test() -> None:
        computations, go = Computations(), threading.Event()
        for n in range(MOST_WAITING):
            assert isinstance(await computations.result(n, lambda: go.wait(10), 0.01), NotReady)
        with pytest.raises(Problem) as refused:
            await computations.result("more", lambda: None, 0.01)
        assert refused.value.code == "too-many" and refused.value.headers["Retry-After"]
        go.set()

    asyncio.run(test())


def test_a_submissions_text_keeps_a_payout_that_only_a_reading_allows() -> None:
    tried = 0
    for name in games():
        game, rules = load(name)
        if "payout_odds" not in rules.readings:
            continue
        line = next(iter(rules.payouts))
        game, more = load(name, ["reading.payout_odds=minimum", f"payout.{line}=500 to 1"])
        assert load_text(submission_text(game.title, more), "the text")[1].digest == more.digest
        tried += 1
    assert tried
