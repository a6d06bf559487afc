"""The roles at a table, and which of them are "a floorperson or above"."""

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
# In ascending order: "or above" in the law means this role or any to the right of it.
LADDER = ROLES[: ROLES.index(Role.TABLE_GAMES_MANAGER) + 1]
# Outside the ladder: these roles have no rank.
BESIDE = ROLES[len(LADDER) :]
DEPARTMENTS = (Role.SURVEILLANCE, Role.SECURITY, Role.MAINTENANCE)  # named without an article


def known_role(text: str) -> Role:
    """The role, or BadInput with the list of roles."""
    role = _BY_TEXT.get(text)
    if role is None:
        raise BadInput(f'"{text}" is not a role; {nearest(text, ROLES)}')
    return role


def at_least(role: str, lowest: str) -> bool:
    """Whether a role has that rank or a higher one."""
    if role not in LADDER or lowest not in LADDER:
        return role == lowest
    return LADDER.index(role) >= LADDER.index(lowest)


def role_name(role: str) -> str:
    """A role in words: "a pit manager"."""
    if role in DEPARTMENTS:
        return f"a member of {role}"
    return f"a {role.replace('-', ' ')}"


def the_role(role: str) -> str:
    """A role with its article: "the pit manager"; departments have none: "surveillance"."""
    return role if role in DEPARTMENTS else f"the {role.replace('-', ' ')}"
