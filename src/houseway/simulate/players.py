"""Players from a TOML file, with their wagers, progressions and stopping rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from houseway.core import AnyGame
from houseway.law import BadInput, Rules
from houseway.law.errors import one_of
from houseway.law.inputs import MOST_TOML, quoted, read_text, shown, toml, visible
from houseway.money import dollars
from houseway.simulate.progression import PROGRESSIONS
from houseway.simulate.request import read_bets, read_strategy
from houseway.simulate.sessions import SESSION, Player

AMOUNTS = ("bankroll_cents", "stop_loss_cents", "stop_win_cents")
LONGEST_NAME = 60
KEYS = ("name", "bets", "strategy", "seats", "progression", "most", *AMOUNTS, "stop_per")


def judge_bankroll(where: str, bankroll_cents: int, bets: Mapping[str, int]) -> None:
    """Refuse a bankroll that does not cover the wagers of one round."""
    needed = sum(bets.values())
    if 0 < bankroll_cents < needed:
        raise BadInput(
            f"{where}: {dollars(bankroll_cents)} does not cover the {dollars(needed)} wagered in one round; "
            "start with that or more"
        )


def read_players(game: AnyGame, rules: Rules, path: Path) -> list[Player]:
    """Read the `[[player]]` tables of a TOML file; all players sit at one table."""
    data = toml(read_text(path, "a file of players", MOST_TOML, pipe=True), visible(str(path)))
    listed = data.get("player")
    if not isinstance(listed, list) or not listed or data.keys() != {"player"}:
        raise BadInput(f"{path}: has no players; write a [[player]] table with name and bets for each")
    players = [_player(game, rules, f"{path}: player {n}", each) for n, each in enumerate(listed, 1)]
    seats = sum(player.seats for player in players)
    if seats > rules.boxes:
        raise BadInput(f"{path}: players on {seats} seats at a table with {rules.boxes} boxes")
    names = [player.name for player in players]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadInput(f"{path}: two players are named {quoted(twice)}; give each a different name")
    return players


def read_stop_per(game: AnyGame, rules: Rules, text: str, where: str = "stop_per") -> str:
    """A session, or the series of this game (shoe, shooter)."""
    possible = [SESSION, *filter(None, [game.series(rules)])]
    if text not in possible:
        others = [each for each in ("shooter", "shoe") if each not in possible]
        why = f"{game.title} has no {text}s here" if text in others else f"{shown(text)} is not a period to stop for"
        raise BadInput(f"{where}: {why}; write {one_of(possible)}")
    return text


def _player(game: AnyGame, rules: Rules, where: str, given: Any) -> Player:
    if not isinstance(given, dict):
        raise BadInput(f"{where}: {shown(given)} is not a player; write [[player]] with name and bets")
    strange = sorted(set(given) - set(KEYS))
    if strange:
        raise BadInput(f"{where}: {strange[0]} is not a key of a player; use {one_of(KEYS)}")
    bets, progression = given.get("bets"), given.get("progression", "flat")
    if not isinstance(bets, dict) or not bets:
        right = f'write for example bets = {{ "{next(iter(game.law.catalogue(rules)))}" = 1000 }}, in cents'
        raise BadInput(f"{where}: bets: {shown(bets)} is not a table of amounts; {right}")
    if progression not in tuple(PROGRESSIONS):
        raise BadInput(f"{where}: progression: {shown(progression)} is not one of {one_of(PROGRESSIONS)}")
    numbers = {key: given.get(key, 0) for key in AMOUNTS}
    numbers["most"] = given.get("most", 1 if progression == "flat" else 1 << 20)
    for key, value in numbers.items():
        unit = ", in cents" if key in AMOUNTS else ""
        if type(value) is not int or value < 0 or value > 10**15:
            raise BadInput(f"{where}: {key}: {shown(value)} is not a whole number from 0 to 10^15{unit}")
    if not numbers["most"]:
        raise BadInput(f"{where}: most: 0 times the first stake is not a wager; write 1 or more, or leave it out")
    made = read_bets(game, rules, bets, f"{where}: bets")
    judge_bankroll(f"{where}: bankroll_cents", numbers["bankroll_cents"], made)
    return Player(
        _name(given.get("name", where.rpartition(": ")[2]), where), made, progression, **numbers,
        stop_per=read_stop_per(game, rules, given.get("stop_per", SESSION), f"{where}: stop_per"),
        strategy=read_strategy(game, rules, made, given.get("strategy"), f"{where}: strategy"),
        seats=_seats(rules, given.get("seats", 1), where),
    )  # fmt: skip


def _name(name: Any, where: str) -> str:
    """The player's name in every table and file."""
    if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise BadInput(f"{where}: name: {shown(name)} is not a name; write text of at most {LONGEST_NAME} characters")
    return name


def _seats(rules: Rules, seats: Any, where: str) -> int:
    """The number of seats of a player."""
    if type(seats) is not int or not 1 <= seats <= rules.boxes:
        right = f"write 1 to {rules.boxes}, the boxes of the table"
        raise BadInput(f"{where}: seats: {seats!r} is not possible; {right}")
    return seats
