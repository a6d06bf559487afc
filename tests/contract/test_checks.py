"""The checks themselves: each finds what it is for, in a toy that is broken on purpose."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from contract import checks
from contract.hiding import interference
from contract.play import NOW, altered, new_table, session, states_of, toy
from houseway.core import (
    Area,
    Chance,
    Done,
    Due,
    Event,
    Fact,
    Irregularity,
    Moment,
    Move,
    NoMoreBets,
    Refusal,
    Result,
    Said,
    Step,
    Wager,
)
from houseway.law import Citation, cites
from houseway.numerics.sources import SeededSource

HAZARD, HAZARD_RULES = toy("hazard-run")
PEEK, PEEK_RULES = toy("peek")
BANK, BANK_RULES = toy("bank")
NOT_OF_THIS_CHAPTER = cites("999a.1")


@pytest.fixture(scope="module")
def hazard_states() -> list[Any]:
    return states_of(HAZARD, HAZARD_RULES)


@pytest.fixture(scope="module")
def peek_states() -> list[Any]:
    return states_of(PEEK, PEEK_RULES)


def test_an_area_too_many_too_few_or_over_another_is_found() -> None:
    layout = HAZARD.present.layout(HAZARD_RULES)
    first, second, *rest = layout.areas

    def found(*areas: Area) -> list[str]:
        game = altered(HAZARD, layout=lambda rules: replace(layout, areas=areas))
        return checks.areas(game, HAZARD_RULES)

    assert found(first, *rest) == ["against has 0 areas"]
    assert found(first, replace(second, x=first.x + 1), *rest) == ["run lies over against"]
    assert found(first, replace(second, width=0), *rest) == ["the area against has no room"]
    assert found(first, second, *rest, replace(first, wager="craps", y=50)) == ["the area craps is no wager"]


def test_an_offer_that_is_not_priced_or_not_cited_is_found() -> None:
    offers = HAZARD.law.catalogue(HAZARD_RULES)
    unpriced = altered(HAZARD, catalogue=lambda rules: {"run": replace(offers["run"], payouts=())})
    assert checks.offers(unpriced, HAZARD_RULES) == ["run has no line that pays it"]
    elsewhere = altered(HAZARD, catalogue=lambda rules: {"run": replace(offers["run"], cite=NOT_OF_THIS_CHAPTER[0])})
    assert checks.offers(elsewhere, HAZARD_RULES) == ["the offer of run cites 999a.1, which is not in 2000-toy"]


def test_a_weight_of_nothing_is_found(hazard_states: list[Any]) -> None:
    def due(rules: Any, state: Any) -> Due:
        found = HAZARD.law.due(rules, state)
        return replace(found, weights={**found.weights, (7, 7): 0}) if isinstance(found, Chance) else found

    findings = checks.weights(altered(HAZARD, due=due), HAZARD_RULES, hazard_states)
    assert findings
    assert "(7, 7) weighs 0" in findings[0]


def test_a_choice_that_is_not_declared_is_found(peek_states: list[Any]) -> None:
    game = replace(PEEK, law=replace(PEEK.law, choices={"stand": "", "draw": ""}))
    found = checks.choices(game, PEEK_RULES, peek_states)
    assert found == ['"double" is not declared in Law.choices']


def test_a_payout_that_no_line_says_is_found(hazard_states: list[Any]) -> None:
    def advance(rules: Any, state: Any, fact: Fact) -> Step[Any]:
        step = HAZARD.law.advance(rules, state, fact)
        tipped = tuple(replace(s, moves=(*s.moves, Move("inventory", f"seat:{s.seat}", 1))) for s in step.settled)
        return replace(step, settled=tipped)

    findings = checks.payouts(altered(HAZARD, advance=advance), HAZARD_RULES, hazard_states)
    assert any("which no line that it cites says" in each for each in findings)
    assert any("lost and got 1" in each for each in findings)
    assert any("was returned as" in each for each in findings)


def test_a_citation_of_nowhere_and_a_settlement_without_one_are_found(hazard_states: list[Any]) -> None:
    def advance(rules: Any, state: Any, fact: Fact) -> Step[Any]:
        step = HAZARD.law.advance(rules, state, fact)
        said = tuple(replace(each, cites=NOT_OF_THIS_CHAPTER) for each in step.said)
        return replace(step, said=said, settled=tuple(replace(each, because=()) for each in step.settled))

    findings = checks.citations(altered(HAZARD, advance=advance), HAZARD_RULES, hazard_states)
    assert '"No more bets." cites 999a.1, which is not in 2000-toy' in findings
    assert "the settlement of run cites nothing" in findings


@pytest.mark.parametrize(
    "key",
    [
        lambda rules, state: (state.phase, state.placed),  # forgets the point
        lambda rules, state: (state.phase, state.point, tuple((p.seat, p.id, p.cents) for p in state.placed)),
        lambda rules, state: (state.phase, state.point, tuple((p.seat, p.id, p.data) for p in state.placed)),
        lambda rules, state: (state.point, state.placed),  # forgets the phase
    ],
    ids=["point", "memory", "stake", "phase"],
)
def test_a_key_that_forgets_something_is_found(key: Any, hazard_states: list[Any]) -> None:
    assert checks.bisimulation(HAZARD, HAZARD_RULES, hazard_states) == []
    findings = checks.bisimulation(altered(HAZARD, key=key), HAZARD_RULES, hazard_states)
    assert findings
    assert "different futures" in findings[0]


def test_a_key_that_forgets_the_range_of_the_hole_card_is_found(peek_states: list[Any]) -> None:
    def key(rules: Any, state: Any) -> Any:
        return PEEK.law.key(rules, replace(state, range=state.range and "read"))

    assert checks.alike(PEEK, PEEK_RULES, peek_states) > 50
    assert checks.bisimulation(PEEK, PEEK_RULES, peek_states) == []
    assert checks.bisimulation(altered(PEEK, key=key), PEEK_RULES, peek_states)


@pytest.mark.parametrize(
    "lump",
    [
        lambda rules, state, outcome: "all",
        lambda rules, state, outcome: sum(outcome) % 6,
        lambda rules, state, outcome: min(sum(outcome), 11),
    ],
    ids=["everything", "remainder", "eleven-and-twelve"],
)
def test_a_lump_that_hides_a_difference_is_found(lump: Any, hazard_states: list[Any]) -> None:
    assert checks.lumping(HAZARD, HAZARD_RULES, hazard_states) == []
    assert checks.lumping(altered(HAZARD, lump=lump), HAZARD_RULES, hazard_states)


def test_a_successor_who_must_make_a_wager_that_the_point_forbids_is_a_deadlock() -> None:
    """A shooter passes the dice with a point on: the window cannot close without a line wager."""

    def refuse(rules: Any, state: Any, fact: Fact) -> Refusal | None:
        if isinstance(fact, NoMoreBets) and not any(placed.id == "run" for placed in state.placed):
            return Refusal("the shooter must make a run first", cites("901a.2(a)"))
        if isinstance(fact, Wager) and fact.id != "run":
            return Refusal("only runs are made here", cites("901a.2"))
        return HAZARD.law.refuse(rules, state, fact)

    broken = altered(HAZARD, refuse=refuse)
    opened = HAZARD.law.advance(HAZARD_RULES, HAZARD.law.open(HAZARD_RULES), _opening()).state
    assert checks.progress(broken, HAZARD_RULES, [opened], NOW) == []
    findings = checks.progress(broken, HAZARD_RULES, [replace(opened, point=6)], NOW)
    assert findings == [f"nothing that answers Wagers is lawful in {replace(opened, point=6)}"]


def test_a_betting_window_that_wagers_fill_and_nothing_closes_is_found(hazard_states: list[Any]) -> None:
    def refuse(rules: Any, state: Any, fact: Fact) -> Refusal | None:
        if isinstance(fact, NoMoreBets):
            return Refusal("never", cites("901a.3"))
        return HAZARD.law.refuse(rules, state, fact)

    few = [state for state in hazard_states if state.phase == "betting"][:2]
    findings = checks.progress(altered(HAZARD, refuse=refuse), HAZARD_RULES, few, NOW)
    assert [each.partition(" in ")[0] for each in findings] == ["the betting can never be closed"] * 2


def test_an_outcome_that_our_own_source_may_draw_and_is_refused_is_found(hazard_states: list[Any]) -> None:
    def refuse(rules: Any, state: Any, fact: Fact) -> Refusal | None:
        return Refusal("unlucky", cites("901a.3")) if isinstance(fact, Result) and fact.value == (6, 6) else None

    findings = checks.progress(altered(HAZARD, refuse=refuse), HAZARD_RULES, hazard_states, NOW)
    assert any("an outcome of the roll of the dice is refused" in each for each in findings)


def test_a_seat_that_is_asked_and_can_answer_nothing_is_found(peek_states: list[Any]) -> None:
    def refuse(rules: Any, state: Any, fact: Fact) -> Refusal | None:
        mute = getattr(fact, "who", "") == "seat:2"
        return Refusal("not you", cites("902a.4")) if mute else PEEK.law.refuse(rules, state, fact)

    findings = checks.progress(altered(PEEK, refuse=refuse), PEEK_RULES, peek_states, NOW)
    assert any("seat:2 is asked and can answer nothing" in each for each in findings)


def test_a_round_that_never_ends_is_found(hazard_states: list[Any]) -> None:
    def advance(rules: Any, state: Any, fact: Fact) -> Step[Any]:
        return Step(state) if isinstance(fact, Result) else HAZARD.law.advance(rules, state, fact)

    findings = checks.rounds_end(altered(HAZARD, advance=advance), HAZARD_RULES, hazard_states[:60], NOW)
    assert any("no betting window follows" in each for each in findings)


def _played() -> list[Event]:
    table = new_table(BANK, BANK_RULES, SeededSource("bank"))
    for _ in session(table, "bank", 80):
        pass
    return table.events


def test_money_that_comes_from_nowhere_or_is_owed_is_found() -> None:
    events = _played()
    assert checks.conservation(BANK, events) == []
    last = max(n for n, event in enumerate(events) if event.event == "wager-settled")
    owing = replace(events[last], moves=(*events[last].moves, Move("levy", "inventory", 10**9)))
    findings = checks.conservation(BANK, [*events[:last], owing, *events[last + 1 :]])
    assert "levy holds" in findings[0]
    off = replace(events[last], moves=())
    assert any(
        "lie on the layout" in each for each in checks.conservation(BANK, [*events[:last], off, *events[last + 1 :]])
    )


def test_a_forged_settlement_and_a_forged_patch_are_found() -> None:
    events = _played()
    assert checks.audit_is_live(BANK, BANK_RULES, events) == []
    at = next(n for n, event in enumerate(events) if event.event == "wager-settled")
    forged = replace(events[at], fields={**events[at].fields, "returned_cents": 12345})
    findings = checks.audit_is_live(BANK, BANK_RULES, [*events[:at], forged, *events[at + 1 :]])
    assert len(findings) == 1
    assert "decided otherwise" in findings[0]


def test_a_game_that_does_not_say_the_same_twice_is_found() -> None:
    events = _played()
    moody = altered(BANK, advance=_moody())
    assert checks.audit_is_live(moody, BANK_RULES, events)


def _moody() -> Any:
    turns = iter(range(10**6))

    def advance(rules: Any, state: Any, fact: Fact) -> Step[Any]:
        step = BANK.law.advance(rules, state, fact)
        if not step.said:
            return step
        return replace(step, said=(*step.said, Said(f"Turn {next(turns)}.", cites("903a.1"))))

    return advance


def test_an_event_that_cites_another_edition_is_found() -> None:
    events = _played()
    wrong = replace(events[0], cites=(Citation("999a.1"),))
    assert checks.events_cite(BANK_RULES, [wrong]) == ["table-opened cites 999a.1, which is not in 2000-toy"]
    assert checks.events_cite(BANK_RULES, [replace(events[0], event="act-refused", cites=())])


def test_a_view_that_shows_the_cards_of_others_is_found() -> None:
    def view(rules: Any, state: Any, who: str) -> Any:
        return {**PEEK.law.view(rules, state, who), "cards": [hand.cards for hand in state.hands]}

    assert any("the view of seat:" in each for each in interference(altered(PEEK, view=view), PEEK_RULES, "leak")[0])


def test_an_event_that_tells_all_what_one_has_seen_is_found() -> None:
    def advance(rules: Any, state: Any, fact: Fact) -> Step[Any]:
        step = PEEK.law.advance(rules, state, fact)
        return replace(step, said=tuple(replace(said, to="all") for said in step.said))

    findings, _ = interference(altered(PEEK, advance=advance), PEEK_RULES, "leak")
    assert any(each.startswith("the events of draw tell seat:") for each in findings)


def test_a_game_that_denies_that_it_hides_something_is_found() -> None:
    open_book = altered(PEEK, hidden_from=lambda rules, state, who: False)
    findings, _ = interference(open_book, PEEK_RULES, "leak")
    assert "the best play of seat:2 could look at what seat:2 has not seen" in findings


def test_a_reader_that_keeps_the_hole_card_in_the_state_is_found() -> None:
    """The device is to tell the range; this one reads the face itself and the state keeps it."""

    def honest(state: Any) -> Any:
        return replace(state, range="low" if state.range[:1] in "123" else "high") if state.range else state

    def due(rules: Any, state: Any) -> Due:
        found = PEEK.law.due(rules, honest(state))
        reader = isinstance(found, Chance) and found.read is not None
        return replace(found, read=None, to="reader") if reader and isinstance(found, Chance) else found

    def advance(rules: Any, state: Any, fact: Fact) -> Step[Any]:
        found = PEEK.law.due(rules, state)
        if isinstance(fact, Result) and isinstance(found, Chance) and found.read is not None:
            step = PEEK.law.advance(rules, state, Result(found.read(fact.value)))
            return replace(step, state=replace(step.state, range=fact.value))
        step = PEEK.law.advance(rules, honest(state), fact)
        kept = replace(step.state, range=state.range) if step.state.range else step.state
        return replace(step, state=kept)

    findings, _ = interference(altered(PEEK, due=due, advance=advance), PEEK_RULES, "leak")
    assert "the state after draw holds what nobody has seen" in findings
    assert "the best play of seat:1 could look at what seat:1 has not seen" in findings


def _opening() -> Done:

    return Done("opening", Moment(0))


def test_a_note_that_no_step_declares_is_found() -> None:
    opening = [HAZARD.law.open(HAZARD_RULES)]
    assert checks.noted(HAZARD, HAZARD_RULES, opening) == []
    strange = altered(HAZARD, normal_notes=lambda rules, state, step: {"mood": "good"})
    assert checks.noted(strange, HAZARD_RULES, opening) == [
        "901a.1 : mood is not a field here; there are verified, and note for free text"
    ]
    wrong = altered(HAZARD, normal_notes=lambda rules, state, step: {"verified": 1})
    assert checks.noted(wrong, HAZARD_RULES, opening) == ["901a.1 : verified: 1 is not true or false"]


def test_a_report_that_is_not_listed_is_found_and_one_that_is_never_taken() -> None:
    states = states_of(PEEK, PEEK_RULES)
    assert checks.reports(PEEK, PEEK_RULES, states) == []

    def lenient(rules: Any, state: Any, fact: Fact) -> Refusal | None:
        taken = isinstance(fact, Irregularity) and fact.cite == "902a.4"
        return None if taken else PEEK.law.refuse(rules, state, fact)

    assert checks.reports(altered(PEEK, refuse=lenient), PEEK_RULES, states) == [
        "902a.4 can be reported and is not listed"
    ]

    def strict(rules: Any, state: Any, fact: Fact) -> Refusal | None:
        never = Refusal("nothing is an irregularity here", cites("902a.7"))
        return never if isinstance(fact, Irregularity) else PEEK.law.refuse(rules, state, fact)

    assert checks.reports(altered(PEEK, refuse=strict), PEEK_RULES, states) == [
        "902a.7 is listed and is never an irregularity"
    ]
