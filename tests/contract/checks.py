"""The contract of a game as plain functions: each takes a game and returns its problems.

A game that is discovered gets all of them for free (`test_every_game.py`); toys that are broken on purpose prove that each
finds what it is for (`test_checks.py`).
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, islice
from typing import Any

from contract.play import altered, answers, at_risk, ways_on
from houseway.core import (
    INVENTORY,
    LAYOUT,
    AnyGame,
    Area,
    Chance,
    Choices,
    Event,
    Irregularity,
    Moment,
    Role,
    Settled,
    Step,
    Verdict,
    Wagers,
    fields_problem,
    procedures_open,
    refuse,
    seat_account,
)
from houseway.core.plain import build, canonical, plain
from houseway.law import BadInput, Citation, Rules, read_fields
from houseway.money import Cents
from houseway.records.recorded_table import RecordedHouse
from houseway.table import CAGE, Table, TablePosition, decide, fold, folded, from_record, unopened

Findings = list[str]
Edge = tuple[Any, int, Step[Any] | None]
CLOSING_STATES_MAX = 60
ROUND_STEPS_MAX = 400


# What is offered, and where


def offers(game: AnyGame, rules: Rules) -> Findings:
    """Every wager on offer has lines that are priced, whole stakes and paragraphs that stand in the edition."""
    found: Findings = []
    for wager, offer in game.law.catalogue(rules).items():
        if wager != offer.id:
            found.append(f"{wager} is catalogued as {offer.id}")
        if not offer.payouts:
            found.append(f"{wager} has no line that pays it")
        found += [f"{wager}: {p.line} is not priced" for p in offer.payouts if rules.payouts.get(p.line) != p]
        found += _unresolved(rules, offer.cites, f"the offer of {wager}")
    return found


def areas(game: AnyGame, rules: Rules) -> Findings:
    """Each wager has one area (or one for each seat), or spots on lines and corners, and each of them a wager; none overlap."""
    layout, wagers = game.present.layout(rules), game.law.catalogue(rules)
    boxes = [wager for area in layout.areas for wager in area.wagers]
    spots = {spot.wager for spot in layout.spots}
    elsewhere = {*spots, *layout.without}
    seats = {wager: sorted(area.seat for area in layout.areas if wager in area.wagers) for wager in wagers}
    found = [
        f"{wager} has {len(seats[wager])} areas"
        for wager in wagers
        if seats[wager] not in (([],) if wager in elsewhere else ([0], list(range(1, rules.boxes + 1))))
    ]
    found += [f"the area {name} is no wager" for name in (*boxes, *spots) if name not in wagers]
    for area in (*layout.areas, *layout.spots):
        if area.width < 1 or area.height < 1 or min(area.x, area.y) < 0:
            found.append(f"the area {area.wager} has no room")
        if not area.lines or not all(area.lines):
            found.append(f"the area {area.wager} says nothing")
    shapes = (*layout.areas, *layout.places)
    found += [f"{one.wager} lies over {two.wager}" for one, two in combinations(shapes, 2) if _overlap(one, two)]
    return found


def _overlap(one: Area, two: Area) -> bool:
    return (
        one.x < two.x + two.width
        and two.x < one.x + one.width
        and one.y < two.y + two.height
        and two.y < one.y + one.height
    )


# What chance and the settlements say


def choices(game: AnyGame, rules: Rules, states: Iterable[Any]) -> Findings:
    """Choices that a state offers and `Law.choices` does not declare."""
    dues = (game.law.due(rules, state) for state in states)
    asked = (each for due in dues for each in (due.open if isinstance(due, Choices) else getattr(due, "asked", ())))
    offered = dict.fromkeys(option.choice for each in asked for option in each.options)
    return [f'"{choice}" is not declared in Law.choices' for choice in offered if choice not in game.law.choices]


def weights(game: AnyGame, rules: Rules, states: Iterable[Any]) -> Findings:
    """Chance has outcomes, and each weighs a whole number above nothing."""
    found: Findings = []
    for state in states:
        due = game.law.due(rules, state)
        if isinstance(due, Chance):
            if not due.outcomes():
                found.append(f"the {due.what} can bring nothing in {state}")
            for face, weight in due.weights.items():
                if type(weight) is not int or weight < 1:
                    found.append(f"{face!r} weighs {weight!r} in {state}")
    return found


def payouts(game: AnyGame, rules: Rules, states: Iterable[Any]) -> Findings:
    """A winning wager is paid by one of its lines, and cites it. A losing wager gets nothing, or a part of the stake if it
    was surrendered."""
    found: Findings = []
    for state in states:
        for step in _steps(game, rules, state):
            found += [problem for settled in step.settled for problem in _priced(game, rules, settled)]
    return found


def _priced(game: AnyGame, rules: Rules, settled: Settled) -> Findings:
    offer = game.law.catalogue(rules).get(settled.wager)
    if offer is None:
        return []
    name, back = f"{settled.wager} of {settled.cents}", settled.returned_cents + settled.vigorish_cents
    if settled.result is Verdict.LOST:
        most = settled.cents - 1 if settled.about.get("surrendered") else 0
        return [] if 0 <= back <= most else [f"{name} lost and got {back}"]
    if settled.result is Verdict.RETURNED:
        return [] if back == settled.cents else [f"{name} was returned as {back}"]
    if not any(move.source == INVENTORY for move in settled.moves):
        return []  # a player's bank pays as far as its money goes
    seat = seat_account(
        settled.player or settled.seat
    )  # where a wager is several in one, only a part of the stake may win
    won = sum(move.cents for move in settled.moves if (move.source, move.target) == (LAYOUT, seat))
    lost = sum(move.cents for move in settled.moves if (move.source, move.target) == (LAYOUT, INVENTORY))
    paid = sum(move.cents for move in settled.moves if (move.source, move.target) == (INVENTORY, seat))
    if "lines" in settled.about:  # a wager that several lines pay at once says which
        told = [rules.payout(line) for line in settled.about["lines"]]
        due = sum(p.odds.winnings(Cents(won)) or 0 for p in told)
        lines = [p for p in told if p in offer.payouts and due == paid]
    else:
        lines = [p for p in offer.payouts if p.odds.winnings(Cents(won)) == paid]
    if won + lost != settled.cents or back != won + paid or not any(line.cite in settled.because for line in lines):
        return [f"{name} was paid {back - settled.cents}, which no line that it cites says"]
    return []


def citations(game: AnyGame, rules: Rules, states: Iterable[Any]) -> Findings:
    """Whatever is due, settled or said cites paragraphs of this edition, and at least one of them.

    Where a result closes the betting and no paragraph has anybody announce it, the announcement is a courtesy and cites nothing.
    """
    found: Findings = []
    for state in states:
        due = game.law.due(rules, state)
        found += _cited(rules, due.cites, f"what is due ({type(due).__name__})")
        courtesy = isinstance(due, Wagers) and due.early is not None and not due.closes
        if isinstance(due, Wagers) and not courtesy:
            found += _cited(rules, due.closes, "what closes the betting")
        if isinstance(due, Choices):
            for asked in due.open:
                for option in asked.options:
                    found += _cited(rules, option.cites, f"{option.choice} of {asked.who}")
        for step in _steps(game, rules, state):
            for settled in step.settled:
                found += _cited(rules, settled.because, f"the settlement of {settled.wager}")
            for said in step.said:
                if not (courtesy and said.event == "no-more-bets"):
                    found += _cited(rules, said.cites, f'"{said.text}"')
    return sorted(set(found))


def events_cite(rules: Rules, events: Iterable[Event]) -> Findings:
    """Every citation of an event is in the edition; every refusal and settlement has one."""
    found: Findings = []
    for event in events:
        found += _unresolved(rules, event.cites, event.event)
        if not event.cites and event.event in ("wager-refused", "act-refused", "wager-settled", "step-done"):
            found.append(f"{event.event} without a citation: {event.seen_by('house')}")
    return found


def _cited(rules: Rules, cites: tuple[Citation, ...], what: str) -> Findings:
    return _unresolved(rules, cites, what) if cites else [f"{what} cites nothing"]


def _unresolved(rules: Rules, cites: Iterable[Citation], what: str) -> Findings:
    return [f"{what} cites {cite}, which is not in {rules.edition.id}" for cite in cites if cite not in rules.cites]


@lru_cache(maxsize=2)  # a game as it is, and as it is within a round
def _known(game: AnyGame, rules: Rules) -> dict[int, tuple[Any, list[Edge]]]:
    """The edges of the states of the last game, since several checks use the same ones."""
    return {}


def _edges(game: AnyGame, rules: Rules, state: Any) -> list[Edge]:
    """(label, weight, step) for every answer to the next act; no step if it is refused."""
    known = _known(game, rules)
    if id(state) not in known:  # the state is kept beside them, so that no other has its id
        known[id(state)] = (
            state,
            [
                (label, weight, None if refuse(game, rules, state, fact) else game.law.advance(rules, state, fact))
                for label, fact, weight in answers(game, rules, state)
            ],
        )
    return known[id(state)][1]


def _steps(game: AnyGame, rules: Rules, state: Any) -> Iterator[Step[Any]]:
    return (step for _, _, step in _edges(game, rules, state) if step is not None)


# What walking relies on


def _effect(game: AnyGame, rules: Rules, step: Step[Any]) -> Hashable:
    """The visible effect of a step: the settlements with their money and reasons, other money, and the key after it."""
    settled = tuple((s.seat, s.wager, s.cents, s.result, s.moves, s.because) for s in step.settled)
    return settled, step.moves, game.law.key(rules, step.state)


def within_round(game: AnyGame) -> AnyGame:
    """The same game, whose keys and lumps are those of a round: what comes when no wager is left is all one."""

    def key(rules: Rules, state: Any) -> Hashable:
        return game.round_key(rules, state) if game.law.placed(state) else "over"

    return altered(game, key=key, lump=game.round_lump)


def _behaviour(game: AnyGame, rules: Rules, state: Any) -> dict[Hashable, Fraction]:
    """Each label with each effect, and how likely it is; a choice or a procedure counts as one."""
    due = game.law.due(rules, state)
    total = sum(due.outcomes().values()) if isinstance(due, Chance) else 1
    behaviour: dict[Hashable, Fraction] = {("due", type(due).__name__): Fraction(1)}
    for label, weight, step in _edges(game, rules, state):
        effect = "refused" if step is None else _effect(game, rules, step)
        behaviour[label, effect] = behaviour.get((label, effect), Fraction(0)) + Fraction(weight, total)
    return behaviour


def bisimulation(game: AnyGame, rules: Rules, states: Iterable[Any]) -> Findings:
    """Equal keys, equal futures: the same is due, the same edges with the same chances, money, verdicts and next keys."""
    by_key: dict[Hashable, list[Any]] = {}
    for state in states:
        by_key.setdefault(game.law.key(rules, state), []).append(state)
    found: Findings = []
    for key, (first, *others) in by_key.items():
        if others:
            expected = _behaviour(game, rules, first)
            found += [
                f"{first} and {other} have the key {key} and different futures"
                for other in others
                if _behaviour(game, rules, other) != expected
            ]
    return found


def alike(game: AnyGame, rules: Rules, states: Iterable[Any]) -> int:
    """The number of states that share their key with another, which the check above compared."""
    keys = [game.law.key(rules, state) for state in states]
    return len(keys) - len(set(keys))


def lumping(game: AnyGame, rules: Rules, states: Iterable[Any]) -> Findings:
    """Outcomes in one lump do the same: settlements, money, and the key of what follows."""
    found: Findings = []
    for state in states:
        if not isinstance(game.law.due(rules, state), Chance):
            continue
        effects: dict[Hashable, set[Hashable]] = {}
        for lump, _, step in _edges(game, rules, state):
            assert step is not None, (lump, state)
            effects.setdefault(lump, set()).add(_effect(game, rules, step))
        found += [f"the lump {lump!r} hides a difference in {state}" for lump, of in effects.items() if len(of) > 1]
    return found


# Going on


def progress(game: AnyGame, rules: Rules, states: Iterable[Any], at: Moment) -> Findings:
    """Some answer to the next act is lawful; every outcome of a chance is, and everybody who must choose has a lawful option."""
    found: Findings = []
    for state in states:
        due = game.law.due(rules, state)
        ways = list(islice(ways_on(game, rules, state, at), None if isinstance(due, Chance | Choices) else 1))
        if not ways:
            found.append(f"nothing that answers {type(due).__name__} is lawful in {state}")
        if isinstance(due, Chance) and len(ways) < len(due.outcomes()):
            found.append(f"an outcome of the {due.what} is refused in {state}")
        if isinstance(due, Choices):
            able = {getattr(fact, "who", None) for fact in ways}
            found += [
                f"{each.who} is asked and can answer nothing in {state}" for each in due.open if each.who not in able
            ]
        if isinstance(due, Wagers) and ways and not _closes(game, rules, state, at, 6):
            found.append(f"the betting can never be closed in {state}")
    return found


def _closes(game: AnyGame, rules: Rules, state: Any, at: Moment, depth: int, seen: set[str] | None = None) -> bool:
    """Can the betting window be closed, after at most so many procedures and wagers? (Depth first, each state once.)"""
    seen = set() if seen is None else seen
    for fact in ways_on(game, rules, state, at):
        after = game.law.advance(rules, state, fact).state
        if not isinstance(game.law.due(rules, after), Wagers):
            return True
        mark = canonical(plain(after))
        if depth > 1 and mark not in seen and len(seen) < CLOSING_STATES_MAX:
            seen.add(mark)
            if _closes(game, rules, after, at, depth - 1, seen):
                return True
    return False


def rounds_end(game: AnyGame, rules: Rules, states: Iterable[Any], at: Moment) -> Findings:
    """From every state, the first lawful answers lead to an open betting window."""
    found: Findings = []
    for start in states:
        state = start
        for _ in range(ROUND_STEPS_MAX):
            if isinstance(game.law.due(rules, state), Wagers):
                break
            fact = next(ways_on(game, rules, state, at), None)
            if fact is None:
                found.append(f"there is no way on from {state}")
                break
            state = game.law.advance(rules, state, fact).state
        else:
            found.append(f"no betting window follows on {start}")
    return found


# Records


def conservation(game: AnyGame, events: Iterable[Event]) -> Findings:
    """After each event, money sums to zero and only the cage is negative; after a batch, the layout holds all wagers."""
    found: Findings = []
    where = unopened()
    for event in events:
        where = folded(where, event)
        accounts, after = where["accounts"], f"after event {event.seq}, {event.event},"
        if sum(accounts.values()):
            found.append(f"{after} the accounts sum to {sum(accounts.values())}")
        found += [f"{after} {name} holds {cents}" for name, cents in accounts.items() if cents < 0 and name != CAGE]
        if event.batch[0] == event.batch[1]:
            state, lies = TablePosition.of(game, where).state, accounts.get(LAYOUT, 0)
            placed = 0 if state is None else at_risk(game.law.placed(state))
            if lies != placed:
                found.append(f"{after} {lies} lie on the layout and {placed} are placed")
    return found


def event_fields(game: AnyGame, events: Iterable[Event]) -> Findings:
    """Every event is of a kind that is listed, and has its fields."""
    found = ((event, fields_problem(game, event.event, dict(event.fields))) for event in events)
    return [f"event {event.seq}, {event.event}: {wrong}" for event, wrong in found if wrong is not None]


class LiveFold:
    """Follows a live table by its events alone."""

    def __init__(self) -> None:
        self.where, self.seen = unopened(), 0

    def differs(self, table: Table) -> Findings:
        """The fold of the table's new events equals its position, text for text."""
        self.where = fold(table.events[self.seen :], self.where)
        self.seen = len(table.events)
        return [] if canonical(self.where) == canonical(table.plain) else [f"after event {self.seen} the fold differs"]


