"""The win of a table by gaming day, computed from its events with running sums and the wagers on the layout, without history.

The win is counted as casinos count it: drop, closing inventory, vigorish and credits, less the opening inventory and the fills.
Chips that players hold or take away are in none of these amounts, so the win is what the players lost, whether or not their
chips have come back to the cage.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from fractions import Fraction
from typing import Any

from houseway.core import INVENTORY, LAYOUT, VIGORISH, AnyGame, Event, Move, seat_account, seat_of
from houseway.law import Rules
from houseway.law.local_time import day_beginning_at
from houseway.money import exact
from houseway.service.expected_win import Expectation, Worths
from houseway.table import CAGE, COUNT_ROOM, DROP, TIPS

DAY_BEGINS = 6  # hour of the table's clock; the law names no hour, and 685a leaves it to the submission
GAMING_DAY = "gaming_day_hour"
HOUSE_ACCOUNTS = frozenset((INVENTORY, LAYOUT, VIGORISH))
VOIDED = frozenset(("round-voided", "result-voided"))


@dataclass(frozen=True, slots=True)
class TableDay:
    """One session of a table on one gaming day. Amounts are in cents.

    If a session continues past the change of day, the book inventory is both the closing and the next opening inventory.
    """

    table: str
    session: int
    holder: str
    game: str
    edition: str
    day: date
    first_seq: int
    last_seq: int
    practice: bool = False
    closed: bool = False  # the table was closed on this day
    rounds: int = 0  # rounds with a result
    opening_inventory: int = 0
    closing_inventory: int = 0
    fills: int = 0  # with a slip
    automatic_fills: int = 0  # when the inventory could not pay
    credits: int = 0
    drop: int = 0
    counted: int = 0  # in drop boxes that were counted
    count_difference: int = 0  # counted less recorded
    tips: int = 0
    vigorish: int = 0
    brought: int = 0  # chips that players brought from another table or an earlier session
    taken_away: int = 0  # chips that players left with
    seats_change: int = 0  # chips in front of players at the end, less those at the start
    held_change: int = 0  # the same for chips on the layout and elsewhere at the table
    opening_difference: int = 0  # the opening inventory, less the last closing inventory
    later_counted: int = 0  # in the drop box, counted after the closing
    later_count_difference: int = 0
    later_to_players: int = 0  # by corrections after the closing; not part of the win
    corrections: int = 0  # how many
    corrected_to_players: int = 0
    handle: int = 0  # stakes of decided wagers
    repeated_slips: tuple[str, ...] = ()
    expected: Expectation = field(default_factory=Expectation)

    @property
    def win(self) -> int:
        """Drop, closing inventory, vigorish and credits, less the opening inventory and the fills."""
        there = self.drop + self.closing_inventory + self.vigorish + self.credits
        return there - self.opening_inventory - self.fills - self.automatic_fills

    @property
    def players_lost(self) -> int:
        """The win from the players' side: what they brought, less what they took away, tipped and still have at the table."""
        return self.drop + self.brought - self.taken_away - self.tips - self.seats_change - self.held_change

    @property
    def hold_by_drop(self) -> Fraction | None:
        """Win per dollar dropped; None without a drop."""
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def hold_by_handle(self) -> Fraction | None:
        """Win per dollar staked; None without a decided wager."""
        return Fraction(self.win, self.handle) if self.handle else None

    def as_json(self) -> dict[str, Any]:
        """The day as plain values; amounts are in cents."""
        named = {each.name: getattr(self, each.name) for each in fields(self) if each.name in NAMES}
        cents = {f"{name}_cents": getattr(self, name) for name in (*AMOUNTS, "win")}
        return {
            **named,
            "day": self.day.isoformat(),
            "repeated_slips": list(self.repeated_slips),
            **cents,
            "hold_by_drop": None if self.hold_by_drop is None else exact(self.hold_by_drop),
            "hold_by_handle": None if self.hold_by_handle is None else exact(self.hold_by_handle),
            "expected": self.expected.as_json(),
        }


NAMES = (
    "table", "session", "holder", "game", "edition", "day", "first_seq", "last_seq", "practice", "closed", "rounds",
    "corrections", "repeated_slips",
)  # fmt: skip
AMOUNTS = (
    "opening_inventory", "closing_inventory", "fills", "automatic_fills", "credits", "drop", "counted", "count_difference",
    "tips", "vigorish", "brought", "taken_away", "opening_difference", "seats_change", "held_change", "corrected_to_players",
    "handle", "later_counted", "later_count_difference", "later_to_players",
)  # fmt: skip
SUMMED = tuple(name for name in AMOUNTS if name not in ("opening_inventory", "closing_inventory"))


