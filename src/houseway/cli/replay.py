"""`houseway replay`: the rounds of a journal in words, and hands rebuilt from the discard rack."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import AsJson, answered, print_json, say
from houseway.cli.databases import KeysOption, SessionOption, TableOption, is_address, is_sqlite, opened, read_keys
from houseway.cli.long_work import showing
from houseway.cli.play import Reader, read_reader
from houseway.cli.widths import folded, print_folded
from houseway.law import BadInput

if TYPE_CHECKING:
    from houseway.core import AnyGame, Event
    from houseway.law import Rules
    from houseway.records import Flaw, JournalReader
    from houseway.records.hidden_values import Find
    from houseway.records.journal_reader import JournalLines
    from houseway.records.seal_checks import Seal
    from houseway.store.reconstruction import RoundRecords

JournalArgument = Annotated[
    str, typer.Argument(metavar="JOURNAL|DATABASE", help="A table's journal, or the address of a pit's database.")
]
HouseArgument = Annotated[
    Path | None,
    typer.Option("--house", metavar="FILE", help="The journal's FILE.house, with the hidden values."),
]

Rack = Annotated[
    str | None,
    typer.Option(
        "--rack",
        metavar="CARDS|@FILE",
        help="Rebuild the hands from the discard rack: its cards from the bottom up, or a file with them; ? is not read.",
    ),
]
RACK_BYTES = 100_000  # limit for a file with the cards of a rack


@answered
def replay(
    journal: JournalArgument,
    round_number: Annotated[
        int | None, typer.Option("--round", min=0, help="Only this round; 0 is the opening.")
    ] = None,
    reader: Reader = "house",
    house: HouseArgument = None,
    rack: Rack = None,
    table: TableOption = None,
    session: SessionOption = None,
    keys: KeysOption = None,
    as_json: AsJson = False,
) -> None:
    """Reconstruct what happened at a table from its journal, without deciding anything again.

    Each line has its time (UTC) and the number of its event, which seals and audits refer to.

    With --rack it rebuilds every hand since the last shuffle from the cards in the discard rack, for a question or dispute.

    Examples: houseway replay table.jsonl; houseway replay table.jsonl --round 3 --as seat:1 --house table.jsonl.house;
    houseway replay table.jsonl --rack "? 7H 10D KC"; houseway replay table.jsonl --rack @rack.txt;
    houseway replay sqlite:///pit.db --table roulette-1 --round 12 --as player
    """
    if is_address(journal):
        if house is not None or rack is not None:
            raise BadInput("--house and --rack: are for journal files; export the session first, or give --keys FILE")
        _replay_database(journal, table, session, round_number, reader, keys, as_json)
        return
    if table is not None or session is not None or keys is not None:
        right = (
            f"for a database write sqlite:///{journal}" if is_sqlite(Path(journal)) else "a journal holds one session"
        )
        raise BadInput(f"--table, --session and --keys: are for databases; {right}")
    _replay_file(Path(journal), round_number, reader, house, rack, as_json)


def _replay_file(
    journal: Path, round_number: int | None, reader: str, house: Path | None, rack: str | None, as_json: bool
) -> None:
    refuse_missing(journal)
    if rack is not None:
        _rebuild(journal, rack, round_number, reader, as_json)
        return
    from houseway.core.progress import stage
    from houseway.records import header_of, read_house, rules_of

    header = header_of(journal)
    try:
        game, rules = rules_of(header, outside=True)
    except BadInput as error:
        raise BadInput(f"{journal}: {error}; see: houseway audit {journal}") from None
    told = _Told(game, rules, reader, round_number)
    with showing(as_json), stage("reading the journal"):
        reading = told.follow(journal, read_house(house).find if house is not None else None)
    _finish(told, reading, str(journal), str(journal), as_json)


def _replay_database(
    address: str,
    table: str | None,
    session: int | None,
    round_number: int | None,
    reader: str,
    keys: Path | None,
    as_json: bool,
) -> None:
    """One round, or a whole session."""
    from houseway.core.progress import stage

    known = read_keys(keys)
    if table is None:
        raise BadInput("--table: is missing; name the table, as in --table roulette-1")
    with opened(address) as database, showing(as_json), stage("reading the journal"):
        from houseway.records import header_of, rules_of
        from houseway.store.consistent_read import pinned
        from houseway.store.reconstruction import chosen_session, round_records
        from houseway.store.session_lines import SessionLines, session_secrets

        with pinned(database) as state:
            asked, session = session, chosen_session(state, table, session, round_number)
            lines = SessionLines(state, table, session)
            game, rules = rules_of(header_of(SessionLines(state, table, session, last=0)))
            told = _Told(game, rules, reader, round_number)
            told.place = _place(table, session, asked is None, round_number)
            records = None if round_number is None else round_records(state, known, table, session, round_number)
            if records is None:
                find = session_secrets(state, known, table, session).find if known is not None else None
                reading = told.follow(lines, find)
            else:
                reading = told.follow_round(records)
    _finish(told, reading, str(lines), address, as_json)


def _place(table: str, session: int, chosen: bool, round_number: int | None) -> tuple[str, int, str]:
    """The table, the session, and both in words: with the reason if the program chose the session."""
    why = "its last one" if round_number is None else f"the last one with a round {round_number}"
    more = f" ({why}; --session N tells another)" if chosen and session > 1 else ""
    return table, session, f"Table {table}, session {session}{more}"


def _finish(told: _Told, reading: JournalReader, journal: str, audited: str, as_json: bool) -> None:
    """Print the lines; exit code 1 if the journal is broken. `audited`: what `houseway audit` takes to examine it."""
    round_number = told.round
    if not reading.events and not reading.flaws:
        raise BadInput(f"{journal}: has no events yet; open the table first")
    if not reading.events:
        raise BadInput(f"{journal}: has no valid event; see: houseway audit {audited}")
    if round_number is not None and round_number > told.last:
        raise BadInput(f"--round {round_number}: the journal has rounds 0 to {told.last}; 0 is the opening")
    if as_json:
        print_json(told.as_json())
    else:
        told.print()
    broken = [*told.seals.flaws, *reading.flaws, *told.strange]
    if broken:
        say(f"houseway: {journal}: {broken[0]}; later lines are unverified, see: houseway audit {audited}")
        raise typer.Exit(1)


def refuse_missing(journal: Path) -> None:
    """Raise BadInput that tells how to make a journal, if there is none."""
    if not os.path.exists(journal):
        raise BadInput(f"{journal}: there is no such journal; make one with: houseway play GAME --journal {journal}")


def _rebuild(journal: Path, rack: str, round_number: int | None, reader: str, as_json: bool) -> None:
    """Print the hands that the discard rack holds: all of them, or those of one round. They are the same for every reader."""
    from houseway.core.progress import stage
    from houseway.law.inputs import read_text
    from houseway.records.reconstruct import rack_hands, told_hands

    if rack.startswith("@"):
        rack = read_text(Path(rack[1:]), "a file with the cards of the rack", RACK_BYTES, pipe=True)
    with showing(as_json), stage("reading the journal"):
        found = rack_hands(journal, rack, outside=True)
    _viewer(found.rules, reader)
    rounds = found.rounds if round_number is None else (found.of_round(round_number),)
    if as_json:
        print_json(
            {
                "game": found.game.id,
                "edition": found.rules.edition.id,
                "submission": found.rules.digest,
                "round": round_number,
                "as": reader,
                "rack": list(found.rack),
                "rounds": [each.as_json() for each in rounds],
            }
        )
        return
    head = (
        f"The discard rack holds {len(found.rack)} cards since the last shuffle. Hand by hand, as they were collected:"
    )
    print_folded(f"{head}\n\n{told_hands(rounds)}")


def _viewer(rules: Rules, reader: str) -> str:
    """The viewer for a reader: a seat or the house, or any role or office as in the service."""
    from houseway.core import HOUSE, Role, seat_of
    from houseway.law.inputs import visible
    from houseway.law.roles import LADDER

    if reader in (HOUSE, Role.PLAYER) or seat_of(reader) is not None:
        return read_reader(rules, reader)
    try:
        from houseway.service.access import EVERY_ROLE, OFFICES, eyes_of  # only here: it loads the service
    except ImportError as error:
        if reader in LADDER:  # the crew sees its own events with or without a service
            return read_reader(rules, reader)
        needs = f"its view is that of the service, whose packages are missing ({error.name})"
        raise BadInput(f"--as {visible(reader)}: {needs}: pip install 'houseway[service]'") from None

    return eyes_of([reader]) if reader in EVERY_ROLE else read_reader(rules, reader, OFFICES)


class _Told:
    """The content of a journal: one round, or all of it, as one reader may see it."""

    def __init__(self, game: AnyGame, rules: Rules, reader: str, round_number: int | None) -> None:
        from houseway.records.seal_checks import Seals

        self.game, self.rules, self.reader, self.round = game, rules, reader, round_number
        self.who = _viewer(rules, reader)
        self.events: list[Event] = []
        self.accounts: dict[str, int] = {}
        self.seals = Seals()
        self.strange: list[Flaw] = []
        self.last = 0
        self.opened: Event | None = None
        self.place: tuple[str, int, str] | None = None  # in a database

    def follow(self, journal: Path | JournalLines, find: Find | None) -> JournalReader:
        """Read every event once."""
        from houseway.records import JournalReader
        from houseway.table.position import moved

        reading = JournalReader(journal, find)
        for batch in reading.batches():
            for event in batch:
                if self._is_strange(event):
                    continue
                self.last = max(self.last, event.round)
                self.opened = event if self.opened is None and _tells_opening(event) else self.opened
                self.seals.follow(event)
                if self.round is None or event.round <= self.round:
                    self.accounts = moved(self.accounts, event.moves)
                if self.round in (None, event.round):
                    self.events.append(event)
        return reading

    def follow_round(self, records: RoundRecords) -> JournalReader:
        """Read the events of one round, and the known facts about the rest."""
        from houseway.records import JournalReader

        self.last, self.opened, self.accounts = records.last, records.opening, records.accounts
        reading = JournalReader(records.lines, records.secrets.find, after=records.after)
        events = [event for batch in reading.batches() for event in batch]
        self.events = [event for event in events if not self._is_strange(event)]
        for event in sorted([*records.seals, *self.events], key=lambda each: each.seq):
            self.seals.follow(event)
        return reading

    def _is_strange(self, event: Event) -> bool:
        """Whether a table of this game never writes such an event."""
        from houseway.core import fields_problem
        from houseway.records import Flaw

        wrong = None if event.sealed else fields_problem(self.game, event.event, event.fields)
        if wrong is not None:
            self.strange.append(Flaw(event.seq + 1, f"{event.event}: {wrong}", "tampered"))
        return wrong is not None

    def _shown_seals(self) -> list[Seal]:
        return [seal for seal in self.seals.seals if self.round in (None, seal.round)]

    def as_json(self) -> dict[str, Any]:
        """The content as plain values."""
        from houseway.table.house_figures import seen_accounts, seen_event

        place = {} if self.place is None else {"table": self.place[0], "session": self.place[1]}
        return {
            **place,
            "game": self.game.id,
            "edition": self.rules.edition.id,
            "submission": self.rules.digest,
            "practice": bool(self.opened is not None and self.opened.fields["practice"]),
            "round": self.round,
            "as": self.reader,
            "events": [{**seen_event(event, self.who), "at": _at(event.at)} for event in self.events],
            "accounts": seen_accounts(self.accounts, self.who),
            "seals": [seal.as_json() for seal in self._shown_seals()],
        }

    def print(self) -> None:
        """Print the content as text."""
        from houseway.table.event_words import practice_words, transcript

        if self.place is not None:
            print(folded(f"{self.place[2]}\n"))
        told = transcript(self.game, self.rules, self.events, self.who, stamped=True)
        print(folded(told, indent=2), end="")
        if self.opened is not None and self.opened.fields["practice"] and self.opened not in self.events:
            fields = self.opened.fields
            print(folded(f"\n{practice_words(fields['source'] == 'seeded', len(fields.get('outstanding', ())))}"))
        print_folded(f"\nAfter that: {_counted(self.accounts, self.who)}.")
        if self._shown_seals():
            print_folded(_sealed(self._shown_seals(), self.game.present.piece))
        if self.seals.entered and self.round is None:
            piece = self.game.present.piece
            entered = f"1 {piece} was" if self.seals.entered == 1 else f"{self.seals.entered} {piece}s were"
            print(f"{entered} entered by hand, without a seal.")


def _tells_opening(event: Event) -> bool:
    """Whether it is the table's opening, for everybody to read."""
    return event.event == "table-opened" and not event.sealed


def _sealed(seals: list[Seal], piece: str) -> str:
    """The status of sealed orders in words."""
    words = {
        "kept": f"shown, and every {piece} drawn agrees with it",
        "open": "not shown yet",
        "withheld": "shown to others only",
        "broken": "broken",
    }
    counts = {status: sum(seal.status == status for seal in seals) for status in words}
    return "Sealed orders: " + "; ".join(f"{count} {words[status]}" for status, count in counts.items() if count) + "."


def _at(moment: Any) -> str:
    from houseway.records.lines import clock_text

    return clock_text(moment)


def _counted(accounts: dict[str, int], who: str) -> str:
    from houseway.core import in_words, seat_of
    from houseway.money import dollars
    from houseway.table.house_figures import plays

    seats = [
        f"{in_words(name)} has {dollars(cents)}"
        for name, cents in sorted(accounts.items())
        if seat_of(name) is not None
    ]
    rest = [f"{dollars(accounts.get('layout', 0))} on the layout"]
    if not plays(who):
        rest.append(f"{dollars(accounts.get('inventory', 0))} in the table inventory")
    return ", ".join([*seats, *rest])
