"""`houseway play`: a table at the terminal, or driven by a script."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import Settings, answered, say
from houseway.cli.widths import folded
from houseway.law import BadInput
from houseway.law.inputs import json_text, read_json, read_stream, read_text

if TYPE_CHECKING:
    from houseway.core import AnyGame, Event
    from houseway.law import Rules
    from houseway.records import Desk
    from houseway.table import Table

MOST_LINES = 1_000_000
REPORT_EVERY = 100  # commands

WhatOrAsk = Annotated[
    str | None, typer.Argument(metavar="[GAME|FILE]", help="A game or a submission; if missing, you are asked for it.")
]
Seed = Annotated[
    str | None,
    typer.Option("--seed", help="Draw reproducibly from this seed, with a clock that advances one second per command."),
]
Script = Annotated[
    Path | None,
    typer.Option("--script", metavar="FILE", help="A file with one JSON command per line; - is standard input."),
]
JournalFile = Annotated[
    Path | None, typer.Option("--journal", metavar="FILE", help="Record every event in this file, or continue it.")
]
Manual = Annotated[
    bool, typer.Option("--manual", help="A dealer enters the results of real dice, wheels, cards or tiles.")
]
ByHand = Annotated[
    bool, typer.Option("--by-hand", help="Do every step of the procedures by hand (for training dealers).")
]
Reader = Annotated[
    str,
    typer.Option("--as", metavar="WHO", help="Show what this reader may see: house, a role, or a seat like seat:1."),
]
StayOpen = Annotated[
    bool,
    typer.Option(
        "--stay-open",
        help="Leave a recorded table open at the end, to be continued; otherwise it is closed and sealed.",
    ),
]
AsJsonLines = Annotated[bool, typer.Option("--json", help="Print events as JSON, one object per line.")]


@answered
def play(
    what: WhatOrAsk = None,
    settings: Settings = None,
    seed: Seed = None,
    script: Script = None,
    journal: JournalFile = None,
    manual: Manual = False,
    by_hand: ByHand = False,
    reader: Reader = "house",
    stay_open: StayOpen = False,
    as_json: AsJsonLines = False,
) -> None:
    """Play at a table: layout, chips, results and the sections that decide them. Without a terminal: a demonstration.

    Examples: houseway play sic-bo; houseway play big-six --seed 7 --journal table.jsonl;
    houseway play sic-bo --script round.jsonl --json
    """
    from houseway.cli import demo

    if script is None and not (sys.stdin.isatty() and sys.stdout.isatty()):
        if manual or by_hand:
            raise BadInput(f"{'--manual' if manual else '--by-hand'} needs a terminal or a --script; there is neither")
        demo.show(what, settings or (), seed, journal, as_json, reader)
        return
    from houseway.games import load

    what = what if what is not None or script is not None else demo.ask_game()
    if what is None:
        raise BadInput("a script needs a game or a submission: houseway play GAME|FILE --script FILE")
    game, rules = load(what, settings or ())
    commands = read_script(game, rules, script) if script is not None else []
    who = read_reader(rules, reader)
    desk = seated(game, rules, seed, journal, manual=manual)
    none_taken = ""
    try:
        if script is not None:
            none_taken = run_script(desk.table, commands, "by-hand" if by_hand else None, as_json, who)
        else:
            from houseway.cli.terminal.session import sit

            sit(desk.table, by_hand=by_hand)
        if not stay_open:
            finish(desk)
    finally:
        desk.close()
    if none_taken:
        say(f"houseway: {none_taken}")
        raise typer.Exit(1)


def read_reader(rules: Rules, who: str, also: Sequence[str] = ()) -> str:
    """The reader to show events for: the house, a role or a seat. `also`: others that an error names."""
    from houseway.core import HOUSE, seat_account
    from houseway.law.errors import shown
    from houseway.law.roles import ROLES

    seats = [seat_account(seat) for seat in range(1, rules.boxes + 1)]
    if who not in (HOUSE, *ROLES, *seats):
        there = f"there are {HOUSE}, {seats[0]} to {seats[-1]}, and the roles {', '.join((*ROLES, *also))}"
        raise BadInput(f"--as {shown(who)}: no such seat or role is at this table; {there}")
    return who


def seated(game: AnyGame, rules: Rules, seed: str | None, journal: Path | None, manual: bool = False) -> Desk:
    """Open a table with its journal, new or continued, and print the notes about torn parts."""
    from houseway.cli.terminal.typed_results import ask_result
    from houseway.records import open_desk

    desk = open_desk(
        game, rules, journal, None if manual else seed, (lambda due: ask_result(game, rules, due)) if manual else None
    )
    for note in desk.notes:
        say(f"houseway: {note}")
    return desk


def finish(desk: Desk) -> None:
    """Close the table if its layout is empty, and seal its journal."""
    from houseway.records import RecordLost

    if desk.journal is None:
        return
    try:
        head = desk.finish()
    except RecordLost:
        raise
    except BadInput as error:
        say(f"houseway: {error}")
        return
    say(f"houseway: {desk.journal.path}: sealed; keep its head elsewhere: {head}")


def read_script(game: AnyGame, rules: Rules, path: Path) -> list[tuple[int, dict[str, Any]]]:
    """Read and check all commands of a script before the first is carried out."""
    from houseway.table import read_command

    name = "standard input" if str(path) == "-" else str(path)
    what = "a file with one JSON command per line"
    text = read_stream(sys.stdin.buffer, name, what) if str(path) == "-" else read_text(path, what, pipe=True)
    commands: list[tuple[int, dict[str, Any]]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if number > MOST_LINES:
            raise BadInput(f"{name}: has more than {MOST_LINES} lines")
        command = read_json(line, f"{name}: line {number}")
        try:
            read_command(game, rules, command)
        except BadInput as error:
            raise BadInput(f"{name}: line {number}: {error}") from None
        commands.append((number, command))
    return commands


def run_script(
    table: Table, commands: list[tuple[int, dict[str, Any]]], mode: str | None, as_json: bool, who: str
) -> str:
    """Carry out the commands. The table is opened first, with its procedure completed unless the script begins with a step.

    Returns a sentence if the table refused every result of the script, otherwise an empty text.
    """
    from houseway.cli.long_work import showing
    from houseway.core.progress import working_on
    from houseway.table.event_words import transcript
    from houseway.table.house_figures import seen_event

    shown: list[Event] = []
    results = Results()

    def show(events: tuple[Event, ...]) -> None:
        if as_json:
            for event in events:
                print(json_text(seen_event(event, who)))
        else:
            shown.extend(events)

    first = commands[0][1]["do"] if commands else ""
    if table.position.state is None and first != "open":
        show(table.open(mode or ("opening-by-hand" if first == "step" else "automatic")))
    try:
        with nullcontext(working_on) if as_json else showing() as progress:
            for done, (number, command) in enumerate(commands):
                if done % REPORT_EVERY == 0:
                    progress(f"playing the script: {done + 1:,} of {len(commands):,} commands")
                try:
                    events = table.do(command)
                except BadInput as error:
                    raise BadInput(f"line {number}: {error}") from None
                results.heard(number, command, events)
                show(events)
            show(table.go_on())
    finally:
        if shown:
            print(folded(transcript(table.game, table.rules, shown, who), indent=2), end="")
    return results.all_refused()


class Results:
    """Counts the refused results of a script, and keeps the first reason."""

    def __init__(self) -> None:
        self.count = self.refused = 0
        self.first = ""

    def heard(self, number: int, command: dict[str, Any], events: tuple[Event, ...]) -> None:
        """Take in a command of the script and its events."""
        if command["do"] not in ("result", "draw"):
            return
        self.count += 1
        refusal = next((each for each in events if each.event == "act-refused"), None)
        if refusal is not None and not any(each.event == "result" for each in events):
            self.refused += 1
            self.first = self.first or f"line {number}: {refusal.fields['reason']}"

    def all_refused(self) -> str:
        """The sentence if every result was refused; empty if one was accepted or the script has none."""
        if not self.count or self.refused < self.count:
            return ""
        every = "the only result" if self.count == 1 else f"every one of the {self.count} results"
        return f"the table refused {every} of the script, so no round was decided; {self.first}"
