"""Sitting at a table in the terminal: a line typed, the table's answer, the layout drawn anew."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from houseway.cli.common import console
from houseway.cli.felt import Felt
from houseway.cli.spoken import amount_cents, find_wager, split_amount
from houseway.core import (
    AnyGame,
    Asked,
    Chance,
    Choices,
    Event,
    Option,
    Outcome,
    Procedure,
    Stopped,
    Wagers,
    awaited,
    seat_account,
)
from houseway.core.judging import choices_open
from houseway.core.layout import chips_on
from houseway.law import BadInput, ProcedureStep, Rules
from houseway.money import dollars
from houseway.table import Table
from houseway.table.words import section_marks, tell

if TYPE_CHECKING:
    from rich.console import Console

SEAT = 1
BUY_IN_CENTS = 10_000
DECISIVE = ("result", "wager-settled", "round-voided")
QUIET = ("step-done", "illuminated", "cleared", "bought-in", "table-opened")

HELP = """\
  {bet:<17} put $5 on a wager: type enough of its name or id, then the amount
  {take:<17} take a wager down      clear   take all of yours down     again   the last round's
  {go:<17} or just Enter: no more bets, and let chance decide
  Where you are asked to choose, type (enough of) the choice.
  odds [wager]      what it is exactly worth         why     how the last round was decided, with sections
  wagers            all wagers with their ids        chips   what you have     buy 100   buy in for $100
  steps             what is to be done next          next    do the first of these steps as it usually goes
  do CITE [ROLE] [field=value …]                     do a step of a procedure
  report CITE [ROLE] [field=value …]                 report an irregularity
  repaired DEVICE [ROLE]                             a device works again
  {{"do": …}}         any command as JSON              quit    leave the table"""


def ask_result(game: AnyGame, rules: Rules, chance: Chance) -> Outcome:
    """A dealer enters what the real thing showed; nothing entered leads back, where an irregularity can be reported."""
    while True:
        try:
            line = input(f"The {chance.what} shows (like {game.typed_example}; only Enter: not yet): ").strip()
        except EOFError:
            line = ""
        if not line:
            raise BadInput(f"nothing was entered: {game.chance_word} asks again, report CITE reports an irregularity")
        try:
            outcomes, _ = game.read_result(rules, game.typed_result(line))
        except BadInput as error:
            print(f"  {error}")
            continue
        return outcomes[0]


def won_marks(events: Iterable[Event]) -> list[str]:
    """Where the wagers lie that have won."""
    won = [e.fields for e in events if e.event == "wager-settled" and e.fields["result"] == "won"]
    return [mark for fields in won for mark in (fields["wager"], f"{fields['wager']}@{fields['seat']}")]


class Session:
    """One person at one table."""

    def __init__(self, table: Table, out: Console) -> None:
        self.table, self.out = table, out
        self.game, self.rules = table.game, table.rules
        self.offers = self.game.catalogue(self.rules)
        self.last: list[tuple[str, int]] = []
        self.decided: list[Event] = []
        self.verbs: Mapping[str, Callable[[list[str]], None]] = {
            "help": self._help, "?": self._help, "layout": self._show, "chips": self._chips, "wagers": self._wagers,
            "take": self._take, "remove": self._take, "clear": self._clear, "again": self._again, "buy": self._buy,
            "odds": self._odds, "why": self._why, "steps": self._steps, "next": self._next, "do": self._step,
            "report": self._report, "repaired": self._repaired, self.game.chance_word: self._go, "deal": self._go,
        }  # fmt: skip

    def line(self, text: str) -> None:
        """One typed line; what cannot be understood is said, and nothing has changed."""
        text = text.strip()
        try:
            if text.startswith("{"):
                try:
                    command = json.loads(text)
                except json.JSONDecodeError as error:
                    raise BadInput(f"is not JSON ({error})") from error
                self._tell(self.table.do(command), quiet=())
                return
            try:
                words = shlex.split(text)
            except ValueError:
                words = text.split()
            if not words:
                self._go([])
            elif words[0].lower() in self.verbs:
                self.verbs[words[0].lower()](words[1:])
            elif choices_open(self.table.due) and self._choose(words):
                pass
            else:
                self._bet(words)
        except BadInput as error:
            self.out.print(f"  {error}", style="red")

    # Verbs

    def _bet(self, words: list[str]) -> None:
        words, cents = split_amount(words)
        wager = find_wager(self.game, self.rules, words)
        if cents is None:
            raise BadInput(f"how much on {wager}? Type for example: {wager} 5")
        self._tell(self.table.wager(SEAT, wager, cents))
        self._show([])

    def _asked(self) -> list[Asked]:
        """Who is asked: this seat first, then whoever else is (one person answers for all here)."""
        return sorted(choices_open(self.table.due), key=lambda asked: asked.who != seat_account(SEAT))

    def _choose(self, words: list[str]) -> bool:
        """Was it one of the choices that are open? Then it is made."""
        for asked in self._asked():
            exact = next((o.choice for o in asked.options if o.choice == words[0].lower()), None)
            if exact is not None and len(words) > 1 and (len(words) > 2 or amount_cents(words[1], least=0) is None):
                self._chosen(asked, exact, self.game.typed_choice(exact, words[1:]))
                return True
            named, cents = split_amount(words, least=0)  # a bank may have the dealer wager nothing
            wanted = "-".join(named).lower()
            found = [o.choice for o in asked.options if o.choice.startswith(wanted) or wanted in o.choice.split("-")]
            if len(found) == 1 or exact is not None:
                self._chosen(asked, exact or found[0], {} if cents is None else {"cents": cents})
                return True
        return False

    def _chosen(self, asked: Asked, choice: str, more: Mapping[str, Any]) -> None:
        who: dict[str, Any] = {"by": asked.who}
        if asked.who.startswith("seat:"):
            who = {"seat": int(asked.who.removeprefix("seat:"))}
        events = self.table.do({"do": "choose", **who, "choice": choice, **more})
        if isinstance(self.table.due, Chance):
            events += self.table.draw()  # a card that was asked for comes at once
        self._told(events)

    def _open_choices(self) -> None:
        """What may be chosen now, ready to type."""
        for asked in self._asked() if isinstance(self.table.due, Choices) else ():
            options = [spoken_option(option) for option in asked.options]
            who = (
                "You choose"
                if asked.who == seat_account(SEAT)
                else f"{asked.who.replace(':', ' ').capitalize()} chooses"
            )
            self.out.print(f"  {who}: {' or '.join(options)}", style="bold")
        mine = [asked for asked in self._asked() if asked.who == seat_account(SEAT)]
        if isinstance(self.table.due, Wagers) and mine:  # an offer that nobody hears is none
            self.out.print(f"  You may choose: {' or '.join(o.choice for o in mine[0].options)}", style="bold")
        if isinstance(self.table.due, Wagers) and self.table.due.within:
            self.out.print("  More may be wagered now; Enter deals.", style="bold")

    def _told(self, events: tuple[Event, ...]) -> None:
        """Tell what happened, what it made of the chips, and what is asked now."""
        self.decided += [event for event in events if event.event in DECISIVE]
        self._tell(events)
        self._chips([])
        self._open_choices()

    def _take(self, words: list[str]) -> None:
        self._tell(self.table.remove(SEAT, find_wager(self.game, self.rules, words)))
        self._show([])

    def mine(self) -> list[tuple[str, int]]:
        """The seat's wagers on the layout."""
        return [(placed.id, placed.cents) for placed in self.game.layout(self.table.state) if placed.seat == SEAT]

    def _chips_drawn(self) -> dict[str, int]:
        """The seat's chips by where they are drawn."""
        return chips_on(placed for placed in self.game.layout(self.table.state) if placed.seat == SEAT)

    def _clear(self, words: list[str]) -> None:
        for wager, _ in self.mine():
            self._tell(self.table.remove(SEAT, wager))
        self._show([])

    def _again(self, words: list[str]) -> None:
        if not self.last:
            raise BadInput("there is no round to repeat yet")
        for wager, cents in self.last:
            self._tell(self.table.wager(SEAT, wager, cents))
        self._show([])

    def _go(self, words: list[str]) -> None:
        due = self.table.due
        if isinstance(due, Procedure | Stopped):
            self._steps([])
            return
        if isinstance(due, Choices):
            acts = [asked for asked in due.open if not asked.who.startswith("seat:") and len(asked.options) == 1]
            if acts:  # the dealer has one thing to do, and the others may still choose before that
                self._chosen(acts[0], acts[0].options[0].choice, {})
            else:
                self._open_choices()
            return
        mine = self.mine()
        before = self._chips_drawn()
        events = self.table.deal()
        if isinstance(due, Wagers) and not due.within:
            self.last = mine or self.last
            self.decided = []
        lit = won_marks(events)
        if before and any(event.event == "wager-settled" for event in events):
            self.out.print(Felt(self.game.areas(self.rules), self.out.width).draw(before, lit))
        self._told(events)

    def _odds(self, words: list[str]) -> None:
        from houseway.odds import percent
        from houseway.odds.sheet import rows_of

        named, cents = split_amount(words)
        if cents is not None and any(wager.startswith("odds:") for wager in self.offers):
            self._bet(["odds", *words])  # an amount behind it: the supplemental wager, not the question
            return
        wagers = [find_wager(self.game, self.rules, named)] if named else [wager for wager, _ in self.mine()]
        if not wagers:
            raise BadInput("odds of which wager? Type for example: odds " + next(iter(self.offers)))
        for wager in wagers:
            if wager not in self.game.priced(self.rules):
                raise BadInput(f"the odds of {wager} are too long a walk; ask: houseway strategy {self.game.id}")
            if wager in self.game.takes_long:
                self.out.print("  Working it out: this takes up to a minute the first time …", style="dim")
            for row in rows_of(self.game, self.rules, wager):
                strategy = f" ({row.strategy})" if row.strategy else ""
                wins = f"wins {row.figure('win')} ({percent(row.win)})"
                edge = f"house edge {row.figure('house_edge')} ({percent(row.house_edge)})"
                because = ", ".join(f"§ {cite}" for cite in row.cites)
                self.out.print(f"  {row.id}{strategy}: pays {row.pays}, {wins}, {edge}  [{because}]")

    def _why(self, words: list[str]) -> None:
        if not self.decided:
            raise BadInput("no round has been decided yet")
        paragraphs = {p.cite: p.says for p in self.rules.paragraphs}
        for event in self.decided:
            self.out.print(f"  {tell(self.game, self.rules, event)}")
            for cite in event.cites:
                self.out.print(f"      § {cite}: {paragraphs.get(cite, '')}", style="cyan")

    def _wagers(self, words: list[str]) -> None:
        from rich.columns import Columns

        self.out.print(Columns([f"{offer.id} ({offer.pays})" for offer in self.offers.values()], padding=(0, 3)))

    def _chips(self, words: list[str]) -> None:
        at_risk = sum(cents for _, cents in self.mine())
        each = ", ".join(f"{wager} {dollars(cents)}" for wager, cents in self.mine())
        more = f", and {dollars(at_risk)} on the layout: {each}" if at_risk else ""
        self.out.print(f"  You have {dollars(self.table.chips(SEAT))} in chips{more}.", style="bold")

    def _buy(self, words: list[str]) -> None:
        cents = amount_cents(words[0]) if words else None
        if cents is None:
            raise BadInput("buy in for how much? Type for example: buy 100")
        self._tell(self.table.buy_in(SEAT, cents))
        self._chips([])

    def _help(self, words: list[str]) -> None:
        first = next(iter(self.offers))
        self.out.print(HELP.format(go=self.game.chance_word, bet=f"{first} 5", take=f"take {first}"))

    def _show(self, words: list[str]) -> None:
        self.out.print(Felt(self.game.areas(self.rules), self.out.width).draw(self._chips_drawn()))
        self._chips([])

    # Procedures, irregularities, repairs

    def _steps(self, words: list[str]) -> None:
        due = self.table.due
        self.out.print(f"  Now {awaited(due)}.")
        needed = self.table.steps()
        for step in needed:
            self.out.print(f"    {self._typed(step)}   {step.says}", style="cyan")
        others = [step for step in self.table.steps(optional=True) if step not in needed]
        if others:
            self.out.print("  What also may be done:")
        for step in others:
            self.out.print(f"    {self._typed(step)}   {step.says}", style="dim")
        if isinstance(due, Stopped):
            self.out.print(f"    repaired {due.device} floorperson", style="cyan")

    def _typed(self, step: ProcedureStep) -> str:
        """What to type for a step that goes as it should."""
        usual = self.game.usual(self.rules, self.table.state, step)
        fields = {**({"item": step.item} if step.item else {}), **usual}
        noted = [f"{name}={json.dumps(value, separators=(',', ':'))}" for name, value in fields.items()]
        return " ".join(["do", step.cite, step.by, *(shlex.quote(each) for each in noted)])

    def _next(self, words: list[str]) -> None:
        steps = self.table.steps()
        if not steps:
            go = f"; {self.game.chance_word} goes on" if isinstance(self.table.due, Wagers | Chance) else ""
            raise BadInput(f"no step must be done now: {awaited(self.table.due)}{go}")
        self.line(self._typed(steps[0]))

    def _step(self, words: list[str]) -> None:
        cite, by, fields = self._act(words, "do 625a.5(b)(1) dealer shakes=3")
        self._tell(self.table.do({"do": "step", "cite": cite, "by": by, **fields}), quiet=())

    def _report(self, words: list[str]) -> None:
        cite, by, fields = self._act(words, "report 625a.7(a) dealer")
        self._tell(self.table.do({"do": "irregularity", "cite": cite, "by": by, **fields}))

    def _repaired(self, words: list[str]) -> None:
        if not words:
            raise BadInput("which device? Type for example: repaired electrical-device floorperson")
        self._tell(
            self.table.do({"do": "repaired", "device": words[0], "by": words[1] if len(words) > 1 else "floorperson"})
        )

    def _act(self, words: list[str], example: str) -> tuple[str, str, dict[str, Any]]:
        if not words:
            raise BadInput(f"which paragraph? Type for example: {example}")
        fields: dict[str, Any] = {}
        rest: list[str] = []
        for word in words[1:]:
            name, equals, value = word.partition("=")
            if equals:
                fields[name] = _value(value)
            else:
                rest.append(word)
        return words[0].removeprefix("§"), rest[0] if rest else "dealer", fields

    def _tell(self, events: tuple[Event, ...], quiet: tuple[str, ...] = QUIET) -> None:
        from rich.text import Text

        styles = {"wager-refused": "red", "act-refused": "red", "table-stopped": "red", "round-voided": "yellow"}
        for event in events:
            if event.event in quiet:
                continue
            style = styles.get(event.event, "")
            if event.event == "wager-settled":
                style = {"won": "bold green", "returned": "yellow"}.get(event.fields["result"], "")
            line = Text(f"  {tell(self.game, self.rules, event)}  ", style=style)
            line.append(section_marks(event).replace("§ ", "§"), style="not bold cyan")
            self.out.print(line)


