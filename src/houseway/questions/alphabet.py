"""The commands that a search tries at a table: commands that are due, commands allowed in between, and wrong commands.

They are derived from the game itself: what its `due` waits for, the wagers and limits of its catalogue, the outcomes of
chance, the options of choices, and the steps and reports of `procedure.toml` with their declared fields. No command here is
written for a particular paragraph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from houseway.core import AnyGame, Asked, Chance, Choices, Due, Procedure, Seat, Stopped, Wagers, seat_of
from houseway.core.judging import choices_open
from houseway.law import ProcedureStep, Rules
from houseway.law.roles import ROLES, Role
from houseway.questions.field_values import choice_data, result_fields, values_of
from houseway.table import Table
from houseway.table.reader import HOW, MODES, VERBAL

Command = dict[str, Any]
AMPLE_CENTS = 200_000  # chips for several wagers
OTHERS = (Role.PLAYER, Role.FLOORPERSON, Role.DEALER)  # roles to try in addition to the role that the law names
IN_WORDS = (
    'opening in each mode; chips for one seat; each wager of the catalogue at its least stake; "no more bets"; every outcome '
    "of chance that is due; every option of every open choice, at its least and most; every step that may be done, as it usually "
    "goes and with each declared field changed; every report without fields and with each of them; repairs; closing"
)


@dataclass(frozen=True)
class Alphabet:
    """The commands to try under one set of rules. `wide` adds other seats, amounts, roles, ways to wager, and odd results."""

    game: AnyGame
    rules: Rules
    wide: bool = True
    _stakes: dict[str, list[int]] = field(default_factory=dict, repr=False)
    _faces: dict[Any, None] = field(default_factory=dict, repr=False)  # every face seen so far

    def commands(self, table: Table) -> Iterator[Command]:
        """All commands to try in the table's position. The table may fail to understand some of them."""
        for kind in self.kinds(table):
            yield from self.of_kind(table, kind)

    def kinds(self, table: Table) -> tuple[str, ...]:
        """The kinds of commands that can be tried in the table's position."""
        if table.position.state is None:
            return ("open",)
        return tuple(MAKERS)

    def of_kind(self, table: Table, kind: str) -> Iterator[Command]:
        """The commands of one kind."""
        if kind == "open":
            return iter([{"do": "open", "procedure": mode.value} for mode in MODES])
        return MAKERS[kind](self, table)

    def forward(self, table: Table) -> tuple[str, ...]:
        """The kinds of commands that answer what is due."""
        match table.due if table.position.state is not None else None:
            case None:
                return ("open",)
            case Wagers():
                return ("wagers", "wagers", "window", "window", "chips", "steps", "choices")
            case Chance():
                return ("results",) * 9 + ("odd-results",)
            case Choices():
                return ("choices",)
            case Procedure():
                return ("steps",)
            case Stopped():
                return ("repairs", "steps")

    @cached_property
    def _seats(self) -> tuple[int, ...]:
        return tuple(range(1, min(3, self.rules.boxes) + 1)) if self.wide else (1,)

    def _chips(self, table: Table) -> Iterator[Command]:
        sets = self.game.law.chip_sets(self.rules)
        for seat in self._seats:
            held = table.chips(seat)
            buy = {"do": "buy-in", "seat": seat, "cents": AMPLE_CENTS}
            if held < AMPLE_CENTS:
                yield buy
                yield from ({**buy, "chips": each} for each in sets[: None if self.wide else 1])
            if self.wide:
                yield {**buy, "cents": self.rules.min_cents}
                yield {**buy, "cents": 7 * AMPLE_CENTS}
            if held and self.wide:
                yield {"do": "tip", "seat": seat, "cents": min(held, 100)}
            if held:
                yield {"do": "cash-out", "seat": seat, "cents": held}

    def _amounts(self, wager: str) -> list[int]:
        """The least lawful stake first, then stakes at and outside the limits, and stakes that do not divide evenly."""
        if wager not in self._stakes:
            offer = self.game.law.catalogue(self.rules).get(wager)
            if offer is None:  # withheld: refused at any amount
                return [self.rules.min_cents]
            unit = offer.unit_cents
            (low, _), (high, _) = self.game.law.limits(self.rules, wager)
            least, most = -(-low // unit) * unit, high // unit * unit
            odd = [least + 1, least + unit, 3 * least, low - 1, most, most + unit, 5 * unit]
            self._stakes[wager] = list(dict.fromkeys(each for each in (least, *odd) if each > 0))
        return self._stakes[wager] if self.wide else self._stakes[wager][:1]

    def least(self, wager: str) -> int:
        """The least lawful stake of a wager."""
        return self._amounts(wager)[0]

    @cached_property
    def wager_ids(self) -> tuple[str, ...]:
        """Every wager of the chapter, offered here or withheld."""
        return (*self.game.law.catalogue(self.rules), *self.game.law.withheld(self.rules))

    def on_wager(self, table: Table, wager: str) -> list[Command]:
        """The commands that place one wager; the smallest stake comes first."""
        return list(self._wagers(table, wager))

    def _wagers(self, table: Table, only: str = "") -> Iterator[Command]:
        law = self.game.law
        sets = law.chip_sets(self.rules)
        for wager in (only,) if only else self.wager_ids:
            for seat in self._seats:
                for cents in self._amounts(wager):
                    yield {"do": "wager", "seat": seat, "id": wager, "cents": cents}
            if not self.wide:
                continue
            first = {"do": "wager", "seat": 1, "id": wager, "cents": self._amounts(wager)[0]}
            yield from ({**first, "how": how} for how in HOW[1:])
            yield {**first, "how": VERBAL, "cash_cents": first["cents"]}
            yield {**first, "how": VERBAL, "cash_cents": first["cents"], "confirmed": True}
            yield from ({**first, "chips": each} for each in sets)
            yield from ({**first, "seat": seat, "player": 1} for seat in (2, 3, self.rules.boxes) if seat > 1)

    def _layout(self, table: Table) -> Iterator[Command]:
        placed = self.game.law.placed(table.state)
        for seat, wager, cents in {(max(1, each.seat), each.id, each.cents): None for each in placed}:
            yield {"do": "remove", "seat": seat, "id": wager}
            yield from ({"do": "working", "seat": seat, "id": wager, "on": on} for on in (True, False))
            if self.wide and cents > 1:
                unit = self._amounts(wager)[0] if wager in self.game.law.catalogue(self.rules) else 1
                left = [each for each in (cents - unit, 1, cents) if each > 0]
                yield from ({"do": "reduce", "seat": seat, "id": wager, "cents": each} for each in left)
        if self.wide:
            for wager in self.game.law.known_names(self.rules):
                yield {"do": "remove", "seat": 1, "id": wager}
                yield {"do": "working", "seat": 1, "id": wager, "on": True}

    def _window(self, table: Table) -> Iterator[Command]:
        yield {"do": "no-more-bets"}
        if self.wide:
            yield from ({"do": "no-more-bets", "by": role.value} for role in OTHERS)

    def _results(self, table: Table) -> Iterator[Command]:
        due = table.due
        chance = due if isinstance(due, Chance) else getattr(due, "early", None)
        if not isinstance(chance, Chance):
            return
        shows = self.game.present.show_result
        self._faces.update(dict.fromkeys(chance.weights))
        for outcome in chance.outcomes():
            yield {"do": "result", **shows(self.rules, outcome)}

    def _odd_results(self, table: Table) -> Iterator[Command]:
        """Partly read faces, results reported by other roles, and results with each note that a result may have."""
        due, shows = table.due, self.game.present.show_result
        chance = due if isinstance(due, Chance) else getattr(due, "early", None)
        if not isinstance(chance, Chance) or not self.wide:
            return
        if chance.read is not None:
            yield from ({"do": "result", **shows(self.rules, face)} for face in chance.weights)
        if chance.irregular is not None:  # faces seen elsewhere that are impossible here without an irregularity
            others = [face for face in self._faces if chance.irregular(face)]
            yield from ({"do": "result", **shows(self.rules, face)} for face in others)
        first = {"do": "result", **shows(self.rules, next(iter(chance.outcomes())))}
        yield from ({**first, "by": role.value} for role in OTHERS)
        for outcome in list(chance.outcomes())[:12]:
            shown = {"do": "result", **shows(self.rules, outcome)}
            for name, values in result_fields(self.game).items():
                yield from ({**shown, name: value} for value in values if name not in shown)

    def _choices(self, table: Table) -> Iterator[Command]:
        due = table.due
        for asked in choices_open(due):
            who = who_chooses(asked)
            for option in asked.options:
                amounts = {option.low_cents, option.high_cents}
                if self.wide:
                    amounts |= {option.high_cents + 1, (option.low_cents + option.high_cents) // 200 * 100}
                for cents in sorted(amounts):
                    yield {"do": "choose", **who, "choice": option.choice, "cents": cents}
                for data in choice_data(self.game, self.rules, option.choice):
                    yield {"do": "choose", **who, "choice": option.choice, **data}
            yield from self._by_strategy(table, asked)
        if self.wide:
            for choice in self.game.law.choices:
                yield from ({"do": "choose", "seat": seat, "choice": choice} for seat in self._seats)

    def _by_strategy(self, table: Table, asked: Asked) -> Iterator[Command]:
        """The answers of the game's named strategies, for options that need data in addition to their name."""
        walk, rules = self.game.walk, self.rules
        named = dict.fromkeys(
            each for wager in self.game.law.catalogue(rules) for each in walk.strategies(rules, wager)
        )
        for strategy in named:
            policy = walk.policy(rules, strategy)
            if policy is not None:
                chosen = policy(self.game, rules, table.state, asked)
                yield {
                    "do": "choose",
                    **who_chooses(asked),
                    "choice": chosen.choice,
                    "cents": chosen.cents,
                    **chosen.data,
                }

    def _steps(self, table: Table) -> Iterator[Command]:
        if not isinstance(table.due, Procedure | Wagers | Stopped):
            return
        now = table.steps(optional=True)
        first = {id(each): None for each in now[:1]}
        for step in now:
            # in an ordered procedure, every step but the first is refused in the same way, so skip those
            if self.wide or id(step) in first or not self.rules.procedure(_of(self.rules, step)).ordered:
                yield from self._notings(table, step)

    def usual_step(self, table: Table) -> Command | None:
        """The step that must be done next, with its normal notes."""
        steps = table.steps() if isinstance(table.due, Procedure | Wagers) else []
        if not steps:
            return None
        item = {"item": steps[0].item} if steps[0].item else {}
        notes = self.game.law.normal_notes(self.rules, table.state, steps[0])
        return {"do": "step", "cite": str(steps[0].cite), "by": steps[0].by.value, **item, **notes}

    def noted_now(self, table: Table) -> list[Command]:
        """The step that must be done next, once with each note to try."""
        steps = table.steps() if isinstance(table.due, Procedure | Wagers) else []
        return list(self._notings(table, steps[0])) if steps else []

    def _notings(self, table: Table, step: ProcedureStep) -> Iterator[Command]:
        normal = dict(self.game.law.normal_notes(self.rules, table.state, step))
        usual: Command = {"do": "step", "cite": str(step.cite), "by": step.by.value}
        if step.item:
            usual["item"] = step.item
        yield usual
        if normal:
            yield {**usual, **normal}
        words, at = self.words(table), table_time(table)
        for name, each in step.fields.items():
            for value in values_of(each, normal.get(name), at, self.rules.boxes, words):
                yield {**usual, **normal, name: value}
        yield {**usual, **normal, "verified": False}
        roles = ROLES if self.wide else OTHERS[:1]
        yield from ({**usual, **normal, "by": role.value} for role in roles if role != step.by)

    def _reports(self, table: Table) -> Iterator[Command]:
        words, at = self.words(table), table_time(table)
        roles = ROLES if self.wide else (Role.DEALER, Role.FLOORPERSON)
        for cite, fields in self.rules.chapter.reports.items():
            if cite not in self.rules.cites:
                continue
            for role in roles:
                plain: Command = {"do": "irregularity", "cite": str(cite), "by": role.value}
                yield plain
                whole: Command = {}
                for name, each in fields.items():
                    values = values_of(each, None, at, self.rules.boxes, words)
                    yield from ({**plain, name: value} for value in values)
                    whole[name] = values[0] if values else ""
                if len(whole) > 1:
                    yield {**plain, **whole}

    def _repairs(self, table: Table) -> Iterator[Command]:
        due = table.due
        if isinstance(due, Stopped):
            for role in (Role.FLOORPERSON, *(ROLES if self.wide else ())):
                yield {"do": "repaired", "device": due.device, "by": role.value}

    def words(self, table: Table) -> list[str]:
        """The strings in a position: ids of the wagers on the layout, then strings in the game's state."""
        placed = [each.id for each in self.game.law.placed(table.state)]
        return list(dict.fromkeys((*placed, *_texts(table.plain["game"]))))


def _close(alphabet: Alphabet, table: Table) -> Iterator[Command]:
    yield {"do": "close"}


MAKERS: Mapping[str, Callable[[Alphabet, Table], Iterator[Command]]] = {
    "chips": Alphabet._chips,
    "wagers": Alphabet._wagers,
    "layout": Alphabet._layout,
    "window": Alphabet._window,
    "results": Alphabet._results,
    "odd-results": Alphabet._odd_results,
    "choices": Alphabet._choices,
    "steps": Alphabet._steps,
    "reports": Alphabet._reports,
    "repairs": Alphabet._repairs,
    "close": _close,
}


def _of(rules: Rules, step: ProcedureStep) -> str:
    return next(name for name, each in rules.chapter.procedures.items() if step in each.steps)


def who_chooses(asked: Asked) -> Command:
    """The fields of a command that say who chooses."""
    seat = seat_of(asked.who)
    return {"seat": seat.number} if isinstance(seat, Seat) else {"by": str(asked.who)}


def _texts(value: Any) -> Iterator[str]:
    """Short strings anywhere in a plain value."""
    if isinstance(value, str):
        if 0 < len(value) <= 12:
            yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)


def table_time(table: Table) -> int:
    """The time of the last command at a table."""
    return int(table.clock()) - 1


def due_sign(due: Due) -> tuple[Any, ...]:
    """A short value for what is due."""
    asked = tuple((each.who, tuple(option.choice for option in each.options)) for each in choices_open(due))
    match due:
        case Wagers():
            return ("wagers", due.cites, due.needs, due.may, due.takes, due.within, asked)
        case Chance():
            return ("chance", due.what, due.cites, due.already_dealt)
        case Choices():
            return ("choices", due.cites, asked)
        case Procedure():
            return ("procedure", due.name, due.cites, due.announces)
        case Stopped():
            return ("stopped", due.device, due.cites)
