"""The only reader of commands that people send: JSON objects with `do`, read field by field, or an error that says what is wrong.

It checks only what can be known without the table's state: fields, types, ids, faces. Whether an act is lawful is decided later,
and an unlawful act is a refusal, never an error. There are no fields for what only the table may say (a drawn result, a salt,
a seal).
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.core import INVENTORY, AnyGame, InSlot, Outcome, seat_account, seat_of
from houseway.law import BadInput, Citation, Rules
from houseway.law.errors import named, nearest, one_of, shown_json
from houseway.law.fields import read_fields
from houseway.law.inputs import quoted
from houseway.law.roles import ROLES, Role, known_role
from houseway.law.safe_text import is_unicode
from houseway.money import LARGEST_CENTS
from houseway.table import commands as asked

LONGEST_TEXT = 2000
LARGEST_NUMBER = 2**63 - 1
DEEPEST = 5
MOST_COMPARED = 20  # given fields that may be a misspelling of a missing one
LONGEST_SLIP, LONGEST_WHY, LONGEST_ACCOUNT = 40, 500, 60  # letters
CORRECTION = asked.DO[asked.Correct]
SHORT = 100  # letters of a text that is no longer than most
COMMON = frozenset(("do", "seat", "id", "cents", "by", "choice"))  # fields of most commands
VERBAL = "verbal"
HOW = ("chips", "plaques", "instrument", "assisted", VERBAL)
MODES = tuple(asked.ProcedureMode)
INVENTORY_CENTS = 10_000_000  # the default table inventory


_MISSING = object()


def read_command(game: AnyGame, rules: Rules, given: object) -> asked.Command:
    """Read a command; BadInput says what was wrong and what would be right."""
    if type(given) is not dict and not isinstance(given, Mapping):
        raise BadInput(f'a command is an object like {{"do": "no-more-bets"}}, not {shown_json(given)}')
    do = given.get("do")
    if do == CORRECTION:
        raise BadInput(
            "correct: is not sent to a table: one person proposes it to the service, and another confirms it"
        )
    if not isinstance(do, str) or do not in READERS:
        problem = "do is missing" if do is None else f"do: {shown_json(do)} is not a command"
        raise BadInput(f"{problem}; {nearest(str(do) if isinstance(do, str) else '', READERS)}")
    return _read(game, rules, given, READERS[do])


def read_correction(game: AnyGame, rules: Rules, given: Mapping[str, Any]) -> asked.Correct:
    """Read a correction from a service that keeps two persons apart, or from its record."""
    read = _read(game, rules, given, _correct)
    assert isinstance(read, asked.Correct)
    return read


def _read(
    game: AnyGame, rules: Rules, given: Mapping[str, Any], reader: Callable[[_Reading], asked.Command]
) -> asked.Command:
    try:
        for name, value in given.items():
            if name not in COMMON:
                _bounded("a field", name)
            kind = type(value)  # most are as short as this, and there is nothing more to ask
            if kind is str and len(value) < SHORT and value.isascii():
                continue
            if kind is not int or not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
                _bounded(named(name), value, DEEPEST - 1)
        left = dict(given)
        del left["do"]
        reading = _Reading(game, rules, left)
        command = reader(reading)
        reading.nothing_left()
    except BadInput as error:
        raise BadInput(f"{given['do']}: {error}") from None
    return command


def _bounded(name: str, value: object, depth: int = DEEPEST) -> None:
    """Refuse anything but whole numbers, text, lists and objects of moderate size, which a journal can store exactly."""
    match value:
        case bool() | None:
            return
        case int():
            if abs(value) > LARGEST_NUMBER:
                raise BadInput(f"{name}: a number has more than {len(str(LARGEST_NUMBER))} digits; write it shorter")
        case str():
            if len(value) > LONGEST_TEXT or not is_unicode(value):
                raise BadInput(f"{name}: the text is longer than {LONGEST_TEXT} letters, or is not proper Unicode")
        case Mapping() | list() | tuple():
            if not depth or len(value) > LONGEST_TEXT:
                raise BadInput(f"{name}: is larger than any field of a command can be")
            for inner in value:
                _bounded(name, inner, depth - 1)
            if isinstance(value, Mapping):
                for inner in value:
                    _bounded(f"{name}: {named(inner)}", value[inner], depth - 1)
        case float():
            raise BadInput(f"{name}: {value!r} is not a whole number; write one like 5")
        case _:
            raise BadInput(f"{name}: {shown_json(value)} is not a value that a command can have")


@dataclass(slots=True)
class _Reading:
    """The fields of one command, read one after the other."""

    game: AnyGame
    rules: Rules
    left: dict[str, Any]

    def nothing_left(self) -> None:
        if self.left:
            raise BadInput(f"{named(next(iter(self.left)))} is not a field of this command; leave it out")

    def take(self, name: str) -> Any:
        value = self.left.pop(name, _MISSING)
        if value is _MISSING:
            given = [each for each in list(self.left)[:MOST_COMPARED] if len(each) <= 2 * len(name)]
            meant = difflib.get_close_matches(name, given, n=1)
            other = f"; {named(meant[0])} is not a field of this command" if meant else ""
            raise BadInput(f"{name} is missing{other}")
        return value

    def rest(self) -> dict[str, Any]:
        """All remaining fields."""
        found, self.left = self.left, {}
        return found

    def seat(self, name: str = "seat") -> int:
        seat = self.take(name)
        if not _is_whole(seat) or not 1 <= seat <= self.rules.boxes:
            raise BadInput(f"{name}: {shown_json(seat)} is not a seat at this table; write 1 to {self.rules.boxes}")
        return int(seat)

    def cents(self, name: str = "cents", least: int = 1) -> int:
        cents = self.take(name)
        if not _is_whole(cents) or not least <= cents <= LARGEST_CENTS:
            right = f"write whole cents from {least} to {LARGEST_CENTS}, like 500 for $5.00"
            raise BadInput(f"{name}: {shown_json(cents)} is not an amount; {right}")
        return int(cents)

    def yes(self, name: str) -> bool:
        value = self.take(name)
        if not isinstance(value, bool):
            raise BadInput(f"{name}: {shown_json(value)} is not true or false")
        return value

    def text(self, name: str, choices: Mapping[str, Any] | tuple[str, ...], what: str) -> str:
        """One of several names."""
        text = self.take(name)
        if not isinstance(text, str) or text not in choices:
            raise BadInput(f"{name}: {shown_json(text)} is not {what}; {nearest(str(text), choices)}")
        return text

    def wager(self, on_layout: bool = False) -> str:
        wager, game = self.take("id"), self.game
        offers = game.law.known_names(self.rules) if on_layout else game.law.catalogue(self.rules)
        if not isinstance(wager, str) or (wager not in offers and wager not in game.law.withheld(self.rules)):
            same = [each for each in offers if _same_choice(each, str(wager))]
            right = f"did you mean {same[0]}?" if same else nearest(str(wager), offers)
            raise BadInput(f"id: {shown_json(wager)} is not a wager of {game.id}; {right}")
        return wager

    def role(self, default: Role | None = None) -> Role:
        by = self.left.pop("by", default)
        if by is None:
            seat = ' or the seat, like "seat": 1' if "choice" in self.left else ""
            raise BadInput(f'by is missing: name the role, like "by": "floorperson"{seat}')
        if not isinstance(by, str) or by not in ROLES:
            raise BadInput(f"by: {quoted(str(by))} is not a role; {nearest(str(by), ROLES)}")
        return known_role(by)

    def cite(self) -> Citation:
        text, known = self.take("cite"), self.rules.cites
        if not isinstance(text, str):
            right = f'write it like "{next(p.cite for p in self.rules.paragraphs)}"'
            raise BadInput(f"cite: {shown_json(text)} is not a citation; {right}")
        cite = Citation(text)
        if cite not in known:
            near = nearest(cite, sorted(known))
            raise BadInput(f"cite: {cite} is not a paragraph of {self.rules.edition.id}; {near}")
        return cite

    def words(self, name: str, most: int, example: str) -> str:
        """A short text of one line that is not empty."""
        text = self.take(name)
        if not isinstance(text, str) or not text.strip() or len(text) > most or not text.isprintable():
            raise BadInput(
                f"{name}: {shown_json(text)} is not a text of one line; write at most {most} letters, like {example}"
            )
        return text

    def account(self, name: str) -> str:
        """A place that a correction may move chips from or to: a seat or the table inventory."""
        text = self.take(name)
        seat = seat_of(text) if isinstance(text, str) else None
        if text != INVENTORY and (seat is None or not 1 <= seat.number <= self.rules.boxes):
            seats = f'"{seat_account(1)}" to "{seat_account(self.rules.boxes)}"'
            right = f'write "inventory", or {seats}; the layout is settled by the chapter alone'
            raise BadInput(f"{name}: {shown_json(text)} is not a place that a correction reaches; {right}")
        return str(text)

    def whole(self, name: str) -> int:
        """The number of an event."""
        number = self.take(name)
        if not _is_whole(number) or number < 1:
            raise BadInput(f"{name}: {shown_json(number)} is not the number of an event; write a whole number from 1")
        return int(number)

    def chips(self) -> str:
        """The kind of chips, where the chapter distinguishes them."""
        sets = self.game.law.chip_sets(self.rules)
        chosen = self.left.get("chips", "")
        if sets and "chips" in self.left and chosen not in sets:
            listed = [each for each in sets if each not in self.game.law.chips_refused]
            raise BadInput(
                f"chips: {shown_json(chosen)} is not a kind of chips at this table; there are {one_of(listed, 30)}"
            )
        return self.text("chips", sets, "a kind of chips at this table") if sets and "chips" in self.left else ""


def _same_choice(one: str, other: str) -> bool:
    """Do two ids name the same kind of wager on the same numbers, in another order?"""
    (kind, _, numbers), (given, _, chosen) = one.partition(":"), other.partition(":")
    return kind == given and sorted(numbers.split("-")) == sorted(chosen.split("-"))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _open(given: _Reading) -> asked.OpenTable:
    given.left = {"procedure": MODES[0], "inventory_cents": INVENTORY_CENTS, **given.left}
    procedure = given.text("procedure", MODES, f"one of {', '.join(MODES)}")
    cents, by = given.cents("inventory_cents", least=0), given.role(Role.FLOORPERSON)
    practice = "practice" in given.left and given.yes("practice")
    before = given.cents("last_closing_cents", least=0) if "last_closing_cents" in given.left else None
    return asked.OpenTable(asked.ProcedureMode(procedure), cents, by, practice, before)


def _buy_in(given: _Reading) -> asked.BuyChips:
    account = _account(given)
    return asked.BuyChips(given.seat(), given.cents(), given.chips(), account)


def _chips_in(given: _Reading) -> asked.BringChips:
    account = _account(given)
    return asked.BringChips(given.seat(), given.cents(), given.chips(), account)


def _account(given: _Reading) -> str:
    return given.words("account", LONGEST_ACCOUNT, '"anna"') if "account" in given.left else ""


def _cash_out(given: _Reading) -> asked.CashOutChips:
    return asked.CashOutChips(given.seat(), given.cents())


def _fill(given: _Reading) -> asked.FillTable:
    return asked.FillTable(given.cents(), given.words("slip", LONGEST_SLIP, '"F-1042"'), given.role(Role.FLOORPERSON))


def _credit(given: _Reading) -> asked.CreditTable:
    return asked.CreditTable(given.cents(), given.words("slip", LONGEST_SLIP, '"C-77"'), given.role(Role.FLOORPERSON))


def _tip(given: _Reading) -> asked.TipDealer:
    return asked.TipDealer(given.seat(), given.cents())


def _count_drop(given: _Reading) -> asked.CountDrop:
    return asked.CountDrop(given.cents(least=0), given.role(Role.FLOORPERSON))


def _correct(given: _Reading) -> asked.Correct:
    source, target = given.account("taken_from"), given.account("given_to")
    if source == target:
        raise BadInput(f"given_to: {source} gives chips to itself; name two places")
    cents, corrects = given.cents(), given.whole("corrects")
    why = given.words("why", LONGEST_WHY, '"the dealer paid 17 instead of 7"')
    persons: dict[str, Any] = {}
    for person, role in (("proposer", "proposed_by"), ("confirmer", "confirmed_by")):
        account, name = given.words(person, LONGEST_ACCOUNT, "the id of an account"), given.take(role)
        if not isinstance(name, str) or name not in ROLES:
            raise BadInput(f"{role}: {shown_json(name)} is not a role; {nearest(str(name), ROLES)}")
        persons |= {person: account, role: known_role(name)}
    return asked.Correct(source, target, cents, corrects, why, **persons)


def _wager(given: _Reading) -> asked.PlaceWager:
    seat, wager, cents = given.seat(), given.wager(), given.cents()
    how, chips = given.text("how", HOW, "a way to wager") if "how" in given.left else HOW[0], given.chips()
    player = given.seat("player") if "player" in given.left else 0
    spoken = [name for name in ("cash_cents", "confirmed") if name in given.left]
    if spoken and how != VERBAL:
        raise BadInput(f'{spoken[0]}: goes with a verbal wager; add "how": "{VERBAL}" or leave it out')
    cash = given.cents("cash_cents") if "cash_cents" in spoken else 0
    return asked.PlaceWager(
        seat, wager, cents, how, chips, player, cash, "confirmed" in spoken and given.yes("confirmed")
    )


def _remove(given: _Reading) -> asked.TakeDown:
    given.left = {"cents": 0, **given.left}
    return asked.TakeDown(given.seat(), given.wager(on_layout=True), given.cents(least=0))


def _reduce(given: _Reading) -> asked.TakeDown:
    return asked.TakeDown(given.seat(), given.wager(on_layout=True), given.cents())


def _working(given: _Reading) -> asked.CallWager:
    on = given.yes("on")
    return asked.CallWager(given.seat(), given.wager(on_layout=True), on)


def _no_more_bets(given: _Reading) -> asked.CallNoMoreBets:
    return asked.CallNoMoreBets(given.role(given.game.law.caller(given.rules)))


def _result(given: _Reading) -> asked.EnterResult:
    by = given.role(given.game.law.caller(given.rules))
    if "source" in given.left:
        raise BadInput(
            "source is not a field of this command: the table itself records where a result came from; leave it out"
        )
    outcomes, data = given.game.present.read_result(given.rules, given.rest())
    return asked.EnterResult(outcomes, dict(data), by)


def _choose(given: _Reading) -> asked.MakeChoice:
    game = given.game
    who = seat_account(given.seat()) if "seat" in given.left else given.role()
    choice = given.take("choice")
    if not isinstance(choice, str) or (game.law.choices and choice not in game.law.choices):
        there = f"; {nearest(str(choice), game.law.choices)}" if game.law.choices else ""
        raise BadInput(f"choice: {shown_json(choice)} is not a choice of {game.id}{there}")
    cents = given.cents(least=0) if "cents" in given.left else None
    return asked.MakeChoice(who, choice, cents, dict(game.present.read_choice(given.rules, choice, given.rest())))


def _irregularity(given: _Reading) -> asked.ReportIrregularity:
    cite, by = given.cite(), given.role()
    declared = given.rules.report_fields(cite) or {}
    return asked.ReportIrregularity(cite, by, read_fields(declared, given.rest(), seats=given.rules.boxes))


def _step(given: _Reading) -> asked.DoStep:
    item = given.left.pop("item", "")
    if not isinstance(item, str):
        raise BadInput(f"item: {shown_json(item)} is not the name of one act of a paragraph")
    cite, by = given.cite(), given.role()
    declared = given.rules.step_fields(cite, item)
    return asked.DoStep(cite, item, by, read_fields(declared, given.rest(), seats=given.rules.boxes))


def _repaired(given: _Reading) -> asked.ReportRepair:
    device = given.take("device")
    if not isinstance(device, str) or not device.isprintable():
        raise BadInput(f"device: {shown_json(device)} is not the name of a device")
    return asked.ReportRepair(device, given.role())


def _close(given: _Reading) -> asked.CloseTable:
    return asked.CloseTable(given.role(Role.FLOORPERSON))


def _draw(given: _Reading) -> asked.Draw:
    return asked.Draw()


READERS: Mapping[str, Callable[[_Reading], asked.Command]] = {
    "buy-in": _buy_in,
    "chips-in": _chips_in,
    "cash-out": _cash_out,
    "fill": _fill,
    "credit": _credit,
    "tip": _tip,
    "count-drop": _count_drop,
    "wager": _wager,
    "remove": _remove,
    "reduce": _reduce,
    "working": _working,
    "no-more-bets": _no_more_bets,
    "result": _result,
    "draw": _draw,
    "choose": _choose,
    "irregularity": _irregularity,
    "step": _step,
    "repaired": _repaired,
    "open": _open,
    "close": _close,
}


def shown_results(game: AnyGame, rules: Rules, outcomes: tuple[Outcome, ...]) -> dict[str, Any]:
    """Outcomes as the fields of one `result` command; lists of several outcomes are concatenated."""
    found: dict[str, Any] = {}
    for outcome in outcomes:
        face = outcome.face if isinstance(outcome, InSlot) else outcome
        for name, value in game.present.show_result(rules, face).items():
            found[name] = [*found[name], *value] if isinstance(value, list) and name in found else value
    return found
