"""`houseway log`: the logs and inspections of a table, from its records, or blank."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway import __version__
from houseway.cli.common import AsJson, Settings, answered, print_json, say
from houseway.cli.databases import KeysOption, SessionOption, TableOption, is_address, is_sqlite, opened, read_keys
from houseway.cli.long_work import showing
from houseway.cli.papers import Out, Size, check_paper, put
from houseway.cli.replay import HouseArgument, refuse_missing
from houseway.law import BadInput

if TYPE_CHECKING:
    from houseway.documents.logbook import Logbook
    from houseway.records.hidden_values import Find
    from houseway.records.journal_reader import JournalLines

Source = Annotated[
    str,
    typer.Argument(
        metavar="JOURNAL|DATABASE|GAME|FILE",
        help="A journal, the address of a pit's database, or with --blank a game or submission.",
    ),
]
Blank = Annotated[bool, typer.Option("--blank", help="Blank forms of a game or submission, to fill in by hand.")]


@answered
def log(
    source: Source,
    settings: Settings = None,
    out: Out = None,
    blank: Blank = False,
    house: HouseArgument = None,
    table: TableOption = None,
    session: SessionOption = None,
    keys: KeysOption = None,
    size: Size = "letter",
    as_json: AsJson = False,
) -> None:
    """Write the logs of a table: inspections, the inspection log, changes of equipment, and the next due dates.

    Noted measurements are compared with the law's; exit code 1 if one is out of bounds or the journal is broken.
    A pit's database gives the logs of all its tables and sessions, or of one (--table, --session).

    Examples: houseway log table.jsonl --out log.pdf; houseway log sqlite:///pit.db --table roulette-1 --out log.pdf;
    houseway log pai-gow --blank --out forms.pdf
    """
    check_paper(out, size)
    if blank:
        _put_blank(source, settings, out, size, as_json)
        return
    if settings:
        raise BadInput("--set: is for --blank forms; the records name their own submission")
    books, broken = _books(source, house, table, session, keys, as_json)
    from houseway.documents.log_paper import log_paper

    if as_json:
        print_json({"software": f"houseway {__version__}", "logs": [book.as_json() for book in books]})
    if out is not None or not as_json:
        put(log_paper(books), out, size)
    wrong = [words for book in books for done in book.done for words in done.wrong]
    for words in wrong:
        say(f"houseway: out of bounds: {words}")
    for words in broken:
        say(f"houseway: {words}; later lines are unverified, see: houseway audit {source}")
    if wrong or broken:
        raise typer.Exit(1)


def _put_blank(source: str, settings: Settings, out: Path | None, size: str, as_json: bool) -> None:
    from houseway.documents.log_paper import blank_log
    from houseway.games import load

    if as_json:
        raise BadInput("--json: is for records; --blank forms are written with --out FILE.pdf")
    put(blank_log(*load(source, settings or ())), out, size)


def _books(
    source: str, house: Path | None, table: str | None, session: int | None, keys: Path | None, as_json: bool
) -> tuple[tuple[Logbook, ...], list[str]]:
    """The logbooks, and the flaws of the records."""
    from houseway.core.progress import stage

    if is_address(source):
        if house is not None:
            raise BadInput("--house: is for journal files; give --keys FILE for a database")
        with showing(as_json), stage("reading the records"):
            return _from_database(source, table, session, keys)
    if table is not None or session is not None or keys is not None:
        right = f"for a database write sqlite:///{source}" if is_sqlite(Path(source)) else "a journal holds one session"
        raise BadInput(f"--table, --session and --keys: are for databases; {right}")
    path = Path(source)
    if not path.exists():
        _refuse_game(source)
    refuse_missing(path)
    from houseway.records import read_house

    with showing(as_json), stage("reading the journal"):
        book, broken = _book(path, read_house(house).find if house is not None else None, path.name)
    return (book,), broken


def _refuse_game(source: str) -> None:
    """If a game is given instead of records, explain how to get blank forms."""
    from houseway.games import games

    if source in games():
        raise BadInput(
            f"{source}: is a game and has no records; write: houseway log {source} --blank, or name a journal"
        )


def _from_database(
    address: str, table: str | None, session: int | None, keys: Path | None
) -> tuple[tuple[Logbook, ...], list[str]]:
    known = read_keys(keys)
    books: list[Logbook] = []
    broken: list[str] = []
    with opened(address) as database:
        from houseway.store.consistent_read import pinned
        from houseway.store.session_lines import SessionLines, session_secrets
        from houseway.store.session_list import wanted_sessions

        with pinned(database) as state:
            for each, number in wanted_sessions(state, table, session):
                find = session_secrets(state, known, each, number).find if known is not None else None
                book, wrong = _book(SessionLines(state, each, number), find, f"table {each}, session {number}")
                books.append(book)
                broken += wrong
    if not books:
        raise BadInput(f"{address}: has no session yet; open a table first")
    return tuple(books), broken


def _book(journal: Path | JournalLines, find: Find | None, place: str) -> tuple[Logbook, list[str]]:
    from houseway.documents.logbook import logbook
    from houseway.records import JournalReader, header_of, rules_of

    reading = JournalReader(journal, find)
    try:
        game, rules = rules_of(header_of(journal), outside=True)
        book = logbook(game, rules, reading.batches(), place)
    except BadInput as error:
        raise BadInput(f"{journal}: {error}; see: houseway audit {journal}") from None
    return book, [f"{journal}: {flaw}" for flaw in reading.flaws[:1]]
