"""Who acts at a table, and who counts as "a floorperson or above"."""

from __future__ import annotations

from enum import StrEnum

from houseway.law.errors import BadInput, nearest


class Role(StrEnum):
    """Someone with a job at the table, or a player in general; which player is a matter of seats."""

    DEALER = "dealer"
    BOXPERSON = "boxperson"
    FLOORPERSON = "floorperson"
    PIT_MANAGER = "pit-manager"
    SHIFT_MANAGER = "shift-manager"
    TABLE_GAMES_MANAGER = "table-games-manager"
    PLAYER = "player"
    STICKPERSON = "stickperson"
    SURVEILLANCE = "surveillance"
    SECURITY = "security"
    MAINTENANCE = "maintenance"
    GAMING_LABORATORY = "gaming-laboratory"


ROLES = tuple(Role)
_BY_TEXT = {role.value: role for role in ROLES}
# From the table upwards: "or above" in the law means this one or any to the right of it.
LADDER = ROLES[: ROLES.index(Role.TABLE_GAMES_MANAGER) + 1]
# Beside the ladder: nobody is above or below these.
BESIDE = ROLES[len(LADDER) :]


def known_role(text: str) -> Role:
    """The role that a text names, or an error that says which there are."""
    role = _BY_TEXT.get(text)
    if role is None:
        raise BadInput(f'"{text}" is not a role; {nearest(text, ROLES)}')
    return role


def at_least(role: str, lowest: str) -> bool:
    """Is `role` that rank or above?"""
    if role not in LADDER or lowest not in LADDER:
        return role == lowest
    return LADDER.index(role) >= LADDER.index(lowest)


def spoken(role: str) -> str:
    """A role as people say it: "a pit manager"."""
    return f"a {role.replace('-', ' ')}"
