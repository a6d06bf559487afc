"""The devices of tables: a manufacturer sees the tables with its own devices, and reports when these work again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select

from houseway.core import Moment
from houseway.games import games
from houseway.law import BadInput
from houseway.law.errors import nearest
from houseway.law.inputs import visible
from houseway.records.lines import clock_text
from houseway.service.access import (
    GUEST,
    REGISTER_DEVICE,
    Hidden,
    Office,
    Principal,
    has_device,
    may,
    not_allowed,
    of_holder,
    role_for,
)
from houseway.store.approvals_schema import table_devices
from houseway.store.database import Database
from houseway.store.people_schema import accounts
from houseway.store.schema import tables
from houseway.table import wall_clock
from houseway.table.table import Clock

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Device:
    """A device of a table, as the last entry describes it."""

    table_id: str
    device: str
    manufacturer: str
    by: str
    role: str
    at: int

    def as_json(self) -> dict[str, Any]:
        """The entry as plain values."""
        return {
            "table": self.table_id,
            "device": self.device,
            "manufacturer": self.manufacturer,
            "by": self.by,
            "role": self.role,
            "at": clock_text(Moment(self.at)),
        }


class Devices:
    """The devices of all tables, entered by the holder's compliance office or the laboratory."""

    def __init__(self, database: Database, clock: Clock = wall_clock) -> None:
        self._database, self._clock = database, clock

    def enter(self, by: Principal, table_id: str, device: str, manufacturer: str) -> list[Device]:
        """Enter the manufacturer of a table's device; an empty manufacturer means that the device was removed."""
        if not device.strip() or len(device) > LONGEST_NAME or not device.isprintable():
            raise BadInput(f"device: is not a name; write at most {LONGEST_NAME} printable characters")
        with self._database.write() as connection:
            holder, game = _holder_and_game(connection, by, table_id)
            if not may(by, REGISTER_DEVICE, holder):
                raise not_allowed(by, REGISTER_DEVICE, holder)
            if manufacturer:
                _refuse_unknown_device(device, game)
            if manufacturer and not _known(connection, manufacturer):
                right = (
                    "an administrator first creates an account with the role manufacturer and this name as its holder"
                )
                raise BadInput(f'manufacturer: there is no manufacturer "{visible(manufacturer)}"; {right}')
            who = {"by": by.account, "role": role_for(by, REGISTER_DEVICE), "at": self._clock()}
            entry = {"table_id": table_id, "device": device, "manufacturer": manufacturer}
            connection.execute(insert(table_devices).values(**entry, **who))
        return self.listed(by, table_id)

    def listed(self, by: Principal, table_id: str) -> list[Device]:
        """The devices of a table that a principal may see: manufacturers see only their own, players none."""
        with self._database.read() as connection:
            holder, _ = _holder_and_game(connection, by, table_id)
            rows = connection.execute(_last_entries().where(table_devices.c.table_id == table_id)).all()
        staff = any(role != "player" and of_holder(by, role, holder) for role in by.roles)
        found = [Device(row.table_id, row.device, row.manufacturer, row.by, row.role, row.at) for row in rows]
        return [each for each in found if each.manufacturer and (staff or (each.table_id, each.device) in by.devices)]

    def tables_of(self, manufacturers: Iterable[str]) -> dict[str, frozenset[str]]:
        """For each of these manufacturers, the tables with its devices."""
        with self._database.read() as connection:
            return {each: frozenset(table for table, _ in devices_of(connection, each)) for each in manufacturers}


def devices_of(connection: Connection, manufacturer: str) -> frozenset[tuple[str, str]]:
    """The table and the name of each device of a manufacturer."""
    rows = connection.execute(_last_entries().where(table_devices.c.manufacturer == manufacturer))
    return frozenset((row.table_id, row.device) for row in rows)


def _last_entries() -> Any:
    of = table_devices.c
    last = select(func.max(of.number)).group_by(of.table_id, of.device)
    return select(table_devices).where(of.number.in_(last)).order_by(of.table_id, of.device)


def _holder_and_game(connection: Connection, by: Principal, table_id: str) -> tuple[str, str]:
    """The holder and the game of a table; raises Hidden if the principal may not see the table."""
    of = tables.c
    row = connection.execute(select(of.holder, of.game).where(of.id == table_id)).one_or_none()
    seen = has_device(by, table_id) or any(of_holder(by, role, "" if row is None else row.holder) for role in by.roles)
    if row is None or not seen or by.account.startswith(GUEST):
        raise Hidden(f"there is no table {table_id}")
    return str(row.holder), str(row.game)


def _refuse_unknown_device(device: str, game: str) -> None:
    """Raise BadInput unless a device is one that the command `repaired` puts back into use at this game."""
    found = games(outside=False).get(game)  # a game of somebody else may have any devices
    if found is None or device in found.law.devices:
        return
    if not found.law.devices:
        raise BadInput(f"device: {game} has no device that its chapter puts back into use; none is entered")
    raise BadInput(f'device: {game} has no device "{visible(device)}"; {nearest(device, found.law.devices)}')


def _known(connection: Connection, manufacturer: str) -> bool:
    query = select(accounts.c.roles).where(accounts.c.holder == manufacturer, accounts.c.revoked_at.is_(None))
    return any(f'"{Office.MANUFACTURER}"' in roles for roles in connection.execute(query).scalars())
