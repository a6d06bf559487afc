"""All deals to a bank's players by what the bank is ahead: for the chapter's house ways from a file, else counted.

The file is written by `python benchmarks/bank_counts.py`, some minutes for each house way. A test holds it to
what is counted otherwise (one and two players, mean and mean square of all), and at night it is counted anew.
"""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from pathlib import Path

from houseway.core.advice import Progress
from houseway.games.pai_gow.mathematics.pair_counts import Strengths

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
    """From the file, or counted now."""
    found = stored(bank, players)
    if found is not None:
        return found
    from houseway.games.pai_gow.mathematics.joint_counts import all_nets

    return all_nets(bank, players, progress)


def written(name: str, bank: Strengths, players: Strengths, deals: tuple[Nets, ...]) -> str:
    """An entry of the file."""
    lines = ["[[house_way]]", f'name = "{name}"', f'settings = "{digest(bank, players)}"', "deals = ["]
    for nets in deals:
        lines += ["  [", *(f"    {nets[net]}," for net in sorted(nets)), "  ],"]
    return "\n".join([*lines, "]", ""])
