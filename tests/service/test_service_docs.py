"""The example in docs/service.md runs as it stands there, and the documentation names every path and problem."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from houseway.service.app import documentation, make_api
from houseway.service.problems import CODES
from houseway.store.database import Database
from houseway.store.keys import Keys
from service.places import ADMINISTRATOR, HOLDER, PASSWORD, place

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "service.md").read_text()


def test_the_example_in_the_documentation_runs(sqlite_database: Database) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", TEXT, flags=re.DOTALL)
    assert PASSWORD in example

    async def test() -> None:
        async with place(sqlite_database, Keys.new(), {"sic-bo-1": "sic-bo"}) as there:
            there.people.create(ADMINISTRATOR, "Flo", PASSWORD, ["floorperson", "dealer"], HOLDER)
            there.people.create(ADMINISTRATOR, "Anna", PASSWORD, ["player"])
            told: list[str] = []
            names = {"print": lambda *words: told.append(" ".join(map(str, words)))}
            await asyncio.to_thread(exec, example.replace("http://127.0.0.1:8625", there.address), names)
            assert "Seat 1 wagers $5.00 on Small Bet." in told[0] and "table-opened" in told[1]

    asyncio.run(test())


def test_the_documentation_names_every_problem_and_every_kind_of_path() -> None:
    missing = [code for code in CODES if f"`{code}`" not in TEXT and code not in ("no-such-method", "defect")]
    assert not missing
    every = "".join(each.read_text() for each in sorted(DOCS.glob("*.md")))
    service: Any = SimpleNamespace(pit=None)
    for path in documentation(make_api(service))["paths"]:
        last = re.sub(r"\{[^}]*\}", "", path).strip("/").split("/")[-1]
        assert last in every or path.startswith("/v1/sign-ins/"), path
