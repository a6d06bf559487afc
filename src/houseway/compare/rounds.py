"""Walk both editions over the same facts and report the rounds in which a player's result differs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from houseway.compare.examples import told
from houseway.compare.round_results import ComparedRounds, DifferingRounds, WalkedRounds
from houseway.core import AnyGame, Choose, Fact, Refusal, Result, Wager
from houseway.core.progress import stage, working_on
from houseway.law import Rules
from houseway.odds.graph import made_as, ready
from houseway.odds.joint_round import Effort, Made, Side, Sides, Way, least, least_and_most
from houseway.odds.lockstep import MOST_POSITIONS, Lockstep
from houseway.odds.traces import Owed, SettledWager, Unlike

RAISE_LIMIT = "raise the limit on positions"
MOST_GROUPS = 6  # groups of similar rounds whose chance is computed
AT_RANDOM = 400  # rounds that are played at random where a walk is too long
OTHER_WALKS = 2  # parts of the work that are kept for rounds with several wagers or players


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of a comparison: positions of each walk, and optionally the work of all walks together."""

    most: int = MOST_POSITIONS
    effort: Effort | None = None

    @property
    def working(self) -> bool:
        """Whether any work is left."""
        return self.effort is None or self.effort.left > 0

    @contextmanager
    def share(self, parts: int) -> Iterator[Effort | None]:
        """The effort for one walk of those that are still to come."""
        if self.effort is None:
            yield None
            return
        given = max(self.effort.left // parts, 0)
        own = Effort(given)
        yield own
        self.effort.left -= given - own.left


def rounds(
    game: AnyGame,
    rules: tuple[Rules, Rules],
    most: int | Bounds = MOST_POSITIONS,
    names: tuple[str, str] = ("", ""),
    moved: Collection[str] = (),
) -> ComparedRounds:
    """Compare each wager alone, all wagers of one player, and two players with one wager each, or with all if feasible.

    `names` are the sides' names in notes and examples, where the ids of the editions do not tell them apart. `moved`: the wagers
    whose odds differ. Where the walk of such a wager is too long to find a round that shows it, rounds are played at random.
    """
    bounds = most if isinstance(most, Bounds) else Bounds(most)
    sides = (Side(game, rules[0], name=names[0]), Side(game, rules[1], name=names[1]))
    stakes = _stakes(sides)
    alone = _each_alone(sides, stakes, bounds)
    made = _together(sides, stakes, (1,))
    by_one = _all_at_once(sides, made, (1,), bounds)
    several = [(_named(made, (1,)), by_one)] if len(made.facts) > 1 else []
    more: Walks = []
    left: list[str] = []
    if min(each.boxes for each in rules) > 1 and made.facts:
        more, left = _two_players(sides, stakes, by_one, bounds)
    own = {name for name, _ in alone if name.partition(" ")[0] in moved}
    found = _told(alone, [*several, *more], left, own)
    hidden = [] if found.worst >= Unlike.GAIN else [walk for walk in alone if _hidden(walk, moved)]
    at_random = [each for each in (_at_random(*walk) for walk in hidden) if each is not None]
    return replace(
        found,
        walked=(*found.walked, *(walked for walked, _ in at_random)),
        found=(*(each for _, each in at_random), *found.found),
    )


def _hidden(named: tuple[str, Lockstep], moved: Collection[str]) -> bool:
    """Whether a wager's odds differ, and its walk was stopped before it came to a round that shows it."""
    walk = named[1]
    return walk.start is not None and not walk.complete and bool({fact.id for fact in walk.made.wagers} & set(moved))


def _at_random(name: str, walk: Lockstep) -> tuple[WalkedRounds, DifferingRounds] | None:
    """Play a wager's rounds at random, each outcome as likely as the others, for one that differs; the shortest of them."""
    best: tuple[tuple[Way, ...], Lockstep, Owed] | None = None
    positions = ends = 0
    for number in range(AT_RANDOM):
        if not number % 50:
            working_on(f"{name}: {number} of {AT_RANDOM} rounds at random")
        played = Lockstep(walk.sides, walk.made, pick=Random(number).choice)
        positions, ends = positions + len(played.positions), ends + played.ends
        for unlike, owed, path in played.found():
            if unlike is Unlike.GAIN and (best is None or len(path) < len(best[0])):
                best = path, played, owed
    if best is None:
        return None
    path, played, owed = best
    example = told(played, path)
    found = DifferingRounds(Unlike.GAIN, name, _verdicts(owed), example, None, None, played.chooses, shortest=False)
    return WalkedRounds(f"{name}, {AT_RANDOM} rounds played at random", positions, ends, False, Unlike.GAIN), found


def _two_players(sides: Sides, stakes: dict[str, int], one: Lockstep, bounds: Bounds) -> tuple[Walks, list[str]]:
    """Compare two players with all wagers if that likely stays within the limit, otherwise with the first; and list the rest.

    `one` is the walk of all wagers by one player.
    """
    made, most = one.made, bounds.most
    first = made.wagers[0]
    each_one = Made(tuple(replace(first, seat=seat) for seat in (1, 2)))
    if not bounds.working:
        return [], [f"{first.id} alone, by each of two players ({RAISE_LIMIT})"]
    two = _all_at_once(sides, each_one, (1, 2), bounds)
    first_alone = len(_all_at_once(sides, Made((first,)), (1,), bounds).positions)
    likely = math.ceil(len(two.positions) * Fraction(len(one.positions), max(1, first_alone)) ** 2)
    everything = _together(sides, stakes, (1, 2))
    name = _named(everything, (1, 2))
    if two.complete and one.complete and likely <= most and bounds.working:
        return [(name, _all_at_once(sides, everything, (1, 2), bounds))], []
    about = f"about {likely:,}" if two.complete and one.complete else f"more than {len(two.positions):,}"
    left = (
        [f"{name} ({about} positions; {RAISE_LIMIT})"]
        if len(everything.wagers) > 2 or stakes.keys() != {first.id}
        else []
    )
    return [(f"{first.id} alone, by each of two players", two)], left


def quick_rounds(game: AnyGame, rules: tuple[Rules, Rules], most: int) -> ComparedRounds:
    """Compare all wagers of one seat at once, and alone only those that cannot be made with the others."""
    sides, bounds = (Side(game, rules[0]), Side(game, rules[1])), Bounds(most)
    stakes = _stakes(sides)
    made = _together(sides, stakes, (1,))
    among = {fact.id for fact in made.wagers}
    rest = {wager: cents for wager, cents in stakes.items() if wager not in among}
    alone = _each_alone(sides, rest, bounds)
    return _told(alone, [(_named(made, (1,)), _all_at_once(sides, made, (1,), bounds))] if among else [])


Walks = list[tuple[str, Lockstep]]


def _all_at_once(sides: Sides, made: Made, seats: tuple[int, ...], bounds: Bounds) -> Lockstep:
    """Walk some wagers together; with several seats each choice is tried only at its least amount."""
    one, other = (replace(side, seats=frozenset(seats)) for side in sides)
    amounts = least_and_most if len(seats) == 1 else least
    with stage(_named(made, seats)), bounds.share(OTHER_WALKS if len(seats) == 1 else 1) as effort:
        return Lockstep((one, other), made, bounds.most, amounts, effort)


def _each_alone(sides: Sides, stakes: dict[str, int], bounds: Bounds) -> Walks:
    """Walk each wager alone."""
    walks: Walks = []
    several = list(_alone(sides, stakes))
    for number, (name, made) in enumerate(several, 1):
        parts = len(several) - number + 1 + OTHER_WALKS
        with stage(f"{name} alone ({number} of {len(several)})"), bounds.share(parts) as effort:
            walks.append((name, Lockstep(sides, made, bounds.most, effort=effort)))
    return walks


def _told(alone: Walks, several: Walks, not_tried: Iterable[str] = (), own: Collection[str] = ()) -> ComparedRounds:
    """The results of the walks, small ones first. Those of `own` are included even if others have shown the same difference."""
    taken = [(name, walk) for name, walk in alone if walk.start is not None]
    walked = (
        [_summed(f"each of {len(taken)} wagers by itself" if len(taken) > 1 else taken[0][0], taken)] if taken else []
    )
    walked += [_summed(name, [(name, walk)]) for name, walk in several]
    notes = {(note.kind, note.says): note for _, walk in (*alone, *several) for note in walk.notes.values()}
    refused = tuple(name for name, walk in alone if walk.start is None and not walk.notes)
    return ComparedRounds(
        tuple(walked), tuple(_found([*taken, *several], own)), tuple(notes.values()), refused, tuple(not_tried)
    )


# What is wagered


def _stakes(sides: Sides) -> dict[str, int]:
    """The wagers of both editions, each with the least stake that both accept and pay in whole cents."""
    stakes = {}
    for wager in sides[0].game.law.catalogue(sides[0].rules):
        if wager in sides[1].game.law.catalogue(sides[1].rules):
            unit = _unit(sides, wager)
            low = max(side.game.law.limits(side.rules, wager)[0][0] for side in sides)
            stakes[wager] = -(-low // unit) * unit
    return stakes


def _unit(sides: Sides, wager: str) -> int:
    return math.lcm(*(side.game.law.catalogue(side.rules)[wager].unit_cents for side in sides))


def _alone(sides: Sides, stakes: dict[str, int]) -> Iterator[tuple[str, Made]]:
    """Each wager alone, in each situation with different odds, with a stake in proportion to its prelude."""
    side = sides[0]
    for wager, cents in stakes.items():
        for situation, setup in side.game.walk.setups(side.rules, wager).items():
            own = made_as(wager, side.game.law.made_by(wager), _unit(sides, wager) if setup else cents)
            facts = _lawful((*setup, own), sides) if setup else (own,)
            yield f"{wager} {situation}".strip(), Made(facts, stakes)


def _lawful(facts: tuple[Fact, ...], sides: Sides) -> tuple[Fact, ...]:
    """A prelude with amounts that the limits of both tables allow."""
    wagered = [fact for fact in facts if isinstance(fact, Wager)]
    least_times = [
        -(-side.game.law.limits(side.rules, fact.id)[0][0] // fact.cents) for fact in wagered for side in sides
    ]
    times = max(least_times, default=1)
    return tuple(
        replace(fact, cents=fact.cents * times) if isinstance(fact, Wager | Choose) and fact.cents else fact
        for fact in facts
    )


def _together(sides: Sides, stakes: dict[str, int], seats: Iterable[int]) -> Made:
    """All wagers that both sides accept in the first betting window, seat by seat."""
    states = [ready(side.game, side.rules) for side in sides]
    made: list[Wager] = []
    for seat in seats:
        for wager, cents in stakes.items():
            fact = Wager(seat, wager, cents)
            after = [side.after(state, fact) for side, state in zip(sides, states, strict=True)]
            taken = [each for each in after if not isinstance(each, Refusal)]
            if len(taken) == len(sides):
                states = [state for state, _ in taken]
                made.append(fact)
    return Made(tuple(made), stakes)


def _named(made: Made, seats: tuple[int, ...]) -> str:
    count = sum(fact.seat == seats[0] for fact in made.wagers)
    listed = ", ".join(fact.id for fact in made.wagers if fact.seat == seats[0])
    what = f"all {count} wagers at once" if count > 4 else listed.replace(", ", " and ") if count < 3 else listed
    if len(seats) == 1:
        return f"{what}, by one player"
    return f"{what}, by each of two players"


def _summed(what: str, walks: Walks) -> WalkedRounds:
    found = [walk for _, walk in walks]
    return WalkedRounds(
        what,
        sum(len(walk.positions) for walk in found),
        sum(walk.ends for walk in found),
        all(walk.complete for walk in found),
        max(walk.worst() for walk in found),
    )


# What was found


def _found(walks: Walks, own: Collection[str] = ()) -> Iterator[DifferingRounds]:
    """Rounds that pay differently, each kind from the smallest walks that have it; for other differences, one example each."""
    seen: set[Unlike] = set()
    for name, walk in walks:
        alone = len(walk.made.wagers) == 1 or name in own
        here: Counter[Unlike] = Counter()
        for unlike, owed, path in sorted(walk.found(), key=lambda group: (-group[0], len(group[2]))):
            known = unlike in seen and (unlike < Unlike.GAIN or not alone)
            if unlike is Unlike.SAME or known or here[unlike] == (1 if unlike < Unlike.GAIN else MOST_GROUPS):
                continue
            here[unlike] += 1
            yield _one(name, walk, unlike, owed, path)
        seen |= set(here)


def _one(name: str, walk: Lockstep, unlike: Unlike, owed: Owed, path: tuple[Way, ...]) -> DifferingRounds:
    def counts(way: Way) -> bool:
        return way.ends is unlike and (unlike < Unlike.GAIN or way.owed == owed)

    given = f"once {name} can be made" if any(isinstance(fact, Result) for fact in walk.made.facts) else ""
    named = {each for position in walk.positions for each in position.picks}
    strategies = [] if given else sorted(named)  # once the wager is made, its prelude no longer matters
    played = ((each, walk.chance(counts, 0, each)) for each in strategies)
    chance = walk.chance(counts, 0)
    same = not any(note.kind == "chance" for note in walk.notes.values())
    return DifferingRounds(
        unlike,
        name,
        _verdicts(owed),
        told(walk, path),
        chance,
        chance if same else walk.chance(counts, 1),
        walk.chooses,
        tuple((each, chance) for each, chance in played if chance is not None),
        given,
    )


def _verdicts(owed: Owed) -> tuple[tuple[str, str, str], ...]:
    """The wagers with different results: under the first edition, and under the second."""
    ends: dict[tuple[int, str], tuple[Counter[str], Counter[str]]] = {}
    for record, count in owed:
        if isinstance(record, SettledWager):
            sides = ends.setdefault((record.seat, record.wager), (Counter(), Counter()))
            sides[count < 0][record.result] += abs(count)
    return tuple(
        (wager, " and ".join(sorted(was)) or "not decided", " and ".join(sorted(now)) or "not decided")
        for (_, wager), (was, now) in sorted(ends.items())
    )
