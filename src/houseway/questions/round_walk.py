"""Walks the rounds of each wager by itself: every position that it can reach, with one outcome of each kind.

This exhaustive walk, shortest paths first, finds what random play rarely does (a wager that needs ten rolls, one number of
many). A walk that ends has visited every position; one that grows too large says so.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from houseway.core import (
    Chance,
    Choices,
    Choose,
    Fact,
    NoMoreBets,
    Procedure,
    Result,
    Stopped,
    Wager,
    Wagers,
    seat_of,
)
from houseway.core.progress import working_on
from houseway.questions.alphabet import AMPLE_CENTS, Alphabet, due_sign
from houseway.questions.script_search import ScriptSearch
from houseway.questions.search_node import Command, SearchNode, start

SEAT, SUPPORTER = 1, 2  # the seat that wagers, and a seat with a wager that the game may need to go on
OPENED: tuple[Command, ...] = (
    {"do": "open"},
    *({"do": "buy-in", "seat": seat, "cents": 5 * AMPLE_CENTS} for seat in (SEAT, SUPPORTER)),
)


@dataclass(frozen=True, slots=True)
class WalkExtent:
    """How far the rounds of one wager were walked: the number of positions, and whether these are all."""

    wager: str
    positions: int
    ended: bool


def all_walked(walked: Sequence[WalkExtent]) -> str:
    """How far the rounds were walked, in words."""
    if not walked:
        return ""
    ended = [each for each in walked if each.ended]
    count, positions = (
        f"{len(walked)} wagers, each by itself at a table just opened",
        sum(each.positions for each in walked),
    )
    if len(ended) == len(walked):
        return f"the rounds of all {count}, to their end: {positions:,} positions"
    others = ", ".join(each.wager for each in walked if not each.ended)
    some = f", to their end for {len(ended)} of them" if ended else ""
    return f"the rounds of {count}: {positions:,} positions{some}; given up as too many for {others}"


def walk_rounds(search: ScriptSearch, each: int) -> list[WalkExtent]:
    """Walk every wager by itself, in each situation where it can be made, with at most `each` commands per wager."""
    alphabet = Alphabet(search.game, search.rules, wide=False)
    table = start(search.game)
    for command in OPENED:
        table = search.step(table, command)
    found: list[WalkExtent] = []
    for n, wager in enumerate(alphabet.wager_ids, 1):
        working_on(f"rounds of {wager}: {n} of {len(alphabet.wager_ids)} wagers")
        begins = [made for made in _made(search, alphabet, table, wager) if made is not None]
        if begins:
            found.append(_walk(search, alphabet, wager, begins, each))
    return found


def _made(search: ScriptSearch, alphabet: Alphabet, table: SearchNode, wager: str) -> Iterator[SearchNode | None]:
    """The table after the wager's setup and the wager; None if it is refused."""
    if wager not in search.game.law.catalogue(search.rules):
        return
    for setup in search.game.walk.setups(search.rules, wager).values():
        node = table
        for command in (command for fact in setup for command in _commands(search, alphabet, fact)):
            node = search.step(node, command)
        for command in alphabet.on_wager(node.table(search.game, search.rules), wager)[:1]:
            made = search.step(node, command)  # refused if a choice makes the wager; the walk then makes that choice
            yield made if any(each.seat == SEAT for each in search.game.law.placed(made.position.state)) else None


def _commands(search: ScriptSearch, alphabet: Alphabet, fact: Fact) -> list[Command]:
    """The commands for a fact of a setup, with a lawful stake; the table does its procedures automatically."""
    match fact:
        case Wager(seat=seat, id=wager, cents=cents):
            stake = max(cents, alphabet.least(wager))
            return [{"do": "wager", "seat": seat, "id": wager, "cents": stake}]
        case NoMoreBets():
            return [{"do": "no-more-bets"}]
        case Result(value=value):
            return [{"do": "result", **search.game.present.show_result(search.rules, value)}]
        case Choose(who=who, choice=choice, cents=cents):
            asked = seat_of(who)
            return [] if asked is None else [{"do": "choose", "seat": asked.number, "choice": choice, "cents": cents}]
    return []


