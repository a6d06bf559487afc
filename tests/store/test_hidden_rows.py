"""Hidden values of tables are encrypted in the database, and the keys are outside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select

from houseway.core.plain import canonical
from houseway.law import BadInput
from houseway.store.database import Database
from houseway.store.keys import load_keys
from houseway.store.schema import METADATA, secrets
from houseway.store.session_lines import session_secrets
from store.conftest import KEYS

TILES, SHOE = "pai-gow-1", "casino-war-1"


def every_byte(database: Database) -> bytes:
    """All values of all rows of all tables, one after the other."""
    with database.read() as connection:
        rows = [row for table in METADATA.sorted_tables for row in connection.execute(select(table))]
    values = [value for row in rows for value in row if value is not None]
    return b"\n".join(bytes(each) if isinstance(each, bytes | memoryview) else str(each).encode() for each in values)


def test_no_hidden_face_salt_or_key_is_in_any_row(pit: Database) -> None:
    stored = every_byte(pit)
    assert b'"wager-placed"' in stored and TILES.encode() in stored  # what is not hidden is there in the clear
    hidden = 0
    for table in (TILES, SHOE):
        found = session_secrets(pit, KEYS, table, 1)
        assert not found.flaws and found.key not in stored and found.key.hex().encode() not in stored
        for secret in found._secrets.values():
            hidden += 1
            assert secret.salt.encode() not in stored, secret.commitment
            told = canonical(secret.value).encode()
            assert len(told) < 8 or told not in stored, secret.commitment
        for order in found._orders.values():
            hidden += 1
            assert order.salt.encode() not in stored, order.commitment
            assert canonical(list(order.faces[:4]))[1:-1].encode() not in stored, order.commitment
    assert hidden > 10
    for key in (KEYS.encrypt, KEYS.sign, KEYS.between):
        assert key not in stored and key.hex().encode() not in stored


def test_every_hidden_value_is_encrypted_by_itself(sqlite_pit: Database) -> None:
    """Nobody learns from the rows that two hidden values are equal."""
    with sqlite_pit.read() as connection:
        bodies = [bytes(row.body) for row in connection.execute(select(secrets))]
    assert len(set(bodies)) == len(bodies) > 10


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_key_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "pit.keys"
    keys = load_keys(path, create=True)
    assert path.stat().st_mode & 0o777 == 0o600 and load_keys(path, create=False) == keys
    path.chmod(mode)
    with pytest.raises(BadInput, match="is not private to you"):
        load_keys(path, create=False)
