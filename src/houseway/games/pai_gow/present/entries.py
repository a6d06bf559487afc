"""Read the totals, tiles, settings and cuts entered at a Pai Gow table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from houseway.core import InSlot, Outcome
from houseway.equipment.tiles import read_tiles
from houseway.games.pai_gow.law.bank import CUT
from houseway.games.pai_gow.law.dealing import SET as STACKS
from houseway.games.pai_gow.law.deliveries import ENDS, read_cut
from houseway.games.pai_gow.law.setting_hands import SET, read_set
from houseway.law import BadInput, Rules
from houseway.law.errors import shown
from houseway.law.fields import refuse_others

CHOICE_FIELDS: Mapping[str, Mapping[str, str]] = {
    SET: dict.fromkeys(("high", "low"), "names"),
    CUT: dict.fromkeys(ENDS, "wholes"),
}


def read_result(rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
    """Read a total and tiles: the whole set by place in the stacks, or fewer in the order they are looked at."""
    right = 'write "total": 9, or "tiles": ["6-6", …], or both'
    refuse_others(fields, ("total", "tiles"), f"is not a field of a result; {right}")
    if not fields:
        raise BadInput(f"nothing was entered; {right}")
    outcomes: list[Outcome] = []
    if "total" in fields:
        outcomes.append(_total(rules, fields["total"]))
    if "tiles" in fields:
        given, whole = fields["tiles"], rules.number("tiles")
        most = whole - rules.number("stack_tiles")  # the Dead Hand is never looked at
        count = len(given) if isinstance(given, list | tuple) and 0 < len(given) <= most else whole
        if isinstance(given, list | tuple) and most < len(given) < whole:
            right = f"write all {whole} in stacking order, or at most {most} in the order they are looked at"
            raise BadInput(f"tiles: {len(given)} tiles are not a whole set; {right}")
        tiles = read_tiles(given, "tiles", count)
        outcomes += tiles if count < whole else [InSlot(STACKS.slot(n), tile) for n, tile in enumerate(tiles, 1)]
    return tuple(outcomes), {}


def _total(rules: Rules, total: object) -> int:
    most = 6 * rules.number("dice")
    if type(total) is not int or not 1 <= total <= most:
        raise BadInput(
            f'total: {shown(total)} is not a total of three dice or a number of the generator; write "total": 9'
        )
    return total


def typed_result(line: str) -> Mapping[str, Any]:
    """Parse a typed line: numbers are totals, the rest tiles."""
    words = line.replace(",", " ").split()
    tiles = [word for word in words if re.fullmatch(r"\d+", word) is None]
    totals = [int(word) for word in words if re.fullmatch(r"\d+", word)]
    found: dict[str, Any] = {"total": totals[0]} if len(totals) == 1 else {"total": totals} if totals else {}
    return {**found, "tiles": tiles} if tiles else found


def show_result(rules: Rules, outcome: Outcome) -> Mapping[str, Any]:
    """A total or a tile, as the fields of a result."""
    return {"total": outcome} if isinstance(outcome, int) else {"tiles": [outcome]}


def read_choice(rules: Rules, choice: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Read the details of a choice; raise `BadInput` if they cannot be understood."""
    if choice == SET:
        return read_set(data)
    if choice == CUT:
        refuse_others(data, ENDS, 'is not part of a cut; write "right": [3, 4], or "left", or both')
        return {end: list(stacks) for end, stacks in zip(ENDS, read_cut(data), strict=True) if end in data}
    refuse_others(data, (), f"is not a field of {choice}; leave it out")
    return {}


def typed_choice(choice: str, words: Sequence[str]) -> Mapping[str, Any]:
    """Parse four tiles, the high hand first, or the stacks of a cut after their end."""
    if choice == SET and len(words) != 4:
        raise BadInput(f'"{" ".join(words)}" is not four tiles; type the high hand first, like: set 6-6 1-5 5-6 1-4')
    if choice == SET:
        return {"high": list(words[:2]), "low": list(words[2:])}
    if choice != CUT or words[0] not in ("right", "left"):
        example = "cut right 3 4 left 5" if choice == CUT else choice
        raise BadInput(f'"{" ".join(words)}" cannot follow {choice}; type for example: {example}')
    ends: dict[str, list[int | str]] = {}
    for word in words:
        if word in ("right", "left"):
            end = ends.setdefault(word, [])
        else:
            end.append(int(word) if word.isdigit() else word)
    return ends
