"""Values to try for the fields of a step, a report, a result or a choice: right values, and wrong ones that may be refused.

The kinds of fields come from `procedure.toml` and from the types of a game's events. No value is written for a particular
paragraph.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, islice
from typing import Any, Literal, get_args, get_origin, get_type_hints

from houseway.core import AnyGame
from houseway.core.event_kinds import ActRefused
from houseway.law import BadInput, Rules
from houseway.law.fields import WITH_CHOICES, Field
from houseway.law.roles import ROLES

HOUR = 3600
DAY, MONTH = 24 * HOUR, 31 * 24 * HOUR
COUNTS = (0, 1, 2, 3, 4, 5, 7, 10, 40, 200)  # whole numbers to try if nothing else is known
MOST_WORDS = 12  # the most strings of a position to try as names
_WRITTEN = re.compile(r'"([a-z_]+)": (\[[^\]]*\]|"[^"]*"|\d+|true|false)')  # an example in an error: "right": [3, 4]


def values_of(field: Field, normal: object, at: int, seats: int, words: Iterable[str]) -> list[Any]:
    """Values to try for one field. `normal`: its usual value, if any; `at`: the time; `words`: strings of the position."""
    kind = field.kind
    for lead in WITH_CHOICES:
        if kind.startswith(lead):
            return _of_choices(lead, kind.removeprefix(lead).split("|"), seats)
    names = list(islice(words, MOST_WORDS))
    near = [normal - 1, normal + 1] if isinstance(normal, int) and not isinstance(normal, bool) else []
    listed = list(normal) if isinstance(normal, list | tuple) else []
    simple: Mapping[str, list[Any]] = {
        "whole": [*near, *COUNTS, *_multiples(normal)],
        "cents": [*near, 0, 100, 100_000],
        "yes-no": [True, False],
        "moment": [at, at - DAY + HOUR, at - DAY - HOUR, at - 2 * DAY, at - MONTH - DAY, at + DAY],
        "role": list(ROLES),
        "seat": [1, 2, seats],
        "name": ["A-1", *names],
        "line": ["as it should be"],
        "length": [*near, 1, 31, 60, 114, 168, 1000],
        "counts": _altered_counts(normal),
    }
    if kind in simple:
        return [each for each in simple[kind] if not isinstance(each, int) or each >= 0]
    inner: Mapping[str, list[Any]] = {"wholes": [1, 2, 3], "names": names, "roles": list(ROLES), "seats": [1, 2]}
    return _lists(inner[kind], listed)


def _multiples(normal: object) -> list[int]:
    """Two, three and four times the usual value, and slightly less."""
    if not isinstance(normal, int) or isinstance(normal, bool):
        return []
    return [factor * normal - less for factor in (2, 3, 4) for less in (0, 3, 10)]


def _of_choices(lead: str, choices: list[str], seats: int) -> list[Any]:
    if lead.startswith("list"):
        return _lists(choices, [])
    return [*choices, *((1, 2, seats) if lead.startswith("seat") else ())]


def _lists(parts: list[Any], normal: list[Any]) -> list[Any]:
    """Lists of zero, one and two of these, and the usual list with an entry removed, doubled or swapped."""
    short = [[], *([each] for each in parts), *(list(pair) for pair in islice(combinations(parts, 2), 20))]
    if not normal:
        return short
    return [normal[1:], [*normal, normal[0]], [*normal[1:], normal[0]], [normal[-1], *normal[1:-1], normal[0]], *short]


def _altered_counts(normal: object) -> list[Any]:
    if not isinstance(normal, Mapping) or not normal:
        return [{}, {"1": 1}]
    first, *rest = normal
    more = {**normal, first: normal[first] + 1}
    return [dict(normal), more, {**more, rest[-1]: normal[rest[-1]] - 1} if rest else more, {}]


@lru_cache(maxsize=32)
def result_fields(game: AnyGame) -> Mapping[str, list[Any]]:
    """The optional notes of a result and values to try, from the fields of the game's refusal event."""
    kind = game.law.event_kinds.get("act-refused")
    if kind is None:
        return {}
    known = set(ActRefused.__annotations__)
    hints = get_type_hints(kind)
    return {name: _of_type(hints[name]) for name in hints if name not in known}


def _of_type(hint: Any) -> list[Any]:
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    if any(get_origin(each) is Literal for each in get_args(hint)):
        return [value for each in get_args(hint) for value in _of_type(each)]
    numbers = [0, 1, 2, 3, 4, 5, 6]
    if hint is int:
        return numbers
    if hint is bool:
        return [True, False]
    if get_origin(hint) is list:
        return [[0, each] for each in numbers] + [[each, 0] for each in numbers]
    return []


def choice_data(game: AnyGame, rules: Rules, choice: str) -> Iterator[dict[str, Any]]:
    """Data to try with a choice: the examples in the reader's error message, and similar lists."""
    yield {}
    try:
        game.present.read_choice(rules, choice, {"?": 1})
        return
    except BadInput as error:
        shown = {name: json.loads(text) for name, text in _WRITTEN.findall(str(error)) if "..." not in text}
        lone = re.search(r"; ([a-z_]+) is$", str(error))
    if lone is not None:
        yield from ({lone[1]: cents} for cents in (100, 500, 100_000_000))
    for name, value in shown.items():
        yield {name: value}
        if isinstance(value, list) and all(isinstance(each, int) for each in value):
            yield from ({name: list(each)} for each in ((1,), (8,), (1, 2), (1, 3), (7, 8)))
    if len(shown) > 1:
        yield shown
