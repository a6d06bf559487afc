"""Commands: what people ask of a table, as JSON objects with `do`. Here they are understood, or an error says why not.

Only what can be known without the table's state is judged here: fields, types, ids, faces. Whether an act is lawful is
decided later, and an unlawful act is a refusal, never an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from houseway.core import AnyGame
from houseway.law import BadInput, Citation, Rules
from houseway.law.errors import nearest
from houseway.law.roles import known_role
from houseway.law.submission import LARGEST_CENTS

LONGEST = 2000
HOW = ("chips", "plaques", "assisted", "verbal")
MODES = ("automatic", "opening-by-hand", "by-hand")
Fields = Mapping[str, Any]
Parser = Callable[[AnyGame, Rules, dict[str, Any]], dict[str, Any]]


def parse(game: AnyGame, rules: Rules, command: object) -> dict[str, Any]:
    """The command with every field understood; BadInput says what was wrong and what would be right."""
    if not isinstance(command, Mapping):
        raise BadInput(f'a command is an object like {{"do": "no-more-bets"}}, not {command!r}')
    do = command.get("do")
    if not isinstance(do, str) or do not in PARSERS:
        problem = "do is missing" if do is None else f"do: {do!r} is not a command"
        raise BadInput(f"{problem}; {nearest(str(do), PARSERS)}")
    rest = {name: value for name, value in command.items() if name not in ("do", "at")}
    _plain_values(do, rest)
    try:
        parsed = PARSERS[do](game, rules, rest)
    except BadInput as error:
        raise BadInput(f"{do}: {error}") from None
    if rest:
        raise BadInput(f"{do}: {next(iter(rest))} is not a field of this command; leave it out")
    return {"do": do, **parsed}


def _plain_values(name: str, value: object, depth: int = 0) -> None:
    """Whole numbers, texts, lists and objects of moderate size: what a journal can keep exactly."""
    if isinstance(value, float):
        raise BadInput(f"{name}: {value!r} is a float; write whole numbers")
    if isinstance(value, str) and (len(value) > LONGEST or (not value.isascii() and _torn(value))):
        raise BadInput(f"{name}: the text is longer than {LONGEST} letters, or is not proper Unicode")
    if isinstance(value, Mapping | list | tuple) and (depth > 4 or len(value) > LONGEST):
        raise BadInput(f"{name}: has more in it than a command can mean")
    if isinstance(value, Mapping):
        for inner in value:
            _plain_values(f"{name}: {inner}", value[inner], depth + 1)
    elif isinstance(value, list | tuple):
        for inner in value:
            _plain_values(name, inner, depth + 1)
    elif value is not None and not isinstance(value, str | int):
        raise BadInput(f"{name}: {value!r} is not a value that a command can have")


def _torn(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _take(rest: dict[str, Any], name: str) -> Any:
    if name not in rest:
        raise BadInput(f"{name} is missing")
    return rest.pop(name)


def _seat(rules: Rules, rest: dict[str, Any], name: str = "seat") -> int:
    seat = _take(rest, name)
    if not isinstance(seat, int) or isinstance(seat, bool) or not 1 <= seat <= rules.boxes:
        raise BadInput(f"{name}: {seat!r} is not a seat at this table; there are 1 to {rules.boxes}")
    return seat


def _cents(rest: dict[str, Any], name: str = "cents", least: int = 1) -> int:
    cents = _take(rest, name)
    if not isinstance(cents, int) or isinstance(cents, bool) or not least <= cents <= LARGEST_CENTS:
        raise BadInput(f"{name}: {cents!r} is not an amount; write whole cents of at least {least}, like 500 for $5.00")
    return cents


def _wager_id(game: AnyGame, rules: Rules, rest: dict[str, Any], on_layout: bool = False) -> str:
    wager = _take(rest, "id")
    offers = game.names(rules) if on_layout else game.catalogue(rules)
    if not isinstance(wager, str) or (wager not in offers and wager not in game.withheld(rules)):
        raise BadInput(f"id: {wager!r} is not a wager of {game.id}; {nearest(str(wager), offers)}")
    return wager


def _role(rest: dict[str, Any], default: str | None = None) -> str:
    by = rest.pop("by", default)
    if not isinstance(by, str):
        raise BadInput('by is missing: name the role, like "by": "floorperson"')
    return known_role(by)


def _cite(rules: Rules, rest: dict[str, Any]) -> Citation:
    text = _take(rest, "cite")
    if not isinstance(text, str):
        raise BadInput(f'cite: {text!r} is not a citation; write it like "{next(p.cite for p in rules.paragraphs)}"')
    cite = Citation(text)
    if cite not in rules.cites:
        raise BadInput(f"cite: {cite} is no paragraph of {rules.edition.id}; {nearest(cite, sorted(rules.cites))}")
    return cite


def _chips(game: AnyGame, rules: Rules, rest: dict[str, Any]) -> dict[str, Any]:
    """Which chips, where the chapter tells them apart."""
    sets = game.chip_sets(rules)
    if not sets or "chips" not in rest:
        return {}
    chips = rest.pop("chips")
    if chips not in sets:
        raise BadInput(f"chips: {chips!r} are no chips of this table; {nearest(str(chips), sets)}")
    return {"chips": chips}


def _money(game: AnyGame, rules: Rules, rest: dict[str, Any]) -> dict[str, Any]:
    return {"seat": _seat(rules, rest), "cents": _cents(rest)}


def _buy_in(game: AnyGame, rules: Rules, rest: dict[str, Any]) -> dict[str, Any]:
    return {**_money(game, rules, rest), **_chips(game, rules, rest)}


def _wager(game: AnyGame, rules: Rules, rest: dict[str, Any]) -> dict[str, Any]:
    how = rest.pop("how", "chips")
    if how not in HOW:
        raise BadInput(f"how: {how!r} is not a way to wager; there are {', '.join(HOW)}")
    found = {"seat": _seat(rules, rest), "id": _wager_id(game, rules, rest), "cents": _cents(rest)}
    found |= _chips(game, rules, rest)
    if "player" in rest:
        found["player"] = _seat(rules, rest, "player")
    return found if how == "chips" else {**found, "how": how}


def _remove(game: AnyGame, rules: Rules, rest: dict[str, Any]) -> dict[str, Any]:
    rest.setdefault("cents", 0)
    return {"seat": _seat(rules, rest), "id": _wager_id(game, rules, rest, True), "cents": _cents(rest, least=0)}


def _reduce(game: AnyGame, rules: Rules, rest: dict[str, Any]) -> dict[str, Any]:
    return {"seat": _seat(rules, rest), "id": _wager_id(game, rules, rest, True), "cents": _cents(rest)}


def _working(game: AnyGame, rules: Rules, rest: dict[str, Any]) -> dict[str, Any]:
    on = rest.pop("on", None)
    if not isinstance(on, bool):
        raise BadInput(f"on: {on!r} is not true or false")
    return {"seat": _seat(rules, rest), "id": _wager_id(game, rules, rest, True), "on": on}


def _no_more_bets(game: AnyGame, rules: Rules, rest: dict[str, Any]) -> dict[str, Any]:
    return {"by": _role(rest, game.caller(rules))}


def _result(game: AnyGame, rules: Rules, rest: dict[str, Any]) -> dict[str, Any]:
    source, by = rest.pop("source", "observed"), _role(rest, game.caller(rules))
    if not isinstance(source, str | Mapping):
        raise BadInput(f"source: {source!r} does not say where the result came from")
    fields = dict(rest)
    rest.clear()
    game.read_result(rules, fields)
    return {**fields, "source": source, "by": by}


def _choose(game: AnyGame, rules: Rules, rest: dict[str, Any]) -> dict[str, Any]:
    who = f"seat:{_seat(rules, rest)}" if "seat" in rest else _role(rest)
    choice = _take(rest, "choice")
    if not isinstance(choice, str) or (game.choices and choice not in game.choices):
        there = f"; {nearest(str(choice), game.choices)}" if game.choices else ""
        raise BadInput(f"choice: {choice!r} is not a choice of {game.id}{there}")
    cents = _cents(rest, least=0) if "cents" in rest else None
    data = dict(game.read_choice(rules, choice, dict(rest)))
    rest.clear()
    return {"who": who, "choice": choice, "cents": cents, "data": data}


def _irregularity(game: AnyGame, rules: Rules, rest: dict[str, Any]) -> dict[str, Any]:
    found = {"cite": str(_cite(rules, rest)), "by": _role(rest)}
    if "present" in rest:
        known_role(str(rest["present"]))
    about = dict(rest)
    rest.clear()
    return {**found, "about": about}


def _step(game: AnyGame, rules: Rules, rest: dict[str, Any]) -> dict[str, Any]:
    item = rest.pop("item", "")
    if not isinstance(item, str):
        raise BadInput(f"item: {item!r} is not the name of one act of a paragraph")
    found = {"cite": str(_cite(rules, rest)), "item": item, "by": _role(rest)}
    data = {name: _moment(name, value) if name.endswith("_at") else value for name, value in rest.items()}
    rest.clear()
    return {**found, "data": data}


def _moment(name: str, value: object) -> int:
    """A point in time, as RFC 3339 text or as seconds since 1970."""
    if isinstance(value, str):
        with suppress(ValueError, OverflowError):
            moment = datetime.fromisoformat(value)
            value = int(moment.timestamp()) if moment.tzinfo else value
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**33:
        raise BadInput(f'{name}: {value!r} is not a time; write it with its zone, like "2011-06-11T09:00:00Z"')
    return value


def _repaired(game: AnyGame, rules: Rules, rest: dict[str, Any]) -> dict[str, Any]:
    device = _take(rest, "device")
    if not isinstance(device, str):
        raise BadInput(f"device: {device!r} is not the name of a device")
    return {"device": device, "by": _role(rest)}


def _open(game: AnyGame, rules: Rules, rest: dict[str, Any]) -> dict[str, Any]:
    mode = rest.pop("procedure", MODES[0])
    if mode not in MODES:
        raise BadInput(f"procedure: {mode!r} is not one of {', '.join(MODES)}")
    rest.setdefault("inventory_cents", 10_000_000)
    return {
        "procedure": mode,
        "inventory_cents": _cents(rest, "inventory_cents", least=0),
        "by": _role(rest, "floorperson"),
    }


def _close(game: AnyGame, rules: Rules, rest: dict[str, Any]) -> dict[str, Any]:
    return {"by": _role(rest, "floorperson")}


PARSERS: Mapping[str, Parser] = {
    "buy-in": _buy_in,
    "cash-out": _money,
    "wager": _wager,
    "remove": _remove,
    "reduce": _reduce,
    "working": _working,
    "no-more-bets": _no_more_bets,
    "result": _result,
    "choose": _choose,
    "irregularity": _irregularity,
    "step": _step,
    "repaired": _repaired,
    "open": _open,
    "close": _close,
}
