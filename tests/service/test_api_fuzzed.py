"""Schemathesis over the whole API: whatever is sent, in any role, no answer is a 500, and every error is a problem document."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from houseway.store.keys import Keys
from service.places import STAFF, Place, opened, place
from service.stores import open_sqlite
from support import WANTED

EXAMPLES = 1  # of each operation
NIGHTLY_EXAMPLES = 400
PATIENCE = 300  # seconds; a busy machine is no failure
ROLES: tuple[tuple[str, ...], ...] = (
    (), ("player",), STAFF, ("administrator",), ("surveillance",), ("shift-manager", "compliance"),
)  # fmt: skip


@contextmanager
def served(folder: Path) -> Iterator[Place]:
    """A service in another thread, with two open tables."""
    found: list[Place] = []
    ready, ends = threading.Event(), asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def main() -> None:
        loops.append(asyncio.get_running_loop())
        database = open_sqlite(folder / "pit.db")
        async with place(database, Keys.new(), {"dice": "sic-bo", "war": "casino-war"}) as there:
            for table in ("dice", "war"):
                await opened(there.client("floorperson"), table)
            found.append(there)
            ready.set()
            await ends.wait()
        database.close()

    thread = threading.Thread(target=asyncio.run, args=(main(),))
    thread.start()
    assert ready.wait(300)
    try:
        yield found[0]
    finally:
        loops[0].call_soon_threadsafe(ends.set)
        thread.join(30)


# Their bodies hold a submission, as that of /v1/submissions does, and are read like it: to make one example takes a second or two
BY_NIGHT = (
    "POST /v1/tables/{table_id}/sessions", "POST /v1/games/{game}/odds", "POST /v1/games/{game}/simulations",
    "POST /v1/games/{game}/hold",
)  # fmt: skip


def _fuzz(folder: Path, examples: int) -> None:
    import schemathesis  # it takes a second to load, and every worker collects this file
    from schemathesis.core.result import Ok

    with served(folder) as there:
        schema = schemathesis.openapi.from_url(f"{there.address}/v1/openapi.json", timeout=PATIENCE)
        tokens = [there.token(there.account(*roles)) if roles else "" for roles in ROLES]
        operations = [each.ok() for each in schema.get_all_operations() if isinstance(each, Ok)]
        assert len(operations) >= 20 and {*BY_NIGHT} <= {each.label for each in operations}
        statuses: set[int] = set()
        for number, operation in enumerate(each for each in operations if WANTED.night or each.label not in BY_NIGHT):
            first = number % len(tokens)  # a single example is often the simplest, which is sent as the first of these
            _fuzz_one(there, operation, [*tokens[first:], *tokens[:first]], examples, statuses)
        assert 500 not in statuses, statuses
        assert {200, 400, 403, 404} <= statuses


def _fuzz_one(there: Place, operation: Any, tokens: list[str], examples: int, statuses: set[int]) -> None:
    quick = settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )

    @quick
    @given(case=operation.as_strategy(), number=st.integers(0, len(tokens) - 1), known=st.booleans())
    def sent(case: Any, number: int, known: bool) -> None:
        if known and "table_id" in (case.path_parameters or {}):
            case.path_parameters["table_id"] = "dice"
        token = tokens[number]
        if operation.path == "/v1/sign-out" and token:  # it ends the token
            token = there.token(there.account("player"))
        answer = case.call(headers={"Authorization": f"Bearer {token}"} if token else {}, timeout=PATIENCE)
        statuses.add(answer.status_code)
        assert answer.status_code < 500, (operation.label, answer.status_code, answer.text)
        if answer.status_code >= 400:
            assert answer.headers["content-type"][0] == "application/problem+json", operation.label
            assert answer.json()["status"] == answer.status_code

    sent()


@pytest.mark.filterwarnings("ignore")  # of schemathesis itself
def test_whatever_is_sent_no_answer_is_a_500(tmp_path: Path) -> None:
    _fuzz(tmp_path, EXAMPLES)


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_whatever_is_sent_no_answer_is_a_500_in_many_more_tries(tmp_path: Path) -> None:
    _fuzz(tmp_path, NIGHTLY_EXAMPLES)
