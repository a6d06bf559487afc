"""Shrink a script as far as a paragraph is still cited: first whole parts, then single commands, then their fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from houseway.questions.search_node import Command

Holds = Callable[[tuple[Command, ...]], bool]
ROUND_CENTS = (100, 500, 1_000, 2_000, 5_000, 10_000, 100_000)
LONG = 100  # commands of a script whose results are put together
NEEDED = ("do", "cite", "seat", "id", "choice", "device", "on")


def shrunk(script: Sequence[Command], holds: Holds) -> tuple[Command, ...]:
    """A script of which no command can be dropped, with the simplest fields that were found."""
    small = without_parts(_merged(tuple(script), holds), holds)
    while True:
        simple = _simpler(small, holds)
        again = without_parts(simple, holds)
        if again == small:
            return small
        small = again


def droppable(script: Sequence[Command], holds: Holds) -> list[int]:
    """The places of commands without which it still holds; none in a shrunk script."""
    return [n for n in range(len(script)) if holds((*script[:n], *script[n + 1 :]))]


def without_parts(script: tuple[Command, ...], holds: Holds) -> tuple[Command, ...]:
    """The script without what can be dropped: halves first, then smaller parts, at last single commands."""
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
    """A long script with fewer results: each is listed in an earlier one if it can be, since a table keeps them for later."""
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
    """The field of a result, if it has one only and that is a list."""
    names = [name for name in command if name != "do"]
    return names[0] if command["do"] == "result" and len(names) == 1 and isinstance(command[names[0]], list) else ""


def _by_itself(script: tuple[Command, ...], holds: Holds) -> tuple[Command, ...]:
    """The script at a table that does its procedures itself, without their steps; the same, if they are needed."""
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
    """The same with a field less, a rounder amount, the first seat."""
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
    """Fewer fields first, then rounder and smaller amounts, then lower seats."""
    cents = [value for name, value in command.items() if name.endswith("cents") and isinstance(value, int)]
    odd = sum(value not in ROUND_CENTS for value in cents)
    seats = [value for name, value in command.items() if name in ("seat", "player") and isinstance(value, int)]
    return len(command), odd, sum(cents) + sum(seats), str(command.get("procedure", "")) if _by_hand(command) else ""


def _by_hand(command: Any) -> bool:
    return bool(command.get("procedure", "automatic") != "automatic")