def spoken_option(option: Option) -> str:
    """A choice, and what it costs: `split ($10.00)`, `double-down (up to $10.00)`."""
    if not option.high_cents:
        return option.choice
    less = "up to " if option.low_cents < option.high_cents else ""
    return f"{option.choice} ({less}{dollars(option.high_cents)})"


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def sit(table: Table, by_hand: bool = False) -> None:
    """Sit down, play until you leave."""
    out = console()
    if table.position.state is None:
        table.open("by-hand" if by_hand else "automatic")
    session = Session(table, out)
    _completion(session)
    outline = table.game.chapter.outline
    out.print(f"\n{table.game.title}: 58 Pa. Code Chapter {outline.chapter}, {table.rules.edition.id}", style="bold")
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
        if text.strip().lower() in ("quit", "exit", "q"):
            break
        session.line(text)
    _leave(session)


def _leave(session: Session) -> None:
    """Wagers that may be taken down are; where a round is under way, chips and wagers stay for who continues it."""
    table = session.table
    if isinstance(table.due, Wagers) and session.mine():
        session.line("clear")
    if session.mine():
        session.out.print("  The round is not over: your chips stay at the table.", style="bold")
        return
    chips = table.chips(SEAT)
    if chips:
        table.cash_out(SEAT)
    session.out.print(f"  You leave with {dollars(chips)}.", style="bold")


def _completion(session: Session) -> None:
    """Tab completes wager ids and verbs, where the terminal can."""
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
