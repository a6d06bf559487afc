"""Sessions, tokens and guests: secrets, scopes, how they end, and who learns that they have ended."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import select

from houseway.law import BadInput
from houseway.service import people as module
from houseway.service import sign_ins
from houseway.service.access import Forbidden, Hidden
from houseway.service.people import People, SignInRefused
from houseway.store import people_schema
from houseway.store.database import Database
from houseway.store.schema import METADATA
from service.account_desk import HERE, PASSWORD, QUICK, Desk


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
