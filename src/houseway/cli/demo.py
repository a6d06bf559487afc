"""Play without a game: a demonstration round of each game, or at a terminal the choice of a game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from houseway.core import AnyGame, Chance, Choices, Choose, Event, Role, Wager
from houseway.law import BadInput, Rules
from houseway.law.inputs import json_text

if TYPE_CHECKING:
    from houseway.table import Table

DEMONSTRATION_SEED = "demonstration"
MOST_CHOICES = 200


def show(
    what: str | None, settings: Iterable[str], seed: str | None, journal: Path | None, as_json: bool, reader: str
) -> None:
    """Show a round of one game, or of each."""
    from houseway.games import games, load

    if what is None and journal is not None:
        raise BadInput("a journal records one table; name the game: houseway play GAME --journal FILE")
    for name in [what] if what is not None else list(games()):
        game, rules = load(name, settings)
        _demonstrate(game, rules, seed or DEMONSTRATION_SEED, journal, as_json, reader)


def _at_once(game: AnyGame, rules: Rules, wager: str) -> bool:
    """Whether it can be made in the first betting window: with chips, and needing only other wagers first."""
    before = next(iter(game.walk.setups(rules, wager).values()))
    return game.law.made_by(wager) is None and all(isinstance(fact, Wager) for fact in before)


def _demonstrate(game: AnyGame, rules: Rules, seed: str, journal: Path | None, as_json: bool, reader: str) -> None:
    from houseway.cli.common import console
    from houseway.cli.play import finish, read_reader, seated
    from houseway.cli.terminal.felt import TerminalFelt
    from houseway.cli.terminal.layout_view import won_marks
    from houseway.cli.widths import folded
    from houseway.core.layout import chips_on
    from houseway.table.event_words import transcript
    from houseway.table.house_figures import seen_event

    who = read_reader(rules, reader)
    desk = seated(game, rules, seed, journal)
    table = desk.table
    try:
        opening = table.open() if table.position.state is None else ()
        events: list[Event] = []
        stake = max(rules.min_cents, 500)
        events += table.buy_in(1, 40 * stake)
        first = [wager for wager in game.law.catalogue(rules) if _at_once(game, rules, wager)]
        for wager in first[:: max(1, len(first) // 6)]:
            unit = game.law.catalogue(rules)[wager].unit_cents
            events += table.wager(1, wager, -(-stake // unit) * unit)
        chips = chips_on(game.law.placed(table.state))
        events += (*table.deal(), *_play_on(table))
        if as_json:
            for event in (*opening, *events):
                print(json_text(seen_event(event, who)))
        else:
            head = (
                f"{game.title}, 58 Pa. Code Chapter {game.chapter.outline.chapter}, {rules.edition.id}: a round of play"
            )
            print(folded(f"{head}\n{table.practice}\n"))
            out = console()
            lit = won_marks(events)
            out.print(TerminalFelt(game.present.layout(rules), min(out.width, 100)).draw(chips, lit))
            print(folded(transcript(game, rules, events, who), indent=2))
        finish(desk)
    finally:
        desk.close()


def _play_on(table: Table) -> list[Event]:
    """Play the round to its end by the first named strategy, or with the first option of each choice."""
    game, rules = table.game, table.rules
    named = [name for wager in game.law.catalogue(rules) for name in game.walk.strategies(rules, wager)]
    policy = game.walk.policy(rules, named[0]) if named else None
    events: list[Event] = []
    for _ in range(MOST_CHOICES):
        due = table.due
        if isinstance(due, Chance):
            events += table.draw()
        elif isinstance(due, Choices):
            asked = due.open[0]
            option = asked.options[0]
            answer = policy(game, rules, table.state, asked) if policy else None
            answer = answer or Choose(asked.who, option.choice, option.high_cents)
            who = {"by": asked.who} if isinstance(asked.who, Role) else {"seat": asked.who.number}
            events += table.do({"do": "choose", **who, "choice": answer.choice, "cents": answer.cents, **answer.data})
        else:
            break
    return events


def ask_game() -> str:
    """Ask for a game, by number or name."""
    from houseway.games import games

    found = list(games().values())
    print("Which game?\n")
    for number, game in enumerate(found, 1):
        print(f"  {number}  {game.title} (58 Pa. Code Chapter {game.chapter.outline.chapter})")
    while True:
        try:
            answer = input(f"\n1 to {len(found)}, or its name: ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            answer = "quit"
        if answer in ("quit", "exit", "q"):
            print()
            raise typer.Exit
        if answer.isdigit() and 1 <= int(answer) <= len(found):
            return found[int(answer) - 1].id
        if answer in games():
            return answer
        print(f'"{answer}" is not one of them.')