def audit_is_live(game: AnyGame, rules: Rules, events: Iterable[Event]) -> Findings:
    """Each recorded command, decided again from the folded position, gives the recorded events."""
    found: Findings = []
    where = unopened()
    for batch in batches(events):
        command = batch[0].command
        assert command is not None, batch[0]
        position = TablePosition.of(game, json.loads(canonical(where)))
        house = RecordedHouse("seeded", True, list(batch))
        read = from_record(game, rules, json.loads(canonical(plain(command))))
        again = decide(game, rules, position, read, batch[0].at, batch[0].seq, house)
        if canonical(plain(again.events)) != canonical(plain(batch)):
            found.append(f"event {batch[0].seq}, {command['do']}, is decided otherwise now")
        where = fold(batch, where)
        if canonical(again.position.plain) != canonical(where):
            found.append(f"after event {batch[-1].seq} the table would stand otherwise")
    return found


def batches(events: Iterable[Event]) -> Iterator[tuple[Event, ...]]:
    """The events of one command together."""
    batch: list[Event] = []
    for event in events:
        assert event.batch[0] == len(batch) + 1, event
        batch.append(event)
        if event.batch[0] == event.batch[1]:
            yield tuple(batch)
            batch = []
    assert not batch, "the last batch is torn"


def round_trips(game: AnyGame, states: Iterable[Any]) -> Findings:
    """A state made plain, written, read and built again is the same state."""
    return [
        f"{state} is built again as something else"
        for state in states
        if build(game.law.state_type, json.loads(canonical(plain(state)))) != state
    ]


