"""The example in docs/service.md runs as it stands there, and the documentation names every path and problem."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from houseway.law import BadInput
from houseway.service.access import ACTIONS, BOARD, EVERY_ROLE, FLOOR, MANAGERS, SCOPES, SHIFT
from houseway.service.app import documentation, the_api
from houseway.service.people import People
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


def listed(heading: str) -> set[str]:
    """The ids in the first column of a table of the documentation."""
    part = TEXT.split(f"### {heading}\n")[1].split("\n#")[0]
    rows = [line.split("|")[1] for line in part.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def test_the_documentation_lists_every_role_office_and_scope() -> None:
    assert listed("Roles and offices") == {str(role) for role in EVERY_ROLE}
    assert listed("Scopes of tokens") == set(SCOPES)
    part = TEXT.split("### Scopes of tokens\n")[1].split("\n#")[0]
    for action, roles in ACTIONS.items():
        (row,) = [line for line in part.splitlines() if line.startswith(f"| `{action}` |")]
        told = {name for text in re.findall(r"`([^`]+)`", row.split("|", 2)[2]) for name in GROUPS.get(text, (text,))}
        told |= {name for group, names in GROUPS.items() if group in row for name in names}
        assert told == {str(role) for role in roles}, action


GROUPS: dict[str, set[str]] = {
    "everybody": {str(role) for role in EVERY_ROLE},
    "floorperson or above": {str(role) for role in FLOOR},
    "pit manager or above": {str(role) for role in MANAGERS},
    "shift manager or above": {str(role) for role in SHIFT},
    "the Board": {str(role) for role in BOARD},
}


def test_an_error_lists_every_role_and_scope(sqlite_database: Database) -> None:
    people = People(sqlite_database)
    with pytest.raises(BadInput) as told:
        people.create(ADMINISTRATOR, "Flo", PASSWORD, ["boss"], HOLDER)
    assert all(str(role) in str(told.value) for role in EVERY_ROLE)
    with pytest.raises(BadInput) as told:
        people.make_token(ADMINISTRATOR, ["all"], people.clock() + 60)
    assert all(scope in str(told.value) for scope in SCOPES)


def test_the_documentation_names_every_problem_and_every_kind_of_path() -> None:
    missing = [code for code in CODES if f"`{code}`" not in TEXT and code not in ("no-such-method", "defect")]
    assert not missing
    every = "".join(each.read_text() for each in sorted(DOCS.glob("*.md")))
    for path in documentation(the_api())["paths"]:
        last = re.sub(r"\{[^}]*\}", "", path).strip("/").split("/")[-1]
        assert last in every, path
