"""Events have the fields of their kind, at every game and every toy; the schema that is derived from the kinds says the same."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, TypedDict, get_args

import jsonschema_rs
import pytest

import houseway
from contract import checks
from contract.play import (
    Command,
    altered,
    by_edition,
    carry_out,
    new_table,
    next_command,
    palette_of,
    reported,
    toy,
    toys_discovered,
)
from houseway.core import HOUSE, AnyGame, Event, event_schema, fields_problem, kinds_of
from houseway.core.event_kinds import ENVELOPE, SHARED_KINDS, Act, Mode, RoleText
from houseway.core.shapes import fields_of
from houseway.games import games
from houseway.law import Rules
from houseway.law.roles import ROLES
from houseway.numerics.sources import SeededSource
from houseway.records.lines import clock_text
from houseway.table import Table
from houseway.table.reader import HOW, MODES, READERS
from transcripts.test_transcripts import SCRIPTS, played

with toys_discovered():
    GAMES = list(games().values())
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
COMMANDS = 80
PACKAGE = Path(houseway.__file__).parent


# What happens fits its kind


def something_wrong(game: AnyGame, rules: Rules, rng: Random) -> Command:
    """An irregularity of the chapter, as somebody may report it."""
    cite = rng.choice([cite for cite in game.law.reports if cite in rules.cites])
    by = rng.choice(("dealer", "dealer", "boxperson", "floorperson"))
    about: Command = {"seat": rng.randint(1, 2), "position": rng.choice((1, 2, "dealer")), "present": "floorperson"}
    return reported(rules, cite, by, **(about if rng.random() < 0.7 else {"dice": [3, 4]}))


def session_of(game: AnyGame, rules: Rules, mode: str) -> Table:
    """Random play in which more goes wrong than usual."""
    table, rng = new_table(game, rules, SeededSource(f"kinds-{mode}"), mode), Random(f"kinds-{mode}")
    palette = palette_of(game, rules, rng)
    for _ in range(COMMANDS):
        odd = game.law.reports and rng.random() < 0.1
        carry_out(table, something_wrong(game, rules, rng) if odd else next_command(table, rng, palette))
    for seat in (1, 2):
        if table.accounts.get(f"seat:{seat}"):  # a reading may keep chips from being given out before the opening
            table.cash_out(seat)
    table.close()
    return table


@pytest.mark.parametrize(("game", "rules"), by_edition())
@pytest.mark.parametrize("mode", ["automatic", "by-hand"])
def test_every_event_of_random_play_fits_its_kind(game: AnyGame, rules: Rules, mode: str) -> None:
    assert checks.event_fields(game, session_of(game, rules, mode).events) == []


@lru_cache
def scripted(path: Path) -> Table:
    """A golden transcript's session, played once."""
    return played(path)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_every_event_of_a_golden_transcript_fits_its_kind(path: Path) -> None:
    assert checks.event_fields(scripted(path).game, scripted(path).events) == []


class Other(TypedDict):
    """Chips, with the seat's name."""

    seat: str
    cents: int


def test_an_event_that_does_not_fit_is_found() -> None:
    game, rules = toy("hazard-run")
    events = [event for event in new_table(game, rules).events if event.event == "bought-in"]
    assert len(events) == 3 and checks.event_fields(game, events) == []
    wrong = altered(game, event_kinds={"bought-in": Other})
    assert checks.event_fields(wrong, events)[2:] == [f"event {events[2].seq}, bought-in: seat: 3 is not text"]
    assert fields_problem(game, "dance", {}) == (
        "dance is not a kind of event of hazard-run; list it in its event_kinds"
    )


# The kinds themselves


@EACH
def test_what_a_game_says_is_listed(game: AnyGame) -> None:
    own, everywhere, cards = (
        set(said_in(folder)) for folder in (game.chapter.folder, PACKAGE / "core", PACKAGE / "cardroom")
    )
    with_cards = "cover-card" in kinds_of(game)
    said = own | everywhere | (cards if with_cards else set())
    assert said - kinds_of(game).keys() == set()
    assert {"no-more-bets", "result"} <= said
    assert own or with_cards  # a card game may leave all words to what card chapters share


@lru_cache
def said_in(folder: Path) -> frozenset[str]:
    """The events that the modules of a folder name where something is said."""
    return frozenset(
        name for path in folder.rglob("*.py") if "Said(" in (text := path.read_text()) for name in _said(text)
    )


