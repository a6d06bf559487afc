"""An audit detects changes by a person who can write to the database, up to the last checkpoint kept elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import select, text

from houseway.records.lines import parsed
from houseway.store.audit_findings import AuditRequest, KeptCheckpoint, PitAudit
from houseway.store.checkpoints import sign_checkpoint
from houseway.store.database import Database
from houseway.store.database_audit import audit_database
from houseway.store.exporting import export_folder
from houseway.store.importing import Named, import_path
from houseway.store.keys import Keys
from houseway.store.receipts import make_receipt
from houseway.store.schema import snapshots
from service.stores import new_database
from store.conftest import KEYS
from store.played_pit import NOW
from store.tampering import lines_of, records_of, rewrite, sign_again, unguarded

WAR, WHEEL = "casino-war-1", "roulette-1"
OF = "table_id = :t AND session = 1"


def audited(database: Database, *kept: KeptCheckpoint, table: str | None = None, keys: Keys | None = KEYS) -> PitAudit:
    return audit_database(database, AuditRequest(table=table, keys=keys, kept=kept))


def kept_now(database: Database) -> KeptCheckpoint:
    return KeptCheckpoint("kept.checkpoint", sign_checkpoint(database, KEYS, NOW))


def told(found: PitAudit) -> str:
    assert not found.whole
    assert found.findings, found.status
    return " | ".join(map(str, found.findings))


def test_an_untouched_pit_is_whole(pit: Database) -> None:
    kept = kept_now(pit)
    found = audited(pit, kept)
    assert (found.status, found.findings) == ("whole", [])
    assert [(each.table, each.session, each.sealed, each.tail) for each in found.sessions] == [
        (WAR, 1, False, 0),
        ("pai-gow-1", 1, False, 0),
        (WHEEL, 1, True, 0),
        (WHEEL, 2, False, 0),
    ]


def test_without_keys_what_is_hidden_is_not_verified_and_never_green(pit: Database) -> None:
    found = audited(pit, table="pai-gow-1", keys=None)
    assert found.status == "unverified"
    assert {each.kind for each in found.findings} == {"unverified"}


TAMPERED: dict[str, list[tuple[str, str]]] = {
    "edited": [
        ("UPDATE events SET line = {line} WHERE {of} AND seq = 20", "casino-war-1 session 1 line 21: its hash does not match"),
        ("UPDATE events SET actor = 'eve' WHERE {of} AND seq = 22", "line 23: its column actor is 'eve'"),
        ("UPDATE events SET round = 9 WHERE {of} AND seq = 24", "line 25: its column round is 9"),
        ("UPDATE events SET at = at + 1 WHERE {of} AND seq = 25", "line 26: its column at is"),
        ("UPDATE events SET at = at + 1 WHERE {of} AND seq = 0", "line 1: its column at is"),
        ("UPDATE events SET previous = hash WHERE {of} AND seq = 26", "line 27: its column previous is"),
        ("UPDATE events SET hash = previous WHERE {of} AND seq = 27", "line 28: its column hash is"),
        ("UPDATE postings SET cents = cents + 1 WHERE {of} AND number = 0", "its postings are"),
        ("INSERT INTO postings VALUES (:t, 1, 19, 7, 'cage', 'inventory', 5)", "posting 7 of event 19 is out of order"),
        ("INSERT INTO postings VALUES (:t, 1, 9999, 0, 'cage', 'inventory', 5)", "postings of event 9999, which does not exist"),
        ("UPDATE heads SET size = size - 1 WHERE {of}", "its head's size is"),
        ("UPDATE heads SET head = '' WHERE {of}", "its head's head is ''"),
        ("UPDATE heads SET sealed = NOT sealed WHERE {of}", "its head's sealed is"),
        ("UPDATE heads SET peaks = {byte} WHERE {of}", "its head's tree is not the tree over its lines"),
        ("UPDATE sessions SET submission_digest = 'x' WHERE {of}", "submission_digest is 'x'"),
        ("UPDATE commands SET actor = 'eve' WHERE {of} AND first_seq > 20", "of 'eve' names the events"),
        ("UPDATE commands SET last_seq = last_seq + 1 WHERE {of}", "which are not a command of that sender"),
        ("UPDATE secrets SET commitment = 'sha256:00' WHERE {of}", "does not fit its commitment"),
        ("UPDATE checkpoints SET body = replace(body, 'roulette-1', 'roulette-2')", "its signature is not genuine"),
    ],
    "removed": [
        ("DELETE FROM postings WHERE {of}", "its postings are none"),
        ("DELETE FROM events WHERE {of} AND seq = 20", "event 20 is missing"),
        ("DELETE FROM events WHERE {of} AND seq > 30", "its end was cut off"),
        ("DELETE FROM heads WHERE {of}", "casino-war-1 session 1: has no row in heads"),
        ("UPDATE secrets SET body = {byte} WHERE {of}", "cannot be decrypted"),
        ("DELETE FROM tables WHERE id = :t", "casino-war-1: its table does not exist"),
    ],
    "orphaned": [
        ("DELETE FROM sessions WHERE {of}", "rows of events belong to a session that does not exist"),
        ("UPDATE sessions SET key = {byte} WHERE table_id = 'pai-gow-1'", "cannot be decrypted"),
        ("DELETE FROM sessions WHERE table_id = 'roulette-1' AND session = 1", "numbered 2 to 2: sessions are missing"),
        ("UPDATE checkpoints SET body = '{{}}'", "is not a checkpoint"),
        ("DELETE FROM pit", "table \"pit\" has 0 rows"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("how", TAMPERED)
def test_every_changed_row_is_named(pit: Database, how: str) -> None:
    """All of them at once: the audit goes on after the first."""
    line = lines_of(pit, WAR)[20].replace(b"2011", b"2012", 1).hex()
    blob = ("X'{}'" if pit.kind == "sqlite" else "decode('{}', 'hex')").format
    for statement, _ in TAMPERED[how]:
        with unguarded(pit) as connection:
            done = connection.execute(text(statement.format(of=OF, line=blob(line), byte=blob("00"))), {"t": WAR})
            assert done.rowcount > 0, "the statement changes something"
    said = told(audited(pit))
    assert [says for _, says in TAMPERED[how] if says not in said] == [], said


def test_a_row_of_another_type_is_a_finding_and_no_crash(sqlite_pit: Database) -> None:
    with unguarded(sqlite_pit) as connection:
        connection.execute(text(f"UPDATE events SET line = 'text' WHERE {OF} AND seq = 20"), {"t": WAR})
    found = audited(sqlite_pit)
    assert "casino-war-1 session 1 line 21: cannot be audited any further" in told(found)
    assert [each.status for each in found.sessions if each.table != WAR] == ["whole"] * 3


def test_two_swapped_lines_are_both_named(pit: Database) -> None:
    with unguarded(pit) as connection:
        for old, new in ((20, -1), (21, 20), (-1, 21)):
            connection.execute(text(f"UPDATE events SET seq = {new} WHERE {OF} AND seq = {old}"), {"t": WAR})
    said = told(audited(pit, table=WAR))
    assert "line 21: " in said
    assert "line 22: " in said


def test_a_line_that_was_inserted_is_named(pit: Database) -> None:
    with unguarded(pit) as connection:
        columns = "table_id, session, seq + 1000, round, event, actor, role, at, previous, hash, line"
        copied = f"SELECT {columns} FROM events WHERE {OF} AND seq = 20"
        connection.execute(text(f"INSERT INTO events {copied}"), {"t": WAR})
    said = told(audited(pit, table=WAR))
    assert "are missing" in said
    assert "its hash does not match" in said


def test_a_journal_grafted_from_another_session_is_found(pit: Database) -> None:
    """Session 2 of the wheel gets the first lines of session 1, with its own key and a chain that fits."""
    kept = kept_now(pit)
    there = lines_of(pit, WHEEL, 2)
    grafted = [records_of(there)[0], *records_of(lines_of(pit, WHEEL, 1))[1 : len(there)]]
    rewrite(pit, KEYS, WHEEL, grafted, session=2)
    assert "does not extend" in told(audited(pit, kept, table=WHEEL))


def test_a_tail_cut_off_cleanly_is_found(pit: Database) -> None:
    """The last command is removed, and head, tree and chain match the rest."""
    records = records_of(lines_of(pit, WAR))
    size = max(seq for seq, each in enumerate(records) if each.get("batch", [0])[0] == 1)
    with unguarded(pit) as connection:
        connection.execute(text(f"DELETE FROM commands WHERE {OF} AND last_seq >= {size}"), {"t": WAR})
    rewrite(pit, KEYS, WAR, records[:size])
    assert "its end was cut off" in told(audited(pit, table=WAR))


def test_a_chain_computed_anew_with_the_houses_own_key_is_found(pit: Database) -> None:
    """One event is a second later, and everything after it is computed anew; stored checkpoints find it."""
    records = records_of(lines_of(pit, WAR))
    records[-1] = {**records[-1], "at": "2011-06-01T09:00:00Z"}
    rewrite(pit, KEYS, WAR, records)
    with unguarded(pit) as connection:
        connection.execute(
            text(f"UPDATE events SET at = 1306918800 WHERE {OF} AND seq = {len(records) - 1}"), {"t": WAR}
        )
        connection.execute(text(f"UPDATE heads SET at = 1306918800 WHERE {OF}"), {"t": WAR})
    assert "does not extend checkpoint" in told(audited(pit, table=WAR))


def test_with_the_signing_key_too_only_a_checkpoint_kept_elsewhere_finds_it(pit: Database) -> None:
    kept = kept_now(pit)
    records = records_of(lines_of(pit, WAR))
    size = max(seq for seq, each in enumerate(records) if each.get("batch", [0])[0] == 1)
    rewrite(pit, KEYS, WAR, records[:size])
    with unguarded(pit) as connection:
        connection.execute(text(f"DELETE FROM commands WHERE {OF} AND last_seq >= {size}"), {"t": WAR})
        at = parsed(lines_of(pit, WAR)[-1])
        connection.execute(
            text(
                f"UPDATE heads SET round = :r, at = (SELECT at FROM events WHERE {OF} AND seq = {size - 1}) WHERE {OF}"
            ),
            {"t": WAR, "r": at["round"]},
        )
    sign_again(pit, KEYS)
    alone = audited(pit)
    assert (alone.status, alone.findings) == ("whole", []), "nothing in the database itself can show it"
    assert "kept.checkpoint has" in told(audited(pit, kept))
    assert "its end was cut off" in told(audited(pit, kept))


def test_another_key_is_found(pit: Database) -> None:
    """The pit is given another key, and all is signed with that: the known key and the kept checkpoint differ."""
    kept, other = kept_now(pit), Keys.new()
    sign_again(pit, KEYS, other)
    assert "was signed with the key" in told(audited(pit, kept, keys=None))
    assert "but should be" in told(audit_database(pit, AuditRequest(key=KEYS.public)))
    with pytest.raises(Exception, match="keys belong to another pit"):
        sign_checkpoint(pit, KEYS, NOW)


def test_an_old_backup_is_found(pit: Database, exported: Path, tmp_path: Path) -> None:
    """The pit went on after a backup, and then the backup was put in its place."""
    folder = tmp_path / "old"
    export_folder(pit, KEYS, folder, None, None)
    kept = kept_now(pit)
    (folder / "roulette-1.2.jsonl").unlink()
    manifest = json.loads((folder / "pit.json").read_text())
    manifest["sessions"] = [each for each in manifest["sessions"] if (each["table"], each["session"]) != (WHEEL, 2)]
    (folder / "pit.json").write_text(json.dumps(manifest))
    signed = (folder / "checkpoints.jsonl").read_text().splitlines(keepends=True)
    (folder / "checkpoints.jsonl").write_text(signed[0])  # the second one was signed later
    with new_database("sqlite", tmp_path) as old:
        import_path(old, KEYS, folder, Named(), NOW)
        assert audited(old).status == "whole", "nothing in the backup itself can show it"
        assert "roulette-1 session 2: is missing, although kept.checkpoint names it" in told(audited(old, kept))


def test_an_edited_snapshot_is_found(pit: Database) -> None:
    """Also one that was made with the pit's own keys: it is not the position that the events lead to."""
    kept_now(pit)
    with unguarded(pit) as connection:
        row = connection.execute(select(snapshots).limit(1)).one_or_none()
        assert row is None, "short tables have no snapshot"
    _with_snapshot(pit, "honest")
    sign_checkpoint(pit, KEYS, NOW)
    assert audited(pit).status == "whole"
    with unguarded(pit) as connection:
        connection.execute(text("UPDATE snapshots SET body = " + ("X'00'" if pit.kind == "sqlite" else "'x'")))
    assert "its digest is not the signed one" in told(audited(pit))