def gaming_day_hour(rules: Rules, given: int | None = None) -> int:
    """The hour when a table's gaming day begins: from its submission, or the given hour, or six."""
    own = rules.options.get(GAMING_DAY)
    return int(own) if own is not None else DAY_BEGINS if given is None else given


class SessionFold:
    """Computes the days of one session: `take` each batch of events, and `days` returns the days so far."""

    def __init__(
        self,
        game: AnyGame,
        rules: Rules,
        table: str = "",
        session: int = 0,
        holder: str = "",
        day_begins: int | None = None,
        worths: Worths | None = None,
    ) -> None:
        self._zone, self._hour = rules.time_zone, gaming_day_hour(rules, day_begins)
        self._named = (table, session, holder, game.id, rules.edition.id)
        self._worths = worths if worths is not None else Worths(game, rules)
        self._accounts: dict[str, int] = {}
        self._practice = False
        self._slips: set[str] = set()
        self._round = 0  # the last one with a result
        self._done: list[TableDay] = []
        self._day: _Day | None = None
        self._wagers = self._worths.on_layout()

    def take(self, batch: Sequence[Event]) -> None:
        """Add the events of one command."""
        day = self._day_of(batch[0])
        voided = any(event.event in VOIDED for event in batch)
        banked = any(event.event == "wager-settled" and not self._with_house(event) for event in batch)
        for event in batch:
            for move in event.moves:
                self._move(day, event, move, banked)
            self._count(day, event, voided, banked)
        day.last = batch[-1].seq
        day.closing, day.seats, day.held = self._inventory, self._seats, self._held

    def finished_days(self) -> list[TableDay]:
        """The finished days, which are then removed from this object."""
        done, self._done = self._done, []
        return done

    def days(self) -> list[TableDay]:
        """Every day that `finished_days` has not returned."""
        return [*self._done, *([] if self._day is None else [self._finished(self._day)])]

    # One event

    def _day_of(self, event: Event) -> _Day:
        found = day_beginning_at(self._hour, event.at, self._zone)
        day = self._day
        if day is None or found > day.day:
            if day is not None:
                self._done.append(self._finished(day))
            day = _Day(found, event.seq, self._inventory, self._seats, self._held)
            day.closing = day.opening
            self._day = day
        return day

    def _move(self, day: _Day, event: Event, move: Move, banked: bool) -> None:
        accounts, source, target, cents = self._accounts, move.source, move.target, move.cents
        accounts[source] = accounts.get(source, 0) - cents
        accounts[target] = accounts.get(target, 0) + cents
        sums = day.sums
        if target == CAGE:
            sums["credits" if source == INVENTORY else "taken_away"] += cents
        elif source == CAGE and target == DROP:
            sums["drop"] += cents
        elif source == CAGE and seat_of(target) is not None:
            sums["brought"] += cents
        elif source == CAGE and event.event == "table-opened":
            day.opening += cents
        elif source == CAGE:
            sums["fills" if "slip" in event.fields else "automatic_fills"] += cents
        elif VIGORISH in (source, target):
            taken = cents if target == VIGORISH else -cents
            sums["vigorish"] += taken
            if event.event != "wager-settled" and not banked:
                day.expected.vigorish(taken)
        elif target == TIPS:
            sums["tips"] += cents

    def _count(self, day: _Day, event: Event, voided: bool, banked: bool) -> None:
        given = event.fields
        match event.event:
            case "table-opened":
                self._practice = bool(given.get("practice"))
                day.sums["opening_difference"] += given.get("difference_cents", 0)
            case "table-closed":
                day.closed = True
            case "result" if event.round > self._round:  # a round may have several results
                self._round = event.round
                day.rounds += 1
            case "table-filled" | "table-credited" if "slip" in given:
                slip = f"{event.event.removeprefix('table-')} {given['slip']}"
                if slip in self._slips:
                    day.repeated.append(str(given["slip"]))
                self._slips.add(slip)
            case "drop-counted":
                day.sums["counted"] += given["counted_cents"]
                day.sums["count_difference"] += given["difference_cents"]
            case "corrected":
                day.corrections += 1
                sign = (given["taken_from"] == INVENTORY) - (given["given_to"] == INVENTORY)
                day.sums["corrected_to_players"] += sign * given["cents"]
            case "wager-placed":
                self._wagers.placed(given["seat"], given["wager"], given["cents"], given.get("player", 0))
            case "wager-removed" | "wager-reduced":
                self._wagers.gone(given["seat"], given["wager"], given["cents"])
            case "wager-settled" if not event.sealed:
                self._settled(day, event, voided, banked)

    def _settled(self, day: _Day, event: Event, voided: bool, banked: bool) -> None:
        given = event.fields
        seat, wager, cents = given["seat"], given["wager"], given["cents"]
        if voided and given["result"] == "returned":
            self._wagers.gone(seat, wager, cents)
            return
        day.sums["handle"] += cents
        self._wagers.settled(day.expected, seat, wager, cents, given["returned_cents"], banked)

    def _with_house(self, event: Event) -> bool:
        """Whether a wager is settled only between a player and the house."""
        given = event.fields
        own = seat_account(self._wagers.player(given["seat"], given["wager"]) or given["seat"])
        return all(
            place in HOUSE_ACCOUNTS or place == own for move in event.moves for place in (move.source, move.target)
        )

    # Balances

    @property
    def _inventory(self) -> int:
        return self._accounts.get(INVENTORY, 0)

    @property
    def _seats(self) -> int:
        return sum(cents for name, cents in self._accounts.items() if seat_of(name) is not None)

    @property
    def _held(self) -> int:
        return sum(cents for name, cents in self._accounts.items() if name not in COUNTED and seat_of(name) is None)

    def _finished(self, day: _Day) -> TableDay:
        found: dict[str, Any] = {
            **dict(zip(NAMED, self._named, strict=True)),
            **day.sums,
            "day": day.day,
            "first_seq": day.first,
            "last_seq": day.last,
            "practice": self._practice,
            "closed": day.closed,
            "rounds": day.rounds,
            "opening_inventory": day.opening,
            "closing_inventory": day.closing,
            "seats_change": day.seats - day.seats_before,
            "held_change": day.held - day.held_before,
            "corrections": day.corrections,
            "repeated_slips": tuple(day.repeated),
            "expected": day.expected.copy(),
        }
        return TableDay(**found)


