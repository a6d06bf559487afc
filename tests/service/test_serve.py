"""`houseway serve`: its output, its refusals, and an orderly end on a signal."""

from __future__ import annotations

import os
import re
import signal
import socket
import ssl
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ed25519
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID
from typer.testing import CliRunner

from houseway.cli import app
from houseway.client import Client
from houseway.service.opening import open_pit
from houseway.store.database import open_database
from houseway.store.processes_schema import processes
from houseway.store.schema import checkpoints, heads
from service.places import PASSWORD
from warm_python import PROGRAM, WarmProcess, start_warm

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


@contextmanager
def serving(
    folder: Path, *arguments: str, warm: bool = False
) -> Iterator[tuple[subprocess.Popen[str] | WarmProcess, str, Path]]:
    """The command while it serves: the process, its address, and the file with its output. `warm`: it has its modules."""
    command = ["serve", "--port", "0", "--quiet", *arguments]
    printed = folder / "printed.txt"
    with printed.open("w") as out, (folder / "said.txt").open("w") as said:
        process: subprocess.Popen[str] | WarmProcess
        if warm:
            with open(os.devnull) as nothing:
                given = (nothing.fileno(), out.fileno(), said.fileno())
                main = "from houseway.cli import main; main()"
                process = start_warm(PROGRAM, main, *command, environment=ENVIRONMENT, descriptors=given, folder=folder)
        else:
            called = [sys.executable, "-m", "houseway", *command]
            process = subprocess.Popen(called, cwd=folder, text=True, env=ENVIRONMENT, stdout=out, stderr=said)
        try:
            for _ in range(1200):
                if first := (folder / "said.txt").read_text() or process.poll() is not None:
                    break
                time.sleep(0.05)
            assert "Ctrl-C" in str(first), first  # it comes last
            yield process, printed.read_text().split("\n")[0].split()[-1], printed
        finally:
            process.kill()
            process.wait()


def tables(printed: Path) -> list[str]:
    """The tables that it told of."""
    return [line.strip() for line in printed.read_text().splitlines() if line.startswith("  table ")]


def test_the_first_start_prints_a_link_for_the_administrator_and_a_signal_ends_it_in_order(tmp_path: Path) -> None:
    with serving(tmp_path, "sic-bo", "sic-bo") as (process, address, printed):
        assert address.startswith("http://127.0.0.1:")
        assert tables(printed) == ["table sic-bo-1 (new)", "table sic-bo-2 (new)"]
        (secret,) = re.findall(r"/first#(\S+)", printed.read_text())
        with Client(address) as client:
            client.create_first(secret, "admin", PASSWORD)
            client.sign_in("admin", PASSWORD)
            client.create_account("Flo", PASSWORD, ["floorperson"], "practice")
            client.sign_in("Flo", PASSWORD)
            client.command("sic-bo-1", {"do": "open"}, {"seq": 0})
            assert client.table("sic-bo-1").phase == "wagers"
            first = next(client.watch("sic-bo-1", 1, 0))
            assert first.events[0]["event"] == "table-opened"
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 0 and "released" in printed.read_text()
    assert stat.S_IMODE((tmp_path / "pit.db.keys").stat().st_mode) == 0o600
    database = open_database(f"sqlite:///{tmp_path}/pit.db", create=False)
    with database.read() as connection:
        assert {row.owner for row in connection.execute(heads.select())} == {""}
        assert connection.execute(checkpoints.select()).all()
    database.close()
    with serving(tmp_path, "sic-bo", warm=True) as (process, address, printed):
        assert tables(printed) == ["table sic-bo-1 (resumed)", "table sic-bo-2 (resumed)"]
        assert "first#" not in printed.read_text()
        with Client(address) as client:
            client.sign_in("Flo", PASSWORD)
            assert client.table("sic-bo-1").phase == "wagers"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0