def test_a_snapshot_of_another_position_is_found(pit: Database) -> None:
    _with_snapshot(pit, "richer")
    sign_checkpoint(pit, KEYS, NOW)
    assert "is not the position that its events lead to" in told(audited(pit))


def _with_snapshot(database: Database, how: str) -> None:
    from houseway.records.journal_position import follow
    from houseway.records.merkle import Peaks, leaf_hash
    from houseway.records.recorded_table import header_of, rules_of
    from houseway.store.session_lines import SessionLines, session_secrets
    from houseway.store.snapshots import snapshot_row

    lines = SessionLines(database, WAR, 1)
    game, rules = rules_of(header_of(lines))
    followed = follow(game, rules, lines, session_secrets(database, KEYS, WAR, 1))
    plain = dict(followed.position.plain)
    if how == "richer":
        plain["accounts"] = {**plain["accounts"], "cage": 0}  # type: ignore[dict-item]
    rows = list(lines.rows())
    tree = Peaks().extended(leaf_hash(line) for line in rows)
    row = snapshot_row(KEYS, WAR, 1, len(rows), followed.head, tree, plain, followed.at, followed.drawn, {})  # type: ignore[arg-type]
    with database.write() as connection:
        names = ("table_id", "session", "size", "head", "digest", "body")
        connection.execute(snapshots.insert().values(dict(zip(names, row, strict=True))))


