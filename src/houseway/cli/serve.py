"""`houseway serve`: a pit of tables over HTTP and WebSocket."""

from __future__ import annotations

import contextlib
import gc
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.common import answered, say
from houseway.law import BadInput

if TYPE_CHECKING:
    from houseway.service.opening import OpenedTables
    from houseway.service.people import People
    from houseway.service.running import Listening

Files = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME|FILE]…", help="A table for each game or submission; named twice, two tables."),
]
Database = Annotated[
    str, typer.Option("--database", metavar="URL", help="postgresql://user@host/db or sqlite:///pit.db.")
]
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 takes a free one.")]
Host = Annotated[str, typer.Option("--host", help="The address to listen on; beyond loopback it needs TLS.")]
KeyFile = Annotated[
    Path | None,
    typer.Option("--keys", metavar="FILE", help="The pit's key file; beside an SQLite database, FILE.keys by default."),
]
BehindProxy = Annotated[bool, typer.Option("--behind-proxy", help="A proxy in front of it on this machine does TLS.")]
TlsCert = Annotated[Path | None, typer.Option("--tls-cert", metavar="FILE", help="The TLS certificate, in PEM form.")]
TlsKey = Annotated[Path | None, typer.Option("--tls-key", metavar="FILE", help="The key of the certificate.")]
Holder = Annotated[
    str, typer.Option("--holder", metavar="ID", help="The certificate holder whose tables these are, such as parx.")
]
Seed = Annotated[
    str | None, typer.Option("--seed", help="New tables draw from this seed: practice tables, which can be predicted.")
]
Manual = Annotated[bool, typer.Option("--manual", help="On new tables, dealers enter the results of real equipment.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Write no log to standard error.")]


@answered
def serve(
    files: Files = None,
    database: Database = "sqlite:///pit.db",
    port: Port = 8625,
    host: Host = "127.0.0.1",
    keys: KeyFile = None,
    behind_proxy: BehindProxy = False,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    holder: Holder = "practice",
    seed: Seed = None,
    manual: Manual = False,
    quiet: Quiet = False,
) -> None:
    """Run a pit: tables for players, dealers, floorpersons and the Board, over HTTP and WebSocket, recorded in a database.

    Tables that are open in the database are resumed; a new pit for which no game is named has a practice table of each. Open its
    address in a browser to play, deal, look things up and file. The first start prints a link to create the administrator.
    Ctrl-C shuts it down in order: accepted commands are finished, a last checkpoint is signed, and another process may take
    the tables.

    Examples: houseway serve sic-bo roulette roulette;
    houseway serve craps.toml --database postgresql://pit@db/pit --keys pit.keys
    """
    gc.disable()  # a thousand modules are loaded, which leaves no garbage
    try:
        from houseway.service.running import Listening, check_certificate
        from houseway.service.submissions import HOLDER, not_an_id
    except ImportError as error:
        right = "install them with: pip install 'houseway[service]'"
        raise BadInput(f"serve needs packages that are not installed ({error.name}); {right}") from None
    finally:
        gc.enable()
    if seed is not None and manual:
        raise BadInput("--seed and --manual: results come from a seed or from dealers, not both; leave one out")
    listening = Listening(host, port, tls_cert, tls_key, behind_proxy)
    if (tls_cert is None) != (tls_key is None):
        raise BadInput("TLS needs a certificate and its key; give both --tls-cert and --tls-key")
    if not listening.protected:
        right = "give --tls-cert and --tls-key, or --behind-proxy if a proxy in front of it does TLS"
        raise BadInput(f"--host {host}: beyond this machine the service needs TLS; {right}")
    if keys is None and database.startswith("postgres"):
        raise BadInput("a PostgreSQL database does not say where its keys are; name the key file with --keys FILE")
    for option, file in (("--tls-cert", tls_cert), ("--tls-key", tls_key)):
        if file is not None and not file.is_file():
            raise BadInput(f"{option} {file}: there is no such file")
    if tls_cert is not None and tls_key is not None:
        check_certificate(tls_cert, tls_key)
    if not HOLDER.fullmatch(holder):
        raise BadInput(f"--holder: {not_an_id(holder)}")
    source = "manual" if manual else "system" if seed is None else "seeded"
    _run(files or [], database, keys, listening, (holder, source, seed), quiet)


def _run(
    files: list[str],
    database: str,
    keys: Path | None,
    listening: Listening,
    tables: tuple[str, str, str | None],
    quiet: bool,
) -> None:
    import asyncio
    import logging

    from sqlalchemy.exc import SQLAlchemyError

    from houseway.games import games, load
    from houseway.service.logs import start_logs
    from houseway.service.opening import NO_HOLDER, open_pit, open_tables
    from houseway.service.people import People
    from houseway.service.running import bound, new_loop, run
    from houseway.service.serving import Service
    from houseway.store.database import database_unusable
    from houseway.store.garbage_collection import settle
    from houseway.store.new_pit import has_pit

    start_logs(level=logging.CRITICAL if quiet else logging.INFO)
    if not has_pit(database):
        if not files and tables[0] == NO_HOLDER:
            files = list(games())  # a new pit for practice has a table of every game
        for each in dict.fromkeys(files):  # a game or file that cannot be used leaves no database behind
            load(each)
    outside = bound(listening.host, listening.port)
    try:
        pit = open_pit(database, keys)
    except BaseException:
        outside.close()
        raise
    people = People(pit.database)

    async def main() -> None:
        try:
            opened = await open_tables(pit, files, *tables)
        except BaseException as error:
            outside.close()
            with contextlib.suppress(SQLAlchemyError):
                pit.close()
            if isinstance(error, SQLAlchemyError):
                raise database_unusable(pit.database, error) from error
            raise
        settle()
        service = Service.of(pit, people)
        service.taking_over.listeners.append(lambda name: print(f"  table {name} (taken over)", flush=True))
        await run(service, listening, lambda address: _tell(address, opened, people), outside)

    try:
        with asyncio.Runner(loop_factory=new_loop()) as runner:
            runner.run(main())
    finally:
        pit.database.close()
    print("houseway: ended; the last checkpoint is signed and the tables are released", flush=True)


def _tell(address: str, opened: OpenedTables, people: People) -> None:
    """Print where the service is, which tables it runs, and how to create the administrator."""
    print(f"houseway: serving {address}", flush=True)
    for names, what in ((opened.new, "new"), (opened.resumed, "resumed"), (opened.elsewhere, "run elsewhere")):
        for name in names:
            print(f"  table {name} ({what})", flush=True)
    if opened.waiting:
        from houseway.service.taking_over import lease_seconds

        wait = f"is run by another process, or waits at most {lease_seconds()} s for the lease of one that died"
        for name in opened.waiting:
            print(f"  table {name} ({wait})", flush=True)
    secret = people.first_link()
    if secret is not None:
        print("There is no administrator yet. Create one within the hour, with this link, which works once:")
        print(f"  {address}/first#{secret}")
        create = f'{{"secret": "{secret}", "name": "…", "password": "…"}}'
        print(f"  or: curl {address}/v1/first -H 'Content-Type: application/json' -d '{create}'", flush=True)
    say("houseway: Ctrl-C ends it")
