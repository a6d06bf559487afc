"""Accounts: the first administrator, passwords, roles and holders, and the record of their changes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from argon2 import extract_parameters
from argon2.low_level import Type
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from houseway.law import BadInput
from houseway.service import failed_sign_ins
from houseway.service import people as module
from houseway.service.access import EVERY_ROLE, MANAGE_ACCOUNTS, NO_HOLDER, Forbidden, Principal, may
from houseway.service.failed_sign_ins import TooManyTries
from houseway.service.people import People, SignInRefused
from houseway.service.problems import right_in
from houseway.service.submissions import Submissions
from houseway.store.database import Database
from houseway.store.people_schema import accounts
from service.account_desk import HERE, PASSWORD, QUICK, THERE, Desk, Now


def test_the_first_secret_works_once_and_expires(database: Database) -> None:
    now = Now()
    people = People(database, now, QUICK)
    old, secret = people.first_link(), people.first_link()
    assert old
    assert secret
    assert old != secret
    with pytest.raises(SignInRefused):
        people.create_first("forged", "Root", PASSWORD)
    now.at += module.FIRST_SECONDS
    with pytest.raises(SignInRefused, match="has expired"):
        people.create_first(secret, "Root", PASSWORD)
    fresh, other = people.first_link(), people.first_link()
    assert fresh
    assert other
    created = people.create_first(fresh, "Root", PASSWORD)
    assert created.roles == ("administrator",)
    for used in (fresh, other):
        with pytest.raises(SignInRefused):
            people.create_first(used, "Root 2", PASSWORD)
    assert people.first_link() is None
    assert [each.step for each in people.steps(created, created.account)] == ["created"]


def test_two_who_use_first_secrets_at_once_make_one_administrator(database: Database) -> None:
    people = People(database, Now(), QUICK)
    made: list[Principal] = []
    links = [people.first_link() for _ in range(4)]

    def create(number: int, secret: str) -> None:
        try:
            made.append(people.create_first(secret, f"Root {number}", PASSWORD))
        except SignInRefused:
            return

    threads = [threading.Thread(target=create, args=(number, str(link))) for number, link in enumerate(links)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1


def test_passwords_are_argon2id_with_the_parameters_that_were_promised(sqlite_database: Database) -> None:
    people = People(sqlite_database)
    people.create_first(str(people.first_link()), "Root", PASSWORD)
    with sqlite_database.read() as connection:
        stored = connection.execute(select(accounts.c.password)).scalar_one()
    found = extract_parameters(stored)
    assert found.type is Type.ID
    assert found.time_cost >= 2
    assert found.memory_cost >= 19 * 1024
    token, who = people.sign_in("Root", PASSWORD, HERE)
    assert people.session(token) == who


@pytest.mark.parametrize(
    ("password", "wrong"),
    [("short", "12 to 200"), ("x" * 201, "12 to 200"), ("Annabella Lee", "name"), ("ANNABELLA lee", "name")],
)
def test_passwords_that_are_refused_are_not_repeated(sqlite_database: Database, password: str, wrong: str) -> None:
    desk = Desk(sqlite_database)
    with pytest.raises(BadInput, match=wrong) as caught:
        desk.people.create(desk.admin, "Annabella Lee", password, ("player",))
    assert password not in str(caught.value)
    assert right_in(str(caught.value)), "the advice is the rule, not the schema of the request"


def test_an_administrator_unlocks_and_sets_passwords(desk: Desk) -> None:
    anna = desk.account("Anna")
    acts: list[Callable[[], None]] = [
        lambda: desk.people.unlock(desk.admin, anna.account),
        lambda: desk.people.set_password(desk.admin, anna.account, PASSWORD),
    ]
    for act in acts:
        for _ in range(failed_sign_ins.MOST_FAILURES):
            with pytest.raises(SignInRefused):
                desk.people.sign_in("Anna", "wrong password", HERE)
        with pytest.raises(TooManyTries):
            desk.people.sign_in("Anna", PASSWORD, HERE)
        act()
        assert desk.people.sign_in("Anna", PASSWORD, HERE)


def test_a_changed_password_ends_other_sessions(desk: Desk) -> None:
    desk.account("Anna")
    other, _ = desk.people.sign_in("Anna", PASSWORD, THERE)
    mine, who = desk.people.sign_in("Anna", PASSWORD, HERE)
    with pytest.raises(SignInRefused):
        desk.people.change_password(who, "not the old one", "another long password")
    desk.people.change_password(who, PASSWORD, "another long password")
    assert desk.people.session(mine) is not None
    assert desk.people.session(other) is None
    with pytest.raises(SignInRefused):
        desk.people.sign_in("Anna", PASSWORD, HERE)
    assert desk.people.sign_in("Anna", "another long password", HERE)


@pytest.mark.parametrize("role", EVERY_ROLE)
def test_only_an_administrator_manages_accounts(sqlite_database: Database, role: str) -> None:
    desk = Desk(sqlite_database)
    holder = "" if role in NO_HOLDER else "Parx"
    by, anna = desk.account("Somebody", role, holder=holder), desk.account("Anna")
    acts: list[Callable[[], Any]] = [
        lambda: desk.people.create(by, "New", PASSWORD, ["player"]),
        lambda: desk.people.change_roles(by, anna.account, ["player"]),
        lambda: desk.people.set_password(by, anna.account, PASSWORD),
        lambda: desk.people.unlock(by, anna.account),
        lambda: desk.people.steps(by, anna.account),
        lambda: desk.people.all(by),
        lambda: desk.people.revoke(by, account=anna.account),
    ]
    assert may(by, MANAGE_ACCOUNTS) == (role == "administrator")
    for act in acts:
        if role == "administrator":
            act()
            continue
        before = len(desk.attempts())
        with pytest.raises(Forbidden):
            act()
        assert desk.attempts()[before:][0][:2] == ("wrong-role", by.account)


def test_a_holders_administrator_manages_only_that_holder(desk: Desk) -> None:
    mine = desk.account("Local", "administrator", holder="Parx")
    other = desk.account("Dora", "dealer", holder="Rivers")
    assert desk.people.create(mine, "Dan", PASSWORD, ["dealer"], "Parx").holder == "Parx"
    acts: list[Callable[[], Any]] = [
        lambda: desk.people.create(mine, "Eve", PASSWORD, ["dealer"], "Rivers"),
        lambda: desk.people.create(mine, "Eve", PASSWORD, ["executive-director"]),
        lambda: desk.people.create(mine, "Eve", PASSWORD, ["administrator"], "Parx"),
        lambda: desk.people.revoke(mine, account=other.account),
        lambda: desk.people.change_roles(mine, other.account, ["dealer"]),
    ]
    for act in acts:
        with pytest.raises(Forbidden):
            act()
    assert {each.holder for each, _ in desk.people.all(mine)} == {"Parx"}


def test_a_holder_that_nobody_entered_has_no_accounts(desk: Desk) -> None:
    with pytest.raises(BadInput, match='no certificate holder "rivers"'):
        desk.people.create(desk.admin, "Dan", PASSWORD, ["dealer"], "rivers")
    assert desk.people.create(desk.admin, "Maker", PASSWORD, ["manufacturer"], "readers-inc").holder == "readers-inc"
    Submissions(desk.database, desk.now).enter_served("rivers")
    assert desk.people.create(desk.admin, "Dan", PASSWORD, ["dealer"], "rivers").holder == "rivers"


def test_the_last_administrator_stays(desk: Desk) -> None:
    for act in (
        lambda: desk.people.revoke(desk.admin, account=desk.admin.account),
        lambda: desk.people.change_roles(desk.admin, desk.admin.account, ["player"]),
    ):
        with pytest.raises(BadInput, match="last administrator"):
            act()


@pytest.mark.parametrize(
    ("roles", "holder", "wrong"),
    [
        (["croupier"], "Parx", "not a role"),
        ([], "Parx", "at least one"),
        (["dealer"], "", "belongs to a certificate holder"),
        (["manufacturer"], "", "belongs to a certificate holder"),
        (["executive-director"], "Parx", "belongs to no holder"),
        (["gaming-laboratory"], "Parx", "belongs to no holder"),
    ],
)
def test_roles_that_do_not_fit(sqlite_database: Database, roles: list[str], holder: str, wrong: str) -> None:
    desk = Desk(sqlite_database)
    with pytest.raises(BadInput, match=wrong):
        desk.people.create(desk.admin, "Somebody", PASSWORD, roles, holder)


def test_new_roles_that_do_not_fit_the_holder_of_an_account_say_so(desk: Desk) -> None:
    """An account keeps its holder, so the advice is another account and not another holder."""
    dealer = desk.account("Dora", "dealer", holder="Parx")
    player = desk.people.create(desk.admin, "Anna", PASSWORD, ["player"])
    wrong = "this account belongs to Parx, and an office of the Board belongs to no holder; create another account"
    with pytest.raises(BadInput, match=f"^roles: {wrong}$"):
        desk.people.change_roles(desk.admin, dealer.account, ["executive-director"])
    wrong = "dealer needs a holder, and this account has no holder; create an account with one"
    with pytest.raises(BadInput, match=f"^roles: {wrong}$"):
        desk.people.change_roles(desk.admin, player.account, ["dealer"])


def test_a_name_is_taken_whatever_its_case(desk: Desk) -> None:
    desk.account("Straße")
    for name in ("STRASSE", "straße"):
        with pytest.raises(BadInput, match="already"):
            desk.account(name)
    for name in ("", " ", "a\nb", "x" * 61):
        with pytest.raises(BadInput, match="not a name"):
            desk.account(name)


def test_the_steps_of_an_account_cannot_be_changed(desk: Desk) -> None:
    for statement in ("UPDATE account_steps SET step = 'x'", "DELETE FROM account_steps"):
        with pytest.raises(DBAPIError, match="only appended to"), desk.database.write() as connection:
            connection.execute(text(statement))
