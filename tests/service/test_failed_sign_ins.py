"""Failed sign-ins: names and addresses are locked or slowed down, and nobody learns which names exist."""

from __future__ import annotations

import threading

import pytest
from argon2 import extract_parameters

from houseway.service import failed_sign_ins, sign_ins
from houseway.service.failed_sign_ins import TooManyTries
from houseway.service.people import People, SignInRefused
from houseway.store.database import Database
from service.account_desk import HERE, PASSWORD, QUICK, THERE, Desk


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
    """Above all, no administrator: a stranger who guesses is locked at that stranger's address only."""
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
