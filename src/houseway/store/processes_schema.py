"""The database table of the processes that serve one pit, with the address where each accepts requests of the others."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, String, Table

from houseway.store.schema import METADATA

processes = Table(
    "processes",
    METADATA,
    Column("owner", String(60), primary_key=True),  # the name in leases
    Column("address", String(200), nullable=False),  # on the loopback address
    Column("started_at", BigInteger, nullable=False),
)
