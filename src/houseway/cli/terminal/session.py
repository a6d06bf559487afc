"""Sitting at a table in the terminal: a line typed, the table's answer, the layout drawn anew."""

from __future__ import annotations

import difflib
import json
import math
import shlex
import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from houseway.cli.common import console, shows_ascii_only
from houseway.cli.encoding import plain
from houseway.cli.terminal.felt import Felt, Strips, felt_that_fits
from houseway.cli.terminal.typed_results import QUITTING, Leaving
from houseway.cli.terminal.typed_wagers import NotAWager, amount_cents, find_wager, read_bet, split_amount
from houseway.core import (
    Asked,
    Chance,
    Choices,
    Choose,
    Event,
    Option,
    Procedure,
    Stopped,
    Wager,
    Wagers,
    awaited,
    may_see,
    refuse,
    seat_account,
)
from houseway.core.judging import NOT_ASKED, choices_open, spoken_outcome
from houseway.core.layout import chips_on
from houseway.law import BadInput, Citation, ProcedureStep
from houseway.law.inputs import NotUnderstood, read_json
from houseway.money import dollars
from houseway.table import Table
from houseway.table.words import section_marks, tell

if TYPE_CHECKING:
    from rich.console import Console

SEAT = 1
BUY_IN_CENTS = 10_000
LONGEST_LINE = 4000  # characters that may be typed at once
DECISIVE = ("result", "wager-settled", "round-voided")
REFUSED = ("wager-refused", "act-refused")
QUIET = ("step-done", "illuminated", "cleared", "bought-in", "table-opened")

HELP = """\
  {bet:<19} put $5 on a wager: its id, its name, or what people call it
  {take:<19} take it down; clear: all yours; again: as last round
  {go:<19} or just Enter: no more bets, and let chance decide
  (a choice)          where you are asked to choose: enough of its name
  {other:<19} another seat, played by you too: wagers and choices
  odds [wager]        what a wager is exactly worth
  hint                best play for the choice that is open, and what it is worth
  why                 how the last round was decided, with its sections
  wagers, chips       all wagers with their ids; what you have
  layout, layout all  the layout as it fits into the window, or all of it
  buy 100             buy in for $100
  steps, next         what is to be done next; do it as it usually goes
  do CITE [ROLE] [field=value …]        do a step of a procedure
  report [CITE] [ROLE] [field=value …]  report an irregularity; alone: which
  repaired DEVICE [ROLE]                a device works again
  {{"do": …}}           any command as JSON
  quit                leave the table"""


def won_marks(events: Iterable[Event]) -> list[str]:
    """Where the wagers lie that have won."""
    won = [e.fields for e in events if e.event == "wager-settled" and e.fields["result"] == "won"]
    return [mark for fields in won for mark in (fields["wager"], f"{fields['wager']}@{fields['seat']}")]


