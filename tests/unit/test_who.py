"""Seats and roles: texts with a type, which only one module writes and reads."""

from __future__ import annotations

import ast
import copy
import json
import pickle
from dataclasses import dataclass
from pathlib import Path

import pytest

import houseway
from houseway.core import Role, Seat, in_words, read_who, seat_account, seat_number, seat_of
from houseway.core.plain import build, canonical, canonical_bytes, plain
from houseway.core.who import with_article
from houseway.law import BadInput
from houseway.law.roles import BESIDE, LADDER, ROLES, at_least

ROOT = Path(houseway.__file__).parent
OWN = ROOT / "core" / "who.py"


def docstrings(tree: ast.Module) -> set[int]:
    """The nodes of a file's docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    first = [node.body[0] for node in ast.walk(tree) if isinstance(node, documented) and node.body]
    return {id(node.value) for node in first if isinstance(node, ast.Expr)}


def written_seats(text: str) -> list[str]:
    """The string constants of a file, without docstrings, that code makes seats of or recognizes them by."""
    if "seat:" not in text:
        return []
    tree = ast.parse(text)
    apart = docstrings(tree)
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in apart
        if node.value.startswith("seat:") or node.value.endswith("seat:")
    ]


def test_a_seat_is_made_from_its_number_too() -> None:
    assert Seat(3) is seat_account(3) and Seat(3) == "seat:3"


def test_only_one_module_knows_how_a_seat_is_written() -> None:
    found = {path: path.read_text() for path in ROOT.rglob("*.py")}
    assert [path for path, text in found.items() if "seat:" in text and written_seats(text)] == [OWN]


@pytest.mark.parametrize("code", ['f"seat:{n}"', 'who.removeprefix("seat:")', '"seat:1"', 'f"at seat:{n}"'])
def test_a_seat_written_elsewhere_is_found(code: str) -> None:
    assert written_seats(f'"""Of `seat:3`."""\nwho = {code}') != []


@pytest.mark.parametrize("number", [0, 1, 7, 63, 64, 12345])
def test_a_seat_is_its_text_and_knows_its_number(number: int) -> None:
    seat, text = seat_account(number), f"seat:{number}"
    assert seat == text and hash(seat) == hash(text) and {text: 1}[seat] == 1
    assert seat.number == number and seat_number(seat) == number
    assert Seat(text) == seat_of(text) == read_who(text) == seat and Seat(text).number == number
    for same in (pickle.loads(pickle.dumps(seat)), copy.deepcopy(seat)):
        assert type(same) is Seat and same == seat and same.number == number


def test_the_seats_of_a_table_are_made_once() -> None:
    assert seat_account(3) is seat_account(3) is Seat("seat:3")


def test_a_seat_is_frozen() -> None:
    with pytest.raises(AttributeError, match="a seat is frozen: number cannot be set"):
        seat_account(3).number = 4


@pytest.mark.parametrize(
    "text", ["seat:", "seat:x", "seat:03", "seat:-1", "seat:1 first", "seat:²", "seat:" + "9" * 10]
)
def test_a_text_that_names_no_seat_is_refused(text: str) -> None:
    assert seat_of(text) is None and in_words(text) == text
    for read in (Seat, read_who):
        with pytest.raises(BadInput, match='is not a seat; write it like "seat:1"'):
            read(text)


def test_a_text_that_names_no_role_is_refused() -> None:
    with pytest.raises(BadInput, match='^"deeler" is not a role; did you mean dealer'):
        read_who("deeler")


def test_roles_are_their_texts() -> None:
    assert read_who("pit-manager") is Role.PIT_MANAGER and seat_number(Role.DEALER) == 0
    assert (*LADDER, *BESIDE) == ROLES and LADDER[0] is Role.DEALER and LADDER[-1] is Role.TABLE_GAMES_MANAGER
    assert [hash(role) == hash(role.value) and f"{role}" == role.value for role in ROLES] == [True] * len(ROLES)
    assert at_least("shift-manager", Role.FLOORPERSON) and not at_least(Role.STICKPERSON, "dealer")


def test_both_are_said_in_words() -> None:
    assert [in_words(each) for each in (seat_account(3), "seat:3", Role.DEALER, "layout")] == [
        "seat 3", "seat 3", "dealer", "layout",
    ]  # fmt: skip
    assert (with_article("seat:3"), with_article(Role.PIT_MANAGER)) == ("seat 3", "the pit manager")
    assert with_article(Role.SURVEILLANCE) == "surveillance"


@dataclass(frozen=True, slots=True)
class Holding:
    """A state that holds both."""

    seat: Seat
    roles: tuple[Role, ...]


def test_a_state_with_seats_and_roles_has_the_plain_form_of_texts() -> None:
    state = Holding(seat_account(3), (Role.DEALER, Role.PLAYER))
    flat = plain(state)
    assert flat == {"seat": "seat:3", "roles": ["dealer", "player"]}
    assert {type(flat["seat"]), *map(type, flat["roles"])} == {str}
    again = build(Holding, json.loads(canonical(flat)))
    assert again == state and type(again.seat) is Seat and [type(each) for each in again.roles] == [Role, Role]
    assert canonical_bytes([state.seat, *state.roles]) == b'["seat:3","dealer","player"]'