def _said(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Said":
            named = node.args[2] if len(node.args) > 2 else ast.Constant("announced")
            named = next((word.value for word in node.keywords if word.arg == "event"), named)
            if isinstance(named, ast.Constant):
                yield str(named.value)


@EACH
def test_a_game_extends_a_shared_kind_and_takes_nothing_from_it(game: AnyGame) -> None:
    for event in game.law.event_kinds.keys() & SHARED_KINDS.keys():
        own, shared = fields_of(game.law.event_kinds[event]), fields_of(SHARED_KINDS[event])
        assert {name: own.get(name) for name in shared} == shared, event


@EACH
def test_no_field_has_the_name_of_something_that_every_event_has(game: AnyGame) -> None:
    clashes = {event: fields_of(kind).keys() & set(ENVELOPE) for event, kind in kinds_of(game).items()}
    assert {event: names for event, names in clashes.items() if names} == {}


@EACH
def test_every_kind_says_what_it_is(game: AnyGame) -> None:
    assert [event for event, kind in kinds_of(game).items() if not kind.__doc__] == []


def test_the_words_of_the_kinds_are_those_of_the_law_and_the_table() -> None:
    assert get_args(RoleText) == ROLES
    assert get_args(Mode) == MODES
    assert set(get_args(Act)) == set(READERS) - {"draw"} | {"correct"}
    how, _ = fields_of(SHARED_KINDS["wager-placed"])["how"]
    assert get_args(how) == tuple(each for each in HOW if each != "chips")


# The schema


@lru_cache
def validator(game: AnyGame) -> Any:
    jsonschema_rs.meta.validate(event_schema(game))
    return jsonschema_rs.Draft202012Validator(event_schema(game))


@lru_cache
def by_kind(game: AnyGame) -> dict[str, Any]:
    """The validator of each kind: the kinds exclude each other, so that one of them decides, which is much faster."""
    kinds = event_schema(game)["oneOf"]
    found = {kind["properties"]["event"]["const"]: jsonschema_rs.Draft202012Validator(kind) for kind in kinds}
    assert len(found) == len(kinds) and all("event" in kind["required"] for kind in kinds)
    return found


def is_valid(game: AnyGame, sent: Mapping[str, Any]) -> bool:
    """Is it valid by the game's schema?"""
    return bool(by_kind(game).get(sent.get("event", ""), validator(game)).is_valid(sent))


def public(event: Event) -> dict[str, Any]:
    """An event as a service sends it."""
    return {**printed(event), "at": clock_text(event.at)}


def printed(event: Event) -> dict[str, Any]:
    """An event as `--json` prints it to the house."""
    sent: dict[str, Any] = json.loads(json.dumps(event.seen_by(HOUSE)))
    return sent


def different(events: Iterable[Event]) -> list[Event]:
    """One event of each kind and set of fields."""
    return list({(event.event, *sorted(event.fields)): event for event in events}.values())


@EACH
def test_real_events_are_valid_by_the_schema(game: AnyGame) -> None:
    tables = [scripted(path) for path in SCRIPTS if scripted(path).game.id == game.id]
    with toys_discovered():
        rules = tables[0].rules if tables else toy(game.id)[1]
    events = different(event for table in (*tables, session_of(game, rules, "automatic")) for event in table.events)
    assert len({event.event for event in events}) > 10
    for event in events:
        assert is_valid(game, printed(event)), event.seen_by(HOUSE)
        assert is_valid(game, public(event)), event.seen_by(HOUSE)
    assert all(validator(game).is_valid(public(event)) for event in events[:2])  # by the schema as a whole


@EACH
def test_an_event_with_a_field_too_many_or_too_few_is_not_valid(game: AnyGame) -> None:
    with toys_discovered():
        rules = toy(game.id)[1]
    for event in {event.event: event for event in session_of(game, rules, "automatic").events}.values():
        required = [name for name, (_, needed) in fields_of(kinds_of(game)[event.event]).items() if needed]
        sent = public(event)
        assert not is_valid(game, {**sent, "strange": 1}), event.event
        assert fields_problem(game, event.event, {**event.fields, "strange": 1}) is not None
        for name in ("event", "seq", "cites", *required):
            assert not is_valid(game, {key: value for key, value in sent.items() if key != name}), name
        for name in required:
            less = {key: value for key, value in event.fields.items() if key != name}
            assert fields_problem(game, event.event, less) == f"{name} is missing"
    assert not is_valid(game, {"event": "dance", "seq": 1, "round": 1, "cites": []})


def test_the_example_in_the_documents_runs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "commands.md").read_text()
    (example,) = re.findall(r"### The schema of events.*?```python\n(.*?)```", text, re.S)
    names: dict[str, Any] = {}
    exec(example, names)
    assert {"const": "wager-settled"} in [each["properties"]["event"] for each in names["schema"]["oneOf"]]
    assert {"number", "points"} <= fields_of(names["fields"]).keys()
