"""All deals to a bank's players by what the bank is ahead: for the chapter's house ways from a file, else counted.

The file is written by `python -m houseway.games.pai_gow.bank_counts`, some minutes for each house way. A test holds it to
what is counted otherwise (one and two players, mean and mean square of all), and at night it is counted anew.
"""

from __future__ import annotations

import hashlib
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from houseway.cache import kept
from houseway.core.advice import Progress
from houseway.games.pai_gow.counting import Strengths, strengths
from houseway.games.pai_gow.house_way import house_ways

FILE = Path(__file__).with_name("bank_counts.toml")
Nets = dict[int, int]  # what the bank is ahead, in wagers -> deals


def digest(bank: Strengths, players: Strengths) -> str:
    """What the counts depend on: how the bank sets every hand, and how the players do."""
    return hashlib.sha256(bank.tobytes() + players.tobytes()).hexdigest()[:32]


@cache
def _stored() -> dict[str, tuple[Nets, ...]]:
    listed = tomllib.loads(FILE.read_text(encoding="utf-8"))["house_way"]
    return {each["settings"]: tuple(_nets(deals) for deals in each["deals"]) for each in listed}


def _nets(deals: list[int]) -> Nets:
    """A list of counts from losing to all players to winning of all."""
    return dict(enumerate(deals, start=-(len(deals) // 2)))


def stored(bank: Strengths, players: Strengths) -> tuple[Nets, ...] | None:
    """For one player up to six, where these settings are in the file."""
    return _stored().get(digest(bank, players))


def count_deals(bank: Strengths, players: Strengths, progress: Progress) -> tuple[Nets, ...]:
    """From the file, from the user's cache, or counted now."""
    found = stored(bank, players)
    if found is not None:
        return found

    def count() -> list[list[int]]:
        from houseway.games.pai_gow.together import all_nets

        return [[nets[net] for net in sorted(nets)] for nets in all_nets(bank, players, progress)]

    value: Any = kept("bank", {"settings": digest(bank, players)}, count)
    return tuple(_nets(deals) for deals in value)


def main() -> None:
    """Count for every house way that comes with the chapter, and write the file."""
    from houseway.games.pai_gow.together import all_nets

    lines = [
        "# Deals by what the bank is ahead, from losing to all its players to winning of all; for one to six players."
    ]
    lines.append("# Written by python -m houseway.games.pai_gow.bank_counts")
    for name, way in house_ways().items():
        house = strengths(way.settings)
        lines += ["", "[[house_way]]", f'name = "{name}"', f'settings = "{digest(house, house)}"', "deals = ["]
        for nets in all_nets(house, house, _said):
            lines += ["  [", *(f"    {nets[net]}," for net in sorted(nets)), "  ],"]
        lines.append("]")
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _said(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    main()
