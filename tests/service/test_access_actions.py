"""Access rights besides commands: the view of a table that each role gets, and the actions of the other endpoints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import pytest

from houseway.core import Event, Moment, Role
from houseway.games import load
from houseway.law.approval import BODIES
from houseway.service.access import (
    ACTIONS,
    DONE,
    EVERY_ROLE,
    Forbidden,
    Office,
    eyes,
    may,
    may_register,
    not_allowed,
    seen_event,
    seen_tables,
    viewer,
)
from houseway.service.hosted import Hosted
from houseway.service.permits import PERMITS
from houseway.table.reader import READERS
from service.access_walks import ANNA, BEN, FLOOR, walked
from service.stand import BOARD, HOLDER, LADDER, ROLES, reports, somebody, stand

# The lists are whole


def test_every_role_and_every_command_is_in_the_matrix() -> None:
    assert set(ROLES) == set(EVERY_ROLE) == {*Role, *Office}
    assert set(READERS) <= set(PERMITS)
    assert set(PERMITS) - set(READERS) <= {"fill", "credit", "tip", "count-drop"}  # of a shift
    assert set(WHO_MAY) == set(ACTIONS)
    assert set(SEES) == set(ROLES)


# Views

SEES = {
    **{role: role for role in LADDER},
    "stickperson": "stickperson",
    "security": "security",
    "maintenance": "maintenance",
    **dict.fromkeys(("surveillance", "compliance", *BOARD), "house"),
    **dict.fromkeys(("player", "manufacturer", "administrator"), "player"),
}


@pytest.mark.parametrize("role", ROLES)
def test_whose_eyes_each_role_sees_through(role: str) -> None:
    at = cast(Hosted, stand(*load("down-under-blackjack"), seats={1: "anna", 2: "ben", 3: "anna"}))
    assert viewer(somebody(role), at) == SEES[role]
    assert eyes(ANNA, at) == ("seat:1", "seat:3")
    assert eyes(BEN, at) == ("seat:2",)
    several = somebody("dealer", "pit-manager", "security")
    assert viewer(several, at) == "pit-manager"


def test_two_seats_see_what_both_may_see_and_nothing_else() -> None:
    at = cast(Hosted, stand(*load("pai-gow"), seats={1: "anna", 2: "ben", 3: "anna"}))

    def told(to: str) -> Event:
        return Event(1, "hand-dealt", (), Moment(1), 1, (1, 1), {"tiles": ["a"]}, to=to)

    mine = eyes(ANNA, at)
    for to, shown in (("all", True), ("seat:1", True), ("seat:3", True), ("seat:2", False), ("dealer", False)):
        assert ("tiles" in seen_event(told(to), mine)) == shown, to
    assert set(seen_tables(at, mine)) == {"seat:1", "seat:3"}


def test_a_players_refusal_does_not_depend_on_what_is_hidden() -> None:
    """Non-interference of errors: those outside the crew get the same refusal in every state."""
    game, rules = load("down-under-blackjack")
    said: dict[str, set[tuple[str, str, tuple[str, ...]]]] = {}
    for at in walked(game, rules, "automatic", 60, "hidden"):
        for cite in reports(game):
            if cite not in rules.cites:
                continue
            for who in (ANNA, somebody("security")):
                with pytest.raises(Forbidden) as caught:
                    at.permit(who, {"do": "irregularity", "cite": cite})
                error = caught.value
                said.setdefault(f"{cite} {who.account}", set()).add((str(error), error.right, error.cites))
    assert said
    assert all(len(each) == 1 for each in said.values())


# Actions of the other endpoints, by role

SHIFT = ("shift-manager", "table-games-manager")
MANAGERS = ("pit-manager", *SHIFT)
READERS_OF_ALL = ("surveillance", "compliance", *BOARD)
WHO_MAY: dict[str, Iterable[str]] = {
    "see-table": ROLES,
    "recall-rounds": ROLES,
    "see-records": (*SHIFT, *READERS_OF_ALL),
    "open-session": FLOOR,
    "close-session": FLOOR,
    "manage-accounts": ("administrator",),
    "sign-checkpoint": (*SHIFT, "compliance", *BOARD),
    "submit-rules": ("compliance",),
    "question-rules": BOARD,
    "decide-rules": ("bureau-of-gaming-operations", "executive-director"),
    "register-approval": BOARD,
    "register-device": ("compliance", "gaming-laboratory"),
    "manage-credentials": (*MANAGERS, "compliance"),
    "see-revenue": (*SHIFT, "surveillance", "compliance", *BOARD),
    "count-drop": FLOOR,
    "fills-and-credits": FLOOR,
    "propose-correction": FLOOR,
    "confirm-correction": MANAGERS,
    "see-corrections": (*FLOOR, *READERS_OF_ALL),
    "set-tax-terms": ("compliance", "bureau-of-casino-compliance"),
    "see-attempts": ("surveillance", "compliance", "bureau-of-casino-compliance", "administrator"),
    "see-metrics": ("compliance", "administrator"),
}


@pytest.mark.parametrize("action", list(ACTIONS))
def test_actions_are_for_these_roles_and_their_own_holder(action: str) -> None:
    for role in ROLES:
        right = role in WHO_MAY[action]
        who = somebody(role)
        assert may(who, action, HOLDER) == (right and role != "manufacturer"), (
            role
        )  # it has devices, and no holder's affairs
        assert may(who, action) == right, role
        beyond = right and not who.holder  # the Board's accounts, a player, or an administrator of all holders
        assert may(who, action, "Rivers") == beyond, role
    assert may(somebody("administrator", holder=""), action, "Rivers") == ("administrator" in WHO_MAY[action])


def test_an_unknown_action_is_an_error() -> None:
    with pytest.raises(KeyError):
        may(somebody("administrator"), "burn-the-records")


def test_a_refused_action_says_whom_it_is_for() -> None:
    for action, roles in ACTIONS.items():
        told = not_allowed(somebody("guest"), action)
        assert str(told) == f"Your account cannot {DONE[action]}" and action not in str(told)
        assert all(str(role) in told.right for role in roles) and told.kind == "wrong-role"
    assert set(DONE) == set(ACTIONS)


def test_a_token_without_a_scope_is_told_so_and_not_that_its_account_may_not() -> None:
    manager = somebody("shift-manager", scopes=frozenset(["see-table"]))
    told = not_allowed(manager, "see-revenue", HOLDER)
    assert (str(told), told.kind) == ("This token has no scope see-revenue", "scope")
    assert told.right == "use a token with the scope see-revenue"
    for cannot in (not_allowed(manager, "manage-accounts"), not_allowed(manager, "see-revenue", "Rivers")):
        assert cannot.kind == "wrong-role" and "scope" not in cannot.right


def test_approvals_are_registered_by_the_office_that_gives_them() -> None:
    offices = {
        "Bureau of Gaming Operations": "bureau-of-gaming-operations",
        "Bureau of Gaming Laboratory Operations": "gaming-laboratory",
        "Bureau of Casino Compliance": "bureau-of-casino-compliance",
        "Executive Director": "executive-director",
    }
    assert set(offices) == set(BODIES)
    offices["Pennsylvania Gaming Control Board"] = "executive-director"
    for body, office in offices.items():
        for role in ROLES:
            assert may_register(somebody(role), body) == (role == office)
