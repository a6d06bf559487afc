"""Who acts at a table, and who counts as "a floorperson or above"."""

from __future__ import annotations

from houseway.law.errors import BadInput, nearest

# From the table upwards: "or above" in the law means this one or any to the right of it.
LADDER = ("dealer", "boxperson", "floorperson", "pit-manager", "shift-manager", "table-games-manager")
# Beside the ladder: nobody is above or below these.
BESIDE = ("player", "stickperson", "surveillance", "security", "maintenance", "gaming-laboratory")
ROLES = LADDER + BESIDE


def known_role(text: str) -> str:
    """The role, or an error that says which there are."""
    if text not in ROLES:
        raise BadInput(f'"{text}" is not a role; {nearest(text, ROLES)}')
    return text


def at_least(role: str, lowest: str) -> bool:
    """Is `role` that rank or above?"""
    if role not in LADDER or lowest not in LADDER:
        return role == lowest
    return LADDER.index(role) >= LADDER.index(lowest)


def spoken(role: str) -> str:
    """A role as people say it: "a pit manager"."""
    return f"a {role.replace('-', ' ')}"
