"""Shrinks a script while it still cites a paragraph: first drops whole parts, then single commands, then fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from houseway.questions.search_node import Command

Holds = Callable[[tuple[Command, ...]], bool]
ROUND_CENTS = (100, 500, 1_000, 2_000, 5_000, 10_000, 100_000)
LONG = 100  # from this many commands on, results of a script are merged
NEEDED = ("do", "cite", "seat", "id", "choice", "device", "on")


def shrunk(script: Sequence[Command], holds: Holds) -> tuple[Command, ...]:
    """A script with no command that can be dropped, and with the simplest fields found."""
    small = without_parts(_merged(tuple(script), holds), holds)
    while True:
        simple = _simpler(small, holds)
        again = without_parts(simple, holds)
        if again == small:
            return small
        small = again


def droppable(script: Sequence[Command], holds: Holds) -> list[int]:
    """The indexes of commands that can be dropped; none in a shrunk script."""
    return [n for n in range(len(script)) if holds((*script[:n], *script[n + 1 :]))]


def without_parts(script: tuple[Command, ...], holds: Holds) -> tuple[Command, ...]:
    """The script without droppable parts: tries halves first, then smaller parts, then single commands."""
    script = _by_itself(script, holds)
    size = max(1, len(script) // 2)
    while True:
        n = len(script) - size
        dropped = False
        while n >= 0:
            less = (*script[:n], *script[n + size :])
            if less and holds(less):
                script, dropped = less, True
            n -= size
        if size == 1 and not dropped:
            return script
        size = max(1, size // 2) if not dropped else min(size, max(1, len(script) // 2))


def _merged(script: tuple[Command, ...], holds: Holds) -> tuple[Command, ...]:
    """A long script with fewer results: a result moves into an earlier one if possible, since a table keeps extra cards."""
    if len(script) < LONG:
        return script
    head = n = next((n for n, each in enumerate(script) if _list_of(each)), len(script))
    while (n := n + 1) < len(script):
        name = _list_of(script[n])
        if not name:
            continue
        if name == _list_of(script[head]):
            longer = {**script[head], name: [*script[head][name], *script[n][name]]}
            fewer = (*script[:head], longer, *script[head + 1 : n], *script[n + 1 :])
            if holds(fewer):
                script, n = fewer, n - 1
                continue
        head = n
    return script


def _list_of(command: Command) -> str:
    """The name of a result's field, if it has only one and that is a list."""
    names = [name for name in command if name != "do"]
    return names[0] if command["do"] == "result" and len(names) == 1 and isinstance(command[names[0]], list) else ""


def _by_itself(script: tuple[Command, ...], holds: Holds) -> tuple[Command, ...]:
    """The script without procedure steps, at a table that does them automatically; unchanged if the steps are needed."""
    steps = [each for each in script if each["do"] == "step"]
    if not steps:
        return script
    opened = [{**each, "procedure": "automatic"} if each["do"] == "open" else each for each in script]
    last = next((n for n in reversed(range(len(opened))) if opened[n]["do"] != "step"), 0)
    without = [each for each in opened if each["do"] != "step"]
    fewest = [(*without,), (*without, *opened[last + 1 :]), (*without, opened[-1])]
    return next((each for each in fewest if len(each) < len(script) and holds(each)), script)


def _simpler(script: tuple[Command, ...], holds: Holds) -> tuple[Command, ...]:
    for n in range(len(script)):
        for command in _simplifications(script[n]):
            changed = (*script[:n], command, *script[n + 1 :])
            if _size(command) < _size(script[n]) and holds(changed):
                script = changed
    return script


def _simplifications(command: Command) -> Iterator[Command]:
    """The command with one field fewer, a rounder amount, or the first seat."""
    for name in command:
        if name not in NEEDED:
            yield {key: value for key, value in command.items() if key != name}
    for name, value in command.items():
        if name.endswith("cents") and isinstance(value, int):
            yield from ({**command, name: cents} for cents in ROUND_CENTS)
        if name in ("seat", "player") and value != 1:
            yield {**command, name: 1}
        if name == "procedure" and value != "automatic":
            yield {**command, name: "automatic"}


def _size(command: Command) -> tuple[int, int, int, str]:
    """A sort key: fewer fields, then rounder and smaller amounts, then lower seats."""
    cents = [value for name, value in command.items() if name.endswith("cents") and isinstance(value, int)]
    odd = sum(value not in ROUND_CENTS for value in cents)
    seats = [value for name, value in command.items() if name in ("seat", "player") and isinstance(value, int)]
    return len(command), odd, sum(cents) + sum(seats), str(command.get("procedure", "")) if _by_hand(command) else ""


def _by_hand(command: Any) -> bool:
    return bool(command.get("procedure", "automatic") != "automatic")