def _walk(search: ScriptSearch, alphabet: Alphabet, wager: str, begins: list[SearchNode], most: int) -> WalkExtent:
    last, layer = search.tried + most, list({_key(search, each): each for each in begins}.values())
    seen = {_key(search, each) for each in layer}
    while layer:
        following: list[SearchNode] = []
        for node in layer:
            for command in _onward(search, alphabet, node):
                if search.tried >= last:
                    return WalkExtent(wager, len(seen), ended=False)
                after = search.step(node, command)
                if all(placed.seat != SEAT for placed in search.game.law.placed(after.position.state)):
                    continue  # the wager is decided, so its round is over
                key = _key(search, after)
                if key not in seen:
                    seen.add(key)
                    following.append(after)
        layer = following
    return WalkExtent(wager, len(seen), ended=True)


def _key(search: ScriptSearch, node: SearchNode) -> Hashable:
    """A key of a position: positions with equal keys have the same possible rounds."""
    position = node.position
    due = None if position.due is None else due_sign(position.due)
    steps = tuple((name, len(done)) for name, done in position.table.steps.items())
    return search.game.law.key(search.rules, position.state), due, steps


def _onward(search: ScriptSearch, alphabet: Alphabet, node: SearchNode) -> Iterator[Command]:
    """The commands that advance the round: "no more bets", one outcome of each kind, every option, the next step, a repair."""
    table = node.table(search.game, search.rules)
    match table.due:
        case Chance() as chance:
            shows, lump = search.game.present.show_result, search.game.walk.lump
            kinds = {lump(search.rules, table.state, each): each for each in reversed(list(chance.outcomes()))}
            yield from ({"do": "result", **shows(search.rules, each)} for each in kinds.values())
        case Choices():
            yield from alphabet.of_kind(table, "choices")
        case Procedure():
            step = alphabet.usual_step(table)
            yield from [step] if step is not None else []
        case Stopped():
            yield from list(alphabet.of_kind(table, "repairs"))[:1]
        case Wagers():
            needed = search.game.walk.supporting_wagers(search.rules, table.state)
            step = alphabet.usual_step(table)
            if needed:
                yield from (command for fact in needed for command in _commands(search, alphabet, fact))
            else:
                yield step if step is not None else {"do": "no-more-bets"}


# Every position of a table


@dataclass(frozen=True, slots=True)
class TableWalk:
    """A walk of a whole table: the number of positions, of commands tried in them, and whether these are all."""

    positions: int
    commands: int
    ended: bool

    @property
    def in_words(self) -> str:
        """The extent of the walk in words."""
        how = "a table that does its procedures by itself, with one seat and at most one wager on the layout"
        return f"all {self.positions:,} positions of {how} were tried, with {self.commands:,} commands"


def walk_table(search: ScriptSearch, most: int) -> TableWalk:
    """Try every command of the narrow alphabet in every position; positions with the same game key count as one.

    The walk ends if there are few positions, and gives up after `most` commands.
    """
    alphabet, began = Alphabet(search.game, search.rules, wide=False), search.tried
    layer = [search.step(start(search.game), {"do": "open"})]
    seen = {_place(search, each) for each in layer}
    while layer:
        following: list[SearchNode] = []
        for n, node in enumerate(layer):
            working_on(f"{n + 1:,} of {len(layer):,} positions, {len(seen):,} in all")
            table = node.table(search.game, search.rules)
            full = bool(search.game.law.placed(table.state))
            for command in alphabet.commands(table):
                if full and command["do"] == "wager":
                    continue
                if search.tried - began >= most:
                    return TableWalk(len(seen), search.tried - began, ended=False)
                after = search.step(node, command)
                if after is node or after.position.table.closed:
                    continue
                place = _place(search, after)
                if place not in seen:
                    seen.add(place)
                    following.append(after)
        layer = following
    return TableWalk(len(seen), search.tried - began, ended=True)


def _place(search: ScriptSearch, node: SearchNode) -> Hashable:
    """The relevant part of a position: the round's key, the steps that are done, and whether the seat has chips."""
    position = node.position
    held = node.table(search.game, search.rules).chips(SEAT)
    done = tuple((name, tuple(sorted(map(str, steps)))) for name, steps in position.table.steps.items())
    return _key(search, node), done, position.table.procedure, held > 0, held >= AMPLE_CENTS
