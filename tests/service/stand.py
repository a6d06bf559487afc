"""A table in memory that stands for a hosted one, and the matrix that the tests of access walk."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from houseway.core import AnyGame, Fill, Moment, Outcome, seat_of
from houseway.law import BadInput, Rules
from houseway.numerics.sources import ManualSource, SeededSource, Source
from houseway.service.access import Forbidden, Principal
from houseway.service.hosted import DurableState, Hosted
from houseway.service.permits import permit
from houseway.table import Table, ticking
from houseway.table.decide import decide
from houseway.table.house import Committed, OpenedCommitment
from houseway.table.reader import read_command

HOLDER = "Parx"
# Typed here and not read from the program: a role that is not in this list fails the tests.
LADDER = ("dealer", "boxperson", "floorperson", "pit-manager", "shift-manager", "table-games-manager")
BESIDE = ("player", "stickperson", "surveillance", "security", "maintenance", "gaming-laboratory")
BUREAUS = ("bureau-of-gaming-operations", "bureau-of-casino-compliance", "executive-director")
OFFICES = ("compliance", *BUREAUS, "manufacturer", "administrator")
ROLES = (*LADDER, *BESIDE, *OFFICES)
CREW = (*LADDER, "stickperson")
BOARD = (*BUREAUS, "gaming-laboratory")


def somebody(
    *roles: str, account: str = "", holder: str | None = None, scopes: frozenset[str] | None = None
) -> Principal:
    """A principal with these roles, of the holder of the table unless its office is the Board's."""
    own = "" if set(roles) & {*BOARD, "player"} else HOLDER
    devices = frozenset([("t1", "wheel")] if "manufacturer" in roles else [])
    who = account or f"acc-{'-'.join(roles)}"
    return Principal(who, "Somebody", roles, own if holder is None else holder, scopes, devices=devices)


@dataclass
class Stand:
    """The parts of a hosted table that `permit` and `viewer` use."""

    table: Table
    holders: dict[int, str] = field(default_factory=dict)
    id: str = "t1"
    of: str = HOLDER
    practice: bool = False

    @property
    def game(self) -> AnyGame:
        return self.table.game

    @property
    def rules(self) -> Rules:
        return self.table.rules

    @property
    def standing(self) -> DurableState:
        position = self.table.position
        due = None if position.state is None else self.table.due
        return DurableState(position, due, self.table._count, self.table._latest, self.holders)

    def holder(self, seat: int) -> str:
        return Hosted.holder(cast(Hosted, self), seat)

    def seats(self) -> dict[int, int]:
        return Hosted.seats(cast(Hosted, self))

    def chips(self, seat: int) -> int:
        return Hosted.chips(cast(Hosted, self), seat)

    def permit(
        self, principal: Principal, command: Mapping[str, Any], acting: str | None = None, **more: Any
    ) -> tuple[str, dict[str, Any]]:
        """The role that a command is sent in, and the command as it is filled in."""
        sender, filled = permit(principal, cast(Hosted, self), command, acting, **more)
        assert sender.actor == principal.account
        assert sender.again is not None
        sender.again()
        return sender.role, filled

    def allowed(self, principal: Principal, command: Mapping[str, Any], acting: str | None = None) -> bool:
        """May it be sent? A command that cannot be read is no answer."""
        try:
            role, filled = self.permit(principal, command, acting)
        except Forbidden as error:
            return not (str(error) and error.right)  # it says what was wrong and what would be right
        assert role in principal.roles
        read_command(self.game, self.rules, filled)
        return True

    def refused(self, command: Mapping[str, Any]) -> bool:
        """Does the table refuse it now? Nothing changes: it is decided and forgotten."""
        read = read_command(self.game, self.rules, command)
        table = self.table
        at = Moment(table._latest + 1)
        decided = decide(self.game, self.rules, table.position, read, at, table._count + 1, _Nobody())  # type: ignore[arg-type]
        return decided.events[0].event in ("act-refused", "wager-refused")


class _Nobody:
    """Answers of the house for a decision that is not kept."""

    source, practice = "manual", False

    def commit(self, fill: Fill, known: Mapping[str, Outcome], seq: int) -> Committed | None:
        return None

    def show(self, commitment: str) -> OpenedCommitment:
        return OpenedCommitment("", ())


def stand(
    game: AnyGame,
    rules: Rules,
    *,
    by_hand: bool = False,
    seats: Mapping[int, str] | None = None,
    mode: str = "automatic",
) -> Stand:
    """An open table with chips in front of the seats of these accounts (empty: of somebody without an account)."""
    source: Source | ManualSource = ManualSource(lambda chance: ()) if by_hand else SeededSource("access")
    table = Table(game, rules, source, clock=ticking())
    table.open(mode, 100_000_000)
    seats = seats or {}
    for seat in seats:
        table.buy_in(seat, 1_000_000)
    assert all(seat_of(f"seat:{seat}") for seat in seats)
    return Stand(table, {seat: account for seat, account in seats.items() if account}, practice=not by_hand)


@dataclass(frozen=True)
class Row:
    """A step as procedure.toml has it."""

    procedure: str
    cite: str
    item: str
    by: str
    or_above: bool
    or_by: tuple[str, ...]
    when: Mapping[str, Any]

    def names(self, role: str) -> bool:
        """Does the file name this role?"""
        above = self.or_above and role in LADDER and LADDER.index(role) >= LADDER.index(self.by)
        return role == self.by or role in self.or_by or above


def procedure_file(game: AnyGame) -> dict[str, Any]:
    """The game's procedure.toml, read without the program."""
    import houseway.games  # noqa: F401

    folder = Path(__import__(game.home, fromlist=["_"]).__file__ or "").parent
    return tomllib.loads((folder / "procedure.toml").read_text())


def rows(game: AnyGame) -> list[Row]:
    """Every step of every procedure."""
    return [
        Row(
            text["name"], step.get("cite", text.get("cite", "")), step.get("item", ""), step["by"],
            step.get("or_above", False), tuple(step.get("or_by", ())), step.get("when", {}),
        )
        for text in procedure_file(game)["procedure"]
        for step in text["step"]
    ]  # fmt: skip


def reports(game: AnyGame) -> list[str]:
    """Every paragraph that can be reported."""
    return [each["cite"] for each in procedure_file(game).get("report", [])]


__all__ = ["BadInput", "Row", "Stand", "reports", "rows", "somebody", "stand"]