def test_no_checkpoint_is_never_green_and_a_tail_is_counted(pit: Database) -> None:
    with unguarded(pit) as connection:
        connection.execute(text("DELETE FROM checkpoints"))
    found = audited(pit)
    assert (found.status, found.findings) == ("unproven", [])
    assert all(each.tail == each.lines for each in found.sessions)


def test_a_checkpoint_is_not_signed_for_a_changed_log(pit: Database) -> None:
    with unguarded(pit) as connection:
        connection.execute(text(f"DELETE FROM events WHERE {OF} AND seq = 20"), {"t": WAR})
    with pytest.raises(Exception, match="audit the database first"):
        sign_checkpoint(pit, KEYS, NOW)
    make_receipt(pit, WHEEL, 1, 2)


def test_a_checkpoint_in_another_spelling_is_found(pit: Database) -> None:
    """The same time, signature and values in other bytes: nobody signed those."""
    signed = sign_checkpoint(pit, KEYS, NOW).text()
    signature = json.loads(signed)["signature"]
    spellings = {
        signed.replace("T00:", "U00:", 1): "is not written like",
        signed.replace(signature, signature.upper()): "signature",
        signed.replace('"at":', '"at": ', 1): "is not written as it was signed",
    }
    stored = text("UPDATE checkpoints SET body = :new WHERE body = :old")
    for respelled, says in spellings.items():
        assert respelled != signed
        with unguarded(pit) as connection:
            connection.execute(stored, {"new": respelled, "old": signed})
        assert says in told(audited(pit, table=WAR))
        with unguarded(pit) as connection:
            connection.execute(stored, {"new": signed, "old": respelled})
    assert audited(pit, table=WAR).whole