# What is noted and reported


def noted(game: AnyGame, rules: Rules, states: Iterable[Any]) -> Findings:
    """The default notes of a step are fields that its paragraph declares, already in their plain form."""
    found: dict[str, None] = {}
    for state in states:
        for name in procedures_open(game.law.due(rules, state)):
            for step in rules.procedure(name).steps_for(game.law.settings(rules, state), rules.cites):
                usual = dict(game.law.normal_notes(rules, state, step))
                try:
                    read = read_fields(rules.step_fields(step.cite, step.item), usual, seats=rules.boxes)
                except BadInput as error:
                    found[f"{step.cite} {step.item}: {error}"] = None
                else:
                    if canonical(read) != canonical(usual):
                        found[f"{step.cite} {step.item}: {usual} is read as {read}"] = None
    return list(found)


def reports(game: AnyGame, rules: Rules, states: Sequence[Any]) -> Findings:
    """A paragraph that procedure.toml lists can be reported at some time; any other paragraph never can."""
    listed = {str(cite) for cite in game.law.reports if rules.report_fields(cite) is not None}
    some = states[:: max(1, len(states) // 20)]
    found = [f"{cite} is listed and stands in no edition" for cite in game.law.reports if not _is_cited(game, cite)]
    reasons: set[str] = set()
    for cite in sorted({*map(str, rules.cites)} - listed):
        refused = [_reported(game, rules, state, cite) for state in some]
        if None in refused:
            found.append(f"{cite} can be reported and is not listed")
        reasons |= {reason for reason in refused if reason is not None}
    never = [cite for cite in sorted(listed) if all(_reported(game, rules, each, cite) in reasons for each in states)]
    return found + [f"{cite} is listed and is never an irregularity" for cite in never]


def _is_cited(game: AnyGame, cite: str) -> bool:
    return any(cite in game.chapter.outline.cites(edition) for edition in game.chapter.outline.editions)


def _reported(game: AnyGame, rules: Rules, state: Any, cite: str) -> str | None:
    """Why a report is refused, without its own paragraph; None where it is taken."""
    report = Irregularity(Citation(cite), Role.DEALER, {})
    # the core refuses for a chapter without irregularities; otherwise only the chapter's own answer counts
    refusal = game.law.refuse(rules, state, report) if game.law.reports else refuse(game, rules, state, report)
    return None if refusal is None else refusal.reason.replace(cite, "…", 1)
