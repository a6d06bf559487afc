"""A command of a principal at a table, as the checks in `permits.py` and `seat_permits.py` use it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from houseway.core import Due
from houseway.service.access import Forbidden, Principal
from houseway.service.hosted import Hosted, Sender
from houseway.table import commands as asked
from houseway.table.reader import read_command


@dataclass(frozen=True, slots=True)
class Case:
    """A command of a principal at a table."""

    principal: Principal
    hosted: Hosted
    command: dict[str, Any]
    roles: tuple[str, ...]  # the roles in which the principal may act; only one if the command names it

    @property
    def do(self) -> str:
        return str(self.command.get("do"))

    @property
    def due(self) -> Due | None:
        return self.hosted.standing.due

    @property
    def state(self) -> Any:
        return self.hosted.standing.position.state

    def read(self, by: str) -> asked.Command:
        """The typed command as sent in a role; raises BadInput if it cannot be read."""
        return read_command(self.hosted.game, self.hosted.rules, {**self.command, "by": by})

    def read_plain(self) -> asked.Command:
        """The typed command as it was sent."""
        return read_command(self.hosted.game, self.hosted.rules, self.command)

    def first(self, roles: Collection[str]) -> str | None:
        """The first of the principal's roles that is in `roles`."""
        return next((role for role in self.roles if role in roles), None)

    def sent(self, role: str, by: str | None = None) -> Permitted:
        """Permit the command in this role; `by` is the role that the command names."""
        filled = self.command if by is None else {**self.command, "by": by}
        return Sender(self.principal.account, str(role)), filled

    def forbidden(self, what: str, who: str, cites: Iterable[str] = (), kind: str = "wrong-role") -> Forbidden:
        named = self.roles[0] if len(self.roles) == 1 else ""
        subject = f"As {named.replace('-', ' ')} you" if named else "You"
        return Forbidden(f"{subject} cannot {what}; {who} can", f"this is for {who}", cites, kind)


Permitted = tuple[Sender, dict[str, Any]]
