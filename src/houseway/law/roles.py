"""The roles at a table, and which of them are "a floorperson or above"."""

from __future__ import annotations

from houseway.law.errors import BadInput, nearest

# In ascending order: "or above" in the law means this role or any to the right of it.
LADDER = ("dealer", "boxperson", "floorperson", "pit-manager", "shift-manager", "table-games-manager")
# Outside the ladder: these roles have no rank.
BESIDE = ("player", "stickperson", "surveillance", "security", "maintenance", "gaming-laboratory")
ROLES = LADDER + BESIDE


def known_role(text: str) -> str:
    """The role, or BadInput with the list of roles."""
    if text not in ROLES:
        raise BadInput(f'"{text}" is not a role; {nearest(text, ROLES)}')
    return text


def at_least(role: str, lowest: str) -> bool:
    """Whether a role has that rank or a higher one."""
    if role not in LADDER or lowest not in LADDER:
        return role == lowest
    return LADDER.index(role) >= LADDER.index(lowest)


def spoken(role: str) -> str:
    """A role in words: "a pit manager"."""
    return f"a {role.replace('-', ' ')}"
