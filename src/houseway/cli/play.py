"""`houseway play`: a table in the terminal, or run from a script."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import Settings, answered, say
from houseway.law import BadInput

if TYPE_CHECKING:
    from houseway.core import AnyGame, Event
    from houseway.law import Rules
    from houseway.records import Journal
    from houseway.table import Table

MOST_LINES = 1_000_000

WhatOrAsk = Annotated[
    str | None, typer.Argument(metavar="[GAME|FILE]", help="A game or a submission; asked for where it is missing.")
]
Seed = Annotated[
    str | None,
    typer.Option("--seed", help="Draw reproducibly from this seed, on a clock that ticks a second a command."),
]
Script = Annotated[
    Path | None, typer.Option("--script", metavar="FILE", help="One JSON command a line; - is standard input.")
]
JournalFile = Annotated[
    Path | None, typer.Option("--journal", metavar="FILE", help="Record every event in this file, or continue it.")
]
Manual = Annotated[bool, typer.Option("--manual", help="A dealer enters what the real dice or wheel showed.")]
ByHand = Annotated[
    bool, typer.Option("--by-hand", help="Every step of the procedures is done by hand (dealer's training).")
]
AsJsonLines = Annotated[bool, typer.Option("--json", help="Print events as JSON, one object a line.")]


@answered
def play(
    what: WhatOrAsk = None,
    settings: Settings = None,
    seed: Seed = None,
    script: Script = None,
    journal: JournalFile = None,
    manual: Manual = False,
    by_hand: ByHand = False,
    as_json: AsJsonLines = False,
) -> None:
    """Play at a table: the layout, your chips, what won and why with its section. Without a terminal: a demonstration.

    Examples: houseway play sic-bo; houseway play big-six --seed 7 --journal table.jsonl;
    houseway play sic-bo --script round.jsonl --json
    """
    from houseway.cli import demo

    if script is None and not (sys.stdin.isatty() and sys.stdout.isatty()):
        if manual or by_hand:
            raise BadInput(f"{'--manual' if manual else '--by-hand'} needs a terminal or a --script; there is neither")
        demo.show(what, settings or (), seed, journal, as_json)
        return
    from houseway.games import load

    what = what if what is not None or script is not None else demo.ask_game()
    if what is None:
        raise BadInput("a script needs a game or a submission: houseway play GAME|FILE --script FILE")
    game, rules = load(what, settings or ())
    commands = read_script(game, rules, script) if script is not None else []
    table, record = open_table(game, rules, seed, journal, manual=manual)
    try:
        if script is not None:
            run_script(table, commands, "by-hand" if by_hand else None, as_json)
        else:
            from houseway.cli.seat import sit

            sit(table, by_hand=by_hand)
        finish(table, record)
    finally:
        if record is not None:
            record.close()


def open_table(
    game: AnyGame, rules: Rules, seed: str | None, journal: Path | None, manual: bool = False
) -> tuple[Table, Journal | None]:
    """A table with its source and its journal: a new one, or one that is continued from its file."""
    from houseway.equipment.randomness import ManualSource, SeededSource, Source, SystemSource
    from houseway.records import Journal, rules_of
    from houseway.records.vault import FileVault
    from houseway.table import Table, ticking

    source: Source = SystemSource() if seed is None else SeededSource(seed)
    if manual:
        from houseway.cli.entering import ask_result

        source = ManualSource(lambda chance: ask_result(game, rules, chance))
    if journal is None:
        return Table(game, rules, source), None
    if journal.exists() and not journal.is_file():
        raise BadInput(f"{journal}: is not a file; name a file for the journal")
    if not journal.exists():
        record = Journal.create(journal)
        return Table(game, rules, source, record, vault=FileVault(journal)), record
    record, contents = Journal.resume(journal)
    if contents.flaws:
        say(
            f"houseway: {journal}: {contents.flaws[0]}; that command was put aside in {journal}.torn, the table goes on before it"
        )
    if contents.events and rules_of(contents.events)[1] != rules:
        record.close()
        raise BadInput(f"{journal}: is of another game or submission; name another file")
    if any(event.event == "table-closed" for event in contents.events):
        head = record.seal(len(contents.events))
        record.close()
        raise BadInput(
            f"{journal}: its table was closed, and only the seal was missing; it is sealed now ({head}). Name another file"
        )
    if seed is not None:
        drawn = [event.fields["source"] for event in contents.events if "source" in event.fields]
        source = SeededSource(seed, max((s.get("position", 0) for s in drawn if isinstance(s, dict)), default=0))
    clock = ticking(contents.events[-1].at) if seed is not None and contents.events else None
    vault = FileVault(journal)
    table = Table(game, rules, source, record, clock, contents.events, vault)
    kept = vault.recall()
    if kept is not None:
        table.recall(kept)
    return table, record


def finish(table: Table, record: Journal | None) -> None:
    """Close the table where nothing lies on the layout, and seal its journal."""
    from houseway.records.vault import FileVault

    if record is None:
        return
    if not table.closed:
        events = table.close()
        if not table.closed:
            say(f"houseway: {record.path}: is not sealed: {events[-1].fields['reason']}")
            return
    head = record.seal(len(table.events))
    FileVault(record.path).clear()
    say(f"houseway: {record.path}: sealed; keep its head elsewhere: {head}")


def read_script(game: AnyGame, rules: Rules, path: Path) -> list[tuple[int, dict[str, Any]]]:
    """All commands of a script, understood before the first is carried out: nothing is half done."""
    from houseway.table import parse

    name = "standard input" if str(path) == "-" else str(path)
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(
            f"{name}: cannot be read ({error.strerror}); give a file with one JSON command a line"
        ) from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{name}: is not UTF-8 text; save it as UTF-8") from error
    commands: list[tuple[int, dict[str, Any]]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if number > MOST_LINES:
            raise BadInput(f"{name}: has more than {MOST_LINES} lines")
        try:
            command = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            raise BadInput(
                f'{name}: line {number}: is not JSON ({error}); write one object a line, like {{"do": "no-more-bets"}}'
            ) from error
        if command != {"do": "draw"}:
            try:
                parse(game, rules, command)
            except BadInput as error:
                raise BadInput(f"{name}: line {number}: {error}") from None
        commands.append((number, command))
    return commands


def run_script(table: Table, commands: list[tuple[int, dict[str, Any]]], mode: str | None, as_json: bool) -> None:
    """Carry the commands out. The table is opened first, with its procedure completed unless the script begins with a step."""
    from houseway.table.words import transcript

    shown: list[Event] = []

    def show(events: tuple[Event, ...]) -> None:
        if as_json:
            for event in events:
                print(json.dumps(event.public(), ensure_ascii=False))
        else:
            shown.extend(events)

    first = commands[0][1]["do"] if commands else ""
    if table.position.state is None and first != "open":
        show(table.open(mode or ("opening-by-hand" if first == "step" else "automatic")))
    try:
        for number, command in commands:
            try:
                show(table.draw() if command["do"] == "draw" else table.do(command))
            except BadInput as error:
                raise BadInput(f"line {number}: {error}") from None
    finally:
        if shown:
            print(transcript(table.game, table.rules, shown), end="")