class Session:
    """One person at one table."""

    def __init__(self, table: Table, out: Console) -> None:
        self.table, self.out = table, out
        self.game, self.rules = table.game, table.rules
        self.offers = self.game.law.catalogue(self.rules)
        self.last: list[tuple[str, int]] = []
        self.decided: list[Event] = []
        self.verbs: Mapping[str, Callable[[list[str]], None]] = {
            "help": self._help, "?": self._help, "layout": self._show, "chips": self._chips, "wagers": self._wagers,
            "take": self._take, "remove": self._take, "clear": self._clear, "again": self._again, "buy": self._buy,
            "odds": self._odds, "hint": self._hint, "why": self._why, "steps": self._steps, "next": self._next, "do": self._step,
            "seat": self._for_seat,
            "report": self._report, "repaired": self._repaired, self.game.present.chance_word: self._go, "deal": self._go,
        }  # fmt: skip

    def line(self, text: str) -> None:
        """One typed line; what cannot be understood is said, and nothing has changed."""
        text = text.strip()
        try:
            if len(text) > LONGEST_LINE:
                raise BadInput(f"a line of {len(text):,} characters is too long; type at most {LONGEST_LINE:,}")
            if text.startswith("{"):
                self._tell(self.table.do(read_json(text, "the command")), quiet=())
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
            self._say(str(error), "red")

    # Verbs

    def _bet(self, words: list[str]) -> None:
        try:
            wager, cents = read_bet(self.game, self.rules, words)
        except NotAWager as error:
            self._why_not(words[0].lower())
            raise BadInput(self._meant("-".join(split_amount(words)[0]).lower(), str(error))) from None
        choice = self.game.law.made_by(wager)
        if cents is None and choice is not None:
            raise BadInput(self._not_yet(choice))
        if cents is None:
            raise BadInput(f"how much on {wager}? Type for example: {wager} 5")
        events = self.table.wager(SEAT, wager, cents)
        self._tell(events)
        self._shown_after(events)

    def _why_not(self, choice: str) -> None:
        """A choice that the chapter itself refuses now: its own reason, rather than when it is asked."""
        if choice in self.game.law.choices:
            refusal = refuse(self.game, self.rules, self.table.state, Choose(seat_account(SEAT), choice))
            if refusal is not None and not refusal.reason.startswith(NOT_ASKED):
                raise BadInput(
                    f"{refusal.reason} (§ {', '.join(refusal.cites)}); {choice} is asked {self.game.law.choices[choice]}"
                )

    def _not_yet(self, choice: str) -> str:
        """A choice that is not open now: when it is."""
        return f"{choice} is a choice, asked {self.game.law.choices[choice]}; now {awaited(self.table.due)}"

    def _meant(self, typed: str, no_wager: str) -> str:
        """What somebody may have meant who named no wager: a choice that is open or is not, or a command."""
        if typed in self.game.law.choices:
            return self._not_yet(typed)
        open_now = [option.choice for asked in self._asked() for option in asked.options]
        known = [*open_now, *self.game.law.choices, *self.verbs, *QUITTING[:1]]
        close = difflib.get_close_matches(typed, dict.fromkeys(known), n=2, cutoff=0.65)
        if close and "did you mean" not in no_wager:
            return f'"{typed}" is not understood; did you mean {" or ".join(close)}?'
        if isinstance(self.table.due, Chance):
            return f'"{typed}" is not understood: {awaited(self.table.due)}; Enter goes on'
        if isinstance(self.table.due, Choices):
            return f'"{typed}" is not one of the choices; there are {", ".join(dict.fromkeys(open_now))}'
        return no_wager

    def _asked(self) -> list[Asked]:
        """Who is asked: this seat first, then whoever else is (one person answers for all here)."""
        return sorted(choices_open(self.table.due), key=lambda asked: asked.who != seat_account(SEAT))

    def _choose(self, words: list[str], who: Iterable[Asked] = ()) -> bool:
        """Was it one of the choices that are open (of these, or of all)? Then it is made.

        What another seat is only offered while wagers are taken, it takes by name: `seat 2 bank`.
        """
        offered = isinstance(self.table.due, Wagers)
        own = [each for each in self._asked() if not offered or each.who == seat_account(SEAT) or ":" not in each.who]
        for asked in who or own:
            exact = next((o.choice for o in asked.options if o.choice == words[0].lower()), None)
            if exact is not None and len(words) > 1 and (len(words) > 2 or amount_cents(words[1], least=0) is None):
                self._chosen(asked, exact, self.game.present.typed_choice(exact, words[1:]))
                return True
            named, cents = split_amount(words, least=0)  # a bank may have the dealer wager nothing
            wanted = "-".join(named).lower()
            if exact is None and (wanted in self.offers or wanted in self.game.law.choices):
                continue  # it is the whole name of a wager, or of another choice: not the beginning of this one
            found = [o.choice for o in asked.options if o.choice.startswith(wanted) or wanted in o.choice.split("-")]
            if len(found) == 1 or exact is not None:
                self._chosen(asked, exact or found[0], {} if cents is None else {"cents": cents})
                return True
            if len(found) > 1:
                raise BadInput(f'"{wanted}" could be {" or ".join(found)}; type more of it')
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
        for place, asked in enumerate(self._asked() if isinstance(self.table.due, Choices) else ()):
            if not place:  # the one whose choice is typed next
                self._shown(asked)
            options = [spoken_option(option) for option in asked.options]
            who = (
                "You choose"
                if asked.who == seat_account(SEAT)
                else f"{asked.who.replace(':', ' ').capitalize()} chooses"
            )
            self._say(f"{who}: {' or '.join(options)}", "bold")
        for asked in self._asked() if isinstance(self.table.due, Wagers) else ():  # an offer that nobody hears is none
            self._offered(asked)
        if isinstance(self.table.due, Wagers) and self.table.due.within:
            self.out.print("  More may be wagered now; Enter deals.", style="bold")

    def _offered(self, asked: Asked) -> None:
        """What a seat may choose while wagers are taken, ready to type; what the dealer may, help tells."""
        if asked.who == seat_account(SEAT):
            self._shown(asked)
            self._say(f"You may choose: {' or '.join(option.choice for option in asked.options)}", "bold")
        elif asked.who.startswith("seat:"):
            seat = asked.who.replace(":", " ")
            typed = " or ".join(f"{seat} {option.choice}" for option in asked.options)
            self._say(f"{seat.capitalize()} may choose: {typed}")

    def _shown(self, asked: Asked) -> None:
        """What lies before one who is asked."""
        for line in self.game.present.prompt_lines(self.rules, self.table.state, asked):
            self.out.print(f"  {line}", no_wrap=True, overflow="ignore", crop=False)

    def _told(self, events: tuple[Event, ...]) -> None:
        """Tell what happened, what it made of the chips, and what is asked now."""
        self.decided += [event for event in events if event.event in DECISIVE]
        self._tell(events)
        self._chips([])
        ahead = [spoken_outcome(self.game, self.rules, each) for each in self.table.waiting]
        if ahead:
            self._say(f"Entered ahead and still to come: {', '.join(ahead)}.")
        if isinstance(self.table.due, Procedure | Stopped):
            self._say(
                f"Now {awaited(self.table.due)}: steps lists what is to be done, next does the first of it.", "bold"
            )
        self._open_choices()

    def _for_seat(self, words: list[str]) -> None:
        """Another seat, played by the same person: a wager, for which it buys in, or a choice."""
        number = int(words[0]) if words and words[0].isdigit() else 0
        if not 1 <= number <= self.rules.boxes or len(words) < 2:
            first = next(iter(self.offers))
            raise BadInput(
                f"which seat does what? Type for example: seat 2 {first} 5 (there are {self.rules.boxes} seats)"
            )
        asked = [each for each in self._asked() if each.who == seat_account(number)]
        if asked and self._choose(words[1:], asked):
            return
        wager, cents = read_bet(self.game, self.rules, words[1:])
        if cents is None:
            raise BadInput(f"how much on {wager}? Type for example: seat {number} {wager} 5")
        if self.table.chips(number) < cents:
            self._tell(self.table.buy_in(number, max(BUY_IN_CENTS, cents)), quiet=())
        self._tell(self.table.wager(number, wager, cents))

    def _take(self, words: list[str]) -> None:
        events = self.table.remove(SEAT, find_wager(self.game, self.rules, words))
        self._tell(events)
        self._shown_after(events)

    def mine(self) -> list[tuple[str, int]]:
        """The seat's wagers on the layout."""
        return [(placed.id, placed.cents) for placed in self.game.law.placed(self.table.state) if placed.seat == SEAT]

    def _chips_drawn(self) -> dict[str, int]:
        """The seat's chips by where they are drawn; those of others too where each has an area of its own."""
        apart = any(area.seat for area in self.game.present.layout(self.rules).areas)
        return chips_on(placed for placed in self.game.law.placed(self.table.state) if placed.seat == SEAT or apart)

    def _clear(self, words: list[str]) -> None:
        events: tuple[Event, ...] = ()
        for wager, _ in self.mine():
            events += self.table.remove(SEAT, wager)
        self._tell(events)
        self._shown_after(events)

    def _again(self, words: list[str]) -> None:
        if not self.last:
            raise BadInput("there is no round to repeat yet")
        events: tuple[Event, ...] = ()
        for wager, cents in self.last:
            events += self.table.wager(SEAT, wager, cents)
        self._tell(events)
        self._shown_after(events)

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
        if isinstance(due, Wagers) and not due.within and events[-1].event != "act-refused":
            self.last = mine or self.last
            self.decided = []
        lit = won_marks(events)
        if before and any(event.event == "wager-settled" for event in events):
            felt = self._felt(before)
            if felt.height <= self._room():
                self.out.print(felt.draw(before, lit))
        self._told(events)

    def _odds(self, words: list[str]) -> None:
        from houseway.cli.long_work import showing
        from houseway.odds import percent
        from houseway.odds.sheet import rows_of

        named, cents = split_amount(words)
        if any(wager.startswith("odds:") for wager in self.offers):
            if len(words) == 1 and amount_cents(words[0]) is not None:
                named, cents = [self._supported(words[0])], amount_cents(words[0])
            if cents is not None:  # an amount behind it: the supplemental wager, not the question
                self._bet(["odds", *named, words[-1]])
                return
        wagers = [find_wager(self.game, self.rules, named)] if named else [wager for wager, _ in self.mine()]
        if not wagers:
            raise BadInput("odds of which wager? Type for example: odds " + next(iter(self.offers)))
        for wager in wagers:
            if wager not in self.game.priced(self.rules):
                raise BadInput(f"the odds of {wager} are too long a walk; ask: houseway strategy {self.game.id}")
            if wager in self.game.walk.takes_long:
                self.out.print("  Working it out: this takes up to a minute the first time …", style="dim")
            with showing():
                rows = list(rows_of(self.game, self.rules, wager))
            for row in rows:
                named = [each for each in (row.strategy, row.situation) if each]
                strategy = f" ({', '.join(named)})" if named else ""
                wins = f"wins {row.figure('win')} ({percent(row.win)})"
                edge = f"house edge {row.figure('house_edge')} ({percent(row.house_edge)})"
                because = ", ".join(f"§ {cite}" for cite in row.cites)
                self._say(
                    f"{row.id}{strategy}: pays {row.pays}, {wins}, {edge}", marks=f"[{because}]".replace("§ ", "§")
                )

    def _hint(self, words: list[str]) -> None:
        """Best play for the first open choice that the game has advice on: this seat's before those of others."""
        from houseway.cli.long_work import showing

        asked = self._asked()
        hint = self.game.advise.hint if self.game.advise is not None else None
        for each in asked:
            with showing():
                lines = hint(self.rules, self.table.state, each) if hint is not None else ()
            if lines:
                who = "" if each.who == seat_account(SEAT) else f"{each.who.replace(':', ' ').capitalize()}: "
                self._say(f"{who}{lines[0]}", "bold")
                for line in lines[1:]:
                    self._say(line)
                return
        raise BadInput(self._no_hint(asked))

    def _no_hint(self, asked: list[Asked]) -> str:
        """Why there is no hint now."""
        if not any(self.game.walk.strategies(self.rules, wager) for wager in self.offers):
            right = f"what a wager is worth: odds {next(iter(self.offers))}"
            return f"at {self.game.title} nobody has a choice that changes what a wager is worth; {right}"
        if not asked:
            return f"nobody has a choice now: {awaited(self.table.due)}; a hint is for a choice that is open"
        options = " or ".join(dict.fromkeys(option.choice for each in asked for option in each.options))
        return f"there is no advice on {options}"

    def _supported(self, amount: str) -> str:
        """The one wager of the seat that an amount of odds can be for."""
        lines = [wager for wager, _ in self.mine() if f"odds:{wager}" in self.offers]
        if len(lines) != 1:
            line = lines[0] if lines else next(w for w in self.offers if w.startswith("odds:")).removeprefix("odds:")
            raise BadInput(f"{amount} in odds on which wager? Type for example: odds {line} {amount}")
        return lines[0]

    def _why(self, words: list[str]) -> None:
        if not self.decided:
            raise BadInput("no round has been decided yet")
        paragraphs = {p.cite: p.says for p in self.rules.paragraphs}
        for event in self.decided:
            self._say(tell(self.game, self.rules, event))
            for cite in event.cites:
                self._say(f"§ {cite}: {paragraphs.get(cite, '')}", "cyan", indent="      ")

    def _wagers(self, words: list[str]) -> None:
        from rich.columns import Columns

        self.out.print(Columns([f"{offer.id} ({offer.pays})" for offer in self.offers.values()], padding=(0, 3)))

    def _chips(self, words: list[str]) -> None:
        at_risk = sum(cents for _, cents in self.mine())
        each = ", ".join(f"{self._spoken(wager)} {dollars(cents)}" for wager, cents in self.mine())
        more = f", and {dollars(at_risk)} on the layout: {each}" if at_risk else ""
        self._say(f"You have {dollars(self.table.chips(SEAT))} in chips{more}.", "bold")

    def _spoken(self, wager: str) -> str:
        """Its id, as it is typed; a bare number would be taken for an amount."""
        return self.offers[wager].name if wager.isdecimal() else wager

    def _buy(self, words: list[str]) -> None:
        if len(words) > 1:  # an amount behind the amount: a wager that is called so, and not chips
            self._bet(["buy", *words])
            return
        cents = amount_cents(words[0]) if words else None
        if cents is None:
            raise BadInput("buy in for how much? Type for example: buy 100")
        self._tell(self.table.buy_in(SEAT, cents))
        self._chips([])

    def _help(self, words: list[str]) -> None:
        first = next(iter(self.offers))
        self.out.print(
            HELP.format(
                go=self.game.present.chance_word, bet=f"{first} 5", take=f"take {first}", other=f"seat 2 {first} 5"
            )
        )
        for asked in self._asked():
            for line in self.game.present.help_lines(self.rules, self.table.state, asked):
                self._say(line, "bold")

    def _show(self, words: list[str]) -> None:
        chips = self._chips_drawn()
        everything = Felt(self.game.present.layout(self.rules), self.out.width)
        felt = everything if words == ["all"] else self._felt(chips)
        self.out.print(felt.draw(chips), end="")
        if len(felt.layout.areas) < len(everything.layout.areas):
            self.out.print("  What can be bet now; all of it: layout all", style="dim")
        self._chips([])

    def _felt(self, chips: Mapping[str, int]) -> Felt | Strips:
        """The layout as it fits into the window; where it is too low, of what can be bet now, and where chips lie."""
        return felt_that_fits(
            self.game.present.layout(self.rules),
            self.out.width,
            self._room(),
            lambda area: bool(chips.get(area.mark)) or self._open_now(area.wager),
        )

    def _room(self) -> int:
        """Lines of the window for a layout: below it the chips are told, and the next line is typed."""
        return self.out.height - 4

    def _open_now(self, wager: str) -> bool:
        """Would the table take the least lawful amount on it? Where no wagers are taken at all, everything counts."""
        if not isinstance(self.table.due, Wagers):
            return True
        (least, _), _ = self.game.law.limits(self.rules, wager)
        offer = self.game.law.offered(self.rules, self.table.state, wager)
        unit = math.lcm(offer.unit_cents, offer.multiple.cents if offer.multiple is not None else 1)
        fact = Wager(SEAT, wager, -(-least // unit) * unit)
        return refuse(self.game, self.rules, self.table.state, fact, self.table.due) is None

    def _shown_after(self, events: tuple[Event, ...]) -> None:
        """The layout once chips have moved on it, where it fits on the screen; else only what lies there."""
        if all(event.event in REFUSED for event in events):
            return
        fits = self._felt(self._chips_drawn()).height <= self._room()
        (self._show if fits else self._chips)([])

    # Procedures, irregularities, repairs

    def _steps(self, words: list[str]) -> None:
        due = self.table.due
        self._say(f"Now {awaited(due)}.")
        needed = self.table.steps()
        for step in needed:
            self._say(f"{self._typed(step)}   {step.says}", "cyan", indent="    ")
        others = [step for step in self.table.steps(optional=True) if step not in needed]
        if others:
            self.out.print("  What also may be done:")
        for step in others:
            self._say(f"{self._typed(step)}   {step.says}", "dim", indent="    ")
        if isinstance(due, Stopped):
            self.out.print(f"    repaired {due.device} floorperson", style="cyan")

    def _typed(self, step: ProcedureStep) -> str:
        """What to type for a step that goes as it should."""
        usual = self.game.law.normal_notes(self.rules, self.table.state, step)
        fields = {**({"item": step.item} if step.item else {}), **usual}
        noted = [f"{name}={_spelled(value)}" for name, value in fields.items()]
        return " ".join(["do", step.cite, step.by, *(shlex.quote(each) for each in noted)])

    def _next(self, words: list[str]) -> None:
        steps = self.table.steps()
        if not steps:
            go = f"; {self.game.present.chance_word} goes on" if isinstance(self.table.due, Wagers | Chance) else ""
            raise BadInput(f"no step must be done now: {awaited(self.table.due)}{go}")
        self.line(self._typed(steps[0]))

    def _step(self, words: list[str]) -> None:
        steps = self.table.steps(optional=True)
        if not words and not steps:
            raise BadInput(f"no step of a procedure can be done now: {awaited(self.table.due)}")
        cite, by, fields = self._act(words, self._typed(steps[0]) if steps else "")
        self._tell(self.table.do({"do": "step", "cite": cite, "by": by, **fields}), quiet=())

    def _report(self, words: list[str]) -> None:
        if not words:
            self._reports()
            return
        cite, by, fields = self._act(words, "")
        self._tell(self.table.do({"do": "irregularity", "cite": cite, "by": by, **fields}))
        self._open_choices()

    def _reports(self) -> None:
        """The irregularities of this chapter, ready to type."""
        says = {paragraph.cite: paragraph.says for paragraph in self.rules.paragraphs}
        self.out.print("  What can be reported; a field may say more (seat=1):")
        for cite in self.game.law.reports:
            if cite in says:
                self._say(f"report {cite} dealer   {says[Citation(cite)]}", "cyan", indent="    ")

    def _repaired(self, words: list[str]) -> None:
        due = self.table.due
        if not words:
            stopped = (
                f"Type: repaired {due.device} floorperson" if isinstance(due, Stopped) else "none has stopped the table"
            )
            raise BadInput(f"which device? {stopped}")
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

    def _eyes(self) -> tuple[str, ...]:
        """Whoever sits at a terminal deals, supervises, and plays every seat that has chips."""
        return ("floorperson", *(seat_account(n) for n in range(1, self.rules.boxes + 1)))

    def _tell(self, events: tuple[Event, ...], quiet: tuple[str, ...] = QUIET) -> None:
        styles = {"wager-refused": "red", "act-refused": "red", "table-stopped": "red", "round-voided": "yellow"}
        for event in events:
            if event.event in quiet or not any(may_see(event.to, who) for who in self._eyes()):
                continue
            style = styles.get(event.event, "")
            if event.event == "wager-settled":
                style = {"won": "bold green", "returned": "yellow"}.get(event.fields["result"], "")
            self._say(tell(self.game, self.rules, event), style, section_marks(event).replace("§ ", "§"))

    def _say(self, text: str, style: str = "", marks: str = "", indent: str = "  ") -> None:
        """A sentence and its sections, wrapped so that what goes on is indented further."""
        from rich.text import Text

        ascii_only = shows_ascii_only(self.out)
        marks = plain(marks, ascii_only)
        wrapped = textwrap.fill(
            f"{plain(text, ascii_only)}  {marks}".rstrip(),
            width=max(self.out.width - 1, 40),
            initial_indent=indent,
            subsequent_indent=f"{indent}    ",
            break_on_hyphens=False,
            break_long_words=False,
        )
        line = Text(wrapped, style=style)
        if marks:
            line.stylize("not bold cyan", wrapped.rindex(marks.split()[0]))
        self.out.print(line)


def spoken_option(option: Option) -> str:
    """A choice, and what it costs: `split ($10.00)`, `double-down (up to $10.00)`."""
    if not option.high_cents:
        return option.choice
    less = "up to " if option.low_cents < option.high_cents else ""
    return f"{option.choice} ({less}{dollars(option.high_cents)})"


def _spelled(value: Any) -> str:
    """A value as it is typed: words as they are, everything else as JSON."""
    plain = isinstance(value, str) and _value(value) == value
    return str(value) if plain else json.dumps(value, separators=(",", ":"))


def _value(text: str) -> Any:
    try:
        return read_json(text, "a value")
    except NotUnderstood:
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
        if text.strip().lower() in QUITTING:
            break
        try:
            session.line(text)
        except Leaving:
            break
    _leave(session)


def _leave(session: Session) -> None:
    """Wagers that may be taken down are; where a round is under way, chips and wagers stay for who continues it."""
    table = session.table
    if isinstance(table.due, Wagers) and session.mine():
        session.line("clear")
    if session.mine():
        kept = "" if table.recorder is not None else "; nothing records it, so nobody can go on there (see --journal)"
        session.out.print(f"  The round is not over: your chips stay at the table{kept}.", style="bold")
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