@pytest.mark.nightly
def test_a_restart_after_a_kill_says_that_it_waits_and_then_takes_the_tables_over(tmp_path: Path) -> None:
    with serving(tmp_path, "sic-bo") as (process, _, _):
        process.kill()
        process.wait()
    database = open_database(f"sqlite:///{tmp_path}/pit.db", create=False)
    with database.write() as connection:  # long enough for a slow machine to start again
        connection.execute(heads.update().values(lease_until=heads.c.lease_until + 600_000))
    with serving(tmp_path) as (process, _, printed):
        wait = "is run by another process, or waits at most 10 s for the lease of one that died"
        assert tables(printed) == [f"table sic-bo-1 ({wait})"]
        with database.write() as connection:
            assert len(connection.execute(processes.select()).all()) == 1  # the dead one is forgotten
            connection.execute(heads.update().values(lease_until=1))
        for _ in range(200):
            if len(tables(printed)) == 2:
                break
            time.sleep(0.05)
        assert tables(printed)[1:] == ["table sic-bo-1 (taken over)"]
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 0
    database.close()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--host", "0.0.0.0"], "needs TLS; give --tls-cert and --tls-key, or --behind-proxy"),
        (["--tls-cert", "cert.pem"], "give both --tls-cert and --tls-key"),
        (["--tls-cert", "none.pem", "--tls-key", "none.key"], "there is no such file"),
        (["--seed", "1", "--manual"], "leave one out"),
        (["no-such-game"], "no-such-game"),
        (["sic-bo", "--holder", "Parx"], '--holder: "Parx" is not an id; write lowercase letters, digits and hyphens'),
        (["--database", "mysql://x/y"], "sqlite:///pit.db or postgresql://"),
        (["--database", "pit.db"], "sqlite:///pit.db or postgresql://"),
        (["--database", "postgresql://nobody@127.0.0.1:1/none"], "--keys FILE"),
        (["--database", "postgresql://nobody@127.0.0.1:1/none", "--keys", "pit.keys"], "cannot be used"),
    ],
)
def test_what_cannot_be_served_is_refused_and_says_what_would_be_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(app, ["serve", "--port", "0", "--quiet", *arguments])
    assert found.exit_code == 2 and says in " ".join(found.stderr.split()), found.stderr


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two certificates of this machine with their keys, and one key with a password."""
    folder = tmp_path_factory.mktemp("certificates")
    for name in ("one", "other"):
        key = ed25519.Ed25519PrivateKey.generate()
        of = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
        began = datetime.now(UTC) - timedelta(days=1)
        made = x509.CertificateBuilder().subject_name(of).issuer_name(of).public_key(key.public_key()).serial_number(1)
        made = made.not_valid_before(began).not_valid_after(began + timedelta(days=2))
        made = made.add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        (folder / f"{name}.pem").write_bytes(made.sign(key, None).public_bytes(Encoding.PEM))
        locks: dict[str, KeySerializationEncryption] = {
            "key": NoEncryption(),
            "locked": BestAvailableEncryption(b"secret"),
        }
        for ending, lock in locks.items():
            (folder / f"{name}.{ending}").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, lock))
    return folder


@pytest.mark.parametrize(
    ("certificate", "key", "says"),
    [
        ("one.key", "one.pem", "one.key: is not a certificate in PEM form; name the file with the certificate"),
        ("one.pem", "one.pem", "one.pem: is not a private key in PEM form"),
        ("one.pem", "other.key", "other.key: is not the key of one.pem"),
        ("one.pem", "one.locked", "one.locked: this key is encrypted with a password; write the key without one"),
        (".", "one.key", "there is no such file"),
    ],
)
def test_a_certificate_that_cannot_be_used_is_named_before_anything_is_made(
    certificates: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, certificate: str, key: str, says: str
) -> None:
    monkeypatch.chdir(certificates)
    pit = tmp_path / "pit.db"
    options = ["--tls-cert", certificate, "--tls-key", key, "--database", f"sqlite:///{pit}", "--port", "0"]
    found = CliRunner().invoke(app, ["serve", "sic-bo", *options])
    assert found.exit_code == 2 and says in " ".join(found.stderr.split()), found.stderr
    assert not pit.exists()


def test_with_a_certificate_the_service_is_reached_by_https_only(certificates: Path, tmp_path: Path) -> None:
    tls = ["--tls-cert", str(certificates / "one.pem"), "--tls-key", str(certificates / "one.key")]
    with serving(tmp_path, *tls, warm=True) as (process, address, _):
        assert address.startswith("https://127.0.0.1:")
        known = ssl.create_default_context(cafile=certificates / "one.pem")
        assert httpx.get(f"{address}/health", verify=known).json()["status"] == "ok"
        with pytest.raises(httpx.TransportError):
            httpx.get(f"{address.replace('https', 'http')}/health")
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 0


def test_a_port_that_is_taken_is_refused_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        found = CliRunner().invoke(app, ["serve", "sic-bo", "--port", str(taken.getsockname()[1])])
    assert found.exit_code == 2 and "cannot be used" in found.stderr
    assert not list(tmp_path.iterdir())


def test_a_missing_key_file_of_a_pit_is_named_and_none_is_made_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pit = open_pit("sqlite:///pit.db", None)
    pit.close()
    pit.database.close()
    (tmp_path / "pit.db.keys").rename("saved.keys")
    before = (tmp_path / "pit.db").read_bytes()
    found = CliRunner().invoke(app, ["serve", "sic-bo", "--port", "0", "--quiet"])
    assert found.exit_code == 2
    assert "pit.db.keys: the key file is missing; give the key file that was made with" in " ".join(
        found.stderr.split()
    )
    assert (tmp_path / "pit.db").read_bytes() == before
    assert not (tmp_path / "pit.db.keys").exists()
    for verb in (["checkpoint", "--out", "x"], ["export", "--out", "x.jsonl"], ["audit"]):
        told = CliRunner().invoke(app, [verb[0], "sqlite:///pit.db", *verb[1:], "--keys", "pit.db.keys"])
        assert told.exit_code == 2 and "the key file is missing" in told.stderr, verb
    assert not (tmp_path / "pit.db.keys").exists()


def test_a_game_that_is_not_there_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(app, ["serve", "sic-bo", "sicbo", "--port", "0", "--quiet"])
    assert found.exit_code == 2 and "sicbo" in found.stderr
    assert not list(tmp_path.iterdir())


def test_starting_another_verb_loads_nothing_of_the_service() -> None:
    heavy = ("fastapi", "sqlalchemy", "pydantic", "houseway.service", "houseway.store")
    code = f"import sys, houseway.cli; print([name for name in sys.modules if name.startswith({heavy})])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=ENVIRONMENT, check=True)
    assert found.stdout.strip() == "[]"
