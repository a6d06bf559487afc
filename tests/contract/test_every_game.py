"""The contract of the protocol, held for every game that is discovered and for the toys, in every edition and reading."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import pytest

from contract import checks
from contract.hiding import interference
from contract.play import NOW, everything, new_table, session, states_of, walked
from houseway.core import AnyGame, BuyIn, Chance, Moment
from houseway.core.plain import canonical, plain
from houseway.law import BadInput, Rules
from houseway.numerics.sources import SeededSource
from support import sized

# All that is held of some rules at once; where states are walked, by day only choices that change the course of a round
EVERY = pytest.mark.parametrize(("game", "rules"), everything(), scope="module")
WALKED = pytest.mark.parametrize(("game", "rules"), walked(), scope="module")
YEAR = 365 * 24 * 3600


def crossed(tables: Iterable[Any], first: Any, *others: Any) -> list[Any]:
    """Tables and another parameter: by day, its other values only at the first table of each game, its default one."""
    found, seen = [], set[str]()
    for table in tables:
        game = table.values[0].id
        elsewhere = table.marks if game not in seen else (pytest.mark.nightly,)
        seen.add(game)
        found.append(pytest.param(*table.values, first, id=f"{table.id}-{first}", marks=table.marks))
        found += [pytest.param(*table.values, each, id=f"{table.id}-{each}", marks=elsewhere) for each in others]
    return found


@lru_cache
def reached(game: AnyGame, rules: Rules) -> tuple[Any, ...]:
    """The states of some random play, found once."""
    return tuple(states_of(game, rules, sized(day=60, night=250), sized(day=130, night=900)))


@EVERY
def test_every_offer_is_priced_and_cited(game: AnyGame, rules: Rules) -> None:
    assert game.law.catalogue(rules)
    assert checks.offers(game, rules) == []


@EVERY
def test_each_wager_has_its_own_area_and_each_area_its_wager(game: AnyGame, rules: Rules) -> None:
    assert checks.areas(game, rules) == []


@EVERY
def test_names_of_choices_are_of_choices_that_the_game_has(game: AnyGame, rules: Rules) -> None:
    names = game.present.choice_names
    assert set(names) <= set(game.law.choices)
    assert len(set(names.values())) == len(names)
    for choice, fields in game.present.choice_fields.items():
        assert choice in game.law.choices
        with pytest.raises(BadInput) as wrong:  # the reader knows these fields, and looks into them
            game.present.read_choice(rules, choice, dict.fromkeys(fields, "?"))
        assert str(wrong.value).startswith(tuple(f"{name}: " for name in fields))


@WALKED
def test_weights_are_whole_and_positive(game: AnyGame, rules: Rules) -> None:
    assert checks.weights(game, rules, reached(game, rules)) == []


@WALKED
def test_every_choice_that_is_offered_is_declared(game: AnyGame, rules: Rules) -> None:
    assert checks.choices(game, rules, reached(game, rules)) == []


@WALKED
def test_every_reachable_payout_is_priced(game: AnyGame, rules: Rules) -> None:
    assert checks.payouts(game, rules, reached(game, rules)) == []


@WALKED
def test_everything_due_said_and_settled_cites_this_edition(game: AnyGame, rules: Rules) -> None:
    assert checks.citations(game, rules, reached(game, rules)) == []


@WALKED
def test_key_is_a_bisimulation(game: AnyGame, rules: Rules) -> None:
    states = reached(game, rules)
    assert len(states) > 50  # a game of three wagers has 67
    assert checks.bisimulation(game, rules, states) == []


@WALKED
def test_the_key_and_lump_of_a_round_are_sound_until_its_end(game: AnyGame, rules: Rules) -> None:
    if game.walk.round_key is None and game.walk.round_lump is None:
        return  # they are those of the whole game, tested above and below
    states = [state for state in reached(game, rules) if game.law.placed(state)][
        ::8
    ]  # the chapter's own tests go through all
    short = checks.within_round(game)
    assert checks.bisimulation(short, rules, states) == []
    assert checks.lumping(short, rules, states) == []


@WALKED
def test_lump_is_sound(game: AnyGame, rules: Rules) -> None:
    assert checks.lumping(game, rules, reached(game, rules)) == []


@pytest.mark.parametrize(("game", "rules", "at"), crossed(walked(), NOW, Moment(NOW + YEAR)), scope="module")
def test_some_answer_to_what_is_due_is_always_lawful(game: AnyGame, rules: Rules, at: Moment) -> None:
    states = reached(game, rules)
    assert checks.progress(game, rules, states, at) == []
    assert checks.rounds_end(game, rules, states[:: sized(day=2, night=1)], at) == []


@WALKED
def test_what_a_step_usually_notes_is_declared(game: AnyGame, rules: Rules) -> None:
    assert checks.noted(game, rules, reached(game, rules)) == []


@WALKED
def test_what_can_be_reported_is_declared_and_nothing_else(game: AnyGame, rules: Rules) -> None:
    assert checks.reports(game, rules, reached(game, rules)) == []


@WALKED
def test_states_are_built_again_as_they_were(game: AnyGame, rules: Rules) -> None:
    assert checks.round_trips(game, reached(game, rules)) == []


@pytest.mark.parametrize(
    ("game", "rules", "mode"), crossed(everything(), "automatic", "opening-by-hand", "by-hand"), scope="module"
)
def test_money_is_conserved_and_the_fold_and_the_audit_equal_the_live_table(
    game: AnyGame, rules: Rules, mode: str
) -> None:
    table = new_table(game, rules, SeededSource(f"records-{mode}"), mode)
    live = checks.LiveFold()
    for _ in session(table, f"records-{mode}", sized(day=45 if mode == "automatic" else 80, night=120)):
        assert live.differs(table) == []
    assert checks.conservation(game, table.events) == []
    assert checks.events_cite(rules, table.events) == []
    assert checks.audit_is_live(game, rules, table.events) == []
    assert {"wager-placed", "wager-settled", "no-more-bets", "act-refused"} <= {event.event for event in table.events}


@EVERY
def test_the_same_seed_gives_the_same_events_byte_for_byte(game: AnyGame, rules: Rules) -> None:
    def once() -> str:
        table = new_table(game, rules, SeededSource("again"))
        for _ in session(table, "again", 60):
            pass
        return canonical(plain(table.events))

    assert once() == once()


@WALKED
def test_what_nobody_has_seen_changes_nothing(game: AnyGame, rules: Rules) -> None:
    findings, tried = interference(game, rules, "hidden", sized(day=12, night=60))
    assert findings == []
    places = any(isinstance(due := game.law.due(rules, state), Chance) and due.slots for state in reached(game, rules))
    assert (tried > 0) == places  # where faces lie in places, other faces were tried there


@EVERY
def test_no_wager_is_called_on_or_off_that_is_not_there(game: AnyGame, rules: Rules) -> None:
    table = new_table(game, rules)
    for wager in game.law.catalogue(rules):
        refused = table.do({"do": "working", "seat": 1, "id": wager, "on": False})[0]
        assert refused.event == "act-refused", wager
        assert refused.cites


@WALKED
def test_a_buy_in_neither_decides_nor_reopens_anything(game: AnyGame, rules: Rules) -> None:
    """Buy-ins come at any time: what is due stays due, wagers stay, and no round begins or ends."""
    for state in reached(game, rules)[::16]:
        step = game.law.advance(rules, state, BuyIn(1, 500))
        before, after = game.law.due(rules, state), game.law.due(rules, step.state)
        assert (type(after), step.settled) == (type(before), ())
        assert game.law.placed(step.state) == game.law.placed(state)
