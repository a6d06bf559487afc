"""A session at the terminal: the loop that reads typed lines, and which verb each of them goes to."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from houseway.cli.common import console
from houseway.cli.terminal import betting, procedures, questions
from houseway.cli.terminal.choosing import choose
from houseway.cli.terminal.layout_view import show_layout
from houseway.cli.terminal.seat import BUY_IN_CENTS, SEAT, TerminalSeat
from houseway.cli.terminal.typed_results import QUITTING, Leaving
from houseway.core import Wagers
from houseway.core.judging import choices_open
from houseway.law import BadInput
from houseway.law.inputs import read_json
from houseway.money import dollars
from houseway.table import Table

if TYPE_CHECKING:
    from rich.console import Console

LONGEST_LINE = 4000  # characters that may be typed at once

Verb = Callable[[TerminalSeat, list[str]], None]
VERBS: Mapping[str, Verb] = {
    "help": questions.show_help, "?": questions.show_help, "layout": show_layout, "chips": betting.chips,
    "wagers": questions.list_wagers, "take": betting.take, "remove": betting.take, "clear": betting.clear,
    "again": betting.again, "buy": betting.buy, "tip": betting.tip, "odds": questions.odds, "hint": questions.hint,
    "why": questions.why, "steps": procedures.list_steps, "next": procedures.next_step, "do": procedures.do_step,
    "seat": betting.for_seat, "report": procedures.report, "repaired": procedures.repaired, "fill": procedures.fill,
    "credit": procedures.credit, "count": procedures.count,
}  # fmt: skip


class Session(TerminalSeat):
    """A seat whose person types lines."""

    def __init__(self, table: Table, out: Console) -> None:
        self.verbs = {**VERBS, table.game.present.chance_word: betting.go, "deal": betting.go}
        super().__init__(table, out, self.verbs)

    def line(self, text: str) -> None:
        """Carry out one typed line. A line that cannot be understood is answered with the reason and changes nothing."""
        text = text.strip()
        try:
            if len(text) > LONGEST_LINE:
                raise BadInput(f"a line of {len(text):,} characters is too long; type at most {LONGEST_LINE:,}")
            if text.startswith("{"):
                self.tell(self.table.do(read_json(text, "the command")), quiet=())
            else:
                self._words(_split(text))
        except BadInput as error:
            self.say(str(error), "red")

    def _words(self, words: list[str]) -> None:
        if not words:
            betting.go(self, [])
        elif words[0].lower() in self.verbs:
            self.verbs[words[0].lower()](self, words[1:])
        elif not (choices_open(self.table.due) and choose(self, words)):
            betting.bet(self, words)


def _split(text: str) -> list[str]:
    """The words of a line, with quotes as in a shell if they match."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def sit(table: Table, by_hand: bool = False) -> None:
    """Sit down, and play until the person leaves."""
    out = console()
    if table.position.state is None:
        table.open("by-hand" if by_hand else "automatic")
    session = Session(table, out)
    _complete_words(session)
    outline = table.game.chapter.outline
    out.print(f"\n{table.game.title}: 58 Pa. Code Chapter {outline.chapter}, {table.rules.edition.id}", style="bold")
    if table.practice:
        out.print(f"{table.practice} See: houseway check.", style="yellow")
    out.print("Type a wager and an amount, Enter to play, help for more, quit to leave.\n")
    if not table.chips(SEAT) and not session.mine():
        table.buy_in(SEAT, max(BUY_IN_CENTS, 20 * table.rules.min_cents))
        out.print(f"  You buy in for {dollars(table.chips(SEAT))}.")
    session.line("layout")
    if not isinstance(table.due, Wagers):
        session.line("steps")
    while True:
        try:
            text = input(f"round {table.round} > ")
        except (EOFError, KeyboardInterrupt):
            print()
            break
        if text.strip().lower() in QUITTING:
            break
        try:
            session.line(text)
        except Leaving:
            break
    _leave(session)


def _leave(session: Session) -> None:
    """Take down the wagers that may be taken down and cash out; during a round, chips and wagers stay at the table."""
    table = session.table
    if isinstance(table.due, Wagers) and session.mine():
        session.line("clear")
    if session.mine():
        kept = "" if table.recorder is not None else "; it is not recorded, so it cannot be resumed (see --journal)"
        session.out.print(f"  The round is not over: your chips stay at the table{kept}.", style="bold")
        return
    chips = table.chips(SEAT)
    if chips:
        table.cash_out(SEAT)
    session.out.print(f"  You leave with {dollars(chips)}.", style="bold")


def _complete_words(session: Session) -> None:
    """Have Tab complete wager ids and verbs, where the terminal can."""
    try:
        import readline
    except ImportError:
        return
    words = sorted({*session.offers, *session.verbs, "quit"})

    def complete(text: str, state: int) -> str | None:
        matching = [word for word in words if word.startswith(text)]
        return matching[state] if state < len(matching) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
