"""Accounts on both stores: passwords, sessions, tokens, lock-out, the first administrator, and what is recorded of them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.low_level import Type
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from houseway.core import Moment
from houseway.law import BadInput
from houseway.service import failed_sign_ins, sign_ins
from houseway.service import people as module
from houseway.service.access import EVERY_ROLE, MANAGE_ACCOUNTS, NO_HOLDER, Forbidden, Hidden, Principal, may
from houseway.service.failed_sign_ins import TooManyTries
from houseway.service.people import People, SignInRefused
from houseway.service.submissions import Submissions
from houseway.store import people_schema
from houseway.store.database import Database
from houseway.store.people_schema import accounts
from houseway.store.schema import METADATA, attempts
from service.stores import enter_holder

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "a horse, a table, a die"
HERE, THERE = "192.0.2.1", "192.0.2.2"


@dataclass
class Now:
    """A clock that stands still until it is told."""

    at: int = 1_700_000_000

    def __call__(self) -> Moment:
        return Moment(self.at)


@dataclass
class Desk:
    """People on a database, with an administrator and a clock."""

    database: Database
    now: Now = field(default_factory=Now)

    def __post_init__(self) -> None:
        self.people = People(self.database, self.now, QUICK)
        secret = self.people.first_link()
        assert secret is not None
        self.admin = self.people.create_first(secret, "Root", PASSWORD)

    def account(self, name: str, *roles: str, holder: str = "") -> Principal:
        enter_holder(self.database, holder)
        return self.people.create(self.admin, name, PASSWORD, roles or ("player",), holder)

    def attempts(self) -> list[tuple[str, str, str]]:
        with self.database.read() as connection:
            rows = connection.execute(select(attempts).order_by(attempts.c.number))
            return [(row.kind, row.actor, row.about) for row in rows]

    def steps(self, account: str) -> list[tuple[str, str]]:
        return [(each.step, each.by) for each in self.people.steps(self.admin, account)]


@pytest.fixture
def desk(database: Database) -> Desk:
    return Desk(database)


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
    with pytest.raises(SignInRefused, match="too old"):
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


def test_nothing_secret_is_stored(desk: Desk) -> None:
    desk.account("Anna")
    session, who = desk.people.sign_in("Anna", PASSWORD, HERE)
    token = desk.people.make_token(who, ["play"], desk.now.at + 60)
    with pytest.raises(SignInRefused):
        desk.people.sign_in(PASSWORD, PASSWORD, HERE)  # typed into the wrong field
    with desk.database.read() as connection:
        for table in METADATA.tables.values():
            stored = str(connection.execute(select(table)).all())
            for secret in (session, token, session[4:], token[4:], PASSWORD):
                assert secret not in stored, table.name


def test_a_session_goes_from_sign_in_to_sign_out(desk: Desk) -> None:
    anna = desk.account("Anna")
    first, who = desk.people.sign_in("anna", PASSWORD, HERE)
    second, _ = desk.people.sign_in("ANNA", PASSWORD, HERE)
    assert first != second
    assert len(first) >= 43
    assert (who.account, who.roles, who.scopes) == (anna.account, ("player",), None)
    assert desk.people.session(first) == who
    ended: list[str] = []
    desk.people.revoked.append(ended.append)
    desk.people.sign_out(first)
    assert ended == [who.sign_in]
    assert desk.people.session(first) is None
    assert desk.people.session(second) is not None
    desk.people.sign_out(first)
    assert ended == [who.sign_in]


def test_a_session_ends_when_it_is_idle_and_when_it_is_old(desk: Desk) -> None:
    desk.account("Anna")
    token, who = desk.people.sign_in("Anna", PASSWORD, HERE)
    for _ in range(sign_ins.LONGEST_SECONDS // (sign_ins.IDLE_SECONDS - 1)):
        desk.now.at += sign_ins.IDLE_SECONDS - 1
        assert desk.people.session(token) is not None
    assert desk.people.ended([who.sign_in]) == set()
    desk.now.at += sign_ins.IDLE_SECONDS - 1
    assert desk.people.session(token) is None
    token, who = desk.people.sign_in("Anna", PASSWORD, HERE)
    desk.now.at += sign_ins.IDLE_SECONDS
    assert desk.people.session(token) is None
    assert desk.people.ended([who.sign_in, "sig-unknown"]) == {who.sign_in, "sig-unknown"}


@pytest.mark.parametrize("back", [sign_ins.DAY, 365 * sign_ins.DAY])
def test_a_clock_that_jumps_back_does_not_revive_a_session(sqlite_database: Database, back: int) -> None:
    desk = Desk(sqlite_database)
    desk.account("Anna")
    token, _ = desk.people.sign_in("Anna", PASSWORD, HERE)
    desk.now.at -= back
    assert desk.people.session(token) is None


@pytest.mark.parametrize("forged", ["", "hws_", "hws_" + "A" * 43, "hwt_" + "A" * 43, "hws_é", "x" * 5000])
def test_a_forged_session_or_token_is_nobody(sqlite_database: Database, forged: str) -> None:
    desk = Desk(sqlite_database)
    for _ in range(3):  # recorded once
        assert desk.people.session(forged) is None
    assert desk.people.token(forged) is None
    assert desk.attempts()[0][0] == "forged-session"
    assert len(desk.attempts()) <= 2


def test_expired_and_revoked_secrets_are_refused_and_recorded(desk: Desk) -> None:
    anna = desk.account("Anna")
    session, who = desk.people.sign_in("Anna", PASSWORD, HERE)
    expired, revoked = (desk.people.make_token(who, ["play"], desk.now.at + 100) for _ in range(2))
    there = desk.people.token(revoked)
    assert there is not None
    desk.people.revoke(who, sign_in=there.sign_in)
    assert desk.people.token(revoked) is None
    desk.now.at += 100
    assert desk.people.token(expired) is None
    desk.people.sign_out(session)
    assert desk.people.session(session) is None
    assert [(kind, actor) for kind, actor, _ in desk.attempts()] == [
        ("ended-token", anna.account),
        ("ended-token", anna.account),
        ("ended-session", anna.account),
    ]
    for number in range(3 * sign_ins.MOST_PRESENTED):
        assert desk.people.session(f"hws_{number}") is None
    assert len(desk.attempts()) <= sign_ins.MOST_PRESENTED + 3


def test_a_token_has_scopes_and_an_end(desk: Desk) -> None:
    desk.account("Anna")
    session, who = desk.people.sign_in("Anna", PASSWORD, HERE)
    text_of = desk.people.make_token(who, ["play", "see-table"], desk.now.at + 100)
    found = desk.people.token(text_of)
    assert found is not None
    assert found.scopes == frozenset(("play", "see-table"))
    assert found.account == who.account
    assert desk.people.session(text_of) is None
    assert desk.people.token(session) is None
    with pytest.raises(Forbidden, match="token"):
        desk.people.make_token(found, ["play"], desk.now.at + 50)
    assert desk.attempts()[-1][0] == "scope"
    desk.now.at += 100
    assert desk.people.token(text_of) is None
    bad: list[tuple[list[str], int]] = [
        ([], 50),
        (["everything"], 50),
        (["play"], 0),
        (["play"], module.TOKEN_SECONDS + 1),
    ]
    for scopes, seconds in bad:
        with pytest.raises(BadInput):
            desk.people.make_token(who, scopes, desk.now.at + seconds)


def test_revoking_a_token_tells_listeners_at_once(desk: Desk) -> None:
    desk.account("Anna")
    desk.account("Ben")
    _, anna = desk.people.sign_in("Anna", PASSWORD, HERE)
    _, ben = desk.people.sign_in("Ben", PASSWORD, HERE)
    token = desk.people.make_token(anna, ["play"], desk.now.at + 100)
    found = desk.people.token(token)
    assert found is not None
    ended: list[str] = []
    desk.people.revoked.append(ended.append)
    with pytest.raises(Forbidden):
        desk.people.revoke(ben, sign_in=found.sign_in)
    assert desk.attempts()[-1][:2] == ("wrong-role", ben.account)
    desk.people.revoke(anna, sign_in=found.sign_in)
    assert ended == [found.sign_in]
    assert desk.people.token(token) is None
    with pytest.raises(Hidden):
        desk.people.revoke(anna, sign_in="sig-unknown")


def test_a_revoked_account_is_out_at_once_and_for_good(desk: Desk) -> None:
    anna = desk.account("Anna")
    session, who = desk.people.sign_in("Anna", PASSWORD, HERE)
    token = desk.people.make_token(who, ["play"], desk.now.at + 100)
    ended: list[str] = []
    desk.people.revoked.append(ended.append)
    desk.people.revoke(desk.admin, account=anna.account)
    assert who.sign_in in ended
    assert len(ended) == 2
    assert desk.people.session(session) is None
    assert desk.people.token(token) is None
    with pytest.raises(SignInRefused):
        desk.people.sign_in("Anna", PASSWORD, HERE)
    assert desk.steps(anna.account) == [
        ("created", desk.admin.account),
        ("token-made", anna.account),
        ("revoked", desk.admin.account),
    ]


def test_another_process_learns_of_a_revocation_within_a_second(desk: Desk) -> None:
    anna = desk.account("Anna")
    session, who = desk.people.sign_in("Anna", PASSWORD, HERE)
    other = People(desk.database, desk.now, QUICK)
    assert other.session(session) == who
    desk.people.revoke(desk.admin, account=anna.account)
    assert desk.people.session(session) is None
    assert other.ended([who.sign_in]) == {who.sign_in}
    time.sleep(sign_ins.KEPT_SECONDS)
    assert other.session(session) is None
    assert sign_ins.KEPT_SECONDS < 1


def test_other_roles_end_the_sign_ins_of_an_account(desk: Desk) -> None:
    dora = desk.account("Dora", "dealer", holder="Parx")
    session, _ = desk.people.sign_in("Dora", PASSWORD, HERE)
    desk.people.change_roles(desk.admin, dora.account, ["floorperson"])
    assert desk.people.session(session) is None
    _, who = desk.people.sign_in("Dora", PASSWORD, HERE)
    assert who.roles == ("floorperson",)
    assert desk.steps(dora.account)[-1] == ("roles-changed", desk.admin.account)


def test_a_name_is_locked_after_failures_and_a_restart_does_not_unlock_it(desk: Desk) -> None:
    anna = desk.account("Anna")
    for number in range(failed_sign_ins.MOST_FAILURES):
        with pytest.raises(SignInRefused, match="name or password is wrong"):
            desk.people.sign_in("Anna", f"wrong password {number}", THERE)
    again = People(desk.database, desk.now, QUICK)
    with pytest.raises(TooManyTries) as caught:
        again.sign_in("Anna", PASSWORD, THERE)
    assert caught.value.seconds == failed_sign_ins.LOCK_SECONDS
    assert ("locked", "houseway") in desk.steps(anna.account)
    kinds = [kind for kind, _, _ in desk.attempts()]
    assert kinds == ["sign-in"] * failed_sign_ins.MOST_FAILURES + ["sign-in-locked"]
    desk.now.at += failed_sign_ins.LOCK_SECONDS
    assert again.sign_in("Anna", PASSWORD, THERE)[1].account == anna.account


def test_a_clock_that_is_set_back_locks_nobody_out_for_longer(sqlite_database: Database) -> None:
    desk = Desk(sqlite_database)
    desk.account("Anna")
    for _ in range(failed_sign_ins.MOST_FAILURES):
        with pytest.raises(SignInRefused):
            desk.people.sign_in("Anna", "wrong password", HERE)
    desk.now.at -= 365 * sign_ins.DAY
    with pytest.raises(TooManyTries) as caught:
        desk.people.sign_in("Anna", PASSWORD, HERE)
    assert caught.value.seconds == failed_sign_ins.LOCK_SECONDS
    desk.now.at += failed_sign_ins.LOCK_SECONDS
    assert desk.people.sign_in("Anna", PASSWORD, HERE)


def test_an_unknown_name_is_locked_like_a_known_one(desk: Desk) -> None:
    for number in range(failed_sign_ins.MOST_FAILURES):
        with pytest.raises(SignInRefused):
            desk.people.sign_in("Nobody", f"{PASSWORD} {number}", THERE)
    with pytest.raises(TooManyTries):
        desk.people.sign_in("nobody", PASSWORD, THERE)
    assert all("nobody" not in about.casefold() for _, _, about in desk.attempts())


def test_a_stranger_locks_nobody_out_elsewhere(desk: Desk) -> None:
    """An administrator above all: whoever guesses is locked at their own address, and no other."""
    for _ in range(failed_sign_ins.MOST_FAILURES):
        with pytest.raises(SignInRefused):
            desk.people.sign_in(desk.admin.name, "wrong password", THERE)
    with pytest.raises(TooManyTries):
        desk.people.sign_in(desk.admin.name, PASSWORD, THERE)
    assert desk.people.sign_in(desk.admin.name, PASSWORD, HERE)[1].account == desk.admin.account


def test_guesses_from_many_addresses_are_slowed_down_and_known_addresses_are_not(desk: Desk) -> None:
    desk.account("Anna")
    desk.people.sign_in("Anna", PASSWORD, HERE)
    for number in range(failed_sign_ins.MOST_BY_NAME + 1):
        with pytest.raises(SignInRefused):
            desk.people.sign_in("Anna", f"wrong password {number}", f"198.51.100.{number}")
    with pytest.raises(TooManyTries, match="20 seconds") as caught:
        desk.people.sign_in("Anna", PASSWORD, THERE)
    assert caught.value.seconds == failed_sign_ins.SLOW_SECONDS
    desk.now.at += failed_sign_ins.SLOW_SECONDS
    with pytest.raises(SignInRefused):  # one more, and then they wait again
        desk.people.sign_in("Anna", "wrong password", THERE)
    with pytest.raises(TooManyTries):
        desk.people.sign_in("Anna", "wrong password", THERE)
    assert desk.people.sign_in("Anna", PASSWORD, HERE)


def test_a_guest_is_a_player_at_practice_tables_and_cannot_sign_in(desk: Desk) -> None:
    token, guest = desk.people.guest()
    assert (guest.roles, guest.holder, guest.account.startswith("guest-")) == (("player",), "", True)
    assert desk.people.session(token) == guest
    for password in ("none", "", "a password of twelve"):
        with pytest.raises(SignInRefused):
            desk.people.sign_in(guest.name, password, HERE)
    assert all(each.account != guest.account for each, _ in desk.people.all(desk.admin))
    desk.now.at += sign_ins.IDLE_SECONDS
    assert desk.people.session(token) is None


def test_guests_who_are_gone_are_cleaned_and_what_is_append_only_stays(desk: Desk) -> None:
    token, guest = desk.people.guest()
    other, stays = desk.people.guest()
    root, _ = desk.people.sign_in("Root", PASSWORD, HERE)
    ended: list[str] = []
    desk.people.revoked.append(ended.append)
    desk.now.at += sign_ins.GUEST_SECONDS - sign_ins.IDLE_SECONDS
    assert desk.people.clean_guests() == 0
    desk.now.at -= sign_ins.GUEST_SECONDS - sign_ins.IDLE_SECONDS
    for _ in range(3):
        desk.now.at += sign_ins.GUEST_SECONDS // 3
        assert desk.people.session(other) == stays
    assert desk.people.clean_guests() == 1 and ended == [guest.sign_in]
    assert desk.people.session(token) is None and desk.people.session(other) == stays
    assert desk.attempts()[-1][0] == "ended-session"
    assert desk.people.clean_guests() == 0
    found = desk.people.find(guest.account)
    assert found is not None and found.name == guest.name, "events name this account"
    assert [each.step for each in desk.people.steps(desk.admin, guest.account)] == ["created", "expired"]
    desk.now.at += sign_ins.CLEAN_SECONDS
    desk.people.clean_guests()
    with desk.people.database.read() as connection:
        left = [row.account for row in connection.execute(select(people_schema.sign_ins))]
    assert guest.account not in left and stays.account in left, "that of the other one ended just now"
    assert any(each.startswith("acc-") for each in left), "sign-ins of accounts stay"
    assert desk.people.session(root) is None  # too old, and not cleaned


def test_an_address_is_limited_over_all_names(desk: Desk) -> None:
    desk.account("Anna")
    for number in range(failed_sign_ins.MOST_FROM_ADDRESS):
        with pytest.raises(SignInRefused):
            desk.people.sign_in(f"name {number}", PASSWORD, HERE)
    with pytest.raises(TooManyTries):
        desk.people.sign_in("Anna", PASSWORD, HERE)
    assert desk.people.sign_in("Anna", PASSWORD, THERE)


def test_successes_do_not_count_as_failures(desk: Desk) -> None:
    desk.account("Anna")
    for _ in range(failed_sign_ins.MOST_FROM_ADDRESS + 2):
        desk.people.sign_in("Anna", PASSWORD, HERE)
    for _ in range(3):  # failures of long ago are forgotten
        for _ in range(failed_sign_ins.MOST_FAILURES - 1):
            with pytest.raises(SignInRefused):
                desk.people.sign_in("Anna", "wrong password", HERE)
        desk.now.at += failed_sign_ins.WINDOW_SECONDS
    assert desk.people.sign_in("Anna", PASSWORD, HERE)


def test_a_burst_of_guesses_gets_no_more_tries_than_one_after_the_other(desk: Desk) -> None:
    desk.account("Anna")
    checked: list[str] = []
    verify = desk.people._verifies

    def counted(stored: str, password: str) -> bool:
        checked.append(password)
        return verify(stored, password)

    desk.people._verifies = counted  # type: ignore[method-assign]

    def guess(number: int) -> None:
        with pytest.raises((SignInRefused, TooManyTries)):
            desk.people.sign_in("Anna", f"guess number {number}", HERE)

    threads = [threading.Thread(target=guess, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(checked) <= failed_sign_ins.MOST_FAILURES


def test_an_unknown_name_costs_as_much_as_a_known_one(sqlite_database: Database) -> None:
    desk = Desk(sqlite_database)
    desk.account("Anna")
    verified: list[str] = []
    verify = desk.people._verifies

    def counted(stored: str, password: str) -> bool:
        verified.append(stored)
        return verify(stored, password)

    desk.people._verifies = counted  # type: ignore[method-assign]
    for name in ("Anna", "Nobody", "x" * 5000):
        with pytest.raises(SignInRefused, match="^name or password is wrong$"):
            desk.people.sign_in(name, "wrong password", HERE)
    assert len(verified) == 3
    assert len({str(extract_parameters(each)) for each in verified}) == 1


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
