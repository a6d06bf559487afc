"""Conformance vectors: inputs that a laboratory feeds to a device or a table, and the outputs that the rules require.

`results`: every result of chance, with its effect on every wager that does not depend on choices. For a wager that stays up
for several results, there are rows for each of the `positions` in which it ends in a different way: with a point on, moved to
a number, called on, or after earlier cards. `rounds`: for games with cards and tiles, seeded rounds that together end in every
way that was seen; `scripts`: rounds found for single paragraphs that end in other ways. Devices (lights, lamps, starting
positions) have separate files, from `Presentation.device_vectors`.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from houseway.core import AnyGame, Event, Outcome
from houseway.core.plain import plain
from houseway.documents.example_rounds import ExampleRound, rounds, stake_of, strategies_to_show
from houseway.documents.wager_positions import Position, positions
from houseway.law import Rules
from houseway.questions.example import ROUND, shipped
from houseway.questions.search_node import SEED, played
from houseway.questions.shrinking import LONG

Rows = list[dict[str, Any]]
Way = frozenset[tuple[Any, ...]]  # how the wagers of a round ended
ROUNDS: Final = 250  # seeded rounds to play for each wager's first strategy
FURTHER: Final = 120  # seeded rounds to play for each further strategy
FILLED: Final = 60  # keep at least this many rounds


def vectors(game: AnyGame, rules: Rules) -> dict[str, Rows]:
    """Every table of vectors of a game by name."""
    found = {name: [dict(plain(row)) for row in rows] for name, rows in game.present.device_vectors(rules).items()}
    if any(game.walk.strategies(rules, wager) for wager in game.priced(rules)):
        met: set[Way] = set()
        found["rounds"] = _rounds(game, rules, met)
        found["scripts"] = _scripts(game, rules, met)
    starts = list(_starts(game, rules))
    if any(position.after or position.situation for _, _, position in starts):
        found["positions"] = [_start(game, rules, *each) for each in starts]
    found["results"] = [row for each in starts for row in _results(game, rules, *each)]
    return {name: rows for name, rows in found.items() if rows}


def _starts(game: AnyGame, rules: Rules) -> Iterator[tuple[str, int, Position]]:
    """Each wager that does not depend on choices, in each position to list results for."""
    for wager in game.law.catalogue(rules):
        if game.law.made_by(wager) is None and not game.walk.strategies(rules, wager):
            stake = stake_of(game, rules, wager)
            yield from ((wager, stake, each) for each in positions(game, rules, wager, stake))


def _start(game: AnyGame, rules: Rules, wager: str, stake: int, position: Position) -> dict[str, Any]:
    """A position as everyone sees it, and how to get there."""
    view = plain(dict(game.law.view(rules, position.state, "all")))
    return {**_where(game, rules, wager, position), "stake_cents": stake, "position": json.dumps(view)}


def _where(game: AnyGame, rules: Rules, wager: str, position: Position) -> dict[str, Any]:
    after = [_shown(game, rules, outcome) for outcome in position.after]
    return {"wager": wager, "situation": position.situation, "after": json.dumps(after)}


def _shown(game: AnyGame, rules: Rules, outcome: Outcome) -> Any:
    return plain(dict(game.present.show_result(rules, outcome)))


def _results(game: AnyGame, rules: Rules, wager: str, stake: int, position: Position) -> Iterator[dict[str, Any]]:
    """The effect of each result on the wager in this position, in the order of the results."""
    ends = {outcome: end for end in position.ends for outcome in end.outcomes}
    where = _where(game, rules, wager, position)
    for outcome in position.due.outcomes():
        end = ends[outcome]
        yield {
            **where, "stake_cents": stake, "result": json.dumps(_shown(game, rules, outcome)), "ends": end.ends,
            "returned_cents": end.returned_cents, "vigorish_cents": end.vigorish_cents, "lies_as": end.lies_as,
            "cites": end.cites,
        }  # fmt: skip


# Games of cards and tiles


def _rounds(game: AnyGame, rules: Rules, met: set[Way]) -> Rows:
    """Seeded rounds of each wager and strategy: the first round for each ending, then more until there are enough."""
    kept: Rows = []
    for wager in (each for each in game.priced(rules) if game.law.made_by(each) is None):
        for n, strategy in enumerate(strategies_to_show(game, rules, wager)):
            for each in rounds(game, rules, wager, strategy, FURTHER if kept or n else ROUNDS):
                way = _way(each.settled)
                if way not in met or len(kept) < FILLED:
                    met.add(way)
                    kept.append(_round(each))
    return kept


def _way(settled: Iterable[Event]) -> Way:
    """How a round ends: each wager with its result, its return relative to the stake, and the paragraphs."""
    return frozenset(
        (end.fields["wager"], end.fields["result"], _per_stake(end), frozenset(map(str, end.cites))) for end in settled
    )


def _per_stake(end: Event) -> Fraction:
    back = int(end.fields["returned_cents"]) + int(end.fields.get("vigorish_cents", 0))
    return Fraction(back, max(1, int(end.fields["cents"])))


def _scripts(game: AnyGame, rules: Rules, met: set[Way]) -> Rows:
    """Rounds found for single paragraphs that end as no seeded round did: rare hands, a player's bank, surrender."""
    examples = shipped(game, rules.edition.id)
    kept: Rows = []
    for each in examples.found.values() if examples is not None else ():
        short = each.kind == ROUND and len(each.script) < LONG  # a long script is a session, not a round
        went = played(game, rules, tuple(dict(command) for command in each.script)) if short else None
        settled = [event for _, events in went or () for event in events if event.event == "wager-settled"]
        way = _way(settled)
        if settled and way not in met:
            met.add(way)
            kept.append({"cite": str(each.cite), "seed": SEED, "script": json.dumps(each.script), **_ends(settled)})
    return kept


def _round(example: ExampleRound) -> dict[str, Any]:
    events, settled = example.events, example.settled
    results = [_fed(each) for each in events if each.event == "result"]
    choices = [each.fields.get("choice", "") for each in events if each.event == "chosen"]
    return {
        "wager": example.wager,
        "strategy": example.strategy,
        "seed": example.seed,
        "results": json.dumps(results),
        "choices": json.dumps(choices),
        **_ends(settled),
    }


def _ends(settled: Iterable[Event]) -> dict[str, str]:
    """How the wagers of a round ended, and the paragraphs."""
    told = ("seat", "wager", "cents", "result", "returned_cents", "vigorish_cents")
    ends = [{key: each.fields[key] for key in told if key in each.fields} for each in settled]
    return {
        "ends": json.dumps(ends),
        "cites": " ".join(dict.fromkeys(str(cite) for each in settled for cite in each.cites)),
    }


def _fed(event: Event) -> dict[str, Any]:
    """The content of a result, without its source."""
    return {key: value for key, value in event.fields.items() if key not in ("source", "text", "by")}


# Files


def as_files(game: AnyGame, rules: Rules) -> Mapping[str, bytes]:
    """Each table as CSV, and all of them as JSON."""
    found = vectors(game, rules)
    head = {"game": game.id, "edition": rules.edition.id, "submission": rules.digest}
    files = {f"{name}.csv": _csv(rows).encode() for name, rows in found.items()}
    text = json.dumps({**head, "vectors": found}, indent=1, ensure_ascii=False) + "\n"
    return {**files, "vectors.json": text.encode()}


def _csv(rows: Rows) -> str:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(
        {key: json.dumps(value) if isinstance(value, list | dict) else value for key, value in row.items()}
        for row in rows
    )
    return out.getvalue()
