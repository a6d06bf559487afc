"""Each holder's tax terms, stored in the pit; every change is a new row with its account and time."""

from __future__ import annotations

from fractions import Fraction

from sqlalchemy import insert, inspect, select

from houseway.law import BadInput
from houseway.law.dates import read_day
from houseway.law.errors import nearest
from houseway.law.inputs import visible
from houseway.law.tax import LocalShare, TaxSettings
from houseway.money import exact
from houseway.service.hosted import Sender
from houseway.store.approvals_schema import holders
from houseway.store.database import Database
from houseway.store.schema import tables
from houseway.store.shifts_schema import tax_settings


def set_terms(database: Database, holder: str, settings: TaxSettings, sender: Sender, at: int) -> None:
    """Set the current terms of a holder; earlier terms stay on record. Raises BadInput if there is no such holder."""
    share = settings.local_share
    values = {
        "holder": holder,
        "at": at,
        "actor": sender.actor,
        "role": sender.role,
        "commenced": settings.commenced.isoformat() if settings.commenced is not None else "",
        "loss_day": settings.loss_day,
        "local_rate": "" if share is None else exact(share.rate),
        "local_source": "" if share is None else share.source,
    }
    with database.write() as connection:
        known = {*connection.execute(select(holders.c.id)).scalars()}
        known |= {*connection.execute(select(tables.c.holder).distinct()).scalars()}
        if holder not in known:
            right = nearest(holder, sorted(known)) if known else "the Board enters it first (POST /v1/holders)"
            raise BadInput(f"holder: there is no certificate holder {visible(holder)}; {right}")
        connection.execute(insert(tax_settings).values(values))


def terms_of(database: Database) -> dict[str, TaxSettings]:
    """The current terms of each holder that has any."""
    with database.read() as connection:
        if not inspect(connection).has_table(tax_settings.name):  # an earlier version, opened read-only
            return {}
        rows = connection.execute(select(tax_settings).order_by(tax_settings.c.number)).all()
    found = {}
    for row in rows:
        try:
            share = LocalShare(Fraction(row.local_rate), row.local_source) if row.local_rate else None
            found[row.holder] = TaxSettings(read_day(row.commenced), row.loss_day, share)
        except (BadInput, ValueError, ZeroDivisionError) as error:  # a row that was changed
            wrong = f"the stored tax terms of {visible(row.holder)} cannot be read ({visible(str(error))[:200]}); set them again"
            found[row.holder] = TaxSettings(None, wrong=wrong)
    return found
