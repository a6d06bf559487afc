"""The lockstep: two editions over the same facts, against a plain enumeration of all rounds, and its own findings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from contract.play import altered, toy
from houseway.core import (
    AnyGame,
    Chance,
    Choices,
    Choose,
    Done,
    Due,
    Fact,
    NoMoreBets,
    Procedure,
    Refusal,
    Result,
    Wager,
    Wagers,
    seat_account,
)
from houseway.games import load
from houseway.law import Rules, cites
from houseway.odds.graph import ready
from houseway.odds.joint_round import Made, Side, least
from houseway.odds.lockstep import Lockstep
from houseway.odds.traces import Unlike, gains, trace_of

COLLECTS, LEAVES, WINS, AROUND = "2001-collects", "2002-leaves", "2003-wins", "2004-around"
ONE = (Wager(1, "initial", 100),)
BOTH = (*ONE, Wager(1, "tie", 100))
TWO_SEATS = (*BOTH, Wager(2, "initial", 100), Wager(2, "tie", 100))


def side(edition: str, *settings: str) -> Side:
    game, rules = toy("skirmish", f"edition={edition}", "cup=leather", *settings)
    return Side(game, rules)


def walk(first: str, second: str, made: tuple[Fact, ...] = ONE, most: int = 30_000) -> Lockstep:
    one, other = side(first), side(second)
    return beside(one, other, made, most)


def beside(one: Side, other: Side, made: tuple[Fact, ...] = ONE, most: int = 30_000) -> Lockstep:
    seats = frozenset(fact.seat for fact in made if isinstance(fact, Wager))
    return Lockstep((replace(one, seats=seats), replace(other, seats=seats)), Made(made), most)


def kinds(found: Lockstep) -> set[Unlike]:
    return {unlike for unlike, *_ in found.found()}


# Against a plain enumeration


Told = tuple[str, ...]  # what came up and what was chosen, in order


def every_round(one: Side, state: Any, told: Told = ()) -> Iterator[tuple[Told, int]]:
    """(what happened, the first seat's gain) of every round, by nothing but recursion over the game."""
    due = one.game.law.due(one.rules, state)
    answers: dict[str, Fact]
    match due:
        case Chance():
            answers = {str(outcome): Result(outcome) for outcome in due.outcomes()}
        case Choices():
            asked = due.open[0]
            answers = {o.choice: Choose(asked.who, o.choice, o.low_cents) for o in asked.options}
        case _ if not one.game.law.placed(state):
            yield told, 0
            return
        case Procedure(name=name):
            answers = {"": Done(name)}
        case _:
            answers = {"": NoMoreBets()}
    for word, fact in answers.items():
        step = one.game.law.advance(one.rules, state, fact)
        gain = gains(trace_of(step)).get("seat:1", 0)
        for more, rest in every_round(one, step.state, (*told, word) if word else told):
            yield more, gain + rest


def every_gain(edition: str) -> dict[Told, int]:
    one = side(edition)
    return dict(every_round(one, one.game.law.advance(one.rules, ready(one.game, one.rules), ONE[0]).state))


@pytest.mark.parametrize(("first", "second"), [(COLLECTS, LEAVES), (COLLECTS, WINS), (LEAVES, WINS), (WINS, AROUND)])
def test_it_finds_just_the_rounds_that_a_plain_enumeration_finds(first: str, second: str) -> None:
    was, now = every_gain(first), every_gain(second)
    assert was.keys() == now.keys()
    differing = [told for told, gain in was.items() if gain != now[told]]
    found = walk(first, second)
    assert (Unlike.GAIN in kinds(found)) == bool(differing)
    fought = [told for told in differing if "surrender" not in told]
    chance = sum(Fraction(1, 6 ** sum(word.isdigit() for word in told)) for told in fought)
    assert found.chance(lambda way: way.ends is Unlike.GAIN) == chance
    lengths = [len(path) - 1 for unlike, _, path in found.found() if unlike is Unlike.GAIN]
    assert min(lengths, default=0) == min(map(len, differing), default=0)


def test_a_rare_round_that_pays_more_is_found_with_its_example() -> None:
    """Equal dice twice: the initial wager is returned under the one and wins under the other."""
    found = walk(LEAVES, WINS)
    (path,) = [path for unlike, _, path in found.found() if unlike is Unlike.GAIN]
    facts = [way.fact for way in path]
    assert facts == [None, Result(1), Result(1), Choose(seat_account(1), "go-to-war", 100), Result(1), Result(1)]
    was, now = (gains(record for way in path for record in way.traces[at]) for at in (0, 1))
    assert (was, now) == ({"seat:1": 200}, {"seat:1": 300})
    assert found.chance(lambda way: way.ends is Unlike.GAIN, strategy="go-to-war") == Fraction(1, 36)
    assert found.chance(lambda way: way.ends is Unlike.GAIN, strategy="surrender") == 0


def test_two_texts_that_come_to_the_same_by_other_ways_are_found_out() -> None:
    found = walk(COLLECTS, LEAVES)
    assert found.complete
    assert found.worst() is Unlike.PLACE
    assert kinds(found) == {Unlike.SAME, Unlike.MOMENT, Unlike.PLACE}
    # a war that is lost costs the same two wagers, one of them sooner: 1/6 of a tie, 15/36 of losing
    assert found.chance(lambda way: way.ends is Unlike.MOMENT, strategy="go-to-war") == Fraction(1, 6) * Fraction(
        15, 36
    )
    assert found.chance(lambda way: way.ends is Unlike.PLACE, strategy="go-to-war") == Fraction(1, 6) * Fraction(21, 36)


def test_another_order_of_the_seats_shows_only_with_two_of_them() -> None:
    assert walk(LEAVES, AROUND, BOTH).worst() is Unlike.SAME
    found = walk(LEAVES, AROUND, TWO_SEATS)
    assert kinds(found) == {Unlike.ORDER}
    assert found.complete


def test_reversed_editions_find_the_same() -> None:
    there, back = walk(LEAVES, WINS), walk(WINS, LEAVES)
    assert (len(there.positions), there.ends, there.worst()) == (len(back.positions), back.ends, back.worst())
    mirrored = {(unlike, frozenset((record, -count) for record, count in owed)) for unlike, owed, _ in back.found()}
    assert {(unlike, owed) for unlike, owed, _ in there.found()} == mirrored


@pytest.mark.parametrize(
    ("what", "wagers"),
    [("big-six", ("1", "joker")), ("craps", ("pass", "field")), ("sic-bo", ("small", "two-of-a-kind:2"))],
)
def test_a_game_does_not_differ_from_itself(what: str, wagers: tuple[str, ...]) -> None:
    game, rules = load(what)
    made = tuple(Wager(1, wager, 100 * game.law.catalogue(rules)[wager].unit_cents) for wager in wagers)
    found = beside(Side(game, rules), Side(game, rules), made)
    assert found.complete and found.ends > 1
    assert (kinds(found), found.notes) == ({Unlike.SAME}, {})
    assert found.chance(lambda way: way.ends is Unlike.SAME) == 1  # also where a roll leads back to the same position


# What is bounded


def test_a_walk_that_is_stopped_says_so_and_tells_no_chances() -> None:
    found = walk(LEAVES, WINS, most=3)
    assert not found.complete
    assert len(found.positions) == 3
    assert found.chance(lambda way: way.ends is Unlike.GAIN) is None


def test_of_the_amounts_of_a_choice_only_those_are_tried_that_were_asked_for() -> None:
    one = wide(side(LEAVES), 100, 300)
    tried = {way.fact.cents for p in beside(one, one).positions for way in p.ways if isinstance(way.fact, Choose)}
    assert tried == {0, 100, 300}
    least_only = Lockstep((one, one), Made(ONE), amounts=least)
    tried = {way.fact.cents for p in least_only.positions for way in p.ways if isinstance(way.fact, Choose)}
    assert tried == {0, 100}


# What is awaited otherwise


def wide(one: Side, low: int, high: int) -> Side:
    """The same with another range of what a war wager may be."""

    def due(rules: Rules, state: Any) -> Due:
        found = one.game.law.due(rules, state)
        if not isinstance(found, Choices):
            return found
        ranged = [replace(o, low_cents=low, high_cents=high) if o.low_cents else o for o in found.open[0].options]
        return replace(found, open=(replace(found.open[0], options=tuple(ranged)), *found.open[1:]))

    return replace(one, game=altered(one.game, due=due))


def changed(one: Side, **functions: Any) -> Side:
    return replace(one, game=altered(one.game, **functions))


def notes(found: Lockstep) -> set[tuple[str, str]]:
    return {(note.kind, note.says) for note in found.notes.values()}


def test_other_chances_are_a_difference_and_both_are_told() -> None:
    plain = side(LEAVES)

    def due(rules: Rules, state: Any) -> Due:
        found = plain.game.law.due(rules, state)
        return replace(found, weights={**found.weights, 6: 5}) if isinstance(found, Chance) else found

    found = beside(changed(plain, due=due), plain)
    assert ("chance", "the die of seat 1 has other chances") in notes(found)
    assert found.worst() is Unlike.SAME
    start = found.positions[0]
    assert [way.weights for way in start.ways] == [(1, 1)] * 5 + [(5, 1)]


def test_chances_that_are_the_same_in_other_units_are_no_difference() -> None:
    plain = side(LEAVES)

    def due(rules: Rules, state: Any) -> Due:
        found = plain.game.law.due(rules, state)
        return replace(found, weights=dict.fromkeys(found.weights, 7)) if isinstance(found, Chance) else found

    assert notes(beside(changed(plain, due=due), plain)) == set()


def test_an_outcome_that_only_one_side_knows_ends_the_comparison_there() -> None:
    plain = side(LEAVES)

    def due(rules: Rules, state: Any) -> Due:
        found = plain.game.law.due(rules, state)
        return replace(found, weights=dict.fromkeys(range(1, 6), 1)) if isinstance(found, Chance) else found

    found = beside(plain, changed(plain, due=due))
    assert found.worst() is Unlike.UNSHARED
    only_one = [way for way in found.positions[0].ways if way.ends is Unlike.UNSHARED]
    assert [(way.fact, way.met, way.weights) for way in only_one] == [(Result(6), (True, False), (1, 0))]
    assert found.chance(lambda way: way.ends is Unlike.UNSHARED, 1) == 0
    assert found.chance(lambda way: way.ends is Unlike.UNSHARED, 0) == 1 - found_shared(found)


def found_shared(found: Lockstep) -> Fraction:
    shared = found.chance(lambda way: way.ends is not Unlike.UNSHARED, 0, "surrender")
    assert shared == Fraction(5, 6) ** 2
    best = found.chance(lambda way: way.ends is Unlike.UNSHARED, 0, "go-to-war")
    assert best == 1 - Fraction(5, 6) ** 2 + Fraction(5, 36) * (1 - Fraction(5, 6) ** 2)
    return 1 - best


def test_a_choice_that_only_one_side_offers_is_told() -> None:
    plain = side(LEAVES)

    def due(rules: Rules, state: Any) -> Due:
        found = plain.game.law.due(rules, state)
        if not isinstance(found, Choices):
            return found
        asked = found.open[0]
        return replace(found, open=(replace(asked, options=asked.options[:1]),))

    found = beside(plain, changed(plain, due=due))
    assert notes(found) == {("option", f"only under {LEAVES} seat:1 may choose go-to-war")}
    (note,) = found.notes.values()
    assert note.cites == cites("904a.4(a)")
    assert [way.fact for way in note.path] == [None, Result(1), Result(1)]


def test_other_amounts_are_told_and_those_of_both_are_tried() -> None:
    found = beside(wide(side(LEAVES), 100, 300), wide(side(LEAVES), 200, 900))
    assert notes(found) == {("amount", "seat:1 may put other amounts on go-to-war")}
    tried = {way.fact.cents for p in found.positions for way in p.ways if isinstance(way.fact, Choose)}
    assert tried == {0, 200, 300}


def test_a_choice_that_only_one_side_asks_for_is_walked_on_that_side_alone() -> None:
    """An edition without wars: a tie loses at once, whatever would have been chosen."""
    plain = side(LEAVES)
    edition = replace(plain.rules.edition, id="2005-peace")
    peace = Side(altered(plain.game, advance=lambda rules, state, fact: peaceful(plain.game, rules, state, fact)),
                 replace(plain.rules, edition=edition))  # fmt: skip
    found = beside(plain, peace)
    assert ("asked", f"only under {LEAVES} seat:1 is asked: surrender, go-to-war") in notes(found)
    assert ("longer", f"only under {LEAVES} the die of seat 1 is awaited") in notes(found)
    assert found.complete
    assert found.worst() is Unlike.GAIN
    surrendered = found.chance(lambda way: way.ends is not Unlike.GAIN)
    assert surrendered == 1  # who surrenders loses the same, only later


def peaceful(game: AnyGame, rules: Rules, state: Any, fact: Fact) -> Any:
    step = game.law.advance(rules, state, fact)
    if isinstance(fact, Result) and step.state.phase == "choosing":
        return game.law.advance(rules, step.state, Choose(seat_account(1), "surrender"))
    return step


def test_a_wager_that_only_one_side_takes_is_told_with_its_reason() -> None:
    plain = side(LEAVES)

    def refuse(rules: Rules, state: Any, fact: Fact) -> Refusal | None:
        return Refusal("not on a Sunday", cites("904a.2")) if isinstance(fact, Wager) else None

    found = beside(plain, changed(plain, refuse=refuse))
    assert found.start is None
    assert notes(found) == {("wager", f"only {LEAVES} refuses initial: not on a Sunday")}
    assert notes(beside(changed(plain, refuse=refuse), changed(plain, refuse=refuse))) == set()


def test_a_choice_that_takes_more_than_a_name_leaves_the_walk_incomplete() -> None:
    plain = side(LEAVES)

    def refuse(rules: Rules, state: Any, fact: Fact) -> Refusal | None:
        return Refusal("say how", cites("904a.4(a)")) if isinstance(fact, Choose) else None

    found = beside(changed(plain, refuse=refuse), changed(plain, refuse=refuse))
    assert not found.complete
    assert notes(found) == set()


def test_cards_read_elsewhere_are_told() -> None:
    plain = side(LEAVES)

    def due(rules: Rules, state: Any) -> Due:
        found = plain.game.law.due(rules, state)
        return replace(found, slots=("9",)) if isinstance(found, Chance) else found

    found = beside(plain, changed(plain, due=due))
    assert ("slots", "the die of seat 1 is read at another place (nowhere and 9)") in notes(found)
    assert found.worst() is Unlike.SAME


def test_a_window_that_opens_again_is_closed_on_either_side() -> None:
    """Hazard Run: a wager lives on over rolls, and positions lead back to themselves."""
    game, rules = toy("hazard-run")
    found = beside(Side(game, rules), Side(game, rules), (Wager(1, "run", 500),))
    assert isinstance(game.law.due(rules, ready(game, rules)), Wagers)
    assert found.complete and len(found.positions) == 7
    assert found.chance(lambda way: way.ends is Unlike.SAME) == 1