NAMED = ("table", "session", "holder", "game", "edition")
COUNTED = frozenset((INVENTORY, VIGORISH, DROP, COUNT_ROOM, TIPS, CAGE))  # accounts with their own figures
IN_SUMS = tuple(
    name for name in SUMMED if name not in ("seats_change", "held_change") and not name.startswith("later_")
)


class _Day:
    """A gaming day while its events are read."""

    __slots__ = (
        "closed", "closing", "corrections", "day", "expected", "first", "held", "held_before", "last", "opening", "repeated",
        "rounds", "seats", "seats_before", "sums",
    )  # fmt: skip

    def __init__(self, day: date, first: int, inventory: int, seats: int, held: int) -> None:
        self.day, self.first, self.last = day, first, first
        self.opening, self.closing = inventory, inventory
        self.seats_before, self.held_before, self.seats, self.held = seats, held, seats, held
        self.closed, self.rounds, self.corrections = False, 0, 0
        self.repeated: list[str] = []
        self.sums: dict[str, int] = dict.fromkeys(IN_SUMS, 0)
        self.expected = Expectation()


def table_days(fold: SessionFold, batches: Iterable[Sequence[Event]]) -> Iterator[TableDay]:
    """The days of one session, each as soon as it ends."""
    for batch in batches:
        fold.take(batch)
        yield from fold.finished_days()
    yield from fold.days()


def total(days: Iterable[TableDay], **named: Any) -> TableDay | None:
    """The sum of several days, sessions or tables; None if there are none. `named` sets the fields that they share."""
    found: TableDay | None = None
    for each in days:
        if found is None:
            found = replace(each, expected=each.expected.copy())
            continue
        summed = {name: getattr(found, name) + getattr(each, name) for name in (*AMOUNTS, "rounds", "corrections")}
        slips = (*found.repeated_slips, *each.repeated_slips)
        found = replace(found, **summed, repeated_slips=slips, expected=found.expected.plus(each.expected))
    return None if found is None else replace(found, **named)
