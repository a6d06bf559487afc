"""Conformance vectors: what a laboratory feeds to a device or a table, and what must come out, worked out by the rules.

`results`: every result of chance beside what becomes of every wager. Where a wager lives over several results, each situation
in which it can be made has its own rows. `rounds`: at games of cards and tiles, seeded rounds that between them end in every
way that was met. Devices (lights, lamps, starting positions) have files of their own, from `Presentation.device_vectors`.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from houseway.core import AnyGame, Chance, Choices, Event, Result, Settled, Wager
from houseway.core.driver import BY_ITSELF, Driver
from houseway.core.due import Stopped
from houseway.core.plain import plain
from houseway.documents.worked import Worked, rounds, stake_of, strategies_to_show
from houseway.law import Rules
from houseway.odds.graph import SEAT, ready

Rows = list[dict[str, Any]]
ROUNDS: Final = 400  # seeded rounds that are played to find every way to end
FURTHER: Final = 150  # and of each other way to play
FILLED: Final = 60  # at least so many of them are kept


def vectors(game: AnyGame, rules: Rules) -> dict[str, Rows]:
    """Every table of vectors of a game by name."""
    found = {name: [dict(plain(row)) for row in rows] for name, rows in game.present.device_vectors(rules).items()}
    results = list(_results(game, rules))
    if results:
        found["results"] = results
    else:
        found["rounds"] = _rounds(game, rules)
    return found


def _results(game: AnyGame, rules: Rules) -> Iterator[dict[str, Any]]:
    """What each result does to each wager, in each situation where the wager can be made; none where choices decide."""
    if any(game.walk.strategies(rules, wager) for wager in game.priced(rules)):
        return
    for wager, offer in game.law.catalogue(rules).items():
        if game.law.made_by(wager) is not None:
            continue
        stake = stake_of(game, rules, wager)
        for situation, facts in game.walk.setups(rules, wager).items():
            driver = Driver(game, rules, ready(game, rules))
            for fact in facts:
                driver.play(fact)
            driver.play(Wager(SEAT, wager, stake))
            due = _to_chance(driver)
            if due is None:
                continue
            for outcome in due.outcomes():
                yield {
                    "wager": offer.id, "situation": situation, "stake_cents": stake,
                    "result": json.dumps(plain(dict(game.present.show_result(rules, outcome)))),
                    **_after(game, rules, driver, due, Result(outcome), wager),
                }  # fmt: skip


def _to_chance(driver: Driver[Any]) -> Chance | None:
    for _ in driver.until(lambda due, _: isinstance(due, Chance | Choices | Stopped), BY_ITSELF):
        pass
    return driver.due if isinstance(driver.due, Chance) else None


def _after(game: AnyGame, rules: Rules, before: Driver[Any], due: Chance, fact: Result, wager: str) -> dict[str, Any]:
    """What one result leaves of a wager: how it is settled, or that it stays."""
    driver = Driver(game, rules, before.state, due)
    settled: list[Settled] = list(driver.play(fact).settled)
    for step in driver.until(lambda due, _: isinstance(due, Chance | Choices | Stopped) or _empty(driver), BY_ITSELF):
        settled += step.settled
    ended = next((each for each in settled if each.seat == SEAT and each.wager == wager), None)
    if ended is None:
        return {"ends": "stays", "returned_cents": "", "cites": ""}
    return {"ends": str(ended.result), "returned_cents": ended.returned_cents, "cites": " ".join(ended.because)}


def _empty(driver: Driver[Any]) -> bool:
    return not driver.game.law.placed(driver.state)


# Games of cards and tiles


def _rounds(game: AnyGame, rules: Rules) -> Rows:
    """Seeded rounds of each wager and way to play it: the first of each way to end, then more until there are enough."""
    kept: Rows = []
    met: set[tuple[Any, ...]] = set()
    for wager in (each for each in game.priced(rules) if game.law.made_by(each) is None):
        for n, strategy in enumerate(strategies_to_show(game, rules, wager)):
            for each in rounds(game, rules, wager, strategy, FURTHER if kept or n else ROUNDS):
                way = tuple((end.fields["wager"], end.fields["result"], end.cites) for end in each.settled)
                if way not in met or len(kept) < FILLED:
                    met.add(way)
                    kept.append(_round(each))
    return kept


def _round(worked: Worked) -> dict[str, Any]:
    events, settled = worked.events, worked.settled
    results = [_fed(each) for each in events if each.event == "result"]
    choices = [each.fields.get("choice", "") for each in events if each.event == "chosen"]
    ends = [
        {
            key: each.fields[key]
            for key in ("wager", "cents", "result", "returned_cents", "vigorish_cents")
            if key in each.fields
        }
        for each in settled
    ]
    cites = " ".join(dict.fromkeys(cite for each in settled for cite in each.cites))
    return {
        "wager": worked.wager,
        "strategy": worked.strategy,
        "seed": worked.seed,
        "results": json.dumps(results),
        "choices": json.dumps(choices),
        "ends": json.dumps(ends),
        "cites": cites,
    }


def _fed(event: Event) -> dict[str, Any]:
    """What a result showed, without which source it came from."""
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
